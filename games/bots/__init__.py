"""Bots: built-in strategies, uploaded programs and remote programs that play for players."""
