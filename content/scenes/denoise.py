"""Filters the noise out of rendered light, leaving materials, edges and texture alone.

Light is taken apart into diffuse, glossy and transmitted light before the surface's colour is applied. Two half renders tell how noisy
every pixel is. An edge-avoiding a-trous filter then averages neighbours that lie on the same plane, face the same way, have the same
albedo in mirrors and glass, and whose light differs by no more than the noise explains. The colours are multiplied back afterwards.

The picture wraps: columns at +-180 degrees are neighbours, and a row beyond a pole is the row before it turned half round.
"""
import os
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault('OPENCV_IO_ENABLE_OPENEXR', '1')
import cv2  # noqa: E402
import numpy as np  # noqa: E402

KINDS = {'Diff': 'DiffCol', 'Gloss': 'GlossCol', 'Trans': 'TransCol'}
BAND = 64
KERNEL = (0.375, 0.25, 0.0625)


def read(folder, name):
    """One pass as float32 (height, width, 3) in RGB, or None."""
    found = [f for f in os.listdir(folder) if f.startswith(name) and f[len(name):len(name) + 4].isdigit()]
    if not found:
        return None
    image = cv2.imread(os.path.join(folder, found[0]), cv2.IMREAD_UNCHANGED)
    image = image[..., None].repeat(3, 2) if image.ndim == 2 else image[..., 2::-1]
    return np.nan_to_num(np.ascontiguousarray(image, np.float32), nan=0.0, posinf=0.0, neginf=0.0)


def padded(image, rows, columns):
    """The picture with wrapped borders: sideways round the sphere, upwards and downwards over the poles."""
    half = image.shape[1] // 2
    if rows:
        top, bottom = np.roll(image[:rows][::-1], half, 1), np.roll(image[-rows:][::-1], half, 1)
        image = np.concatenate([top, image, bottom], 0)
    return np.concatenate([image[:, -columns:], image, image[:, :columns]], 1) if columns else image


def luminance(rgb):
    """Rec. 709 luminance."""
    return rgb @ np.array([0.2126, 0.7152, 0.0722], np.float32)


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


def _level(light, variance, guides, step, reach, rows):
    """One a-trous level for the band of picture rows [rows[0], rows[1]); returns new light and variance there."""
    low, high = rows
    height, width = variance.shape
    latitude = np.pi * (0.5 - (0.5 * (low + high)) / height)
    across = int(round(min(step / max(np.cos(latitude), 1e-3), max(step, width / 40))))
    pad_y, pad_x = 2 * step, 2 * across
    take = np.arange(low - pad_y, high + pad_y)
    mirror_top, mirror_bottom = take < 0, take >= height
    take = np.where(mirror_top, -1 - take, np.where(mirror_bottom, 2 * height - 1 - take, take))

    def strip(image):
        part = image[take]
        flipped = mirror_top | mirror_bottom
        if flipped.any():
            part[flipped] = np.roll(part[flipped], width // 2, 1)
        return np.concatenate([part[:, -pad_x:], part, part[:, :pad_x]], 1)
    colour, spread, guide = strip(light), strip(variance), [(strip(g), k, limit) for g, k, limit in guides]
    bright = luminance(colour)
    soft = cv2.GaussianBlur(spread, (0, 0), 1.5)
    centre = (slice(pad_y, pad_y + high - low), slice(pad_x, pad_x + width))
    scale = 1.0 / (reach * np.sqrt(np.maximum(soft[centre], 0)) + 1e-4 + 0.02 * bright[centre])
    total = np.full(scale.shape, KERNEL[0] ** 2, np.float32)
    out = colour[centre] * KERNEL[0] ** 2
    noise = spread[centre] * KERNEL[0] ** 4
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if dx == 0 and dy == 0:
                continue
            at = (slice(pad_y + dy * step, pad_y + dy * step + high - low), slice(pad_x + dx * across, pad_x + dx * across + width))
            cost = np.abs(bright[at] - bright[centre]) * scale
            for image, kind, limit in guide:
                if kind == 'plane':
                    off = image[at][..., :3] - image[centre][..., :3]
                    cost += np.abs(np.einsum('ijk,ijk->ij', off, guide[1][0][centre])) / (limit * image[centre][..., 3])
                else:
                    off = image[at] - image[centre]
                    cost += np.einsum('ijk,ijk->ij', off, off) * limit
            weight = cv2.exp(-np.minimum(cost, 40)) * (KERNEL[abs(dy)] * KERNEL[abs(dx)])
            total += weight
            out += colour[at] * weight[..., None]
            noise += spread[at] * (weight * weight)
    return out / total[..., None], noise / (total * total)


def filtered(first, second, guides, levels, reach=4.0):
    """Noise-free light from two half renders. `guides` as for _level; each level doubles the radius."""
    a, b = tame(first, second), tame(second, first)
    light = 0.5 * (a + b)
    gap = luminance(a) - luminance(b)
    variance = blurred(0.25 * gap * gap, 7)
    height = light.shape[0]
    bands = [(k, min(k + BAND, height)) for k in range(0, height, BAND)]
    with ThreadPoolExecutor(2) as pool:
        for level in range(levels):
            parts = list(pool.map(lambda band: _level(light, variance, guides, 2 ** level, reach, band), bands))
            light = np.concatenate([p[0] for p in parts], 0)
            variance = np.concatenate([p[1] for p in parts], 0)
    return light


def clean(folder):
    """Read the two half renders (folder/a, folder/b) and return the finished layers.

    Returns a dict of float32 RGB images: `surface` (lit surfaces, linear), `emission`, `environment` (the world seen directly).
    """
    a, b = os.path.join(folder, 'a'), os.path.join(folder, 'b')

    def mean(name):
        first, second = read(a, name), read(b, name)
        return None if first is None else 0.5 * (first + second)
    normal, position = mean('Normal'), mean('Position')
    distance = np.linalg.norm(position - camera_of(position), axis=2)
    plane = np.dstack([position, np.maximum(distance, 0.1)])
    albedo, seen = mean('DenoisingAlbedo'), mean('DenoisingNormal')
    width = normal.shape[1]
    levels = 6 if width > 3000 else (5 if width > 1500 else 4)
    basic = [(plane, 'plane', 0.012), (normal, 'vector', 10.0)]
    through = list(basic)
    if albedo is not None:
        through += [(albedo, 'vector', 60.0), (seen, 'vector', 10.0)]
    surface = np.zeros_like(normal)
    for kind, colour_name in KINDS.items():
        colour = mean(colour_name)
        first, second = (read(half, kind + 'Dir') + read(half, kind + 'Ind') for half in (a, b))
        if colour is None or not first.any():
            continue
        surface += colour * filtered(first, second, basic if kind == 'Diff' else through, levels, 4.0 if kind == 'Diff' else 3.0)
    return {'surface': surface, 'emission': mean('Emit'), 'environment': mean('Env')}


def camera_of(position):
    """Camera position, found from the positions seen in opposite directions: the point nearest to all view rays."""
    height, width = position.shape[:2]
    ys, xs = np.mgrid[height // 16:height:height // 16, 0:width:width // 32]
    points = position[ys, xs].reshape(-1, 3)
    return np.median(points[np.abs(points).sum(1) > 0], axis=0) if len(points) else np.zeros(3, np.float32)
