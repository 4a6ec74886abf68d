"""Outsiders on a live graph, for trials: one that only watches, and hands that send anything."""
