"""The MuJoCo table: the arm from its URDF, the objects of the catalogue, cameras, faults, truth.

``sim.world.SimWorld`` is the way in. Only this package imports mujoco; only the scorer and tests
may import ``sim.truth``.
"""
