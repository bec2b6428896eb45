"""What is refused to those who run the place.

NotFound
└── NoSuchPage      somebody else asks, or for a kind of work that there is not
"""

from league.shared.errors import NotFound


class NoSuchPage(NotFound):
    """There is nothing at this address for whoever asks."""

    code = "no-such-page"
