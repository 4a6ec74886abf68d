"""Which requirement is checked by which test: ``python -m tests.traceability`` writes the table."""
