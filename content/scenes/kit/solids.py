"""Hard-surface pieces (chamfered blocks, beams, cylinders, rounded plates) gathered into one mesh per prop."""
import math

import bpy
import numpy as np

from .foliage import MeshBuilder, frame


def _chamfer_template():
    """Corner signs and inner axis of the 24 vertices of a chamfered box, and its 26 faces wound outwards."""
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    index, signs, axes = {}, [], []
    for corner in corners:
        for axis in range(3):
            index[corner, axis] = len(signs)
            signs.append(corner)
            axes.append(axis)
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for s in (-1, 1):
            ring = []
            for a, c in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = [0, 0, 0]
                corner[axis], corner[u], corner[v] = s, a, c
                ring.append(index[tuple(corner), axis])
            faces.append(ring)
            for t in (-1, 1):
                low, high = [0, 0, 0], [0, 0, 0]
                low[axis], low[u], low[v] = s, t, -1
                high[axis], high[u], high[v] = s, t, 1
                faces.append([index[tuple(low), axis], index[tuple(high), axis], index[tuple(high), u], index[tuple(low), u]])
    faces += [[index[corner, 0], index[corner, 1], index[corner, 2]] for corner in corners]
    signs = np.array(signs, float)
    spots = signs * 0.8
    spots[np.arange(24), axes] = signs[np.arange(24), axes]
    outward = []
    for face in faces:
        a, b, c = spots[face[0]], spots[face[1]], spots[face[2]]
        good = np.dot(np.cross(b - a, c - a), spots[face].mean(axis=0)) > 0
        outward.append(tuple(face if good else face[::-1]))
    return signs, np.array(axes), outward


_SIGNS, _AXES, _FACES = _chamfer_template()


def turn(x_deg=0.0, y_deg=0.0, z_deg=0.0):
    """Rotation matrix for turns about x, then y, then z."""
    cx, cy, cz = (math.cos(math.radians(v)) for v in (x_deg, y_deg, z_deg))
    sx, sy, sz = (math.sin(math.radians(v)) for v in (x_deg, y_deg, z_deg))
    return (np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]]) @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
            @ np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]]))


class Solid(MeshBuilder):
    """A mesh of hard pieces. Blocks stay flat-shaded, round pieces smooth."""

    def __init__(self):
        super().__init__()
        self.smooth = []

    def add(self, verts, faces, slot=0, smooth=True):
        super().add(verts, faces, slot)
        self.smooth.extend([smooth] * len(faces))

    def block(self, size, centre, slot=0, rotation=None, bevel=0.006):
        """A chamfered box around `centre`; `rotation` is a matrix (see `turn`)."""
        half = np.asarray(size, float) / 2
        bevel = min(bevel, half.min() * 0.6)
        verts = _SIGNS * (half - bevel)
        rows = np.arange(24)
        verts[rows, _AXES] = _SIGNS[rows, _AXES] * half[_AXES]
        if rotation is not None:
            verts = verts @ rotation.T
        self.add(verts + np.asarray(centre, float), _FACES, slot, False)

    def beam(self, start, end, width, depth, slot=0, bevel=0.004):
        """A straight bar of rectangular section between two points."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        axes = frame(end - start)
        self.block((width, np.linalg.norm(end - start), depth), (start + end) / 2, slot, axes, bevel)

    def rod(self, start, end, radius, slot=0, sides=20, end_radius=None, bevel=0.15):
        """A closed cylinder (or cone) between two points with softened rims."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        axes = frame(end - start)
        length = np.linalg.norm(end - start)
        top = radius if end_radius is None else end_radius
        soft = min(radius * bevel, length * 0.2)
        profile = [(0, 0), (radius - soft, 0), (radius, soft), (top, length - soft), (max(top - soft, 0), length), (0, length)]
        angles = np.arange(sides) * 2 * math.pi / sides
        ring = np.outer(np.cos(angles), axes[:, 0]) + np.outer(np.sin(angles), axes[:, 2])
        first = 0
        for i in range(len(profile) - 1):
            (r0, h0), (r1, h1) = profile[i], profile[i + 1]
            verts = np.concatenate([start + axes[:, 1] * h0 + ring * r0, start + axes[:, 1] * h1 + ring * r1])
            faces = [(j, sides + j, sides + (j + 1) % sides, (j + 1) % sides) for j in range(sides)]
            self.add(verts, faces, slot, first == 2)
            first += 1

    def bend(self, points, radius, slot=0, sides=10):
        """A pipe or cable of constant radius along points."""
        self.tube(points, [radius] * len(points), slot, sides)

    def build(self, name, materials, location=(0, 0, 0), rotation_deg=0.0):
        obj = super().build(name, materials, location, rotation_deg)
        obj.data.polygons.foreach_set("use_smooth", np.array(self.smooth, bool))
        obj.data.update()
        return obj


def curve_through(points, steps=12):
    """A smooth line (Catmull-Rom) through a few points, for cables and hoses."""
    p = [np.asarray(q, float) for q in points]
    p = [2 * p[0] - p[1]] + p + [2 * p[-1] - p[-2]]
    line = []
    for i in range(1, len(p) - 2):
        for t in np.linspace(0, 1, steps, endpoint=i == len(p) - 3):
            line.append(0.5 * (2 * p[i] + (p[i + 1] - p[i - 1]) * t + (2 * p[i - 1] - 5 * p[i] + 4 * p[i + 1] - p[i + 2]) * t ** 2
                               + (3 * p[i] - p[i - 1] - 3 * p[i + 1] + p[i + 2]) * t ** 3))
    return np.array(line)


def hang(start, end, sag, steps=24):
    """A wire's line sagging between two points."""
    t = np.linspace(0, 1, steps)[:, None]
    line = np.asarray(start, float) * (1 - t) + np.asarray(end, float) * t
    line[:, 2] -= (4 * sag * t * (1 - t))[:, 0]
    return line


def group(objects, name, location=(0, 0, 0), rotation_deg=0.0):
    """Hang objects on an empty placed at `location`, and return the empty."""
    empty = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(empty)
    for obj in objects:
        obj.parent = empty
    empty.location = location
    empty.rotation_euler = (0, 0, math.radians(rotation_deg))
    return empty
