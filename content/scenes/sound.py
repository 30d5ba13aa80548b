"""Ambient sound for the videos, synthesised: water and crickets on the terrace, a crackling fire and low wind in the lounge. It loops."""
import wave

import numpy as np

RATE = 48000


def _band(rng, count, low, high, slope=0.0):
    """Looping noise between two frequencies (Hz), deviation 1; `slope` tilts it (negative is darker)."""
    spectrum = rng.normal(size=count // 2 + 1) + 1j * rng.normal(size=count // 2 + 1)
    hertz = np.fft.rfftfreq(count, 1 / RATE)
    shape = np.where((hertz > low) & (hertz < high), np.maximum(hertz, 1.0) ** slope, 0)
    noise = np.fft.irfft(spectrum * shape, count)
    return noise / noise.std()


def _swell(rng, count, cycles, depth):
    """A slow looping envelope around 1."""
    t = np.arange(count) / count
    total = sum(np.sin(2 * np.pi * (round(cycles * (1 + 0.6 * k)) * t + rng.random())) * 0.7 ** k for k in range(4))
    return np.maximum(1 + depth * total, 0.05)


def _place(track, piece, start, pan, gain):
    """Add a short sound at a sample position, wrapping at the loop's end, panned -1 (left) to 1."""
    at = (start + np.arange(piece.size)) % track.shape[1]
    for channel, share in ((0, np.sqrt((1 - pan) / 2)), (1, np.sqrt((1 + pan) / 2))):
        np.add.at(track[channel], at, piece * gain * share)


def terrace(seconds):
    """Soft wind, water lapping over the pool's edge, two groups of crickets."""
    rng, count = np.random.default_rng(3), int(seconds * RATE)
    track = np.zeros((2, count))
    for channel in (0, 1):
        track[channel] += 0.012 * _band(rng, count, 60, 700, -0.5) * _swell(rng, count, 2, 0.35)
        track[channel] += 0.016 * _band(rng, count, 300, 3800, -0.6) * _swell(rng, count, 7, 0.30)
    for _ in range(int(seconds * 9)):                                   # lapping: short falling bubbles
        length = int(RATE * rng.uniform(0.03, 0.09))
        t = np.arange(length) / RATE
        pitch = rng.uniform(420, 1300)
        drop = np.sin(2 * np.pi * (pitch * t + pitch * rng.uniform(1.5, 4) * t * t)) * np.exp(-t * rng.uniform(35, 80)) * np.minimum(t * 400, 1)
        _place(track, drop, rng.integers(count), rng.uniform(-.7, .7), rng.uniform(.006, .03))
    for pitch, pulse, pan, gain, rest in ((4350, 31, -0.6, 0.010, 1.5), (4720, 27, 0.7, 0.008, 1.1), (3900, 44, 0.2, 0.005, 2.4)):
        chirps = round(seconds / rest * 1.5)
        for k in range(chirps):
            length = int(RATE * 0.42)
            t = np.arange(length) / RATE
            trill = np.sin(2 * np.pi * pitch * t) * np.maximum(np.sin(2 * np.pi * pulse * t), 0) ** 2 * np.sin(np.pi * t / 0.42) ** 0.6
            _place(track, trill, int(k * count / chirps + rng.uniform(0, 0.2) * RATE), pan, gain)
    return track


def hearth(seconds):
    """A fire: low roar, hiss, crackles and pops; wind round the house."""
    rng, count = np.random.default_rng(9), int(seconds * RATE)
    track = np.zeros((2, count))
    for channel in (0, 1):
        track[channel] += 0.020 * _band(rng, count, 35, 260, -0.6) * _swell(rng, count, 5, 0.25)
        track[channel] += 0.009 * _band(rng, count, 120, 520, -1.2) * _swell(rng, count, 2, 0.45)
        track[channel] += 0.0035 * _band(rng, count, 1800, 9000, -0.3) * _swell(rng, count, 11, 0.25)
    for _ in range(int(seconds * 26)):
        length = int(RATE * rng.uniform(0.003, 0.018))
        t = np.arange(length) / RATE
        snap = rng.normal(size=length) * np.exp(-t * rng.uniform(250, 900))
        _place(track, snap, rng.integers(count), rng.uniform(-.35, .35), 0.012 * rng.pareto(2.2) + 0.006)
    for _ in range(int(seconds * 0.8)):
        length = int(RATE * 0.12)
        t = np.arange(length) / RATE
        pop = (np.sin(2 * np.pi * rng.uniform(90, 180) * t) + 0.6 * rng.normal(size=length)) * np.exp(-t * 60)
        _place(track, pop, rng.integers(count), rng.uniform(-.3, .3), rng.uniform(.04, .10))
    return track


def write(kind, seconds, path):
    """Write the sound of a place as a 16-bit stereo WAV file."""
    track = {"terrace": terrace, "hearth": hearth}[kind](seconds)
    track = np.tanh(track / np.abs(track).max() * 1.2) * 0.6
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((track.T * 32767).astype("<i2").tobytes())
