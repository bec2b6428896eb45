"""Formats, pairing, brackets, tie-breaks, scoring and rating systems of leagues and tournaments.

Pure functions: no clock, no database, no settings, no randomness without a seed, integers only.
"""
