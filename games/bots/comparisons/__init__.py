"""Comparisons: a version against another one or a built-in bot on equal deals, with the engine's statistics."""
