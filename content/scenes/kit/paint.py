"""Brushwork: turns a plain colour sketch into something that reads as oil on canvas.

Images are float32 arrays of shape (height, width, 3), display (sRGB) values from 0 to 1, row 0 at the top.
"""
import cv2
import numpy as np


def colour(hex_code):
    """'#rrggbb' -> float32 array of three display values."""
    code = hex_code.lstrip('#')
    return np.array([int(code[i:i + 2], 16) for i in (0, 2, 4)], np.float32) / 255


def noise(shape, seed, cell=64, octaves=5, gain=0.5, stretch=(1.0, 1.0)):
    """Smooth fractal noise, mean about 0, spread about +-1. `cell` is the size in pixels of the largest lumps."""
    rng = np.random.default_rng(seed)
    height, width = shape
    total = np.zeros(shape, np.float32)
    weight = 1.0
    for octave in range(octaves):
        size = max(cell / 2 ** octave, 2)
        rows = max(int(height / (size * stretch[1])) + 3, 4)
        columns = max(int(width / (size * stretch[0])) + 3, 4)
        lattice = rng.standard_normal((rows, columns)).astype(np.float32)
        total += weight * cv2.resize(lattice, (width, height), interpolation=cv2.INTER_CUBIC)
        weight *= gain
    return total / (np.abs(total).std() * 2.2 + 1e-6)


def gradient(shape, stops):
    """Vertical colour ramp: stops are (position from the top 0..1, hex colour)."""
    rows = np.linspace(0, 1, shape[0])
    positions = [s[0] for s in stops]
    colours = np.array([colour(s[1]) for s in stops])
    ramp = np.stack([np.interp(rows, positions, colours[:, k]) for k in range(3)], -1)
    return np.repeat(ramp[:, None, :], shape[1], 1).astype(np.float32)


def blend(image, mask, paint):
    """Lay `paint` (colour or image) over `image` where the mask is 1."""
    mask = mask[..., None].astype(np.float32)
    return image * (1 - mask) + paint * mask


def polygon_mask(shape, points, blur=0.0):
    """Filled polygon as a mask; points are (x, y) fractions of width and height."""
    mask = np.zeros(shape, np.float32)
    pixels = np.array([(x * shape[1] * 8, y * shape[0] * 8) for x, y in points], np.int32)
    cv2.fillPoly(mask, [pixels], 1.0, cv2.LINE_AA, 3)
    return cv2.GaussianBlur(mask, (0, 0), blur) if blur else mask


def ellipse_mask(shape, centre, radii, blur=0.8):
    """Filled ellipse as a mask; centre and radii are fractions of width and height."""
    rows, columns = np.mgrid[0:shape[0], 0:shape[1]].astype(np.float32)
    distance = np.hypot((columns / shape[1] - centre[0]) / radii[0], (rows / shape[0] - centre[1]) / radii[1])
    edge = blur / (shape[1] * radii[0]) + 1e-6
    return np.clip((1 - distance) / edge + 0.5, 0, 1)


def painterly(sketch, seed, brushes=(44, 22, 11, 6), ground='#8a6f55', wander=0.35, jitter=0.05):
    """Repaint a sketch in layers of curved strokes, broad to fine, each with streaks like bristles.

    A stroke follows the lines of equal lightness of the sketch and takes one colour; finer layers only
    touch places where the picture still differs from the sketch. Returns an image of the same shape.
    """
    rng = np.random.default_rng(seed)
    height, width = sketch.shape[:2]
    canvas = np.broadcast_to(colour(ground), sketch.shape).copy() * 255
    target = sketch.astype(np.float32) * 255
    swirl = noise((height, width), seed + 1, cell=max(width, height) // 4, octaves=2) * np.pi * wander
    for level, radius in enumerate(brushes):
        reference = cv2.GaussianBlur(target, (0, 0), radius * 0.5)
        grey = cv2.GaussianBlur(reference.mean(-1), (0, 0), radius)
        slope_x, slope_y = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
        angle = np.where(np.hypot(slope_x, slope_y) > 1.2, np.arctan2(slope_x, -slope_y), swirl)
        step = max(int(radius * 0.9), 3)
        rows, columns = np.mgrid[step // 2:height:step, step // 2:width:step]
        spots = np.stack([columns.ravel(), rows.ravel()], 1)
        spots = spots + rng.integers(-step // 2, step // 2 + 1, spots.shape)
        spots = np.clip(spots, 0, (width - 1, height - 1))
        error = cv2.blur(np.abs(canvas - reference).sum(-1), (step, step))
        if level:
            spots = spots[error[spots[:, 1], spots[:, 0]] > 34]
        rng.shuffle(spots)
        for x, y in spots:
            tint = reference[y, x] * (1 + rng.normal(0, jitter)) + rng.normal(0, 5, 3)
            _stroke(canvas, angle, (float(x), float(y)), radius, tint, rng)
    weave = 1 + 0.012 * noise((height, width), seed + 9, cell=3, octaves=1)
    return np.clip(canvas * weave[..., None] / 255, 0, 1).astype(np.float32)


def _stroke(canvas, angle, start, radius, tint, rng):
    """One brush stroke: a curved path drawn as several streaks of slightly different lightness."""
    height, width = angle.shape
    path, (x, y) = [start], start
    heading = angle[int(y), int(x)]
    for _ in range(int(rng.integers(2, 5))):
        turn = angle[int(y), int(x)]
        if np.cos(turn - heading) < 0:
            turn += np.pi
        heading = turn
        x, y = x + np.cos(heading) * radius * 1.3, y + np.sin(heading) * radius * 1.3
        if not (0 <= x < width and 0 <= y < height):
            break
        path.append((x, y))
    if len(path) < 2:
        return
    line = np.array(path, np.float32)
    across = np.array([-np.sin(heading), np.cos(heading)], np.float32)
    cv2.polylines(canvas, [np.int32(line * 8)], False, tuple(map(float, tint)), int(radius * 1.6), cv2.LINE_AA, 3)
    for offset in np.linspace(-0.7, 0.7, 5 if radius > 8 else 3):
        shade = tint * (1 + rng.normal(0, 0.045))
        streak = line + across * offset * radius
        cv2.polylines(canvas, [np.int32(streak * 8)], False, tuple(map(float, shade)),
                      max(int(radius * 0.28), 1), cv2.LINE_AA, 3)


def paper(image, seed, strength=0.018):
    """Grain of good drawing paper over a flat print."""
    shape = image.shape[:2]
    grain = noise(shape, seed, cell=4, octaves=2) + 0.6 * noise(shape, seed + 1, cell=160, octaves=3)
    return np.clip(image * (1 + strength * grain[..., None]), 0, 1).astype(np.float32)
