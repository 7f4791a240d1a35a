"""Questions as Inspect samples, and back from its outputs to predictions."""

from __future__ import annotations

from typing import Any

from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    ModelOutput,
)

from misibench.dataset.questions import question_record
from misibench.evaluate.asking import Picture, Turn, Words
from misibench.evaluate.evaluation import Asked
from misibench.evaluate.models import Price
from misibench.records import Prediction, Question

__all__ = ["as_prediction", "as_sample", "failed_prediction"]


def as_sample(asked: Asked) -> Sample:
    """Give a question as a sample; pictures as file paths, their hashes in the metadata."""
    question = asked.question
    return Sample(
        id=question.id,
        input=[_message(turn) for turn in asked.turns],
        target=question.answer,
        metadata={
            "complex_id": question.complex_id,
            # the prompt is in the input; the rest lets a log be scored by itself
            "question": {**question_record(question), "prompt": ""},
            **asked.facts,
        },
    )


def _message(turn: Turn) -> ChatMessage:
    content: list[Content] = []
    for part in turn.parts:
        if isinstance(part, Words):
            content.append(ContentText(text=part.text))
        elif isinstance(part, Picture):
            content.append(ContentImage(image=str(part.sent.path)))
    if turn.role == "assistant":
        return ChatMessageAssistant(content=_plain(turn))
    return ChatMessageUser(content=content)


def _plain(turn: Turn) -> str:
    return "\n".join(part.text for part in turn.parts if isinstance(part, Words))


def as_prediction(
    question: Question,
    model: str,
    output: ModelOutput,
    facts: dict[str, Any],
    price: Price | None,
) -> Prediction:
    """Give a model's output as a prediction: the whole text, usage, time, why it stopped."""
    extra: dict[str, Any] = {"usage": _usage(output, price)}
    if output.time is not None:
        extra["latency_ms"] = round(1000 * output.time)
    if output.choices and output.stop_reason != "stop":
        extra["stop_reason"] = output.stop_reason
    extra |= facts
    if not output.choices:
        return Prediction(
            question.id, None, question.task, model, output.error or "no choices", extra
        )
    return Prediction(question.id, output.completion, question.task, model, output.error, extra)


def _usage(output: ModelOutput, price: Price | None) -> dict[str, float]:
    """Give tokens as plain counts; input counts what was read from the provider's cache too."""
    usage = output.usage
    if usage is None:
        return {}
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    counts: dict[str, float] = {
        "input_tokens": usage.input_tokens + cached,
        "output_tokens": usage.output_tokens,
    }
    if usage.reasoning_tokens:
        counts["reasoning_tokens"] = usage.reasoning_tokens
    if usage.total_cost is not None:
        counts["cost_usd"] = usage.total_cost
    elif price is not None:
        counts["cost_usd"] = price.cost(counts["input_tokens"], counts["output_tokens"])
    return counts


def failed_prediction(
    question: Question, model: str, error: BaseException, facts: dict[str, Any]
) -> Prediction:
    """Give a request that failed for good as a prediction without a reply."""
    line = " ".join(f"{type(error).__name__}: {error}".split())
    return Prediction(question.id, None, question.task, model, line[:500], dict(facts))
