"""A roof terrace with a bar at night: boards, low sofas, candles and strings of bulbs, the lit city on all sides."""
import math

from kit import chairs, core, outdoor, plants, shelves, soft, table, terrace
from kit import materials as m
from kit.cache import once
from kit.graph import Graph

EAST, NORTH = 7.0, 6.0
TEAL, PLUM = (0.03, 0.13, 0.15), (0.16, 0.035, 0.075)


@once
def lit_front(warmth, power=1.0):
    """A dark house front with rows of windows, some of them lit, each in its own shade."""
    g = Graph('lit front')
    normal = g.node('SeparateXYZ', Vector=g.vector('ABSOLUTE', g.node('NewGeometry').outputs['True Normal']))
    x, y, z = g.node('SeparateXYZ', Vector=g.world_place()).outputs
    u = g.mix(g.math('GREATER_THAN', normal.outputs[0], 0.7), x, y)
    column, row = g.math('DIVIDE', u, 2.3), g.math('DIVIDE', z, 3.1)
    number = g.node('CombineXYZ', X=g.math('FLOOR', column), Y=g.math('FLOOR', row), Z=g.math('MULTIPLY', g.node('ObjectInfo').outputs['Random'], 90.0)).outputs[0]
    chance = g.node('TexWhiteNoise', Vector=number).outputs
    pane = g.math('MULTIPLY', g.math('MULTIPLY', g.span(g.math('FRACT', column), 0.2, 0.22), g.span(g.math('FRACT', column), 0.80, 0.78)),
                  g.math('MULTIPLY', g.span(g.math('FRACT', row), 0.24, 0.26), g.span(g.math('FRACT', row), 0.82, 0.80)))
    upright = g.math('LESS_THAN', normal.outputs[2], 0.5)
    lit = g.math('MULTIPLY', g.math('MULTIPLY', pane, upright), g.math('GREATER_THAN', chance['Value'], 0.62))
    tint = g.ramp(g.node('SeparateRGB', Image=chance['Color']).outputs[1], [(0, (1.0, 0.50, 0.17)), (0.55, (1.0, 0.66, 0.34)), (0.85, (0.85, 0.92, 1.0)), (1, (0.30, 0.55, 1.0))])
    bright = g.span(g.node('SeparateRGB', Image=chance['Color']).outputs[2], 0, 1, 0.06 * power, 0.5 * power)
    g.set(Base_Color=g.mix(pane, (0.05 + 0.05 * warmth, 0.05 + 0.02 * warmth, 0.06), (0.02, 0.022, 0.028)), Roughness=0.6, Emission=tint, Emission_Strength=g.math('MULTIPLY', lit, bright))
    g.material.cycles.sample_as_light = False
    return g.material


def city():
    """Blocks and towers below and around, a river of street light between them."""
    chance = core.scatter(17)
    fronts = [lit_front(w) for w in (0.0, 0.5, 1.0)]
    for ring, (near, far, count) in enumerate(((26, 42, 26), (46, 80, 40), (90, 170, 60))):
        for k in range(count):
            a = 2 * math.pi * (k + 0.4 * chance.random()) / count
            r = chance.uniform(near, far)
            tall = chance.choice((20, 24, 27, 30)) + (chance.random() ** 5) * (34 if ring else 8)
            wide = chance.uniform(9, 17)
            core.box((wide, chance.uniform(9, 17), tall), (r * math.sin(a), r * math.cos(a), -30), chance.choice((0, 90)), bevel=0, material=chance.choice(fronts))
            if chance.random() < 0.3:
                core.box((3, 3, 2.4), (r * math.sin(a), r * math.cos(a), tall - 30), bevel=0, material=m.plastic((0.05, 0.05, 0.06), 0.7))
    core.box((500, 500, 1), (0, 0, -31), bevel=0, material=m.plastic((0.03, 0.03, 0.034), 0.8))
    glow = m.emissive(2300, 1.4)
    for k in range(7):
        core.box((1.2, 300, 0.1), (-90 + 30 * k, 0, -29.9), bevel=0, material=glow)
        core.box((300, 1.2, 0.1), (0, -90 + 30 * k, -29.9), bevel=0, material=glow)


def roof():
    """Boards, planters with grasses, a glass rail, the pavilion of the bar in the south."""
    outdoor.deck((-EAST, -NORTH, EAST, NORTH), 0.0, 0.14, 'x')
    core.box((2 * EAST + 1, 2 * NORTH + 1, 0.3), (0, 0, -0.45), bevel=0, material=m.stone('concrete'))
    core.box((2 * EAST + 0.6, 2 * NORTH + 0.6, 30), (0, 0, -30.4), bevel=0, material=lit_front(1.0))
    bronze, glass = m.metal('bronze', 0.4), m.glass((0.93, 0.96, 0.96), 0.02)
    for size, at in (((2 * EAST, 0.014, 1.0), (0, NORTH - 0.1, 0.06)), ((0.014, 2 * NORTH, 1.0), (EAST - 0.1, 0, 0.06)), ((0.014, 2 * NORTH, 1.0), (-EAST + 0.1, 0, 0.06))):
        core.box(size, at, bevel=0, material=glass)
        core.box((max(size[0], 0.05), max(size[1], 0.05), 0.04), (at[0], at[1], 1.06), bevel=0.008, material=bronze)
    dark = m.plastic((0.045, 0.045, 0.047), 0.5)
    chance = core.scatter(9)
    for side in (-1, 1):
        for k in range(4):
            y = -3.6 + 2.55 * k
            core.box((0.42, 1.9, 0.5), (side * (EAST - 0.42), y, 0), bevel=0.008, material=dark)
            for n in range(5):
                plants.grass_clump((side * (EAST - 0.42), y - 0.76 + 0.38 * n, 0.46), 40 * n, chance.uniform(0.6, 0.95), 70, 6, seed=3 * k + n + side)
    for k in range(4):
        x = -4.8 + 3.2 * k
        core.box((2.2, 0.42, 0.5), (x, NORTH - 0.42, 0), bevel=0.008, material=dark)
        for n in range(5):
            plants.grass_clump((x - 0.88 + 0.44 * n, NORTH - 0.42, 0.46), 40 * n, chance.uniform(0.5, 0.8), 70, 6, seed=20 + 3 * k + n)
    for k, (x, y) in enumerate(((-6.1, 5.2), (6.1, 5.2), (-6.2, -5.2))):
        for n in range(2):
            plants.olive_tree((x, y, 0), 50 * k + 120 * n, 2.6, (0.07, 0.07, 0.075), seed=4 + k + 6 * n)


def bar():
    """Counter, stools, a lit wall of bottles under a flat roof."""
    south, walnut = -NORTH, m.wood('walnut')
    core.box((9.0, 0.25, 3.0), (0.6, south + 0.1, 0), bevel=0, material=m.tiles(TEAL, (0.06, 0.2), (0.05, 0.08, 0.09), roughness=0.12, variation=0.35))
    core.box((9.6, 3.1, 0.16), (0.6, south + 1.4, 2.95), bevel=0.01, material=m.plastic((0.05, 0.045, 0.042), 0.5))
    for k in range(38):
        core.box((0.05, 3.0, 0.06), (-4.1 + 0.255 * k, south + 1.4, 2.88), bevel=0.004, material=walnut)
    for x in (-4.0, 5.2):
        core.box((0.12, 0.12, 2.95), (x, south + 2.75, 0), bevel=0.006, material=m.metal('black', 0.5))
        core.box((0.16, 2.4, 2.95), (x, south + 1.3, 0), bevel=0.006, material=m.plastic((0.05, 0.045, 0.042), 0.5)) if x < 0 else None
    terrace.bar_counter((0.8, south + 2.0, 0), 0, 5.6, m.stone('marble', (0.10, 0.12, 0.12), roughness=0.12), walnut)
    for z in (1.15, 1.6, 2.05):
        core.box((5.4, 0.26, 0.03), (0.8, south + 0.34, z), bevel=0.004, material=walnut)
        core.box((5.3, 0.012, 0.012), (0.8, south + 0.24, z - 0.014), bevel=0, material=m.emissive(2700, 4))
        for k in range(5):
            shelves.bottle_shelf((-1.3 + 1.06 * k, south + 0.34, z + 0.03), 0, 0.94, seed=int(10 * z) + k, glasses=z > 2 and k % 2 == 0)
    core.box((5.4, 0.5, 0.9), (0.8, south + 0.45, 0), bevel=0.006, material=walnut)
    core.area_light((5.0, 0.2), (0.8, south + 0.6, 2.5), (28, 0, 0), 34, 2700)
    for k, x in enumerate((-1.1, -0.1, 0.9, 1.9, 2.9)):
        chairs.bar_stool((x, south + 2.75, 0), 168 + 9 * k, 0.76, walnut, m.leather((0.24, 0.10, 0.045)))
        terrace.pendant((x, south + 2.0, 2.88), 0.75, 0.15, watts=0)
    core.area_light((5.0, 0.5), (0.8, south + 2.0, 2.0), (0, 0, 0), 40, 2400)
    for k, (x, drink) in enumerate(((-0.9, (0.62, 0.45, 0.15)), (-0.65, None), (1.1, (0.75, 0.35, 0.08)), (2.7, (0.3, 0.02, 0.03)))):
        table.wine_glass((x, south + 2.2, 1.1), 20 * k, wine=m.glass(drink) if drink else None)
    table.fruit_bowl((0.3, south + 2.0, 1.1), 0, 0.15)
    for x in (-1.6, 2.2):
        outdoor.candle((x, south + 2.1, 1.1), 0, 0.1)


def lounge():
    """Sofas round a bowl of fire, tall tables by the rail, a rug, blankets, half-empty glasses."""
    soft.rug((0.2, 1.6, 0.004), 0, (4.6, 3.4), (0.13, 0.12, 0.12), 'diamonds', (0.36, 0.30, 0.22), fringe=True, seed=5)
    outdoor.fire_bowl((0.2, 1.7, 0), 0, 0.48, 0.4)
    for k in range(9):
        a = 0.7 * k
        outdoor.flame((0.2 + 0.16 * math.cos(a) * (k % 3) / 2, 1.7 + 0.16 * math.sin(a) * (k % 3) / 2, 0.36), 0.20 + 0.05 * (k % 4), 7.0)
    core.globe_light(0.2, (0.2, 1.7, 0.75), 55, 1900)
    terrace.terrace_sofa((0.2, 3.7, 0), 0, 2.6, (0.40, 0.37, 0.33), m.wood('walnut'), (PLUM, TEAL))
    terrace.terrace_sofa((2.6, 1.7, 0), -90, 2.2, (0.40, 0.37, 0.33), m.wood('walnut'), (TEAL, (0.5, 0.30, 0.08)))
    for k, (y, turn) in enumerate(((2.3, 78), (1.0, 104))):
        terrace.terrace_sofa((-1.75, y, 0), turn, 0.85, (0.40, 0.37, 0.33), m.wood('walnut'), (PLUM if k else TEAL,))
    soft.throw((3.0, 2.4, 0.72), -90, 0.5, m.fabric((0.44, 0.34, 0.18), 'wool'), (0.3, 0.3), seed=4)
    for k, (x, y) in enumerate(((1.5, 2.85), (-1.05, 0.35), (1.75, 0.65))):
        outdoor.side_table((x, y, 0), 0, 0.22, 0.44, m.metal('black', 0.4))
        table.tumbler((x + 0.06, y + 0.04, 0.44), drink=m.glass((0.75, 0.35, 0.08)))
        outdoor.candle((x - 0.08, y, 0.44), 0, 0.09)
        if k != 1:
            table.wine_glass((x - 0.02, y - 0.1, 0.44), wine=m.glass((0.3, 0.02, 0.03)))
    for k, (x, y) in enumerate(((-4.3, 3.6), (-4.5, 0.2), (4.9, -0.9), (4.7, 4.1))):
        table.pedestal_table((x, y, 0), 0, 0.34, 1.08, m.stone('marble', (0.12, 0.13, 0.13), roughness=0.15), m.metal('black', 0.4))
        outdoor.candle((x, y, 1.08), 0, 0.11)
        table.wine_glass((x + 0.14, y - 0.08, 1.08), 40, wine=m.glass((0.62, 0.45, 0.15)))
        for turn in (70 + 40 * k, 250 + 30 * k):
            a = math.radians(turn)
            chairs.bar_stool((x + 0.66 * math.sin(a), y - 0.66 * math.cos(a), 0), turn + 180, 0.76, m.wood('walnut'), m.leather((0.24, 0.10, 0.045)))
        core.globe_light(0.08, (x, y, 1.5), 5, 2100)
    for k, at in enumerate(((-2.9, 4.6), (3.9, 0.1), (-2.7, -1.2), (4.6, 5.0))):
        outdoor.lantern((*at, 0), 30 * k, 0.5 + 0.1 * (k % 2), 'black', 3)
        core.globe_light(0.12, (*at, 0.75), 6, 2000)
    posts = m.metal('black', 0.5)
    for x, y in ((-6.3, 5.5), (6.3, 5.5), (-6.3, 0.2), (6.3, 0.2)):
        core.tube([(x, y, 0), (x, y, 3.4)], 0.03, posts)
    for start, end in (((-6.3, 5.5, 3.4), (5.2, -3.2, 3.0)), ((6.3, 5.5, 3.4), (-4.0, -3.2, 3.0)), ((-6.3, 0.2, 3.4), (0.6, -3.2, 3.0)), ((6.3, 0.2, 3.4), (0.6, -3.2, 3.0)), ((-6.3, 5.5, 3.4), (6.3, 5.5, 3.4))):
        outdoor.string_lights(start, end, 0.5, 20, 2400, 9.0)
    core.area_light((9, 8), (0, 1.0, 3.1), (0, 0, 0), 55, 2400)


def build(variant=None):
    """Place everything; the picture's centre looks over the fire to the city."""
    core.sky((-3.4, 285), 0.4, -0.8, night=(0.011, 0.0125, 0.019))
    city()
    roof()
    bar()
    lounge()
    mixes = {'dusk': {'sky': 9.0, 'lamps': 0.8, 'white': 4700, 'exposure': -0.3}}
    return {'camera': (-0.55, -0.75, 1.6), 'yaw': 14, 'white': 3900, 'exposure': -0.75, 'contrast': 1.34, 'window_exposure': 0.0, 'saturation': 1.1, 'lights': mixes}
