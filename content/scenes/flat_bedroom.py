"""The bedroom of the show flat in the morning: sage limewash, white linen, rust; the sun comes in low from the east.

Its own middle is at (-3.0, -7.0) in show_flat, beyond a hall. Doors lead north to the hall, west to the bathroom.
"""
from kit import art, books, casework, core, flowers, lamps, paintings, plants, seating, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 4.4, 3.8, 2.75
SAGE, RUST, WHITE = (0.30, 0.345, 0.27), (0.45, 0.185, 0.085), (0.75, 0.745, 0.73)


def architecture():
    """Shell, window with curtains, doors, ceiling rose."""
    frame, leaf = m.plastic((0.06, 0.06, 0.058), 0.4), m.plastic((0.66, 0.65, 0.62), 0.4)
    holes = [shell.opening('e', 0.0, 2.3, 2.1, 0.3, columns=2, frame=frame, board=m.wood('oak')),
             shell.opening('n', 1.5, 0.95, 2.15, kind='door', leaf=leaf),
             shell.opening('w', 0.55, 0.85, 2.15, kind='door', leaf=leaf)]
    white = m.plaster(WHITE, relief=0.15)
    shell.room(WIDTH, DEPTH, HEIGHT, holes, {'n': white, 'e': white, 'w': white, 's': m.plaster(SAGE, relief=0.5)}, m.wood('oak', 0.19, plank_length=2.2),
               m.plaster((0.77, 0.765, 0.755), relief=0), m.plastic((0.72, 0.71, 0.69), 0.4), m.plaster((0.77, 0.765, 0.755), relief=0), skirting_height=0.09)
    linen, veil = m.fabric((0.68, 0.65, 0.58), 'linen'), m.sheer((0.80, 0.79, 0.77), 0.36)
    for side in (-1, 1):
        soft.curtain((WIDTH / 2 - 0.16, side * 1.36, 0), -90, 0.5, 2.6, linen, 0.1, 0.06, seed=5 + side)
    soft.curtain((WIDTH / 2 - 0.1, 0.85, 0), -90, 0.55, 2.58, veil, 0.09, 0.035, seed=2)
    soft.curtain_rail((WIDTH / 2 - 0.16, 0, 2.62), 3.4, 90)
    lamps.pendant((0.1, 0.05, 2.05), HEIGHT, 'paper', radius=0.3, watts=5, glow=0.7)
    core.area_light((3.6, 3.0), (0, 0, HEIGHT - 0.02), (0, 0, 0), 8, 5200)


def sleeping():
    """Bed against the sage wall, bedside tables, blanket box at its foot."""
    south = -DEPTH / 2
    soft.bed((-0.35, south + 1.16, 0), 180, 1.6, 2.02, throw=m.fabric(RUST, 'wool'), head=m.fabric((0.62, 0.58, 0.49), 'boucle'), headboard=(1.9, 1.1),
             frame=m.fabric((0.55, 0.51, 0.43), 'wool'), accents=(m.fabric(SAGE, 'velvet'), m.fabric((0.70, 0.55, 0.40), 'linen')))
    soft.rug((-0.35, -0.25, 0), 0, (2.6, 1.9), (0.66, 0.63, 0.56), 'diamonds', (0.34, 0.32, 0.27), fringe=True, seed=4)
    for k, x in enumerate((-1.5, 0.8)):
        casework.nightstand((x, south + 0.24, 0), 180, m.wood('oak'))
        lamps.table_lamp((x + 0.04, south + 0.2, 0.52), 180, m.ceramic((0.66, 0.60, 0.50) if k else (0.33, 0.38, 0.31), 0.4), watts=5, glow=0.8, height=0.46)
    books.stack((0.92, south + 0.3, 0.52), 170, 3, 7, big=False)
    table.cup((-1.38, south + 0.32, 0.52), 40)
    table.tumbler((-1.6, south + 0.34, 0.52))
    for k, (x, z) in enumerate(((-0.72, 1.72), (0.02, 1.72))):
        art.picture(paintings.botanical(5 + 12 * k), (x, south + 0.001, z), 180, 0.46, 'slim', m.wood('oak'), 0.06, oil=False)


def dressing():
    """Wardrobe and mirror on the north wall, chest of drawers and chair on the west."""
    north, west = DEPTH / 2, -WIDTH / 2
    casework.wardrobe((-0.95, north - 0.31, 0), 0, 2.3, 2.4, 0.6, 4, m.plastic((0.66, 0.645, 0.60), 0.42))
    casework.cabinet((west + 0.24, -0.95, 0), 90, (1.3, 0.44, 0.82), 2, 3, m.wood('oak'), knobs='knob', legs=0.12)
    mirror = [core.cylinder(0.36, 0.02, (0, 0, 0), m.wood('oak'), 96, 0.004, (90, 0, 0)), core.cylinder(0.34, 0.004, (0, -0.02, 0), m.mirror(), 96, 0.001, (90, 0, 0))]
    core.parent(mirror, (west, -0.95, 1.5), 90)
    flowers.flowers_vase((west + 0.22, -1.35, 0.82), 0, 'peony', 'bottle', petal_rgb=(0.72, 0.50, 0.38), stems=5, height=0.42)
    table.bowl((west + 0.26, -0.6, 0.82), 0, 0.09, 0.05, m.ceramic((0.33, 0.38, 0.31), speckle=0.5))
    for k in range(3):
        table.bottle((west + 0.16, -0.98 + 0.1 * k, 0.82), 0, ('square', 'round', 'spirit')[k], tint=m.glass((0.9, 0.8, 0.6)) if k == 1 else None, seed=k)
    seating.armchair((1.5, -0.35, 0), -112, m.fabric((0.62, 0.58, 0.50), 'boucle'), 'frame', m.wood('oak'), m.fabric(RUST, 'linen'), width=0.72)
    soft.throw((1.68, -0.3, 0.72), -112, 0.4, m.fabric(SAGE, 'wool'), (0.3, 0.2), seed=7)
    lamps.floor_lamp((1.85, -1.1, 0), 20, 'tripod', watts=4, glow=0.7)
    plants.rubber_plant((1.82, 1.05, 0), 30, 1.15, (0.66, 0.63, 0.57), seed=3)
    books.magazine((0.55, 0.62, 0.013), 24, paintings.cutouts(7, (300, 400)))
    art.picture(paintings.bands(9), (west + 0.001, 1.45, 1.6), 90, 0.5, 'slim', m.wood('oak'))
    art.picture(paintings.hills(14), (0.62, north - 0.001, 1.6), 0, 0.62, 'slim', m.wood('oak'), 0.05, oil=False)


def build(variant=None):
    """Place everything; the picture's centre looks over the bed to the morning in the east."""
    core.world('sunrise', 60, 1.6)
    core.sun((20, 64), 7, 4300, 0.8)
    architecture()
    sleeping()
    dressing()
    return {'camera': (0.75, 0.72, 1.52), 'yaw': 150, 'white': 4800, 'exposure': 0.35, 'contrast': 1.3}
