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
KERNELS = ((0.5, 0.25), (0.375, 0.25, 0.0625))
PLANE = np.float32(0.012)
RGB_WEIGHTS = np.array([0.2126, 0.7152, 0.0722], np.float32)


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
    return rgb @ RGB_WEIGHTS


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


def clean(folder):
    """Read the two half renders (folder/a, folder/b) and the sharp colours (folder/fine) and return the finished layers.

    Returns a dict of float32 RGB images of the sharp size: `surface` (lit surfaces, linear), `emission`, `environment` (the world seen
    directly). The light is filtered at its own, smaller size and then fitted to the edges of the sharp picture.
    """
    a, b, fine = (os.path.join(folder, part) for part in ('a', 'b', 'fine'))

    def mean(name):
        first, second = read(a, name), read(b, name)
        return None if first is None else 0.5 * (first + second)

    def calm(name):
        return calmed(read(fine, name), read(a, name), read(b, name))
    normal, position = mean('Normal'), mean('Position')
    eye = camera_of(position)
    plane, facing = depths(position, eye), planar(normal)
    through = []
    if (albedo := mean('DenoisingAlbedo')) is not None:
        through = [(planar(albedo), 60.0), (planar(mean('DenoisingNormal')), 10.0)]
    width = normal.shape[1]
    levels = 6 if width > 1500 else 5
    sharp_plane, sharp_facing = depths(read(fine, 'Position'), eye), planar(read(fine, 'Normal'))
    surface = 0.0
    for kind, colour_name in KINDS.items():
        colour = calm(colour_name)
        first, second = (read(half, kind + 'Dir') + read(half, kind + 'Ind') for half in (a, b))
        if not first.any():
            continue
        extra, reach = ([], 4.0) if kind == 'Diff' else (through, 3.0)
        light = filtered(first, second, (plane, facing, extra), levels, reach)
        surface = surface + colour * enlarged(planar(light), (plane, facing), (sharp_plane, sharp_facing))
    return {'surface': surface, 'emission': calm('Emit'), 'environment': calm('Env')}


def calmed(colour, first, second):
    """Sharp colours, except where curtains and glass flicker between themselves and what lies behind: there the calmer small ones.

    `first` and `second` are the same pass of the half renders: where they disagree without any structure to explain it, it is flicker.
    """
    small = 0.5 * (first + second)
    grey = luminance(small)
    floor = np.square(blurred(grey, 5)) + 1e-3
    unrest = np.maximum(blurred(np.square(0.5 * luminance(first - second)), 5), 0) / floor
    rough = np.maximum(blurred(np.square(grey - blurred(grey, 3)), 5), 0) / floor
    share = np.clip((np.sqrt(unrest) - 0.04) / 0.06, 0, 1) * np.clip(2.5 - rough / (unrest + 1e-6), 0, 1)
    height, width = colour.shape[:2]
    soft = cv2.resize(np.dstack([blurred(small, 3), blurred(share.astype(np.float32), 3)]), (width, height), interpolation=cv2.INTER_LINEAR)
    return colour + soft[..., 3:] * (soft[..., :3] - colour)


def depths(position, eye):
    """Planes x, y, z and distance from the camera at `eye`."""
    return planar(np.dstack([position, np.maximum(np.linalg.norm(position - eye, axis=2), 0.1)]))


def enlarged(light, small, sharp):
    """Light at twice its size: every sharp pixel takes from the 3 x 3 small ones around it those on its own plane.

    `small` and `sharp` are (positions and distance, normals) at both sizes, all planar. Returns (height, width, 3).
    """
    _, height, width = light.shape
    ringed = [_strip(image, (0, height), 1, 1) for image in (light, small[0], small[1], covered(small[1])[None] + np.float32(1e-4))]
    out = np.empty((3, 2 * height, 2 * width), np.float32)

    def phase(shift):
        py, px = shift
        plane, facing = sharp[0][:, py::2, px::2], sharp[1][:, py::2, px::2]
        total, mixed = np.full((height, width), 1e-9, np.float32), np.zeros((3, height, width), np.float32)
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                near = np.float32(np.exp(-((dy + 0.25 - 0.5 * py) ** 2 + (dx + 0.25 - 0.5 * px) ** 2) / 0.45))
                at = (slice(1 + dy, 1 + dy + height), slice(1 + dx, 1 + dx + width))
                off = sum((ringed[1][k][at] - plane[k]) * facing[k] for k in range(3))
                cost = np.abs(off) / (PLANE * plane[3])
                cost += np.float32(10.0) * sum((ringed[2][k][at] - facing[k]) ** 2 for k in range(3))
                weight = near * (cv2.exp(-np.minimum(cost, 12)) + np.float32(1e-5)) * ringed[3][0][at]
                total += weight
                for k in range(3):
                    mixed[k] += weight * ringed[0][k][at]
        out[:, py::2, px::2] = mixed / total
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(phase, [(0, 0), (0, 1), (1, 0), (1, 1)]))
    return np.moveaxis(out, 0, 2)


def camera_of(position):
    """Camera position, found from the positions seen in opposite directions: the point nearest to all view rays."""
    height, width = position.shape[:2]
    ys, xs = np.mgrid[height // 16:height:height // 16, 0:width:width // 32]
    points = position[ys, xs].reshape(-1, 3)
    return np.median(points[np.abs(points).sum(1) > 0], axis=0) if len(points) else np.zeros(3, np.float32)
