"""One file a benchmark, found by being here; the file's name is the benchmark's."""
