"""Cancels at random instants over the wire, judged by a specification of what a goal may do."""
