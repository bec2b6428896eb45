"""Queries for tournaments."""
