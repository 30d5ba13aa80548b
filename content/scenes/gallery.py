"""A museum room: large canvases under a laylight, sculpture, and a red room beyond the doorway."""
import numpy as np

from kit import art, books, chairs, core, materials, paintings, plants, rooms, sculpture, soft
from kit.blocks import block
from kit.table import bowl, copies

WIDTH, DEPTH, HEIGHT = 11.8, 8.8, 4.6


def _ceiling(white):
    """Flat margins around a glazed laylight with slim steel bars, a cove above it and track lights beside it."""
    lit_w, lit_d, top = 7.6, 4.6, HEIGHT
    for x in (-1, 1):
        block(((WIDTH - lit_w) / 2, DEPTH, 0.2), (x * (WIDTH + lit_w) / 4, 0, top + 0.1), material=white)
    for y in (-1, 1):
        block((lit_w, (DEPTH - lit_d) / 2, 0.2), (0, y * (DEPTH + lit_d) / 4, top + 0.1), material=white)
    steel = materials.metal('aluminium', 0.5)
    for k in range(9):
        block((0.035, lit_d, 0.06), (-lit_w / 2 + k * lit_w / 8, 0, top + 0.15), bevel=0.002, material=steel)
    for k in range(6):
        block((lit_w, 0.035, 0.06), (0, -lit_d / 2 + k * lit_d / 5, top + 0.15), bevel=0.002, material=steel)
    block((lit_w, lit_d, 0.01), (0, 0, top + 0.24), bevel=0, material=rooms.glow((0.90, 0.96, 1.0), 1.25))
    core.area_light((lit_w - 0.2, lit_d - 0.2), (0, 0, top + 0.09), (0, 0, 0), 430, 6000)
    black = materials.metal('black', 0.5)
    for y in (-1, 1):
        block((9.4, 0.035, 0.03), (0, y * 2.95, top - 0.015), bevel=0.002, material=black)
        for k in range(8):
            _spot((-4.2 + 1.2 * k, y * 2.95, top - 0.03), 0 if y > 0 else 180, black)
    for x in (-1, 1):
        block((0.035, 5.6, 0.03), (x * 4.5, 0, top - 0.015), bevel=0.002, material=black)
        for k in range(5):
            _spot((x * 4.5, -2.4 + 1.2 * k, top - 0.03), -90 * x, black)


def _spot(at, heading_deg, black):
    """Track spotlight aimed at the wall to the north of it (heading 0)."""
    body = core.cylinder(0.045, 0.16, (0, 0, 0), black)
    lens = core.cylinder(0.036, 0.004, (0, 0, 0.159), materials.emissive(3300, 9))
    head = core.parent([body, lens], (0, 0, 0), 0)
    head.location, head.rotation_euler = (0, 0.02, -0.13), (np.radians(-125), 0, 0)
    stem = core.cylinder(0.012, 0.12, (0, 0, -0.12), black)
    core.parent([head, stem], at, heading_deg)


def _lit(at, heading_deg, watts=24.0):
    """The light of a track spotlight on the picture to the north of it (heading 0)."""
    core.area_light((0.09, 0.09), at, (31, 0, heading_deg), watts, 3700, spread_deg=58)


def _picture_lights():
    """Light pools on the pictures, brighter than the room."""
    top = HEIGHT - 0.2
    for x in (-4.4, -3.1, 3.6):
        _lit((x, 2.95, top), 0)
    for x in (-4.5, -3.2, -1.9, 0.3, 1.3):
        _lit((x, -2.95, top), 180, 17.0)
    for y in (-0.9, 0.9, 3.05, -3.0):
        _lit((-4.5, y, top), 90)
    for y in (0.3, 1.9, -2.55):
        _lit((4.5, y, top), -90)


def _traces():
    """What people have left: a coat and a catalogue on a bench, a bag before it, the attendant's chair with her newspaper."""
    soft.throw((-1.9, 1.05, 0.45), 92, 0.5, materials.fabric((0.10, 0.13, 0.17), 'wool'), (0.34, 0.4), seed=6)
    books.open_book((-1.9, 0.2, 0.455), 70, 0.40, '#7a2f22')
    books.stack((2.02, -0.95, 0.455), 24, 2, seed=9)
    leather = materials.leather((0.20, 0.085, 0.035))
    core.soft_box((0.36, 0.15, 0.27), (-1.42, 0.95, 0.0), 0.02, leather, 12, radius=0.06, wrinkle=0.006, seed=4)
    core.tube([(-1.52, 0.93, 0.25), (-1.50, 0.94, 0.38), (-1.42, 0.955, 0.43), (-1.33, 0.97, 0.38), (-1.31, 0.975, 0.25)], 0.008, leather)
    chairs.dining_chair((5.35, -3.75, 0), -40)
    books.magazine((5.34, -3.74, 0.47), -30, paintings.bands(2, (240, 330)), size=(0.24, 0.33))


def _vitrine(location, rotation_deg, seed):
    """Glass case on a plinth with four small vessels."""
    rng = np.random.default_rng(seed)
    parts = [art.plinth(size=(1.1, 0.5, 0.9))]
    glass, brass = materials.window_glass(), materials.metal('brass', 0.35)
    for x in (-1, 1):
        parts.append(block((0.006, 0.46, 0.46), (x * 0.525, 0, 1.13), bevel=0, material=glass))
    for y in (-1, 1):
        parts.append(block((1.05, 0.006, 0.46), (0, y * 0.227, 1.13), bevel=0, material=glass))
    parts.append(block((1.056, 0.46, 0.006), (0, 0, 1.363), bevel=0, material=glass))
    for x in (-1, 1):
        for y in (-1, 1):
            parts.append(block((0.01, 0.01, 0.46), (x * 0.525, y * 0.227, 1.13), bevel=0, material=brass))
    tones = ((0.16, 0.22, 0.2), (0.55, 0.45, 0.33), (0.33, 0.12, 0.06), (0.6, 0.58, 0.52))
    for k, tone in enumerate(tones):
        h, r = rng.uniform(0.14, 0.3), rng.uniform(0.06, 0.09)
        profile = [(0, 0), (r * 0.6, 0), (r * 0.95, h * 0.25), (r, h * 0.45), (r * 0.6, h * 0.75), (r * 0.32, h * 0.9), (r * 0.45, h), (r * 0.38, h), (r * 0.25, h * 0.9), (0, h * 0.5)]
        if k == 2:
            parts.append(bowl((-0.36 + 0.24 * k, 0, 0.9), radius=0.1, depth=0.08, material=materials.ceramic(tone)))
        else:
            parts.append(core.lathe(profile, (-0.36 + 0.24 * k, 0, 0.9), materials.ceramic(tone)))
    core.parent(parts, location, rotation_deg)


def _red_room():
    """The room beyond: deep red walls, a gilt frame, a head on a plinth and a bench."""
    red, y0 = materials.plaster((0.27, 0.055, 0.04)), DEPTH / 2
    oak, white = materials.wood('oak', 0.16), materials.plaster((0.76, 0.75, 0.73))
    block((8, 5.6, 0.1), (0, y0 + 3.1, -0.05), bevel=0, material=oak)
    block((8, 0.2, HEIGHT), (0, y0 + 5.9, HEIGHT / 2), bevel=0, material=red)
    for x in (-1, 1):
        block((0.2, 5.6, HEIGHT), (x * 4.0, y0 + 3.1, HEIGHT / 2), bevel=0, material=red)
    block((8, 5.8, 0.1), (0, y0 + 3.1, HEIGHT + 0.05), bevel=0, material=white)
    core.area_light((4, 3), (0, y0 + 3.2, HEIGHT - 0.05), (0, 0, 0), 230, 4000)
    gilt = materials.metal('brass', 0.38)
    art.picture(paintings.hills(41, (1500, 1000)), (0, y0 + 5.8, 1.95), 0, 2.3, 'museum', gilt)
    art.picture(paintings.still_life(17), (-2.6, y0 + 5.8, 1.8), 0, 0.95, 'museum', gilt)
    art.picture(paintings.harbour(9, (1000, 800)), (2.6, y0 + 5.8, 1.8), 0, 0.95, 'museum', gilt)
    art.picture(paintings.botanical(3), (-3.9, y0 + 2.6, 1.7), 90, 0.8, 'wide', gilt)
    art.picture(paintings.still_life(33), (3.9, y0 + 2.6, 1.7), -90, 1.2, 'museum', gilt)
    art.plinth((0.0, y0 + 3.3, 0), (0.46, 0.46, 1.12))
    sculpture.head((0.0, y0 + 3.3, 1.12), 12, 0.5, materials.stone('marble', (0.74, 0.72, 0.68)))


def build(variant=None):
    """Museum room; the camera stands between the benches."""
    wall, white, oak = materials.plaster((0.72, 0.71, 0.685)), materials.plaster((0.77, 0.765, 0.75)), materials.wood('oak', 0.16)
    rooms.floor(WIDTH, DEPTH, oak)
    door = rooms.opening(0, 2.6, 0, 3.3)
    entry = rooms.opening(3.9, 1.9, 0, 2.7)
    rooms.wall('north', WIDTH, DEPTH, HEIGHT, wall, [door])
    rooms.wall('south', WIDTH, DEPTH, HEIGHT, wall, [entry])
    for side in ('east', 'west'):
        rooms.wall(side, WIDTH, DEPTH, HEIGHT, wall)
    rooms.skirting(WIDTH, DEPTH, materials.plastic((0.06, 0.06, 0.06), 0.6), 0.05, 0.004, [('north', door), ('south', entry)])
    _ceiling(white)
    _red_room()
    _entrance(entry, oak)
    north, south, east, west = DEPTH / 2, -DEPTH / 2, WIDTH / 2, -WIDTH / 2
    black, pale = materials.wood('ebony'), materials.wood('oak')
    art.picture(paintings.sea(21, (1500, 1000)), (-3.75, north, 1.9), 0, 3.0, 'float', pale)
    art.picture(paintings.bands(5), (3.6, north, 1.95), 0, 1.85, 'float', black)
    art.picture(paintings.meadow(12, (1700, 1150)), (west, 0.0, 1.95), 90, 3.5, 'float', pale)
    art.picture(paintings.gesture(8), (west, 3.05, 1.85), 90, 1.35, 'slim', black)
    art.picture(paintings.arcs(6), (west, -3.0, 1.8), 90, 1.6, 'slim', pale, oil=False)
    art.picture(paintings.currents(14, (1700, 1050)), (east, 1.1, 1.95), -90, 3.3, 'float', black)
    art.picture(paintings.harbour(31), (east, -2.55, 1.85), -90, 2.2, 'float', pale)
    for k, seed in enumerate((2, 19, 27)):
        art.picture(paintings.botanical(seed), (-4.5 + 1.3 * k, south, 1.75), 180, 0.76, 'slim', pale, mount=0.12, oil=False)
    art.picture(paintings.cutouts(15), (0.75, south, 1.9), 180, 2.3, 'slim', black, oil=False)
    for x, y, turn in ((-1.95, north, 0), (4.85, north, 0), (west, 2.05, 90), (west, -1.95, 90), (east, -1.1, -90), (east, 3.1, -90), (-0.85, south, 180), (2.25, south, 180)):
        art.label((x, y, 1.35), turn)
    copies(art.museum_bench(), [((-1.9, 0.5, 0), 90), ((2.0, -0.5, 0), 90)])
    art.plinth((4.0, 2.2, 0), (0.6, 0.6, 0.95))
    sculpture.knot((4.0, 2.2, 0.95), 20, 0.7, materials.metal('copper', 0.42))
    art.plinth((-3.9, 2.4, 0), (1.1, 1.1, 0.25))
    sculpture.fan((-3.9, 2.4, 0.25), 30, 2.1)
    art.plinth((-3.9, -3.0, 0), (0.55, 0.55, 1.05))
    sculpture.ribbon((-3.9, -3.0, 0.86), 40, 0.8, materials.metal('brass', 0.2))
    art.plinth((1.95, 2.7, 0), (0.62, 0.62, 0.7))
    sculpture.pebbles((1.95, 2.7, 0.7), 0, 0.62, 3, materials.stone('marble', (0.74, 0.72, 0.69)))
    _picture_lights()
    _traces()
    _vitrine((-0.9, -2.7, 0), 0, 5)
    _vitrine((3.9, -1.5, 0), 90, 8)
    sculpture.mobile((-1.5, 1.9, HEIGHT + 0.1), 25, 1.9, 4, 0.8)
    core.world('courtyard', 0, 0.3)
    return {'camera': (0.0, -0.35, 1.58), 'yaw': 0, 'exposure': 0.75, 'white': 5350, 'contrast': 1.34, 'saturation': 1.1}


def _entrance(entry, oak):
    """A bright lobby behind the south opening, with a desk and a plant."""
    y = -DEPTH / 2
    pale = materials.plaster((0.74, 0.72, 0.68))
    block((5, 3.4, 0.1), (3.9, y - 1.9, -0.05), bevel=0, material=oak)
    block((5, 0.2, 3.4), (3.9, y - 3.6, 1.7), bevel=0, material=pale)
    for x in (-1, 1):
        block((0.2, 3.4, 3.4), (3.9 + x * 2.5, y - 1.9, 1.7), bevel=0, material=pale)
    block((5, 3.6, 0.1), (3.9, y - 1.9, 3.25), bevel=0, material=pale)
    core.area_light((3, 2), (3.9, y - 1.9, 3.15), (0, 0, 0), 110, 4200)
    block((1.8, 0.6, 1.02), (3.9, y - 2.9, 0.51), bevel=0.01, material=oak)
    block((1.9, 0.7, 0.04), (3.9, y - 2.9, 1.04), bevel=0.006, material=materials.stone('marble', (0.74, 0.72, 0.7)))
    art.picture(paintings.cutouts(4, (900, 700)), (3.9, y - 3.5, 1.95), 180, 1.3, 'slim', oak, oil=False)
    plants.fiddle_fig((2.6, y - 2.8, 0), 30, 1.9)
