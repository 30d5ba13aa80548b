"""A small picture house: red velvet in rows under a ceiling of stars, curtains drawn back from a lit screen, lamps on the walls."""
import math

import cv2
import numpy as np

from kit import art, core, materials, paintings, shell, soft
from kit import materials as m

WIDTH, DEPTH, HEIGHT = 11.0, 13.0, 5.4
RED, NIGHT, GILT = (0.30, 0.018, 0.016), (0.012, 0.022, 0.05), (0.62, 0.42, 0.16)
ROWS, STEP, FIRST = 7, 1.05, 0.3                  # rows of seats going back (south) and up


def rise(row):
    """Height of a row's floor."""
    return 0.17 * row


def seat(velvet, wood, brass):
    """One tip-up chair facing -Y turned to the screen by its copies; some seats are down."""
    def made(down):
        parts = [core.soft_box((0.5, 0.11, 0.62), (0, 0.2, 0.42), 0.02, velvet, (-12, 0, 0), radius=0.05, wrinkle=0.003),
                 core.box((0.5, 0.025, 0.72), (0, 0.29, 0.34), (-12, 0, 0), bevel=0.01, material=wood)]
        if down:
            parts.append(core.soft_box((0.48, 0.46, 0.12), (0, -0.05, 0.38), 0.02, velvet, radius=0.05, wrinkle=0.003))
        else:
            parts.append(core.soft_box((0.48, 0.12, 0.44), (0, 0.07, 0.4), 0.02, velvet, (-8, 0, 0), radius=0.05, wrinkle=0.003))
        for side in (-1, 1):
            parts.append(core.box((0.055, 0.5, 0.06), (side * 0.285, -0.02, 0.58), bevel=0.02, material=wood))
            parts.append(core.box((0.03, 0.34, 0.58), (side * 0.285, 0.04, 0), bevel=0.008, material=m.metal('black', 0.4)))
        parts.append(core.cylinder(0.02, 0.004, (0, 0.315, 0.98), brass, 24, 0.001, (78, 0, 0)))
        return core.parent(parts, (0, 0, -9), 0)
    return made(False), made(True)


def seating():
    """Seven rows with an aisle on the left, where the camera stands; coats, a tub of popcorn, programmes left on seats."""
    velvet, wood, brass = m.fabric(RED, 'velvet'), m.wood('walnut'), m.metal('brass', 0.3)
    up, down = seat(velvet, wood, brass)
    carpet = m.carpet((0.10, 0.012, 0.016))
    chance = core.scatter(6)
    for row in range(ROWS):
        y = FIRST + 2.4 - STEP * row
        core.box((WIDTH, STEP + 0.01, rise(row) + 0.1), (0, y + 0.1, -0.1), bevel=0.006, material=carpet)
        core.box((WIDTH, 0.03, 0.02), (0, y + 0.1 + STEP / 2 - 0.014, rise(row) - 0.018), bevel=0.003, material=brass) if row else None
        for k in range(14):
            x = -4.3 + 0.62 * k + (0.9 if k > 2 else 0)
            if x < 4.9:
                lowered = chance.random() < 0.2
                core.duplicate(down if lowered else up, (x, y, rise(row)), 180)
        for x in (-2.62, -2.15):
            if row:
                core.cylinder(0.022, 0.004, (x, y + 0.1 + STEP / 2 + 0.002, rise(row) - 0.07), m.emissive(2600, 5), 20, 0, (-90, 0, 0))
    core.box((WIDTH, 4.0, 0.1), (0, -5.9, rise(ROWS) - 0.1), bevel=0, material=carpet)
    core.box((WIDTH, 5, 0.1), (0, DEPTH / 2 - 2.0, -0.1), bevel=0, material=carpet)


def _picture():
    """What is on: an evening sea with two bars of black above and below."""
    sheet = cv2.GaussianBlur(paintings.sea(9, (1500, 640)), (0, 0), 1.2)
    sheet = np.clip(sheet ** 1.25 * np.float32([1.02, 0.96, 0.92]), 0, 1)
    return sheet


def screen():
    """Proscenium, curtains drawn back, the lit screen, a shallow stage with a piano's worth of flowers."""
    north, velvet, gilt = DEPTH / 2, m.fabric(RED, 'velvet'), m.metal('brass', 0.38)
    core.box((9.4, 1.3, 0.55), (0, north - 0.65, 0), bevel=0.02, material=m.wood('walnut'))
    core.box((9.5, 0.05, 0.07), (0, north - 1.31, 0.5), bevel=0.01, material=gilt)
    sheet = art.print_sheet(_picture(), 6.6, 2.81, glow=0.22)
    sheet.location = (0, north - 0.3, 2.65)
    core.lit_by(sheet, 'screen')
    core.box((7.0, 0.06, 3.3), (0, north - 0.25, 1.0), bevel=0, material=m.plastic((0.02, 0.02, 0.02), 0.8))
    core.lit_by(core.area_light((6.4, 2.7), (0, north - 0.36, 2.65), (-90, 0, 0), 70, 5200), 'screen')
    for side in (-1, 1):
        soft.curtain((side * 4.05, north - 0.55, 0.55), 0, 1.5, 4.3, velvet, 0.2, 0.12, seed=2 + side, rows=30)
        soft.curtain((side * 4.75, north - 0.95, 0.0), 0, 1.3, 4.9, velvet, 0.2, 0.12, seed=7 + side, rows=30)
    for k in range(5):
        swag = [(-4.6 + 1.84 * (k + t), north - 0.85 - 0.12 * math.sin(math.pi * t), 4.85 - 0.42 * math.sin(math.pi * t)) for t in np.linspace(0, 1, 13)]
        for n in range(4):
            core.tube([(x, y - 0.02 * n, z + 0.12 * n) for x, y, z in swag], 0.085, velvet, 5)
        core.tube([(x, y - 0.07, z - 0.1) for x, y, z in swag], 0.018, gilt, 4)
    for z, thick in ((5.08, 0.16), (0.0, 0.0)):
        if thick:
            core.box((10.6, 0.3, thick), (0, north - 1.05, z), bevel=0.03, material=gilt)
    for side in (-1, 1):
        core.box((0.34, 0.34, 5.1), (side * 5.15, north - 1.1, 0), bevel=0.04, material=gilt)
        for k in range(5):
            core.cylinder(0.025, 5.0, (side * 5.15 - 0.12 + 0.06 * k, north - 1.28, 0.05), gilt, 16, 0)
    for k in range(16):
        core.cylinder(0.05, 0.08, (-4.4 + 0.587 * k, north - 1.22, 0.55), gilt, 20, 0.01)


def walls():
    """Night-blue walls with walnut dado, gilt mouldings, shell lamps; posters and doors at the back; stars above."""
    blue, walnut, gilt = m.plaster((0.025, 0.055, 0.11)), m.wood('walnut'), m.metal('brass', 0.38)
    holes = [shell.opening('s', -3.6, 1.7, 2.4, kind='hole'), shell.opening('s', 3.9, 0.95, 2.15, kind='door', leaf=walnut)]
    holes[0]['sill'] = rise(ROWS)
    shell.room(WIDTH, DEPTH, HEIGHT, holes[:1], blue, m.carpet((0.10, 0.012, 0.016)), m.plaster((0.014, 0.026, 0.06), relief=0))
    chance = core.scatter(2)
    star = core.cylinder(0.012, 0.004, (0, 0, HEIGHT - 0.004), m.emissive(4200, 9), 12, 0)
    small = core.cylinder(0.006, 0.004, (0.1, 0, HEIGHT - 0.004), m.emissive(5000, 9), 10, 0)
    for _ in range(230):
        core.duplicate(star if chance.random() < 0.25 else small, (chance.uniform(-5.2, 5.2), chance.uniform(-6.2, 5.2), HEIGHT - 0.005))
    for x in (-1, 1):
        core.box((0.03, DEPTH - 1.4, 1.05), (x * (WIDTH / 2 - 0.015), -0.7, 0.0), bevel=0, material=walnut)
        core.box((0.05, DEPTH - 1.4, 0.05), (x * (WIDTH / 2 - 0.02), -0.7, 1.9), bevel=0.01, material=gilt)
        core.box((0.03, DEPTH - 1.4, 0.9), (x * (WIDTH / 2 - 0.015), -0.7, 1.0), bevel=0, material=walnut)
        core.box((0.16, DEPTH - 1.4, 0.12), (x * (WIDTH / 2 - 0.08), -0.7, HEIGHT - 0.3), bevel=0.04, material=gilt)
        core.box((0.1, DEPTH - 1.4, 0.02), (x * (WIDTH / 2 - 0.05), -0.7, HEIGHT - 0.17), bevel=0, material=m.emissive(2700, 2.2))
        core.area_light((0.12, DEPTH - 2), (x * (WIDTH / 2 - 0.1), -0.7, HEIGHT - 0.12), (180, 0, 0), 22, 2700)
        for y in (-4.9, -2.3, 0.3, 2.9):
            lamp(x, y, gilt)
            core.box((0.02, 0.05, 2.4), (x * (WIDTH / 2 - 0.01), y + 1.3, 2.2), bevel=0.006, material=gilt)
            panel = core.box((0.03, 1.7, 1.9), (x * (WIDTH / 2 - 0.015), y + 1.3, 2.35), bevel=0.01, material=m.fabric((0.05, 0.10, 0.18), 'velvet'))
            panel.name = 'panel'
    south = -DEPTH / 2
    for k, pixels in enumerate((paintings.arcs(14, (800, 1100)), paintings.harbour(5, (800, 1100)), paintings.cutouts(17, (800, 1100)))):
        art.picture(pixels, (-1.4 + 1.5 * k, south + 0.001, rise(ROWS) + 1.7), 180, 0.85, 'wide', gilt, oil=False)
        core.area_light((0.7, 0.1), (-1.4 + 1.5 * k, south + 0.3, rise(ROWS) + 2.6), (25, 0, 0), 5, 2800)
    core.box((1.9, 0.05, 0.14), (3.6, south + 0.02, rise(ROWS) + 2.45), bevel=0.01, material=gilt)
    core.box((4.0, 2.6, 0.1), (3.6, south - 1.5, rise(ROWS) - 0.1), bevel=0, material=m.stone('terrazzo', (0.5, 0.46, 0.4)))
    core.box((4.0, 0.1, 3.4), (3.6, south - 2.8, rise(ROWS)), bevel=0, material=m.plaster((0.62, 0.48, 0.32)))
    core.box((4.0, 2.6, 0.1), (3.6, south - 1.5, rise(ROWS) + 3.2), bevel=0, material=m.plaster((0.6, 0.5, 0.38)))
    for x in (1.8, 5.4):
        core.box((0.1, 2.6, 3.4), (x, south - 1.5, rise(ROWS)), bevel=0, material=m.plaster((0.62, 0.48, 0.32)))
    core.area_light((2.4, 1.6), (3.6, south - 1.5, rise(ROWS) + 3.1), (0, 0, 0), 60, 2800)
    art.picture(paintings.bands(12, (800, 1100)), (3.6, south - 2.74, rise(ROWS) + 1.6), 180, 1.0, 'wide', gilt, oil=False)
    for x in (-4.6, -2.75):
        soft.curtain((-x, south + 0.16, rise(ROWS)), 0, 0.5, 2.5, m.fabric(RED, 'velvet'), 0.12, 0.07, seed=int(x * 4))
    core.box((1.3, 0.34, 0.34), (-3.0, south + 0.18, 3.3), bevel=0.02, material=m.plastic((0.03, 0.03, 0.03), 0.4))
    core.box((0.5, 0.02, 0.22), (-3.0, south + 0.36, 3.36), bevel=0, material=m.emissive(5200, 3.5))


def lamp(side, y, gilt):
    """A wall lamp of three fluted shells of opal glass."""
    x = side * (WIDTH / 2)
    core.box((0.05, 0.12, 0.5), (x - side * 0.025, y, 2.55), bevel=0.02, material=gilt)
    for k in range(3):
        wide = 0.13 + 0.05 * k
        core.lathe([(0.02, 0), (wide, 0.16), (wide - 0.012, 0.16), (0.01, 0.006)], (x - side * 0.08, y, 2.55 + 0.17 * k), m.shade_cloth((0.8, 0.66, 0.46), 1.5, 2500), 24, 20)
        core.lathe([(wide, 0.155), (wide + 0.008, 0.162), (wide - 0.014, 0.162)], (x - side * 0.08, y, 2.55 + 0.17 * k), gilt, 24)
    core.globe_light(0.12, (x - side * 0.22, y, 2.85), 9, 2500)


def traces():
    """Popcorn, cups, a coat over a back, a scarf, tickets on the aisle: the interval."""
    for k, (x, row) in enumerate(((-0.12, 3), (1.75, 2))):
        y, z = FIRST + 2.4 - STEP * row, rise(row)
        tub = core.lathe([(0, 0), (0.07, 0), (0.1, 0.2), (0.095, 0.2), (0.0, 0.15)], (x, y + 0.1, z + 0.51), materials.tiles((0.7, 0.66, 0.6), (0.04, 9), RED, roughness=0.6, joint=0.02), 40)
        tub.name = 'tub'
        corn = m.paper((0.78, 0.70, 0.48))
        chance = core.scatter(4 + k)
        for _ in range(40):
            a, r = chance.uniform(0, 6.28), 0.085 * chance.random() ** 0.5
            core.soft_box((0.024, 0.022, 0.02), (x + r * math.cos(a), y + 0.1 + r * math.sin(a), z + 0.69 + 0.035 * chance.random()), 0.004, corn, chance.uniform(0, 180), cells=4)
    soft.throw((-1.36, FIRST + 2.4 - STEP * 4 - 0.3, rise(4) + 1.02), 0, 0.46, m.fabric((0.30, 0.20, 0.10), 'wool'), (0.36, 0.5), seed=3)
    soft.throw((2.35, FIRST + 2.4 - STEP * 3 - 0.3, rise(3) + 1.02), 0, 0.3, m.fabric((0.05, 0.16, 0.15), 'wool'), (0.4, 0.34), seed=8)


def build(variant=None):
    """Place everything; the picture's centre looks down the aisle's rows to the screen."""
    core.world(None, tint=(0.004, 0.005, 0.008))
    walls()
    seating()
    screen()
    traces()
    core.area_light((8, 9), (0, -0.6, HEIGHT - 0.05), (0, 0, 0), 22, 3000)
    mixes = {'film': {'lamps': 0.05, 'screen': 0.9, 'white': 5200, 'exposure': -3.1}}
    return {'camera': (-2.38, FIRST + 2.4 - STEP * 4.4, rise(4) + 1.5), 'yaw': 14, 'white': 3700, 'exposure': -1.9, 'contrast': 1.36, 'saturation': 1.0, 'lights': mixes}
