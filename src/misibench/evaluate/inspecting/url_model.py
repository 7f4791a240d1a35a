"""An OpenAI-compatible server by address, with retries that a local server can stand."""

from __future__ import annotations

from functools import cache
from typing import Any

from inspect_ai.model import ModelAPI, modelapi

from misibench.evaluate.models import URL_PROVIDER

__all__ = ["register"]


@cache
def register() -> None:
    """Make the provider known to Inspect."""

    @modelapi(name=URL_PROVIDER)
    def url_provider() -> type[ModelAPI]:
        from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
        from tenacity import wait_exponential_jitter
        from tenacity.wait import WaitBaseT

        class UrlModel(OpenAICompatibleAPI):
            """Inspect's OpenAI-compatible client with a first wait of one's own."""

            def __init__(self, model_name: str, retry_delay: float = 3.0, **rest: Any) -> None:
                # the client's own retries would count neither tries nor time
                super().__init__(model_name, service="misibench", max_retries=0, **rest)
                self._retry_delay = retry_delay

            def retry_wait(self) -> WaitBaseT | None:
                """Wait ``retry_delay`` seconds at first, then twice as long, up to a minute."""
                return wait_exponential_jitter(
                    initial=self._retry_delay, max=60, jitter=self._retry_delay
                )

            def service_model_name(self) -> str:
                """Give the name under which the server knows the model."""
                return self.model_name

        return UrlModel
