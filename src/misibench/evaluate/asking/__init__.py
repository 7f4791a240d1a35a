"""What a model is shown: few-shot examples, control pictures, limits of providers."""

from misibench.evaluate.asking.controls import Control, presentations
from misibench.evaluate.asking.conversation import Picture, Turn, Words, conversation
from misibench.evaluate.asking.fewshot import ExamplePool
from misibench.evaluate.asking.limits import check_limits, fit_examples
from misibench.evaluate.asking.pictures import PictureStore

__all__ = [
    "Control",
    "ExamplePool",
    "Picture",
    "PictureStore",
    "Turn",
    "Words",
    "check_limits",
    "conversation",
    "fit_examples",
    "presentations",
]
