"""Mountain-house furniture: a stone hearth, deep sofas, throws, rugs, floor lamps, firewood, low tables."""
import math
import random

import numpy as np

from . import art, core, materials, paintings
from .foliage import MeshBuilder, arc
from .solids import Solid, group, turn


def masonry(area, depth, holes=(), seed=3, stones=None, joint=0.014):
    """Rough-laid stones filling (x0, z0, x1, z1) on the plane y = 0, standing out towards -Y by about `depth`; returns one object."""
    rng = random.Random(seed)
    kinds = stones or [materials.stone("slate", rgb) for rgb in ((0.20, 0.185, 0.17), (0.27, 0.25, 0.225), (0.155, 0.145, 0.14), (0.33, 0.30, 0.26))]
    s = Solid()
    x0, z0, x1, z1 = area
    if not holes:
        s.block((x1 - x0 - 0.04, depth * 0.7, z1 - z0), ((x0 + x1) / 2, -depth * 0.35, (z0 + z1) / 2), len(kinds), bevel=0)
    z = z0
    while z < z1 - 0.02:
        high = min(rng.uniform(0.10, 0.24), z1 - z)
        x = x0 - rng.uniform(0, 0.1)
        while x < x1 - 0.02:
            wide = rng.uniform(0.18, 0.55)
            left, right = max(x, x0), min(x + wide, x1)
            pieces = [(left, right)]
            for hx0, hz0, hx1, hz1 in holes:
                if z + high > hz0 + 0.02 and z < hz1 - 0.02:
                    pieces = [p for a, b in pieces for p in ((a, min(b, hx0)), (max(a, hx1), b)) if p[1] - p[0] > 0.03]
            for a, b in pieces:
                out = depth * rng.uniform(0.86, 1.12)
                s.block((b - a - joint, out, high - joint), ((a + b) / 2, -out / 2, z + high / 2), rng.randrange(len(kinds)),
                        turn(rng.uniform(-1.2, 1.2), rng.uniform(-.6, .6), rng.uniform(-1.5, 1.5)), 0.022)
            x += wide
        z += high
    return s.build("masonry", kinds + [materials.plastic((0.16, 0.145, 0.13), 0.95)])


def hearth(location=(0, 0, 0), rotation_deg=0.0, width=2.7, height=4.4, opening=(1.25, 0.85), sill=0.42, depth=0.55):
    """A stone chimney breast against the wall behind it (front towards -Y): opening, firebricks, logs, hearth slab, oak mantel."""
    w, h = opening
    parts = [masonry((-width / 2, 0, width / 2, height), depth, [(-w / 2, sill, w / 2, sill + h)])]
    s = Solid()
    for x0, x1, z0, z1 in ((-width / 2 + .02, -w / 2 - .01, 0, height), (w / 2 + .01, width / 2 - .02, 0, height), (-w / 2, w / 2, 0, sill - .01), (-w / 2, w / 2, sill + h + .01, height)):
        s.block((x1 - x0, depth * 0.8, z1 - z0), ((x0 + x1) / 2, -depth * 0.4, (z0 + z1) / 2), 4, bevel=0)
    s.block((w, 0.05, h), (0, -0.025, sill + h / 2), 0, bevel=0)
    for k in range(9):                                                       # firebricks
        for i in range(6):
            s.block((w / 6 - 0.008, 0.03, h / 9 - 0.008), (-w / 2 + (i + .5) * w / 6, -0.06, sill + (k + .5) * h / 9), 0, bevel=0.006)
    for x in (-1, 1):
        s.block((0.04, depth, h), (x * (w / 2 + 0.02), -depth / 2, sill + h / 2), 0, bevel=0)
    s.block((w, depth, 0.05), (0, -depth / 2, sill - 0.02), 0, bevel=0)
    s.block((width + 0.5, 0.75, 0.09), (0, -depth - 0.25, sill - 0.06), 1, bevel=0.015)
    s.block((width + 0.3, 0.6, sill - 0.1), (0, -depth - 0.2, (sill - 0.1) / 2), 1, bevel=0.01)
    s.block((width * 0.86, 0.34, 0.2), (0, -depth - 0.06, sill + h + 0.28), 2, bevel=0.02)
    for x in (-0.36, 0.36):                                                  # fire dogs
        s.block((0.03, 0.36, 0.03), (x, -depth * 0.55, sill + 0.10), 3)
        s.rod((x, -depth * 0.9, sill), (x, -depth * 0.9, sill + 0.22), 0.02, 3, 16)
        s.rod((x, -depth * 0.9, sill + 0.22), (x, -depth * 0.9, sill + 0.26), 0.035, 3, 20)
        s.block((0.03, 0.03, 0.1), (x, -depth * 0.35, sill + 0.05), 3)
    parts.append(s.build("fireplace", [materials.plastic((0.055, 0.045, 0.04), 0.9), materials.stone("slate", (0.20, 0.19, 0.18)), materials.wood("oak"),
                                       materials.metal("black", 0.5), materials.plastic((0.17, 0.155, 0.14), 0.95)]))
    rng = random.Random(8)
    logs = Solid()
    for k, (y, z, tilt) in enumerate(((-.42, .155, 4), (-.26, .155, -5), (-.34, .27, 12), (-.2, .26, -14))):
        x = rng.uniform(-.05, .05)
        rot = turn(0, 0, tilt)
        a, b = rot @ np.array([-.44, 0, 0]), rot @ np.array([.44, 0, 0])
        logs.rod(a + (x, y, sill + z), b + (x, y, sill + z + 0.02), rng.uniform(.055, .075), 0, 18)
    for _ in range(70):
        logs.block((.05, .04, .03), (rng.uniform(-.45, .45), -rng.uniform(.12, .45), sill + .02 + rng.uniform(0, .05)), 1 if rng.random() < .6 else 0, turn(*(rng.uniform(0, 90) for _ in range(3))), .01)
    embers = logs.build("logs and embers", [materials.plastic((0.07, 0.045, 0.03), 0.9), materials.emissive(1500, 2.2)])
    embers.lightgroup = "fire"
    parts.append(embers)
    return group(parts, "hearth", location, rotation_deg)


def log_stack(location=(0, 0, 0), rotation_deg=0.0, width=0.9, height=1.1, length=0.36, seed=5):
    """Split firewood stacked in a steel frame; the cut ends face -Y."""
    rng = random.Random(seed)
    s = Solid()
    r = 0.062
    rows = int(height / (r * 1.75))
    for j in range(rows):
        for i in range(int(width / (2 * r))):
            x = -width / 2 + r + i * 2 * r + (r if j % 2 else 0)
            if x > width / 2 - r * .5:
                continue
            y = rng.uniform(-.02, .02)
            radius = r * rng.uniform(.84, 1.0)
            z = r + 0.04 + j * r * 1.74
            s.rod((x, y - length / 2, z), (x, y + length / 2, z), radius, 0, 10)
            s.rod((x, y - length / 2 - .002, z), (x, y - length / 2 + .01, z), radius * .86, 1, 10)
    for x in (-width / 2 - .02, width / 2 + .02):
        for y in (-length / 2 + .04, length / 2 - .04):
            s.block((.03, .03, height + .1), (x, y, (height + .1) / 2), 2)
    s.block((width + .07, length, .03), (0, 0, .015), 2)
    return s.build("firewood", [materials.plastic((.13, .085, .055), .9), materials.wood("ash"), materials.metal("black", .5)], location, rotation_deg)


def sofa(location=(0, 0, 0), rotation_deg=0.0, width=2.3, rgb=(0.40, 0.35, 0.29), weave="boucle", pillows=((0.36, 0.14, 0.07), (0.55, 0.47, 0.36), (0.12, 0.15, 0.14)), throw_rgb=None, legs=None):
    """A deep upholstered sofa (an armchair at width about 1) facing -Y, with pillows and an optional throw over one arm."""
    fabric = materials.fabric(rgb, weave)
    d, arm = 1.0, 0.2
    parts = [core.soft_box((width, d, 0.24), (0, 0, 0.13), 0.01, fabric, radius=0.05, seed=1)]
    for side in (-1, 1):
        parts.append(core.soft_box((arm, d, 0.5), (side * (width - arm) / 2, 0, 0.13), 0.015, fabric, radius=0.07, seed=2))
    parts.append(core.soft_box((width - 0.04, 0.24, 0.72), (0, d / 2 - 0.12, 0.13), 0.015, fabric, radius=0.08, seed=3))
    seats = max(1, round((width - 2 * arm) / 0.85))
    pitch = (width - 2 * arm) / seats
    for k in range(seats):
        x = -width / 2 + arm + (k + 0.5) * pitch
        parts.append(core.soft_box((pitch - 0.01, 0.74, 0.17), (x, -0.11, 0.35), 0.03, fabric, seed=k + 4))
        parts.append(core.soft_box((pitch - 0.03, 0.44, 0.19), (x, 0.33, 0.46), 0.04, fabric, (70, 0, 0), seed=k + 9))
    for k, tint in enumerate(pillows):
        x = (-1, 1, 0.55)[k % 3] * (width / 2 - arm - 0.24) if width > 1.3 else 0
        if width > 1.3 or k == 0:
            parts.append(core.soft_box((0.45, 0.45, 0.13), (x, 0.08 - 0.05 * (k == 2), 0.50), 0.055, materials.fabric(tint, ("wool", "linen", "velvet")[k % 3]), (62, 0, 9 - 9 * k), seed=k + 30))
    feet = Solid()
    for x in (-1, 1):
        for y in (-1, 1):
            feet.rod((x * (width / 2 - 0.12), y * (d / 2 - 0.12), 0), (x * (width / 2 - 0.12), y * (d / 2 - 0.12), 0.14), 0.022, 0, 16, 0.03)
    parts.append(feet.build("feet", [legs or materials.wood("walnut")]))
    if throw_rgb:
        parts.append(throw_over((width / 2 - arm / 2, -0.12, 0.64), arm, 0.62, throw_rgb))
    return group(parts, "sofa", location, rotation_deg)


def throw_over(location, thickness, width, rgb):
    """A woollen throw hanging over an arm `thickness` wide (along X) at `location` (top middle), with a fringe."""
    x, y, z = location

    def drape(u, v):
        s = (v - 0.5) * 2.0                                # along the cloth: -1 inside, +1 outside
        half = thickness / 2 + 0.02
        flat = np.clip(s / 0.22, -1, 1) * half
        drop = np.maximum(np.abs(s) - 0.22, 0) * np.where(s < 0, 0.26, 0.5)
        fold = 0.012 * np.sin(u * 26 + 2 * s) * np.minimum(drop * 8, 1)
        return x + flat + np.sign(s) * np.abs(fold), y + (u - 0.5) * width * (1 + 0.06 * drop), z + 0.015 - drop + 0.012 * np.cos(np.clip(s / 0.22, -1, 1) * 1.5)

    return art.surface(drape, 60, 60, materials.fabric(rgb, "wool"), "throw", closed_u=False)


def rug(location=(0, 0, 0), rotation_deg=0.0, size=(3.4, 2.6), seed=4, palette=None):
    """A woven rug with a drawn pattern and fringes."""
    x, y, z = location
    base = Solid()
    base.block((size[0], size[1], 0.014), (0, 0, 0.007), 0, bevel=0.005)
    for side in (-1, 1):
        for k in range(int(size[1] / 0.03)):
            base.beam((side * size[0] / 2, -size[1] / 2 + 0.015 + k * 0.03, 0.006), (side * (size[0] / 2 + 0.07), -size[1] / 2 + 0.015 + k * 0.03, 0.004), 0.012, 0.006, 1, 0.001)
    parts = [base.build("rug", [materials.carpet((0.30, 0.24, 0.18)), materials.fabric((0.55, 0.50, 0.42), "wool")])]
    sheet = art.print_sheet(paintings.carpet_pattern(seed, (1300, 1000), palette) if palette else paintings.carpet_pattern(seed, (1300, 1000)), size[0] - 0.02, size[1] - 0.02)
    sheet.rotation_euler = (-math.pi / 2, 0, 0)
    sheet.location = (0, 0, 0.0152)
    parts.append(sheet)
    return group(parts, "rug", location, rotation_deg)


def floor_lamp(location=(0, 0, 0), rotation_deg=0.0, height=1.62, watts=26, kelvin=2600, light_group="lamps"):
    """An arched brass lamp with a linen drum shade."""
    s = Solid()
    s.rod((0, 0, 0), (0, 0, 0.03), 0.15, 0, 48)
    s.bend([(0, 0, 0.03), (0, 0, height * 0.6), (0, 0, height - 0.2)], 0.011, 0, 14)
    parts = [s.build("floor lamp", [materials.metal("brass", 0.3)])]
    b = MeshBuilder()
    b.lathe([(0.23, height - 0.32), (0.19, height)], 0, 56)
    parts.append(b.build("shade", [materials.shade_cloth((0.75, 0.66, 0.52), 1.7, kelvin)]))
    light = core.globe_light(0.09, (0, 0, height - 0.16), watts, kelvin)
    light.lightgroup = light_group
    return group(parts + [light], "floor lamp", location, rotation_deg)


def low_table(location=(0, 0, 0), rotation_deg=0.0, size=(1.35, 0.8, 0.38), material=None):
    """A heavy plank table on two trestles."""
    w, d, h = size
    s = Solid()
    for k in range(4):
        s.block((w, d / 4 - 0.004, 0.07), (0, -d / 2 + (k + .5) * d / 4, h - 0.035), 0, bevel=0.012)
    for x in (-1, 1):
        s.block((0.09, d * 0.86, 0.09), (x * w * 0.36, 0, h - 0.115), 0, bevel=0.01)
        for y in (-1, 1):
            s.block((0.09, 0.09, h - 0.07), (x * w * 0.36, y * d * 0.38, (h - 0.07) / 2), 0, bevel=0.01)
    return s.build("low table", [material or materials.wood("oak")], location, rotation_deg)


def sheepskin(location=(0, 0, 0), rotation_deg=0.0, size=0.9, seed=6):
    """A fleece lying flat."""
    rng = random.Random(seed)
    b = MeshBuilder()
    for _ in range(2600):
        a, r = rng.uniform(0, 6.283), math.sqrt(rng.random())
        reach = size / 2 * (1 + 0.16 * math.sin(3 * a) + 0.1 * math.sin(5 * a + 1))
        x, y = r * reach * math.cos(a), r * reach * 0.7 * math.sin(a)
        tip = np.array([x + rng.uniform(-.03, .03), y + rng.uniform(-.03, .03), 0.045 * (1.05 - r * r)])
        b.tube(arc((x, y, 0.004), tip - (x, y, 0.004), np.linalg.norm(tip - (x, y, .004)), 0.006, 4), [0.008, 0.008, 0.006, 0.002], 0, 4)
    return b.build("sheepskin", [materials.fabric((0.70, 0.66, 0.58), "wool")], location, rotation_deg)
