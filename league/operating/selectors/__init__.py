"""Queries for site admins."""
