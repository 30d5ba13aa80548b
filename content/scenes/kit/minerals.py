"""Stone and tiles. Slabs and tiles lie in world coordinates, so that floors and walls of several objects match."""
from .cache import once
from .graph import Graph, tone

_PLAIN = {'marble': (0.72, 0.70, 0.67), 'travertine': (0.62, 0.54, 0.43), 'terrazzo': (0.66, 0.63, 0.58), 'slate': (0.10, 0.105, 0.11), 'concrete': (0.42, 0.41, 0.39)}


def joints(g, where, size, width, offset=0.0):
    """Per-slab number and a mask (1 on the slab, 0 in the joint) for slabs of size (x, y) in metres on whichever plane faces up, north or east."""
    normal = g.node('SeparateXYZ', Vector=g.vector('ABSOLUTE', g.node('NewGeometry').outputs['True Normal']))
    x, y, z = g.node('SeparateXYZ', Vector=where).outputs
    flat = g.math('GREATER_THAN', normal.outputs[2], 0.7)
    east = g.math('GREATER_THAN', normal.outputs[0], 0.7)
    u = g.mix(east, x, y)
    v = g.mix(flat, z, y)
    row = g.math('FLOOR', g.math('DIVIDE', v, size[1]))
    column = g.math('ADD', g.math('DIVIDE', u, size[0]), g.math('MULTIPLY', row, offset))
    number = g.node('CombineXYZ', X=g.math('FLOOR', column), Y=row, Z=0.0).outputs[0]

    def edge(coordinate, period):
        off = g.math('ABSOLUTE', g.math('SUBTRACT', g.math('FRACT', coordinate), 0.5))
        return g.span(g.math('MULTIPLY', g.math('SUBTRACT', 0.5, off), period), width * 0.35, width * 0.65)
    mask = g.math('MINIMUM', edge(column, size[0]), edge(g.math('DIVIDE', v, size[1]), size[1]))
    return g.node('TexWhiteNoise', Vector=number).outputs, mask


@once
def stone(kind='marble', rgb=None, slab=None, roughness=None, joint=0.004):
    """Natural or cast stone. `slab` (width, depth) in metres cuts it into slabs with fine joints."""
    rgb = rgb or _PLAIN[kind]
    g = Graph('stone ' + kind)
    where = g.world_place()
    mask = None
    if slab:
        chance, mask = joints(g, where, slab, joint)
        where = g.vector('ADD', where, g.vector('MULTIPLY', chance['Color'], (9, 9, 9)))
    if kind == 'marble':
        drift = g.noise(where, 1.4, 4, 0.6, 1.2)
        vein = g.math('ABSOLUTE', g.math('SUBTRACT', g.noise(where, 1.1, 6, 0.62, 1.6), 0.5))
        fine = g.math('ABSOLUTE', g.math('SUBTRACT', g.noise(where, 3.6, 5, 0.6, 1.2), 0.5))
        colour = g.mix(g.span(drift, 0.3, 0.7), tone(rgb, 0.9), tone(rgb, 1.05))
        colour = g.mix(g.span(vein, 0.0, 0.03, 0.32, 0.0), colour, tone(rgb, 0.58))
        colour = g.mix(g.span(fine, 0.0, 0.02, 0.14, 0.0), colour, tone(rgb, 0.68))
        shine, relief = 0.16, None
    elif kind == 'travertine':
        bed = g.noise(g.vector('MULTIPLY', where, (1.2, 1.2, 9)), 1.6, 5, 0.6, 0.5)
        hole = g.noise(g.vector('MULTIPLY', where, (1, 1, 3)), 38, 3, 0.65)
        colour = g.mix(g.span(bed, 0.3, 0.7), tone(rgb, 0.78), tone(rgb, 1.1))
        pits = g.span(hole, 0.66, 0.7)
        colour = g.mix(g.math('MULTIPLY', pits, 0.55), colour, tone(rgb, 0.45))
        shine, relief = 0.5, g.math('SUBTRACT', 1.0, pits)
    elif kind == 'terrazzo':
        cells = g.node('TexVoronoi', Vector=where, Scale=34.0)
        small = g.node('TexVoronoi', Vector=where, Scale=95.0)
        pick = g.node('SeparateRGB', Image=cells.outputs['Color']).outputs
        chip = g.ramp(pick[1], [(0, tone(rgb, 0.35)), (0.3, (0.36, 0.24, 0.17)), (0.55, tone(rgb, 0.7)), (0.8, tone(rgb, 1.15))])
        inside = g.math('MULTIPLY', g.span(cells.outputs['Distance'], 0.34, 0.3), g.span(pick[0], 0.45, 0.5))
        tiny = g.math('MULTIPLY', g.span(small.outputs['Distance'], 0.3, 0.24), 0.4)
        colour = g.mix(tiny, tone(rgb, 0.97), tone(rgb, 0.6))
        colour = g.mix(inside, colour, chip)
        shine, relief = 0.28, None
    elif kind == 'slate':
        layer = g.noise(where, 3.2, 6, 0.62, 0.6)
        colour = g.mix(g.span(layer, 0.3, 0.7), tone(rgb, 0.65), tone(rgb, 1.5))
        shine, relief = 0.55, layer
    else:
        cloud = g.noise(where, 1.3, 6, 0.62)
        pores = g.span(g.noise(where, 55, 3, 0.6), 0.68, 0.74)
        colour = g.mix(g.span(cloud, 0.3, 0.7), tone(rgb, 0.82), tone(rgb, 1.12))
        colour = g.mix(g.math('MULTIPLY', pores, 0.4), colour, tone(rgb, 0.5))
        shine, relief = 0.62, g.math('SUBTRACT', 1.0, pores)
    shine = roughness if roughness is not None else shine
    if mask is not None:
        tint = g.ramp(chance['Value'], [(0, (0.9, 0.9, 0.9)), (1, (1.06, 1.06, 1.06))])
        colour = g.mix(mask, tone(rgb, 0.45), g.mix(1.0, colour, tint, 'MULTIPLY'))
        relief = mask if relief is None else g.math('MULTIPLY', mask, relief)
    g.set(Base_Color=colour, Roughness=shine, Specular=0.45)
    if relief is not None:
        g.set(Normal=g.bump(relief, 0.25, 0.002))
    return g.material


@once
def tiles(rgb=(0.7, 0.68, 0.64), size=0.15, grout_rgb=(0.45, 0.43, 0.40), roughness=0.22, offset=0.0, joint=0.004, variation=0.12):
    """Tiles of `size` metres (one number or width, height), each a little different; `offset` 0.5 lays them in bond."""
    g = Graph('tiles')
    size = size if hasattr(size, '__len__') else (size, size)
    where = g.world_place()
    chance, mask = joints(g, where, size, joint, offset)
    colour = g.mix(chance['Value'], tone(rgb, 1 - variation), tone(rgb, 1 + variation))
    colour = g.mix(g.span(g.noise(where, 16, 3, 0.6), 0.3, 0.7, 0.0, 0.4), colour, tone(rgb, 0.86))
    wave = g.math('ADD', mask, g.math('MULTIPLY', g.noise(where, 14, 2), 0.35))
    g.set(Base_Color=g.mix(mask, grout_rgb, colour), Roughness=g.span(mask, 0, 1, 0.85, roughness), Specular=0.45, Normal=g.bump(wave, 0.2, 0.002))
    return g.material
