"""Machines of a production hall: a six-axis robot, machining centres, a forklift, workbenches, cabinets."""
import math
import random

import numpy as np

from . import materials
from .industry import GRAPHITE, SIGNAL, painted
from .solids import Solid, curve_through, turn

LIGHT_GREY = (0.60, 0.61, 0.61)


def robot_arm(location=(0, 0, 0), rotation_deg=0.0, base_deg=20, shoulder_deg=28, elbow_deg=95, wrist_deg=50, rgb=SIGNAL, scale=1.0):
    """A six-axis industrial robot on a plinth, reaching towards -Y (turned by base_deg), with hoses and a gripper."""
    s = Solid()
    s.block((0.9, 0.9, 0.22), (0, 0, 0.11), 1, bevel=0.02)
    for x in (-0.36, 0.36):
        for y in (-0.36, 0.36):
            s.rod((x, y, 0.22), (x, y, 0.26), 0.03, 2, 6)
    s.rod((0, 0, 0.22), (0, 0, 0.42), 0.34, 1, 48)
    spin = turn(0, 0, base_deg)
    at = lambda v: spin @ np.asarray(v, float)
    s.rod(at((0, 0, 0.42)), at((0, 0, 0.62)), 0.31, 0, 48)
    s.block((0.5, 0.46, 0.4), at((0, 0.05, 0.78)), 0, spin, 0.06)
    shoulder = np.array([0, -0.14, 0.95])
    s.rod(at(shoulder + (-0.3, 0, 0)), at(shoulder + (0.3, 0, 0)), 0.22, 0, 40)
    s.rod(at(shoulder + (-0.4, 0, 0)), at(shoulder + (-0.3, 0, 0)), 0.14, 1, 32)
    lean = math.radians(shoulder_deg)
    upper = np.array([0, -math.sin(lean), math.cos(lean)])
    elbow = shoulder + upper * 1.15
    for x in (-0.17, 0.17):
        s.beam(at(shoulder + (x, 0, 0)), at(elbow + (x, 0, 0)), 0.1, 0.26, 0, 0.03)
    s.beam(at(shoulder + upper * .25), at(elbow - upper * .2), 0.28, 0.16, 0, 0.03)
    s.rod(at(elbow + (-0.26, 0, 0)), at(elbow + (0.26, 0, 0)), 0.18, 0, 40)
    s.rod(at(elbow + (0.26, 0, 0)), at(elbow + (0.36, 0, 0)), 0.11, 1, 32)
    reach = lean + math.radians(elbow_deg)
    fore = np.array([0, -math.sin(reach), math.cos(reach)])
    normal = np.array([0, -fore[2], fore[1]])
    s.block((0.34, 0.36, 0.34), at(elbow - fore * 0.1 + normal * -0.02), 0, spin @ turn(math.degrees(math.atan2(fore[2], fore[1])) - 90), 0.05)
    wrist = elbow + fore * 1.05
    s.rod(at(elbow + fore * 0.1), at(wrist - fore * 0.12), 0.14, 0, 36, 0.09)
    s.rod(at(wrist + (-0.12, 0, 0)), at(wrist + (0.12, 0, 0)), 0.1, 0, 32)
    aim = reach + math.radians(wrist_deg)
    hand = np.array([0, -math.sin(aim), math.cos(aim)])
    s.rod(at(wrist), at(wrist + hand * 0.2), 0.075, 1, 32)
    s.rod(at(wrist + hand * 0.2), at(wrist + hand * 0.24), 0.1, 2, 32)
    tool = wrist + hand * 0.26
    s.block((0.36, 0.12, 0.1), at(tool), 1, spin @ turn(math.degrees(math.atan2(hand[2], hand[1])) - 90), 0.015)
    for x in (-0.13, 0.13):
        s.beam(at(tool + (x, 0, 0)), at(tool + (x, 0, 0) + hand * 0.26), 0.035, 0.05, 2)
    hose = curve_through([at((0.2, 0.3, 0.5)), at(shoulder + (0.36, 0.25, 0.1)), at(shoulder + upper * 0.7 + (0.34, 0.1, 0)), at(elbow + (0.2, 0.2, 0.3)),
                          at(elbow + fore * 0.5 + normal * 0.05 + (0.16, 0, .16)), at(wrist + (0.14, 0, 0.06)), at(tool)])
    s.bend(hose, 0.026, 1, 10)
    obj = s.build("robot", [painted(rgb, 0.32), painted(GRAPHITE), materials.metal("steel", 0.3)], location, rotation_deg)
    obj.scale = (scale,) * 3
    return obj


def stack_light(solid, base, slots):
    """A signal tower of three lamps on a stem; slots: (stem, red, amber, green)."""
    x, y, z = base
    solid.rod((x, y, z), (x, y, z + 0.25), 0.012, slots[0], 12)
    for k in range(3):
        solid.rod((x, y, z + 0.25 + k * 0.075), (x, y, z + 0.322 + k * 0.075), 0.032, slots[1 + k], 24)


def _screen(solid, centre, width, height, rotation, frame_slot, glow_slot, mark_slot):
    """A control screen with rows of coloured fields."""
    solid.block((width + 0.04, 0.05, height + 0.04), centre, frame_slot, rotation)
    front = rotation @ np.array([0, -0.026, 0])
    solid.block((width, 0.004, height), np.asarray(centre) + front, glow_slot, rotation, 0.001)
    rng = random.Random(9)
    for k in range(6):
        w = width * rng.uniform(.15, .5)
        spot = rotation @ np.array([-width * .42 + w / 2, -0.029, height * (0.36 - k * 0.14)])
        solid.block((w, 0.003, height * .06), np.asarray(centre) + spot, mark_slot, rotation, 0.0005)


def machining_centre(location=(0, 0, 0), rotation_deg=0.0, size=(3.2, 2.1, 2.5), accent=SIGNAL):
    """A closed CNC machining centre (front towards -Y): casing, sliding door with a lit window, panel, signal tower, hoses."""
    w, d, h = size
    f = -d / 2
    s = Solid()
    s.block((w, d, 0.16), (0, 0, 0.1), 1, bevel=0.01)
    s.block((w, d, h - 0.18), (0, 0, 0.18 + (h - 0.18) / 2), 0, bevel=0.04)
    s.block((w * 0.985, 0.02, 0.3), (0, f - 0.008, 0.36), 1)
    s.block((w * 0.985, 0.022, 0.05), (0, f - 0.009, h - 0.32), 3, bevel=0.004)
    left = -w * 0.12
    s.block((w * 0.56, 0.07, h * 0.68), (left, f - 0.03, h * 0.52), 2, bevel=0.03)           # door
    s.block((w * 0.40, 0.03, h * 0.40), (left, f - 0.06, h * 0.58), 1, bevel=0.02)           # window frame
    s.block((w * 0.37, 0.02, h * 0.36), (left, f - 0.068, h * 0.58), 4, bevel=0.01)          # lit interior behind glass
    for k in range(4):
        s.block((0.04, 0.012, h * 0.3), (left - w * 0.13 + k * w * 0.085, f - 0.078, h * 0.58), 5, turn(0, 12 * (k % 2), 0), 0.002)
    s.rod((left, f - 0.08, h * 0.72), (left, f - 0.08, h * 0.44), 0.09, 5, 24)
    s.rod((left, f - 0.08, h * 0.44), (left, f - 0.08, h * 0.40), 0.05, 5, 24, 0.015)
    s.bend([(left + w * 0.25, f - 0.065, h * 0.34), (left + w * 0.25, f - 0.12, h * 0.36), (left + w * 0.25, f - 0.12, h * 0.66), (left + w * 0.25, f - 0.065, h * 0.68)], 0.016, 5)
    px = w * 0.36
    s.block((w * 0.2, 0.14, h * 0.42), (px, f - 0.06, h * 0.56), 1, bevel=0.02)              # control panel
    _screen(s, (px, f - 0.14, h * 0.66), w * 0.15, h * 0.15, np.eye(3), 1, 6, 7)
    for i in range(5):
        for j in range(4):
            s.rod((px - w * .065 + i * w * .032, f - 0.13, h * 0.54 - j * 0.06), (px - w * .065 + i * w * .032, f - 0.142, h * 0.54 - j * 0.06), 0.016, (5, 3, 5, 0)[(i + j) % 4], 16)
    s.rod((px + w * .06, f - .13, h * .39), (px + w * .06, f - .17, h * .39), 0.035, 8, 24)
    for i in range(12):                                                                       # ventilation slots on the sides
        for x in (-1, 1):
            s.block((0.012, d * 0.3, 0.018), (x * w / 2, d * 0.2, 0.5 + i * 0.045), 1, bevel=0.003)
    s.block((w * 0.35, d * 0.4, 0.34), (-w * 0.22, d * 0.18, h + 0.15), 0, bevel=0.03)        # extraction unit on the roof
    s.rod((w * 0.2, d * 0.2, h - 0.02), (w * 0.2, d * 0.2, h + 0.5), 0.16, 5, 32)
    stack_light(s, (w * 0.42, f + 0.15, h - 0.02), (1, 8, 3, 9))
    s.block((w * 0.3, 0.5, 0.7), (w * 0.3, d / 2 + 0.22, 0.5), 2, bevel=0.03)                 # coolant tank behind
    return s.build("machining centre", [painted(LIGHT_GREY), painted(GRAPHITE), painted((0.40, 0.42, 0.43)), painted(accent),
                                        materials.emissive(5200, 1.1), materials.metal("steel", 0.3), materials.emissive(7500, 1.6),
                                        materials.plastic((0.05, 0.22, 0.30), 0.4), materials.plastic((0.5, 0.05, 0.03), 0.3),
                                        materials.plastic((0.06, 0.42, 0.14), 0.3)], location, rotation_deg)


def forklift(location=(0, 0, 0), rotation_deg=0.0, lift=0.25, rgb=SIGNAL):
    """A counterbalance forklift whose forks point to -Y."""
    s = Solid()
    s.block((1.05, 1.3, 0.42), (0, 0.25, 0.52), 0, bevel=0.06)
    s.block((1.08, 0.5, 0.62), (0, 0.88, 0.68), 1, bevel=0.12)
    s.block((0.7, 0.5, 0.1), (0, 0.3, 0.8), 2, bevel=0.04)
    s.block((0.5, 0.12, 0.5), (0, 0.55, 1.06), 2, turn(-12), 0.05)
    for x in (-0.46, 0.46):
        s.rod((x - 0.1, -0.35, 0.31), (x + 0.1, -0.35, 0.31), 0.31, 2, 40)
        s.rod((x - 0.11, -0.35, 0.31), (x + 0.11, -0.35, 0.31), 0.16, 3, 28)
        s.rod((x - 0.09, 0.85, 0.25), (x + 0.09, 0.85, 0.25), 0.25, 2, 40)
        s.rod((x - 0.1, 0.85, 0.25), (x + 0.1, 0.85, 0.25), 0.12, 3, 28)
        s.beam((x, -0.3, 0.7), (x * 0.93, -0.12, 2.1), 0.07, 0.07, 1, 0.015)
        s.beam((x, 0.95, 0.9), (x * 0.93, 0.75, 2.1), 0.07, 0.07, 1, 0.015)
        s.beam((x * 0.93, -0.14, 2.1), (x * 0.93, 0.77, 2.1), 0.07, 0.07, 1, 0.015)
        s.block((0.09, 0.14, 2.0), (x * 0.72, -0.72, 1.06), 1, bevel=0.01)
        s.block((0.1, 1.1, 0.045), (x * 0.6, -1.38, lift), 2, bevel=0.01)
        s.block((0.1, 0.05, 0.5), (x * 0.6, -0.84, lift + 0.25), 2, bevel=0.01)
    for k in range(5):
        s.beam((-0.43, -0.05 + k * 0.18, 2.11), (0.43, -0.05 + k * 0.18, 2.11), 0.03, 0.03, 1)
    for z in (lift + 0.1, lift + 0.45):
        s.block((0.95, 0.05, 0.08), (0, -0.81, z), 1)
    s.rod((0, -0.7, 0.2), (0, -0.7, 1.9), 0.04, 3, 20)
    s.bend(curve_through([(0, -0.1, 0.95), (0, 0.02, 1.15), (0, 0.08, 1.2)]), 0.02, 2)
    ring = [(0.17 * math.cos(a), 0.1 + 0.1 * math.sin(a), 1.22 + 0.13 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 28)]
    s.bend(ring, 0.015, 2)
    s.rod((0.3, 0.75, 2.13), (0.3, 0.75, 2.24), 0.05, 4, 24)
    for x in (-0.38, 0.38):
        s.rod((x, -0.28, 1.98), (x, -0.35, 1.98), 0.06, 3, 24)
    return s.build("forklift", [painted(rgb, 0.3), painted(GRAPHITE, 0.4), painted((0.05, 0.05, 0.05), 0.7), materials.metal("steel", 0.35),
                                materials.emissive(2200, 2.0)], location, rotation_deg)


def tool_cabinet(location=(0, 0, 0), rotation_deg=0.0, width=0.9, height=1.0, rgb=(0.12, 0.16, 0.20), drawers=6):
    """A drawer cabinet on castors (front towards -Y)."""
    s = Solid()
    s.block((width, 0.6, height - 0.12), (0, 0, 0.12 + (height - 0.12) / 2), 0, bevel=0.012)
    pitch = (height - 0.2) / drawers
    for k in range(drawers):
        z = 0.16 + (k + 0.5) * pitch
        s.block((width - 0.06, 0.02, pitch - 0.012), (0, -0.305, z), 0, bevel=0.005)
        s.block((width - 0.16, 0.02, 0.018), (0, -0.322, z + pitch * 0.3), 1, bevel=0.006)
    s.block((width + 0.02, 0.62, 0.03), (0, 0, height + 0.015), 2)
    for x in (-1, 1):
        for y in (-0.22, 0.22):
            s.rod((x * width * .4 - .02, y, 0.055), (x * width * .4 + .02, y, 0.055), 0.055, 3, 24)
    return s.build("tool cabinet", [painted(rgb), materials.metal("aluminium", 0.3), materials.wood("oak"), painted((0.05, 0.05, 0.05), 0.7)], location, rotation_deg)


def workbench(location=(0, 0, 0), rotation_deg=0.0, width=2.2, rgb=(0.12, 0.16, 0.20), seed=4):
    """An assembly bench (front towards -Y): beech top, drawers, pegboard with tools, lamp, vice, small parts bins."""
    rng = random.Random(seed)
    s = Solid()
    s.block((width, 0.8, 0.05), (0, 0, 0.88), 0, bevel=0.008)
    for x in (-1, 1):
        for y in (-0.34, 0.34):
            s.block((0.06, 0.06, 0.86), (x * (width / 2 - 0.06), y, 0.43), 1)
    s.block((0.55, 0.6, 0.55), (width / 2 - 0.4, 0, 0.55), 1)
    for k in range(4):
        s.block((0.5, 0.02, 0.115), (width / 2 - 0.4, -0.305, 0.345 + k * 0.13), 2, bevel=0.006)
        s.block((0.2, 0.02, 0.014), (width / 2 - 0.4, -0.325, 0.375 + k * 0.13), 3)
    s.block((width - 0.3, 0.5, 0.03), (-0.15, 0, 0.25), 1)
    s.block((width, 0.03, 0.85), (0, 0.38, 1.5), 2)
    for x in (-1, 1):
        s.block((0.05, 0.05, 1.9), (x * (width / 2 - 0.03), 0.4, 0.97), 1)
    for i in range(14):                                           # tools on the board
        x = -width / 2 + 0.16 + i * (width - 0.3) / 13
        length = rng.uniform(0.14, 0.34)
        top = 1.84 - rng.uniform(0, 0.06)
        slot = rng.choice((3, 3, 4))
        s.rod((x, 0.35, top), (x, 0.35, top - length * 0.6), 0.009, 3, 10)
        s.rod((x, 0.35, top - length * 0.55), (x, 0.35, top - length), 0.016, slot, 14)
        if i % 3 == 0:
            s.block((0.1, 0.03, 0.035), (x, 0.345, top), 3, bevel=0.008)
    for i in range(9):                                            # parts bins
        x = -width / 2 + 0.2 + i * 0.21
        if x < width / 2 - 0.15:
            s.block((0.18, 0.02, 0.07), (x, 0.2, 1.2), 4 if i % 4 == 0 else 5)
            s.block((0.18, 0.16, 0.02), (x, 0.28, 1.17), 4 if i % 4 == 0 else 5)
    s.block((0.14, 0.2, 0.06), (-width / 2 + 0.3, -0.25, 0.935), 1)                   # vice
    s.block((0.16, 0.06, 0.1), (-width / 2 + 0.3, -0.2, 0.99), 3)
    s.block((0.16, 0.05, 0.1), (-width / 2 + 0.3, -0.33, 0.99), 3)
    s.rod((-width / 2 + 0.3, -0.48, 0.95), (-width / 2 + 0.3, -0.3, 0.95), 0.014, 3, 14)
    s.block((0.32, 0.22, 0.012), (0.1, -0.12, 0.912), 6, turn(0, 0, 9), 0.002)        # papers
    s.block((0.3, 0.2, 0.014), (0.55, -0.1, 0.913), 1, turn(0, 0, -6), 0.004)         # tablet
    s.block((width * 0.7, 0.12, 0.05), (0, 0.1, 1.98), 1)
    s.block((width * 0.68, 0.08, 0.01), (0, 0.1, 1.952), 7, bevel=0.002)
    for x in (-1, 1):
        s.beam((x * width * .3, 0.4, 1.9), (x * width * .3, 0.1, 2.0), 0.03, 0.03, 1)
    return s.build("workbench", [materials.wood("ash"), painted((0.24, 0.25, 0.26)), painted(rgb), materials.metal("steel", 0.35), painted(SIGNAL),
                                 materials.plastic((0.14, 0.2, 0.27), 0.4), materials.paper((0.74, 0.73, 0.70)), materials.emissive(4600, 4.0)],
                   location, rotation_deg)


def switch_cabinets(count=4, location=(0, 0, 0), rotation_deg=0.0, height=2.0):
    """A row of electrical cabinets (front towards -Y) with handles, lamps and a display."""
    s = Solid()
    for i in range(count):
        x = (i - (count - 1) / 2) * 0.8
        s.block((0.79, 0.5, height), (x, 0, height / 2 + 0.05), 0, bevel=0.01)
        s.block((0.72, 0.02, height - 0.12), (x, -0.255, height / 2 + 0.05), 0, bevel=0.008)
        s.block((0.03, 0.04, 0.16), (x + 0.29, -0.28, height * 0.52), 1)
        for k in range(3):
            s.rod((x - .1 + k * .1, -.265, height * .82), (x - .1 + k * .1, -.285, height * .82), 0.016, 2 + k, 16)
        s.block((0.2, 0.012, 0.12), (x, -0.268, height * 0.7), 1 if i % 2 else 5, bevel=0.003)
        s.block((0.79, 0.48, 0.06), (x, 0, 0.03), 1)
    return s.build("switch cabinets", [painted(LIGHT_GREY), painted(GRAPHITE), materials.plastic((.5, .05, .03), .3), painted(SIGNAL),
                                       materials.plastic((.06, .42, .14), .3), materials.emissive(7500, 1.2)], location, rotation_deg)


def extinguisher(location=(0, 0, 0), rotation_deg=0.0):
    """A fire extinguisher on a wall hook (back towards +Y, hung at its origin's height)."""
    s = Solid()
    s.lathe([(0, 0), (0.07, 0), (0.08, 0.02), (0.08, 0.42), (0.05, 0.48), (0.025, 0.5), (0.025, 0.53), (0, 0.53)], 0, 32)
    s.block((0.04, 0.1, 0.03), (0, -0.02, 0.55), 1)
    s.bend(curve_through([(0, -0.03, 0.53), (0.09, -0.05, 0.45), (0.1, -0.03, 0.2), (0.095, -0.02, 0.1)]), 0.011, 1)
    return s.build("fire extinguisher", [painted((0.50, 0.04, 0.025), 0.3), painted(GRAPHITE)], location, rotation_deg)
