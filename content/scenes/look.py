"""Contact sheet of flat views out of a 360-degree picture: python3 look.py IMAGE OUT.png [yaw,pitch,fov ...]."""
import sys

import cv2
import numpy as np

VIEWS = [(0, -5, 85), (60, -5, 85), (120, -5, 85), (180, -5, 85), (240, -5, 85), (300, -5, 85), (0, 70, 100), (0, -70, 100)]


def flat(panorama, yaw, pitch, fov, width=640, height=440):
    """Flat view: yaw right and pitch up in degrees from the picture's centre, fov horizontal."""
    y, p = np.radians(yaw), np.radians(pitch)
    edge = np.tan(np.radians(fov) / 2)
    u, v = np.meshgrid(np.linspace(-edge, edge, width), np.linspace(edge, -edge, height) * height / width)
    forward = np.cos(p) - v * np.sin(p)
    up = np.sin(p) + v * np.cos(p)
    longitude = np.arctan2(u, forward) + y
    latitude = np.arctan2(up, np.hypot(u, forward))
    rows, columns = panorama.shape[:2]
    x = ((longitude / (2 * np.pi) + 0.5) * columns - 0.5) % columns
    wide = np.concatenate([panorama, panorama[:, :2]], 1)
    return cv2.remap(wide, x.astype(np.float32), ((0.5 - latitude / np.pi) * rows - 0.5).clip(0, rows - 1).astype(np.float32), cv2.INTER_LINEAR)


def main():
    panorama = cv2.imread(sys.argv[1])
    views = [tuple(float(n) for n in a.split(',')) for a in sys.argv[3:]] or VIEWS
    shots = []
    for yaw, pitch, fov in views:
        shot = flat(panorama, yaw, pitch, fov)
        cv2.putText(shot, f'{yaw:g} {pitch:g} {fov:g}', (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 255), 1, cv2.LINE_AA)
        shots.append(shot)
    while len(shots) % 2:
        shots.append(np.zeros_like(shots[0]))
    rows = [np.concatenate(shots[k:k + 2], 1) for k in range(0, len(shots), 2)]
    cv2.imwrite(sys.argv[2], np.concatenate(rows, 0))


if __name__ == '__main__':
    main()
