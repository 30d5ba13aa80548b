"""Pictures of the whole sphere: columns at +-180 degrees are neighbours, and a row beyond a pole is the row before it turned half round."""
import os

os.environ.setdefault('OPENCV_IO_ENABLE_OPENEXR', '1')
import cv2  # noqa: E402
import numpy as np  # noqa: E402

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
