"""Groups in which everybody meets everybody, then a bracket for the best of them, at tables of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from league.competition.brackets.advancement import LEGS, ORDER, TIES
from league.competition.brackets.groups import best_of, count_of_groups, qualifiers, separate_groups, snake_groups
from league.competition.brackets.pairing import next_matches
from league.competition.brackets.progress import Progress
from league.competition.brackets.reseeding import FirstMatches
from league.competition.brackets.structure import Structure, double, field_size, places_for, seeding_order, single
from league.competition.brackets.view import NEVER_IN, reached, stages_of
from league.competition.format import Entry, Pairing, Reason, Round
from league.competition.formats.round_robin import ROUND_ROBIN
from league.competition.options import Option, Options, number
from league.competition.points import places_of
from league.competition.scores import scores_of
from league.competition.scoring import scoring_named
from league.competition.stages import Group, GroupLine, Knockout, KnockoutState, Reached, Stage
from league.competition.standings import Row, standings, ties_of
from league.competition.tiebreaks import tiebreak_named
from league.competition.tiebreaks.tiebreak import TieBreak
from league.competition.withdrawals import counted_pairings

GROUPS, IN_GROUP = "Groups", "Place {place} of group {group}"
TIES_OF_GROUPS = ("direct-encounter", "sonneborn-berger", "wins", "game-points")

OPTIONS = (
    Option("group_size", "Players per group", "Groups are as near to this size as possible.", tuple(range(3, 11)), 4),
    Option(
        "going_on",
        "Players who qualify",
        "Per group. If the bracket has free places, the best players of the next place fill them.",
        (1, 2, 3, 4),
        2,
    ),
    Option(
        "then",
        "Knockout",
        "A player is out after one loss, or after two.",
        ("single", "double"),
        "single",
        labels=(("single", "single elimination"), ("double", "double elimination")),
    ),
    ORDER,
    LEGS,
    TIES,
)


class GroupsState(KnockoutState):
    """Groups and their bracket at one moment."""

    @property
    def is_waiting(self) -> bool:
        """Whether the groups have no round left but open games, or the bracket an open match."""
        return not self.group_round if self.bracket is None else super().is_waiting

    @property
    def rounds_left(self) -> int:
        """How many rounds of the bracket are still to be paired, as soon as it is known who is in it."""
        return self.bracket.rounds_left if self.bracket else 0

    def next_pairings(self) -> list[Pairing]:
        """Return the next round of all groups together, or the next matches of the bracket."""
        return self.group_round if self.bracket is None else next_matches(self.bracket, self.legs, self.seed)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The groups with their tables, and the bracket as soon as it is known who is in it."""
        groups = tuple(self.group(at, table) for at, table in enumerate(self.tables, start=1))
        return (Stage(Reason(GROUPS), groups=groups), *(stages_of(self.bracket) if self.bracket else ()))

    @property
    def outdated(self) -> Sequence[tuple[Pairing, tuple[int, ...]]]:
        """Matches of the bracket whose players have changed, by its own results or by those of the groups."""
        return (*self._outdated_by_groups(), *self.bracket.outdated()) if self.bracket else ()

    @property
    def void(self) -> Sequence[Pairing]:
        """Matches of the bracket that others play again."""
        return self.bracket.void if self.bracket else ()

    @property
    def counted_pairings(self) -> Sequence[Pairing]:
        """The pairings without the results of those who left their group too early for them to count."""
        games = (
            counted_pairings(self._members(group), self._games(at), len(group) - 1)
            for at, group in enumerate(self.groups, start=1)
        )
        return (*chain.from_iterable(games), *self._matches)

    @property
    def reached(self) -> Mapping[int, Reached]:
        """How far every entry came: by the bracket first, then by place in the group."""
        last = 1 + len(self.entries)
        found = {entry.id: Reached((2 * last,), Reason(NEVER_IN)) for entry in self.entries}
        for at, table in enumerate(self.tables, start=1):
            for place, row in enumerate(table, start=1):
                words = Reason(IN_GROUP, (("place", place), ("group", at)))
                found[row.entry] = Reached((last + place,), words, is_in=self.bracket is None)
        if self.bracket is None:
            return found
        through = frozenset(self.bracket.seeded)
        return found | {entry: how for entry, how in reached(self.bracket).items() if entry in through}

    @cached_property
    def of_group(self) -> dict[int, list[Pairing]]:
        """The games of each group, from 1."""
        games: dict[int, list[Pairing]] = {}
        for pairing in self.pairings:
            if pairing.slot.startswith("G"):
                games.setdefault(int(pairing.slot[1:]), []).append(pairing)
        return games

    @cached_property
    def groups(self) -> list[list[int]]:
        """The groups: as they were made, or would be now."""
        if self.of_group:
            order = {entry.id: at for at, entry in enumerate(self.entries)}
            groups = [{entry for game in self.of_group[at] for entry in game.seats} for at in sorted(self.of_group)]
            return [sorted(group, key=order.__getitem__) for group in groups]
        field = seeding_order(self.entries, str(self.options["order"]), self.seed)
        count = count_of_groups(len(field), number(self.options, "group_size"))
        return snake_groups(field, count, self.conditions.forbidden)

    def _games(self, at: int) -> list[Pairing]:
        return self.of_group.get(at, [])

    @cached_property
    def group_round(self) -> list[Pairing]:
        """The next round of every group that has one left; each group counts its own rounds."""
        drawn: list[Pairing] = []
        for at, group in enumerate(self.groups, start=1):
            members = [self.by_id[entry] for entry in group]
            options: Options = {"legs": self.legs, "order": "list"}
            answer = ROUND_ROBIN.pair(members, self._games(at), options, self.seed, self.conditions)
            games = answer.pairings if isinstance(answer, Round) else ()
            drawn += [
                replace(pairing, round=self.upcoming, slot=f"G{at}", reasons=pairing.reasons[:1]) for pairing in games
            ]
        return sorted(drawn, key=lambda game: game.bye is not None)

    @cached_property
    def tables(self) -> list[tuple[Row, ...]]:
        """The standings of each group; entries that left before the bracket are below the others."""
        scoring = scoring_named(self.conditions.scoring)
        tables = []
        for at, group in enumerate(self.groups, start=1):
            members, games = self._members(group), len(group) - 1
            scores = scores_of(members, self._games(at), scoring, everyone_meets=True, games=games)
            tables.append(_with_last(standings(scores, self.tiebreaks, self.seed), self._gone(group)))
        return tables

    @cached_property
    def tiebreaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks of a group."""
        return tuple(tiebreak_named(slug) for slug in TIES_OF_GROUPS)

    def _gone(self, group: Sequence[int]) -> frozenset[int]:
        """Return the entries of a group that left it before the bracket was made."""
        return frozenset(entry.id for entry in self._members(group) if entry.left is not None)

    def _members(self, group: Sequence[int]) -> list[Entry]:
        """Return the entries of a group; one that left after the bracket was made did not leave the group."""
        begins = min((match.round for match in self._matches), default=self.upcoming)
        drawn = frozenset(entry for match in self._matches for entry in match.seats)
        stays = {entry for entry in group if entry in drawn or (self.by_id[entry].left or 0) > begins}
        return [replace(self.by_id[entry], left=None) if entry in stays else self.by_id[entry] for entry in group]

    @cached_property
    def _matches(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.slot and not pairing.slot.startswith("G"))

    def group(self, at: int, table: Sequence[Row]) -> Group:
        """Return a group with its standings, and who certainly qualifies or does not."""
        lines = (
            GroupLine(row.entry, row.place, row.points, row.played, self._goes_on(at, row, table)) for row in table
        )
        gone = self._gone(self.groups[at - 1])
        staying = [row for row in table if row.played and row.entry not in gone]
        return Group(at, tuple(lines), ties_of(staying, self.tiebreaks))

    def _goes_on(self, at: int, row: Row, table: Sequence[Row]) -> bool | None:
        """Return whether an entry certainly qualifies or does not; None while it is open. Nobody else may leave."""
        if self.bracket is not None:
            return row.entry in self.bracket.seeded
        each = number(self.options, "going_on")
        rivals = [rival for rival in table if rival.entry != row.entry]
        may_pass = sum(rival.points + self._to_come(at, rival) >= row.points for rival in rivals)
        most = row.points + self._to_come(at, row)
        ahead = sum(rival.points > most and self.by_id[rival.entry].left is None for rival in rivals)
        if may_pass < each and self.by_id[row.entry].left is None:
            return True
        return False if ahead > each or (ahead == each and not self._may_be_filled(each)) else None

    def _to_come(self, at: int, row: Row) -> int:
        """Return the most points that an entry can still win in its group."""
        win = scoring_named(self.conditions.scoring).win(self.legs)
        mine = [game for game in self._games(at) if row.entry in game.seats and game.bye is None]
        return win * (len(self.groups[at - 1]) - 1 - sum(game.decided for game in mine))

    def _may_be_filled(self, each: int) -> bool:
        """Return whether the best of the next place may qualify too."""
        through = sum(min(len(group), each) for group in self.groups)
        return places_for(through) > through

    def _is_here(self, entry: int) -> bool:
        """Return whether an entry can qualify: it is in the bracket already, or has not left."""
        drawn = any(entry in match.seats for match in self._matches)
        return drawn or self.by_id[entry].plays_in(self.upcoming)

    def _outdated_by_groups(self) -> list[tuple[Pairing, tuple[int, ...]]]:
        """Return first matches of the bracket whose players changed, once every group game has its result again."""
        if self.bracket is None or not self._matches:
            return []
        if not all(game.decided for games in self.of_group.values() for game in games):
            return []
        group_of = {entry: at for at, group in enumerate(self.groups) for entry in group}
        first = FirstMatches(self.bracket.structure, self._matches, group_of)
        return first.outdated(best_of(self.tables, len(first.seeds), self._is_here))

    @cached_property
    def bracket(self) -> Progress | None:
        """The bracket, once every game of the groups is decided."""
        matches = self._matches
        if not matches and (not self.of_group or self.group_round or not all(game.decided for game in self.pairings)):
            return None
        drawn = frozenset(entry for match in matches for entry in match.seats)
        each = number(self.options, "going_on")
        through = qualifiers(self.tables, each, self._is_here)
        seeded = separate_groups(through)
        if drawn:
            seeded = [entry for entry in seeded if entry in drawn] + sorted(drawn - set(seeded))
        first = len({match.slot for match in matches if match.slot.startswith("W1.")})
        size = places_for(2 * first or len(seeded))
        return Progress(
            structure=_structure(size, self.options),
            seeded=seeded,
            entries=self.by_id,
            pairings=matches,
            upcoming=self.upcoming,
            ties=str(self.options["ties"]),
        )


class GroupsKnockout(Knockout):
    """A round robin in each group, then a bracket."""

    slug = "groups-knockout"
    name = "Groups, then knockout"
    summary = (
        "For 2 players per table. First a round robin in each group, then a knockout for the best of "
        "each group. With 16 players in groups of four it takes 6 rounds."
    )
    options = OPTIONS
    pays_points = True
    state_class = GroupsState

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the rounds of the largest group plus those of the bracket."""
        chosen = self.chosen(options)
        field = field_size(entries)
        count = count_of_groups(field, number(chosen, "group_size"))
        sizes = [len(group) for group in snake_groups(range(field), count)]
        through = sum(min(size, number(chosen, "going_on")) for size in sizes)
        more = sum(size > number(chosen, "going_on") for size in sizes)
        missing = places_for(through) - through
        bracket = places_for(through + missing if more >= missing else through)
        return max(size - 1 + size % 2 for size in sizes) + _structure(bracket, chosen).rounds


def _with_last(rows: Sequence[Row], gone: frozenset[int]) -> tuple[Row, ...]:
    """Return the rows with withdrawn entries below the others, and places counted again."""
    staying, left = ([row for row in rows if (row.entry in gone) is is_gone] for is_gone in (False, True))
    rows = (*staying, *left)
    places = places_of([(row.entry in gone, row.place) for row in rows])
    return tuple(row._replace(place=place) for row, place in zip(rows, places, strict=True))


def _structure(size: int, chosen: Options) -> Structure:
    return double(size, reset=True) if chosen["then"] == "double" else single(size, third=True)


GROUPS_KNOCKOUT = GroupsKnockout()
