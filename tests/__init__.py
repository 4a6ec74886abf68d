"""Tests mirror the tree; a package, so that theirs come before any other `tests` on the path."""
