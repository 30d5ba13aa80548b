"""Plants: potted palms and figs, olive trees, grasses, hedges, flowers, and trees for the view outside."""
import math
import random

import numpy as np

from . import materials
from .foliage import MeshBuilder, arc, leaf, put, spherical, unit

LEAF_GREENS = [(0.050, 0.115, 0.035), (0.075, 0.155, 0.045), (0.105, 0.190, 0.060)]
OLIVE_GREENS = [(0.100, 0.130, 0.075), (0.150, 0.175, 0.115), (0.085, 0.110, 0.055)]
GRASS_GREENS = [(0.165, 0.190, 0.075), (0.225, 0.220, 0.100), (0.300, 0.260, 0.140)]
FIR_GREENS = [(0.030, 0.060, 0.040), (0.045, 0.080, 0.050), (0.055, 0.095, 0.062)]


def _greens(colours):
    return [materials.leaf(rgb) for rgb in colours]


def _bark(rgb=(0.16, 0.11, 0.075)):
    return materials.plastic(rgb, 0.85)


def _pot(builder, radius, height, slot, soil_slot, taper=0.78):
    """A round planter with a lip, filled with soil; returns the soil's height."""
    rim = radius * 0.92
    builder.lathe([(0.0, 0.0), (radius * taper * 0.96, 0.0), (radius * taper, 0.012), (radius * 0.97, height * 0.8),
                   (radius, height - 0.012), (radius * 0.99, height), (rim + 0.006, height), (rim, height - 0.01),
                   (rim * 0.985, height * 0.86)], slot)
    soil = height * 0.88
    builder.lathe([(rim, soil), (rim * 0.6, soil + 0.012), (0.0, soil + 0.018)], soil_slot)
    return soil + 0.01


def _potted(pot_rgb, greens, bark=None, pot=None):
    """Material slots of a potted plant: three greens, bark, pot, soil."""
    return _greens(greens) + [bark or _bark(), pot or materials.ceramic(pot_rgb), materials.plastic((0.05, 0.037, 0.028), 0.95)]


def potted_palm(location=(0, 0, 0), rotation_deg=0.0, height=1.9, pot_rgb=(0.62, 0.58, 0.52), fronds=14, seed=1, pot=None):
    """A kentia palm: arching fronds with paired leaflets."""
    rng = random.Random(seed)
    b = MeshBuilder()
    soil = _pot(b, height * 0.12 + 0.05, height * 0.2 + 0.04, 4, 5)
    reach = height - soil
    for i in range(fronds):
        azimuth = i * 2.399 + rng.uniform(-0.25, 0.25)
        lean = rng.uniform(0.75, 1.35) if i > 3 else rng.uniform(1.3, 1.5)
        length = reach * rng.uniform(0.85, 1.15)
        points = arc((rng.uniform(-.04, .04), rng.uniform(-.04, .04), soil), spherical(azimuth, lean), length,
                     rng.uniform(0.25, 0.5) * (1.7 - lean), 16)
        b.tube(points, np.linspace(0.009, 0.003, 16) * (0.6 + height / 4), 2, 6)
        _leaflets(b, points, length * 0.36, 0.022 + height * 0.008, rng)
    return b.build("palm", _potted(pot_rgb, LEAF_GREENS, pot=pot), location, rotation_deg)


def _leaflets(b, points, longest, width, rng, start=0.32, count=26):
    """Leaflets on both sides of a frond's rib."""
    for k in range(count):
        t = start + (1 - start) * k / (count - 1)
        at = t * (len(points) - 1)
        i = min(int(at), len(points) - 2)
        origin = points[i] + (points[i + 1] - points[i]) * (at - i)
        along = unit(points[i + 1] - points[i])
        side = unit(np.cross(along, (0, 0, 1)))
        share = math.sin(math.pi * (0.22 + 0.73 * (t - start) / (1 - start)))
        for sign in (-1, 1):
            towards = along * (0.55 + 0.5 * t) + side * sign + np.array([0, 0, 0.22 * (1 - t) + rng.uniform(-.08, .08)])
            put(b, leaf(longest * share, width * (0.5 + share), "lance", 0.28 + rng.uniform(0, .2), 0.25), origin, towards,
                sign * 0.3, rng.choice((0, 0, 1)))


def fan_palm(location=(0, 0, 0), rotation_deg=0.0, height=4.5, seed=3):
    """A garden palm with a rough trunk and a crown of feathered fronds."""
    rng = random.Random(seed)
    b = MeshBuilder()
    trunk = arc((0, 0, 0), (rng.uniform(-.06, .06), rng.uniform(-.06, .06), 1), height * 0.72, -0.02, 22)
    b.tube(trunk, [0.15 - 0.05 * i / 21 + (0.012 if i % 2 else 0) for i in range(22)], 3, 12)
    for i in range(24):
        elevation = rng.uniform(-0.2, 1.25)
        length = height * rng.uniform(0.34, 0.42)
        points = arc(trunk[-1], spherical(i * 2.399, elevation), length, length * 0.42 * max(0.3, math.cos(elevation)), 18)
        b.tube(points, np.linspace(0.02, 0.004, 18), 1, 6)
        _leaflets(b, points, length * 0.4, 0.045, rng, 0.18, 34)
    return b.build("garden palm", _greens(LEAF_GREENS) + [_bark((0.19, 0.14, 0.10))], location, rotation_deg)


def fiddle_fig(location=(0, 0, 0), rotation_deg=0.0, height=1.7, pot_rgb=(0.70, 0.66, 0.60), seed=5, pot=None):
    """A fiddle-leaf fig: a slim trunk with big leathery leaves."""
    rng = random.Random(seed)
    b = MeshBuilder()
    soil = _pot(b, 0.19, 0.34, 4, 5)
    for stem in range(2):
        trunk = arc((0.03 * stem, 0.02, soil), (rng.uniform(-.14, .14), rng.uniform(-.14, .14), 1), (height - soil) * (1 - 0.22 * stem), 0, 12)
        b.tube(trunk, np.linspace(0.017, 0.006, 12), 3, 8)
        for k in range(26):
            t = 0.22 + 0.78 * k / 25
            origin = trunk[0] + (trunk[-1] - trunk[0]) * t
            direction = spherical(k * 2.399 + stem, rng.uniform(0.0, 0.5) + 0.6 * (t > 0.9))
            size = rng.uniform(0.2, 0.3) * (1.05 - 0.25 * t)
            put(b, leaf(size, size * 0.66, "fiddle", rng.uniform(0.2, 0.45), 0.16, 0.03, rng), origin, direction,
                rng.uniform(-.4, .4), rng.choice((0, 1, 1, 2)))
    return b.build("fiddle-leaf fig", _potted(pot_rgb, LEAF_GREENS, pot=pot), location, rotation_deg)


def rubber_plant(location=(0, 0, 0), rotation_deg=0.0, height=0.9, pot_rgb=(0.25, 0.24, 0.23), seed=6, pot=None):
    """A bushy plant of glossy oval leaves, for a shelf, a desk or a corner."""
    rng = random.Random(seed)
    b = MeshBuilder()
    soil = _pot(b, 0.08 + height * 0.07, 0.1 + height * 0.14, 4, 5)
    for stem in range(5):
        azimuth = stem * 1.26 + rng.uniform(-.3, .3)
        points = arc((0, 0, soil), spherical(azimuth, rng.uniform(1.0, 1.4)), (height - soil) * rng.uniform(.75, 1), 0.04, 9)
        b.tube(points, np.linspace(0.008, 0.003, 9), 3, 6)
        for k in range(9):
            at = points[min(8, 1 + k)]
            size = height * rng.uniform(0.16, 0.24)
            put(b, leaf(size, size * 0.5, "oval", 0.3, 0.2), at, spherical(azimuth + k * 2.4, rng.uniform(0.1, 0.7)),
                rng.uniform(-.3, .3), rng.choice((0, 0, 1)))
    return b.build("rubber plant", _potted(pot_rgb, LEAF_GREENS, pot=pot), location, rotation_deg)


def snake_plant(location=(0, 0, 0), rotation_deg=0.0, height=0.8, pot_rgb=(0.72, 0.70, 0.66), seed=7, pot=None):
    """Upright sword leaves in a low pot."""
    rng = random.Random(seed)
    b = MeshBuilder()
    soil = _pot(b, 0.15, 0.24, 4, 5)
    for i in range(17):
        azimuth = i * 2.399
        base = np.array([math.cos(azimuth), math.sin(azimuth), 0]) * 0.02 * math.sqrt(i) + (0, 0, soil)
        size = (height - soil) * rng.uniform(0.6, 1.05)
        put(b, leaf(size, 0.062, "sword", rng.uniform(-.05, .08), 0.3), base, spherical(azimuth, rng.uniform(1.25, 1.5)),
            rng.uniform(0, 6), rng.choice((0, 1, 1, 2)))
    return b.build("snake plant", _potted(pot_rgb, LEAF_GREENS, pot=pot), location, rotation_deg)


def fern(location=(0, 0, 0), rotation_deg=0.0, spread=0.45, pot_rgb=(0.45, 0.27, 0.19), hanging=False, seed=8, pot=None):
    """A fern whose fronds spill over the pot; `hanging` makes them droop deeper."""
    rng = random.Random(seed)
    b = MeshBuilder()
    soil = _pot(b, spread * 0.32, spread * 0.42, 4, 5)
    for i in range(26):
        elevation = rng.uniform(0.3, 1.2)
        length = spread * rng.uniform(0.8, 1.25)
        points = arc((0, 0, soil), spherical(i * 2.399, elevation), length, length * (1.1 if hanging else 0.55), 14)
        b.tube(points, np.linspace(0.003, 0.001, 14), 1, 5)
        _leaflets(b, points, spread * 0.2, 0.012, rng, 0.1, 24)
    return b.build("fern", _potted(pot_rgb, LEAF_GREENS[1:] + [(0.14, 0.24, 0.07)], pot=pot), location, rotation_deg)


def olive_tree(location=(0, 0, 0), rotation_deg=0.0, height=2.6, pot_rgb=(0.55, 0.47, 0.40), potted=True, seed=9, pot=None):
    """An olive tree with a gnarled trunk and a silvery crown."""
    rng = random.Random(seed)
    b = MeshBuilder()
    base = _pot(b, 0.30, 0.5, 4, 5) if potted else 0.0
    crown = height - base
    full = max(1.0, height / 2.6)               # tall ones have no more leaves, but larger ones
    trunk = arc((0, 0, base), (0.1, 0.05, 1), crown * 0.45, -0.03, 9)
    trunk[:, 0] += 0.03 * np.sin(np.arange(9) * 1.1)
    b.tube(trunk, [0.055 - 0.004 * i + 0.006 * (i % 2) for i in range(9)], 3, 10)
    for i in range(15):
        branch = arc(trunk[5 + i % 4], spherical(i * 2.399, rng.uniform(0.15, 1.2)), crown * rng.uniform(0.3, 0.5), 0.06, 8)
        b.tube(branch, np.linspace(0.014, 0.004, 8), 3, 6)
        for j in range(11):
            at = branch[2 + j % 6]
            twig = arc(at, unit(branch[-1] - branch[0]) + spherical(rng.uniform(0, 6.3), rng.uniform(-.5, .9)) * 0.9,
                       crown * rng.uniform(.1, .19), 0.05, 6)
            b.tube(twig, np.linspace(0.003, 0.001, 6), 3, 4)
            for k in range(14):
                put(b, leaf(full * rng.uniform(.045, .075), full * 0.016, "lance", 0.1, 0.1), twig[k * 5 // 13],
                    unit(twig[-1] - twig[0]) + spherical(k * 2.4, rng.uniform(-.5, .5)), rng.uniform(-1, 1), rng.choice((0, 1, 1, 2)))
    return b.build("olive tree", _potted(pot_rgb, OLIVE_GREENS, _bark((0.20, 0.17, 0.14)), pot), location, rotation_deg)


def grass_clump(location=(0, 0, 0), rotation_deg=0.0, height=0.9, blades=130, plumes=10, seed=10):
    """Ornamental grass: bowing blades and a few feathery plumes."""
    rng = random.Random(seed)
    b = MeshBuilder()
    for i in range(blades):
        azimuth, r = rng.uniform(0, 6.283), rng.uniform(0, 0.1) * height
        base = (r * math.cos(azimuth), r * math.sin(azimuth), 0)
        put(b, leaf(height * rng.uniform(.6, 1.05), 0.009, "lance", rng.uniform(0.15, 0.75), 0.2), base,
            spherical(azimuth + rng.uniform(-.6, .6), rng.uniform(0.95, 1.5)), 0, rng.choice((0, 0, 1, 2)))
    for i in range(plumes):
        stem = arc((0, 0, 0), spherical(i * 2.399, rng.uniform(1.2, 1.5)), height * rng.uniform(1.1, 1.4), 0.12 * height, 9)
        b.tube(stem, np.linspace(0.002, 0.001, 9), 1, 4)
        for k in range(40):
            put(b, leaf(0.05 * height, 0.006, "lance", 0.3, 0), stem[6] + (stem[8] - stem[6]) * (k / 40),
                unit(stem[8] - stem[6]) * 1.6 + spherical(k * 2.4, 0), 0, 3)
    return b.build("ornamental grass", _greens(GRASS_GREENS) + [materials.leaf((0.52, 0.44, 0.32))], location, rotation_deg)


def hedge(size=(3, 0.5, 1.1), location=(0, 0, 0), rotation_deg=0.0, density=420, seed=11):
    """A clipped hedge: a dark core covered with small leaves (`density` per square metre)."""
    rng = random.Random(seed)
    sx, sy, sz = size
    b = MeshBuilder()
    x, y, z = sx / 2 - 0.05, sy / 2 - 0.05, sz - 0.05
    b.add([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)],
          [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)], 3)
    faces = [((1, 0, 0), sy, sz), ((-1, 0, 0), sy, sz), ((0, 1, 0), sx, sz), ((0, -1, 0), sx, sz), ((0, 0, 1), sx, sy)]
    for normal, a, c in faces:
        for _ in range(int(density * a * c)):
            u, v = rng.uniform(-.5, .5), rng.uniform(0, 1)
            if normal[2]:
                p = (u * sx, (v - 0.5) * sy, sz - 0.04)
            else:
                p = (normal[0] * (sx / 2 - 0.04) + (u * sx if normal[1] else 0), normal[1] * (sy / 2 - 0.04) + (u * sy if normal[0] else 0), v * sz)
            put(b, leaf(rng.uniform(.045, .08), 0.03, "oval", 0.2, 0.2), p,
                np.array(normal) * 0.8 + spherical(rng.uniform(0, 6.3), rng.uniform(-.3, .9)), rng.uniform(-1, 1), rng.choice((0, 0, 1, 2)))
    return b.build("hedge", _greens([(0.075, 0.150, 0.050), (0.105, 0.190, 0.065), (0.14, 0.23, 0.08)]) + [materials.leaf((0.030, 0.055, 0.022))], location, rotation_deg)


def cypress(location=(0, 0, 0), rotation_deg=0.0, height=6.0, seed=12):
    """A slim Mediterranean cypress."""
    rng = random.Random(seed)
    b = MeshBuilder()
    b.tube(arc((0, 0, 0), (0, 0, 1), height * 0.95, 0, 6), np.linspace(0.1, 0.02, 6), 3, 8)
    for _ in range(int(1500 * height / 3)):
        t = rng.random() ** 0.8
        radius = height * 0.105 * math.sin(math.pi * min(1, 0.08 + t * 0.95)) ** 0.7 * rng.uniform(0.7, 1.05)
        azimuth = rng.uniform(0, 6.283)
        put(b, leaf(rng.uniform(.16, .34), 0.07, "blade", -0.15, 0.3),
            (radius * math.cos(azimuth), radius * math.sin(azimuth), height * (0.05 + 0.9 * t)), spherical(azimuth, 1.15), 0, rng.choice((0, 0, 1, 2)))
    return b.build("cypress", _greens([(0.045, 0.085, 0.040), (0.060, 0.105, 0.048), (0.080, 0.130, 0.058)]) + [_bark()], location, rotation_deg)


def fir(location=(0, 0, 0), rotation_deg=0.0, height=9.0, snow=0.5, seed=13):
    """A fir for the view outside; `snow` is the share of white upper boughs."""
    rng = random.Random(seed)
    b = MeshBuilder()
    b.tube(arc((0, 0, 0), (0, 0, 1), height, 0, 6), np.linspace(0.16, 0.02, 6), 3, 8)
    levels = int(height * 3.2)
    for i in range(levels):
        t = i / levels
        z, reach = height * (0.12 + 0.88 * t), height * 0.24 * (1 - t) ** 0.85 + 0.1
        for j in range(9):
            azimuth = j * 0.698 + i * 1.1 + rng.uniform(-.2, .2)
            length = reach * rng.uniform(.75, 1.1)
            put(b, leaf(length, length * 0.42, "blade", 0.42, -0.3, 0.05, rng), (0, 0, z), spherical(azimuth, 0.12), 0, rng.choice((0, 1, 2)))
            if rng.random() < snow:
                put(b, leaf(length * 0.85, length * 0.3, "blade", 0.40, -0.3), (0, 0, z + 0.05), spherical(azimuth, 0.14), 0, 4)
    return b.build("fir", _greens(FIR_GREENS) + [_bark(), materials.plastic((0.72, 0.76, 0.82), 0.8)], location, rotation_deg)
