"""Doors of uploaded bots: their owner's alone."""

from collections.abc import Sequence

from django.utils import timezone

from games.bots.models import BotTest, RemoteBot, Version
from games.matches.models import Match
from tests.doors.door import Door, of_site
from tests.doors.outcomes import ACCOUNTS, EVERYBODY, ONESELF
from tests.doors.world import World, thing
from tests.games.bots.remote.bots import remote_bot
from tests.games.bots.uploads import GAME, bot_by, checked_bare, finished_test, match_of, match_of_player


@thing
def eilidhs(world: World) -> Version:
    """Eilidh's uploaded bot version, which a worker has passed."""
    world.eilidh.email_confirmed_at = timezone.now()
    world.eilidh.save(update_fields=["email_confirmed_at"])
    return checked_bare(bot_by(world.eilidh))


def bot(world: World) -> Sequence[object]:
    """That bot."""
    return [eilidhs(world).bot.public_id]


@thing
def curlew(world: World) -> RemoteBot:
    """Eilidh's, too."""
    eilidhs(world)  # whose address is confirmed by then
    return remote_bot(world.eilidh, "Curlew of the door")


def eilidhs_from_afar(world: World) -> Sequence[object]:
    """Her bot from afar."""
    return [curlew(world).public_id]


@thing
def flown(world: World) -> Match:
    """A match of that one."""
    return match_of_player(curlew(world).player)


def match_from_afar(world: World) -> Sequence[object]:
    """Return the page of her remote bot's match."""
    return [*eilidhs_from_afar(world), flown(world).public_id]


@thing
def played(world: World) -> Match:
    """A match of that bot."""
    return match_of(eilidhs(world))


def match(world: World) -> Sequence[object]:
    """Return the page of her bot's match."""
    return [*bot(world), played(world).public_id]


def version(world: World) -> Sequence[object]:
    """Its version."""
    return [*bot(world), 1]


@thing
def bot_test(world: World) -> BotTest:
    """A test that Eilidh ordered, and a worker played."""
    return finished_test(eilidhs(world))


def test(world: World) -> Sequence[object]:
    """That test."""
    return [*bot(world), bot_test(world).public_id]


def bot_test_match(world: World) -> Sequence[object]:
    """Its first match."""
    return [*test(world), 1]


def game(_world: World) -> Sequence[object]:
    """Return a game of the registry."""
    return [GAME]


def example(_world: World) -> Sequence[object]:
    """A file to begin with."""
    return ["herald"]


def trial(world: World) -> Sequence[object]:
    """A match of its check."""
    return [*version(world), GAME, 1]


DOORS: tuple[Door, ...] = (
    of_site("bots:guide", "GET", EVERYBODY),
    of_site("bots:guide-remote", "GET", EVERYBODY),
    of_site("bots:engine", "GET", EVERYBODY),
    of_site("bots:seen", "GET", EVERYBODY, game),
    of_site("bots:example", "GET", EVERYBODY, example),
    of_site("bots:mine", "GET", EVERYBODY),
    of_site("bots:new", "GET", ACCOUNTS),
    of_site("bots:new", "POST", ACCOUNTS),
    of_site("bots:bot", "GET", ONESELF, bot),
    of_site("bots:matches", "GET", ONESELF, bot),
    of_site("bots:report", "GET", ONESELF, match),
    of_site("bots:upload", "GET", ONESELF, bot),
    of_site("bots:upload", "POST", ONESELF, bot),
    of_site("bots:rename", "GET", ONESELF, bot),
    of_site("bots:rename", "POST", ONESELF, bot),
    of_site("bots:tests", "GET", ONESELF, bot),
    of_site("bots:tests", "POST", ONESELF, bot),
    of_site("bots:test", "GET", ONESELF, test),
    of_site("bots:test-records", "GET", ONESELF, test),
    of_site("bots:bout", "GET", ONESELF, bot_test_match),
    of_site("bots:bout-record", "GET", ONESELF, bot_test_match),
    of_site("bots:pause", "POST", ONESELF, bot),
    of_site("bots:resume", "POST", ONESELF, bot),
    of_site("bots:remote-new", "GET", ACCOUNTS),
    of_site("bots:remote-new", "POST", ACCOUNTS),
    of_site("bots:remote", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-token", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-token", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-rename", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-rename", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-retire", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-retire", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-matches", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-report", "GET", ONESELF, match_from_afar),
    of_site("bots:remote-pause", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-resume", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:retire", "GET", ONESELF, bot),
    of_site("bots:retire", "POST", ONESELF, bot),
    of_site("bots:version", "GET", ONESELF, version),
    of_site("bots:activate", "POST", ONESELF, version),
    of_site("bots:check", "POST", ONESELF, version),
    of_site("bots:source", "GET", ONESELF, version),
    of_site("bots:trial", "GET", ONESELF, trial),
    of_site("bots:record", "GET", ONESELF, trial),
    of_site("bot-list", "GET", ACCOUNTS),
    of_site("bot-list", "POST", ACCOUNTS),
    of_site("bot-detail", "GET", ONESELF, bot),
    of_site("bot-versions", "GET", ONESELF, bot),
    of_site("bot-versions", "POST", ONESELF, bot),
    of_site("bot-version", "GET", ONESELF, version),
    of_site("bot-matches", "GET", ONESELF, bot),
    of_site("bot-match", "GET", ONESELF, match),
    of_site("bot-tests", "GET", ONESELF, bot),
    of_site("bot-tests", "POST", ONESELF, bot),
    of_site("bot-test", "GET", ONESELF, test),
    of_site("bot-rename", "POST", ONESELF, bot),
    of_site("bot-pause", "POST", ONESELF, bot),
    of_site("bot-resume", "POST", ONESELF, bot),
    of_site("bot-retire", "POST", ONESELF, bot),
    of_site("bot-activate", "POST", ONESELF, version),
    of_site("bot-check", "POST", ONESELF, version),
)
