"""Render a place once, with the light of every light group in a separate image, for relighting and animation.

    blender -b --python content/scenes/groups.py -- <scene> [--width 2048] [--samples 48] [--guides 4096] [--guide-samples 8] [--out DIR]

Writes EXR passes to DIR (default content/scenes/.cache/<scene>): two half renders in `a` and `b`, each with a picture per
light group and the guides (colours, normal, position, alpha, emission), and with --guides the guides alone at that width
in `fine`, for a sharper still. `relight.py` filters and mixes them.
"""
import argparse
import importlib
import json
import math
import os
import sys
import time

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from kit import core, stage, vista  # noqa: E402  (the path above makes the kit importable inside Blender)
import tone  # noqa: E402

GUIDES = ("DiffCol", "GlossCol", "TransCol", "Normal", "Position", "Alpha", "Emit")


def painted_world(kind, dusk, strength=1.0, light_group="sky"):
    """Light the scene with one of kit.vista's painted surroundings."""
    stage.panorama(getattr(vista, kind)(2048, 1024).paint(0.0, dusk), strength).lightgroup = light_group


def settings(width, samples, bounces=6, transparent=True):
    """Cycles settings common to previews and finals."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = width, width // 2
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = transparent
    scene.render.use_persistent_data = False
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling = "CPU", samples, False, False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = bounces, max(bounces - 2, 0), min(bounces, 3)
    cycles.light_sampling_threshold = 0.02
    cycles.transmission_bounces, cycles.transparent_max_bounces = 4, 16
    cycles.sample_clamp_indirect, cycles.caustics_reflective, cycles.caustics_refractive = 3.0, False, False
    cycles.blur_glossy = 1.0
    scene.view_layers[0].cycles.denoising_store_passes = False


def outputs(groups, folder):
    """Route the light groups' pictures and the guides to an EXR file each."""
    scene, layer = bpy.context.scene, bpy.context.scene.view_layers[0]
    for name in ("use_pass_position", "use_pass_emit", "use_pass_normal", "use_pass_diffuse_color", "use_pass_glossy_color", "use_pass_transmission_color"):
        setattr(layer, name, True)
    for name in groups:
        if name not in layer.lightgroups:
            layer.lightgroups.add(name=name)
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    sink = tree.nodes.new("CompositorNodeOutputFile")
    sink.base_path = folder
    sink.format.file_format, sink.format.color_depth, sink.format.exr_codec = "OPEN_EXR", "32", "NONE"
    sink.file_slots.clear()
    for name in [f"Combined_{g}" for g in groups] + list(GUIDES):
        sink.file_slots.new(name)
        tree.links.new(source.outputs[name], sink.inputs[-1])


def render(folder, groups, seed):
    """Render the scene as it is set up into `folder`."""
    os.makedirs(folder, exist_ok=True)
    outputs(groups, folder)
    bpy.context.scene.cycles.seed = seed
    bpy.ops.render.render()


def darken():
    """Switch every lamp off: guides need no light."""
    bpy.context.scene.cycles.max_bounces = 0
    for thing in bpy.context.scene.objects:
        thing.hide_render = thing.hide_render or thing.type == "LIGHT"
    for node in bpy.context.scene.world.node_tree.nodes:
        if node.type == "BACKGROUND":
            node.inputs["Strength"].default_value = 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scene")
    parser.add_argument("--width", type=int, default=2048)
    parser.add_argument("--samples", type=int, default=48)
    parser.add_argument("--guides", type=int)
    parser.add_argument("--guide-samples", type=int, default=8)
    parser.add_argument("--out")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    folder = options.out or os.path.join(HERE, ".cache", options.scene)
    core.reset()
    scene = importlib.import_module(options.scene)
    place = getattr(scene, "film", scene.build)()
    groups = place["light_groups"]
    for name in ("width", "samples", "guides", "guide_samples"):      # a place may know what it needs
        setattr(options, name, place.get(name, getattr(options, name)))
    if "vista" in place:
        painted_world(place["vista"], place.get("dusk", 0.35), place.get("sky_strength", 1.0))
    else:
        bpy.context.scene.world.lightgroup = groups[0]
    os.makedirs(folder, exist_ok=True)
    place["balance"] = tone.gains(place.get("white", 6500)).tolist()
    with open(os.path.join(folder, "place.json"), "w") as file:
        json.dump(place, file)
    for thing in bpy.context.scene.objects:
        if thing.type in ("MESH", "CURVE") and not thing.lightgroup:
            thing.lightgroup = "lamps"              # glowing surfaces belong to the lamps unless the place says otherwise
        elif thing.type == "LIGHT" and not thing.lightgroup:
            thing.lightgroup = groups[0]
    faces = sum(len(o.data.polygons) for o in bpy.context.scene.objects if o.type == "MESH")
    started = time.time()
    settings(options.width, options.samples // 2, place.get("bounces", 6), "vista" in place)
    render(os.path.join(folder, "a"), groups, 11)
    render(os.path.join(folder, "b"), groups, 47)
    lit = time.time()
    if options.guides:
        darken()
        settings(options.guides, options.guide_samples, 0, "vista" in place)
        render(os.path.join(folder, "fine"), (), 5)
    print(f"rendered {options.scene}: {faces} faces, {options.width} px, {options.samples} samples, light {lit - started:.0f} s, "
          f"guides {time.time() - lit:.0f} s")


main()
