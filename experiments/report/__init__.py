"""Reports of runs: one HTML page and one JSON, both from the same model."""
