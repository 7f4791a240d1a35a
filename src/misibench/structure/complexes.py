"""From input files to a ``Complex``: solvent out, ligand out of the receptor, pocket chosen."""

from __future__ import annotations

from collections import Counter
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError
from misibench.structure.labels import unique_labels
from misibench.structure.ligand_choice import choose_ligand
from misibench.structure.molecule import Complex, Molecule
from misibench.structure.parsed import ParsedFile
from misibench.structure.placement import (
    POCKET_RADIUS,
    check_placement,
    check_separation,
    coinciding_residues,
    residues_within,
)
from misibench.structure.reading import parse_text
from misibench.structure.sanitisation import sanitisation_problem
from misibench.structure.solvent import bonded_groups, solvent_atoms
from misibench.structure.sources import names_pocket
from misibench.structure.subset import take_atoms
from misibench.structure.textfile import format_suffix, read_text

__all__ = ["load_complex"]

MIN_LIGAND_HEAVY_ATOMS: Final = 3
"""Fewer heavy atoms have no orientation to ask about: single metals and ions are no ligands."""

MAX_LIGAND_HEAVY_ATOMS: Final = 250
"""A peptide of some thirty residues; more labels than this cannot be read in one picture."""

MAX_RECEPTOR_ATOMS: Final = 250_000
"""More than the largest ribosome entries have."""

MAX_POCKET_ATOMS: Final = 20_000
"""Atoms drawn and labelled; a 10 Å pocket has some 1,200, hydrogens included."""


def load_complex(
    receptor_path: str | PathLike[str],
    ligand_path: str | PathLike[str] | None = None,
    *,
    complex_id: str,
    ligand_selection: str | None = None,
    pocket_radius: float = POCKET_RADIUS,
    is_pocket: bool | None = None,
    keep_solvent: bool = False,
) -> Complex:
    """Read a receptor and its ligand and make them one complex.

    Parameters
    ----------
    ligand_path
        The ligand's file. None takes it out of the receptor file. Where a mol2 file cannot be
        used and an SDF of the same name lies beside it, that one is used and noted.
    complex_id
        The name of the complex.
    ligand_selection
        ``RES[:CHAIN[:NUM]]``, only without ``ligand_path``; None chooses the largest small
        molecule and notes it.
    pocket_radius
        Residues with an atom this near to the ligand are the pocket, Å.
    is_pocket
        Whether the receptor file is a pocket already, all of whose residues count; None decides
        by the file's name (``..._pocket.pdb``, ``pocket.pdb``).
    keep_solvent
        Leaves water in the receptor, for comparisons with programs that do.

    Raises
    ------
    StructureError
        The complex cannot be used; ``reason`` says why.
    """
    receptor_path = Path(receptor_path)
    parsed = _parse(receptor_path)
    _check_size(receptor_path, len(parsed.molecule), MAX_RECEPTOR_ATOMS, "receptor atoms")
    notes = {f"receptor_{code}": text for code, text in parsed.notes.items()}
    receptor = parsed.molecule if keep_solvent else _without_solvent(parsed.molecule, notes)
    if ligand_path is None:
        choice = choose_ligand(receptor, ligand_selection)
        notes.update(choice.notes)
        ligand = take_atoms(receptor, choice.atoms, name=f"{receptor_path} (ligand)")
        receptor = _without_ligand(take_atoms(receptor, ~choice.atoms), ligand, notes)
        where = str(receptor_path)
    else:
        ligand = _read_ligand(Path(ligand_path), notes)
        receptor = _without_ligand(receptor, ligand, notes)
        where = str(ligand_path)
    _check_ligand(where, ligand, notes)
    if not (~receptor.is_hydrogen).any():
        raise StructureError(
            receptor_path,
            "nothing but solvent and ligand",
            "a protein or nucleic acid",
            "check the file",
            reason=RefusalReason.NO_POCKET,
        )
    covalent = check_placement(where, receptor, ligand)
    if covalent:
        notes["covalent"] = covalent
    if is_pocket is None:
        is_pocket = names_pocket(receptor_path)
    pocket = (
        tuple(range(len(receptor.residues)))
        if is_pocket
        else residues_within(receptor, ligand, pocket_radius)
    )
    _check_pocket(receptor_path, receptor, pocket)
    _note_repeats(receptor, pocket, notes)
    labels = unique_labels(ligand)
    if labels != ligand.atom_names:
        notes["ligand_labels"] = "Atoms whose names are not unique are labelled by number: " + (
            _label_map(ligand, labels)
        )
    return Complex(complex_id, receptor, pocket, ligand, labels, notes)


def _parse(path: Path) -> ParsedFile:
    return parse_text(read_text(path), path)


def _check_size(where: Path, found: int, limit: int, what: str) -> None:
    if found > limit:
        raise StructureError(
            where,
            f"{found:,} {what}",
            f"at most {limit:,}",
            "are receptor and ligand swapped? else cut the file down to the complex of interest",
            reason=RefusalReason.TOO_LARGE,
        )


def _without_solvent(molecule: Molecule, notes: dict[str, str]) -> Molecule:
    solvent = solvent_atoms(molecule)
    if not solvent.any():
        return molecule
    residues = np.unique(molecule.residue_index[solvent])
    names = sorted({molecule.residues[one].name for one in residues})
    notes["solvent_removed"] = f"{len(residues)} solvent residues left out ({', '.join(names)})."
    return take_atoms(molecule, ~solvent)


def _read_ligand(path: Path, notes: dict[str, str]) -> Molecule:
    """Read a ligand file; fall back from a mol2 that cannot be used to the SDF beside it."""
    try:
        text = read_text(path)
        parsed = parse_text(text, path)
    except StructureError as error:
        other = _sdf_beside(path)
        if other is None:
            raise
        try:
            text = read_text(other)
            parsed = parse_text(text, other)
        except StructureError:
            raise error from None
        notes["ligand_fallback"] = f"{other.name} is used, since {error}."
        path = other
    notes.update({f"ligand_{code}": sentence for code, sentence in parsed.notes.items()})
    problem = sanitisation_problem(text, format_suffix(path))
    if problem:
        notes["ligand_unsanitised"] = problem
    return parsed.molecule


def _sdf_beside(path: Path) -> Path | None:
    """Give the SDF of the same name as a mol2 file, plain or compressed."""
    if format_suffix(path) != ".mol2":
        return None
    stem = path.name[: path.name.lower().rindex(".mol2")]
    others = (path.with_name(stem + suffix) for suffix in (".sdf", ".sdf.gz"))
    return next((one for one in others if one.is_file()), None)


def _without_ligand(receptor: Molecule, ligand: Molecule, notes: dict[str, str]) -> Molecule:
    """Take the ligand's own atoms, and other occupants of its place, out of the receptor."""
    if not (~ligand.is_hydrogen).any() or not len(receptor):
        return receptor
    itself, beside = coinciding_residues(receptor, ligand)
    if itself:
        notes["ligand_in_receptor"] = (
            f"The receptor file holds the ligand too ({_names(receptor, itself)}); "
            "that copy is left out."
        )
    if beside:
        notes["site_shared"] = (
            f"{_names(receptor, beside)} lies in the ligand's place and is left out."
        )
    return take_atoms(receptor, ~np.isin(receptor.residue_index, itself + beside))


def _names(molecule: Molecule, residues: list[int]) -> str:
    return ", ".join(
        f"{molecule.residues[one].name} {molecule.residues[one].id}" for one in residues
    )


def _check_ligand(where: str, ligand: Molecule, notes: dict[str, str]) -> None:
    heavy = int((~ligand.is_hydrogen).sum())
    if heavy < MIN_LIGAND_HEAVY_ATOMS:
        raise StructureError(
            where,
            f"a ligand of {heavy} heavy atoms",
            f"at least {MIN_LIGAND_HEAVY_ATOMS}",
            "choose another ligand",
            reason=RefusalReason.NO_LIGAND,
        )
    _check_size(Path(where), heavy, MAX_LIGAND_HEAVY_ATOMS, "heavy atoms in the ligand")
    check_separation(where, ligand)
    groups, _ = bonded_groups(ligand)
    if groups > 1:
        notes["ligand_fragments"] = f"The ligand consists of {groups} parts without a bond."


def _check_pocket(where: Path, receptor: Molecule, pocket: tuple[int, ...]) -> None:
    if not pocket:
        raise StructureError(
            where,
            "no residue near the ligand",
            "a pocket",
            "raise the pocket radius",
            reason=RefusalReason.NO_POCKET,
        )
    chosen: NDArray[np.bool_] = np.isin(receptor.residue_index, pocket)
    _check_size(where, int(chosen.sum()), MAX_POCKET_ATOMS, "atoms in the pocket")


def _note_repeats(receptor: Molecule, pocket: tuple[int, ...], notes: dict[str, str]) -> None:
    """Note residues of one chain and number, as in files that have lost their chain letters."""
    counts = Counter(receptor.residues[one].id for one in pocket)
    repeated = [one for one in pocket if counts[receptor.residues[one].id] > 1]
    if repeated:
        notes["repeated_residues"] = (
            f"{len(repeated)} residues have chain and number of another (the first: "
            f"{_names(receptor, repeated[:1])}); answers cannot tell them apart."
        )


def _label_map(ligand: Molecule, labels: tuple[str, ...]) -> str:
    """Changed labels as ``label=name#atom`` (atoms counted from 1)."""
    changed = (
        f"{label}={name}#{atom}"
        for atom, (label, name) in enumerate(zip(labels, ligand.atom_names, strict=True), start=1)
        if label != name
    )
    return " ".join(changed)
