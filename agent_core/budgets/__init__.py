"""How often what may be tried again, counted by cause (requirements B.5)."""
