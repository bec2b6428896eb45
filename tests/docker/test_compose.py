"""The compose file: every service has a health check, limits and isolation; uploaded bots are kept apart."""

from typing import Any

import pytest
import yaml

from league.conf.launcher.postgres import MAJOR
from tests.docker.image import DOCKER, compose, filled, image, of_moothill, services

ONE_SHOT = {"migrate"}  # it ends by itself, and the others wait for its exit status
WHERE_BOTS_RUN = ("bots", "mixed")
OF_BOTS = {"programs_database_url", "programs_redis_url"}
ADDED_RIGHTS = {"proxy": ["NET_BIND_SERVICE"]}  # ports 80 and 443


def each_service() -> list[Any]:
    return [pytest.param(service, id=name) for name, service in services().items()]


@pytest.mark.parametrize("service", each_service())
def test_it_is_bounded_and_shut_in(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "cpus", "pids_limit"} <= service.keys()
    assert not {"privileged", "network_mode", "pid", "ipc", "devices", "userns_mode"} & service.keys()
    assert "@" in service["image"] or ":" in service["image"] or service["image"] == "moothill"
    assert not service["image"].endswith(":latest")


@pytest.mark.parametrize("name", services())
def test_it_comes_back_and_is_asked_whether_it_is_well(name: str) -> None:
    service = services()[name]
    assert service["restart"] == ("no" if name in ONE_SHOT else "unless-stopped")
    assert ("test" in service["healthcheck"]) is (name not in ONE_SHOT)
    assert service.get("cap_add", []) == ADDED_RIGHTS.get(name, [])


@pytest.mark.parametrize("name", services())
def test_no_secret_stands_in_the_environment(name: str) -> None:
    environment = services()[name].get("environment", {})
    secret = [each for each in environment if each.endswith(("_URL", "_KEY", "PASSWORD", "_TOKEN"))]
    assert secret == []
    files = [value for each, value in environment.items() if each.endswith("_FILE")]
    held = services()[name].get("secrets", [])
    assert all(file.removeprefix("/run/secrets/") in held for file in files)
    assert set(held) <= compose()["secrets"].keys()


@pytest.mark.parametrize("name", WHERE_BOTS_RUN)
def test_the_worker_for_uploaded_bots_holds_no_secret_of_the_site(name: str) -> None:
    bots = services()[name]
    assert set(bots["secrets"]) == OF_BOTS
    assert set(bots["environment"]) == {"DATABASE_URL_FILE", "REDIS_URL_FILE", "MOOTHILL_LOGS", "MOOTHILL_VOLUME"}
    assert bots["volumes"] == ["disk:/disk:ro"]  # empty
    others = [set(service.get("secrets", [])) for name, service in services().items() if name not in WHERE_BOTS_RUN]
    assert not OF_BOTS & set().union(*others)


def test_it_reaches_postgresql_and_redis_alone() -> None:
    (its,) = {network for name in WHERE_BOTS_RUN for network in services()[name]["networks"]}
    there = {name for name, service in services().items() if its in service["networks"]}
    assert there == {*WHERE_BOTS_RUN, "postgres", "redis"}
    assert compose()["networks"][its]["internal"] is True


def test_only_those_have_a_way_out_who_need_one() -> None:
    ways_out = {name for name, network in compose()["networks"].items() if not network.get("internal")}
    assert {name for name, service in services().items() if ways_out & set(service["networks"])} == {
        "proxy",  # visitors come by it
        "worker",  # mail
        "remote",  # webhooks
    }
    assert [name for name, service in services().items() if "ports" in service] == ["proxy"]


@pytest.mark.parametrize(
    ("name", "kept"), [("postgres", "/var/lib/postgresql"), ("redis", "/data"), ("proxy", "/data")]
)
def test_what_is_kept_lies_in_a_volume_with_a_name(name: str, kept: str) -> None:
    volumes = dict(each.split(":")[:2] for each in services()[name]["volumes"])
    (volume,) = [volume for volume, path in volumes.items() if path == kept]
    assert volume in compose()["volumes"]
    if name == "redis":
        assert services()[name]["command"][2:4] == ["--appendonly", "yes"]


def test_backups_lie_in_a_volume_that_is_seen_by_what_makes_them_alone() -> None:
    assert services()["migrate"]["volumes"] == [f"backups:{image().environment()['MOOTHILL_BACKUPS']}"]
    assert "backups" in compose()["volumes"]
    assert [name for name, one in services().items() if any("backups" in each for each in one.get("volumes", []))] == [
        "migrate"
    ]


def test_the_backups_are_made_by_the_postgresql_that_is_backed_up() -> None:
    assert services()["postgres"]["image"].startswith(f"postgres:{MAJOR}-")


@pytest.mark.parametrize("name", ["web", "worker", "remote", "bots"])  # all that write nothing on a full disk
def test_the_disk_is_measured_where_the_database_lies_and_its_files_are_not_seen(name: str) -> None:
    service = services()[name]
    assert service["environment"]["MOOTHILL_VOLUME"] == "/disk"
    assert "disk:/disk:ro" in service["volumes"]
    how = compose()["volumes"]
    assert how["disk"] == how["postgres"]  # so both are among the engine's other volumes
    assert [each for each, one in services().items() if any("postgres:" in one for one in one.get("volumes", []))] == [
        "postgres"
    ]


@pytest.mark.parametrize("name", sorted(of_moothill().keys() - ONE_SHOT))
def test_ours_wait_for_the_services_and_the_tables(name: str) -> None:
    waits = {each: how["condition"] for each, how in services()[name]["depends_on"].items()}
    assert waits == {
        "postgres": "service_healthy",
        "redis": "service_healthy",
        "migrate": "service_completed_successfully",
    }


def test_every_queue_has_a_worker() -> None:
    from django.conf import settings

    workers = [each["command"] for each in services().values() if each.get("command", [""])[0] == "worker"]
    queues = [queue for _, named, *_ in workers for queue in named.split(",")]
    assert sorted([*queues, "bots", "programs", "mixed"]) == sorted(settings.QUEUES)


@pytest.mark.parametrize("name", ["worker", "remote"])
def test_a_worker_is_asked_for_by_its_name(name: str) -> None:
    service = services()[name]
    first = service["command"][1].partition(",")[0]
    assert service["healthcheck"]["test"] == ["CMD", "python", "-m", "docker.health", "worker", first]


def test_redis_refuses_before_it_is_killed_for_its_memory() -> None:
    redis = services()["redis"]
    words = redis["command"]
    assert words[words.index("--maxmemory-policy") + 1] == "noeviction"  # what it holds are messages
    kept, sent = (
        int(words[words.index(name) + 1].removesuffix("mb")) for name in ("--maxmemory", "--maxmemory-clients")
    )
    limit = int(redis["mem_limit"].removesuffix("m"))
    assert kept <= limit * 3 // 4  # what it writes down beside needs room as well
    assert kept + sent < limit


def test_behind_a_proxy_of_ones_own_the_site_listens_on_this_machine_alone() -> None:
    changed = filled(yaml.safe_load((DOCKER / "own-proxy.yaml").read_text()))
    web, hall = changed["services"]["web"], changed["networks"]["hall"]
    assert web["ports"] == ["127.0.0.1:8000:8000"]
    assert web["environment"]["FORWARDED_ALLOW_IPS"] == hall["ipam"]["config"][0]["subnet"]
    assert changed["services"]["proxy"]["profiles"] == ["never"]


def test_the_site_believes_the_network_of_the_proxy_alone() -> None:
    (front,) = compose()["networks"]["front"]["ipam"]["config"]
    assert services()["web"]["environment"]["FORWARDED_ALLOW_IPS"] == front["subnet"]
    assert {name for name, service in services().items() if "front" in service["networks"]} == {"web", "proxy"}


def test_the_proxy_closes_half_sent_headers_on_both_ports_and_is_asked_by_get() -> None:
    caddyfile = (DOCKER / "Caddyfile").read_text()
    assert "read_header 20s" in caddyfile
    assert "\nhttp:// {" in caddyfile  # else Caddy adds a server for port 80 without these limits
    assert "--spider" not in services()["proxy"]["healthcheck"]["test"]  # Caddy answers HEAD there with 405
