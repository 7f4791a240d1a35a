"""The processor of a local model: for pictures alone where the one for videos cannot be had."""

from __future__ import annotations

from typing import Any

__all__ = ["load_processor"]


def load_processor(name: str) -> Any:
    """Load a model's processor.

    Processors of recent models bring one for videos along, which needs torchvision. Questions
    hold no videos, so where torchvision is missing the same processor is made without it.

    Parameters
    ----------
    name
        A folder, or a name on the hub.
    """
    # imported here: seconds of start-up, and an extra of its own
    from transformers import AutoProcessor

    try:
        return AutoProcessor.from_pretrained(name)
    except ImportError:
        return _pictures_only(name)


def _pictures_only(name: str) -> Any:
    from transformers import AutoConfig, AutoImageProcessor, AutoTokenizer
    from transformers.models.auto.processing_auto import PROCESSOR_MAPPING
    from transformers.processing_utils import ProcessorMixin

    whole: Any = PROCESSOR_MAPPING[type(AutoConfig.from_pretrained(name))]

    class PicturesOnly(whole):
        """The model's own processor without its part for videos."""

        def __init__(
            self, image_processor: Any = None, tokenizer: Any = None, chat_template: Any = None
        ) -> None:
            for kind in ("image", "video"):
                token = getattr(tokenizer, f"{kind}_token", None) or f"<|{kind}_pad|>"
                setattr(self, f"{kind}_token", token)
                setattr(self, f"{kind}_token_id", tokenizer.convert_tokens_to_ids(token))
            ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)

    tokenizer = AutoTokenizer.from_pretrained(name)
    return PicturesOnly(
        AutoImageProcessor.from_pretrained(name), tokenizer, chat_template=tokenizer.chat_template
    )
