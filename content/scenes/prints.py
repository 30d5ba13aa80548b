"""Paintings of the scenes as flat images, for looking at them closely: /usr/bin/python3 content/scenes/prints.py"""
import os

import cv2
import numpy as np

from kit import paintings

IMAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'media', 'images')
# The name of the image: the painting, as the scene has it, and its width here.
PRINTS = {'garden-in-flower': (lambda: paintings.meadow(12, (1700, 1150)), 1500), 'paper-garden': (lambda: paintings.cutouts(3), 1100)}


def main():
    """Write them all."""
    for name, (paint, width) in PRINTS.items():
        picture = np.clip(paint(), 0, 1)
        height = round(width * picture.shape[0] / picture.shape[1])
        eight = (cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)[..., ::-1] * 255 + 0.5).astype(np.uint8)
        cv2.imwrite(os.path.join(IMAGES, name + '.jpg'), eight, [cv2.IMWRITE_JPEG_QUALITY, 84])


if __name__ == '__main__':
    main()
