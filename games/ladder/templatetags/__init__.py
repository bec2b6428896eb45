"""Tags and filters of the ladder."""
