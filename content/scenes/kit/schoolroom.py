"""Printed and drawn things of a school room: blackboard drawings, a world map, posters, a globe."""
import cv2
import numpy as np

from kit import core, materials
from kit.art import image_material, surface
from kit.paint import blend, colour, noise, paper, polygon_mask

# Coarse coastlines as (longitude, latitude), good enough for a map seen from across a room.
_COASTS = [
    [(-168, 66), (-156, 71), (-128, 70), (-110, 68), (-95, 72), (-82, 69), (-94, 59), (-80, 52), (-78, 62), (-65, 59), (-56, 52), (-66, 45), (-74, 40),
     (-81, 31), (-80, 25), (-84, 30), (-97, 27), (-97, 20), (-91, 18), (-87, 21), (-88, 16), (-83, 10), (-78, 8), (-86, 12), (-96, 15), (-106, 22),
     (-112, 30), (-117, 33), (-124, 41), (-123, 49), (-135, 58), (-150, 60), (-160, 56), (-166, 60)],
    [(-78, 8), (-71, 12), (-60, 9), (-51, 3), (-35, -6), (-39, -16), (-48, -26), (-58, -36), (-66, -44), (-69, -54), (-74, -48), (-71, -30), (-70, -18), (-81, -5)],
    [(-17, 15), (-16, 24), (-9, 32), (-5, 36), (10, 37), (11, 33), (20, 31), (32, 31), (37, 22), (43, 12), (51, 11), (41, -2), (40, -15), (35, -24), (31, -30),
     (20, -35), (14, -22), (12, -6), (9, 4), (-8, 5)],
    [(-9, 38), (-9, 43), (-2, 44), (-4, 48), (4, 52), (8, 57), (5, 61), (14, 68), (25, 71), (40, 67), (60, 69), (75, 73), (105, 77), (130, 72), (160, 70), (180, 67),
     (178, 63), (163, 60), (157, 52), (143, 59), (135, 54), (140, 46), (129, 42), (127, 35), (121, 39), (122, 30), (115, 23), (107, 20), (109, 12), (105, 9), (100, 13),
     (104, 2), (99, 9), (95, 16), (90, 22), (80, 14), (77, 8), (73, 19), (67, 25), (57, 26), (60, 22), (52, 16), (44, 13), (35, 28), (36, 36), (27, 37), (23, 38), (19, 42),
     (13, 45), (18, 40), (15, 38), (9, 44), (3, 43), (0, 39)],
    [(114, -22), (122, -18), (131, -12), (137, -16), (142, -11), (146, -19), (153, -27), (149, -38), (140, -38), (131, -32), (117, -35)],
    [(-45, 60), (-22, 70), (-20, 80), (-60, 82), (-55, 70)], [(44, -25), (49, -15), (50, -20), (46, -26)], [(-5, 50), (1, 52), (-3, 58), (-6, 56)],
    [(131, 32), (140, 36), (142, 44), (139, 42), (136, 36)], [(96, 5), (104, -3), (105, -6), (98, 1)], [(109, 2), (117, 6), (116, -4), (110, -2)],
    [(131, -1), (141, -3), (150, -10), (138, -8)], [(167, -46), (174, -35), (178, -38), (172, -44)], [(-24, 65), (-14, 66), (-19, 63)],
    [(-180, -72), (-120, -74), (-60, -68), (-58, -76), (0, -70), (60, -67), (120, -67), (170, -72), (180, -78), (180, -90), (-180, -90)],
]


def world_map(width=1600, sea='#a9c6c9', paper_tone='#efe4cb'):
    """Equirectangular world in printed atlas colours, with a graticule."""
    height = width // 2
    wobble_x, wobble_y = (noise((height, width), k, cell=70, octaves=5) * 6 for k in (5, 6))
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    image = np.broadcast_to(colour(sea), (height, width, 3)).copy()
    shelf = np.zeros((height, width), np.float32)
    tones = ('#d9b36a', '#b9c07a', '#d99a6c', '#c9bd86', '#d68f7a', '#e8e6df', '#b9c07a', '#c8957f', '#d9b36a', '#b9c07a', '#d99a6c', '#c9bd86', '#b9c07a', '#d9b36a', '#eeeae0')
    lands = []
    for coast, tone in zip(_COASTS, tones):
        mask = polygon_mask((height, width), [((lon + 180) / 360, (90 - lat) / 180) for lon, lat in coast])
        mask = cv2.remap(mask, columns + wobble_x, rows + wobble_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lands.append((np.clip((cv2.GaussianBlur(mask, (0, 0), width / 500) - 0.4) * 5, 0, 1), tone))
        shelf = np.maximum(shelf, cv2.GaussianBlur(mask, (0, 0), width / 130))
    image = blend(image, np.clip(shelf * 1.2, 0, 1) * 0.6, colour('#d4e3df'))
    relief = noise((height, width), 8, cell=60, octaves=5)
    for mask, tone in lands:
        edge = cv2.dilate(mask, np.ones((3, 3))) - mask
        image = blend(image, np.clip(edge, 0, 1) * 0.7, colour('#5d6a62'))
        image = blend(image, mask, np.clip(colour(tone) * (1 + 0.08 * relief[..., None]), 0, 1))
    for k in range(1, 12):
        cv2.line(image, (k * width // 12, 0), (k * width // 12, height), (0.45, 0.55, 0.55), 1, cv2.LINE_AA)
        cv2.line(image, (0, k * height // 12), (width, k * height // 12), (0.45, 0.55, 0.55), 1, cv2.LINE_AA)
    return image


def map_poster(width=1600):
    """The world map with a paper margin, a title and a rule."""
    world = world_map(width)
    margin = width // 22
    sheet = np.broadcast_to(colour('#efe6d2'), (world.shape[0] + 3 * margin, width + 2 * margin, 3)).copy()
    sheet[margin:margin + world.shape[0], margin:margin + width] = world
    cv2.rectangle(sheet, (margin, margin), (margin + width, margin + world.shape[0]), (0.25, 0.25, 0.22), 3, cv2.LINE_AA)
    cv2.putText(sheet, 'THE WORLD', (margin, sheet.shape[0] - margin // 2), cv2.FONT_HERSHEY_COMPLEX, width / 900, (0.2, 0.22, 0.2), 3, cv2.LINE_AA)
    return paper(sheet, 3)


def globe(location=(0, 0, 0), rotation_deg=0.0, radius=0.16, stand=None):
    """Globe on a tilted axis with a half meridian and turned foot."""
    stand = stand or materials.wood('walnut')
    brass = materials.metal('brass', 0.3)
    centre = radius + 0.10
    ball = surface(lambda u, v: (radius * np.sin(np.pi * v) * np.cos(u * 2 * np.pi), radius * np.sin(np.pi * v) * np.sin(u * 2 * np.pi), -radius * np.cos(np.pi * v)),
                   65, 33, image_material(world_map(1024, sea='#5f93a3'), gloss=0.7, name='globe'), 'globe', closed_u=False)
    layer = ball.data.uv_layers.new(name='UVMap')
    coords = [(i / 64, j / 32) for j in range(33) for i in range(65)]
    for loop in ball.data.loops:
        layer.data[loop.index].uv = coords[loop.vertex_index]
    ball.rotation_euler, ball.location = (0, np.radians(23), 0), (0, 0, centre)
    arc = [((radius + 0.016) * np.sin(a), 0, centre + (radius + 0.016) * np.cos(a)) for a in np.linspace(np.radians(18), np.radians(208), 40)]
    parts = [ball, core.tube(arc, 0.0055, brass),
             core.lathe([(0, 0), (radius * 0.62, 0), (radius * 0.62, 0.012), (radius * 0.5, 0.022), (0.02, 0.04), (0.016, 0.085), (0, 0.086)], (0, 0, 0), stand)]
    return core.parent(parts, location, rotation_deg)


_CHALK = (0.86, 0.86, 0.80)


def _write(layer, text, at, scale, tone=_CHALK, weight=3, font=cv2.FONT_HERSHEY_SCRIPT_COMPLEX):
    cv2.putText(layer, text, at, font, scale, tone, weight, cv2.LINE_AA)


def blackboard(width=2400, height=960):
    """A lesson in chalk: the planets, how a lens bends light, and a curve with its slope."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    board = np.broadcast_to(colour('#375046'), (height, width, 3)).copy()
    smear = noise((height, width), 3, cell=420, octaves=4, stretch=(2.4, 0.7))
    board = board + (0.035 * np.clip(smear, -0.6, 1.5) + 0.02)[..., None]
    ink = np.zeros((height, width, 3), np.float32)
    warm, blue, rose = (0.92, 0.78, 0.42), (0.55, 0.76, 0.84), (0.9, 0.58, 0.52)
    _write(ink, 'Our neighbours in space', (70, 105), 2.5, weight=4)
    cv2.line(ink, (70, 130), (1010, 126), _CHALK, 3, cv2.LINE_AA)
    sun = (120, 480)
    cv2.circle(ink, sun, 85, warm, 5, cv2.LINE_AA)
    for k in range(24):
        a = k * np.pi / 12
        cv2.line(ink, (int(sun[0] + 100 * np.cos(a)), int(sun[1] + 100 * np.sin(a))), (int(sun[0] + 130 * np.cos(a)), int(sun[1] + 130 * np.sin(a))), warm, 4, cv2.LINE_AA)
    planets = [('Mercury', 290, 13, _CHALK), ('Venus', 375, 22, warm), ('Earth', 475, 24, blue), ('Mars', 570, 18, rose), ('Jupiter', 715, 62, warm), ('Saturn', 900, 50, _CHALK),
               ('Uranus', 1045, 34, blue), ('Neptune', 1155, 33, blue)]
    for k, (name, x, r, tone) in enumerate(planets):
        cv2.ellipse(ink, sun, (x - sun[0], int((x - sun[0]) * 0.62)), 0, -34, 34, (0.4, 0.42, 0.4), 2, cv2.LINE_AA)
        y = sun[1] + (-1) ** k * 12
        for turn in range(0, 180, 24):
            dy = int(r * np.cos(np.radians(turn)))
            dx = int(np.sqrt(max(r * r - dy * dy, 0)))
            cv2.line(ink, (x - dx, y + dy), (x + dx, y + dy - 4), tuple(0.55 * c for c in tone), 2, cv2.LINE_AA)
        cv2.circle(ink, (x, y), r, tone, 4, cv2.LINE_AA)
        if name == 'Saturn':
            cv2.ellipse(ink, (x, y), (84, 20), -16, 0, 360, tone, 3, cv2.LINE_AA)
        _write(ink, name, (x - 9 * len(name), y + (100 if k % 2 else -88)), 1.05, tone, 2)
    _write(ink, 'How far is the light?   8 min 20 s', (120, 860), 1.7, blue, 3)
    _write(ink, 'A lens bends light', (1340, 105), 2.2, weight=4)
    for bend in (-1, 1):
        curve = [(1530 + bend * (38 - 38 * ((y - 300) / 150) ** 2), y) for y in np.linspace(150, 450, 40)]
        cv2.polylines(ink, [np.int32(curve)], False, blue, 4, cv2.LINE_AA)
    cv2.line(ink, (1290, 300), (1860, 300), (0.4, 0.42, 0.4), 2, cv2.LINE_AA)
    for y in (195, 247, 300, 353, 405):
        cv2.line(ink, (1300, y), (1530, y), warm, 3, cv2.LINE_AA)
        cv2.line(ink, (1530, y), (1830, int(300 + (300 - y) * 0.25)), warm, 3, cv2.LINE_AA)
    cv2.circle(ink, (1770, 300), 8, rose, -1, cv2.LINE_AA)
    _write(ink, 'F', (1757, 268), 1.4, rose, 3, cv2.FONT_HERSHEY_COMPLEX)
    _write(ink, '1/f = 1/u + 1/v', (1345, 560), 1.9, _CHALK, 3, cv2.FONT_HERSHEY_COMPLEX)
    cv2.arrowedLine(ink, (1960, 820), (2340, 820), _CHALK, 4, cv2.LINE_AA, tipLength=0.05)
    cv2.arrowedLine(ink, (1980, 850), (1980, 420), _CHALK, 4, cv2.LINE_AA, tipLength=0.05)
    curve = [(1980 + 330 * t, 815 - 330 * t ** 2) for t in np.linspace(0, 1, 60)]
    cv2.polylines(ink, [np.int32(curve)], False, rose, 5, cv2.LINE_AA)
    cv2.line(ink, (2090, 820), (2290, 560), blue, 3, cv2.LINE_AA)
    _write(ink, 'y = x', (2120, 480), 1.7, _CHALK, 3, cv2.FONT_HERSHEY_COMPLEX)
    _write(ink, '2', (2292, 440), 0.9, _CHALK, 2, cv2.FONT_HERSHEY_COMPLEX)
    _write(ink, 'Homework: draw your window', (1300, 720), 1.5, warm, 3)
    _write(ink, 'at 8 in the morning.', (1340, 780), 1.5, warm, 3)
    dust = np.clip(0.72 + 0.4 * noise((height, width), 12, cell=5, octaves=2), 0.25, 1)
    haze = cv2.GaussianBlur(ink, (0, 0), 7) * 0.10
    ink = cv2.GaussianBlur(ink, (0, 0), 0.9) * dust[..., None]
    return np.clip(board + haze + ink * (1 - board * 0.8), 0, 0.9).astype(np.float32)


def growth_poster(width=900, height=1200):
    """From seed to plant, in four stages."""
    sheet = np.broadcast_to(colour('#f1ead8'), (height, width, 3)).copy()
    cv2.putText(sheet, 'FROM SEED TO PLANT', (70, 110), cv2.FONT_HERSHEY_DUPLEX, 1.75, tuple(map(float, colour('#2f4a3c'))), 3, cv2.LINE_AA)
    soil = polygon_mask((height, width), [(0, .74), (.3, .735), (.7, .745), (1, .74), (1, 1), (0, 1)])
    sheet = blend(sheet, soil, colour('#7a5539') * (1 + 0.08 * noise((height, width), 4, cell=40)[..., None]))
    green, pale = tuple(map(float, colour('#4d7a4a'))), tuple(map(float, colour('#8fb35e')))
    for k, tall in enumerate((0.0, 0.10, 0.26, 0.46)):
        x, ground = int(width * (0.14 + 0.24 * k)), int(height * 0.74)
        cv2.ellipse(sheet, (x, ground + 70), (24, 32), 15, 0, 360, tuple(map(float, colour('#d9a95a'))), -1, cv2.LINE_AA)
        for root in range(k * 3):
            end = (x + (root - k * 1.5 + .5) * 22, ground + 130 + 34 * (root % 3))
            cv2.line(sheet, (x, ground + 95), tuple(map(int, end)), tuple(map(float, colour('#e6d7b8'))), 4, cv2.LINE_AA)
        top = ground - int(tall * height)
        if k:
            cv2.line(sheet, (x, ground + 50), (x, top), green, 10, cv2.LINE_AA)
        for leaf in range(k * 2):
            y, side = int(ground - (ground - top) * (0.35 + 0.65 * leaf / max(k * 2 - 1, 1))), (-1) ** leaf
            cv2.ellipse(sheet, (x + side * 46, y - 14), (52, 20), -side * 24, 0, 360, green if leaf % 2 else pale, -1, cv2.LINE_AA)
        if k == 3:
            for petal in range(10):
                a = petal * np.pi / 5
                cv2.ellipse(sheet, (int(x + 44 * np.cos(a)), int(top + 44 * np.sin(a))), (34, 15), float(np.degrees(a)), 0, 360, tuple(map(float, colour('#e2a93b'))), -1, cv2.LINE_AA)
            cv2.circle(sheet, (x, top), 28, tuple(map(float, colour('#6b4327'))), -1, cv2.LINE_AA)
    return paper(sheet, 5)


def shapes_poster(width=900, height=1200):
    """Solids and their names' initials in a calm grid of colours."""
    sheet = np.broadcast_to(colour('#e9e2d2'), (height, width, 3)).copy()
    tones = ('#d9a441', '#c5573d', '#3f7f86', '#6f8f5c', '#2f4a6f', '#b98a6a')
    cv2.putText(sheet, 'SHAPES & ANGLES', (90, 110), cv2.FONT_HERSHEY_DUPLEX, 1.9, tuple(map(float, colour('#28323a'))), 3, cv2.LINE_AA)
    for k, tone in enumerate(tones):
        cx, cy = width * (0.28 + 0.44 * (k % 2)), height * (0.25 + 0.27 * (k // 2))
        sides = (60, 3, 4, 5, 6, 8)[k]
        a = np.linspace(0, 2 * np.pi, sides, endpoint=False) - np.pi / 2 + (np.pi / 4 if sides == 4 else 0)
        points = [((cx + 125 * np.cos(t)) / width, (cy + 125 * np.sin(t)) / height) for t in a]
        sheet = blend(sheet, polygon_mask((height, width), points), colour(tone))
        if sides < 60:
            for x, y in points:
                cv2.circle(sheet, (int(x * width), int(y * height)), 11, tuple(map(float, colour('#f6f1e4'))), -1, cv2.LINE_AA)
        else:
            cv2.line(sheet, (int(cx), int(cy)), (int(cx + 125), int(cy)), tuple(map(float, colour('#f6f1e4'))), 5, cv2.LINE_AA)
    return paper(sheet, 6)


def child_drawing(seed, width=500, height=380):
    """A crayon picture: house, tree and sun, never the same twice."""
    rng = np.random.default_rng(seed)
    sheet = np.broadcast_to(colour('#f4f0e6'), (height, width, 3)).copy()
    crayons = [tuple(map(float, colour(c))) for c in ('#d8523f', '#3f7fae', '#e2a93b', '#4d8a4a', '#8a5fa0', '#6b4a33')]

    def scribble(x0, y0, x1, y1, tone):
        for y in np.arange(y0, y1, 7):
            cv2.line(sheet, (int(x0 + rng.normal(0, 3)), int(y)), (int(x1 + rng.normal(0, 3)), int(y + rng.normal(0, 4))), tone, 4, cv2.LINE_AA)
    scribble(0, height * 0.82, width, height, crayons[3])
    x = rng.uniform(0.1, 0.45) * width
    scribble(x, height * 0.5, x + 120, height * 0.82, crayons[int(rng.choice([0, 1, 4]))])
    cv2.polylines(sheet, [np.int32([(x - 12, height * 0.5), (x + 60, height * 0.28), (x + 132, height * 0.5)])], True, crayons[5], 7, cv2.LINE_AA)
    scribble(x + 45, height * 0.65, x + 75, height * 0.82, crayons[2])
    tree = int(rng.uniform(0.68, 0.85) * width)
    cv2.line(sheet, (tree, int(height * 0.85)), (tree, int(height * 0.5)), crayons[5], 12, cv2.LINE_AA)
    for _ in range(26):
        cv2.circle(sheet, (int(tree + rng.normal(0, 26)), int(height * 0.43 + rng.normal(0, 22))), 13, crayons[3], 3, cv2.LINE_AA)
    sun = (int(rng.choice([60, width - 60])), 55)
    cv2.circle(sheet, sun, 30, crayons[2], -1, cv2.LINE_AA)
    return paper(sheet, seed)


def floor_globe(location=(0, 0, 0), rotation_deg=0.0, radius=0.3):
    """Large globe in a three-legged wooden cradle."""
    wood = materials.wood('walnut')
    ball = globe((0, 0, 0.42), 0, radius, wood)
    parts = [ball]
    for k in range(3):
        a = k * 2.094
        parts.append(core.tube([(0.30 * np.cos(a), 0.30 * np.sin(a), 0), (0.20 * np.cos(a), 0.20 * np.sin(a), 0.25), (0.14 * np.cos(a), 0.14 * np.sin(a), 0.43)], 0.024, wood))
    parts.append(core.lathe([(0, 0.2), (0.19, 0.2), (0.2, 0.21), (0.2, 0.225), (0.19, 0.23), (0, 0.23)], (0, 0, 0), wood))
    return core.parent(parts, location, rotation_deg)
