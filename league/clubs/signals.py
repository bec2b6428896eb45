"""Signals of clubs."""

from django.dispatch import Signal

club_changed = Signal()
"""Sent with `club` in the transaction that changes its settings: name, visibility, short names."""
