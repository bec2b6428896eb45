"""What the members' app tells those above it.

`place_claimed(sender, account)`: an account became the owner of this place; sent inside the same transaction.
"""

from django.dispatch import Signal

place_claimed = Signal()
