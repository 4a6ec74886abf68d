"""The command ``xlerobot``: one file a command; heavy imports wait inside the command."""
