"""One match for its page, and matches found by what they decide."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.matches.errors import NoSuchMatch
from games.matches.models import Match, MatchSeat
from games.matches.selectors.naming import named
from games.matches.selectors.visible import matches_seen_by
from league.clubs.rules import Asker


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """How far the rotations of a deal have come: `finished` of `matches`."""

    finished: int
    matches: int


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match as those may see it who may see its club. What is sealed is not in it."""

    match: Match
    seats: list[MatchSeat]  # with their players, from the first seat on
    rotations: list[Match]  # all matches on its deal, itself included, with seats and players
    secret: str | None  # the block's, in hexadecimal, once it is revealed

    @property
    def is_sealed(self) -> bool:
        """Whether the record is still closed to everybody."""
        return self.match.block.is_sealed

    @property
    def progress(self) -> PlayedBy:
        """How far the rotations of its deal have come."""
        finished = sum(one.status == Match.Status.DONE for one in self.rotations)
        return PlayedBy(finished, len(self.rotations))


def match_page(public_id: str, asker: Asker) -> MatchPage:
    """The match at that address, in a fixed number of queries. Raises `NoSuchMatch`."""
    match = match_at(public_id, asker)
    rotations = Match.objects.filter(block=match.block_id).order_by("rotation").select_related("pool__club")
    rotations = rotations.prefetch_related("seats__player")
    secret = None if match.block.is_sealed else bytes(match.block.secret).hex()
    return MatchPage(match, list(match.seats.all()), named(rotations, asker), secret)


def match_at(public_id: str, asker: Asker) -> Match:
    """The match at that address, with its block, pool and seats. Raises `NoSuchMatch`, for a private club's too."""
    match = matches_seen_by(asker).filter(public_id=public_id).first()
    if match is None:
        raise NoSuchMatch(_("There is no match at this address. Open “Games” to find it."))
    return named([match], asker)[0]


def game_matches(slug: str, asker: Asker) -> QuerySet[Match]:
    """Finished matches of a game, newest first, with seats and players."""
    return matches_seen_by(asker).filter(game=slug, status=Match.Status.DONE).order_by("-finished_at")


def addresses_of(subjects: Iterable[UUID], asker: Asker) -> dict[UUID, str]:
    """The public ids of the matches that decide these subjects, where there are any that the asker may see."""
    decided = matches_seen_by(asker).filter(subject__in=list(subjects))
    return dict(decided.values_list("subject", "public_id"))


def subjects_with_a_match(subjects: Iterable[UUID]) -> set[UUID]:
    """Those of the subjects for which a match was made."""
    return set(Match.objects.filter(subject__in=list(subjects)).values_list("subject", flat=True))
