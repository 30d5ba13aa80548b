"""Procedural materials. Colours are linear RGB triples from 0.02 to 0.82; textures are in metres over object coordinates.

Every maker returns the same material when called again with the same arguments.
"""
from . import minerals
from .cache import once
from .graph import Graph, tone
from .light import kelvin


@once
def plaster(rgb=(0.72, 0.69, 0.64), relief=0.4):
    """Painted or limewashed wall: faint clouds, hand-trowelled relief."""
    g = Graph('plaster')
    where = g.place()
    cloud = g.noise(where, 1.1, 5, 0.6)
    colour = g.mix(g.span(cloud, 0.3, 0.7), tone(rgb, 0.94), tone(rgb, 1.05))
    g.set(Base_Color=colour, Roughness=0.85, Specular=0.15)
    if relief:
        g.set(Normal=g.bump(g.noise(where, 14, 4, 0.6), 0.25 * relief, 0.004))
    return g.material


_WOODS = {
    'oak': ((0.33, 0.22, 0.125), (0.50, 0.36, 0.225)),
    'walnut': ((0.085, 0.046, 0.026), (0.19, 0.108, 0.062)),
    'ash': ((0.48, 0.36, 0.24), (0.64, 0.52, 0.38)),
    'ebony': ((0.022, 0.018, 0.015), (0.05, 0.038, 0.03)),
}


def _timber(g, where, dark, light):
    """Colour and figure of a piece of wood whose grain runs along X."""
    warp = g.noise(g.vector('MULTIPLY', where, (0.9, 4, 4)), 1.0, 2)
    ring = g.noise(g.vector('MULTIPLY', where, (0.55, 13, 13)), 1.0, 4, 0.55, 0.8)
    fibre = g.noise(g.vector('MULTIPLY', where, (6, 230, 230)), 1.0, 2, 0.6)
    figure = g.math('ADD', g.math('MULTIPLY', ring, 0.75), g.math('MULTIPLY', fibre, 0.25))
    colour = g.mix(g.span(figure, 0.33, 0.67), dark, light)
    colour = g.mix(g.span(warp, 0.3, 0.7, 0.0, 0.35), colour, tone(light, 0.8))
    return colour, figure


@once
def wood(tone='oak', plank_width=None, roughness=0.42, plank_length=1.9, along='x'):
    """Oiled timber. With `plank_width` (metres) it becomes a board floor in world coordinates, boards running along `along`."""
    dark, light = _WOODS[tone]
    g = Graph('wood')
    if plank_width is None:
        colour, figure = _timber(g, g.place(grain=True), dark, light)
        g.set(Base_Color=colour, Roughness=g.span(figure, 0.3, 0.7, roughness + 0.08, roughness - 0.06), Specular=0.4,
              Normal=g.bump(figure, 0.12, 0.002))
        return g.material
    x, y, z = g.node('SeparateXYZ', Vector=g.world_place()).outputs
    if along == 'y':
        x, y = y, x
    row = g.math('FLOOR', g.math('DIVIDE', y, plank_width))
    offset = g.node('TexWhiteNoise')
    offset.noise_dimensions = '1D'
    g.plug(row, offset.inputs['W'])
    along_row = g.math('ADD', g.math('DIVIDE', x, plank_length), g.math('MULTIPLY', offset.outputs['Value'], 7.0))
    number = g.node('CombineXYZ', X=g.math('FLOOR', along_row), Y=row, Z=0.0).outputs[0]
    chance = g.node('TexWhiteNoise', Vector=number).outputs
    shift = g.vector('MULTIPLY', chance['Color'], (40, 40, 40))
    where = g.vector('ADD', g.node('CombineXYZ', X=x, Y=y, Z=z).outputs[0], shift)
    colour, figure = _timber(g, where, dark, light)
    colour = g.mix(1.0, colour, g.ramp(chance['Value'], [(0, (0.72, 0.70, 0.68)), (0.5, (0.95, 0.95, 0.95)), (1, (1.12, 1.1, 1.06))]), 'MULTIPLY')

    def edge(coordinate, period, width):
        part = g.math('ABSOLUTE', g.math('SUBTRACT', g.math('FRACT', coordinate), 0.5))
        return g.span(g.math('MULTIPLY', g.math('SUBTRACT', 0.5, part), period), width * 0.4, width)
    gap = g.math('MINIMUM', edge(g.math('DIVIDE', y, plank_width), plank_width, 0.0014), edge(along_row, plank_length, 0.0014))
    colour = g.mix(gap, (dark[0] * 0.45, dark[1] * 0.45, dark[2] * 0.45), colour)
    worn = g.span(g.noise(g.world_place(), 1.6, 3, 0.6), 0.35, 0.65, -0.07, 0.05)
    g.set(Base_Color=colour, Roughness=g.math('ADD', worn, g.span(figure, 0.3, 0.7, roughness + 0.06, roughness - 0.06)), Specular=0.4,
          Normal=g.bump(g.math('ADD', gap, g.math('MULTIPLY', figure, 0.25)), 0.2, 0.002))
    return g.material


@once
def fabric(rgb=(0.6, 0.55, 0.47), weave='linen'):
    """Upholstery: linen, wool, velvet or boucle."""
    g = Graph('fabric ' + weave)
    where = g.place()
    cloud = g.noise(where, 3.0, 3, 0.6)
    if weave == 'velvet':
        nap = g.noise(where, 9.0, 3, 0.6)
        g.set(Base_Color=g.mix(g.span(nap, 0.3, 0.7), tone(rgb, 0.8), tone(rgb, 1.15)), Roughness=0.75, Specular=0.1, Sheen=0.9, Sheen_Tint=0.8,
              Normal=g.bump(nap, 0.06, 0.01))
        return g.material
    if weave == 'boucle':
        loops = g.node('TexVoronoi', Vector=where, Scale=115.0, Randomness=1.0).outputs['Distance']
        fine = g.math('ADD', loops, g.math('MULTIPLY', g.noise(where, 60, 2), 0.6))
        g.set(Base_Color=g.mix(g.span(fine, 0.2, 1.0), tone(rgb, 1.06), tone(rgb, 0.72)), Roughness=0.95, Specular=0.05, Sheen=0.3,
              Normal=g.bump(fine, -0.55, 0.006))
        return g.material
    scale = 420.0 if weave == 'linen' else 260.0
    warp = g.noise(g.vector('MULTIPLY', where, (0.12, 1, 1)), scale, 1)
    weft = g.noise(g.vector('MULTIPLY', where, (1, 0.12, 1)), scale, 1)
    thread = g.math('ADD', g.math('MULTIPLY', warp, 0.5), g.math('MULTIPLY', weft, 0.5))
    colour = g.mix(g.span(thread, 0.35, 0.65), tone(rgb, 0.86), tone(rgb, 1.1))
    colour = g.mix(g.span(cloud, 0.3, 0.7), colour, g.mix(0.5, colour, tone(rgb, 0.92)))
    g.set(Base_Color=colour, Roughness=0.92, Specular=0.06, Sheen=0.25 if weave == 'wool' else 0.12, Normal=g.bump(thread, 0.18, 0.002))
    return g.material


@once
def sheer(rgb=(0.8, 0.78, 0.74), opacity=0.45):
    """Thin voile for curtains: partly see-through, lit from behind."""
    g = Graph('sheer')
    clear = g.node('BsdfTransparent', Color=(1, 1, 1))
    cloth = g.node('BsdfDiffuse', Color=rgb)
    glow = g.node('BsdfTranslucent', Color=rgb)
    body = g.node('MixShader', Fac=0.55)
    g.links.new(cloth.outputs[0], body.inputs[1])
    g.links.new(glow.outputs[0], body.inputs[2])
    facing = g.node('LayerWeight', Blend=0.35).outputs['Facing']
    thick = g.span(facing, 0.0, 0.9, opacity, min(opacity * 1.9, 0.97))
    veil = g.node('MixShader', Fac=thick)
    g.links.new(clear.outputs[0], veil.inputs[1])
    g.links.new(body.outputs[0], veil.inputs[2])
    g.links.new(veil.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    return g.material


@once
def shade_cloth(rgb=(0.78, 0.7, 0.58), glow=2.0, colour_kelvin=2800):
    """Lamp shade, drum or paper: looks lit from within, lets the lamp's own light pass unhindered."""
    g = Graph('shade')
    threads = g.noise(g.vector('MULTIPLY', g.place(), (1, 1, 0.15)), 160, 2)
    light = kelvin(colour_kelvin)
    colour = g.mix(g.span(threads, 0.3, 0.7), tone(rgb, 0.85), rgb)
    g.set(Base_Color=colour, Roughness=0.9, Specular=0.05, Emission=g.mix(1.0, colour, light, 'MULTIPLY'), Emission_Strength=glow)
    return unseen_by_light(g, g.shader.outputs[0])


def unseen_by_light(g, surface):
    """Let diffuse and shadow rays pass: only the camera and mirrors see the surface, which then brings no noise."""
    path = g.node('LightPath').outputs
    hidden = g.math('MAXIMUM', path['Is Shadow Ray'], path['Is Diffuse Ray'])
    clear = g.node('BsdfTransparent', Color=(1, 1, 1))
    choice = g.node('MixShader', Fac=hidden)
    g.links.new(surface, choice.inputs[1])
    g.links.new(clear.outputs[0], choice.inputs[2])
    g.links.new(choice.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    g.material.cycles.sample_as_light = False
    return g.material


@once
def leather(rgb=(0.22, 0.09, 0.035), roughness=0.42):
    """Full-grain leather with pores and worn tone."""
    g = Graph('leather')
    where = g.place()
    pores = g.node('TexVoronoi', Vector=where, Scale=190.0).outputs['Distance']
    wear = g.noise(where, 4.0, 4, 0.6)
    g.set(Base_Color=g.mix(g.span(wear, 0.3, 0.7), tone(rgb, 0.75), tone(rgb, 1.2)), Roughness=g.span(wear, 0.3, 0.7, roughness + 0.1, roughness - 0.06),
          Specular=0.4, Normal=g.bump(pores, 0.12, 0.002))
    return g.material


_METALS = {'brass': (0.68, 0.45, 0.17), 'steel': (0.58, 0.57, 0.55), 'black': (0.035, 0.034, 0.033), 'copper': (0.72, 0.38, 0.24),
           'aluminium': (0.74, 0.74, 0.73), 'bronze': (0.30, 0.19, 0.10)}


@once
def metal(kind='brass', roughness=0.3):
    """Brushed or lacquered metal; 'black' is powder-coated steel."""
    g = Graph('metal ' + kind)
    smear = g.noise(g.place(), 6.0, 3)
    g.set(Base_Color=_METALS[kind], Metallic=0.0 if kind == 'black' else 1.0, Roughness=g.span(smear, 0.3, 0.7, roughness * 0.85, min(roughness * 1.2, 1)))
    return g.material


@once
def glass(tint=(0.96, 0.98, 0.98), gloss=0.05):
    """Drinking glass, vases, lamp globes: reflects and slightly tints; light passes straight through (no caustics, no noise)."""
    g = Graph('glass')
    facing = g.node('LayerWeight', Blend=0.5).outputs['Facing']
    rim = g.math('POWER', facing, 3.0)
    path = g.node('LightPath').outputs
    clear = g.node('BsdfTransparent', Color=g.mix(rim, tint, tuple(0.55 * c for c in tint)))
    shine = g.node('BsdfGlossy', Color=(0.9, 0.9, 0.9), Roughness=gloss)
    seen = g.math('SUBTRACT', 1.0, g.math('MAXIMUM', path['Is Shadow Ray'], path['Is Diffuse Ray']))
    amount = g.math('MULTIPLY', g.span(rim, 0.0, 1.0, 0.035, 0.45), seen)
    both = g.node('MixShader', Fac=amount)
    g.links.new(clear.outputs[0], both.inputs[1])
    g.links.new(shine.outputs[0], both.inputs[2])
    g.links.new(both.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    return g.material


@once
def window_glass(tint=(0.95, 0.97, 0.97)):
    """Thin pane that only tints: no reflection, hence no noise and a clear guide image behind it."""
    g = Graph('window glass')
    clear = g.node('BsdfTransparent', Color=tint)
    g.links.new(clear.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    return g.material


@once
def mirror(tint=(0.82, 0.83, 0.83)):
    """Silvered looking glass."""
    g = Graph('mirror')
    g.set(Base_Color=tint, Metallic=1.0, Roughness=0.015)
    return g.material


@once
def ceramic(rgb=(0.72, 0.70, 0.66), roughness=0.28, speckle=0.0):
    """Glazed stoneware; `speckle` from 0 to 1 adds iron spots."""
    g = Graph('ceramic')
    where = g.place()
    colour = g.mix(g.span(g.noise(where, 7, 4, 0.6), 0.3, 0.7), tone(rgb, 0.9), tone(rgb, 1.06))
    if speckle:
        spots = g.noise(where, 240, 2, 0.7)
        colour = g.mix(g.span(spots, 0.62, 0.68, 0.0, speckle), colour, tone(rgb, 0.25))
    g.set(Base_Color=colour, Roughness=roughness, Specular=0.5, Normal=g.bump(g.noise(where, 18, 2), 0.05, 0.004))
    return g.material


@once
def paper(rgb=(0.75, 0.73, 0.69)):
    """Matt paper, card, book block."""
    g = Graph('paper')
    fleck = g.noise(g.place(), 60, 3)
    g.set(Base_Color=g.mix(g.span(fleck, 0.3, 0.7), tone(rgb, 0.95), tone(rgb, 1.03)), Roughness=0.88, Specular=0.12)
    return g.material


@once
def carpet(rgb=(0.45, 0.42, 0.37), pile=0.8):
    """Woven or tufted rug."""
    g = Graph('carpet')
    where = g.place()
    tuft = g.noise(where, 150, 2, 0.7)
    patch = g.noise(where, 2.2, 4, 0.6)
    colour = g.mix(g.span(tuft, 0.3, 0.7), tone(rgb, 0.72), tone(rgb, 1.16))
    colour = g.mix(g.span(patch, 0.35, 0.65, 0.0, 0.5), colour, tone(rgb, 0.82))
    g.set(Base_Color=colour, Roughness=0.97, Specular=0.03, Sheen=0.25, Normal=g.bump(tuft, 0.6 * pile, 0.006))
    return g.material


@once
def emissive(colour_kelvin=3000, strength=3.0):
    """Glowing surface for the camera and mirrors only; pair it with an area or globe light for the light itself."""
    g = Graph('emissive')
    shine = g.node('Emission', Color=kelvin(colour_kelvin), Strength=float(strength))
    return unseen_by_light(g, shine.outputs[0])


@once
def leaf(rgb=(0.06, 0.13, 0.035), gloss=0.4):
    """Foliage: darker and lighter leaves, a little light through them."""
    g = Graph('leaf')
    where = g.place()
    patch = g.noise(where, 7, 3, 0.6)
    chance = g.node('NewGeometry').outputs['Random Per Island']
    shade = g.mix(chance, tone(rgb, 0.65), tone(rgb, 1.35))
    g.set(Base_Color=g.mix(g.span(patch, 0.3, 0.7), shade, tone(rgb, 1.05)), Roughness=1 - 0.6 * gloss, Specular=0.35)
    through = g.node('BsdfTranslucent', Color=tone((rgb[0] * 1.4, rgb[1] * 1.3, rgb[2] * 0.7), 1.0))
    both = g.node('MixShader', Fac=0.22)
    g.links.new(g.shader.outputs[0], both.inputs[1])
    g.links.new(through.outputs[0], both.inputs[2])
    g.links.new(both.outputs[0], g.nodes['Material Output'].inputs['Surface'])
    return g.material


@once
def water(rgb=(0.03, 0.09, 0.10), ripple=0.3, scale=2.5, depth_rgb=None):
    """Water surface: dark body, mirror sheen, small waves."""
    g = Graph('water')
    where = g.world_place()
    wave = g.math('ADD', g.noise(where, scale, 3, 0.55, 0.4), g.math('MULTIPLY', g.noise(where, scale * 5, 2), 0.3))
    g.set(Base_Color=g.mix(g.span(g.noise(where, 0.6, 2), 0.3, 0.7), rgb, depth_rgb or tone(rgb, 0.8)), Roughness=0.06, Specular=0.6,
          Normal=g.bump(wave, ripple, 0.05))
    return g.material


@once
def plastic(rgb=(0.5, 0.5, 0.5), roughness=0.4):
    """Plain moulded or lacquered surface."""
    g = Graph('plastic')
    smear = g.noise(g.place(), 5, 3)
    g.set(Base_Color=tone(rgb, 1.0), Roughness=g.span(smear, 0.3, 0.7, max(roughness * 0.88, 0.03), min(roughness * 1.12, 1)), Specular=0.45)
    return g.material


def stone(kind='marble', rgb=None, **style):
    """Marble, travertine, terrazzo, slate or concrete: see kit.minerals."""
    return minerals.stone(kind, rgb, **style)


def tiles(rgb=(0.7, 0.68, 0.64), size=0.15, grout_rgb=(0.45, 0.43, 0.40), **style):
    """Glazed or matt tiles in world coordinates: see kit.minerals."""
    return minerals.tiles(rgb, size, grout_rgb, **style)
