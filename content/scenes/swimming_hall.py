"""A small public bath of the thirties: blue tiles, white walls, timber arches, morning sun through tall windows onto the water."""
import math

import cv2
import numpy as np

from kit import art, bath, core, outdoor, paintings, plants, shell, soft, terrace
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 14.0, 21.0, 6.4
POOL = (-3.9, -8.0, 3.5, 8.6)                    # x0, y0, x1, y1 of the basin
DEEP, SKY, NAVY = (0.035, 0.17, 0.33), (0.16, 0.40, 0.55), (0.02, 0.055, 0.13)


def basin():
    """Tiled basin, overflow rim, water, lane ropes, ladders, starting blocks."""
    x0, y0, x1, y1 = POOL
    blue, white = m.tiles((0.11, 0.40, 0.56), 0.1, (0.22, 0.46, 0.58), roughness=0.2, variation=0.16), m.tiles((0.72, 0.73, 0.72), 0.1, (0.55, 0.57, 0.57), roughness=0.2)
    cx, cy, deep = (x0 + x1) / 2, (y0 + y1) / 2, 1.7
    core.box((x1 - x0 + 0.4, y1 - y0 + 0.4, 0.1), (cx, cy, -deep - 0.1), bevel=0, material=blue)
    for x in (x0 - 0.1, x1 + 0.1):
        core.box((0.2, y1 - y0, deep - 0.03), (x, cy, -deep), bevel=0, material=blue)
    for y in (y0 - 0.1, y1 + 0.1):
        core.box((x1 - x0, 0.2, deep - 0.03), (cx, y, -deep), bevel=0, material=blue)
    lane, lanes = (x1 - x0) / 3, 3
    for k in range(lanes):
        core.box((0.24, y1 - y0 - 2.6, 0.004), (x0 + (k + 0.5) * lane, cy, -deep + 0.001), bevel=0, material=m.tiles(NAVY, 0.05, (0.05, 0.1, 0.2)))
        for end in (y0 + 1.3, y1 - 1.3):
            core.box((0.9, 0.24, 0.004), (x0 + (k + 0.5) * lane, end, -deep + 0.001), bevel=0, material=m.tiles(NAVY, 0.05, (0.05, 0.1, 0.2)))
    for x, wide in ((x0 - 0.17, 0.34), (x1 + 0.17, 0.34)):
        core.box((wide, y1 - y0 + 0.68, 0.05), (x, cy, -0.03), bevel=0.018, material=white)
    for y in (y0 - 0.17, y1 + 0.17):
        core.box((x1 - x0, 0.34, 0.05), (cx, y, -0.03), bevel=0.018, material=white)
    water = core.mesh_from([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)], [(0, 1, 2, 3)], False, 'water')
    core.link(water, terrace.pool_water((0.70, 0.92, 0.96), 0.012), (0, 0, -0.14), 0, 'water')
    red, pale = m.plastic((0.60, 0.05, 0.03), 0.35), m.plastic((0.74, 0.74, 0.72), 0.35)
    float_red = core.cylinder(0.055, 0.09, (0, 0, -9), red, 20, 0.015, (90, 0, 0))
    float_pale = core.cylinder(0.055, 0.09, (0, 0, -9.5), pale, 20, 0.015, (90, 0, 0))
    for k in (1, 2):
        x = x0 + k * lane
        core.tube([(x, y0, -0.13), (x, y1, -0.13)], 0.006, pale, 2)
        for n in range(int((y1 - y0) / 0.1)):
            y = y0 + 0.1 * n
            near = min(y - y0, y1 - y) < 2.0
            core.duplicate(float_red if near or n // 10 % 2 else float_pale, (x, y + 0.09, -0.13), (90, 0, 0))
    steel = m.metal('steel', 0.18)
    for x, side in ((x0, 1), (x1, -1)):
        y = y0 + 2.3
        for dy in (-0.26, 0.26):
            core.tube([(x - side * 0.55, y + dy, 0.0), (x - side * 0.55, y + dy, 0.75), (x - side * 0.35, y + dy, 0.92), (x - side * 0.05, y + dy, 0.85), (x + side * 0.1, y + dy, 0.5),
                       (x + side * 0.1, y + dy, -1.2)], 0.02, steel, 5)
        for z in (-0.3, -0.6, -0.9):
            core.box((0.09, 0.52, 0.03), (x + side * 0.1, y, z), material=steel)
    for k in range(lanes):
        x = x0 + (k + 0.5) * lane
        core.box((0.62, 0.62, 0.5), (x, y1 + 0.75, 0), bevel=0.02, material=white)
        core.box((0.56, 0.58, 0.035), (x, y1 + 0.72, 0.5), (-7, 0, 0), bevel=0.012, material=m.plastic(SKY, 0.7))
        art_number = art.print_sheet(_number(k + 1), 0.3, 0.3)
        art_number.location = (x, y1 + 0.435, 0.27)


def _number(n):
    """A dark figure on white enamel."""
    sheet = np.full((200, 200, 3), 0.9, np.float32)
    cv2.putText(sheet, str(n), (52, 158), cv2.FONT_HERSHEY_DUPLEX, 5.2, (0.03, 0.12, 0.28), 14, cv2.LINE_AA)
    return sheet


def hall():
    """Tiled walls, tall windows east, gallery west, timber arches and boards overhead."""
    # The deck ends below the rim: sides that lie in the basin's own walls would be black.
    x0, y0, x1, y1 = POOL[0] - 0.25, POOL[1] - 0.25, POOL[2] + 0.25, POOL[3] + 0.25
    deck = m.tiles((0.56, 0.60, 0.60), (0.15, 0.15), (0.42, 0.46, 0.47), roughness=0.32, variation=0.1)
    for size, at in (((x0 + WIDTH / 2, DEPTH, 0.2), ((x0 - WIDTH / 2) / 2, 0, -0.2)), ((WIDTH / 2 - x1, DEPTH, 0.2), ((x1 + WIDTH / 2) / 2, 0, -0.2)),
                     ((x1 - x0, y0 + DEPTH / 2, 0.2), ((x0 + x1) / 2, (y0 - DEPTH / 2) / 2, -0.2)), ((x1 - x0, DEPTH / 2 - y1, 0.2), ((x0 + x1) / 2, (y1 + DEPTH / 2) / 2, -0.2))):
        core.box(size, at, bevel=0, material=deck)
    frame = m.plastic((0.70, 0.71, 0.70), 0.4)
    holes = [shell.opening('e', y, 1.9, 3.9, 1.55, columns=2, rows=4, frame=frame, frame_width=0.07, reveal=0.18) for y in (-7.6, -3.8, 0, 3.8, 7.6)]
    holes += [shell.opening('n', x, 1.9, 3.0, 2.2, columns=2, rows=3, frame=frame, frame_width=0.07, reveal=0.18) for x in (-4.2, 0, 4.2)]
    holes += [shell.opening('s', x, 1.0, 2.2, kind='door', leaf=m.plastic((0.04, 0.15, 0.28), 0.35)) for x in (4.3, 2.8)]
    white = m.plaster((0.76, 0.765, 0.76), relief=0.3)
    parts = {}
    for side in 'nesw':
        length = WIDTH if side in 'ns' else DEPTH
        mine = sorted((h for h in holes if h['wall'] == side), key=lambda h: h['at'])
        made = shell.wall(length, HEIGHT, mine, white)
        for hole in mine:
            made += shell.fill(hole)
        parts[side] = core.parent(made, {'n': (0, DEPTH / 2, 0), 's': (0, -DEPTH / 2, 0), 'e': (WIDTH / 2, 0, 0), 'w': (-WIDTH / 2, 0, 0)}[side], shell.FACES[side])
    blue, band = m.tiles(SKY, (0.1, 0.2), (0.42, 0.55, 0.6), roughness=0.12, variation=0.24, offset=0.5), m.tiles(NAVY, (0.1, 0.1), (0.2, 0.28, 0.35), roughness=0.12, variation=0.3)
    for x in (-1, 1):
        core.box((0.02, DEPTH, 1.45), (x * (WIDTH / 2 - 0.01), 0, 0), bevel=0, material=blue)
        core.box((0.026, DEPTH, 0.1), (x * (WIDTH / 2 - 0.013), 0, 1.45), bevel=0, material=band)
        core.box((0.03, DEPTH, 0.2), (x * (WIDTH / 2 - 0.015), 0, 0), bevel=0, material=band)
    core.box((WIDTH, 0.02, 1.45), (0, DEPTH / 2 - 0.01, 0), bevel=0, material=blue)
    core.box((WIDTH, 0.026, 0.1), (0, DEPTH / 2 - 0.013, 1.45), bevel=0, material=band)
    for a, b in ((-WIDTH / 2, -4.86), (-3.74, -3.36), (-2.24, WIDTH / 2)):
        core.box((b - a, 0.02, 1.45), ((a + b) / 2, -DEPTH / 2 + 0.01, 0), bevel=0, material=blue)
        core.box((b - a, 0.026, 0.1), ((a + b) / 2, -DEPTH / 2 + 0.013, 1.45), bevel=0, material=band)
    for y in (-5.7, -1.9, 1.9, 5.7):
        radiator(WIDTH / 2 - 0.1, y)
    roof()


def radiator(x, y):
    """Cast-iron radiator painted white."""
    white = m.plastic((0.70, 0.71, 0.70), 0.35)
    first = core.box((0.14, 0.05, 0.62), (x - 0.06, y - 0.55, 0.15), bevel=0.022, material=white)
    for k in range(1, 18):
        core.duplicate(first, (x - 0.06, y - 0.55 + 0.065 * k, 0.15))


def roof():
    """Segment arches of glued larch under a boarded vault, with round lamps between them."""
    larch, boards = m.wood('ash'), m.plaster((0.70, 0.66, 0.58), relief=0)
    rise, steps = 1.5, 18

    def at(k):
        x = -WIDTH / 2 + WIDTH * k / steps
        return x, HEIGHT - 0.5 + rise * (1 - (2 * x / WIDTH) ** 2)
    for k in range(steps):
        (xa, za), (xb, zb) = at(k), at(k + 1)
        tilt = math.degrees(math.atan2(zb - za, xb - xa))
        long = math.hypot(xb - xa, zb - za)
        core.box((long + 0.02, DEPTH + 0.4, 0.05), ((xa + xb) / 2, 0, (za + zb) / 2 + 0.42), (0, -tilt, 0), bevel=0, material=boards)
        for y in (-8.55, -5.7, -1.9, 1.9, 5.7, 8.55):
            core.box((long + 0.03, 0.2, 0.5), ((xa + xb) / 2, y, (za + zb) / 2 - 0.08), (0, -tilt, 0), bevel=0.006, material=larch)
        for n in range(3):
            t = (n + 0.5) / 3
            core.box((0.03, DEPTH, 0.03), (xa + (xb - xa) * t, 0, za + (zb - za) * t + 0.40), (0, -tilt, 0), bevel=0, material=larch)
    core.box((WIDTH + 0.5, 0.24, 2.0), (0, DEPTH / 2 + 0.12, HEIGHT), bevel=0, material=m.plaster((0.76, 0.765, 0.76), relief=0.3))
    core.box((WIDTH + 0.5, 0.24, 2.0), (0, -DEPTH / 2 - 0.12, HEIGHT), bevel=0, material=m.plaster((0.76, 0.765, 0.76), relief=0.3))
    opal, rod = m.shade_cloth((0.78, 0.78, 0.76), 1.1, 4200), m.metal('aluminium', 0.3)
    for y in (-7.1, -3.8, 0, 3.8, 7.1):
        for x in (-2.9, 2.9):
            core.tube([(x, y, 4.85), (x, y, 7.0)], 0.012, rod)
            core.lathe([(0, 0), (0.16, 0.03), (0.24, 0.12), (0.25, 0.2), (0.2, 0.3), (0.08, 0.36), (0, 0.36)], (x, y, 4.5), opal, 40)
    core.area_light((9, 17), (0, 0, 6.2), (0, 0, 0), 190, 5200)


def edge_of_pool():
    """Benches, towels, hooks, clock, boards and buoys, a chair for the guard: people are about to come."""
    west, wood, steel = -WIDTH / 2, m.wood('ash'), m.metal('steel', 0.25)
    for y in (-6.2, -1.2, 3.8):
        for k in range(4):
            core.box((0.095, 2.3, 0.035), (west + 0.2 + 0.115 * k, y, 0.44), bevel=0.006, material=wood)
        for dy in (-0.9, 0.9):
            core.box((0.42, 0.06, 0.44), (west + 0.36, y + dy, 0), bevel=0.006, material=m.plastic((0.7, 0.71, 0.7), 0.4))
        core.box((0.025, 2.4, 0.12), (west + 0.035, y, 1.68), bevel=0.004, material=wood)
        for k in range(7):
            core.tube([(west + 0.045, y - 1.02 + 0.34 * k, 1.72), (west + 0.12, y - 1.02 + 0.34 * k, 1.72), (west + 0.13, y - 1.02 + 0.34 * k, 1.76)], 0.008, steel)
    towels = (m.fabric((0.74, 0.74, 0.72), 'boucle'), m.fabric((0.68, 0.18, 0.07), 'boucle'), m.fabric((0.05, 0.16, 0.32), 'boucle'), m.fabric((0.70, 0.50, 0.10), 'boucle'))
    for k, (y, n) in enumerate(((-6.88, 1), (-5.52, 0), (-1.54, 2), (3.46, 3), (4.48, 0))):
        bath.robe((west + 0.1, y, 1.72), 90, towels[n], seed=k)
    soft.throw((west + 0.36, -1.9, 0.475), 90, 0.46, towels[1], (0.3, 0.34), seed=4)
    outdoor.towel_stack((west + 0.36, -0.5, 0.475), 90, ((0.74, 0.74, 0.72), (0.05, 0.16, 0.32), (0.74, 0.74, 0.72)), (0.4, 0.28))
    core.soft_box((0.34, 0.52, 0.32), (west + 0.4, 4.3, 0.475), 0.03, m.fabric((0.05, 0.16, 0.32), 'linen'), 0, radius=0.1)
    sandal = m.plastic((0.68, 0.18, 0.07), 0.5)
    for k, (x, y, turn) in enumerate(((west + 0.9, -1.75, 80), (west + 0.92, -1.55, 96))):
        core.soft_box((0.1, 0.26, 0.03), (x, y, 0), 0.002, sandal, turn, radius=0.014)
        core.tube([(x - 0.045, y, 0.02), (x, y + 0.01, 0.07), (x + 0.045, y, 0.02)], 0.012, sandal)
    board = m.plastic((0.70, 0.48, 0.06), 0.6)
    for k in range(6):
        core.soft_box((0.3, 0.46, 0.035), (-5.9 + 0.012 * k, 9.6, 0.037 * k), 0.001, (board, m.plastic(SKY, 0.6), m.plastic((0.68, 0.18, 0.07), 0.6))[k % 3], 6 * (k % 3) - 5, radius=0.03)
    core.soft_box((0.3, 0.46, 0.035), (-4.25, 0.9, 0.0), 0.001, board, 34, radius=0.03)
    goggles = m.plastic((0.02, 0.03, 0.05), 0.2)
    for dx in (-0.035, 0.035):
        core.cylinder(0.03, 0.025, (-4.3 + dx, 0.3, 0.0), goggles, 24, 0.008)
    core.tube([(-4.36, 0.3, 0.012), (-4.42, 0.38, 0.008), (-4.3, 0.46, 0.006), (-4.2, 0.38, 0.008), (-4.235, 0.3, 0.012)], 0.006, goggles)
    ring = [(0.3 + 0.06 * math.cos(a), 0.06 * math.sin(a)) for a in [2 * math.pi * n / 20 for n in range(21)]]
    for y in (-9.2, 9.2):
        buoy = core.lathe(ring, (WIDTH / 2 - 0.07, y, 2.25), m.plastic((0.62, 0.05, 0.03), 0.4), 48, rotation_deg=(0, 90, 0))
        buoy['grain'] = 0
    chair = m.plastic((0.72, 0.73, 0.72), 0.4)
    x, y = 5.1, -0.4
    for dx in (-0.3, 0.3):
        for dy in (-0.35, 0.35):
            core.tube([(x + dx * 1.5, y + dy * 1.5, 0), (x + dx, y + dy, 1.55), (x + dx, y + dy, 1.85 if dx < 0 else 2.5)], 0.024, chair, 5)
    for k in range(4):
        core.box((0.05, 0.9 - 0.09 * k, 0.03), (x - 0.44 + 0.035 * k, y, 0.32 + 0.34 * k), material=wood)
    for k in range(6):
        core.box((0.09, 0.72, 0.025), (x - 0.25 + 0.1 * k, y, 1.55), bevel=0.005, material=wood)
    for k in range(4):
        core.box((0.025, 0.72, 0.09), (x + 0.31, y, 1.75 + 0.17 * k), bevel=0.005, material=wood)
    soft.throw((x, y + 0.2, 1.58), 0, 0.4, towels[1], (0.25, 0.3), seed=9)
    face = core.cylinder(0.42, 0.06, (0, -DEPTH / 2 + 0.02, 4.2), m.plastic((0.76, 0.76, 0.74), 0.3), 64, 0.01, (90, 0, 0))
    face.location.y += 0.06
    dark = m.metal('black', 0.4)
    core.lathe([(0.40, 0), (0.45, 0), (0.45, 0.075), (0.40, 0.075)], (0, -DEPTH / 2 + 0.02, 4.2), dark, 64, rotation_deg=(-90, 0, 0))
    for k in range(12):
        a = math.radians(30 * k)
        core.box((0.02, 0.006, 0.06), (0.34 * math.sin(a), -DEPTH / 2 + 0.09, 4.2 + 0.34 * math.cos(a) - 0.03), material=dark)
    core.tube([(0, -DEPTH / 2 + 0.095, 4.2), (-0.19, -DEPTH / 2 + 0.095, 4.33)], 0.012, dark)
    core.tube([(0, -DEPTH / 2 + 0.1, 4.2), (0.03, -DEPTH / 2 + 0.1, 4.52)], 0.009, dark)
    for k, x in enumerate((1.2, 4.4)):
        art.picture(paintings.sea(12 + 9 * k, (1500, 700)), (x, -DEPTH / 2 + 0.03, 2.6), 180, 2.5, 'slim', m.metal('aluminium', 0.4), oil=False)
    art.picture(paintings.currents(9, (1700, 700), None), (west + 0.001, 1.3, 3.5), 90, 4.2, 'slim', m.metal('aluminium', 0.4), oil=False)
    for k, (px, py) in enumerate(((-6.4, 10.0), (6.3, 9.9), (6.3, -9.9))):
        plants.potted_palm((px, py, 0), 50 * k, 2.5, (0.05, 0.16, 0.30), seed=3 + k)
    plants.fern((-6.5, -9.9, 0), 0, 0.6, (0.05, 0.16, 0.30), seed=5)


def build(variant=None):
    """Place everything; the picture's centre looks down the lanes."""
    core.sky((24, 98), 0.24, 0.5)
    core.sun((24, 98), 6.5, 4600, 0.6)
    for k in range(9):
        plants.cypress((WIDTH / 2 + 9 + 2.2 * (k % 3), -11 + 2.8 * k, -2), 40 * k, 6.5 + (k % 4), seed=k % 4)
    basin()
    hall()
    edge_of_pool()
    return {'camera': (-4.9, -0.6, 1.6), 'yaw': 42, 'white': 5800, 'exposure': 0.75, 'contrast': 1.3, 'window_exposure': -0.9, 'saturation': 1.14,
            'lights': {'evening': {'sky': (0.012, 0.02, 0.05), 'lamps': 1.0, 'white': 5800, 'exposure': 0.25, 'window_exposure': 0.0}}}
