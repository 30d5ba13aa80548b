"""The small bathroom of the show flat: blush tiles, white, black metal, pine; a high window to the south.

It lies west of flat_bedroom: its own middle is at (-3.44, 0.1) there, the door in its east wall.
"""
from kit import art, bath, casework, core, flowers, outdoor, paintings, plants, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 2.2, 3.1, 2.6
BLUSH, PINE = (0.62, 0.40, 0.31), (0.07, 0.125, 0.095)


def architecture():
    """Shell, tiles, window, door."""
    black, white = m.metal('black', 0.4), m.plaster((0.76, 0.755, 0.74), relief=0.1)
    holes = [shell.opening('s', 0.3, 0.9, 0.75, 1.55, columns=1, frame=m.plastic((0.06, 0.06, 0.058), 0.4), board=m.stone('terrazzo', (0.70, 0.68, 0.65))),
             shell.opening('e', -0.45, 0.85, 2.15, kind='door', leaf=m.plastic((0.66, 0.65, 0.62), 0.4))]
    tiles = m.tiles(BLUSH, (0.1, 0.1), (0.70, 0.66, 0.62), roughness=0.14, variation=0.2)
    shell.room(WIDTH, DEPTH, HEIGHT, holes, {'n': white, 's': tiles, 'e': white, 'w': tiles}, m.tiles((0.72, 0.71, 0.69), (0.3, 0.3), (0.5, 0.48, 0.46), roughness=0.3),
               m.plaster((0.77, 0.765, 0.755), relief=0))
    dado = m.tiles((0.74, 0.73, 0.71), (0.1, 0.1), (0.62, 0.60, 0.58), roughness=0.14)
    core.box((WIDTH, 0.012, 1.2), (0, DEPTH / 2 - 0.006, 0), bevel=0, material=dado)
    core.box((WIDTH, 0.022, 0.02), (0, DEPTH / 2 - 0.011, 1.2), bevel=0.004, material=m.plastic(PINE, 0.3))
    shell.ceiling_spots([(0.0, 0.6), (-0.3, -0.7)], HEIGHT, 8, 3400)
    core.area_light((1.6, 2.4), (0, 0, HEIGHT - 0.02), (0, 0, 0), 7, 4600)
    core.box((1.1, 0.02, 0.012), (-0.2, -DEPTH / 2 + 0.02, 0.0), bevel=0, material=black)


def fittings():
    """Vanity on the west wall, shower in the south, toilet in the north."""
    west, south, north, black = -WIDTH / 2, -DEPTH / 2, DEPTH / 2, m.metal('black', 0.35)
    casework.cabinet((west + 0.25, 0.35, 0.28), 90, (1.15, 0.48, 0.52), 2, 1, m.plastic(PINE, 0.38), legs=0.0, knobs='knob', top=m.stone('terrazzo', (0.71, 0.69, 0.66)))
    bath.basin((west + 0.29, 0.35, 0.826), 90, 0.2, metal=black)
    bath.lit_mirror((west, 0.35, 1.62), 90, (0.74, 0.74), 12, 3400, black)
    table.bottle((west + 0.15, 0.72, 0.826), 0, 'square', tint=m.plastic((0.14, 0.09, 0.04), 0.2), seed=2)
    table.tumbler((west + 0.14, -0.02, 0.826))
    flowers.flowers_vase((west + 0.16, -0.14, 0.826), 0, 'peony', 'bottle', petal_rgb=(0.74, 0.58, 0.48), stems=4, height=0.34)
    outdoor.towel_stack((west + 0.3, 0.05, 0.0), 90, ((0.75, 0.74, 0.71), BLUSH, (0.75, 0.74, 0.71)), (0.34, 0.26))
    bath.screen((-0.55, south + 1.0, 0), 0, 1.06, 2.1, black, 3)
    bath.shower((-0.62, south, 2.1), 180, black)
    core.box((1.12, 1.0, 0.012), (-0.54, south + 0.5, 0), bevel=0, material=m.tiles(PINE, 0.05, (0.3, 0.32, 0.3), roughness=0.3))
    casework.shelf((west, south + 0.5, 1.1), 90, 0.5, 0.11, m.stone('terrazzo', (0.71, 0.69, 0.66)))
    for k in range(3):
        table.bottle((west + 0.06, south + 0.36 + 0.13 * k, 1.1), 0, ('square', 'round', 'square')[k], tint=m.plastic(((0.60, 0.57, 0.5), PINE, (0.14, 0.09, 0.04))[k], 0.2), seed=k)
    bath.toilet((-0.45, north, 0.04), 0, plate=black)
    bath.paper_holder((-0.05, north, 0.72), 0, black)
    art.picture(paintings.arcs(21), (-0.45, north - 0.001, 1.72), 0, 0.5, 'slim', m.wood('oak'), 0.05, oil=False)
    bath.rail((WIDTH / 2, -0.75, 0.7), -90, 0.5, 1.15, black, m.fabric((0.62, 0.40, 0.31), 'boucle'), 5)
    plants.fern((0.55, south - 0.06, 1.56), 0, 0.26, (0.70, 0.68, 0.64), seed=6)
    plants.snake_plant((0.72, north - 0.3, 0), 0, 0.75, (0.62, 0.42, 0.33), seed=4)
    soft.rug((-0.2, 0.35, 0), 90, (0.95, 0.55), (0.72, 0.70, 0.66), 'stripes', (0.30, 0.36, 0.30), seed=6)
    core.lathe([(0, 0), (0.15, 0), (0.18, 0.42), (0.17, 0.42), (0.14, 0.01), (0, 0.01)], (0.85, -1.25, 0), m.wood('ash'))
    core.soft_box((0.28, 0.28, 0.14), (0.85, -1.25, 0.34), 0.03, m.fabric((0.75, 0.74, 0.71), 'boucle'), radius=0.06, wrinkle=0.02)


def build(variant=None):
    """Place everything; the picture's centre looks to the vanity and the shower."""
    core.world('courtyard', 200, 1.6)
    core.sun((34, 186), 5, 4800, 0.8)
    architecture()
    fittings()
    return {'camera': (0.22, 0.05, 1.5), 'yaw': 235, 'white': 5200, 'exposure': 0.85, 'contrast': 1.28}
