"""Brackets and groups of knockout tournaments."""
