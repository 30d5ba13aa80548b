"""A mountain lounge on a snowy evening: a stone hearth between tall windows, sofas, books, timber roof."""
import math

import numpy as np

from kit import art, books, chairs, core, flowers, lodge, materials, outdoor, paintings, plants, shelves, table, terrace
from kit.solids import Solid, turn

WIDTH, DEPTH, EAVES, RIDGE = 9.6, 8.4, 2.9, 4.9
HEARTH = (0.0, DEPTH / 2, 0.42)                 # the middle of the back of the fireplace, and its sill's height
OPENING = (1.25, 0.85)
NORTH_WINDOWS = ((-3.05, 2.0), (3.05, 2.0))     # (x, width)
SILL, LINTEL = 0.35, 2.75
LIGHT_GROUPS = ("sky", "lamps", "fire")


def _roof_height(x):
    return RIDGE - (RIDGE - EAVES) * abs(x) / (WIDTH / 2)


def _gable(y, sign, plaster, holes):
    """A gable wall as vertical strips with holes (x0, x1, z0, z1)."""
    s = Solid()
    edges = sorted({-WIDTH / 2, 0.0, WIDTH / 2, *[v for h in holes for v in h[:2]]})
    for a, b in zip(edges[:-1], edges[1:]):
        hole = next((h for h in holes if a >= h[0] - 1e-6 and b <= h[1] + 1e-6), None)
        spans = [(0, None)] if hole is None else [(0, hole[2]), (hole[3], None)]
        for z0, z1 in spans:
            verts = []
            for yy in (y, y + sign * 0.3):
                verts += [(a, yy, z0), (b, yy, z0), (b, yy, z1 or _roof_height(b)), (a, yy, z1 or _roof_height(a))]
            s.add(verts, [(0, 1, 2, 3), (7, 6, 5, 4), (0, 4, 5, 1), (3, 2, 6, 7), (0, 3, 7, 4), (1, 5, 6, 2)], 0, False)
    return s.build("gable", [plaster])


def _window(x, y, z0, z1, width, columns, frame, along="x"):
    """Frame bars of a window in the plane x or y = const."""
    s = Solid()
    place = (lambda a, z: (x + a, y, z)) if along == "x" else (lambda a, z: (x, y + a, z))
    size = (lambda a, z: (a, 0.09, z)) if along == "x" else (lambda a, z: (0.09, a, z))
    for k in range(columns + 1):
        a = -width / 2 + width * k / columns
        s.block(size(0.07 if k in (0, columns) else 0.05, z1 - z0), place(a, (z0 + z1) / 2), 0)
    for z in (z0 + 0.03, z0 + (z1 - z0) * 0.72, z1 - 0.03):
        s.block(size(width, 0.06), place(0, z), 0)
    s.block(size(width + 0.2, 0.05) if along == "x" else (0.34, width + 0.2, 0.05), place(0, z0 - 0.02), 0)
    return s.build("window frame", [frame])


def _shell():
    plaster, oak, dark = materials.plaster((0.60, 0.54, 0.45)), materials.wood("oak"), materials.wood("walnut")
    s = Solid()
    s.block((WIDTH, DEPTH, 0.1), (0, 0, -0.05), 0, bevel=0)
    s.build("floor", [materials.wood("oak", 0.2)])
    y, half = DEPTH / 2, WIDTH / 2
    _gable(y, 1, plaster, [(x - w / 2, x + w / 2, SILL, LINTEL) for x, w in NORTH_WINDOWS])
    _gable(-y, -1, plaster, [])
    s = Solid()
    s.block((0.3, DEPTH, EAVES + 0.06), (half + 0.15, 0, EAVES / 2 + 0.03), 0, bevel=0)
    s.block((0.3, DEPTH, 0.2), (-half - 0.15, 0, EAVES - 0.04), 0, bevel=0)
    for y0, y1, z0, z1 in ((-y, -1.6, 0, EAVES), (2.6, y, 0, EAVES), (-1.6, 2.6, 0, SILL), (-1.6, 2.6, 2.55, EAVES)):
        s.block((0.3, y1 - y0, z1 - z0), (-half - 0.15, (y0 + y1) / 2, (z0 + z1) / 2), 0, bevel=0)
    s.build("side walls", [plaster])
    slope = math.atan2(RIDGE - EAVES, half)
    s = Solid()
    for side in (-1, 1):                                                     # boarded roof
        for k in range(26):
            t0, t1 = k / 26, (k + 1) / 26
            a = np.array([side * half * t0, 0, RIDGE - (RIDGE - EAVES) * t0])
            b = np.array([side * half * t1, 0, RIDGE - (RIDGE - EAVES) * t1])
            mid, run = (a + b) / 2, np.linalg.norm(b - a) - 0.006
            s.block((run, DEPTH + 0.6, 0.04), mid + (0, 0, 0.03), 0, turn(0, side * math.degrees(slope), 0), 0.003)
        mid = np.array([side * half / 2, 0, (RIDGE + EAVES) / 2])
        s.block((math.hypot(half, RIDGE - EAVES) + 1.2, DEPTH + 0.8, 0.1), mid + (side * 0.45, 0, 0.13 - 0.45 * math.tan(slope)), 0, turn(0, side * math.degrees(slope), 0), 0)
    s.build("roof boards", [materials.wood("ash")])
    s = Solid()
    for yy in (-3.4, -1.15, 1.1, 3.35):                                      # trusses
        for side in (-1, 1):
            s.beam((0, yy, RIDGE - 0.16), (side * half, yy, EAVES - 0.16), 0.18, 0.26, 0, 0.012)
        s.block((WIDTH, 0.2, 0.24), (0, yy, EAVES + 0.05), 0, bevel=0.012)
        s.block((0.18, 0.18, RIDGE - EAVES - 0.2), (0, yy, (RIDGE + EAVES) / 2), 0, bevel=0.012)
        for side in (-1, 1):
            s.beam((0, yy, EAVES + 0.25), (side * 1.9, yy, _roof_height(1.9) - 0.22), 0.13, 0.15, 0, 0.01)
    s.block((0.2, DEPTH, 0.28), (0, 0, RIDGE - 0.14), 0, bevel=0.012)
    s.build("trusses", [dark])
    for x, w in NORTH_WINDOWS:
        _window(x, y + 0.12, SILL, LINTEL, w, 2, dark)
        core.portal((w, LINTEL - SILL), (x, y + 0.2, (SILL + LINTEL) / 2), (-90, 0, 0)).lightgroup = "sky"
        for side in (-1, 1):
            at = x + side * (w / 2 + 0.12)
            terrace.curtain((at - 0.22, y - 0.12), (at + 0.22, y - 0.12), 2.95, (0.46, 0.40, 0.31), 4, 0.045)
        rail = Solid()
        rail.rod((x - 1.5, y - 0.12, 2.98), (x + 1.5, y - 0.12, 2.98), 0.016, 0, 16)
        rail.build("curtain rail", [materials.metal("black", 0.4)])
    _window(-half - 0.12, 0.5, SILL, 2.55, 4.2, 4, dark, "y")
    core.portal((4.2, 2.2), (-half - 0.2, 0.5, 1.45), (0, -90, 0)).lightgroup = "sky"
    s = Solid()
    for side in (-1, 1):
        s.block((0.03, DEPTH, 0.14), (side * (half - 0.015), 0, 0.07), 0)
        s.block((WIDTH, 0.03, 0.14), (0, side * (y - 0.015), 0.07), 0)
    s.block((4.6, 0.03, 0.16), (0, y, 0.07), 0)
    s.build("skirting", [oak])


def _outside():
    """Snowy ground, firs and a snow-capped railing."""
    snow = materials.plastic((0.66, 0.70, 0.78), 0.85)
    core.link(core.mesh_from([(-60, -30, -1.2), (60, -30, -1.2), (60, 5.2, -0.5), (-60, 5.2, -0.5), (60, 60, -9), (-60, 60, -9)], [(0, 1, 2, 3), (3, 2, 4, 5)], False, "snow"), snow)
    spots = [(-6.5, 9.5, 7), (-4.2, 13, 9), (-2.6, 19, 10), (2.4, 17, 9), (4.4, 11, 8), (6.8, 15, 10), (8.5, 9, 7), (-9.5, 7.5, 8), (-11, 3.4, 8),
             (-13.5, 0.4, 9), (-10.2, -2.2, 7), (-16, 5, 11), (-17, -4, 10), (0.5, 26, 11), (-7, 24, 11), (11, 20, 11)]
    for k, (x, y, height) in enumerate(spots):
        plants.fir((x, y, -0.7 - max(0, y - 5) * 0.155), 47 * k, height, 0.75, 100 + k % 5)
    rail = Solid()
    for z in (0.35, 0.75):
        rail.block((20, 0.06, 0.1), (0, 6.2, z), 0)
        rail.block((20, 0.07, 0.035), (0, 6.2, z + 0.066), 1, bevel=0.015)
    for k in range(11):
        rail.block((0.1, 0.1, 1.6), (-10 + 2 * k, 6.2, 0.1), 0)
        rail.block((0.13, 0.13, 0.06), (-10 + 2 * k, 6.2, 0.93), 1, bevel=0.025)
    rail.build("railing", [materials.wood("walnut"), snow])


def _seating():
    lodge.rug((0, 1.25, 0), 0, (3.9, 3.0), 7)
    lodge.sofa((-2.15, 1.35, 0), 90, 2.4, throw_rgb=(0.50, 0.16, 0.08))
    lodge.sofa((2.15, 1.35, 0), -90, 2.4, pillows=((0.12, 0.16, 0.15), (0.58, 0.50, 0.38), (0.36, 0.14, 0.07)), throw_rgb=(0.60, 0.55, 0.46))
    lodge.low_table((0, 1.35, 0.015), 90, (1.35, 0.8, 0.38))
    books.stack((-0.18, 1.75, 0.395), 20, 4, 3)
    books.open_book((0.12, 1.2, 0.395), 170)
    table.cup((-0.2, 1.05, 0.395), 30)
    table.cup((0.22, 1.65, 0.395), -60)
    for k, (x, yy, h) in enumerate(((0.02, 1.52, 0.11), (0.1, 1.44, 0.16), (-0.07, 1.42, 0.08))):
        outdoor.candle((x, yy, 0.395), 0, h).lightgroup = "fire"
    lodge.sheepskin((0.0, 2.75, 0.0), 8, 1.2)
    for x, turn_deg in ((-1.7, 154), (1.75, 208)):
        lodge.sofa((x, -1.75, 0), turn_deg, 1.02, (0.33, 0.15, 0.075), "velvet", ((0.60, 0.52, 0.40),))
    outdoor.side_table((-0.55, -1.95, 0), 0, 0.2, 0.48, materials.wood("walnut"))
    table.wine_glass((-0.5, -1.9, 0.48), wine=materials.glass((0.3, 0.02, 0.03)))
    books.stack((-0.62, -2.0, 0.48), 50, 2, 9)
    for x, y in ((-3.6, 2.9), (3.7, -0.55)):
        lodge.floor_lamp((x, y, 0), 0, 1.66, 30)


def _walls():
    """Bookcases to the east, a long bench under the west window, a dining nook to the south."""
    lodge.hearth((0, DEPTH / 2, 0), 0, 2.7, 4.3, OPENING, HEARTH[2])
    lodge.log_stack((-1.62, 3.62, 0.0), 0, 0.42, 1.0)
    lodge.log_stack((1.62, 3.62, 0.0), 0, 0.42, 0.8, seed=8)
    mantel = HEARTH[2] + OPENING[1] + 0.38
    y = DEPTH / 2 - 0.62
    for k, (x, h) in enumerate(((-0.95, 0.2), (-0.82, 0.13), (0.9, 0.16))):
        outdoor.candle((x, y, mantel), 0, h, 0.036).lightgroup = "fire"
    flowers.branches_vase((0.62, y, mantel), 0, "eucalyptus", "bottle", 0.62, 5)
    books.stack((-0.5, y, mantel), 15, 3, 5)
    art.picture(paintings.hills(12), (0, DEPTH / 2 - 0.57, 2.65), 0, 1.15, "wide", oil=True)
    for k in range(4):
        shelves.bookcase((WIDTH / 2 - 0.18, 2.9 - k * 1.02, 0), -90, 1.0, 2.55, 0.34, 6, "antique", 11 + k, materials.wood("walnut"), 0.5, gaps=((1,), (3,), (), (2,))[k])
    flowers.vase((WIDTH / 2 - 0.2, 2.9, 1.24), kind="bowl")
    shelves.ladder((WIDTH / 2 - 0.6, 0.9, 0), -90, 2.7, 0.5, materials.wood("oak"))
    bench = Solid()
    bench.block((0.5, 4.4, 0.06), (-WIDTH / 2 + 0.3, 0.5, 0.42), 0, bevel=0.01)
    for k in range(5):
        bench.block((0.46, 0.06, 0.4), (-WIDTH / 2 + 0.3, -1.6 + k * 1.05, 0.2), 0)
    bench.build("window bench", [materials.wood("oak")])
    for k in range(3):
        core.soft_box((0.48, 1.42, 0.09), (-WIDTH / 2 + 0.3, -0.95 + k * 1.45, 0.45), 0.015, materials.fabric((0.48, 0.42, 0.33), "wool"), seed=k)
        core.soft_box((0.42, 0.42, 0.13), (-WIDTH / 2 + 0.2, -1.2 + k * 1.6, 0.56), 0.05, materials.fabric(((0.36, 0.14, 0.07), (0.12, 0.16, 0.15), (0.60, 0.52, 0.40))[k], "wool"), (64, 0, 90), seed=k + 5)
    lodge.sheepskin((-WIDTH / 2 + 0.32, 1.9, 0.54), 90, 0.7, 3)
    table.table((0.4, -3.35, 0), 0, (2.4, 0.9, 0.75), materials.wood("oak"))
    for x in (-0.3, 0.4, 1.1):
        chairs.dining_chair((x, -2.72, 0), 4 * x)
    flowers.branches_vase((0.4, -3.35, 0.75), 0, "twigs", "jar", 0.95, 7)
    table.fruit_bowl((-0.2, -3.3, 0.75))
    for x in (0.95, 1.2):
        table.bottle((x, -3.5, 0.75), seed=int(x * 10))
    for x in (-0.15, 0.95):
        terrace.pendant((x, -3.35, EAVES + 0.0), 1.15, 0.26, watts=16, light_group="lamps", glow=4)
    art.picture(paintings.meadow(5), (0.4, -DEPTH / 2 + 0.02, 1.85), 180, 1.6, "slim", oil=True)
    art.picture(paintings.botanical(3), (-2.6, -DEPTH / 2 + 0.02, 1.7), 180, 0.7, "slim", mount=0.06, oil=False)
    art.picture(paintings.botanical(8), (-3.5, -DEPTH / 2 + 0.02, 1.7), 180, 0.7, "slim", mount=0.06, oil=False)
    plants.fiddle_fig((-4.2, 3.5, 0), 30, 1.9, (0.42, 0.38, 0.33), seed=4)
    plants.potted_palm((4.2, -3.5, 0), 0, 2.0, (0.35, 0.25, 0.18), seed=9)
    plants.rubber_plant((-3.6, -3.6, 0), 0, 1.1, (0.20, 0.19, 0.18), seed=6)


def build(variant=None):
    """Make the lounge; its valley is painted by kit.vista, its flames and snowfall by animate.py."""
    _shell()
    _outside()
    _seating()
    _walls()
    fire = core.area_light((1.0, 0.5), (0, DEPTH / 2 - 0.32, HEARTH[2] + 0.42), (-90, 0, 0), 95, 1900)
    fire.lightgroup = "fire"
    core.globe_light(0.16, (0, DEPTH / 2 - 0.3, HEARTH[2] + 0.32), 22, 1800).lightgroup = "fire"
    core.area_light((0.3, 3.6), (WIDTH / 2 - 0.75, 1.35, 2.7), (0, 22, 0), 34, 2700).lightgroup = "lamps"
    core.camera_360((0, -0.35, 1.5))
    return {"width": 1024, "samples": 16, "guides": 2048, "guide_samples": 8,
            "camera": (0, -0.35, 1.5), "yaw": 0.0, "exposure": 1.85, "white": 3550, "contrast": 1.2, "saturation": 0.95, "bounces": 5, "vista": "WinterValley", "dusk": 0.35, "background": 0.7, "sky_strength": 1.3,
            "light_groups": LIGHT_GROUPS, "weights": {"sky": 1.0, "lamps": 1.0, "fire": 1.0}, "glow": 0.1}
