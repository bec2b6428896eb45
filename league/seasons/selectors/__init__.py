"""Queries for leagues. A private league does not exist for those who may not see it."""
