"""Tags of bots."""
