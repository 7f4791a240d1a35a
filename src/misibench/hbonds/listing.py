"""Hydrogen bonds as plain records, with the field names of the reference files."""

from __future__ import annotations

from typing import Any

from misibench.hbonds.bond import HBond
from misibench.structure import Complex

__all__ = ["bond_record"]


def bond_record(structure: Complex, bond: HBond) -> dict[str, Any]:
    """Give one bond as a JSON-ready record: names, distances (Å), angle (degrees), rules.

    ``lig_index`` is the 0-based position of the ligand atom in its file; numbers are rounded to
    four decimals, angles to two.
    """
    receptor, ligand = structure.receptor, structure.ligand
    residue = receptor.residue_of(bond.receptor_atom)
    donor = receptor if bond.donor == "protein" else ligand
    return {
        "res_name": residue.name,
        "res_number": residue.id.number,
        "ins_code": residue.id.insertion_code.strip(),
        "chain": residue.id.chain_id,
        "res_atom": receptor.atom_names[bond.receptor_atom],
        "lig_atom": ligand.atom_names[bond.ligand_atom],
        "lig_label": structure.ligand_labels[bond.ligand_atom],
        "lig_index": int(ligand.file_index[bond.ligand_atom]),
        "donor": bond.donor,
        "hydrogen": None if bond.hydrogen is None else donor.atom_names[bond.hydrogen],
        "distance": round(bond.distance, 4),
        "hydrogen_distance": _rounded(bond.hydrogen_distance, 4),
        "angle_deg": _rounded(bond.angle_deg, 2),
        "donor_class": bond.donor_class,
        "acceptor_class": bond.acceptor_class,
        "distance_margin": _rounded(bond.distance_margin, 4),
        "angle_margin_deg": _rounded(bond.angle_margin_deg, 2),
        "near_limit": bond.near_limit,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
