"""Queries for matches."""
