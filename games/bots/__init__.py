"""Bots of the house: which player is played by which strategy."""
