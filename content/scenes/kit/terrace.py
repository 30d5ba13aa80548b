"""Larger parts of a hotel terrace: pool, outdoor seating, bar, house front with lit rooms."""
import math

import bpy
import numpy as np

from . import art, core, materials
from .solids import Solid, group, turn

WATER_LEVEL = -0.07


def pool_water(tint=(0.80, 0.94, 0.95), ripple=0.02):
    """Clear water as a thin sheet: tinted see-through with a Fresnel mirror, which needs no caustics to let light pass."""
    material = bpy.data.materials.new("pool water")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    out, mix = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeMixShader")
    clear, mirror = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeBsdfGlossy")
    fresnel, bump, noise = nodes.new("ShaderNodeFresnel"), nodes.new("ShaderNodeBump"), nodes.new("ShaderNodeTexNoise")
    place = nodes.new("ShaderNodeTexCoord")
    clear.inputs[0].default_value = (*tint, 1)
    mirror.inputs["Roughness"].default_value = 0.02
    fresnel.inputs["IOR"].default_value = 1.33
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 2.2, 3.0
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 1.0, ripple
    links.new(place.outputs["Object"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], bump.inputs["Height"])
    for node in (mirror, fresnel):
        links.new(bump.outputs[0], node.inputs["Normal"])
    links.new(fresnel.outputs[0], mix.inputs[0])
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(mirror.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], out.inputs[0])
    return material


def pool(area, depth=1.35, tile_rgb=(0.20, 0.42, 0.44), coping_rgb=(0.56, 0.51, 0.44), watts=120.0, light_group=None):
    """An infinity pool over (x0, y0, x1, y1), overflowing at y1, with coping, broad steps and a line of light in its near wall."""
    x0, y0, x1, y1 = area
    tile = materials.tiles(tile_rgb, 0.12, tuple(0.75 * c for c in tile_rgb))
    s = Solid()
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    s.block((x1 - x0, y1 - y0, 0.1), (cx, cy, -depth - 0.05), 0, bevel=0)
    for y in (y0 - 0.05, y1 + 0.1):
        s.block((x1 - x0 + 0.2, 0.1 if y < cy else 0.2, depth + (0 if y < cy else WATER_LEVEL - 0.004)),
                (cx, y, -depth / 2 + (0 if y < cy else (WATER_LEVEL - 0.004) / 2)), 0, bevel=0.001)
    for x in (x0 - 0.05, x1 + 0.05):
        s.block((0.1, y1 - y0, depth), (x, cy, -depth / 2), 0, bevel=0)
    for k in range(4):
        s.block((2.6, 0.32, depth * (1 - (k + 1) * 0.2) + 0.0), (x0 + 1.9, y0 + 0.16 + k * 0.32, -depth + depth * (1 - (k + 1) * 0.2) / 2), 0, bevel=0.01)
    basin = s.build("pool basin", [tile])
    c = Solid()
    for k in range(int((x1 - x0) / 0.75)):
        c.block((0.744, 0.36, 0.06), (x0 + (k + 0.5) * 0.75, y0 - 0.14, -0.012), 0, bevel=0.012)
    for x in (x0 - 0.14, x1 + 0.14):
        for k in range(int((y1 - y0) / 0.75)):
            c.block((0.36, 0.744, 0.06), (x, y0 + (k + 0.5) * 0.75, -0.012), 0, bevel=0.012)
    coping = c.build("coping", [materials.stone("travertine", coping_rgb)])
    mesh = core.mesh_from([(x0, y0, 0), (x1, y0, 0), (x1, y1 + 0.2, 0), (x0, y1 + 0.2, 0)], [(0, 1, 2, 3)], False, "pool water")
    core.link(mesh, pool_water(), (0, 0, WATER_LEVEL), 0, "pool water")
    light = core.area_light((x1 - x0 - 0.6, 0.24), (cx, y0 + 0.02, -0.55), (80, 0, 0), watts, 6500)
    light.data.color = (0.78, 1.0, 0.98)
    if light_group:
        light.lightgroup = light_group
    return group([basin, coping], "pool")


def terrace_sofa(location=(0, 0, 0), rotation_deg=0.0, width=2.0, cushion_rgb=(0.66, 0.61, 0.53), frame=None, pillows=((0.46, 0.22, 0.13), (0.60, 0.52, 0.40))):
    """A low outdoor sofa (or, at width 0.85, an armchair) facing -Y: timber frame, seat and back cushions, pillows."""
    wood = frame or materials.wood("oak")
    s = Solid()
    d, seats = 0.86, max(1, round(width / 0.8))
    s.block((width, d, 0.07), (0, 0, 0.22))
    for x in (-1, 1):
        for y in (-1, 1):
            s.block((0.07, 0.07, 0.2), (x * (width / 2 - 0.05), y * (d / 2 - 0.05), 0.1))
        s.block((0.07, d, 0.06), (x * (width / 2 - 0.035), 0, 0.58))
        for k in range(7):
            s.block((0.025, 0.05, 0.33), (x * (width / 2 - 0.035), -d / 2 + 0.06 + k * (d - 0.12) / 6, 0.40))
    s.block((width, 0.06, 0.06), (0, d / 2 - 0.03, 0.70))
    for k in range(int(width / 0.11)):
        s.block((0.05, 0.025, 0.44), (-width / 2 + 0.08 + k * (width - 0.16) / max(1, int(width / 0.11) - 1), d / 2 - 0.03, 0.47))
    fabric = materials.fabric(cushion_rgb, "linen")
    parts = [s.build("terrace sofa", [wood])]
    pitch = (width - 0.16) / seats
    for k in range(seats):
        x = -width / 2 + 0.08 + (k + 0.5) * pitch
        parts.append(core.soft_box((pitch - 0.015, 0.74, 0.16), (x, -0.03, 0.26), 0.025, fabric, seed=k))
        parts.append(core.soft_box((pitch - 0.03, 0.42, 0.15), (x, 0.33, 0.42), 0.035, fabric, (72, 0, 0), seed=k + 9))
    for k, rgb in enumerate(pillows):
        x = (-1 if k % 2 == 0 else 1) * (width / 2 - 0.36) if width > 1 else 0
        if width > 1 or k == 0:
            parts.append(core.soft_box((0.42, 0.42, 0.13), (x, 0.12, 0.44), 0.05, materials.fabric(rgb, "wool"), (62, 0, 8 - 16 * k), seed=k + 20))
    return group(parts, "terrace sofa", location, rotation_deg)


def bar_counter(location=(0, 0, 0), rotation_deg=0.0, length=3.4, top=None, front=None):
    """A bar with a slatted timber front towards -Y, a stone top and a footrail."""
    s = Solid()
    s.block((length, 0.6, 1.04), (0, 0.05, 0.52), 2)
    for k in range(int(length / 0.07)):
        s.block((0.045, 0.03, 0.96), (-length / 2 + 0.035 + k * 0.07, -0.265, 0.54), 0, bevel=0.006)
    s.block((length + 0.16, 0.84, 0.06), (0, 0, 1.07), 1, bevel=0.012)
    s.rod((-length / 2, -0.38, 0.2), (length / 2, -0.38, 0.2), 0.02, 3, 16)
    for x in (-0.45, 0, 0.45):
        s.rod((x * length, -0.38, 0.2), (x * length, -0.24, 0.2), 0.012, 3, 12)
    return s.build("bar", [front or materials.wood("walnut"), top or materials.stone("travertine", (0.58, 0.52, 0.45)), materials.plastic((0.06, 0.05, 0.045), 0.7),
                           materials.metal("brass", 0.35)], location, rotation_deg)


def pendant(location=(0, 0, 0), drop=0.8, radius=0.17, kelvin=2400, watts=9.0, light_group=None, glow=3.5):
    """A woven dome lamp hanging from `location`; with `watts` 0 it only looks lit."""
    x, y, z = location
    s = Solid()
    s.bend([(x, y, z), (x, y, z - drop)], 0.004, 0, 6)
    for k in range(9):
        a = k / 8 * 1.35
        ring = [(x + radius * math.sin(a + 0.16) * math.cos(t), y + radius * math.sin(a + 0.16) * math.sin(t), z - drop - radius * (1 - math.cos(a))) for t in np.linspace(0, 2 * math.pi, 33)]
        s.bend(ring, 0.007, 1, 6)
    for k in range(20):
        t = k * math.pi / 10
        s.bend([(x + radius * math.sin(a + .16) * math.cos(t), y + radius * math.sin(a + .16) * math.sin(t), z - drop - radius * (1 - math.cos(a))) for a in np.linspace(0, 1.35, 9)], 0.004, 1, 6)
    s.rod((x, y, z - drop - radius * .62), (x, y, z - drop - radius * .3), 0.035, 2, 20, bevel=0.5)
    obj = s.build("pendant", [materials.plastic((0.05, 0.05, 0.05), 0.6), materials.wood("ash"), materials.emissive(kelvin, glow)])
    if watts:
        light = core.globe_light(0.1, (x, y, z - drop - radius * 0.95), watts, kelvin)
        if light_group:
            light.lightgroup = light_group
    return obj


def curtain(start, end, height, rgb=(0.66, 0.61, 0.53), folds=9, depth=0.05):
    """A hanging curtain between two floor points (x, y)."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    nx, ny = -(y1 - y0) / length, (x1 - x0) / length

    def drape(u, v):
        fold = np.sin(u * 2 * np.pi * folds + 0.4 * np.sin(v * 4)) * depth * (0.5 + 0.5 * v)
        return x0 + (x1 - x0) * u + nx * fold, y0 + (y1 - y0) * u + ny * fold, height - v * (height - 0.02)

    return art.surface(drape, folds * 12, 16, materials.fabric(rgb, "linen"), "curtain", closed_u=False)


def wall_lamp(location, rotation_deg=0.0, watts=7.0, kelvin=2500, light_group=None):
    """An up-and-down wall lamp; its back touches +Y."""
    s = Solid()
    s.rod((0, -0.1, -0.14), (0, -0.1, 0.14), 0.05, 0, 28)
    s.block((0.07, 0.06, 0.12), (0, -0.03, 0), 0)
    for z in (-0.145, 0.145):
        s.rod((0, -0.1, z - 0.004), (0, -0.1, z + 0.004), 0.043, 1, 28)
    obj = s.build("wall lamp", [materials.metal("black", 0.4), materials.emissive(kelvin, 9.0)], location, rotation_deg)
    light = core.globe_light(0.1, tuple(np.asarray(location) + turn(0, 0, rotation_deg) @ np.array([0, -0.3, 0])), watts, kelvin)
    if light_group:
        light.lightgroup = light_group
    return obj


def shuttered_window(location, rotation_deg=0.0, width=1.1, height=1.5, rgb=(0.22, 0.27, 0.24), kelvin=2500, glow=1.1):
    """A lit upper-floor window with open louvred shutters, flat on a wall (front towards -Y, origin at the sill's middle)."""
    s = Solid()
    s.block((width, 0.04, height), (0, -0.005, height / 2), 0, bevel=0.001)
    for x in (-width / 2, 0, width / 2):
        s.block((0.06, 0.08, height), (x, -0.03, height / 2), 1)
    for z in (0, height * 0.66, height):
        s.block((width + 0.06, 0.08, 0.06), (0, -0.03, z), 1)
    s.block((width + 0.3, 0.2, 0.06), (0, -0.08, -0.05), 2)
    for side in (-1, 1):
        at = side * (width * 0.76 + 0.03)
        for x in (-1, 1):
            s.block((0.06, 0.045, height), (at + x * width * 0.235, -0.04, height / 2), 3)
        for k in range(int(height / 0.055)):
            s.block((width * 0.44, 0.05, 0.01), (at, -0.04, 0.04 + k * 0.055), 3, turn(35), 0.002)
    return s.build("window", [materials.emissive(kelvin, glow), materials.plastic((0.60, 0.56, 0.49), 0.5), materials.stone("travertine", (0.55, 0.50, 0.43)),
                              materials.plastic(rgb, 0.5)], location, rotation_deg)
