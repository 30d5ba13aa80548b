"""Renders one scene as a 360-degree picture.

    blender -b --python content/scenes/render.py -- SCENE [--variant V] [--preview] [--size WIDTH] [--samples N] [--fine N] [--threads N] [--out FILE]

A scene module offers build(variant=None) -> dict with any of: camera (x, y, z), yaw (degrees, the picture's centre turned right from
+Y), exposure (stops), white (kelvin of the light that shall look neutral), window_exposure (stops for the view outside; default
automatic), contrast, saturation, bounces. Two independent half renders at half size give the light and its noise; a third render at
full size without any light gives the sharp colours, edges and views outside. denoise.py filters the light only and puts both together.
"""
import argparse
import importlib
import os
import shutil
import sys
import tempfile
import time

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
sys.path.insert(0, HERE)

from kit import core  # noqa: E402
import denoise  # noqa: E402
import tone  # noqa: E402

COLOURS = {'DiffCol': 'diffuse_color', 'GlossCol': 'glossy_color', 'TransCol': 'transmission_color'}
LIGHTS = {'DiffDir': 'diffuse_direct', 'DiffInd': 'diffuse_indirect', 'GlossDir': 'glossy_direct', 'GlossInd': 'glossy_indirect',
          'TransDir': 'transmission_direct', 'TransInd': 'transmission_indirect'}
OTHERS = {'Emit': 'emit', 'Env': 'environment', 'Normal': 'normal'}


def arguments():
    """Command line after Blender's own `--`."""
    parser = argparse.ArgumentParser(prog='render.py')
    parser.add_argument('scene')
    parser.add_argument('--variant')
    parser.add_argument('--preview', action='store_true')
    parser.add_argument('--size', type=int, help='picture width in pixels')
    parser.add_argument('--samples', type=int, help='samples per pixel of light in all')
    parser.add_argument('--fine', type=int, help='samples per pixel of the sharp render: fewer leave thin lines dotted')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--keep', help='folder to keep the raw passes in')
    parser.add_argument('--out')
    return parser.parse_args(sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else [])


def settings(scene, width, samples, threads, bounces):
    """Cycles set for few, clean samples: no caustics, clamped indirect light, many transparent layers."""
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, width // 2, 100
    scene.render.threads_mode, scene.render.threads = 'FIXED', threads
    scene.render.film_transparent = False
    scene.render.use_persistent_data = True
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling, cycles.use_denoising = 'CPU', samples, False, False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = bounces, bounces - 1, 4
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 4, 24, 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy, cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 1.0, 4.0, 60.0
    cycles.light_sampling_threshold = 0.02
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.4
    cycles.use_fast_gi = False
    cycles.use_auto_tile, cycles.tile_size = True, 2048
    layer = scene.view_layers[0]
    for name in list(COLOURS.values()) + list(LIGHTS.values()) + list(OTHERS.values()):
        setattr(layer, 'use_pass_' + name, True)
    layer.use_pass_position = True
    layer.cycles.denoising_store_passes = True


def outputs(scene, folder):
    """Compositor nodes that write every pass to `folder` as a separate 32-bit EXR."""
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source, target = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    target.base_path = folder
    target.format.file_format, target.format.color_depth, target.format.exr_codec = 'OPEN_EXR', '32', 'NONE'
    target.file_slots.clear()
    for name in [*COLOURS, *LIGHTS, *OTHERS, 'Position', 'Denoising Albedo', 'Denoising Normal']:
        if name not in source.outputs or not source.outputs[name].enabled:
            continue
        target.file_slots.new(name.replace(' ', ''))
        tree.links.new(source.outputs[name], target.inputs[-1])


def unlit(scene, width, samples):
    """Turn to the sharp render: full size, colours only, nothing that costs light sampling."""
    settings(scene, width, samples, scene.render.threads, 1)
    scene.cycles.max_bounces = scene.cycles.diffuse_bounces = scene.cycles.glossy_bounces = scene.cycles.transmission_bounces = 0
    scene.view_layers[0].cycles.denoising_store_passes = False
    if scene.world:
        scene.world.cycles.sampling_method = 'NONE'
    for thing in scene.objects:
        if thing.type == 'LIGHT' and not thing.visible_camera:
            thing.hide_render = True
    for material in bpy.data.materials:
        material.cycles.sample_as_light = False


def render(scene, folder, seed):
    """One render into `folder`."""
    os.makedirs(folder, exist_ok=True)
    scene.cycles.seed = seed
    outputs(scene, folder)
    bpy.ops.render.render(write_still=False)


def main():
    args = arguments()
    began = time.time()
    scene = core.reset()
    place = importlib.import_module(args.scene.replace('-', '_'))
    info = place.build(args.variant) if args.variant else place.build()
    if scene.camera is None:
        core.camera_360(info['camera'], info.get('yaw', 0))
    width = args.size or (1024 if args.preview else 4096)
    samples = args.samples or (16 if args.preview else 8)
    settings(scene, width // 2, max(1, samples // 2), args.threads, info.get('bounces', 5))
    built = time.time()
    folder = args.keep or tempfile.mkdtemp(prefix='passes-')
    try:
        for half in ('a', 'b'):
            render(scene, os.path.join(folder, half), 11 if half == 'a' else 47)
        unlit(scene, width, args.fine or (3 if args.preview else 16))
        render(scene, os.path.join(folder, 'fine'), 5)
        rendered = time.time()
        bpy.ops.wm.read_factory_settings(use_empty=True)
        layers = denoise.clean(folder)
    finally:
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)
    name = args.scene.replace('_', '-') + (f'-{args.variant}' if args.variant else '')
    out = args.out or os.path.join(HERE, '..', 'media', 'photos', name + '.jpg')
    tone.develop(layers, info, os.path.abspath(out))
    print(f'{name}: {width}x{width // 2}, {samples} samples, build {built - began:.0f} s, render {rendered - built:.0f} s, '
          f'filter {time.time() - rendered:.0f} s -> {out}')


try:
    main()
except BaseException:
    import traceback
    traceback.print_exc()
    os._exit(1)
