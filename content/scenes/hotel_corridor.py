"""The corridor outside the sea-view rooms at dusk: sea-blue panelling, brass lamps, a runner, one door open, a window at the end.

It lies south of hotel_room: its own middle is at (0.4, -4.94) there. The rooms and the sea are to the north.
"""
from kit import art, books, casework, core, flowers, lamps, paintings, plants, seating, shell, soft, table
from kit import materials as m

LENGTH, WIDE, HEIGHT = 12.4, 2.0, 2.65
BLUE, MIST, RUST = (0.05, 0.095, 0.145), (0.33, 0.40, 0.46), (0.42, 0.17, 0.075)
DOORS = (-4.3, 1.5, 4.55)              # of the rooms, along the north wall
OPEN = 1.5
LIFTS = (-3.1, -1.5)                   # along the south wall


def architecture():
    """Walls, doors, lifts, ceiling, carpet."""
    north = [shell.opening('n', x, 0.92, 2.15, kind='door', leaf=m.wood('oak'), panels=1, open_deg=62 if x == OPEN else 0) for x in DOORS]
    lifts = [shell.opening('s', -x, 1.1, 2.2, 0.0, kind='hole') for x in LIFTS]
    closet = [shell.opening('s', -4.6, 0.86, 2.1, kind='door', leaf=m.plastic(BLUE, 0.45), panels=2)]
    end = [shell.opening('e', 0.0, 1.35, 2.2, 0.25, columns=2, rows=3, frame=m.plastic((0.66, 0.65, 0.62), 0.4), board=m.wood('oak'))]
    stairs = [shell.opening('w', 0.0, 1.0, 2.15, kind='door', leaf=m.plastic(BLUE, 0.45), panels=2)]
    paint = m.plaster(MIST, relief=0.2)
    shell.room(LENGTH, WIDE, HEIGHT, north + lifts + closet + end + stairs, paint, m.wood('oak', 0.14, along='x', plank_length=1.8), m.plaster((0.72, 0.71, 0.69), relief=0),
               m.plastic(BLUE, 0.45), m.plaster((0.72, 0.71, 0.69), relief=0), skirting_height=0.16)
    bronze, y = m.metal('brass', 0.5), -WIDE / 2
    for x in LIFTS:
        for side in (-1, 1):
            core.box((0.545, 0.03, 2.2), (x + side * 0.2755, y - 0.1, 0), bevel=0.002, material=bronze)
            core.box((0.07, 0.2, 2.27), (x + side * 0.585, y - 0.08, 0), bevel=0.004, material=bronze)
        core.box((1.24, 0.2, 0.07), (x, y - 0.08, 2.2), bevel=0.004, material=bronze)
    panels = m.plastic(BLUE, 0.42)
    for side, holes in (('n', [(x, 0.92) for x in DOORS]), ('s', [(x, 1.12) for x in LIFTS] + [(4.6, 0.86)])):
        edge = -LENGTH / 2
        for x, width in sorted(holes) + [(LENGTH / 2 + 0.55, 0.92)]:
            right = x - width / 2 - 0.09
            if right - edge > 0.2:
                middle, turn = (edge + right) / 2, 0 if side == 'n' else 180
                shell.panelling(right - edge, 1.05, (middle, WIDE / 2 if side == 'n' else -WIDE / 2, 0), turn, panels, max(1, round((right - edge) / 0.62)))
            edge = x + width / 2 + 0.09
    core.box((LENGTH, 0.16, 0.05), (0, WIDE / 2 - 0.08, HEIGHT - 0.3), bevel=0.004, material=m.plaster((0.72, 0.71, 0.69), relief=0))
    core.area_light((LENGTH - 0.4, 0.06), (0, WIDE / 2 - 0.09, HEIGHT - 0.24), (180, 0, 0), 26, 3000)
    soft.rug((0, 0, 0), 0, (LENGTH - 0.5, 1.3), (0.07, 0.12, 0.155), 'border', (0.46, 0.34, 0.2), seed=3)
    core.box((0.4, 0.03, 0.06), (-2.3, -WIDE / 2 + 0.015, 2.32), bevel=0.004, material=m.metal('brass', 0.3))
    core.box((0.07, 0.014, 0.16), (-2.3, -WIDE / 2 + 0.04, 1.05), bevel=0.003, material=m.metal('brass', 0.3))
    for z in (1.1, 1.16):
        core.cylinder(0.012, 0.006, (-2.3, -WIDE / 2 + 0.047, z), m.emissive(3000, 3), 24, 0.001, (-90, 0, 0))
    shell.ceiling_spots([(x, 0) for x in (-5.0, -2.3, 0.4, 3.1, 5.4)], HEIGHT, 5, 3000)


def lit():
    """Lamps beside the doors, number plates, pictures between."""
    north, south, brass = WIDE / 2, -WIDE / 2, m.metal('brass', 0.28)
    for x in DOORS:
        lamps.wall_lamp((x - 0.78, north, 1.72), 0, 'shade', brass, 13, 2800, 1.3)
        core.box((0.12, 0.012, 0.16), (x + 0.66, north - 0.006, 1.48), bevel=0.004, material=brass)
        soft.rug((x, north - 0.2, 0.001), 0, (0.8, 0.34), (0.30, 0.17, 0.10), 'plain', seed=int(x * 10))
    for x in (-5.2, 0.35, 3.3):
        lamps.wall_lamp((x, south, 1.72), 180, 'shade', brass, 10, 2800, 1.3)
    art.picture(paintings.sea(31), (-1.35, north - 0.001, 1.72), 0, 1.0, 'float', m.wood('walnut'))
    art.picture(paintings.harbour(8), (-2.75, north - 0.001, 1.72), 0, 0.85, 'float', m.wood('walnut'))
    art.picture(paintings.botanical(14), (3.05, north - 0.001, 1.72), 0, 0.44, 'slim', brass, 0.06, oil=False)
    for k, x in enumerate((-0.42, 0.22)):
        art.picture(paintings.botanical(3 + 8 * k), (x, north - 0.001, 1.72), 0, 0.46, 'slim', brass, 0.06, oil=False)
    art.picture(paintings.arcs(9), (-0.55, south + 0.001, 1.72), 180, 0.6, 'slim', brass, 0.05, oil=False)
    art.picture(paintings.currents(6, palette=None), (-5.55, south + 0.001, 1.75), 180, 0.9, 'float', m.wood('walnut'))


def console():
    """Console with flowers and a mirror opposite the open door."""
    south, walnut = -WIDE / 2, m.wood('walnut')
    casework.cabinet((1.75, south + 0.17, 0), 180, (1.5, 0.32, 0.84), 3, 1, walnut, legs=0.3, knobs='knob', top=m.stone('marble', (0.16, 0.19, 0.2), roughness=0.2))
    flowers.branches_vase((2.2, south + 0.17, 0.866), 20, height=0.75, count=6)
    lamps.table_lamp((1.22, south + 0.17, 0.866), 180, m.ceramic((0.10, 0.17, 0.2), 0.25), watts=13, glow=1.1, height=0.5)
    books.stack((1.72, south + 0.16, 0.866), 176, 3, 8)
    table.bowl((1.95, south + 0.19, 0.866), 0, 0.1, 0.05, m.ceramic((0.55, 0.30, 0.16)))
    frame = [core.cylinder(0.42, 0.02, (0, 0, 0), m.metal('brass', 0.3), 96, 0.004, (90, 0, 0)), core.cylinder(0.4, 0.004, (0, -0.02, 0), m.mirror(), 96, 0.001, (90, 0, 0))]
    core.parent(frame, (1.75, south, 1.72), 180)


def end():
    """Window seat at the east end, with the evening behind it."""
    east = LENGTH / 2
    for side in (-1, 1):
        soft.curtain((east - 0.1, side * 0.82, 0), -90, 0.36, 2.5, m.fabric(RUST, 'velvet'), 0.09, 0.06, seed=4 + side)
    seating.armchair((east - 0.85, 0.3, 0), -128, m.fabric(RUST, 'velvet'), cover=m.fabric((0.62, 0.57, 0.5), 'boucle'), width=0.78)
    casework.side_table((east - 0.45, -0.42, 0), 0, 0.2, 0.5, m.stone('marble', (0.16, 0.19, 0.2)))
    table.cup((east - 0.42, -0.4, 0.5), 30)
    books.magazine((east - 0.55, -0.48, 0.5), 30, paintings.cutouts(4, (300, 400)))
    plants.fiddle_fig((-LENGTH / 2 + 0.35, -0.68, 0), 10, 1.7, (0.10, 0.15, 0.17), seed=4)
    seating.bench((-LENGTH / 2 + 1.75, 0.76, 0), 0, 0.0 + 0.9, 0.36, m.leather((0.26, 0.12, 0.05)))


def glimpse():
    """What one sees of the room through its open door."""
    oak, y = m.wood('oak', 0.16, along='y', plank_length=2.4), WIDE / 2
    core.box((3.2, 6.0, 0.1), (OPEN, y + 3.2, -0.1), bevel=0, material=oak)
    core.box((3.2, 6.0, 0.1), (OPEN, y + 3.2, 2.75), bevel=0, material=m.plaster((0.72, 0.69, 0.64), relief=0))
    wall = m.plaster((0.66, 0.61, 0.54))
    for x in (-1.65, 1.65):
        core.box((0.1, 6.0, 2.75), (OPEN + x, y + 3.2, 0), bevel=0, material=wall)
    core.area_light((2.6, 2.3), (OPEN, y + 6.1, 1.3), (-90, 0, 0), 90, 5200)
    core.box((3.2, 0.05, 2.75), (OPEN, y + 6.2, 0), bevel=0, material=m.emissive(6800, 0.9))
    for x in (-1.0, 1.0):
        soft.curtain((OPEN + x, y + 6.0, 0), 0, 1.0, 2.7, m.sheer((0.78, 0.75, 0.70), 0.5), 0.1, 0.05, seed=int(x))
    soft.rug((OPEN, y + 1.1, 0), 0, (1.1, 0.7), (0.36, 0.30, 0.24), 'stripes', (0.56, 0.5, 0.42), seed=9)
    seating.bench((OPEN + 0.9, y + 2.6, 0), 90, 1.2, 0.42, m.leather((0.20, 0.095, 0.045)))


def build(variant=None):
    """Place everything; the picture's centre looks along the corridor to the evening window in the east."""
    core.world('sunset', 40, 1.3)
    architecture()
    lit()
    console()
    end()
    glimpse()
    return {'camera': (0.2, -0.06, 1.52), 'yaw': 90, 'white': 3650, 'exposure': 0.35, 'contrast': 1.3}
