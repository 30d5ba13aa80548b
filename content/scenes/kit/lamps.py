"""Lamps. The shades and globes only look lit; the light itself comes from large soft sources, so that it brings no noise."""
import math

from . import core, materials


def _drum(bottom, top, height, z, material, rim=None):
    """Open lamp shade between two radii."""
    parts = [core.lathe([(bottom, z), (top, z + height)], (0, 0, 0), material, 64, 80)]
    for r, at in ((bottom, z), (top, z + height)):
        ring = [(r * math.cos(2 * math.pi * k / 48), r * math.sin(2 * math.pi * k / 48), at) for k in range(48)]
        parts.append(core.tube(ring, 0.0035, rim or material, 2, closed=True))
    return parts


def _ball(radius, z, material):
    """Glass globe centred at height z."""
    steps = 24
    return core.lathe([(radius * math.sin(math.pi * k / steps), z - radius * math.cos(math.pi * k / steps)) for k in range(steps + 1)], (0, 0, 0), material, 48, 80)


def table_lamp(location=(0, 0, 0), rotation_deg=0.0, base=None, shade_rgb=(0.76, 0.68, 0.56), height=0.55, style='vase', watts=14.0, colour_kelvin=3000, glow=1.6):
    """Bedside or desk lamp. style: 'vase' (ceramic body), 'stick' (brass rod), 'dome' (opal mushroom)."""
    base = base or materials.ceramic((0.45, 0.42, 0.36), 0.4)
    shade = materials.shade_cloth(shade_rgb, glow, colour_kelvin)
    brass = materials.metal('brass', 0.28)
    h = height
    if style == 'vase':
        parts = [core.lathe([(0, 0), (0.06, 0), (0.066, 0.006), (0.1, 0.09), (0.11, 0.15), (0.09, 0.22), (0.045, 0.28), (0.026, 0.3), (0.026, 0.32), (0, 0.32)], (0, 0, 0), base, 64, 60),
                 core.cylinder(0.01, h - 0.32, (0, 0, 0.32), brass, 20, 0)]
        parts += _drum(0.175, 0.13, 0.22, h - 0.2, shade)
    elif style == 'stick':
        parts = [core.cylinder(0.085, 0.022, (0, 0, 0), base, 48, 0.005), core.cylinder(0.009, h - 0.1, (0, 0, 0.02), brass, 20, 0)]
        parts += _drum(0.14, 0.10, 0.19, h - 0.18, shade)
    else:
        parts = [core.lathe([(0, 0), (0.09, 0), (0.095, 0.012), (0.035, 0.05), (0.026, 0.12), (0.03, h * 0.6), (0, h * 0.6)], (0, 0, 0), base, 48, 60),
                 core.lathe([(0.16, h * 0.55), (0.158, h * 0.68), (0.13, h * 0.85), (0.08, h * 0.96), (0, h)], (0, 0, 0), shade, 64, 80)]
    light = core.globe_light(0.09, (0, 0, h - 0.09), watts, colour_kelvin)
    flex = core.tube([(0, 0.06, 0.012), (0.03, 0.14, 0.005), (0.09, 0.2, 0.004)], 0.003, materials.plastic((0.05, 0.045, 0.04)))
    return core.parent(parts + [light, flex], location, rotation_deg, 'lamp')


def floor_lamp(location=(0, 0, 0), rotation_deg=0.0, style='drum', metal=None, shade_rgb=(0.76, 0.70, 0.60), height=1.6, watts=35.0, colour_kelvin=3000, glow=1.5):
    """Standing lamp. style: 'drum', 'arc' (reaches towards -Y) or 'tripod'."""
    metal = metal or materials.metal('brass', 0.3)
    shade = materials.shade_cloth(shade_rgb, glow, colour_kelvin)
    if style == 'arc':
        path = []
        for k in range(33):
            a = math.pi * 0.86 * k / 32
            path.append((0, 0.55 * math.cos(a) - 0.55, height * 0.72 + 0.55 * math.sin(a)))
        path = [(0, 0, 0.05), (0, 0, height * 0.4)] + path
        tip = path[-1]
        parts = [core.cylinder(0.16, 0.05, (0, 0, 0), materials.stone('marble'), 64, 0.006), core.tube(path, 0.012, metal)]
        dome = [(0.19, -0.14), (0.18, -0.08), (0.14, -0.02), (0.07, 0.02), (0, 0.03)]
        parts.append(core.lathe([(r, tip[2] + z) for r, z in dome], (0, tip[1], 0), shade, 64, 80))
        parts.append(core.globe_light(0.1, (0, tip[1], tip[2] - 0.08), watts, colour_kelvin))
        return core.parent(parts, location, rotation_deg, 'lamp')
    if style == 'tripod':
        parts = []
        for k in range(3):
            a = 2 * math.pi * k / 3 + 0.5
            parts.append(core.tube([(0.03 * math.cos(a), 0.03 * math.sin(a), height - 0.3), (0.3 * math.cos(a), 0.3 * math.sin(a), 0)], [0.012, 0.016], materials.wood('oak')))
        parts.append(core.cylinder(0.045, 0.05, (0, 0, height - 0.34), metal, 32))
    else:
        parts = [core.cylinder(0.14, 0.022, (0, 0, 0), metal, 64, 0.005), core.cylinder(0.011, height - 0.2, (0, 0, 0.02), metal, 24, 0)]
    parts += _drum(0.24, 0.2, 0.3, height - 0.3, shade)
    parts.append(core.globe_light(0.12, (0, 0, height - 0.13), watts, colour_kelvin))
    return core.parent(parts, location, rotation_deg, 'lamp')


def pendant(location=(0, 0, 0), ceiling=2.7, style='dome', rgb=None, radius=0.22, watts=30.0, colour_kelvin=3000, glow=1.6, metal=None):
    """Hanging lamp; `location` is the middle of its lower rim, the cord goes up to z = `ceiling`.

    style: 'dome' (metal outside, lit inside), 'globe' (opal glass), 'paper' (ribbed lantern), 'drum', 'bell', 'cone'.
    """
    metal = metal or materials.metal('brass', 0.3)
    cord = materials.plastic((0.05, 0.045, 0.04), 0.6)
    r = radius
    if style == 'globe':
        body, top = [_ball(r, r, materials.shade_cloth(rgb or (0.8, 0.77, 0.7), glow, colour_kelvin))], 2 * r
    elif style == 'paper':
        profile = []
        for k in range(61):
            a = math.pi * (0.06 + 0.88 * k / 60)
            profile.append((r * math.sin(a) ** 0.8 * (1 + 0.012 * math.cos(k * math.pi)), r * 0.85 * (1 - math.cos(a))))
        body, top = [core.lathe(profile, (0, 0, 0), materials.shade_cloth(rgb or (0.8, 0.75, 0.66), glow, colour_kelvin), 64, 20)], 1.7 * r
    elif style == 'drum':
        body, top = _drum(r, r, r * 0.9, 0, materials.shade_cloth(rgb or (0.74, 0.68, 0.58), glow, colour_kelvin), metal), r * 0.9
    else:
        shape = {'dome': [(1, 0), (0.985, 0.16), (0.9, 0.38), (0.72, 0.58), (0.45, 0.72), (0.16, 0.8), (0.1, 0.95), (0, 0.96)],
                 'bell': [(1, 0), (0.86, 0.2), (0.74, 0.5), (0.62, 0.85), (0.42, 1.1), (0.16, 1.22), (0.1, 1.4), (0, 1.41)],
                 'cone': [(1, 0), (0.16, 0.75), (0.12, 0.95), (0, 0.96)]}[style]
        outside = materials.plastic(rgb, 0.4) if rgb else metal
        body = [core.lathe([(r * a, r * z) for a, z in shape], (0, 0, 0), outside, 64, 60),
                core.lathe([(r * a * 0.97, r * z - 0.004) for a, z in shape[:-1]], (0, 0, 0), materials.shade_cloth((0.8, 0.76, 0.68), glow * 0.8, colour_kelvin), 64, 80),
                _ball(0.045, 0.3 * r, materials.emissive(colour_kelvin, 9.0))]
        top = shape[-1][1] * r
    z = location[2]
    body.append(core.cylinder(0.018, 0.03, (0, 0, top - 0.005), metal, 24))
    body.append(core.tube([(0, 0, top), (0, 0, ceiling - z)], 0.0035, cord, 2))
    body.append(core.lathe([(0.055, 0), (0.055, -0.012), (0.02, -0.03), (0, -0.03)][::-1], (0, 0, ceiling - z), metal, 40))
    if watts:
        if style in ('dome', 'bell', 'cone'):
            body.append(core.area_light((r * 1.4, r * 1.4), (0, 0, -0.01), (0, 0, 0), watts, colour_kelvin, spread_deg=150))
        else:
            body.append(core.globe_light(max(0.08, r * 0.75), (0, 0, top / 2), watts, colour_kelvin))
    return core.parent(body, location, 0.0, 'pendant')


def wall_lamp(location=(0, 0, 1.5), rotation_deg=0.0, style='globe', metal=None, watts=8.0, colour_kelvin=3000, glow=2.0):
    """Wall light, back on y = 0, facing -Y. style: 'globe', 'shade' or 'reader' (swing arm)."""
    metal = metal or materials.metal('brass', 0.28)
    plate = core.cylinder(0.05, 0.018, (0, 0, 0), metal, 40, 0.004, (90, 0, 0))
    if style == 'globe':
        parts = [core.tube([(0, 0, 0), (0, -0.07, 0), (0, -0.1, 0.03)], 0.008, metal), _ball(0.075, 0.1, materials.shade_cloth((0.8, 0.76, 0.68), glow, colour_kelvin))]
        parts[1].location = (0, -0.1, 0)
        spot = (0, -0.1, 0.1)
    elif style == 'shade':
        parts = _drum(0.1, 0.075, 0.17, 0.02, materials.shade_cloth((0.76, 0.69, 0.58), glow, colour_kelvin))
        for part in parts:
            part.location = (0, -0.13, 0)
        parts.append(core.tube([(0, 0, 0), (0, -0.08, -0.02), (0, -0.13, 0.0), (0, -0.13, 0.1)], 0.007, metal))
        spot = (0, -0.13, 0.1)
    else:
        parts = [core.tube([(0, 0, 0), (0.06, -0.12, 0.0), (0.02, -0.3, 0.02)], 0.007, metal),
                 core.lathe([(0.055, -0.06), (0.045, 0.0), (0.02, 0.04), (0, 0.045)], (0.02, -0.3, 0), metal, 40),
                 core.lathe([(0.052, -0.061), (0.04, -0.01), (0, 0.02)], (0.02, -0.3, 0), materials.shade_cloth((0.8, 0.74, 0.64), glow * 1.5, colour_kelvin), 40, 80)]
        spot = (0.02, -0.3, -0.06)
    parts.append(core.globe_light(0.07, spot, watts, colour_kelvin))
    return core.parent([plate] + parts, location, rotation_deg, 'lamp')
