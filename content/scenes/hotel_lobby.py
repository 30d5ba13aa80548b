"""A double-height hotel lobby on a garden: travertine and walnut, green velvet, a cloud of opal lamps."""
import math

from kit import art, books, casework, core, flowers, grounds, lamps, paintings, plants, sculpture, seating, shell, shelves, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 13.0, 11.0, 5.2
GREEN, RUST, CREAM = (0.085, 0.135, 0.085), (0.38, 0.16, 0.075), (0.66, 0.61, 0.52)


def architecture():
    """Shell, tall windows, columns, coffers, gallery."""
    wall = m.plaster((0.69, 0.64, 0.56))
    bronze = m.metal('bronze', 0.4)
    tall = [shell.opening('n', x, 2.3, 4.3, 0.25, columns=2, rows=3, frame=bronze, frame_width=0.07, reveal=0.2, board=m.stone('travertine')) for x in (-4.4, -1.45, 1.5, 4.45)]
    tall += [shell.opening('e', y, 2.1, 4.3, 0.25, columns=2, rows=3, frame=bronze, frame_width=0.07, reveal=0.2, board=m.stone('travertine')) for y in (-3.2, -0.3)]
    lifts = [shell.opening('s', x, 1.1, 2.3, kind='door', leaf=m.metal('bronze', 0.35), panels=1) for x in (0.1, 1.7)]
    floor = m.stone('marble', (0.64, 0.60, 0.54), slab=(1.2, 1.2), roughness=0.14)
    shell.room(WIDTH, DEPTH, HEIGHT, tall + lifts, wall, floor, m.plaster((0.74, 0.71, 0.66), relief=0), m.stone('travertine'), skirting_height=0.22)
    walnut = m.wood('walnut')
    shell.beams(WIDTH, DEPTH, HEIGHT, 6, (0.16, 0.26), walnut, 'y')
    for k in range(4):
        core.box((WIDTH, 0.14, 0.2), (0, -4.1 + k * 2.75, HEIGHT - 0.2), bevel=0.008, material=walnut)
    stone = m.stone('travertine', (0.62, 0.55, 0.45))
    for x in (-4.6, 0.2, 4.6):
        core.box((0.42, 0.42, HEIGHT), (x, -3.1, 0), bevel=0.03, material=stone)
    core.box((WIDTH, 2.3, 0.26), (0, -DEPTH / 2 + 1.15, 2.85), bevel=0.01, material=m.plaster((0.7, 0.66, 0.6), relief=0))
    core.box((WIDTH, 0.05, 0.3), (0, -DEPTH / 2 + 2.32, 2.83), bevel=0.006, material=walnut)
    core.box((WIDTH, 0.05, 0.05), (0, -DEPTH / 2 + 2.25, 4.08), bevel=0.015, material=walnut)
    rod = core.tube([(0, 0, 3.11), (0, 0, 4.08)], 0.008, bronze, 2)
    for k in range(87):
        twin = rod if k == 0 else core.duplicate(rod, (0, 0, 0))
        twin.location = (-6.45 + k * 0.15, -DEPTH / 2 + 2.25, 0)
    shelves.bookcase((-3.6, -DEPTH / 2 + 0.18, 3.11), 180, 2.6, 1.95, levels=5, seed=3, wood=walnut)
    shelves.bookcase((3.6, -DEPTH / 2 + 0.18, 3.11), 180, 2.6, 1.95, levels=5, seed=8, wood=walnut)
    art.picture(paintings.bands(8), (0, -DEPTH / 2 + 0.001, 4.05), 180, 1.1, 'float', walnut)
    shell.ceiling_spots([(-5 + 2 * k, -DEPTH / 2 + 1.2) for k in range(6)], 2.85, 5, 3000, light=False)
    core.area_light((11, 1.6), (0, -DEPTH / 2 + 1.2, 2.82), (0, 0, 0), 60, 3200)
    core.lit_by(core.area_light((11, 8), (0, 0.6, HEIGHT - 0.28), (0, 0, 0), 84, 3800), 'fill')


def reception():
    """Desk, slatted back wall, pigeonholes and lamps along the west wall."""
    west, walnut, brass = -WIDTH / 2, m.wood('walnut'), m.metal('brass', 0.25)
    shell.slats(6.0, 3.6, (west + 0.001, 0.9, 0.0), 90, walnut, 0.09, (0.05, 0.05), m.wood('ebony'))
    core.box((0.12, 6.1, 0.08), (west + 0.06, 0.9, 3.6), bevel=0.01, material=brass)
    stone = m.stone('marble', (0.16, 0.19, 0.16), roughness=0.2)
    core.box((0.75, 4.0, 1.02), (west + 1.95, 0.9, 0.08), bevel=0.02, material=m.stone('travertine'))
    core.box((0.7, 3.9, 0.08), (west + 1.95, 0.9, 0), bevel=0, material=brass)
    core.box((0.92, 4.2, 0.045), (west + 1.95, 0.9, 1.1), bevel=0.01, material=stone)
    for k in range(24):
        core.cylinder(0.055, 0.98, (west + 2.34, -0.96 + k * 0.1617, 0.1), m.stone('travertine'), 24, 0.004)
    for y in (-0.6, 2.45):
        lamps.table_lamp((west + 1.9, y, 1.145), 90, brass, style='stick', height=0.5, watts=9)
    flowers.branches_vase((west + 2.0, 0.25, 1.145), 30, height=0.85, count=7)
    books.open_book((west + 2.05, 1.2, 1.145), -90, cover='#2c3a30')
    bell = [(0, 0.012), (0.045, 0.012), (0.04, 0.035), (0.02, 0.05), (0.006, 0.055), (0.006, 0.066), (0, 0.068)]
    core.lathe([(0, 0), (0.05, 0), (0.05, 0.012)] + bell[1:], (west + 2.15, 1.75, 1.145), brass)
    art.picture(paintings.currents(6, palette=None), (west + 0.09, 0.9, 2.2), 90, 2.1, 'float', brass)
    casework.cabinet((west + 0.32, 0.9, 0), 90, (4.2, 0.5, 0.8), 6, 1, walnut, legs=0.06, top=stone)
    for k, (y, rgb) in enumerate(((-0.7, (0.45, 0.2, 0.1)), (-0.35, (0.6, 0.55, 0.46)), (2.4, (0.12, 0.16, 0.13)))):
        flowers.vase((west + 0.3, y, 0.825), 0, ('bottle', 'jar', 'column')[k], rgb, scale=1.0)
    for y in (0.05, 0.9, 1.75):
        lamps.pendant((west + 1.95, y, 2.15), HEIGHT, 'dome', radius=0.17, watts=7, metal=brass)


def lounge():
    """The main seating group under the lamp cloud, and a quieter one by the windows."""
    velvet, boucle = m.fabric(GREEN, 'velvet'), m.fabric(CREAM, 'boucle')
    soft.rug((0.9, 1.6, 0), 0, (4.6, 3.6), (0.50, 0.44, 0.35), 'arcs', (0.26, 0.20, 0.14), seed=2)
    pads = (m.fabric(RUST, 'velvet'), boucle, m.fabric((0.5, 0.42, 0.3), 'linen'))
    seating.sofa((0.9, 3.1, 0), 0, 2.7, 0.98, velvet, cushions=pads)
    for x, turn, style in ((-1.15, 62, 'tub'), (-1.1, 116, 'tub')):
        seating.armchair((x, 2.25 if turn < 90 else 0.85, 0), turn, boucle, style, width=0.86)
    seating.sofa((2.95, 1.4, 0), -90, 2.0, 0.92, m.leather((0.26, 0.11, 0.045)), cushions=(boucle, m.fabric(GREEN, 'velvet')))
    casework.coffee_table((0.85, 1.5, 0.012), 0, (1.2, 1.2, 0.36), m.stone('marble', (0.15, 0.17, 0.15), roughness=0.2), m.stone('travertine'), 'round')
    casework.coffee_table((1.55, 0.85, 0.012), 0, (0.7, 0.7, 0.28), m.wood('walnut'), m.wood('walnut'), 'round')
    flowers.flowers_vase((0.85, 1.62, 0.372), 0, 'peony', 'bowl', petal_rgb=(0.72, 0.52, 0.42), stems=9, height=0.42)
    books.stack((0.5, 1.3, 0.372), 20, 3, 6)
    books.magazine((1.1, 1.18, 0.372), -15, paintings.cutouts(5, (300, 400)))
    table.cup((1.6, 0.8, 0.292), 40)
    table.votive((1.4, 0.98, 0.292))
    seating.ottoman((-0.1, -0.15, 0), 0, 0.34, 0.42, m.fabric(RUST, 'boucle'))
    chance = core.scatter(4)
    for k in range(11):
        a = 2.4 * k
        r = 0.28 + 0.135 * k
        low = 2.75 + 1.15 * chance.random()
        lamps.pendant((0.9 + r * math.cos(a), 1.6 + 0.8 * r * math.sin(a), low), HEIGHT - 0.02, 'globe', radius=chance.choice((0.14, 0.18, 0.23)), watts=0, glow=0.9)
    core.globe_light(0.5, (0.9, 1.6, 3.2), 70, 3000)
    soft.rug((4.5, -1.7, 0), 0, (2.9, 2.6), (0.30, 0.17, 0.10), 'border', (0.52, 0.44, 0.33), seed=6)
    for turn, spot in ((-130, (5.25, -1.2)), (-55, (5.2, -2.35)), (120, (3.6, -1.75))):
        seating.armchair((*spot, 0), turn, m.fabric((0.40, 0.30, 0.2), 'linen') if turn > 0 else velvet, 'tub', cover=m.fabric(RUST, 'velvet') if turn == -55 else None)
    casework.side_table((4.5, -1.75, 0.012), 0, 0.34, 0.5, m.stone('travertine'))
    table.cup((4.42, -1.82, 0.512), 0)
    table.cup((4.62, -1.66, 0.512), 100)
    lamps.floor_lamp((5.9, -1.75, 0), 0, 'drum', watts=20)


def greenery():
    """Trees, palms, sculpture, console and the entrance mat."""
    plants.potted_palm((-5.6, 4.5, 0), 20, 2.9, seed=5)
    plants.potted_palm((5.6, 4.4, 0), 80, 3.0, seed=9)
    plants.potted_palm((2.95, 4.75, 0), 0, 2.4, seed=2)
    plants.fiddle_fig((-2.95, 4.9, 0), 0, 2.1, seed=3)
    plants.potted_palm((-4.0, -3.2, 0), 40, 2.2, seed=8)
    plants.fiddle_fig((6.0, -4.6, 0), 10, 2.0, seed=6)
    plants.fern((0.75, -3.1, 0), 0, 0.5, seed=3)
    casework.cabinet((2.3, -DEPTH / 2 + 0.26, 0), 180, (2.2, 0.46, 0.86), 4, 1, m.wood('walnut'), legs=0.14, knobs='knob', top=m.stone('travertine'))
    art.picture(paintings.hills(4), (2.3, -DEPTH / 2 + 0.001, 1.75), 180, 1.5, 'wide', m.metal('brass', 0.4))
    lamps.table_lamp((3.1, -DEPTH / 2 + 0.26, 0.885), 180, m.ceramic((0.10, 0.15, 0.11), 0.3), watts=9)
    sculpture.knot((1.7, -DEPTH / 2 + 0.28, 0.885), 20, 0.4)
    books.stack((2.4, -DEPTH / 2 + 0.26, 0.885), 170, 4, 3)
    art.plinth((-5.7, -2.4, 0), (0.5, 0.5, 0.95), 0, m.stone('travertine'))
    sculpture.ribbon((-5.7, -2.4, 0.95), 30, 0.7)
    shell.slats(3.4, 2.7, (-4.75, -DEPTH / 2 + 0.001, 0.1), 180, m.wood('walnut'), 0.09, (0.05, 0.04), m.wood('ebony'))
    art.picture(paintings.sea(7), (-4.75, -DEPTH / 2 + 0.06, 1.6), 180, 1.5, 'float', m.metal('brass', 0.3))
    soft.rug((-2.2, -4.15, 0), 0, (7.2, 1.5), (0.32, 0.17, 0.10), 'border', (0.54, 0.45, 0.33), seed=12)
    shell.slats(2.0, 2.7, (5.3, -DEPTH / 2 + 0.001, 0.1), 180, m.wood('walnut'), 0.09, (0.05, 0.04), m.wood('ebony'))
    seating.bench((-4.6, -4.9, 0), 180, 1.8, 0.45, m.leather((0.26, 0.11, 0.045)))
    linen = m.fabric((0.24, 0.26, 0.19), 'velvet')
    for k, x in enumerate((-5.75, -3.0, -2.85, 0.0, 0.12, 2.9, 3.05, 5.8)):
        soft.curtain((x, DEPTH / 2 - 0.14, 0), 0, 0.5, 4.75, linen, 0.1, 0.06, seed=k, rows=12)


def build(variant=None):
    """Place everything; the picture's centre looks over the lounge to the garden windows."""
    core.sky((34, 52), 0.24, 0.45)
    core.sun((34, 52), 5.0, 4900, 0.7)
    grounds.park(-75, 135, 10.5, 19, seed=6, trees=64, tall=6.0)
    architecture()
    reception()
    lounge()
    greenery()
    return {'camera': (-0.9, -1.35, 1.6), 'yaw': 12, 'white': 4650, 'exposure': 0.4, 'contrast': 1.38,
            'lights': {'night': {'sky': (0.003, 0.0045, 0.008), 'fill': 0.22, 'white': 3900, 'exposure': -0.15, 'window_exposure': 0.0}}}
