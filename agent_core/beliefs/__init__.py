"""What the agent believes of the desk: from observations only, and never a success by itself."""
