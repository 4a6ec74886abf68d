"""Sets the environment up: pure standard library, run by the Python that was found."""
