"""The show apartment: kitchen, dining and living in one bright room with oak, linen and a blue-grey note."""
from kit import art, books, casework, chairs, core, flowers, lamps, paintings, plants, seating, shell, shelves, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 9.6, 6.4, 2.75
BLUE, OCHRE, CREAM = (0.15, 0.21, 0.25), (0.50, 0.30, 0.09), (0.70, 0.67, 0.60)


def architecture():
    """Shell, windows, curtains, ceiling."""
    frame = m.plastic((0.06, 0.06, 0.058), 0.4)
    holes = [shell.opening('n', -2.9, 2.0, 1.5, 0.95, columns=2, frame=frame, board=m.wood('oak')),
             shell.opening('n', 1.9, 4.6, 2.35, 0.06, columns=3, frame=frame),
             shell.opening('e', 0.0, 3.2, 1.85, 0.55, columns=2, frame=frame, board=m.wood('oak')),
             shell.opening('s', 3.9, 0.95, 2.15, kind='door', leaf=m.plastic((0.66, 0.65, 0.62), 0.4))]
    shell.room(WIDTH, DEPTH, HEIGHT, holes, m.plaster((0.74, 0.72, 0.68), relief=0.2), m.wood('oak', 0.19, plank_length=2.2), m.plaster((0.76, 0.75, 0.73), relief=0),
               m.plastic((0.70, 0.69, 0.66), 0.4), skirting_height=0.09)
    linen, veil = m.fabric((0.62, 0.58, 0.51), 'linen'), m.sheer((0.80, 0.79, 0.77), 0.4)
    for k, x in enumerate((-0.62, 4.42)):
        soft.curtain((x, 3.02, 0), 0, 0.6, 2.62, linen, 0.1, 0.055, seed=k)
    soft.curtain((-0.05, 3.1, 0), 0, 0.75, 2.6, veil, 0.09, 0.04, seed=6)
    soft.curtain_rail((1.9, 3.05, 2.63), 5.7)
    for k, y in enumerate((1.85, -1.85)):
        soft.curtain((4.62, y, 0), -90, 0.55, 2.62, linen, 0.1, 0.055, seed=9 + k)
    soft.curtain_rail((4.62, 0, 2.63), 4.4, 90)
    shell.ceiling_spots([(-3.6, -1.6), (-3.6, 0.4), (-1.4, -2.2), (1.0, -2.2), (3.4, -2.2), (-1.4, 2.2)], HEIGHT, 4, 3200, light=False)
    for k in range(9):
        core.box((0.05, DEPTH, 0.05), (-4.65 + 0.42 * k, 0, HEIGHT - 0.05), bevel=0.006, material=m.wood('oak'))
    core.box((3.0, 0.035, 0.03), (2.7, 0.55, HEIGHT - 0.03), bevel=0.003, material=frame)
    for k in range(4):
        core.cylinder(0.035, 0.13, (1.5 + 0.8 * k, 0.55 + 0.06, HEIGHT - 0.2), frame, 32, 0.004, (24 * (-1) ** k, 0, 0))
    core.area_light((8.6, 5.4), (0, 0, HEIGHT - 0.015), (0, 0, 0), 22, 5000)
    core.box((5.6, 1.8, 0.08), (1.9, 4.4, -0.12), bevel=0, material=m.stone('concrete'))
    core.box((5.6, 0.05, 0.04), (1.9, 5.2, 1.02), material=frame)
    for k in range(43):
        core.box((0.012, 0.03, 1.05), (-0.85 + k * 0.131, 5.2, -0.03), bevel=0, material=frame)
    for k, x in enumerate((0.1, 3.8)):
        plants.olive_tree((x, 4.7, -0.04), 60 * k, 1.9, seed=4 + k)
    plants.grass_clump((1.1, 4.8, 0.0), 0, 0.7, 80, 6)


def kitchen():
    """Run along the west wall, island with stools, shelves."""
    west, front, oak = -WIDTH / 2, m.plastic(BLUE, 0.42), m.wood('oak')
    top = m.stone('marble', (0.72, 0.70, 0.67), roughness=0.2)
    casework.cabinet((west + 0.32, 0.35, 0), 90, (4.0, 0.62, 0.88), 6, 1, front, legs=0.05, knobs='bar', top=top)
    core.box((0.02, 4.0, 0.62), (west + 0.01, 0.35, 0.905), bevel=0, material=m.tiles((0.70, 0.69, 0.65), (0.2, 0.065), (0.6, 0.58, 0.55), offset=0.5))
    tall = casework.wardrobe((west + 0.33, -2.35, 0), 90, 1.35, 2.45, 0.62, 2, front)
    tall.name = 'larder'
    for z in (1.55, 1.95):
        casework.shelf((west + 0.02, 0.9, z), 90, 2.6, 0.26, oak)
    china = (m.ceramic((0.70, 0.68, 0.63)), m.ceramic((0.36, 0.42, 0.44)), m.ceramic((0.55, 0.40, 0.24)))
    for k in range(7):
        y = -0.2 + k * 0.34
        if k % 3 == 0:
            for j in range(5):
                table.bowl((west + 0.15, y, 1.55 + 0.026 * j), 0, 0.075, 0.05, china[k % 2])
        elif k % 3 == 1:
            flowers.vase((west + 0.15, y, 1.55), 0, 'bottle', (0.55, 0.42, 0.28), scale=0.75)
        else:
            books.stack((west + 0.15, y, 1.55), 90, 3, k, big=False)
        for j in range(2):
            table.tumbler((west + 0.13, y + 0.09 * j, 1.95))
    plants.fern((west + 0.15, 2.0, 1.95), 0, 0.3, seed=4)
    core.box((0.46, 0.52, 0.008), (west + 0.34, 0.0, 0.907), bevel=0.003, material=m.plastic((0.03, 0.03, 0.032), 0.08))
    core.box((0.5, 0.56, 0.5), (west + 0.26, 0.0, 1.95), bevel=0.01, material=front)
    core.tube([(west + 0.14, 1.45, 0.905), (west + 0.14, 1.45, 1.22), (west + 0.2, 1.45, 1.27), (west + 0.33, 1.45, 1.27), (west + 0.36, 1.45, 1.22)], 0.012, m.metal('brass', 0.25))
    core.box((0.4, 0.6, 0.006), (west + 0.36, 1.45, 0.904), bevel=0.002, material=m.metal('steel', 0.3))
    table.fruit_bowl((west + 0.3, -0.75, 0.905), radius=0.15)
    for k, kind in enumerate(('square', 'round')):
        table.bottle((west + 0.2, 0.62 + 0.13 * k, 0.905), 0, kind, seed=k)
    core.box((0.03, 0.3, 0.42), (west + 0.1, 0.95, 0.905), (0, -12, 0), bevel=0.01, material=oak)
    core.box((0.86, 2.3, 0.86), (-2.55, 0.35, 0), bevel=0.006, material=oak)
    core.box((1.0, 2.5, 0.05), (-2.5, 0.35, 0.86), bevel=0.008, material=top)
    for y in (-0.4, 0.35, 1.1):
        seating.stool((-1.78, y, 0), 0, 0.66, oak, m.leather((0.26, 0.14, 0.07)))
    flowers.branches_vase((-2.55, 0.95, 0.91), 0, height=0.75, count=6)
    core.box((0.3, 0.45, 0.025), (-2.45, -0.25, 0.91), 15, bevel=0.008, material=m.wood('walnut'))
    table.loaf_basket((-2.45, -0.25, 0.935), 20)
    for y in (-0.35, 0.35, 1.05):
        lamps.pendant((-2.5, y, 1.75), HEIGHT, 'dome', OCHRE, 0.15, 7)


def dining():
    """Round-the-table place in the middle, laid for six."""
    oak = m.wood('oak')
    soft.rug((0.15, -1.35, 0), 0, (3.0, 2.3), (0.58, 0.55, 0.48), 'stripes', (0.36, 0.38, 0.38), seed=3)
    table.table((0.15, -1.35, 0.012), 0, (2.0, 0.95, 0.75), oak)
    kit = table.service(linen=BLUE)
    for k, x in enumerate((-0.45, 0.15, 0.75)):
        for side in (-1, 1):
            chairs.dining_chair((x, -1.35 + side * 0.72, 0.012), 0 if side > 0 else 180 + 5 * (k - 1), oak, m.fabric((0.60, 0.56, 0.48), 'boucle'))
            table.place_setting((x, -1.35 + side * 0.3, 0.762), 180 if side > 0 else 0, kit)
    flowers.flowers_vase((0.1, -1.35, 0.762), 0, 'peony', 'column', petal_rgb=(0.72, 0.60, 0.50), stems=8, height=0.42)
    table.candle((0.5, -1.38, 0.762))
    table.candle((-0.28, -1.32, 0.762), height=0.16)
    lamps.pendant((0.15, -1.35, 1.68), HEIGHT, 'paper', radius=0.36, watts=14)
    art.picture(paintings.arcs(4), (-1.35, -DEPTH / 2 + 0.001, 1.6), 180, 0.9, 'slim', oak, 0.06, oil=False)
    art.picture(paintings.cutouts(3), (0.15, -DEPTH / 2 + 0.001, 1.6), 180, 1.2, 'slim', oak, 0.06, oil=False)
    casework.cabinet((0.15, -DEPTH / 2 + 0.24, 0), 180, (2.2, 0.42, 0.74), 4, 1, oak, legs=0.14, knobs='knob')
    lamps.table_lamp((1.0, -DEPTH / 2 + 0.24, 0.74), 180, m.ceramic((0.30, 0.36, 0.38)), watts=8)
    books.stack((0.3, -DEPTH / 2 + 0.24, 0.74), 180, 4, 11)
    flowers.vase((-0.55, -DEPTH / 2 + 0.24, 0.74), 0, 'bottle', (0.5, 0.34, 0.2))


def living():
    """Sofa group by the large window, shelves and reading corner."""
    soft.rug((2.9, 0.65, 0), 0, (3.0, 2.6), (0.62, 0.58, 0.50), 'diamonds', (0.30, 0.29, 0.27), fringe=True, seed=7)
    pads = (m.fabric(BLUE, 'velvet'), m.fabric(OCHRE, 'linen'), m.fabric(CREAM, 'boucle'))
    seating.sofa((3.85, 0.55, 0), -90, 2.6, 0.98, m.fabric((0.55, 0.51, 0.44), 'wool'), cushions=pads)
    soft.throw((4.2, -0.35, 0.80), -90, 0.6, m.fabric(OCHRE, 'wool'), (0.3, 0.15), seed=2)
    casework.coffee_table((2.45, 0.6, 0.012), 0, (0.95, 0.95, 0.36), m.wood('oak'), m.wood('oak'), 'round')
    books.stack((2.3, 0.75, 0.372), 30, 3, 2)
    table.bowl((2.65, 0.5, 0.372), 0, 0.14, 0.07, m.ceramic((0.30, 0.36, 0.38), speckle=0.6))
    table.cup((2.3, 0.4, 0.372), 70)
    seating.armchair((1.35, 1.35, 0), 66, m.fabric(BLUE, 'velvet'), 'frame', m.wood('oak'), m.fabric(CREAM, 'boucle'))
    lamps.floor_lamp((0.85, 2.35, 0), 30, 'tripod', watts=14)
    seating.ottoman((2.2, 1.95, 0), 0, 0.3, 0.38, m.fabric(OCHRE, 'boucle'))
    shelves.bookcase((2.6, -DEPTH / 2 + 0.17, 0), 180, 1.3, 2.2, depth=0.3, levels=6, palette='modern', seed=5, wood=m.wood('oak'), fill=(0.5, 0.9))
    plants.fiddle_fig((4.3, 2.55, 0), 0, 1.9, seed=3)
    plants.potted_palm((4.38, -1.85, 0), 50, 1.6, (0.6, 0.58, 0.54), seed=7)
    plants.snake_plant((-0.95, 2.75, 0), 0, 0.85, (0.5, 0.4, 0.3))
    art.picture(paintings.gesture(5), (-1.25, DEPTH / 2 - 0.001, 1.6), 0, 0.8, 'slim', m.wood('oak'))
    casework.nightstand((4.42, -1.1, 0), -90, m.wood('oak'))
    lamps.table_lamp((4.42, -1.1, 0.52), -90, m.ceramic((0.55, 0.40, 0.24)), watts=8)


def build(variant=None):
    """Place everything. The picture's centre looks to the living room's window, as `kitchen` along the run to the window over the sink."""
    core.world('sunrise', 29, 1.5)
    core.sun((24, 74), 4, 4500, 0.8)
    architecture()
    kitchen()
    dining()
    living()
    look = {'white': 4500, 'window_exposure': -0.8, 'exposure': 0.15, 'contrast': 1.36}
    return {'camera': (-3.42, -1.3, 1.55), 'yaw': 12, **look} if variant == 'kitchen' else {'camera': (0.25, 0.55, 1.55), 'yaw': 60, **look}
