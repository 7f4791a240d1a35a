"""One biological assembly of an mmCIF entry."""

from __future__ import annotations

from pathlib import Path

import gemmi

from misibench.errors import FetchError
from misibench.structure.textfile import read_text

__all__ = ["assembly_document"]


def assembly_document(path: Path, assembly: str | None, notes: list[str]) -> str:
    """Give an entry as mmCIF text with the atoms of one assembly.

    An assembly that is the deposited model itself leaves the entry's text as it is, so that
    nothing of it is lost. Copies of a chain get names of their own.

    Parameters
    ----------
    path
        The entry.
    assembly
        Its name in the entry ("1"); None takes the deposited coordinates.
    notes
        Sentences on what was done are added here.

    Raises
    ------
    FetchError
        If the entry has assemblies, but not this one.
    """
    text = read_text(path)
    if assembly is None:
        return text
    document = gemmi.cif.read_string(text)
    structure = gemmi.make_structure_from_block(document.sole_block())
    names = [one.name for one in structure.assemblies]
    if not names:
        notes.append("The entry defines no assembly; taken as deposited.")
        return text
    if assembly not in names:
        raise FetchError(
            path, f"no assembly {assembly!r}", "one of " + ", ".join(names), "give --assembly"
        )
    chosen = structure.assemblies[names.index(assembly)]
    if _is_deposited(structure, chosen):
        return text
    before = {chain.name for chain in structure[0]}
    structure.transform_to_assembly(assembly, gemmi.HowToNameCopiedChain.Short)
    after = [chain.name for chain in structure[0]]
    notes.append(
        f"Assembly {assembly} of {len(names)}: chains {', '.join(after)} "
        f"of the deposited {', '.join(sorted(before))}."
    )
    written: str = structure.make_mmcif_document().as_string()
    return written


def _is_deposited(structure: gemmi.Structure, assembly: gemmi.Assembly) -> bool:
    """Whether an assembly is all of the deposited coordinates, each once and unmoved."""
    wanted = {residue.subchain for chain in structure[0] for residue in chain}
    found: list[str] = []
    for generator in assembly.generators:
        if any(not one.transform.is_identity() for one in generator.operators):
            return False
        found += list(generator.subchains) * len(generator.operators)
    return len(found) == len(set(found)) and wanted <= set(found)
