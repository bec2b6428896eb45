"""Infers unknown cards from later events of a record. Times are indices of events.

A card that a seat musters without having recruited it openly came into its hand in one of its unknown draws from the
shuffle that held the card. So every such muster needs an unknown draw of its own, each of the seat's unknown face-down
musters needs another, and if a card turns up in a shuffle that it did not come into openly, somebody had drawn it
before and mustered it face-down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.core.maths import maximum_matching
from engine.games.lords_of_scotland.components import card_name, cards_in

_HAND: Final = -1  # in place of a lot: the card lies openly in a hand, or on the table


class Draw(NamedTuple):
    """A card came into a hand that only its owner saw: dealt, drawn, or a face-down Recruit."""

    at: int
    seat: int
    lot: int  # it came from that shuffle of the pile, counted from 0
    card: int | None  # where the record states it


class OpenRecruit(NamedTuple):
    """A face-up Recruit went into a hand."""

    at: int
    seat: int
    card: int


class TurnedUp(NamedTuple):
    """A card of a shuffle of the pile was turned up."""

    at: int
    card: int
    lot: int


class Shuffle(NamedTuple):
    """The discards became the pile; `known` are those that everybody had seen, as a bit mask."""

    at: int
    lot: int
    known: int


@dataclass(eq=False, slots=True)
class Muster:
    """A card went from a hand into an army; its card is None if it is face-down and not stated."""

    at: int
    seat: int
    card: int | None
    out: int | None = None  # when it came among the discards, if it lay face-down


@dataclass(slots=True)
class RoundEnd:
    """The armies at the end of a round, each card with its lasting power, and the seats that claimed, in order."""

    round: int
    armies: list[list[tuple[int | Muster, int]]]
    order: list[int]

    @property
    def is_unsure(self) -> bool:
        """Whether an unknown card may decide the order."""
        return any(isinstance(card, Muster) for army in self.armies for card, _ in army)


@dataclass(slots=True)
class SeenCards:
    """Everything that all players have seen of the cards, each list in order."""

    seats: int
    deck: int  # as a bit mask
    draws: list[Draw] = field(default_factory=list)
    openings: list[OpenRecruit] = field(default_factory=list)
    turned_up: list[TurnedUp] = field(default_factory=list)
    releases: list[Muster] = field(default_factory=list)
    shuffles: list[Shuffle] = field(default_factory=list)
    rounds: list[RoundEnd] = field(default_factory=list)

    def shuffled_at(self, lot: int) -> int:
        """Return when that lot became the pile; -1 for the first one."""
        return self.shuffles[lot - 1].at if lot else -1


Source: TypeAlias = Draw | OpenRecruit
Sight: TypeAlias = Draw | OpenRecruit | TurnedUp | Muster | Shuffle


class TooManyCards(Exception):
    """A seat showed more cards than it can have drawn: the record cannot be right up to the event `at`."""

    def __init__(self, at: int, seat: int, card: int) -> None:
        super().__init__(
            f"Seat {seat + 1} cannot have had {card_name(card)} here: nobody saw it come into that hand, and of the "
            f"cards it drew unseen all are spoken for."
        )
        self.at = at


class _MusterNeed(NamedTuple):
    """A muster of a card that came into the hand unseen, after `since`, from that lot."""

    deadline: int
    card: int
    release: Muster
    lot: int
    since: int


class _HiddenMuster(NamedTuple):
    """A card that must have been mustered face-down to get into a later lot; by `seat`, or by anybody."""

    card: int
    seat: int | None
    lot: int  # that it was drawn from unseen
    since: int
    into: int


class CardInference:
    """The assignment of unknown draws to later events; the other draws may be any card of their lot not seen again."""

    def __init__(self, sightings: SeenCards) -> None:
        self.sightings = sightings
        self.settled: set[int] = set()  # events whose card is known from later
        self.cards: dict[Draw, int] = {}  # unknown draws that are known now
        self.dumped_by: dict[Source, Muster | None] = {}  # what became of other cards taken in; None: they were kept
        self.chained: dict[Draw, int] = {}  # those of them that must have been a certain card
        self.pinned: dict[Source, Muster] = {}  # those that must have gone face-down in time for a certain lot
        self.free: list[set[int]] = [set() for _ in range(len(sightings.shuffles) + 1)]  # by lot, never seen again
        self._unknown = [draw for draw in sightings.draws if draw.card is None]
        self._needs: list[_MusterNeed] = []
        self._dumps: list[_HiddenMuster] = []
        self._held: list[tuple[Source, Muster]] = []  # known in a hand, and known to leave it
        self._loose: list[Source] = []  # known in a hand, and not seen to leave it
        sights = _sights_by_card(sightings)
        for card in cards_in(sightings.deck):
            self._trace(card, sights.get(card, []))
        self._check_counts()
        for seat in range(sightings.seats):
            self._muster_openly_recruited(seat)
            self._assign(seat)
        self._chain()

    def enters(self, release: Muster | None) -> int | None:
        """Return the lot that a card mustered face-down came into, if it did."""
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
            if isinstance(sight, Muster) and holder != sight.seat:
                self._note_need(card, sight, lot, since, holder)
            elif isinstance(sight, Muster) and source is not None:
                self._held.append((source, sight))
            lot, holder, source = _location_after(sight)
            since = at
        if lot != _HAND:
            self.free[lot].add(card)
        elif source is not None:
            self._loose.append(source)

    def _must_dump(self, card: int, lot: int, since: int, holder: int, into: int) -> None:
        self._dumps.append(_HiddenMuster(card, None if holder < 0 else holder, lot, since, into))

    def _note_need(self, card: int, release: Muster, lot: int, since: int, holder: int) -> None:
        """Note that the seat drew the card unseen: from its lot, or from a later one after a face-down muster."""
        draws = [draw for draw in self._unknown if draw.seat == release.seat and since < draw.at < release.at]
        if lot == _HAND or not any(draw.lot == lot for draw in draws):
            later = next((draw.lot for draw in draws if draw.lot > lot and self._follows(draw.lot, since)), None)
            if later is not None:
                self._must_dump(card, lot, since, holder, later)
                lot = later
        self._needs.append(_MusterNeed(release.at, card, release, lot, since))

    def _follows(self, lot: int, since: int) -> bool:
        return self.sightings.shuffled_at(lot) > since

    def _check_counts(self) -> None:
        """Check that each muster of an unseen card has an unknown draw of its own. Raise TooManyCards."""
        for seat in range(self.sightings.seats):
            waiting = sorted(need for need in self._needs if need.release.seat == seat)
            for draw in self._unknown:
                if draw.seat == seat:
                    fit = next((need for need in waiting if need.since < draw.at < need.deadline), None)
                    if fit is not None:
                        waiting.remove(fit)
            if waiting:
                raise TooManyCards(waiting[0].deadline, seat, waiting[0].card)

    def _muster_openly_recruited(self, seat: int) -> None:
        """Assign open recruits that must have been mustered face-down in time for a lot."""
        for dump in sorted((dump for dump in self._dumps if dump.seat == seat), key=lambda dump: dump.into):
            known: list[Source] = [*self.sightings.openings, *self.sightings.draws]
            source = next(
                (candidate for candidate in known if (candidate.at, candidate.card) == (dump.since, dump.card)), None
            )
            for release in self._face_down(seat):
                is_taken = release in self.pinned.values() or release.at < dump.since
                if source is not None and not is_taken and self.enters(release) == dump.into:
                    self.dumped_by[source] = self.pinned[source] = release
                    self.settled.add(release.at)
                    break
        self._dumps = [dump for dump in self._dumps if dump.seat != seat]

    def _face_down(self, seat: int) -> Iterator[Muster]:
        return (release for release in self.sightings.releases if release.seat == seat and release.card is None)

    def _assign(self, seat: int) -> None:
        """Assign a source to every card that left the hand unexplained; open recruits only if draws are short."""
        draws = [draw for draw in self._unknown if draw.seat == seat]
        sources: list[Source] = [*draws, *(source for source in self._loose if source.seat == seat)]
        while True:
            needs = sorted(need for need in self._needs if need.release.seat == seat)
            dumps = [release for release in self._face_down(seat) if release not in self.pinned.values()]
            choices = [self._may_meet(need, draws) for need in needs]
            choices += [[at for at, source in enumerate(sources) if source.at < release.at] for release in dumps]
            found = maximum_matching(choices)
            short = [dumps[task - len(needs)] for task in range(len(needs), len(choices)) if task not in found.values()]
            if not any(self._may_have_returned(release, draws) for release in short):
                break
        for at, task in found.items():
            if task >= len(needs):
                self.dumped_by[sources[at]] = dumps[task - len(needs)]
            else:
                self._meet(draws[at], needs[task])
        for source in sources:
            if source not in self.cards:
                self.dumped_by.setdefault(source, None)

    def _meet(self, draw: Draw, need: _MusterNeed) -> None:
        self.cards[draw] = need.card
        self.settled.add(draw.at)
        if draw.lot != need.lot:
            self._must_dump(need.card, need.lot, need.since, -1, draw.lot)

    def _may_have_returned(self, release: Muster, draws: list[Draw]) -> bool:
        """Whether a known card may have been mustered face-down then, and drawn again before it was shown."""
        into = self.enters(release)
        for held in self._held:
            source, shown = held
            if into is None or source.seat != release.seat or source in self.pinned or not source.at < release.at:
                continue
            since = self.sightings.shuffled_at(into)
            if release.at < shown.at and any(draw.lot == into and since < draw.at < shown.at for draw in draws):
                self.dumped_by[source] = self.pinned[source] = release
                self._held.remove(held)
                self._needs.append(_MusterNeed(shown.at, shown.card or 0, shown, into, since))
                return True
        return False

    def _may_meet(self, need: _MusterNeed, draws: list[Draw]) -> list[int]:
        """Return the draws that may be the card: from its lot, or else from a lot after a face-down muster."""
        in_time = [(at, draw) for at, draw in enumerate(draws) if need.since < draw.at < need.deadline]
        same = [at for at, draw in in_time if draw.lot == need.lot]
        return same + [at for at, draw in in_time if draw.lot > need.lot and self._follows(draw.lot, need.since)]

    def _chain(self) -> None:
        """Assign cards that anybody drew unseen and mustered face-down in time for the lot in which they turn up."""
        draws = [source for source in self.dumped_by if isinstance(source, Draw) and source.card is None]
        choices = [
            [
                at
                for at, draw in enumerate(draws)
                if draw.lot == dump.lot and self.enters(self.dumped_by[draw]) == dump.into
            ]
            for dump in self._dumps
        ]
        found = maximum_matching(choices)
        for at, task in found.items():
            self._pin(draws[at], self._dumps[task].card)
        for task, dump in enumerate(self._dumps):
            if task not in found.values() and (draw := self._exchange_draw(dump)) is not None:
                self._pin(draw, dump.card)

    def _pin(self, draw: Draw, card: int) -> None:
        self.chained[draw] = card
        release = self.dumped_by[draw]
        if release is not None:
            self.pinned[draw] = release
        self.settled.add(draw.at)

    def _exchange_draw(self, dump: _HiddenMuster) -> Draw | None:
        """Return a draw of that lot whose card can be exchanged with one that was mustered in time."""
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


def _location_after(sight: Sight) -> tuple[int, int, Source | None]:
    """Return where a card is after a sight: its lot, or its holder, -1 for the table, and the source."""
    if isinstance(sight, Shuffle):
        return sight.lot, -1, None
    return (_HAND, sight.seat, sight) if isinstance(sight, OpenRecruit | Draw) else (_HAND, -1, None)


def _sights_by_card(seen: SeenCards) -> dict[int, list[tuple[int, Sight]]]:
    """Return the sights of every card in order; a shuffle comes after other sights of the same event."""
    found: dict[int, list[tuple[int, Sight]]] = {}
    every: list[Draw | OpenRecruit | TurnedUp | Muster] = [*seen.draws, *seen.openings, *seen.turned_up, *seen.releases]
    for sight in every:
        if sight.card is not None:
            found.setdefault(sight.card, []).append((sight.at, sight))
    for shuffle in seen.shuffles:
        for card in cards_in(shuffle.known):
            found.setdefault(card, []).append((shuffle.at, shuffle))
    for sights in found.values():
        sights.sort(key=lambda sight: (sight[0], isinstance(sight[1], Shuffle)))
    return found
