"""Which bonds to metals are coordination in a PDB file."""

from __future__ import annotations

from misibench.structure.pdb import parse_pdb

SIDE = 2.15  # Å: iron to sulfur; iron to iron is then 3.04, within 2 x 1.34 + 0.4


def test_all_irons_of_a_cubane_cluster_lose_their_bonds_alike() -> None:
    """Every iron has six bonds as made, more than four; what the first loses does not count.

    ChimeraX leaves the sulfurs of SF4 and F3S clusters without any bond.
    """
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    irons = [one for one in corners if sum(one) % 2 == 0]
    sulfurs = [one for one in corners if sum(one) % 2]
    lines = []
    for serial, corner in enumerate(irons + sulfurs, start=1):
        symbol = "FE" if corner in irons else "S"
        number = serial if corner in irons else serial - 4
        x, y, z = (SIDE * value for value in corner)
        name = f"{symbol}{number}".ljust(4) if symbol == "FE" else f" {symbol}{number} "
        lines.append(
            f"HETATM{serial:5d} {name} SF4 A 301    {x:8.3f}{y:8.3f}{z:8.3f}  1.00 10.00"
            f"          {symbol:>2s}"
        )
    molecule = parse_pdb("\n".join([*lines, "END", ""]), "cluster.pdb").molecule
    assert len(molecule) == 8
    assert not len(molecule.bonds)
    assert len(molecule.metal_bonds) == 12 + 6  # edges of the cube, and iron to iron
