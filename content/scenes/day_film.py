"""The film of a hotspot in the hotel's hall: from noon to midnight in twelve seconds, drawn flat from the hall's two photos.

    python3 content/scenes/day_film.py

Needs ffmpeg with libx264; no Blender. Both photos are of one camera, so that one fades into the other while the view turns.
"""

import math
import shutil
import subprocess
import tempfile
from pathlib import Path

MEDIA = Path(__file__).resolve().parents[2] / "content/media"
DAY = MEDIA / "photos/hotel-lobby.jpg"
NIGHT = MEDIA / "photos/hotel-lobby-night.jpg"
FILM = MEDIA / "films/hall-noon-to-midnight.mp4"

WIDTH, HEIGHT, FOV = 960, 540, 84
FRAMES_A_SECOND, SECONDS = 24, 12
# In degrees: the view turns to the right, past the sofas.
FROM, TO, PITCH = 14, 40, -3
# Seconds: when the light begins to go, and for how long it does.
DUSK, DUSK_SECONDS = 2, 8


def turns():
    """One command for each frame: where to look. Slow at both ends."""
    frames = FRAMES_A_SECOND * SECONDS
    for frame in range(frames):
        share = 0.5 - 0.5 * math.cos(math.pi * frame / (frames - 1))
        # A little before the frame, so that rounding never makes it late.
        at = max(0, (frame - 0.5) / FRAMES_A_SECOND)
        yield f"{at:.4f} v360 yaw {FROM + (TO - FROM) * share:.4f};"


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
            f":yaw={FROM}:pitch={PITCH}:interp=cubic:reset_rot=1"
        )
        # The spheres fade before the view is drawn, so that one turn serves both.
        fade = f"[0][1]xfade=transition=fade:duration={DUSK_SECONDS}:offset={DUSK},{view},format=yuv420p"
        still = ["-loop", "1", "-framerate", str(FRAMES_A_SECOND), "-t", str(SECONDS)]
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", *still, "-i", str(DAY), *still, "-i", str(NIGHT)]
            + ["-filter_complex", fade, "-t", str(SECONDS)]
            + ["-c:v", "libx264", "-preset", "slow", "-crf", "27", "-profile:v", "high", "-an"]
            + ["-movflags", "+faststart", "-map_metadata", "-1", made],
            check=True,
        )
        shutil.copyfile(made, FILM)


if __name__ == "__main__":
    main()
