"""The paper's score as an Inspect scorer."""

from __future__ import annotations

from inspect_ai.scorer import Score as InspectScore
from inspect_ai.scorer import Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from misibench.dataset.questions import question_from_record
from misibench.tasks import task_named

__all__ = ["question_scorer"]


@scorer(
    metrics={"paper": [mean(), stderr(cluster="complex_id")], "exact": [mean()]},
    name="misibench",
)
def question_scorer() -> Scorer:
    """Score by the rules of ``misi score``: weighted and exact, 0 to 1.

    The question is in the sample's metadata, so that a log can be scored again by itself.
    """

    async def score(state: TaskState, target: Target) -> InspectScore:
        question = question_from_record(state.metadata["question"])
        found = task_named(question.task).score(state.output.completion, question)
        return InspectScore(
            value={"paper": found.paper, "exact": found.exact},
            answer=found.answer,
            explanation=found.note or None,
            metadata={"outcome": str(found.outcome)},
        )

    return score
