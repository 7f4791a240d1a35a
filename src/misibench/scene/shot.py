"""A shot: one picture named by what it shows, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from misibench.geometry import Motion
from misibench.scene.camera import View
from misibench.structure import ResidueId

__all__ = ["Shot", "Subject"]


class Subject(StrEnum):
    """What is drawn."""

    COMPLEX = "complex"
    POCKET = "pocket"
    LIGAND = "ligand"
    RESIDUE = "residue"  # one residue and the ligand, both with atom names


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of one complex.

    The camera is fitted to the whole untouched complex in front view and then turned to the
    view about the centre of the complex's box; only ``Subject.RESIDUE`` is fitted to what it
    shows. Motions happen in front-view axes and never refit anything.

    Attributes
    ----------
    motions
        Applied to all that is drawn, in order; rolls are about the centre of the box of the
        untouched complex, carried along by moves.
    ligand_motions
        Applied to the ligand alone, in order, before ``motions``; rolls are about the centroid
        of the ligand's heavy atoms, carried along by moves.
    residue_index
        Index into ``receptor.residues``, for ``Subject.RESIDUE``.
    residue
        Its identity, for the name of the picture.
    """

    view: View = View.FRONT
    subject: Subject = Subject.COMPLEX
    motions: tuple[Motion, ...] = ()
    ligand_motions: tuple[Motion, ...] = ()
    residue: ResidueId | None = None
    residue_index: int | None = None

    @property
    def name(self) -> str:
        """A file-name stem, unique among the shots of a complex.

        >>> from misibench.geometry import Move, Roll
        >>> Shot(motions=(Roll("y", -15), Move("x", 3))).name
        'complex_front_roll_y_-15_move_x_3'
        """
        words: list[str] = [self.subject]
        if self.residue is not None:
            chain = self.residue.chain_id.strip()
            # chain "a" and chain "A" must differ on file systems that fold case
            words += [
                f"{chain or '_'}{'l' if chain.islower() else ''}"
                f"{self.residue.number}{self.residue.insertion_code.strip()}",
                f"i{self.residue_index}",
            ]
        words.append(self.view)
        if self.ligand_motions:
            words += ["ligand", *(str(one).replace(" ", "_") for one in self.ligand_motions)]
            if self.motions:
                words.append("all")
        words += [str(one).replace(" ", "_") for one in self.motions]
        return "_".join(words)
