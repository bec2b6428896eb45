"""Ladders: bots play one another without end, for every game and number of seats."""
