"""Compare with reference files: bonds and atom types that ChimeraX itself gave.

A reference file has one JSON object a line: ``id``, ``pocket`` or ``protein`` and ``ligand`` (file
names), ``as_is`` (bonds of the files as they are), and, where known, ``no_h`` (bonds after every
hydrogen was deleted), ``pocket_types`` and ``ligand_types`` (IDATM type of every atom).
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final

from misibench.errors import MisiError
from misibench.hbonds.hydrogens import without_hydrogens
from misibench.hbonds.idatm import idatm_types
from misibench.hbonds.listing import bond_record
from misibench.hbonds.search import find_hydrogen_bonds
from misibench.structure import Complex, Molecule, read_molecule, unique_labels

__all__ = ["MODES", "Agreement", "CheckReport", "ComplexCheck", "check_reference", "files_as_read"]

MODES: Final = ("as_is", "no_h")
DISTANCE_AGREEMENT: Final = 0.002
"""Distances that differ by more are differences, Å; the reference has four decimals."""

BondKey = tuple[str, int, str, str, int, str]
"""Chain, residue number, insertion code, atom, position of the ligand atom, donor."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts of a comparison; ``+`` adds them up."""

    complexes: int = 0
    bonds: int = 0
    missing: int = 0
    extra: int = 0
    types: int = 0
    equal_types: int = 0

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.complexes + other.complexes,
            self.bonds + other.bonds,
            self.missing + other.missing,
            self.extra + other.extra,
            self.types + other.types,
            self.equal_types + other.equal_types,
        )

    @property
    def type_agreement(self) -> str:
        """Share of equal atom types in words; "not given" where the reference has none."""
        if not self.types:
            return "not given"
        hundredths = 10_000 * self.equal_types // self.types  # never rounds up to 100
        return f"{hundredths / 100:.2f} % ({self.equal_types} of {self.types})"


@dataclass(frozen=True, slots=True)
class ComplexCheck:
    """One complex of a reference file against our own result.

    Attributes
    ----------
    file, id
        The reference file's name and the complex.
    agreement
        Counts by mode; a mode without reference is left out.
    differences
        One line per bond, hydrogen, distance or group of types that differs.
    failure
        Why nothing could be compared; all bonds count as missing then.
    """

    file: str
    id: str
    agreement: dict[str, Agreement]
    differences: tuple[str, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All complexes of all reference files."""

    checks: tuple[ComplexCheck, ...] = field(default_factory=tuple)

    def total(self, mode: str, file: str | None = None) -> Agreement:
        """Add up the counts of a mode, of one reference file or of all."""
        return sum(
            (
                check.agreement[mode]
                for check in self.checks
                if mode in check.agreement and file in (None, check.file)
            ),
            Agreement(),
        )

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the reference files, in order."""
        return tuple(dict.fromkeys(check.file for check in self.checks))

    @property
    def passed(self) -> bool:
        """Whether every complex was compared and no bond is missing or extra ``as_is``."""
        total = self.total("as_is")
        return not (total.missing or total.extra or any(check.failure for check in self.checks))


def check_reference(
    reference: str | PathLike[str],
    structures: Sequence[str | PathLike[str]],
    *,
    workers: int = 2,
) -> CheckReport:
    """Compare every complex of the reference files.

    Parameters
    ----------
    reference
        A folder of ``.jsonl`` files, or one such file.
    structures
        Folders in which ``<id>/<file>`` or ``<file>`` is looked for, in order; after them the
        folders beside each that have its name and a suffix (``structures_full`` beside
        ``structures``), and the complexes that come with PoseBusters.
    workers
        Number of processes.

    Raises
    ------
    MisiError
        No reference file, one that cannot be read, or a folder that is not there.
    """
    folders = _folders(structures)
    jobs = [
        (file.name, record, folders)
        for file in _reference_files(Path(reference))
        for record in _records(file)
    ]
    if workers < 2 or len(jobs) < 2:
        return CheckReport(tuple(map(_check_job, jobs)))
    with ProcessPoolExecutor(workers) as pool:
        return CheckReport(tuple(pool.map(_check_job, jobs, chunksize=8)))


def files_as_read(complex_id: str, receptor_path: Path, ligand_path: Path) -> Complex:
    """Make a complex of two files with everything in them, solvent too, as ChimeraX opens them."""
    receptor, ligand = read_molecule(receptor_path), read_molecule(ligand_path)
    return _whole(complex_id, receptor, ligand)


def _whole(complex_id: str, receptor: Molecule, ligand: Molecule) -> Complex:
    everything = tuple(range(len(receptor.residues)))
    return Complex(complex_id, receptor, everything, ligand, unique_labels(ligand))


def _reference_files(reference: Path) -> list[Path]:
    files = [reference] if reference.is_file() else sorted(reference.glob("*.jsonl"))
    if not files:
        raise MisiError(
            reference, "no reference files", "a folder with .jsonl files", "give another folder"
        )
    return files


def _records(file: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            record["id"], record["ligand"], record["as_is"], _receptor_file(record)
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise MisiError(
                f"{file}, line {number}",
                f"no reference record ({error})",
                "a JSON object with id, pocket or protein, ligand, as_is",
                "repair the line",
            ) from None
        yield record


def _receptor_file(record: dict[str, Any]) -> str:
    return str(record["pocket"] if "pocket" in record else record["protein"])


def _folders(structures: Sequence[str | PathLike[str]]) -> tuple[Path, ...]:
    given = [Path(one) for one in structures]
    for folder in given:
        if not folder.is_dir():
            raise MisiError(folder, "no such folder", "a folder of structures", "check the path")
    beside = [
        other
        for folder in given
        for other in sorted(folder.resolve().parent.glob(f"{folder.resolve().name}_*"))
        if other.is_dir()
    ]
    spec = importlib.util.find_spec("posebusters")
    shipped = [
        Path(one) / "datasets" / "pdb" for one in (spec and spec.submodule_search_locations) or ()
    ]
    return (*given, *beside, *shipped)


def _find(folders: Iterable[Path], complex_id: str, names: tuple[str, str]) -> list[Path]:
    """Find receptor and ligand file side by side: names recur in other folders."""
    for folder in folders:
        for home in (folder / complex_id, folder):
            paths = [home / name for name in names]
            if all(path.is_file() for path in paths):
                return paths
    raise MisiError(
        complex_id, f"no structure folder has {' and '.join(names)}", "", "give their folder"
    )


def _check_job(job: tuple[str, dict[str, Any], tuple[Path, ...]]) -> ComplexCheck:
    file, record, folders = job
    complex_id = str(record["id"])
    modes = tuple(str(mode) for mode in MODES if mode in record)
    try:
        names = (_receptor_file(record), str(record["ligand"]))
        structure = files_as_read(complex_id, *_find(folders, complex_id, names))
    except MisiError as error:
        lost = {mode: Agreement(1, len(record[mode]), missing=len(record[mode])) for mode in modes}
        return ComplexCheck(file, complex_id, lost, failure=str(error))
    agreement: dict[str, Agreement] = {}
    differences: list[str] = []
    for mode in modes:
        if mode == "no_h":
            structure = _whole(
                complex_id,
                without_hydrogens(structure.receptor),
                without_hydrogens(structure.ligand),
            )
        types = idatm_types(structure.receptor), idatm_types(structure.ligand)
        counts, lines = _compare_bonds(structure, types, record[mode])
        if mode == "as_is":
            for side, key, own in zip(
                ("receptor", "ligand"), ("pocket_types", "ligand_types"), types, strict=True
            ):
                if key in record:
                    type_counts, type_lines = _compare_types(side, record[key], own)
                    counts += type_counts
                    lines += type_lines
        agreement[mode] = counts
        differences += [f"{mode}: {line}" for line in lines]
    return ComplexCheck(file, complex_id, agreement, tuple(differences))


def _compare_bonds(
    structure: Complex,
    types: tuple[tuple[str, ...], tuple[str, ...]],
    expected: list[dict[str, Any]],
) -> tuple[Agreement, list[str]]:
    own = {
        _key(record): record
        for record in (
            bond_record(structure, bond) for bond in find_hydrogen_bonds(structure, types=types)
        )
    }
    wanted = {_key(record): record for record in expected}
    missing = [wanted[key] for key in wanted if key not in own]
    extra = [own[key] for key in own if key not in wanted]
    lines = [f"missing {_describe(record)}" for record in missing]
    lines += [
        f"extra {_describe(record)} ({record['donor_class']} to {record['acceptor_class']})"
        for record in extra
    ]
    for key, record in wanted.items():
        if key in own:
            lines += _compare_geometry(record, own[key])
    return Agreement(1, len(wanted), len(missing), len(extra)), lines


def _key(record: dict[str, Any]) -> BondKey:
    return (
        str(record["chain"]).strip(),
        int(record["res_number"]),
        str(record["ins_code"]).strip(),
        str(record["res_atom"]),
        int(record["lig_index"]),
        str(record["donor"]),
    )


def _describe(record: dict[str, Any]) -> str:
    where = f"{record['res_name']} {record['chain']}:{record['res_number']}{record['ins_code']}"
    return (
        f"{where} {record['res_atom']} - ligand {record['lig_atom']} (atom {record['lig_index']}), "
        f"donor {record['donor']}, {record['distance']:.3f} Å"
    )


def _compare_geometry(wanted: dict[str, Any], own: dict[str, Any]) -> list[str]:
    lines = []
    if wanted["hydrogen"] != own["hydrogen"]:
        lines.append(
            f"hydrogen {own['hydrogen']} instead of {wanted['hydrogen']}: {_describe(own)}"
        )
    for name in ("distance", "hydrogen_distance"):
        first, second = wanted[name], own[name]
        if (first is None) != (second is None) or (
            first is not None and abs(first - second) > DISTANCE_AGREEMENT
        ):
            lines.append(f"{name} {second} instead of {first}: {_describe(own)}")
    return lines


def _compare_types(
    side: str, wanted: Sequence[str], own: Sequence[str]
) -> tuple[Agreement, list[str]]:
    if len(wanted) != len(own):
        line = f"{side}: {len(own)} atoms where the reference has {len(wanted)}"
        return Agreement(types=len(wanted)), [line]
    lines = [
        f"type of {side} atom {atom}: {ours} instead of {theirs}"
        for atom, (theirs, ours) in enumerate(zip(wanted, own, strict=True))
        if theirs != ours
    ]
    return Agreement(types=len(own), equal_types=len(own) - len(lines)), lines
