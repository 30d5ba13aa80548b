"""A street to look out on by day: plastered house fronts with windows and shops across a roadway."""
from . import core, materials, outdoor, plants
from .cache import once
from .graph import Graph

PLASTERS = ((0.62, 0.47, 0.30), (0.66, 0.62, 0.53), (0.40, 0.47, 0.46), (0.58, 0.33, 0.22), (0.70, 0.67, 0.60), (0.50, 0.45, 0.36))
AWNINGS = ((0.36, 0.07, 0.05), (0.06, 0.16, 0.14), (0.62, 0.50, 0.32), (0.08, 0.12, 0.22))


@once
def front(rgb):
    """A plastered front with rows of framed windows, one bay 2.2 m wide, one storey 3.2 m high."""
    g = Graph('front')
    x, _, z = g.node('SeparateXYZ', Vector=g.world_place()).outputs
    column, row = g.math('FRACT', g.math('DIVIDE', x, 2.2)), g.math('FRACT', g.math('DIVIDE', z, 3.2))

    def within(edge):
        return g.math('MULTIPLY', g.math('MULTIPLY', g.span(column, 0.27 - edge, 0.272 - edge), g.span(column, 0.73 + edge, 0.728 + edge)),
                      g.math('MULTIPLY', g.span(row, 0.24 - edge, 0.242 - edge), g.span(row, 0.80 + edge, 0.798 + edge)))
    bar = g.math('MULTIPLY', g.span(g.math('ABSOLUTE', g.math('SUBTRACT', column, 0.5)), 0.012, 0.014), g.span(g.math('ABSOLUTE', g.math('SUBTRACT', row, 0.58)), 0.009, 0.011))
    pane = g.math('MULTIPLY', within(0.0), bar)
    wall = g.mix(g.noise(g.world_place(), 0.6, 6, 0.6), tuple(0.86 * c for c in rgb), tuple(min(1.08 * c, 0.8) for c in rgb))
    g.set(Base_Color=g.mix(pane, g.mix(within(0.035), wall, (0.66, 0.64, 0.58)), (0.035, 0.045, 0.055)), Roughness=g.span(pane, 0, 1, 0.85, 0.07))
    return g.material


def street(near, far, z=-0.03, first=-30.0, last=30.0, seed=1):
    """Roadway and far pavement along X between `near` and `far`, houses behind them that face -Y."""
    chance = core.scatter(seed)
    core.box((160, far - near, 0.1), (0, (near + far) / 2, z - 0.22), bevel=0, material=materials.plastic((0.085, 0.085, 0.09), 0.85))
    core.box((160, 0.28, 0.14), (0, near, z - 0.14), bevel=0.02, material=materials.stone('concrete', (0.46, 0.45, 0.43)))
    outdoor.paving((first, far - 2.6, last, far), (0.5, 0.5), z=z)
    core.box((160, 0.2, 0.14), (0, far - 2.7, z - 0.14), bevel=0.02, material=materials.stone('concrete', (0.46, 0.45, 0.43)))
    x, k = first, 0
    white, glass = materials.plaster((0.66, 0.64, 0.58), relief=0), materials.plastic((0.03, 0.035, 0.04), 0.06)
    while x < last:
        wide, tall = 2.2 * chance.choice((3, 3, 4)), 3.2 * chance.choice((3, 3, 4)) + 0.5
        middle = x + wide / 2
        core.box((wide, 7, tall), (middle, far + 3.5, z), bevel=0, material=front(PLASTERS[(k * 5 + seed) % len(PLASTERS)]))
        core.box((wide + 0.1, 0.5, 0.3), (middle, far, tall + z - 0.3), bevel=0.02, material=white)
        core.box((wide - 0.3, 0.12, 3.05), (middle, far - 0.05, z), bevel=0.01, material=materials.plastic(AWNINGS[k % 4], 0.5))
        core.box((wide - 1.1, 0.14, 2.0), (middle, far - 0.06, z + 0.45), bevel=0, material=glass)
        if chance.random() < 0.7:
            core.box((wide - 0.6, 1.5, 0.05), (middle, far - 0.75, z + 2.55), (18, 0, 0), bevel=0.004, material=materials.fabric(AWNINGS[(k + 1) % 4], 'linen'))
        x, k = x + wide, k + 1
    tree = plants.olive_tree((first + 4.0, far - 1.9, z), 0, 5.2, potted=False, seed=seed)
    for n in range(1, int((last - first) / 7)):
        core.duplicate(tree, (first + 4.0 + 7 * n + chance.uniform(-0.8, 0.8), far - 1.9, z), chance.uniform(0, 360))
