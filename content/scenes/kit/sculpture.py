"""Sculptures: smooth parametric forms, a stylised head, balanced stones, a fan of slats and a hanging mobile."""
import numpy as np

from kit import core, materials
from kit.blocks import block
from kit.art import surface


def ribbon(location, rotation_deg=0.0, size=0.7, material=None):
    """A polished band that turns over itself once."""
    tau = 2 * np.pi

    def shape(u, v):
        a, wide = u * tau, (np.where(v < 0.5, v * 4 - 1, 3 - v * 4)) * 0.2
        thick = np.where(v < 0.5, 0.012, -0.012) * np.minimum(1, np.abs(np.sin(v * tau)) * 6)
        twist = a + 0.6
        radius = 0.36 + 0.08 * np.cos(2 * a) + wide * np.cos(twist) + thick * np.sin(twist)
        rise = 0.46 + 0.13 * np.sin(2 * a + 0.5) + wide * np.sin(twist) - thick * np.cos(twist)
        return radius * np.cos(a) * size, radius * np.sin(a) * size * 0.75, np.maximum(rise, 0.01) * size * 1.25
    return core.parent([surface(shape, 180, 44, material or materials.metal('brass', 0.18), 'ribbon', True, True)], location, rotation_deg)


def knot(location, rotation_deg=0.0, size=0.6, material=None, turns=(2, 3)):
    """A thick closed knot standing on end, in bronze or stone."""
    p, q = turns
    tau = 2 * np.pi

    def shape(u, v):
        t, a = u * tau, v * tau

        def path(s):
            radius = 0.30 + 0.12 * np.cos(q * s)
            return np.stack([radius * np.cos(p * s), -0.13 * np.sin(q * s), radius * np.sin(p * s)])
        centre = path(t)
        along = path(t + 1e-3) - centre
        along = along / np.linalg.norm(along, axis=0)
        side = np.cross(along, np.array([0, 1.0, 0])[:, None, None], axis=0)
        side = side / np.linalg.norm(side, axis=0)
        up = np.cross(side, along, axis=0)
        thick = 0.075 * (1 + 0.25 * np.cos(t))
        x, y, z = centre + thick * (np.cos(a) * side + np.sin(a) * up)
        return x * size * 1.6, y * size * 1.6, (z + 0.485) * size * 1.6
    return core.parent([surface(shape, 260, 28, material or materials.metal('copper', 0.4), 'knot', True, True)], location, rotation_deg)


def head(location, rotation_deg=0.0, size=0.55, material=None):
    """A calm stylised head on a neck, turned towards -Y."""
    def bump(u, z, at_u, at_z, wide, tall):
        return np.exp(-(((u - at_u) / wide) ** 2 + ((z - at_z) / tall) ** 2))

    def shape(u, v):
        a = (u - 0.5) * 2 * np.pi
        z = v
        skull = np.sqrt(np.clip(1 - ((z - 0.66) / 0.345) ** 2, 0, 1))
        neck = 0.50 + 0.42 * np.clip((0.12 - z) / 0.12, 0, 1) ** 2
        radius = np.where(z > 0.45, np.maximum(skull, 0), np.maximum(skull, neck * np.clip((0.62 - z) / 0.1, 0, 1)))
        radius = np.maximum(radius, neck * (1 / (1 + np.exp((z - 0.40) / 0.02))))
        face = np.cos(a).clip(0)
        jaw = bump(a, z, 0, 0.40, 0.5, 0.05) * 0.22
        nose = bump(a, z, 0, 0.565, 0.13, 0.035) * 0.22 + bump(a, z, 0, 0.63, 0.10, 0.06) * 0.10
        brow = bump(np.abs(a), z, 0.36, 0.69, 0.3, 0.022) * 0.07
        eyes = bump(np.abs(a), z, 0.36, 0.635, 0.17, 0.026) * -0.10 + bump(np.abs(a), z, 0.36, 0.632, 0.1, 0.012) * 0.055
        lips = (bump(a, z, 0, 0.495, 0.2, 0.011) + bump(a, z, 0, 0.470, 0.17, 0.012)) * 0.075
        ears = bump(np.abs(a), z, 1.65, 0.60, 0.1, 0.055) * 0.14
        radius = radius + (jaw + nose + brow + eyes + lips) * face ** 0.5 + ears * (skull > 0.3)
        hair = np.where((z > 0.72) | (np.abs(a) > 1.85), 0.02 * np.sin(z * 90 + 3 * np.sin(a * 3)), 0) * (z > 0.45) * skull
        radius = (radius + hair) * 0.245
        top = np.where(v > 0.995, 0.0, 1.0)
        return np.sin(a) * radius * 0.86 * top * size / 0.75, -(np.cos(a) * radius * 1.08 + 0.03 * (z > 0.3)) * top * size / 0.75, z * size * 1.25
    bust = surface(shape, 160, 150, material or materials.plaster((0.74, 0.72, 0.68)), 'head')
    return core.parent([bust], location, rotation_deg)


def pebbles(location, rotation_deg=0.0, size=0.6, seed=2, material=None):
    """Three smooth stones balanced on each other."""
    rng = np.random.default_rng(seed)
    parts, z = [], 0.0
    for scale in (0.36, 0.27, 0.19):
        flat, lean = rng.uniform(0.62, 0.8), rng.uniform(0.8, 1.1)
        half = scale * flat

        def shape(u, v, s=scale, h=half, k=z, w=lean):
            a, b = u * 2 * np.pi, (v - 0.5) * np.pi
            wave = 1 + 0.06 * np.cos(2 * a + 1) * np.cos(b)
            return s * np.cos(b) * np.cos(a) * wave * size * 1.4, s * w * np.cos(b) * np.sin(a) * wave * size * 1.4, (k + h + h * np.sin(b)) * size * 1.4
        parts.append(surface(shape, 64, 40, material or materials.stone('marble', (0.75, 0.72, 0.68)), 'pebble'))
        z += 2 * half - 0.012
    return core.parent(parts, location, rotation_deg)


def fan(location, rotation_deg=0.0, size=1.2, count=26, material=None):
    """Slats of oak turning step by step as they rise."""
    material = material or materials.wood('oak')
    parts = []
    for k in range(count):
        t = k / (count - 1)
        wide = size * (0.30 + 0.24 * np.sin(np.pi * t))
        slat = block((wide, 0.05, size / count * 0.72), (0, 0, size * (t * 0.96 + 0.02)), rotation_deg=t * 150, bevel=0.003, material=material)
        parts.append(slat)
    parts.append(core.cylinder(0.012, size, (0, 0, 0), materials.metal('black', 0.5)))
    return core.parent(parts, location, rotation_deg)


def mobile(location, rotation_deg=0.0, span=1.6, seed=4, drop=1.0, colours=None):
    """Hanging mobile; the origin is where it meets the ceiling."""
    rng = np.random.default_rng(seed)
    colours = colours or ((0.55, 0.08, 0.04), (0.04, 0.05, 0.06), (0.62, 0.36, 0.06), (0.05, 0.12, 0.18))
    wire, parts = materials.metal('black', 0.5), []

    def leaf(x, y, z, size, tone):
        def shape(u, v):
            a, r = u * 2 * np.pi, np.where(v < 0.5, v * 2, 2 - v * 2) * size
            return (x + r * np.cos(a) * 1.5 + 0.4 * r * np.cos(2 * a), y + r * np.sin(a), z + np.where(v < 0.5, 0.003, -0.003) + 0.1 * r * np.cos(a))
        parts.append(surface(shape, 40, 9, materials.plastic(tone, 0.45), 'leaf'))

    def branch(x, y, z, long, level, heading):
        parts.append(core.tube([(x - long * 0.62 * np.cos(heading) * k, y - long * 0.62 * np.sin(heading) * k, z + 0.10 * long * (1 - k * k))
                                for k in np.linspace(-0.62, 1, 9)], 0.0035, wire))
        ends = ((1.0, z), (-0.62, z + 0.1 * long * (1 - 0.62 ** 2)))
        for k, (share, height) in enumerate(ends):
            ex, ey = x - long * 0.62 * np.cos(heading) * share, y - long * 0.62 * np.sin(heading) * share
            if k == 0 or level == 0:
                parts.append(core.tube([(ex, ey, height), (ex, ey, height - 0.1)], 0.002, wire))
                leaf(ex, ey, height - 0.11, rng.uniform(0.06, 0.11) * span / 1.6, colours[int(rng.integers(len(colours)))])
            else:
                parts.append(core.tube([(ex, ey, height), (ex, ey, height - 0.22)], 0.002, wire))
                branch(ex, ey, height - 0.25, long * 0.74, level - 1, heading + rng.uniform(0.5, 1.2))
    parts.append(core.tube([(0, 0, 0), (0, 0, -drop)], 0.002, wire))
    branch(0, 0, -drop - 0.05, span / 1.6, 4, 0.4)
    return core.parent(parts, location, rotation_deg)
