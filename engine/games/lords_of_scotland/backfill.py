"""Which unknown cards follow from what was seen later.

A card that a seat musters without having recruited it openly came into its hand unseen, in one of its unknown draws
from the shuffle in which the card lay. So every such muster needs an unknown draw of its own, each of the seat's
unknown face-down musters needs another, and where a card turns up in a shuffle that it cannot have come into openly,
somebody had drawn it before and mustered it face-down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.core.maths import maximum_matching
from engine.games.lords_of_scotland.components import card_name, cards_in
from engine.games.lords_of_scotland.sightings import Draw, Opening, Release, Shuffle, Sightings, TurnedUp

Source: TypeAlias = Draw | Opening
Sight: TypeAlias = Draw | Opening | TurnedUp | Release | Shuffle
_HAND: Final = -1  # in place of a lot: the card lies openly in a hand, or on the table


class TooMany(Exception):
    """More cards were shown than the seat can have drawn: the record cannot be right up to the event `at`."""

    def __init__(self, at: int, seat: int, card: int) -> None:
        super().__init__(
            f"Seat {seat + 1} cannot have had {card_name(card)} here: nobody saw it come into that hand, and of the "
            f"cards it drew unseen all are spoken for."
        )
        self.at = at


class _Need(NamedTuple):
    """A muster of a card that came into the hand unseen, after `since`, from that lot."""

    deadline: int
    card: int
    release: Release
    lot: int
    since: int


class _Dump(NamedTuple):
    """A card that must have been mustered face-down, so as to be in that later lot; by `seat`, or by anybody."""

    card: int
    seat: int | None
    lot: int  # that it was drawn from unseen
    since: int
    into: int


class Backfill:
    """The unknown draws by what they are for; what is left is free to be any card of its lot that nobody saw again."""

    def __init__(self, sightings: Sightings) -> None:
        self.sightings = sightings
        self.settled: set[int] = set()  # events whose card is known from later
        self.cards: dict[Draw, int] = {}  # unknown draws that are known now
        self.dumped_by: dict[Source, Release | None] = {}  # what became of other cards taken in; None: they were kept
        self.chained: dict[Draw, int] = {}  # those of them that must have been a certain card
        self.pinned: dict[Source, Release] = {}  # those that must have gone face-down in time for a certain lot
        self.free: list[set[int]] = [set() for _ in range(len(sightings.shuffles) + 1)]  # by lot, never seen again
        self._unknown = [draw for draw in sightings.draws if draw.card is None]
        self._needs: list[_Need] = []
        self._dumps: list[_Dump] = []
        self._held: list[tuple[Source, Release]] = []  # known in a hand, and known to leave it
        self._loose: list[Source] = []  # known in a hand, and not seen to leave it
        sights = _by_card(sightings)
        for card in cards_in(sightings.deck):
            self._trace(card, sights.get(card, []))
        self._check_counts()
        for seat in range(sightings.seats):
            self._muster_openly_recruited(seat)
            self._assign(seat)
        self._chain()

    def enters(self, release: Release | None) -> int | None:
        """The lot that a card mustered face-down came into, if it did."""
        if release is None or release.out is None:
            return None
        return next((shuffle.lot for shuffle in self.sightings.shuffles if shuffle.at >= release.out), None)

    def _trace(self, card: int, sights: list[tuple[int, Sight]]) -> None:
        """Follow one card from sight to sight."""
        lot, since, holder = 0, -1, -1
        source: Source | None = None
        for at, sight in sights:
            if isinstance(sight, TurnedUp | Draw) and lot != sight.lot:
                self._must_dump(card, lot, since, holder, sight.lot)
            if isinstance(sight, Release) and holder != sight.seat:
                self._need(card, sight, lot, since, holder)
            elif isinstance(sight, Release) and source is not None:
                self._held.append((source, sight))
            lot, holder, source = _after(sight)
            since = at
        if lot != _HAND:
            self.free[lot].add(card)
        elif source is not None:
            self._loose.append(source)

    def _must_dump(self, card: int, lot: int, since: int, holder: int, into: int) -> None:
        self._dumps.append(_Dump(card, None if holder < 0 else holder, lot, since, into))

    def _need(self, card: int, release: Release, lot: int, since: int, holder: int) -> None:
        """The seat drew the card unseen: from its lot, or from a later one that somebody's face-down muster led to."""
        draws = [draw for draw in self._unknown if draw.seat == release.seat and since < draw.at < release.at]
        if lot == _HAND or not any(draw.lot == lot for draw in draws):
            later = next((draw.lot for draw in draws if draw.lot > lot and self._follows(draw.lot, since)), None)
            if later is not None:
                self._must_dump(card, lot, since, holder, later)
                lot = later
        self._needs.append(_Need(release.at, card, release, lot, since))

    def _follows(self, lot: int, since: int) -> bool:
        return self.sightings.shuffled_at(lot) > since

    def _check_counts(self) -> None:
        """Every muster of an unseen card takes an unknown draw of its own. Raises TooMany."""
        for seat in range(self.sightings.seats):
            waiting = sorted(need for need in self._needs if need.release.seat == seat)
            for draw in self._unknown:
                if draw.seat == seat:
                    fit = next((need for need in waiting if need.since < draw.at < need.deadline), None)
                    if fit is not None:
                        waiting.remove(fit)
            if waiting:
                raise TooMany(waiting[0].deadline, seat, waiting[0].card)

    def _muster_openly_recruited(self, seat: int) -> None:
        """Cards recruited openly that must have gone face-down from that hand, each in a muster in time for its lot."""
        for dump in sorted((dump for dump in self._dumps if dump.seat == seat), key=lambda dump: dump.into):
            known: list[Source] = [*self.sightings.openings, *self.sightings.draws]
            source = next((one for one in known if (one.at, one.card) == (dump.since, dump.card)), None)
            for release in self._face_down(seat):
                is_taken = release in self.pinned.values() or release.at < dump.since
                if source is not None and not is_taken and self.enters(release) == dump.into:
                    self.dumped_by[source] = self.pinned[source] = release
                    self.settled.add(release.at)
                    break
        self._dumps = [dump for dump in self._dumps if dump.seat != seat]

    def _face_down(self, seat: int) -> Iterator[Release]:
        return (one for one in self.sightings.releases if one.seat == seat and one.card is None)

    def _assign(self, seat: int) -> None:
        """A source for every card that left the hand unexplained; one recruited openly only where draws are short."""
        draws = [draw for draw in self._unknown if draw.seat == seat]
        sources: list[Source] = [*draws, *(source for source in self._loose if source.seat == seat)]
        while True:
            needs = sorted(need for need in self._needs if need.release.seat == seat)
            dumps = [release for release in self._face_down(seat) if release not in self.pinned.values()]
            choices = [self._may_meet(need, draws) for need in needs]
            choices += [[at for at, source in enumerate(sources) if source.at < release.at] for release in dumps]
            found = maximum_matching(choices)
            short = [dumps[task - len(needs)] for task in range(len(needs), len(choices)) if task not in found.values()]
            if not any(self._came_back(release, draws) for release in short):
                break
        for at, task in found.items():
            if task >= len(needs):
                self.dumped_by[sources[at]] = dumps[task - len(needs)]
            else:
                self._meet(draws[at], needs[task])
        for source in sources:
            if source not in self.cards:
                self.dumped_by.setdefault(source, None)

    def _meet(self, draw: Draw, need: _Need) -> None:
        self.cards[draw] = need.card
        self.settled.add(draw.at)
        if draw.lot != need.lot:
            self._must_dump(need.card, need.lot, need.since, -1, draw.lot)

    def _came_back(self, release: Release, draws: list[Draw]) -> bool:
        """Whether a card known in the hand may have gone face-down then, and been drawn anew before it was shown."""
        into = self.enters(release)
        for held in self._held:
            source, shown = held
            if into is None or source.seat != release.seat or source in self.pinned or not source.at < release.at:
                continue
            since = self.sightings.shuffled_at(into)
            if release.at < shown.at and any(draw.lot == into and since < draw.at < shown.at for draw in draws):
                self.dumped_by[source] = self.pinned[source] = release
                self._held.remove(held)
                self._needs.append(_Need(shown.at, shown.card or 0, shown, into, since))
                return True
        return False

    def _may_meet(self, need: _Need, draws: list[Draw]) -> list[int]:
        """The draws that may have brought the card: from its lot, or else from one that a face-down muster led to."""
        in_time = [(at, draw) for at, draw in enumerate(draws) if need.since < draw.at < need.deadline]
        same = [at for at, draw in in_time if draw.lot == need.lot]
        return same + [at for at, draw in in_time if draw.lot > need.lot and self._follows(draw.lot, need.since)]

    def _chain(self) -> None:
        """Cards that anybody had drawn unseen and mustered face-down in time for the lot in which they turn up."""
        draws = [source for source in self.dumped_by if isinstance(source, Draw) and source.card is None]
        choices = [
            [at for at, draw in enumerate(draws)
             if draw.lot == dump.lot and self.enters(self.dumped_by[draw]) == dump.into]
            for dump in self._dumps
        ]  # fmt: skip
        found = maximum_matching(choices)
        for at, task in found.items():
            self._pin(draws[at], self._dumps[task].card)
        for task, dump in enumerate(self._dumps):
            if task not in found.values() and (draw := self._regrouped(dump)) is not None:
                self._pin(draw, dump.card)

    def _pin(self, draw: Draw, card: int) -> None:
        self.chained[draw] = card
        release = self.dumped_by[draw]
        if release is not None:
            self.pinned[draw] = release
        self.settled.add(draw.at)

    def _regrouped(self, dump: _Dump) -> Draw | None:
        """A draw of that lot whose card may change places with one that was mustered in time."""
        open_ = [source for source in self.dumped_by if source not in self.pinned]
        for source in open_:
            release = self.dumped_by[source]
            if release is None or self.enters(release) != dump.into:
                continue
            for other in open_:
                theirs = self.dumped_by[other]
                if not isinstance(other, Draw) or other.card is not None or other.seat != source.seat:
                    continue
                if other.at > release.at:
                    continue
                if other.lot == dump.lot and (theirs is None or source.at < theirs.at):
                    self.dumped_by[other], self.dumped_by[source] = release, theirs
                    return other
        return None


def _after(sight: Sight) -> tuple[int, int, Source | None]:
    """Where a card lies from then on: its lot, else who holds it, -1 for the table, and since when."""
    if isinstance(sight, Shuffle):
        return sight.lot, -1, None
    return (_HAND, sight.seat, sight) if isinstance(sight, Opening | Draw) else (_HAND, -1, None)


def _by_card(seen: Sightings) -> dict[int, list[tuple[int, Sight]]]:
    """The sights of every card in order; a shuffle comes behind what was seen in the same event."""
    found: dict[int, list[tuple[int, Sight]]] = {}
    every: list[Draw | Opening | TurnedUp | Release] = [
        *seen.draws, *seen.openings, *seen.turned_up, *seen.releases
    ]  # fmt: skip
    for one in every:
        if one.card is not None:
            found.setdefault(one.card, []).append((one.at, one))
    for shuffle in seen.shuffles:
        for card in cards_in(shuffle.known):
            found.setdefault(card, []).append((shuffle.at, shuffle))
    for sights in found.values():
        sights.sort(key=lambda sight: (sight[0], isinstance(sight[1], Shuffle)))
    return found
