"""Filters the noise out of the light of places that are relit, leaving materials, edges and texture alone.

Light is taken apart into diffuse, glossy and transmitted light before the surface's colour is applied. Two half renders tell how noisy
every pixel is. An edge-avoiding a-trous filter then averages neighbours that lie on the same plane, face the same way, have the same
albedo in mirrors and glass, and whose light differs by no more than the noise explains. The colours are multiplied back afterwards.
"""
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from sphere import RGB_WEIGHTS, luminance, padded

BAND = 64
KERNELS = ((0.5, 0.25), (0.375, 0.25, 0.0625))
PLANE = np.float32(0.012)


def blurred(image, size):
    """Box mean over size x size pixels on the wrapped picture."""
    r = size // 2
    out = cv2.blur(padded(image, r, r), (size, size))
    return np.ascontiguousarray(out[r:-r, r:-r])


def tame(image, other, limit=4.0):
    """Cut outliers of one half render down to `limit` times what both halves show around them."""
    level = luminance(image)
    around = blurred(np.minimum(level, luminance(other)), 5) + 0.5 * blurred(luminance(other), 9)
    allowed = limit * around + 1e-3
    return image * np.minimum(1.0, allowed / np.maximum(level, 1e-6))[..., None]


def _strip(planes, rows, pad_y, pad_x):
    """A band of picture rows with wrapped margins; planes are (channels, height, width)."""
    low, high = rows
    height, width = planes.shape[1:]
    take = np.arange(low - pad_y, high + pad_y)
    over = (take < 0) | (take >= height)
    take = np.where(take < 0, -1 - take, np.where(take >= height, 2 * height - 1 - take, take))
    part = planes[:, take]
    if over.any():
        part[:, over] = np.roll(part[:, over], width // 2, 2)
    return np.concatenate([part[:, :, -pad_x:], part, part[:, :, :pad_x]], 2)


def _level(pair, guides, step, reach, rows):
    """One a-trous level for the band of picture rows [rows[0], rows[1]). `pair` holds both halves' light as six planes.

    The first level asks only the guides and takes 5 x 5 pixels; later ones also compare the light and take 3 x 3.
    """
    low, high = rows
    height, width = pair.shape[1:]
    latitude = np.pi * (0.5 - (0.5 * (low + high)) / height)
    across = int(round(min(step / max(np.cos(latitude), 1e-3), max(step, width / 40))))
    kernel = KERNELS[step == 1]
    r = len(kernel) - 1
    pad_y, pad_x = r * step, r * across
    colour = _strip(pair, rows, pad_y, pad_x)
    plane, normal, others = guides
    place, facing = _strip(plane, rows, pad_y, pad_x), _strip(normal, rows, pad_y, pad_x)
    extra = [(_strip(image, rows, pad_y, pad_x), np.float32(strength)) for image, strength in others]
    centre = (slice(pad_y, pad_y + high - low), slice(pad_x, pad_x + width))
    first, second = RGB_WEIGHTS @ colour[:3].reshape(3, -1), RGB_WEIGHTS @ colour[3:].reshape(3, -1)
    size = colour.shape[1:]
    bright = cv2.GaussianBlur(0.5 * (first + second).reshape(size), (0, 0), 0.7)
    gap = (0.5 * (first - second).reshape(size)) ** 2
    noise = np.sqrt(np.maximum(cv2.GaussianBlur(gap, (0, 0), 3.0), cv2.GaussianBlur(gap, (0, 0), 0.8)))
    level = bright[centre]
    scale = 1.0 / (reach * noise[centre] + 0.015 * level + 1e-4)
    n = [np.ascontiguousarray(facing[k][centre]) for k in range(3)]
    p = [np.ascontiguousarray(place[k][centre]) for k in range(3)]
    tight = 1.0 / (PLANE * place[3][centre])
    mine = [[np.ascontiguousarray(image[k][centre]) for k in range(3)] for image, _ in extra]
    total = np.full(level.shape, kernel[0] ** 2, np.float32)
    out = colour[(slice(None), *centre)] * np.float32(kernel[0] ** 2)
    cost, work = np.empty_like(level), np.empty_like(level)
    for dy in range(-r, r + 1):
        for dx in range(-r, r + 1):
            if dx == 0 and dy == 0:
                continue
            at = (slice(pad_y + dy * step, pad_y + dy * step + high - low), slice(pad_x + dx * across, pad_x + dx * across + width))
            cost[:] = 0
            for k in range(3):
                np.subtract(place[k][at], p[k], out=work)
                work *= n[k]
                cost += work
            np.abs(cost, out=cost)
            cost *= tight
            if step > 1:
                np.subtract(bright[at], level, out=work)
                np.abs(work, out=work)
                work *= scale
                cost += work
            for image, here, strength in [(facing, n, np.float32(10.0))] + [(i, m, s) for (i, s), m in zip(extra, mine)]:
                for k in range(3):
                    np.subtract(image[k][at], here[k], out=work)
                    work *= work
                    work *= strength
                    cost += work
            np.minimum(cost, 40, out=cost)
            np.negative(cost, out=cost)
            weight = cv2.exp(cost)
            weight *= np.float32(kernel[abs(dy)] * kernel[abs(dx)])
            total += weight
            for k in range(6):
                np.multiply(colour[k][at], weight, out=work)
                out[k] += work
    out /= total
    return out


def _mend(pair, normal):
    """Mean of both halves, where pixels that found no like neighbours (edges of things) take the calmer light around them."""
    light = 0.5 * (pair[..., :3] + pair[..., 3:])
    gap = 0.5 * luminance(pair[..., :3] - pair[..., 3:])
    level = luminance(light)
    unrest = gap * gap / (level * level + 1e-4)
    ringed = padded(unrest, 3, 3)
    unrest = np.ascontiguousarray(np.maximum(cv2.GaussianBlur(ringed, (0, 0), 0.8)[3:-3, 3:-3], unrest))
    odd = np.abs(np.log((level + 0.01) / (_median(level) + 0.01)))
    doubt = np.clip((np.sqrt(unrest) - 0.025) / 0.05, 0, 1) * np.clip((odd - 0.02) / 0.05, 0, 1)
    calm = covered(normal) / (unrest + 4e-4) + 1e-6
    around = blurred(light * calm[..., None], 5) / blurred(calm, 5)[..., None]
    return light + doubt[..., None] * (around - light)


def covered(normal):
    """1 where a surface fills most of a pixel, 0 where the sky does: light means nothing there. `normal` is planar."""
    return (np.einsum('kij,kij->ij', normal, normal) > 0.3).astype(np.float32)


def _median(image):
    """3 x 3 median on the wrapped picture."""
    return np.ascontiguousarray(cv2.medianBlur(padded(image, 2, 2), 3)[2:-2, 2:-2])


def planar(image):
    """(height, width, channels) to contiguous (channels, height, width)."""
    return np.ascontiguousarray(np.moveaxis(image, 2, 0))


def filtered(first, second, guides, levels, reach):
    """Noise-free light from two half renders; each level doubles the radius.

    `guides` are (positions and distance from the camera, normals, [(image, strength), ...]), all planar.
    """
    pair = planar(np.dstack([tame(first, second), tame(second, first)]))
    height = pair.shape[1]
    bands = [(k, min(k + BAND, height)) for k in range(0, height, BAND)]
    with ThreadPoolExecutor(2) as pool:
        for level in range(levels):
            pair = np.concatenate(list(pool.map(lambda band: _level(pair, guides, 2 ** level, reach, band), bands)), 1)
    return _mend(np.moveaxis(pair, 0, 2), guides[1])
