"""The colour of light by temperature."""
import math


def kelvin(temperature):
    """Linear RGB of a black body's light, brightest channel 1 (Helland's approximation)."""
    t = temperature / 100.0
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else (0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04)
    display = [min(max(c, 0), 255) / 255 for c in (red, green, blue)]
    linear = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04 else c / 12.92 for c in display]
    return tuple(c / max(linear) for c in linear)
