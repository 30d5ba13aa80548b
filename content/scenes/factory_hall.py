"""A clean production hall: steel trusses under skylights, machining centres, a robot at a conveyor, racks, a glazed office."""
import math

import bpy

from kit import chairs, core, industry, machines, materials, plants, soft, table
from kit.industry import GRAPHITE, SIGNAL
from kit.solids import Solid

WIDTH, DEPTH, EAVES = 26.0, 17.0, 6.2
TRUSSES = (-6.4, -2.15, 2.15, 6.4)
SKYLIGHTS = (-4.3, 0.0, 4.3)


def _lettering(text, location, rotation_deg, size, material):
    """Flat letters on a wall, facing -Y at rotation 0, centred."""
    curve = bpy.data.curves.new("lettering", "FONT")
    curve.body, curve.size, curve.extrude, curve.align_x, curve.align_y = text, size, 0.012, "CENTER", "CENTER"
    curve.materials.append(material)
    thing = bpy.data.objects.new("lettering", curve)
    thing.location = location
    thing.rotation_euler = (math.radians(90), 0, math.radians(rotation_deg))
    bpy.context.scene.collection.objects.link(thing)


def _shell():
    """Floor, panelled walls with a window band, roof with skylights, structure."""
    s = Solid()
    s.block((WIDTH, DEPTH, 0.2), (0, 0, -0.1), 0, bevel=0)
    s.build("floor", [materials.stone("concrete", (0.20, 0.235, 0.225), slab=(4.3, 4.25), roughness=0.26, joint=0.006)])
    s = Solid()
    for y, sign in ((DEPTH / 2, 1), (-DEPTH / 2, -1)):
        top = 3.9 if sign > 0 else EAVES + 1.5
        s.block((WIDTH, 0.2, top), (0, y + sign * 0.1, top / 2), 0, bevel=0)
        if sign > 0:
            s.block((WIDTH, 0.2, EAVES + 1.6 - 5.3), (0, y + 0.1, (5.3 + EAVES + 1.6) / 2), 0, bevel=0)
        for k in range(int(WIDTH / 0.33)):
            x = -WIDTH / 2 + 0.2 + k * 0.33
            if sign < 0:
                s.block((0.035, 0.03, EAVES + 1.3), (x, y - sign * 0.012, 1.15 + EAVES / 2 + 0.5), 0, bevel=0.01)
            else:
                s.block((0.035, 0.03, 2.7), (x, y - 0.012, 2.5), 0, bevel=0.01)
        s.block((WIDTH, 0.05, 1.15), (0, y - sign * 0.02, 0.575), 1, bevel=0.005)
    for x, sign in ((WIDTH / 2, 1), (-WIDTH / 2, -1)):
        s.block((0.2, DEPTH, EAVES + 3.2), (x + sign * 0.1, 0, (EAVES + 3.2) / 2), 0, bevel=0)
        for k in range(int(DEPTH / 0.33)):
            s.block((0.03, 0.035, EAVES + 1.5), (x - sign * 0.012, -DEPTH / 2 + 0.2 + k * 0.33, 1.15 + (EAVES + 1.5) / 2), 0, bevel=0.01)
        s.block((0.05, DEPTH, 1.15), (x - sign * 0.02, 0, 0.575), 1, bevel=0.005)
    for k in range(13):                                                  # window band in the north wall
        s.block((0.08, 0.12, 1.4), (-WIDTH / 2 + 1.0 + k * 2.0, DEPTH / 2 + 0.05, 4.6), 2)
    for z in (3.93, 4.6, 5.28):
        s.block((WIDTH, 0.14, 0.07), (0, DEPTH / 2 + 0.05, z), 2)
    s.build("walls", [industry.painted((0.62, 0.625, 0.62), 0.5), industry.painted((0.23, 0.26, 0.28), 0.5), industry.painted(GRAPHITE, 0.5)])
    industry_light = core.area_light((WIDTH - 1, 1.3), (0, DEPTH / 2 + 0.25, 4.6), (-90, 0, 0), 520, 7000)
    industry_light.data.spread = math.radians(170)
    _roof()
    for x in (-8.6, 0.0, 8.6):
        for y in (-DEPTH / 2 + 0.2, DEPTH / 2 - 0.2):
            industry.column(EAVES, (x, y, 0), 0, guard=abs(x) > 1)
    for x in (-WIDTH / 2 + 0.25, WIDTH / 2 - 0.25):
        for y in TRUSSES:
            industry.column(EAVES, (x, y, 0), 90)
    for y in TRUSSES:
        industry.truss(WIDTH - 0.2, 1.0, 14, (0, y, EAVES))


def _roof():
    """Two roof planes of ribbed sheet with three long skylights, which also light the hall."""
    s = Solid()
    half = DEPTH / 2
    z = EAVES + 1.55
    edges = [-half] + [v for y in SKYLIGHTS for v in (y - 0.9, y + 0.9)] + [half]
    for k in range(0, len(edges), 2):
        s.block((WIDTH, edges[k + 1] - edges[k], 0.12), (0, (edges[k] + edges[k + 1]) / 2, z), 0, bevel=0)
        n = int((edges[k + 1] - edges[k]) / 0.25)
        for i in range(n):
            s.block((WIDTH, 0.06, 0.05), (0, edges[k] + 0.12 + i * 0.25, z - 0.08), 0, bevel=0.012)
    for y in SKYLIGHTS:
        for sign in (-1, 1):
            s.block((WIDTH, 0.06, 0.4), (0, y + sign * 0.9, z + 0.1), 0)
            s.block((2.0, 1.8, 0.4), (sign * (WIDTH / 2 - 1), y, z), 0)
        s.block((WIDTH - 4, 1.8, 0.02), (0, y, z + 0.28), 1, bevel=0)
        for k in range(19):
            s.block((0.05, 1.8, 0.07), (-WIDTH / 2 + 2 + k * (WIDTH - 4) / 18, y, z + 0.22), 2)
        core.area_light((WIDTH - 4.2, 1.6), (0, y, z + 0.1), (0, 0, 0), 900, 5900)
    s.build("roof", [industry.painted((0.66, 0.66, 0.65), 0.6), materials.emissive(6600, 3.2), industry.painted((0.5, 0.5, 0.5), 0.5)])
    for x in (-9.5, -4.75, 0, 4.75, 9.5):
        for y in (-2.15, 2.15):
            industry.high_bay((x, y, EAVES + 0.02), 0, 0.55, 4.0)


def _overhead():
    """Ducts, cable trays and a travelling crane."""
    for y in (-6.9, 5.2):
        industry.duct([(-WIDTH / 2 + 0.5, y, 5.55), (WIDTH / 2 - 0.5, y, 5.55)], 0.3)
    for x in (-7.4, -3.0, 1.4):
        industry.duct([(x + 0.64, 6.25, 2.9), (x + 0.64, 6.25, 5.0), (x + 0.64, 5.2, 5.5)], 0.13)
    industry.cable_tray((-WIDTH / 2 + 1, 4.3, 4.6), (WIDTH / 2 - 1, 4.3, 4.6))
    industry.cable_tray((-WIDTH / 2 + 1, -4.9, 5.2), (WIDTH / 2 - 1, -4.9, 5.2))
    s = Solid()
    for y in (-7.9, 7.9):
        s.block((WIDTH - 1.2, 0.2, 0.3), (0, y, 5.25), 1)
    for x in (-0.5, 0.5):
        s.block((0.28, 15.8, 0.5), (-4.6 + x, 0, 5.62), 0, bevel=0.01)
    for y in (-7.8, 7.8):
        s.block((2.2, 0.3, 0.34), (-4.6, y, 5.52), 0, bevel=0.02)
    s.block((1.3, 0.9, 0.4), (-4.6, 1.6, 6.02), 2, bevel=0.02)
    s.rod((-5.1, 1.6, 6.0), (-4.1, 1.6, 6.0), 0.24, 2, 32)
    for dx in (-0.08, 0.08):
        s.rod((-4.6 + dx, 1.6, 5.9), (-4.6 + dx, 1.6, 4.35), 0.009, 3, 8)
    s.block((0.34, 0.2, 0.4), (-4.6, 1.6, 4.2), 0, bevel=0.04)
    s.bend([(-4.6, 1.6, 4.0), (-4.6, 1.6, 3.86), (-4.52, 1.6, 3.74), (-4.6, 1.6, 3.64), (-4.7, 1.6, 3.7), (-4.7, 1.6, 3.78)], 0.03, 3, 10)
    s.build("travelling crane", [industry.painted(SIGNAL), industry.painted(industry.STEEL_RGB), industry.painted(GRAPHITE), materials.metal("steel", 0.4)])


def _machines():
    """The machine row to the north and the robot cell to the north-east."""
    for k, x in enumerate((-7.4, -3.0, 1.4)):
        machines.machining_centre((x, 6.0, 0), 0, (3.3, 2.2, 2.55))
        if k < 2:
            machines.tool_cabinet((x + 2.2, 5.3, 0), 0, 0.7, 0.95)
        mat = Solid()
        mat.block((2.4, 0.9, 0.018), (x - 0.2, 4.25, 0.009), 0, bevel=0.006)
        mat.build("mat", [materials.plastic((0.06, 0.065, 0.07), 0.85)])
    industry.bin_box((-5.3, 4.35, 0), 12)
    industry.bin_box((-5.3, 4.35, 0.285), 9)
    industry.conveyor(8.6, (7.6, 2.7, 0))
    for k, x in enumerate((4.2, 5.4, 6.9, 8.6, 10.6)):
        industry.carton((0.42, 0.36, 0.3), (x, 2.7, 0.92), 4 * k - 7)
    machines.robot_arm((7.0, 4.9, 0), 0, 8, 34, 82, 62, scale=1.15)
    industry.fence(3.2, (4.6, 3.5, 0), 90)
    industry.fence(5.4, (4.6, 6.7, 0), 0)
    industry.fence(3.2, (10.0, 3.5, 0), 90)
    industry.loaded_pallet((9.0, 5.3, 0), 90, 3, 12)
    machines.switch_cabinets(4, (WIDTH / 2 - 0.5, -1.6, 0), -90)
    for k, y in enumerate((1.6, 2.3, 3.0)):
        industry.drum((WIDTH / 2 - 0.7, y - 0.6, 0), 20 * k)
    machines.extinguisher((WIDTH / 2 - 0.08, 0.5, 0.9), -90)
    _lettering("2", (WIDTH / 2 - 0.06, -1.4, 4.1), -90, 2.6, industry.painted((0.23, 0.26, 0.28)))


def _stores():
    """Racks, forklift and workbenches along the south side."""
    industry.rack(2.75, (-4.6, -7.55, 0), 180, 1.05, 3, 1.5, 4)
    machines.forklift((-2.6, -3.9, 0), -62, 0.22)
    industry.loaded_pallet((-1.33, -3.22, 0.10), 28, 2, 21)
    for k, x in enumerate((3.2, 5.9, 8.6)):
        machines.workbench((x, -7.75, 0), 180, 2.3, seed=4 + k)
        chairs.bar_stool((x - 0.3, -6.9, 0), 160 + 25 * k, 0.62)
    machines.tool_cabinet((10.7, -7.6, 0), 180, 1.0, 1.1)
    machines.tool_cabinet((11.8, -7.6, 0), 180, 1.0, 1.1, SIGNAL)
    machines.tool_cabinet((2.7, -3.0, 0), 205, 0.8, 0.92, SIGNAL, 5)
    industry.loaded_pallet((5.2, -3.6, 0), 3, 1, 31)
    for k in range(2):
        for x in (6.75, 7.2):
            industry.bin_box((x, -3.6, 0.145 + 0.285 * k), 0)
    industry.pallet((6.98, -3.6, 0), 0)
    industry.conveyor(3.6, (8.9, -4.9, 0), 0, 0.5, 0.85, True)
    for k in range(4):
        industry.bin_box((7.7 + k * 0.75, -4.9, 0.91), 90, (0.3, 0.4, 0.15), (0.62, 0.60, 0.56) if k % 2 else (0.10, 0.17, 0.24))


def _office():
    """A glazed two-storey office at the west end, with plants in front."""
    s = Solid()
    x0, x1, y0, y1 = -WIDTH / 2 + 0.1, -9.4, -3.4, 3.4
    for z in (0.06, 3.0, 5.6):
        s.block((x1 - x0, y1 - y0, 0.16), ((x0 + x1) / 2, 0, z), 0)
    for k in range(6):
        y = y0 + k * (y1 - y0) / 5
        s.block((0.1, 0.1, 5.6), (x1, y, 2.8), 1)
    for z in (0.9, 2.85, 3.12, 3.95):
        s.block((0.07, y1 - y0, 0.06), (x1, 0, z), 1)
    s.block((x1 - x0, 0.1, 5.6), ((x0 + x1) / 2, y0, 2.8), 2)
    s.block((x1 - x0, 0.1, 5.6), ((x0 + x1) / 2, y1, 2.8), 2)
    for z in (2.86, 5.46):
        for y in (-1.8, 0, 1.8):
            s.block((1.8, 0.25, 0.03), ((x0 + x1) / 2, y, z), 3)
    for k in range(int((y1 - y0) / 0.12)):
        s.block((0.03, 0.03, 1.0), (x1 + 0.02, y0 + 0.06 + k * 0.12, 0.5), 4)
    s.build("office", [industry.painted((0.60, 0.60, 0.58)), industry.painted(GRAPHITE), materials.plaster((0.62, 0.58, 0.50)), materials.emissive(3600, 5.0), materials.wood("oak")])
    for z0 in (0.95, 3.2):
        pane = core.box((0.01, y1 - y0 - 0.1, 1.85 if z0 < 2 else 2.3), (x1 + 0.01, 0, z0), 0, 0, materials.window_glass())
        pane.visible_shadow = False
    core.area_light((2.6, 6.0), ((x0 + x1) / 2, 0, 2.8), (0, 0, 0), 130, 3600)
    core.area_light((2.6, 6.0), ((x0 + x1) / 2, 0, 5.4), (0, 0, 0), 130, 3600)
    for z in (0.14, 3.08):
        for y in (-1.9, 1.7):
            table.table((-11.3, y, z), 90, (1.8, 0.8, 0.74), materials.wood("oak"))
            chairs.dining_chair((-10.5, y, z), -90 + 12 * y)
            screen = Solid()
            screen.block((0.03, 0.7, 0.42), (-11.5, y, z + 1.06), 0)
            screen.block((0.2, 0.26, 0.015), (-11.5, y, z + 0.75), 0)
            screen.rod((-11.5, y, z + .75), (-11.5, y, z + .95), 0.02, 0, 12)
            screen.block((0.004, 0.66, 0.38), (-11.482, y, z + 1.06), 1, bevel=0.001)
            screen.build("screen", [industry.painted(GRAPHITE), materials.emissive(7200, 1.3)])
        plants.fiddle_fig((-9.95, 2.8, z), 40, 1.7, seed=int(z * 10) + 3)
        plants.potted_palm((-12.3, 0.0, z), 0, 1.9, seed=int(z * 10) + 5)
    for k, y in enumerate((-2.9, 0.0, 2.9)):
        box = Solid()
        box.block((0.5, 1.6, 0.5), (-8.95, y, 0.25), 0, bevel=0.012)
        box.build("planter", [materials.wood("oak")])
        for i in range(4):
            plants.rubber_plant((-8.95, y - 0.6 + i * 0.4, 0.28), 90 * i, 0.75 + 0.1 * (i % 2), pot_rgb=(0.2, 0.2, 0.2), seed=k * 5 + i)


def _markings():
    """Aisle lines, walkway, hazard strips, and a few things standing about near the middle."""
    white, yellow = (0.68, 0.68, 0.66), (0.70, 0.47, 0.04)
    for y in (-1.75, 1.45):
        industry.floor_line((-8.4, y), (WIDTH / 2 - 1.2, y), 0.1, yellow)
    for x in (-5.2, -0.8):
        industry.floor_line((x, 1.5), (x, 3.7), 0.08, yellow)
    for k in range(14):
        industry.floor_line((-7.6 + k * 1.4, -0.15), (-6.9 + k * 1.4, -0.15), 0.08, white)
    industry.hazard_strip((4.4, 3.25), (10.2, 3.25), 0.16)
    industry.hazard_strip((-8.8, 3.75), (3.0, 3.75), 0.16)
    for x in (-7.2, -4.5, -1.8, 0.9):
        industry.floor_line((x, -6.8), (x, -5.4), 0.08, yellow)
    for x0, x1 in ((4.3, 6.0), (6.25, 7.7)):
        for y in (-4.2, -3.0):
            industry.floor_line((x0, y), (x1, y), 0.07, white)
        for x in (x0, x1):
            industry.floor_line((x, -4.2), (x, -3.0), 0.07, white)
    cart = Solid()
    cart.block((1.3, 0.75, 0.05), (0, 0, 0.32), 0)
    cart.block((1.3, 0.75, 0.04), (0, 0, 0.84), 0)
    for x in (-0.6, 0.6):
        for y in (-0.33, 0.33):
            cart.rod((x, y, 0.16), (x, y, 1.0 if x < 0 else 0.86), 0.018, 1, 16)
            cart.rod((x, y - 0.02, 0.08), (x, y + 0.02, 0.08), 0.08, 2, 24)
    cart.rod((-0.6, -0.33, 1.0), (-0.6, 0.33, 1.0), 0.018, 1, 16)
    for k in range(4):                                                   # turned steel parts, the product of the hall
        for j in range(2):
            x, y = -0.36 + k * 0.28, -0.16 + j * 0.32
            cart.rod((x, y, 0.86), (x, y, 0.98), 0.1, 1, 40, bevel=0.1)
            cart.rod((x, y, 0.98), (x, y, 1.07), 0.055, 1, 32, bevel=0.1)
            cart.rod((x, y, 1.07), (x, y, 1.10), 0.03, 2, 24, bevel=0.1)
    cart.build("parts trolley", [industry.painted((0.24, 0.25, 0.26)), materials.metal("steel", 0.25), industry.painted((0.05, 0.05, 0.05), 0.7)], (2.6, 1.95, 0), -14)
    industry.bin_box((2.3, 1.95, 0.345), -14, (0.4, 0.6, 0.22))
    industry.bin_box((2.85, 1.82, 0.345), -14, (0.4, 0.6, 0.22), (0.62, 0.60, 0.56))
    industry.loaded_pallet((-2.6, 2.6, 0), 4, 2, 44)


def _helmet(location, rotation_deg, rgb):
    """A safety helmet with its brim."""
    shell = industry.painted(rgb)
    dome = core.lathe([(0.125, 0.0), (0.13, 0.02), (0.12, 0.075), (0.085, 0.125), (0.04, 0.145), (0.0, 0.15)], (0, 0, 0.008), shell)
    brim = core.cylinder(0.135, 0.008, (0, -0.03, 0.004), shell, bevel=0.003)
    ridge = core.tube([(0, -0.11, 0.075), (0, -0.05, 0.15), (0, 0.05, 0.152), (0, 0.11, 0.08)], 0.012, shell)
    core.parent([dome, brim, ridge], location, rotation_deg)


def _traces():
    """What the shift has left: helmets, a mug, a vest and a jacket, and the marks of tyres on the floor."""
    _helmet((2.62, -2.92, 0.93), 150, (0.72, 0.70, 0.64))
    table.cup((2.92, -3.08, 0.93), 40, saucer=False)
    _helmet((2.38, 2.02, 1.0), 60, SIGNAL)
    vest = materials.fabric((0.55, 0.22, 0.02), "linen")
    soft.throw((4.6, 4.1, 2.0), 90, 0.44, vest, (0.55, 0.5), seed=2)
    soft.throw((2.9, -6.72, 0.98), 8, 0.4, materials.fabric((0.06, 0.085, 0.13), "wool"), (0.3, 0.42), seed=5)
    rubber = (0.135, 0.155, 0.15)
    for radius in (3.1, 4.0):
        turn = [math.radians(8 + 4.5 * k) for k in range(15)]
        path = [(-3.9 + radius * math.sin(a), 1.1 - radius * math.cos(a)) for a in turn]
        for start, end in zip(path, path[1:]):
            industry.floor_line(start, end, 0.13, rubber)
    for y in (-0.95, -1.62):
        industry.floor_line((-7.8, y), (-3.4, y), 0.12, rubber)


def build(variant=None):
    """Make the hall; the camera stands in the main aisle."""
    core.sky((50, 152), 0.24, 0.4)
    core.sun((50.0, 152.0), 9.0, 4700, 1.2)
    core.area_light((22, 13), (0, 0, 4.4), (180, 0, 0), 150, 5200)         # what the bright floor gives back to the roof
    _shell()
    _overhead()
    _machines()
    _stores()
    _office()
    _markings()
    _traces()
    core.camera_360((0.2, 0.1, 1.65), 14.0)
    return {"camera": (0.2, 0.1, 1.65), "yaw": 14.0, "exposure": 0.35, "white": 5500, "contrast": 1.4, "saturation": 1.25}
