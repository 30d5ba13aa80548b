"""Develop a still from the light groups of a place: python3 develop.py SCENE [--small] [--out FILE] [--passes DIR].

Reads what groups.py wrote (its place.json tells weights, exposure in stops, white balance, contrast, saturation, vista, dusk and
`background`, the painted sky's brightness). --small skips the fine guides and works at the width of the light render.
"""
import argparse
import functools
import importlib
import json
import os

import cv2
import numpy as np

import relight
import tone
from kit import vista

HERE = os.path.dirname(os.path.abspath(__file__))


STEPS, TOP = 16384, 24.0


@functools.lru_cache(4)
def _curve(contrast):
    """tone.film's curve for one channel as a table over the square root of light up to TOP."""
    light = np.repeat((np.linspace(0, 1, STEPS, dtype=np.float32) ** 2 * TOP)[:, None], 3, 1)
    grey = tone.film(light, contrast)                       # neutral light passes the colour matrices unchanged
    return grey.mean(1).astype(np.float32)


def film(image, contrast, saturation):
    """tone.film by table look-up: the same picture about ten times faster, for video frames."""
    inner = cv2.transform(image, tone._IN)
    index = np.sqrt(np.clip(inner, 0, TOP * 0.999) * ((STEPS - 1) ** 2 / TOP)).astype(np.uint16)
    weights = np.float32([0.2126, 0.7152, 0.0722])
    mix = tone._OUT @ (saturation * np.eye(3, dtype=np.float32) + (1 - saturation) * np.tile(weights, (3, 1)))
    return np.clip(cv2.transform(_curve(contrast)[index], mix), 0, 1)


def grade(image, info):
    """Linear light to 8-bit BGR: exposure, white balance, glow, film curve, sharpening."""
    image = image * ((2.0 ** info.get("exposure", 0.0)) * np.asarray(info.get("balance", (1, 1, 1)))).astype(np.float32)
    image = film(tone.glow(image.astype(np.float32), info.get("glow", 0.06)).astype(np.float32), info.get("contrast", 1.22), info.get("saturation", 1.2))
    wide = np.concatenate([image[:, -16:], image, image[:, :16]], 1)
    image = np.clip(wide + 0.4 * (wide - cv2.GaussianBlur(wide, (0, 0), 1.0)), 0, 1)[:, 16:-16]
    return (image[..., ::-1] * 255 + 0.5).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scene")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--passes")
    options = parser.parse_args()
    folder = options.passes or os.path.join(HERE, ".cache", options.scene)
    with open(os.path.join(folder, "place.json")) as file:
        info = json.load(file)
    layers = relight.Layers(folder)
    if not options.small:
        layers = layers.fine()
    image = layers.lit(info["weights"])
    if "vista" in info:
        sky = getattr(vista, info["vista"])(layers.width, layers.height).paint(0.0, info.get("dusk", 0.35))
        image += sky * (1 - layers.alpha) * info.get("background", 1.0)
    if "finish" in info:
        image = importlib.import_module(info["finish"]).still(image, layers, info)
    name = options.scene.replace("_", "-")
    out = options.out or os.path.join(HERE, "..", "media", "photos", name + ".jpg")
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    cv2.imwrite(out, grade(image, info), [cv2.IMWRITE_JPEG_QUALITY, 90])


if __name__ == "__main__":
    main()
