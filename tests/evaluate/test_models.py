"""Model names, and what stops before the first request."""

from __future__ import annotations

import pytest

from misibench.errors import UsageError
from misibench.evaluate.models import ALIASES, Price, choose_model, key_variables
from misibench.report.published import published_weighted


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for choice in ALIASES.values():
        for variable in key_variables(choice.model):
            monkeypatch.delenv(variable, raising=False)


def test_every_published_model_has_an_alias() -> None:
    plain = {name.replace("-", "").replace(".", "") for name in ALIASES}
    for row in published_weighted():
        if row.model == "Human":
            continue
        words = row.model.lower().replace("-", " ").replace(".", "").split()
        assert any(
            all(word in name for word in words if word not in ("a22b", "thinking", "sft"))
            for name in plain
        ), row.model


def test_missing_key_names_the_variable() -> None:
    with pytest.raises(UsageError, match="set the environment variable OPENAI_API_KEY"):
        choose_model("gpt-4.1")
    with pytest.raises(UsageError, match="GOOGLE_API_KEY or GEMINI_API_KEY"):
        choose_model("gemini-2.5-pro")
    with pytest.raises(UsageError, match="MY_SERVICE_API_KEY"):
        choose_model("openai-api/my-service/some-model")


def test_key_in_the_environment_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    choice = choose_model("Claude-Sonnet-4.5")
    assert choice.provider == "anthropic"
    assert choice.settings["temperature"] == 0.0


def test_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean gpt-4\.1"):
        choose_model("gpt4.1")


def test_any_other_model_of_inspect_is_taken() -> None:
    assert choose_model("vllm/Qwen/Qwen2.5-VL-7B-Instruct").provider == "vllm"


def test_server_by_address_needs_no_key() -> None:
    choice = choose_model("my-model", url="http://localhost:8000/v1")
    assert choice.name == "my-model"
    assert choice.provider == "misibench-url"


def test_cost_is_per_million_tokens() -> None:
    assert Price(2.0, 8.0).cost(500_000, 125_000) == pytest.approx(2.0)
