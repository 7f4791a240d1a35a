"""Atom types compared, atom by atom, with those that ChimeraX 1.12 gave to the same files.

The reference folder is named by MISIBENCH_REFERENCE (default ../shared).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from misibench.hbonds.idatm import idatm_types
from misibench.structure.molecule import Molecule
from misibench.structure.reading import read_molecule

FOLDER = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared"))
REFERENCE = FOLDER / "reference" / "hbonds"
STRUCTURES = FOLDER / "structures"

pytestmark = pytest.mark.skipif(
    not REFERENCE.is_dir(), reason=f"no reference results at {REFERENCE}"
)


def entries(name: str) -> Iterator[dict[str, object]]:
    with (REFERENCE / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@cache
def read(name: str, file_name: str) -> Molecule:
    return read_molecule(STRUCTURES / name / file_name)


@pytest.mark.parametrize(
    ("source", "side"), [("mol2", "ligand"), ("sdf", "ligand"), ("mol2", "pocket")]
)
def test_every_atom_has_the_type_that_chimerax_gives(source: str, side: str) -> None:
    compared = 0
    different: list[str] = []
    for entry in entries(source):
        expected = entry[f"{side}_types"]
        assert isinstance(expected, list)
        molecule = read(str(entry["id"]), str(entry[side]))
        found = idatm_types(molecule)
        assert len(found) == len(expected), entry["id"]
        compared += len(found)
        different += [
            f"{entry['id']} {molecule.residue_of(at).label} {molecule.atom_names[at]}: "
            f"ChimeraX {theirs}, found {ours}"
            for at, (ours, theirs) in enumerate(zip(found, expected, strict=True))
            if ours != theirs
        ]
    print(f"{source} {side}: {compared} atoms compared, {len(different)} different")
    assert not different, "\n".join(different[:20])
    assert compared > 10_000


def test_demonstration_ligands_have_the_types_that_chimerax_gives() -> None:
    """The four complexes of the posebusters wheel."""
    posebusters = pytest.importorskip("posebusters")
    wheel = Path(posebusters.__file__).parent
    for entry in entries("demo"):
        names = [path for path in wheel.rglob("*.sdf") if path.name == entry["ligand"]]
        if not names:
            pytest.skip(f"{entry['ligand']} is not in the installed posebusters")
        assert list(idatm_types(read_molecule(names[0]))) == entry["ligand_types"]


def test_mol2_and_sdf_of_every_structure_agree() -> None:
    compared = 0
    for folder in sorted(path for path in STRUCTURES.iterdir() if path.is_dir()):
        files = [folder / f"{folder.name}_ligand.{suffix}" for suffix in ("mol2", "sdf")]
        if all(path.is_file() for path in files):
            one, other = (idatm_types(read_molecule(path)) for path in files)
            assert one == other, folder.name
            compared += 1
    assert compared > 400
