"""``misi eval``: put the questions of a dataset to a model."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.cli.eval_progress import showing_progress
from misibench.cli.word_lists import listed_words
from misibench.errors import UsageError
from misibench.evaluate.asking import Control
from misibench.evaluate.built_in import run_player
from misibench.evaluate.evaluation import (
    Asker,
    EvaluationResult,
    EvaluationSettings,
    evaluate_model,
)
from misibench.evaluate.models import ModelChoice, Price, choose_model
from misibench.evaluate.players import PLAYERS
from misibench.evaluate.runs import PREDICTIONS_FILE
from misibench.report.terminal import print_table, score_table

__all__ = ["command"]


def command(
    data: Annotated[Path, typer.Argument(metavar="DIR", help="The dataset folder.")],
    model: Annotated[
        str,
        typer.Option(
            "--model",
            help="A model of the paper (gpt-4.1, claude-sonnet-4.5 ...), any provider/model of "
            "Inspect, the name on the server of --url, or a built-in player (truth, random, "
            "constant, blind).",
        ),
    ],
    split: Annotated[str, typer.Option(help="tiny, test or train.")] = "test",
    tasks: Annotated[str, typer.Option(help="Names or codes, comma-separated; all if empty.")] = "",
    shots: Annotated[int, typer.Option(help="Examples before each question.", min=0)] = 3,
    limit: Annotated[
        int | None, typer.Option(help="At most so many questions per task, drawn by --seed.", min=1)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Run folder; runs/MODEL-SPLIT if not given.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="OpenAI-compatible server, http://host:8000/v1.")
    ] = None,
    control: Annotated[
        Control, typer.Option(help="Take something away, to tell seeing from guessing.")
    ] = Control.NONE,
    max_pixels: Annotated[
        int | None, typer.Option(help="Pixels per picture; larger ones are made smaller.", min=1)
    ] = None,
    max_images: Annotated[
        int | None, typer.Option(help="Pictures per request that the server takes.", min=0)
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Tokens per reply.", min=1)] = None,
    temperature: Annotated[float | None, typer.Option(help="Of sampling.", min=0.0)] = None,
    reasoning: Annotated[
        str | None, typer.Option(help="Reasoning effort, as the provider names it: low, high ...")
    ] = None,
    connections: Annotated[int, typer.Option(help="Requests in flight.", min=1)] = 10,
    retries: Annotated[int, typer.Option(help="Further tries of a failed request.", min=0)] = 8,
    timeout: Annotated[int, typer.Option(help="Seconds for one try.", min=1)] = 600,
    retry_delay: Annotated[
        float, typer.Option(help="Seconds before the first retry (servers of --url).", min=0.0)
    ] = 3.0,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again what failed in an earlier session.")
    ] = False,
    cost_limit: Annotated[
        float | None, typer.Option(help="Send nothing more after so many US dollars.", min=0.0)
    ] = None,
    price: Annotated[
        str | None,
        typer.Option(help="US dollars per million tokens, INPUT,OUTPUT; the list price if empty."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of examples, --limit and the random player.")] = 0,
    name: Annotated[str, typer.Option(help="Name in tables; the model's if empty.")] = "",
) -> None:
    """Put the questions of a dataset to a model, and score the replies.

    Keys come from the environment alone. The run folder holds predictions.jsonl, run.json and
    scores.jsonl; the same command takes an interrupted run up and sends only what is missing.

    Example: misi eval bench --model gpt-4.1 --split tiny --shots 3
    """
    if model in PLAYERS and url is None:
        if control is not Control.NONE:
            raise UsageError("--control", "given for a built-in player", "a model")
        folder = out or Path("runs") / f"{model}-{split}"
        print_table(
            score_table(run_player(model, data, folder, split, listed_words(tasks), limit, seed))
        )
        plain_console(stderr=True).print(f"replies: {folder / PREDICTIONS_FILE}")
        return
    choice = _with_options(choose_model(model, url=url), max_tokens, temperature, reasoning)
    settings = EvaluationSettings(
        data=data, model=choice, split=split, tasks=listed_words(tasks), shots=shots, seed=seed,
        limit=limit, control=control, max_pixels=max_pixels, max_images=max_images,
        cost_limit=cost_limit, price=_price(price),
        retry_failed=retry_failed, name=name,
    )  # fmt: skip
    _check_cost_limit(settings)
    folder = out or _default_folder(settings)
    asker = _inspect(settings, folder, url, connections, retries, timeout, retry_delay)
    with showing_progress(choice.name) as show:
        result = evaluate_model(settings, asker, folder, on_change=show)
    print_table(score_table(result.scored))
    _tell(result)


def _inspect(
    settings: EvaluationSettings,
    folder: Path,
    url: str | None,
    connections: int,
    retries: int,
    timeout: int,
    retry_delay: float,
) -> Asker:
    if importlib.util.find_spec("inspect_ai") is None:
        raise UsageError(
            "misi eval", "Inspect AI is not installed", "", "pip install 'misibench[eval]'"
        )
    # imported here: an extra, and seconds of start-up
    from misibench.evaluate.inspecting.asker import Requests, check_server, inspect_asker

    if url is not None:
        check_server(url, settings.model.name)
    return inspect_asker(
        settings.model,
        folder / "inspect",
        url=url,
        requests=Requests(connections, retries, timeout, retry_delay),
        price=settings.price,
    )


def _with_options(
    choice: ModelChoice,
    max_tokens: int | None,
    temperature: float | None,
    reasoning: str | None,
) -> ModelChoice:
    given = {
        "max_tokens": max_tokens, "temperature": temperature, "reasoning_effort": reasoning,
    }  # fmt: skip
    changed = {key: value for key, value in given.items() if value is not None}
    return replace(choice, settings={**choice.settings, **changed})


def _price(text: str | None) -> Price | None:
    if text is None:
        return None
    parts = text.split(",")
    try:
        first, second = (float(part) for part in parts)
    except ValueError:
        raise UsageError(f"--price {text}", "not two numbers", "INPUT,OUTPUT, as 2.0,8.0") from None
    return Price(first, second)


def _check_cost_limit(settings: EvaluationSettings) -> None:
    tells_cost = settings.model.provider == "openrouter"
    if settings.cost_limit is None or settings.price or settings.model.price or tells_cost:
        return
    raise UsageError(
        "--cost-limit", f"no price is known for {settings.model.name}", "",
        "give --price INPUT,OUTPUT in US dollars per million tokens",
    )  # fmt: skip


def _default_folder(settings: EvaluationSettings) -> Path:
    words = [settings.model.name, settings.split]
    if settings.control is not Control.NONE:
        words.append(str(settings.control))
    return Path("runs") / re.sub(r"[^A-Za-z0-9._-]+", "_", "-".join(words))


def _tell(result: EvaluationResult) -> None:
    console = plain_console(stderr=True)
    for task, count in result.left_out.items():
        console.print(
            f"{task}: {count} examples left out, to stay under the provider's cap on pictures",
        )
    progress = result.progress
    if result.stop_reason:
        console.print(f"stopped early: {result.stop_reason}")
    missing = progress.asked - progress.answered - progress.failed
    if progress.failed or missing:
        console.print(
            f"{progress.failed} requests failed, {missing} questions were not asked; the same "
            "command goes on from here (--retry-failed asks again what failed)",
        )
    console.print(f"replies: {result.directory / PREDICTIONS_FILE}")
