"""How fast the arm stops: every way to stop it, many times, at full allowed speed."""
