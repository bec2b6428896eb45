"""Preview of a list of players, line by line, before anything is saved."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.accounts.names import is_reserved
from league.clubs.queries import people_by_address
from league.common.errors import ListRefused
from league.common.name_similarity import folded
from league.common.player_lists.reading import Line, PeopleList, list_of, numbers_of
from league.competition.trf import is_report, players_of
from league.tournaments.models import Round, Tournament
from league.tournaments.permissions import next_round_number
from league.tournaments.queries.entries import Namesakes, known_people

MOST_LINES: Final = 400
NEW: Final = "new"
FARTHEST_TABLE: Final = 500
MOST_APART: Final = 20
ENTERS, GUEST, ALREADY, ASKED, AGAIN, REFUSED = "enters", "guest", "already", "asked", "again", "refused"


def _people_of_report(text: str, most: int) -> PeopleList:
    """Return the players of a tournament report, seeded by starting numbers. Results are ignored."""
    players = players_of(text)
    if not players:
        raise ListRefused(_("This tournament report names no players. Export it again with their names."), field="text")
    if len(players) > most:
        words = {"lines": len(players), "most": most}
        raise ListRefused(_("The list has %(lines)d lines. Send at most %(most)d at once.") % words, field="text")
    return PeopleList(tuple(Line(row.line, row.name, seed=row.number, rating=row.rating) for row in players))


@dataclass(frozen=True, slots=True)
class LineEffect:
    """The effect of a line: `kind`, in words, and the player it means; None is a new one.

    `choices` are players with such a name, among whom the organiser chooses; `chosen` is the answer. `repeats` is an
    earlier line with the same name, about which the organiser says whether it is another person.
    """

    line: Line
    kind: str
    words: str
    player: Player | None = None
    is_guest: bool = False
    choices: tuple[Player, ...] = ()
    chosen: str = ""
    repeats: int = 0

    @property
    def is_entered(self) -> bool:
        """Whether confirming the list enters the player."""
        return self.kind in {ENTERS, GUEST}

    @property
    def will_play(self) -> bool:
        """Whether the player is entered once the list is confirmed."""
        return self.is_entered or self.kind == ALREADY

    @property
    def field(self) -> str:
        """The name of the form field for the choice."""
        return f"line-{self.line.number}"


@dataclass(frozen=True, slots=True)
class ClubGroup:
    """Players of one club, as the list names it."""

    name: str
    people: tuple[LineEffect, ...]

    @property
    def is_too_large(self) -> bool:
        """Whether the club has more players than can be kept apart."""
        return len(self.people) > MOST_APART

    def is_separated(self, kept_apart: frozenset[frozenset[int]]) -> bool:
        """Return whether all pairs of these people are already kept apart."""
        known = [person.player.pk for person in self.people if person.player is not None]
        return len(known) == len(self.people) and all(frozenset(two) in kept_apart for two in combinations(known, 2))


@dataclass(frozen=True, slots=True)
class Plan:
    """All lines in order; `kept_apart` are pairs of player ids that are already kept apart.

    `has_draft` says that round 1 has a draft, which does not keep them apart; `unused` are headings of columns that are
    not read.
    """

    lines: tuple[LineEffect, ...]
    separates_clubs: bool = True
    kept_apart: frozenset[frozenset[int]] = frozenset()
    has_draft: bool = False
    unused: tuple[str, ...] = ()

    @property
    def entering(self) -> list[LineEffect]:
        """The players to enter in seeding order: by seed, rating, then line."""

        def order(line: LineEffect) -> tuple[bool, int, int, int]:
            seed = line.line.seed
            return seed is None, seed or 0, -(line.line.rating or 0), line.line.number

        return sorted((line for line in self.lines if line.is_entered), key=order)

    @property
    def refused(self) -> list[LineEffect]:
        """The lines that were not understood."""
        return [line for line in self.lines if line.kind == REFUSED]

    @property
    def refused_lines(self) -> str:
        """The numbers of the lines that were not understood, the first ones of many."""
        return numbers_of([line.line for line in self.refused])

    @property
    def asks(self) -> bool:
        """Whether a line needs an answer."""
        return any(line.kind in {ASKED, AGAIN} for line in self.lines)

    @property
    def clubs(self) -> list[ClubGroup]:
        """The clubs with two or more players who are not all kept apart in round 1 yet."""
        of_club: dict[str, list[LineEffect]] = {}
        for line in self.lines:
            if line.line.club and self.separates_clubs and line.will_play:
                of_club.setdefault(folded(line.line.club), []).append(line)
        several = [ClubGroup(people[0].line.club, tuple(people)) for people in of_club.values() if len(people) > 1]
        return [club for club in several if not club.is_separated(self.kept_apart)]

    @property
    def names_clubs(self) -> bool:
        """Whether a line names a club."""
        return any(line.line.club for line in self.lines)

    @property
    def clubs_to_separate(self) -> list[ClubGroup]:
        """Those of `clubs` that are not too large."""
        return [club for club in self.clubs if not club.is_too_large]

    @property
    def draft_warning(self) -> str:
        """What the organiser has to do to keep them apart; "" if nothing."""
        if not (self.clubs_to_separate and self.has_draft):
            return ""
        return _(
            "Round 1 has draft pairings that do not keep these players apart. Pair the round again before you "
            "publish it."
        )

    @property
    def fingerprint(self) -> str:
        """Identifies this plan, so that only the plan of the preview can be confirmed."""
        content = [(row.line.number, row.kind, row.player.pk if row.player else 0, row.line.club) for row in self.lines]
        return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


def plan_of(tournament: Tournament, text: str, chosen: Mapping[str, str]) -> Plan:
    """Return the effect of the list; `chosen` has answers by field name. Four queries, seven with clubs.

    Raise `ListRefused` if the text is no list.
    """
    people = _people_of_report(text, MOST_LINES) if is_report(text) else list_of(text, MOST_LINES)
    lines = people.lines
    book = _KnownPlayers(tournament)
    brought = tuple(book.brought(line, chosen.get(f"line-{line.number}", "")) for line in lines)
    if not any(line.club for line in lines):
        return Plan(brought, unused=people.unused)
    pairs = tournament.forbidden_pairs.values_list("one__player_id", "other__player_id")
    drafts = tournament.rounds.filter(number=1, status=Round.Status.DRAFT)
    return Plan(
        brought, next_round_number(tournament) == 1, frozenset(map(frozenset, pairs)), drafts.exists(), people.unused
    )


class _KnownPlayers:
    """All players a line may mean, loaded once; remembers the players of earlier lines."""

    def __init__(self, tournament: Tournament) -> None:
        self.known = list(known_people(tournament.club).select_related("account"))
        self.namesakes = Namesakes(self.known)
        self.members = set(tournament.club.memberships.values_list("player_id", flat=True))
        self.entered = set(tournament.entries.values_list("player_id", flat=True))
        # Only people who are known here: a list must not tell who else has an account.
        self.by_mail = people_by_address(tournament.club, self.known)
        self.by_name: dict[str, list[Player]] = {}
        for player in self.known:
            self.by_name.setdefault(folded(player.name), []).append(player)
        self.meant: dict[int, int] = {}
        self.named: dict[str, int] = {}

    def brought(self, line: Line, answer: str) -> LineEffect:
        """Return the effect of the line."""
        if line.fault:
            return LineEffect(line, REFUSED, line.fault)
        if line.table is not None and not 1 <= line.table <= FARTHEST_TABLE:
            words = _("There is no table %(table)d. Write a number from 1 to %(last)d.")
            return LineEffect(line, REFUSED, words % {"table": line.table, "last": FARTHEST_TABLE})
        found = self.by_mail.get(line.mail.strip().lower())
        if found is not None:
            return self._meant(line, found)
        if not line.name:
            words = _("No player of the club has this e-mail address. Write a name beside it.")
            return LineEffect(line, REFUSED, words)
        if not line.name.isprintable() or len(line.name) > 80:
            words = _("This name is too long or contains invisible characters. Write at most 80 characters.")
            return LineEffect(line, REFUSED, words)
        if is_reserved(line.name):
            return LineEffect(line, REFUSED, _("This name looks like that of a built-in bot. Choose another name."))
        return self._by_name(line, answer)

    def _by_name(self, line: Line, answer: str) -> LineEffect:
        first = self.named.setdefault(folded(line.name), line.number)
        if first != line.number:
            return self._named_again(line, first, answer)
        same = self.by_name.get(folded(line.name), [])
        if len(same) == 1 and answer != same[0].public_id:
            return self._meant(line, same[0])
        near = tuple(same or self.namesakes.of(line.name))
        if not near:
            return self._anew(line)
        picked = next((player for player in near if player.public_id == answer), None)
        if picked is not None:
            return self._meant(line, picked, near, answer)
        if answer == NEW:
            return self._anew(line, near, answer)
        return LineEffect(line, ASKED, _("Choose who this is."), choices=near)

    def _named_again(self, line: Line, first: int, answer: str) -> LineEffect:
        if answer == NEW:
            return replace(self._anew(line, (), answer), repeats=first)
        return LineEffect(line, AGAIN, _("The same person as in line %(line)d") % {"line": first}, repeats=first)

    def _meant(self, line: Line, player: Player, choices: tuple[Player, ...] = (), answer: str = "") -> LineEffect:
        first = self.meant.setdefault(player.pk, line.number)
        if first != line.number:
            words = _("The same person as in line %(line)d") % {"line": first}
            return LineEffect(line, REFUSED, words, player, choices=choices, chosen=answer)
        if player.pk in self.entered:
            return LineEffect(line, ALREADY, _("Already entered"), player, choices=choices, chosen=answer)
        is_guest = line.is_guest or player.pk not in self.members
        words = _("Known player, entered as a guest") if is_guest else _("Member, entered")
        return LineEffect(line, ENTERS, words, player, is_guest, choices, answer)

    def _anew(self, line: Line, choices: tuple[Player, ...] = (), answer: str = "") -> LineEffect:
        words = _("New player, entered as a guest")
        return LineEffect(line, GUEST, words, is_guest=True, choices=choices, chosen=answer)
