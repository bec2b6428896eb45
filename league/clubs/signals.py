"""Signals of clubs."""

from django.dispatch import Signal

club_changed = Signal()
"""`club`: what it is called, whether it is public, or how it shows names may be another; sent in the transaction."""
