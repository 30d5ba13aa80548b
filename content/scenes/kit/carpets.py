"""Patterns of knotted carpets as images (see paint.py)."""
import cv2
import numpy as np

from kit.paint import blend, colour, noise


def medallion(seed, size=(900, 1300), palette=None):
    """A knotted carpet: medallion, mirrored vines and three borders."""
    width, height = size
    field, border, ink, accents = palette or ('#7c2f26', '#26334a', '#e0cda6', ('#b9783f', '#3f5a5c', '#d9b98c', '#8a4636', '#2a3648'))
    half = (height // 2, width // 2)
    rows, columns = np.mgrid[0:half[0], 0:half[1]].astype(np.float32)
    quarter = np.broadcast_to(colour(field), (*half, 3)).copy()
    for k, tone in enumerate(accents):
        vine = np.abs(noise(half, seed + k, cell=90 - 8 * k, octaves=2))
        quarter = blend(quarter, np.clip((0.09 - vine) * 14, 0, 1), colour(tone))
        bloom = noise(half, seed + 30 + k, cell=46, octaves=1)
        quarter = blend(quarter, np.clip((bloom - 0.95) * 12, 0, 1), colour(tone))
        quarter = blend(quarter, np.clip((bloom - 1.2) * 14, 0, 1), colour(ink))
    angle = np.arctan2((half[0] - rows) / 1.35, half[1] - columns)
    reach = np.hypot((half[0] - rows) / 1.35, half[1] - columns) / half[1]
    for k, (edge, tone) in enumerate(((0.66, border), (0.61, ink), (0.59, border), (0.42, accents[0]), (0.38, field), (0.2, ink), (0.17, border))):
        scallop = edge * (1 + 0.07 * np.abs(np.cos(angle * (8 if k < 3 else 6))))
        quarter = blend(quarter, np.clip((scallop - reach) * half[1], 0, 1) * 0.93, colour(tone))
        petals = (np.sin(angle * 16 + k) * np.sin(reach * 52) > 0.55) & (reach < scallop - 0.02)
        quarter = blend(quarter, petals * 0.8, colour(accents[(k + 2) % len(accents)]))
    inset = np.minimum(rows, columns)
    along = np.where(rows < columns, columns, rows)
    for low, high, tone, motif in ((0, 14, border, None), (14, 22, ink, None), (22, 86, border, accents[0]), (86, 94, ink, None), (94, 124, accents[3], ink), (124, 130, border, None)):
        inside = (inset >= low) & (inset < high)
        quarter = blend(quarter, inside.astype(np.float32), colour(tone))
        if motif:
            middle, span = (low + high) / 2, (high - low) / 2
            petal = (((inset - middle) / span) ** 2 + (np.sin(along / span * 1.1) * 1.15) ** 2 < 0.55) & inside
            heart = (((inset - middle) / span) ** 2 + (np.sin(along / span * 1.1) * 1.15) ** 2 < 0.12) & inside
            quarter = blend(quarter, petal.astype(np.float32), colour(motif))
            quarter = blend(quarter, heart.astype(np.float32), colour(accents[1]))
    top = np.concatenate([quarter, quarter[:, ::-1]], 1)
    image = cv2.GaussianBlur(np.concatenate([top, top[::-1]], 0), (0, 0), 0.8)
    wear = 1 + 0.07 * noise(image.shape[:2], seed + 50, cell=200) [..., None]
    stripes = 1 + 0.03 * noise(image.shape[:2], seed + 51, cell=24, octaves=2, stretch=(30, 0.3))[..., None]
    return np.clip(image * wear * stripes, 0, 1).astype(np.float32)
