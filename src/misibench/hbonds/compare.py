"""What PLIP and ProLIF find in a complex: a second and third opinion, never the truth.

Both run through their own packages, with their own defaults. They are not installed with the
package itself but with ``pip install misibench[compare]``.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import logging
import tempfile
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from scipy.spatial import cKDTree

from misibench.errors import MisiError
from misibench.hbonds.ambiguity import ToolResult
from misibench.hbonds.exchange import LIGAND_NAME, complex_as_pdb, receptor_as_pdb
from misibench.hbonds.hydrogens import hydrogens_present
from misibench.structure import Complex
from misibench.structure.residue_templates import NUCLEOTIDES

__all__ = ["COMPARED_TOOLS", "compare_tools"]

Pair = tuple[int, int]
_SAME_ATOM: Final = 0.01
"""Coordinates pass through three decimals; atoms this near are the same, Å."""
_INSTALL: Final = "pip install 'misibench[compare]'"


class _UnsuitableError(Exception):
    """A complex that a program cannot look at; the message says why."""


def compare_tools(structure: Complex) -> tuple[ToolResult, ...]:
    """Run PLIP and ProLIF on a complex.

    PLIP counts all its hydrogen bonds, those included that it then reports as parts of salt
    bridges. A program that is not installed or cannot look at the complex is listed with the
    reason.

    Raises
    ------
    MisiError
        Neither program is installed.
    """
    results = []
    for tool, find in COMPARED_TOOLS.items():
        try:
            version = importlib.metadata.version(tool.lower())
            with _quiet():
                importlib.import_module(tool.lower())
        except ImportError:
            results.append(ToolResult(tool, "", None, f"not installed; {_INSTALL}"))
            continue
        try:
            with _quiet():
                results.append(ToolResult(tool, version, frozenset(find(structure))))
        except (
            _UnsuitableError,
            ValueError,
            RuntimeError,
            KeyError,
            IndexError,
            AttributeError,
        ) as no:
            # programs of others meet inputs they were not made for; which, is part of the result
            results.append(ToolResult(tool, version, None, f"did not run: {_first_line(no)}"))
    if not any(result.version for result in results):
        raise MisiError(
            "comparison", "neither PLIP nor ProLIF is installed", "at least one", _INSTALL
        )
    return tuple(results)


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return text[0][:120] if text else type(error).__name__


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the chatter of other programs out of our output, and restore their settings."""
    rdkit = importlib.import_module("rdkit.rdBase")
    logger = logging.getLogger("plip")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(), rdkit.BlockLogs():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _plip_pairs(structure: Complex) -> set[Pair]:
    preparation = importlib.import_module("plip.structure.preparation")
    config = importlib.import_module("plip.basic.config")
    present = hydrogens_present(structure)
    nucleic = any(residue.name in NUCLEOTIDES for residue in structure.receptor.residues)
    settings = {
        "NOHYDRO": present.receptor and present.ligand,
        "NOFIX": True,
        "NOFIXFILE": True,
        "DNARECEPTOR": nucleic,
    }
    former = {name: getattr(config, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(config, name, value)
        with tempfile.TemporaryDirectory() as folder:
            analysed = preparation.PDBComplex()
            analysed.output_path = folder
            analysed.load_pdb(complex_as_pdb(structure), as_string=True)
            ours = [one for one in analysed.ligands if one.longname == LIGAND_NAME]
            if not ours:
                raise _UnsuitableError("PLIP does not take the ligand for one")
            analysed.characterize_complex(ours[0])
            return _plip_bonds(structure, analysed.interaction_sets.values())
    finally:
        for name, value in former.items():
            setattr(config, name, value)


def _plip_bonds(structure: Complex, interaction_sets: Any) -> set[Pair]:
    # by position: PLIP numbers atoms in a way of its own
    receptor, ligand = cKDTree(structure.receptor.coords), cKDTree(structure.ligand.coords)
    pairs: set[Pair] = set()
    for one in interaction_sets:
        ends = [(bond.a, bond.d) for bond in one.all_hbonds_ldon]
        ends += [(bond.d, bond.a) for bond in one.all_hbonds_pdon]
        for receptor_end, ligand_end in ends:
            off, atom = receptor.query(receptor_end.coords)
            ligand_off, ligand_atom = ligand.query(ligand_end.coords)
            if max(off, ligand_off) > _SAME_ATOM:
                raise _UnsuitableError("an atom of PLIP's result is not in the complex")
            pairs.add((int(atom), int(ligand_atom)))
    return pairs


def _prolif_pairs(structure: Complex) -> set[Pair]:
    if not hydrogens_present(structure).ligand:
        raise _UnsuitableError("ProLIF needs the ligand's hydrogens to know its bond orders")
    prolif = importlib.import_module("prolif")
    receptor = prolif.Molecule.from_rdkit(_receptor_for_prolif(structure))
    ligand = prolif.Molecule.from_rdkit(_ligand_for_prolif(structure))
    fingerprint = prolif.Fingerprint(["HBDonor", "HBAcceptor"])
    pairs: set[Pair] = set()
    for found in fingerprint.generate(ligand, receptor, metadata=True).values():
        for entry in (one for entries in found.values() for one in entries):
            indices = entry["parent_indices"]
            pairs.add(
                (
                    _heavy(indices["protein"], structure.receptor.atomic_numbers),
                    _heavy(indices["ligand"], structure.ligand.atomic_numbers),
                )
            )
    return pairs


def _heavy(indices: tuple[int, ...], numbers: np.ndarray[Any, Any]) -> int:
    """Give the donor or acceptor among the atoms of an interaction."""
    return next(one for one in indices if one < len(numbers) and numbers[one] != 1)


def _receptor_for_prolif(structure: Complex) -> Any:
    """RDKit's reading of the receptor: bond orders of standard residues by name."""
    chem = importlib.import_module("rdkit.Chem")
    molecule = chem.MolFromPDBBlock(receptor_as_pdb(structure), removeHs=False, sanitize=False)
    if molecule is None or molecule.GetNumAtoms() != len(structure.receptor):
        raise _UnsuitableError("RDKit cannot read the receptor")
    molecule.UpdatePropertyCache(strict=False)
    flags = chem.SanitizeFlags
    chem.SanitizeMol(molecule, flags.SANITIZE_ALL ^ flags.SANITIZE_PROPERTIES)
    if not hydrogens_present(structure).receptor:
        molecule = chem.AddHs(molecule, addCoords=True, addResidueInfo=True)
    return molecule


def _ligand_for_prolif(structure: Complex) -> Any:
    """The ligand with bond orders from its hydrogens, as ProLIF's own reader infers them."""
    chem = importlib.import_module("rdkit.Chem")
    inferring = importlib.import_module("MDAnalysis.converters.RDKitInferring")
    molecule = chem.RWMol()
    for number in structure.ligand.atomic_numbers.tolist():
        atom = chem.Atom(number)
        atom.SetNoImplicit(True)
        molecule.AddAtom(atom)
    for first, second in structure.ligand.bonds.tolist():
        molecule.AddBond(first, second, chem.BondType.SINGLE)
    conformer = chem.Conformer(len(structure.ligand))
    for index, (x, y, z) in enumerate(structure.ligand.coords.tolist()):
        conformer.SetAtomPosition(index, (x, y, z))
    molecule.AddConformer(conformer)
    for index, atom in enumerate(molecule.GetAtoms()):
        atom.SetIntProp("_MDAnalysis_index", index)
    molecule.UpdatePropertyCache(strict=False)
    inferred = inferring.MDAnalysisInferrer()(molecule)
    chem.SanitizeMol(inferred)
    return inferred


COMPARED_TOOLS: Final[dict[str, Callable[[Complex], set[Pair]]]] = {
    "PLIP": _plip_pairs,
    "ProLIF": _prolif_pairs,
}
"""Program -> how its pairs are found."""
