"""Original pictures made by code: landscapes, still lifes and abstracts for the walls.

Every function takes (seed, size=(width, height) in pixels) and returns an image as described in paint.py.
"""
import cv2
import numpy as np

from kit.paint import blend, colour, ellipse_mask, gradient, noise, painterly, paper, polygon_mask


def hills(seed, size=(1200, 860), palette=None):
    """Misty ridges under a low sun, with a field in front; oil."""
    rng = np.random.default_rng(seed)
    width, height = size
    sky, far, near, field, light = palette or ('#8fb0c0', '#7d93a3', '#2f4a42', '#b58b3c', '#f6dfae')
    image = gradient((height, width), [(0, sky), (0.34, light), (0.5, '#e9c59a'), (1, light)])
    clouds = noise((height, width), seed, cell=width // 3, stretch=(2.2, 0.7))
    image = blend(image, np.clip(clouds * 0.8, 0, 0.75), colour('#f3e6d2'))
    image = blend(image, ellipse_mask((height, width), (0.66, 0.36), (0.035, 0.035 * width / height)), colour('#fff0c4'))
    columns = np.arange(width)
    for layer in range(5):
        depth = layer / 4
        ridge = noise((1, width), seed + layer * 7, cell=width // (2 + layer), octaves=6)[0]
        line = height * (0.40 + 0.085 * layer) + ridge * height * (0.055 + 0.01 * layer)
        mask = (np.mgrid[0:height, 0:width][0] > line[None, columns]).astype(np.float32)
        tone = colour(far) * (1 - depth) + colour(near) * depth
        image = blend(image, cv2.GaussianBlur(mask, (0, 0), 1.2), tone * (1 + rng.normal(0, 0.05)))
    rows = np.mgrid[0:height, 0:width][0]
    ground = np.clip((rows - height * 0.74 - noise((1, width), seed + 77, cell=width // 2)[0] * 18) / 6, 0, 1)
    stripes = 0.5 + 0.5 * np.sin((np.mgrid[0:height, 0:width][1] - width * 0.45) / (np.abs(rows - height * 0.6) + 9) * 26)
    image = blend(image, ground, colour(field))
    image = blend(image, ground * stripes * 0.55, colour('#6d6b2c'))
    return painterly(image, seed, brushes=(40, 20, 11, 6))


def sea(seed, size=(1400, 800), palette=None):
    """Wide shore at evening: sky, water with a path of light, wet sand; oil."""
    width, height = size
    top, glow, water, sand = palette or ('#5b7f95', '#f0c9a0', '#3d6675', '#c9a67c')
    image = gradient((height, width), [(0, top), (0.3, '#a9bcbf'), (0.47, glow), (0.475, '#7f9a9c'), (0.72, water), (0.8, '#6f8a86'),
                                       (0.86, sand), (1, '#a88660')])
    rows, columns = np.mgrid[0:height, 0:width] / np.array([height, width]).reshape(2, 1, 1)
    clouds = noise((height, width), seed, cell=width // 3, octaves=6, stretch=(2.6, 0.6))
    image = blend(image, np.clip(clouds - 0.1, 0, 0.8) * (rows < 0.45), colour('#f5dcc2'))
    image = blend(image, np.clip(-clouds - 0.5, 0, 0.6) * (rows < 0.45), colour('#6d7f90'))
    ripple = noise((height, width), seed + 3, cell=70, octaves=4, stretch=(4.5, 0.35))
    path = np.exp(-((columns - 0.58) / (0.05 + 0.3 * np.clip(rows - 0.47, 0, 1))) ** 2)
    wet = (rows > 0.476) & (rows < 0.84)
    image = blend(image, np.clip(ripple * 0.6 + path - 0.35, 0, 0.85) * wet, colour('#f8ddb4'))
    image = blend(image, np.clip(-ripple - 0.2, 0, 0.7) * wet, colour('#274b5b'))
    foam = np.abs(rows - 0.8 - 0.02 * noise((1, width), seed + 5, cell=width // 5)[0]) < 0.006
    image = blend(image, cv2.GaussianBlur(foam.astype(np.float32), (0, 0), 2), colour('#f6f0e4'))
    return painterly(image, seed, brushes=(42, 20, 10, 5), wander=0.08)


_VESSELS = {
    'bottle': [(0, .16), (.55, .16), (.66, .12), (.74, .055), (1, .05)],
    'jug': [(0, .17), (.1, .24), (.4, .26), (.7, .14), (.85, .13), (1, .18)],
    'bowl': [(0, .16), (.15, .2), (.6, .42), (1, .5)],
    'vase': [(0, .14), (.2, .3), (.5, .32), (.8, .12), (1, .17)],
    'box': [(0, .3), (1, .3)],
}


def still_life(seed, size=(1000, 820), palette=None):
    """Quiet vessels on a table, light from the left; oil."""
    rng = np.random.default_rng(seed)
    width, height = size
    wall, table, tones = palette or ('#b9ac99', '#d8c7ac', ('#e8dfcf', '#8d6f5a', '#5f7a78', '#c98f5d', '#d9cdb8', '#3f4f57', '#b35a3c'))
    image = gradient((height, width), [(0, wall), (0.6, wall), (0.62, table), (1, '#b89c78')])
    image = image * (1 + 0.07 * noise((height, width), seed, cell=width // 2)[..., None])
    kinds = list(_VESSELS)
    for x in (np.linspace(0.2, 0.8, 7) + rng.normal(0, 0.03, 7))[rng.permutation(7)]:
        profile = _VESSELS[kinds[rng.integers(len(kinds))]]
        tall = rng.uniform(0.2, 0.46) * (0.5 if profile is _VESSELS['bowl'] else 1)
        wide = rng.uniform(0.2, 0.34)
        base = rng.uniform(0.68, 0.8)
        right = [(x + r * wide, base - t * tall) for t, r in profile]
        left = [(x - r * wide, base - t * tall) for t, r in reversed(profile)]
        mask = polygon_mask((height, width), right + left, 1.5)
        shadow = polygon_mask((height, width), [(x, base - 0.01), (x + 0.3, base - 0.05), (x + 0.32, base + 0.01), (x + .02, base + 0.02)], 9)
        image = blend(image, shadow * 0.5, colour('#6b5644'))
        tone = colour(tones[rng.integers(len(tones))])
        columns = np.mgrid[0:height, 0:width][1] / width
        light = np.clip(1.16 - (columns - x + 0.06) * 4.2, 0.45, 1.25)[..., None]
        image = blend(image, mask, np.clip(tone * light, 0, 1))
    return painterly(image, seed, brushes=(36, 18, 10, 6), ground='#94795f')


def meadow(seed, size=(1300, 1000), palette=None):
    """A garden in flower filling the canvas, thick dabs of colour; oil."""
    rng = np.random.default_rng(seed)
    width, height = size
    greens, blooms = palette or (('#23402f', '#5d7d3c', '#a7b45c'), ('#e8d9c3', '#d98a86', '#b9463f', '#e2b145', '#8f86b8', '#f1e8d8'))
    image = gradient((height, width), [(0, '#b9cfc9'), (0.22, '#7f9d7a'), (0.3, greens[0]), (0.7, greens[1]), (1, greens[0])])
    lumps = noise((height, width), seed, cell=150)
    image = blend(image, np.clip(lumps, 0, 0.7), colour(greens[2]))
    image = blend(image, np.clip(-lumps - 0.2, 0, 0.8), colour('#1d3329'))
    image = painterly(image, seed, brushes=(40, 20, 12), wander=0.6) * 255
    drifts = [noise((height, width), seed + 20 + k, cell=260, octaves=2) for k in range(len(blooms))]
    for _ in range(5200):
        x, y = rng.integers(width), int(height * (0.2 + 0.8 * rng.beta(1.6, 1.1)))
        kind = int(np.argmax([d[min(y, height - 1), x] for d in drifts]))
        if drifts[kind][min(y, height - 1), x] < 0.5:
            continue
        near = y / height
        tone = colour(blooms[kind]) * 255 * rng.normal(1, 0.09)
        axes = (int(3 + 12 * near * rng.uniform(0.5, 1.1)), int(2 + 8 * near * rng.uniform(0.5, 1)))
        cv2.ellipse(image, (int(x), y), axes, float(rng.uniform(0, 180)), 0, 360, tuple(map(float, tone)), -1, cv2.LINE_AA)
        cv2.ellipse(image, (int(x) - axes[0] // 3, y - axes[1] // 3), (axes[0] // 3 + 1, axes[1] // 3 + 1), 0, 0, 360,
                    tuple(map(float, np.minimum(tone * 1.18, 250))), -1, cv2.LINE_AA)
    return np.clip(image / 255, 0, 1).astype(np.float32)


def harbour(seed, size=(1300, 900)):
    """Town across the water at dusk, lit windows and their reflections; oil."""
    rng = np.random.default_rng(seed)
    width, height = size
    image = gradient((height, width), [(0, '#263a57'), (0.3, '#6f7d98'), (0.5, '#e0a880'), (0.52, '#8c7f88'), (1, '#1e2f45')])
    shore, x = 0.56, -0.05
    while x < 1.05:
        wide, tall = rng.uniform(0.05, 0.11), rng.uniform(0.1, 0.3)
        tone = colour(str(rng.choice(['#59463f', '#7d5a49', '#3e4656', '#94745a', '#4d4a55'])))
        roof = [(x, shore), (x, shore - tall), (x + wide / 2, shore - tall - 0.05), (x + wide, shore - tall), (x + wide, shore)]
        image = blend(image, polygon_mask((height, width), roof, 1), tone)
        echo = [(px, 2 * shore - py) for px, py in roof]
        image = blend(image, polygon_mask((height, width), echo, 6) * 0.7, tone * 0.6)
        for _ in range(int(rng.integers(3, 8))):
            wx, wy = x + rng.uniform(0.15, 0.8) * wide, shore - rng.uniform(0.03, 0.9 * tall)
            image = blend(image, polygon_mask((height, width), [(wx, wy), (wx + .009, wy), (wx + .009, wy + .02), (wx, wy + .02)], 1), colour('#ffd98a'))
            streak = [(wx, 2 * shore - wy), (wx + .01, 2 * shore - wy), (wx + .012, 2 * shore - wy + 0.12), (wx - .002, 2 * shore - wy + .12)]
            image = blend(image, polygon_mask((height, width), streak, 3) * 0.7, colour('#f4bf6c'))
        x += wide * rng.uniform(0.9, 1.15)
    return painterly(image, seed, brushes=(38, 18, 10, 6), wander=0.1)


def bands(seed, size=(1000, 1200), palette=None):
    """Three soft-edged fields of colour over a stained ground."""
    rng = np.random.default_rng(seed)
    width, height = size
    tones = palette or ('#7a2f22', '#c96f3b', '#e2b36f', '#3c2a2c')
    image = np.broadcast_to(colour(tones[0]), (height, width, 3)).copy()
    image = image * (1 + 0.12 * noise((height, width), seed, cell=width // 2)[..., None])
    top = 0.07
    for tone, tall in zip(tones[1:], rng.dirichlet((9, 6, 8)) * 0.82):
        ragged = noise((height, width), seed + int(top * 1000), cell=60, octaves=5) * 0.012
        rows, columns = np.mgrid[0:height, 0:width] / np.array([height, width]).reshape(2, 1, 1)
        inside = np.minimum.reduce([rows - top, top + tall - rows, columns - 0.08, 0.92 - columns]) + ragged
        wash = np.clip(inside / 0.03, 0, 1) * (0.86 + 0.12 * noise((height, width), seed + 5, cell=220, stretch=(2, 0.5)))
        image = blend(image, np.clip(wash, 0, 1), colour(tone))
        top += tall + 0.025
    return paper(np.clip(image, 0, 1), seed, 0.03)


def arcs(seed, size=(1000, 1000), palette=None, cells=5):
    """Hard-edged quarter circles in a grid, a mid-century print."""
    rng = np.random.default_rng(seed)
    width, height = size
    tones = [colour(c) for c in palette or ('#efe4cf', '#d9a441', '#b9532f', '#2f4f4f', '#7d9a8c', '#233038')]
    image = np.zeros((height, width, 3), np.float32)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    side = width / cells
    for i in range(cells):
        for j in range(int(np.ceil(height / side))):
            a, b, c = rng.choice(len(tones), 3, replace=False)
            x0, y0 = i * side, j * side
            corner = (x0 + side * rng.integers(2), y0 + side * rng.integers(2))
            inside = (columns >= x0) & (columns < x0 + side) & (rows >= y0) & (rows < y0 + side)
            distance = np.hypot(columns - corner[0], rows - corner[1])
            image = np.where(inside[..., None], tones[a], image)
            for share, tone in ((0.98, b), (0.62, c), (0.28, a)):
                image = blend(image, inside * np.clip(share * side - distance, 0, 1), tones[tone])
    return paper(image, seed)


def cutouts(seed, size=(1100, 900), palette=None):
    """Leaf and pebble shapes cut from painted paper."""
    rng = np.random.default_rng(seed)
    width, height = size
    ground, tones = palette or ('#efe6d6', ('#1f3d4d', '#c4573a', '#d9a441', '#5f7f6b', '#e5b7a0', '#20302f'))
    image = np.broadcast_to(colour(ground), (height, width, 3)).copy()
    angle = np.linspace(0, 2 * np.pi, 160)
    for k in range(11):
        centre = ((k % 4 + 0.5 + rng.normal(0, .14)) / 4, (k // 4 + 0.5 + rng.normal(0, .1)) / 3)
        lobes, depth, size_of = rng.integers(2, 8), rng.uniform(0.12, 0.42), rng.uniform(0.09, 0.16)
        radius = size_of * (1 + depth * np.cos(lobes * angle + rng.uniform(0, 6)) + 0.08 * np.cos(3 * angle))
        lean, stretch = rng.uniform(0, np.pi), rng.uniform(1, 1.5)
        px, py = radius * np.cos(angle) * stretch, radius * np.sin(angle) / stretch
        points = [(centre[0] + (u * np.cos(lean) - v * np.sin(lean)) * height / width, centre[1] + u * np.sin(lean) + v * np.cos(lean))
                  for u, v in zip(px, py)]
        tone = colour(tones[k % len(tones)])
        brush = 1 + 0.05 * noise((height, width), seed + k, cell=50, stretch=(3, 0.6))[..., None]
        image = blend(image, polygon_mask((height, width), [(x + .004, y + .006) for x, y in points], 4) * 0.25, colour('#5a4a3a'))
        image = blend(image, polygon_mask((height, width), points), tone * brush)
    return paper(np.clip(image, 0, 1), seed)


def gesture(seed, size=(1000, 1200), palette=None):
    """A few wide dry strokes of ink on a warm ground."""
    rng = np.random.default_rng(seed)
    width, height = size
    ground, ink, accent = palette or ('#e9dfce', '#1f2428', '#b5482f')
    image = np.broadcast_to(colour(ground), (height, width, 3)).copy()
    image = image * (1 + 0.03 * noise((height, width), seed, cell=300)[..., None])
    for k, tone in enumerate((accent, ink, ink, ink)):
        knots = rng.uniform(0.12, 0.88, (5, 2)) * (width, height)
        t = np.linspace(0, 1, 240)
        path = np.stack([np.polyval(np.polyfit(np.linspace(0, 1, 5), knots[:, d], 3), t) for d in (0, 1)], 1)
        tangent = np.gradient(path, axis=0)
        normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1) / (np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-6)
        broad = rng.uniform(60, 120) * (0.6 if k == 0 else 1)
        for offset in np.linspace(-1, 1, 70):
            start, end = int(abs(rng.normal(0, 10))), 240 - int(abs(rng.normal(0, 26)) + 50 * rng.random() ** 3)
            bristle = np.int32((path + normal * offset * broad)[start:end] * 8)
            layer = image.copy()
            cv2.polylines(layer, [bristle], False, tuple(map(float, colour(tone) * rng.normal(1, .12))), int(rng.integers(2, 7)), cv2.LINE_AA, 3)
            keep = rng.uniform(0.7, 1)
            image = image * (1 - keep) + layer * keep
    return paper(np.clip(image, 0, 1), seed)


def currents(seed, size=(1400, 900), palette=None):
    """Thousands of lines following an invisible current, like combed water."""
    rng = np.random.default_rng(seed)
    width, height = size
    ground, tones = palette or ('#16323b', ('#e9dcc0', '#d79a52', '#3f7f86', '#92b8b0', '#b8543a'))
    field = noise((height, width), seed, cell=width // 2, octaves=3) * 2.2
    chooser = noise((height, width), seed + 4, cell=width // 3, octaves=2)
    canvas = (np.broadcast_to(colour(ground), (height, width, 3)) * 255).astype(np.float32).copy()
    for _ in range(3400):
        x, y = rng.uniform(0, width - 1), rng.uniform(0, height - 1)
        pick = int(np.clip((chooser[int(y), int(x)] + 1.2) / 2.4 * len(tones) + rng.normal(0, 0.5), 0, len(tones) - 1))
        path = []
        for _ in range(45):
            if not (0 <= x < width and 0 <= y < height):
                break
            path.append((x * 8, y * 8))
            turn = field[int(y), int(x)]
            x, y = x + np.cos(turn) * 6, y + np.sin(turn) * 6
        if len(path) > 4:
            tone = colour(tones[pick]) * 255 * rng.normal(1, 0.07)
            cv2.polylines(canvas, [np.int32(path)], False, tuple(map(float, tone)), int(rng.integers(1, 6)), cv2.LINE_AA, 3)
    return paper(np.clip(canvas / 255, 0, 1), seed)


def botanical(seed, size=(800, 1100), palette=None):
    """A pressed branch, leaf by leaf, on laid paper."""
    rng = np.random.default_rng(seed)
    width, height = size
    ground, green = palette or ('#f0e8d6', '#4c6145')
    image = np.broadcast_to(colour(ground), (height, width, 3)).copy()
    bend = rng.normal(0, 0.12)
    stem = [(0.5 + bend * np.sin(t * 2.4) - 0.03, 0.92 - 0.8 * t) for t in np.linspace(0, 1, 40)]
    cv2.polylines(image, [np.int32([(x * width * 8, y * height * 8) for x, y in stem])], False, tuple(map(float, colour('#6b5738'))), 5, cv2.LINE_AA, 3)
    for k, (x, y) in enumerate(stem[6::3]):
        for side in (-1, 1):
            long, slim = 0.26 - 0.013 * k, rng.uniform(0.15, 0.24)
            lean = side * rng.uniform(0.7, 1.0)
            t = np.linspace(0, 1, 24)
            edge = slim * np.sin(np.pi * t ** 0.8)
            outline = np.concatenate([np.stack([t, edge], 1), np.stack([t, -edge], 1)[::-1]]) * long
            points = [(x + (u * np.sin(lean) + v * np.cos(lean)) * height / width, y - (u * np.cos(lean) - v * np.sin(lean))) for u, v in outline]
            tone = colour(green) * rng.normal(1, 0.14)
            image = blend(image, polygon_mask((height, width), points), np.clip(tone, 0, 1))
            tip = (int((x + np.sin(lean) * long * height / width) * width), int((y - np.cos(lean) * long) * height))
            cv2.line(image, (int(x * width), int(y * height)), tip, tuple(map(float, np.clip(tone * 1.5, 0, 1))), 2, cv2.LINE_AA)
    return paper(np.clip(image, 0, 1), seed)


def carpet_pattern(seed, size=(900, 1300), palette=None):
    """A knotted carpet: medallion, mirrored vines and three borders."""
    width, height = size
    field, border, ink, accents = palette or ('#7c2f26', '#26334a', '#e0cda6', ('#b9783f', '#3f5a5c', '#d9b98c', '#8a4636', '#2a3648'))
    half = (height // 2, width // 2)
    rows, columns = np.mgrid[0:half[0], 0:half[1]].astype(np.float32)
    quarter = np.broadcast_to(colour(field), (*half, 3)).copy()
    for k, tone in enumerate(accents):
        vine = np.abs(noise(half, seed + k, cell=90 - 8 * k, octaves=2))
        quarter = blend(quarter, np.clip((0.09 - vine) * 14, 0, 1), colour(tone))
        bloom = noise(half, seed + 30 + k, cell=46, octaves=1)
        quarter = blend(quarter, np.clip((bloom - 0.95) * 12, 0, 1), colour(tone))
        quarter = blend(quarter, np.clip((bloom - 1.2) * 14, 0, 1), colour(ink))
    angle = np.arctan2((half[0] - rows) / 1.35, half[1] - columns)
    reach = np.hypot((half[0] - rows) / 1.35, half[1] - columns) / half[1]
    for k, (edge, tone) in enumerate(((0.66, border), (0.61, ink), (0.59, border), (0.42, accents[0]), (0.38, field), (0.2, ink), (0.17, border))):
        scallop = edge * (1 + 0.07 * np.abs(np.cos(angle * (8 if k < 3 else 6))))
        quarter = blend(quarter, np.clip((scallop - reach) * half[1], 0, 1) * 0.93, colour(tone))
        petals = (np.sin(angle * 16 + k) * np.sin(reach * 52) > 0.55) & (reach < scallop - 0.02)
        quarter = blend(quarter, petals * 0.8, colour(accents[(k + 2) % len(accents)]))
    inset = np.minimum(rows, columns)
    along = np.where(rows < columns, columns, rows)
    for low, high, tone, motif in ((0, 14, border, None), (14, 22, ink, None), (22, 86, border, accents[0]), (86, 94, ink, None), (94, 124, accents[3], ink), (124, 130, border, None)):
        inside = (inset >= low) & (inset < high)
        quarter = blend(quarter, inside.astype(np.float32), colour(tone))
        if motif:
            middle, span = (low + high) / 2, (high - low) / 2
            petal = (((inset - middle) / span) ** 2 + (np.sin(along / span * 1.1) * 1.15) ** 2 < 0.55) & inside
            heart = (((inset - middle) / span) ** 2 + (np.sin(along / span * 1.1) * 1.15) ** 2 < 0.12) & inside
            quarter = blend(quarter, petal.astype(np.float32), colour(motif))
            quarter = blend(quarter, heart.astype(np.float32), colour(accents[1]))
    top = np.concatenate([quarter, quarter[:, ::-1]], 1)
    image = cv2.GaussianBlur(np.concatenate([top, top[::-1]], 0), (0, 0), 0.8)
    wear = 1 + 0.07 * noise(image.shape[:2], seed + 50, cell=200) [..., None]
    stripes = 1 + 0.03 * noise(image.shape[:2], seed + 51, cell=24, octaves=2, stretch=(30, 0.3))[..., None]
    return np.clip(image * wear * stripes, 0, 1).astype(np.float32)
