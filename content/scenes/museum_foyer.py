"""The foyer of a museum: pale limestone under a concrete lattice open to the sky, a stair along the wall, a desk of green marble."""
from kit import art, books, casework, chairs, core, flowers, lamps, paintings, plants, sculpture, seating, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 13.2, 10.8, 5.6
BLUE, RED, MOSS = (0.03, 0.085, 0.20), (0.42, 0.06, 0.035), (0.055, 0.10, 0.075)


def lattice():
    """Concrete beams crossing under glass, with slim lamps in their undersides."""
    cast, steel = m.stone('concrete', (0.55, 0.54, 0.52)), m.metal('black', 0.4)
    for k in range(8):
        core.box((0.22, DEPTH, 0.62), (-WIDTH / 2 + 0.11 + k * (WIDTH - 0.22) / 7, 0, HEIGHT), bevel=0.012, material=cast)
    for k in range(7):
        core.box((WIDTH, 0.22, 0.61), (0, -DEPTH / 2 + 0.11 + k * (DEPTH - 0.22) / 6, HEIGHT + 0.005), bevel=0.012, material=cast)
    for k in range(15):
        core.box((0.03, DEPTH, 0.05), (-WIDTH / 2 + (k + 0.5) * WIDTH / 15, 0, HEIGHT + 0.66), bevel=0, material=steel)
    core.box((WIDTH, DEPTH, 0.01), (0, 0, HEIGHT + 0.72), bevel=0, material=m.window_glass())
    for x, y in ((-3, -1.6), (0.9, 1.9), (3.8, -1.6), (-0.9, -3.5)):
        core.cylinder(0.06, 0.2, (x, y, HEIGHT - 0.2), steel, 40, 0.004)
        core.cylinder(0.045, 0.004, (x, y, HEIGHT - 0.205), m.emissive(3200, 6), 32, 0)


def architecture():
    """Stone walls, floor with a dark border, three ways on."""
    lime = m.stone('travertine', (0.66, 0.63, 0.575), slab=(1.2, 0.6), joint=0.006, roughness=0.55)
    holes = [shell.opening('n', 1.1, 2.6, 3.2, 0.0, kind='hole'), shell.opening('e', -1.9, 3.0, 3.0, 0.0, columns=3, frame=m.metal('bronze', 0.4), frame_width=0.06),
             shell.opening('s', 3.6, 3.4, 3.0, 0.0, columns=3, frame=m.metal('bronze', 0.4), frame_width=0.06)]
    floor = m.stone('terrazzo', (0.34, 0.325, 0.30), slab=(1.35, 1.35), roughness=0.2, joint=0.003)
    shell.room(WIDTH, DEPTH, HEIGHT + 0.62, holes, lime, floor, 'open')
    dark = m.stone('slate', (0.075, 0.08, 0.085), roughness=0.35)
    for x in (-1, 1):
        core.box((0.32, DEPTH, 0.006), (x * (WIDTH / 2 - 0.16), 0, 0), bevel=0, material=dark)
    for y in (-1, 1):
        core.box((WIDTH, 0.32, 0.006), (0, y * (DEPTH / 2 - 0.16), 0), bevel=0, material=dark)
    lattice()
    core.portal((WIDTH, DEPTH), (0, 0, HEIGHT + 0.8))


def stair():
    """Flight along the west wall up to a landing, with a bronze rail."""
    stone, bronze = m.stone('travertine', (0.60, 0.565, 0.51), roughness=0.4), m.metal('bronze', 0.35)
    west, south, rise, tread, wide = -WIDTH / 2, -DEPTH / 2 + 3.4, 0.1625, 0.33, 1.9
    for k in range(16):
        core.box((wide, tread + 0.02, rise * (k + 1)), (west + wide / 2, south + (k + 0.5) * tread, 0), bevel=0.008, material=stone)
    end, top = south + 16 * tread, 16 * rise
    core.box((wide + 0.02, DEPTH / 2 - end, 0.3), (west + wide / 2, (DEPTH / 2 + end) / 2, top - 0.3), bevel=0.01, material=stone)
    core.box((4.6, 1.5, 0.3), (west + 2.3, DEPTH / 2 - 0.75, top - 0.3), bevel=0.01, material=stone)
    edge = west + wide - 0.05
    core.tube([(edge, south - 0.15, 1.0), (edge, south + 0.1, 1.02), (edge, end, top + 1.0), (edge, DEPTH / 2 - 1.5, top + 1.0)], 0.026, bronze, 6)
    for k in range(32):
        y = south + (k + 0.5) * tread / 2
        low = rise * (k // 2 + 1)
        core.cylinder(0.008, 0.98 + (y - south) * rise / tread - low + 0.06, (edge, y, low), bronze, 12, 0)
    core.tube([(edge, DEPTH / 2 - 1.45, top + 1.0), (west + 4.55, DEPTH / 2 - 1.45, top + 1.0), (west + 4.55, DEPTH / 2, top + 1.0)], 0.026, bronze, 6)
    for k in range(21):
        core.cylinder(0.008, 1.0, (edge + 0.13 * k, DEPTH / 2 - 1.45, top), bronze, 12, 0)
    art.picture(paintings.currents(3, (1300, 900)), (west + 3.0, DEPTH / 2 - 0.001, top + 1.65), 0, 1.9, 'float', m.wood('ebony'))
    art.plinth((west + 2.35, south + 0.55, 0), (0.62, 0.62, 1.0), 0, stone)
    sculpture.ribbon((west + 2.35, south + 0.55, 0.9), 75, 0.95, m.metal('brass', 0.2))


def beyond():
    """A white room with a picture behind the north opening; the court's green behind the glass in the east, a street in the south."""
    y, white = DEPTH / 2 + 0.24, m.plaster((0.76, 0.755, 0.74), relief=0)
    core.box((6.4, 5, 0.1), (1.1, y + 2.5, -0.1), bevel=0, material=m.wood('oak', 0.16))
    core.box((6.4, 0.1, 4.2), (1.1, y + 5, 0), bevel=0, material=white)
    core.box((6.4, 5, 0.1), (1.1, y + 2.5, 4.2), bevel=0, material=white)
    for x in (-2.1, 4.3):
        core.box((0.1, 5, 4.2), (x, y + 2.5, 0), bevel=0, material=white)
    core.area_light((4.4, 3), (1.1, y + 2.4, 4.15), (0, 0, 0), 190, 4600)
    art.picture(paintings.meadow(12, (1500, 1050)), (1.1, y + 4.94, 1.9), 0, 2.9, 'float', m.wood('oak'))
    art.museum_bench((1.1, y + 2.6, 0), 0)
    x = WIDTH / 2 + 0.24
    core.box((7, 9, 0.1), (x + 3.5, 1.9, -0.12), bevel=0, material=m.stone('travertine', (0.58, 0.55, 0.5), slab=(0.9, 0.9)))
    core.box((0.2, 9, 3.6), (x + 6.6, 1.9, 0), bevel=0.01, material=m.plaster((0.74, 0.73, 0.70)))
    plants.olive_tree((x + 2.6, 2.9, 0), 20, 3.2, seed=4)
    plants.olive_tree((x + 4.4, 0.6, 0), 120, 3.6, seed=6)
    plants.hedge((7.5, 0.6, 1.2), (x + 6.0, 1.9, 0), 90, seed=4)
    art.plinth((x + 3.6, 1.9, 0), (0.7, 0.7, 0.8))
    sculpture.knot((x + 3.6, 1.9, 0.8), -60, 0.9, m.metal('copper', 0.4))
    s = -DEPTH / 2 - 0.24
    core.box((12, 6, 0.1), (-3.6, s - 3, -0.12), bevel=0, material=m.stone('concrete', slab=(0.6, 0.6)))
    core.box((12, 0.3, 6), (-3.6, s - 6.2, 0), bevel=0, material=m.tiles((0.30, 0.13, 0.08), (0.22, 0.065), (0.4, 0.37, 0.33), roughness=0.8, offset=0.5))
    for k in range(4):
        core.box((1.2, 0.1, 2.0), (-8.2 + 3.1 * k, s - 6.03, 1.1), bevel=0.01, material=m.plastic((0.03, 0.04, 0.05), 0.1))
        core.box((1.36, 0.16, 0.1), (-8.2 + 3.1 * k, s - 6.0, 1.0), bevel=0.01, material=m.stone('concrete'))
    for k in range(2):
        plants.cypress((-5.6 + 4.0 * k, s - 4.4, 0), 0, 4.6, seed=k)


def desk():
    """Tickets and books: a block of green marble before an oak wall, in the north-east corner's light."""
    green, oak, brass = m.stone('marble', (0.10, 0.17, 0.135), roughness=0.16), m.wood('oak'), m.metal('brass', 0.3)
    x, y = 4.2, -3.2
    shell.slats(5.0, 3.0, (x, -DEPTH / 2 + 0.002, 0), 180, oak, 0.07, (0.036, 0.04), m.wood('walnut'))
    core.box((3.5, 0.75, 1.02), (x, y, 0.06), bevel=0.008, material=green)
    core.box((3.4, 0.66, 0.07), (x, y, 0), bevel=0, material=brass)
    core.box((3.6, 0.86, 0.035), (x, y, 1.08), bevel=0.006, material=m.stone('marble', (0.13, 0.20, 0.165), roughness=0.14))
    for side in (-1, 1):
        core.box((0.4, 0.025, 0.27), (x + side * 0.75, y - 0.12, 1.2), bevel=0.006, material=m.plastic((0.05, 0.05, 0.052), 0.35))
        core.cylinder(0.09, 0.012, (x + side * 0.75, y - 0.12, 1.115), m.metal('aluminium'), 40)
        core.box((0.03, 0.02, 0.12), (x + side * 0.75, y - 0.12, 1.12), material=m.metal('aluminium'))
        chairs.bar_stool((x + side * 0.75, y - 0.75, 0), 180, 0.7, oak, m.leather((0.11, 0.05, 0.025)))
    flowers.branches_vase((x - 1.45, y, 1.115), 20, height=0.95, count=8, vase_rgb=(0.62, 0.58, 0.5))
    lamps.table_lamp((x + 1.45, y - 0.1, 1.115), 0, brass, style='dome', height=0.42, watts=9)
    for k in range(5):
        books.stack((x - 0.2 + 0.09 * k, y + 0.2, 1.115), 4 * k, 1 + k % 3, 20 + k, big=False)
    books.magazine((x - 0.95, y + 0.24, 1.115), 12, paintings.cutouts(6, (300, 400)))
    books.magazine((x + 0.55, y + 0.22, 1.115), -8, paintings.arcs(9, (300, 400)))
    for k in range(4):
        core.box((0.95, 0.26, 0.03), (x - 1.6 + 1.07 * k, -DEPTH / 2 + 0.2, 1.45 + 0.42 * (k % 2)), material=m.wood('walnut'))
        books.row((x - 1.6 + 1.07 * k, -DEPTH / 2 + 0.22, 1.48 + 0.42 * (k % 2)), 180, 0.7, 0.3, 0.2, seed=30 + k, palette='modern', fill=0.8)


def banners():
    """Three long prints from the lattice, and the exhibition's big one."""
    rod = m.metal('black', 0.4)
    for k, (x, y, turn, sheet) in enumerate(((-1.7, DEPTH / 2 - 0.5, 0, paintings.bands(17, (700, 1700))), (3.55, DEPTH / 2 - 0.5, 0, paintings.arcs(12, (700, 1700))))):
        banner = art.print_sheet(sheet, 1.15, 2.8)
        banner.location, banner.rotation_euler = (x, y, 3.9), (0, 0, 0)
        for z in (2.5, 5.3):
            core.tube([(x - 0.62, y, z), (x + 0.62, y, z)], 0.014, rod)
        for side in (-1, 1):
            core.tube([(x + side * 0.55, y, 5.3), (x + side * 0.55, y, HEIGHT)], 0.003, rod)
    sculpture.mobile((0.4, -0.4, HEIGHT), 20, 2.6, 8, 0.35, (RED, (0.05, 0.05, 0.055), BLUE, (0.62, 0.42, 0.06)))


def traces():
    """Benches, somebody's coat and bag, umbrellas, a floor lamp's worth of green, a rope."""
    seats = m.leather((0.30, 0.115, 0.045))
    core.box((2.6, 0.62, 0.36), (0.55, 0.95, 0.05), bevel=0.012, material=m.stone('travertine', (0.62, 0.58, 0.52)))
    core.box((2.4, 0.5, 0.05), (0.55, 0.95, 0), bevel=0, material=m.plastic((0.04, 0.04, 0.04), 0.8))
    core.soft_box((1.5, 0.56, 0.09), (0.05, 0.95, 0.41), 0.012, seats, radius=0.03)
    soft.throw((1.45, 0.95, 0.42), 0, 0.5, m.fabric(BLUE, 'wool'), (0.32, 0.34), seed=5)
    bag = m.leather((0.42, 0.22, 0.085))
    core.soft_box((0.36, 0.14, 0.28), (-0.75, 0.35, 0.0), 0.02, bag, 24, radius=0.05)
    core.tube([(-0.88, 0.29, 0.27), (-0.82, 0.32, 0.46), (-0.68, 0.38, 0.46), (-0.62, 0.41, 0.27)], 0.009, bag)
    books.magazine((0.3, 0.9, 0.505), 35, paintings.bands(17, (300, 400)))
    core.lathe([(0, 0), (0.16, 0), (0.17, 0.55), (0.155, 0.55), (0.145, 0.02), (0, 0.02)], (-1.55, -4.9, 0), m.metal('bronze', 0.4))
    for k, rgb in enumerate((BLUE, (0.05, 0.05, 0.05), RED)):
        a = 0.06 * (k - 1)
        core.tube([(-1.55 + a, -4.9 + a, 0.04), (-1.55 + 2 * a, -4.9 - a, 0.55), (-1.55 + 2.6 * a, -4.9 - 1.4 * a, 0.86)], [0.03, 0.02, 0.009], m.fabric(rgb, 'linen'))
    soft.rug((-3.6, -4.1, 0), 0, (3.2, 1.9), (0.07, 0.07, 0.07), 'plain')
    for k, x in enumerate((-0.55, 2.75)):
        core.lathe([(0, 0), (0.15, 0), (0.15, 0.012), (0.02, 0.03), (0.02, 0.92), (0.035, 0.94), (0.02, 0.97), (0, 0.97)], (x, 3.9, 0), m.metal('brass', 0.3))
    core.tube([(-0.55, 3.9, 0.9), (-0.2, 3.86, 0.68), (0.1, 3.86, 0.6)], 0.02, m.fabric(RED, 'velvet'))
    seating.bench((5.6, 4.3, 0), -90, 1.6, 0.45, seats)
    plants.fiddle_fig((6.0, 4.85, 0), 0, 2.3, seed=9)
    plants.potted_palm((-2.1, -4.75, 0), 30, 2.3, (0.5, 0.47, 0.43), seed=6)
    plants.snake_plant((1.6, -4.8, 0), 0, 0.9, (0.5, 0.47, 0.43), seed=2)
    art.plinth((2.3, 1.9, 0), (1.0, 1.0, 0.45), 30)
    sculpture.pebbles((2.3, 1.9, 0.45), 20, 0.95, 5, m.stone('marble', (0.74, 0.72, 0.69)))
    art.label((WIDTH / 2, -0.6, 1.4), -90)
    art.picture(paintings.gesture(14), (WIDTH / 2 - 0.001, -1.7, 1.85), -90, 1.5, 'slim', m.wood('ebony'))
    art.picture(paintings.harbour(8, (1300, 900)), (0.0, -DEPTH / 2 + 0.001, 1.95), 180, 2.1, 'slim', m.wood('oak'))
    art.label((1.35, -DEPTH / 2, 1.35), 180)
    art.picture(paintings.bands(3, (900, 1300)), (-WIDTH / 2 + 0.001, -3.5, 2.1), 90, 1.3, 'slim', m.metal('brass', 0.35), oil=False)
    casework.cabinet((-3.3, DEPTH / 2 - 0.24, 0), 0, (2.5, 0.45, 1.95), 6, 4, m.wood('oak'), legs=0.06, knobs='knob')
    core.area_light((3.4, 1.0), (-4.2, DEPTH / 2 - 0.8, 2.28), (0, 0, 0), 26, 3200)
    table.bowl((4.9, -3.05, 1.115), 0, 0.12, 0.07, m.ceramic((0.6, 0.56, 0.5)))


def build(variant=None):
    """Place everything; the picture's centre looks past the bench to the galleries."""
    core.sky((52, 215), 0.2, 0.4)
    core.sun((52, 215), 4.2, 5200, 0.6)
    architecture()
    stair()
    beyond()
    desk()
    banners()
    traces()
    core.area_light((9, 7), (0, 0, HEIGHT - 0.1), (0, 0, 0), 60, 5200)
    return {'camera': (-0.35, -0.75, 1.58), 'yaw': 18, 'white': 6300, 'exposure': 0.3, 'contrast': 1.3, 'window_exposure': -0.6}
