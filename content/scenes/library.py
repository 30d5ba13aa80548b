"""A warm reading room: walls of books, a long lamp-lit table, leather chairs, a fire and a coffered ceiling."""
import numpy as np

from kit import art, books, chairs, core, flowers, grounds, materials, paintings, plants, reading, rooms, schoolroom, sculpture, shelves, table
from kit.blocks import block, cushion

WIDTH, DEPTH, HEIGHT = 12.0, 9.0, 5.0
WINDOWS = [rooms.opening(x, 1.5, 0.75, 4.15) for x in (-3.6, 0.0, 3.6)]
DOOR = rooms.opening(-3.3, 1.3, 0, 2.6)
CASE = 3.3


def _shell(wood, plaster, dark):
    """Parquet, plaster walls, tall windows in deep casings, door and coffers."""
    rooms.floor(WIDTH, DEPTH, materials.wood('oak', 0.11, roughness=0.36))
    for side, holes in (('north', WINDOWS), ('south', []), ('east', []), ('west', [DOOR])):
        rooms.wall(side, WIDTH, DEPTH, HEIGHT, plaster, holes)
    rooms.skirting(WIDTH, DEPTH, wood, 0.18, 0.025, [('west', DOOR)])
    for hole in WINDOWS:
        rooms.window('north', WIDTH, DEPTH, hole, dark, 3, 5, 0.024, wood)
        rooms.casing('north', WIDTH, DEPTH, hole, wood, 0.14, 0.04)
    rooms.casing('west', WIDTH, DEPTH, DOOR, wood, 0.16, 0.04)
    rooms.door('west', WIDTH, DEPTH, DOOR, wood, 3)
    cream = materials.plaster((0.66, 0.60, 0.50))
    rooms.ceiling(WIDTH, DEPTH, HEIGHT, cream)
    columns, rows = 6, 5
    for k in range(columns + 1):
        block((0.24, DEPTH, 0.3), (-WIDTH / 2 + k * WIDTH / columns, 0, HEIGHT - 0.15), 0, 0.012, wood)
    for k in range(rows + 1):
        block((WIDTH, 0.24, 0.3), (0, -DEPTH / 2 + k * DEPTH / rows, HEIGHT - 0.152), 0, 0.012, wood)
    cell_w, cell_d = WIDTH / columns - 0.24, DEPTH / rows - 0.24
    for i in range(columns):
        for j in range(rows):
            at = (-WIDTH / 2 + (i + 0.5) * WIDTH / columns, -DEPTH / 2 + (j + 0.5) * DEPTH / rows)
            for inset, z, deep in ((0.0, HEIGHT - 0.2, 0.05), (0.06, HEIGHT - 0.1, 0.05)):
                for s in (-1, 1):
                    block((cell_w - 2 * inset, deep, 0.06), (at[0], at[1] + s * (cell_d / 2 - inset - deep / 2), z), 0, 0.01, wood)
                    block((deep, cell_d - 2 * inset, 0.06), (at[0] + s * (cell_w / 2 - inset - deep / 2), at[1], z), 0, 0.01, wood)
            core.lathe([(0, 0.02), (0.05, 0.0), (0.12, 0.03), (0.13, 0.06), (0, 0.06)], (at[0], at[1], HEIGHT - 0.062), cream, segments=32)


def _cases(wood):
    """Bookcases on the east and west walls and beside the fireplace, with cornices, a rail and ladders."""
    wide, depth, seed = 1.08, 0.36, 0
    east = [-3.9 + k * wide for k in range(8)]
    west = [y for y in east if abs(y - DOOR['at']) > 1.4]
    for side, places in (('east', east), ('west', west)):
        for k, y in enumerate(places):
            seed += 1
            location, turn = rooms.spot(side, WIDTH, DEPTH, y, -depth / 2)
            gaps = ((1, 4), (), (2,), (5,))[seed % 4]
            shelves.bookcase(location, turn, wide, CASE, depth, 7, 'antique', seed, wood, 0.78, (0.86, 0.99), 8, gaps)
            _fill_gaps(location, turn, gaps, depth, seed)
        middle, length = (places[0] + places[-1]) / 2, places[-1] - places[0] + wide
        location, turn = rooms.spot(side, WIDTH, DEPTH, middle, -0.18, CASE)
        shelves.cornice(length + 0.1, location, turn, wood)
        rail_at, turn = rooms.spot(side, WIDTH, DEPTH, middle, -depth - 0.05, CASE - 0.16)
        bar = core.tube([(-length / 2, 0, 0), (length / 2, 0, 0)], 0.014, materials.metal('brass', 0.3))
        core.parent([bar], rail_at, turn)
    for side, y in (('east', 1.6), ('west', -0.2)):
        location, turn = rooms.spot(side, WIDTH, DEPTH, y, -depth - 0.16)
        shelves.ladder(location, turn, CASE - 0.2, 0.72, materials.wood('oak'))
    for x in (-4.75, -3.67, -2.59, 2.59, 3.67, 4.75):
        seed += 1
        location, turn = rooms.spot('south', WIDTH, DEPTH, x, -depth / 2)
        gaps = ((3,), (), (1, 5))[seed % 3]
        shelves.bookcase(location, turn, wide, CASE, depth, 7, 'antique', seed, wood, 0.78, (0.86, 0.99), 8, gaps)
        _fill_gaps(location, turn, gaps, depth, seed)
    for x in (-3.67, 3.67):
        location, turn = rooms.spot('south', WIDTH, DEPTH, x, -0.18, CASE)
        shelves.cornice(3 * wide + 0.1, location, turn, wood)


def _fill_gaps(location, rotation_deg, gaps, depth, seed):
    """Ornaments on shelves that were left without rows of books."""
    rng = np.random.default_rng(seed)
    pitch = (CASE - 0.78 - 0.03) / 7
    for k, level in enumerate(gaps):
        z = 0.78 + level * pitch + 0.027
        parts = [books.stack((-0.25, -0.02, z), 8, 4, seed + k, 'antique', big=False)]
        clay = materials.ceramic(tuple(rng.choice([0.5, 0.16, 0.3]) * np.array((1, 0.85, 0.65))))
        parts.append(core.lathe([(0, 0), (0.05, 0), (0.085, 0.08), (0.075, 0.14), (0.03, 0.19), (0.045, 0.215), (0.035, 0.21), (0.02, 0.19), (0, 0.1)], (0.04, -0.03, z), clay, segments=40))
        parts.append(books.row((0.31, -0.02, z), 0, 0.3, 0.26, depth - 0.06, 3 + k, 'antique', 0.97))
        core.parent(parts, location, rotation_deg)


def _fireplace(wood):
    """Stone chimneypiece with a fire, a landscape above, candlesticks and a clock."""
    y = -DEPTH / 2
    stone, black = materials.stone('travertine', (0.62, 0.55, 0.45)), materials.plaster((0.045, 0.042, 0.04))
    block((3.3, 0.42, HEIGHT - 0.3), (0, y + 0.21, (HEIGHT - 0.3) / 2), 0, 0.01, materials.plaster((0.10, 0.15, 0.12)))
    for x in (-1, 1):
        block((0.34, 0.22, 1.12), (x * 0.86, y + 0.5, 0.56), 0, 0.012, stone)
        block((0.42, 0.27, 0.1), (x * 0.86, y + 0.52, 0.05), 0, 0.01, stone)
        block((0.2, 0.03, 0.7), (x * 0.86, y + 0.615, 0.55), 0, 0.008, stone)
    block((2.06, 0.24, 0.26), (0, y + 0.5, 1.19), 0, 0.012, stone)
    block((2.3, 0.36, 0.07), (0, y + 0.54, 1.355), 0, 0.014, stone)
    block((1.38, 0.03, 1.06), (0, y + 0.425, 0.53), 0, 0, black)
    for x in (-1, 1):
        block((0.16, 0.08, 1.06), (x * 0.62, y + 0.46, 0.53), 0, 0.006, materials.tiles((0.06, 0.13, 0.11), 0.1, (0.2, 0.19, 0.17)))
    block((2.5, 0.7, 0.05), (0, y + 0.86, 0.025), 0, 0.01, materials.stone('slate', (0.13, 0.13, 0.13)))
    reading.fire((0, y + 0.6, 0.05))
    core.area_light((0.8, 0.4), (0, y + 0.66, 0.38), (90, 0, 0), 26, 2000)
    gilt = materials.metal('brass', 0.38)
    art.picture(paintings.hills(15, (1300, 1000)), (0, y + 0.42, 2.45), 180, 1.6, 'museum', gilt)
    for x in (-0.95, -0.82, 0.9):
        table.candle((x, y + 0.56, 1.39), height=0.22 if x < -0.9 else 0.16, lit=False)
    sculpture.head((0.55, y + 0.56, 1.39), 200, 0.27, materials.plaster((0.7, 0.67, 0.6)))
    flowers.branches_vase((-0.5, y + 0.56, 1.39), 0, 'olive', 'jar', 0.5, 5, (0.2, 0.24, 0.2))
    for x in (-1.35, 1.35):
        reading.sconce((x, y + 0.42, 2.25), 180)


def _long_table(wood):
    """Reading table with green lamps, open books and eight chairs."""
    length, top, y = 4.2, 0.76, 1.75
    parts = [block((length, 1.25, 0.05), (0, 0, top - 0.025), 0, 0.01, wood), block((length - 0.3, 0.95, 0.09), (0, 0, top - 0.095), 0, 0.006, wood),
             block((length - 0.5, 0.78, 0.004), (0, 0, top + 0.0015), 0, 0, materials.leather((0.022, 0.05, 0.034)))]
    leg = [(0, 0), (0.05, 0), (0.055, 0.04), (0.035, 0.07), (0.045, 0.12), (0.062, 0.3), (0.05, 0.44), (0.036, 0.5), (0.055, 0.54), (0.06, 0.62), (0.06, 0.67), (0, 0.67)]
    for x in (-length / 2 + 0.25, 0.0, length / 2 - 0.25):
        for s in (-1, 1):
            parts.append(core.lathe(leg, (x, s * 0.43, 0), wood, segments=40))
    top += 0.004
    for x in (-1.35, 0.0, 1.35):
        parts.append(reading.bankers_lamp((x, 0.0, top), 0))
    parts += [books.open_book((-1.5, -0.36, top), 5, 0.44), books.open_book((0.45, -0.37, top), -8, 0.4, '#2e3d33'), books.open_book((0.95, 0.36, top), 184, 0.42, '#23304a'),
              books.stack((-0.62, -0.3, top), 20, 5, 5, 'antique'), books.stack((-0.75, 0.33, top), -40, 4, 6, 'antique'), books.stack((1.8, -0.22, top), 70, 6, 7, 'antique'),
              books.stack((-1.85, 0.3, top), 15, 3, 8, 'antique', big=False), books.stack((0.42, 0.32, top), 5, 2, 12, 'antique', big=False),
              reading.spectacles((0.1, -0.32, top), 30), reading.inkwell((1.3, -0.42, top)), schoolroom.globe((0.68, 0.05, top), 30, 0.12)]
    sheet = materials.paper((0.74, 0.70, 0.61))
    for x, s, turn in ((1.35, -0.34, 6), (1.39, -0.36, -5), (-1.1, 0.4, 12)):
        parts.append(block((0.21, 0.297, 0.001), (x, s, top + 0.001 + 0.001 * (turn < 0)), turn, 0, sheet))
    core.parent(parts, (0, y, 0), 0)
    seats = [((x, y - 0.86 - 0.07 * (k % 2), 0), 180 + 5 * (-1) ** k) for k, x in enumerate((-1.5, -0.5, 0.5, 1.5))]
    seats += [((x, y + 0.88, 0), 4 * (-1) ** k) for k, x in enumerate((-1.5, -0.5, 0.5, 1.5))]
    table.copies(chairs.dining_chair(frame=wood, seat=materials.leather((0.20, 0.075, 0.03))), seats)


def build(variant=None):
    """Reading room in the late afternoon; the camera stands between the table and the fire."""
    wood, plaster = materials.wood('walnut'), materials.plaster((0.50, 0.45, 0.35))
    _shell(wood, plaster, materials.metal('black', 0.5))
    _cases(wood)
    _fireplace(wood)
    _long_table(wood)
    reading.carpet(paintings.carpet_pattern(4, (2300, 1600)), (0, -1.75, 0), 0, (4.6, 3.2))
    reading.carpet(paintings.carpet_pattern(9, (2400, 1240), ('#3f4a3a', '#5a2a1e', '#d9c7a0', ('#b9783f', '#7c2f26', '#c9a878', '#4a5a4a', '#2a3648'))), (0, 1.75, 0), 0, (5.6, 2.9))
    seats = [((-1.75, -2.05, 0), 125), ((1.75, -2.05, 0), 235)]
    reading.club_chairs(seats)
    table.pedestal_table((-0.0, -1.75, 0), 0, 0.36, 0.5, materials.wood('walnut'), materials.metal('brass', 0.35))
    books.stack((0.06, -1.72, 0.5), 15, 3, 21, 'antique')
    table.cup((-0.17, -1.85, 0.5), 40)
    for x, height in ((-2.6, 0.55), (2.6, 0.55)):
        table.pedestal_table((x, -2.3, 0), 0, 0.24, height, wood, materials.metal('brass', 0.35))
        reading.table_lamp((x, -2.3, height))
    schoolroom.floor_globe((4.6, -2.6, 0), 20, 0.30)
    plants.potted_palm((-5.2, 3.95, 0), 0, 2.3, (0.14, 0.20, 0.16))
    plants.potted_palm((5.2, 3.95, 0), 40, 2.1, (0.14, 0.20, 0.16), seed=4)
    for x in (-1.8, 1.8):
        art.plinth((x, DEPTH / 2 - 0.3, 0), (0.4, 0.4, 1.15), 0, wood)
        sculpture.head((x, DEPTH / 2 - 0.3, 1.15), 10 * x, 0.52, materials.plaster((0.7, 0.67, 0.6)))
        art.picture(paintings.botanical(int(x * 5) + 20), (x, DEPTH / 2, 2.75), 0, 0.62, 'wide', materials.metal('brass', 0.38))
    for hole in WINDOWS:
        block((1.5, 0.42, 0.09), (hole['at'], DEPTH / 2 - 0.16, 0.4), 0, 0.01, wood)
        block((1.44, 0.36, 0.36), (hole['at'], DEPTH / 2 - 0.16, 0.18), 0, 0.01, wood)
        cushion((1.46, 0.42, 0.1), (hole['at'], DEPTH / 2 - 0.17, 0.49), 0.015, materials.fabric((0.07, 0.14, 0.1), 'velvet'))
    reading.chandelier((0, 0.0, HEIGHT - 0.3), 1.15, 1.15)
    core.sky((26, 18), 0.24, 0.4)
    core.sun((26, 18), 7, 4300, 0.8)
    grounds.park(-75, 75, 8.5, 16, seed=9, trees=48, tall=6.5)
    core.area_light((9, 6.5), (0, 0, HEIGHT - 0.5), (0, 0, 0), 76, 3300)
    core.area_light((8, 6), (0, 0, 3.4), (180, 0, 0), 14, 3000)
    return {'camera': (0.0, -0.35, 1.55), 'yaw': 0, 'exposure': -0.45, 'white': 4100, 'saturation': 1.0}
