"""Faults against the live graph, judged by what is on the wire and by the measured joints."""
