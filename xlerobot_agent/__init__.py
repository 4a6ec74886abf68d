"""What every room of the XLeRobot desk agent shares."""
