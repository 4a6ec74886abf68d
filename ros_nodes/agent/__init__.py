"""The deliberative core as a node: instructions in, skill goals out, state and events out."""
