"""The video behind the text of the landing page: a slow look across the terrace, left and right, drawn flat from its sphere.

    python3 content/scenes/landing_film.py

Needs ffmpeg with libvpx; no Blender. It begins and ends at the view that the landing page shows as an image, so that the video
fades in where the picture stands (it has the same shape, too), and its end runs into its beginning.
"""

import math
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPHERE = ROOT / "content/media/photos/pool-terrace.jpg"
FILM = ROOT / "web/public/films/landing.webm"

# As in content/media/photos/views.json, view 1.
YAW, PITCH, FOV = 48, -5, 92
WIDTH, HEIGHT = 1440, 960
FRAMES_A_SECOND, SECONDS = 24, 24
# So far to each side, in degrees.
REACH = 14


def turns():
    """One command for each frame: where to look."""
    frames = FRAMES_A_SECOND * SECONDS
    for frame in range(frames):
        yaw = YAW + REACH * math.sin(2 * math.pi * frame / frames)
        # A little before the frame, so that rounding never makes it late.
        at = max(0, (frame - 0.5) / FRAMES_A_SECOND)
        yield f"{at:.4f} v360 yaw {yaw:.4f};"


def main():
    FILM.parent.mkdir(parents=True, exist_ok=True)
    v_fov = math.degrees(2 * math.atan(math.tan(math.radians(FOV / 2)) * HEIGHT / WIDTH))
    with tempfile.TemporaryDirectory() as folder:
        commands = Path(folder) / "turns.txt"
        commands.write_text("\n".join(turns()))
        made = f"{folder}/{FILM.name}"
        view = (
            f"sendcmd=f={commands},"
            f"v360=e:flat:h_fov={FOV}:v_fov={v_fov:.3f}:w={WIDTH}:h={HEIGHT}"
            f":yaw={YAW}:pitch={PITCH}:interp=cubic:reset_rot=1,format=yuv420p"
        )
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", "-loop", "1", "-framerate", str(FRAMES_A_SECOND)]
            + ["-t", str(SECONDS), "-i", str(SPHERE), "-vf", view]
            + ["-c:v", "libvpx-vp9", "-crf", "38", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4", "-g", "240"]
            + ["-an", made],
            check=True,
        )
        # Only now, so that a concurrent build of the pages gets the previous video.
        shutil.copyfile(made, FILM)


if __name__ == "__main__":
    main()
