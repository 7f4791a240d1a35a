"""Asking through Inspect AI: its providers, retries, adaptive concurrency and logs."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai import Task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset
from inspect_ai.model import GenerateConfig, Model, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from misibench.errors import DatasetError, UsageError
from misibench.evaluate.evaluation import Asked, Asker
from misibench.evaluate.inspecting import local_model, url_model
from misibench.evaluate.inspecting.samples import as_prediction, as_sample, failed_prediction
from misibench.evaluate.inspecting.scorer import question_scorer
from misibench.evaluate.models import URL_PROVIDER, ModelChoice, Price
from misibench.evaluate.recorder import Recorder

__all__ = ["Requests", "check_server", "inspect_asker"]

KEY_OF_URL = "MISIBENCH_API_KEY"
"""Environment variable with the key of a server given by address; most local ones need none."""


@dataclass(frozen=True, slots=True)
class Requests:
    """How requests are sent.

    Attributes
    ----------
    connections
        Requests in flight at most.
    retries
        Tries after the first one, for answers such as 429 or 500 and broken connections.
    timeout_s
        Time for one try.
    retry_delay_s
        Wait before the first retry; doubles from there (servers given by address only; the
        providers' own clients have their own rules).
    """

    connections: int = 10
    retries: int = 8
    timeout_s: int = 600
    retry_delay_s: float = 3.0


def inspect_asker(
    choice: ModelChoice,
    log_dir: Path,
    *,
    url: str | None = None,
    requests: Requests | None = None,
    price: Price | None = None,
) -> Asker:
    """Make what asks a model through Inspect.

    Parameters
    ----------
    choice
        The model.
    log_dir
        Folder for Inspect's logs, which hold no pictures; ``inspect view`` reads them.
    url
        Base address of an OpenAI-compatible server.
    price
        To work out the cost where the provider does not tell it.

    Raises
    ------
    UsageError
        If Inspect knows no such provider, or lacks a key or package for it.
    """
    how = requests or Requests()
    model = _open_model(choice, url, how)

    def ask(chunk: Sequence[Asked], recorder: Recorder) -> None:
        _ask_chunk(chunk, recorder, model, choice.name, log_dir, price or choice.price)

    return ask


def _open_model(choice: ModelChoice, url: str | None, how: Requests) -> Model:
    arguments: dict[str, Any] = {}
    if choice.provider == URL_PROVIDER:
        if url is None:
            raise UsageError(f"model {choice.name!r}", "no server", "", "give --url")
        url_model.register()
        arguments = {
            "base_url": url,
            "api_key": os.environ.get(KEY_OF_URL, "none"),
            "retry_delay": how.retry_delay_s,
        }
    elif choice.provider == local_model.PROVIDER:
        local_model.register()
    settings = GenerateConfig(
        max_connections=how.connections,
        max_retries=how.retries,
        attempt_timeout=how.timeout_s,
        **dict(choice.settings),
    )
    try:
        return get_model(choice.model, config=settings, memoize=False, **arguments)
    except (PrerequisiteError, ValueError, ImportError) as error:
        if choice.provider == local_model.PROVIDER and isinstance(error, ImportError):
            raise UsageError(
                f"model {choice.name!r}", str(error), "the extra for models on this machine",
                "pip install 'misibench[hf]'",
            ) from error  # fmt: skip
        text = " ".join(str(getattr(error, "message", error)).split())
        raise UsageError(f"model {choice.name!r}", text, "a model that Inspect can open") from error


def _ask_chunk(
    chunk: Sequence[Asked],
    recorder: Recorder,
    model: Model,
    name: str,
    log_dir: Path,
    price: Price | None,
) -> None:
    by_id = {one.question.id: one for one in chunk}

    @solver
    def ask_and_record() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if recorder.stop_reason:
                return state
            asked = by_id[str(state.sample_id)]
            facts = dict(asked.facts)
            try:
                state = await generate(state)
            except Exception as error:
                # recorded here because Inspect's own log is written in batches
                recorder.record(failed_prediction(asked.question, name, error, facts))
                raise
            recorder.record(as_prediction(asked.question, name, state.output, facts, price))
            return state

        return solve

    task = Task(
        name="misibench",
        dataset=MemoryDataset([as_sample(one) for one in chunk], name="misibench"),
        solver=ask_and_record(),
        scorer=question_scorer(),
    )
    logs = inspect_ai.eval(
        task,
        model=model,
        log_dir=str(log_dir),
        log_format="eval",
        log_images=False,
        log_model_api=False,
        log_level="error",
        log_header_only=True,
        fail_on_error=False,
        display="none",
        score_display=False,
        acp_server=False,
        ctl_server=False,
    )
    status = logs[0].status
    if status == "cancelled":
        raise KeyboardInterrupt
    if status == "error" and not recorder.stop_reason:
        error = logs[0].error
        text = " ".join((error.message if error else "unknown").split())
        raise DatasetError("Inspect", f"the run ended with an error ({text})", "", "see its log")


def check_server(url: str, model: str, timeout_s: float = 10.0) -> None:
    """Ask an OpenAI-compatible server whether it is there and has the model.

    A server that does not list its models is taken at its word.

    Raises
    ------
    UsageError
        If nothing answers there, or the model is not on the list.
    """
    address = f"{url.rstrip('/')}/models"
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"--url {url}", "not an address", "http://host:port/v1")
    request = urllib.request.Request(
        address, headers={"Authorization": f"Bearer {os.environ.get(KEY_OF_URL, 'none')}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:
            listed = json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (401, 403):
            raise UsageError(
                f"--url {url}", f"the server refuses the key ({error.code})", "",
                f"set the environment variable {KEY_OF_URL}",
            ) from error  # fmt: skip
        return
    except ValueError:
        return
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise UsageError(
            f"--url {url}", f"no answer ({reason})", "an OpenAI-compatible server",
            "start it, or check the address",
        ) from error  # fmt: skip
    known = [one.get("id") for one in listed.get("data", [])] if isinstance(listed, dict) else []
    if known and model not in known:
        raise UsageError(
            f"model {model!r}", f"not served at {url}", ", ".join(str(one) for one in known[:10])
        )
