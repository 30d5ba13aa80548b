"""Pictures in frames, prints, sculptures, plinths and museum fittings."""
import bpy
import numpy as np

from kit import core, materials
from kit.blocks import block, cushion


def image_from(pixels, name='picture'):
    """Blender image from an array as described in paint.py."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new(name, width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = np.clip(pixels[::-1], 0.02, 0.93)
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    image.pack()
    return image


def image_material(pixels, gloss=0.0, relief=0.0, glow=0.0, name='picture'):
    """Material showing an image by UV. `relief` raises paint, `glow` makes it a lit panel seen by the camera."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader, texture = nodes['Principled BSDF'], nodes.new('ShaderNodeTexImage')
    texture.image = image_from(pixels, name)
    texture.extension = 'EXTEND'
    links.new(texture.outputs['Color'], shader.inputs['Base Color'])
    shader.inputs['Roughness'].default_value = 0.8 - 0.5 * gloss
    shader.inputs['Specular'].default_value = 0.25 + 0.3 * gloss
    if relief:
        bump = nodes.new('ShaderNodeBump')
        bump.inputs['Strength'].default_value = 0.35
        bump.inputs['Distance'].default_value = relief
        links.new(texture.outputs['Color'], bump.inputs['Height'])
        links.new(bump.outputs['Normal'], shader.inputs['Normal'])
    if glow:
        links.new(texture.outputs['Color'], shader.inputs['Emission'])
        shader.inputs['Emission Strength'].default_value = glow
    return material


def print_sheet(pixels, width, height, gloss=0.0, relief=0.0, glow=0.0):
    """An upright rectangle facing -Y, centred on its origin, carrying an image."""
    mesh = bpy.data.meshes.new('print')
    w, h = width / 2, height / 2
    mesh.from_pydata([(-w, 0, -h), (w, 0, -h), (w, 0, h), (-w, 0, h)], [], [(0, 1, 2, 3)])
    mesh.uv_layers.new(name='UVMap').data.foreach_set('uv', (0, 0, 1, 0, 1, 1, 0, 1))
    mesh.materials.append(image_material(pixels, gloss, relief, glow))
    thing = bpy.data.objects.new('print', mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


_PROFILES = {  # (outward from the opening, out of the wall), metres
    'slim': [(-0.004, 0.0), (-0.004, 0.034), (0.014, 0.034), (0.014, 0.0)],
    'float': [(0.008, 0.0), (0.008, 0.004), (0.009, 0.038), (0.02, 0.038), (0.02, 0.0)],
    'wide': [(-0.006, 0.0), (-0.006, 0.018), (0.0, 0.024), (0.03, 0.028), (0.038, 0.04), (0.05, 0.042), (0.058, 0.03), (0.058, 0.0)],
    'museum': [(-0.008, 0.0), (-0.008, 0.02), (0.004, 0.022), (0.01, 0.034), (0.03, 0.03), (0.055, 0.05), (0.075, 0.07), (0.092, 0.066),
               (0.105, 0.045), (0.112, 0.04), (0.112, 0.0)],
}


def frame(width, height, profile='slim', material=None):
    """Mitred frame around a width x height opening, facing -Y, back on the plane y=0."""
    points = _PROFILES[profile]
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    vertices = [(cx * (width / 2 + out), -deep, cz * (height / 2 + out)) for cx, cz in corners for out, deep in points]
    n = len(points)
    faces = [(k * n + i, k * n + i + 1, (k + 1) % 4 * n + i + 1, (k + 1) % 4 * n + i) for k in range(4) for i in range(n - 1)]
    mesh = bpy.data.meshes.new('frame')
    mesh.from_pydata(vertices, [], faces)
    mesh.materials.append(material or materials.wood('oak'))
    thing = bpy.data.objects.new('frame', mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def picture(pixels, location=(0, 0, 1.5), rotation_deg=0.0, width=1.0, style='slim', material=None, mount=0.0, oil=True):
    """A framed picture; the origin is the centre of its back, on the wall. `mount` is the passe-partout's width."""
    height = width * pixels.shape[0] / pixels.shape[1]
    parts = []
    sheet = print_sheet(pixels, width, height, gloss=0.25 if oil else 0.05, relief=0.004 if oil else 0.0)
    sheet.location = (0, -0.024 if style in ('float', 'slim') else -0.014, 0)
    parts.append(sheet)
    if mount:
        board = block((width + 2 * mount, 0.004, height + 2 * mount), (0, -0.02, 0), bevel=0, material=materials.paper((0.76, 0.74, 0.69)))
        sheet.location = (0, -0.0225, 0)
        parts.append(board)
    if style == 'float':
        parts.append(block((width, 0.022, height), (0, -0.0125, 0), bevel=0.001, material=materials.fabric((0.7, 0.66, 0.58))))
        parts.append(block((width + 0.03, 0.004, height + 0.03), (0, -0.003, 0), bevel=0, material=materials.plastic((0.05, 0.05, 0.05), 0.7)))
    parts.append(frame(width + 2 * mount, height + 2 * mount, style, material))
    return core.parent(parts, location, rotation_deg)


def label(location, rotation_deg=0.0):
    """Small caption card beside a picture, with printed lines."""
    sheet = np.full((120, 160, 3), 0.9, np.float32)
    rng = np.random.default_rng(int(abs(location[0] * 31 + location[1] * 17) * 10))
    for k, y in enumerate((20, 40, 58, 72, 86)):
        sheet[y:y + (7 if k == 0 else 4), 16:16 + int(rng.uniform(60, 125))] = 0.25
    board = block((0.16, 0.006, 0.12), (0, -0.003, 0), bevel=0.001, material=materials.paper((0.78, 0.77, 0.74)))
    text = print_sheet(sheet, 0.156, 0.116)
    text.location = (0, -0.0068, 0)
    return core.parent([board, text], location, rotation_deg)


def plinth(location=(0, 0, 0), size=(0.5, 0.5, 1.0), rotation_deg=0.0, material=None):
    """Museum plinth with a shadow gap at the floor."""
    material = material or materials.plaster((0.74, 0.73, 0.71))
    foot = block((size[0] - 0.04, size[1] - 0.04, 0.03), (0, 0, 0.015), bevel=0, material=materials.plastic((0.05, 0.05, 0.05), 0.8))
    body = block((size[0], size[1], size[2] - 0.02), (0, 0, 0.02 + (size[2] - 0.02) / 2), bevel=0.003, material=material)
    return core.parent([foot, body], location, rotation_deg)


def surface(function, u_count, v_count, material, name='sculpture', closed_u=True, closed_v=False):
    """Smooth mesh from function(u, v) -> (x, y, z), with u and v arrays from 0 to 1."""
    u = np.linspace(0, 1, u_count, endpoint=not closed_u)
    v = np.linspace(0, 1, v_count, endpoint=not closed_v)
    grid_u, grid_v = np.meshgrid(u, v)
    points = np.stack(function(grid_u, grid_v), -1).reshape(-1, 3)
    columns = u_count if closed_u else u_count - 1
    rows = v_count if closed_v else v_count - 1
    faces = [(j * u_count + i, j * u_count + (i + 1) % u_count, (j + 1) % v_count * u_count + (i + 1) % u_count, (j + 1) % v_count * u_count + i)
             for j in range(rows) for i in range(columns)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(p) for p in points], [], faces)
    mesh.polygons.foreach_set('use_smooth', [True] * len(faces))
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def museum_bench(location=(0, 0, 0), rotation_deg=0.0, size=(1.8, 0.55, 0.44), colour=(0.10, 0.055, 0.03)):
    """Oak frame with a buttoned leather pad in three parts."""
    wood = materials.wood('oak')
    wide, deep, tall = size
    parts = [block((wide, deep, 0.06), (0, 0, tall - 0.13), bevel=0.004, material=wood)]
    for x in (-1, 1):
        for y in (-1, 1):
            parts.append(block((0.06, 0.06, tall - 0.15), (x * (wide / 2 - 0.06), y * (deep / 2 - 0.05), (tall - 0.15) / 2), bevel=0.004, material=wood))
    for k in range(3):
        parts.append(cushion((wide / 3 - 0.008, deep - 0.01, 0.11), ((k - 1) * wide / 3, 0, tall - 0.055), 0.02, materials.leather(colour)))
    return core.parent(parts, location, rotation_deg)
