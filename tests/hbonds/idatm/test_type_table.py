from __future__ import annotations

import pytest

from misibench.hbonds.idatm import TYPE_TABLE, Geometry, geometry, substituents


@pytest.mark.parametrize(
    ("atom_type", "shape", "count"),
    [  # from ChimeraX's table of atom types
        ("Car", Geometry.PLANAR, 3),
        ("C1-", Geometry.LINEAR, 1),
        ("N3+", Geometry.TETRAHEDRAL, 4),
        ("Ng+", Geometry.PLANAR, 3),
        ("O3-", Geometry.TETRAHEDRAL, 1),
        ("Sxd", Geometry.TETRAHEDRAL, 3),
        ("HC", Geometry.SINGLE, 1),
    ],
)
def test_types_have_geometry_and_substituents(atom_type: str, shape: Geometry, count: int) -> None:
    assert geometry(atom_type) is shape
    assert substituents(atom_type) == count
    assert TYPE_TABLE[atom_type] == (shape, count)


@pytest.mark.parametrize("symbol", ["C", "N", "O", "S", "P", "F", "Fe", "Se", ""])
def test_element_symbols_are_unknown(symbol: str) -> None:
    assert geometry(symbol) is Geometry.UNKNOWN
    assert substituents(symbol) == 0
    assert symbol not in TYPE_TABLE


def test_table_is_complete_and_read_only() -> None:
    assert len(TYPE_TABLE) == 38
    with pytest.raises(TypeError):
        TYPE_TABLE["X"] = TYPE_TABLE["C3"]  # type: ignore[index]
