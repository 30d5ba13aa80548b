"""Makes 360-degree photos: python3 content/scenes/photo.py SCENE [SCENE ...] [options]

Each photo goes through render.py (in Blender), denoise.py and tone.py. What a stage has made lies in .cache/<photo>-<width>, and a stage
that is done is not done again, so that a broken run goes on where it stopped; --again starts over. A scene may offer `lights`, further
mixes of its sky and its lamps: they are made from the same passes, into NAME-LIGHT.jpg. Everything runs at the lowest priority, one photo
at a time also over several calls; previews need not wait. How long the stages took is written to times.json.
"""
import argparse
import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import time

import cv2
import numpy as np

import denoise
import sphere
import tone

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE, TIMES = os.path.join(HERE, '.cache'), os.path.join(HERE, 'times.json')
PHOTOS = os.path.join(HERE, '..', 'media', 'photos')
LOOK = ('white', 'exposure', 'contrast', 'saturation', 'window_exposure')


def arguments():
    parser = argparse.ArgumentParser(prog='photo.py')
    parser.add_argument('scenes', nargs='+')
    parser.add_argument('--variant', help='another state of the same place, where the scene offers one')
    parser.add_argument('--preview', action='store_true', help='1024 pixels wide with 4 samples')
    parser.add_argument('--width', type=int, help='width in pixels, 4096 unless told')
    parser.add_argument('--samples', type=int, help='samples per pixel, 8 unless told')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--stereo', action='store_true', help='two eyes, the left one above the right one')
    parser.add_argument('--again', action='store_true', help='render again even where passes are there')
    parser.add_argument('--out', help='folder for the result')
    for name in LOOK:
        parser.add_argument('--' + name.replace('_', '-'), type=float, help='try another value than the scene says')
    return parser.parse_args()


@contextlib.contextmanager
def alone():
    """One photo at a time: two would only slow each other down."""
    os.makedirs(CACHE, exist_ok=True)
    with open(os.path.join(CACHE, 'lock'), 'w') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def rendered(scene, folder, options, width, samples, eye):
    """Passes of the scene in `folder`; returns the seconds it took, None if they were there."""
    if os.path.exists(os.path.join(folder, 'info.json')):
        return None
    began = time.time()
    command = ['blender', '-b', '--python', os.path.join(HERE, 'render.py'), '--', scene, '--out', folder, '--width', str(width),
               '--samples', str(samples), '--threads', str(options.threads)]
    command += ['--variant', options.variant] if options.variant else []
    command += ['--eye', eye] if eye else []
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f'{scene} could not be rendered:\n{done.stdout[-3000:]}')
    return time.time() - began


def guides_of(folder):
    """Clean guides; they are kept in `folder`, as every light of the place wants them."""
    kept = os.path.join(folder, 'guides.npy')
    if not os.path.exists(kept):
        clean = denoise.guides(sphere.read(folder, 'DenoisingAlbedo'), sphere.read(folder, 'DenoisingNormal'))
        np.save(kept, np.stack(clean).astype(np.float16))
    return np.load(kept).astype(np.float32)


def passes_of(folder, mix):
    """Light, glow and the view outside; a `mix` weighs sky, lamps and others by a factor each, or one each for red, green and blue."""
    combined, emission, sky = (sphere.read(folder, name) for name in ('Image', 'Emit', 'Env'))
    if mix is None:
        return combined, emission, sky
    names = {file[len('Combined_'):-len('0001.exr')] for file in os.listdir(folder) if file.startswith('Combined_')}
    weights = {name: np.float32(mix.get(name, 1.0)) for name in names}
    combined = sum(weight * sphere.read(folder, 'Combined_' + name) for name, weight in weights.items())
    return combined, weights['lamps'] * emission, weights['sky'] * sky


def cleaned(folder, options, light_name=None):
    """Clean light, exposure and the scene's look; light is kept in `folder` for the next time."""
    with open(os.path.join(folder, 'info.json')) as file:
        info = json.load(file)
    mix = info['lights'][light_name] if light_name else None
    info.update(mix or {})
    info.update({name: getattr(options, name) for name in LOOK if getattr(options, name) is not None})
    info['balance'] = tone.gains(info.get('white', 6500)).tolist()
    combined, emission, sky = passes_of(folder, mix)
    exposure, view = tone.exposure_of(combined, emission, sky, info)
    kept = os.path.join(folder, f'light{light_name or ""}-{view:.4f}.npy')
    began = time.time()
    if os.path.exists(kept):
        return np.load(kept).astype(np.float32), exposure, info, None
    tamed = np.maximum(combined - sky * (1 - view), 0)
    light = denoise.denoised(tamed, *guides_of(folder))
    np.save(kept, np.minimum(light, denoise.BRIGHTEST).astype(np.float16))
    return light, exposure, info, time.time() - began


def note(name, width, samples, render, clean):
    """Remember in times.json what a full photo cost."""
    with contextlib.suppress(FileNotFoundError), open(TIMES) as file:
        times = json.load(file)
        times[name] = {'width': width, 'samples': samples, 'renderMinutes': round(render / 60, 1), 'denoiseMinutes': round(clean / 60, 1)}
        with open(TIMES, 'w') as file:
            json.dump(dict(sorted(times.items())), file, indent=2)
            file.write('\n')


def make(scene, options):
    """One photo from scene to JPEG."""
    width = options.width or (1024 if options.preview else 4096)
    samples = options.samples or (4 if options.preview else 8)
    name = scene.replace('_', '-') + (f'-{options.variant}' if options.variant else '') + ('-stereo' if options.stereo else '')
    lights, spent = [], [0.0, 0.0]
    for eye in (('left', 'right') if options.stereo else (None,)):
        folder = os.path.join(CACHE, f'{name}-{width}' + (f'-{eye}' if eye else ''))
        if options.again:
            shutil.rmtree(folder, ignore_errors=True)
        render = rendered(scene, folder, options, width, samples, eye)
        light, exposure, info, clean = cleaned(folder, options)
        spent = [sum(pair) if None not in pair else None for pair in zip(spent, (render, clean))]
        lights.append((light, exposure, info))
    out = os.path.join(options.out or (CACHE if options.preview else PHOTOS), name + ('-preview' if options.preview else '') + '.jpg')
    develop(lights, out)
    if None not in spent and not options.preview:
        note(name, width, samples, *spent)
    for light_name in () if options.stereo else info.get('lights', ()):
        other = f'{os.path.splitext(out)[0]}-{light_name}.jpg'
        develop([cleaned(folder, options, light_name)[:3]], other)
        print(other, flush=True)
    print(f'{name}: {width} x {width // 2}, {samples} samples, render and denoise {spent} s -> {out}', flush=True)


def develop(lights, out):
    """One eye or two, exposed alike."""
    _, exposure, info = lights[0]
    parts = [tone.developed(light, exposure, info) for light, _, _ in lights]
    os.makedirs(os.path.dirname(out), exist_ok=True)
    cv2.imwrite(out, np.concatenate(parts), [cv2.IMWRITE_JPEG_QUALITY, tone.QUALITY])


def main():
    options = arguments()
    os.nice(19)
    cv2.setNumThreads(options.threads)
    for scene in options.scenes:
        with contextlib.nullcontext() if options.preview else alone():
            make(scene, options)


if __name__ == '__main__':
    main()
