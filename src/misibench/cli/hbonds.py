"""``misi hbonds``: hydrogen bonds of one complex, one pair explained, or a check of them all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.complex_files import read_complex
from misibench.cli.hbonds_output import (
    complex_json,
    print_bonds,
    print_check,
    print_explanation,
)
from misibench.errors import UsageError
from misibench.hbonds import (
    HBondCriteria,
    check_reference,
    compare_tools,
    explain_pair,
    find_hydrogen_bonds,
)
from misibench.structure import Complex, ResidueId

__all__ = ["command", "find_ligand_atom", "find_receptor_atom"]


def command(
    pocket: Annotated[
        Path | None,
        typer.Argument(help="Pocket or protein (.pdb, .cif, also .gz), or a whole complex."),
    ] = None,
    ligand: Annotated[
        Path | None, typer.Argument(help="Ligand (.mol2, .sdf, also .gz); not for a complex.")
    ] = None,
    ligand_selection: Annotated[
        str | None,
        typer.Option("--ligand", help="Ligand inside a complex file: RES[:CHAIN[:NUM]]."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of a table.")] = False,
    criteria: Annotated[
        str, typer.Option(help="relaxed (ChimeraX's default) or strict (limits as published).")
    ] = "relaxed",
    distance_tolerance: Annotated[
        float | None, typer.Option(help="Added to distance limits, Å (0.4 if not given).", min=0.0)
    ] = None,
    angle_tolerance: Annotated[
        float | None,
        typer.Option(help="Taken off angle limits, degrees (20 if not given).", min=0.0),
    ] = None,
    explain: Annotated[
        tuple[str, str] | None,
        typer.Option(
            help="RES:ATOM and LIGATOM: say why this pair is bonded or not. RES is a number with "
            "name and chain as needed: 189, ASP189 or A:189.",
            metavar="RES:ATOM LIGATOM",
        ),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Add what PLIP and ProLIF find, where installed.")
    ] = False,
    check: Annotated[
        Path | None,
        typer.Option(help="Folder of reference files (.jsonl): compare every complex in them."),
    ] = None,
    structures: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of structures for --check; may be given several times."),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes for --check.", min=1)] = 2,
) -> None:
    """Find the hydrogen bonds between a pocket and its ligand, as ChimeraX does.

    Lengths are in Å, angles in degrees. Hydrogens count as they are in the files; where a file
    has none they are computed.

    Examples:

    misi hbonds 1aku_pocket.pdb 1aku_ligand.mol2

    misi hbonds 4dfr.cif --ligand MTX:A --json

    misi hbonds 1aku_pocket.pdb 1aku_ligand.mol2 --explain A:12:OG1 O9

    misi hbonds --check reference/hbonds --structures structures
    """
    if check is not None:
        if pocket or ligand or ligand_selection or explain or compare or as_json:
            raise UsageError(
                "--check", "given together with a complex", "only --structures beside it"
            )
        report = check_reference(check, structures or [], workers=workers)
        print_check(report)
        raise typer.Exit(0 if report.passed else 1)
    if structures:
        raise UsageError("--structures", "given without --check", "both or neither")
    if pocket is None:
        raise UsageError("misi hbonds", "no input", "POCKET LIGAND, or --check", "see --help")
    chosen = _criteria(criteria, distance_tolerance, angle_tolerance)
    structure = read_complex(pocket, ligand, ligand_selection)
    if explain is not None:
        pair = (
            find_receptor_atom(structure, explain[0]),
            find_ligand_atom(structure, explain[1]),
        )
        print_explanation(structure, explain_pair(structure, *pair, chosen), as_json=as_json)
        return
    bonds = find_hydrogen_bonds(structure, chosen)
    comparison = compare_tools(structure) if compare else None
    if as_json:
        typer.echo(json.dumps(complex_json(structure, bonds, chosen, comparison), indent=1))
    else:
        print_bonds(structure, bonds, chosen, comparison)


def _criteria(
    name: str, distance_tolerance: float | None, angle_tolerance: float | None
) -> HBondCriteria:
    if name not in ("relaxed", "strict"):
        raise UsageError("--criteria", repr(name), "relaxed or strict")
    given = distance_tolerance is not None or angle_tolerance is not None
    if name == "strict" and given:
        raise UsageError(
            "--criteria", "strict with a tolerance", "one or the other", "strict has no tolerance"
        )
    default = HBondCriteria()
    return HBondCriteria(
        relaxed=name == "relaxed",
        distance_tolerance=(
            default.distance_tolerance if distance_tolerance is None else distance_tolerance
        ),
        angle_tolerance_deg=(
            default.angle_tolerance_deg if angle_tolerance is None else angle_tolerance
        ),
    )


def find_receptor_atom(structure: Complex, text: str) -> int:
    """Find the receptor atom that ``[CHAIN:][NAME]NUMBER[CODE]:ATOM`` means, in any case.

    Raises
    ------
    UsageError
        No such atom, or several; the message lists what is there.
    """
    where, _, atom_name = text.rpartition(":")
    if not where:
        raise UsageError("--explain", repr(text), "RES:ATOM, for example ASP189:OD1")
    receptor = structure.receptor
    residues = [
        place
        for place, residue in enumerate(receptor.residues)
        if where.replace(" ", "").upper() in _spellings(residue.name, residue.id)
    ]
    if not residues:
        raise UsageError(
            "--explain", f"no residue {where!r} in {structure.id}", "a residue of the receptor",
            "give it as CHAIN:NUMBER, for example A:189",
        )  # fmt: skip
    atoms = [
        atom
        for place in residues
        for atom in receptor.residue_atoms[place]
        if receptor.atom_names[atom].upper() == atom_name.upper()
    ]
    if len(atoms) == 1:
        return atoms[0]
    names = ", ".join(
        f"{receptor.residues[place].label} of chain {receptor.residues[place].id.chain_id} "
        f"({' '.join(receptor.atom_names[one] for one in receptor.residue_atoms[place])})"
        for place in residues
    )
    problem = "no such atom" if not atoms else "several such atoms"
    raise UsageError("--explain", f"{problem}: {text}", f"one atom of {names}")


def _spellings(name: str, identity: ResidueId) -> set[str]:
    number = f"{identity.number}{identity.insertion_code.strip()}".upper()
    short = {number, f"{name.upper()}{number}", f"{name.upper()}:{number}"}
    chain = identity.chain_id.strip().upper() or "_"
    return short | {f"{chain}:{one}" for one in short}


def find_ligand_atom(structure: Complex, text: str) -> int:
    """Find the ligand atom with this label, or else with this name in its file.

    Raises
    ------
    UsageError
        No such atom, or several.
    """
    labels = list(structure.ligand_labels)
    if text in labels:
        return labels.index(text)
    named = [
        atom
        for atom, name in enumerate(structure.ligand.atom_names)
        if name.upper() == text.upper()
    ]
    if len(named) == 1:
        return named[0]
    polar = [
        label
        for label, number in zip(labels, structure.ligand.atomic_numbers, strict=True)
        if number in (7, 8, 16)
    ]
    raise UsageError(
        "--explain", f"no single ligand atom {text!r}", f"N, O and S atoms: {', '.join(polar)}"
    )
