"""What bots refuse, and why.

Refusal
└── NobodyPlaysFor     a player was paired on the machine, but no strategy plays for it
"""

from league.shared.errors import Refusal


class NobodyPlaysFor(Refusal):
    """The round's matches were not made: an operator has to say which strategy plays for the player."""

    code = "nobody-plays-for"
