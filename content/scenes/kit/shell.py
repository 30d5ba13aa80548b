"""Rooms: walls with openings, windows, doors, skirting, cornices, beams, panelling.

A wall is built facing the room (its inner face on y = 0, x to the right as seen from inside) and turned into place.
"""
from . import core, materials

FACES = {'n': 0, 'e': -90, 's': 180, 'w': 90}
THICK = 0.24


def opening(wall, at=0.0, width=1.2, height=1.4, sill=0.9, kind='window', **style):
    """Describe a hole in a wall: `at` is its middle along the wall, metres to the right of the wall's middle seen from inside.

    kind: 'window' (style: columns, rows, frame material, frame_width, board, glazed), 'door' (leaf material, open_deg), 'hole'.
    """
    if kind == 'door':
        sill = 0.0
    return dict(wall=wall, at=at, width=width, height=height, sill=sill, kind=kind, **style)


def room(width, depth, height, openings=(), walls=None, floor=None, ceiling=None, skirting=None, cornice=None, skirting_height=0.1):
    """Room of inner size width (x) by depth (y), centred on the origin.

    `walls` is one material or a dict by side ('n', 'e', 's', 'w'); a side given as None is left open. Returns the walls' roots by side.
    """
    walls = walls or materials.plaster()
    floor, ceiling = floor or materials.wood('oak', 0.18), ceiling or materials.plaster((0.74, 0.73, 0.71), relief=0)
    core.box((width + 2 * THICK, depth + 2 * THICK, 0.1), (0, 0, -0.1), bevel=0, material=floor)
    if ceiling != 'open':
        core.box((width + 2 * THICK, depth + 2 * THICK, 0.1), (0, 0, height), bevel=0, material=ceiling)
    roots = {}
    for side, angle in FACES.items():
        material = walls.get(side) if isinstance(walls, dict) else walls
        if material is None:
            continue
        length = width if side in 'ns' else depth
        mine = sorted((o for o in openings if o['wall'] == side), key=lambda o: o['at'])
        parts = wall(length, height, mine, material)
        if skirting:
            parts += strip(length, mine, skirting, skirting_height, 0.016, 0.0)
        if cornice:
            parts += strip(length, [], cornice, 0.09, 0.05, height - 0.09)
        for hole in mine:
            parts += fill(hole)
        spot = {'n': (0, depth / 2, 0), 's': (0, -depth / 2, 0), 'e': (width / 2, 0, 0), 'w': (-width / 2, 0, 0)}[side]
        roots[side] = core.parent(parts, spot, angle, 'wall ' + side)
    return roots


def wall(length, height, holes, material, thick=THICK):
    """Boxes of a wall of `length` with its holes left out (local coordinates). Corners overlap outside the room."""
    parts, edge = [], -length / 2 - thick

    def piece(x0, x1, z0, z1):
        if x1 - x0 > 1e-4 and z1 - z0 > 1e-4:
            parts.append(core.box((x1 - x0, thick, z1 - z0), ((x0 + x1) / 2, thick / 2, z0), bevel=0, material=material))
    for hole in holes:
        left, right = hole['at'] - hole['width'] / 2, hole['at'] + hole['width'] / 2
        piece(edge, left, 0, height)
        piece(left, right, 0, hole['sill'])
        piece(left, right, hole['sill'] + hole['height'], height)
        edge = right
    piece(edge, length / 2 + thick, 0, height)
    return parts


def strip(length, holes, material, height, depth, z):
    """Skirting or cornice along a wall, interrupted at holes that reach the floor."""
    parts, edge = [], -length / 2
    for hole in [h for h in holes if h['sill'] < height]:
        left, right = hole['at'] - hole['width'] / 2, hole['at'] + hole['width'] / 2
        if left - edge > 0.02:
            parts.append(core.box((left - edge, depth, height), ((left + edge) / 2, -depth / 2, z), bevel=0.004, material=material))
        edge = right
    parts.append(core.box((length / 2 - edge, depth, height), ((length / 2 + edge) / 2, -depth / 2, z), bevel=0.004, material=material))
    return parts


def fill(hole):
    """What stands in a hole of a wall, in the wall's coordinates."""
    if hole['kind'] == 'window':
        return window(**{k: v for k, v in hole.items() if k not in ('wall', 'kind')})
    if hole['kind'] == 'door':
        return door(**{k: v for k, v in hole.items() if k not in ('wall', 'kind', 'sill')})
    return []


def window(at=0.0, width=1.2, height=1.4, sill=0.9, columns=2, rows=1, frame=None, frame_width=0.06, board=None, glazed=True, daylight=True, reveal=0.16):
    """Window of columns x rows panes set `reveal` metres into the wall, with a light portal behind it."""
    frame = frame or materials.metal('black', 0.45)
    parts, f = [], frame_width
    left, y = at - width / 2, reveal
    for x in (left + f / 2, left + width - f / 2):
        parts.append(core.box((f, 0.07, height), (x, y, sill), material=frame))
    for z in (sill, sill + height - f):
        parts.append(core.box((width - 2 * f, 0.07, f), (at, y, z), material=frame))
    bar = 0.6 * f
    for k in range(1, columns):
        parts.append(core.box((bar, 0.055, height - 2 * f), (left + width * k / columns, y, sill + f), material=frame))
    for k in range(1, rows):
        parts.append(core.box((width - 2 * f, 0.05, bar), (at, y, sill + height * k / rows - bar / 2), material=frame))
    if glazed:
        parts.append(core.box((width - f, 0.008, height - f), (at, y, sill + f / 2), bevel=0, material=materials.window_glass()))
    if board is not None:
        parts.append(core.box((width + 0.1, reveal + 0.03, 0.03), (at, reveal / 2 - 0.045, sill - 0.005), material=board))
    if daylight:
        parts.append(core.portal((width, height), (at, THICK + 0.01, sill + height / 2), (-90, 0, 0)))
    return parts


def door(at=0.0, width=0.9, height=2.1, leaf=None, frame=None, handle=None, panels=2, open_deg=0.0):
    """Panelled door with architrave and lever handles; `open_deg` swings it away from the room."""
    leaf = leaf or materials.plastic((0.55, 0.53, 0.49), 0.45)
    frame, handle = frame or leaf, handle or materials.metal('brass', 0.3)
    trim = [core.box((0.08, 0.02, height + 0.08), (at + s * (width / 2 + 0.04), -0.01, 0), material=frame) for s in (-1, 1)]
    trim.append(core.box((width, 0.02, 0.08), (at, -0.01, height), material=frame))
    trim += [core.box((0.03, THICK, height), (at + s * (width / 2 - 0.015), THICK / 2, 0), material=frame) for s in (-1, 1)]
    trim.append(core.box((width, THICK, 0.03), (at, THICK / 2, height - 0.03), material=frame))
    w, h = width - 0.066, height - 0.04
    parts = [core.box((w, 0.036, h), (w / 2, 0.018, 0), material=leaf)]
    each = (h - 0.14 * (panels + 1)) / panels
    for k in range(panels):
        z = 0.14 + k * (each + 0.14)
        for x, sx, z0, sz in ((0.14, 0.02, z, each), (w - 0.14, 0.02, z, each)):
            parts.append(core.box((sx, 0.05, sz), (x, 0.018, z0), material=leaf))
        for z0 in (z, z + each - 0.02):
            parts.append(core.box((w - 0.28, 0.05, 0.02), (w / 2, 0.018, z0), material=leaf))
    for side in (-1, 1):
        y = 0.018 + side * 0.05
        parts.append(core.cylinder(0.026, 0.01, (w - 0.07, 0.018 + side * 0.019, 1.02), handle, 32, 0.002, (90 * side, 0, 0)))
        parts.append(core.tube([(w - 0.07, 0.018, 1.02), (w - 0.07, y, 1.02), (w - 0.085, y + side * 0.012, 1.02), (w - 0.19, y + side * 0.012, 1.02)], 0.009, handle))
    trim.append(core.parent(parts, (at - w / 2, 0.05, 0.005), open_deg, 'leaf'))
    return trim


def beams(width, depth, z, count=4, size=(0.14, 0.2), material=None, along='y'):
    """Ceiling beams spread over a room; they hang down from height z and run along `along`."""
    material = material or materials.wood('oak')
    span = width if along == 'y' else depth
    parts = []
    for k in range(count):
        offset = (k + 0.5) / count * span - span / 2
        if along == 'y':
            parts.append(core.box((size[0], depth, size[1]), (offset, 0, z - size[1]), bevel=0.008, material=material))
        else:
            parts.append(core.box((width, size[0], size[1]), (0, offset, z - size[1]), bevel=0.008, material=material))
    return parts


def slats(width, height, location=(0, 0, 0), rotation_deg=0.0, material=None, pitch=0.06, size=(0.03, 0.03), back=None):
    """Wall of upright battens facing -Y, its back on y = 0."""
    material = material or materials.wood('oak')
    parts = []
    if back:
        parts.append(core.box((width, 0.012, height), (0, -0.006, 0), bevel=0, material=back))
    count = int(width / pitch)
    first = core.box((size[0], size[1], height), (0, 0, 0), bevel=0.003, material=material)
    for k in range(count):
        batten = first if k == 0 else core.duplicate(first, (0, 0, 0))
        batten.location = (-width / 2 + (k + 0.5) * width / count, -0.012 - size[1] / 2, 0)
        parts.append(batten)
    return core.parent(parts, location, rotation_deg)


def panelling(width, height, location=(0, 0, 0), rotation_deg=0.0, material=None, columns=4, rows=1, gap=0.12, moulding=0.025):
    """Painted wall panelling facing -Y: flat board with raised rectangular mouldings, and a rail on top."""
    material = material or materials.plaster((0.5, 0.52, 0.46), relief=0)
    parts = [core.box((width, 0.012, height), (0, -0.006, 0), bevel=0, material=material),
             core.box((width, 0.035, 0.03), (0, -0.0175, height), bevel=0.006, material=material)]
    w, h = (width - gap * (columns + 1)) / columns, (height - gap * (rows + 1)) / rows
    for i in range(columns):
        for j in range(rows):
            x, z = -width / 2 + gap + i * (w + gap), gap + j * (h + gap)
            for dx in (0, w - moulding):
                parts.append(core.box((moulding, 0.022, h), (x + dx + moulding / 2, -0.02, z), bevel=0.006, material=material))
            for dz in (0, h - moulding):
                parts.append(core.box((w, 0.022, moulding), (x + w / 2, -0.02, z + dz), bevel=0.006, material=material))
    return core.parent(parts, location, rotation_deg)


def ceiling_spots(places, z, energy_watts=9.0, colour_kelvin=3000, light=True):
    """Recessed ceiling lamps at [(x, y), ...] under a ceiling of height z; their light comes from soft discs."""
    ring, glow = materials.metal('aluminium', 0.4), materials.emissive(colour_kelvin, 6.0)
    for x, y in places:
        core.lathe([(0.032, 0.0), (0.034, -0.006), (0.046, -0.008), (0.05, 0.0)], (x, y, z), ring, 40)
        core.cylinder(0.032, 0.002, (x, y, z - 0.003), glow, 32, 0)
        if light:
            core.area_light((0.25, 0.25), (x, y, z - 0.02), (0, 0, 0), energy_watts, colour_kelvin, spread_deg=130)
