"""A dentist's treatment room: white, ash and a pale green, morning light through slatted blinds, everything laid out for the next."""
import math

import cv2
import numpy as np

from kit import art, bath, casework, chairs, core, flowers, lamps, paintings, plants, schoolroom, shell, soft, table
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 5.6, 4.8, 2.8
MINT, CORAL = (0.30, 0.50, 0.44), (0.72, 0.26, 0.18)


def architecture():
    """Shell, wide window with a blind, door, ceiling of panels."""
    frame = m.plastic((0.70, 0.70, 0.69), 0.4)
    holes = [shell.opening('n', 0.15, 3.6, 1.75, 0.8, columns=3, frame=frame, board=m.stone('marble', (0.74, 0.73, 0.72))),
             shell.opening('s', -1.7, 0.95, 2.15, kind='door', leaf=m.wood('ash'), panels=1)]
    white = m.plaster((0.76, 0.765, 0.76), relief=0.1)
    shell.room(WIDTH, DEPTH, HEIGHT, holes, {'n': white, 's': white, 'e': m.plaster((0.52, 0.62, 0.575), relief=0.1), 'w': white},
               m.stone('terrazzo', (0.60, 0.60, 0.585), roughness=0.3), m.plaster((0.77, 0.77, 0.765), relief=0), m.plastic((0.66, 0.67, 0.66), 0.4), skirting_height=0.08)
    seam, panel = m.plastic((0.5, 0.5, 0.5), 0.6), m.emissive(5000, 1.8)
    for k in range(10):
        core.box((0.012, DEPTH, 0.004), (-WIDTH / 2 + 0.6 * k + 0.1, 0, HEIGHT - 0.004), bevel=0, material=seam)
    for k in range(9):
        core.box((WIDTH, 0.012, 0.004), (0, -DEPTH / 2 + 0.6 * k, HEIGHT - 0.004), bevel=0, material=seam)
    for x, y in ((-1.5, -0.6), (0.9, -0.6), (-1.5, 1.2), (0.9, 1.2)):
        core.box((0.58, 0.58, 0.006), (x - 0.2, y - 0.3, HEIGHT - 0.008), bevel=0, material=panel)
    core.area_light((4.2, 3.4), (0, 0, HEIGHT - 0.03), (0, 0, 0), 32, 5000)
    vent = m.plastic((0.66, 0.66, 0.66), 0.5)
    for k in range(6):
        core.box((0.5, 0.05, 0.008), (2.0, -1.75 + 0.08 * k, HEIGHT - 0.012), (18, 0, 0), bevel=0, material=vent)
    blind = core.box((3.5, 0.045, 0.0025), (0.15, DEPTH / 2 + 0.05, 1.5), (-38, 0, 0), bevel=0, material=m.plastic((0.72, 0.72, 0.71), 0.35))
    for k in range(1, 26):
        core.duplicate(blind, (0.15, DEPTH / 2 + 0.05, 1.5 + 0.04 * k), (-38, 0, 0))
    core.box((3.56, 0.06, 0.05), (0.15, DEPTH / 2 + 0.05, 2.5), material=m.plastic((0.7, 0.7, 0.69), 0.4))
    for x in (-1.2, 0.15, 1.5):
        core.tube([(x, DEPTH / 2 + 0.02, 1.45), (x, DEPTH / 2 + 0.02, 2.52)], 0.0025, vent, 2)


def patient_chair():
    """The chair, its column, the instrument bridge, the lamp on its arm."""
    shell_white, steel, pad = m.plastic((0.74, 0.745, 0.74), 0.25), m.metal('aluminium', 0.25), m.leather(MINT, 0.4)
    parts = [core.soft_box((0.62, 1.0, 0.09), (0, 0.1, 0.0), 0.01, shell_white, radius=0.04), core.soft_box((0.3, 0.42, 0.36), (0, 0.15, 0.08), 0.01, shell_white, radius=0.05),
             core.soft_box((0.5, 0.62, 0.08), (0, 0.12, 0.43), 0.005, shell_white, radius=0.03)]
    parts += [core.soft_box((0.58, 0.66, 0.12), (0, 0.05, 0.49), 0.02, pad, radius=0.05, wrinkle=0.002),
              core.soft_box((0.56, 0.86, 0.11), (0, -0.62, 0.40), 0.02, pad, (8, 0, 0), radius=0.05, wrinkle=0.002),
              core.soft_box((0.5, 0.3, 0.06), (0, -0.96, 0.37), 0.01, m.plastic((0.7, 0.7, 0.69), 0.2), (8, 0, 0), radius=0.02),
              core.soft_box((0.6, 0.86, 0.12), (0, 0.72, 0.66), 0.02, pad, (28, 0, 0), radius=0.06, wrinkle=0.002),
              core.soft_box((0.64, 0.84, 0.05), (0, 0.76, 0.60), 0.004, shell_white, (28, 0, 0), radius=0.03),
              core.soft_box((0.3, 0.26, 0.09), (0, 1.24, 0.92), 0.015, pad, (20, 0, 0), radius=0.04, wrinkle=0.001)]
    parts += [core.soft_box((0.3, 0.3, 0.006), (0, 1.23, 1.015), 0.002, m.paper((0.78, 0.80, 0.80)), (20, 0, 0), radius=0.003)]
    for side in (-1, 1):
        parts += [core.soft_box((0.09, 0.46, 0.05), (side * 0.37, 0.3, 0.74), 0.006, pad, (6, 0, 0), radius=0.022), core.tube([(side * 0.33, 0.42, 0.52), (side * 0.37, 0.4, 0.76)], 0.018, steel)]
    core.parent(parts, (-0.05, -0.1, 0), 0)
    arm = [(-0.95, 0.95, 0.0), (-0.95, 0.95, 0.85), (-0.95, 0.95, 2.05), (-0.8, 0.9, 2.12), (-0.2, 0.6, 2.1)]
    core.tube(arm[:3], 0.03, shell_white, 6)
    core.lathe([(0, 0), (0.2, 0), (0.2, 0.02), (0.05, 0.045), (0.03, 0.1)], (-0.95, 0.95, 0), shell_white)
    core.tube(arm[2:], 0.022, shell_white, 6)
    core.tube([(-0.2, 0.6, 2.1), (-0.12, 0.56, 1.95), (-0.05, 0.55, 1.86)], 0.016, steel, 5)
    core.soft_box((0.34, 0.15, 0.1), (-0.05, 0.55, 1.76), 0.01, shell_white, (24, 0, 0), radius=0.04)
    for dx in (-0.1, 0, 0.1):
        core.cylinder(0.034, 0.006, (-0.05 + dx, 0.52, 1.755), m.emissive(5200, 7), 32, 0, (24, 0, 0))
    for side in (-1, 1):
        core.tube([(-0.05 + side * 0.16, 0.55, 1.81), (-0.05 + side * 0.26, 0.5, 1.8), (-0.05 + side * 0.26, 0.42, 1.78)], 0.011, steel)
    core.area_light((0.3, 0.12), (-0.05, 0.52, 1.74), (20, 0, 0), 10, 5200, spread_deg=90)
    bridge(shell_white, steel)


def bridge(white, steel):
    """Tray with instruments on hoses, on the right of the chair; spittoon and suction on its left."""
    core.tube([(0.55, 0.25, 0.3), (0.75, 0.2, 0.45), (0.95, 0.05, 0.95), (0.86, -0.1, 1.02)], 0.026, white, 6)
    core.soft_box((0.52, 0.34, 0.06), (0.78, -0.22, 1.0), 0.004, white, -12, radius=0.025)
    core.box((0.40, 0.26, 0.012), (0.78, -0.21, 1.062), -12, bevel=0.005, material=steel)
    core.box((0.36, 0.22, 0.003), (0.78, -0.21, 1.075), -12, bevel=0, material=m.paper((0.62, 0.74, 0.72)))
    for k in range(6):
        x = 0.66 + 0.042 * k
        core.tube([(x - 0.02, -0.29, 1.083), (x, -0.2, 1.085), (x + 0.015, -0.14, 1.09), (x + 0.02, -0.125, 1.1 + 0.004 * (k % 3))], [0.003, 0.004, 0.0025, 0.0012], steel)
    core.lathe([(0, 0), (0.014, 0.0), (0.016, 0.02), (0.014, 0.02), (0.013, 0.003), (0, 0.003)], (0.93, -0.2, 1.08), m.glass())
    black = m.plastic((0.06, 0.065, 0.07), 0.4)
    for k in range(4):
        x, y = 0.60 + 0.1 * k, -0.42 + 0.021 * k
        core.tube([(x, y + 0.03, 1.05), (x, y - 0.03, 1.12), (x + 0.005, y - 0.05, 1.19)], [0.011, 0.012, 0.008], steel)
        core.tube([(x, y + 0.03, 1.04), (x + 0.02, y - 0.02, 0.82), (x + 0.06, y + 0.06, 0.62), (x + 0.02, y + 0.2, 0.72), (0.86, 0.05, 0.9)], 0.007, black, 3)
    core.soft_box((0.3, 0.34, 0.72), (-0.72, 0.35, 0.12), 0.008, white, radius=0.06)
    core.lathe([(0, 0), (0.06, 0), (0.15, 0.05), (0.165, 0.08), (0.155, 0.08), (0.13, 0.05), (0, 0.02)], (-0.66, 0.2, 0.86), m.ceramic((0.74, 0.74, 0.73)))
    core.tube([(-0.8, 0.35, 0.84), (-0.8, 0.35, 1.08), (-0.74, 0.29, 1.1), (-0.7, 0.25, 1.05)], 0.011, steel)
    table.tumbler((-0.8, 0.48, 0.84), drink=None)
    core.tube([(0.62, 0.35, 0.7), (0.75, 0.6, 1.1), (0.72, 0.9, 1.3)], 0.016, white, 5)
    screen = np.full((300, 440, 3), 0.04, np.float32)
    for row in range(2):
        for k in range(14):
            x, h = 30 + 28 * k, 62 + 14 * math.cos((k - 6.5) / 3)
            top = 150 - int(h) - 6 + int(9 * ((k - 6.5) / 6.5) ** 2) if row == 0 else 156 + int(-9 * ((k - 6.5) / 6.5) ** 2) + 10
            cv2.ellipse(screen, (x, int(top + h / 2)), (11, int(h / 2)), 0, 0, 360, (0.62, 0.66, 0.68), -1, cv2.LINE_AA)
            cv2.ellipse(screen, (x, int(top + (h * 0.72 if row == 0 else h * 0.28))), (11, 14), 0, 0, 360, (0.84, 0.86, 0.86), -1, cv2.LINE_AA)
    sheet = art.print_sheet(cv2.GaussianBlur(screen, (0, 0), 1.6), 0.5, 0.34, glow=1.2)
    frame = core.box((0.54, 0.03, 0.38), (0, 0.018, -0.19), bevel=0.008, material=black)
    core.parent([sheet, frame], (0.72, 0.93, 1.42), 12)


def cabinets():
    """White drawers along the east wall under a mint splashback, with basin, dispensers and glass-fronted shelves above."""
    east, front = WIDTH / 2, m.plastic((0.72, 0.73, 0.72), 0.25)
    casework.cabinet((east - 0.28, -0.2, 0), -90, (3.6, 0.54, 0.86), 6, 3, front, legs=0.1, knobs='line', top=m.stone('marble', (0.75, 0.745, 0.74)))
    core.box((0.012, 3.6, 0.5), (east - 0.006, -0.2, 0.89), bevel=0, material=m.tiles((0.36, 0.55, 0.49), (0.07, 0.07), (0.66, 0.7, 0.68), roughness=0.12, variation=0.2))
    bath.basin((east - 0.3, 0.95, 0.89), -90, 0.19)
    for k, rgb in enumerate(((0.72, 0.73, 0.73), MINT)):
        core.soft_box((0.1, 0.09, 0.24), (east - 0.06, 1.3 + 0.16 * k, 1.2), 0.004, m.plastic(rgb, 0.3), radius=0.02)
    core.soft_box((0.12, 0.26, 0.2), (east - 0.07, 0.55, 1.42), 0.004, m.plastic((0.72, 0.73, 0.73), 0.3), radius=0.02)
    core.box((0.004, 0.2, 0.09), (east - 0.1, 0.55, 1.37), bevel=0, material=m.paper((0.78, 0.78, 0.77)))
    casework.cabinet((east - 0.18, -0.95, 1.55), -90, (2.1, 0.34, 0.72), 4, 1, front, legs=0.0, knobs='line')
    casework.shelf((east, 0.72, 1.75), -90, 1.1, 0.24, m.wood('ash'))
    for k, (y, kind) in enumerate(((0.35, 'jar'), (0.62, 'bottle'))):
        flowers.vase((east - 0.13, y, 1.75), 0, kind, ((0.72, 0.70, 0.66), (0.36, 0.5, 0.45))[k], scale=0.8)
    plants.fern((east - 0.13, 1.05, 1.75), 0, 0.24, (0.7, 0.69, 0.67), seed=3)
    for k in range(4):
        core.box((0.13, 0.24, 0.07), (east - 0.2, -1.6, 0.89 + 0.071 * k), 3 * (k % 3), bevel=0.003, material=m.paper(((0.30, 0.46, 0.60), (0.75, 0.75, 0.74), MINT, (0.75, 0.75, 0.74))[k]))
    for k in range(3):
        core.lathe([(0, 0), (0.04, 0), (0.042, 0.1), (0.04, 0.105), (0.037, 0.1), (0.036, 0.004), (0, 0.004)], (east - 0.16, -1.2 + 0.11 * k, 0.89), m.glass())
        core.cylinder(0.034, 0.05, (east - 0.16, -1.2 + 0.11 * k, 0.895), m.paper((0.76, 0.76, 0.75)), 20)
    core.soft_box((0.3, 0.42, 0.3), (east - 0.24, -0.5, 0.89), 0.004, m.plastic((0.68, 0.69, 0.69), 0.25), radius=0.03)
    core.box((0.004, 0.26, 0.16), (east - 0.392, -0.55, 0.97), bevel=0, material=m.plastic((0.03, 0.035, 0.04), 0.1))
    for k in range(2):
        core.cylinder(0.014, 0.01, (east - 0.395, -0.36, 1.0 + 0.07 * k), m.metal('aluminium'), 24, 0.003, (0, -90, 0))


def round_about():
    """Stools, desk with screen in the south, diplomas, a shelf of teeth and toys, a coat, plants."""
    steel, mint = m.metal('aluminium', 0.25), m.leather(MINT, 0.4)
    for x, y, back in ((0.62, 1.35, True), (-0.95, 1.55, False)):
        for k in range(5):
            a = math.radians(72 * k + 20)
            core.tube([(x, y, 0.1), (x + 0.27 * math.cos(a), y + 0.27 * math.sin(a), 0.07)], 0.016, steel)
            core.cylinder(0.03, 0.025, (x + 0.27 * math.cos(a), y + 0.27 * math.sin(a) - 0.012, 0.03), m.plastic((0.08, 0.08, 0.08), 0.5), 20, 0.004, (90, 0, 0))
        core.tube([(x, y, 0.08), (x, y, 0.5)], 0.024, steel)
        core.lathe([(0, 0), (0.17, 0.0), (0.19, 0.03), (0.185, 0.07), (0.15, 0.09), (0, 0.095)], (x, y, 0.5), mint, 48)
        if back:
            core.soft_box((0.4, 0.07, 0.2), (x + 0.02, y + 0.22, 0.78), 0.01, mint, radius=0.03)
            core.tube([(x, y + 0.1, 0.5), (x, y + 0.26, 0.56), (x, y + 0.26, 0.85)], 0.012, steel)
    south, west, ash = -DEPTH / 2, -WIDTH / 2, m.wood('ash')
    casework.desk((-0.6, south + 0.36, 0), 180, 1.5, 0.62, ash, m.metal('black', 0.4))
    core.box((0.54, 0.025, 0.34), (-0.45, south + 0.22, 0.9), -6, bevel=0.008, material=m.plastic((0.05, 0.05, 0.055), 0.3))
    core.box((0.03, 0.03, 0.16), (-0.45, south + 0.2, 0.75), material=steel)
    core.cylinder(0.1, 0.01, (-0.45, south + 0.2, 0.75), steel)
    core.box((0.4, 0.13, 0.014), (-0.45, south + 0.5, 0.75), bevel=0.005, material=m.plastic((0.66, 0.66, 0.66), 0.4))
    table.cup((-1.05, south + 0.48, 0.75), 30)
    flowers.flowers_vase((-1.15, south + 0.26, 0.75), 0, 'peony', 'bottle', petal_rgb=CORAL, stems=5, height=0.36)
    chairs.dining_chair((-0.5, south + 1.0, 0), 175, ash, m.fabric((0.36, 0.46, 0.43), 'wool'))
    lamps.table_lamp((0.02, south + 0.25, 0.75), 180, m.metal('black', 0.4), style='dome', height=0.4, watts=5)
    for k, x in enumerate((-1.05, -0.5, 0.05)):
        art.picture(paintings.botanical(11 + 5 * k), (x, south + 0.001, 1.72), 180, 0.34, 'slim', ash, 0.06, oil=False)
    art.picture(paintings.sea(17, (1400, 800)), (west + 0.001, 0.55, 1.65), 90, 1.5, 'slim', ash, oil=False)
    art.picture(schoolroom.child_drawing(5), (west + 0.001, -0.75, 1.75), 90, 0.36, 'slim', ash, 0.03, oil=False)
    art.picture(schoolroom.child_drawing(8), (west + 0.001, -0.75, 1.36), 90, 0.36, 'slim', ash, 0.03, oil=False)
    casework.cabinet((west + 0.22, 0.55, 0), 90, (1.5, 0.4, 0.62), 3, 1, ash, legs=0.12, knobs='line')
    tooth = m.ceramic((0.76, 0.75, 0.72), 0.15)
    core.soft_box((0.17, 0.16, 0.15), (west + 0.24, 0.3, 0.72), 0.025, tooth, radius=0.06)
    for dx in (-0.045, 0.045):
        for dy in (-0.04, 0.04):
            core.lathe([(0, 0), (0.018, 0.005), (0.034, 0.1), (0, 0.12)], (west + 0.24 + dx, 0.3 + dy, 0.62), tooth, 24)
    plants.snake_plant((west + 0.22, 1.05, 0.62), 0, 0.5, (0.7, 0.69, 0.67), seed=3)
    plants.fiddle_fig((west + 0.4, DEPTH / 2 - 0.4, 0), 0, 1.9, (0.68, 0.67, 0.65), seed=7)
    plants.fern((1.5, DEPTH / 2 + 0.02, 0.83), 0, 0.3, (0.68, 0.67, 0.65), seed=6)
    core.box((0.02, 0.5, 0.06), (west + 0.01, -1.5, 1.75), bevel=0.004, material=ash)
    bath.robe((west + 0.02, -1.4, 1.78), 90, m.fabric((0.74, 0.75, 0.75), 'linen'), seed=4)
    soft.rug((-1.0, -1.35, 0), 0, (1.5, 0.9), (0.42, 0.50, 0.47), 'stripes', (0.66, 0.66, 0.63), seed=3)
    core.lathe([(0, 0), (0.13, 0), (0.15, 0.36), (0.15, 0.4), (0.0, 0.42)], (west + 0.3, -0.35, 0), m.metal('aluminium', 0.2))
    core.soft_box((0.3, 0.11, 0.24), (-1.75, south + 0.4, 0), 0.02, m.leather((0.36, 0.16, 0.06)), 15, radius=0.04)


def build(variant=None):
    """Place everything; the picture's centre looks over the chair to the window."""
    core.sky((33, 28), 0.22, 0.4)
    core.sun((33, 28), 3.2, 4900, 0.8)
    core.box((30, 14, 0.1), (0, 11, -3.2), bevel=0, material=m.leaf((0.10, 0.17, 0.05)))
    plants.hedge((26, 1.2, 4.6), (0, 12, -3.2), 0, 120, seed=4)
    for k in range(3):
        plants.olive_tree((-3.2 + 3.1 * k, 8 + (k % 2), -3.2), 70 * k, 4.6, potted=False, seed=5 + k)
    architecture()
    patient_chair()
    cabinets()
    round_about()
    return {'camera': (-0.3, -1.02, 1.5), 'yaw': 4, 'white': 5400, 'exposure': 1.05, 'contrast': 1.42, 'window_exposure': -0.9}
