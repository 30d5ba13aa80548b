"""A wine cellar under a barrel vault of old brick: casks along both sides, a table laid for a tasting, candles and iron lamps."""
import math

from kit import art, casework, core, lamps, outdoor, paintings, shelves, table
from kit import materials as m

WIDTH, DEPTH, SPRING = 6.6, 13.0, 1.75


def vault():
    """Stone walls and a half-round brick vault with ribs of cut stone, doors at both ends."""
    brick = m.tiles((0.33, 0.17, 0.105), (0.24, 0.075), (0.36, 0.31, 0.25), roughness=0.85, offset=0.5, joint=0.012, variation=0.38)
    rubble = m.tiles((0.40, 0.34, 0.265), (0.46, 0.23), (0.30, 0.26, 0.21), roughness=0.9, offset=0.37, joint=0.018, variation=0.3)
    cut = m.stone('travertine', (0.47, 0.405, 0.32), roughness=0.75)
    floor = m.tiles((0.25, 0.20, 0.155), (0.42, 0.42), (0.12, 0.10, 0.085), roughness=0.45, joint=0.012, variation=0.28, offset=0.5)
    core.box((WIDTH + 1, DEPTH + 1, 0.2), (0, 0, -0.2), bevel=0, material=floor)
    for x in (-1, 1):
        core.box((0.4, DEPTH + 0.6, SPRING), (x * (WIDTH / 2 + 0.2), 0, 0), bevel=0, material=rubble)
        core.box((0.5, DEPTH + 0.6, 0.14), (x * (WIDTH / 2 + 0.12), 0, SPRING - 0.04), bevel=0.02, material=cut)
    steps, radius, flat = 26, WIDTH / 2, 0.62

    def arc(r):
        return [(r * math.cos(math.pi * k / steps), SPRING + 0.1 + flat * r * math.sin(math.pi * k / steps)) for k in range(steps + 1)]
    inner = arc(radius)
    for (xa, za), (xb, zb) in zip(inner, inner[1:]):
        tilt = math.degrees(math.atan2(zb - za, xb - xa))
        core.box((math.hypot(xb - xa, zb - za) + 0.03, DEPTH + 0.6, 0.12), ((xa + xb) / 2, 0, (za + zb) / 2), (0, -tilt + 180, 0), bevel=0, material=brick)
    for y in (-4.9, -1.6, 1.7, 5.0):
        low = arc(radius - 0.16)
        for (xa, za), (xb, zb) in zip(low, low[1:]):
            tilt = math.degrees(math.atan2(zb - za, xb - xa))
            core.box((math.hypot(xb - xa, zb - za) + 0.002, 0.42, 0.2), ((xa + xb) / 2, y, (za + zb) / 2 + 0.02), (0, -tilt + 180, 0), bevel=0.012, material=cut)
        for x in (-1, 1):
            core.box((0.26, 0.46, SPRING), (x * (WIDTH / 2 - 0.13), y, 0), bevel=0.02, material=cut)
            core.box((0.34, 0.54, 0.22), (x * (WIDTH / 2 - 0.13), y, 0), bevel=0.02, material=cut)
            core.box((0.34, 0.54, 0.16), (x * (WIDTH / 2 - 0.13), y, SPRING - 0.06), bevel=0.02, material=cut)
    for y in (-1, 1):
        core.box((WIDTH + 1, 0.4, 4.6), (0, y * (DEPTH / 2 + 0.3), 0), bevel=0, material=rubble)


def cask(location, rotation_deg, scale=1.0, seed=1):
    """A lying oak cask with iron hoops, head towards -Y, on a cradle."""
    chance = core.scatter(seed)
    long, belly, head = 0.92 * scale, 0.36 * scale, 0.30 * scale
    oak, iron = m.wood('oak') if seed % 3 else m.wood('walnut'), m.metal('black', 0.55)
    profile = [(0, -long / 2 + 0.03), (head - 0.03, -long / 2 + 0.03), (head - 0.03, -long / 2), (head, -long / 2)]
    profile += [(head + (belly - head) * math.cos(math.pi * t / 2), long / 2 * t) for t in (-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8)]
    profile += [(head, long / 2), (head - 0.03, long / 2), (0, long / 2 - 0.03)]
    parts = [core.lathe(profile, (0, 0, belly), oak, 40, 30, (90, 0, 0))]
    for t in (-0.92, -0.7, -0.36, 0.36, 0.7, 0.92):
        r = head + (belly - head) * math.cos(math.pi * t / 2) + 0.004
        parts.append(core.lathe([(r - 0.01, -0.022), (r, -0.02), (r, 0.02), (r - 0.01, 0.022)], (0, -long / 2 * t, belly), iron, 40, 30, (90, 0, 0)))
    for dx in (-0.1, 0.0, 0.1):
        parts.append(core.box((0.004, 0.012, 1.7 * head), (dx * 1.4 * scale, -long / 2 + 0.022, belly - 0.85 * head), bevel=0, material=m.plastic((0.06, 0.04, 0.03), 0.9)))
    parts.append(core.cylinder(0.028, 0.05, (0, -long / 2 + 0.03, belly - head * 0.55), m.wood('ash'), 20, 0.006, (90, 0, 0)))
    mark = core.box((0.15, 0.004, 0.1), (0, -long / 2 + 0.015, belly + head * 0.35), bevel=0, material=m.paper((0.66, 0.6, 0.46)))
    parts.append(mark)
    core.parent(parts, location, rotation_deg + chance.uniform(-2, 2))


def casks():
    """Two tiers of casks along the east wall, large ones along the west, a wine wall at the far end."""
    beam = m.wood('walnut')
    for bay, y0 in enumerate((-3.25, 0.05, 3.35)):
        for n in range(3):
            cask((WIDTH / 2 - 0.72, y0 - 0.92 + 0.92 * n, 0.14), -90, 1.0, 3 * bay + n)
            if not (bay == 1 and n == 2):
                cask((WIDTH / 2 - 0.66, y0 - 0.92 + 0.92 * n, 0.98), -90, 0.94, 40 + 3 * bay + n)
        for x in (WIDTH / 2 - 1.0, WIDTH / 2 - 0.42):
            core.box((0.11, 2.9, 0.14), (x, y0, 0), bevel=0.01, material=beam)
            core.box((0.1, 2.9, 0.1), (x, y0, 0.9), bevel=0.01, material=beam)
    for k, y in enumerate((-3.9, -2.6, 0.75, 2.4, 3.9)):
        cask((-WIDTH / 2 + 0.98, y, 0.12), 90, 1.55, 20 + k)
    for x in (-WIDTH / 2 + 0.62, -WIDTH / 2 + 1.3):
        for y0 in (-3.25, 2.3):
            core.box((0.13, 3.2 if y0 < 0 else 4.9, 0.12), (x, y0, 0), bevel=0.01, material=beam)
    north = DEPTH / 2
    shelves.wine_wall((-1.55, north - 0.1, 0), 0, 9, 12, (0.15, 0.15), 0.34, m.wood('walnut'), 5, 0.5)
    shelves.wine_wall((1.55, north - 0.1, 0), 0, 9, 12, (0.15, 0.15), 0.34, m.wood('walnut'), 8, 0.5)
    art.picture(paintings.still_life(9), (0, north + 0.09, 1.55), 0, 0.9, 'wide', m.metal('brass', 0.4))
    door = m.wood('walnut')
    core.box((1.5, 0.12, 2.25), (0.6, -north + 0.1, 0), bevel=0.01, material=door)
    for k in range(9):
        core.box((0.155, 0.03, 2.2), (-0.02 + 0.16 * k, -north + 0.17, 0.02), bevel=0.008, material=door)
    for z in (0.5, 1.7):
        core.box((1.3, 0.012, 0.07), (0.6, -north + 0.195, z), bevel=0.004, material=m.metal('black', 0.5))
    core.lathe([(0.05, -0.008), (0.065, 0), (0.05, 0.008)], (1.15, -north + 0.21, 1.1), m.metal('black', 0.4), 32, rotation_deg=(80, 0, 0))
    cut = m.stone('travertine', (0.47, 0.405, 0.32), roughness=0.75)
    for x in (-0.32, 1.52):
        core.box((0.26, 0.2, 2.3), (x, -north + 0.14, 0), bevel=0.02, material=cut)
    core.box((2.1, 0.22, 0.3), (0.6, -north + 0.14, 2.28), bevel=0.02, material=cut)
    shelves.bottle_shelf((-1.9, -north + 0.28, 1.23), 180, 1.5, seed=6)
    shelves.bottle_shelf((-1.9, -north + 0.28, 1.63), 180, 1.5, seed=9, glasses=True)
    for z in (1.2, 1.6):
        core.box((1.7, 0.26, 0.03), (-1.9, -north + 0.24, z), bevel=0.004, material=m.wood('walnut'))
    casework.cabinet((-1.9, -north + 0.4, 0), 180, (1.7, 0.5, 0.85), 3, 1, m.wood('walnut'), legs=0.06, knobs='knob')


def tasting():
    """A long table with glasses, decanters, bread and cheese; upturned cask as a standing table; stools."""
    oak = m.wood('oak')
    table.table((-0.05, 1.1, 0), 90, (2.9, 0.95, 0.78), m.wood('walnut'))
    red, straw = m.glass((0.30, 0.015, 0.03)), m.glass((0.68, 0.55, 0.2))
    for k in range(5):
        for side in (-1, 1):
            y = -0.05 + 0.56 * k
            table.wine_glass((-0.05 + side * 0.27, y, 0.78), 20 * k, wine=red if (k + side) % 3 else straw)
            table.wine_glass((-0.05 + side * 0.17, y + 0.14, 0.78), 20 * k, wine=None if k % 2 else red)
            core.box((0.2, 0.3, 0.003), (-0.05 + side * 0.33, y - 0.14, 0.78), 4 * side * (k % 3), bevel=0, material=m.paper((0.72, 0.68, 0.58)))
    for k, (y, kind) in enumerate(((0.2, 'wine'), (0.55, 'wine'), (1.45, 'wine'), (1.75, 'flute'), (2.1, 'wine'))):
        table.bottle((-0.05 + 0.05 * (k % 2), y, 0.78), 40 * k, kind, seed=3 + k)
    core.lathe([(0, 0), (0.1, 0), (0.115, 0.03), (0.05, 0.12), (0.03, 0.2), (0.045, 0.26), (0.04, 0.26), (0.025, 0.2), (0.045, 0.12), (0.1, 0.04), (0, 0.01)], (0.02, 0.9, 0.78), m.glass(), 48)
    core.lathe([(0, 0.012), (0.098, 0.012), (0.108, 0.032), (0.07, 0.075), (0, 0.075)], (0.02, 0.9, 0.78), red, 48)
    table.loaf_basket((-0.12, 1.2, 0.78), 30)
    core.box((0.42, 0.26, 0.02), (0.02, 2.42, 0.78), 10, bevel=0.006, material=oak)
    core.extrude_polygon([(0, 0), (0.17, -0.06), (0.17, 0.06)], 0.07, (-0.1, 2.42, 0.8), m.ceramic((0.70, 0.52, 0.2), 0.6), 15)
    for y in (0.35, 1.62):
        core.lit_by(outdoor.candle((-0.05, y, 0.78), 0, 0.24, 0.02), 'candles')
        core.lit_by(core.globe_light(0.03, (-0.05, y, 1.1), 4, 2000), 'candles')
    for k, (x, y, turn) in enumerate(((-0.85, 0.2, 90), (-0.9, 1.1, 96), (-0.85, 2.0, 84), (0.8, 0.4, -90), (0.84, 1.5, -82))):
        core.cylinder(0.17, 0.035, (x, y, 0.46), oak, 40, 0.01)
        for a in (45, 135, 225, 315):
            c, s = math.cos(math.radians(a + turn)), math.sin(math.radians(a + turn))
            core.tube([(x + 0.1 * c, y + 0.1 * s, 0.46), (x + 0.18 * c, y + 0.18 * s, 0)], 0.016, oak)
    cask_top(0.9, -3.3)
    core.soft_box((0.3, 0.12, 0.26), (-0.75, -1.2, 0), 0.02, m.leather((0.2, 0.09, 0.04)), 30, radius=0.05)
    for k in range(3):
        core.box((0.5, 0.34, 0.28), (1.45 + 0.02 * k, 5.55, 0.285 * k), 4 * k, bevel=0.006, material=m.wood('ash'))


def cask_top(x, y):
    """An upright cask with a round top, glasses and a lantern."""
    oak, iron = m.wood('oak'), m.metal('black', 0.55)
    core.lathe([(0, 0), (0.27, 0), (0.3, 0.15), (0.34, 0.45), (0.3, 0.75), (0.27, 0.9), (0, 0.9)], (x, y, 0), oak, 40, 30)
    for z, r in ((0.05, 0.281), (0.22, 0.316), (0.68, 0.316), (0.85, 0.281)):
        core.lathe([(r, -0.022), (r + 0.006, 0), (r, 0.022)], (x, y, z), iron, 40, 30)
    core.cylinder(0.42, 0.035, (x, y, 0.9), m.wood('walnut'), 56, 0.01)
    core.lit_by(outdoor.lantern((x + 0.12, y + 0.16, 0.935), 20, 0.34, 'black', 1), 'candles')
    core.lit_by(core.globe_light(0.05, (x + 0.12, y + 0.16, 1.4), 5, 2000), 'candles')
    table.bottle((x - 0.12, y + 0.1, 0.935), 30, 'wine', seed=5)
    for dx, dy in ((-0.2, -0.12), (0.02, -0.2), (0.22, -0.08)):
        table.wine_glass((x + dx, y + dy, 0.935), wine=m.glass((0.30, 0.015, 0.03)))


def lights():
    """Iron wheels with lamps over the table, lamps on the piers."""
    iron = m.metal('black', 0.5)
    for y in (0.2, 2.1):
        core.lathe([(0.4, 0), (0.42, 0), (0.42, 0.045), (0.4, 0.045)], (-0.05, y, 2.25), iron, 56)
        for k in range(6):
            a = math.radians(60 * k)
            x1, y1 = -0.05 + 0.41 * math.cos(a), y + 0.41 * math.sin(a)
            core.tube([(x1, y1, 2.29), (-0.05, y, 2.85)], 0.006, iron)
            core.cylinder(0.016, 0.09, (x1, y1, 2.29), m.paper((0.74, 0.68, 0.54)), 16)
            core.lathe([(0, 0), (0.012, 0.012), (0.014, 0.03), (0, 0.06)], (x1, y1, 2.38), m.emissive(2400, 9), 16)
        core.tube([(-0.05, y, 2.85), (-0.05, y, 3.85)], 0.009, iron)
        core.globe_light(0.3, (-0.05, y, 2.42), 16, 2500)
    for y in (-4.9, -1.6, 1.7, 5.0):
        for side in (-1, 1):
            lamps.wall_lamp((side * (WIDTH / 2 - 0.26), y, 1.55), -90 * side, 'globe', metal=iron, watts=5, colour_kelvin=2600, glow=0.9)
    core.area_light((0.2, 3.0), (0, DEPTH / 2 - 0.7, 2.6), (-25, 0, 90), 20, 2700)


def build(variant=None):
    """Place everything; the picture's centre looks along the table to the wall of bottles."""
    core.world(None, tint=(0.01, 0.011, 0.014))
    vault()
    casks()
    tasting()
    lights()
    mixes = {'candles': {'lamps': (0.03, 0.02, 0.009), 'candles': (1.45, 1.3, 1.5), 'white': 2500, 'exposure': -1.0}}
    return {'camera': (0.1, -1.25, 1.55), 'yaw': 0, 'white': 2850, 'exposure': -0.55, 'contrast': 1.4, 'saturation': 1.0, 'lights': mixes}
