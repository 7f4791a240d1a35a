"""``annotations/<id>.json``: everything known of a complex, for people and for checks."""

from __future__ import annotations

from typing import Any

import numpy as np

from misibench.hbonds.ambiguity import BondMark
from misibench.hbonds.bond import HBond
from misibench.scene.annotation import Annotation
from misibench.structure import Complex, Molecule

__all__ = ["annotation_record", "hbond_record"]

_DECIMALS = 4  # input files have three or four; more would be noise


def hbond_record(bond: HBond, mark: BondMark, structure: Complex) -> dict[str, Any]:
    """Describe a hydrogen bond by names, with the field names of the reference results."""
    receptor, ligand = structure.receptor, structure.ligand
    residue = receptor.residue_of(bond.receptor_atom)
    donor_side = receptor if bond.donor == "protein" else ligand
    return {
        "res_name": residue.name,
        "res_number": residue.id.number,
        "ins_code": residue.id.insertion_code.strip(),
        "chain": residue.id.chain_id,
        "res_atom": receptor.atom_names[bond.receptor_atom],
        "lig_atom": structure.ligand_labels[bond.ligand_atom],
        "lig_index": int(ligand.file_index[bond.ligand_atom]),
        "donor": bond.donor,
        "hydrogen": None if bond.hydrogen is None else donor_side.atom_names[bond.hydrogen],
        "distance": round(bond.distance, _DECIMALS),
        "hydrogen_distance": _rounded(bond.hydrogen_distance),
        "angle_deg": _rounded(bond.angle_deg),
        "donor_class": bond.donor_class,
        "acceptor_class": bond.acceptor_class,
        "ambiguous": mark.ambiguous,
        "near_limit": mark.near_limit,
        "found_by": list(mark.found_by),
        "refused_by": list(mark.refused_by),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DECIMALS)


def annotation_record(annotation: Annotation) -> dict[str, Any]:
    """Describe a complex: camera, residues, atoms with screen coordinates, hydrogen bonds.

    ``screen`` is Å in the frame of the front camera (x right, y up, z toward the viewer; what
    is visible has z < 0). ``drawn`` is False for hydrogens, which pictures hide.
    """
    structure = annotation.structure
    receptor = structure.receptor
    return {
        "id": structure.id,
        "camera": annotation.camera.matrix.round(6).tolist(),
        "fov_deg": annotation.camera.fov_deg,
        "centre": annotation.centre.round(6).tolist(),
        "residues": [
            {
                "index": index,
                "name": receptor.residues[index].name,
                "number": receptor.residues[index].id.number,
                "ins_code": receptor.residues[index].id.insertion_code.strip(),
                "chain": receptor.residues[index].id.chain_id,
            }
            for index in structure.pocket_residues
        ],
        "pocket_atoms": [
            {"residue": int(receptor.residue_index[atom]), **entry}
            for atom, entry in zip(
                structure.pocket_atoms.tolist(),
                _atoms(receptor, structure.pocket_atoms, annotation),
                strict=True,
            )
        ],
        "ligand_name": structure.ligand.residues[0].name,
        "ligand_atoms": [
            {"label": label, **entry}
            for label, entry in zip(
                structure.ligand_labels,
                _atoms(structure.ligand, np.arange(len(structure.ligand)), annotation),
                strict=True,
            )
        ],
        "ligand_bonds": structure.ligand.bonds.tolist(),
        "hbonds": [
            hbond_record(bond, mark, structure)
            for bond, mark in zip(annotation.hbonds, annotation.marks, strict=True)
        ],
        "notes": dict(structure.notes),
    }


def _atoms(molecule: Molecule, chosen: Any, annotation: Annotation) -> list[dict[str, Any]]:
    coords = molecule.coords[chosen]
    screen = annotation.camera.screen(coords)
    return [
        {
            "name": molecule.atom_names[atom],
            "element": molecule.elements[atom],
            "xyz": xyz,
            "screen": at,
            "drawn": not bool(molecule.is_hydrogen[atom]),
        }
        for atom, xyz, at in zip(
            chosen.tolist(),
            coords.round(_DECIMALS).tolist(),
            screen.round(_DECIMALS).tolist(),
            strict=True,
        )
    ]
