"""Tags of games against bots."""
