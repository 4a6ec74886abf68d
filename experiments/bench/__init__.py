"""Benchmarks: what this stack costs, each beside the bare library in the same run."""
