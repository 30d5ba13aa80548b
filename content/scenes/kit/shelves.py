"""Bookcases, ladders, cubbies, wine walls and bar shelving, filled. All stand with their backs at y=+depth/2, facing -Y."""
import numpy as np

from kit import books, core, materials
from kit.blocks import block
from kit.table import bottle, copies, tumbler, wine_glass


def _board(size, at, wood, bevel=0.003):
    return block(size, at, bevel=bevel, material=wood)


def bookcase(location=(0, 0, 0), rotation_deg=0.0, width=1.0, height=2.4, depth=0.32, levels=7, palette='antique', seed=1, wood=None, base=0.0,
             fill=(0.82, 0.99), variety=5, gaps=()):
    """Open bookcase filled with books. `base` is the height of the closed cupboard below; `gaps` are (level) left for ornaments."""
    wood = wood or materials.wood('walnut')
    rng = np.random.default_rng(seed)
    side, inner = 0.03, width - 0.06
    parts = [_board((side, depth, height), (x * (width / 2 - side / 2), 0, height / 2), wood) for x in (-1, 1)]
    parts.append(_board((inner, 0.012, height), (0, depth / 2 - 0.006, height / 2), wood, 0))
    bottom = base if base else 0.08
    pitch = (height - bottom - 0.03) / levels
    if base:
        parts += cupboard(inner, base, depth, wood)
    else:
        parts.append(_board((inner, depth - 0.03, 0.08), (0, 0.015, 0.04), wood))
    for k in range(levels + 1):
        parts.append(_board((inner, depth - 0.012, 0.026), (0, -0.006, bottom + k * pitch + 0.013), wood))
    for k in range(levels):
        if k in gaps:
            continue
        share = round(float(rng.choice([fill[0], (fill[0] + fill[1]) / 2, fill[1]])), 2)
        shelf = books.row((0, -0.02, bottom + k * pitch + 0.0265), 180 * 0, inner - 0.006, round(pitch - 0.03, 2), depth - 0.05, int(rng.integers(variety)) + 1, palette, share)
        parts.append(shelf)
    return core.parent(parts, location, rotation_deg)


def cupboard(width, height, depth, wood):
    """Two panelled doors with brass knobs, standing at the origin; returns the list of objects."""
    parts = [_board((width, depth - 0.03, 0.08), (0, 0.015, 0.04), wood), _board((width, depth - 0.02, height - 0.08), (0, 0.005, 0.08 + (height - 0.08) / 2), wood)]
    for x in (-1, 1):
        wide, tall = width / 2 - 0.008, height - 0.1
        at = (x * (width / 4), -depth / 2 + 0.0, 0.09 + tall / 2)
        parts.append(_board((wide, 0.02, tall), at, wood))
        for dx, dz, sx, sz in ((0, tall / 2 - 0.03, wide, 0.06), (0, -tall / 2 + 0.03, wide, 0.06), (wide / 2 - 0.03, 0, 0.06, tall), (-wide / 2 + 0.03, 0, 0.06, tall)):
            parts.append(_board((sx, 0.014, sz), (at[0] + dx, at[1] - 0.012, at[2] + dz), wood, 0.004))
        knob = core.lathe([(0, 0), (0.006, 0), (0.006, 0.012), (0.013, 0.018), (0.012, 0.026), (0, 0.03)], (0, 0, 0), materials.metal('brass', 0.3), segments=24)
        knob.rotation_euler, knob.location = (np.pi / 2, 0, 0), (x * 0.035, at[1] - 0.018, at[2] + tall * 0.12)
        parts.append(knob)
    return parts


def cornice(length, location=(0, 0, 0), rotation_deg=0.0, wood=None, steps=((0.05, 0.03), (0.075, 0.05), (0.03, 0.07), (0.05, 0.1))):
    """Stepped moulding; each step is (height, how far it comes forward)."""
    wood, z, parts = wood or materials.wood('walnut'), 0.0, []
    for tall, out in steps:
        parts.append(_board((length, 0.2 + out, tall), (0, -out / 2, z + tall / 2), wood, 0.006))
        z += tall
    return core.parent(parts, location, rotation_deg)


def ladder(location=(0, 0, 0), rotation_deg=0.0, height=3.0, lean=0.75, wood=None):
    """Library ladder hooked on a rail; its foot is at -Y by `lean`, its top at the origin."""
    wood, brass = wood or materials.wood('oak'), materials.metal('brass', 0.3)
    parts = []
    for x in (-1, 1):
        parts.append(core.tube([(x * 0.23, -lean, 0.06), (x * 0.20, 0, height)], 0.02, wood))
        hook = [(x * 0.20, 0, height), (x * 0.20, 0.02, height + 0.07), (x * 0.20, 0.07, height + 0.09), (x * 0.20, 0.11, height + 0.05)]
        parts.append(core.tube(hook, 0.009, brass))
        wheel = core.cylinder(0.045, 0.025, (0, 0, 0), materials.plastic((0.05, 0.05, 0.05), 0.5))
        wheel.rotation_euler, wheel.location = (0, np.pi / 2, 0), (x * 0.23 - 0.012, -lean, 0.045)
        parts.append(wheel)
    count = int(height / 0.28)
    for k in range(1, count):
        t = k / count
        parts.append(_board((0.42, 0.075, 0.022), (0, -lean * (1 - t), 0.06 + (height - 0.06) * t), wood, 0.004))
    return core.parent(parts, location, rotation_deg)


def cubby(location=(0, 0, 0), rotation_deg=0.0, columns=4, rows=2, cell=(0.42, 0.38), depth=0.38, wood=None, seed=1, palette='school', bins=()):
    """Low open shelving with school books, folders and coloured tubs in chosen cells (column, row, rgb)."""
    wood = wood or materials.wood('ash')
    rng = np.random.default_rng(seed)
    wide, tall, foot = columns * cell[0] + 0.02, rows * cell[1] + 0.02, 0.06
    parts = [_board((wide, depth - 0.04, foot), (0, 0.01, foot / 2), wood), _board((wide, 0.012, tall), (0, depth / 2 - 0.006, foot + tall / 2), wood, 0)]
    for k in range(columns + 1):
        parts.append(_board((0.02, depth, tall), (-wide / 2 + 0.01 + k * cell[0], 0, foot + tall / 2), wood))
    for k in range(rows + 1):
        parts.append(_board((wide, depth, 0.02), (0, 0, foot + 0.01 + k * cell[1]), wood))
    taken = {(c, r): rgb for c, r, rgb in bins}
    for c in range(columns):
        for r in range(rows):
            at = (-wide / 2 + 0.01 + (c + 0.5) * cell[0], -0.01, foot + 0.021 + r * cell[1])
            if (c, r) in taken:
                parts.append(tub((at[0], at[1], at[2]), 0, (cell[0] - 0.06, depth - 0.05, cell[1] * 0.62), taken[c, r]))
            else:
                parts.append(books.row(at, 0, cell[0] - 0.03, round(cell[1] - 0.03, 2), depth - 0.04, int(rng.integers(5)) + 1, palette, float(rng.choice([0.7, 0.85, 0.97]))))
    return core.parent(parts, location, rotation_deg)


def tub(location=(0, 0, 0), rotation_deg=0.0, size=(0.36, 0.32, 0.22), rgb=(0.6, 0.3, 0.1)):
    """Plastic storage tub with a rim and a label."""
    plastic = materials.plastic(rgb, 0.45)
    w, d, h = size
    parts = [block((w * 0.94, d * 0.94, h), (0, 0, h / 2), bevel=0.02, material=plastic), block((w, d, 0.022), (0, 0, h - 0.011), bevel=0.008, material=plastic),
             block((0.12, 0.004, 0.06), (0, -d * 0.47 - 0.002, h * 0.5), bevel=0, material=materials.paper((0.76, 0.75, 0.71)))]
    return core.parent(parts, location, rotation_deg)


def wine_wall(location=(0, 0, 0), rotation_deg=0.0, columns=12, rows=11, cell=(0.15, 0.15), depth=0.34, wood=None, seed=1, base=0.6):
    """Grid of cubbies with bottles lying neck outwards, over a panelled base."""
    wood = wood or materials.wood('walnut')
    rng = np.random.default_rng(seed)
    wide, tall = columns * cell[0], rows * cell[1]
    parts = cupboard(wide + 0.03, base, depth, wood)
    parts.append(_board((wide + 0.03, 0.015, tall), (0, depth / 2 - 0.008, base + tall / 2), wood, 0))
    for k in range(columns + 1):
        parts.append(_board((0.016, depth, tall), (-wide / 2 + k * cell[0], 0, base + tall / 2), wood, 0.002))
    for k in range(rows + 1):
        parts.append(_board((wide + 0.03, depth, 0.016), (0, 0, base + k * cell[1]), wood, 0.002))
    kinds = [bottle(kind='wine', label=None, seed=s) for s in (1, 2, 3, 4)]
    spots = [[] for _ in kinds]
    for c in range(columns):
        for r in range(rows):
            if rng.random() < 0.86:
                at = (-wide / 2 + (c + 0.5) * cell[0], 0.14, base + 0.046 + r * cell[1])
                spots[int(rng.integers(4))].append((at, 0.0))
    for kind, places in zip(kinds, spots):
        made = copies(kind, places)
        for lying in made:
            lying.rotation_euler = (np.pi / 2, 0, 0)
        parts += made
    return core.parent(parts, location, rotation_deg)


_SPIRITS = (('spirit', (0.35, 0.13, 0.02)), ('square', (0.42, 0.2, 0.04)), ('round', (0.28, 0.08, 0.02)), ('flute', (0.04, 0.09, 0.04)), ('wine', (0.02, 0.04, 0.02)),
            ('spirit', (0.55, 0.56, 0.54)), ('square', (0.05, 0.16, 0.2)), ('flute', (0.45, 0.36, 0.1)), ('round', (0.35, 0.04, 0.03)))


def bottle_shelf(location=(0, 0, 0), rotation_deg=0.0, width=1.2, seed=1, glasses=False):
    """A shelf's load of bottles (or rows of glasses) along X, to set on a board."""
    rng = np.random.default_rng(seed)
    x, places = -width / 2 + 0.06, {}
    while x < width / 2 - 0.05:
        kind = int(rng.integers(3 if glasses else len(_SPIRITS)))
        run = int(rng.integers(1, 4))
        for _ in range(run):
            if x < width / 2 - 0.05:
                places.setdefault(kind, []).append(((x, float(rng.normal(0, 0.012)), 0), float(rng.uniform(-20, 20))))
                x += 0.10 if glasses else float(rng.uniform(0.105, 0.135))
    parts = []
    for kind, spots in places.items():
        if glasses:
            item = (wine_glass, tumbler, lambda: wine_glass(height=0.18))[kind]()
        else:
            shape, tone = _SPIRITS[kind]
            item = bottle(kind=shape, tint=materials.plastic(tone, 0.06), label=tuple(rng.uniform(0.3, 0.75) * np.array((1, 0.95, 0.84))), seed=seed + kind)
        parts += copies(item, spots)
    return core.parent(parts, location, rotation_deg)
