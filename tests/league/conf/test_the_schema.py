"""The OpenAPI schema: complete, equal to the committed file, and matched by every answer."""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import Phase, given, settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart
from schemathesis.core.result import Err
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from games.bots.models import BotTest, RemoteBot, UploadedBot
from games.bots.remote import mailbox
from games.bots.remote.services import make_remote_bot
from games.contests.models import Contest
from games.contests.services import enter
from games.matches.claims import finish_matches
from games.matches.models import Match, SeatReport
from league.accounts.models import Account, Player
from league.accounts.scopes import scopes
from league.accounts.services.tokens import make_token
from league.clubs.models import Club
from league.conf.openapi import examples
from league.conf.settings import ROOT
from league.ratings.services import fold_pool
from league.seasons.models import League
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players, set_phase
from league.tournaments.services.lifecycle import start
from tests.engine.sandbox.programs import WANDERING, deciding
from tests.factories import glen_club
from tests.games.bots.factories import (
    another,
    author,
    bot_by,
    checked_bare,
    finished_test,
    match_of,
    match_of_player,
    passed,
    undecided,
)
from tests.games.contests.factories import contest_of
from tests.games.factories import TERMS, blocks, bots_pool, claim, ids_of, played
from tests.games.reviews.factories import reviewed
from tests.league.seasons.factories import league_of
from tests.league.tournaments.factories import play_open_legs

QUESTION = "cd3190ec9b6e74f4"
TOURNAMENT = "/api/v1/tournaments/{public_id}/"
PLAYED, OPEN, ARRIVING = "Spring round robin", "Winter cup", "Autumn cup"
STREAM = "/api/v1/remote-bots/{public_id}/stream"
ENTRY = "/api/v1/contests/{public_id}/entry/"
REMOTE: dict[str, Any] = {"name": "Curlew", "games": ["kings-kilt"]}
pytestmark = [pytest.mark.slow, pytest.mark.django_db]
COMMITTED = ROOT / "docs" / "openapi.yaml"
ASKED = 12
Operation = APIOperation[Any, Any, Any, Any]
PLAIN = {"Accept-Encoding": "identity"}


def generated() -> str:
    """The schema that the endpoints make now; they may leave nothing unsaid."""
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return out.getvalue()


def test_the_committed_schema_is_that_of_today() -> None:
    assert COMMITTED.read_text() == generated(), (
        "Renew it: python3 manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml"
    )


def test_the_page_of_the_api_lists_every_operation_without_script(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode().replace("<wbr>", "")
    document = yaml.safe_load(COMMITTED.read_text())
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    chapters = re.findall(r'href="#(operations-tag-[^"]+)"', page)
    assert len(chapters) == len(document["tags"])
    assert all(f'id="{chapter}"' in page for chapter in chapters)


def test_every_example_is_one() -> None:
    document = yaml.safe_load(COMMITTED.read_text())
    all_operations = [operation for path in document["paths"].values() for operation in path.values()]
    operations = {one["operationId"]: one for one in all_operations if {"200", "201"} & set(one["responses"])}
    without = {"games_retrieve", "matches_record_retrieve", "remote_bot_stream", "records"}
    assert set(operations) - without == set(examples())
    for name, example in examples().items():
        answers = operations[name]["responses"]
        shape = answers.get("200", answers.get("201"))["content"]["application/json"]["schema"]
        Draft202012Validator(shape | {"components": document["components"]}).validate(example)


def test_the_help_of_what_programs_send_names_its_fields() -> None:
    components = yaml.safe_load(COMMITTED.read_text())["components"]["schemas"]
    sent = {name: component for name, component in components.items() if name.startswith("New")}
    named = {name: set(re.findall(r"`(\w+)`", component.get("description", ""))) for name, component in sent.items()}
    assert named["NewResult"]
    for name, fields in named.items():
        assert fields <= set(sent[name]["properties"]), name


def test_the_schema_is_openapi_3_1_without_what_its_tools_complain_of() -> None:
    document = yaml.safe_load(COMMITTED.read_text())
    assert document["openapi"].startswith("3.1")
    assert document["servers"] == [{"url": "http://localhost:8000", "description": "This site."}]
    assert "nullable:" not in COMMITTED.read_text()
    tags = {tag["name"] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (path, method)
            assert operation["description"], (path, method)
            assert set(operation["tags"]) <= tags, (path, method)
            assert any(code.startswith("2") for code in operation["responses"]), (path, method)
            named = [one["name"] for one in operation.get("parameters", []) if one.get("in") == "path"]
            assert sorted(named) == sorted(re.findall(r"{(\w+)}", path)), (path, method)
    every = [operation for path in document["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in every}) == len(every)
    for kind in ("schemas", "parameters"):
        for name, shape in document["components"][kind].items():
            assert f"#/components/{kind}/{name}" in COMMITTED.read_text(), f"nothing uses {name}"
            Draft202012Validator.check_schema(shape if kind == "schemas" else shape["schema"])


def test_an_unknown_choice_is_answered_with_the_known_ones() -> None:
    paths = yaml.safe_load(COMMITTED.read_text())["paths"]
    lists = {path: answers["get"].get("parameters", []) for path, answers in paths.items() if "get" in answers}
    choices = [
        (path, one["name"], one["schema"]["enum"])
        for path, parameters in lists.items()
        for one in parameters
        if "{" not in path and "enum" in one.get("schema", {})
    ]
    assert len(choices) > 5
    for path, name, values in choices:
        answer = Client().get(path, {name: "nonsense"})
        (sentence,) = answer.json()["errors"][name]
        assert answer.status_code == 400
        assert all(value in sentence for value in values), path


def test_the_served_schema_names_the_site_as_it_was_reached() -> None:
    served = Client(headers={"host": "127.0.0.1"}).get("/api/v1/schema", headers={"accept": "application/json"})
    assert served.json()["servers"][0]["url"] == "http://127.0.0.1"


@pytest.fixture
def house() -> None:
    """Make a club with a running tournament and a rated block of bot matches."""
    morag = author()
    first = passed(bot_by(morag, name="Ptarmigan"))  # to be retired, and the file of its first version deleted
    passed(another(first, deciding("pass")))
    version = checked_bare(bot_by(morag))
    match_of(version, log="a word")
    finished_test(version)
    undecided(another(version, deciding("pass")))
    remote = make_remote_bot(account=morag, **REMOTE)
    match_of_player(remote.player)
    mailbox.put(remote.public_id, QUESTION, "{}", legal=[["pass"]], life=60)
    club = glen_club(morag)
    enter(contest=contest_of(club).public_id, account=morag, bot=version.bot.public_id)
    league_of(club)
    event: Tournament = make_tournament(club=club, game="lords-of-scotland", format="round-robin", name=PLAYED, by=None)
    players = [Player.objects.create(name=name) for name in ("Ailsa", "Bruce", "Catriona")]
    for player in players:
        club.memberships.create(player=player)
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    play_open_legs(event)
    to_be_written_into(club, players)
    finish_matches(finishes=played(claim(ids_of(blocks()))), terms=TERMS)
    for pool in (event.pool, bots_pool()):
        fold_pool(pool_id=pool.pk)
    reviewed(Match.objects.latest("pk"), morag)


def to_be_written_into(club: Club, players: list[Player]) -> None:
    """A tournament whose games are open, and one whose players arrive."""
    club.memberships.create(player=Player.objects.create(name="Dougal"))
    for name in (OPEN, ARRIVING):
        event = make_tournament(club=club, game="lords-of-scotland", format="round-robin", name=name, by=None)
        enter_players(tournament=event, players=players, by=None)
        start(tournament=event, by=None) if name == OPEN else set_phase(tournament=event, to="check-in", by=None)


@pytest.fixture
def schema(house: None) -> Iterator[BaseSchema]:
    """The schema as the site serves it; requests leave the connection alone, which holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(house: None) -> dict[str, str]:
    """Those of a program of Morag's."""
    account = Account.objects.get(email="morag@example.org")
    secret = make_token(account=account, name="Laptop", scopes=[*scopes()], expires=None)
    return PLAIN | {"Authorization": f"Bearer {secret}"}


@pytest.mark.long
def test_whatever_is_asked_the_answer_keeps_the_schema(schema: BaseSchema, headers: dict[str, str]) -> None:
    for operation in operations_of(schema):
        ask_anything_of(operation, headers)


def operations_of(schema: BaseSchema) -> list[Operation]:
    """All that Django answers; one that cannot be read is a fault."""
    found = list(schema.get_all_operations())
    assert [one for one in found if isinstance(one, Err)] == []
    return [one.ok() for one in found if not isinstance(one, Err) and one.ok().path != STREAM]


def ask_anything_of(operation: Operation, headers: dict[str, str]) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=ASKED, derandomize=True, database=None, phases=[Phase.generate])
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])  # a cursor is opaque

    ask()


@pytest.mark.long
def test_every_answer_about_what_is_there_keeps_the_schema(schema: BaseSchema, headers: dict[str, str]) -> None:
    for found in operations_of(schema):
        case = found.Case(
            path_parameters=what_is_there(found.path), query=QUERIES.get(found.path, {}), **sent_to(found)
        )
        answer = case.call_and_validate(headers=headers)
        assert answer.status_code in {200, 201, 204}, found.path


def sent_to(operation: Operation) -> dict[str, Any]:
    """What goes with a question that takes something."""
    file = BODIES.get(operation.path) if operation.method == "post" else None
    if operation.path == f"{TOURNAMENT}rounds/{{number}}/results/":
        leg = Leg.objects.filter(pairing__round__tournament__name=OPEN).earliest("pk")
        file = {"results": [{"subject": str(leg.subject), "points": [9, 7]}]}
    if operation.path == f"{TOURNAMENT}entries/":
        file = {"players": [Player.objects.get(name="Dougal").public_id]}
    if (operation.path, operation.method) == (ENTRY, "post"):
        file = {"bot": UploadedBot.objects.latest("pk").public_id}
    return {"body": file, "media_type": "application/json"} if file else {}


FILE = {"games": ["kings-kilt"], "source": WANDERING.decode()}  # what Morag has sent before
BODIES: dict[str, dict[str, Any]] = {
    "/api/v1/bots/": FILE | {"name": "Grouse"},
    "/api/v1/bots/{public_id}/versions/": FILE,
}
NAMES = {"bots": "Capercaillie", "remote-bots": "Whaup"}
TEST = {"game": "kings-kilt", "opponents": ["wanderer"], "seed": "7"}
BODIES |= {"/api/v1/bots/{public_id}/tests/": TEST}
BODIES |= {"/api/v1/remote-bots/": REMOTE, "/api/v1/remote-bots/{public_id}/moves/": {"id": QUESTION, "move": 0}}
BODIES |= {f"/api/v1/{kind}/{{public_id}}/name/": {"name": name} for kind, name in NAMES.items()}
BODIES |= {
    f"{TOURNAMENT}entries/guest/": {"name": "Una McNab"},
    f"{TOURNAMENT}entries/{{entry}}/check-in/": {"is_here": True},
    f"{TOURNAMENT}entries/{{entry}}/withdraw/": {},
}
QUERIES = {"/api/v1/players/{public_id}/history/": {"pool": "lords-of-scotland-bots"}}
SLUGS = {"games": "lords-of-scotland", "clubs": "glen-orchy-games", "pools": "lords-of-scotland-bots"}
ROWS: dict[str, type[Contest | League | Match | Player | RemoteBot | Tournament | UploadedBot]] = {
    "bots": UploadedBot, "contests": Contest, "leagues": League, "remote-bots": RemoteBot, "matches": Match,
    "players": Player, "tournaments": Tournament,
}  # fmt: skip


def what_is_there(path: str) -> dict[str, str]:
    """Return the parameters of a path that lead to an existing row."""
    noun = path.removeprefix("/api/v1/").partition("/")[0]
    if "{slug}" in path:
        return {"slug": SLUGS[noun]}
    if "{public_id}" not in path:
        return {}
    rows: Any = ROWS[noun]._default_manager
    if noun == "tournaments":
        rows = rows.filter(name=ARRIVING if "/entries/" in path else OPEN if "/results/" in path else PLAYED)
    row = rows.earliest("pk") if path.endswith(("/retire/", "/delete-file/")) else rows.latest("pk")
    below = {"number": "2" if path.endswith("/check/") else "1"} if "{number}" in path else {}
    reports = SeatReport.objects.filter(match__seats__player=getattr(row, "player", None))
    below |= {"match": reports.distinct().get().match.public_id} if "{match}" in path else {}
    below |= {"entry": row.entries.earliest("pk").public_id} if "{entry}" in path else {}
    below |= {"test": BotTest.objects.earliest("pk").public_id} if "{test}" in path else {}
    return {"public_id": row.public_id} | below


def test_the_guide_names_every_address_there_is() -> None:
    guide = (ROOT / "docs" / "api.md").read_text()
    addresses = set(re.findall(r"`(/api/v1/(?:[^`]*/|[^`]*/stream|[^`]*\.ndjson)?)`", guide))
    assert addresses == set(yaml.safe_load(COMMITTED.read_text())["paths"])
