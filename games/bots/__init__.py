"""Bots: which player is played by which strategy of the house, or by which program that somebody uploaded."""
