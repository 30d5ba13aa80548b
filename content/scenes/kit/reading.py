"""Furnishings of a reading room: lamps with glass shades, a fire, carpets, club chairs, a chandelier."""
import numpy as np

from kit import art, core, materials
from kit.art import surface
from kit.blocks import block, cushion
from kit.table import copies


def bankers_lamp(location=(0, 0, 0), rotation_deg=0.0):
    """Brass lamp with a long green glass shade, lit; the shade runs along X."""
    brass, green = materials.metal('brass', 0.25), _lit_glass((0.012, 0.11, 0.045), (0.06, 0.30, 0.05), 0.10)

    def shade(u, v):
        a = np.pi * (0.06 + 0.88 * v)
        wide = 0.17 * (1 - 0.12 * np.sin(a) ** 2)
        return (u - 0.5) * 2 * wide, 0.07 * np.cos(a), 0.33 + 0.075 * np.sin(a)
    parts = [surface(shade, 30, 20, green, 'shade', closed_u=False),
             core.lathe([(0, 0), (0.085, 0), (0.088, 0.008), (0.07, 0.02), (0.02, 0.03), (0.012, 0.05), (0.010, 0.33), (0, 0.335)], (0, 0, 0), brass),
             block((0.30, 0.03, 0.012), (0, 0, 0.345), 0, 0.004, materials.emissive(2600, 9)), core.tube([(-0.16, 0, 0.36), (0.16, 0, 0.36)], 0.005, brass),
             core.tube([(0.05, 0, 0.33), (0.05, -0.02, 0.24)], 0.0015, brass), core.lathe([(0, -0.008), (0.006, 0), (0, 0.008)], (0.05, -0.02, 0.235), brass, segments=16)]
    root = core.parent(parts, location, rotation_deg)
    light = core.area_light((0.3, 0.1), (0, 0, 0.335), (0, 0, 0), 7, 2600)
    light.parent = root
    return root


def _lit_glass(body, shine, strength):
    """Coloured glass that glows from the lamp inside it."""
    g = materials.Graph('lit glass')
    g.set(Base_Color=body, Roughness=0.12, Emission=shine, Emission_Strength=strength)
    return materials.unseen_by_light(g, g.shader.outputs[0])


def table_lamp(location=(0, 0, 0), rotation_deg=0.0, watts=24):
    """Turned brass foot under a linen drum shade."""
    brass = materials.metal('brass', 0.3)
    parts = [core.lathe([(0, 0), (0.08, 0), (0.082, 0.012), (0.03, 0.03), (0.018, 0.08), (0.05, 0.16), (0.055, 0.2), (0.02, 0.28), (0.012, 0.3), (0.01, 0.4), (0, 0.4)], (0, 0, 0), brass),
             core.lathe([(0.19, 0.36), (0.14, 0.6), (0.138, 0.6), (0.188, 0.36)], (0, 0, 0), materials.emissive(2650, 3.0))]
    root = core.parent(parts, location, rotation_deg)
    for z, turn in ((0.35, 0), (0.63, 180)):
        light = core.area_light((0.26, 0.26), (0, 0, z), (turn, 0, 0), watts / 2, 2650)
        light.parent = root
    return root


def sconce(location, rotation_deg=0.0, watts=7):
    """Wall lamp with one shaded candle arm; the origin is on the wall, facing -Y."""
    brass = materials.metal('brass', 0.3)
    back = core.cylinder(0.05, 0.015, (0, 0, 0), brass)
    back.rotation_euler = (np.pi / 2, 0, 0)
    parts = [back, core.tube([(0, 0, 0), (0, -0.09, -0.02), (0, -0.13, 0.0), (0, -0.13, 0.08)], 0.007, brass),
             core.lathe([(0.075, 0.05), (0.05, 0.2), (0.048, 0.2), (0.073, 0.05)], (0, -0.13, 0), materials.emissive(2600, 3.2))]
    root = core.parent(parts, location, rotation_deg)
    light = core.area_light((0.18, 0.18), (0, -0.2, 0.24), (180, 0, 0), watts, 2600)
    light.parent = root
    return root


def fire(location):
    """Logs on an iron grate with still flames."""
    iron, bark = materials.metal('black', 0.6), materials.wood('walnut')
    parts = [block((0.78, 0.02, 0.03), (0, s * 0.1, 0.1), 0, 0.004, iron) for s in (-1, 1)]
    for k in range(7):
        parts.append(core.tube([(-0.36 + 0.12 * k, -0.12, 0.12), (-0.36 + 0.12 * k, 0.12, 0.12)], 0.009, iron))
    for x, y, z, turn in ((-0.05, -0.05, 0.18, 4), (0.05, 0.07, 0.18, -6), (0.0, 0.0, 0.27, 12)):
        c, s = np.cos(np.radians(turn)) * 0.3, np.sin(np.radians(turn)) * 0.3
        parts.append(core.tube([(x - c, y - s, z), (x, y, z + 0.01), (x + c, y + s, z)], [0.05, 0.056, 0.048], bark))
    rng = np.random.default_rng(4)
    for k in range(11):
        h, x = rng.uniform(0.12, 0.34) * (1 - abs(k - 5) * 0.1), -0.28 + 0.056 * k
        y, lean = rng.uniform(-0.04, 0.1), rng.normal(0, 0.03)
        spots = [(x, y, 0.2), (x + lean, y, 0.2 + h * 0.3), (x - lean, y, 0.2 + h * 0.65), (x + lean * 0.6, y, 0.2 + h)]
        parts.append(core.tube(spots, [0.03, 0.042, 0.022, 0.002], materials.emissive(1750 + 60 * (k % 4), 5)))
    return core.parent(parts, location, 0)


def carpet(pixels, location, rotation_deg, size):
    """Knotted carpet with a fringe at its short ends."""
    body = block((size[0], size[1], 0.012), (0, 0, 0.006), 0, 0.004, materials.carpet((0.3, 0.2, 0.14)))
    face = art.print_sheet(pixels, size[0], size[1])
    face.rotation_euler, face.location = (-np.pi / 2, 0, 0), (0, 0, 0.0125)
    parts = [body, face]
    for s in (-1, 1):
        def fringe(u, v, side=s):
            return side * (size[0] / 2 + v * 0.07), (u - 0.5) * size[1], 0.011 - 0.008 * v + 0.003 * np.sin(u * size[1] * 260)
        parts.append(surface(fringe, 600, 3, materials.fabric((0.6, 0.54, 0.42), 'linen'), 'fringe', closed_u=False))
    return core.parent(parts, location, rotation_deg)


def club_chairs(places, leather=None):
    """Low leather armchairs with rolled arms and a cushion; faces -Y."""
    hide, wood = leather or materials.leather((0.20, 0.075, 0.028)), materials.wood('walnut')
    parts = [cushion((0.66, 0.72, 0.22), (0, 0.02, 0.23), 0.01, hide), cushion((0.58, 0.62, 0.16), (0, -0.06, 0.405), 0.035, hide, cells=20),
             cushion((0.78, 0.22, 0.62), (0, 0.36, 0.53), 0.03, hide, cells=20), cushion((0.56, 0.16, 0.40), (0, 0.23, 0.63), 0.04, hide, cells=20)]
    for x in (-1, 1):
        parts.append(cushion((0.15, 0.84, 0.34), (x * 0.39, 0.0, 0.32), 0.01, hide))

        def roll(u, v, side=x):
            a, end = u * 2 * np.pi, np.minimum(1, np.sin(np.pi * np.clip(v, 0.0, 1.0)) * 9) ** 0.5
            radius = 0.098 * end
            return side * 0.40 + radius * 1.05 * np.cos(a), -0.43 + 0.86 * v, 0.525 + radius * np.sin(a)
        parts.append(surface(roll, 40, 48, hide, 'arm'))
        for y in (-0.36, 0.38):
            parts.append(core.lathe([(0, 0), (0.022, 0), (0.034, 0.06), (0.036, 0.13), (0, 0.13)], (x * 0.34, y, 0), wood, segments=24))
    return copies(core.parent(parts, (0, 0, 0), 0), places)


def chandelier(location, drop, radius=1.0):
    """Brass ring with twelve shaded lights on chains; the origin is on the ceiling."""
    brass = materials.metal('brass', 0.3)
    z = -drop
    ring = [(radius * np.cos(a), radius * np.sin(a), z) for a in np.linspace(0, 2 * np.pi, 73)[:-1]]
    parts = [core.tube(ring, 0.02, brass, closed=True), core.tube([(0.93 * x, 0.93 * y, z + 0.1) for x, y, _ in ring], 0.009, brass, closed=True),
             core.tube([(0, 0, 0), (0, 0, z + 0.62)], 0.01, brass), core.lathe([(0, 0), (0.03, -0.09), (0.09, -0.03), (0.1, 0), (0, 0)][::-1], (0, 0, 0), brass)]
    for k in range(12):
        a = k * np.pi / 6
        x, y = radius * np.cos(a), radius * np.sin(a)
        parts.append(core.lathe([(0, 0), (0.03, 0.01), (0.035, 0.03), (0.013, 0.035), (0.013, 0.12), (0, 0.12)], (x, y, z + 0.01), brass, segments=24))
        parts.append(core.lathe([(0.085, 0.1), (0.055, 0.23), (0.053, 0.23), (0.083, 0.1)], (x, y, z + 0.02), materials.emissive(2700, 3.4), segments=32))
        if k % 3 == 0:
            parts.append(core.tube([(x, y, z), (0, 0, z + 0.62)], 0.005, brass))
    root = core.parent(parts, location, 0)
    for turn, energy, level in ((0, 90, z - 0.05), (180, 45, z + 0.28)):
        light = core.area_light((2 * radius, 2 * radius), (0, 0, level), (turn, 0, 0), energy, 2850)
        light.data.shape = 'DISK'
        light.parent = root
    return root


def spectacles(location, rotation_deg=0.0):
    """Reading glasses left on the table."""
    wire, parts = materials.metal('brass', 0.25), []
    for x in (-1, 1):
        parts.append(core.tube([(x * 0.033 + 0.024 * np.cos(a), 0, 0.022 + 0.02 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 25)], 0.0013, wire))
        parts.append(core.tube([(x * 0.058, 0, 0.03), (x * 0.06, 0.06, 0.026), (x * 0.052, 0.13, 0.004)], 0.0015, wire))
    parts.append(core.tube([(-0.009, 0, 0.026), (0, -0.003, 0.031), (0.009, 0, 0.026)], 0.0013, wire))
    return core.parent(parts, location, rotation_deg)


def inkwell(location):
    """Glass inkwell on a brass tray with a pen."""
    brass = materials.metal('brass', 0.3)
    parts = [block((0.2, 0.09, 0.008), (0, 0, 0.004), 0, 0.003, brass),
             core.lathe([(0, 0.008), (0.03, 0.008), (0.032, 0.03), (0.016, 0.045), (0.018, 0.055), (0, 0.055)], (-0.05, 0, 0), materials.plastic((0.02, 0.03, 0.08), 0.1)),
             core.tube([(0.0, -0.02, 0.012), (0.085, 0.02, 0.014)], [0.0025, 0.005], materials.plastic((0.05, 0.02, 0.02), 0.3))]
    return core.parent(parts, location, 0)
