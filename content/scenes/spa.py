"""A calm bath and treatment room: a stone tub before a slatted window, travertine, oak, linen, candles and green."""
import math

import numpy as np

from kit import art, books, core, flowers, grounds, lodge, materials, outdoor, paintings, plants, table, terrace
from kit.solids import Solid, group, turn

WIDTH, DEPTH, HEIGHT = 8.4, 7.2, 3.1
WINDOW = (-2.3, 2.3, 0.12, 2.75)           # x0, x1, z0, z1 of the opening to the garden (north)


def _oval(width, depth, height, wall, material, name):
    """An oval stone tub: outer shell flaring upwards, rounded rim, hollow inside."""
    profile = [(0.0, 0.0), (0.74, 0.0), (0.79, 0.02), (0.93, height * 0.7), (1.0, height - 0.03), (0.995, height - 0.008), (0.975, height),
               (1.0 - wall, height), (0.985 - wall, height - 0.012), (0.90 - wall, height * 0.5), (0.74 - wall, 0.14), (0.6 - wall, 0.10), (0.0, 0.10)]
    s = Solid()
    s.lathe(profile, 0, 96)
    obj = s.build(name, [material])
    obj.scale = (width / 2, depth / 2, 1)
    return obj


def _shell():
    stone = materials.stone("travertine", (0.58, 0.52, 0.44), slab=(1.2, 0.6))
    plaster, oak = materials.plaster((0.62, 0.575, 0.505)), materials.wood("oak")
    s = Solid()
    s.block((WIDTH, DEPTH, 0.1), (0, 0, -0.05), 0, bevel=0)
    s.build("floor", [materials.stone("travertine", (0.50, 0.45, 0.385), slab=(0.9, 0.9), roughness=0.35)])
    x0, x1, z0, z1 = WINDOW
    y, half = DEPTH / 2, WIDTH / 2
    s = Solid()
    for a, b, c, d in ((-half, x0, 0, HEIGHT), (x1, half, 0, HEIGHT), (x0, x1, 0, z0), (x0, x1, z1, HEIGHT)):
        s.block((b - a, 0.35, d - c), ((a + b) / 2, y + 0.175, (c + d) / 2), 0, bevel=0)
    top = HEIGHT + 0.2
    s.block((WIDTH, 0.2, top), (0, -y - 0.1, top / 2), 1, bevel=0)
    s.block((0.2, DEPTH, top), (-half - 0.1, 0, top / 2), 0, bevel=0)
    s.block((0.2, DEPTH, top), (half + 0.1, 0, top / 2), 1, bevel=0)
    s.block((WIDTH, 0.35, 0.2), (0, y + 0.175, HEIGHT + 0.1), 0, bevel=0)
    s.build("walls", [stone, plaster])
    s = Solid()
    s.block((WIDTH, DEPTH, 0.1), (0, 0, HEIGHT + 0.12), 1, bevel=0)
    for k in range(int(WIDTH / 0.11)):                                        # slatted ceiling
        s.block((0.045, DEPTH, 0.08), (-half + 0.06 + k * 0.11, 0, HEIGHT - 0.02), 0, bevel=0.004)
    for k in range(26):                                                       # upright slats in the window
        s.block((0.05, 0.14, z1 - z0), (x0 + 0.09 + k * (x1 - x0 - 0.18) / 25, y + 0.24, (z0 + z1) / 2), 0, bevel=0.006)
    for x in (x0 + 0.02, x1 - 0.02):
        s.block((0.05, 0.36, z1 - z0), (x, y + 0.17, (z0 + z1) / 2), 0)
    s.block((x1 - x0, 0.36, 0.05), (0, y + 0.17, z1 - 0.02), 0)
    s.block((x1 - x0 + 0.1, 0.42, 0.05), (0, y + 0.14, z0 + 0.01), 0)
    s.build("slats", [oak, materials.plastic((0.20, 0.165, 0.125), 0.9)])
    core.portal((x1 - x0, z1 - z0), (0, y + 0.4, (z0 + z1) / 2), (-90, 0, 0))
    s = Solid()                                                               # platform, pebble strip, duckboards
    s.block((4.6, 1.7, 0.14), (0, y - 0.85, 0.07), 0, bevel=0.012)
    for k in range(16):
        s.block((0.085, 1.0, 0.03), (-0.72 + k * 0.096, 0.95, 0.03), 1)
    for yy in (0.55, 1.35):
        s.block((1.55, 0.05, 0.02), (0, yy, 0.01), 1)
    rng = np.random.default_rng(3)
    for _ in range(700):
        size = rng.uniform(0.025, 0.055)
        x = rng.choice((-1, 1)) * rng.uniform(2.38, 3.1)
        s.block((size * 1.5, size, size * 0.7), (x, rng.uniform(y - 1.65, y - 0.06), 0.012), 2 + rng.integers(2), turn(rng.uniform(-15, 15), rng.uniform(-15, 15), rng.uniform(0, 180)), size * 0.3)
    s.build("platform", [materials.stone("travertine", (0.55, 0.49, 0.42), slab=(0.9, 0.9)), oak, materials.stone("slate", (0.17, 0.165, 0.16)), materials.ceramic((0.52, 0.48, 0.42))])


def _bath():
    """The tub with water, filler, tray and towel."""
    y = DEPTH / 2 - 0.86
    stone = materials.stone("terrazzo", (0.60, 0.565, 0.51))
    group([_oval(2.0, 1.06, 0.62, 0.07, stone, "tub")], "bath", (0, y, 0.14))
    mesh = [(0.9 * math.cos(a), 0.46 * math.sin(a), 0) for a in np.linspace(0, 2 * math.pi, 64, endpoint=False)]
    core.link(core.mesh_from(mesh, [tuple(range(64))], False, "bath water"), terrace.pool_water((0.86, 0.95, 0.93), 0.006), (0, y, 0.64), 0, "bath water")
    brass = materials.metal("brass", 0.32)
    s = Solid()
    s.rod((1.28, y, 0.14), (1.28, y, 1.16), 0.02, 0, 24)
    s.bend([(1.28, y, 1.14), (1.26, y, 1.2), (1.18, y, 1.22), (0.95, y, 1.21), (0.9, y, 1.17)], 0.016, 0, 16)
    s.rod((1.28, y, 0.9), (1.28, y - 0.1, 0.9), 0.018, 0, 20)
    s.rod((1.28, y - 0.09, 0.9), (1.36, y - 0.09, 0.9), 0.01, 0, 16)
    s.build("tub filler", [brass])
    tray = Solid()
    for k in range(3):
        tray.block((0.07, 1.12, 0.02), (-0.32 + k * 0.085, y, 0.775), 0)
    tray.block((0.24, 0.05, 0.02), (-0.235, y - 0.3, 0.757), 0)
    tray.build("tray", [materials.wood("oak")])
    outdoor.candle((-0.24, y - 0.18, 0.786), 0, 0.09, 0.035)
    books.stack((-0.24, y + 0.12, 0.786), 80, 1, 4, big=False)
    table.cup((-0.3, y - 0.36, 0.786), 40)
    lodge.throw_over((0.62, y - 0.47, 0.765), 0.09, 0.46, (0.72, 0.69, 0.63))
    for k, (x, h) in enumerate(((-1.75, 0.3), (-1.55, 0.18), (-1.9, 0.12))):
        outdoor.candle((x, y + 0.35 - 0.22 * k, 0.14), 0, h, 0.045)
    plants.potted_palm((1.95, y + 0.35, 0.14), 0, 2.0, (0.42, 0.40, 0.36), seed=3)
    plants.fern((-2.0, y + 0.25, 0.14), 0, 0.42, (0.30, 0.28, 0.25), seed=4)
    outdoor.side_table((-1.5, y - 0.45, 0.14), 0, 0.18, 0.42, materials.wood("walnut"))
    outdoor.towel_stack((-1.5, y - 0.45, 0.56), 14, size=(0.28, 0.2))


def _treatment():
    """A treatment bed, a stool, hot stones and a niche wall to the west."""
    x = -2.55
    s = Solid()
    s.block((0.72, 1.9, 0.08), (0, 0, 0.62), 0, bevel=0.015)
    for y in (-0.7, 0.7):
        s.block((0.6, 0.1, 0.58), (0, y, 0.29), 0, bevel=0.012)
    s.block((0.5, 1.4, 0.05), (0, 0, 0.2), 0, bevel=0.012)
    parts = [s.build("bed frame", [materials.wood("oak")]), core.soft_box((0.76, 1.96, 0.13), (0, 0, 0.66), 0.012, materials.fabric((0.70, 0.67, 0.61), "linen"), seed=2),
             core.soft_box((0.5, 0.3, 0.11), (0, 0.74, 0.785), 0.03, materials.fabric((0.72, 0.70, 0.65), "linen"), seed=4),
             core.soft_box((0.80, 0.62, 0.035), (0, -0.58, 0.785), 0.006, materials.fabric((0.38, 0.33, 0.26), "wool"), seed=6)]
    group(parts, "treatment bed", (x, -0.15, 0), 4)
    for k, (dx, dy) in enumerate(((-0.1, 0.1), (0.06, 0.02), (-0.04, -0.12))):
        core.soft_box((0.11, 0.08, 0.04), (x + dx * 0.6, 0.1 + dy, 0.8), 0.012, materials.stone("slate", (0.09, 0.088, 0.085)), 30 * k, radius=0.019, wrinkle=0.001, seed=k)
    shelf = Solid()
    shelf.block((0.4, 3.0, 0.08), (-WIDTH / 2 + 0.2, -0.4, 0.78), 0, bevel=0.01)
    shelf.block((0.36, 2.9, 0.72), (-WIDTH / 2 + 0.18, -0.4, 0.36), 1, bevel=0.008)
    for k in range(40):
        shelf.block((0.02, 0.035, 0.7), (-WIDTH / 2 + 0.37, -1.8 + k * 0.0725, 0.36), 0, bevel=0.004)
    shelf.build("sideboard", [materials.wood("oak"), materials.plastic((0.06, 0.05, 0.045), 0.8)])
    edge = -WIDTH / 2 + 0.2
    outdoor.towel_stack((edge, -1.5, 0.82), 90, ((0.72, 0.69, 0.63), (0.72, 0.69, 0.63), (0.50, 0.43, 0.34), (0.72, 0.69, 0.63)))
    flowers.branches_vase((edge, -0.9, 0.82), 0, "eucalyptus", "bottle", 0.75, 6)
    for k in range(4):
        table.bottle((edge + 0.02, -0.55 + k * 0.13, 0.82), kind=("round", "spirit", "square", "round")[k], tint=materials.plastic(((0.20, 0.10, 0.03), (0.50, 0.46, 0.38), (0.20, 0.10, 0.03), (0.09, 0.12, 0.09))[k], 0.2), seed=k)
    table.bowl((edge, 0.2, 0.82), radius=0.15)
    for k in range(3):
        outdoor.candle((edge + (0.06 if k == 1 else 0), 0.55 + 0.14 * k, 0.82), 0, (0.16, 0.1, 0.22)[k], 0.04)
    art.picture(paintings.bands(12), (-WIDTH / 2 + 0.02, -0.5, 1.85), 90, 1.0, "slim", oil=True)
    stool = Solid()
    stool.lathe([(0, 0.42), (0.19, 0.42), (0.2, 0.44), (0.19, 0.47), (0, 0.475)], 0, 48)
    for k in range(3):
        a = k * 2.094
        stool.rod((0.16 * math.cos(a), 0.16 * math.sin(a), 0), (0.1 * math.cos(a), 0.1 * math.sin(a), 0.42), 0.018, 0, 16)
    stool.build("stool", [materials.wood("oak")], (-1.75, -1.0, 0))


def _vanity():
    """Two stone basins under round lit mirrors to the east, with rolled towels below."""
    x = WIDTH / 2
    s = Solid()
    s.block((0.56, 3.0, 0.09), (x - 0.28, 0.2, 0.84), 0, bevel=0.012)
    s.block((0.5, 2.9, 0.05), (x - 0.25, 0.2, 0.32), 0, bevel=0.01)
    for y in (-1.22, 1.62):
        s.block((0.5, 0.06, 0.82), (x - 0.26, y, 0.41), 0, bevel=0.01)
    s.build("vanity", [materials.wood("oak")])
    bowl_stone, brass = materials.stone("travertine", (0.60, 0.55, 0.47)), materials.metal("brass", 0.32)
    for y in (-0.5, 0.9):
        b = Solid()
        b.lathe([(0, 0), (0.15, 0), (0.2, 0.04), (0.22, 0.13), (0.212, 0.135), (0.19, 0.05), (0.12, 0.025), (0, 0.02)], 0, 64)
        b.build("basin", [bowl_stone], (x - 0.3, y, 0.885))
        t = Solid()
        t.bend([(x - 0.02, y, 1.12), (x - 0.2, y, 1.12), (x - 0.24, y, 1.09)], 0.014, 0, 16)
        for dy in (-0.1, 0.1):
            t.rod((x - 0.01, y + dy, 1.12), (x - 0.07, y + dy, 1.12), 0.018, 0, 20)
        t.build("tap", [brass])
        m = Solid()
        m.rod((x - 0.035, y, 1.72), (x - 0.05, y, 1.72), 0.38, 0, 72, bevel=0.01)
        m.rod((x - 0.01, y, 1.72), (x - 0.03, y, 1.72), 0.36, 1, 64, bevel=0.01)
        m.rod((x - 0.028, y, 1.72), (x - 0.046, y, 1.72), 0.392, 2, 72, bevel=0.02)
        m.build("mirror", [materials.mirror(), materials.emissive(2900, 5.0), brass])
        terrace.pendant((x - 0.35, y + 0.7, HEIGHT - 0.06), 0.9, 0.13, watts=0)
    rolls = Solid()
    for k in range(11):
        y = -1.0 + (k % 6) * 0.16 + (0.08 if k >= 6 else 0)
        rolls.rod((x - 0.46, y, 0.42 + (0.13 if k >= 6 else 0)), (x - 0.08, y, 0.42 + (0.13 if k >= 6 else 0)), 0.075, k % 3 == 1, 28, bevel=0.3)
    rolls.build("rolled towels", [materials.fabric((0.72, 0.69, 0.63), "boucle"), materials.fabric((0.52, 0.45, 0.36), "boucle")])
    flowers.moss_bowl((x - 0.3, 0.2, 0.885), radius=0.12)
    for k in range(3):
        table.bottle((x - 0.18, 1.35 + 0.1 * k, 0.885), kind=("square", "round", "square")[k], tint=materials.plastic(((0.20, 0.10, 0.03), (0.55, 0.50, 0.42), (0.09, 0.12, 0.09))[k], 0.2), seed=k + 5)
    outdoor.candle((x - 0.3, -1.05, 0.885), 0, 0.11, 0.04)
    basket = Solid()
    for k in range(14):
        ring = [(x - 0.3 + 0.2 * math.cos(a), 1.05 + 0.2 * math.sin(a), 0.37 + k * 0.022) for a in np.linspace(0, 2 * math.pi, 41)]
        basket.bend(ring, 0.013, 0, 8)
    basket.build("basket", [materials.wood("ash")])
    flowers.branches_vase((x - 0.5, 2.35, 0), 0, "olive", "jar", 1.3, 6)


def _rest():
    """Two rest loungers and a warm sauna front to the south."""
    y = -DEPTH / 2
    for k, x in enumerate((0.55, 1.75)):
        outdoor.lounger((x, -2.25, 0), 180 + 4 * (-1) ** k, (0.68, 0.64, 0.57), materials.wood("oak"), 42, (0.70, 0.67, 0.61), (0.42, 0.36, 0.28))
    outdoor.side_table((1.15, -1.9, 0), 0, 0.17, 0.4, materials.wood("walnut"))
    table.tumbler((1.1, -1.85, 0.40))
    table.fruit_bowl((1.2, -1.95, 0.40), 0, 0.09)
    s = Solid()
    x0, x1 = -3.6, -0.7
    for k in range(15):
        s.block((x1 - x0, 0.02, 0.15), ((x0 + x1) / 2, y + 0.03, 0.1 + k * 0.16), 0)
    for k, (d, z) in enumerate(((0.9, 0.45), (0.5, 0.9))):
        for i in range(5):
            s.block((x1 - x0 - 0.1, d / 5 - 0.012, 0.035), ((x0 + x1) / 2, y + 0.05 + (i + 0.5) * d / 5, z), 0)
        s.block((x1 - x0 - 0.1, 0.03, z - 0.08), ((x0 + x1) / 2, y + 0.05 + d - 0.04, z / 2), 0)
    for x in (x0, x1):
        s.block((0.06, 1.4, 2.4), (x, y + 0.7, 1.2), 0)
    s.block((x1 - x0, 1.4, 0.06), ((x0 + x1) / 2, y + 0.7, 2.42), 0)
    s.block((x1 - x0 - 0.4, 0.02, 0.03), ((x0 + x1) / 2, y + 0.08, 1.35), 1, bevel=0.003)
    for x in (x0, x0 + 1.1, x1):
        s.block((0.05, 0.05, 2.4), (x, y + 1.4, 1.2), 2)
    s.build("sauna", [materials.wood("ash"), materials.emissive(2300, 6.0), materials.metal("black", 0.5)])
    pane = core.box((x1 - x0, 0.012, 2.36), ((x0 + x1) / 2, y + 1.4, 0.02), 0, 0, materials.window_glass())
    pane.visible_shadow = False
    core.area_light((2.4, 0.3), ((x0 + x1) / 2, y + 0.5, 2.3), (0, 0, 0), 26, 2300)
    outdoor.towel_stack((-2.9, y + 0.65, 0.47), 8, ((0.72, 0.69, 0.63), (0.60, 0.46, 0.32)))
    art.picture(paintings.arcs(14), (2.2, y + 0.02, 1.75), 180, 0.95, "slim", oil=True)
    plants.fiddle_fig((3.5, -3.0, 0), 20, 1.8, (0.50, 0.46, 0.40), seed=11)
    outdoor.lantern((-0.25, -2.6, 0), 15, 0.5, "wood", 3)
    outdoor.lantern((-0.5, -2.2, 0), -10, 0.34, "black", 1)


def build(variant=None):
    """Make the room; daylight and a low sun come through the slats to the north."""
    core.sky((27, 20), 0.24, 0.4)
    core.sun((27.0, 20.0), 6.0, 4700, 0.8)
    grounds.park(-62, 62, 6.2, 11.5, seed=4, trees=40)
    core.area_light((4.4, 2.5), (0, DEPTH / 2 - 0.03, 1.45), (-90, 0, 0), 90, 5600)
    _shell()
    _bath()
    _treatment()
    _vanity()
    _rest()
    core.area_light((6.4, 0.4), (0, -DEPTH / 2 + 0.35, HEIGHT - 0.1), (0, 0, 0), 34, 3000)
    core.area_light((0.25, 3.0), (WIDTH / 2 - 0.2, 0.2, 2.35), (0, 12, 0), 26, 3000)
    core.area_light((0.25, 4.6), (-WIDTH / 2 + 0.2, 0.0, HEIGHT - 0.15), (0, -8, 0), 32, 3000)
    core.area_light((6.5, 5.0), (0, -0.3, 2.2), (180, 0, 0), 18, 4000)          # what the pale floor gives back to the timber ceiling
    core.camera_360((0.05, -0.45, 1.5))
    return {"camera": (0.05, -0.45, 1.5), "yaw": 0.0, "exposure": 0.15, "white": 4350, "contrast": 1.32, "saturation": 1.08}
