"""Clubs, their members and the roles those have."""
