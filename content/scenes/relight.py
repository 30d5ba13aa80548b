"""Filters the light groups that groups.py rendered and puts places together from them: weights per group, painted sky, emission.

`Layers(folder)` holds, at the width of the light render, one linear RGB picture per light group (float32, without emission),
`emission` (per group), `alpha`, `position`, and the camera's place. `fine()` brings it all to the width of the fine guides.
"""
import json
import os

import cv2
import numpy as np

import halves
import sphere
from kit import vista

EMITTING = ("fire", "lamps")           # groups that own glowing surfaces, in the order in which a glow is looked for


class Layers:
    """Relightable layers of one place."""

    def __init__(self, folder):
        self.folder, self.parts = folder, {}
        with open(os.path.join(folder, "place.json")) as file:
            self.eye = np.array(json.load(file)["camera"], np.float32)
        stored = os.path.join(folder, "layers.npz")
        if not os.path.exists(stored):
            self._filter(stored)
        with np.load(stored) as data:
            names = [n[6:] for n in data.files if n.startswith("light_")]
            self.light = {n: data["light_" + n].astype(np.float32) for n in names}       # light before the surface's colour
            self.emission = {n: data["emit_" + n].astype(np.float32) for n in EMITTING if "emit_" + n in data.files}
            self.albedo, self.alpha = data["albedo"].astype(np.float32), data["alpha"].astype(np.float32)
            self.position, self.normal = data["position"].astype(np.float32), data["normal"].astype(np.float32)
        self.height, self.width = self.alpha.shape[:2]

    def _filter(self, stored):
        """Filter every group's light and keep the result."""
        folders = [os.path.join(self.folder, half) for half in "ab"]
        mean = lambda name: sum(sphere.read(h, name) for h in folders) / 2
        albedo = np.maximum(mean("DiffCol") + mean("GlossCol") + mean("TransCol"), 0)
        base = np.where(albedo.max(2, keepdims=True) > 0.01, np.maximum(albedo, 0.01), 1.0)
        normal, position = mean("Normal"), mean("Position")
        reach = np.maximum(np.linalg.norm(position - self.eye, axis=2), 0.1)
        guides = (halves.planar(np.dstack([position, reach])), halves.planar(normal), [(halves.planar(np.minimum(albedo, 1)), 25.0)])
        levels = 6 if albedo.shape[1] > 1500 else 5
        kept = {"albedo": base, "alpha": mean("Alpha")[..., :1], "position": position, "normal": normal}
        left = [sphere.read(h, "Emit") for h in folders]
        files = sorted(f for f in os.listdir(folders[0]) if f.startswith("Combined_"))
        names = [f[9:f.rindex("0001")] for f in files]
        for name in sorted(names, key=lambda n: EMITTING.index(n) if n in EMITTING else 9):
            pair = [sphere.read(h, "Combined_" + name) for h in folders]
            if name in EMITTING:
                glow = [np.minimum(light, glare) for light, glare in zip(pair, left)]
                pair = [light - part for light, part in zip(pair, glow)]
                left = [glare - part for glare, part in zip(left, glow)]
                kept["emit_" + name] = sum(glow) / 2
            kept["light_" + name] = halves.filtered(pair[0] / base, pair[1] / base, guides, levels, 4.0)
            print("filtered", name, flush=True)
        np.savez(stored, **{k: np.asarray(v, np.float32 if k == "position" else np.float16) for k, v in kept.items()})

    def lit(self, weights):
        """The surfaces under a mix of the groups: weights is {group: number or RGB}."""
        if not self.parts:
            self.parts = {n: light * self.albedo + self.emission.get(n, 0) for n, light in self.light.items()}
        total = np.zeros((self.height, self.width, 3), np.float32)
        for name, part in self.parts.items():
            total += part * np.asarray(weights.get(name, 0), np.float32)
        return total

    def directions(self):
        """Unit view vectors in world space of every pixel."""
        az, el = vista.grid(self.width, self.height)
        return np.dstack([np.sin(az) * np.cos(el), np.cos(az) * np.cos(el), np.sin(el)])

    def fine(self):
        """The same layers at the width of the fine guides: light is spread within surfaces, colours and glow come sharp."""
        folder = os.path.join(self.folder, "fine")
        get = lambda name: sphere.read(folder, name)
        albedo = np.maximum(get("DiffCol") + get("GlossCol") + get("TransCol"), 0)
        base = np.where(albedo.max(2, keepdims=True) > 0.01, np.maximum(albedo, 0.01), 1.0).astype(np.float32)
        normal, position, glare = get("Normal"), get("Position"), get("Emit")
        out = object.__new__(Layers)
        out.albedo, out.alpha, out.position, out.normal, out.eye = base, get("Alpha")[..., :1], position, normal, self.eye
        out.height, out.width, out.folder, out.parts = base.shape[0], base.shape[1], self.folder, {}
        names = list(self.light)
        stack = np.concatenate([self.light[n] for n in names], 2)
        spread = _upsample(stack, self, out)
        out.light = {n: spread[..., 3 * k:3 * k + 3] for k, n in enumerate(names)}
        whole = sum(self.emission.values()) + 1e-6
        size = (out.width, out.height)
        out.emission = {n: glare * cv2.resize(cv2.blur(e, (3, 3)) / cv2.blur(whole, (3, 3)), size) for n, e in self.emission.items()}
        return out


def _upsample(stack, coarse, fine):
    """Joint bilateral: every fine pixel averages the nearby coarse light of surfaces like its own."""
    factor = fine.width / coarse.width
    total = np.zeros((fine.height, fine.width, 1), np.float32)
    out = np.zeros((fine.height, fine.width, stack.shape[2]), np.float32)
    reach = np.linalg.norm(fine.position - fine.eye, axis=2) + 0.1
    rows, columns = np.arange(fine.height), np.arange(fine.width)
    y, x = (rows + 0.5) / factor - 0.5, (columns + 0.5) / factor - 0.5
    for dy in range(-1, 3):
        ys = np.clip(np.floor(y).astype(int) + dy, 0, coarse.height - 1)
        wy = np.exp(-0.9 * (np.floor(y) + dy - y) ** 2)
        for dx in range(-1, 3):
            xs = (np.floor(x).astype(int) + dx) % coarse.width
            wx = np.exp(-0.9 * (np.floor(x) + dx - x) ** 2)
            pick = np.ix_(ys, xs)
            apart = np.abs(np.einsum("ijk,ijk->ij", coarse.position[pick] - fine.position, fine.normal)) / (0.012 * reach)
            turned = coarse.normal[pick] - fine.normal
            shade = coarse.albedo[pick] - fine.albedo
            cost = apart + 8 * np.einsum("ijk,ijk->ij", turned, turned) + 12 * np.einsum("ijk,ijk->ij", shade, shade)
            weight = (cv2.exp(-np.minimum(cost, 12).astype(np.float32)) * (wy[:, None] * wx[None, :]).astype(np.float32))[..., None]
            total += weight
            out += stack[pick] * weight
    return out / np.maximum(total, 1e-9)
