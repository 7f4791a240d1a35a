"""Names of models, and what has to be known of one before the first request."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from misibench.errors import UsageError
from misibench.evaluate.players import PLAYERS

__all__ = [
    "ALIASES",
    "ImageLimits",
    "ModelChoice",
    "Price",
    "choose_model",
    "image_limits",
    "key_variables",
]

LOCAL_PROVIDER = "misibench-hf"
URL_PROVIDER = "misibench-url"


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def cost(self, input_tokens: float, output_tokens: float) -> float:
        """Give the cost of some tokens, US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model with the settings it is asked with.

    Attributes
    ----------
    name
        For tables.
    model
        Inspect's name, ``provider/model``.
    settings
        Arguments of Inspect's ``GenerateConfig``.
    price
        List price; None where it is not known or nothing is paid.
    note
        What is particular about it.
    """

    name: str
    model: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    price: Price | None = None
    note: str = ""

    @property
    def provider(self) -> str:
        """The part before the first slash."""
        return self.model.split("/", 1)[0]


_REASONS: Mapping[str, Any] = {"max_tokens": 16_384}
"""Reasoning counts as output, and these models allow no temperature."""

_ANSWERS: Mapping[str, Any] = {"max_tokens": 4_096, "temperature": 0.0}

_UNTOLD = "the paper does not tell its settings; reasoning is left as the provider has it"

ALIASES: Mapping[str, ModelChoice] = {
    choice.name: choice
    for choice in (
        ModelChoice("gpt-5-mini", "openai/gpt-5-mini", _REASONS, Price(0.25, 2.0), _UNTOLD),
        ModelChoice("o4-mini", "openai/o4-mini", _REASONS, Price(1.1, 4.4), _UNTOLD),
        ModelChoice("o3", "openai/o3", _REASONS, Price(2.0, 8.0), _UNTOLD),
        ModelChoice("gpt-4.1", "openai/gpt-4.1", _ANSWERS, Price(2.0, 8.0), "does not reason"),
        ModelChoice(
            "claude-sonnet-4.5", "anthropic/claude-sonnet-4-5-20250929", _ANSWERS,
            Price(3.0, 15.0), "reasoning off, which is the provider's default",
        ),
        ModelChoice(
            "claude-opus-4", "anthropic/claude-opus-4-20250514", _ANSWERS, Price(15.0, 75.0),
            "reasoning off, which is the provider's default",
        ),
        ModelChoice(
            "claude-sonnet-3.5", "anthropic/claude-3-5-sonnet-20241022", _ANSWERS,
            Price(3.0, 15.0), "does not reason; the provider may no longer offer it",
        ),
        ModelChoice(
            "gemini-2.5-pro", "google/gemini-2.5-pro", _REASONS, Price(1.25, 10.0), _UNTOLD
        ),
        ModelChoice(
            "gemini-2.5-flash-lite", "google/gemini-2.5-flash-lite", _ANSWERS, Price(0.1, 0.4),
            "reasoning off, which is the provider's default",
        ),
        ModelChoice(
            "qwen3-vl-235b", "openrouter/qwen/qwen3-vl-235b-a22b-thinking", _REASONS, None,
            "the reasoning variant, as in the paper, through OpenRouter",
        ),
        ModelChoice(
            "qwen2.5-vl-7b", f"{LOCAL_PROVIDER}/Qwen/Qwen2.5-VL-7B-Instruct", _ANSWERS, None,
            "the base model on this machine; the paper's fine-tuned weights are not public",
        ),
    )
}  # fmt: skip
"""The models of the paper by short name. Prices are list prices of 2025, for an estimate."""

_KEYS: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
    "together": ("TOGETHER_API_KEY",),
    "fireworks": ("FIREWORKS_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "grok": ("GROK_API_KEY", "XAI_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "perplexity": ("PERPLEXITY_API_KEY",),
    "sambanova": ("SAMBANOVA_API_KEY",),
    "cloudflare": ("CLOUDFLARE_API_TOKEN",),
}
"""Environment variables that hold a provider's key; one of them is enough."""


def key_variables(model: str) -> tuple[str, ...]:
    """Give the environment variables one of which must hold the key; none where none is needed."""
    provider, _, rest = model.partition("/")
    if provider == "openai-api" and "/" in rest:
        service = rest.split("/", 1)[0].upper().replace("-", "_")
        return (f"{service}_API_KEY",)
    return _KEYS.get(provider, ())


def choose_model(name: str, *, url: str | None = None) -> ModelChoice:
    """Find the model of a name: an alias, or any name of Inspect (``provider/model``).

    Parameters
    ----------
    name
        Alias or Inspect's name; with ``url`` the name under which the server knows the model.
    url
        Base address of an OpenAI-compatible server (``http://localhost:8000/v1``).

    Raises
    ------
    UsageError
        For an unknown name, or where the environment lacks the provider's key.
    """
    if url is not None:
        return ModelChoice(name, f"{URL_PROVIDER}/{name}", {"max_tokens": 4_096}, None, url)
    if name.lower() in ALIASES:
        choice = ALIASES[name.lower()]
    elif "/" in name:
        choice = ModelChoice(name, name)
    else:
        known = [*ALIASES, *PLAYERS]
        near = get_close_matches(name.lower(), known, 1, 0.5)
        raise UsageError(
            f"model {name!r}", "no such model", f"one of {', '.join(known)}, or provider/model",
            f"did you mean {near[0]}?" if near else "",
        )  # fmt: skip
    variables = key_variables(choice.model)
    if variables and not any(os.environ.get(one) for one in variables):
        raise UsageError(
            f"model {choice.name!r}", f"no API key for {choice.provider}", "",
            f"set the environment variable {' or '.join(variables)}",
        )  # fmt: skip
    return choice


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What a provider accepts in one request.

    Attributes
    ----------
    images
        Most pictures; None for no known cap.
    side_px
        Longest side of a picture.
    crowd, crowd_side_px
        Above ``crowd`` pictures the longest side is ``crowd_side_px``.
    request_bytes
        Size of all pictures as sent (base64, 4/3 of the files).
    """

    images: int | None = None
    side_px: int | None = None
    crowd: int | None = None
    crowd_side_px: int | None = None
    request_bytes: int | None = None


_LIMITS: Mapping[str, ImageLimits] = {
    "openai": ImageLimits(500, None, None, None, 50_000_000),
    "anthropic": ImageLimits(100, 8_000, 20, 2_000, 32_000_000),
    "google": ImageLimits(3_000, None, None, None, 20_000_000),
    "groq": ImageLimits(5, None, None, None, 4_000_000),
    "mistral": ImageLimits(8, None, None, None, 80_000_000),
    "fireworks": ImageLimits(30, None, None, None, 10_000_000),
}
"""As the providers' documentation had it in 2025; ``--max-images`` overrides the first figure."""


def image_limits(provider: str, most_images: int | None = None) -> ImageLimits:
    """Give a provider's limits, with another cap on the number of pictures where given."""
    known = _LIMITS.get(provider, ImageLimits())
    if most_images is None:
        return known
    return replace(known, images=most_images)
