"""Makers of materials that return the same material when called again with the same arguments."""
import functools

_made = {}


def forget():
    """Drop cached materials: call after the Blender file was emptied."""
    _made.clear()


def once(maker):
    @functools.wraps(maker)
    def cached(*args, **style):
        key = (maker.__name__, repr(args), repr(sorted(style.items())))
        if key not in _made:
            _made[key] = maker(*args, **style)
        return _made[key]
    return cached
