"""The bathroom of the sea-view room: sea-green tiles, pale terrazzo and brass; the tub stands before a window over the bay.

It lies east of hotel_room: its own middle is at (5.14, 1.8) there, both look out to the same sea.
"""
from kit import art, bath, books, casework, core, flowers, outdoor, paintings, plants, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 3.4, 3.8, 2.6
SEA, DEEP = (0.16, 0.30, 0.29), (0.05, 0.115, 0.12)


def architecture():
    """Shell, window, tiles, ceiling."""
    white = m.plaster((0.75, 0.745, 0.73), relief=0.15)
    frame = m.metal('bronze', 0.4)
    holes = [shell.opening('n', 0.0, 2.3, 1.85, 0.62, columns=2, frame=frame, frame_width=0.06, reveal=0.18, board=m.stone('terrazzo', (0.68, 0.67, 0.65))),
             shell.opening('w', -0.8, 0.88, 2.15, kind='door', leaf=m.wood('oak'), panels=1)]
    tiles = m.tiles(SEA, (0.065, 0.2), (0.42, 0.47, 0.45), roughness=0.12, variation=0.28)
    shell.room(WIDTH, DEPTH, HEIGHT, holes, {'n': white, 's': tiles, 'e': tiles, 'w': white}, m.stone('terrazzo', (0.69, 0.68, 0.66), slab=(0.8, 0.8), roughness=0.22),
               m.plaster((0.77, 0.765, 0.755), relief=0), m.stone('terrazzo', (0.69, 0.68, 0.66)), skirting_height=0.07)
    for side, x in ((-1, -1.45), (1, 1.45)):
        core.box((0.55, 0.012, HEIGHT), (x + side * 0.02, DEPTH / 2 - 0.006, 0), bevel=0, material=tiles)
    core.box((2.35, 0.012, 0.62), (0, DEPTH / 2 - 0.006, 0), bevel=0, material=tiles)
    core.box((WIDTH, 0.12, 0.1), (0, DEPTH / 2 - 0.06, HEIGHT - 0.1), bevel=0.004, material=white)
    shell.ceiling_spots([(-0.9, 0.9), (0.9, 0.9), (-0.9, -0.7), (1.15, -1.35)], HEIGHT, 5, 3200)
    core.area_light((2.6, 2.8), (0, 0, HEIGHT - 0.02), (0, 0, 0), 9, 4600)
    for z in (1.18, 1.7):
        core.box((0.34, 0.012, 0.008), (1.2, -DEPTH / 2 + 0.01, z), bevel=0, material=m.metal('brass', 0.3))
    outdoor.deck((-2.2, 2.2, 2.2, 3.6), -0.3)


def bathing():
    """Tub under the window, its tap, a stool with what one needs."""
    bath.tub((0.0, 1.2, 0), 0, (1.75, 0.82, 0.58))
    bath.tub_filler((1.12, 1.25, 0), -80)
    tray = [core.box((0.2, 0.9, 0.02), (0, 0, 0), bevel=0.006, material=m.wood('walnut'))]
    core.parent(tray, (0.32, 1.2, 0.582), 4)
    books.open_book((0.32, 1.12, 0.602), 10, 0.3)
    table.cup((0.34, 1.42, 0.602), 60)
    table.votive((0.3, 0.9, 0.602))
    soft.throw((-0.45, 0.805, 0.6), 2, 0.42, m.fabric((0.72, 0.52, 0.42), 'boucle'), (0.46, 0.2), 0.016, 4)
    casework.side_table((-1.2, 1.0, 0), 0, 0.19, 0.44, m.wood('walnut'))
    outdoor.towel_stack((-1.2, 1.0, 0.44), -12, ((0.75, 0.735, 0.70), (0.72, 0.52, 0.42), (0.75, 0.735, 0.70)), (0.3, 0.24))
    plants.olive_tree((-1.36, 1.56, 0), 30, 1.75, (0.64, 0.62, 0.58), seed=8)
    soft.rug((-0.15, 0.36, 0), 0, (1.25, 0.62), (0.72, 0.70, 0.65), 'stripes', (0.16, 0.28, 0.28), seed=2)
    for k, x in enumerate((-0.95, -0.78, 0.9)):
        table.bottle((x, 1.95, 0.65), 20 * k, ('square', 'round', 'square')[k], tint=m.plastic(((0.14, 0.09, 0.04), (0.60, 0.57, 0.5), (0.05, 0.11, 0.11))[k], 0.2), seed=k)
    table.bowl((0.62, 1.95, 0.65), 0, 0.08, 0.04)


def washing():
    """Long vanity with two basins under lit mirrors on the east wall."""
    east, oak = WIDTH / 2, m.wood('walnut')
    casework.cabinet((east - 0.27, -0.15, 0.3), -90, (1.9, 0.52, 0.5), 4, 1, oak, legs=0.0, top=m.stone('marble', (0.74, 0.73, 0.71), roughness=0.18))
    for k, y in enumerate((-0.62, 0.34)):
        bath.basin((east - 0.3, y, 0.826), -90)
        bath.lit_mirror((east, y, 1.62), -90, (0.72, 0.72), 13, 3300)
    for k, (y, kind) in enumerate(((-0.2, 'round'), (-0.08, 'square'))):
        table.bottle((east - 0.14, y, 0.826), 0, kind, tint=m.plastic((0.14, 0.09, 0.04), 0.2), seed=k + 4)
    flowers.flowers_vase((east - 0.16, 0.68, 0.826), 0, 'peony', 'bottle', petal_rgb=(0.76, 0.62, 0.55), stems=4, height=0.36)
    table.tumbler((east - 0.15, -0.92, 0.826))
    soft.throw((east - 0.53, 0.05, 0.62), -90, 0.32, m.fabric((0.75, 0.735, 0.70), 'boucle'), (0.36, 0.02), 0.014, 6)
    core.box((0.34, 0.5, 0.02), (east - 0.25, -0.75, 0.12), bevel=0.004, material=oak)
    bath.rolled_towels((east - 0.4, -0.42, 0.0), -90, (4, 3, 2))


def showering():
    """Shower behind glass in the south-east, the other corner for the robe and the warm rail."""
    brass, south = m.metal('brass', 0.28), -DEPTH / 2
    bath.screen((0.42, south + 0.55, 0), 90, 1.1, 2.1, brass)
    bath.screen((0.68, south + 1.1, 0), 0, 0.52, 2.1, brass)
    bath.shower((1.2, south, 2.12), 180, brass)
    core.box((0.36, 0.02, 0.012), (1.1, south + 0.02, 1.2), bevel=0.003, material=brass)
    core.box((1.24, 1.08, 0.012), (1.07, south + 0.55, 0.0), bevel=0, material=m.tiles(DEEP, 0.05, (0.3, 0.33, 0.32), roughness=0.3))
    core.cylinder(0.06, 0.004, (1.1, south + 0.55, 0.012), brass)
    casework.shelf((WIDTH / 2, south + 0.28, 1.15), -90, 0.5, 0.12, m.stone('marble', (0.74, 0.73, 0.71)))
    for k in range(2):
        table.bottle((WIDTH / 2 - 0.07, south + 0.2 + 0.12 * k, 1.15), 0, ('square', 'round')[k], tint=m.plastic((0.05, 0.11, 0.11), 0.2), seed=9 + k)
    bath.toilet((-0.35, south, 0.06), 180)
    bath.paper_holder((0.06, south, 0.72), 180)
    art.picture(paintings.sea(12), (-0.35, south + 0.001, 1.62), 180, 0.62, 'slim', brass)
    west = -WIDTH / 2
    bath.rail((west, -1.58, 0.75), 90, 0.5, 1.1, brass)
    bath.robe((west, 0.2, 1.85), 90)
    art.picture(paintings.cutouts(9, palette=None), (west + 0.001, 0.95, 1.6), 90, 0.7, 'slim', m.wood('oak'), 0.05, oil=False)
    art.picture(paintings.botanical(21), (-1.25, south + 0.001, 1.5), 180, 0.42, 'slim', brass, 0.06, oil=False)
    core.lathe([(0, 0), (0.12, 0), (0.14, 0.26), (0.13, 0.26), (0.11, 0.01), (0, 0.01)], (-1.25, south + 0.25, 0), m.metal('brass', 0.4))


def build(variant=None):
    """Place everything; the picture's centre looks over the tub to the sea."""
    core.world('sunset', -8, 1.3)
    core.sun((11, 28), 5, 3600, 1.2)
    architecture()
    bathing()
    washing()
    showering()
    return {'camera': (-0.25, -0.42, 1.5), 'yaw': 0, 'white': 4600, 'exposure': 0.5, 'contrast': 1.3}
