"""Node trees of materials in few words. Use through kit.materials."""
import bpy


class Graph:
    """Thin wrapper around a material's node tree."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes, self.links = self.material.node_tree.nodes, self.material.node_tree.links
        self.shader = self.nodes['Principled BSDF']

    def node(self, kind, **inputs):
        made = self.nodes.new('ShaderNode' + kind)
        for key, value in inputs.items():
            self.plug(value, made.inputs[key.replace('_', ' ')])
        return made

    def plug(self, value, socket):
        if isinstance(value, bpy.types.NodeSocket):
            self.links.new(value, socket)
        elif hasattr(value, '__len__') and len(value) == 3 and socket.type == 'RGBA':
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def set(self, **inputs):
        for key, value in inputs.items():
            self.plug(value, self.shader.inputs[key.replace('_', ' ')])
        return self

    def math(self, operation, a, b=0.0, clamp=False):
        made = self.nodes.new('ShaderNodeMath')
        made.operation, made.use_clamp = operation, clamp
        self.plug(a, made.inputs[0])
        self.plug(b, made.inputs[1])
        return made.outputs[0]

    def vector(self, operation, a, b=(0, 0, 0)):
        made = self.nodes.new('ShaderNodeVectorMath')
        made.operation = operation
        self.plug(a, made.inputs[0])
        self.plug(b, made.inputs[1])
        return made.outputs[0]

    def place(self, scale=(1, 1, 1), grain=False):
        """Object coordinates in metres, moved by a random amount per object. With `grain`, X runs along the wood's grain."""
        spot = self.node('TexCoord').outputs['Object']
        if grain:
            axis = self.node('Attribute')
            axis.attribute_type, axis.attribute_name = 'OBJECT', 'grain'
            split = self.node('SeparateXYZ', Vector=spot)
            x, y, z = split.outputs
            is_y = self.math('COMPARE', axis.outputs['Fac'], 1.0)
            is_z = self.math('COMPARE', axis.outputs['Fac'], 2.0)
            for number in (is_y, is_z):
                number.node.inputs[2].default_value = 0.1
            along_y = self.node('CombineXYZ', X=y, Y=x, Z=z).outputs[0]
            along_z = self.node('CombineXYZ', X=z, Y=x, Z=y).outputs[0]
            spot = self.mix(is_z, self.mix(is_y, spot, along_y), along_z)
        chance = self.math('MULTIPLY', self.node('ObjectInfo').outputs['Random'], 37.0)
        return self.vector('MULTIPLY', self.vector('ADD', spot, self.node('CombineXYZ', X=chance, Y=chance, Z=chance).outputs[0]), scale)

    def world_place(self):
        """World coordinates in metres: for surfaces built of several objects that must match, such as floors."""
        return self.node('NewGeometry').outputs['Position']

    def noise(self, where, scale, detail=3.0, roughness=0.5, distortion=0.0):
        return self.node('TexNoise', Vector=where, Scale=scale, Detail=detail, Roughness=roughness, Distortion=distortion).outputs['Fac']

    def mix(self, factor, a, b, kind='MIX'):
        made = self.nodes.new('ShaderNodeMixRGB')
        made.blend_type = kind
        for value, socket in zip((factor, a, b), made.inputs):
            self.plug(value, socket)
        return made.outputs[0]

    def ramp(self, factor, stops):
        """Colour ramp over stops [(position, rgb), ...]."""
        made = self.node('ValToRGB', Fac=factor)
        band = made.color_ramp
        while len(band.elements) < len(stops):
            band.elements.new(0.5)
        for element, (position, rgb) in zip(band.elements, stops):
            element.position, element.color = position, (*rgb, 1)
        return made.outputs[0]

    def span(self, factor, low, high, out_low=0.0, out_high=1.0):
        """Linear remap, clamped."""
        return self.node('MapRange', Value=factor, From_Min=low, From_Max=high, To_Min=out_low, To_Max=out_high).outputs[0]

    def bump(self, height, strength, distance):
        return self.node('Bump', Strength=strength, Distance=distance, Height=height).outputs['Normal']


def tone(rgb, factor):
    """A colour made lighter or darker, kept within what real surfaces reflect."""
    return tuple(min(max(c * factor, 0.02), 0.82) for c in rgb)
