"""Takes the noise out of a path-traced picture with the networks of Intel Open Image Denoise (their weights lie in `weights`).

Colours and directions of surfaces are cleaned first; with them as guides, the light. Curves and constants are those of the networks'
training (Open Image Denoise 2, core/color.h): other numbers would ask them about light they have never seen.
"""
import os

import cv2
import numpy as np

from network import Network

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'weights')
A, B, C, D = 1.41283765e+03, 1.64593172e+00, 4.31384981e-01, -2.94139609e-03
E, F, G = 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
DARK, MIDDLE = 1.57945760e-06, 3.22087631e-02
CURVED_DARK, CURVED_MIDDLE = 2.23151711e-03, 3.70974749e-01
BRIGHTEST, MIDDLE_GREY = 65504.0, 0.18
LUMINANCE = np.array([0.212671, 0.715160, 0.072169], np.float32)


def curved(light):
    """Linear light as the eye tells it apart."""
    power = B * np.power(np.maximum(light, 1e-12), C) + D
    return np.where(light <= DARK, A * light, np.where(light <= MIDDLE, power, E * np.log(light + F) + G)).astype(np.float32)


def straight(value):
    """The inverse of `curved`."""
    power = np.power(np.maximum((value - D) / B, 0), 1 / C)
    return np.where(value <= CURVED_DARK, value / A, np.where(value <= CURVED_MIDDLE, power, np.exp(np.minimum((value - G) / E, 40)) - F)).astype(np.float32)


def display(linear):
    """The sRGB curve."""
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.power(np.maximum(linear, 1e-8), 1 / 2.4) - 0.055).astype(np.float32)


def linear(value):
    """The inverse of `display`."""
    return np.where(value <= 0.04045, value / 12.92, np.power((np.maximum(value, 0) + 0.055) / 1.055, 2.4)).astype(np.float32)


def level(colour):
    """What brings the picture's mean light to middle grey: one number for all of it, or tiles would show."""
    height, width = colour.shape[:2]
    bins = cv2.resize(colour @ LUMINANCE, (-(-width // 16), -(-height // 16)), interpolation=cv2.INTER_AREA)
    lit = bins[bins > 1e-8]
    return float(MIDDLE_GREY / np.exp2(np.log2(lit).mean())) if lit.size else 1.0


def _net(name):
    return Network(os.path.join(WEIGHTS, name + '.tza'))


def guides(albedo, normal):
    """Clean colours and directions of surfaces; albedo from 0 to 1, normals from -1 to 1, the result's from 0 to 1."""
    clean = np.clip(linear(_net('rt_alb')(display(np.clip(albedo, 0, 1)))), 0, 1)
    return clean, np.clip(_net('rt_nrm')(np.clip(normal, -1, 1) * 0.5 + 0.5), 0, 1)


def denoised(colour, albedo, normal):
    """Clean linear light, with clean guides. All three are float32 RGB spheres."""
    scale, span = level(colour), curved(np.float32(BRIGHTEST))
    light = curved(np.maximum(colour, 0) * scale) / span
    return straight(np.maximum(_net('rt_hdr_calb_cnrm')(np.dstack([light, albedo, normal])), 0) * span) / scale
