"""The contracts of games, bots and records, and how a match is played."""
