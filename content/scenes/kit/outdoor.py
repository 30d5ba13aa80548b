"""Terrace and garden furniture: loungers, parasols, lanterns, fire bowls, paving, pergolas, strings of bulbs."""
import math
import random

import numpy as np

from . import materials
from .foliage import MeshBuilder
from .solids import Solid, group, hang, turn


def _cushion(size, centre, material, puff=0.35, rotation=None):
    """A thin upholstery pad: a rounded slab with soft, piped edges."""
    b = MeshBuilder()
    nx, ny = 18, 24
    sx, sy, sz = size
    top, low = [], []
    for j in range(ny + 1):
        for i in range(nx + 1):
            u, v = i / nx * 2 - 1, j / ny * 2 - 1
            edge = (1 - abs(u) ** 10) ** 0.4 * (1 - abs(v) ** 14) ** 0.4
            swell = sz / 2 * edge * (1 - puff * 0.35 * (u * u + v * v) / 2)
            x, y = u * sx / 2, v * sy / 2
            top.append((x, y, swell))
            low.append((x, y, -sz / 2 * edge))
    quads = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i)
             for j in range(ny) for i in range(nx)]
    for verts, flip in ((top, False), (low, True)):
        verts = np.array(verts)
        if rotation is not None:
            verts = verts @ rotation.T
        b.add(verts + np.asarray(centre, float), [f[::-1] for f in quads] if flip else quads)
    return b.build("cushion", [material])


def lounger(location=(0, 0, 0), rotation_deg=0.0, cushion_rgb=(0.72, 0.67, 0.58), frame=None, back_deg=38, towel_rgb=None, pillow_rgb=None):
    """A sun lounger with its head towards +Y: teak frame, slats, mattress, raised back, optional rolled towel and pillow."""
    wood = frame or materials.wood("oak")
    s = Solid()
    for x in (-0.33, 0.33):
        s.block((0.05, 2.0, 0.07), (x, 0, 0.30))
        for y in (-0.85, 0.8):
            s.block((0.055, 0.07, 0.30), (x, y, 0.15))
    for y in (-0.975, 0.975):
        s.block((0.71, 0.05, 0.07), (0, y, 0.30))
    for i in range(13):
        s.block((0.62, 0.06, 0.02), (0, -0.9 + i * 0.095, 0.325))
    lift = math.radians(back_deg)
    direction = np.array([0, math.cos(lift), math.sin(lift)])
    hinge = np.array([0, 0.28, 0.335])
    tilt = turn(back_deg)
    for i in range(8):
        s.block((0.6, 0.06, 0.02), hinge + direction * (0.06 + i * 0.09), 0, tilt)
    for x in (-0.28, 0.28):
        s.beam(hinge + (x, 0, -0.02), hinge + (x, 0, -0.02) + direction * 0.76, 0.035, 0.035)
        s.beam(hinge + (x, 0, -0.02) + direction * 0.5, (x, 0.62, 0.30), 0.025, 0.025)
    fabric = materials.fabric(cushion_rgb, "linen")
    normal = np.array([0, -math.sin(lift), math.cos(lift)])
    parts = [s.build("lounger frame", [wood]),
             _cushion((0.64, 1.24, 0.09), (0, -0.34, 0.38), fabric),
             _cushion((0.64, 0.76, 0.09), hinge + direction * 0.39 + normal * 0.055, fabric, rotation=tilt)]
    if pillow_rgb:
        parts.append(_cushion((0.46, 0.26, 0.11), hinge + direction * 0.58 + normal * 0.14, materials.fabric(pillow_rgb, "linen"), 0.9, tilt))
    if towel_rgb:
        t = Solid()
        for k, y in enumerate((-0.62, -0.5)):
            t.rod((-0.2, y, 0.478), (0.2, y, 0.478), 0.055, 0, 28, bevel=0.3)
        parts.append(t.build("rolled towels", [materials.fabric(towel_rgb, "boucle")]))
    return group(parts, "lounger", location, rotation_deg)


def parasol(location=(0, 0, 0), rotation_deg=0.0, height=2.7, radius=1.55, rgb=(0.70, 0.64, 0.54), square=False):
    """An open parasol: sagging panels with a valance, ribs, wooden pole and a stone foot."""
    panels = 4 if square else 8
    b = MeshBuilder()
    n = 10
    for i in range(panels):
        a0, a1 = (2 * math.pi * (i + k) / panels + math.pi / panels for k in (0, 1))
        r = radius * (1.25 if square else 1)
        verts = []
        for j in range(n + 1):
            for k in range(n + 1):
                t, u = j / n, k / n
                x = r * t * ((1 - u) * math.cos(a0) + u * math.cos(a1))
                y = r * t * ((1 - u) * math.sin(a0) + u * math.sin(a1))
                z = height - 0.12 - 0.42 * t ** 1.1 - 0.07 * math.sin(math.pi * u) * t * (1 - 0.3 * t)
                verts.append((x, y, z))
        for k in range(n + 1):
            x, y, z = verts[n * (n + 1) + k]
            verts.append((x * 1.002, y * 1.002, z - 0.17 - 0.012 * math.sin(k * 2.2)))
        faces = [(j * (n + 1) + k, j * (n + 1) + k + 1, (j + 1) * (n + 1) + k + 1, (j + 1) * (n + 1) + k) for j in range(n + 1) for k in range(n)]
        b.add(verts, faces)
    canopy = b.build("parasol canopy", [materials.fabric(rgb, "linen")])
    s = Solid()
    s.rod((0, 0, 0), (0, 0, height), 0.028, 0, 20)
    s.rod((0, 0, height), (0, 0, height + 0.1), 0.02, 0, 16, 0.008)
    for i in range(panels):
        a = 2 * math.pi * i / panels + math.pi / panels
        r = radius * (1.25 if square else 1)
        tip = np.array([r * math.cos(a), r * math.sin(a), height - 0.56])
        s.beam((0, 0, height - 0.13), tip, 0.018, 0.022)
        s.beam((0, 0, height - 0.72), tip * 0.55 + np.array([0, 0, (height - 0.13) * 0.45]), 0.014, 0.016)
    s.rod((0, 0, height - 0.76), (0, 0, height - 0.68), 0.05, 0, 20)
    s.lathe([(0, 0), (0.27, 0), (0.28, 0.02), (0.27, 0.09), (0.06, 0.11), (0.05, 0.3), (0.03, 0.3)], 1, 48)
    return group([canopy, s.build("parasol pole", [materials.wood("oak"), materials.stone("slate")])], "parasol", location, rotation_deg)


def flame(location=(0, 0, 0), height=0.035, strength=14.0):
    """A candle flame's glowing body."""
    b = MeshBuilder()
    b.lathe([(0, 0), (0.16, 0.08), (0.2, 0.25), (0.14, 0.55), (0.05, 0.85), (0, 1)], 0, 16)
    obj = b.build("flame", [materials.emissive(1900, strength)], location)
    obj.scale = (height, height, height)
    return obj


def candle(location=(0, 0, 0), rotation_deg=0.0, height=0.14, radius=0.032, rgb=(0.80, 0.75, 0.66), lit=True, glow=18.0):
    """A pillar candle."""
    b = MeshBuilder()
    b.lathe([(0, 0), (radius, 0), (radius, height - 0.004), (radius * 0.9, height), (radius * 0.5, height - 0.008), (0, height - 0.01)], 0, 32)
    b.tube([(0, 0, height - 0.01), (0.001, 0, height + 0.006)], [0.0012, 0.0012], 1, 6)
    parts = [b.build("candle", [materials.plastic(rgb, 0.45), materials.plastic((0.05, 0.045, 0.04), 0.9)])]
    if lit:
        parts.append(flame((0, 0, height + 0.002), 0.036, glow))
    return group(parts, "candle", location, rotation_deg)


def lantern(location=(0, 0, 0), rotation_deg=0.0, height=0.5, kind="black", candles=1, glow=18.0):
    """A candle lantern: metal ("black", "brass") or teak ("wood") cage with a handle."""
    body = materials.wood("oak") if kind == "wood" else materials.metal(kind, 0.4)
    w = height * 0.5
    post = 0.012 + height * 0.012
    s = Solid()
    s.block((w, w, 0.025), (0, 0, 0.0125))
    s.block((w, w, 0.025), (0, 0, height * 0.8))
    for x in (-1, 1):
        for y in (-1, 1):
            s.block((post, post, height * 0.8), (x * (w - post) / 2, y * (w - post) / 2, height * 0.4))
    for k in (0.33, 0.66):
        for x in (-1, 1):
            s.block((post * 0.5, w, post * 0.5), (x * (w - post) / 2, 0, height * 0.8 * k))
            s.block((w, post * 0.5, post * 0.5), (0, x * (w - post) / 2, height * 0.8 * k))
    s.block((w * 0.6, w * 0.6, 0.03), (0, 0, height * 0.8 + 0.025))
    loop = [(w * 0.3 * math.cos(a), 0, height * 0.82 + 0.03 + w * 0.36 * math.sin(a)) for a in np.linspace(0, math.pi, 14)]
    s.bend(loop, 0.005)
    parts = [s.build("lantern", [body])]
    spots = [(0, 0)] if candles == 1 else [(-w * .18, -w * .12), (w * .2, -w * .05), (0, w * .2)]
    for i, (x, y) in enumerate(spots):
        parts.append(candle((x, y, 0.026), 0, height * (0.3, 0.2, 0.38)[i], min(0.035, w * 0.17), glow=glow))
    return group(parts, "lantern", location, rotation_deg)


def fire_bowl(location=(0, 0, 0), rotation_deg=0.0, radius=0.45, height=0.42, rgb=(0.16, 0.155, 0.15)):
    """A round concrete fire bowl filled with lava stones (the flames are added when the picture is finished)."""
    rng = random.Random(4)
    s = Solid()
    s.lathe([(0, 0), (radius * .6, 0), (radius * .66, 0.02), (radius, height * .78), (radius, height), (radius * .9, height), (radius * .8, height * .8), (0, height * .78)], 0, 56)
    for _ in range(90):
        a, r = rng.uniform(0, 6.3), radius * 0.78 * math.sqrt(rng.random())
        size = rng.uniform(.03, .06)
        s.block((size, size, size), (r * math.cos(a), r * math.sin(a), height * .82), 1, turn(*(rng.uniform(0, 90) for _ in range(3))), size * .3)
    return s.build("fire bowl", [materials.stone("concrete", rgb), materials.stone("slate", (0.07, 0.06, 0.058))], location, rotation_deg)


def paving(area, slab=(0.9, 0.6), holes=(), z=0.0, thickness=0.05, gap=0.006, kinds=None, seed=5):
    """Staggered stone slabs over `area` (x0, y0, x1, y1) leaving out rectangular `holes`; the top lies at `z`."""
    rng = random.Random(seed)
    stones = kinds or [materials.stone("travertine", rgb) for rgb in ((0.50, 0.44, 0.37), (0.46, 0.41, 0.345), (0.54, 0.48, 0.41))]
    s = Solid()
    x0, y0, x1, y1 = area
    row, y = 0, y0
    while y < y1 - 1e-6:
        y_end = min(y + slab[1], y1)
        x = x0 - (slab[0] * 0.5 if row % 2 else 0)
        while x < x1 - 1e-6:
            pieces = [(max(x, x0), y, min(x + slab[0], x1), y_end)]
            for hole in holes:
                pieces = [rest for piece in pieces for rest in outside(piece, hole)]
            tone = rng.randrange(len(stones))
            for a, c, e, g in pieces:
                if e - a > 0.03 and g - c > 0.03:
                    s.block((e - a - gap, g - c - gap, thickness), ((a + e) / 2, (c + g) / 2, z - thickness / 2 + rng.uniform(-.0008, .0008)), tone, None, 0.004)
            x += slab[0]
        y = y_end
        row += 1
    return s.build("paving", stones)


def outside(piece, hole):
    """The parts of a rectangle that lie outside another one."""
    a, c, e, g = piece
    ha, hc, he, hg = hole
    if he <= a or ha >= e or hg <= c or hc >= g:
        return [piece]
    rest = []
    if ha > a:
        rest.append((a, c, ha, g))
    if he < e:
        rest.append((he, c, e, g))
    left, right = max(a, ha), min(e, he)
    if hc > c:
        rest.append((left, c, right, hc))
    if hg < g:
        rest.append((left, hg, right, g))
    return rest


def deck(area, z=0.0, board=0.12, along="x", material=None):
    """Timber decking boards over (x0, y0, x1, y1), running along x or y."""
    s = Solid()
    x0, y0, x1, y1 = area
    count = int((y1 - y0 if along == "x" else x1 - x0) / board)
    for i in range(count):
        if along == "x":
            s.block((x1 - x0, board - 0.006, 0.03), ((x0 + x1) / 2, y0 + (i + 0.5) * board, z - 0.015), 0, None, 0.003)
        else:
            s.block((board - 0.006, y1 - y0, 0.03), (x0 + (i + 0.5) * board, (y0 + y1) / 2, z - 0.015), 0, None, 0.003)
    return s.build("deck", [material or materials.wood("oak")])


def string_lights(start, end, sag=0.35, bulbs=14, kelvin=2300, strength=10.0):
    """A festoon of bulbs between two points."""
    line = hang(start, end, sag, 40)
    wire = Solid()
    wire.bend(line, 0.005)
    glow = MeshBuilder()
    for point in hang(start, end, sag, bulbs + 2)[1:-1]:
        wire.rod(point - (0, 0, 0.045), point, 0.013, 0, 12)
        glow.lathe([(0, -0.12), (0.02, -0.112), (0.029, -0.085), (0.02, -0.055), (0.012, -0.045)], 0, 20, point)
    lamp = glow.build("festoon bulbs", [materials.emissive(kelvin, strength)])
    return group([wire.build("festoon wire", [materials.plastic((0.04, 0.04, 0.04), 0.6)]), lamp], "string lights")


def pergola(size, location=(0, 0, 0), rotation_deg=0.0, height=2.8, posts=2, slats=18, material=None):
    """A timber pergola (width, depth): `posts` per side, two main beams and a roof of slats, centred on its origin."""
    w, d = size
    s = Solid()
    for y in (-d / 2, d / 2):
        for i in range(posts):
            x = -w / 2 + w * i / (posts - 1)
            s.block((0.15, 0.15, height - 0.2), (x, y, (height - 0.2) / 2), bevel=0.01)
        s.block((w + 0.5, 0.1, 0.22), (0, y, height - 0.11))
    for i in range(slats):
        x = -w / 2 - 0.1 + (w + 0.2) * i / (slats - 1)
        s.block((0.05, d + 0.5, 0.14), (x, 0, height + 0.07))
    return s.build("pergola", [material or materials.wood("walnut")], location, rotation_deg)


def side_table(location=(0, 0, 0), rotation_deg=0.0, radius=0.23, height=0.42, material=None):
    """A drum-shaped stool table."""
    s = Solid()
    s.lathe([(0, 0), (radius * .8, 0), (radius * .86, .01), (radius * .72, height * .5), (radius * .95, height - .03), (radius, height - .015), (radius * .98, height), (0, height)], 0, 48)
    return s.build("side table", [material or materials.stone("terrazzo", (0.66, 0.62, 0.56))], location, rotation_deg)


def towel_stack(location=(0, 0, 0), rotation_deg=0.0, colours=((0.74, 0.70, 0.63), (0.60, 0.52, 0.43), (0.74, 0.70, 0.63)), size=(0.42, 0.3)):
    """Folded towels, their rounded fold towards -Y."""
    parts = []
    for i, rgb in enumerate(colours):
        parts.append(_cushion((size[0] - 0.012 * i, size[1] - 0.01 * i, 0.075), (0.004 * (-1) ** i, 0, 0.036 + i * 0.07), materials.fabric(rgb, "boucle"), 0.1))
    return group(parts, "towels", location, rotation_deg)


def link_to_light_group(obj, name):
    """Put an object and its children in a light group, so that its light is rendered as a separate pass."""
    for item in [obj, *obj.children_recursive]:
        item.lightgroup = name


def hide_from_light(obj):
    """Let an object be seen directly and in mirrors but take no part in diffuse light or shadows."""
    for item in [obj, *obj.children_recursive]:
        item.visible_diffuse = False
        item.visible_shadow = False
