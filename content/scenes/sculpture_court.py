"""A museum's court of sculpture under a summer sky: white walls, a black basin, gravel, olive trees, an arcade in shade."""
import math

from kit import art, books, core, outdoor, paintings, plants, sculpture, seating, shell, table, terrace
from kit import materials as m

WIDTH, DEPTH, WALL = 16.0, 13.0, 4.4
CLAY = (0.36, 0.14, 0.075)


def ground():
    """Slabs round a field of gravel, with a basin let into it."""
    stone = m.stone('travertine', (0.45, 0.41, 0.35), slab=(0.9, 0.9), joint=0.012, roughness=0.6)
    gravel = m.stone('terrazzo', (0.40, 0.365, 0.31), roughness=0.9)
    for size, at in (((WIDTH + 1, 5.0, 0.2), (0, DEPTH / 2 - 2.0, -0.2)), ((WIDTH + 1, 2.4, 0.2), (0, -DEPTH / 2 + 0.7, -0.2)),
                     ((3.2, DEPTH, 0.2), (-WIDTH / 2 + 1.1, 0, -0.2)), ((2.6, DEPTH, 0.2), (WIDTH / 2 - 0.8, 0, -0.2))):
        core.box(size, at, bevel=0, material=stone)
    core.box((WIDTH, DEPTH, 0.2), (0, 0, -0.235), bevel=0, material=gravel)
    chance = core.scatter(8)
    pebble = core.lathe([(0, -0.008), (0.014, -0.006), (0.02, 0), (0.014, 0.007), (0, 0.009)], (0, -1, -0.03), m.stone('travertine', (0.50, 0.46, 0.40)), 10)
    dark = core.lathe([(0, -0.007), (0.012, -0.005), (0.017, 0), (0.012, 0.006), (0, 0.008)], (0.2, -1, -0.03), m.stone('slate', (0.22, 0.21, 0.2)), 10)
    for _ in range(1500):
        core.duplicate(chance.choice((pebble, pebble, dark)), (chance.uniform(-5.2, 5.4), chance.uniform(-4.6, 1.5), -0.03), chance.uniform(0, 180))
    edge, black = m.stone('slate', (0.06, 0.065, 0.07), roughness=0.3), m.water((0.008, 0.016, 0.02), 0.05, 2.0)
    x0, x1, y0, y1 = -1.3, 4.3, -0.9, 1.6
    for size, at in (((x1 - x0 + 0.6, 0.3, 0.34), ((x0 + x1) / 2, y0 - 0.15, -0.2)), ((x1 - x0 + 0.6, 0.3, 0.34), ((x0 + x1) / 2, y1 + 0.15, -0.2)),
                     ((0.3, y1 - y0, 0.34), (x0 - 0.15, (y0 + y1) / 2, -0.2)), ((0.3, y1 - y0, 0.34), (x1 + 0.15, (y0 + y1) / 2, -0.2))):
        core.box(size, at, bevel=0.01, material=edge)
    core.box((x1 - x0, y1 - y0, 0.02), ((x0 + x1) / 2, (y0 + y1) / 2, 0.07), bevel=0, material=black)


def walls():
    """White walls, the arcade in the north, the museum's glass front in the south."""
    white, coping = m.plaster((0.76, 0.745, 0.715), relief=0.8), m.stone('travertine', (0.58, 0.54, 0.47))
    core.box((0.4, DEPTH + 5, WALL), (-WIDTH / 2 - 0.2, 1.5, 0), bevel=0.01, material=white)
    core.box((0.4, DEPTH + 5, WALL), (WIDTH / 2 + 0.2, 1.5, 0), bevel=0.01, material=m.plaster(CLAY, relief=0.8))
    for x in (-1, 1):
        core.box((0.5, DEPTH + 5, 0.09), (x * (WIDTH / 2 + 0.2), 1.5, WALL), bevel=0.008, material=coping)
    north = DEPTH / 2
    core.box((WIDTH + 0.8, 0.4, WALL), (0, north + 3.2, 0), bevel=0.01, material=white)
    core.box((WIDTH + 0.8, 3.4, 0.12), (0, north + 1.6, -0.12), bevel=0, material=coping)
    core.box((WIDTH + 0.8, 3.9, 0.55), (0, north + 1.5, WALL - 0.85), bevel=0.012, material=white)
    for k in range(7):
        core.box((0.46, 0.46, WALL - 0.85), (-WIDTH / 2 + 0.9 + k * (WIDTH - 1.8) / 6, north - 0.05, 0), bevel=0.012, material=white)
    oak = m.wood('oak')
    for k in range(40):
        core.box((0.07, 3.3, 0.1), (-WIDTH / 2 + 0.2 + k * 0.4, north + 1.45, WALL - 0.95), bevel=0.004, material=oak)
    for k, pixels in enumerate((paintings.arcs(31), paintings.cutouts(22), paintings.bands(9))):
        art.picture(pixels, (-4.8 + 4.8 * k, north + 2.99, 1.75), 0, 1.5, 'slim', m.metal('black', 0.4), oil=False)
    for x in (-2.4, 2.4):
        art.museum_bench((x, north + 1.9, 0), 0)
    south, bronze = -DEPTH / 2, m.metal('bronze', 0.4)
    core.box((WIDTH + 0.8, 0.5, 1.5), (0, south - 0.25, 3.1), bevel=0.01, material=m.stone('travertine', (0.62, 0.58, 0.52), slab=(1.2, 0.6)))
    core.box((WIDTH, 7, 0.1), (0, south - 3.6, -0.1), bevel=0, material=m.stone('terrazzo', (0.5, 0.49, 0.46), slab=(1.35, 1.35), roughness=0.2))
    core.box((WIDTH, 0.2, 4.6), (0, south - 7, 0), bevel=0, material=m.stone('travertine', (0.64, 0.60, 0.55), slab=(1.2, 0.6)))
    core.box((WIDTH, 7.2, 0.2), (0, south - 3.6, 4.0), bevel=0, material=m.plaster((0.72, 0.71, 0.69), relief=0))
    for x in (-1, 1):
        core.box((0.3, 7, 4.4), (x * WIDTH / 2, south - 3.5, 0), bevel=0, material=m.plaster((0.72, 0.71, 0.69), relief=0))
    core.area_light((13, 5), (0, south - 3.6, 3.95), (0, 0, 0), 330, 3400)
    for k in range(11):
        core.box((0.07, 0.12, 3.1), (-WIDTH / 2 + k * WIDTH / 10, south - 0.1, 0), bevel=0.004, material=bronze)
    for z in (0.0, 2.5, 3.05):
        core.box((WIDTH, 0.1, 0.06), (0, south - 0.1, z), bevel=0.004, material=bronze)
    core.box((WIDTH, 0.01, 3.1), (0, south - 0.1, 0), bevel=0, material=m.glass((0.93, 0.96, 0.95), 0.01))
    art.picture(paintings.meadow(31, (1400, 900)), (-2.8, south - 6.89, 1.9), 180, 2.6, 'float', oak)
    core.box((3.0, 0.7, 1.05), (3.4, south - 5.0, 0), bevel=0.01, material=m.stone('marble', (0.10, 0.17, 0.135), roughness=0.2))
    plants.fiddle_fig((6.6, south - 5.8, 0), 0, 2.3)
    shell.ceiling_spots([(-6 + 2.4 * k, south - 2) for k in range(6)], 4.0, 4, 3000, light=False)


def works():
    """Sculpture: a bronze knot in the water, oak fan, marble stones, a red row of steel."""
    bronze, marble = m.metal('bronze', 0.36), m.stone('marble', (0.76, 0.745, 0.72))
    core.box((0.9, 0.9, 0.3), (1.7, 0.4, -0.05), bevel=0.01, material=m.stone('slate', (0.06, 0.065, 0.07), roughness=0.3))
    sculpture.knot((1.7, 0.4, 0.24), 30, 1.4, m.metal('copper', 0.34), (2, 5))
    core.box((1.5, 1.5, 0.28), (-5.6, 2.2, 0), bevel=0.012, material=m.stone('concrete'))
    sculpture.fan((-5.6, 2.2, 0.28), 20, 3.0, 30, m.wood('oak'))
    core.box((1.3, 1.3, 0.4), (5.9, 2.9, 0), bevel=0.012, material=m.stone('concrete'))
    sculpture.pebbles((5.9, 2.9, 0.4), 30, 1.5, 3, marble)
    art.plinth((-2.9, -2.45, 0), (0.6, 0.6, 1.05), 20, m.stone('travertine', (0.6, 0.56, 0.5)))
    sculpture.knot((-2.9, -2.45, 1.05), -40, 0.62, marble, (3, 2))
    art.plinth((3.5, -3.4, 0), (0.8, 0.8, 0.6), -20, m.stone('slate', (0.07, 0.07, 0.075)))
    sculpture.ribbon((3.5, -3.4, 0.5), 30, 1.5, m.metal('brass', 0.16))
    red = m.plastic((0.55, 0.055, 0.03), 0.3)
    for k in range(9):
        a = math.radians(20 * k)
        core.box((0.08, 0.5, 2.5 - 0.16 * k), (6.6 - 0.05 * k, -1.9 + 0.28 * k - 1.2, 0.0), (0, 5 * k - 20, 12 * math.sin(a)), bevel=0.006, material=red)
    for x, y, turn in ((-2.9, -2.76, 0), (5.9, 2.24, 0)):
        art.label((x, y, 0.72 if x < 0 else 0.2), turn)
    sculpture.knot((-6.9, -3.6, 0), 70, 1.3, bronze, (3, 2))


def living():
    """Trees in gravel, grasses, benches, a book left behind, water carafe, chairs of visitors."""
    for k, (x, y, tall) in enumerate(((-4.6, -1.7, 3.6), (4.9, -1.15, 3.9), (-6.6, 4.7, 3.4), (1.2, -3.7, 3.3))):
        for n in range(4):
            plants.olive_tree((x + 0.04 * (n % 2), y + 0.04 * (n // 2), -0.05), 70 * k + 90 * n, tall - 0.18 * n, potted=False, seed=3 + k + 7 * n)
    chance = core.scatter(5)
    for k in range(15):
        plants.grass_clump((-7.35 + 0.25 * chance.random(), -5.2 + 0.52 * k, 0), 40 * k, 0.7 + 0.3 * chance.random(), 70, 7, seed=k % 5)
    for k in range(7):
        plants.grass_clump((-4.4 + 0.45 * k + 0.1 * chance.random(), -5.0, -0.04), 50 * k, 0.55 + 0.3 * chance.random(), 70, 8, seed=k % 4)
    plants.hedge((9.0, 0.5, 0.9), (7.35, 1.2, 0), 90, seed=2)
    for x in (-3.9, 5.9):
        plants.cypress((x, DEPTH / 2 + 5.2, 0), 0, 7.4, seed=int(x) % 5)
    plants.cypress((-5.5, DEPTH / 2 + 6.4, 0), 0, 8.6, seed=7)
    stone = m.stone('travertine', (0.60, 0.555, 0.49))
    core.box((2.3, 0.52, 0.42), (-0.15, -2.75, -0.02), 4, bevel=0.014, material=stone)
    books.open_book((0.45, -2.72, 0.41), 30)
    core.soft_box((0.42, 0.42, 0.11), (-0.75, -2.75, 0.4), 0.03, m.fabric(CLAY, 'linen'), 12)
    hat = m.fabric((0.66, 0.55, 0.36), 'linen')
    core.lathe([(0.0, 0.0), (0.19, 0.0), (0.21, 0.006), (0.19, 0.012), (0.095, 0.016), (0.09, 0.09), (0.07, 0.115), (0, 0.12)], (-0.1, -2.78, 0.405), hat)
    core.box((2.6, 0.5, 0.42), (-5.2, 4.5, 0), 0, bevel=0.014, material=stone)
    for k, (x, y, turn) in enumerate(((0.4, 4.2, 150), (1.7, 4.35, 210))):
        terrace.terrace_sofa((x, y, 0), turn, 0.85, (0.70, 0.67, 0.60), m.wood('ash'), (CLAY,))
    outdoor.side_table((1.05, 4.0, 0), 0, 0.26, 0.45, m.metal('black', 0.4))
    table.tumbler((1.1, 3.95, 0.45), drink=None)
    table.bottle((0.98, 4.06, 0.45), 0, 'square', tint=m.glass(), seed=3)
    books.magazine((1.0, 3.9, 0.452), 40, paintings.arcs(31, (300, 400)))
    for k, (x, y) in enumerate(((-6.0, -5.4), (6.6, -5.5))):
        for n in range(2):
            plants.olive_tree((x, y, 0), 40 * k + 130 * n, 2.3, (0.42, 0.2, 0.12), seed=8 + k + 5 * n)
    core.cylinder(0.012, 0.4, (-3.8, -3.4, 0), m.metal('steel'), 12)
    seating.stool((2.95, 3.0, 0), 20, 0.44, m.wood('ash'), m.wood('ash'))


def build(variant=None):
    """Place everything; the picture's centre looks over the basin to the arcade."""
    core.sky((41, 236), 0.22, 0.55)
    core.sun((41, 236), 5.0, 5000, 0.55)
    ground()
    walls()
    works()
    living()
    return {'camera': (0.35, -1.95, 1.55), 'yaw': 15, 'white': 6000, 'exposure': 0.1, 'contrast': 1.3, 'window_exposure': -0.2, 'saturation': 1.15}
