"""The page for authors tells the truth of versions, ratings, limits and the API."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from engine.build_backend import wheel
from engine.core import registry
from games.bots.guide import game_schema
from games.bots.models import UploadedBot, Version
from games.bots.services import MOST_BOTS, pause_bot
from games.bots.versions import MOST_UPLOADS
from games.ladder.matchmaking import FAIRNESS, PLACEMENT
from games.ladder.participants import ladder_bots
from games.ladder.services import FAULTS
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from league.competition.ratings.elo import PROVISIONAL_RESULTS, START
from league.competition.ratings.system import MILLI
from league.conf.launcher.process_specs import shares
from league.conf.settings import ROOT
from league.ratings.queries import systems_of
from league.results.models import Pool
from tests.engine.sandbox.programs import deciding
from tests.games.bots.factories import another, author, bot_by, checked_bare, passed

PAGE = (ROOT / "docs" / "bot-authors.md").read_text(encoding="utf-8")
SAID = " ".join(PAGE.split())
API = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")


def limit(what: str) -> str:
    """Return the second cell of the row of a table of the guide."""
    (cell,) = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", PAGE, re.MULTILINE)
    return str(cell)


def test_the_page_states_what_an_account_may() -> None:
    assert limit("bots per account, uploaded and remote").startswith(f"{MOST_BOTS} ")
    assert limit("uploads and repeated checks per account") == f"{MOST_UPLOADS} a day"


def test_the_page_states_what_ladders_do() -> None:
    assert re.findall(r"\d+", limit("placement")) == [str(PLACEMENT), str(2 * PLACEMENT)]
    assert FAIRNESS == 4
    assert "every fourth deal" in SAID.lower()
    assert f"fails in {FAULTS} matches in a row" in SAID
    most = settings.LADDER_DEALS
    assert re.findall(r"\d+", limit("deals in progress at once, on the whole site")) == [str(most)] * 6


def test_the_page_states_what_ratings_do() -> None:
    first, *others = systems_of(Pool(player_kind=Pool.Kind.BOT))
    named = limit("rating system that orders a ladder")
    assert named.startswith(first.name)
    assert all(system.name in named for system in others)
    assert re.search(rf"\brating\b[^.]* {START // MILLI}\b", SAID)
    provisional = re.findall(r"\d+", limit("another file, or an older version"))
    assert provisional == [str(PROVISIONAL_RESULTS), str(PROVISIONAL_RESULTS // 2)]


def test_uploaded_bots_have_the_share_of_the_cores_that_the_page_states() -> None:
    assert "half of a machine's cores, rounded down but at least one" in SAID
    assert [shares(cores)[1] for cores in (1, 2, 3, 8, 9)] == [1, 1, 1, 4, 4]


@pytest.mark.usefixtures("redis_url")
def test_a_new_version_does_not_wake_a_paused_bot(morag: Account) -> None:
    grouse = passed(bot_by(morag))
    pause_bot(account=morag, bot=grouse.bot.public_id)
    better = checked_bare(another(grouse, deciding("return legal[0]")))
    assert better.active
    assert not better.bot.is_in_play
    assert ladder_bots() == []


@pytest.mark.long
@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="There is no bash or no curl here.")
@pytest.mark.django_db(transaction=True)
def test_the_commands_of_the_page_upload_a_bot_and_a_version_and_read_the_verdict(
    live_site: str, tmp_path: Path
) -> None:
    secret = make_token(account=author(), name="Laptop", scopes=["bots:write"], expires=None)
    first, second, of_a_zip, of_a_remote_bot = re.findall(r"```\n(.*?)```", API, re.DOTALL)
    first = first.replace("http://localhost:8000", live_site).replace("mh_…", secret)
    (made,) = answers_to(first)
    assert (made["number"], made["verdict"], made["games"]) == (1, "waiting", ["lords-of-scotland"])
    bot = UploadedBot.objects.get(player__name="Herald").public_id
    assert f"/bots/{bot}/" in made["url"]
    again, sent, read = answers_to(first + re.sub("^BOT=.*$", f"BOT={bot}", second, flags=re.MULTILINE))
    assert again == made
    assert (sent["number"], sent["verdict"]) == (2, "waiting")
    assert read == sent | {"log": "", "trials": []}
    assert Version.objects.get(number=2).source == (ROOT / "docs" / "bots" / "seer.py").read_text()
    grouse = tmp_path / "grouse.zip"
    with ZipFile(grouse, "w") as packed:
        packed.write(ROOT / "docs" / "bots" / "herald.py", "bot.py")
    names = first.partition("packed()")[0] + f"BOT={bot}\n"
    first_of_grouse, third_of_herald = answers_to(names + of_a_zip.replace("grouse.zip", str(grouse)))
    assert (first_of_grouse["number"], third_of_herald["number"]) == (1, 3)
    assert Version.objects.filter(archive_size=grouse.stat().st_size).count() == 2
    (curlew,) = answers_to(names + of_a_remote_bot)
    assert (curlew["name"], curlew["games"]) == ("Curlew", ["kings-kilt"])


def answers_to(commands: str) -> list[Any]:
    """What the site answers to the commands, typed at the root of the sources."""
    typed = ["bash", "-euo", "pipefail", "-c", commands]
    said = subprocess.run(typed, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout
    return list(read_one_by_one(said))


def read_one_by_one(said: str) -> Iterator[Any]:
    while said:
        answer, end = json.JSONDecoder().raw_decode(said)
        yield answer
        said = said[end:].lstrip()


def test_the_page_offers_the_wheel_and_its_hash(client: Client) -> None:
    page = client.get(reverse("bots:engine")).content.decode()
    (address,) = re.findall(r"pip install http://testserver(\S+)", page)
    content = client.get(address).content
    assert sha256(content).hexdigest() in page
    assert content == wheel()[1]
    assert client.get(reverse("bots:wheel", args=["moothill_engine-0.0.1-py3-none-any.whl"])).status_code == 404
    assert client.get("/bots/guide/engine.zip").headers["Location"] == reverse("bots:engine")


@pytest.mark.parametrize("slug", registry.games())
def test_the_page_of_a_view_names_what_an_uploaded_bot_has(slug: str) -> None:
    game = registry.game(slug)
    view = game.start(game.min_seats).view(0)
    scope: dict[str, Any] = {"view": view, "seat": 0}
    for field in game_schema(game).fields:
        if field.python.startswith("components."):
            scope["components"] = import_module(f"engine.games.{slug.replace('-', '_')}.components")
        assert field.python
        eval(field.python, {}, scope)
