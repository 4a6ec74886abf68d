"""The envelope: what a chunk must keep to before it may play, one check a file."""
