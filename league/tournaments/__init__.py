"""Tournaments: entries, rounds, pairings, standings."""
