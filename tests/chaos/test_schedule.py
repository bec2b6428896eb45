"""The schedule of a run is a function of its seed, and leaves nothing out."""

from collections import Counter

from tests.chaos.schedule import DECK, LEASE, Kind, schedule


def test_the_same_seed_gives_the_same_schedule() -> None:
    assert schedule(7, 200) == schedule(7, 200)
    assert schedule(7, 200) != schedule(8, 200)


def test_a_longer_schedule_begins_as_the_shorter_one() -> None:
    assert schedule(7, 1000)[:200] == schedule(7, 200)


def test_fifty_events_hold_everything_that_can_happen() -> None:
    assert Counter(event.kind for event in schedule(3, 50)) == DECK
    assert set(DECK) == set(Kind)


def test_whoever_is_paused_wakes_after_the_lease() -> None:
    paused = [event for event in schedule(11, 400) if event.kind in (Kind.CHILD_PAUSED, Kind.MAIN_PAUSED)]
    assert min(event.seconds for event in paused) > LEASE


def test_time_goes_forward() -> None:
    times = [event.at for event in schedule(5, 300)]
    assert times == sorted(times)
    assert times[0] > 0
