"""Which residues of a file start a new chain segment: they are not linked to the one before."""

from __future__ import annotations

from collections.abc import Sequence

from misibench.structure.residue_templates import STANDARD_NAMES
from misibench.structure.site_table import SiteTable

__all__ = ["segment_starts"]


def segment_starts(table: SiteTable, has_oxt: Sequence[bool]) -> list[bool]:
    """Per residue, whether it starts a segment; ``has_oxt`` says which have a terminal oxygen.

    A segment starts at the first residue, after TER, where the chain changes, at every HETATM
    residue the file does not call part of its chain, where numbers fall behind a terminal
    oxygen, and at the ATOM residue behind HETATM residues that opened a chain. Modified residues
    in the middle of a chain are HETATM too: an ATOM residue that follows a residue of
    non-standard name inside a named chain joins that run of HETATM residues to both sides.
    """
    starts: list[bool] = []
    run_opened_chain = False  # the present HETATM run came directly after a TER or chain start
    run_first = -1  # first residue of the present HETATM run, -1 outside one
    for here, residue in enumerate(table.residues):
        before = table.residues[here - 1] if here else None
        opens_chain = (
            before is None
            or table.starts_after_break[here]
            or before.id.chain_id != residue.id.chain_id
        )
        hetero = residue.hetero and not table.in_chain[here]
        if hetero:
            if opens_chain or run_first < 0:
                run_first, run_opened_chain = here, opens_chain
            starts.append(True)
            continue
        start = opens_chain
        if before is not None and not opens_chain:
            falls = residue.id.number < before.id.number and has_oxt[here - 1]
            start = falls or (run_first >= 0 and run_opened_chain)
            named_chain = bool(residue.id.chain_id.strip())
            if run_first >= 0 and named_chain and before.name not in STANDARD_NAMES:
                start = False
                for member in range(run_first + run_opened_chain, here):
                    starts[member] = False
        starts.append(start)
        run_first, run_opened_chain = -1, False
    return starts
