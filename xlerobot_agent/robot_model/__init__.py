"""The arm as one URDF of primitives, and what pinocchio says of it."""
