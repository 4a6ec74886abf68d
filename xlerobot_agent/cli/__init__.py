"""The command ``xlerobot``: one file a command, heavy imports inside the command that needs them."""
