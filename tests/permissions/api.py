"""Access to the JSON API: readable for those who may read the page, hidden from everybody else."""

from collections.abc import Sequence

from tests.permissions.clubs import club
from tests.permissions.games import game, match, reviewed_match
from tests.permissions.outcomes import EVERYBODY, ORGANISERS, SCORERS, SIGN_IN, all_get
from tests.permissions.results import leaderboard
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.tournaments import desk, desk_of_a_draft, draft_entry, first_round
from tests.permissions.world import World

POOL = "lords-of-scotland-people-at-glen-orchy-games"  # the club's leaderboard


def player(world: World) -> Sequence[object]:
    """Eilidh."""
    return [world.eilidh.player.public_id]


TOKENS_ALONE = all_get(SIGN_IN)  # 401 for every signed-in person: these routes are for programs


remote = ids("2" * 12)
remote_match = ids(remote, "2" * 12)


ROWS: tuple[Row, ...] = (
    of_site("api-index", "GET", EVERYBODY),
    of_site("api-schema", "GET", EVERYBODY),
    of_site("api-docs", "GET", EVERYBODY),
    of_site("api-hall", "GET", EVERYBODY),
    of_site("api-records", "GET", EVERYBODY),
    of_site("club-list", "GET", EVERYBODY),
    of_club("club-detail", "GET", club, EVERYBODY),
    of_site("game-list", "GET", EVERYBODY),
    of_site("game-detail", "GET", EVERYBODY, game),
    of_site("match-list", "GET", EVERYBODY),
    of_club("match-detail", "GET", match, EVERYBODY),
    of_club("match-record", "GET", match, EVERYBODY),
    of_club("api-match-review", "GET", reviewed_match, EVERYBODY),
    of_site("player-list", "GET", EVERYBODY),
    of_club("player-detail", "GET", player, EVERYBODY),
    of_club("player-history", "GET", player, EVERYBODY, query=f"?pool={POOL}"),
    of_site("pool-list", "GET", EVERYBODY),
    of_club("pool-detail", "GET", leaderboard, EVERYBODY),
    of_club("pool-leaderboard", "GET", leaderboard, EVERYBODY),
    of_site("remote-bot-list", "GET", TOKENS_ALONE),
    of_site("remote-bot-list", "POST", TOKENS_ALONE, name="Curlew"),
    of_site("remote-bot-detail", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-pause", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-resume", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-retire", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-moves", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-rename", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-matches", "GET POST", TOKENS_ALONE, remote),
    of_site("remote-bot-match", "GET POST", TOKENS_ALONE, remote_match),
    of_site("result-list", "GET", EVERYBODY),
    of_site("tournament-list", "GET", EVERYBODY),
    of_club("tournament-check-in", "POST", draft_entry, SCORERS),
    of_club("tournament-entries", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournament-guests", "POST", desk_of_a_draft, ORGANISERS),
    of_club("tournament-results", "POST", first_round, SCORERS),
    of_club("tournament-withdraw", "POST", draft_entry, ORGANISERS),
    of_club("tournament-detail", "GET", desk, EVERYBODY),
    of_club("tournament-crosstable", "GET", desk, EVERYBODY),
    of_club("tournament-round", "GET", first_round, EVERYBODY),
    of_club("tournament-rounds", "GET", desk, EVERYBODY),
    of_club("tournament-standings", "GET", desk, EVERYBODY),
)
