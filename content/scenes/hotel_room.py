"""A suite by the sea at the end of the day: bed against oak slats, writing desk, armchair, a window wall onto the bay."""
from kit import art, books, casework, chairs, core, flowers, lamps, outdoor, paintings, plants, seating, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 6.6, 7.4, 2.75
SAND, CLAY, INK = (0.60, 0.53, 0.44), (0.40, 0.19, 0.10), (0.10, 0.13, 0.14)


def architecture():
    """Shell, window wall, balcony, ceiling."""
    wall = m.plaster((0.66, 0.61, 0.54))
    window = shell.opening('n', 0.0, 5.6, 2.4, 0.04, columns=3, frame=m.metal('bronze', 0.4), frame_width=0.07, reveal=0.2)
    door = shell.opening('s', -1.9, 0.92, 2.15, kind='door', leaf=m.wood('oak'))
    bath = shell.opening('e', -1.0, 0.88, 2.15, kind='door', leaf=m.wood('oak'), panels=1)
    shell.room(WIDTH, DEPTH, HEIGHT, [window, door, bath], wall, m.wood('oak', 0.16, along='y', plank_length=2.4), m.plaster((0.72, 0.69, 0.64), relief=0), m.wood('oak'), skirting_height=0.08)
    raft = m.plaster((0.70, 0.67, 0.62), relief=0)
    core.box((4.6, 5.0, 0.09), (0, -0.2, HEIGHT - 0.12), bevel=0.01, material=raft)
    core.box((4.52, 4.92, 0.03), (0, -0.2, HEIGHT - 0.03), bevel=0, material=m.emissive(3000, 1.1))
    for k in range(12):
        core.box((4.56, 0.05, 0.035), (0, -2.45 + k * 0.41, HEIGHT - 0.155), bevel=0.004, material=m.wood('oak'))
    shell.ceiling_spots([(-1.8, -2.2), (1.8, -2.2), (1.8, 1.8), (-1.8, 1.8)], HEIGHT - 0.12, 4, 3000, light=False)
    core.area_light((4.2, 4.6), (0, -0.2, HEIGHT - 0.14), (0, 0, 0), 14, 4200)
    outdoor.deck((-3.4, 3.95, 3.4, 5.7), 0.0)
    rail = m.metal('bronze', 0.4)
    core.box((6.8, 0.06, 0.04), (0, 5.66, 1.02), material=rail)
    core.box((6.8, 0.012, 0.92), (0, 5.66, 0.08), bevel=0, material=m.window_glass((0.86, 0.92, 0.91)))
    for x in (-3.3, -1.1, 1.1, 3.3):
        core.box((0.04, 0.04, 1.02), (x, 5.66, 0), material=rail)
    for side in (-1, 1):
        core.box((0.16, 2.0, 3.0), (side * 3.42, 4.85, 0), bevel=0.01, material=m.plaster((0.62, 0.57, 0.5)))
        core.box((1.0, 0.34, 0.42), (side * 2.75, 5.4, 0), bevel=0.01, material=m.stone('concrete'))
        for k in range(3):
            plants.grass_clump((side * 2.75 - 0.3 + 0.3 * k, 5.4, 0.4), 40 * k, 0.75, 60, 5, seed=10 + k + side)
    outdoor.lounger((1.35, 4.75, 0), -62, cushion_rgb=(0.66, 0.60, 0.52), pillow_rgb=CLAY)
    outdoor.side_table((0.1, 4.9, 0), 0)
    plants.fern((-1.6, 4.9, 0), seed=4, spread=0.5)


def sleeping():
    """Bed, slatted wall, bedside tables and lamps along the west wall."""
    west = -WIDTH / 2
    shell.slats(4.6, 2.35, (west + 0.001, -0.9, 0.08), 90, m.wood('oak'), 0.075, (0.045, 0.03), m.wood('walnut'))
    core.box((0.07, 4.7, 0.04), (west + 0.035, -0.9, 2.43), bevel=0.004, material=m.wood('oak'))
    soft.bed((west + 1.2, -0.9, 0), 90, 1.9, 2.05, throw=m.fabric((0.30, 0.15, 0.085), 'wool'), cover=m.fabric((0.70, 0.67, 0.62), 'linen'),
             head=m.fabric((0.56, 0.49, 0.40), 'boucle'), frame=m.fabric((0.42, 0.36, 0.29), 'wool'), headboard=(2.3, 1.2),
             accents=(m.fabric(CLAY, 'velvet'), m.fabric((0.62, 0.55, 0.45), 'boucle'), m.fabric(INK, 'velvet')))
    for side, style in ((-1, 'vase'), (1, 'vase')):
        y = -0.9 + side * 1.42
        casework.nightstand((west + 0.28, y, 0), 90, m.wood('walnut'))
        lamps.table_lamp((west + 0.26, y + side * 0.06, 0.52), 90, m.ceramic((0.42, 0.33, 0.25), 0.5), style=style, watts=15, glow=1.1)
    books.stack((west + 0.36, -2.4, 0.52), 80, 3, 4)
    table.cup((west + 0.38, 0.36, 0.52), 30)
    soft.rug((-1.35, -0.9, 0), 90, (3.4, 2.9), (0.56, 0.50, 0.42), 'border', (0.38, 0.31, 0.24), fringe=True)
    seating.bench((west + 2.62, -0.9, 0), 90, 1.3, 0.42, m.leather((0.20, 0.095, 0.045)))
    soft.throw((west + 2.62, -1.2, 0.47), 90, 0.5, m.fabric((0.62, 0.57, 0.48), 'wool'), (0.35, 0.38), seed=3)
    books.magazine((west + 2.62, -0.5, 0.47), 70, paintings.cutouts(2, (300, 400)))


def working():
    """Desk, mirror and chest along the east wall."""
    east = WIDTH / 2
    casework.desk((east - 0.36, -0.7, 0), -90, 1.6, 0.62, m.wood('walnut'), m.metal('brass', 0.35))
    chairs.dining_chair((east - 0.98, -0.72, 0), -90 + 168, m.wood('walnut'), m.leather((0.20, 0.095, 0.045)))
    lamps.table_lamp((east - 0.28, -0.12, 0.75), -90, m.metal('brass', 0.3), style='dome', height=0.42, watts=12)
    books.open_book((east - 0.45, -0.78, 0.75), -90)
    books.stack((east - 0.25, -1.26, 0.75), -80, 4, 9)
    flowers.flowers_vase((east - 0.25, -1.02, 0.75), 0, 'peony', 'bowl', petal_rgb=(0.70, 0.45, 0.36), stems=6, height=0.3)
    art.picture(paintings.sea(3), (east - 0.001, -0.7, 1.62), -90, 1.25, 'float', m.wood('walnut'))
    casework.cabinet((east - 0.26, -2.55, 0), -90, (1.3, 0.48, 0.86), 2, 2, m.wood('walnut'), knobs='knob', legs=0.12, top=m.stone('marble', (0.66, 0.62, 0.57)))
    for k, kind in enumerate(('wine', 'spirit', 'round')):
        table.bottle((east - 0.2, -3.02 + 0.13 * k, 0.885), 20 * k, kind, seed=k)
    for k in range(3):
        table.tumbler((east - 0.34, -2.98 + 0.11 * k, 0.885))
    table.fruit_bowl((east - 0.26, -2.3, 0.885), radius=0.14)
    mirror = [core.box((0.8, 0.02, 1.1), (0, -0.015, 0), bevel=0.004, material=m.mirror())]
    mirror += [core.box((0.02, 0.04, 1.14), (s * 0.41, -0.02, -0.02), material=m.metal('brass', 0.3)) for s in (-1, 1)]
    mirror += [core.box((0.84, 0.04, 0.02), (0, -0.02, z), material=m.metal('brass', 0.3)) for z in (-0.02, 1.1)]
    core.parent(mirror, (east, -2.55, 1.15), -90)


def sitting():
    """Armchair corner by the window and the curtains."""
    seating.armchair((1.95, 2.1, 0), -38, m.fabric((0.33, 0.20, 0.12), 'velvet'), cover=m.fabric((0.62, 0.55, 0.45), 'boucle'), width=0.86)
    casework.side_table((1.15, 2.35, 0), top=m.stone('travertine'))
    table.cup((1.2, 2.28, 0.5), 20)
    books.stack((1.08, 2.42, 0.5), 15, 2, 12, big=False)
    lamps.floor_lamp((2.85, 2.85, 0), 0, 'drum', watts=27, height=1.65, glow=1.0)
    soft.rug((1.6, 2.05, 0), 12, (1.9, 1.9), (0.42, 0.26, 0.18), 'plain', round_shape=True, seed=5)
    lamps.pendant((1.62, 2.05, 1.95), HEIGHT - 0.12, 'paper', radius=0.3, watts=12, glow=0.9)
    art.picture(paintings.botanical(9), (WIDTH / 2 - 0.001, 2.1, 1.6), -90, 0.52, 'slim', m.wood('oak'), 0.06, oil=False)
    plants.potted_palm((-2.75, 2.75, 0), 30, 1.95, (0.55, 0.48, 0.40), seed=3)
    heavy, veil = m.fabric((0.50, 0.41, 0.32), 'linen'), m.sheer((0.78, 0.75, 0.70), 0.42)
    for side in (-1, 1):
        soft.curtain((side * 2.88, 3.5, 0), 0, 0.62, 2.62, heavy, 0.1, 0.06, seed=side)
        soft.curtain((side * 2.1, 3.58, 0), 0, 1.0, 2.6, veil, 0.09, 0.04, seed=3 + side)
    core.box((6.5, 0.2, 0.1), (0, 3.56, HEIGHT - 0.11), bevel=0.005, material=m.plaster((0.72, 0.69, 0.64), relief=0))


def arriving():
    """Wardrobe, door, pictures and luggage along the south wall."""
    casework.wardrobe((-1.9, -DEPTH / 2 + 0.31, 0), 180, 2.6, 2.45, 0.6, 4, m.wood('oak'))
    art.picture(paintings.bands(5), (0.35, -DEPTH / 2 + 0.001, 1.55), 180, 0.8, 'slim', m.wood('walnut'))
    soft.rug((1.6, -2.9, 0), 0, (1.1, 0.7), (0.36, 0.30, 0.24), 'stripes', (0.56, 0.5, 0.42), seed=9)
    case = m.leather((0.16, 0.075, 0.035))
    low = core.box((0.62, 0.36, 0.2), (0, 0, 0.02), bevel=0.03, material=case)
    bands = [core.box((0.035, 0.366, 0.206), (x, 0, 0.017), bevel=0.008, material=m.leather((0.36, 0.2, 0.1))) for x in (-0.18, 0.18)]
    core.parent([low, *bands], (0.35, -DEPTH / 2 + 0.34, 0.40), 0)
    seating.ottoman((0.35, -DEPTH / 2 + 0.36, 0), 0, 0.3, 0.41, m.fabric(SAND, 'boucle'))
    lamps.wall_lamp((1.15, -DEPTH / 2, 1.7), 180, 'globe', watts=8)


def build(variant=None):
    """Place everything; the picture's centre looks at the window."""
    core.world('sunset', -8, 1.3)
    core.sun((11, 28), 5, 3600, 1.2)
    architecture()
    sleeping()
    working()
    sitting()
    arriving()
    return {'camera': (0.55, 0.1, 1.52), 'yaw': 0, 'white': 3900, 'exposure': 0.55, 'contrast': 1.3}
