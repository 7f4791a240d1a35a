"""Drafts become questions: pictures are drawn, options chosen by what they look like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from misibench.dataset.files import image_path
from misibench.dataset.seeds import question_rng
from misibench.dataset.settings import BuildSettings
from misibench.dataset.sight import LEAST_ATOMS_IN_VIEW, Sight
from misibench.dataset.splits import SplitName
from misibench.dataset.twins import twin_prompt
from misibench.records import Question
from misibench.rendering import Picture, picture_difference
from misibench.scene.annotation import Annotation
from misibench.scene.shot import Shot
from misibench.tasks import TASKS, fill_prompt, task_named
from misibench.tasks.draft import Draft, DraftRequest, Option, Skip, Task
from misibench.tasks.moves import LETTERS

__all__ = ["MIN_OPTION_DIFFERENCE", "Composed", "Studio", "compose_task", "settings_tasks"]

MIN_OPTION_DIFFERENCE = 0.05
"""Least share of drawn pixels in which two option pictures must differ clearly."""

Draw = Callable[[Shot], Picture]


@dataclass(slots=True)
class Studio:
    """Draws the shots of one complex, each at most once per build, and stores those asked for.

    Attributes
    ----------
    complex_id
        Whose pictures these are.
    draw
        Draws one shot.
    store
        Writes a picture at a path relative to the dataset folder.
    exists
        Tells whether that path is there already, from an earlier run of the same build.
    sight
        Tells what can be seen in the complex's pictures.
    redraw
        Draws what is stored, where that differs from what options are chosen by (control twins).
    """

    complex_id: str
    draw: Draw
    store: Callable[[str, Picture], None]
    exists: Callable[[str], bool]
    sight: Sight
    redraw: Draw | None = None
    stored: set[str] = field(default_factory=set)
    drawn: int = 0

    def picture(self, shot: Shot) -> Picture:
        """Draw a shot without storing it."""
        return self.draw(shot)

    def keep(self, shot: Shot, picture: Picture | None = None) -> str:
        """Make sure that a shot's picture is stored, and give its path.

        ``picture`` is that shot's, where it was drawn already.
        """
        if self.redraw is not None:
            picture = None
        path = image_path(self.complex_id, shot.name)
        if path not in self.stored:
            if not self.exists(path):
                draw = self.redraw or self.draw
                self.store(path, draw(shot) if picture is None else picture)
                self.drawn += 1
            self.stored.add(path)
        return path


@dataclass(frozen=True, slots=True)
class Composed:
    """The questions of one task and complex, and what could not be asked."""

    questions: tuple[Question, ...]
    skips: tuple[Skip, ...]


def compose_task(
    task: Task,
    annotation: Annotation,
    split: SplitName,
    settings: BuildSettings,
    studio: Studio,
    reference: Studio | None,
) -> Composed:
    """Make all questions of a task about one complex, pictures stored."""
    complex_id = annotation.structure.id
    if task.needs_reference and reference is None:
        return Composed((), (Skip(task.name, "no reference complex"),))
    request = DraftRequest(
        annotation=annotation,
        split=split,
        rng=lambda index: question_rng(settings.seed, task.name, complex_id, index),
        per_complex=settings.per_complex,
        negatives=settings.negatives,
    )
    questions: list[Question] = []
    skips: list[Skip] = []
    for draft in task.drafts(request):
        made = (
            draft
            if isinstance(draft, Skip)
            else _compose(task, draft, annotation, split, settings, studio, reference)
        )
        if isinstance(made, Skip):
            skips.append(made)
        else:
            questions.append(made)
    return Composed(tuple(questions), tuple(skips))


def _compose(
    task: Task,
    draft: Draft,
    annotation: Annotation,
    split: SplitName,
    settings: BuildSettings,
    studio: Studio,
    reference: Studio | None,
) -> Question | Skip:
    complex_id = annotation.structure.id
    seen = _soundness(draft, annotation, studio.sight)
    if settings.answerable and not seen["answerable"]:
        return Skip(task.name, "cannot be answered from its pictures")
    reference_id = reference.complex_id if task.needs_reference and reference else None
    images = [
        (reference if image.of_reference and reference else studio).keep(image.shot)
        for image in draft.images
    ]
    answer = draft.answer
    options: tuple[str, ...] = ()
    truth, meta = dict(draft.truth), {"task_version": task.version, **draft.meta, **seen}
    if draft.options:
        chosen = _choose_options(draft, studio)
        if isinstance(chosen, Skip):
            return chosen
        laid_out, passed_over = chosen
        images += [path for _, path in laid_out if path is not None]
        texts = [option.text for option, _ in laid_out]
        # where the options are pictures their texts would give the answer away
        options = tuple(
            text if path is None else f"image {len(draft.images) + place}"
            for place, (text, (_, path)) in enumerate(zip(texts, laid_out, strict=True), start=1)
        )
        answer = draft.letter
        truth = {**truth, "option": draft.letter, "options": texts}
        meta["decoys_alike"] = passed_over
    words = fill_prompt(
        draft,
        options=options,
        pdb_id=complex_id if settings.show_pdb_id else None,
        reference_pdb_id=reference_id if settings.show_pdb_id else None,
    )
    prompt = twin_prompt(words, settings.variant)
    return Question(
        id=question_id(draft, complex_id, reference_id),
        task=task.name,
        split=split,
        complex_id=complex_id,
        reference_id=reference_id,
        images=tuple(images),
        prompt=prompt,
        options=options,
        answer=answer,
        truth=truth,
        meta=meta,
    )


def _soundness(draft: Draft, annotation: Annotation, sight: Sight) -> dict[str, bool | int | None]:
    """Tell whether what a question asks about can be seen in its pictures and is beyond doubt.

    ``seen_in_views`` is the number of pictures in which the worst seen atom of the bonds asked
    about is seen, None where no bond is asked about; ``ambiguous_bonds`` counts those that
    other coordinates or programs might deny. A motion can be told if enough atoms are
    still in the picture after it.
    """
    views = None
    answerable = True
    if draft.asked:
        views = sight.views_of_worst(draft.asked, [image.shot for image in draft.images])
        answerable = views >= 1
    elif "in_view" in draft.meta:
        atoms = draft.meta["in_view"] * annotation.drawn_atoms
        answerable = round(atoms) >= LEAST_ATOMS_IN_VIEW
    return {
        "answerable": answerable,
        "seen_in_views": views,
        "seen_in_one": None if views is None else views >= 1,
        "seen_in_two": None if views is None else views >= 2,
        "ambiguous_bonds": sum(pair in annotation.ambiguous for pair in draft.asked),
    }


def question_id(draft: Draft, complex_id: str, reference_id: str | None) -> str:
    """Give the stable id of a question; all that its content depends on is in it."""
    words = [task_named(draft.task).code, complex_id]
    if reference_id is not None:
        words.append(f"by-{reference_id}")
    words.append(draft.key or f"{draft.index:02d}")
    return "/".join(words)


def _choose_options(
    draft: Draft, studio: Studio
) -> tuple[list[tuple[Option, str | None]], int] | Skip:
    """Take the true option and the first three decoys that look different from all taken.

    Returns the options in letter order with the paths of their pictures (None where options
    are text), and how many decoys were passed over because they look like another option.
    """
    true, *pool = draft.options
    taken: list[tuple[Option, Picture]] = [(true, studio.picture(true.shot))]
    passed_over = 0
    for decoy in pool:
        if len(taken) == len(LETTERS):
            break
        picture = studio.picture(decoy.shot)
        if all(picture_difference(picture, other) >= MIN_OPTION_DIFFERENCE for _, other in taken):
            taken.append((decoy, picture))
        else:
            passed_over += 1
    if len(taken) < len(LETTERS):
        return Skip(draft.task, "options look alike")
    ordered = taken[1:]
    ordered.insert(LETTERS.index(draft.letter), taken[0])
    return [
        (option, studio.keep(option.shot, picture) if option.in_picture else None)
        for option, picture in ordered
    ], passed_over


def settings_tasks(names: Sequence[str]) -> tuple[Task, ...]:
    """Give the tasks of these names in the published order; all of them where none is named."""
    wanted = {task_named(name).name for name in names}
    return tuple(task for task in TASKS if not wanted or task.name in wanted)
