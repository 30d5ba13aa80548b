"""Develops rendered layers like a photograph: exposure, white balance, film curve, slight glow and sharpening, JPEG."""
import cv2
import numpy as np

from sphere import luminance, padded

SHARPENING, QUALITY = 0.2, 90

_IN = np.array([[0.842479062253094, 0.0784335999999992, 0.0792237451477643],
                [0.0423282422610123, 0.878468636469772, 0.0791661274605434],
                [0.0423756549057051, 0.0784336, 0.879142973793104]], np.float32)
_OUT = np.linalg.inv(_IN).astype(np.float32)


def film(rgb, contrast=1.0, saturation=1.0):
    """AgX-like curve: linear light to display values 0..1, highlights losing colour as on film (after B. Wrensch's fit)."""
    x = np.maximum(rgb @ _IN.T, 1e-10)
    x = np.clip((np.log2(x) + 12.47393) / (4.026069 + 12.47393), 0, 1)
    x2 = x * x
    x4 = x2 * x2
    y = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
    y = np.maximum(y, 0) ** contrast
    grey = luminance(y)[..., None]
    y = grey + saturation * (y - grey)
    return np.clip(y @ _OUT.T, 0, 1)


def gains(kelvin_neutral):
    """RGB gains that make light of this colour temperature neutral."""
    from kit.light import kelvin
    colour, white = np.array(kelvin(kelvin_neutral)), np.array(kelvin(6500))
    ratio = white / np.maximum(colour, 0.02)
    return (ratio / luminance(ratio)).astype(np.float32)


def sphere_weights(height):
    """Solid angle of each row, mean 1."""
    rows = np.sin((np.arange(height) + 0.5) / height * np.pi)
    return (rows / rows.mean()).astype(np.float32)


def weighted_percentile(values, weights, percent):
    """Percentile of values under weights."""
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return values[order][np.searchsorted(total, percent / 100 * total[-1])]


def glow(image, amount=0.05):
    """Light spilling round very bright places, as in a lens."""
    height, width = image.shape[:2]
    small = cv2.resize(np.minimum(image, 12.0), (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    bright = np.maximum(small - 1.0, 0)
    pad = width // 16
    wide = padded(bright, 0, pad)
    soft = sum(w * cv2.GaussianBlur(wide, (0, 0), width * s) for w, s in ((0.6, 0.0008), (0.3, 0.003), (0.1, 0.009)))
    return image + amount * cv2.resize(soft[:, pad:-pad], (width, height), interpolation=cv2.INTER_LINEAR)


def exposure_of(combined, emission, sky, info):
    """How far to expose lit surfaces, and how much of the view outside to let in, both as factors. All three may be noisy."""
    small = [cv2.resize(image, (1024, 512), interpolation=cv2.INTER_AREA) for image in (combined - emission - sky, sky)]
    level, outside = (luminance(image) for image in small)
    weights = np.broadcast_to(sphere_weights(level.shape[0])[:, None], level.shape)
    lit = (level > 1e-5) & (outside < 0.5 * level)
    key = weighted_percentile(level[lit], weights[lit], 60) if lit.any() else 0.2
    exposure = 0.30 / max(key, 1e-4) * 2.0 ** info.get('exposure', 0.0)
    if 'window_exposure' in info:
        return exposure, 2.0 ** info['window_exposure']
    seen = outside > 1e-4
    return exposure, min(1.0, 1.6 / (exposure * np.percentile(outside[seen], 75))) if seen.any() else 1.0


def developed(image, exposure, info):
    """The finished picture of clean linear light, 8-bit BGR. `info` is the scene's dict (see render.py) with its `balance`."""
    image = image * exposure * np.array(info['balance'], np.float32)
    image = film(glow(image), info.get('contrast', 1.22), info.get('saturation', 1.1))
    wide = padded(image.astype(np.float32), 0, 16)
    detail = wide - cv2.GaussianBlur(wide, (0, 0), 1.0)
    image = np.clip(wide + SHARPENING * detail, 0, 1)[:, 16:-16]
    return (image[..., ::-1] * 255 + 0.5).astype(np.uint8)
