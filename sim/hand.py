"""A person's hand that carries an object along a path, as a force; the hand itself is not drawn.

It is a spring and a damper between the object and a point that runs along the path: it pushes
through what is in its way no harder than ``STRENGTH``, and it lets go at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from sim.rotations import Matrix

STIFFNESS = 400.0
"""Of the spring, over the mass [1/s²]: it follows within a tenth of a second."""
STRENGTH = 12.0
"""Greatest force of the hand [N]."""
TWIST = 0.5
"""Greatest torque of the hand [N·m]."""


class Hand:
    """Carries one free body through waypoints, upright, in a given time."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        body: int,
        waypoints: Sequence[Sequence[float]],
        duration: float,
    ) -> None:
        """Take hold of a body; the waypoints [m] follow its present position."""
        self._model, self._data, self._body = model, data, body
        path = [data.xipos[body].copy(), *(np.asarray(w, dtype=np.float64) for w in waypoints)]
        self._path = np.array(path)
        lengths = np.linalg.norm(np.diff(self._path, axis=0), axis=1)
        self._stations = np.concatenate([[0.0], np.cumsum(lengths)])
        self._start = float(data.time)
        self._duration = duration

    def update(self, now: float) -> bool:
        """Push; False once the hand has let go."""
        data, body = self._data, self._body
        share = (now - self._start) / self._duration
        if share >= 1.25:
            data.xfrc_applied[body] = 0.0
            return False
        mass = self._model.body_mass[body]
        damping = 2.0 * np.sqrt(STIFFNESS)
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(self._model, data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
        error = self._target(min(share, 1.0)) - data.xipos[body]
        force = mass * (STIFFNESS * error - damping * velocity[3:])
        force -= mass * self._model.opt.gravity
        axis = data.xmat[body].reshape(3, 3)[:, 2]
        inertia = float(self._model.body_inertia[body].max())
        torque = inertia * (STIFFNESS * np.cross(axis, (0.0, 0.0, 1.0)) - damping * velocity[:3])
        data.xfrc_applied[body, :3] = _limited(force, STRENGTH)
        data.xfrc_applied[body, 3:] = _limited(torque, TWIST)
        return True

    def _target(self, share: float) -> Matrix:
        """Where the hand is after a share of the time; it starts and ends gently."""
        eased = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
        station = eased * self._stations[-1]
        return np.array([np.interp(station, self._stations, axis) for axis in self._path.T])


def _limited(vector: Matrix, limit: float) -> Matrix:
    length = float(np.linalg.norm(vector))
    return vector if length <= limit else vector * (limit / length)
