"""Turn the light groups of a place into a looping 360-degree video with sound: python3 animate.py terrace-dusk|hearth-lounge

Every frame mixes the light groups in linear light (dusk falls and comes back, lamps answer, fires flicker by smooth noise) and
adds what moves by itself: clouds and sea (kit.vista), rippling water, flames, snow, fireflies. Frames go straight to ffmpeg.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import cv2
import numpy as np

import develop
import moving
import relight
import sound
from kit import vista

HERE = os.path.dirname(os.path.abspath(__file__))
FPS = 24
LAMP_TINT, FIRE_TINT = np.array((0.90, 1.0, 1.22)), np.array((0.94, 1.0, 1.15))       # the eye takes some of the orange out of lamplight


def smooth(phase, seed, rate):
    """Seamless noise around 0 with deviation near 1: a sum of sines whose frequencies are whole numbers of the loop."""
    rng = np.random.default_rng(seed)
    total, weight = 0.0, 0.0
    for k in range(6):
        share = 0.75 ** k
        cycles = max(1, round(rate * (1 + 0.7 * k) + rng.uniform(-.3, .3)))
        total += share * np.sin(2 * np.pi * (cycles * phase + rng.random()))
        weight += share * share / 2
    return total / np.sqrt(weight)


class TerraceDusk:
    """The pool terrace while the evening deepens and brightens again."""

    scene, seconds, sound, fine = "pool_terrace", 10.0, "terrace", False

    def __init__(self, layers, info):
        self.layers, self.info = layers, info
        self.rows = int(layers.height * 0.58) // 2 * 2
        self.band = (int(layers.height * 0.475), int(layers.height * 0.515))
        self.sky = vista.DuskSea(layers.width // 2, layers.height // 2, 0, self.rows // 2)      # clouds are soft: half size will do
        self.horizon = vista.DuskSea(layers.width, layers.height, *self.band)                   # the skyline is not
        self.open = (1 - layers.alpha[:self.rows]) * info["background"]
        self.water = moving.Water(layers)
        self.flames = [moving.Flames(layers, (6.0, -2.1, 0.36), (0.62, 0.95), 3)]
        self.fireflies = moving.Fireflies(layers, 26, 5)

    def frame(self, phase):
        layers = self.layers
        dusk = 0.5 - 0.5 * np.cos(2 * np.pi * phase)
        flicker = 1 + 0.13 * smooth(phase, 3, 40)
        night = dusk ** 1.2
        weights = {"sky": np.array((1.0, 0.97, 0.97)) * (1 - 0.55 * night) + np.array((0, 0.01, 0.05)) * night,
                   "glow": 1.35 * (1 - 0.88 * night), "pool": (0.5 + 1.1 * night) * (1 + 0.02 * smooth(phase, 8, 9)),
                   "lamps": LAMP_TINT * (0.55 + 0.55 * night), "fire": FIRE_TINT * (0.7 + 0.5 * night) * flicker}
        image = layers.lit(weights)
        image = self.water.move(image, phase, weights["pool"])
        sky = cv2.resize(self.sky.paint(phase, 0.08 + 0.72 * dusk), (layers.width, self.rows), interpolation=cv2.INTER_LINEAR)
        sky[self.band[0]:self.band[1]] = self.horizon.paint(phase, 0.08 + 0.72 * dusk)
        image[:self.rows] += sky * self.open
        for flames in self.flames:
            flames.add(image, phase, 2.6 * flicker)
        self.fireflies.add(image, phase, 0.25 + 0.75 * night)
        return image


class HearthLounge:
    """The lounge with its fire burning and snow falling behind the windows."""

    scene, seconds, sound, fine = "hearth_lounge", 10.0, "hearth", True

    def __init__(self, layers, info):
        self.layers, self.info = layers, info
        self.sky = vista.WinterValley(layers.width, layers.height)
        self.view = self.sky.paint(0.0, info.get("dusk", 0.35)) * (1 - layers.alpha) * info["background"]
        self.flames = [moving.Flames(layers, (-0.05, 3.86, 0.56), (0.98, 0.72), 7), moving.Flames(layers, (0.16, 3.80, 0.56), (0.6, 0.52), 12)]
        self.snow = moving.Snow(layers, (4.95, 4.45))

    def frame(self, phase):
        flicker = 1 + 0.17 * smooth(phase, 4, 34) + 0.06 * smooth(phase, 9, 75)
        warmth = np.array((1.0, 1 + 0.03 * smooth(phase, 6, 20), 1.0))
        image = self.layers.lit({"sky": 1.25, "lamps": LAMP_TINT * 0.8, "fire": FIRE_TINT * 1.35 * flicker * warmth}) + self.view
        self.snow.add(image, phase)
        for flames in self.flames:
            flames.add(image, phase, 2.6 * flicker)
        return image


def still(image, layers, info):
    """What a still of the terrace gets besides its light: moving water and flames, held at one moment."""
    image = moving.Water(layers).move(image, 0.0, info["weights"]["pool"])
    moving.Flames(layers, (6.0, -2.1, 0.36), (0.62, 0.95), 3).add(image, 0.03, 2.6)
    return image


VIDEOS = {"terrace-dusk": TerraceDusk, "hearth-lounge": HearthLounge}


def encoder(path, width, height, audio, rate):
    """ffmpeg reading raw BGR frames from its standard input."""
    return subprocess.Popen(["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}", "-r", str(FPS), "-i", "-",
                             "-i", audio, "-c:v", "libx264", "-preset", "faster", "-b:v", rate, "-maxrate", "8M", "-bufsize", "12M", "-g", str(FPS),
                             "-keyint_min", str(FPS), "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                             "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", "-shortest", path], stdin=subprocess.PIPE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("video", choices=VIDEOS)
    parser.add_argument("--passes", help="folder of the light groups")
    parser.add_argument("--out")
    parser.add_argument("--frame", type=float, help="write only the frame at this phase (0..1) as a picture to --out")
    parser.add_argument("--rate", default="5M")
    options = parser.parse_args()
    kind = VIDEOS[options.video]
    folder = options.passes or os.path.join(HERE, ".cache", kind.scene)
    with open(os.path.join(folder, "place.json")) as file:
        info = json.load(file)
    layers = relight.Layers(folder)
    if kind.fine:
        layers = layers.fine()
    film = kind(layers, info)
    if options.frame is not None:
        cv2.imwrite(options.out, develop.grade(film.frame(options.frame), info))
        return
    out = options.out or os.path.join(HERE, "..", "media", "videos", options.video + ".mp4")
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    count = round(kind.seconds * FPS)
    with tempfile.TemporaryDirectory() as scratch:
        audio = os.path.join(scratch, "sound.wav")
        sound.write(kind.sound, kind.seconds, audio)
        pipe = encoder(out, layers.width, layers.height, audio, options.rate)
        for k in range(count):
            pipe.stdin.write(develop.grade(film.frame(k / count), info).tobytes())
            if k % 24 == 0:
                print(f"{options.video}: {k}/{count}", flush=True)
        pipe.stdin.close()
        if pipe.wait():
            sys.exit("ffmpeg failed")


if __name__ == "__main__":
    main()
