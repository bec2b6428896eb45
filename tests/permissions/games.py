"""Access to games: the list of games, matches, practice games and sent records."""

from uuid import UUID

from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_blocks
from games.play.models import PracticeGame
from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft, create_batch
from games.reviews.services import request_review
from league.results.services.ledger import pool_for
from tests.games.factories import TERMS, claim, ids_of, played, seat_setups
from tests.games.play.factories import begun, of
from tests.games.records.factories import checked, sent, text
from tests.permissions.clubs import club
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, HIDDEN, LED_ON, MEMBERS, NOBODY, ONESELF, all_get
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.tournaments import GAME
from tests.permissions.world import World, thing


@thing
def finished(world: World) -> Match:
    """A match of bots for the club's leaderboard, played to its end."""
    pool = pool_for(game=GAME, player_kind="bot", club=world.club)
    block, *_ = create_blocks(
        orders=[BlockOrder(game=GAME, rotations=all_rotations(seat_setups("wanderer", "steward")), pool=pool)]
    )
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    return Match.objects.filter(block=block).latest("rotation")


@thing
def eilidhs(world: World) -> PracticeGame:
    """A game that Eilidh plays."""
    return begun(of(world.eilidh))


@thing
def verified(world: World) -> SubmittedRecord:
    """A record of the club that a worker found to be right."""
    return checked(sent(world.eilidh.player, world.club, text(), [world.eilidh.player, world.fergus.player]))


@thing
def unsent(world: World) -> SubmittedRecord:
    """A draft that Eilidh has not sent."""
    return begin_draft(by=world.eilidh.player, club=world.club, text=text(secret=b"another evening"))


@thing
def file(world: World) -> UUID:
    """A file that Eilidh looked into."""
    return create_batch(by=world.eilidh.player, club=world.club, texts=[text(secret=b"a third evening")])


@thing
def with_review(world: World) -> Match:
    """The match, whose review Eilidh requested."""
    match = finished(world)
    request_review(account=world.eilidh, kind="match", public_id=match.public_id)
    return match


game = ids(GAME)
match = ids(finished)
reviewed_match = ids(with_review)
practice_game = ids(eilidhs)
record = ids(verified)
anothers_draft = ids(unsent)
anothers_file = ids(file)


ROWS: tuple[Row, ...] = (
    of_site("matches:home", "GET", EVERYBODY),
    of_site("matches:games", "GET", EVERYBODY),
    of_site("matches:game", "GET", EVERYBODY, game),
    of_site("matches:rules", "GET", EVERYBODY, game),
    of_site("matches:score-sheet", "GET", EVERYBODY, game),
    of_club("matches:match", "GET", match, EVERYBODY),
    of_club("matches:preview", "GET", match, EVERYBODY, private=NOBODY),
    of_club("matches:last-moves", "GET", match, EVERYBODY, private=NOBODY),
    of_club("matches:record-text", "GET", match, EVERYBODY),
    of_club("matches:record-json", "GET", match, EVERYBODY),
    of_club("reviews:match", "GET", match, all_get(LED_ON)),
    of_club("reviews:request-match", "POST", match, ACCOUNTS),
    of_club("reviews:record", "GET", record, all_get(LED_ON)),
    of_club("reviews:request-record", "POST", record, ACCOUNTS),
    of_site("play:games", "GET", EVERYBODY),
    of_site("play:begin", "GET POST", EVERYBODY, game),
    of_site("play:practice-game", "GET POST", NOBODY, practice_game),
    of_site("play:hint", "POST", NOBODY, practice_game),
    of_site("play:give-up", "POST", NOBODY, practice_game),
    of_site("play:again", "POST", NOBODY, practice_game),
    of_site("records:mine", "GET", ACCOUNTS),
    of_club("records:club", "GET", club, EVERYBODY),
    of_club("records:record", "GET", record, EVERYBODY),
    of_club("records:record-text", "GET", record, EVERYBODY),
    of_club("records:record-json", "GET", record, EVERYBODY),
    of_club("records:as-sent", "GET", record, all_get(LED_ON)),
    of_site("records:record", "GET", all_get(HIDDEN), anothers_draft),
    of_site("records:as-sent", "GET", all_get(HIDDEN), anothers_draft),
    of_site("records:write", "GET POST", ONESELF, anothers_draft),
    of_site("records:send", "GET POST", ONESELF, anothers_draft),
    of_site("records:discard", "POST", ONESELF, anothers_draft),
    of_site("records:withdraw", "POST", ONESELF, record),
    of_site("records:batch", "GET POST", ONESELF, anothers_file),
    of_club("records:upload", "GET POST", club, MEMBERS),
    of_club("records:begin", "GET POST", club, MEMBERS),
)
