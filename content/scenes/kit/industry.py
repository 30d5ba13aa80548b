"""The structure and logistics of a production hall: trusses, columns, lamps, ducts, conveyors, racks, pallets, markings."""
import random

import numpy as np

from . import materials
from .solids import Solid, group

STEEL_RGB = (0.58, 0.59, 0.59)
GRAPHITE = (0.075, 0.08, 0.085)
SIGNAL = (0.72, 0.36, 0.03)          # the one accent colour of the hall


def painted(rgb, roughness=0.42):
    """Powder-coated steel."""
    return materials.plastic(rgb, roughness)


def truss(length, depth=1.1, bays=12, location=(0, 0, 0), rotation_deg=0.0, rgb=STEEL_RGB):
    """A roof truss spanning along X, centred, its lower chord at z = 0: chords, verticals, diagonals, gusset plates."""
    s = Solid()
    half, step = length / 2, length / bays
    rise = 0.35
    top = lambda x: depth + rise * (1 - abs(x) / half)       # the upper chord rises to the ridge
    for y in (-0.07, 0.07):
        s.beam((-half, y, 0), (half, y, 0), 0.06, 0.12)
        s.beam((-half, y, top(half)), (0, y, top(0)), 0.06, 0.12)
        s.beam((0, y, top(0)), (half, y, top(half)), 0.06, 0.12)
    for i in range(bays + 1):
        x = -half + i * step
        s.beam((x, 0, 0), (x, 0, top(x)), 0.06, 0.06)
        s.block((0.26, 0.2, 0.2), (x, 0, 0.02), bevel=0.01)
        if i < bays:
            low, high = (x, x + step) if (x + step / 2) < 0 else (x + step, x)
            s.beam((low, 0, 0), (high, 0, top(high)), 0.07, 0.07)
    return s.build("truss", [painted(rgb)], location, rotation_deg)


def column(height, location=(0, 0, 0), rotation_deg=0.0, rgb=STEEL_RGB, guard=True):
    """An I-section column with a base plate, bolts and a yellow-and-black collision guard."""
    s = Solid()
    for y in (-0.14, 0.14):
        s.block((0.26, 0.022, height), (0, y, height / 2))
    s.block((0.016, 0.27, height), (0, 0, height / 2))
    s.block((0.42, 0.42, 0.03), (0, 0, 0.015))
    for x in (-0.17, 0.17):
        for y in (-0.17, 0.17):
            s.rod((x, y, 0.03), (x, y, 0.065), 0.018, 0, 6)
    if guard:
        for k in range(8):
            s.block((0.3, 0.32, 0.13), (0, 0, 0.1 + k * 0.13), 1 + k % 2, bevel=0.012)
    return s.build("column", [painted(rgb), painted(SIGNAL), painted(GRAPHITE)], location, rotation_deg)


def high_bay(location=(0, 0, 0), rotation_deg=0.0, drop=0.6, strength=6.0, length=1.5):
    """A linear LED high-bay lamp hanging `drop` metres under its origin; seen as bright, lights nothing by itself."""
    s = Solid()
    s.block((length, 0.3, 0.06), (0, 0, -drop), 0)
    for x in (-length * 0.36, length * 0.36):
        s.bend([(x, 0, -drop), (x, 0, 0)], 0.006, 0, 6)
    s.block((length - 0.08, 0.24, 0.012), (0, 0, -drop - 0.032), 1, bevel=0.002)
    return s.build("high bay lamp", [materials.metal("aluminium", 0.4), materials.emissive(4600, strength)], location, rotation_deg)


def duct(points, radius=0.3, joint=1.2):
    """A round spiral duct along straight runs between points, with collars."""
    s = Solid()
    for start, end in zip(points[:-1], points[1:]):
        start, end = np.asarray(start, float), np.asarray(end, float)
        length = np.linalg.norm(end - start)
        s.rod(start, end, radius, 0, 40, bevel=0.03)
        for k in range(1, int(length / joint)):
            at = start + (end - start) * (k * joint / length)
            along = (end - start) / length * 0.03
            s.rod(at - along, at + along, radius * 1.03, 0, 40, bevel=0.03)
    return s.build("duct", [materials.metal("aluminium", 0.35)])


def cable_tray(start, end, width=0.35):
    """A perforated cable tray with a bundle of cables, along X or Y."""
    rng = random.Random(2)
    s = Solid()
    start, end = np.asarray(start, float), np.asarray(end, float)
    side = np.array([0, 1, 0]) if abs(end[0] - start[0]) > abs(end[1] - start[1]) else np.array([1, 0, 0])
    for sign in (-1, 1):
        s.beam(start + side * sign * width / 2, end + side * sign * width / 2, 0.012, 0.07)
    length = np.linalg.norm(end - start)
    for k in range(int(length / 0.3)):
        at = start + (end - start) * (k + 0.5) * 0.3 / length
        s.beam(at - side * width / 2 - (0, 0, .03), at + side * width / 2 - (0, 0, .03), 0.04, 0.006)
    for k in range(9):
        shift = side * rng.uniform(-.4, .4) * width + np.array([0, 0, rng.uniform(-.015, .02)])
        s.bend(np.array([start, (start + end) / 2 + side * rng.uniform(-.03, .03), end]) + shift, rng.uniform(.008, .014), 1 + k % 3, 6)
    return s.build("cable tray", [materials.metal("aluminium", 0.45), painted(GRAPHITE), painted((.45, .12, .05)), painted((.3, .3, .31))])


def pallet(location=(0, 0, 0), rotation_deg=0.0):
    """A euro pallet, 1.2 x 0.8 x 0.144 m."""
    s = Solid()
    for y in (-0.35, 0, 0.35):
        for x in (-0.53, 0, 0.53):
            s.block((0.14, 0.1, 0.078), (x, y, 0.061))
        s.block((1.2, 0.1, 0.022), (0, y, 0.011))
    for i in range(5):
        s.block((1.2, 0.13 if i % 2 == 0 else 0.1, 0.022), (0, -0.335 + i * 0.1675, 0.133))
    for x in (-0.53, 0, 0.53):
        s.block((0.14, 0.8, 0.022), (x, 0, 0.111))
    return s.build("pallet", [materials.wood("ash")], location, rotation_deg)


def carton(size, location=(0, 0, 0), rotation_deg=0.0, rgb=(0.44, 0.31, 0.19)):
    """A closed cardboard box with tape and a label."""
    s = Solid()
    x, y, z = size
    s.block(size, (0, 0, z / 2), 0, bevel=0.005)
    s.block((0.05, y + 0.002, 0.002), (0, 0, z), 1, bevel=0.0005)
    s.block((0.05, 0.002, z * 0.3), (0, -y / 2, z * 0.85), 1, bevel=0.0005)
    s.block((0.1, 0.002, 0.07), (x * 0.2, -y / 2, z * 0.45), 2, bevel=0.0005)
    return s.build("carton", [materials.paper(rgb), materials.plastic((0.52, 0.42, 0.28), 0.3), materials.paper((0.74, 0.73, 0.70))], location, rotation_deg)


def loaded_pallet(location=(0, 0, 0), rotation_deg=0.0, layers=3, seed=3, wrapped=False):
    """A pallet stacked with cartons."""
    rng = random.Random(seed)
    parts = [pallet()]
    for k in range(layers):
        for i, x in enumerate((-0.395, 0, 0.395)):
            for y in (-0.198, 0.198):
                if k == layers - 1 and rng.random() < 0.3:
                    continue
                tone = rng.uniform(0.9, 1.1)
                parts.append(carton((0.385, 0.385, 0.3), (x + rng.uniform(-.006, .006), y + rng.uniform(-.006, .006), 0.145 + k * 0.302),
                                    rng.choice((0, 90, 180)) + rng.uniform(-1.2, 1.2), (0.44 * tone, 0.31 * tone, 0.19 * tone)))
    return group(parts, "loaded pallet", location, rotation_deg)


def bin_box(location=(0, 0, 0), rotation_deg=0.0, size=(0.4, 0.6, 0.28), rgb=(0.10, 0.17, 0.24)):
    """An open plastic transport crate with ribs and handles."""
    s = Solid()
    x, y, z = size
    for sign in (-1, 1):
        s.block((x, 0.014, z), (0, sign * (y / 2 - 0.007), z / 2))
        s.block((0.014, y, z), (sign * (x / 2 - 0.007), 0, z / 2))
        for k in (-0.3, 0, 0.3):
            s.block((0.02, 0.03, z * 0.8), (x * k, sign * y / 2, z * 0.42))
            s.block((0.03, 0.02, z * 0.8), (sign * x / 2, y * k, z * 0.42))
        s.block((x + 0.03, 0.04, 0.03), (0, sign * y / 2, z - 0.015))
        s.block((0.04, y + 0.03, 0.03), (sign * x / 2, 0, z - 0.015))
    s.block((x - 0.02, y - 0.02, 0.012), (0, 0, 0.03))
    return s.build("transport crate", [materials.plastic(rgb, 0.45)], location, rotation_deg)


def drum(location=(0, 0, 0), rotation_deg=0.0, rgb=(0.10, 0.19, 0.27)):
    """A 200-litre steel drum."""
    s = Solid()
    s.lathe([(0, 0), (0.285, 0), (0.292, 0.01), (0.285, 0.02), (0.285, 0.28), (0.296, 0.295), (0.285, 0.31), (0.285, 0.57), (0.296, 0.585),
             (0.285, 0.6), (0.285, 0.86), (0.292, 0.87), (0.285, 0.88), (0.272, 0.88), (0.268, 0.862), (0, 0.862)], 0, 48)
    s.rod((0.17, 0, 0.86), (0.17, 0, 0.885), 0.035, 1, 20)
    return s.build("drum", [painted(rgb, 0.35), materials.metal("steel", 0.35)], location, rotation_deg)


def rack(width=2.7, location=(0, 0, 0), rotation_deg=0.0, depth=1.0, levels=3, level_height=1.5, bays=1, filled=0.9, seed=6):
    """A pallet rack (front towards -Y) with upright frames, beams and goods on its levels."""
    rng = random.Random(seed)
    s = Solid()
    total = width * bays
    height = levels * level_height + 0.35
    for i in range(bays + 1):
        x = -total / 2 + i * width
        for y in (-depth / 2, depth / 2):
            s.block((0.1, 0.08, height), (x, y, height / 2), 0)
            s.block((0.16, 0.14, 0.012), (x, y, 0.006), 0)
        for k in range(int(height / 0.7)):
            a, c = (-1, 1) if k % 2 else (1, -1)
            s.beam((x, a * depth / 2, 0.2 + k * 0.7), (x, c * depth / 2, 0.2 + (k + 1) * 0.7), 0.04, 0.03, 0)
        s.block((0.14, 0.1, 0.42), (x, -depth / 2 - 0.06, 0.21), 1)
    for level in range(1, levels + 1):
        for y in (-depth / 2, depth / 2):
            s.block((total, 0.05, 0.12), (0, y, level * level_height), 1)
        for k in range(int(total / 0.45)):
            s.block((0.3, depth, 0.02), (-total / 2 + 0.25 + k * 0.45, 0, level * level_height + 0.06), 2)
    parts = [s.build("pallet rack", [painted((0.12, 0.16, 0.20)), painted(SIGNAL), materials.metal("aluminium", 0.5)])]
    for level in range(levels + 1):
        z = 0.0 if level == 0 else level * level_height + 0.072
        for bay in range(bays):
            for k in range(2):
                if rng.random() > filled:
                    continue
                x = -total / 2 + bay * width + width * (0.27 + 0.46 * k)
                parts.append(_goods(rng, (x, 0, z)))
    return group(parts, "rack", location, rotation_deg)


def _goods(rng, at):
    """Something that stands on a rack: a stack of cartons, crates or drums on a pallet."""
    kind = rng.random()
    if kind < 0.55:
        return loaded_pallet(at, 0, rng.choice((2, 3)), rng.randrange(99))
    parts = [pallet()]
    if kind < 0.85:
        tone = rng.choice(((0.10, 0.17, 0.24), (0.30, 0.31, 0.32), (0.62, 0.60, 0.56)))
        for k in range(3):
            for x in (-0.36, 0.06, 0.42):
                parts.append(bin_box((x * 0.95, 0, 0.145 + k * 0.285), 0, (0.38, 0.6, 0.28), tone))
    else:
        for x in (-0.3, 0.3):
            parts.append(drum((x, 0, 0.145), 0))
    return group(parts, "goods", at)


def conveyor(length=5.0, location=(0, 0, 0), rotation_deg=0.0, width=0.6, height=0.85, belt=False):
    """A roller (or belt) conveyor running along X, centred on its origin."""
    s = Solid()
    for y in (-1, 1):
        s.block((length, 0.04, 0.14), (0, y * (width / 2 + 0.02), height), 0)
        s.block((length, 0.05, 0.02), (0, y * (width / 2 + 0.02), height + 0.08), 2)
        for k in range(int(length / 1.4) + 1):
            x = -length / 2 + 0.2 + k * (length - 0.4) / max(1, int(length / 1.4))
            s.block((0.07, 0.05, height - 0.06), (x, y * (width / 2 + 0.02), (height - 0.06) / 2), 0)
            s.block((0.14, 0.12, 0.015), (x, y * (width / 2 + 0.02), 0.0075), 0)
            if y > 0:
                s.block((0.05, width, 0.05), (x, 0, 0.3), 0)
    if belt:
        s.block((length, width - 0.02, 0.03), (0, 0, height + 0.045), 3)
    else:
        for k in range(int(length / 0.105)):
            x = -length / 2 + 0.06 + k * 0.105
            s.rod((x, -width / 2, height + 0.03), (x, width / 2, height + 0.03), 0.032, 1, 16, bevel=0.05)
    s.block((0.5, 0.22, 0.26), (length * 0.2, width / 2 + 0.15, height - 0.12), 0)
    s.rod((length * 0.2 - 0.1, width / 2 + 0.26, height - 0.12), (length * 0.2 - 0.1, width / 2 + 0.5, height - 0.12), 0.09, 0, 24)
    return s.build("conveyor", [painted((0.24, 0.25, 0.26)), materials.metal("steel", 0.3), painted(SIGNAL), painted(GRAPHITE, 0.7)], location, rotation_deg)


def fence(length, location=(0, 0, 0), rotation_deg=0.0, height=2.0, bay=1.5):
    """A machine-guard fence along X starting at its origin: yellow posts, dark welded mesh."""
    s = Solid()
    count = max(1, round(length / bay))
    for i in range(count + 1):
        x = i * length / count
        s.block((0.06, 0.06, height), (x, 0, height / 2), 0)
        s.block((0.16, 0.12, 0.012), (x, 0, 0.006), 0)
    for i in range(count):
        x0, x1 = i * length / count + 0.05, (i + 1) * length / count - 0.05
        for z in (0.15, height - 0.05):
            s.beam((x0, 0, z), (x1, 0, z), 0.025, 0.025, 1)
        for k in range(int((x1 - x0) / 0.08) + 1):
            s.beam((x0 + k * 0.08, 0, 0.15), (x0 + k * 0.08, 0, height - 0.05), 0.006, 0.006, 1, 0.001)
        for k in range(5):
            s.beam((x0, 0, 0.3 + k * (height - 0.4) / 5), (x1, 0, 0.3 + k * (height - 0.4) / 5), 0.006, 0.006, 1, 0.001)
    return s.build("guard fence", [painted(SIGNAL), painted(GRAPHITE)], location, rotation_deg)


def floor_line(start, end, width=0.1, rgb=(0.70, 0.50, 0.05)):
    """A painted line on the floor."""
    s = Solid()
    s.beam((start[0], start[1], 0.0015), (end[0], end[1], 0.0015), width, 0.003, 0, 0.0005)
    return s.build("floor line", [materials.plastic(rgb, 0.45)])


def hazard_strip(start, end, width=0.2, step=0.2):
    """A black-and-yellow diagonal strip on the floor."""
    s = Solid()
    start, end = np.asarray((*start, 0.0), float), np.asarray((*end, 0.0), float)
    along = (end - start) / np.linalg.norm(end - start)
    side = np.array([-along[1], along[0], 0]) * width / 2
    for k in range(int(np.linalg.norm(end - start) / step)):
        a = start + along * k * step
        for slot, at in ((0, a), (1, a + along * step / 2)):
            lean = along * width * 0.6
            quad = np.array([at - side, at + along * step / 2 - side, at + along * step / 2 + side + lean, at + side + lean]) + (0, 0, 0.003)
            s.add(quad, [(0, 1, 2, 3)], slot, False)
    return s.build("hazard strip", [materials.plastic((0.70, 0.50, 0.05), 0.45), materials.plastic((0.05, 0.05, 0.05), 0.5)])
