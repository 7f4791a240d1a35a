"""A vision-language model of the Hugging Face hub on this machine, pictures included."""

from __future__ import annotations

import asyncio
import threading
from functools import cache
from typing import Any

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from misibench.evaluate.inspecting.local_processor import load_processor
from misibench.evaluate.models import LOCAL_PROVIDER

__all__ = ["PROVIDER", "register"]

PROVIDER = LOCAL_PROVIDER

NEW_TOKENS = 1024
"""Tokens generated where no ``max_tokens`` is set."""


@cache
def register() -> None:
    """Make the provider known to Inspect."""

    @modelapi(name=PROVIDER)
    def local_provider() -> type[ModelAPI]:
        return LocalModel


class LocalModel(ModelAPI):
    """Loads processor and model with transformers and answers one question at a time.

    Parameters
    ----------
    model_name
        A folder, or a name on the hub.
    device
        "cuda", "cpu" ...; the first GPU if there is one where not given.
    dtype
        "auto" takes the type the weights are stored in.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        device: str | None = None,
        dtype: str = "auto",
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        # imported here: seconds of start-up, and an extra of its own
        import torch
        from transformers import AutoModelForImageTextToText

        self._torch = torch
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._processor = load_processor(model_name)
        model: Any = AutoModelForImageTextToText.from_pretrained(
            model_name, dtype=dtype, **model_args
        )
        self._model = model.to(self._device).eval()
        self._lock = threading.Lock()

    def max_connections(self) -> int:
        """Give 1: the model answers one question at a time."""
        return 1

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer one conversation; runs beside the event loop."""
        del tools, tool_choice
        return await asyncio.to_thread(self._generate, input, config)

    def _generate(self, messages: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
        from PIL import Image

        pictures: list[Any] = []
        turns = []
        for message in messages:
            parts = []
            content = message.content
            for part in [ContentText(text=content)] if isinstance(content, str) else content:
                if isinstance(part, ContentText):
                    parts.append({"type": "text", "text": part.text})
                elif isinstance(part, ContentImage):
                    parts.append({"type": "image"})
                    with Image.open(_file(part.image)) as picture:
                        pictures.append(picture.convert("RGB"))
            turns.append({"role": message.role, "content": parts})
        with self._lock:
            text = self._processor.apply_chat_template(turns, add_generation_prompt=True)
            inputs = self._processor(text=[text], images=pictures or None, return_tensors="pt").to(
                self._device
            )
            sampling: dict[str, Any] = {"do_sample": False}
            if config.temperature:
                sampling = {"do_sample": True, "temperature": config.temperature}
            if config.seed is not None:
                self._torch.manual_seed(config.seed)
            with self._torch.inference_mode():
                tokens = self._model.generate(
                    **inputs, max_new_tokens=config.max_tokens or NEW_TOKENS, **sampling
                )
        return self._output(tokens, inputs["input_ids"].shape[1], config)

    def _output(self, tokens: Any, asked: int, config: GenerateConfig) -> ModelOutput:
        new = tokens[0, asked:]
        reply = self._processor.batch_decode([new], skip_special_tokens=True)[0]
        full = len(new) >= (config.max_tokens or NEW_TOKENS)
        return ModelOutput(
            model=self.model_name,
            choices=[
                ChatCompletionChoice(
                    message=ChatMessageAssistant(content=reply, model=self.model_name),
                    stop_reason="max_tokens" if full else "stop",
                )
            ],
            usage=ModelUsage(
                input_tokens=asked, output_tokens=len(new), total_tokens=asked + len(new)
            ),
        )


def _file(image: str) -> Any:
    """Give what Pillow opens: Inspect hands over a path or a data address."""
    if not image.startswith("data:"):
        return image
    import base64
    from io import BytesIO

    return BytesIO(base64.b64decode(image.split(",", 1)[1]))
