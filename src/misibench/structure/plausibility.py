"""PoseBusters' distance checks on an input: is the ligand sound, does it fit its receptor?

Asked for on request; the answers are kept beside the complex and refuse nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from rdkit import Chem, rdBase
from rdkit.Geometry import Point3D

from misibench.errors import StructureError
from misibench.structure.molecule import Complex, Molecule
from misibench.structure.sanitisation import read_with_rdkit
from misibench.structure.textfile import format_suffix, read_text

__all__ = ["Plausibility", "check_plausibility"]

_FUNCTIONS: Final = frozenset({"rdkit_sanity", "distance_geometry", "intermolecular_distance"})
"""PoseBusters modules that are run; its energy and volume checks take seconds per ligand."""

_NEEDS_BOND_ORDERS: Final = frozenset({"rdkit_sanity", "distance_geometry"})

_PACKAGE_FAILURES: Final = (
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Plausibility:
    """Results by name (``bond_lengths``, ``minimum_distance_to_protein`` ...).

    Attributes
    ----------
    passed
        Whether each check passed; a check PoseBusters could not make is left out.
    failure
        What went wrong in the package; "" if nothing did.
    """

    passed: Mapping[str, bool] = field(default_factory=dict)
    failure: str = ""


def check_plausibility(
    structure: Complex, ligand_path: str | PathLike[str] | None = None
) -> Plausibility:
    """Run PoseBusters' intra-ligand and protein-ligand distance checks on a complex.

    Parameters
    ----------
    ligand_path
        The ligand's SDF or mol2 file, for its bond orders; without it only distances between
        ligand and receptor are checked.
    """
    functions = _FUNCTIONS
    ligand = None
    if ligand_path is not None:
        try:
            path = Path(ligand_path)
            ligand = read_with_rdkit(read_text(path), format_suffix(path))
        except StructureError as error:
            return Plausibility(failure=str(error))
    if ligand is None:
        ligand = _rdkit_molecule(structure.ligand)
        functions = _FUNCTIONS - _NEEDS_BOND_ORDERS
    try:
        # posebusters loads pandas and more: half a second that only this check should cost
        from posebusters import PoseBusters

        # No worker processes: callers are workers themselves.
        checker = PoseBusters(config="dock", max_workers=0)
        modules = checker.config["modules"]
        checker.config["modules"] = [one for one in modules if one["function"] in functions]
        with rdBase.BlockLogs():
            table = checker.bust(ligand, None, _rdkit_molecule(structure.receptor))
        values = table.iloc[0].to_dict()
    except _PACKAGE_FAILURES as error:
        reason = " ".join(str(error).split())
        return Plausibility(failure=f"PoseBusters failed: {type(error).__name__}: {reason}")
    return Plausibility(
        {name: bool(one) for name, one in values.items() if isinstance(one, bool | np.bool_)}
    )


def _rdkit_molecule(molecule: Molecule) -> Chem.Mol:
    """Atoms, single bonds, residues and coordinates as an unsanitised RDKit molecule."""
    building = Chem.RWMol()
    for atom, number in enumerate(molecule.atomic_numbers.tolist()):
        residue = molecule.residue_of(atom)
        one = Chem.Atom(number)
        one.SetNoImplicit(True)
        info = Chem.AtomPDBResidueInfo()
        info.SetName(molecule.atom_names[atom])
        info.SetResidueName(residue.name)
        info.SetResidueNumber(residue.id.number)
        info.SetChainId(residue.id.chain_id)
        info.SetIsHeteroAtom(residue.hetero)
        one.SetMonomerInfo(info)
        building.AddAtom(one)
    for first, second in molecule.bonds.tolist():
        building.AddBond(first, second, Chem.BondType.SINGLE)
    shape = Chem.Conformer(len(molecule))
    for atom, (x, y, z) in enumerate(molecule.coords.tolist()):
        shape.SetAtomPosition(atom, Point3D(x, y, z))
    building.AddConformer(shape)
    return building.GetMol()
