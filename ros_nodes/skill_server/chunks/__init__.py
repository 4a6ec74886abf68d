"""Cutting motion into chunks and following what becomes of them."""
