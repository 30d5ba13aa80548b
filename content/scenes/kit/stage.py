"""What lights and sees a scene: surroundings, sun, soft lights, window portals, the 360-degree camera. Use through kit.core."""
import math
import os

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import materials


def turn(rotation_deg):
    """Euler angles in radians from a yaw in degrees or a triple of degrees."""
    if isinstance(rotation_deg, (int, float)):
        return (0.0, 0.0, math.radians(rotation_deg))
    return tuple(math.radians(a) for a in rotation_deg)


def hdri_path(name):
    """Path of one of the CC0 panoramas that come with Blender: city, courtyard, forest, interior, night, studio, sunrise, sunset."""
    for kind in ('SYSTEM', 'LOCAL', 'USER'):
        root = bpy.utils.resource_path(kind)
        for middle in ('datafiles', '.'):
            path = os.path.join(root, middle, 'studiolights', 'world', name + '.exr')
            if root and os.path.exists(path):
                return path
    raise FileNotFoundError(f'Blender has no studio light called {name}')


def world(hdri_name=None, rotation_deg=0.0, strength=1.0, tint=None):
    """Surround the scene with a panorama turned by `rotation_deg` (or a plain colour when there is no name).

    At rotation 0 the panorama's centre lies towards +Y; positive turns it to the right.
    """
    scene = bpy.context.scene
    scene.world = scene.world or bpy.data.worlds.new('world')
    scene.world.use_nodes = True
    nodes, links = scene.world.node_tree.nodes, scene.world.node_tree.links
    nodes.clear()
    out, shine = nodes.new('ShaderNodeOutputWorld'), nodes.new('ShaderNodeBackground')
    shine.inputs['Strength'].default_value = strength
    links.new(shine.outputs[0], out.inputs[0])
    if hdri_name is None:
        shine.inputs['Color'].default_value = (*(tint or (0.05, 0.05, 0.05)), 1)
        return scene.world
    place, turned, picture = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeMapping'), nodes.new('ShaderNodeTexEnvironment')
    picture.image = bpy.data.images.load(hdri_path(hdri_name), check_existing=True)
    picture.interpolation = 'Cubic'
    turned.inputs['Rotation'].default_value = (0, 0, math.radians(rotation_deg - 90))
    links.new(place.outputs['Generated'], turned.inputs['Vector'])
    links.new(turned.outputs[0], picture.inputs[0])
    last = picture.outputs[0]
    if tint:
        mix = nodes.new('ShaderNodeMixRGB')
        mix.blend_type = 'MULTIPLY'
        mix.inputs[0].default_value = 1
        mix.inputs[2].default_value = (*tint, 1)
        links.new(last, mix.inputs[1])
        last = mix.outputs[0]
    links.new(last, shine.inputs['Color'])
    scene.world.cycles.sampling_method = 'MANUAL'
    scene.world.cycles.sample_map_resolution = 1024
    return scene.world


def panorama(picture, strength=1.0):
    """Surround the scene with a painted sphere: linear light, float32 (height, width, 3), its middle column north."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new('panorama', width, height, float_buffer=True)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = picture[::-1]
    image.pixels.foreach_set(rgba.ravel())
    around = world(None, tint=(0.1, 0.1, 0.1))
    nodes, links = around.node_tree.nodes, around.node_tree.links
    place, turned, texture = (nodes.new('ShaderNode' + kind) for kind in ('TexCoord', 'Mapping', 'TexEnvironment'))
    texture.image = image
    turned.inputs['Rotation'].default_value = (0, 0, math.radians(-90))
    links.new(place.outputs['Generated'], turned.inputs['Vector'])
    links.new(turned.outputs[0], texture.inputs[0])
    shine = next(n for n in nodes if n.type == 'BACKGROUND')
    links.new(texture.outputs[0], shine.inputs['Color'])
    shine.inputs['Strength'].default_value = strength
    around.cycles.sampling_method = 'MANUAL'
    around.cycles.sample_map_resolution = 512
    return around


def sky(sun_deg=(40.0, 135.0), strength=0.3, clouds=0.5, haze=1.0, night=(0.0, 0.0, 0.0)):
    """Surround the scene with a computed daylight sky, sharp at any size; `sun_deg` as in `sun`, which gives the direct light.

    `clouds` is the share of the sky that small clouds cover; `night` is the darkest that it gets away from a sun that has set.
    """
    scene = bpy.context.scene
    scene.world = scene.world or bpy.data.worlds.new('world')
    scene.world.use_nodes = True
    tree = scene.world.node_tree
    tree.nodes.clear()

    def node(kind, **inputs):
        made = tree.nodes.new('ShaderNode' + kind)
        for key, value in inputs.items():
            if isinstance(value, bpy.types.NodeSocket):
                tree.links.new(value, made.inputs[key])
            else:
                made.inputs[key].default_value = value
        return made
    air = node('TexSky')
    air.sky_type, air.sun_disc = 'NISHITA', False
    air.sun_elevation, air.sun_rotation = math.radians(sun_deg[0]), math.radians(sun_deg[1])
    air.air_density, air.dust_density = 1.0, haze
    air = node('MixRGB', Fac=1.0, Color1=air.outputs[0], Color2=(*night, 1.0))
    air.blend_type = 'LIGHTEN'
    part = node('SeparateXYZ', Vector=node('TexCoord').outputs['Generated']).outputs
    lift = node('Math')
    lift.operation = 'MAXIMUM'
    tree.links.new(part[2], lift.inputs[0])
    lift.inputs[1].default_value = 0.0
    plane = node('CombineXYZ', Z=1.7)
    for axis in (0, 1):
        flat = node('Math')
        flat.operation = 'DIVIDE'
        raised = node('Math')
        tree.links.new(lift.outputs[0], raised.inputs[0])
        raised.inputs[1].default_value = 0.22
        tree.links.new(part[axis], flat.inputs[0])
        tree.links.new(raised.outputs[0], flat.inputs[1])
        tree.links.new(flat.outputs[0], plane.inputs[axis])
    puffs = node('TexNoise', Vector=plane.outputs[0], Scale=1.9, Detail=9.0, Roughness=0.56, Distortion=0.15)
    cover = node('MapRange', Value=puffs.outputs['Fac'])
    for name, value in (('From Min', 0.70 - 0.3 * clouds), ('From Max', 0.92 - 0.3 * clouds), ('To Max', 0.85)):
        cover.inputs[name].default_value = value
    white = node('MixRGB', Color1=air.outputs[0], Color2=(2.6, 2.65, 2.75, 1.0))
    tree.links.new(cover.outputs[0], white.inputs['Fac'])
    shine = node('Background', Color=white.outputs[0], Strength=strength)
    tree.links.new(shine.outputs[0], node('OutputWorld').inputs['Surface'])
    scene.world.cycles.sampling_method = 'MANUAL'
    scene.world.cycles.sample_map_resolution = 1024
    return scene.world


def sun(direction_deg=(45.0, 135.0), energy=3.0, colour_kelvin=5200, softness_deg=1.0):
    """Sunlight from (height above the horizon, compass bearing from north clockwise), in degrees."""
    light = bpy.data.lights.new('sun', 'SUN')
    light.energy, light.angle = energy, math.radians(softness_deg)
    light.color = materials.kelvin(colour_kelvin)
    height, bearing = (math.radians(a) for a in direction_deg)
    towards = Vector((math.sin(bearing) * math.cos(height), math.cos(bearing) * math.cos(height), math.sin(height)))
    thing = bpy.data.objects.new('sun', light)
    thing.rotation_euler = towards.to_track_quat('Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def area_light(size, location, rotation=(0, 0, 0), energy_watts=50.0, colour_kelvin=4000, visible=False, spread_deg=180.0):
    """Rectangular soft light (width, height), shining down at rotation 0; rotation is in degrees about X, Y, Z.

    Hidden from the camera and from mirrors unless `visible`.
    """
    light = bpy.data.lights.new('area', 'AREA')
    light.shape, light.size, light.size_y = 'RECTANGLE', size[0], size[1]
    light.energy, light.color = energy_watts, materials.kelvin(colour_kelvin)
    light.spread = math.radians(spread_deg)
    thing = bpy.data.objects.new('area', light)
    thing.location, thing.rotation_euler = location, turn(rotation)
    thing.visible_camera = thing.visible_glossy = visible
    bpy.context.scene.collection.objects.link(thing)
    return thing


def portal(size, location, rotation=(0, 0, 0)):
    """Helper for daylight: marks a window opening (width, height) facing down at rotation 0, so the sky is sampled through it.

    For an opening in the wall towards +Y use rotation (-90, 0, 0) (light travels towards -Y); towards -Y (90, 0, 0);
    towards +X (0, 90, 0); towards -X (0, -90, 0).
    """
    thing = area_light(size, location, rotation, 1.0, 6500)
    thing.data.cycles.is_portal = True
    return thing


def globe_light(radius, location, energy_watts=20.0, colour_kelvin=2700):
    """Spherical lamp light of some size, invisible itself: put it inside a shade that lets it through (see lamps)."""
    light = bpy.data.lights.new('globe', 'POINT')
    light.shadow_soft_size, light.energy, light.color = radius, energy_watts, materials.kelvin(colour_kelvin)
    thing = bpy.data.objects.new('globe', light)
    thing.location = location
    thing.visible_camera = thing.visible_glossy = False
    bpy.context.scene.collection.objects.link(thing)
    return thing


def camera_360(location, yaw_deg=0.0):
    """Full-sphere camera at `location`; the picture's centre looks towards +Y turned right by `yaw_deg`."""
    camera = bpy.data.cameras.new('camera')
    camera.type = 'PANO'
    camera.cycles.panorama_type = 'EQUIRECTANGULAR'
    camera.clip_start = 0.02
    thing = bpy.data.objects.new('camera', camera)
    thing.matrix_world = Matrix.Translation(Vector(location)) @ Matrix.Rotation(math.radians(-yaw_deg), 4, 'Z') @ Matrix.Rotation(math.radians(90), 4, 'X')
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    return thing
