"""Queries for uploaded records."""
