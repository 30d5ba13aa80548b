"""Tables, table linen, and everything that stands on a laid table. Chairs are in chairs.py."""
import bpy
import numpy as np

from kit import core, materials
from kit.blocks import block, cushion
from kit.art import surface


def copies(thing, places):
    """Linked copies of a prop (mesh data shared) at places: (location, rotation_deg). The prop itself takes the first one."""
    made = []
    family = [thing, *thing.children_recursive]
    for index, (location, rotation_deg) in enumerate(places):
        if index == 0:
            root = thing
        else:
            twins = {old: old.copy() for old in family}
            for old, twin in twins.items():
                bpy.context.scene.collection.objects.link(twin)
                if old.parent in twins:
                    twin.parent = twins[old.parent]
                    twin.matrix_parent_inverse = old.matrix_parent_inverse.copy()
            root = twins[thing]
        root.location, root.rotation_euler = location, (0, 0, np.radians(rotation_deg))
        made.append(root)
    return made


def table(location=(0, 0, 0), rotation_deg=0.0, size=(1.6, 0.85, 0.75), material=None, leg=0.055, apron=True):
    """Four-legged table with tapered legs."""
    wood = material or materials.wood('oak')
    wide, deep, tall = size
    parts = [block((wide, deep, 0.03), (0, 0, tall - 0.015), bevel=0.006, material=wood)]
    for x in (-1, 1):
        for y in (-1, 1):
            at = (x * (wide / 2 - leg * 1.2), y * (deep / 2 - leg * 1.2), 0)
            parts.append(surface(lambda u, v, a=at: _taper(u, v, a, leg, tall - 0.03), 16, 6, wood, 'leg'))
    if apron:
        for y in (-1, 1):
            parts.append(block((wide - leg * 3, 0.02, 0.075), (0, y * (deep / 2 - leg * 1.2), tall - 0.068), bevel=0.002, material=wood))
        for x in (-1, 1):
            parts.append(block((0.02, deep - leg * 3, 0.075), (x * (wide / 2 - leg * 1.2), 0, tall - 0.068), bevel=0.002, material=wood))
    return core.parent(parts, location, rotation_deg)


def _taper(u, v, at, leg, tall):
    a = u * 2 * np.pi
    radius = leg / 2 * (0.55 + 0.45 * v)
    corner = 1 / np.maximum(np.abs(np.cos(a)), np.abs(np.sin(a))) ** 0.55
    return at[0] + radius * corner * np.cos(a), at[1] + radius * corner * np.sin(a), v * tall


def pedestal_table(location=(0, 0, 0), rotation_deg=0.0, radius=0.42, height=0.74, top=None, foot=None):
    """Round table on one column with a dished base."""
    top = top or materials.stone('marble', (0.75, 0.73, 0.7))
    foot = foot or materials.metal('black', 0.45)
    parts = [core.lathe([(0, height - 0.022), (radius - 0.004, height - 0.022), (radius, height - 0.018), (radius, height - 0.004),
                         (radius - 0.004, height), (0, height)], (0, 0, 0), top),
             core.lathe([(0, 0), (0.23, 0), (0.23, 0.008), (0.06, 0.035), (0.028, 0.09), (0.026, height - 0.08), (0.09, height - 0.024), (0, height - 0.023)],
                        (0, 0, 0), foot)]
    return core.parent(parts, location, rotation_deg)


def cloth(location=(0, 0, 0), rotation_deg=0.0, size=(0.9, 0.9), height=0.75, drop=0.3, seed=1, material=None, round_top=False):
    """Tablecloth lying on a table top of the given size and hanging down in folds. The origin is on the floor."""
    rng = np.random.default_rng(seed)
    material = material or materials.fabric((0.72, 0.69, 0.63), 'linen')
    phases = rng.uniform(0, 6.28, 3)
    count = int(rng.integers(5, 7)) * 4 if round_top else 4 * int(2 * (size[0] + size[1]) * 2.2)

    def shape(u, v):
        a = u * 2 * np.pi
        power = 2.0 if round_top else 14.0
        reach = (np.abs(np.cos(a)) ** power + np.abs(np.sin(a)) ** power) ** (-1 / power)
        edge_x, edge_y = reach * np.cos(a) * size[0] / 2, reach * np.sin(a) * size[1] / 2
        on_top = np.minimum(v / 0.42, 1)
        hang = np.clip((v - 0.42) / 0.58, 0, 1)
        wave = np.sin(a * count / 2 + phases[0] + 0.5 * np.sin(a * 3 + phases[1])) * 0.5 + 0.5
        corner = (reach - 1) / 0.37 if not round_top else 0
        out = 0.006 * np.minimum(hang * 12, 1) + hang ** 1.3 * (0.012 + 0.035 * wave + 0.05 * corner) * drop / 0.3
        norm = np.hypot(edge_x, edge_y)
        x = edge_x * on_top + out * edge_x / norm
        y = edge_y * on_top + out * edge_y / norm
        rounding = 0.006 * (1 - np.sqrt(np.clip(1 - np.clip((on_top - 0.985) / 0.015, 0, 1) ** 2, 0, 1)))
        return x, y, height + 0.004 - rounding - hang * drop * (1 - 0.02 * corner)
    return core.parent([surface(shape, 360, 40, material, 'tablecloth')], location, rotation_deg)


def plate(location=(0, 0, 0), rotation_deg=0.0, radius=0.135, material=None, rim=None):
    """Dinner plate; `rim` is the material of a thin band at its edge."""
    material = material or materials.ceramic((0.74, 0.73, 0.70))
    r = radius
    parts = [core.lathe([(0, 0.004), (r * 0.55, 0.004), (r * 0.58, 0), (r * 0.62, 0.002), (r * 0.68, 0.007), (r * 0.99, 0.019), (r, 0.021),
                         (r * 0.985, 0.022), (r * 0.7, 0.0115), (r * 0.64, 0.008), (0, 0.007)], (0, 0, 0), material)]
    if rim:
        parts.append(core.lathe([(r * 0.992, 0.0205), (r + 0.001, 0.0212), (r * 0.985, 0.0228), (r * 0.972, 0.0222)], (0, 0, 0), rim))
    return core.parent(parts, location, rotation_deg)


def wine_glass(location=(0, 0, 0), rotation_deg=0.0, height=0.21, wine=None, material=None):
    """Stemmed glass; `wine` is a colour to fill it a third."""
    h, glass = height, material or materials.glass((0.97, 0.98, 0.98))
    outer = [(0, 0), (0.036, 0), (0.037, 0.002), (0.012, 0.006), (0.0045, 0.014), (0.0042, h * 0.42), (0.010, h * 0.46), (0.030, h * 0.54),
             (0.041, h * 0.66), (0.041, h * 0.76), (0.033, h)]
    inner = [(0.0320, h), (0.0398, h * 0.76), (0.0398, h * 0.66), (0.029, h * 0.55), (0.009, h * 0.475), (0, h * 0.47)]
    parts = [core.lathe(outer + inner, (0, 0, 0), glass)]
    if wine:
        parts.append(core.lathe([(0, h * 0.473), (0.009, h * 0.478), (0.0288, h * 0.552), (0.0393, h * 0.655), (0, h * 0.656)], (0, 0, 0), wine))
    return core.parent(parts, location, rotation_deg)


def tumbler(location=(0, 0, 0), rotation_deg=0.0, radius=0.037, height=0.088, drink=None, material=None):
    """Straight water glass with a thick base."""
    r, h, glass = radius, height, material or materials.glass((0.96, 0.98, 0.98))
    parts = [core.lathe([(0, 0), (r * 0.86, 0), (r * 0.9, 0.003), (r, h), (r - 0.0018, h), (r * 0.86, 0.011), (0, 0.01)], (0, 0, 0), glass)]
    if drink:
        parts.append(core.lathe([(0, 0.0105), (r * 0.85, 0.0115), (r * 0.94, h * 0.7), (0, h * 0.7)], (0, 0, 0), drink))
    return core.parent(parts, location, rotation_deg)


def bottle(location=(0, 0, 0), rotation_deg=0.0, kind='wine', tint=None, label=(0.7, 0.66, 0.56), seed=1):
    """Bottle with label and capsule; kinds: wine, flute, spirit, square, round."""
    rng = np.random.default_rng(seed)
    shapes = {
        'wine': ([(0.037, 0.004), (0.038, 0.19), (0.034, 0.215), (0.016, 0.245), (0.0145, 0.30)], 0.06, 0.15),
        'flute': ([(0.036, 0.004), (0.037, 0.15), (0.022, 0.24), (0.0145, 0.285), (0.0145, 0.33)], 0.05, 0.13),
        'spirit': ([(0.04, 0.004), (0.041, 0.17), (0.037, 0.185), (0.015, 0.2), (0.0145, 0.26)], 0.04, 0.15),
        'square': ([(0.047, 0.004), (0.048, 0.13), (0.044, 0.145), (0.017, 0.155), (0.0155, 0.20)], 0.035, 0.11),
        'round': ([(0.03, 0.004), (0.056, 0.04), (0.058, 0.075), (0.044, 0.115), (0.017, 0.14), (0.0145, 0.215)], 0.05, 0.09),
    }
    profile, low, high = shapes[kind]
    glass = tint or materials.plastic((0.02, 0.045, 0.02), 0.08)
    radius, top = profile[0][0] if kind != 'round' else 0.057, profile[-1][1]
    parts = [core.lathe([(0, 0), (profile[0][0] - 0.003, 0), *profile, (0, top)], (0, 0, 0), glass)]
    if label:
        parts.append(core.lathe([(radius + 0.0004, low), (radius + 0.0016, low + 0.001), (radius + 0.0016, high - 0.001), (radius + 0.0004, high)],
                                (0, 0, 0), materials.paper(label)))
    cap = materials.metal('brass', 0.35) if rng.random() < 0.4 else materials.plastic((0.10, 0.02, 0.02) if rng.random() < 0.5 else (0.04, 0.04, 0.045), 0.4)
    parts.append(core.lathe([(0, top - 0.045), (0.0158, top - 0.045), (0.0158, top + 0.003), (0, top + 0.003)], (0, 0, 0), cap))
    return core.parent(parts, location, rotation_deg)


def _flat(outline, thickness, location, material):
    """Cutlery-like outline given as half of a symmetric shape [(along, half_width)...]."""
    points = [(w, s) for s, w in outline] + [(-w, s) for s, w in reversed(outline)]
    return core.extrude_polygon(points, thickness, location, material)


def cutlery(location=(0, 0, 0), rotation_deg=0.0, kind='fork', material=None):
    """Fork, knife or spoon lying flat, handle towards -Y."""
    metal = material or materials.metal('steel', 0.22)
    outlines = {
        'fork': [(-0.1, 0.004), (-0.095, 0.0075), (-0.05, 0.0055), (0.0, 0.0035), (0.03, 0.004), (0.045, 0.010), (0.055, 0.012)],
        'knife': [(-0.11, 0.004), (-0.105, 0.008), (-0.05, 0.0065), (0.0, 0.005), (0.01, 0.009), (0.08, 0.009), (0.105, 0.005), (0.115, 0.0015)],
        'spoon': [(-0.1, 0.004), (-0.095, 0.0075), (-0.05, 0.0055), (0.02, 0.0035), (0.04, 0.010), (0.055, 0.018), (0.075, 0.020), (0.092, 0.014), (0.099, 0.004)],
    }
    parts = [_flat(outlines[kind], 0.0022, (0, 0, 0.0005), metal)]
    if kind == 'fork':
        for k in range(4):
            x = (k - 1.5) * 0.0063
            parts.append(block((0.0032, 0.048, 0.0022), (x, 0.077, 0.0016), bevel=0.0008, material=metal))
    return core.parent(parts, location, rotation_deg)


def napkin(location=(0, 0, 0), rotation_deg=0.0, size=(0.12, 0.22), material=None):
    """Folded linen napkin with three layers."""
    linen = material or materials.fabric((0.62, 0.58, 0.50), 'linen')
    parts = [cushion((size[0] - 0.004 * k, size[1] - 0.006 * k, 0.008), (0.002 * k, 0.002 * k, 0.004 + 0.0065 * k), 0.002, linen) for k in range(3)]
    return core.parent(parts, location, rotation_deg)


def candle(location=(0, 0, 0), rotation_deg=0.0, height=0.2, holder=None, lit=True):
    """Taper candle in a metal holder with a flame."""
    holder = holder or materials.metal('brass', 0.3)
    parts = [core.lathe([(0, 0), (0.045, 0), (0.046, 0.004), (0.02, 0.012), (0.009, 0.03), (0.008, 0.06), (0.016, 0.075), (0.016, 0.095), (0.0115, 0.096), (0, 0.09)],
                        (0, 0, 0), holder),
             core.lathe([(0, 0.09), (0.011, 0.09), (0.0095, 0.09 + height), (0.006, 0.094 + height), (0, 0.091 + height)], (0, 0, 0), materials.paper((0.76, 0.70, 0.58)))]
    if lit:
        parts.append(flame((0, 0, 0.094 + height)))
    return core.parent(parts, location, rotation_deg)


def flame(location):
    """A small still flame."""
    return core.lathe([(0, 0), (0.004, 0.005), (0.0058, 0.013), (0.0036, 0.024), (0, 0.036)], location, materials.emissive(2000, 16), segments=16)


def votive(location=(0, 0, 0), rotation_deg=0.0, tint=(0.9, 0.55, 0.25)):
    """Tea light glowing in a small amber glass."""
    parts = [core.lathe([(0, 0), (0.033, 0), (0.036, 0.004), (0.037, 0.075), (0.0345, 0.075), (0.033, 0.008), (0, 0.007)], (0, 0, 0), materials.glass(tint)),
             core.lathe([(0, 0.008), (0.031, 0.008), (0.031, 0.035), (0, 0.034)], (0, 0, 0), materials.emissive(1900, 2.2)), flame((0, 0, 0.034))]
    return core.parent(parts, location, rotation_deg)


def bowl(location=(0, 0, 0), rotation_deg=0.0, radius=0.14, depth=0.075, material=None):
    """Open bowl on a foot ring."""
    r, d, clay = radius, depth, material or materials.ceramic((0.55, 0.50, 0.42))
    shape = [(0, 0.004), (r * 0.4, 0), (r * 0.42, 0.008), (r * 0.75, d * 0.4), (r, d), (r - 0.005, d), (r * 0.7, d * 0.5), (r * 0.38, 0.016), (0, 0.012)]
    return core.parent([core.lathe(shape, (0, 0, 0), clay)], location, rotation_deg)


def fruit_bowl(location=(0, 0, 0), rotation_deg=0.0, radius=0.15, seed=1, colours=((0.75, 0.42, 0.04), (0.62, 0.08, 0.03), (0.42, 0.5, 0.06)), material=None):
    """Bowl heaped with round fruit."""
    rng = np.random.default_rng(seed)
    parts = [bowl(radius=radius, material=material)]
    for k in range(9):
        ring, a = (0.0, 0.0) if k == 8 else (radius * (0.58 if k < 6 else 0.25), k * 1.05)
        r = rng.uniform(0.034, 0.042)
        z = 0.05 + (0.035 if k >= 6 else 0) + (0.03 if k == 8 else 0)
        fruit = [(0, -r * 0.86)] + [(r * np.cos(t), r * np.sin(t)) for t in np.linspace(-1.2, 1.2, 12)] + [(0, r * 0.84)]
        tone = tuple(np.array(colours[k % len(colours)]) * rng.uniform(0.85, 1.1))
        parts.append(core.lathe(fruit, (ring * np.cos(a), ring * np.sin(a), z + r * 0.6), materials.plastic(tone, 0.45), segments=24))
    return core.parent(parts, location, rotation_deg)


def loaf_basket(location=(0, 0, 0), rotation_deg=0.0):
    """Linen-lined basket with slices of bread."""
    weave = materials.wood('oak')
    parts = [core.lathe([(0, 0), (0.09, 0), (0.115, 0.06), (0.108, 0.06), (0.085, 0.008), (0, 0.008)], (0, 0, 0), weave)]
    crust = materials.plaster((0.42, 0.22, 0.08))
    for k in range(4):
        roll = cushion((0.085, 0.06, 0.05), (0.045 * np.cos(k * 1.6), 0.045 * np.sin(k * 1.6), 0.055 + 0.008 * (k % 2)), 0.024, crust)
        roll.rotation_euler = (0.2, 0.15 * (k - 1), k * 0.9)
        parts.append(roll)
    return core.parent(parts, location, rotation_deg)


def cup(location=(0, 0, 0), rotation_deg=0.0, material=None, coffee=True, saucer=True):
    """Cup on a saucer, filled with coffee."""
    clay = material or materials.ceramic((0.72, 0.71, 0.68))
    lift = 0.012 if saucer else 0
    parts = [core.lathe([(0, 0), (0.022, 0), (0.03, 0.02), (0.038, 0.062), (0.0355, 0.062), (0.028, 0.02), (0, 0.006)], (0, 0, lift), clay),
             core.tube([(0.034, 0, lift + 0.05), (0.05, 0, lift + 0.05), (0.055, 0, lift + 0.035), (0.048, 0, lift + 0.02), (0.031, 0, lift + 0.02)], 0.0035, clay)]
    if saucer:
        parts.append(plate(radius=0.075, material=clay))
    if coffee:
        parts.append(core.cylinder(0.034, 0.002, (0, 0, lift + 0.05), materials.plastic((0.05, 0.022, 0.01), 0.15)))
    return core.parent(parts, location, rotation_deg)


def place_setting(location=(0, 0, 0), rotation_deg=0.0, kit=None):
    """One guest's place; the guest sits at -Y. `kit` is the dict of shared materials from `service`."""
    kit = kit or service()
    parts = [plate(material=kit['china'], rim=kit['rim']), plate((0, 0, 0.009), radius=0.1, material=kit['china']),
             napkin((0, 0, 0.026), 8, (0.085, 0.16), kit['linen']),
             cutlery((-0.175, 0, 0), 0, 'fork', kit['silver']), cutlery((-0.205, -0.01, 0), 0, 'fork', kit['silver']),
             cutlery((0.172, 0, 0), 0, 'knife', kit['silver']), cutlery((0.2, 0, 0), 0, 'spoon', kit['silver']),
             plate((-0.26, 0.13, 0), radius=0.075, material=kit['china']),
             wine_glass((0.155, 0.19, 0), wine=kit.get('wine'), material=kit['glass']), tumbler((0.235, 0.15, 0), material=kit['glass'])]
    return core.parent(parts, location, rotation_deg)


def service(china=(0.74, 0.73, 0.69), linen=(0.5, 0.42, 0.32), wine=None):
    """Materials that belong together on one table."""
    return {'china': materials.ceramic(china), 'rim': materials.metal('brass', 0.3), 'linen': materials.fabric(linen, 'linen'),
            'silver': materials.metal('brass', 0.28), 'glass': materials.glass((0.97, 0.98, 0.98)), 'wine': wine}
