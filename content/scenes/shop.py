"""A corner shop for books and ceramics: dark green shelving, a long table of new things, a till by the street window."""
from kit import art, books, casework, core, flowers, lamps, outdoor, paintings, plants, seating, shell, shelves, soft, street, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 7.0, 8.6, 3.4
GREEN, CREAM, RUST = (0.075, 0.115, 0.085), (0.68, 0.63, 0.54), (0.42, 0.17, 0.075)


def glazes():
    """The pottery's glazes."""
    return (m.ceramic((0.68, 0.64, 0.56), speckle=0.7), m.ceramic((0.24, 0.32, 0.32)), m.ceramic((0.50, 0.24, 0.12)), m.ceramic((0.42, 0.40, 0.26)),
            m.ceramic((0.10, 0.13, 0.17), 0.2), m.ceramic((0.62, 0.46, 0.28), speckle=0.5))


def architecture():
    """Shell with the shop window and its door on the north side, street outside."""
    frame = m.plastic(GREEN, 0.35)
    holes = [shell.opening('n', -0.85, 4.6, 2.5, 0.5, columns=3, frame=frame, frame_width=0.08, board=m.wood('oak')),
             shell.opening('n', 2.55, 1.05, 2.95, 0.02, columns=1, rows=1, frame=frame, frame_width=0.13)]
    shell.room(WIDTH, DEPTH, HEIGHT, holes, m.plaster((0.70, 0.66, 0.58)), m.wood('oak', 0.12, along='y', plank_length=1.4), m.plaster((0.74, 0.71, 0.66), relief=0),
               frame, skirting_height=0.16, cornice=m.plaster((0.74, 0.71, 0.66), relief=0))
    core.tube([(2.13, 4.36, 0.95), (2.13, 4.3, 0.95), (2.13, 4.3, 1.45), (2.13, 4.36, 1.45)], 0.012, m.metal('brass', 0.25))
    outdoor.paving((-6, 4.56, 6, 8.0), (0.6, 0.6), z=-0.03)
    for k, x in enumerate((-3.0, 1.75)):
        plants.olive_tree((x, 5.0, -0.03), 40 * k, 2.0, seed=2 + k)
    core.box((1.5, 0.42, 0.45), (-1.2, 5.0, -0.03), bevel=0.02, material=m.wood('oak'))
    plants.hedge((1.4, 0.32, 0.35), (-1.2, 5.0, 0.4), density=300)
    core.box((4.6, 0.62, 0.05), (-0.85, 3.98, 0.47), bevel=0.008, material=m.wood('oak'))
    core.box((4.6, 0.04, 0.47), (-0.85, 3.70, 0), bevel=0.004, material=frame)
    core.area_light((6, 7.4), (0, 0, HEIGHT - 0.02), (0, 0, 0), 48, 4200)
    for k in range(6):
        core.box((WIDTH, 0.12, 0.18), (0, -3.5 + 1.4 * k, HEIGHT - 0.2), bevel=0.01, material=m.wood('walnut'))
    shell.panelling(2.7, 1.05, (-2.0, -DEPTH / 2, 0.0), 180, m.plastic(GREEN, 0.45), 4)
    shell.panelling(2.7, 1.05, (2.0, -DEPTH / 2, 0.0), 180, m.plastic(GREEN, 0.45), 4)


def pots(x, y, z, rotation, kind, glaze, chance):
    """A few pieces of pottery of one kind around a point."""
    if kind == 0:
        for k in range(5):
            table.bowl((x, y, z + 0.03 * k), chance.uniform(0, 90), 0.095, 0.06, glaze)
    elif kind == 1:
        for k in range(7):
            table.plate((x, y, z + 0.011 * k), chance.uniform(0, 90), 0.115, glaze)
    elif kind == 2:
        for dx, dy in ((-0.06, 0.02), (0.06, 0.03), (0.0, -0.05)):
            table.cup((x + dx, y + dy, z), chance.uniform(0, 360), glaze, coffee=False, saucer=False)
    elif kind == 3:
        flowers.vase((x, y, z), rotation, 'bottle', material=glaze, scale=chance.uniform(0.75, 0.95))
    else:
        flowers.vase((x, y, z), rotation, 'bowl', material=glaze, scale=chance.uniform(0.8, 1.0))


def walls():
    """Books along the west wall, pottery along the east wall."""
    lacquer = m.plastic(GREEN, 0.42)
    for k in range(4):
        shelves.bookcase((-WIDTH / 2 + 0.18, -3.0 + 1.52 * k, 0), 90, 1.48, 2.75, depth=0.34, levels=7, palette='modern', seed=3 + k, wood=lacquer, base=0.0, fill=(0.7, 0.98))
    shelves.cornice(6.2, (-WIDTH / 2 + 0.2, -0.72, 2.75), 90, lacquer)
    shelves.ladder((-WIDTH / 2 + 0.40, 0.85, 0), 90, 2.6, 0.6, m.wood('oak'))
    chance = core.scatter(6)
    ware = glazes()
    for k in range(3):
        core.area_light((1.5, 0.25), (WIDTH / 2 - 0.75, -2.7 + 1.75 * k, 3.0), (0, 30, 0), 12, 3200)
        y = -2.7 + 1.75 * k
        _, tops = casework.rack((WIDTH / 2 - 0.18, y, 0), -90, 1.6, 2.5, 0.34, 6, m.wood('walnut'), back=m.plaster((0.68, 0.64, 0.56), relief=0))
        for level, top in enumerate(tops[:-1]):
            for j in range(5):
                kind = (level * 2 + j + k) % 5
                if level == 0 or kind in (3, 4) or chance.random() < 0.9:
                    pots(WIDTH / 2 - 0.2, y - 0.6 + 0.3 * j, top, 30 * j, kind, ware[(level + k * 2 + j // 2) % 6], chance)
        for j in range(3):
            flowers.vase((WIDTH / 2 - 0.18, y - 0.5 + 0.5 * j, tops[-1]), 0, ('jar', 'bottle', 'column')[(j + k) % 3], material=ware[(j + k) % 6], scale=0.7 if (j + k) % 3 == 0 else 0.9)


def islands():
    """The long table, a round one, and the reading chair."""
    oak, ware, chance = m.wood('oak'), glazes(), core.scatter(11)
    soft.rug((0.05, -0.5, 0), 90, (3.6, 2.3), (0.42, 0.20, 0.11), 'border', (0.58, 0.47, 0.33), fringe=True, seed=4)
    table.table((-0.75, -0.85, 0.012), 90, (2.6, 1.0, 0.78), m.wood('walnut'))
    for k in range(6):
        books.stack((-1.05 + 0.02 * (k % 2), -1.95 + 0.42 * k, 0.792), 90 + 4 * (k % 3), 3 + k % 4, 20 + k)
    books.open_book((-0.5, -1.4, 0.792), 80, cover='#8a3b22')
    for k, (y, kind) in enumerate(((-1.9, 0), (-0.95, 3), (-0.55, 4), (-0.15, 1), (0.2, 2))):
        pots(-0.45, y, 0.792, 20, kind, ware[(2 * k + 1) % 6], chance)
    flowers.branches_vase((-0.78, -0.75, 0.792), 20, vase_kind='column', height=0.8, count=6)
    table.pedestal_table((1.35, 1.15, 0), 0, 0.5, 0.76, m.wood('walnut'), m.metal('black', 0.4))
    flowers.flowers_vase((1.35, 1.2, 0.76), 0, 'peony', 'bowl', petal_rgb=(0.70, 0.40, 0.28), stems=8, height=0.4)
    for k, (x, y) in enumerate(((1.05, 1.2), (1.45, 0.88), (1.66, 1.3))):
        books.stack((x, y, 0.76), 50 * k, 3, 40 + k, big=False)
    seating.armchair((-2.35, 2.75, 0), 140, m.leather((0.26, 0.11, 0.05)), 'tub', cover=m.fabric(CREAM, 'boucle'))
    lamps.floor_lamp((-3.05, 3.15, 0), 0, 'drum', watts=14)
    seating.ottoman((-1.75, 2.0, 0), 0, 0.27, 0.38, m.fabric(RUST, 'boucle'))


def window_display():
    """Books and pots in the shop window."""
    ware, chance = glazes(), core.scatter(3)
    for k in range(8):
        x = -2.9 + 0.58 * k
        if k % 2:
            pots(x, 3.98, 0.52, 15 * k, (3, 4, 0, 3)[k // 2], ware[(k + 1) % 6], chance)
        else:
            books.stack((x, 3.98, 0.52), 10 * k, 3 + k % 3, 50 + k)
    flowers.branches_vase((-2.3, 4.1, 0.52), 10, vase_kind='column', height=0.8, count=5)
    plants.fern((1.3, 4.05, 0.52), 0, 0.3, seed=4)


def counter():
    """Till, wrapping paper and the wall behind it, on the south side."""
    south, oak = -DEPTH / 2, m.wood('oak')
    core.box((2.6, 0.6, 0.94), (0.9, south + 1.25, 0.02), bevel=0.01, material=m.plastic(GREEN, 0.42))
    shell.panelling(2.6, 0.86, (0.9, south + 1.56, 0.02), 180, m.plastic(GREEN, 0.42), 4)
    core.box((2.8, 0.76, 0.045), (0.9, south + 1.28, 0.96), bevel=0.01, material=m.wood('walnut'))
    core.box((0.34, 0.3, 0.06), (0.45, south + 1.22, 1.005), bevel=0.012, material=m.plastic((0.06, 0.06, 0.06), 0.35))
    core.box((0.3, 0.02, 0.22), (0.45, south + 1.3, 1.09), (18, 0, 0), bevel=0.008, material=m.plastic((0.05, 0.05, 0.05), 0.2))
    for k, rgb in enumerate(((0.56, 0.44, 0.30), (0.50, 0.22, 0.12), (0.22, 0.29, 0.26))):
        core.cylinder(0.045, 0.6, (1.45 + 0.11 * k, south + 1.5, 1.05), m.paper(rgb), 32, 0.004, (90, 0, 0))
    lamps.table_lamp((2.0, south + 1.2, 1.005), 0, m.metal('brass', 0.28), style='dome', height=0.4, watts=8)
    flowers.flowers_vase((-0.2, south + 1.2, 1.005), 0, 'peony', 'bottle', petal_rgb=(0.72, 0.60, 0.45), stems=5, height=0.36)
    books.stack((0.05, south + 1.35, 1.005), 12, 4, 71)
    for z in (1.55, 1.95, 2.35):
        casework.shelf((1.0, south + 0.001, z), 180, 3.0, 0.26, oak)
        books.row((0.2, south + 0.14, z), 180, 1.2, 0.26, 0.2, seed=int(z * 10), palette='modern')
    ware, chance = glazes(), core.scatter(8)
    for k in range(9):
        pots(1.15 + 0.37 * (k % 3), south + 0.13, (1.55, 1.95, 2.35)[k // 3], 0, (3, 0, 4, 2, 3, 1, 4, 3, 0)[k], ware[k % 6], chance)
    art.picture(paintings.still_life(4), (-1.9, south + 0.001, 1.85), 180, 1.15, 'wide', m.wood('walnut'))
    seating.stool((1.5, south + 0.6, 0), 0, 0.7, oak)
    plants.fiddle_fig((-3.0, south + 0.5, 0), 20, 1.9, seed=4)
    casework.cabinet((-1.9, south + 0.3, 0), 180, (1.3, 0.42, 0.72), 2, 2, m.wood('walnut'), knobs='knob')
    table.bowl((-1.6, south + 0.3, 0.72), 0, 0.15, 0.08, ware[1])
    flowers.vase((-2.25, south + 0.3, 0.72), 0, 'column', material=ware[2], scale=1.0)
    art.picture(paintings.cutouts(7), (2.85, south + 0.001, 2.0), 180, 0.7, 'slim', oak, 0.05, oil=False)


def lights():
    """Pendants over the tables and the counter."""
    for y in (-1.7, -0.85, 0.0):
        lamps.pendant((-0.75, y, 2.05), HEIGHT, 'bell', (0.56, 0.46, 0.30), 0.2, 12)
    lamps.pendant((1.35, 1.15, 2.0), HEIGHT, 'paper', radius=0.3, watts=14)
    for x in (0.2, 1.6):
        lamps.pendant((x, -DEPTH / 2 + 1.25, 2.0), HEIGHT, 'globe', radius=0.14, watts=8)
    for y in (-2.2, 0.6, 2.4):
        lamps.wall_lamp((WIDTH / 2, y + 0.05, 2.85), -90, 'shade', watts=4)


def build(variant=None):
    """Place everything; the picture's centre looks to the street window."""
    core.sky((38, 160), 0.24, 0.4)
    core.sun((38, 160), 5.0, 5000, 0.6)
    street.street(8.0, 15.5, seed=3)
    architecture()
    walls()
    islands()
    window_display()
    counter()
    lights()
    return {'camera': (0.55, 0.35, 1.58), 'yaw': -12, 'white': 4150, 'exposure': 0.45, 'contrast': 1.36}
