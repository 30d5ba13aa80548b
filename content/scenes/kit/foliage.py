"""Leaf, blade and branch geometry that the plants share: everything is gathered in arrays and becomes one mesh."""
import math
import random

import bpy
import numpy as np

UP = np.array([0.0, 0.0, 1.0])


def unit(vector):
    """The vector at length one."""
    vector = np.asarray(vector, float)
    return vector / max(np.linalg.norm(vector), 1e-9)


def frame(forward, roll=0.0):
    """Rotation matrix whose columns are right, forward and up for a leaf pointing along `forward` (roll in radians)."""
    forward = unit(forward)
    side = np.cross(forward, UP)
    right = unit(side) if np.linalg.norm(side) > 1e-4 else np.array([1.0, 0.0, 0.0])
    up = np.cross(right, forward)
    c, s = math.cos(roll), math.sin(roll)
    return np.stack([right * c + up * s, forward, up * c - right * s], axis=1)


class MeshBuilder:
    """Gathers pieces with a material slot each and turns them into one object."""

    def __init__(self):
        self.verts, self.faces, self.slots, self.count = [], [], [], 0

    def add(self, verts, faces, slot=0):
        """Append a piece: (N, 3) vertices, faces as index tuples, the material slot of all its faces."""
        self.verts.append(np.asarray(verts, float))
        self.faces.extend(tuple(i + self.count for i in face) for face in faces)
        self.slots.extend([slot] * len(faces))
        self.count += len(verts)

    def tube(self, points, radii, slot=0, sides=8):
        """A tapering branch along `points` with one radius per point."""
        points = np.asarray(points, float)
        rings = []
        for i, (point, radius) in enumerate(zip(points, radii)):
            axes = frame(points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)])
            turn = np.arange(sides) * 2 * math.pi / sides
            rings.append(point + radius * (np.outer(np.cos(turn), axes[:, 0]) + np.outer(np.sin(turn), axes[:, 2])))
        faces = [(i * sides + j, i * sides + (j + 1) % sides, (i + 1) * sides + (j + 1) % sides, (i + 1) * sides + j)
                 for i in range(len(points) - 1) for j in range(sides)]
        self.add(np.concatenate(rings), faces, slot)

    def lathe(self, profile, slot=0, sides=40, centre=(0, 0, 0)):
        """A surface of revolution about the vertical through `centre` from (radius, height) points."""
        turn = np.arange(sides) * 2 * math.pi / sides
        verts = np.concatenate([np.stack([r * np.cos(turn), r * np.sin(turn), np.full(sides, z)], 1) for r, z in profile])
        faces = [(i * sides + j, i * sides + (j + 1) % sides, (i + 1) * sides + (j + 1) % sides, (i + 1) * sides + j)
                 for i in range(len(profile) - 1) for j in range(sides)]
        self.add(verts + np.asarray(centre, float), faces, slot)

    def build(self, name, materials, location=(0, 0, 0), rotation_deg=0.0):
        """One smooth-shaded object at `location`, its origin at the base."""
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(np.concatenate(self.verts).tolist(), [], self.faces)
        for material in materials:
            mesh.materials.append(material)
        mesh.polygons.foreach_set("material_index", np.array(self.slots, np.int32))
        mesh.polygons.foreach_set("use_smooth", np.ones(len(self.faces), bool))
        mesh.update()
        obj = bpy.data.objects.new(name, mesh)
        obj.location = location
        obj.rotation_euler = (0, 0, math.radians(rotation_deg))
        bpy.context.scene.collection.objects.link(obj)
        return obj


OUTLINES = {                                     # half width along the leaf, as a share of the widest half
    "blade": [0.5, 0.95, 1.0, 0.92, 0.75, 0.45, 0.02],
    "oval": [0.06, 0.62, 0.95, 1.0, 0.86, 0.52, 0.02],
    "fiddle": [0.1, 0.55, 0.62, 0.85, 1.0, 0.82, 0.05],
    "lance": [0.1, 0.75, 1.0, 0.85, 0.6, 0.3, 0.0],
    "sword": [0.75, 0.9, 1.0, 1.0, 0.9, 0.55, 0.0],
}


def leaf(length, width, outline="oval", droop=0.25, fold=0.15, wave=0.0, rng=random):
    """A leaf along +Y: (vertices, faces). `droop` bends it down, `fold` raises its sides, `wave` ripples its edge."""
    half = OUTLINES[outline]
    n = len(half)
    verts = []
    for i, share in enumerate(half):
        t = i / (n - 1)
        bend = droop * t * t * length
        y = length * t * (1 - 0.25 * droop * t)
        x = share * width / 2
        lift = fold * x
        ripple = wave * width * math.sin(t * 9 + rng.uniform(0, 6.28)) if wave else 0.0
        verts += [(-x, y, lift - bend + ripple), (0, y, -bend), (x, y, lift - bend - ripple)]
    faces = []
    for i in range(n - 1):
        a = i * 3
        faces += [(a, a + 1, a + 4, a + 3), (a + 1, a + 2, a + 5, a + 4)]
    return np.array(verts), faces


def put(builder, shape, origin, forward, roll=0.0, slot=0):
    """Place a leaf made by `leaf` with its stalk at `origin`, pointing along `forward`."""
    verts, faces = shape
    builder.add(verts @ frame(forward, roll).T + np.asarray(origin, float), faces, slot)


def arc(start, direction, length, droop, steps=8):
    """Points of a stem that starts along `direction` and bows down under its weight."""
    start, direction = np.asarray(start, float), unit(direction)
    t = np.linspace(0, 1, steps)[:, None]
    return start + direction * length * t - UP * droop * length * t ** 2


def spherical(azimuth, elevation):
    """Unit vector for an azimuth and elevation in radians."""
    return np.array([math.cos(azimuth) * math.cos(elevation), math.sin(azimuth) * math.cos(elevation), math.sin(elevation)])
