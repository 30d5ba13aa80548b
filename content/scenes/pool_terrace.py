"""A hotel's pool terrace above the sea at dusk: a lit pool, loungers, a fire circle, a bar under a pergola, a warm house front."""
import math

from kit import art, books, chairs, core, flowers, materials, outdoor, paintings, plants, shelves, soft, stage, table, terrace, vista
from kit.solids import Solid

POOL = (-7.5, 3.5, 7.5, 8.3)
FRONT = -6.6                       # the house front's plane (y)
EDGE = 8.5                         # where the terrace ends above the sea
LIGHT_GROUPS = ("sky", "glow", "pool", "lamps", "fire")
FIRE_BOWL = (6.0, -2.1, 0.42)


def _lamp(light, name="lamps"):
    light.lightgroup = name
    return light


def _ground():
    slabs = [materials.stone("travertine", rgb) for rgb in ((0.37, 0.365, 0.29), (0.33, 0.33, 0.265), (0.41, 0.40, 0.32))]
    outdoor.paving((-13.9, FRONT, 13.5, EDGE), (0.9, 0.6), [(POOL[0] - 0.32, POOL[1] - 0.32, POOL[2] + 0.32, EDGE + 0.5)], kinds=slabs)
    terrace.pool(POOL, watts=120, light_group="pool")
    wall = Solid()
    for x0, y0, x1, y1 in outdoor.outside((-13.5, FRONT, 13.5, EDGE), (POOL[0], POOL[1], POOL[2], EDGE + 0.5)):
        wall.block((x1 - x0, y1 - y0, 0.05), ((x0 + x1) / 2, (y0 + y1) / 2, -0.033), 2, bevel=0)      # mortar between the slabs
    for x in (-10.7, 10.7):
        wall.block((5.6, 0.5, 0.55), (x, EDGE - 0.1, 0.26), 0, bevel=0.02)
    for x in (-13.6, 13.6):
        wall.block((0.4, EDGE - FRONT, 2.2), (x, (EDGE + FRONT) / 2, 1.1), 0, bevel=0.02)
    wall.build("garden walls", [materials.plaster((0.60, 0.53, 0.44)), materials.plastic((0.20, 0.17, 0.14), 0.9), materials.plaster((0.33, 0.29, 0.25))])
    for k in range(9):
        for side in (-1, 1):
            plants.grass_clump((side * (8.35 + k * 0.6), EDGE - 0.1, 0.5), 40 * k, 0.6 + 0.12 * (k % 3), 90, 6, seed=30 + k)


def _house():
    """The house front with three wide doorways into a lit lounge, and lit windows above."""
    plaster, stone = materials.plaster((0.64, 0.57, 0.47)), materials.stone("travertine", (0.54, 0.49, 0.42))
    doors = [(-5.2, 3.2), (0.0, 3.2), (5.2, 3.2)]
    s = Solid()
    edges = [-14.0] + [v for x, w in doors for v in (x - w / 2, x + w / 2)] + [14.0]
    for k in range(0, len(edges), 2):
        s.block((edges[k + 1] - edges[k], 0.4, 2.75), ((edges[k] + edges[k + 1]) / 2, FRONT - 0.2, 1.375), 0, bevel=0.012)
    s.block((28, 0.4, 4.2), (0, FRONT - 0.2, 2.75 + 2.1), 0, bevel=0.012)
    s.block((28, 0.14, 0.3), (0, FRONT - 0.15, 3.35), 1, bevel=0.015)
    s.block((28, 0.9, 0.12), (0, FRONT + 0.1, 7.0), 2, bevel=0.01)
    for k in range(36):
        s.block((0.1, 0.85, 0.14), (-14 + 0.4 + k * 0.78, FRONT + 0.12, 6.87), 2)
    s.build("house front", [plaster, stone, materials.wood("walnut")])
    frame = Solid()
    for x, w in doors:
        for at in (-w / 2 + 0.03, -w / 6, w / 6, w / 2 - 0.03):
            frame.block((0.06, 0.1, 2.7), (x + at, FRONT - 0.25, 1.35), 0)
        for z in (0.04, 2.68):
            frame.block((w, 0.1, 0.08), (x, FRONT - 0.25, z), 0)
        terrace.curtain((x - w / 2, FRONT - 0.55), (x - w / 2 + 0.55, FRONT - 0.55), 2.75, folds=6)
        terrace.curtain((x + w / 2 - 0.55, FRONT - 0.55), (x + w / 2, FRONT - 0.55), 2.75, folds=6)
    _lamp(core.area_light((14, 2.6), (0, FRONT - 2.2, 2.9), (0, 0, 0), 240, 2900))
    frame.build("door frames", [materials.metal("black", 0.5)])
    for x in (-7.9, -2.6, 2.6, 7.9):
        terrace.wall_lamp((x, FRONT, 2.15), 180, 22, 2500, "lamps")
    for x in (-7.8, -2.6, 2.6, 7.8):
        terrace.shuttered_window((x, FRONT + 0.02, 4.15), 180, 1.15, 1.6, glow=0.9 if x != 2.6 else 0.25).lightgroup = "lamps"
    _lounge()
    for x, width in ((-11.6, 1.8), (11.2, 1.6)):
        plants.hedge((width, 0.35, 4.6), (x, FRONT + 0.12, 0), 0, 260, seed=int(x) + 40)


def _lounge():
    """What is seen through the doorways: a lounge with pictures, lamps and seating."""
    depth, wall = 5.0, materials.plaster((0.56, 0.47, 0.36))
    s = Solid()
    s.block((17, 0.1, 3.0), (0, FRONT - depth, 1.5), 0, bevel=0)
    for x in (-8.5, 8.5):
        s.block((0.1, depth, 3.0), (x, FRONT - depth / 2, 1.5), 0, bevel=0)
    s.block((17, depth, 0.1), (0, FRONT - depth / 2 - 0.2, 2.98), 0, bevel=0)
    s.block((17, depth, 0.1), (0, FRONT - depth / 2 - 0.2, -0.05), 1, bevel=0)
    s.build("lounge", [wall, materials.wood("oak", 0.18)])
    back = FRONT - depth + 0.06
    for x, pixels in ((-5.4, paintings.sea(4)), (0.2, paintings.bands(6)), (5.3, paintings.hills(9))):
        art.picture(pixels, (x, back, 1.65), 180, 1.25)
    for x in (-5.3, 0.1, 5.2):
        terrace.terrace_sofa((x, back + 0.7, 0), 180, 2.3, (0.50, 0.42, 0.33))
    for x in (-7.3, -3.2, 2.5, 7.4):
        plants.potted_palm((x, back + 0.6, 0), x * 40, 1.9, seed=int(x * 3) + 60)
        terrace.pendant((x * 0.72, FRONT - 2.2, 2.9), 0.55, 0.24, watts=0)


def _loungers():
    for side in (-1, 1):
        for k, x in enumerate((3.6, 5.5)):
            outdoor.lounger((side * x, 1.75, 0), 180 + side * 4 + k * 2, (0.66, 0.60, 0.50), None, 36, (0.62, 0.40, 0.26) if k else (0.70, 0.66, 0.58), (0.45, 0.22, 0.13))
        outdoor.parasol((side * 4.55, 1.2, 0), 12 * side, 2.75, 1.75, (0.68, 0.60, 0.48))
        outdoor.side_table((side * 4.55, 2.15, 0), 0, 0.22, 0.40)
        table.tumbler((side * 4.5, 2.1, 0.40), 0, drink=materials.glass((0.75, 0.35, 0.08)))
        outdoor.lantern((side * 2.55, 2.75, 0), 20 * side, 0.62, "black", 3).lightgroup = "fire"
        outdoor.lantern((side * 2.1, 2.6, 0), -15, 0.4, "wood").lightgroup = "fire"
        _lamp(core.globe_light(0.12, (side * 2.5, 2.7, 0.5), 10, 2000), "fire")
    outdoor.towel_stack((4.75, 2.2, 0.40), 20, size=(0.26, 0.2))
    table.fruit_bowl((-4.65, 2.2, 0.40), 0, 0.1)


def _fire_circle():
    """Sofas and chairs around the fire bowl, to the east."""
    x, y, z = FIRE_BOWL
    outdoor.fire_bowl((x, y, 0), 0, 0.55, z)
    terrace.terrace_sofa((x, y - 2.2, 0), 180, 2.3)
    terrace.terrace_sofa((x + 2.3, y + 0.2, 0), -90, 2.3)
    terrace.terrace_sofa((x - 1.9, y - 1.0, 0), 115, 0.85, pillows=((0.46, 0.22, 0.13),))
    terrace.terrace_sofa((x - 1.75, y + 0.75, 0), 62, 0.85, pillows=((0.60, 0.52, 0.40),))
    outdoor.side_table((x - 2.25, y - 0.15, 0), 0, 0.2, 0.42, materials.wood("walnut"))
    table.wine_glass((x - 2.2, y - 0.1, 0.42), wine=materials.glass((0.3, 0.02, 0.03)))
    _lamp(core.globe_light(0.3, (x, y, 0.85), 85, 1900), "fire")
    for k, at in enumerate(((9.8, -4.9), (9.6, 0.6), (8.2, -5.2))):
        outdoor.lantern((*at, 0), 30 * k, 0.55 + 0.12 * k, "black" if k % 2 else "wood", 3).lightgroup = "fire"
    plants.olive_tree((10.9, -3.2, 0), 20, 3.1, seed=2)
    plants.olive_tree((11.2, 2.2, 0), 140, 2.8, seed=3)
    for k, y in enumerate((-4.6, -1.5, 1.5, 4.6, 7.2)):
        plants.cypress((15.2, y, 0), 40 * k, 6.2 + (k % 2) * 1.1, seed=50 + k)
    plants.fan_palm((12.3, 5.8, 0), 0, 5.4, seed=4)
    plants.hedge((0.5, 12, 1.0), (12.9, 1.2, 0), 0, 170, seed=5)


def _bar():
    """The bar under its pergola, to the west, and a dining table beside it."""
    outdoor.pergola((5.4, 6.4), (-10.2, -2.6, 0), 0, 2.9, 3, 20)
    terrace.bar_counter((-10.6, -3.0, 0), 90, 3.8)
    for y in (-4.2, -3.2, -2.2):
        chairs.bar_stool((-9.6, y, 0), 90 + 6 * y)
    back = Solid()
    back.block((0.3, 4.2, 2.6), (-13.2, -3.0, 1.3), 0, bevel=0.02)
    for z in (1.05, 1.5, 1.95):
        back.block((0.3, 3.6, 0.04), (-12.9, -3.0, z), 1)
    back.build("bar wall", [materials.tiles((0.16, 0.24, 0.22), 0.1, (0.5, 0.47, 0.42)), materials.wood("oak")])
    for k in range(3):
        for z in (1.09, 1.54):
            shelves.bottle_shelf((-12.9, -4.2 + k * 1.2, z), 90, 1.0, seed=k + int(z * 10), glasses=z > 1.3)
    for y in (-4.2, -3.0, -1.8):
        terrace.pendant((-10.5, y, 2.86), 0.75, 0.2, watts=0)
    _lamp(core.area_light((0.5, 3.6), (-10.9, -3.0, 1.9), (0, -12, 0), 60, 2500))
    _lamp(core.globe_light(0.22, (-5.9, -3.2, 1.85), 30, 2400))
    table.fruit_bowl((-10.5, -4.3, 1.1), 0, 0.15)
    flowers.branches_vase((-10.6, -1.6, 1.1), 0, "olive", "bottle", 0.6, 5)
    for k, y in enumerate((-3.6, -2.6)):
        table.wine_glass((-10.35, y, 1.1), wine=materials.glass((0.62, 0.45, 0.15)))
    top = (-5.9, -3.2)
    table.table((*top, 0), 90, (1.9, 0.9, 0.75), materials.wood("oak"))
    for k, (dx, dy, r) in enumerate(((-0.75, -0.45, 90), (-0.75, 0.45, 90), (0.75, -0.45, -90), (0.75, 0.45, -90))):
        chairs.dining_chair((top[0] + dx, top[1] + dy, 0), r + 3 * k)
        table.plate((top[0] + dx * 0.37, top[1] + dy, 0.75))
        table.wine_glass((top[0] + dx * 0.2, top[1] + dy + 0.2, 0.75), wine=materials.glass((0.3, 0.02, 0.03)) if k % 2 else None)
    flowers.flowers_vase((top[0], top[1], 0.75), 0, "daisy", "bowl", (0.75, 0.72, 0.66), 11, 0.34)
    outdoor.candle((top[0], top[1] - 0.5, 0.75), 0, 0.12).lightgroup = "fire"
    terrace.pendant((top[0], top[1], 2.86), 0.7, 0.26, watts=0)
    for k, at in enumerate(((-12.7, 0.9), (-12.6, 2.6))):
        plants.olive_tree((*at, 0), 70 * k, 2.9, seed=12 + k)
    for k, y in enumerate((0.2, 2.8, 5.4, 7.6)):
        plants.cypress((-15.2, y, 0), 60 * k, 6.0 + (k % 2), seed=70 + k)
    plants.fan_palm((-12.4, 5.6, 0), 50, 5.0, seed=8)
    plants.hedge((0.5, 6.5, 1.0), (-12.9, 4.6, 0), 0, 170, seed=9)


def _foreground():
    """Things near the camera, and the festoon overhead."""
    terrace.terrace_sofa((2.3, -1.7, 0), 200, 0.85, (0.62, 0.56, 0.47), pillows=((0.46, 0.22, 0.13),))
    outdoor.side_table((1.35, -1.75, 0), 0, 0.21, 0.44)
    table.tumbler((1.3, -1.68, 0.44), 0, drink=materials.glass((0.75, 0.35, 0.08)))
    outdoor.candle((1.42, -1.83, 0.44), 0, 0.09).lightgroup = "fire"
    for k, (x, y, h) in enumerate(((-2.6, -1.5, 1.5), (-3.2, -1.0, 1.0), (-2.2, -2.2, 0.8))):
        if k == 0:
            plants.olive_tree((x, y, 0), 30, 2.1, (0.50, 0.33, 0.23), seed=91)
        elif k == 1:
            plants.rubber_plant((x, y, 0), 0, h, (0.60, 0.55, 0.47), seed=92)
        else:
            plants.fern((x, y, 0), 0, 0.5, seed=93)
    for x in (-1, 1):
        plants.potted_palm((x * 7.2, FRONT + 0.75, 0), 0, 2.2, (0.48, 0.34, 0.25), seed=95 + x)
        plants.rubber_plant((x * 2.5, FRONT + 0.6, 0), 0, 1.2, (0.55, 0.50, 0.43), seed=97 + x)
    posts = Solid()
    for x in (-7.4, 7.4):
        posts.block((0.11, 0.11, 3.7), (x, 2.7, 1.85), 0)
        posts.block((0.42, 0.42, 0.4), (x, 2.7, 0.2), 1, bevel=0.02)
    posts.build("festoon posts", [materials.wood("walnut"), materials.stone("concrete", (0.42, 0.40, 0.37))])
    wires = [((-6.4, FRONT, 4.5), (7.4, 2.7, 3.65)), ((6.4, FRONT, 4.5), (-7.4, 2.7, 3.65)), ((-9.5, FRONT, 4.3), (-7.4, 2.7, 3.65)), ((9.5, FRONT, 4.3), (7.4, 2.7, 3.65))]
    for start, end in wires:
        string = outdoor.string_lights(start, end, 0.55, 17)
        outdoor.link_to_light_group(string, "lamps")
        outdoor.hide_from_light(string)
    _lamp(core.area_light((11, 5), (0, -1.2, 3.3), (0, 0, 0), 50, 2400))


def _hat(location, rotation_deg=0.0):
    """A straw hat with a dark band."""
    straw = core.lathe([(0.0, 0.0), (0.21, 0.012), (0.21, 0.016), (0.10, 0.008), (0.095, 0.09), (0.07, 0.115), (0.0, 0.12)], (0, 0, 0), materials.fabric((0.62, 0.47, 0.26), "wool"))
    band = core.lathe([(0.102, 0.012), (0.099, 0.045), (0.0, 0.045)], (0, 0, 0), materials.fabric((0.05, 0.045, 0.05), "linen"))
    core.parent([straw, band], location, rotation_deg)


def _traces():
    """What the last swimmers left: wet footprints, sandals, a towel by the edge, a hat and a book on loungers, drinks on a tray."""
    wet = materials.plastic((0.27, 0.225, 0.185), 0.1)
    steps = [(1.35, 3.05, 172), (1.52, 2.62, 160), (1.62, 2.20, 186), (1.98, 1.90, 128), (2.30, 1.62, 150), (2.62, 1.50, 100)]
    for k, (x, y, turn) in enumerate(steps):
        shift = 0.05 if k % 2 else -0.05
        for length, width, along in ((0.14, 0.095, 0.06), (0.09, 0.07, -0.085)):
            a = math.radians(turn)
            foot = core.cylinder(0.5, 0.0012, (x + shift - along * math.sin(a), y + along * math.cos(a), 0.0), wet, 24, 0)
            foot.rotation_euler, foot.scale = (0, 0, a), (width, length, 1)
    for x, y, r in ((1.30, 3.0, 0.16), (1.58, 2.98, 0.09), (-0.9, 3.12, 0.06)):
        core.cylinder(r, 0.001, (x, y, 0.0), wet, 40, 0)
    core.cloth_plane((0.72, 1.25), (-1.15, 2.72, 0.004), materials.fabric((0.09, 0.22, 0.27), "boucle"), 64, 0.03, 0.012, seed=3)
    sole = materials.leather((0.26, 0.12, 0.05))
    for x, y, turn in ((-0.62, 2.35, 20), (-0.48, 2.28, 44)):
        core.soft_box((0.095, 0.26, 0.022), (x, y, 0), 0.004, sole, turn, radius=0.01, wrinkle=0)
        core.tube([(x - 0.045, y + 0.03, 0.02), (x, y + 0.05, 0.06), (x + 0.045, y + 0.03, 0.02)], 0.009, sole)
    _hat((3.58, 1.35, 0.435), 30)
    books.open_book((-5.5, 1.5, 0.435), 195, 0.34, "#26405a")
    soft.rug((2.0, -1.5, 0.003), 18, (2.6, 1.9), (0.40, 0.33, 0.24), "stripes", (0.60, 0.54, 0.44), fringe=True, seed=8)


def _place():
    """All but the sky."""
    _ground()
    _house()
    _loungers()
    _fire_circle()
    _bar()
    _foreground()
    _traces()
    glow = core.area_light((60, 14), (24, 54, 6), (-90, 0, -24), 9000, 2400, spread_deg=120)
    _lamp(glow, "glow")
    core.camera_360((0, 0.15, 1.6))


def build(variant=None):
    """The photo: the painted sky stands still, and flames stand in the bowl."""
    _place()
    stage.panorama(vista.DuskSea(6144, 3072).paint(0.0, 0.22), 0.9)
    x, y, z = FIRE_BOWL
    for k in range(9):
        a = 0.7 * k
        outdoor.flame((x + 0.08 * math.cos(a) * (k % 3), y + 0.08 * math.sin(a) * (k % 3), z - 0.04), 0.24 + 0.05 * (k % 4), 7.0)
    return {"camera": (0, 0.15, 1.6), "yaw": 0.0, "exposure": -0.55, "white": 5400, "contrast": 1.4, "saturation": 1.12, "window_exposure": -0.8}


def film():
    """For the video: every kind of light in a group of its own; the sky is painted again for each frame."""
    _place()
    return {"camera": (0, 0.15, 1.6), "yaw": 0.0, "exposure": 0.75, "white": 6200, "contrast": 1.25, "saturation": 1.12, "glow": 0.1, "vista": "DuskSea", "dusk": 0.3, "background": 0.55,
            "light_groups": LIGHT_GROUPS, "weights": {"sky": 0.9, "glow": 1.0, "pool": 1.1, "lamps": (0.74, 0.82, 1.0), "fire": (0.94, 1.0, 1.15)}, "finish": "animate"}
