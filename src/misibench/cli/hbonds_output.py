"""How ``misi hbonds`` shows what it found: tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from misibench.cli.console import plain_console
from misibench.hbonds import (
    BondMark,
    CheckReport,
    DirectionExplanation,
    HBond,
    HBondCriteria,
    PairExplanation,
    ToolResult,
    bond_record,
    hydrogens_present,
    mark_bonds,
)
from misibench.hbonds.check import MODES, Agreement
from misibench.hbonds.checks import Check
from misibench.structure import Complex

__all__ = ["complex_json", "print_bonds", "print_check", "print_explanation"]


def complex_json(
    structure: Complex,
    bonds: Sequence[HBond],
    criteria: HBondCriteria,
    comparison: Sequence[ToolResult] | None,
) -> dict[str, Any]:
    """Give the bonds of a complex as a JSON-ready record; ``hbonds`` is empty if there is none."""
    records = []
    for bond, mark in zip(bonds, mark_bonds(bonds, comparison or ()), strict=True):
        record = bond_record(structure, bond)
        if comparison is not None:
            record["found_by"] = list(mark.found_by)
            record["refused_by"] = list(mark.refused_by)
        record["ambiguous"] = mark.ambiguous
        records.append(record)
    result: dict[str, Any] = {
        "id": structure.id,
        "criteria": asdict(criteria),
        "hydrogens": asdict(hydrogens_present(structure)),
        "notes": dict(structure.notes),
        "hbonds": records,
    }
    if comparison is not None:
        result["compared_with"] = [
            {
                "tool": one.tool,
                "version": one.version,
                "pairs": None if one.pairs is None else len(one.pairs),
                "reason": one.reason,
            }
            for one in comparison
        ]
    return result


def print_bonds(
    structure: Complex,
    bonds: Sequence[HBond],
    criteria: HBondCriteria,
    comparison: Sequence[ToolResult] | None,
) -> None:
    """Print the bonds of a complex as a table, or that there is none."""
    console = plain_console()
    for note in structure.notes.values():
        console.print(f"Note: {note}")
    if bonds:
        _print_table(console, structure, bonds, comparison)
    pairs = len({(bond.receptor_atom, bond.ligand_atom) for bond in bonds})
    counted = (
        f"{pairs} hydrogen-bonded pair{'' if pairs == 1 else 's'}"
        if pairs
        else ("Looked, and there is no hydrogen bond")
    )
    console.print(f"{counted} in {structure.id}; {_criteria_text(criteria)}.")
    present = hydrogens_present(structure)
    if not (present.receptor and present.ligand):
        console.print(f"There are {present}.")
    for result in comparison or ():
        if result.pairs is None:
            console.print(f"{result.tool}: {result.reason}.")
        else:
            console.print(f"{result.tool} {result.version}: {len(result.pairs)} pairs.")


def _print_table(
    console: Console,
    structure: Complex,
    bonds: Sequence[HBond],
    comparison: Sequence[ToolResult] | None,
) -> None:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("residue", "atom", "ligand", "donor", "hydrogen"):
        table.add_column(heading, no_wrap=True)
    for heading in ("D-A Å", "H-A Å", "D-H-A °"):
        table.add_column(heading, justify="right", no_wrap=True)
    for heading in ("donor class", "acceptor class", "mark"):
        table.add_column(heading)
    if comparison is not None:
        table.add_column("also found by")
    for bond, mark in zip(bonds, mark_bonds(bonds, comparison or ()), strict=True):
        one = bond_record(structure, bond)
        row = [
            f"{one['res_name']} {one['chain'].strip() or '_'}:{one['res_number']}{one['ins_code']}",
            one["res_atom"],
            one["lig_label"],
            one["donor"],
            one["hydrogen"] or "-",
            f"{bond.distance:.2f}",
            "-" if bond.hydrogen_distance is None else f"{bond.hydrogen_distance:.2f}",
            "-" if bond.angle_deg is None else f"{bond.angle_deg:.0f}",
            bond.donor_class,
            bond.acceptor_class,
            _mark_text(mark),
        ]
        if comparison is not None:
            row.append(", ".join(mark.found_by) or "-")
        table.add_row(*row)
    console.print(table, soft_wrap=False)


def _mark_text(mark: BondMark) -> str:
    if mark.near_limit:
        return "near a limit"
    return "refused by both" if mark.ambiguous else ""


def _criteria_text(criteria: HBondCriteria) -> str:
    if not criteria.relaxed:
        return "strict limits"
    return (
        f"limits relaxed by {criteria.distance_tolerance:g} Å and {criteria.angle_tolerance_deg:g}°"
    )


def print_explanation(structure: Complex, explained: PairExplanation, *, as_json: bool) -> None:
    """Print every step of the test of a pair, both directions."""
    if as_json:
        typer.echo(json.dumps(_explanation_json(structure, explained), indent=1))
        return
    console = plain_console()
    receptor = structure.receptor
    residue = receptor.residue_of(explained.receptor_atom)
    console.print(
        f"{residue.label} (chain {residue.id.chain_id.strip() or '_'}) "
        f"{receptor.atom_names[explained.receptor_atom]} ({explained.receptor_type}) and ligand "
        f"{structure.ligand_labels[explained.ligand_atom]} ({explained.ligand_type}), "
        f"{explained.distance:.2f} Å apart: {'bonded' if explained.bonded else 'not bonded'}."
    )
    for direction in explained.directions:
        _print_direction(console, direction)


def _print_direction(console: Console, direction: DirectionExplanation) -> None:
    verdict = "accepted" if direction.bonded else "refused"
    console.print(f"\nDonor {direction.donor}: {verdict}")
    if direction.reason:
        console.print(f"  {direction.reason}")
        return
    for role, name, checks in (
        ("acceptor", direction.acceptor_class, direction.acceptor_checks),
        ("donor", direction.donor_class, direction.donor_checks),
    ):
        console.print(f"  {role} side, {name}")
        for check in checks:
            console.print(f"    {'pass' if check.passed else 'FAIL'}  {_check_text(check)}")


def _check_text(check: Check) -> str:
    if check.value is None:
        return f"{check.name}: {check.note}"
    gap = "" if check.unit == "°" else " "
    digits = 1 if check.unit == "°" else 2

    def number(value: float, sign: str = "") -> str:
        return f"{value:{sign}.{digits}f}{gap}{check.unit}"

    limits = [f"at least {number(check.low)}"] if check.low is not None else []
    limits += [f"at most {number(check.high)}"] if check.high is not None else []
    margin = "" if check.margin is None else f", margin {number(check.margin, '+')}"
    return f"{check.name}: {number(check.value)} ({' and '.join(limits)}{margin})"


def _explanation_json(structure: Complex, explained: PairExplanation) -> dict[str, Any]:
    def steps(checks: Sequence[Check]) -> list[dict[str, Any]]:
        return [{**asdict(check), "margin": check.margin} for check in checks]

    residue = structure.receptor.residue_of(explained.receptor_atom)
    return {
        "id": structure.id,
        "res_name": residue.name,
        "res_number": residue.id.number,
        "ins_code": residue.id.insertion_code.strip(),
        "chain": residue.id.chain_id,
        "res_atom": structure.receptor.atom_names[explained.receptor_atom],
        "lig_atom": structure.ligand.atom_names[explained.ligand_atom],
        "receptor_type": explained.receptor_type,
        "ligand_type": explained.ligand_type,
        "distance": round(explained.distance, 4),
        "bonded": explained.bonded,
        "directions": [
            {
                "donor": one.donor,
                "bonded": one.bonded,
                "donor_class": one.donor_class,
                "acceptor_class": one.acceptor_class,
                "reason": one.reason,
                "acceptor_checks": steps(one.acceptor_checks),
                "donor_checks": steps(one.donor_checks),
            }
            for one in explained.directions
        ],
    }


def print_check(report: CheckReport) -> None:
    """Print every difference, a table by file, and the totals; ``as_is`` is the last line."""
    console = plain_console()
    for check in report.checks:
        if check.failure:
            console.print(f"{check.file} {check.id}: not compared: {check.failure}")
        for difference in check.differences:
            console.print(f"{check.file} {check.id} {difference}")
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("file", "mode"):
        table.add_column(heading, no_wrap=True)
    for heading in ("complexes", "bonds", "missing", "extra"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("equal types")
    for file in report.files:
        for mode in MODES:
            total = report.total(mode, file)
            if total.complexes:
                table.add_row(
                    file, mode, str(total.complexes), str(total.bonds), str(total.missing),
                    str(total.extra), total.type_agreement,
                )  # fmt: skip
    console.print(table)
    for mode in reversed(MODES):
        typer.echo(_total_line(mode, report.total(mode)))


def _total_line(mode: str, total: Agreement) -> str:
    return (
        f"{mode}: complexes {total.complexes}, bonds {total.bonds}, missing {total.missing}, "
        f"extra {total.extra}, type agreement {total.type_agreement}"
    )
