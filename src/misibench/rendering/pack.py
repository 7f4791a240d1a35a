"""From packed RGB to rows of bytes: averaging, alpha, palette indices."""

from __future__ import annotations

from misibench.rendering.kernel import kernel

__all__ = ["pack_indexed", "pack_rgb", "pack_rgba"]


@kernel
def _mean(image, y, x, inner, shift):  # type: ignore[no-untyped-def]
    """Mean of one channel over the inner x inner pixels of a picture's pixel, rounded."""
    total = 0
    for j in range(y * inner, (y + 1) * inner):
        for i in range(x * inner, (x + 1) * inner):
            total += (image[j, i] >> shift) & 255
    return (2 * total + inner * inner) // (2 * inner * inner)


@kernel
def pack_rgb(image, inner, rows):  # type: ignore[no-untyped-def]
    """Write RGB rows; ``rows`` (h, 1 + 3w) keeps its first column."""
    for y in range(rows.shape[0]):
        for x in range((rows.shape[1] - 1) // 3):
            for c in range(3):
                rows[y, 1 + 3 * x + c] = _mean(image, y, x, inner, 8 * c)


@kernel
def pack_rgba(black, white, inner, rows):  # type: ignore[no-untyped-def]
    """Write RGBA rows (h, 1 + 4w) from one picture over black and the same over white."""
    for y in range(rows.shape[0]):
        for x in range((rows.shape[1] - 1) // 4):
            at = 1 + 4 * x
            through = 255
            for c in range(3):
                rows[y, at + c] = _mean(black, y, x, inner, 8 * c)
                rest = _mean(white, y, x, inner, 8 * c) - rows[y, at + c]
                through = min(through, max(rest, 0))
            alpha = 255 - through
            rows[y, at + 3] = alpha
            if 0 < alpha < 255:
                for c in range(3):
                    rows[y, at + c] = min((rows[y, at + c] * 255 + alpha // 2) // alpha, 255)


@kernel
def pack_indexed(image, inner, lookup, rows):  # type: ignore[no-untyped-def]
    """Write rows (h, 1 + w) of palette indices; black is index 0."""
    for y in range(rows.shape[0]):
        for x in range(rows.shape[1] - 1):
            r = _mean(image, y, x, inner, 0)
            g = _mean(image, y, x, inner, 8)
            b = _mean(image, y, x, inner, 16)
            if r | g | b:
                rows[y, 1 + x] = lookup[(r >> 3) | ((g >> 2) << 5) | ((b >> 3) << 11)]
            else:
                rows[y, 1 + x] = 0
