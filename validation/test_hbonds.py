"""Hydrogen bonds compared with those ChimeraX 1.12 found in the same files.

The reference folder is named by MISIBENCH_REFERENCE (default ../shared).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from misibench.hbonds import (
    CheckReport,
    HBond,
    bond_record,
    check_reference,
    explain_pair,
    find_hydrogen_bonds,
)
from misibench.hbonds.check import files_as_read
from misibench.hbonds.hydrogens import without_hydrogens
from misibench.structure import Complex, load_complex, unique_labels

FOLDER = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared"))
REFERENCE = FOLDER / "reference" / "hbonds"
STRUCTURES = FOLDER / "structures"

pytestmark = pytest.mark.skipif(
    not REFERENCE.is_dir(), reason=f"no reference results at {REFERENCE}"
)

ORDER_DEPENDENT = {
    "1bju", "2e9v", "2hyy", "2ndo", "2pvn", "3pxf", "3tki", "5oq5", "7n03", "7th4", "8bom", "7qgp",
    "4xli", "6yt6", "7npl", "8flv", "4bfq",
}  # fmt: skip
"""Ligands whose types without hydrogens depend on the order in which ChimeraX happens to visit
atoms or rings; two of its own runs differ in some of them."""


@pytest.fixture(scope="module")
def report() -> CheckReport:
    return check_reference(REFERENCE, [STRUCTURES])


def lines(report: CheckReport, mode: str, skip: frozenset[str] = frozenset()) -> list[str]:
    return [
        f"{check.file} {check.id} {line}"
        for check in report.checks
        if check.id not in skip
        for line in check.differences
        if line.startswith(mode)
    ]


def test_every_complex_was_compared(report: CheckReport) -> None:
    assert [check.failure for check in report.checks if check.failure] == []
    for file in report.files:
        print(file, report.total("as_is", file), report.total("no_h", file))
    assert report.total("as_is").complexes > 400


def test_files_as_they_are_no_bond_missing_none_extra(report: CheckReport) -> None:
    total = report.total("as_is")
    different = lines(report, "as_is")
    assert (total.missing, total.extra) == (0, 0), "\n".join(different[:20])
    # hydrogens, distances and atom types too
    assert different == []
    assert total.bonds > 1_500


def test_without_hydrogens_only_order_dependent_ligands_differ(report: CheckReport) -> None:
    assert lines(report, "no_h", frozenset(ORDER_DEPENDENT)) == []
    assert report.total("no_h").bonds > 1_000


def records(name: str) -> Iterator[dict[str, Any]]:
    with (REFERENCE / name).open(encoding="utf-8") as rows:
        yield from map(json.loads, rows)


def complexes(every: int) -> Iterator[Complex]:
    for number, record in enumerate(records("mol2.jsonl")):
        if number % every == 0:
            home = STRUCTURES / record["id"]
            yield files_as_read(record["id"], home / record["pocket"], home / record["ligand"])


def summary(bonds: tuple[HBond, ...]) -> set[tuple[object, ...]]:
    return {
        (b.receptor_atom, b.ligand_atom, b.donor, b.hydrogen, b.donor_class, b.acceptor_class)
        for b in bonds
    }


def test_mol2_and_sdf_of_a_ligand_give_the_same_bonds() -> None:
    by_format = [
        {
            record["id"]: {
                (b["chain"], b["res_number"], b["ins_code"], b["res_atom"], b["lig_index"])
                for b in (bond_record(structure, bond) for bond in find_hydrogen_bonds(structure))
            }
            for record in records(name)
            for home in [STRUCTURES / record["id"]]
            for structure in [
                files_as_read(record["id"], home / record["pocket"], home / record["ligand"])
            ]
        }
        for name in ("mol2.jsonl", "sdf.jsonl")
    ]
    assert by_format[0] == by_format[1]


def test_a_complex_made_for_pictures_has_the_same_bonds() -> None:
    # solvent removed, ligand labels made unique: nothing of it touches the bonds
    for record in records("mol2.jsonl"):
        home = STRUCTURES / record["id"]
        structure = load_complex(
            home / record["pocket"], home / record["ligand"], complex_id=record["id"]
        )
        found = {
            (b["chain"], b["res_number"], b["ins_code"], b["res_atom"], b["lig_index"], b["donor"])
            for b in (bond_record(structure, bond) for bond in find_hydrogen_bonds(structure))
        }
        assert found == {
            (b["chain"], b["res_number"], b["ins_code"], b["res_atom"], b["lig_index"], b["donor"])
            for b in record["as_is"]
        }, record["id"]


@pytest.mark.parametrize("hydrogens", [True, False])
def test_rigid_motion_changes_nothing(hydrogens: bool) -> None:
    rng = np.random.default_rng(7)
    for structure in complexes(every=4):
        if not hydrogens:
            ligand = without_hydrogens(structure.ligand)
            structure = Complex(
                structure.id,
                without_hydrogens(structure.receptor),
                structure.pocket_residues,
                ligand,
                unique_labels(ligand),
            )
        turn = Rotation.random(rng=rng).as_matrix()
        shift = rng.uniform(-100, 100, 3)
        there = replace(
            structure,
            receptor=replace(structure.receptor, coords=structure.receptor.coords @ turn.T + shift),
            ligand=replace(structure.ligand, coords=structure.ligand.coords @ turn.T + shift),
        )
        assert summary(find_hydrogen_bonds(there)) == summary(find_hydrogen_bonds(structure)), (
            structure.id
        )


def test_explanations_agree_with_the_search() -> None:
    for structure in complexes(every=20):
        for bond in find_hydrogen_bonds(structure):
            explained = explain_pair(structure, bond.receptor_atom, bond.ligand_atom)
            direction = next(one for one in explained.directions if one.donor == bond.donor)
            assert direction.bonded, structure.id
