"""Tangent frames of a surface's vertices as the engine wants them: quaternions whose third axis is the normal."""

import numpy as np

from models.synth.studio.shapes import Floats, Shape

_LEAST = 1e-4
"""A quaternion's w must not be 0: its sign tells the engine which way the second axis runs."""


def plain_frames(normals: Floats) -> Floats:
    """x y z w, (N, 4), of any frames with these normals: enough for a surface without relief."""
    z = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    down = z[:, 2] < -0.999
    half = np.column_stack([-z[:, 1], z[:, 0], np.zeros(len(z)), 1 + z[:, 2]])
    half[down] = (1.0, 0.0, 0.0, 0.0)
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    half[:, 3] = np.maximum(half[:, 3], _LEAST)
    return half


def relief_frames(shape: Shape) -> Floats:
    """x y z w, (N, 4), whose first axis runs along the texture's x: for surfaces with a relief."""
    a, b, c = (shape.triangles[:, k] for k in range(3))
    along, across = shape.points[b] - shape.points[a], shape.points[c] - shape.points[a]
    (du, dv), (eu, ev) = (shape.places[b] - shape.places[a]).T, (shape.places[c] - shape.places[a]).T
    area = du * ev - eu * dv
    area = np.where(np.abs(area) < 1e-12, 1e-12, area)[:, None]
    run = (along * ev[:, None] - across * dv[:, None]) / area
    total = np.zeros_like(shape.points)
    for corner in (a, b, c):
        np.add.at(total, corner, run)
    z = shape.normals / np.linalg.norm(shape.normals, axis=1, keepdims=True)
    x = total - z * np.einsum("ij,ij->i", total, z)[:, None]
    lost = np.linalg.norm(x, axis=1) < 1e-9
    x[lost] = np.cross(z[lost], np.where(np.abs(z[lost, :1]) < 0.8, (1.0, 0, 0), (0, 1.0, 0)))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return _quaternions(x, np.cross(z, x), z)


def _quaternions(x: Floats, y: Floats, z: Floats) -> Floats:
    """Of rotations with these axes as columns, w above 0."""
    a, b, c = x[:, 0], y[:, 1], z[:, 2]
    size = 1 + np.stack([a - b - c, b - a - c, c - a - b, a + b + c])
    xy, xz, yz = x[:, 1] + y[:, 0], x[:, 2] + z[:, 0], y[:, 2] + z[:, 1]
    wx, wy, wz = y[:, 2] - z[:, 1], z[:, 0] - x[:, 2], x[:, 1] - y[:, 0]
    rows = np.array(
        [(size[0], xy, xz, wx), (xy, size[1], yz, wy), (xz, yz, size[2], wz), (wx, wy, wz, size[3])]
    )  # fmt: skip
    best = size.argmax(0)
    found = rows[best, :, np.arange(len(x))]
    found = found / np.linalg.norm(found, axis=1, keepdims=True)
    found *= np.where(found[:, 3:] < 0, -1.0, 1.0)
    found[:, 3] = np.maximum(found[:, 3], _LEAST)
    return np.asarray(found)
