"""Boxes and cushions placed by their centre, which suits frames, boards and mouldings better than by their base."""
from kit import core


def block(size, centre=(0, 0, 0), rotation_deg=0.0, bevel=0.004, material=None):
    """Bevelled box around `centre`."""
    return core.box(size, (centre[0], centre[1], centre[2] - size[2] / 2), rotation_deg, bevel, material)


def cushion(size, centre=(0, 0, 0), puff=0.02, material=None, rotation_deg=0.0, radius=None, cells=14, seed=0):
    """Upholstered block around `centre`."""
    return core.soft_box(size, (centre[0], centre[1], centre[2] - size[2] / 2), puff, material, rotation_deg, radius, cells=cells, seed=seed)
