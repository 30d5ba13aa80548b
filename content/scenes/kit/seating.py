"""Sofas, armchairs, benches, ottomans. Each faces -Y and stands on the floor at its origin."""
import math

from . import core, materials
from .soft import cushion


def sofa(location=(0, 0, 0), rotation_deg=0.0, width=2.2, depth=0.95, material=None, seats=None, legs=None, cushions=(), arm=0.2, back_height=0.76, chaise=0.0):
    """Deep modern sofa with loose seat and back cushions. `cushions` are materials of scatter cushions; `chaise` metres lengthens the right seat."""
    material = material or materials.fabric((0.52, 0.47, 0.40), 'boucle')
    legs = legs or materials.wood('walnut')
    inner = width - 2 * arm
    seats = seats or max(1, round(inner / 0.8))
    parts = [core.soft_box((width - 0.02, depth - 0.02, 0.2), (0, 0, 0.11), 0.004, material, radius=0.04, wrinkle=0.001),
             core.soft_box((width, 0.22, back_height - 0.12), (0, depth / 2 - 0.11, 0.12), 0.012, material, radius=0.08, wrinkle=0.002)]
    for side in (-1, 1):
        parts.append(core.soft_box((arm, depth, 0.46), (side * (width - arm) / 2, 0, 0.12), 0.01, material, radius=0.07, wrinkle=0.002))
        for y in (-depth / 2 + 0.1, depth / 2 - 0.1):
            parts.append(core.cylinder(0.022, 0.12, (side * (width / 2 - 0.14), y, 0), legs, 24))
    each = inner / seats
    for k in range(seats):
        x = -inner / 2 + (k + 0.5) * each
        longer = chaise if k == seats - 1 else 0.0
        if longer:
            parts.append(core.soft_box((each + arm, longer + 0.1, 0.2), (x + arm / 2, -depth / 2 - longer / 2 + 0.02, 0.11), 0.004, material, radius=0.04, wrinkle=0.001))
        parts.append(core.soft_box((each - 0.008, depth - 0.24 + longer, 0.17), (x, -0.11 - longer / 2, 0.295), 0.02, material, radius=0.06, seed=k))
        parts.append(core.soft_box((each - 0.014, 0.2, 0.42), (x, depth / 2 - 0.27, 0.44), 0.025, material, (-11, 0, 0), 0.085, 0.005, seed=k + 5))
    for k, cover in enumerate(cushions):
        x = (-1) ** k * (inner / 2 - 0.2 - 0.36 * (k // 2))
        parts.append(cushion((x, depth / 2 - 0.42 - 0.05 * (k // 2), 0.46), -14 * (-1) ** k, 0.46 - 0.05 * (k // 2), cover, 24, k))
    return core.parent(parts, location, rotation_deg, 'sofa')


def _shell(width, depth, low, high, thick, material, turn=1.35):
    """Curved back that wraps round a seat, lower towards the front ends."""
    columns, rows = 44, 14
    spots, faces = [], []
    for j in range(rows + 1):
        ring = 2 * math.pi * j / rows
        for i in range(columns + 1):
            a = (2 * i / columns - 1) * turn
            top = high - (high - low) * max(0.0, abs(a) / turn - 0.25) ** 1.5 * 0.75
            mid, half = (0.12 + top) / 2, (top - 0.12) / 2
            off, up = thick / 2 * math.cos(ring), half * math.sin(ring)
            up = math.copysign(abs(math.sin(ring)) ** 0.55, math.sin(ring)) * half
            ends = min(1.0, (1 - abs(a) / turn) * 7 + 0.02) ** 0.5
            r = 1 + 0.05 * (up + half) / max(2 * half, 0.01)
            spots.append(((width / 2 - thick / 2) * r * math.sin(a) + off * ends * math.sin(a),
                          (depth / 2 - thick / 2) * r * math.cos(a) + off * ends * math.cos(a), mid + up * (0.55 + 0.45 * ends)))
    n = columns + 1
    for j in range(rows):
        for i in range(columns):
            faces.append((j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i))
    faces += [tuple(j * n for j in range(rows)), tuple((rows - 1 - j) * n + columns for j in range(rows))]
    return core.link(core.mesh_from(spots, [f[::-1] for f in faces], True, 'shell'), material)


def armchair(location=(0, 0, 0), rotation_deg=0.0, material=None, style='tub', legs=None, cover=None, width=0.8):
    """Armchair. style: 'tub' (curved upholstered back) or 'frame' (timber frame with loose cushions). `cover` adds a cushion."""
    material = material or materials.fabric((0.30, 0.33, 0.26), 'velvet')
    legs = legs or materials.wood('walnut')
    parts = []
    if style == 'tub':
        parts += [_shell(width, 0.8, 0.58, 0.78, 0.13, material),
                  core.soft_box((width - 0.2, 0.66, 0.2), (0, -0.03, 0.13), 0.006, material, radius=0.08, wrinkle=0.001),
                  core.soft_box((width - 0.22, 0.6, 0.15), (0, -0.06, 0.3), 0.03, material, radius=0.07, wrinkle=0.004)]
        for x in (-1, 1):
            for y in (-0.26, 0.22):
                parts.append(core.tube([(x * 0.24, y, 0.16), (x * 0.27, y * 1.1, 0.0)], [0.02, 0.012], legs))
    else:
        for x in (-1, 1):
            side = x * (width / 2 - 0.03)
            parts += [core.box((0.045, 0.045, 0.6), (side, -0.32, 0), bevel=0.01, material=legs),
                      core.box((0.045, 0.045, 0.72), (side, 0.32, 0), (-8, 0, 0), bevel=0.01, material=legs),
                      core.box((0.07, 0.78, 0.028), (side, -0.02, 0.595), bevel=0.01, material=legs),
                      core.box((0.03, 0.64, 0.06), (side, 0, 0.27), bevel=0.008, material=legs)]
        for y in (-0.3, 0.3):
            parts.append(core.box((width - 0.08, 0.03, 0.06), (0, y, 0.27), bevel=0.008, material=legs))
        parts.append(core.box((width - 0.08, 0.028, 0.07), (0, 0.395, 0.7), (-8, 0, 0), bevel=0.008, material=legs))
        parts.append(core.soft_box((width - 0.12, 0.66, 0.15), (0, -0.03, 0.31), 0.025, material, (3, 0, 0), 0.06))
        parts.append(core.soft_box((width - 0.12, 0.16, 0.5), (0, 0.25, 0.42), 0.025, material, (-14, 0, 0), 0.07, seed=3))
    if cover is not None:
        parts.append(cushion((0.04, 0.16, 0.44), 8, (0.44, 0.34), cover, 24, 2))
    return core.parent(parts, location, rotation_deg, 'armchair')


def ottoman(location=(0, 0, 0), rotation_deg=0.0, radius=0.3, height=0.4, material=None):
    """Round upholstered pouf."""
    material = material or materials.fabric((0.5, 0.36, 0.25), 'boucle')
    steps = 20
    profile = [(0, 0.01)]
    for k in range(steps + 1):
        a = -math.pi / 2 + math.pi * k / steps
        reach = math.copysign(abs(math.cos(a)) ** 0.4, math.cos(a))
        lift = math.copysign(abs(math.sin(a)) ** 0.6, math.sin(a))
        profile.append((max(radius * reach, 0.001), 0.01 + (height - 0.02) * (0.5 + 0.5 * lift)))
    profile.append((0, height))
    piping = core.tube([(radius * 1.0 * math.cos(2 * math.pi * k / 48), radius * 1.0 * math.sin(2 * math.pi * k / 48), height / 2) for k in range(48)], 0.007, material, closed=True)
    return core.parent([core.lathe(profile, (0, 0, 0), material, 64, 80), piping], location, rotation_deg, 'ottoman')


def bench(location=(0, 0, 0), rotation_deg=0.0, width=1.3, depth=0.42, material=None, legs=None, height=0.46):
    """Upholstered bench on slim legs, for the foot of a bed or a wall."""
    material, legs = material or materials.leather(), legs or materials.wood('walnut')
    parts = [core.soft_box((width, depth, 0.1), (0, 0, height - 0.1), 0.012, material, radius=0.04, wrinkle=0.002),
             core.box((width - 0.06, depth - 0.06, 0.035), (0, 0, height - 0.13), bevel=0.005, material=legs)]
    for x in (-1, 1):
        for y in (-1, 1):
            parts.append(core.tube([(x * (width / 2 - 0.1), y * (depth / 2 - 0.07), height - 0.1), (x * (width / 2 - 0.07), y * (depth / 2 - 0.05), 0)], [0.022, 0.013], legs))
    return core.parent(parts, location, rotation_deg, 'bench')


def stool(location=(0, 0, 0), rotation_deg=0.0, height=0.66, material=None, seat=None):
    """Counter stool with a round padded seat, four legs and a foot ring."""
    material, seat = material or materials.wood('oak'), seat or materials.leather()
    parts = [core.lathe([(0, height - 0.06), (0.17, height - 0.06), (0.185, height - 0.045), (0.185, height - 0.02), (0.165, height - 0.004), (0, height)], (0, 0, 0), seat, 48, 70)]
    ring = []
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        parts.append(core.tube([(0.12 * math.cos(a), 0.12 * math.sin(a), height - 0.05), (0.2 * math.cos(a), 0.2 * math.sin(a), 0)], [0.016, 0.012], material))
    for k in range(40):
        a = 2 * math.pi * k / 40
        ring.append((0.178 * math.cos(a), 0.178 * math.sin(a), 0.2))
    parts.append(core.tube(ring, 0.008, materials.metal('brass', 0.3), closed=True))
    return core.parent(parts, location, rotation_deg, 'stool')
