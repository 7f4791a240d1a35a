"""Camera and screen coordinates of a scene as plain data, for files."""

from __future__ import annotations

from typing import Any

from misibench.scene.scene import Scene
from misibench.structure import Complex

__all__ = ["screen_record"]


def screen_record(structure: Complex, scene: Scene) -> dict[str, Any]:
    """Give a scene's camera and its drawn atoms' screen coordinates in JSON types.

    Keys: ``camera`` (3 x 4: the camera's x, y, z axes and position as columns), ``fov_deg``,
    ``orthographic_width`` (Å, or null), ``near_far`` (depths between which the depth cue runs, Å)
    and ``atoms``, each with ``model`` (pocket or ligand), ``chain``, ``res``, ``num``, ``ins``,
    ``name`` and ``screen`` (x right, y up, z toward the viewer, Å, from the eye).
    """
    screen = scene.camera.screen(scene.coords)
    atoms = []
    for place, (is_ligand, atom) in enumerate(
        zip(scene.is_ligand.tolist(), scene.atom_index.tolist(), strict=True)
    ):
        molecule = structure.ligand if is_ligand else structure.receptor
        residue = molecule.residue_of(atom)
        atoms.append(
            {
                "model": "ligand" if is_ligand else "pocket",
                "chain": residue.id.chain_id,
                "res": residue.name,
                "num": residue.id.number,
                "ins": residue.id.insertion_code.strip(),
                "name": molecule.atom_names[atom],
                "screen": [round(value, 4) for value in screen[place].tolist()],
            }
        )
    return {
        "camera": scene.camera.matrix.tolist(),
        "fov_deg": scene.camera.fov_deg,
        "orthographic_width": scene.camera.orthographic_width,
        "near_far": [scene.near, scene.far],
        "atoms": atoms,
    }
