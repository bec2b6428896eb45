"""Reads of tournaments that several pages share."""
