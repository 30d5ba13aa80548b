"""A park to look out on: lawn, a hedge, trees and grasses in a wide arc round a house."""
import math

from . import core, materials, plants


def park(first_deg, last_deg, near, far, z=-0.3, seed=1, trees=26, tall=5.0):
    """Green between two bearings (degrees right of +Y), its grasses `near` and its hedge `far` metres from the origin."""
    chance = core.scatter(seed)
    core.box((240, 240, 0.1), (0, 0, z - 0.1), bevel=0, material=materials.carpet((0.15, 0.185, 0.045)))

    def spot(degrees, distance):
        a = math.radians(degrees)
        return distance * math.sin(a), distance * math.cos(a), z
    span = last_deg - first_deg
    count = max(3, round(math.radians(span) * far / 5.5))
    hedge = plants.hedge((6.2, 0.9, 1.9), (0, 0, 0), 0, 170, seed=seed)
    for k in range(count):
        bearing = first_deg + span * (k + 0.5) / count
        place = hedge if k == 0 else core.duplicate(hedge, (0, 0, 0))
        place.location, place.rotation_euler = spot(bearing, far), (0, 0, -math.radians(bearing))
    grown = [plants.olive_tree((0, 0, 0), 0, tall + 0.9 * n, potted=False, seed=seed + n) for n in range(4)]
    for k in range(trees):
        bearing = first_deg + span * (k + chance.random()) / trees
        away = chance.uniform(far + 1, far + 12) if k % 3 else chance.uniform(near + 0.5 * (far - near), far - 1)
        core.duplicate(grown[k % 4], spot(bearing, away), chance.uniform(0, 360))
    for n, tree in enumerate(grown):
        tree.location = spot(first_deg + span * (n + 0.5) / 4, far + 2 + n)
    clump = plants.grass_clump((0, 0, 0), 0, 0.9, 110, 9, seed=seed)
    for k in range(2 * count):
        core.duplicate(clump, spot(first_deg + span * (k + chance.random()) / (2 * count), near * chance.uniform(1.0, 1.25)), chance.uniform(0, 360))
    clump.location = spot((first_deg + last_deg) / 2, near)
