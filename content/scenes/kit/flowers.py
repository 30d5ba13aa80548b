"""Cut flowers, branches and small greenery in vases."""
import math
import random

import numpy as np

from . import materials
from .foliage import MeshBuilder, arc, leaf, put, spherical, unit

VASES = {                                      # (radius, height) profile, metres
    "bottle": [(0.0, 0.0), (0.055, 0.0), (0.075, 0.02), (0.085, 0.09), (0.06, 0.16), (0.026, 0.20), (0.024, 0.26), (0.031, 0.27), (0.026, 0.268), (0.019, 0.2)],
    "bowl": [(0.0, 0.0), (0.07, 0.0), (0.12, 0.03), (0.15, 0.09), (0.14, 0.14), (0.11, 0.17), (0.105, 0.166), (0.13, 0.13), (0.1, 0.06)],
    "column": [(0.0, 0.0), (0.065, 0.0), (0.07, 0.008), (0.07, 0.252), (0.067, 0.26), (0.06, 0.256), (0.06, 0.16)],
    "jar": [(0.0, 0.0), (0.09, 0.0), (0.16, 0.07), (0.185, 0.2), (0.16, 0.33), (0.1, 0.40), (0.1, 0.43), (0.125, 0.45), (0.112, 0.446), (0.09, 0.39)],
}


def vase(location=(0, 0, 0), rotation_deg=0.0, kind="bottle", rgb=(0.72, 0.68, 0.62), material=None, scale=1.0):
    """An empty vase: bottle, bowl, column or (large, for the floor) jar."""
    b = MeshBuilder()
    b.lathe([(r * scale, z * scale) for r, z in VASES[kind]], 0, 56)
    return b.build("vase", [material or materials.ceramic(rgb)], location, rotation_deg)


def _bloom(b, centre, towards, size, kind, rng):
    """One flower head."""
    axis = unit(towards)
    layers = {"tulip": [(6, 1.15, 1.0)], "peony": [(7, 0.15, 1.0), (8, 0.55, 0.9), (8, 0.95, 0.75), (7, 1.3, 0.6)],
              "daisy": [(16, 0.12, 1.0)]}[kind]
    for count, lift, share in layers:
        for i in range(count):
            turn = i * 2 * math.pi / count + rng.uniform(-.15, .15)
            side = unit(np.cross(axis, (0.3, 0.2, 1)))
            other = np.cross(axis, side)
            out = (side * math.cos(turn) + other * math.sin(turn)) * math.cos(lift) + axis * math.sin(lift)
            width = size * share * (0.28 if kind == "daisy" else 0.75)
            put(b, leaf(size * share, width, "oval", -0.15 if kind != "daisy" else 0.1, 0.35), centre, out, 0, 3 + rng.randrange(2))
    if kind == "daisy":
        b.lathe([(size * .28, 0), (size * .22, size * .1), (0, size * .14)], 5, 12, centre)


def flowers_vase(location=(0, 0, 0), rotation_deg=0.0, kind="peony", vase_kind="bottle", petal_rgb=(0.72, 0.42, 0.36), stems=7,
                 height=0.5, vase_rgb=(0.72, 0.68, 0.62), vase_material=None, seed=21):
    """A vase with tulips, peonies or daisies."""
    rng = random.Random(seed)
    b = MeshBuilder()
    b.lathe(VASES[vase_kind], 2, 56)
    mouth = max(z for _, z in VASES[vase_kind])
    for i in range(stems):
        lean = rng.uniform(0.95, 1.4) if vase_kind != "bottle" else rng.uniform(1.1, 1.45)
        points = arc((0, 0, mouth * 0.4), spherical(i * 2.399, lean), (height - mouth * 0.4) * rng.uniform(.85, 1.1), 0.05, 9)
        b.tube(points, np.linspace(0.003, 0.002, 9), 0, 6)
        tip = points[-1] - points[-2]
        _bloom(b, points[-1], tip + (0, 0, .02), {"peony": 0.055, "tulip": 0.05, "daisy": 0.04}[kind], kind, rng)
        for k in (4, 5, 6):
            if points[k][2] > mouth:
                size = 0.16 if kind == "tulip" else 0.08
                put(b, leaf(size, size * 0.3, "lance", 0.4, 0.3), points[k], unit(tip) + spherical(rng.uniform(0, 6.3), 0.2), 0, rng.randrange(2))
    darker = tuple(c * 0.82 for c in petal_rgb)
    return b.build("flowers", [materials.leaf((.09, .16, .05)), materials.leaf((.12, .20, .08)), vase_material or materials.ceramic(vase_rgb),
                               materials.leaf(petal_rgb), materials.leaf(darker), materials.leaf((.55, .38, .06))], location, rotation_deg)


def branches_vase(location=(0, 0, 0), rotation_deg=0.0, kind="eucalyptus", vase_kind="jar", height=1.2, count=6, vase_rgb=(0.62, 0.56, 0.49),
                  vase_material=None, seed=22):
    """A vase with tall branches: eucalyptus (round grey leaves), olive, or bare winter twigs."""
    rng = random.Random(seed)
    b = MeshBuilder()
    b.lathe(VASES[vase_kind], 2, 56)
    mouth = max(z for _, z in VASES[vase_kind])
    for i in range(count):
        points = arc((0, 0, mouth * 0.3), spherical(i * 2.399, rng.uniform(1.12, 1.42)), height * rng.uniform(.75, 1.05), 0.12 * height, 14)
        b.tube(points, np.linspace(0.005, 0.002, 14), 3, 6)
        for k in range(30):
            t = 0.38 + 0.62 * k / 29
            at = min(int(t * 13), 12)
            origin = points[at] + (points[at + 1] - points[at]) * (t * 13 - at)
            out = unit(points[at + 1] - points[at]) * 0.5 + spherical(k * 2.399, rng.uniform(-.2, .4))
            if kind == "twigs":
                twig = arc(origin, out + (0, 0, .8), rng.uniform(.08, .2), 0.0, 5)
                b.tube(twig, np.linspace(0.002, 0.0008, 5), 3, 4)
            else:
                size = 0.052 if kind == "eucalyptus" else 0.06
                put(b, leaf(size, size * (0.85 if kind == "eucalyptus" else 0.28), "oval", 0.15, 0.1), origin, out, rng.uniform(-1, 1), rng.randrange(2))
    greens = [(.13, .19, .15), (.19, .25, .20)] if kind == "eucalyptus" else [(.12, .15, .08), (.18, .20, .13)]
    return b.build("branches", [materials.leaf(g) for g in greens] + [vase_material or materials.ceramic(vase_rgb), materials.plastic((.15, .105, .07), .85)],
                   location, rotation_deg)


def moss_bowl(location=(0, 0, 0), rotation_deg=0.0, radius=0.14, rgb=(0.25, 0.24, 0.23), seed=23):
    """A shallow bowl of succulents."""
    rng = random.Random(seed)
    b = MeshBuilder()
    b.lathe([(0, 0), (radius * .6, 0), (radius, radius * .45), (radius * .96, radius * .47), (radius * .9, radius * .36), (0, radius * .42)], 2, 48)
    for i in range(9):
        r = radius * 0.62 * math.sqrt(i / 9)
        centre = (r * math.cos(i * 2.4), r * math.sin(i * 2.4), radius * 0.42)
        size = radius * rng.uniform(.28, .42)
        for k in range(26):
            put(b, leaf(size * (1 - k / 40), size * .42, "oval", -0.3, 0.4), centre, spherical(k * 2.399, 0.15 + 1.2 * k / 26), 0, k % 2)
    return b.build("succulents", [materials.leaf((.14, .22, .15)), materials.leaf((.22, .28, .18)), materials.ceramic(rgb)], location, rotation_deg)
