"""Jerk-limited motion: joint moves, straight tool lines, and how both keep the limits."""
