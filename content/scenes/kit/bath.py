"""Bathroom things: tubs, basins, taps, showers, mirrors with light, towels. They stand on their origin or hang on y = 0, facing -Y."""
from . import core, materials, soft


def tub(location=(0, 0, 0), rotation_deg=0.0, size=(1.7, 0.8, 0.58), material=None):
    """Freestanding oval tub."""
    width, depth, h = size
    profile = [(0, 0), (0.74, 0), (0.79, 0.02), (0.93, h * 0.7), (1.0, h - 0.03), (0.995, h - 0.008), (0.975, h), (0.93, h),
               (0.915, h - 0.012), (0.83, h * 0.5), (0.67, 0.14), (0.5, 0.1), (0, 0.1)]
    body = core.lathe(profile, (0, 0, 0), material or materials.ceramic((0.76, 0.75, 0.73), 0.2), 96)
    body.scale = (width / 2, depth / 2, 1)
    return core.parent([body], location, rotation_deg, 'tub')


def tub_filler(location=(0, 0, 0), rotation_deg=0.0, metal=None):
    """Standing tap that reaches towards -Y, with a hand shower."""
    metal = metal or materials.metal('brass', 0.28)
    parts = [core.cylinder(0.045, 0.012, (0, 0, 0), metal), core.tube([(0, 0, 0), (0, 0, 0.94)], 0.016, metal),
             core.tube([(0, 0, 0.92), (0, -0.02, 0.97), (0, -0.08, 0.99), (0, -0.24, 0.98), (0, -0.27, 0.94)], 0.013, metal),
             core.tube([(-0.07, 0, 0.8), (0.07, 0, 0.8)], 0.016, metal), core.tube([(0.07, 0, 0.8), (0.09, -0.02, 0.6), (0.11, -0.01, 0.98)], 0.006, metal),
             core.tube([(0.11, -0.01, 0.98), (0.11, -0.05, 1.16)], [0.011, 0.02], metal)]
    return core.parent(parts, location, rotation_deg, 'filler')


def basin(location=(0, 0, 0), rotation_deg=0.0, radius=0.21, material=None, metal=None):
    """Bowl that stands on a counter, and a tap on the wall behind it (the wall is `radius` + 0.1 behind the middle)."""
    metal = metal or materials.metal('brass', 0.28)
    r, wall = radius, radius + 0.1
    bowl = core.lathe([(0, 0), (0.68 * r, 0), (0.9 * r, 0.04), (r, 0.125), (0.97 * r, 0.13), (0.86 * r, 0.05), (0.5 * r, 0.025), (0, 0.02)], (0, 0, 0),
                      material or materials.ceramic((0.76, 0.75, 0.73), 0.2), 64)
    parts = [bowl, core.tube([(0, wall, 0.27), (0, 0.08, 0.27), (0, 0.04, 0.25), (0, 0.035, 0.22)], 0.012, metal), core.cylinder(0.018, 0.003, (0, 0, 0.021), metal)]
    parts += [core.cylinder(0.02, 0.06, (x, wall, 0.27), metal, rotation_deg=(90, 0, 0)) for x in (-0.11, 0.11)]
    return core.parent(parts, location, rotation_deg, 'basin')


def shower(location=(0, 0, 2.1), rotation_deg=0.0, metal=None):
    """Rain shower on a wall arm, its bar and mixer below; the origin is where the arm leaves the wall."""
    metal = metal or materials.metal('brass', 0.28)
    parts = [core.tube([(0, 0, 0), (0, -0.36, 0), (0, -0.4, -0.02), (0, -0.4, -0.05)], 0.011, metal), core.cylinder(0.13, 0.012, (0, -0.4, -0.065), metal, 64),
             core.tube([(0, -0.05, 0), (0, -0.05, -1.05)], 0.011, metal), core.tube([(-0.12, -0.05, -1.05), (0.12, -0.05, -1.05)], 0.022, metal),
             core.tube([(0, -0.06, -1.05), (0.06, -0.08, -1.3), (0.03, -0.08, -0.5)], 0.006, metal), core.tube([(0.03, -0.06, -0.52), (0.03, -0.11, -0.4)], [0.01, 0.02], metal)]
    return core.parent(parts, location, rotation_deg, 'shower')


def screen(location=(0, 0, 0), rotation_deg=0.0, width=1.0, height=2.1, metal=None, bars=0):
    """Upright pane along X with a slim frame; `bars` divide it like a workshop window."""
    metal = metal or materials.metal('black', 0.4)
    parts = [core.box((width - 0.02, 0.008, height - 0.02), (0, 0, 0.01), bevel=0, material=materials.glass((0.95, 0.975, 0.97)))]
    parts += [core.box((0.02, 0.024, height), (x, 0, 0), bevel=0.002, material=metal) for x in (-width / 2, width / 2)]
    parts += [core.box((width, 0.024, 0.02), (0, 0, z), bevel=0.002, material=metal) for z in (0, height - 0.02)]
    parts += [core.box((width, 0.02, 0.014), (0, 0, height * (k + 1) / (bars + 1)), bevel=0.002, material=metal) for k in range(bars)]
    return core.parent(parts, location, rotation_deg, 'screen')


def toilet(location=(0, 0, 0), rotation_deg=0.0, material=None, plate=None):
    """Wall-hung bowl with its lid down, and the flush plate above it."""
    china = material or materials.ceramic((0.76, 0.755, 0.74), 0.16)
    parts = [core.soft_box((0.36, 0.52, 0.27), (0, -0.27, 0.13), 0.004, china, radius=0.11, wrinkle=0),
             core.soft_box((0.37, 0.44, 0.035), (0, -0.3, 0.405), 0.003, china, radius=0.015, wrinkle=0),
             core.box((0.24, 0.012, 0.16), (0, -0.006, 0.95), material=plate or materials.metal('brass', 0.3))]
    return core.parent(parts, location, rotation_deg, 'toilet')


def paper_holder(location=(0, 0, 0.7), rotation_deg=0.0, metal=None):
    """A roll on its bar."""
    metal = metal or materials.metal('brass', 0.3)
    parts = [core.tube([(-0.08, 0, 0), (-0.08, -0.07, 0), (0.07, -0.07, 0)], 0.007, metal),
             core.cylinder(0.05, 0.1, (-0.05, -0.07, 0), materials.paper((0.76, 0.75, 0.72)), rotation_deg=(0, 90, 0))]
    return core.parent(parts, location, rotation_deg, 'paper')


def rail(location=(0, 0, 0.6), rotation_deg=0.0, width=0.5, height=1.1, metal=None, towel=None, seed=1):
    """Warm towel ladder with a towel over one of its rungs."""
    metal = metal or materials.metal('brass', 0.3)
    parts = [core.tube([(x, -0.06, 0), (x, -0.06, height)], 0.012, metal) for x in (-width / 2, width / 2)]
    count = int(height / 0.16)
    parts += [core.tube([(-width / 2, -0.06, z), (width / 2, -0.06, z)], 0.009, metal) for z in (0.08 + k * (height - 0.16) / (count - 1) for k in range(count))]
    parts.append(soft.throw((0, -0.06, 0.08 + (height - 0.16) * 0.67 + 0.01), 0, width * 0.8, towel or materials.fabric((0.74, 0.72, 0.68), 'boucle'), (0.5, 0.35), 0.016, seed))
    return core.parent(parts, location, rotation_deg, 'rail')


def lit_mirror(location=(0, 0, 1.5), rotation_deg=0.0, size=(0.8, 0.8), watts=16.0, colour_kelvin=3200, metal=None):
    """Mirror before a band of light that shines on the wall round it; a round one where width equals height."""
    width, height = size
    metal, lit, glass = metal or materials.metal('brass', 0.3), materials.emissive(colour_kelvin, 2.2), materials.mirror()
    if width == height:
        parts = [core.cylinder(r, d, (0, y, 0), material, 96, 0.002, (90, 0, 0)) for r, d, y, material in
                 ((width * 0.47, 0.02, 0, lit), (width / 2 + 0.008, 0.02, -0.02, metal), (width / 2, 0.004, -0.039, glass))]
    else:
        parts = [core.box((width - w, d, height - w), (0, y - d / 2, -(height - w) / 2), bevel=0.002, material=material) for w, d, y, material in
                 ((0.06, 0.02, 0, lit), (-0.016, 0.02, -0.02, metal), (0, 0.004, -0.039, glass))]
    parts.append(core.area_light((width * 1.1, 0.05), (0, -0.1, height / 2 + 0.05), (60, 0, 0), watts, colour_kelvin))
    return core.parent(parts, location, rotation_deg, 'mirror')


def robe(location=(0, 0, 1.75), rotation_deg=0.0, material=None, seed=3):
    """A bathrobe on its hook."""
    material = material or materials.fabric((0.75, 0.735, 0.70), 'boucle')
    cloth = soft.curtain((0, -0.07, -1.15), 0, 0.42, 1.12, material, 0.14, 0.09, seed, 24, 0.12)
    hook = core.tube([(0, 0, 0), (0, -0.06, 0), (0, -0.075, 0.03)], 0.008, materials.metal('brass', 0.3))
    shoulders = core.soft_box((0.4, 0.14, 0.16), (0, -0.07, -0.15), 0.02, material, radius=0.07)
    return core.parent([cloth, hook, shoulders], location, rotation_deg, 'robe')


def rolled_towels(location=(0, 0, 0), rotation_deg=0.0, rows=(4, 3), material=None):
    """Rolled towels in a pyramid, their ends towards -Y."""
    material, parts = material or materials.fabric((0.74, 0.72, 0.68), 'boucle'), []
    for level, count in enumerate(rows):
        for k in range(count):
            parts.append(core.cylinder(0.06, 0.3, ((k - (count - 1) / 2) * 0.125, 0.15, 0.06 + level * 0.105), material, 32, 0.02, (90, 0, 0)))
    return core.parent(parts, location, rotation_deg, 'rolls')
