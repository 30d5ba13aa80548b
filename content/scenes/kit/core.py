"""Solids, soft shapes, lights and the 360-degree camera. Metres, Z up, floor at z = 0, +Y is north."""
import math
import os
import random

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector, noise

from . import materials


def reset():
    """Empty the Blender file and forget cached materials."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    materials.forget()
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    return scene


def scatter(seed):
    """Seeded random.Random: the same scene comes out the same each time."""
    return random.Random(seed)


def link(mesh, material=None, location=(0, 0, 0), rotation_deg=0.0, name='part'):
    """Make an object of a mesh, give it a material, put it into the scene."""
    thing = bpy.data.objects.new(name, mesh)
    if material is not None:
        mesh.materials.append(material)
    thing.location = location
    thing.rotation_euler = turn(rotation_deg)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def turn(rotation_deg):
    """Euler angles in radians from a yaw in degrees or a triple of degrees."""
    if isinstance(rotation_deg, (int, float)):
        return (0.0, 0.0, math.radians(rotation_deg))
    return tuple(math.radians(a) for a in rotation_deg)


def mesh_from(vertices, faces, smooth=True, name='mesh'):
    """Mesh from vertex positions and face index lists, normals made consistent by the caller's winding."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], [tuple(f) for f in faces])
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.update()
    return mesh


def grain_of(size):
    """Axis (0, 1, 2) that wood grain follows: the longest side."""
    return int(max(range(3), key=lambda k: size[k]))


def box(size, location=(0, 0, 0), rotation_deg=0.0, bevel=0.004, material=None, name=None, segments=2):
    """Bevelled box; `location` is the centre of its base. Large faces stay flat, bevels shade round."""
    work = bmesh.new()
    bmesh.ops.create_cube(work, size=1.0)
    for vertex in work.verts:
        vertex.co = Vector((vertex.co.x * size[0], vertex.co.y * size[1], (vertex.co.z + 0.5) * size[2]))
    width = min(bevel, 0.45 * min(size))
    if width > 0:
        bmesh.ops.bevel(work, geom=list(work.edges), offset=width, segments=segments, affect='EDGES', profile=0.5)
        largest = max(face.calc_area() for face in work.faces)
        for face in work.faces:
            normal = face.normal
            face.smooth = max(abs(normal.x), abs(normal.y), abs(normal.z)) < 0.999 and face.calc_area() < largest
    mesh = bpy.data.meshes.new(name or 'box')
    work.to_mesh(mesh)
    work.free()
    thing = link(mesh, material, location, rotation_deg, name or 'box')
    thing['grain'] = grain_of(size)
    return thing


def cylinder(radius, height, location=(0, 0, 0), material=None, segments=48, bevel=0.003, rotation_deg=0.0):
    """Upright cylinder with bevelled rims; `location` is the centre of its base."""
    b = min(bevel, 0.4 * radius, 0.4 * height)
    profile = [(0, 0), (radius - b, 0), (radius - 0.3 * b, 0.3 * b), (radius, b), (radius, height - b),
               (radius - 0.3 * b, height - 0.3 * b), (radius - b, height), (0, height)]
    return lathe(profile, location, material, segments, sharp=40, rotation_deg=rotation_deg)


def lathe(profile, location=(0, 0, 0), material=None, segments=64, sharp=50, rotation_deg=0.0):
    """Turn a profile [(radius, z), ...] about Z. List it from the bottom outwards and up, so that faces look outwards.

    Edges sharper than `sharp` degrees stay crisp.
    """
    points, faces, rings = [], [], []
    for radius, z in profile:
        if radius < 1e-6:
            rings.append([len(points)])
            points.append((0, 0, z))
            continue
        rings.append(list(range(len(points), len(points) + segments)))
        for k in range(segments):
            angle = 2 * math.pi * k / segments
            points.append((radius * math.cos(angle), radius * math.sin(angle), z))
    for low, high in zip(rings, rings[1:]):
        for k in range(segments):
            n = (k + 1) % segments
            quad = [low[k % len(low)], low[n % len(low)], high[n % len(high)], high[k % len(high)]]
            face = list(dict.fromkeys(quad))
            if len(face) > 2:
                faces.append(face)
    mesh = mesh_from(points, faces, True, 'lathe')
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(sharp)
    thing = link(mesh, material, location, rotation_deg, 'lathe')
    thing['grain'] = 2
    return thing


def tube(points, radius=0.01, material=None, resolution=4, closed=False):
    """Round bar along a path of points, ends capped. `radius` may be one number or one per point."""
    curve = bpy.data.curves.new('tube', 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = 1.0
    curve.bevel_resolution = resolution
    curve.use_fill_caps = True
    spline = curve.splines.new('POLY')
    spline.points.add(len(points) - 1)
    radii = radius if hasattr(radius, '__len__') else [radius] * len(points)
    for spot, point, r in zip(spline.points, points, radii):
        spot.co = (*point, 1)
        spot.radius = r
    spline.use_cyclic_u = closed
    spline.use_smooth = True
    thing = bpy.data.objects.new('tube', curve)
    if material is not None:
        curve.materials.append(material)
    bpy.context.scene.collection.objects.link(thing)
    ends = np.ptp(np.array(points, float), axis=0)
    thing['grain'] = grain_of(ends)
    return thing


def extrude_polygon(points, height, location=(0, 0, 0), material=None, rotation_deg=0.0, bevel=0.004):
    """Flat prism over a polygon [(x, y), ...] (anticlockwise seen from above), its base at `location`."""
    work = bmesh.new()
    base = work.faces.new([work.verts.new((x, y, 0)) for x, y in points])
    base.normal_update()
    if base.normal.z < 0:
        base.normal_flip()
    grown = bmesh.ops.extrude_face_region(work, geom=[base])
    for vertex in (g for g in grown['geom'] if isinstance(g, bmesh.types.BMVert)):
        vertex.co.z += height
    base.normal_flip()
    bmesh.ops.recalc_face_normals(work, faces=list(work.faces))
    if bevel:
        sharp = [e for e in work.edges if len(e.link_faces) == 2 and e.calc_face_angle(0) > math.radians(35)]
        bmesh.ops.bevel(work, geom=sharp, offset=min(bevel, 0.4 * height), segments=2, affect='EDGES', profile=0.5)
    mesh = bpy.data.meshes.new('prism')
    work.to_mesh(mesh)
    work.free()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(28)
    thing = link(mesh, material, location, rotation_deg, 'prism')
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    thing['grain'] = grain_of((max(xs) - min(xs), max(ys) - min(ys), height))
    return thing


def _cube_shell(n):
    """Vertices in -1..1 and quads of a cube whose faces carry n x n cells, with shared edges."""
    index, vertices, faces = {}, [], []

    def spot(key):
        if key not in index:
            index[key] = len(vertices)
            vertices.append([2 * k / n - 1 for k in key])
        return index[key]

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, n):
            for i in range(n):
                for j in range(n):
                    ring = []
                    for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)):
                        key = [0, 0, 0]
                        key[axis], key[u], key[v] = side, a, b
                        ring.append(spot(tuple(key)))
                    faces.append(ring if side else ring[::-1])
    return np.array(vertices, float), faces


def soft_box(size, location=(0, 0, 0), puff=0.03, material=None, rotation_deg=0.0, radius=None, wrinkle=0.004, cells=20, seed=0):
    """Upholstered block: round edges, faces bulging by `puff` metres, lightly wrinkled. `location` is the centre of its base."""
    shell, faces = _cube_shell(cells)
    half = np.array(size, float) / 2
    r = min(radius if radius is not None else 0.35 * min(size), 0.98 * half.min())
    spread = np.sign(shell) * np.abs(shell) ** 0.8
    points = spread * half
    inner = np.clip(points, -(half - r), half - r)
    away = points - inner
    length = np.linalg.norm(away, axis=1, keepdims=True)
    normal = away / np.maximum(length, 1e-9)
    points = inner + normal * r
    fade = np.cos(np.clip(shell, -1, 1) * math.pi / 2)
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        points[:, axis] += np.sign(shell[:, axis]) * (np.abs(shell[:, axis]) > 0.95) * puff * np.sqrt(fade[:, u] * fade[:, v] + 1e-9)
    shift = Vector((seed * 7.31 + size[0], seed * 3.7 + size[1], seed * 1.9 + size[2]))
    for k, point in enumerate(points):
        where = Vector(point)
        bump = noise.noise(where * 7 + shift) + 0.5 * noise.noise(where * 19 + shift)
        points[k] += normal[k] * wrinkle * bump
    points[:, 2] += half[2]
    return link(mesh_from(points, faces, True, 'soft'), material, location, rotation_deg, 'soft')


def cloth_plane(size, location=(0, 0, 0), material=None, rotation_deg=0.0, wrinkle=0.01, thickness=0.006, cells=48, seed=0):
    """Piece of cloth lying flat (width, depth), rumpled by up to about `wrinkle` metres, with a hem thickness."""
    nx, ny = cells, max(4, int(cells * size[1] / size[0]))
    points = []
    for j in range(ny + 1):
        for i in range(nx + 1):
            x, y = (i / nx - 0.5) * size[0], (j / ny - 0.5) * size[1]
            where = Vector((x * 3.1 + seed * 5.3, y * 3.1, seed * 2.7))
            lift = noise.noise(where) + 0.45 * noise.noise(where * 3.3)
            points.append((x + 0.4 * wrinkle * noise.noise(where * 2), y, wrinkle * max(lift + 0.5, 0)))
    faces = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i) for j in range(ny) for i in range(nx)]
    thing = link(mesh_from(points, faces, True, 'cloth'), material, location, rotation_deg, 'cloth')
    hem = thing.modifiers.new('hem', 'SOLIDIFY')
    hem.thickness, hem.offset = thickness, 1
    return thing


def parent(objects, location=(0, 0, 0), rotation_deg=0.0, name='prop'):
    """Group parts under an empty placed at `location`; the parts' own places are relative to it."""
    root = bpy.data.objects.new(name, None)
    root.empty_display_size = 0.1
    root.location = location
    root.rotation_euler = turn(rotation_deg)
    bpy.context.scene.collection.objects.link(root)
    for part in objects:
        part.parent = root
    return root


def duplicate(thing, location, rotation_deg=0.0):
    """Another one of a prop, sharing its meshes (cheap in memory)."""
    twin = thing.copy()
    bpy.context.scene.collection.objects.link(twin)
    for child in thing.children:
        duplicate(child, child.location, tuple(math.degrees(a) for a in child.rotation_euler)).parent = twin
    twin.location = location
    twin.rotation_euler = turn(rotation_deg)
    return twin


def hdri_path(name):
    """Path of one of the CC0 panoramas that come with Blender: city, courtyard, forest, interior, night, studio, sunrise, sunset."""
    for kind in ('SYSTEM', 'LOCAL', 'USER'):
        root = bpy.utils.resource_path(kind)
        for middle in ('datafiles', '.'):
            path = os.path.join(root, middle, 'studiolights', 'world', name + '.exr')
            if root and os.path.exists(path):
                return path
    raise FileNotFoundError(f'Blender has no studio light called {name}')


def world(hdri_name=None, rotation_deg=0.0, strength=1.0, tint=None):
    """Surround the scene with a panorama turned by `rotation_deg` (or a plain colour when there is no name).

    At rotation 0 the panorama's centre lies towards +Y; positive turns it to the right.
    """
    scene = bpy.context.scene
    scene.world = scene.world or bpy.data.worlds.new('world')
    scene.world.use_nodes = True
    nodes, links = scene.world.node_tree.nodes, scene.world.node_tree.links
    nodes.clear()
    out, shine = nodes.new('ShaderNodeOutputWorld'), nodes.new('ShaderNodeBackground')
    shine.inputs['Strength'].default_value = strength
    links.new(shine.outputs[0], out.inputs[0])
    if hdri_name is None:
        shine.inputs['Color'].default_value = (*(tint or (0.05, 0.05, 0.05)), 1)
        return scene.world
    place, turned, picture = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeMapping'), nodes.new('ShaderNodeTexEnvironment')
    picture.image = bpy.data.images.load(hdri_path(hdri_name), check_existing=True)
    picture.interpolation = 'Cubic'
    turned.inputs['Rotation'].default_value = (0, 0, math.radians(rotation_deg - 90))
    links.new(place.outputs['Generated'], turned.inputs['Vector'])
    links.new(turned.outputs[0], picture.inputs[0])
    last = picture.outputs[0]
    if tint:
        mix = nodes.new('ShaderNodeMixRGB')
        mix.blend_type = 'MULTIPLY'
        mix.inputs[0].default_value = 1
        mix.inputs[2].default_value = (*tint, 1)
        links.new(last, mix.inputs[1])
        last = mix.outputs[0]
    links.new(last, shine.inputs['Color'])
    scene.world.cycles.sampling_method = 'MANUAL'
    scene.world.cycles.sample_map_resolution = 1024
    return scene.world


def sun(direction_deg=(45.0, 135.0), energy=3.0, colour_kelvin=5200, softness_deg=1.0):
    """Sunlight from (height above the horizon, compass bearing from north clockwise), in degrees."""
    light = bpy.data.lights.new('sun', 'SUN')
    light.energy, light.angle = energy, math.radians(softness_deg)
    light.color = materials.kelvin(colour_kelvin)
    height, bearing = (math.radians(a) for a in direction_deg)
    towards = Vector((math.sin(bearing) * math.cos(height), math.cos(bearing) * math.cos(height), math.sin(height)))
    thing = bpy.data.objects.new('sun', light)
    thing.rotation_euler = towards.to_track_quat('Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def area_light(size, location, rotation=(0, 0, 0), energy_watts=50.0, colour_kelvin=4000, visible=False, spread_deg=180.0):
    """Rectangular soft light (width, height), shining down at rotation 0; rotation is in degrees about X, Y, Z.

    Hidden from the camera and from mirrors unless `visible`.
    """
    light = bpy.data.lights.new('area', 'AREA')
    light.shape, light.size, light.size_y = 'RECTANGLE', size[0], size[1]
    light.energy, light.color = energy_watts, materials.kelvin(colour_kelvin)
    light.spread = math.radians(spread_deg)
    thing = bpy.data.objects.new('area', light)
    thing.location, thing.rotation_euler = location, turn(rotation)
    thing.visible_camera = thing.visible_glossy = visible
    bpy.context.scene.collection.objects.link(thing)
    return thing


def portal(size, location, rotation=(0, 0, 0)):
    """Helper for daylight: marks a window opening (width, height) facing down at rotation 0, so the sky is sampled through it.

    For an opening in the wall towards +Y use rotation (-90, 0, 0) (light travels towards -Y); towards -Y (90, 0, 0);
    towards +X (0, 90, 0); towards -X (0, -90, 0).
    """
    thing = area_light(size, location, rotation, 1.0, 6500)
    thing.data.cycles.is_portal = True
    return thing


def globe_light(radius, location, energy_watts=20.0, colour_kelvin=2700):
    """Spherical lamp light of some size, invisible itself: put it inside a shade that lets it through (see lamps)."""
    light = bpy.data.lights.new('globe', 'POINT')
    light.shadow_soft_size, light.energy, light.color = radius, energy_watts, materials.kelvin(colour_kelvin)
    thing = bpy.data.objects.new('globe', light)
    thing.location = location
    thing.visible_camera = thing.visible_glossy = False
    bpy.context.scene.collection.objects.link(thing)
    return thing


def camera_360(location, yaw_deg=0.0):
    """Full-sphere camera at `location`; the picture's centre looks towards +Y turned right by `yaw_deg`."""
    camera = bpy.data.cameras.new('camera')
    camera.type = 'PANO'
    camera.cycles.panorama_type = 'EQUIRECTANGULAR'
    camera.clip_start = 0.02
    thing = bpy.data.objects.new('camera', camera)
    thing.matrix_world = Matrix.Translation(Vector(location)) @ Matrix.Rotation(math.radians(-yaw_deg), 4, 'Z') @ Matrix.Rotation(math.radians(90), 4, 'X')
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    return thing
