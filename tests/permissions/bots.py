"""Access to uploaded bots: their owner's alone."""

from collections.abc import Sequence

from django.utils import timezone

from engine.build_backend import wheel
from games.bots.models import BotTest, Comparison, RemoteBot, Version
from games.matches.models import Match
from tests.games.bots.factories import (
    GAME,
    bot_by,
    checked_bare,
    finished_test,
    match_of,
    match_of_player,
    ordered_comparison,
)
from tests.games.bots.remote.factories import remote_bot
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, LED_ON, ONESELF, all_get
from tests.permissions.rows import Row, ids, of_site
from tests.permissions.world import World, thing


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
    return remote_bot(world.eilidh, "Curlew of the table")


eilidhs_from_afar = ids(curlew)


@thing
def flown(world: World) -> Match:
    """A match of that one."""
    return match_of_player(curlew(world).player)


match_from_afar = ids(eilidhs_from_afar, flown)


@thing
def played(world: World) -> Match:
    """A match of that bot."""
    return match_of(eilidhs(world))


match = ids(bot, played)
version = ids(bot, 1)


@thing
def bot_test(world: World) -> BotTest:
    """A test that Eilidh ordered, and a worker played."""
    return finished_test(eilidhs(world))


@thing
def compared(world: World) -> Comparison:
    """A comparison that Eilidh ordered."""
    return ordered_comparison(eilidhs(world))


test = ids(bot, bot_test)
comparison = ids(bot, compared)
bot_test_match = ids(test, 1)
game = ids(GAME)
example = ids("herald.py")
trial = ids(version, GAME, 1)


ROWS: tuple[Row, ...] = (
    of_site("bots:guide", "GET", EVERYBODY),
    of_site("bots:guide-remote", "GET", EVERYBODY),
    of_site("bots:engine", "GET", EVERYBODY),
    of_site("bots:engine-zip", "GET", all_get(LED_ON)),
    of_site("bots:wheel", "GET", EVERYBODY, ids(wheel()[0])),
    of_site("bots:guide-game", "GET", EVERYBODY, game),
    of_site("bots:example", "GET", EVERYBODY, example),
    of_site("bots:mine", "GET", EVERYBODY),
    of_site("bots:new", "GET POST", ACCOUNTS),
    of_site("bots:bot", "GET", ONESELF, bot),
    of_site("bots:matches", "GET", ONESELF, bot),
    of_site("bots:report", "GET", ONESELF, match),
    of_site("bots:upload", "GET POST", ONESELF, bot),
    of_site("bots:rename", "GET POST", ONESELF, bot),
    of_site("bots:tests", "GET POST", ONESELF, bot),
    of_site("bots:test", "GET", ONESELF, test),
    of_site("bots:test-records", "GET", ONESELF, test),
    of_site("bots:test-match", "GET", ONESELF, bot_test_match),
    of_site("bots:test-match-record", "GET", ONESELF, bot_test_match),
    of_site("bots:comparisons", "GET POST", ONESELF, bot),
    of_site("bots:comparison", "GET", ONESELF, comparison),
    of_site("bots:comparison-stop", "POST", ONESELF, comparison),
    of_site("bots:pause", "POST", ONESELF, bot),
    of_site("bots:resume", "POST", ONESELF, bot),
    of_site("bots:remote-new", "GET POST", ACCOUNTS),
    of_site("bots:remote", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-token", "GET POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-rename", "GET POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-retire", "GET POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-matches", "GET", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-report", "GET", ONESELF, match_from_afar),
    of_site("bots:remote-pause", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:remote-resume", "POST", ONESELF, eilidhs_from_afar),
    of_site("bots:retire", "GET POST", ONESELF, bot),
    of_site("bots:version", "GET", ONESELF, version),
    of_site("bots:activate", "POST", ONESELF, version),
    of_site("bots:check", "POST", ONESELF, version),
    of_site("bots:source", "GET", ONESELF, version),
    of_site("bots:source-zip", "GET", ONESELF, version),
    of_site("bots:delete-file", "GET POST", ONESELF, version),
    of_site("bots:check-match", "GET", ONESELF, trial),
    of_site("bots:check-match-record", "GET", ONESELF, trial),
    of_site("bot-list", "GET POST", ACCOUNTS),
    of_site("bot-detail", "GET", ONESELF, bot),
    of_site("bot-versions", "GET POST", ONESELF, bot),
    of_site("bot-version", "GET", ONESELF, version),
    of_site("bot-matches", "GET", ONESELF, bot),
    of_site("bot-match", "GET", ONESELF, match),
    of_site("bot-tests", "GET POST", ONESELF, bot),
    of_site("bot-test", "GET", ONESELF, test),
    of_site("bot-rename", "POST", ONESELF, bot),
    of_site("bot-pause", "POST", ONESELF, bot),
    of_site("bot-resume", "POST", ONESELF, bot),
    of_site("bot-retire", "POST", ONESELF, bot),
    of_site("bot-activate", "POST", ONESELF, version),
    of_site("bot-check", "POST", ONESELF, version),
    of_site("bot-delete-file", "POST", ONESELF, version),
)
