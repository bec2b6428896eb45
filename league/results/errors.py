"""What the ledger refuses.

Refusal
├── NotFound
│   └── NoSuchPool              no pool there, or not for the asker to see
└── RefusedResult               a result that cannot be entered as it stands
    ├── UnknownGame             a pool of a game the house does not have
    ├── WrongTable              too few or too many seats, or not the pool's number of them
    ├── PlayerTwice             somebody sits at one table twice
    ├── WrongPlayer             a player who does not exist, or is not of the pool's kind
    ├── WrongPlaces             places that do not count 1, 2, 2, 4, or that contradict the points
    ├── WrongTime               played after it was entered
    └── WrongEntry              an entry that says no result, or says one twice
"""

from league.shared.errors import NotFound, Refusal


class NoSuchPool(NotFound):
    """No pool of that address, or one of a club whose pages the asker may not see."""

    code = "no-such-pool"


class RefusedResult(Refusal):
    """A result that cannot be entered as it stands; nothing of its batch was."""

    code = "refused-result"


class UnknownGame(RefusedResult):
    """The house has no game of that name."""

    code = "unknown-game"


class WrongTable(RefusedResult):
    """The number of seats fits no table, or not the tables of the pool."""

    code = "wrong-table"


class PlayerTwice(RefusedResult):
    """Two seats of one table name the same player (or two who were merged)."""

    code = "player-twice"


class WrongPlayer(RefusedResult):
    """A seat names nobody, or a bot in a pool of people, or the other way round."""

    code = "wrong-player"


class WrongPlaces(RefusedResult):
    """The places of a table cannot be true together."""

    code = "wrong-places"


class WrongTime(RefusedResult):
    """The table was played later than now."""

    code = "wrong-time"


class WrongEntry(RefusedResult):
    """The entry is not one first result of one subject."""

    code = "wrong-entry"
