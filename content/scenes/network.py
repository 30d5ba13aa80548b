"""Runs the networks of Intel Open Image Denoise: reads their weights, writes the graph as ONNX, goes over a sphere in tiles.

OpenCV runs the graph, or ONNX Runtime where it is installed: the same values to a millionth, in half the time.
"""
import contextlib
import struct

import cv2
import numpy as np

from sphere import padded

onnxruntime = None
with contextlib.suppress(ImportError):
    import onnxruntime

TILE = 2048
LARGE_MARGIN, BASE_MARGIN = 112, 96


def weights_of(path):
    """The tensors of a TZA file by name, float32."""
    with open(path, 'rb') as file:
        data = file.read()
    magic, major, _, at = struct.unpack_from('<HBBQ', data, 0)
    if magic != 0x41D7 or major != 2:
        raise ValueError(f'{path} is no TZA file of version 2')
    (count,) = struct.unpack_from('<I', data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from('<H', data, at)
        name = data[at + 2:at + 2 + length].decode()
        at += 2 + length
        dimensions = data[at]
        shape = struct.unpack_from(f'<{dimensions}I', data, at + 1)
        at += 1 + 5 * dimensions                            # the sizes and a letter each for the layout
        kind = {b'f': np.float32, b'h': np.float16}[data[at:at + 1]]
        (start,) = struct.unpack_from('<Q', data, at + 1)
        at += 9
        tensors[name] = np.frombuffer(data, kind, int(np.prod(shape)), start).reshape(shape).astype(np.float32)
    return tensors


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def _field(number, value):
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    value = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _whole(name, *values):
    return _field(5, _field(1, name) + b''.join(_field(8, v) for v in values) + _field(20, 7))


def _tensor(name, array):
    sizes = b''.join(_field(1, size) for size in array.shape)
    return _field(5, sizes + _field(2, 1) + _field(8, name) + _field(9, np.ascontiguousarray(array, np.float32).tobytes()))


def _port(tag, name, shape):
    sizes = b''.join(_field(1, _field(1, size)) for size in shape)
    return _field(tag, _field(1, name) + _field(2, _field(1, _field(1, 1) + _field(2, sizes))))


class Graph:
    """The U-shaped network as an ONNX model: 3 x 3 convolutions, four times halved and doubled again, with a skip at every size."""

    def __init__(self, weights):
        self.weights, self.nodes = weights, []
        self.constants = [_tensor('two', np.array([1, 1, 2, 2]))]

    def _node(self, kind, inputs, attributes=b''):
        out = f't{len(self.nodes)}'
        self.nodes.append(_field(1, b''.join(_field(1, i) for i in inputs) + _field(2, out) + _field(3, 'n' + out) + _field(4, kind) + attributes))
        return out

    def _convolved(self, x, *names):
        for name in names:
            self.constants += [_tensor(f'{name}.{part}', self.weights[f'{name}.{part}']) for part in ('weight', 'bias')]
            shape = _whole('kernel_shape', 3, 3) + _whole('pads', 1, 1, 1, 1) + _whole('strides', 1, 1)
            x = self._node('Relu', [self._node('Conv', [x, f'{name}.weight', f'{name}.bias'], shape)])
        return x

    def _halved(self, x):
        return self._node('MaxPool', [x], _whole('kernel_shape', 2, 2) + _whole('strides', 2, 2))

    def _doubled(self, x, skip):
        nearest = _field(5, _field(1, 'mode') + _field(4, 'nearest') + _field(20, 3))
        channels = _field(5, _field(1, 'axis') + _field(3, 1) + _field(20, 2))
        return self._node('Concat', [self._node('Upsample', [x, 'two'], nearest), skip], channels)

    def model(self, height, width):
        """Bytes of the model for input of this size."""
        large = is_large(self.weights)
        x, skips = 'input', ['input']
        if not large:
            x = self._convolved(x, 'enc_conv0')
        for level in '1234':
            x = self._halved(self._convolved(x, *(f'enc_conv{level}{letter}' for letter in ('ab' if large else ('',)))))
            skips.append(x)
        skips.pop()
        x = self._convolved(x, 'enc_conv5a', 'enc_conv5b')
        for level in '4321':
            x = self._convolved(self._doubled(x, skips.pop()), f'dec_conv{level}a', f'dec_conv{level}b')
        x = self._convolved(x, 'dec_conv1c' if large else 'dec_conv0')
        channels = self.weights['enc_conv1a.weight' if large else 'enc_conv0.weight'].shape[1]
        ports = _port(11, 'input', (1, channels, height, width)) + _port(12, x, (1, 3, height, width))
        return _field(1, 7) + _field(7, b''.join(self.nodes) + _field(2, 'unet') + b''.join(self.constants) + ports) + _field(8, _field(1, '') + _field(2, 9))


def is_large(weights):
    """Whether these are the weights of a network with two convolutions on every level."""
    return 'enc_conv1b.weight' in weights


def _by_runtime(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.add_session_config_entry('session.intra_op.allow_spinning', '0')
    session = onnxruntime.InferenceSession(model, options, providers=['CPUExecutionProvider'])
    return lambda planes: session.run(None, {'input': planes})[0]


def _by_opencv(model):
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

    def run(planes):
        net.setInput(planes)
        return net.forward()
    return run


class Network:
    """One weight file, run on tiles with margins wide enough that no tile's edge can be seen."""

    def __init__(self, path):
        self.weights = weights_of(path)
        self.margin = LARGE_MARGIN if is_large(self.weights) else BASE_MARGIN
        self.size, self.net = None, None

    def _run(self, part):
        planes = np.ascontiguousarray(np.moveaxis(part, 2, 0))[None]
        if self.size != part.shape[:2]:
            self.size = part.shape[:2]
            model = Graph(self.weights).model(*self.size)
            self.net = _by_runtime(model) if onnxruntime else _by_opencv(model)
        return np.moveaxis(self.net(planes)[0], 0, 2)

    def __call__(self, planes):
        """Three clean planes out of (height, width, channels)."""
        height, width, _ = planes.shape
        m = self.margin
        wide = padded(planes, m, m)
        out = np.empty((height, width, 3), np.float32)
        for y in range(0, height, TILE):
            for x in range(0, width, TILE):
                h, w = min(TILE, height - y), min(TILE, width - x)
                part = wide[y:y + h + 2 * m, x:x + w + 2 * m]
                part = np.pad(part, ((0, -part.shape[0] % 16), (0, -part.shape[1] % 16), (0, 0)), mode='edge')
                out[y:y + h, x:x + w] = self._run(part)[m:m + h, m:m + w]
        return out
