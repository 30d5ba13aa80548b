"""An evening dining room by the water: linen, candles and brass, a leather banquette, a bar and an open pass."""
import numpy as np

from kit import art, chairs, core, flowers, materials, paintings, plants, rooms, shelves, table
from kit.blocks import block, cushion
from kit.cache import once
from kit.graph import Graph
from roof_bar import lit_front

WIDTH, DEPTH, HEIGHT = 10.4, 8.4, 3.5
WINDOWS = [rooms.opening(x, 2.3, 0.42, 2.95) for x in (-3.3, -0.3, 2.7)]
PASS = rooms.opening(0.9, 3.3, 0.98, 2.3)
ENTRY = rooms.opening(-3.7, 1.5, 0, 2.5)
DUSK = 0.13          # strength of the evening sky


def _shell(green, plaster, walnut, black):
    """Floor, panelled walls, windows to the lagoon, beams."""
    rooms.floor(WIDTH, DEPTH, materials.wood('walnut', 0.14))
    rooms.ceiling(WIDTH, DEPTH, HEIGHT, materials.plaster((0.66, 0.61, 0.53)))
    rooms.wall('north', WIDTH, DEPTH, HEIGHT, plaster, WINDOWS)
    rooms.wall('south', WIDTH, DEPTH, HEIGHT, plaster, [PASS, ENTRY])
    rooms.wall('east', WIDTH, DEPTH, HEIGHT, green)
    rooms.wall('west', WIDTH, DEPTH, HEIGHT, plaster)
    holes = [('north', o) for o in WINDOWS] + [('south', ENTRY), ('south', PASS)]
    panel = materials.plaster((0.040, 0.058, 0.049))
    for side in ('north', 'south', 'west'):
        rooms.wainscot(WIDTH, DEPTH, side, 1.25 if side == 'west' else 0.98 if side == 'south' else 0.40, panel, 0.6, holes)
    for hole in WINDOWS:
        rooms.window('north', WIDTH, DEPTH, hole, black, 3, 3, 0.028, panel)
        rooms.casing('north', WIDTH, DEPTH, hole, panel, 0.09)
    rooms.casing('south', WIDTH, DEPTH, ENTRY, panel, 0.12)
    rooms.door('south', WIDTH, DEPTH, ENTRY, panel, 3)
    rooms.casing('south', WIDTH, DEPTH, PASS, walnut, 0.1)
    for k in range(6):
        block((WIDTH, 0.2, 0.24), (0, -DEPTH / 2 + 0.7 + k * 1.4, HEIGHT - 0.12), bevel=0.008, material=walnut)
    for y in (-1, 1):
        block((WIDTH, 0.12, 0.16), (0, y * (DEPTH / 2 - 0.06), HEIGHT - 0.08), bevel=0.008, material=walnut)


def _curtains():
    """Heavy velvet panels beside each window on a brass pole."""
    velvet, brass = materials.fabric((0.12, 0.04, 0.028), 'wool'), materials.metal('brass', 0.3)
    y = DEPTH / 2 - 0.13
    pole = core.cylinder(0.018, WIDTH - 1.2, (0, 0, 0), brass)
    pole.rotation_euler, pole.location = (0, np.pi / 2, 0), (-WIDTH / 2 + 0.6, y, 3.08)
    for x, wide in ((-4.72, 0.42), (-1.8, 0.5), (1.2, 0.5), (4.12, 0.42)):
        def drape(u, v, at=x, w=wide):
            fold = np.sin(u * 2 * np.pi * w / 0.105 + 0.4 * np.sin(v * 5 + at))
            return at + (u - 0.5) * w * (1 - 0.06 * np.sin(np.pi * v)), y + fold * (0.025 + 0.022 * v), 3.07 - v * 3.05
        art.surface(drape, 150, 24, velvet, 'curtain', closed_u=False)


def _banquette(cognac, walnut):
    """Channel-tufted bench along the west wall."""
    x0, length = -WIDTH / 2, 7.2
    block((0.56, length, 0.3), (x0 + 0.30, 0.3, 0.15), bevel=0.01, material=walnut)
    for k in range(6):
        cushion((0.60, length / 6 - 0.012, 0.17), (x0 + 0.34, 0.3 - length / 2 + (k + 0.5) * length / 6, 0.385), 0.03, cognac)
    count = 48
    for k in range(count):
        y = 0.3 - length / 2 + (k + 0.5) * length / count
        cushion((0.11, length / count - 0.003, 0.62), (x0 + 0.12, y, 0.78), 0.03, cognac)
    block((0.16, length, 0.04), (x0 + 0.08, 0.3, 1.115), bevel=0.008, material=walnut)


def _laid(location, rotation_deg, radius, guests, kit, seed, centre):
    """Round table with cloth, settings and candles; chairs are set apart."""
    parts = [table.pedestal_table(radius=radius, top=materials.wood('walnut')),
             table.cloth(size=(2 * radius + 0.026, 2 * radius + 0.026), height=0.742, drop=0.42, seed=seed, round_top=True, material=kit['cloth'])]
    top = 0.7465
    for k in range(guests):
        a = 360 / guests * k
        reach = radius - 0.155
        parts.append(table.place_setting((reach * np.sin(np.radians(a)), -reach * np.cos(np.radians(a)), top), a, kit))
    if centre == 'flowers':
        parts.append(flowers.flowers_vase((0.0, 0.02, top), 0, 'peony', 'bowl', (0.62, 0.42, 0.36), 9, 0.26, (0.16, 0.14, 0.12), seed=seed))
        parts.append(table.votive((0.13, -0.1, top)))
        parts.append(table.votive((-0.14, -0.06, top)))
    else:
        parts += [table.candle((0.0, 0.0, top), height=0.2), table.candle((0.09, 0.05, top), height=0.14), table.loaf_basket((-0.14, 0.04, top)),
                  table.bottle((0.02, 0.16, top), seed=seed)]
    return core.parent(parts, location, rotation_deg)


def _two_top(kit, walnut):
    """Small square table for the banquette, laid for two (guests at +-X)."""
    top = 0.75
    return core.parent([table.table(size=(0.72, 0.78, top), material=walnut, apron=False), table.place_setting((-0.2, 0, top), -90, kit), table.place_setting((0.2, 0, top), 90, kit),
                        table.votive((0.0, 0.27, top)), flowers.flowers_vase((0.0, 0.33, top), 0, 'daisy', 'bottle', (0.70, 0.62, 0.5), 3, 0.22, (0.35, 0.33, 0.3), seed=4)], (0, 0, 0), 0)


def pendant(location, drop, radius=0.2, watts=46):
    """Brass dome with a glowing opal globe beneath, on a cord from the ceiling at `location`."""
    brass, shade = materials.metal('brass', 0.32), materials.emissive(2700, 2.2)
    z = -drop
    dome = [(0.02, z + radius * 0.95), (radius * 0.45, z + radius * 0.85), (radius * 0.85, z + radius * 0.5), (radius, z + 0.02), (radius - 0.004, z + 0.02), (radius * 0.8, z + radius * 0.46),
            (radius * 0.42, z + radius * 0.8), (0.0, z + radius * 0.88)]
    globe = [(0, z - radius * 0.12)] + [(radius * 0.46 * np.cos(t), z + radius * 0.34 + radius * 0.46 * np.sin(t)) for t in np.linspace(-1.45, 1.45, 16)] + [(0, z + radius * 0.8)]
    parts = [core.lathe(dome, (0, 0, 0), brass), core.lathe(globe, (0, 0, 0), shade), core.tube([(0, 0, 0), (0, 0, z + radius * 0.9)], 0.004, materials.plastic((0.05, 0.05, 0.05), 0.6)),
             core.cylinder(0.05, 0.025, (0, 0, -0.025), brass)]
    core.parent(parts, location, 0)
    x, y, top = location
    core.area_light((radius * 1.6, radius * 1.6), (x, y, top + z - 0.05), (0, 0, 0), watts, 2800) if watts else None


def _bar(walnut, brass):
    """Marble-topped bar with fluted front, lit bottle shelves behind, stools before it."""
    x, y0, y1 = 3.55, -2.7, 2.3
    length, middle = y1 - y0, (y0 + y1) / 2
    green, marble = materials.plaster((0.030, 0.050, 0.041)), materials.stone('marble', (0.72, 0.70, 0.66))
    block((0.5, length, 1.04), (x + 0.1, middle, 0.52), bevel=0.005, material=green)
    for k in range(int(length / 0.085)):
        flute = core.cylinder(0.042, 0.86, (x - 0.15, y0 + 0.0425 + k * 0.085, 0.14), green, segments=20)
    block((0.74, length + 0.12, 0.045), (x + 0.05, middle, 1.0625), bevel=0.006, material=marble)
    block((0.06, length, 0.12), (x - 0.16, middle, 0.06), bevel=0.004, material=walnut)
    rail = core.cylinder(0.02, length, (0, 0, 0), brass)
    rail.rotation_euler, rail.location = (-np.pi / 2, 0, 0), (x - 0.34, y0, 0.2)
    for k in range(6):
        core.tube([(x - 0.34, y0 + 0.3 + k * 0.88, 0.2), (x - 0.18, y0 + 0.3 + k * 0.88, 0.2)], 0.012, brass)
    chairs_at = [((x - 0.62, y0 + 0.55 + k * 0.8, 0), 90) for k in range(6)]
    table.copies(chairs.bar_stool(), [(at, 90 + 8 * (-1) ** k) for k, (at, _) in enumerate(chairs_at)])
    back = WIDTH / 2
    block((0.42, length, 0.95), (back - 0.21, middle, 0.475), bevel=0.005, material=walnut)
    block((0.46, length + 0.06, 0.035), (back - 0.23, middle, 0.967), bevel=0.005, material=marble)
    block((0.012, length, 1.75), (back - 0.012, middle, 1.9), bevel=0, material=rooms.glow((1.0, 0.36, 0.09), 0.085))
    lit = rooms.glow((1.0, 0.62, 0.30), 3.2)
    for z in (1.42, 1.86, 2.3):
        block((0.26, length, 0.028), (back - 0.14, middle, z), bevel=0.003, material=walnut)
        block((0.012, length - 0.02, 0.008), (back - 0.025, middle, z + 0.018), bevel=0, material=lit)
    for z in (0.985, 1.434, 1.874, 2.314):
        for k in range(3):
            at = y0 + (k + 0.5) * length / 3
            shelves.bottle_shelf((back - 0.15, at, z), -90, length / 3 - 0.1, seed=int(z * 10) + k, glasses=(z > 2.3 or (k == 1 and z < 1)))
    for y in (y0, y0 + length / 3, y0 + 2 * length / 3, y1):
        block((0.3, 0.05, 1.85), (back - 0.15, y, 1.9), bevel=0.004, material=walnut)
    block((0.36, length + 0.1, 0.12), (back - 0.18, middle, 2.86), bevel=0.01, material=walnut)
    core.area_light((0.2, length - 0.2), (back - 0.4, middle, 2.75), (0, 20, 0), 22, 2700)
    for k, (kind, y) in enumerate((('round', 1.6), ('spirit', 1.75), ('square', 1.52))):
        table.bottle((x + 0.2, y, 1.085), 0, kind, materials.plastic((0.3, 0.12, 0.03), 0.06), seed=k)
    table.copies(table.wine_glass(height=0.19), [((x + 0.02 + 0.1 * (k % 2), -0.2 + 0.11 * k, 1.085), 0) for k in range(6)])
    table.fruit_bowl((x + 0.05, -1.4, 1.085), 0, 0.14, 2, ((0.78, 0.6, 0.06), (0.72, 0.55, 0.05), (0.35, 0.45, 0.05)), brass)
    flowers.branches_vase((x + 0.12, 2.0, 1.085), 20, 'eucalyptus', 'jar', 0.85, 6, (0.14, 0.13, 0.12))
    for y in (-1.9, -0.2, 1.5):
        pendant((x, y, HEIGHT), 1.45, 0.13, 0)
    core.area_light((0.2, 4.2), (x, -0.2, HEIGHT - 1.6), (0, 0, 0), 34, 2800)


def _kitchen():
    """The lit kitchen behind the pass: tiles, steel, a hood, pans and plated dishes."""
    y = -DEPTH / 2 - rooms.THICK
    tile, steel = materials.tiles((0.70, 0.68, 0.62), 0.1, (0.4, 0.38, 0.34)), materials.metal('steel', 0.3)
    block((6.4, 0.1, 3.2), (0.9, y - 3.05, 1.6), bevel=0, material=tile)
    for x in (-1, 1):
        block((0.1, 3.0, 3.2), (0.9 + x * 3.2, y - 1.5, 1.6), bevel=0, material=tile)
    block((6.4, 3.1, 0.1), (0.9, y - 1.5, -0.05), bevel=0, material=materials.stone('slate', (0.16, 0.16, 0.16)))
    block((6.4, 3.1, 0.1), (0.9, y - 1.5, 3.2), bevel=0, material=materials.plaster((0.7, 0.68, 0.63)))
    core.area_light((4.5, 1.5), (0.9, y - 1.3, 3.1), (0, 0, 0), 150, 3600)
    block((3.3, 0.62, 0.04), (0.9, y + 0.02, 1.0), bevel=0.006, material=steel)
    block((5.6, 0.7, 0.9), (0.9, y - 2.6, 0.45), bevel=0.01, material=steel)
    block((3.0, 0.85, 0.45), (0.9, y - 2.55, 2.3), bevel=0.02, material=steel)
    for z in (1.35, 1.7):
        block((1.3, 0.28, 0.03), (-1.4, y - 2.85, z), bevel=0.003, material=steel)
        block((1.3, 0.28, 0.03), (3.2, y - 2.85, z), bevel=0.003, material=steel)
        for k in range(4):
            table.bowl((-1.85 + 0.3 * k, y - 2.85, z + 0.015), radius=0.11, depth=0.1, material=materials.ceramic((0.62, 0.58, 0.5)))
            core.lathe([(0, 0), (0.1, 0), (0.11, 0.16), (0.104, 0.16), (0.096, 0.01), (0, 0.01)], (2.8 + 0.28 * k, y - 2.85, z + 0.015), materials.metal('copper', 0.3))
    for k in range(3):
        core.lathe([(0, 0), (0.15, 0), (0.16, 0.2), (0.152, 0.2), (0.144, 0.012), (0, 0.012)], (0.0 + 0.75 * k, y - 2.55, 0.9), materials.metal('copper', 0.25))
    rail = core.cylinder(0.012, 2.6, (0, 0, 0), steel)
    rail.rotation_euler, rail.location = (0, np.pi / 2, 0), (-0.4, y - 0.1, 2.12)
    for k in range(4):
        at = (-0.15 + 0.7 * k, y + 0.0, 2.15)
        core.lathe([(0.02, -0.28), (0.05, -0.3), (0.1, -0.42), (0.098, -0.42), (0.045, -0.305), (0, -0.29)], at, materials.metal('copper', 0.25))
        core.lathe([(0, -0.36), (0.05, -0.38), (0.06, -0.41), (0, -0.415)], at, materials.emissive(2500, 10))
        core.tube([(at[0], at[1], 2.15), (at[0], at[1], 1.87)], 0.004, materials.plastic((0.05, 0.05, 0.05), 0.6))
    core.area_light((2.6, 0.3), (0.9, y, 1.7), (0, 0, 0), 14, 2600)
    for k, tone in enumerate(((0.45, 0.14, 0.05), (0.2, 0.3, 0.08), (0.55, 0.33, 0.1))):
        x = -0.1 + k * 0.85
        table.plate((x, y + 0.1, 1.02), radius=0.15)
        for j in range(5):
            cushion((0.05, 0.03, 0.025), (x + 0.04 * np.cos(j * 1.3), y + 0.1 + 0.04 * np.sin(j * 1.3), 1.045), 0.01, materials.plastic(tuple(np.array(tone) * (0.7 + 0.15 * j)), 0.4))
    table.copies(table.plate(), [((2.25, y + 0.08, 1.02 + 0.012 * k), 0) for k in range(9)])


def _sideboard(walnut, brass, kit):
    """Service sideboard under the pass: carafes, plates, glasses, a lamp, wine on ice."""
    y, top = -DEPTH / 2 + 0.27, 0.86
    for x in (0.08, 0.9, 1.72):
        core.parent(shelves.cupboard(0.81, top, 0.44, walnut), (x, y, 0), 180)
    block((2.52, 0.48, 0.03), (0.9, y, top + 0.015), 0, 0.006, walnut)
    z = top + 0.03
    table.copies(table.plate(material=kit['china']), [((0.25, y, z + 0.012 * k), 0) for k in range(10)])
    table.copies(table.wine_glass(material=kit['glass']), [((0.6 + 0.1 * (k % 4), y - 0.08 + 0.13 * (k // 4), z), 0) for k in range(8)])
    table.copies(table.tumbler(material=kit['glass']), [((1.1 + 0.09 * (k % 4), y - 0.06 + 0.1 * (k // 4), z), 0) for k in range(8)])
    core.lathe([(0, 0), (0.1, 0), (0.115, 0.02), (0.13, 0.2), (0.138, 0.205), (0.126, 0.2), (0.11, 0.02), (0, 0.01)], (1.72, y, z), materials.metal('steel', 0.25))
    for k in range(2):
        lean = table.bottle((1.69 + 0.07 * k, y, z + 0.05), 0, ('wine', 'flute')[k], seed=k)
        lean.rotation_euler = (0.1, 0.2 - 0.4 * k, 0)
    flowers.branches_vase((-0.16, y, z), 0, 'olive', 'jar', 0.75, 7, (0.16, 0.15, 0.13))


@once
def _water():
    """Dark water with small ripples."""
    g = Graph('lagoon')
    place = g.vector('MULTIPLY', g.world_place(), (0.6, 1.5, 1.0))
    g.set(Base_Color=(0.012, 0.03, 0.04), Roughness=0.06, Specular=0.6, Normal=g.bump(g.noise(place, 0.9, 5, 0.6), 0.35, 0.25))
    return g.material


def _lagoon():
    """Dusk over the water outside: a quay with mooring posts, the lit town on the other shore."""
    core.sky((-1.2, 338), DUSK, -0.8, night=(0.3, 0.36, 0.5))
    quay, level = DEPTH / 2 + 2.6, -1.1
    block((60, 2.1, 0.3), (0, quay - 1.05, -0.25), bevel=0.02, material=materials.stone('travertine', (0.4, 0.38, 0.34)))
    core.box((1400, 900, 0.1), (0, quay + 450, level), bevel=0, material=_water())
    post, chance = materials.wood('walnut'), core.scatter(5)
    for k in range(9):
        x, y = -11 + 2.7 * k + chance.uniform(-0.5, 0.5), quay + chance.uniform(2, 6)
        tall = chance.uniform(1.5, 2.3)
        core.cylinder(0.11, tall - level, (x, y, level), post, 20)
        core.cylinder(0.116, 0.16, (x, y, tall - 0.42), materials.plaster((0.5, 0.47, 0.42)), 20)
    roofs = materials.plaster((0.17, 0.085, 0.06))
    for k in range(70):
        x, y, wide, tall = -300 + 8.6 * k, quay + chance.uniform(210, 260), chance.uniform(8, 14), chance.choice((6.2, 9.3, 12.4, 15.5))
        core.box((wide, 10, tall - level), (x, y, level), bevel=0, material=lit_front(0.5 * (k % 3), 2.5))
        core.extrude_polygon([(-wide / 2 - 0.3, 0), (wide / 2 + 0.3, 0), (0, 2.6)], 10.6, (x, y + 5.3, tall), roofs, (90, 0, 0), 0)
    for x, tall, dome in ((-62, 44, False), (48, 16, True), (118, 31, False)):
        y = quay + 235
        if dome:
            core.box((22, 22, tall), (x, y, 0), bevel=0, material=lit_front(0.5, 2.5))
            core.lathe([(9 * np.cos(t), tall + 11 * np.sin(t)) for t in np.linspace(0, 1.5, 14)] + [(1.2, tall + 11), (1.2, tall + 15), (0, tall + 18)], (x, y, 0), materials.plaster((0.3, 0.33, 0.32)))
        else:
            core.box((6, 6, tall), (x, y, 0), bevel=0, material=roofs)
            core.lathe([(4.4, tall), (0, tall + 10)], (x, y, 0), materials.plaster((0.22, 0.27, 0.26)), 8)
    lamp = materials.emissive(2400, 14)
    for k in range(46):
        core.box((0.5, 0.5, 0.5), (-290 + 12.7 * k, quay + 204, 3.2), bevel=0, material=lamp)


def build(variant=None):
    """Dining room at dusk; the camera stands among the tables."""
    walnut, brass, black = materials.wood('walnut'), materials.metal('brass', 0.3), materials.metal('black', 0.45)
    plaster, cognac = materials.plaster((0.50, 0.42, 0.31)), materials.leather((0.26, 0.10, 0.035))
    _shell(materials.plaster((0.040, 0.056, 0.047)), plaster, walnut, black)
    _curtains()
    _banquette(cognac, walnut)
    kit = table.service(china=(0.74, 0.72, 0.67), linen=(0.10, 0.16, 0.125))
    kit['cloth'] = materials.fabric((0.73, 0.69, 0.61), 'linen')
    rounds = [((-1.75, 2.35, 0), 0.56, 'flowers', 20), ((1.35, 2.3, 0), 0.56, 'candles', 65), ((-1.65, -1.9, 0), 0.56, 'candles', 40), ((1.15, -1.75, 0), 0.56, 'flowers', 5)]
    seats = []
    for k, (at, radius, centre, turn) in enumerate(rounds):
        _laid(at, turn, radius, 4, kit, k + 1, centre)
        pendant((at[0], at[1], HEIGHT), 1.55, 0.24)
        for g in range(4):
            a = turn + 90 * g
            reach = 0.80 + 0.05 * ((k + g) % 3)
            seats.append(((at[0] + reach * np.sin(np.radians(a)), at[1] - reach * np.cos(np.radians(a)), 0), a + 180 + 6 * ((g * 7 + k) % 3 - 1)))
    twos = [((-WIDTH / 2 + 0.98, y, 0), 0) for y in (-2.35, -0.85, 0.75, 2.35, 3.4)][:4]
    table.copies(_two_top(kit, walnut), twos)
    seats += [((at[0] + 0.62, at[1], 0), 270) for at, _ in twos]
    table.copies(chairs.dining_chair(seat=materials.fabric((0.036, 0.055, 0.044), 'wool')), seats)
    _bar(walnut, brass)
    _kitchen()
    x = -WIDTH / 2
    gilt = materials.metal('brass', 0.38)
    for y, image, wide in ((-2.4, paintings.harbour(12, (1000, 800)), 0.95), (-0.85, paintings.still_life(9), 0.85), (0.75, paintings.sea(6, (1200, 850)), 1.0), (2.35, paintings.still_life(33), 0.85)):
        art.picture(image, (x, y, 1.95), 90, wide, 'wide', gilt)
    for y in (-3.25, -1.62, -0.05, 1.55, 3.15):
        _sconce((x, y, 1.85), 90, brass)
    core.area_light((0.12, 6.6), (x + 0.16, 0, 2.12), (0, 150, 0), 26, 2600)
    core.area_light((8.5, 6.5), (0, 0, HEIGHT - 0.3), (0, 0, 0), 34, 3000)
    core.area_light((7.5, 6), (0, 0, 2.45), (180, 0, 0), 14, 2900)
    shelves.wine_wall((-1.7 - 0.1, -DEPTH / 2 + 0.19, 0), 180, 9, 11, (0.15, 0.15), 0.34, walnut, 3, 0.62)
    _sideboard(walnut, brass, kit)
    plants.olive_tree((4.55, 3.5, 0), 0, 2.5, (0.30, 0.24, 0.2))
    plants.potted_palm((-4.65, -3.75, 0), 0, 2.0, (0.12, 0.11, 0.1))
    _lagoon()
    return {'camera': (-0.15, 0.2, 1.5), 'yaw': 0, 'exposure': -0.5, 'white': 3500, 'contrast': 1.3, 'saturation': 1.02, 'window_exposure': 0.0}


def _sconce(location, rotation_deg, brass):
    """Wall lamp: brass arm and a small pleated, glowing shade."""
    plate_ = core.cylinder(0.05, 0.015, (0, 0, 0), brass)
    plate_.rotation_euler = (np.pi / 2, 0, 0)
    parts = [plate_, core.tube([(0, 0, 0), (0, -0.09, -0.02), (0, -0.13, 0.0), (0, -0.13, 0.08)], 0.007, brass),
             core.lathe([(0.075, 0.05), (0.05, 0.2), (0.048, 0.2), (0.073, 0.05)], (0, -0.13, 0), materials.emissive(2600, 1.8))]
    core.parent(parts, location, rotation_deg)
