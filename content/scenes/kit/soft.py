"""Textiles: beds, cushions, throws, curtains, rugs. Everything faces -Y at rotation 0 and stands on the floor at its origin."""
import math

import numpy as np
from mathutils import Vector, noise

from . import core, materials


def cushion(location=(0, 0, 0), rotation_deg=0.0, size=0.45, material=None, lean_deg=0.0, seed=0, depth=0.14):
    """Pillow-shaped cushion standing on its edge, leaning back by `lean_deg`; `size` is one number or (width, height)."""
    width, height = size if hasattr(size, '__len__') else (size, size)
    material = material or materials.fabric((0.55, 0.45, 0.32), 'linen')
    n = 22
    spots, faces = [], []
    shift = Vector((seed * 5.7, seed * 2.3, 0))
    for side in (-1, 1):
        for j in range(n + 1):
            for i in range(n + 1):
                u, v = 2 * i / n - 1, 2 * j / n - 1
                fat = ((1 - u * u) * (1 - v * v)) ** 0.42
                pinch = 1 - 0.07 * (1 - abs(v) ** 3) * abs(u) ** 4, 1 - 0.07 * (1 - abs(u) ** 3) * abs(v) ** 4
                rumple = 0.008 * noise.noise(Vector((u * 3, v * 3, side)) + shift) * fat
                spots.append((u * width / 2 * pinch[0], side * (depth / 2 * fat + rumple), height / 2 + v * height / 2 * pinch[1]))
    for s in range(2):
        base = s * (n + 1) ** 2
        for j in range(n):
            for i in range(n):
                a = base + j * (n + 1) + i
                quad = (a, a + 1, a + n + 2, a + n + 1)
                faces.append(quad if s == 0 else quad[::-1])
    part = core.link(core.mesh_from(spots, faces, True, 'cushion'), material, (0, 0, 0), (-lean_deg, 0, 0), 'cushion')
    return core.parent([part], location, rotation_deg)


def draped(size, location=(0, 0, 0), rotation_deg=0.0, material=None, drop=0.25, edges='lrf', fold=0.02, thickness=0.014, seed=0, cells=90):
    """Cloth lying on a flat top of `size` (width, depth) and hanging over its edges: l(eft), r(ight), f(ront, -Y), b(ack).

    `location` is the middle of the flat part. The hanging parts fall in soft folds.
    """
    width, depth = size
    material = material or materials.fabric((0.6, 0.55, 0.48), 'linen')
    left, right = drop * ('l' in edges), drop * ('r' in edges)
    front, back = drop * ('f' in edges), drop * ('b' in edges)
    full_x, full_y = width + left + right, depth + front + back
    nx = cells
    ny = max(8, int(cells * full_y / full_x))
    spots = []

    def bend(s, low, high, r=0.035):
        """Arc-length position to (flat coordinate, fall)."""
        if s < low:
            d = low - s
            a = min(d / r, math.pi / 2)
            return low - r * math.sin(a), r * (1 - math.cos(a)) + max(0, d - r * math.pi / 2), d
        if s > high:
            d = s - high
            a = min(d / r, math.pi / 2)
            return high + r * math.sin(a), r * (1 - math.cos(a)) + max(0, d - r * math.pi / 2), d
        return s, 0.0, 0.0
    for j in range(ny + 1):
        for i in range(nx + 1):
            sx, sy = -width / 2 - left + full_x * i / nx, -depth / 2 - front + full_y * j / ny
            x, fall_x, over_x = bend(sx, -width / 2, width / 2)
            y, fall_y, over_y = bend(sy, -depth / 2, depth / 2)
            ripple = noise.noise(Vector((sx * 2.2 + seed * 7, sy * 2.2, seed))) + 0.4 * noise.noise(Vector((sx * 7, sy * 7, seed * 3.0)))
            z = -max(fall_x, fall_y) - 0.35 * min(fall_x, fall_y) + 0.35 * fold * max(ripple + 0.4, 0)
            wave_x = fold * min(over_x / 0.15, 1) * (math.sin(sy * 13 + 2 * noise.noise(Vector((sy * 2, seed, 1)))) * 0.6 + 0.5)
            wave_y = fold * min(over_y / 0.15, 1) * (math.sin(sx * 13 + 2 * noise.noise(Vector((sx * 2, seed, 4)))) * 0.6 + 0.5)
            spots.append((x + math.copysign(wave_x, sx), y + math.copysign(wave_y, sy), z))
    faces = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i) for j in range(ny) for i in range(nx)]
    thing = core.link(core.mesh_from(spots, faces, True, 'drape'), material, location, rotation_deg, 'drape')
    hem = thing.modifiers.new('hem', 'SOLIDIFY')
    hem.thickness, hem.offset = thickness, 1
    return thing


def bed(location=(0, 0, 0), rotation_deg=0.0, width=1.8, length=2.05, linen=None, cover=None, throw=None, head=None, frame=None, headboard=(2.6, 1.15), accents=()):
    """Made hotel bed, head at +Y: divan, mattress, duvet folded back, four pillows, accent cushions, throw at the foot.

    `headboard` is (width, height) or None; `accents` are materials of cushions.
    """
    linen = linen or materials.fabric((0.76, 0.74, 0.70), 'linen')
    cover = cover or linen
    frame = frame or materials.fabric((0.42, 0.37, 0.31), 'wool')
    parts = [core.box((width - 0.06, length - 0.06, 0.10), (0, 0, 0.03), material=materials.plastic((0.05, 0.045, 0.04), 0.6)),
             core.soft_box((width, length, 0.24), (0, 0, 0.1), 0.006, frame, radius=0.03, wrinkle=0.0015),
             core.soft_box((width - 0.01, length - 0.01, 0.24), (0, 0, 0.34), 0.012, linen, radius=0.06, wrinkle=0.003)]
    top = 0.605
    parts.append(draped((width + 0.01, length * 0.72), (0, -length * 0.14, top), 0, cover, 0.33, 'lrf', 0.022, 0.04, 3))
    parts.append(draped((width + 0.03, 0.34), (0, length * 0.11, top + 0.045), 0, linen, 0.30, 'lr', 0.016, 0.03, 5))
    if throw:
        parts.append(draped((width + 0.05, 0.62), (0, -length * 0.36, top + 0.05), 0, throw, 0.30, 'lr', 0.026, 0.016, 8))
    for x in (-width * 0.25, width * 0.25):
        parts.append(cushion((x, length / 2 - 0.10, top - 0.02), 0, (width * 0.44, 0.5), linen, 22, int(x * 10), 0.2))
        parts.append(cushion((x * 1.02, length / 2 - 0.27, top - 0.02), 2 * x, (width * 0.42, 0.46), cover, 30, int(x * 10) + 7, 0.2))
    for k, material in enumerate(accents):
        x = (k - (len(accents) - 1) / 2) * 0.5
        parts.append(cushion((x, length / 2 - 0.46, top - 0.01), 6 * (-1) ** k, (0.5, 0.4) if k % 2 == 0 else (0.42, 0.42), material, 34, k + 3, 0.15))
    if headboard:
        wide, high = headboard
        head = head or materials.fabric((0.42, 0.37, 0.31), 'boucle')
        count = max(3, round(wide / 0.33))
        for k in range(count):
            x = -wide / 2 + (k + 0.5) * wide / count
            parts.append(core.soft_box((wide / count - 0.006, 0.09, high - 0.1), (x, length / 2 + 0.05, 0.1), 0.016, head, radius=0.04, wrinkle=0.001, cells=14))
    return core.parent(parts, location, rotation_deg, 'bed')


def curtain(location=(0, 0, 0), rotation_deg=0.0, width=0.8, height=2.6, material=None, fold=0.11, depth=0.055, seed=0, rows=24, gather=0.0):
    """Curtain hanging from z = height to the floor, spread over `width`; the folds run upright. `gather` narrows it at half height."""
    material = material or materials.fabric((0.5, 0.46, 0.4), 'linen')
    count = max(3, round(width / fold))
    nx = count * 10
    spots = []
    for j in range(rows + 1):
        t = j / rows
        for i in range(nx + 1):
            u = i / nx
            drift = 0.5 * noise.noise(Vector((u * 4 + seed, t * 1.3, seed * 1.7)))
            sway = (0.6 + 0.5 * (1 - t)) * depth
            phase = 2 * math.pi * count * u + drift * (1.8 * (1 - t) + 0.4)
            squeeze = 1 - gather * math.exp(-((t - 0.42) / 0.25) ** 2)
            x = (u - 0.5) * width * squeeze + 0.012 * math.sin(2 * phase + 0.6)
            y = sway * (math.sin(phase) * 0.8 + 0.2 * math.sin(2.0 * phase + drift * 3)) + 0.02 * noise.noise(Vector((u * 3, t * 2, seed)))
            spots.append((x, y, 0.008 + t * (height - 0.008)))
    faces = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i) for j in range(rows) for i in range(nx)]
    return core.link(core.mesh_from(spots, faces, True, 'curtain'), material, location, rotation_deg, 'curtain')


def curtain_rail(location, length, rotation_deg=0.0, material=None, radius=0.014):
    """Rail with end knobs, its middle at `location`, along X."""
    material = material or materials.metal('black', 0.4)
    parts = [core.tube([(-length / 2, 0, 0), (length / 2, 0, 0)], radius, material)]
    for side in (-1, 1):
        parts.append(core.lathe([(0, -0.022), (0.016, -0.018), (0.024, 0), (0.016, 0.018), (0, 0.022)], (side * (length / 2 + 0.01), 0, 0), material, 32))
        parts.append(core.tube([(side * (length / 2 - 0.12), 0, 0), (side * (length / 2 - 0.12), 0.1, 0)], 0.008, material))
    return core.parent(parts, location, rotation_deg)


def rug(location=(0, 0, 0), rotation_deg=0.0, size=(2.4, 1.7), rgb=(0.48, 0.44, 0.38), pattern='plain', second=(0.25, 0.22, 0.19), fringe=False, seed=0, round_shape=False):
    """Rug, 12 mm thick with a slightly wavy edge. pattern: plain, border, stripes, diamonds, arcs."""
    width, depth = size
    nx, ny = 60, max(10, int(60 * depth / width))
    spots = []
    for j in range(ny + 1):
        for i in range(nx + 1):
            u, v = 2 * i / nx - 1, 2 * j / ny - 1
            if round_shape:
                u, v = u * math.sqrt(1 - v * v / 2), v * math.sqrt(1 - u * u / 2)
            x, y = u * width / 2, v * depth / 2
            edge = max(abs(u), abs(v))
            sag = 0.006 * noise.noise(Vector((x * 5 + seed, y * 5, 3)))
            spots.append((x + sag * edge, y + 0.6 * sag * edge, 0.012 + 0.0025 * (noise.noise(Vector((x * 2, y * 2, seed))) + 0.5)))
    faces = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i) for j in range(ny) for i in range(nx)]
    mat = materials.carpet(rgb) if pattern == 'plain' else patterned(rgb, second, pattern, size)
    body = core.link(core.mesh_from(spots, faces, True, 'rug'), mat)
    hem = body.modifiers.new('hem', 'SOLIDIFY')
    hem.thickness, hem.offset = 0.011, -1
    parts = [body]
    if fringe:
        wool, chance = materials.fabric((0.66, 0.62, 0.54), 'wool'), core.scatter(seed)
        for side in (-1, 1):
            for k in range(int(depth / 0.022)):
                y = -depth / 2 + 0.011 + k * 0.022
                tip = y + chance.uniform(-0.012, 0.012)
                parts.append(core.tube([(side * (width / 2 - 0.005), y, 0.008), (side * (width / 2 + 0.025), (y + tip) / 2, 0.006), (side * (width / 2 + 0.055), tip, 0.003)], 0.0032, wool, 2))
    return core.parent(parts, location, rotation_deg, 'rug')


def patterned(rgb, second, pattern, size):
    """Carpet material with a woven pattern in two colours over a rug of `size`, in the rug's own coordinates."""
    g = materials.Graph('carpet ' + pattern)
    x, y, _ = g.node('SeparateXYZ', Vector=g.node('TexCoord').outputs['Object']).outputs
    tuft = g.noise(g.place(), 150, 2, 0.7)
    wobble = g.math('MULTIPLY', g.math('SUBTRACT', g.noise(g.node('TexCoord').outputs['Object'], 9, 2), 0.5), 0.03)
    px, py = g.math('ADD', x, wobble), g.math('ADD', y, wobble)
    ax, ay = g.math('ABSOLUTE', px), g.math('ABSOLUTE', py)
    if pattern == 'border':
        off = g.math('MINIMUM', g.math('SUBTRACT', size[0] / 2, ax), g.math('SUBTRACT', size[1] / 2, ay))
        mask = g.math('ADD', g.span(off, 0.11, 0.115, 1, 0), g.math('MULTIPLY', g.span(off, 0.15, 0.152), g.span(off, 0.18, 0.178)), clamp=True)
    elif pattern == 'stripes':
        wave = g.math('SINE', g.math('MULTIPLY', py, 2 * math.pi / 0.42))
        mask = g.span(wave, 0.55, 0.62)
    elif pattern == 'diamonds':
        a = g.math('PINGPONG', g.math('ADD', px, py), 0.32)
        b = g.math('PINGPONG', g.math('SUBTRACT', px, py), 0.32)
        mask = g.span(g.math('MINIMUM', a, b), 0.016, 0.01)
    else:
        cx, cy = g.math('PINGPONG', px, 0.6), g.math('PINGPONG', py, 0.6)
        r = g.math('SQRT', g.math('ADD', g.math('MULTIPLY', cx, cx), g.math('MULTIPLY', cy, cy)))
        mask = g.span(g.math('SINE', g.math('MULTIPLY', r, 2 * math.pi / 0.17)), 0.4, 0.5)
    base = g.mix(mask, rgb, second)
    patch = g.noise(g.place(), 2.2, 4, 0.6)
    colour = g.mix(1.0, base, g.mix(g.span(tuft, 0.3, 0.7), (0.72, 0.72, 0.72), (1.15, 1.15, 1.15)), 'MULTIPLY')
    colour = g.mix(1.0, colour, g.mix(g.span(patch, 0.35, 0.65), (0.9, 0.9, 0.9), (1.05, 1.05, 1.05)), 'MULTIPLY')
    g.set(Base_Color=colour, Roughness=0.97, Specular=0.03, Sheen=0.25, Normal=g.bump(tuft, 0.5, 0.006))
    return g.material


def throw(location=(0, 0, 0), rotation_deg=0.0, width=0.55, material=None, over=(0.42, 0.5), thickness=0.012, seed=0):
    """Blanket hung over a back or an arm: it lies over an edge along X at z = 0, falling `over` metres in front (-Y) and behind."""
    material = material or materials.fabric((0.6, 0.5, 0.38), 'wool')
    rows, columns = 40, 28
    front, back = over
    spots = []
    for j in range(rows + 1):
        s = -front + (front + back) * j / rows
        for i in range(columns + 1):
            u = i / columns - 0.5
            r = 0.05
            a = np.clip(s / r, -math.pi / 2, math.pi / 2)
            rest = max(0.0, abs(s) - r * math.pi / 2)
            ripple = 0.5 + 0.5 * math.sin(u * 26 + 1.5 * noise.noise(Vector((u * 3, s * 2, seed))))
            y, z = r * math.sin(a) + math.copysign(0.022 * min(rest / 0.12, 1) * ripple, s), r * (math.cos(a) - 1) - rest
            spots.append((u * width * (1 + 0.06 * rest) + 0.01 * noise.noise(Vector((u, s * 4, seed))), y, z + thickness))
    faces = [(j * (columns + 1) + i, j * (columns + 1) + i + 1, (j + 1) * (columns + 1) + i + 1, (j + 1) * (columns + 1) + i) for j in range(rows) for i in range(columns)]
    thing = core.link(core.mesh_from(spots, faces, True, 'throw'), material, location, rotation_deg, 'throw')
    hem = thing.modifiers.new('hem', 'SOLIDIFY')
    hem.thickness, hem.offset = thickness, 1
    return thing
