"""The people of the demo. None of them exists; three pairs share a surname, and one name is very long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from league.members.demo_accounts import make_demo_account
from league.members.models import Account, Player
from league.members.services.players import make_player

SECRETARY, PLAYER, ARBITER = "Morag Auchterbrae", "Hamish Drumlassie", "Ishbel Kinlarig"
ROLES: Final = {SECRETARY: "secretary", PLAYER: "player", ARBITER: "arbiter"}
MEMBERS: Final = (
    *("Ailsa Corriebeg", "Beathag Lochmore", "Callum Tannach", "Davina Glenshiel-Muir", "Ewan Corriebeg"),
    *("Fergus Balnagask", "Greer Inchbrae", "Innes Duncreggan", "Jamesina Polwhinnie", "Kirsty Strathdonan"),
    *("Lachlan Ardmurdo", "Mairead Strathdonan", "Niall Craigendoran", "Oighrig Benvarren", "Peigi Monadh"),
    *("Ruaridh Carsebreck", "Wilhelmina Alexandrina Dunfallandy-Kilmahog of Auchnashelloch"),
)
WITHOUT_ACCOUNT: Final = frozenset({"Oighrig Benvarren", "Peigi Monadh", "Ruaridh Carsebreck"})
AWAY: Final = (
    *("Aonghas Torlundin", "Bethia Halkerstane", "Cailean Mossgrieve", "Dolina Skerrabost", "Elspeth Whinfell"),
    *("Finlay Gartwhinzie", "Giorsal Knockbain", "Hector Lintmill", "Isobel Pitcorran", "Lorne Achlyness"),
    *("Muriel Gartwhinzie", "Norrie Blairquhosh", "Rhona Cullykhan", "Sorley Fearnan"),
)
GUEST, JOINED, LATE = "Torquil Easterlee", "Una Fairlawhill", "Struan Mugdrum"
AROUND: Final = {"lords-of-scotland": 34, "kings-kilt": 21, "highland-clans": 58}
"""What a game comes to, about."""


@dataclass(frozen=True, slots=True)
class People:
    """Those of the demo who are there from the start, by name, and who looks after what."""

    players: dict[str, Player]
    secretary: Account
    arbiter: Account
    luck: Random

    def called(self, names: Sequence[str]) -> list[Player]:
        """The players of these names."""
        return [self.players[name] for name in names]

    def points(self, game: str, players: Sequence[int]) -> list[int]:
        """What a game of these came to, first seat first: whoever was here first plays a little better."""
        return [max(0, round(self.luck.gauss(AROUND[game] - one % 11, 6))) for one in players]


def invented_people() -> People:
    """Make everybody; most of the club have accounts, of which three are for looking through."""
    players = {player.name: player for player in _made()}
    secretary, arbiter = players[SECRETARY].account, players[ARBITER].account
    if secretary is None or arbiter is None:
        raise TypeError("The secretary and the arbiter of the demo have accounts.")
    return People(players, secretary, arbiter, Random(1297))


def _made() -> Iterator[Player]:
    for name in (*ROLES, *MEMBERS):
        if name in WITHOUT_ACCOUNT:
            yield make_player(name=name)
        else:
            yield make_demo_account(role=ROLES.get(name, name.split()[0].lower()), name=name).player
    for name in AWAY:
        yield make_player(name=name)
