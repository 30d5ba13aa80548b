"""A winter garden in the rain: white iron and glass, wet panes, cane chairs, tea on the table, green from floor to roof."""
import math

from kit import books, chairs, core, flowers, lamps, outdoor, plants, seating, soft, table
from kit import materials as m
from kit.cache import once
from kit.graph import Graph

WIDTH, DEPTH, EAVES, RIDGE = 5.6, 7.2, 2.7, 4.1
STRAW = (0.52, 0.40, 0.22)


@once
def wet_glass():
    """A pane in the rain: clear, with drops and runs that catch the grey light."""
    g = Graph('wet glass')
    where = g.world_place()
    drops = g.node('TexVoronoi', Vector=where, Scale=24.0, Randomness=1.0)
    pick = g.node('SeparateRGB', Image=drops.outputs['Color']).outputs
    round_drop = g.math('MULTIPLY', g.span(drops.outputs['Distance'], 0.42, 0.30), g.span(pick[0], 0.52, 0.56))
    runs = g.noise(g.vector('MULTIPLY', where, (15, 15, 0.6)), 1.0, 3, 0.55)
    wet = g.math('MAXIMUM', round_drop, g.math('MULTIPLY', g.span(runs, 0.62, 0.68), 0.7))
    clear = g.node('BsdfTransparent', Color=(0.93, 0.96, 0.95))
    bead = g.node('BsdfTransparent', Color=(0.58, 0.64, 0.63))
    shine = g.node('BsdfGlossy', Color=(0.9, 0.9, 0.9), Roughness=0.12)
    both = g.node('MixShader', Fac=0.22)
    g.links.new(bead.outputs[0], both.inputs[1])
    g.links.new(shine.outputs[0], both.inputs[2])
    path = g.node('LightPath').outputs
    seen = g.math('SUBTRACT', 1.0, g.math('MAXIMUM', path['Is Shadow Ray'], path['Is Diffuse Ray']))
    pane = g.node('MixShader', Fac=g.math('MULTIPLY', wet, seen))
    g.links.new(clear.outputs[0], pane.inputs[1])
    g.links.new(both.outputs[0], pane.inputs[2])
    g.links.new(pane.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    return g.material


def bar(start, end, thick, material):
    """A square glazing bar between two points."""
    core.tube([start, end], thick * 0.62, material, 3)


def house():
    """Low wall, posts, glazing on three sides and the roof, the brick wall of the house in the south."""
    white, glass = m.plastic((0.70, 0.715, 0.69), 0.4), wet_glass()
    brick = m.tiles((0.30, 0.135, 0.085), (0.22, 0.07), (0.42, 0.38, 0.33), roughness=0.85, offset=0.5, joint=0.01, variation=0.34)
    w, d = WIDTH / 2, DEPTH / 2
    floor = m.tiles((0.50, 0.49, 0.44), (0.3, 0.3), (0.3, 0.29, 0.26), roughness=0.25, variation=0.1)
    core.box((WIDTH + 0.3, DEPTH + 0.3, 0.1), (0, 0, -0.1), bevel=0, material=floor)
    dark = m.tiles((0.075, 0.12, 0.095), (0.3, 0.3), (0.3, 0.29, 0.26), roughness=0.22, variation=0.2)
    for i in range(18):
        for j in range(24):
            if (i + j) % 2:
                core.box((0.297, 0.297, 0.002), (-2.55 + 0.3 * i, -3.45 + 0.3 * j, 0), bevel=0, material=dark)
    for size, at in (((WIDTH + 0.3, 0.22, 0.55), (0, d + 0.06, 0)), ((0.22, DEPTH, 0.55), (w + 0.06, 0, 0)), ((0.22, DEPTH, 0.55), (-w - 0.06, 0, 0))):
        core.box(size, at, bevel=0.008, material=brick)
        core.box((size[0] + 0.06, size[1] + 0.08, 0.05), (at[0], at[1], 0.55), bevel=0.012, material=m.stone('travertine', (0.55, 0.51, 0.45)))
    core.box((WIDTH + 1.2, 0.3, 5.2), (0, -d - 0.15, 0), bevel=0, material=brick)
    panes = 8
    for side in (-1, 1):
        core.box((0.006, DEPTH, EAVES - 0.6), (side * w, 0, 0.6), bevel=0, material=glass)
        for k in range(panes + 1):
            y = -d + DEPTH * k / panes
            thick = 0.07 if k % 2 == 0 else 0.035
            core.box((thick, thick, EAVES - 0.6), (side * w, y, 0.6), bevel=0.006, material=white)
            bar((side * w, y, EAVES), (0, y, RIDGE), 0.055 if k % 2 == 0 else 0.035, white)
        for z, thick in ((0.6, 0.06), (1.95, 0.035), (EAVES, 0.1)):
            core.box((thick, DEPTH, thick), (side * w, 0, z - thick / 2), bevel=0.006, material=white)
        for t in (0.33, 0.66):
            bar((side * w * (1 - t), -d, EAVES + (RIDGE - EAVES) * t), (side * w * (1 - t), d, EAVES + (RIDGE - EAVES) * t), 0.03, white)
        slope = core.mesh_from([(side * w, -d, EAVES), (side * w, d, EAVES), (0, d, RIDGE), (0, -d, RIDGE)], [(0, 1, 2, 3)], False, 'roof pane')
        core.link(slope, glass)
        core.tube([(side * (w + 0.08), -d, EAVES + 0.02), (side * (w + 0.08), d + 0.1, EAVES - 0.03)], 0.05, white, 4)
    core.box((0.09, DEPTH + 0.1, 0.12), (0, 0, RIDGE - 0.05), bevel=0.01, material=white)
    gable = core.mesh_from([(-w, d, 0.6), (w, d, 0.6), (w, d, EAVES), (0, d, RIDGE), (-w, d, EAVES)], [(0, 1, 2, 3, 4)], False, 'gable')
    core.link(gable, glass)
    for k in range(9):
        x = -w + WIDTH * k / 8
        top = EAVES + (RIDGE - EAVES) * (1 - abs(x) / w)
        thick = 0.07 if k in (0, 3, 5, 8) else 0.035
        core.box((thick, thick, top - 0.6), (x, d, 0.6), bevel=0.006, material=white)
    for z in (0.6, 1.95, EAVES):
        core.box((WIDTH, 0.06, 0.05), (0, d, z - 0.025), bevel=0.006, material=white)
    for y in (-1.8, 0, 1.8):
        core.tube([(-w, y, EAVES), (w, y, EAVES)], 0.014, white, 4)
        core.tube([(0, y, EAVES), (0, y, RIDGE)], 0.012, white, 4)
        core.lathe([(0.06, -0.006), (0.075, 0), (0.06, 0.006)], (0, y, EAVES), white, 32, rotation_deg=(90, 0, 0))
    doorway(white)


def doorway(white):
    """Glazed doors into the house, with a warm room behind them."""
    south = -DEPTH / 2
    core.box((1.7, 0.05, 2.35), (-0.9, south + 0.01, 0), bevel=0.01, material=white)
    for k in range(2):
        for j in range(3):
            core.box((0.6, 0.02, 0.5), (-1.28 + 0.76 * k, south + 0.045, 0.55 + 0.58 * j), bevel=0, material=m.shade_cloth((0.62, 0.42, 0.22), 0.55, 2700))
            for n in range(2):
                core.box((0.02, 0.03, 0.5), (-1.38 + 0.76 * k + 0.2 * n, south + 0.05, 0.55 + 0.58 * j), bevel=0.003, material=white)
        core.cylinder(0.018, 0.06, (-0.95 + 0.1 * k, south + 0.04, 1.05), m.metal('brass', 0.3), 20, 0.004, (-90, 0, 0))
    core.area_light((1.5, 1.8), (-0.9, south + 0.1, 1.4), (90, 0, 0), 14, 2700)
    lamps.wall_lamp((0.35, south, 1.95), 180, 'globe', metal=m.metal('black', 0.5), watts=7, colour_kelvin=2700)
    trellis = m.plastic((0.70, 0.715, 0.69), 0.4)
    for k in range(7):
        core.box((0.025, 0.02, 2.3), (0.9 + 0.26 * k, south + 0.03, 0.5), bevel=0.004, material=trellis)
        core.box((1.7, 0.02, 0.025), (1.68, south + 0.045, 0.6 + 0.35 * k), bevel=0.004, material=trellis)


def greenery():
    """Palms, figs, ferns in baskets, pots in rows along the sills, a lemon's worth of fruit."""
    clay = (0.42, 0.19, 0.105)
    plants.potted_palm((-2.2, 2.9, 0), 20, 2.9, clay, seed=3)
    plants.potted_palm((2.25, 2.95, 0), 80, 2.6, (0.10, 0.15, 0.13), seed=9)
    plants.fiddle_fig((2.3, -3.0, 0), 0, 2.5, clay, seed=4)
    plants.potted_palm((-2.3, -3.05, 0), 140, 2.2, (0.5, 0.46, 0.4), seed=6)
    plants.rubber_plant((-2.35, 1.75, 0), 0, 1.3, (0.10, 0.15, 0.13), seed=5)
    plants.fern((-1.75, 2.45, 0), 0, 0.6, clay, seed=6)
    plants.snake_plant((1.7, 3.2, 0), 0, 0.9, clay, seed=7)
    plants.olive_tree((2.3, 1.55, 0), 30, 1.9, clay, seed=8)
    chance = core.scatter(3)
    makers = (plants.fern, plants.snake_plant, plants.rubber_plant)
    for side in (-1, 1):
        for k in range(9):
            y = -2.7 + 0.66 * k + chance.uniform(-0.1, 0.1)
            if chance.random() < 0.78:
                maker = makers[int(chance.random() * 3)]
                maker((side * (WIDTH / 2 + 0.05), y, 0.6), chance.uniform(0, 360), chance.uniform(0.24, 0.36), chance.choice((clay, (0.5, 0.46, 0.4), (0.12, 0.17, 0.15))), seed=int(20 + k + side))
    for k, (x, y, z) in enumerate(((-1.3, 1.5, 2.35), (1.35, -0.3, 2.45), (-1.25, -1.9, 2.4))):
        plants.fern((x, y, z - 0.25), 40 * k, 0.55, (0.3, 0.22, 0.14), hanging=True, seed=11 + k)
    for k in range(4):
        flowers.flowers_vase((-2.2 + 0.42 * k, 3.35, 0.6), 0, 'daisy' if k % 2 else 'peony', 'jar', petal_rgb=((0.74, 0.72, 0.66), (0.62, 0.16, 0.13), (0.74, 0.6, 0.2), (0.6, 0.34, 0.42))[k], stems=7, height=0.36)
    soil = m.stone('slate', (0.05, 0.04, 0.03))
    bench = m.wood('oak')
    for k in range(5):
        core.box((0.085, 1.9, 0.03), (-2.42 + 0.095 * k, -0.55, 0.72), bevel=0.004, material=bench)
    for y in (-1.4, 0.3):
        for x in (-2.42, -2.05):
            core.box((0.06, 0.06, 0.72), (x, y, 0), bevel=0.005, material=bench)
    for k in range(6):
        core.lathe([(0, 0), (0.045, 0), (0.062, 0.1), (0.068, 0.1), (0.068, 0.12), (0.058, 0.12), (0.05, 0.1), (0, 0.1)], (-2.33 + 0.14 * (k % 2), -1.28 + 0.14 * (k // 2), 0.75), m.plastic(clay, 0.8), 28)
        core.cylinder(0.05, 0.01, (-2.33 + 0.14 * (k % 2), -1.28 + 0.14 * (k // 2), 0.845), soil, 20, 0)
    can = m.metal('copper', 0.3)
    core.lathe([(0, 0), (0.12, 0), (0.12, 0.2), (0.09, 0.24), (0, 0.24)], (-2.2, 0.1, 0.75), can, 40)
    core.tube([(-2.1, 0.1, 0.8), (-1.92, 0.1, 0.98), (-1.86, 0.1, 1.05)], [0.02, 0.013, 0.011], can)
    core.tube([(-2.28, 0.1, 0.95), (-2.34, 0.1, 1.08), (-2.22, 0.1, 1.1), (-2.16, 0.1, 0.99)], 0.008, can)
    core.tube([(-2.25, -0.35, 0.765), (-2.12, -0.28, 0.77)], [0.012, 0.007], m.wood('ash'))


def sitting():
    """Cane sofa and chairs round a tea table, a plaid, a book, a straw hat and wet boots."""
    cane = m.wood('ash')
    cream, green = m.fabric((0.66, 0.62, 0.52), 'linen'), m.fabric((0.10, 0.17, 0.105), 'velvet')
    soft.rug((0.35, 0.75, 0.003), 90, (2.5, 1.9), (0.46, 0.40, 0.28), 'stripes', (0.16, 0.22, 0.14), fringe=True, seed=5)
    seating.sofa((1.85, 0.55, 0), -90, 1.75, 0.85, m.fabric((0.56, 0.52, 0.42), 'linen'), cushions=(green, cream, m.fabric((0.46, 0.14, 0.09), 'linen')))
    soft.throw((2.12, 0.05, 0.76), -90, 0.55, m.fabric((0.44, 0.15, 0.09), 'wool'), (0.32, 0.2), seed=4)
    seating.armchair((-0.85, 1.35, 0), 64, cream, 'frame', cane, green)
    chairs.bentwood_chair((0.3, -0.95, 0), 172, m.wood('walnut'))
    table.pedestal_table((0.45, 0.75, 0), 0, 0.46, 0.56, m.stone('marble', (0.7, 0.69, 0.66)), m.metal('black', 0.45))
    pot = m.ceramic((0.70, 0.69, 0.65), 0.15)
    core.lathe([(0, 0), (0.07, 0), (0.1, 0.05), (0.095, 0.1), (0.05, 0.14), (0.03, 0.145), (0.015, 0.17), (0, 0.175)], (0.4, 0.95, 0.56), pot, 48)
    core.tube([(0.49, 0.95, 0.61), (0.55, 0.95, 0.65), (0.58, 0.95, 0.71)], [0.018, 0.013, 0.01], pot)
    core.tube([(0.31, 0.95, 0.68), (0.25, 0.95, 0.69), (0.24, 0.95, 0.62), (0.31, 0.95, 0.6)], 0.009, pot)
    table.cup((0.62, 0.72, 0.56), 30)
    table.cup((0.26, 0.62, 0.56), 140)
    table.plate((0.5, 0.48, 0.56), radius=0.1)
    for k in range(4):
        core.soft_box((0.05, 0.05, 0.025), (0.47 + 0.05 * (k % 2), 0.45 + 0.05 * (k // 2), 0.575), 0.006, m.ceramic((0.56, 0.36, 0.15), 0.7), 20 * k, cells=6)
    books.open_book((-0.85, 1.3, 0.47), 30)
    lamps.floor_lamp((-1.5, 0.75, 0), 0, 'tripod', watts=12, height=1.5, glow=1.0)
    boot = m.plastic((0.055, 0.10, 0.07), 0.3)
    for k, x in enumerate((-1.85, -1.66)):
        core.soft_box((0.1, 0.27, 0.08), (x, -3.1, 0), 0.006, boot, 6 - 14 * k, radius=0.035)
        core.lathe([(0.052, 0.05), (0.055, 0.3), (0.06, 0.33), (0.054, 0.33), (0.048, 0.06)], (x, -3.19, 0), boot, 28)
    core.lathe([(0, 0), (0.11, 0), (0.12, 0.5), (0.11, 0.5), (0.1, 0.01)], (0.2, -3.35, 0), m.ceramic((0.12, 0.2, 0.2), 0.2), 40)
    core.tube([(0.2, -3.35, 0.05), (0.24, -3.32, 0.6), (0.27, -3.3, 0.92)], [0.03, 0.02, 0.009], m.fabric((0.05, 0.08, 0.12), 'linen'))
    core.lathe([(0.0, 0.0), (0.19, 0.0), (0.21, 0.006), (0.19, 0.012), (0.095, 0.016), (0.09, 0.09), (0.07, 0.115), (0, 0.12)], (0.3, -0.93, 0.47), m.fabric(STRAW, 'linen'))


def garden():
    """What the rain falls on: lawn, hedges, trees, a wet path."""
    core.box((60, 60, 0.1), (0, 12, -0.35), bevel=0, material=m.carpet((0.10, 0.17, 0.045)))
    core.box((1.5, 14, 0.05), (0, 11, -0.28), bevel=0, material=m.stone('slate', (0.14, 0.14, 0.135), slab=(0.7, 0.5), roughness=0.15))
    for side in (-1, 1):
        plants.hedge((9, 0.8, 1.4), (side * 5.4, 13, -0.3), 0, 200, seed=3 + side)
        plants.hedge((0.8, 12, 1.7), (side * 7.4, 3.5, -0.3), 0, 160, seed=7 + side)
        for k in range(3):
            plants.grass_clump((side * (4.1 + 0.7 * k), 4.6 + 0.8 * k, -0.3), 40 * k, 1.1, 120, 10, seed=k + 3)
            for n in range(3):
                plants.olive_tree((side * (5.2 + 1.3 * k), 7.5 + 2.4 * k, -0.3), 60 * k + 110 * n, 4.4 + 0.5 * k, potted=False, seed=3 * k + n)
        plants.cypress((side * 2.4, 15.5, -0.3), 0, 6.0, seed=4 + side)
        plants.cypress((side * 9.2, 9.5, -0.3), 0, 7.0, seed=6 + side)
    tree = plants.fir((0, 24, -0.3), 0, 9.0, 0, seed=3)
    young = plants.fir((3, 22, -0.3), 0, 6.0, 0, seed=8)
    chance = core.scatter(12)
    for k in range(26):
        a, r = 2.9 * k / 25 - 1.45, 19 + 7 * chance.random()
        core.duplicate(tree if k % 3 else young, (1.15 * r * math.sin(a), r * math.cos(a), -0.3 - 1.2 * chance.random()), chance.uniform(0, 360))
    for side in (-1, 1):
        for k in range(5):
            core.duplicate(tree if k % 2 else young, (side * (12 + 5 * chance.random()), -7 + 4 * k, -0.3), chance.uniform(0, 360))
    outdoor.side_table((1.6, 6.4, -0.25), 0, 0.4, 0.7, m.metal('black', 0.4))


def build(variant=None):
    """Place everything; the picture's centre looks down the garden."""
    core.world(None, tint=(0.62, 0.68, 0.74))
    garden()
    house()
    greenery()
    sitting()
    return {'camera': (-0.1, -0.35, 1.5), 'yaw': 8, 'white': 6300, 'exposure': 0.25, 'contrast': 1.34, 'window_exposure': -0.5, 'saturation': 1.12}
