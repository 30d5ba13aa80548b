"""Path-traces one scene over the whole sphere into passes for photo.py, which calls it and tells the options.

    blender -b --python content/scenes/render.py -- SCENE --out DIR [--variant V] [--width W] [--samples N] [--threads N] [--eye left|right]

A scene module offers build(variant=None) -> dict with any of: camera (x, y, z), yaw (degrees, the picture's centre turned right from
+Y), exposure (stops), white (kelvin of the light that shall look neutral), window_exposure (stops for the view outside; default
automatic), contrast, saturation, bounces, lights (other mixes of sky and lamps, see photo.py).
"""
import argparse
import importlib
import json
import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from kit import core  # noqa: E402
import tone  # noqa: E402

PASSES = ('Image', 'Emit', 'Env', 'Denoising Albedo', 'Denoising Normal')
LEAST_BOUNCES = 8
EYES_APART = 0.065


def arguments():
    """Command line after Blender's own `--`."""
    parser = argparse.ArgumentParser(prog='render.py')
    parser.add_argument('scene')
    parser.add_argument('--out', required=True)
    parser.add_argument('--variant')
    parser.add_argument('--width', type=int, default=4096)
    parser.add_argument('--samples', type=int, default=8)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--eye', choices=('left', 'right'))
    return parser.parse_args(sys.argv[sys.argv.index('--') + 1:])


def settings(scene, options, bounces):
    """Cycles set for few samples that differ from pixel to pixel, as the networks expect them."""
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = options.width, options.width // 2, 100
    scene.render.threads_mode, scene.render.threads = 'FIXED', options.threads
    scene.render.film_transparent, scene.render.use_persistent_data = False, True
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = 'CPU', options.samples, 7
    cycles.use_adaptive_sampling = cycles.use_denoising = cycles.use_fast_gi = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = bounces, bounces - 1, 4
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 6, 24, 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy, cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 0.8, 10.0, 0.0
    cycles.light_sampling_threshold = 0.01
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.5
    cycles.use_auto_tile, cycles.tile_size = True, 2048
    layer = scene.view_layers[0]
    layer.use_pass_emit = layer.use_pass_environment = layer.cycles.denoising_store_passes = True


def split_light(scene):
    """Keep the light of sky and sun, of lamps and glowing things, and what core.lit_by has named, apart; returns the names."""
    scene.world.lightgroup = 'sky'
    for thing in scene.objects:
        if thing.type in ('LIGHT', 'MESH', 'CURVE'):
            thing.lightgroup = thing.get('lit_by') or ('sky' if thing.type == 'LIGHT' and thing.data.type == 'SUN' else 'lamps')
    names = sorted({'sky'} | {thing.lightgroup for thing in scene.objects if thing.lightgroup})
    for name in names:
        scene.view_layers[0].lightgroups.add(name=name)
    return names


def outputs(scene, folder, passes):
    """Compositor nodes that write every pass to `folder` as a 32-bit EXR."""
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source, target = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    target.base_path = folder
    target.format.file_format, target.format.color_depth, target.format.exr_codec = 'OPEN_EXR', '32', 'ZIP'
    target.file_slots.clear()
    for name in passes:
        target.file_slots.new(name.replace(' ', ''))
        tree.links.new(source.outputs[name], target.inputs[-1])


def see_with(eye, scene):
    """Look with one of two eyes that turn with the head, as headsets expect it; towards the poles they come together."""
    scene.render.use_multiview, scene.render.views_format = True, 'STEREO_3D'
    for view in scene.render.views:
        view.use = view.name == eye
    stereo = scene.camera.data.stereo
    stereo.convergence_mode, stereo.interocular_distance = 'PARALLEL', EYES_APART
    stereo.use_spherical_stereo = stereo.use_pole_merge = True


def main():
    options = arguments()
    scene = core.reset()
    place = importlib.import_module(options.scene.replace('-', '_'))
    info = place.build(options.variant) if options.variant else place.build()
    if scene.camera is None:
        core.camera_360(info['camera'], info.get('yaw', 0))
    settings(scene, options, max(info.get('bounces', 0), LEAST_BOUNCES))
    if options.eye:
        see_with(options.eye, scene)
    os.makedirs(options.out, exist_ok=True)
    passes = PASSES
    if 'lights' in info:
        passes += tuple('Combined_' + name for name in split_light(scene))
    outputs(scene, options.out, passes)
    bpy.ops.render.render(write_still=False)
    info['balance'] = tone.gains(info.get('white', 6500)).tolist()
    with open(os.path.join(options.out, 'info.json'), 'w') as file:
        json.dump(info, file)


try:
    main()
except BaseException:
    import traceback
    traceback.print_exc()
    os._exit(1)
