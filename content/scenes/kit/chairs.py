"""Dining chairs, school chairs and bar stools. Each faces -Y: the sitter looks towards -Y, the back is at +Y."""
import numpy as np

from kit import core, materials
from kit.art import surface


def _curve(points, steps=24):
    """Smooth path through points (quadratic B-spline ends included)."""
    points = np.array(points, float)
    t = np.linspace(0, len(points) - 1, steps)
    result = []
    for k in range(3):
        result.append(np.interp(t, range(len(points)), points[:, k]))
    path = np.stack(result, 1)
    for _ in range(3):
        path[1:-1] = (path[:-2] + 2 * path[1:-1] + path[2:]) / 4
    return [tuple(p) for p in path]


def _pad(size, location, material, crown=0.02, round_off=5.0):
    """Upholstered seat pad: superellipse outline with a soft crown."""
    def shape(u, v):
        a, b = u * 2 * np.pi, (v - 0.5) * np.pi
        reach = (np.abs(np.cos(a)) ** round_off + np.abs(np.sin(a)) ** round_off) ** (-1 / round_off)
        side = np.sign(np.cos(b)) * np.abs(np.cos(b)) ** 0.35
        lift = np.sign(np.sin(b)) * np.abs(np.sin(b)) ** 0.6
        rise = crown * np.clip(np.sin(b), 0, 1) ** 4
        return location[0] + reach * np.cos(a) * side * size[0] / 2, location[1] + reach * np.sin(a) * side * size[1] / 2, location[2] + lift * size[2] / 2 + rise
    return surface(shape, 72, 28, material, 'pad')


def dining_chair(location=(0, 0, 0), rotation_deg=0.0, frame=None, seat=None):
    """Upholstered seat in a slim wooden frame with a curved, padded back."""
    wood, cover = frame or materials.wood('walnut'), seat or materials.fabric((0.30, 0.14, 0.06), 'velvet')
    parts = [_pad((0.48, 0.46, 0.075), (0, -0.01, 0.455), cover)]
    for x in (-1, 1):
        parts.append(core.tube(_curve([(x * 0.215, -0.215, 0), (x * 0.205, -0.2, 0.43)], 8), 0.015, wood))
        parts.append(core.tube(_curve([(x * 0.20, 0.26, 0), (x * 0.19, 0.205, 0.43), (x * 0.20, 0.235, 0.66), (x * 0.205, 0.275, 0.82)]), 0.015, wood))
        parts.append(core.tube([(x * 0.205, -0.2, 0.40), (x * 0.192, 0.205, 0.40)], 0.011, wood))
    parts.append(core.tube([(-0.2, -0.2, 0.40), (0.2, -0.2, 0.40)], 0.011, wood))

    def back(u, v):
        a, b = u * 2 * np.pi, (v - 0.5) * np.pi
        x = 0.235 * np.sign(np.sin(b)) * np.abs(np.sin(b)) ** 0.7
        ring = np.cos(b) ** 0.4
        z = 0.71 + 0.125 * ring * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.6
        y = 0.262 + (z - 0.71) * 0.22 - 1.1 * x ** 2 + 0.03 * ring * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.8
        return x, y, z
    parts.append(surface(back, 40, 40, cover, 'back'))
    return core.parent(parts, location, rotation_deg)


def bentwood_chair(location=(0, 0, 0), rotation_deg=0.0, frame=None, seat=None):
    """Steam-bent café chair with a looped back and a round seat."""
    wood = frame or materials.wood('walnut')
    parts = [core.lathe([(0, 0.445), (0.185, 0.445), (0.205, 0.452), (0.205, 0.468), (0.19, 0.474), (0, 0.468)], (0, 0, 0), wood),
             core.lathe([(0, 0.466), (0.155, 0.468), (0.16, 0.47), (0, 0.471)], (0, 0, 0), seat or materials.fabric((0.5, 0.38, 0.2), 'linen'))]
    for x in (-1, 1):
        parts.append(core.tube(_curve([(x * 0.19, -0.19, 0), (x * 0.16, -0.15, 0.3), (x * 0.15, -0.13, 0.45)]), 0.014, wood))
    for wide, top in ((0.2, 0.87), (0.115, 0.77)):
        arch = [(wide * np.cos(a) * (1.0 if np.sin(a) > 0 else 1), 0.17 + 0.09 * (0.45 + (top - 0.45) * max(np.sin(a), 0) - 0.45) / 0.42, 0.47 + (top - 0.47) * max(np.sin(a), 0) ** 0.7)
                for a in np.linspace(0.02, np.pi - 0.02, 30)]
        if wide == 0.2:
            arch = [(0.2, 0.23, 0.0), (0.19, 0.18, 0.3), *arch, (-0.19, 0.18, 0.3), (-0.2, 0.23, 0.0)]
        parts.append(core.tube([tuple(p) for p in arch], 0.0135 if wide == 0.2 else 0.009, wood))
    ring = [(0.15 * np.cos(a), 0.15 * np.sin(a), 0.24) for a in np.linspace(0, 2 * np.pi, 32)]
    parts.append(core.tube(ring, 0.008, wood))
    return core.parent(parts, location, rotation_deg)


def school_chair(location=(0, 0, 0), rotation_deg=0.0, shell=None, frame=None, height=0.44):
    """Moulded shell on a bent steel frame."""
    shell, steel = shell or materials.wood('ash'), frame or materials.metal('black', 0.4)
    h = height

    def seat(u, v):
        x = (u - 0.5) * 0.40 * (1 - 0.12 * v)
        along = v * 2
        y = np.where(along < 1.15, -0.21 + along * 0.36, 0.204 + (along - 1.15) * 0.10)
        z = np.where(along < 1.15, h + 0.02 * (1 - along) ** 2, h + 0.001 + np.maximum(along - 1.15, 0) ** 1.15 * 0.44)
        gap = 0.14 * np.clip(1 - np.abs(along - 1.3) / 0.14, 0, 1)
        return x * (1 - gap), y - 0.9 * (x ** 2) * np.clip(along - 1.2, 0, 1), z + 0.5 * x ** 2 * (along < 1.2)

    def slab(u, v):
        top = v < 0.5
        x, y, z = seat(u, np.where(top, v * 2, 2 - v * 2))
        return x, y, np.where(top, z, z - 0.009)
    parts = [surface(slab, 18, 64, shell, 'shell', closed_u=False, closed_v=True)]
    for x in (-1, 1):
        parts.append(core.tube(_curve([(x * 0.2, -0.22, 0.012), (x * 0.17, -0.14, h - 0.03), (x * 0.17, 0.1, h - 0.025), (x * 0.2, 0.22, 0.012)], 20), 0.0105, steel))
        for y in (-0.22, 0.22):
            parts.append(core.cylinder(0.014, 0.02, (x * 0.2, y, 0), materials.plastic((0.05, 0.05, 0.05), 0.6)))
    parts.append(core.tube([(-0.17, -0.1, h - 0.02), (0.17, -0.1, h - 0.02)], 0.009, steel))
    parts.append(core.tube([(-0.17, 0.08, h - 0.02), (0.17, 0.08, h - 0.02)], 0.009, steel))
    return core.parent(parts, location, rotation_deg)


def bar_stool(location=(0, 0, 0), rotation_deg=0.0, height=0.74, frame=None, seat=None):
    """Stool with a round pad, low curved back and brass foot ring."""
    steel, cover = frame or materials.metal('brass', 0.3), seat or materials.leather((0.22, 0.09, 0.035))
    parts = [_pad((0.40, 0.40, 0.085), (0, 0, height), cover, crown=0.012, round_off=2.2)]
    for k in range(4):
        a = np.pi / 4 + k * np.pi / 2
        parts.append(core.tube([(0.235 * np.cos(a), 0.235 * np.sin(a), 0), (0.155 * np.cos(a), 0.155 * np.sin(a), height - 0.04)], 0.011, steel))
    parts.append(core.tube([(0.205 * np.cos(a), 0.205 * np.sin(a), 0.27) for a in np.linspace(0, 2 * np.pi, 48)], 0.008, steel))

    def back(u, v):
        a = np.pi * (0.1 + 0.8 * v)
        b = u * 2 * np.pi
        ends = np.minimum(1, np.sin(np.pi * v) * 5)
        r = 0.205 + 0.022 * np.cos(b) * ends
        return r * np.cos(a), r * np.sin(a), height + 0.17 + 0.07 * np.sin(b) * ends
    parts.append(surface(back, 24, 48, cover, 'back'))
    for a in (0.75, 2.39):
        parts.append(core.tube([(0.18 * np.cos(a), 0.18 * np.sin(a), height - 0.01), (0.212 * np.cos(a), 0.212 * np.sin(a), height + 0.13)], 0.009, steel))
    return core.parent(parts, location, rotation_deg)
