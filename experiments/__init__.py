"""Experiments: episodes, the scorer, statistics, reports and benchmarks."""
