"""What moves in the videos: rippling pool water, flames, snowfall, fireflies. Everything loops over phase 0..1."""
import cv2
import numpy as np

from kit import vista
from kit.vista import looped, sample

POOL = (-7.5, 3.5, 7.5, 8.5)
WATER_LEVEL = -0.07


class Water:
    """Ripples that bend the light in the pool's pixels, caustics on its floor, glints of the sunset."""

    def __init__(self, layers):
        d, eye = layers.directions(), layers.eye
        down = np.minimum(d[..., 2], -1e-4)
        reach = (WATER_LEVEL - eye[2]) / down
        x, y = eye[0] + d[..., 0] * reach, eye[1] + d[..., 1] * reach
        seen = np.linalg.norm(layers.position - eye, axis=2)
        inside = (d[..., 2] < -0.02) & (x > POOL[0]) & (x < POOL[2]) & (y > POOL[1]) & (y < POOL[3]) & (seen > reach * 0.985) & (layers.alpha[..., 0] > 0.5)
        mask = cv2.GaussianBlur(cv2.erode(inside.astype(np.float32), np.ones((3, 3))), (0, 0), 1.0)
        rows, columns = np.where(mask.max(1) > 0.01)[0], np.where(mask.max(0) > 0.01)[0]
        self.box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        self.mask = mask[self.box]
        self.x, self.y, self.reach = (a[self.box].astype(np.float32) for a in (x, y, reach))
        self.px = np.arange(columns[0], columns[-1] + 1, dtype=np.float32)[None, :]
        self.py = np.arange(rows[0], rows[-1] + 1, dtype=np.float32)[:, None]
        self.scale = layers.width / (2 * np.pi)
        self.ripples = vista.cloud_texture(512, 2.15, 31)
        # Bright lines where two noises both pass through zero look like light focused by waves.
        self.sun = np.exp(-((np.arctan2(self.x - eye[0], self.y - eye[1]) - vista.SUN_AZIMUTH) / 0.5) ** 2).astype(np.float32)

    def move(self, image, phase, glow):
        """Return the picture with its pool in motion."""
        height = lambda u, v: looped(lambda d: sample(self.ripples, u + d, v - 0.7 * d), phase, 0.55) + 0.6 * looped(lambda d: sample(self.ripples, 1.9 * u - d, 1.7 * v + 0.4 * d), phase, 0.7)
        u, v = self.x / 9.0, self.y / 9.0
        here = height(u, v)
        sx, sy = height(u + 0.012, v) - here, height(u, v + 0.012) - here
        gain = 1.0 / (np.abs(sy).mean() * 2 + 1e-6)
        sx, sy = sx * gain, sy * gain
        bend = self.scale * 0.055 / np.maximum(self.reach, 1.0)
        mx = self.px + sx * bend * 0.9
        my = self.py + sy * bend * 0.55
        source = image[max(self.box[0].start - 12, 0):self.box[0].stop + 12]
        moved = cv2.remap(source, mx.astype(np.float32), (my - max(self.box[0].start - 12, 0)).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        web = np.exp(-np.abs(looped(lambda d: sample(self.ripples, 2.1 * u + d, 2.1 * v - d), phase, 0.5)) * 5) * np.exp(-np.abs(looped(lambda d: sample(self.ripples, 2.4 * v - d, 2.2 * u), phase, 0.5)) * 2.2)
        moved *= 1 + (0.9 * web * min(glow, 1.4) + 0.16 * np.clip(sy, -1, 1))[..., None] / (1 + 0.03 * self.reach[..., None])
        glint = np.clip((0.8 * sx + sy) - 0.9, 0, 1.6) * self.sun
        moved += glint[..., None] * np.float32([0.9, 0.5, 0.28]) * 0.13
        area = image[self.box]
        image[self.box] = area + (moved - area) * self.mask[..., None]
        return image


class Flames:
    """Upright flames on a plane that faces the camera, hidden where something nearer stands in front."""

    def __init__(self, layers, base, size, seed):
        eye = layers.eye
        base = np.asarray(base, np.float32)
        towards = base[:2] - eye[:2]
        towards /= np.linalg.norm(towards)
        side = np.array([towards[1], -towards[0]], np.float32)
        d = layers.directions()
        along = d[..., 0] * towards[0] + d[..., 1] * towards[1]
        reach = np.where(along > 1e-3, np.dot(base[:2] - eye[:2], towards) / np.maximum(along, 1e-3), 1e6)
        u = ((eye[0] + d[..., 0] * reach - base[0]) * side[0] + (eye[1] + d[..., 1] * reach - base[1]) * side[1]) / size[0]
        v = (eye[2] + d[..., 2] * reach - base[2]) / size[1]
        seen = np.where(layers.alpha[..., 0] > 0.5, np.linalg.norm(layers.position - eye, axis=2), 1e6)
        free = seen > reach - 0.14
        near = (np.abs(u) < 0.62) & (v > -0.06) & (v < 1.12) & (along > 0)
        rows, columns = np.where(near.any(1))[0], np.where(near.any(0))[0]
        self.box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        self.u, self.v = u[self.box].astype(np.float32), v[self.box].astype(np.float32)
        self.free = cv2.GaussianBlur((free & near)[self.box].astype(np.float32), (0, 0), 0.7)
        self.noise = vista.cloud_texture(256, 1.5, seed)
        self.aspect = size[0] / size[1]

    def add(self, image, phase, strength):
        """Add the flames' light to the picture."""
        u, v = self.u, np.clip(self.v, 0, 1.2)
        rise = phase * 9                                           # a whole number of texture heights per loop
        sway = sample(self.noise, u * 0.5 * self.aspect, v * 0.35 - rise / 3 + 0.3) * 0.13 * v
        tongue = sample(self.noise, (u + sway) * 0.9 * self.aspect, v * 0.42 - rise)
        detail = sample(self.noise, (u + sway) * 2.0 * self.aspect + 0.4, v * 0.8 - rise * 2)
        column = 0.5 + 0.5 * sample(self.noise, u * 0.8 * self.aspect + 0.7, u * 0 + phase * 3)
        top = (1 - (np.abs(u + sway) / 0.52) ** 2.2) * (0.62 + 0.24 * column)
        body = np.clip((top - v + 0.17 * tongue + 0.09 * detail) * 3.2, 0, 1) * np.clip((v + 0.03) * 14, 0, 1)
        heat = body * np.clip(1.25 - 0.75 * v / np.maximum(top, 0.12) + 0.15 * detail, 0.15, 1.4)
        colour = np.dstack([heat, heat ** 1.7 * 0.46, heat ** 3.2 * 0.11])
        image[self.box] += colour * (strength * self.free)[..., None]


class Snow:
    """Flakes falling outside the windows, in three depths."""

    def __init__(self, layers, half):
        outside = (np.abs(layers.position[..., 0]) > half[0]) | (layers.position[..., 1] > half[1]) | (layers.alpha[..., 0] < 0.5)
        outside &= layers.directions()[..., 2] > -0.6
        self.mask = cv2.GaussianBlur(outside.astype(np.float32), (0, 0), 0.8)
        rng = np.random.default_rng(17)
        rows = np.where(outside.any(1))[0]
        self.low, self.high = rows[0], rows[-1]
        self.width = layers.width
        self.flakes = []
        for count, size, speed, glow in ((3600, 0.45, 1, 0.26), (1500, 0.75, 2, 0.40), (320, 1.25, 3, 0.5)):
            size *= layers.width / 2048
            self.flakes.append((rng.random((count, 4)).astype(np.float32), size, speed, glow))

    def add(self, image, phase):
        """Draw the flakes at this phase."""
        span = self.high - self.low + 40
        veil = np.zeros(image.shape[:2], np.float32)
        for flakes, size, speed, glow in self.flakes:
            y = (flakes[:, 1] + speed * phase) % 1 * span + self.low - 20
            x = (flakes[:, 0] * self.width + 9 * size * np.sin(2 * np.pi * (flakes[:, 2] + phase * (1 + np.round(flakes[:, 3] * 2)))) - 26 * size * ((flakes[:, 1] + speed * phase) % 1)) % self.width
            layer = np.zeros(veil.shape, np.uint8)            # OpenCV smooths edges in 8-bit pictures only
            for px, py, bright in zip(x, y, 0.5 + 0.5 * flakes[:, 3]):
                cv2.circle(layer, (int(px * 16), int(py * 16)), int(size * (0.7 + 0.6 * bright) * 16), int(255 * glow * bright), -1, cv2.LINE_AA, 4)
            veil += layer * np.float32(1 / 255)
        image += (veil * self.mask)[..., None] * np.float32([0.80, 0.86, 1.0])


class Fireflies:
    """A few drifting points of light among the plants."""

    def __init__(self, layers, count, seed):
        rng = np.random.default_rng(seed)
        self.az = rng.choice([-1, 1], count) * rng.uniform(0.75, 1.9, count)
        self.el = rng.uniform(-0.13, 0.13, count)
        self.phase, self.period = rng.random(count), rng.integers(1, 4, count)
        self.layers = layers

    def add(self, image, phase, strength):
        """Draw them at this phase."""
        height, width = image.shape[:2]
        for az, el, start, period in zip(self.az, self.el, self.phase, self.period):
            t = 2 * np.pi * (phase + start)
            a = az + 0.05 * np.sin(t) + 0.02 * np.sin(2 * t * period)
            e = el + 0.025 * np.sin(t * 2 + 1) + 0.012 * np.cos(3 * t)
            blink = max(0.0, np.sin(2 * np.pi * (phase * period * 2 + start))) ** 3
            x, y = (a / (2 * np.pi) + 0.5) * width, (0.5 - e / np.pi) * height
            r = 6
            x0, y0 = int(x), int(y)
            if not (r < x0 < width - r and r < y0 < height - r):
                continue
            gx, gy = np.meshgrid(np.arange(x0 - r, x0 + r) - x, np.arange(y0 - r, y0 + r) - y)
            spot = np.exp(-(gx ** 2 + gy ** 2) / (1.4 * width / 2048) ** 2)
            image[y0 - r:y0 + r, x0 - r:x0 + r] += (spot * blink * strength * 1.6)[..., None] * np.float32([0.9, 1.0, 0.35])
