"""Books, shelf rows, bookcases, open books and magazines.

Rows of books are single meshes that repeat: the colour of every cover lies in the vertex attribute
`cover`, its spine decoration in the UV map (u across the spine, v up it) and the attribute `deco`.
"""
import bpy
import numpy as np

from kit import core, materials
from kit.blocks import block

PALETTES = {
    'antique': ('#5a2a1e', '#3b2a20', '#6e4a2a', '#2e3d33', '#23304a', '#7a5c38', '#4a1f24', '#8a7250', '#37342f', '#a08a62', '#5b3a29'),
    'modern': ('#d8d2c4', '#c5573d', '#2f4f5f', '#e0b04a', '#6f8f7c', '#1f2d3a', '#efe9dc', '#a9443a', '#88a0a8', '#4b4b4b', '#cf8f6a'),
    'quiet': ('#d9cfbd', '#c2b39a', '#8d7b66', '#e8e0d0', '#6b6d63', '#a88d70', '#4d5450', '#b7a48c', '#ddd5c6'),
    'school': ('#c99a48', '#b25a43', '#3f6f76', '#6f8463', '#34496a', '#e8dfcb', '#c67a4a', '#7b6a80', '#e0c27a', '#86a9ad', '#d9d2c3', '#4a4f52'),
}
_shared = {}


def _linear(hex_code):
    values = np.array([int(hex_code[i:i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values < 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _book(thickness, depth, height):
    """Vertices, faces, face slots (0 cover, 1 pages) and spine UVs of one book standing at the origin, spine to -Y."""
    t, d, board = thickness / 2, depth / 2, 0.0022
    outline = [(-t, d), (-t, -d + 0.004), (-t * 0.62, -d - 0.001), (0, -d - 0.003), (t * 0.62, -d - 0.001), (t, -d + 0.004), (t, d),
               (t - board, d), (t - board, -d + 0.005), (-t + board, -d + 0.005), (-t + board, d)]
    n = len(outline)
    vertices = [(x, y, 0.0) for x, y in outline] + [(x, y, height) for x, y in outline]
    faces = [tuple(range(n, 2 * n))]
    slots = [0]
    uvs = [[(-1.0, -1.0)] * n]
    for i in range(n):
        j = (i + 1) % n
        faces.append((i, j, j + n, i + n))
        slots.append(0)
        if 1 <= i <= 4:
            a, b = (outline[i][0] / t + 1) / 2, (outline[j][0] / t + 1) / 2
            uvs.append([(a, 0.0), (b, 0.0), (b, 1.0), (a, 1.0)])
        else:
            uvs.append([(-1.0, -1.0)] * 4)
    x0, x1, y0, y1, z1 = -t + board, t - board, -d + 0.005, d - 0.004, height - 0.004
    base = len(vertices)
    vertices += [(x0, y0, 0.003), (x1, y0, 0.003), (x1, y1, 0.003), (x0, y1, 0.003), (x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)]
    for quad in ((4, 5, 6, 7), (2, 3, 7, 6)):
        faces.append(tuple(base + k for k in quad))
        slots.append(1)
        uvs.append([(-1.0, -1.0)] * 4)
    return np.array(vertices), faces, slots, uvs


class _Pile:
    """Gathers books into one mesh."""

    def __init__(self):
        self.vertices, self.faces, self.slots, self.uvs, self.tones, self.decos = [], [], [], [], [], []

    def add(self, size, place, tone, deco, matrix=None):
        vertices, faces, slots, uvs = _book(*size)
        if matrix is not None:
            vertices = vertices @ np.array(matrix).T
        start = len(self.vertices)
        self.vertices += [tuple(v) for v in vertices + np.array(place)]
        for face, slot, uv in zip(faces, slots, uvs):
            self.faces.append(tuple(start + k for k in face))
            self.slots.append(slot)
            self.uvs += uv
            self.tones += [(*tone, 1.0)] * len(face)
            self.decos += [deco] * len(face)

    def mesh(self, name):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(self.vertices, [], self.faces)
        mesh.materials.append(cover_material())
        mesh.materials.append(materials.paper((0.72, 0.66, 0.54)))
        mesh.polygons.foreach_set('material_index', self.slots)
        mesh.uv_layers.new(name='spine').data.foreach_set('uv', np.array(self.uvs, np.float32).ravel())
        mesh.color_attributes.new('cover', 'FLOAT_COLOR', 'CORNER').data.foreach_set('color', np.array(self.tones, np.float32).ravel())
        mesh.color_attributes.new('deco', 'FLOAT_COLOR', 'CORNER').data.foreach_set('color', np.array(self.decos, np.float32).ravel())
        mesh.update()
        return mesh


def _tilt(degrees):
    a = np.radians(degrees)
    return [[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]]


def _tone(rng, palette):
    return np.clip(_linear(PALETTES[palette][rng.integers(len(PALETTES[palette]))]) * rng.normal(1, 0.16), 0.012, 0.8)


def _deco(rng):
    """(bands, title place, gold or pale ink, seed) packed as a colour."""
    return (float(rng.random()), float(rng.random()), float(rng.random()), 1.0)


def row_mesh(width, clear_height, depth, seed, palette='antique', fill=0.96):
    """Mesh of a shelf's worth of books from x=-width/2 to width/2, spines at -Y, backs near y=depth/2."""
    key = (round(width, 2), round(clear_height, 2), round(depth, 2), seed, palette, fill)
    if key in _shared:
        return _shared[key]
    rng = np.random.default_rng(seed)
    pile, x, end = _Pile(), -width / 2 + 0.004, -width / 2 + width * fill
    while x < end - 0.02:
        volumes = int(rng.choice([1, 1, 1, 2, 3, 6]))
        thickness, height = rng.uniform(0.014, 0.052), clear_height * rng.uniform(0.62, 0.93)
        tone, deco, deep = _tone(rng, palette), _deco(rng), min(depth * rng.uniform(0.62, 0.86), height * 0.85)
        lying = rng.random() < 0.05 and x + 0.24 < end
        if lying:
            z = 0.0
            for _ in range(int(rng.integers(2, 5))):
                size = (rng.uniform(0.018, 0.04), min(depth * 0.75, 0.19), rng.uniform(0.19, 0.235))
                pile.add(size, (x, -depth / 2 + size[1] / 2 + 0.01, z + size[0] / 2), _tone(rng, palette), _deco(rng), _tilt(90))
                z += size[0]
            x += 0.245
            continue
        for _ in range(volumes):
            if x + thickness > end:
                break
            pull = abs(rng.normal(0, 0.006))
            last = x + thickness * 2.2 > end
            lean = -7 if last and rng.random() < 0.4 and thickness > 0.02 else 0.0
            shift = height * 0.12 if lean else 0
            pile.add((thickness, deep, height), (x + thickness / 2 + shift, -depth / 2 + deep / 2 + 0.012 + pull, 0), tone, deco,
                     _tilt(lean) if lean else None)
            x += thickness + 0.0012 + shift
    _shared[key] = pile.mesh('book row')
    return _shared[key]


def row(location=(0, 0, 0), rotation_deg=0.0, width=0.9, clear_height=0.3, depth=0.26, seed=1, palette='antique', fill=0.96):
    """A row of standing books; rows with equal arguments share one mesh."""
    thing = bpy.data.objects.new('books', row_mesh(width, clear_height, depth, seed, palette, fill))
    bpy.context.scene.collection.objects.link(thing)
    thing.location, thing.rotation_euler = location, (0, 0, np.radians(rotation_deg))
    return thing


def stack(location=(0, 0, 0), rotation_deg=0.0, count=4, seed=1, palette='modern', big=True):
    """Books lying on top of each other, a little askew."""
    rng = np.random.default_rng(seed)
    pile, z = _Pile(), 0.0
    for k in range(count):
        size = (rng.uniform(0.018, 0.042), rng.uniform(0.19, 0.24) * (1.1 if big else 0.8), rng.uniform(0.26, 0.33) * (1.0 if big else 0.72))
        twist = np.radians(rng.normal(0, 7))
        turn = np.array([[np.cos(twist), -np.sin(twist), 0], [np.sin(twist), np.cos(twist), 0], [0, 0, 1]])
        matrix = turn @ np.array(_tilt(90))
        offset = turn @ np.array((-size[2] / 2, 0, 0))
        pile.add(size, (offset[0], offset[1], z + size[0] / 2), _tone(rng, palette), _deco(rng), matrix)
        z += size[0] + 0.0006
    thing = bpy.data.objects.new('book stack', pile.mesh('book stack'))
    bpy.context.scene.collection.objects.link(thing)
    thing.location, thing.rotation_euler = location, (0, 0, np.radians(rotation_deg))
    return thing


def open_book(location=(0, 0, 0), rotation_deg=0.0, width=0.42, cover='#5a2a1e'):
    """A book lying open, with lines of print; readers sit at its -Y side."""
    steps, half, tall = 14, width / 2, width * 0.66
    xs = np.linspace(-half, half, 2 * steps + 1)
    lift = 0.03 * (np.abs(xs) / half) ** 0.5 * (1 - 0.45 * np.abs(xs) / half) + 0.008
    lift[steps] = 0.012
    vertices = [(x, y, z) for y in (-tall / 2, tall / 2) for x, z in zip(xs, lift)]
    n = len(xs)
    faces = [(i, i + 1, n + i + 1, n + i) for i in range(n - 1)]
    start = len(vertices)
    vertices += [(x, y, 0.002) for y in (-tall / 2, tall / 2) for x in (-half, half)]
    faces += [(start, start + 1, n - 1, *range(n - 2, -1, -1)), (start, 0, n, start + 2), (start + 1, start + 3, 2 * n - 1, n - 1)]
    mesh = bpy.data.meshes.new('open book')
    mesh.from_pydata(vertices, [], faces)
    mesh.materials.append(page_material())
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    pages = bpy.data.objects.new('open book', mesh)
    bpy.context.scene.collection.objects.link(pages)
    boards = block((width + 0.012, tall + 0.012, 0.004), (0, 0, 0.002), bevel=0.001, material=materials.leather(tuple(_linear(cover))))
    return core.parent([pages, boards], location, rotation_deg)


def magazine(location=(0, 0, 0), rotation_deg=0.0, image=None, size=(0.22, 0.29)):
    """A magazine lying flat, its cover a printed image."""
    from kit import art
    body = block((size[0], size[1], 0.006), (0, 0, 0.003), bevel=0.001, material=materials.paper((0.75, 0.73, 0.69)))
    cover = art.print_sheet(image, size[0], size[1], gloss=0.3)
    cover.rotation_euler = (-np.pi / 2, 0, 0)
    cover.location = (0, 0, 0.0066)
    return core.parent([body, cover], location, rotation_deg)


def _nodes(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    return material, nodes, links, nodes['Principled BSDF']


def _math(nodes, links, operation, a, b=None, c=None):
    node = nodes.new('ShaderNodeMath')
    node.operation = operation
    for socket, value in zip(node.inputs, (a, b, c)):
        if value is None:
            continue
        if isinstance(value, (int, float)):
            socket.default_value = value
        else:
            links.new(value, socket)
    return node.outputs[0]


def cover_material():
    """Cloth or leather from the attribute `cover`, with bands and a lettered title stamped on the spine."""
    if 'book cover' in bpy.data.materials:
        return bpy.data.materials['book cover']
    material, nodes, links, shader = _nodes('book cover')
    tone, deco, uv, info = (nodes.new(kind) for kind in ('ShaderNodeAttribute', 'ShaderNodeAttribute', 'ShaderNodeUVMap', 'ShaderNodeObjectInfo'))
    tone.attribute_name, deco.attribute_name, uv.uv_map = 'cover', 'deco', 'spine'
    axes, bits = nodes.new('ShaderNodeSeparateXYZ'), nodes.new('ShaderNodeSeparateXYZ')
    links.new(uv.outputs[0], axes.inputs[0])
    links.new(deco.outputs['Vector'], bits.inputs[0])
    u, v = axes.outputs[0], axes.outputs[1]

    def sum_of(*terms):
        total = terms[0]
        for term in terms[1:]:
            total = _math(nodes, links, 'MAXIMUM', total, term)
        return total

    def near(value, centre, width):
        distance = _math(nodes, links, 'ABSOLUTE', _math(nodes, links, 'SUBTRACT', value, centre))
        return _math(nodes, links, 'LESS_THAN', distance, width)

    low = _math(nodes, links, 'MULTIPLY_ADD', bits.outputs[0], 0.1, 0.06)
    bands = sum_of(near(v, low, 0.006), near(v, _math(nodes, links, 'SUBTRACT', 1.0, low), 0.006),
                   _math(nodes, links, 'MULTIPLY', near(v, _math(nodes, links, 'ADD', low, 0.03), 0.003), bits.outputs[2]))
    middle = _math(nodes, links, 'MULTIPLY_ADD', bits.outputs[1], 0.2, 0.55)
    title_place = _math(nodes, links, 'MULTIPLY', near(v, middle, 0.15), near(u, 0.5, 0.22))
    letters = nodes.new('ShaderNodeTexNoise')
    letters.inputs['Scale'].default_value = 1.0
    letters.inputs['Detail'].default_value = 1.0
    stretch = nodes.new('ShaderNodeCombineXYZ')
    links.new(_math(nodes, links, 'MULTIPLY', u, 5.0), stretch.inputs[0])
    links.new(_math(nodes, links, 'MULTIPLY', v, 85.0), stretch.inputs[1])
    links.new(_math(nodes, links, 'MULTIPLY_ADD', bits.outputs[1], 91.0, bits.outputs[0]), stretch.inputs[2])
    links.new(stretch.outputs[0], letters.inputs['Vector'])
    title = _math(nodes, links, 'MULTIPLY', title_place, _math(nodes, links, 'GREATER_THAN', letters.outputs['Fac'], 0.5))
    stamped = _math(nodes, links, 'MULTIPLY', sum_of(bands, title), 0.85)
    ink = nodes.new('ShaderNodeMixRGB')
    ink.inputs[1].default_value, ink.inputs[2].default_value = (0.52, 0.36, 0.12, 1), (0.66, 0.6, 0.48, 1)
    links.new(_math(nodes, links, 'GREATER_THAN', bits.outputs[2], 0.6), ink.inputs[0])
    shift = nodes.new('ShaderNodeHueSaturation')
    links.new(tone.outputs['Color'], shift.inputs['Color'])
    links.new(_math(nodes, links, 'MULTIPLY_ADD', info.outputs['Random'], 0.05, 0.475), shift.inputs['Hue'])
    links.new(_math(nodes, links, 'MULTIPLY_ADD', info.outputs['Random'], 0.3, 0.85), shift.inputs['Value'])
    mix = nodes.new('ShaderNodeMixRGB')
    links.new(stamped, mix.inputs[0])
    links.new(shift.outputs[0], mix.inputs[1])
    links.new(ink.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], shader.inputs['Base Color'])
    shader.inputs['Roughness'].default_value = 0.62
    return material


def page_material():
    """Paper with faint lines of print."""
    if 'printed page' in bpy.data.materials:
        return bpy.data.materials['printed page']
    material, nodes, links, shader = _nodes('printed page')
    place, axes = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeSeparateXYZ')
    links.new(place.outputs['Object'], axes.inputs[0])
    x, y = axes.outputs[0], axes.outputs[1]
    line = _math(nodes, links, 'LESS_THAN', _math(nodes, links, 'FRACT', _math(nodes, links, 'MULTIPLY', y, 120.0)), 0.42)
    column = _math(nodes, links, 'LESS_THAN', _math(nodes, links, 'ABSOLUTE', _math(nodes, links, 'SUBTRACT', _math(nodes, links, 'ABSOLUTE', x), 0.105)), 0.075)
    block = _math(nodes, links, 'LESS_THAN', _math(nodes, links, 'ABSOLUTE', y), 0.112)
    words = nodes.new('ShaderNodeTexNoise')
    words.inputs['Scale'].default_value = 160.0
    links.new(place.outputs['Object'], words.inputs['Vector'])
    inked = _math(nodes, links, 'MULTIPLY', _math(nodes, links, 'MULTIPLY', line, column),
                  _math(nodes, links, 'MULTIPLY', block, _math(nodes, links, 'GREATER_THAN', words.outputs['Fac'], 0.44)))
    mix = nodes.new('ShaderNodeMixRGB')
    links.new(_math(nodes, links, 'MULTIPLY', inked, 0.75), mix.inputs[0])
    mix.inputs[1].default_value, mix.inputs[2].default_value = (0.72, 0.67, 0.56, 1), (0.08, 0.07, 0.06, 1)
    links.new(mix.outputs[0], shader.inputs['Base Color'])
    shader.inputs['Roughness'].default_value = 0.7
    return material
