"""The nine tasks: what is asked, how replies are read and scored."""

from misibench.tasks.draft import Draft, DraftRequest, Image, Option, Skip, Task
from misibench.tasks.prompts import fill_prompt, template_sha256, template_slots
from misibench.tasks.registry import TASKS, paper_counts, task_named

__all__ = [
    "TASKS",
    "Draft",
    "DraftRequest",
    "Image",
    "Option",
    "Skip",
    "Task",
    "fill_prompt",
    "paper_counts",
    "task_named",
    "template_sha256",
    "template_slots",
]
