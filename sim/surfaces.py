"""Small closed surfaces made in code: bodies of revolution and crumpled balls."""

from __future__ import annotations

from itertools import pairwise

import mujoco
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Faces = NDArray[np.int64]


def add_revolution(
    spec: mujoco.MjSpec, name: str, profile: list[tuple[float, float]], segments: int = 32
) -> None:
    """Add a mesh turned about z from a profile of (radius, height) points [m].

    The profile runs so that its right-hand side is outside. Every band has normals of its own, so
    that the edges between bands stay sharp while the bands look round.
    """
    angles = np.linspace(0.0, 2.0 * np.pi, segments, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    vertices: list[Points] = []
    normals: list[Points] = []
    faces: list[tuple[int, int, int]] = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        base = sum(len(v) for v in vertices)
        length = float(np.hypot(r1 - r0, z1 - z0))
        outward, upward = (z1 - z0) / length, (r0 - r1) / length
        for radius, height in ((r0, z0), (r1, z1)):
            vertices.append(np.column_stack([circle * radius, np.full(segments, height)]))
            normals.append(np.column_stack([circle * outward, np.full(segments, upward)]))
        for i in range(segments):
            j = (i + 1) % segments
            low_i, low_j = base + i, base + j
            high_i, high_j = low_i + segments, low_j + segments
            if r0 > 0.0:
                faces.append((low_i, low_j, high_j))
            if r1 > 0.0:
                faces.append((low_i, high_j, high_i))
    mesh = spec.add_mesh()
    mesh.name = name
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    mesh.uservert = np.concatenate(vertices).ravel()
    mesh.usernormal = np.concatenate(normals).ravel()
    mesh.userface = np.array(faces).ravel()


def icosphere(subdivisions: int) -> tuple[Points, Faces]:
    """A unit sphere of triangles: 12, 42, 162, … vertices."""
    golden = (1.0 + np.sqrt(5.0)) / 2.0
    corners = [
        (-1, golden, 0), (1, golden, 0), (-1, -golden, 0), (1, -golden, 0),
        (0, -1, golden), (0, 1, golden), (0, -1, -golden), (0, 1, -golden),
        (golden, 0, -1), (golden, 0, 1), (-golden, 0, -1), (-golden, 0, 1),
    ]  # fmt: skip
    triangles = [
        (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11),
        (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8),
        (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9),
        (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1),
    ]  # fmt: skip
    points = [np.array(c) / np.linalg.norm(c) for c in corners]
    for _ in range(subdivisions):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int, known: dict[tuple[int, int], int] = middles) -> int:
            key = (min(a, b), max(a, b))
            if key not in known:
                point = points[a] + points[b]
                points.append(point / np.linalg.norm(point))
                known[key] = len(points) - 1
            return known[key]

        split = []
        for a, b, c in triangles:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            split += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        triangles = split
    return np.array(points), np.array(triangles)


def crumpled_ball(extent: tuple[float, float, float], seed: int) -> tuple[Points, Faces]:
    """A crumpled ball of exactly this extent [m], flat below so that it lies; origin below it.

    Creases come from random planes that each press one side of the ball in.
    """
    random = np.random.default_rng(seed)
    points, faces = icosphere(2)
    for _ in range(14):
        direction = random.normal(size=3)
        direction /= np.linalg.norm(direction)
        depth = random.uniform(0.72, 0.95)
        beyond = np.maximum(points @ direction - depth, 0.0)
        points = points - np.outer(beyond * random.uniform(0.8, 1.3), direction)
    points = points * random.uniform(0.86, 1.0, size=(len(points), 1))
    lowest = np.quantile(points[:, 2], 0.10)
    points[:, 2] = np.maximum(points[:, 2], lowest)
    low, high = points.min(axis=0), points.max(axis=0)
    points = (points - (low + high) / 2.0) / (high - low) * np.array(extent)
    points[:, 2] += extent[2] / 2.0
    return points, faces


def add_faceted(spec: mujoco.MjSpec, name: str, points: Points, faces: Faces) -> None:
    """Add a mesh whose facets are shaded flat."""
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(lengths > 1e-12, normals / np.maximum(lengths, 1e-12), (0.0, 0.0, 1.0))
    mesh = spec.add_mesh()
    mesh.name = name
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    mesh.uservert = corners.reshape(-1)
    mesh.usernormal = np.repeat(normals, 3, axis=0).ravel()
    mesh.userface = np.arange(3 * len(faces))
