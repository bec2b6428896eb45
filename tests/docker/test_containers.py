"""What the containers do, done for real in a clean environment: with the compose file's own commands and secrets."""

import json
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from shutil import disk_usage
from typing import Any

import psycopg
import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from docker import backup
from tests.docker.compose_site import House, furnished, shut_in, until
from tests.docker.image import DOCKER, HOST, services
from tests.engine.sandbox.programs import tiers_here

SECONDS_TO_STOP = 10.0  # as the compose file grants
BEHIND_TLS = {"X-Forwarded-Proto": "https"}

WATCH = """
CREATE TABLE seen (what text, name text, role text);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    INSERT INTO seen VALUES (TG_ARGV[0], current_setting('application_name'), session_user); RETURN NULL;
END $$;
CREATE TRIGGER noted AFTER UPDATE ON matches_match FOR EACH ROW WHEN (NEW.status = 'done' AND OLD.status <> 'done')
    EXECUTE FUNCTION note('match');
CREATE TRIGGER noted AFTER UPDATE ON bots_version FOR EACH ROW WHEN (NEW.verdict = 'passed' AND OLD.verdict <> 'passed')
    EXECUTE FUNCTION note('version');
"""

SIXTY_MATCHES_AND_A_SAMPLE = """
from games.bots.models import BuiltinBot
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, all_rotations, create_blocks
from league.operations.tasks import keep_size

bots = list(BuiltinBot.objects.order_by("pk")[:2])
seats = tuple(SeatSetup(bot.player_id, "wanderer", 0) for bot in bots)
for _ in range(30):
    create_blocks(orders=[BlockOrder(game="lords-of-scotland", rotations=all_rotations(seats))])
keep_size.delay()
"""

UPLOADED_BOT = """
from django.utils import timezone
from games.bots.versions import make_bot
from league.accounts.models import Account
from league.accounts.services.players import make_player

morag = Account.objects.create_user("morag@example.org", email_confirmed_at=timezone.now())
make_player(name="Morag", account=morag)
source = b"def choose(view, legal, budget, rng):\\n    return rng.choice(legal)\\n"
make_bot(account=morag, name="Grouse", games=("kings-kilt",), source=source)
"""


def said_by(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def page(house: House, path: str, **headers: str) -> tuple[int, str]:
    """Ask the site, without following where it leads."""
    asked = urllib.request.Request(f"http://127.0.0.1:{house.web_port}{path}", headers={"Host": HOST, **headers})
    opener = urllib.request.build_opener(Unled)
    try:
        with opener.open(asked, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers.get("Location", "")


class Unled(urllib.request.HTTPRedirectHandler):
    """Goes nowhere by itself."""

    def redirect_request(self, *_: Any) -> None:
        return None


@pytest.mark.timeout(600)  # a minute on a machine that does nothing else
@pytest.mark.long
def test_a_place_opens_works_closes_and_is_upgraded_and_restored_by_the_lines_of_the_guide() -> None:
    with furnished() as house:
        house.build()
        house.start_postgres()
        house.start_redis()
        assert "backup" not in said_by(house.container("migrate").run())  # there was nothing
        assert kept_backups(house) == []

        open_containers = [
            house.container("web", MOOTHILL_WEB="2").start("Uvicorn running"),
            house.container("worker", "--name", "first", PGAPPNAME="first").start(" ready."),
            house.container("worker", "--name", "second", PGAPPNAME="second").start(" ready."),
            house.container("bots").start(" ready."),
            house.container("beat").start("beat: Starting"),
        ]
        for container in open_containers:
            container.becomes_well()
        the_site_is_there_behind_tls_alone(house)
        work_is_done_by_whom_it_should(house)
        assert [each for each in house.refused_by_redis() if "command client" not in each] == []
        the_disk_is_measured(house)
        nobody_comes_in_with_a_wrong_password(house)
        for container in open_containers:
            container.ask_to_stop()
        assert max(container.seconds_to_stop() for container in open_containers) < SECONDS_TO_STOP
        assert not [line for each in open_containers for line in each.log().splitlines() if "level=error" in line]

        with house.superuser() as line:
            line.execute("DROP FUNCTION note CASCADE; DROP TABLE seen")
            line.execute(OLDER)
        assert "Applying operations.0001_initial" in said_by(house.container("migrate").run())
        (before,) = kept_backups(house)
        a_backup_is_put_back(house, before)
        a_failed_upgrade_says_the_way_back(house)
        a_newer_moothill_is_left_alone(house)


def the_site_is_there_behind_tls_alone(house: House) -> None:
    assert page(house, "/health") == (301, f"https://{HOST}/health")
    status, told = page(house, "/health?format=json", **BEHIND_TLS)
    assert (status, json.loads(told)["status"]) == (200, "well")
    until(lambda: figure(house, "moothill_web_processes") == 2, "both web processes told of themselves")


def work_is_done_by_whom_it_should(house: House) -> None:
    """Matches by both workers, a program by the worker for uploaded bots in its role; and the scheduler sends.

    The bot is uploaded when the matches are finished: once it passed, a ladder begins, with matches of its own.
    """
    with house.superuser() as watch:
        watch.execute(WATCH)
        said_by(house.run_as("web", "manage", "shell", "-c", SIXTY_MATCHES_AND_A_SAMPLE))

        def seen(what: str) -> list[tuple[str, str]]:
            return watch.execute("SELECT name, role FROM seen WHERE what = %s", [what]).fetchall()

        until(lambda: len(seen("match")) == 60, "all matches are finished")
        assert set(seen("match")) == {("first", "moothill"), ("second", "moothill")}
        said_by(house.run_as("web", "manage", "shell", "-c", UPLOADED_BOT))
        if tiers_here():
            until(lambda: seen("version"), "the program is checked")
            assert {role for _, role in seen("version")} == {"moothill_programs"}
        with Redis.from_url((house.secrets / "redis_url").read_text().strip(), decode_responses=True) as redis:
            if "launcher" in tiers_here() and shut_in():
                assert {json.loads(told)[0] for told in redis.hvals("moothill:sandboxes")} == {
                    "launcher"
                }  # no namespaces here
            assert redis.pubsub_numpat() == 0  # no worker listens to orders
            until(lambda: redis.exists("moothill:clock"), "the scheduler sent something")


def the_disk_is_measured(house: House) -> None:
    """By a worker, which was sent for as the scheduler would; and the site tells of the same disk."""
    with house.superuser() as watch:
        until(lambda: watch.execute("SELECT FROM operations_daysize").fetchall(), "a sample of the day is kept")
        ((free,),) = watch.execute("SELECT free FROM operations_daysize").fetchall()
    assert 0 < free < figure(house, "moothill_disk_bytes") == disk_usage(house.folder).total


def figure(house: House, name: str) -> float:
    """What the site says of itself to the bearer of its token."""
    token = (house.secrets / "metrics_token").read_text().strip()
    told = page(house, "/metrics", **BEHIND_TLS, Authorization=f"Bearer {token}")[1]
    (value,) = re.findall(rf"^{name} (\S+)$", told, re.MULTILINE)
    return float(value)


def nobody_comes_in_with_a_wrong_password(house: House) -> None:
    wrong = house.folder / "wrong"
    wrong.write_text((house.secrets / "programs_database_url").read_text().replace("programs:", "programs:x"))
    refused = house.container("bots", DATABASE_URL_FILE=str(wrong), MOOTHILL_WAIT="0").run()
    assert refused.returncode == 1
    assert "password authentication failed" in refused.stderr
    site = (house.secrets / "programs_database_url").read_text().strip()
    with psycopg.connect(site) as line, pytest.raises(psycopg.errors.InsufficientPrivilege):
        line.execute("SELECT password FROM accounts_account")


OLDER = "DROP TABLE operations_daysize; DELETE FROM django_migrations WHERE app = 'operations'"
NEWER = "CREATE TABLE newer (); UPDATE accounts_player SET name = 'Nobody'"


def kept_backups(house: House) -> list[str]:
    return sorted(each.name for each in house.mounted("migrate")["/backups"].glob("2*"))


def players(house: House) -> list[str]:
    with house.superuser() as line:
        return [name for (name,) in line.execute("SELECT name FROM accounts_player ORDER BY name")]


def a_backup_is_put_back(house: House, name: str) -> None:
    """With what a newer Moothill made gone, the rights of the worker for uploaded bots, and an empty Redis."""
    there = players(house)
    assert "Morag" in there
    with house.superuser() as line:
        line.execute(NEWER)
    refused = house.run_once("migrate", "restore", name)
    assert (refused.returncode, "The database already contains data. Rename it first." in refused.stderr) == (1, True)
    unknown = house.run_once("migrate", "restore", "yesterday")
    assert f"There is no backup 'yesterday'. Backups: {name}." in unknown.stderr
    redis_holds(house, "a page of the data before")

    house.in_postgres(["sh", "-s", "aside"], given=DOCKER / "roles.sh")
    assert "restored the data of 20" in said_by(house.run_once("migrate", "restore", name))
    assert redis_keys(house) == []
    said_by(house.container("migrate").run())
    assert players(house) == there
    with house.superuser() as line:
        assert line.execute("SELECT to_regclass('newer')").fetchone() == (None,)
    strangers_have_their_rights(house)
    with pytest.raises(subprocess.CalledProcessError, match="exit status 1"):  # what was put aside first is not lost
        house.in_postgres(["sh", "-s", "aside"], given=DOCKER / "roles.sh")
    assert players(house) == there
    house.in_postgres(["dropdb", "-U", "postgres", "moothill_old"])

    dump = house.folder / "moothill.dump"  # as places made them by `pg_dump` before there were backups in containers
    dump.write_bytes(house.in_postgres(["pg_dump", "-U", "postgres", "-Fc", "moothill"]))
    house.in_postgres(["sh", "-s", "aside"], given=DOCKER / "roles.sh")
    words = ["pg_restore", "-U", "postgres", "-d", "moothill", "--exit-on-error", "--single-transaction"]
    house.in_postgres(words, given=dump)
    kept = kept_backups(house)
    assert "No migrations to apply." in said_by(house.container("migrate").run())
    assert kept_backups(house) == kept
    assert players(house) == there
    strangers_have_their_rights(house)


def strangers_have_their_rights(house: House) -> None:
    with psycopg.connect((house.secrets / "programs_database_url").read_text().strip(), autocommit=True) as line:
        line.execute("SELECT status FROM matches_match")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            line.execute("SELECT password FROM accounts_account")


def redis_holds(house: House, page: str) -> None:
    with Redis.from_url((house.secrets / "redis_url").read_text().strip()) as redis:
        redis.set(":1:page", page)


def redis_keys(house: House) -> list[bytes]:
    with Redis.from_url((house.secrets / "redis_url").read_text().strip()) as redis:
        return list(redis.scan_iter())


def a_failed_upgrade_says_the_way_back(house: House) -> None:
    """The data are backed up before it fails; where they cannot be, nothing changes."""
    before = kept_backups(house)
    with house.superuser() as line:
        line.execute("DELETE FROM django_migrations WHERE app = 'operations'")  # so its table is there already
    nowhere = house.container("migrate", MOOTHILL_BACKUPS="/proc/nowhere").run()
    assert "cannot back them up to /proc/nowhere." in nowhere.stderr
    failed = house.container("migrate").run()
    (made,) = set(kept_backups(house)) - set(before)
    assert failed.returncode == 1
    assert f"already exists. Backup of the old data: {made}." in failed.stderr
    with house.superuser() as line:
        line.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('operations', '0001_initial', now())")


def a_newer_moothill_is_left_alone(house: House) -> None:
    before = kept_backups(house)
    said_by(house.run_once("migrate", "backup"))
    assert "removed" in said_by(house.run_once("migrate", "backup", "--keep", "1"))  # not what `migrate` made of itself
    assert len(kept_backups(house)) == len(before) + 1
    with house.superuser() as line:
        line.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_towers', now())")
    refused = house.container("migrate").run()
    assert refused.returncode == 1
    assert "A newer Moothill version wrote these data (unknown migration clubs.9999_towers)" in refused.stderr


def test_what_a_container_must_not_do_is_refused_in_a_sentence() -> None:
    with furnished() as house:
        what_does_not_answer_is_named(house)
        a_backup_asked_of_the_site_names_the_command_that_makes_one(house)
        the_worker_for_strangers_refuses_a_secret_of_the_site(house)
        house.start_redis()
        strangers_have_their_queues_in_redis_and_nothing_else(house)


def what_does_not_answer_is_named(house: House) -> None:
    refused = house.container("web", MOOTHILL_WAIT="0").run()
    assert refused.returncode == 1
    assert refused.stderr.startswith("Moothill: Cannot connect to the PostgreSQL server in DATABASE_URL")
    assert "increase MOOTHILL_WAIT" in refused.stderr
    assert "Traceback" not in refused.stderr


def a_backup_asked_of_the_site_names_the_command_that_makes_one(house: House) -> None:
    refused = house.run_once("web", "manage", "backup", "--keep", "2")
    assert refused.returncode == 1
    assert f"{backup.COMMAND} backup --keep 2" in refused.stderr
    assert backup.COMMAND.split()[-1] in services()


def the_worker_for_strangers_refuses_a_secret_of_the_site(house: House) -> None:
    refused = house.container("bots", MOOTHILL_SECRET_KEY="heather", MOOTHILL_MAIL_URL="smtp://glen").run()
    assert refused.returncode == 1
    assert "must not have MOOTHILL_SECRET_KEY or MOOTHILL_MAIL_URL" in refused.stderr


def strangers_have_their_queues_in_redis_and_nothing_else(house: House) -> None:
    address = (house.secrets / "programs_redis_url").read_text().strip()
    with Redis.from_url(address) as bots:
        assert bots.lpush("programs", "a message") == 1
        assert bots.set("moothill:after_results:1:", 1, nx=True, px=1000)  # as after each result
        assert bots.publish("moothill:remote", "a question") == 0  # for the matches with remote bots
        for words in (
            ["GET", ":1:visit"],  # the cache, which the site believes
            ["SET", ":1:visit", "x"],
            ["PUBLISH", "/0.celery.pidbox", "x"],
            ["EVAL", "return redis.call('GET', ':1:visit')", "0"],
            ["KEYS", "*"],
            ["FLUSHALL"],
            ["CONFIG", "GET", "*"],
            ["ACL", "LIST"],
            ["SHUTDOWN"],
        ):
            with pytest.raises(Exception, match=r"(?i)no permissions|can't access"):
                bots.execute_command(*words)
    with Redis.from_url(address.replace("programs:", "default:")) as nobody, pytest.raises(AuthenticationError):
        nobody.ping()


def test_rights_in_redis_are_renewed_and_passwords_stay(tmp_path: Path) -> None:
    """An older version made the rights: workers of this one would be refused."""
    subprocess.run([DOCKER / "make-secrets", tmp_path], check=True, capture_output=True)
    before = {file.name: file.read_text() for file in tmp_path.iterdir()}
    rights = tmp_path / "redis.acl"
    rights.write_text(before["redis.acl"].replace(" ~mixed*", ""))
    again = subprocess.run([DOCKER / "make-secrets", tmp_path], check=True, capture_output=True, text=True).stdout
    assert again == f"renewed {rights}: restart redis\n"
    assert before == {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert rights.stat().st_mode & 0o777 == 0o644


def test_secrets_are_made_once(tmp_path: Path) -> None:
    made = subprocess.run([DOCKER / "make-secrets", tmp_path / "s"], check=True, capture_output=True, text=True).stdout
    before = {file.name: file.read_text() for file in (tmp_path / "s").iterdir()}
    again = subprocess.run([DOCKER / "make-secrets", tmp_path / "s"], check=True, capture_output=True, text=True).stdout
    assert made.count("made ") == len(before)
    assert again == ""
    assert before == {file.name: file.read_text() for file in (tmp_path / "s").iterdir()}
    assert (tmp_path / "s").stat().st_mode & 0o777 == 0o700
    assert len(set(before.values())) == len(before)
    assert all(len(before[name].strip()) >= 48 for name in before if name.startswith(("password_", "secret_")))
