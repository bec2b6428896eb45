"""Test matches on demand: unrated, with a seed of the author's choice, visible to the owner alone."""
