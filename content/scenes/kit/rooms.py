"""Rectangular rooms with openings, glazed windows, panelling and ceilings, for rooms centred on the origin.

A side is 'north' (+Y), 'south', 'east' (+X) or 'west'. A place along a wall is the world x (north, south) or y (east, west).
"""
import bmesh
import bpy
import numpy as np
from mathutils import Matrix

from kit import core, materials
from kit.blocks import block

THICK = 0.26


def opening(at, width, low, high):
    """A hole in a wall: its middle along the wall, its width, and the heights of its lower and upper edge."""
    return {'at': at, 'width': width, 'low': low, 'high': high}


def spot(side, width, depth, at, out=0.0, z=0.0):
    """Location and rotation_deg of something on a wall, facing the room; `out` > 0 lies behind the wall's face."""
    return {'north': ((at, depth / 2 + out, z), 0), 'south': ((at, -depth / 2 - out, z), 180),
            'east': ((width / 2 + out, at, z), -90), 'west': ((-width / 2 - out, at, z), 90)}[side]


def _slab(side, width, depth, low_at, high_at, low_z, high_z, material, out=THICK / 2, thick=THICK):
    if high_at - low_at < 0.001 or high_z - low_z < 0.001:
        return None
    location, turn = spot(side, width, depth, (low_at + high_at) / 2, out, (low_z + high_z) / 2)
    return block((high_at - low_at, thick, high_z - low_z), location, turn, bevel=0, material=material)


def wall(side, width, depth, height, material, openings=()):
    """A wall with its inner face on the room's edge, in one piece so that its paint runs on across openings."""
    half = (width if side in ('north', 'south') else depth) / 2 + THICK
    at, parts = -half, []
    for hole in sorted(openings, key=lambda o: o['at']):
        left, right = hole['at'] - hole['width'] / 2, hole['at'] + hole['width'] / 2
        parts += [_slab(side, width, depth, at, left, 0, height, material), _slab(side, width, depth, left, right, 0, hole['low'], material),
                  _slab(side, width, depth, left, right, hole['high'], height, material)]
        at = right
    parts.append(_slab(side, width, depth, at, half, 0, height, material))
    return merged([part for part in parts if part])


def merged(parts):
    """One object out of several that share a material; their meshes move into it."""
    work = bmesh.new()
    for part in parts:
        mesh = part.data
        mesh.transform(Matrix.LocRotScale(part.location, part.rotation_euler, None))
        work.from_mesh(mesh)
    body = bpy.data.meshes.new('merged')
    work.to_mesh(body)
    work.free()
    material = parts[0].data.materials[0]
    for part in parts:
        bpy.data.objects.remove(part)
    return core.link(body, material, name='merged')


def floor(width, depth, material, margin=0.3):
    """Floor slab with its top at z=0."""
    return block((width + 2 * margin, depth + 2 * margin, 0.1), (0, 0, -0.05), bevel=0, material=material)


def ceiling(width, depth, height, material):
    """Flat ceiling."""
    return block((width + 0.6, depth + 0.6, 0.2), (0, 0, height + 0.1), bevel=0, material=material)


def run(width, depth, side, holes, low_z, high_z, thick, material, bevel=0.004):
    """A board along a wall between heights, interrupted at openings that reach below its top: [(side, opening)...]."""
    half = (width if side in ('north', 'south') else depth) / 2
    at = -half
    for hole in sorted((o for s, o in holes if s == side and o['low'] < high_z - 0.001), key=lambda o: o['at']):
        _board(side, width, depth, at, hole['at'] - hole['width'] / 2, low_z, high_z, thick, material, bevel)
        at = hole['at'] + hole['width'] / 2
    _board(side, width, depth, at, half, low_z, high_z, thick, material, bevel)


def _board(side, width, depth, low_at, high_at, low_z, high_z, thick, material, bevel):
    if high_at - low_at > 0.01:
        location, turn = spot(side, width, depth, (low_at + high_at) / 2, -thick / 2, (low_z + high_z) / 2)
        block((high_at - low_at, thick, high_z - low_z), location, turn, bevel=min(bevel, thick / 3), material=material)


def skirting(width, depth, material, height=0.12, thick=0.018, holes=()):
    """Skirting board all round, left out at doors."""
    for side in ('north', 'south', 'east', 'west'):
        run(width, depth, side, holes, 0, height, thick, material)


def wainscot(width, depth, side, height, material, panel=0.55, holes=(), skip=()):
    """Panelled dado up to `height` with stiles, rails and a cap; `skip` are (from, to) stretches left bare."""
    run(width, depth, side, holes, 0, height, 0.016, material)
    run(width, depth, side, holes, 0, 0.16, 0.034, material)
    run(width, depth, side, holes, height - 0.12, height, 0.03, material)
    run(width, depth, side, holes, height, height + 0.03, 0.055, material)
    half = (width if side in ('north', 'south') else depth) / 2
    count = int(round(2 * half / panel))
    for k in range(count + 1):
        at = -half + k * 2 * half / count
        blocked = any(s == side and abs(o['at'] - at) < o['width'] / 2 + 0.04 and o['low'] < height for s, o in holes)
        if not blocked and not any(a < at < b for a, b in skip):
            _board(side, width, depth, at - 0.045, at + 0.045, 0.16, height - 0.12, 0.03, material, 0.004)


def window(side, width, depth, hole, frame, columns=2, rows=3, bar=0.03, sill=None, portal=True, sash=0.055):
    """Glazed window filling an opening, set halfway into the wall, with a sill board and a light portal."""
    w, h = hole['width'], hole['high'] - hole['low']
    parts = []
    for x in (-1, 1):
        parts.append(block((sash, 0.07, h), (x * (w - sash) / 2, 0, h / 2), bevel=0.004, material=frame))
    for z in (sash / 2, h - sash / 2):
        parts.append(block((w, 0.07, sash), (0, 0, z), bevel=0.004, material=frame))
    for k in range(1, columns):
        parts.append(block((bar, 0.045, h), (-w / 2 + k * w / columns, 0, h / 2), bevel=0.003, material=frame))
    for k in range(1, rows):
        parts.append(block((w, 0.045, bar), (0, 0, k * h / rows), bevel=0.003, material=frame))
    parts.append(block((w - sash, 0.006, h - sash), (0, 0, h / 2), bevel=0, material=materials.window_glass()))
    if sill:
        parts.append(block((w + 0.16, THICK + 0.06, 0.035), (0, -0.03 - 0.02, -0.0175), bevel=0.006, material=sill))
    location, turn = spot(side, width, depth, hole['at'], THICK / 2, hole['low'])
    made = core.parent(parts, location, turn)
    if portal:
        light_portal(side, width, depth, hole)
    return made


def light_portal(side, width, depth, hole):
    """Tells the sampler that the sky's light enters here."""
    data = bpy.data.lights.new('portal', 'AREA')
    data.shape, data.size, data.size_y = 'RECTANGLE', hole['width'], hole['high'] - hole['low']
    data.cycles.is_portal = True
    lamp = bpy.data.objects.new('portal', data)
    bpy.context.scene.collection.objects.link(lamp)
    location, turn = spot(side, width, depth, hole['at'], THICK + 0.02, (hole['low'] + hole['high']) / 2)
    lamp.location, lamp.rotation_euler = location, (-np.pi / 2, 0, np.radians(turn))


def casing(side, width, depth, hole, material, board=0.11, thick=0.03):
    """Flat architrave round an opening, on the room's side, and a lining through the wall."""
    w, low, high = hole['width'], hole['low'], hole['high']
    left, right = hole['at'] - w / 2, hole['at'] + w / 2
    for a, b in ((left - board, left), (right, right + board)):
        _board(side, width, depth, a, b, low, high + board, thick, material, 0.005)
    _board(side, width, depth, left, right, high, high + board, thick, material, 0.005)
    for a, b in ((left, left + 0.012), (right - 0.012, right)):
        _slab(side, width, depth, a, b, low, high, material)
    _slab(side, width, depth, left, right, high - 0.012, high, material)


def door(side, width, depth, hole, material, panels=2, glazed=False):
    """A closed panelled door with a brass lever in an opening that starts at the floor."""
    w, h = hole['width'] - 0.024, hole['high'] - 0.016
    parts = [block((w, 0.045, h), (0, 0, h / 2 + 0.004), bevel=0.002, material=material)] if not glazed else []
    stile, rows = 0.12, [0.0] + [h * (k + 1) / panels for k in range(panels)]
    for x in (-1, 1):
        parts.append(block((stile, 0.06, h), (x * (w - stile) / 2, 0, h / 2 + 0.004), bevel=0.004, material=material))
    for k, z in enumerate(rows):
        tall = 0.2 if k == 0 else 0.12
        parts.append(block((w - 2 * stile, 0.06, tall), (0, 0, min(max(z, tall / 2), h - tall / 2) + 0.004), bevel=0.004, material=material))
    if glazed:
        parts.append(block((w - stile, 0.006, h - 0.1), (0, 0, h / 2), bevel=0, material=materials.window_glass()))
    brass = materials.metal('brass', 0.3)
    parts.append(core.tube([(w / 2 - 0.06, -0.03, 1.02), (w / 2 - 0.06, -0.075, 1.02), (w / 2 - 0.18, -0.08, 1.02)], 0.009, brass))
    parts.append(block((0.045, 0.008, 0.2), (w / 2 - 0.06, -0.034, 1.02), bevel=0.003, material=brass))
    location, turn = spot(side, width, depth, hole['at'], THICK * 0.35)
    return core.parent(parts, location, turn)


def glow(rgb, strength):
    """A glowing surface of a colour, seen by the camera and mirrors only: light panels and lit strips."""
    g = materials.Graph('glow')
    shine = g.node('Emission', Color=rgb, Strength=float(strength))
    return materials.unseen_by_light(g, shine.outputs[0])
