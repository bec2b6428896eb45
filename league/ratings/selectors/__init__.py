"""Queries for ratings."""
