"""Choosing the next skill: candidates offered by the core, a proposal, and the gate it passes."""
