"""Hydrogen bonds as questions and answers name them."""

from __future__ import annotations

from dataclasses import dataclass

from misibench.scene.annotation import Annotation
from misibench.structure import Complex

__all__ = ["Bond", "bonds_of_residues", "case_matters", "name_bond", "residue_keys"]


@dataclass(frozen=True, slots=True, order=True)
class Bond:
    """A receptor atom and a ligand atom, by name.

    Attributes
    ----------
    res_name, res_number, ins_code, chain
        The residue, as the PDB names it; insertion code and chain may be empty.
    res_atom
        Name of the residue's atom.
    lig_atom
        Label of the ligand's atom.
    """

    res_name: str
    res_number: int
    ins_code: str
    chain: str
    res_atom: str
    lig_atom: str

    @property
    def short(self) -> str:
        """The form used where the residue is known: ``ARG NH2, O1B``."""
        return f"{self.res_name} {self.res_atom}, {self.lig_atom}"

    @property
    def full(self) -> str:
        """The form that names the residue: ``ARG 45 NH2 A, O1B``; a blank chain is ``_``.

        >>> Bond("SER", 52, "A", "", "OG", "O3'").full
        "SER 52A OG _, O3'"
        """
        return (
            f"{self.res_name} {self.res_number}{self.ins_code} {self.res_atom} "
            f"{self.chain or '_'}, {self.lig_atom}"
        )

    def as_record(self) -> dict[str, str | int]:
        """Give the bond as plain JSON types."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def name_bond(structure: Complex, receptor_atom: int, ligand_atom: int) -> Bond:
    """Name a pair of atoms, given by index."""
    residue = structure.receptor.residue_of(receptor_atom)
    return Bond(
        residue.name.strip(),
        residue.id.number,
        residue.id.insertion_code.strip(),
        residue.id.chain_id.strip(),
        structure.receptor.atom_names[receptor_atom].strip(),
        structure.ligand_labels[ligand_atom].strip(),
    )


def bonds_of_residues(annotation: Annotation) -> dict[int, tuple[tuple[int, int], ...]]:
    """Map each pocket residue that has bonds to its (receptor atom, ligand atom) pairs.

    Keys are indices into ``receptor.residues``, in pocket order; pairs ascend. Bonds of
    residues that are not drawn are left out, since no picture shows them.
    """
    structure = annotation.structure
    pairs: dict[int, list[tuple[int, int]]] = {}
    for receptor_atom, ligand_atom in annotation.bonded_pairs:
        residue = int(structure.receptor.residue_index[receptor_atom])
        pairs.setdefault(residue, []).append((receptor_atom, ligand_atom))
    return {
        residue: tuple(pairs[residue]) for residue in structure.pocket_residues if residue in pairs
    }


def residue_keys(structure: Complex) -> dict[int, str]:
    """Map each pocket residue to a text that no other pocket residue has, for question ids.

    The residue's identity ("A:52A"); where two residues share it, with name and index added.
    """
    residues = structure.receptor.residues
    plain = {index: str(residues[index].id) for index in structure.pocket_residues}
    # upper case, because the key may become a file name where case is folded
    counts: dict[str, int] = {}
    for key in plain.values():
        counts[key.upper()] = counts.get(key.upper(), 0) + 1
    return {
        index: key if counts[key.upper()] == 1 else f"{key}:{residues[index].name.strip()}:{index}"
        for index, key in plain.items()
    }


def case_matters(structure: Complex) -> bool:
    """Whether case tells two ligand labels or two chains of the pocket apart."""
    chains = {
        structure.receptor.residues[index].id.chain_id.strip()
        for index in structure.pocket_residues
    }
    labels = set(structure.ligand_labels)
    return any(len({one.upper() for one in names}) < len(names) for names in (chains, labels))
