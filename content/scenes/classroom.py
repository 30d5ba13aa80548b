"""A bright school room among trees: paired desks, a chalked blackboard, low shelves, posters and a reading corner."""
import numpy as np

from kit import art, books, chairs, core, grounds, materials, paintings, plants, rooms, schoolroom, shelves, table
from kit.blocks import block, cushion

WIDTH, DEPTH, HEIGHT = 9.8, 8.0, 3.4
WINDOWS = [rooms.opening(y, 1.65, 0.85, 2.95) for y in (-2.85, -0.95, 0.95, 2.85)]
DOOR = rooms.opening(3.2, 1.0, 0, 2.2)
SAGE, MUSTARD, CORAL, TEAL, CREAM = (0.30, 0.38, 0.28), (0.66, 0.40, 0.07), (0.58, 0.17, 0.09), (0.09, 0.25, 0.27), (0.72, 0.68, 0.58)


def _shell(ash, white):
    """Walls with a sage dado, timber windows, acoustic rafts and long pendants."""
    rooms.floor(WIDTH, DEPTH, materials.wood('oak', 0.12))
    rooms.ceiling(WIDTH, DEPTH, HEIGHT, materials.plaster((0.74, 0.73, 0.70)))
    for side, holes in (('north', []), ('south', []), ('east', [DOOR]), ('west', WINDOWS)):
        rooms.wall(side, WIDTH, DEPTH, HEIGHT, white, holes)
        rooms.run(WIDTH, DEPTH, side, [(side, o) for o in holes], 0.1, 1.1 if side in ('south', 'east') else 0.84, 0.008, materials.plaster(SAGE), 0.001)
    rooms.skirting(WIDTH, DEPTH, ash, 0.1, 0.02, [('east', DOOR)])
    for side in ('south', 'east'):
        rooms.run(WIDTH, DEPTH, side, [('east', DOOR)], 1.1, 1.13, 0.024, ash)
    for hole in WINDOWS:
        rooms.window('west', WIDTH, DEPTH, hole, ash, 2, 2, 0.05, ash, sash=0.07)
    rooms.casing('east', WIDTH, DEPTH, DOOR, ash, 0.09)
    rooms.door('east', WIDTH, DEPTH, DOOR, materials.plaster(TEAL), 2)
    felt = materials.fabric((0.62, 0.60, 0.55), 'wool')
    for x in (-2.9, 0.0, 2.9):
        for y in (-1.95, 1.95):
            block((2.3, 3.1, 0.05), (x, y, HEIGHT - 0.16), bevel=0.01, material=felt)
    for k in range(13):
        for x in (-1.45, 1.45):
            block((0.035, DEPTH, 0.12), (x - 0.21 + 0.035 * k, 0, HEIGHT - 0.07), bevel=0.003, material=ash) if k % 2 else None
    for x in (-2.2, 2.2):
        for y in (-1.5, 1.5):
            _tube_light((x, y))
        core.area_light((0.5, 6.0), (x, 0, HEIGHT - 0.68), (0, 0, 0), 45, 4300)
    core.area_light((7, 5.5), (0, 0, 2.6), (180, 0, 0), 34, 5000)


def _tube_light(at):
    """Slim suspended lamp, 2.2 m long, with a soft underside."""
    z = HEIGHT - 0.62
    white = materials.plastic((0.72, 0.71, 0.68), 0.4)
    block((0.09, 2.2, 0.05), (at[0], at[1], z), bevel=0.008, material=white)
    block((0.075, 2.16, 0.006), (at[0], at[1], z - 0.027), bevel=0.002, material=materials.emissive(4200, 2.5))
    for y in (-0.9, 0.9):
        core.tube([(at[0], at[1] + y, z), (at[0], at[1] + y, HEIGHT - 0.1)], 0.003, materials.metal('aluminium', 0.4))


def _front(ash):
    """Blackboard wall: board, ledge, clock, map and the teacher's desk."""
    y = DEPTH / 2
    board = art.print_sheet(schoolroom.blackboard(), 4.2, 1.68, gloss=0.1)
    board.location = (0.1, y - 0.035, 1.82)
    block((4.24, 0.03, 1.72), (0.1, y - 0.016, 1.82), bevel=0.002, material=materials.plastic((0.05, 0.07, 0.06), 0.7))
    edge = art.frame(4.2, 1.68, 'wide', ash)
    edge.location = (0.1, y - 0.012, 1.82)
    block((4.1, 0.1, 0.025), (0.1, y - 0.08, 0.945), bevel=0.004, material=ash)
    for k, tone in enumerate((CREAM, CREAM, MUSTARD, CORAL, CREAM, TEAL)):
        chalk = core.cylinder(0.006, 0.07, (0, 0, 0), materials.plaster(tone))
        chalk.rotation_euler, chalk.location = (0, np.pi / 2, 0.1 * k), (-1.2 + 0.16 * k, y - 0.09, 0.964)
    block((0.14, 0.05, 0.04), (0.9, y - 0.09, 0.978), bevel=0.006, material=ash)
    _clock((0.1, y, 2.96))
    art.picture(schoolroom.map_poster(), (-3.5, y, 1.75), 0, 1.9, 'slim', ash, oil=False)
    for k, image in enumerate((schoolroom.growth_poster(), schoolroom.shapes_poster())):
        art.picture(image, (2.95 + 0.98 * k, y, 1.85), 0, 0.78, 'slim', ash, oil=False)
    desk = [table.table(size=(1.5, 0.7, 0.74), material=ash), books.stack((-0.55, 0.1, 0.74), 20, 5, 3, 'school', big=False), books.open_book((0.05, 0.0, 0.74), 180, 0.36),
            _pencils((0.5, 0.18, 0.74), 5), _apple((0.35, -0.15, 0.74)), schoolroom.globe((-0.3, 0.12, 0.74), 30, 0.13)]
    core.parent(desk, (3.1, y - 1.25, 0), 0)
    chairs.school_chair((3.1, y - 0.6, 0), 8, materials.plastic(TEAL, 0.5), height=0.46)
    shelves.cubby((-3.6, y - 0.22, 0), 0, 5, 2, (0.42, 0.30), 0.36, ash, 4, 'school', ((1, 0, MUSTARD), (3, 1, SAGE), (4, 0, TEAL)))
    plants.rubber_plant((-4.35, y - 0.22, 0.68), 0, 0.6, (0.60, 0.28, 0.15))
    art.picture(paintings.arcs(9, (600, 600)), (-2.75, y - 0.26, 0.68 + 0.17), 0, 0.3, 'slim', ash, oil=False)
    books.stack((-3.3, y - 0.25, 0.68), 5, 4, 9, 'school', big=False)
    core.lathe([(0, 0), (0.08, 0), (0.1, 0.12), (0.05, 0.2), (0.06, 0.22), (0.04, 0.2), (0, 0.1)], (-3.8, y - 0.22, 0.68), materials.ceramic(MUSTARD))


def _clock(location):
    """Plain round wall clock."""
    ring, white, black = materials.metal('black', 0.4), materials.plaster((0.76, 0.75, 0.72)), materials.plastic((0.05, 0.05, 0.05), 0.5)
    parts = [core.lathe([(0, 0), (0.17, 0), (0.17, 0.05), (0.155, 0.05), (0.155, 0.035), (0, 0.035)], (0, 0, 0), ring), core.cylinder(0.154, 0.002, (0, 0, 0.0355), white)]
    for k in range(12):
        a = k * np.pi / 6
        parts.append(block((0.008, 0.026 if k % 3 else 0.036, 0.002), (0.132 * np.sin(a), 0.132 * np.cos(a), 0.0385), np.degrees(-a), 0, black))
    for a, long, wide in ((0.9, 0.075, 0.012), (2.6, 0.115, 0.008)):
        parts.append(block((wide, long, 0.002), (long * 0.42 * np.sin(a), long * 0.42 * np.cos(a), 0.041), np.degrees(-a), 0, black))
    dial = core.parent(parts, (0, 0, 0), 0)
    dial.location, dial.rotation_euler = location, (np.pi / 2, 0, 0)


def _pencils(location, seed):
    """Cup of coloured pencils."""
    rng = np.random.default_rng(seed)
    parts = [core.lathe([(0, 0), (0.036, 0), (0.038, 0.095), (0.035, 0.095), (0.033, 0.005), (0, 0.005)], (0, 0, 0), materials.ceramic((CREAM, SAGE, CORAL)[seed % 3]))]
    for k in range(9):
        a, r, tone = k * 0.7, 0.024, (MUSTARD, CORAL, TEAL, SAGE, (0.2, 0.1, 0.3))[k % 5]
        top = (r * 1.5 * np.cos(a), r * 1.5 * np.sin(a), rng.uniform(0.14, 0.185))
        parts.append(core.tube([(-r * 0.5 * np.cos(a), -r * 0.5 * np.sin(a), 0.01), top], 0.0036, materials.plastic(tone, 0.4)))
    return core.parent(parts, location, 0)


def _apple(location):
    fruit = [(0, 0.008), (0.02, 0.0), (0.034, 0.016), (0.039, 0.04), (0.033, 0.062), (0.015, 0.07), (0, 0.06)]
    parts = [core.lathe(fruit, (0, 0, 0), materials.plastic((0.42, 0.045, 0.025), 0.3)), core.tube([(0, 0, 0.06), (0.006, 0, 0.085)], 0.002, materials.wood('walnut'))]
    return core.parent(parts, location, 0)


def _desk_things(seed):
    """What pupils leave on a desk for two; the origin is the middle of the table top."""
    rng = np.random.default_rng(seed)
    parts = []
    for side in (-1, 1):
        x, pick = side * 0.31, int(rng.integers(4))
        tone = (CORAL, TEAL, MUSTARD, SAGE)[int(rng.integers(4))]
        if pick == 0:
            parts.append(books.open_book((x, -0.04, 0), rng.uniform(-10, 10), 0.36, '#2f4a6f'))
        elif pick == 1:
            parts.append(books.stack((x, 0.05, 0), rng.uniform(-25, 25), 3, seed, 'school', big=False))
        else:
            parts.append(block((0.21, 0.28, 0.012), (x, -0.04, 0.006), rng.uniform(-14, 14), 0.003, materials.paper(tone)))
            sheet = block((0.2, 0.27, 0.002), (x + 0.02, -0.02, 0.0135), rng.uniform(-14, 14), 0, materials.paper((0.75, 0.74, 0.70)))
            parts.append(sheet)
        pencil = core.cylinder(0.0038, 0.17, (0, 0, 0), materials.plastic((MUSTARD, CORAL, TEAL)[int(rng.integers(3))], 0.4), segments=8)
        pencil.rotation_euler, pencil.location = (np.pi / 2, 0, rng.uniform(-1, 1)), (x + 0.17, 0.06, 0.0045)
        parts.append(pencil)
    parts.append(_pencils((0.0, 0.17, 0), seed))
    return parts


def _desks(ash):
    """Three rows of tables for two on either side of the aisle."""
    frame = materials.plastic((0.72, 0.70, 0.66), 0.4)
    spots = [(x, y) for y in (1.55, 0.05, -1.45) for x in (-2.95, -1.45, 1.45, 2.95)]
    desk = table.table(size=(1.3, 0.58, 0.7), material=ash, leg=0.05)
    table.copies(desk, [((x, y, 0), 0) for x, y in spots])
    seats = {}
    for k, (x, y) in enumerate(spots):
        core.parent(_desk_things(k + 3), (x, y, 0.7), 0)
        for side in (-1, 1):
            tone = (k * 2 + (side > 0)) % 3
            wander = ((k * 37 + side * 11) % 9 - 4)
            seats.setdefault(tone, []).append(((x + side * 0.31 + wander * 0.006, y - 0.46 - 0.015 * abs(wander), 0), 180 + wander * 4))
    shells = (materials.wood('ash'), materials.plastic(SAGE, 0.5), materials.plastic(MUSTARD, 0.5))
    for tone, places in seats.items():
        table.copies(chairs.school_chair(shell=shells[tone], frame=frame, height=0.42), places)


def _east(ash):
    """Low shelves along the east wall, a cork board of drawings above, and a bench with hooks by the door."""
    x = WIDTH / 2
    for k, y in enumerate((-2.85, -1.1, 0.65)):
        bins = (((0, 0, CORAL), (2, 1, TEAL)), ((1, 0, SAGE), (3, 0, MUSTARD), (3, 1, CREAM)), ((0, 1, MUSTARD), (2, 0, CORAL)))[k]
        shelves.cubby((x - 0.21, y, 0), -90, 4, 2, (0.42, 0.38), 0.38, ash, k + 2, 'school', bins)
    top = 0.84
    schoolroom.globe((x - 0.22, -0.2, top), 60, 0.17)
    plants.fern((x - 0.22, -3.2, top), 0, 0.34, (0.62, 0.58, 0.5))
    plants.snake_plant((x - 0.22, 1.15, top), 0, 0.5, (0.55, 0.25, 0.13))
    books.stack((x - 0.22, -0.75, top), 70, 6, 5, 'school', big=False)
    books.row((x - 0.2, -2.35, top), -90, 0.7, 0.3, 0.3, 3, 'school', 0.97)
    for k, r in enumerate((0.07, 0.055, 0.085)):
        core.lathe([(0, 0), (r * 0.7, 0), (r, r * 1.1), (r * 0.5, r * 2.2), (r * 0.6, r * 2.4), (r * 0.4, r * 2.2), (0, r)], (x - 0.2, -1.35 + 0.19 * k, top), materials.ceramic((MUSTARD, CREAM, TEAL)[k]))
    cork = block((0.02, 4.6, 1.15), (x - 0.012, -1.1, 1.9), bevel=0.002, material=materials.carpet((0.40, 0.25, 0.13)))
    edge = art.frame(4.6, 1.15, 'slim', ash)
    edge.location, edge.rotation_euler = (x - 0.002, -1.1, 1.9), (0, 0, -np.pi / 2)
    rng = np.random.default_rng(5)
    for k in range(12):
        sheet = art.print_sheet(schoolroom.child_drawing(k + 1), 0.48, 0.365)
        sheet.location = (x - 0.026, -3.05 + 0.77 * (k % 6) + rng.normal(0, 0.03), 2.17 - 0.53 * (k // 6) + rng.normal(0, 0.02))
        sheet.rotation_euler = (0, rng.normal(0, 0.04), -np.pi / 2)
        pin = core.cylinder(0.009, 0.012, (0, 0, 0), materials.plastic((CORAL, MUSTARD, TEAL)[k % 3], 0.3), segments=16)
        pin.rotation_euler, pin.location = (0, -np.pi / 2, 0), (x - 0.026, sheet.location[1], sheet.location[2] + 0.165)


def _reading_corner(ash):
    """South end: a tall bookcase wall, a round rug, floor cushions and satchels on hooks."""
    y = -DEPTH / 2
    for k, x in enumerate((-1.35, -0.25, 0.85)):
        shelves.bookcase((x, y + 0.17, 0), 180, 1.08, 2.1, 0.32, 6, 'school', 11 + k, ash, 0.0, (0.7, 0.97), 5, (2,) if k == 1 else (4,) if k == 0 else ())
    schoolroom.globe((-1.4, y + 0.17, 1.44), 200, 0.11)
    plants.fern((-0.25, y + 0.18, 0.77), 0, 0.2, (0.66, 0.4, 0.08))
    plants.rubber_plant((0.9, y + 0.18, 2.1), 0, 0.55, (0.6, 0.57, 0.5))
    books.stack((-0.2, y + 0.2, 2.1), 10, 4, 4, 'school', big=False)
    shelves.tub((-1.4, y + 0.18, 2.1), 180, (0.42, 0.28, 0.22), CORAL)
    rug = core.cylinder(1.15, 0.014, (-3.2, y + 1.35, 0), materials.carpet(MUSTARD))
    for k, (dx, dy, tone) in enumerate(((-0.5, 0.25, TEAL), (0.35, 0.35, CORAL), (-0.05, -0.5, SAGE))):
        cushion((0.62, 0.62, 0.2), (-3.2 + dx, y + 1.35 + dy, 0.115), 0.08, materials.fabric(tone, 'wool'))
    books.open_book((-2.75, y + 1.1, 0.015), 40, 0.36, '#a9443a')
    shelves.cubby((-3.3, y + 0.22, 0), 180, 4, 1, (0.42, 0.34), 0.36, ash, 6, 'school', ((1, 0, TEAL),))
    plants.fiddle_fig((-4.4, y + 0.55, 0), 0, 1.9, (0.62, 0.58, 0.5))
    art.picture(paintings.cutouts(7, (1200, 800)), (-3.2, y, 1.75), 180, 1.5, 'slim', ash, oil=False)
    block((2.6, 0.03, 0.12), (3.1, y + 0.02, 1.45), bevel=0.005, material=ash)
    for k, tone in enumerate((CORAL, TEAL, MUSTARD, SAGE, (0.14, 0.13, 0.2), (0.45, 0.28, 0.16))):
        x = 2.05 + 0.42 * k
        core.tube([(x, y + 0.03, 1.46), (x, y + 0.09, 1.44), (x, y + 0.1, 1.48)], 0.007, materials.metal('brass', 0.35))
        if k != 3:
            _satchel((x, y + 0.12, 1.0), materials.fabric(tone, 'linen'))
    block((2.6, 0.36, 0.04), (3.1, y + 0.2, 0.42), bevel=0.006, material=ash)
    for k in range(3):
        block((0.04, 0.34, 0.4), (1.9 + 1.2 * k, y + 0.2, 0.2), bevel=0.004, material=ash)
    art.picture(schoolroom.shapes_poster(), (3.1, y, 2.2), 180, 0.6, 'slim', ash, oil=False)


def _satchel(location, cloth):
    """School bag hanging from its loop; the origin is its bottom, back to the south wall."""
    parts = [cushion((0.29, 0.13, 0.36), (0, 0, 0.18), 0.04, cloth), cushion((0.23, 0.06, 0.2), (0, 0.085, 0.13), 0.025, cloth),
             core.tube([(-0.03, -0.03, 0.34), (0, -0.04, 0.46), (0.03, -0.03, 0.34)], 0.008, cloth)]
    return core.parent(parts, location, 0)


def build(variant=None):
    """School room in the morning; the camera stands in the aisle."""
    ash, white = materials.wood('ash'), materials.plaster((0.73, 0.71, 0.66))
    _shell(ash, white)
    _front(ash)
    _desks(ash)
    _east(ash)
    _reading_corner(ash)
    for k, hole in enumerate(WINDOWS):
        if k != 1:
            (plants.fern, plants.snake_plant, plants.fern, plants.rubber_plant)[k]((-WIDTH / 2 + 0.08, hole['at'] + 0.35, 0.86), 0, 0.3, (0.55, 0.25, 0.13))
    core.sky((34, 245), 0.24, 0.4)
    core.sun((34, 245), 6, 5200, 0.7)
    grounds.park(-165, -15, 8.5, 15, seed=12, trees=48, tall=5.5)
    return {'camera': (0.0, -0.55, 1.5), 'yaw': 0, 'exposure': 0.6, 'white': 4800, 'saturation': 1.05}
