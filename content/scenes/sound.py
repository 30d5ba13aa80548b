"""Sound, synthesised. It loops.

Of the videos: water and crickets on the terrace, a crackling fire and low wind in the lounge. Of places in tours, written as
`content/media/sounds/NAME.mp3` by `/usr/bin/python3 content/scenes/sound.py` (needs ffmpeg): see SPOTS.
"""
import os
import subprocess
import tempfile
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


def sea(seconds):
    """Waves that come in below a balcony, and two gulls far off."""
    rng, count = np.random.default_rng(21), int(seconds * RATE)
    track = np.zeros((2, count))
    t = np.arange(count) / count
    waves = round(seconds / 8)
    for channel, lag in ((0, 0.0), (1, 0.03)):
        breath = np.clip(np.sin(2 * np.pi * (waves * t - lag)), 0, 1) ** 1.6 + 0.16
        track[channel] += 0.05 * _band(rng, count, 90, 900, -0.5) * breath + 0.02 * _band(rng, count, 700, 6500, -0.7) * breath ** 2
    for start, pan in ((0.31, -0.5), (0.34, -0.45), (0.72, 0.6)):
        length = int(RATE * 0.5)
        s = np.arange(length) / RATE
        pitch = 1150 + 320 * np.sin(np.pi * s / 0.5) - 260 * s
        cry = sum(np.sin(2 * np.pi * k * np.cumsum(pitch) / RATE) / k ** 1.5 for k in (1, 2, 3)) * np.sin(np.pi * s / 0.5) ** 2
        _place(track, _far(cry, 0.25, 5), int(start * count), pan, 0.006)
    return track


def piano(seconds):
    """Someone plays slowly by the bar: broken chords in F, with a few notes above them."""
    rng, count = np.random.default_rng(5), int(seconds * RATE)
    track = np.zeros((2, count))
    chords = ((41, 57, 60, 64), (38, 53, 57, 60), (46, 58, 62, 65), (36, 52, 58, 64))
    tune = (72, 76, 74, 72, 69, 65, 67, 69, 70, 74, 72, 70, 67, 64, 65, 67)
    bar = count / 8
    for k in range(8):
        for note, at in zip(chords[k % 4], (0.0, 0.26, 0.39, 0.52)):
            _place(track, _string(note, 3.4), int((k + at) * bar + rng.normal(0, 0.008) * RATE), (note - 60) / 40, 0.085 + 0.01 * rng.normal())
        for note, at in zip(tune[2 * k:2 * k + 2], (0.13, 0.66)):
            _place(track, _string(note, 2.6), int((k + at) * bar + rng.normal(0, 0.012) * RATE), (note - 60) / 40, 0.10 + 0.015 * rng.normal())
    return track


def steps(seconds):
    """Someone walks slowly through a high hall, stops before a picture, and walks on."""
    rng, count = np.random.default_rng(8), int(seconds * RATE)
    track = 0.0025 * np.stack([_band(rng, count, 60, 420, -0.8) for _ in range(2)])
    at, foot = 0.6, 0
    while at < seconds - 1:
        length = int(RATE * 0.09)
        t = np.arange(length) / RATE
        sole = np.sin(2 * np.pi * rng.uniform(88, 104) * t) * np.exp(-t * 55) + 0.5 * rng.normal(size=length) * np.exp(-t * 190)
        _place(track, _far(sole, 1.6, foot), int(at * RATE), -0.6 + 1.2 * at / seconds, 0.10 * rng.uniform(0.8, 1.1))
        at, foot = at + (3.2 if foot in (7, 15) else rng.uniform(0.66, 0.74)), foot + 1
    return track


def reading(seconds):
    """The fire of a reading room, a clock, a page now and then."""
    rng, count = np.random.default_rng(13), int(seconds * RATE)
    track = 0.8 * hearth(seconds)
    for k in range(int(seconds)):
        length = int(RATE * 0.03)
        t = np.arange(length) / RATE
        tick = np.sin(2 * np.pi * (2300 if k % 2 else 1900) * t) * np.exp(-t * 260)
        _place(track, _far(tick, 0.4, 2), k * RATE, 0.4, 0.035)
    for start in (0.27, 0.68):
        length = int(RATE * 0.7)
        t = np.arange(length) / length
        page = _band(rng, length, 1200, 7000, -0.2) * np.sin(np.pi * t) ** 3
        _place(track, page, int(start * count), -0.3, 0.012)
    return track


def meadow(seconds):
    """A meadow early in the morning, heard from a window: little wind, a blackbird near by, two small birds further off."""
    rng, count = np.random.default_rng(34), int(seconds * RATE)
    track = np.zeros((2, count))
    for channel in (0, 1):
        track[channel] += 0.007 * _band(rng, count, 90, 900, -0.6) * _swell(rng, count, 3, 0.4)
        track[channel] += 0.003 * _band(rng, count, 1500, 6000, -0.8) * _swell(rng, count, 5, 0.4)
    for phrase, start in enumerate((0.04, 0.27, 0.46, 0.73)):
        at = start * count
        for _ in range(int(rng.integers(3, 6))):
            length = rng.uniform(0.16, 0.34)
            _place(track, _far(_whistle(rng, rng.uniform(1700, 2500), 0.12, length), 0.7, phrase), int(at), -0.35, 0.030)
            at += (length + rng.uniform(0.03, 0.12)) * RATE
        _place(track, _far(_whistle(rng, 4300, 0.25, 0.18), 0.7, phrase), int(at), -0.35, 0.008)
    for pitch, pan, gain, rest in ((4600, 0.7, 0.006, 3.1), (5300, 0.15, 0.004, 4.7)):
        for k in range(round(seconds / rest)):
            at = (k + rng.uniform(0.1, 0.5)) * rest
            for note in range(int(rng.integers(3, 7))):
                _place(track, _far(_whistle(rng, pitch * (1 if note % 2 else 0.86), 0.05, 0.09), 0.9, note), int((at + 0.15 * note) * RATE) % count, pan, gain)
    return track


def _whistle(rng, pitch, bend, length):
    """One note of a bird: nearly a pure tone that glides."""
    t = np.arange(int(length * RATE)) / (length * RATE)
    hertz = pitch * (1 + bend * np.sin(2 * np.pi * (rng.uniform(0.4, 1.1) * t + rng.random())))
    phase = 2 * np.pi * np.cumsum(hertz) / RATE
    return (np.sin(phase) + 0.12 * np.sin(2 * phase)) * np.sin(np.pi * t) ** 0.8


def _string(note, length):
    """One struck string: partials that die away, high ones first."""
    t = np.arange(int(length * RATE)) / RATE
    base = 440 * 2 ** ((note - 69) / 12)
    tone = sum(np.sin(2 * np.pi * base * k * np.sqrt(1 + 0.0004 * k * k) * t) / k ** 1.3 * np.exp(-t * (0.9 + 0.55 * k)) for k in range(1, 9))
    return tone * np.minimum(t * 180, 1) * np.minimum((length - t) * 20, 1) * 0.5


def _far(piece, seconds, seed):
    """A sound in a large room: itself, and its echo dying away over `seconds`."""
    rng = np.random.default_rng(100 + seed)
    length = int(RATE * seconds)
    tail = rng.normal(size=length) * np.exp(-np.arange(length) / RATE * 5 / seconds) * 0.06
    tail[0] = 1.0
    size = piece.size + length
    return np.fft.irfft(np.fft.rfft(piece, size) * np.fft.rfft(tail, size), size)


# Of each sound in `content/media/sounds`: what makes it, and its seconds.
SPOTS = {'sea-below-the-balcony': (sea, 24), 'piano-by-the-bar': (piano, 24), 'steps-in-the-gallery': (steps, 18), 'reading-room': (reading, 16),
         'morning-meadow': (meadow, 24)}


def write(kind, seconds, path):
    """Write the sound of a place as a 16-bit stereo WAV file."""
    _save({"terrace": terrace, "hearth": hearth}[kind](seconds), path)


def _save(track, path):
    track = np.tanh(track / np.abs(track).max() * 1.2) * 0.6
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((track.T * 32767).astype("<i2").tobytes())


def main():
    """Write every sound of the tours."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'media', 'sounds')
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for name, (make, seconds) in SPOTS.items():
            wav = os.path.join(work, name + '.wav')
            _save(make(seconds), wav)
            subprocess.run(['ffmpeg', '-v', 'error', '-y', '-i', wav, '-c:a', 'libmp3lame', '-b:a', '80k', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact',
                            os.path.join(folder, name + '.mp3')], check=True)


if __name__ == '__main__':
    main()
