"""A tiny random Qwen2.5-VL answers questions on this machine, offline."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(
            importlib.util.find_spec(name) is None
            for name in ("torch", "transformers", "inspect_ai")
        ),
        reason="the extra [hf] is not installed",
    ),
]

# runs in a process of its own: transformers warns where this project's tests allow no warning
MAKE_MODEL = """
import sys
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    PreTrainedTokenizerFast, Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration,
)
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
import torch

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>",
           "<|image_pad|>", "<|video_pad|>"]
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\\n{% for p in m.content %}"
    "{% if p.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% else %}{{ p.text }}{% endif %}{% endfor %}<|im_end|>\\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\\n{% endif %}"
)
folder = sys.argv[1]
words = Tokenizer(models.BPE())
words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
words.decoder = decoders.ByteLevel()
words.train_from_iterator(
    ["Answer: move x 3", "Image 1: roll y -15"] * 20,
    trainers.BpeTrainer(vocab_size=330, special_tokens=SPECIAL,
                        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()),
)
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=words, eos_token="<|im_end|>", pad_token="<|endoftext|>",
    additional_special_tokens=SPECIAL[3:],
)
tokenizer.chat_template = TEMPLATE
ids = {name: tokenizer.convert_tokens_to_ids(name) for name in SPECIAL}
torch.manual_seed(0)
config = Qwen2_5_VLConfig(
    text_config={
        "vocab_size": len(tokenizer), "hidden_size": 64, "intermediate_size": 96,
        "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
        "rope_parameters": {"rope_type": "default", "mrope_section": [2, 3, 3],
                            "rope_theta": 10000.0},
        "bos_token_id": ids["<|im_start|>"], "eos_token_id": ids["<|im_end|>"],
        "pad_token_id": ids["<|endoftext|>"], "max_position_embeddings": 4096,
    },
    vision_config={
        "depth": 2, "hidden_size": 32, "intermediate_size": 48, "num_heads": 2,
        "out_hidden_size": 64, "fullatt_block_indexes": [1], "patch_size": 14,
        "spatial_merge_size": 2, "temporal_patch_size": 2, "window_size": 56,
    },
    image_token_id=ids["<|image_pad|>"], video_token_id=ids["<|video_pad|>"],
    vision_start_token_id=ids["<|vision_start|>"], vision_end_token_id=ids["<|vision_end|>"],
)
Qwen2_5_VLForConditionalGeneration(config).save_pretrained(folder)
tokenizer.save_pretrained(folder)
Qwen2VLImageProcessorPil(min_pixels=28 * 28, max_pixels=112 * 112).save_pretrained(folder)
"""


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "OMP_NUM_THREADS": "1",
    }  # fmt: skip
    return subprocess.run(
        command, capture_output=True, text=True, timeout=280, env=environment, check=False
    )


def test_tiny_model_answers_with_pictures_and_examples(data: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "model", tmp_path / "run"
    made = _run(sys.executable, "-c", MAKE_MODEL, str(model))
    assert made.returncode == 0, made.stderr
    done = _run(
        sys.executable, "-m", "misibench", "eval", str(data),
        "--model", f"misibench-hf/{model}", "--tasks", "T1,T2", "--limit", "2", "--shots", "1",
        "--max-tokens", "6", "--out", str(out),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (out / "predictions.jsonl").read_text().splitlines()]
    assert len(lines) == 4
    for line in lines:
        # a random model says nothing sensible, but says it
        assert line["reply"] is not None
        assert 0 < line["usage"]["output_tokens"] <= 6
        # 8 pictures of 48 × 48 px are resized to 56 × 56: 4 image tokens each, and the text
        assert line["usage"]["input_tokens"] > 8 * 4
    again = json.loads((out / "run.json").read_text())
    assert again["answered"] == 4
