"""Control twins: the same questions with one thing taken away or turned over.

A twin has the ids, splits and options of the dataset built with the same seed, so that replies can
be compared question by question: what does a model lose without labels, or about a mirror image?
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

import numpy as np

from misibench.dataset.seeds import question_rng
from misibench.errors import UsageError
from misibench.scene import PictureOptions
from misibench.structure import Complex, Molecule

__all__ = ["Variant", "twin_options", "twin_prompt", "twin_structure"]

Variant = Literal["none", "no-labels", "no-id", "renamed-atoms", "mirrored"]

_SENTENCES = (
    "Each pocket residue is labelled with its name and number, each ligand atom with its name.",
    "The atoms of the residue and of the ligand are labelled with their names.",
)
"""What the templates say of labels; spaces stand for any white space."""

_INSTEAD: dict[Variant, tuple[str, str]] = {
    "no-labels": ("There are no labels in the pictures.", "There are no labels in the pictures."),
    "no-id": (
        "Each pocket residue is labelled with its name, without number, each ligand atom with its "
        "name.",
        _SENTENCES[1],
    ),
}


def twin_structure(structure: Complex, variant: Variant, seed: int) -> Complex:
    """Give the complex of a twin.

    "renamed-atoms": ligand atoms are numbered anew by element, at random; pictures, prompts and
    answers follow. "mirrored": x is turned over in the frame of the files, which is that of the
    front view; no molecule in nature looks so. Other variants leave the complex as it is.
    """
    if variant == "renamed-atoms":
        return replace(structure, ligand_labels=_renamed(structure, seed))
    if variant == "mirrored":
        return replace(
            structure,
            receptor=_mirrored(structure.receptor),
            ligand=_mirrored(structure.ligand),
        )
    return structure


def twin_options(options: PictureOptions, variant: Variant) -> PictureOptions:
    """Give the picture options of a twin: no labels, or no residue numbers."""
    if variant == "no-labels":
        return replace(options, labels=False)
    if variant == "no-id":
        return replace(options, residue_numbers=False)
    return options


def twin_prompt(prompt: str, variant: Variant) -> str:
    """Let a prompt say of labels what holds for a twin's pictures.

    Raises
    ------
    UsageError
        If the prompt says nothing of labels where it should: the twin would say what is not so.
    """
    if variant not in _INSTEAD:
        return prompt
    for sentence, instead in zip(_SENTENCES, _INSTEAD[variant], strict=True):
        pattern = r"\s+".join(re.escape(word) for word in sentence.split())
        changed, count = re.subn(pattern, instead, prompt)
        if count:
            return changed
    raise UsageError("variant", f"{variant}: the prompt has no sentence on labels", _SENTENCES[0])


def _renamed(structure: Complex, seed: int) -> tuple[str, ...]:
    ligand = structure.ligand
    rng = question_rng(seed, "renamed-atoms", structure.id, -1)
    labels = [""] * len(ligand)
    for element in dict.fromkeys(ligand.elements):
        places = [place for place, one in enumerate(ligand.elements) if one == element]
        for number, order in enumerate(rng.permutation(len(places)).tolist(), start=1):
            labels[places[order]] = f"{element.upper()}{number}"
    return tuple(labels)


def _mirrored(molecule: Molecule) -> Molecule:
    return replace(molecule, coords=molecule.coords * np.array([-1.0, 1.0, 1.0]))
