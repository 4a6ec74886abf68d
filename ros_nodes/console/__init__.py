"""What a terminal says to the graph: instructions, single skills, stops, resets, status."""
