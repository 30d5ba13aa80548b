"""Joinery: cabinets, nightstands, desks, wardrobes, low tables, open shelves. Each faces -Y, origin on the floor."""
import math

from . import core, materials


def cabinet(location=(0, 0, 0), rotation_deg=0.0, size=(1.6, 0.45, 0.72), columns=3, rows=1, material=None, front=None, legs=0.14, leg_material=None, knobs='line', top=None):
    """Cabinet with flush doors or drawers in a grid. `legs` is the height it stands at; knobs: 'line' (shadow gaps), 'knob', 'bar'."""
    width, depth, height = size
    material = material or materials.wood('oak')
    front, leg_material = front or material, leg_material or materials.metal('black', 0.45)
    brass = materials.metal('brass', 0.3)
    body = height - legs
    parts = [core.box((width, depth - 0.025, body), (0, 0.0125, legs), bevel=0.003, material=material)]
    cell = (width - 0.02) / columns, (body - 0.02) / rows
    for i in range(columns):
        for j in range(rows):
            x, z = -width / 2 + 0.01 + (i + 0.5) * cell[0], legs + 0.01 + j * cell[1]
            parts.append(core.box((cell[0] - 0.005, 0.022, cell[1] - 0.005), (x, -depth / 2 + 0.011, z + 0.0025), bevel=0.002, material=front))
            if knobs == 'knob':
                parts.append(core.lathe([(0, 0), (0.006, 0), (0.006, 0.012), (0.014, 0.02), (0.014, 0.026), (0, 0.028)], (x + (cell[0] * 0.4 if rows == 1 else 0), -depth / 2, z + cell[1] * 0.6), brass, 28, 50, (90, 0, 0)))
            elif knobs == 'bar':
                z0 = z + cell[1] * (0.8 if rows > 1 else 0.62)
                parts.append(core.tube([(x - 0.07, -depth / 2, z0), (x - 0.07, -depth / 2 - 0.03, z0), (x + 0.07, -depth / 2 - 0.03, z0), (x + 0.07, -depth / 2, z0)], 0.005, brass))
    if top is not None:
        parts.append(core.box((width + 0.01, depth + 0.015, 0.025), (0, -0.003, height), bevel=0.004, material=top))
    if legs > 0.05:
        for sx in (-1, 1):
            for sy in (-1, 1):
                x, y = sx * (width / 2 - 0.08), sy * (depth / 2 - 0.06)
                parts.append(core.tube([(x, y, legs), (x + sx * 0.02, y + sy * 0.01, 0)], [0.016, 0.011], leg_material))
    elif legs:
        parts.append(core.box((width - 0.04, depth - 0.08, legs), (0, 0.02, 0), bevel=0, material=materials.plastic((0.04, 0.038, 0.036), 0.6)))
    return core.parent(parts, location, rotation_deg, 'cabinet')


def nightstand(location=(0, 0, 0), rotation_deg=0.0, material=None):
    """Small bedside cabinet, two drawers, 0.52 m high."""
    return cabinet(location, rotation_deg, (0.52, 0.42, 0.52), 1, 2, material, legs=0.16, knobs='knob')


def desk(location=(0, 0, 0), rotation_deg=0.0, width=1.5, depth=0.62, material=None, legs=None):
    """Writing desk with a slim drawer box and slender legs, top at 0.75 m; the writer sits at -Y."""
    material, legs = material or materials.wood('oak'), legs or materials.metal('black', 0.45)
    parts = [core.box((width, depth, 0.03), (0, 0, 0.72), bevel=0.006, material=material), core.box((width * 0.94, depth * 0.84, 0.09), (0, 0, 0.63), bevel=0.004, material=material)]
    for k in (-1, 1):
        parts.append(core.box((width * 0.455, 0.012, 0.076), (k * width * 0.234, -depth * 0.42 - 0.004, 0.637), bevel=0.002, material=material))
        parts.append(core.lathe([(0, 0), (0.006, 0), (0.006, 0.012), (0.012, 0.02), (0, 0.026)], (k * width * 0.234, -depth * 0.42 - 0.01, 0.675), materials.metal('brass', 0.3), 24, 50, (90, 0, 0)))
        for y in (-1, 1):
            parts.append(core.tube([(k * (width / 2 - 0.08), y * (depth / 2 - 0.09), 0.64), (k * (width / 2 - 0.04), y * (depth / 2 - 0.06), 0)], [0.018, 0.011], legs))
    return core.parent(parts, location, rotation_deg, 'desk')


def wardrobe(location=(0, 0, 0), rotation_deg=0.0, width=2.0, height=2.4, depth=0.6, doors=4, material=None):
    """Full-height wardrobe with long bar handles."""
    material = material or materials.wood('oak')
    parts = [core.box((width, depth - 0.03, height), (0, 0.015, 0), bevel=0.004, material=material)]
    each, brass = width / doors, materials.metal('brass', 0.3)
    for k in range(doors):
        x = -width / 2 + (k + 0.5) * each
        parts.append(core.box((each - 0.006, 0.024, height - 0.09), (x, -depth / 2 + 0.012, 0.08), bevel=0.003, material=material))
        side = each / 2 - 0.05 if k % 2 == 0 else 0.05 - each / 2
        parts.append(core.tube([(x + side, -depth / 2, 0.85), (x + side, -depth / 2 - 0.035, 0.85), (x + side, -depth / 2 - 0.035, 1.35), (x + side, -depth / 2, 1.35)], 0.006, brass))
    return core.parent(parts, location, rotation_deg, 'wardrobe')


def coffee_table(location=(0, 0, 0), rotation_deg=0.0, size=(1.1, 0.6, 0.38), top=None, legs=None, style='slab'):
    """Low table. style: 'slab' (stone or wood on two blocks), 'round' (drum top on three legs, size[0] wide)."""
    top = top or materials.stone('travertine')
    legs = legs or top
    if style == 'round':
        r = size[0] / 2
        parts = [core.cylinder(r, 0.035, (0, 0, size[2] - 0.035), top, 72, 0.008)]

        for k in range(3):
            a = 2 * math.pi * k / 3
            parts.append(core.cylinder(0.04, size[2] - 0.035, (0.62 * r * math.cos(a), 0.62 * r * math.sin(a), 0), legs, 32))
    else:
        parts = [core.box((size[0], size[1], 0.05), (0, 0, size[2] - 0.05), bevel=0.008, material=top)]
        for k in (-1, 1):
            parts.append(core.box((0.12, size[1] * 0.8, size[2] - 0.05), (k * size[0] * 0.32, 0, 0), bevel=0.008, material=legs))
    return core.parent(parts, location, rotation_deg, 'coffee table')


def side_table(location=(0, 0, 0), rotation_deg=0.0, radius=0.22, height=0.5, top=None, stem=None):
    """Small round pedestal table."""
    top, stem = top or materials.stone('marble'), stem or materials.metal('brass', 0.3)
    return core.parent([core.cylinder(radius, 0.02, (0, 0, height - 0.02), top, 64, 0.006), core.cylinder(0.014, height - 0.03, (0, 0, 0.01), stem, 24, 0),
                        core.cylinder(radius * 0.62, 0.012, (0, 0, 0), stem, 48, 0.004)], location, rotation_deg, 'side table')


def shelf(location=(0, 0, 0), rotation_deg=0.0, width=1.0, depth=0.24, material=None, thick=0.03):
    """Floating wall shelf: its top is at `location`'s height, its back on y = 0."""
    material = material or materials.wood('oak')
    return core.parent([core.box((width, depth, thick), (0, -depth / 2, -thick), bevel=0.004, material=material)], location, rotation_deg, 'shelf')


def rack(location=(0, 0, 0), rotation_deg=0.0, width=1.0, height=2.1, depth=0.32, levels=5, material=None, back=None, uprights=None):
    """Open shelf unit; returns (root, [heights of the shelves' tops])."""
    material = material or materials.wood('oak')
    parts = []
    for side in (-1, 1):
        parts.append(core.box((0.028, depth, height), (side * (width / 2 - 0.014), 0, 0), bevel=0.003, material=uprights or material))
    tops = []
    for k in range(levels + 1):
        z = 0.08 + k * (height - 0.11) / levels
        parts.append(core.box((width - 0.056, depth - 0.01, 0.028), (0, 0, z), bevel=0.003, material=material))
        tops.append(z + 0.028)
    if back:
        parts.append(core.box((width - 0.03, 0.01, height - 0.08), (0, depth / 2 - 0.006, 0.06), bevel=0, material=back))
    return core.parent(parts, location, rotation_deg, 'rack'), tops
