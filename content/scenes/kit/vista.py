"""Painted surroundings for places with an open view: a sea at dusk, a winter valley. They move with time and loop.

Pictures are equirectangular, linear light, float32 (height, width, 3); the middle column looks north (+Y).
"""
import cv2
import numpy as np

SUN_AZIMUTH, SUN_ELEVATION = np.radians(24.0), np.radians(1.6)
SEA_HEIGHT = 14.0                                    # metres from the sea up to the eye


def grid(width, height):
    """Azimuth (0 north, positive east) and elevation in radians of every pixel."""
    azimuth = ((np.arange(width, dtype=np.float32) + 0.5) / width - 0.5) * 2 * np.pi
    elevation = (0.5 - (np.arange(height, dtype=np.float32) + 0.5) / height) * np.pi
    return np.meshgrid(azimuth, elevation)


def cloud_texture(size=1024, slope=1.75, seed=7, stretch=1.0):
    """Tileable fractal noise with mean 0 and deviation 1."""
    rng = np.random.default_rng(seed)
    fy, fx = np.meshgrid(np.fft.fftfreq(size), np.fft.fftfreq(size), indexing="ij")
    radius = np.hypot(fx * stretch, fy)
    radius[0, 0] = 1
    spectrum = np.fft.fft2(rng.normal(size=(size, size))) / radius ** slope
    spectrum[0, 0] = 0
    noise = np.fft.ifft2(spectrum).real
    return (noise / noise.std()).astype(np.float32)


def sample(texture, u, v):
    """Bilinear look-up in a tileable texture; u and v in tiles."""
    size = texture.shape[0]
    return cv2.remap(texture, ((u % 1) * size).astype(np.float32), ((v % 1) * size).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)


def looped(function, phase, span):
    """A drifting pattern that comes back to its start: fades between two copies half a loop apart."""
    weight = 0.5 - 0.5 * np.cos(2 * np.pi * phase)
    first = function(((phase + 0.5) % 1 - 0.5) * span)
    second = function((phase - 0.5) * span)
    blend = (1 - weight) * first + weight * second
    return blend / np.sqrt((1 - weight) ** 2 + weight ** 2)


def _mix(a, b, t):
    return np.asarray(a, np.float32) * (1 - t[..., None]) + np.asarray(b, np.float32) * t[..., None]


class DuskSea:
    """A sunset over the sea, with drifting clouds, hazy headlands and a glittering path of light."""

    def __init__(self, width, height, first=0, stop=None):
        """Rows `first` to `stop` limit the painting (the others would be hidden)."""
        self.az, self.el = (np.ascontiguousarray(g[first:stop]) for g in grid(width, height))
        self.clouds, self.fine = cloud_texture(), cloud_texture(seed=11, slope=1.25)
        self.waves = cloud_texture(seed=5, slope=1.15, stretch=0.3)
        gap = np.abs((self.az - SUN_AZIMUTH + np.pi) % (2 * np.pi) - np.pi)
        self.near = np.exp(-(gap / np.radians(62)) ** 2)
        self.above = np.maximum(self.el, 0)
        self.angle = np.sqrt((gap * np.cos(self.el)) ** 2 + (self.el - SUN_ELEVATION) ** 2)
        self.gap = gap
        self.ridges = [self._ridge(seed, peak, centre, spread) for seed, peak, centre, spread in
                       ((3, 2.5, -63, 34), (8, 1.5, -38, 26), (4, 3.4, 82, 30), (6, 1.9, 57, 22))]

    def _ridge(self, seed, peak_deg, centre_deg, spread_deg):
        """Skyline height in radians per pixel column of one headland."""
        noise = cloud_texture(512, 1.3, seed)[0]
        at = self.az[0]
        shape = np.exp(-np.abs((at - np.radians(centre_deg)) / np.radians(spread_deg)) ** 2.4)
        rough = np.interp((at / (2 * np.pi) * 3) % 1 * 512, np.arange(512), noise)
        return (np.radians(peak_deg) * shape * (1 + 0.16 * rough) - np.radians(0.15)).astype(np.float32)

    def _sky(self, el, dusk):
        near = self.near
        zenith = _mix((0.13, 0.21, 0.40), (0.030, 0.055, 0.135), np.full_like(el, dusk))
        middle = _mix(_mix((0.42, 0.40, 0.50), (0.12, 0.15, 0.29), np.full_like(el, dusk)), _mix((0.80, 0.56, 0.46), (0.26, 0.20, 0.28), np.full_like(el, dusk)), near)
        low = _mix(_mix((0.52, 0.40, 0.44), (0.16, 0.15, 0.26), np.full_like(el, dusk)), _mix((1.65, 0.82, 0.36), (0.62, 0.29, 0.17), np.full_like(el, dusk)), near)
        sky = zenith + (middle - zenith) * np.exp(-el * 2.4)[..., None] + (low - middle) * np.exp(-el * 8.0)[..., None]
        glow = np.exp(-self.angle / np.radians(9)) * (1 - 0.75 * dusk)
        return sky + glow[..., None] * np.float32([2.3, 1.05, 0.36])

    def paint(self, phase=0.0, dusk=0.0):
        """The surroundings at `phase` (0..1 of the loop) and `dusk` (0 golden, 1 blue hour)."""
        el, az = self.el, self.az
        sky = self._sky(self.above, dusk)
        lift = 1.0 / (np.tan(self.above) + 0.16)
        u, v = np.sin(az) * lift * 0.11, np.cos(az) * lift * 0.11
        body = looped(lambda d: sample(self.clouds, u + d, v * 1.6 + d * 0.3), phase, 0.045)
        detail = looped(lambda d: sample(self.fine, u * 3.1 + d * 2, v * 4.2), phase, 0.045)
        cover = np.clip((body + 0.28 * detail - 0.35) / 1.7, 0, 1) * np.clip(self.above / 0.05, 0, 1) * np.exp(-self.above * 0.9)
        lit = _mix(_mix((0.62, 0.47, 0.50), (0.14, 0.14, 0.23), np.full_like(el, dusk)), _mix((1.75, 0.86, 0.48), (0.55, 0.27, 0.24), np.full_like(el, dusk)), self.near * np.exp(-self.above * 1.2))
        sky += (lit * (0.75 + 0.25 * np.exp(-cover[..., None] * 2)) - sky) * (cover * 0.85)[..., None]
        self._sea(sky, phase, dusk)
        for i, ridge in enumerate(self.ridges):
            haze = _mix((0.30, 0.27, 0.34), (0.085, 0.10, 0.17), np.full_like(el, dusk)) if i % 2 == 0 else _mix((0.20, 0.185, 0.24), (0.055, 0.068, 0.115), np.full_like(el, dusk))
            haze = haze + (self._sky(np.zeros_like(el), dusk) - haze) * (0.20 * self.near)[..., None]
            edge = np.clip((ridge[None, :] - el) / np.radians(0.09) + 0.5, 0, 1) * (el > np.radians(-0.1))
            sky += (haze - sky) * edge[..., None]
        vivid = 1.4 * np.eye(3) - 0.4 * np.tile([0.2126, 0.7152, 0.0722], (3, 1))      # film curves pale: start a little richer
        return np.maximum(cv2.transform(sky.astype(np.float32), vivid.astype(np.float32)), 0)

    def _sea(self, sky, phase, dusk):
        """Paint the water over the rows below the horizon."""
        below = self.el[:, 0] < 0
        el, az = self.el[below], self.az[below]
        if not el.size:
            return
        distance = np.minimum(SEA_HEIGHT / np.tan(np.maximum(-el, 1e-4)), 9000)
        x, y = np.sin(az) * distance, np.cos(az) * distance
        far = np.clip(distance / 900, 0, 1)
        swell = looped(lambda d: sample(self.waves, x / 140 + d, y / 140 - d * 0.6), phase, 0.03)
        chop = looped(lambda d: sample(self.waves, x / 31 - d, y / 31 - d), phase, 0.11)
        slope = (0.55 * swell + 0.7 * chop) * (1 - 0.75 * far)
        reflected = self._sky(np.zeros_like(self.el) + 0.13, dusk)[below]
        high = self._sky(np.zeros_like(self.el) + 0.6, dusk)[below]
        mirror = reflected + (high - reflected) * np.clip(0.45 + 0.25 * slope, 0, 1)[..., None]
        fresnel = 0.25 + 0.5 * far
        water = np.float32([0.012, 0.035, 0.05]) * (1.2 - dusk) + mirror * (fresnel * (1 + 0.16 * slope))[..., None]
        width = np.radians(3.2) + 0.35 * np.maximum(-el, 0)
        path = np.exp(-(self.gap[below] / width) ** 2) * np.clip((slope + 0.7) * 0.8, 0, 2.2)
        water += path[..., None] * np.float32([1.5, 0.72, 0.28]) * (1 - 0.8 * dusk) * (0.4 + 0.6 * far)[..., None]
        horizon = np.clip(1 + el / np.radians(0.5), 0, 1) * 0.55
        low = self._sky(np.zeros_like(self.el), dusk)[below]
        sky[below] = water + (low * 0.8 - water) * horizon[..., None]


class WinterValley:
    """Snowy ridges and a violet-blue evening sky seen from a mountain house."""

    def __init__(self, width, height):
        self.az, self.el = grid(width, height)
        self.rock = cloud_texture(1024, 1.35, 21)
        self.clouds = cloud_texture(seed=22)

    def paint(self, phase=0.0, dusk=0.5):
        """The valley; `phase` moves the clouds."""
        el, az = self.el, self.az
        west = np.exp(-((az + np.radians(60)) / np.radians(55)) ** 2)
        horizon = _mix((0.36, 0.40, 0.58), (0.95, 0.62, 0.52), west) * (1 - 0.45 * dusk)
        zenith = np.float32([0.09, 0.14, 0.30]) * (1 - 0.5 * dusk)
        sky = zenith + (horizon - zenith) * np.exp(-np.maximum(el, 0) * 3.0)[..., None]
        lift = 1 / (np.tan(np.maximum(el, 0)) + 0.2)
        u, v = np.sin(az) * lift * 0.12, np.cos(az) * lift * 0.12
        cover = np.clip(looped(lambda d: sample(self.clouds, u + d, v * 1.5), phase, 0.05) * 0.5, 0, 0.7)
        sky += (horizon * 0.9 - sky) * cover[..., None]
        for seed, height, base, tone in ((3, 13, 4, 0.62), (5, 9, 1, 0.8), (9, 5, -3, 1.0)):
            line = np.interp((az[0] / (2 * np.pi) + 0.5) * 1024, np.arange(1024), cloud_texture(1024, 1.85, seed)[100])
            line = (line - line.mean()) / line.std()
            ridge = np.radians(base + height * (0.5 + 0.26 * line)).astype(np.float32)
            inside = np.clip((ridge[None, :] - el) / np.radians(0.12) + 0.5, 0, 1)
            texture = sample(self.rock, az * 1.3 + el * 1.1, el * 4 + seed)
            snow = np.clip(0.62 + 0.38 * texture + 1.6 * (el - ridge[None, :] + 0.12), 0.12, 1)
            shade = _mix((0.10, 0.115, 0.17), (0.46, 0.50, 0.64), snow) * (1 - 0.45 * dusk)
            shade = shade * tone + horizon * (1 - tone) * 0.75 + shade * (west * 0.35)[..., None] * np.float32([1.0, 0.6, 0.5])
            sky += (shade - sky) * inside[..., None]
        return np.maximum(sky, 0).astype(np.float32)
