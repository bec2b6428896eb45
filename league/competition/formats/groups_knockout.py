"""Groups in which everybody meets everybody, then a bracket for the best of them, at tables of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from league.competition.brackets.groups import best_of, count_of_groups, qualified, seed_groups_apart, snaked
from league.competition.brackets.progress import Progress
from league.competition.brackets.reseeding import FirstMatches
from league.competition.brackets.structure import Structure, double, places_for, seeding_order, single
from league.competition.brackets.view import NEVER_IN, next_matches, reached, stages_of
from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Bye,
    Conditions,
    Entry,
    Finished,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.format_helpers import check_entries, next_round_number, numbered, with_avoided_reasons
from league.competition.formats.elimination import DECIDED, LEGS, ORDER, TIES, rounds_of
from league.competition.formats.round_robin import ROUND_ROBIN
from league.competition.options import Option, Settled, number, settled
from league.competition.pairing_reasons import NOT_DECIDED
from league.competition.scores import scores_of
from league.competition.scoring import scoring_named
from league.competition.stages import Group, GroupLine, Reached, Stage
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
        said=(("single", "single elimination"), ("double", "double elimination")),
    ),
    ORDER,
    LEGS,
    TIES,
)


class GroupsKnockout:
    """A round robin in each group, then a bracket."""

    slug = "groups-knockout"
    name = "Groups, then knockout"
    summary = (
        "For 2 players per table. First a round robin in each group, then a knockout for the best of "
        "each group. With 16 players in groups of four it takes 6 rounds."
    )
    options = OPTIONS
    everyone_meets = False
    by_evenings = False
    pays_points = True

    def table_sizes(self, _options: Settled, /) -> tuple[int, int]:
        """Always two."""
        return (2, 2)

    def rounds(self, entries: Sequence[Entry], options: Settled) -> int:
        """Those of the largest group, then those of the bracket."""
        chosen = settled(self.name, OPTIONS, options)
        field = len(seeding_order(entries))
        count = count_of_groups(field, number(chosen, "group_size"))
        sizes = [len(group) for group in snaked(range(field), count)]
        through = sum(min(size, number(chosen, "going_on")) for size in sizes)
        more = sum(size > number(chosen, "going_on") for size in sizes)
        missing = places_for(through) - through
        bracket = places_for(through + missing if more >= missing else through)
        return max(size - 1 + size % 2 for size in sizes) + rounds_of(_skeleton(bracket, chosen))

    def games(self, entries: Sequence[Entry], options: Settled) -> int:
        """What it takes to win."""
        return self.rounds(entries, options)

    def meetings(self, _entries: Sequence[Entry], _options: Settled) -> int:
        """Once in the group, and as often as the bracket brings them together."""
        return 4

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """The next round of all groups together; when they are played, the next matches of the bracket."""
        event = self._event(entries, pairings, options, seed, conditions)
        check_entries([entry for entry in entries if entry.joined <= 1], needed=2)
        if event.bracket is None:
            drawn = event.of_groups()
            if not drawn:
                return Wait(Reason(NOT_DECIDED))
            return Round(event.upcoming, numbered(with_avoided_reasons(drawn, conditions), entries))
        if not all(pairing.decided for pairing in pairings):
            return Wait(Reason(NOT_DECIDED))
        matches = with_avoided_reasons(next_matches(event.bracket, event.legs, seed), conditions)
        return Round(event.upcoming, numbered(matches, entries)) if matches else Finished(Reason(DECIDED))

    def stages(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Stage, ...]:
        """The groups with their tables, and the bracket as soon as it is known who is in it."""
        event = self._event(entries, pairings, options, seed, conditions)
        groups = tuple(event.group(at, table) for at, table in enumerate(event.tables, start=1))
        return (Stage(Reason(GROUPS), groups=groups), *(stages_of(event.bracket) if event.bracket else ()))

    def outdated(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[tuple[Pairing, tuple[int, ...]], ...]:
        """Matches of the bracket to which others come by now, by its own results or by those of the groups."""
        event = self._event(entries, pairings, options, seed, conditions)
        return (*event.outdated_by_groups(), *event.bracket.outdated()) if event.bracket else ()

    def discounted(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Pairing, ...]:
        """Matches of the bracket that others play again."""
        event = self._event(entries, pairings, options, seed, conditions)
        return event.bracket.void if event.bracket else ()

    def that_count(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Pairing, ...]:
        """Those of the groups as each group counts them, and those of the bracket."""
        return self._event(entries, pairings, options, seed, conditions).that_count()

    def reached(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Mapping[int, Reached]:
        """How far everybody came: those of the bracket first, then by the place in the group."""
        event = self._event(entries, pairings, options, seed, conditions)
        last = 1 + len(entries)
        found = {entry.id: Reached((2 * last,), Reason(NEVER_IN)) for entry in entries}
        for at, table in enumerate(event.tables, start=1):
            for place, row in enumerate(table, start=1):
                words = Reason(IN_GROUP, (("place", place), ("group", at)))
                found[row.entry] = Reached((last + place,), words, is_in=event.bracket is None)
        if event.bracket is None:
            return found
        through = frozenset(event.bracket.seeded)
        return found | {one: how for one, how in reached(event.bracket).items() if one in through}

    def _event(
        self, entries: Sequence[Entry], pairings: Sequence[Pairing], options: Settled, seed: int, conditions: Conditions
    ) -> _Event:
        return _Event(tuple(entries), tuple(pairings), settled(self.name, OPTIONS, options), seed, conditions)


@dataclass(frozen=True)
class _Event:
    """One call's view of it."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    chosen: Settled
    seed: int
    conditions: Conditions

    @property
    def upcoming(self) -> int:
        return next_round_number(self.pairings)

    @property
    def legs(self) -> int:
        return number(self.chosen, "legs")

    @cached_property
    def by_id(self) -> dict[int, Entry]:
        return {entry.id: entry for entry in self.entries}

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
        """Who is in which group: as it was drawn, or would be now."""
        if self.of_group:
            order = {entry.id: at for at, entry in enumerate(self.entries)}
            there = [{one for game in self.of_group[at] for one in game.seats} for at in sorted(self.of_group)]
            return [sorted(group, key=order.__getitem__) for group in there]
        field = seeding_order(self.entries, str(self.chosen["order"]), self.seed)
        count = count_of_groups(len(field), number(self.chosen, "group_size"))
        return snaked(field, count, self.conditions.forbidden)

    def _games(self, at: int) -> list[Pairing]:
        return self.of_group.get(at, [])

    def of_groups(self) -> list[Pairing]:
        """The next round of every group that has one left; a group's own rounds are counted on."""
        drawn: list[Pairing] = []
        for at, group in enumerate(self.groups, start=1):
            members = [self.by_id[one] for one in group]
            options: Settled = {"legs": self.legs, "order": "list"}
            answer = ROUND_ROBIN.pair(members, self._games(at), options, self.seed, self.conditions)
            games = answer.pairings if isinstance(answer, Round) else ()
            drawn += [replace(one, round=self.upcoming, slot=f"G{at}", reasons=one.reasons[:1]) for one in games]
        return sorted(drawn, key=lambda game: game.bye is not None)

    @cached_property
    def tables(self) -> list[tuple[Row, ...]]:
        """The table of each group as it stands; below the others those who left before the bracket."""
        scoring = scoring_named(self.conditions.scoring)
        tables = []
        for at, group in enumerate(self.groups, start=1):
            members, games = self._members(group), len(group) - 1
            scores = scores_of(members, self._games(at), scoring, everyone_meets=True, games=games)
            tables.append(_with_last(standings(scores, self.tiebreaks, self.seed), self._gone(group)))
        return tables

    @cached_property
    def tiebreaks(self) -> tuple[TieBreak, ...]:
        return tuple(tiebreak_named(slug) for slug in TIES_OF_GROUPS)

    def _gone(self, group: Sequence[int]) -> frozenset[int]:
        """Those of a group who left it before the bracket was drawn."""
        return frozenset(one.id for one in self._members(group) if one.left is not None)

    def _members(self, group: Sequence[int]) -> list[Entry]:
        """Those of a group; whoever left once the bracket was drawn did not leave the group."""
        begins = min((match.round for match in self._matches), default=self.upcoming)
        drawn = frozenset(one for match in self._matches for one in match.seats)
        stays = {one for one in group if one in drawn or (self.by_id[one].left or 0) > begins}
        return [replace(self.by_id[one], left=None) if one in stays else self.by_id[one] for one in group]

    @cached_property
    def _matches(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.slot and not pairing.slot.startswith("G"))

    def that_count(self) -> tuple[Pairing, ...]:
        """The pairings without the results of those who left their group too early for them to count."""
        games = (
            counted_pairings(self._members(group), self._games(at), len(group) - 1)
            for at, group in enumerate(self.groups, start=1)
        )
        return (*chain.from_iterable(games), *self._matches)

    def group(self, at: int, table: Sequence[Row]) -> Group:
        """A group as its table stands, with who goes on, or does not, whatever happens in its games."""
        lines = (
            GroupLine(row.entry, row.place, row.points, row.played, self._goes_on(at, row, table)) for row in table
        )
        gone = self._gone(self.groups[at - 1])
        staying = [row for row in table if row.played and row.entry not in gone]
        return Group(at, tuple(lines), ties_of(staying, self.tiebreaks))

    def _goes_on(self, at: int, row: Row, table: Sequence[Row]) -> bool | None:
        """Whether somebody of a group goes on: for certain, or not any more; None while it is open. Nobody leaves."""
        if self.bracket is not None:
            return row.entry in self.bracket.seeded
        each, others = number(self.chosen, "going_on"), [one for one in table if one.entry != row.entry]
        may_pass = sum(one.points + self._to_come(at, one) >= row.points for one in others)
        most = row.points + self._to_come(at, row)
        ahead = sum(one.points > most and self.by_id[one.entry].left is None for one in others)
        if may_pass < each and self.by_id[row.entry].left is None:
            return True
        return False if ahead > each or (ahead == each and not self._may_be_filled(each)) else None

    def _to_come(self, at: int, row: Row) -> int:
        """The most points that the games of a group can still bring somebody."""
        a_win = scoring_named(self.conditions.scoring).bye(Pairing(0, 0, (), self.legs, bye=Bye.FULL))
        mine = [game for game in self._games(at) if row.entry in game.seats and game.bye is None]
        return a_win * (len(self.groups[at - 1]) - 1 - sum(game.decided for game in mine))

    def _may_be_filled(self, each: int) -> bool:
        """Whether the best of the next place may go on too."""
        through = sum(min(len(group), each) for group in self.groups)
        return places_for(through) > through

    def _is_here(self, one: int) -> bool:
        """Whether somebody may go on from a group: they are in the bracket already, or have not left."""
        drawn = any(one in match.seats for match in self._matches)
        return drawn or self.by_id[one].plays_in(self.upcoming)

    def outdated_by_groups(self) -> list[tuple[Pairing, tuple[int, ...]]]:
        """First matches of a bracket that others come to, once every game of the groups has its result again."""
        if self.bracket is None or not self._matches:
            return []
        if not all(game.decided for games in self.of_group.values() for game in games):
            return []
        group_of = {one: at for at, group in enumerate(self.groups) for one in group}
        first = FirstMatches(self.bracket.skeleton, self._matches, group_of)
        return first.outdated(best_of(self.tables, len(first.seeds), self._is_here))

    @cached_property
    def bracket(self) -> Progress | None:
        """The bracket, once every game of the groups is decided."""
        matches = self._matches
        if not matches and (not self.of_group or self.of_groups() or not all(game.decided for game in self.pairings)):
            return None
        drawn = frozenset(one for match in matches for one in match.seats)
        each = number(self.chosen, "going_on")
        through = qualified(self.tables, each, self._is_here)
        seeded = seed_groups_apart(through)
        if drawn:
            seeded = [one for one in seeded if one in drawn] + sorted(drawn - set(seeded))
        first = len({match.slot for match in matches if match.slot.startswith("W1.")})
        size = places_for(2 * first or len(seeded))
        return Progress(
            skeleton=_skeleton(size, self.chosen),
            seeded=seeded,
            entries=self.by_id,
            pairings=matches,
            upcoming=self.upcoming,
            ties=str(self.chosen["ties"]),
        )


def _with_last(rows: Sequence[Row], gone: frozenset[int]) -> tuple[Row, ...]:
    """The same rows with those who are gone below the others, and the places counted anew."""
    staying, left = ([row for row in rows if (row.entry in gone) is is_gone] for is_gone in (False, True))
    places = [1 + sum(other.place < row.place for other in staying) for row in staying]
    places += [len(staying) + 1 + sum(other.place < row.place for other in left) for row in left]
    return tuple(row._replace(place=place) for row, place in zip((*staying, *left), places, strict=True))


def _skeleton(size: int, chosen: Settled) -> Structure:
    return double(size, reset=True) if chosen["then"] == "double" else single(size, third=True)


GROUPS_KNOCKOUT = GroupsKnockout()
