"""What a reply is worth."""

from __future__ import annotations

from misibench.records import Outcome, Question, Score


def _score_plain(reply: str, question: Question) -> Score:
    answer = reply.strip()
    if not answer:
        return Score(Outcome.NO_ANSWER, 0.0, 0.0, note="empty reply")
    right = answer == question.answer
    return Score(Outcome.CORRECT if right else Outcome.WRONG, float(right), float(right), answer)


score_choice = score_docking = score_location = score_pocket_bonds = _score_plain
score_residue_bonds = score_rotation = score_translation = score_zoom = _score_plain
