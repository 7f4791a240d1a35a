import numpy as np

from misibench.scene.colours import element_colours


def test_table_has_chimeraxs_colours():
    # C, F, P, S, Cl, Fe, Br, I, U from ChimeraX's documentation; 0 and 120 are unknown
    numbers = np.array([6, 9, 15, 16, 17, 26, 35, 53, 92, 0, 120])
    words = ["".join(f"{v:02X}" for v in row) for row in element_colours(numbers).tolist()]
    assert words == [
        "909090", "90E050", "FF8000", "FFFF30", "1FF01F", "E06633", "A62929", "940094", "008FFF",
        "B4B4B4", "B4B4B4",
    ]  # fmt: skip
