"""Solids and soft shapes, and through kit.stage lights and the camera. Metres, Z up, floor at z = 0, +Y is north."""
import math
import random

import bmesh
import bpy
import numpy as np
from mathutils import Vector, noise

from . import cache, materials
from .stage import area_light, camera_360, globe_light, hdri_path, portal, sky, sun, turn, world

__all__ = ['area_light', 'box', 'camera_360', 'cloth_plane', 'cylinder', 'duplicate', 'extrude_polygon', 'globe_light', 'hdri_path', 'lathe', 'link', 'lit_by',
           'mesh_from', 'parent', 'portal', 'reset', 'scatter', 'sky', 'soft_box', 'sun', 'tube', 'turn', 'world']


def reset():
    """Empty the Blender file and forget cached materials."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    cache.forget()
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


def lit_by(thing, name):
    """Name the lamp that a light or a glowing thing and its parts belong to, so that photo.py can dim it alone."""
    thing['lit_by'] = name
    for child in thing.children:
        lit_by(child, name)


def duplicate(thing, location, rotation_deg=0.0):
    """Another one of a prop, sharing its meshes (cheap in memory)."""
    twin = thing.copy()
    bpy.context.scene.collection.objects.link(twin)
    for child in thing.children:
        duplicate(child, child.location, tuple(math.degrees(a) for a in child.rotation_euler)).parent = twin
    twin.location = location
    twin.rotation_euler = turn(rotation_deg)
    return twin
