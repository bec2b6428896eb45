"""Queries for games against bots."""
