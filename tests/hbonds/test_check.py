"""The comparison with reference files: it agrees with itself and notices every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from misibench.errors import MisiError
from misibench.hbonds import bond_record, check_reference, find_hydrogen_bonds
from misibench.hbonds.check import files_as_read
from misibench.hbonds.hydrogens import without_hydrogens
from misibench.hbonds.idatm import idatm_types

Shipped = Callable[[str], tuple[Path, Path]]
Record = dict[str, Any]


@pytest.fixture(scope="module")
def record(shipped: Shipped) -> Record:
    """A reference record of our own making."""
    protein, ligand = shipped("1uou")
    structure = files_as_read("1uou", protein, ligand)
    bonds = [bond_record(structure, bond) for bond in find_hydrogen_bonds(structure)]
    return {
        "id": "1uou", "protein": protein.name, "ligand": ligand.name, "as_is": bonds,
        "no_h": bonds, "ligand_types": list(idatm_types(structure.ligand)),
    }  # fmt: skip


def written(folder: Path, record: Record) -> Path:
    (folder / "own.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    return folder


def test_own_result_agrees(tmp_path: Path, record: Record) -> None:
    # the structures are found in the installed package without being named
    report = check_reference(written(tmp_path, record), [], workers=1)
    assert report.passed
    total = report.total("as_is")
    assert (total.complexes, total.bonds, total.missing, total.extra) == (1, 6, 0, 0)
    assert total.type_agreement == "100.00 % (16 of 16)"
    # the files have no hydrogens, so deleting them changes nothing
    assert report.total("no_h").missing == report.total("no_h").extra == 0


def test_missing_extra_and_changed_are_all_noticed(tmp_path: Path, record: Record) -> None:
    first, second, *rest = record["as_is"]
    changed = {
        **record,
        "as_is": [
            {**first, "donor": "protein" if first["donor"] == "ligand" else "ligand"},
            {**second, "distance": second["distance"] + 0.01},
            *rest,
        ],
        "ligand_types": ["C1", *record["ligand_types"][1:]],
    }
    report = check_reference(written(tmp_path, changed), [], workers=1)
    total = report.total("as_is")
    assert (total.missing, total.extra, total.types - total.equal_types) == (1, 1, 1)
    assert not report.passed
    assert total.type_agreement == "93.75 % (15 of 16)"
    kinds = [line.split()[1] for line in report.checks[0].differences if line.startswith("as_is")]
    assert sorted(kinds) == ["distance", "extra", "missing", "type"]


def test_complex_that_cannot_be_found_fails_with_all_its_bonds(
    tmp_path: Path, record: Record
) -> None:
    lost = {**record, "ligand": "nowhere.sdf"}
    report = check_reference(written(tmp_path, lost), [], workers=1)
    assert not report.passed
    assert report.total("as_is").missing == len(record["as_is"])
    assert "nowhere.sdf" in report.checks[0].failure


def test_receptor_and_ligand_come_from_one_folder(
    tmp_path: Path, record: Record, shipped: Shipped
) -> None:
    # a file of the same name elsewhere must not be mixed in
    decoy = tmp_path / "structures" / "1uou"
    decoy.mkdir(parents=True)
    (decoy / record["ligand"]).write_bytes(shipped("1ia1")[1].read_bytes())
    report = check_reference(written(tmp_path, record), [tmp_path / "structures"], workers=1)
    assert report.passed


@pytest.mark.parametrize(
    ("content", "message"),
    [("", "no reference files"), ("{", "line 1"), ('{"id": "x"}', "no reference record")],
)
def test_unreadable_reference_is_one_clear_error(
    tmp_path: Path, content: str, message: str
) -> None:
    if content:
        (tmp_path / "bad.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(MisiError, match=message):
        check_reference(tmp_path, [], workers=1)


def test_missing_structure_folder_is_an_error(tmp_path: Path, record: Record) -> None:
    with pytest.raises(MisiError, match="no such folder"):
        check_reference(written(tmp_path, record), [tmp_path / "nowhere"], workers=1)


def test_deleting_hydrogens_keeps_bonds_between_heavy_atoms(
    peptide: Callable[..., Any],
) -> None:
    with_h, without = peptide(True), without_hydrogens(peptide(True))
    assert len(without) == len(with_h) - 1
    assert np.array_equal(without.bonds, with_h.bonds[:-1])
    assert without.file_index.tolist() == list(range(len(without)))
