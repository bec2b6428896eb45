"""The settings of the compose file pass Django's deployment check."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docker.image import DOCKER, HOST, ROOT, image, of_moothill
from tests.engine.sandbox.programs import tiers_here

PASSED_ON = (
    *("MOOTHILL_WEB", "MOOTHILL_RECORDS_DAYS", "MOOTHILL_LOGS", "MOOTHILL_LOG_REQUESTS", "MOOTHILL_SLOW"),
    *("MOOTHILL_MAIL_FROM", "MOOTHILL_WEBHOOK_HOSTS", "MOOTHILL_HSTS_SUBDOMAINS"),
)
SITE = sorted(of_moothill().keys() - {"bots", "mixed"})


def check(environment: dict[str, str], *more: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "WARNING", *more]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def run_python(environment: dict[str, str], said: str) -> str:
    """Return the output of a line of Python in this environment."""
    words = [sys.executable, "-c", said]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def environment_of(service: str, secrets: Path) -> dict[str, str]:
    """Return the environment that the image and the compose file set, with the secrets in this folder."""
    named = {name: str(value) for name, value in of_moothill()[service]["environment"].items()}
    return image().environment() | {name: value.replace("/run/secrets", str(secrets)) for name, value in named.items()}


@pytest.mark.long
def test_the_check_for_deployment_has_nothing_to_say(tmp_path: Path) -> None:
    subprocess.run([DOCKER / "make-secrets", tmp_path], check=True, capture_output=True)
    environment = environment_of("web", tmp_path)
    found = check(environment)
    complaints = re.findall(r"\(([a-z]+\.[A-Z]\d+)\)", found.stderr)
    assert complaints == ([] if tiers_here() else ["bots.W001"]), found.stderr
    without_tls = check(environment | {"MOOTHILL_TLS": "0"}, "--tag", "security")
    assert without_tls.returncode == 1
    assert "security.W008" in without_tls.stderr


@pytest.mark.long
def test_names_below_are_bound_only_where_the_operator_asked(tmp_path: Path) -> None:
    subprocess.run([DOCKER / "make-secrets", tmp_path], check=True, capture_output=True)
    environment = environment_of("web", tmp_path)
    said = "from django.conf import settings as s; print(s.SECURE_HSTS_SECONDS > 0, s.SECURE_HSTS_INCLUDE_SUBDOMAINS)"
    assert run_python(environment, said) == "True False"
    asked = environment | {"MOOTHILL_HSTS_SUBDOMAINS": "1"}
    assert run_python(asked, said) == "True True"
    assert "W005" not in check(asked, "--tag", "security").stderr


def test_what_the_operator_sets_beside_the_compose_file_arrives(tmp_path: Path) -> None:
    subprocess.run([DOCKER / "make-secrets", tmp_path], check=True, capture_output=True)
    environment = environment_of("web", tmp_path)
    assert set(PASSED_ON) <= environment.keys()
    said = "from django.conf import settings as s; print(s.RECORDS_DAYS, s.SLOW_SECONDS, s.METRICS_TOKEN, s.VOLUME)"
    token = (tmp_path / "metrics_token").read_text().strip()
    assert run_python(environment, said) == f"0 1.0 {token} /disk"


@pytest.mark.parametrize("service", SITE)
def test_all_of_ours_are_set_alike(service: str) -> None:
    environment = of_moothill()[service]["environment"]
    assert ("TMPDIR" in environment) == (service == "web")  # where zips of bots arrive
    assert environment | {"TMPDIR": "/uploads"} == of_moothill()["web"]["environment"]
    assert of_moothill()["web"]["environment"]["MOOTHILL_ADDRESS"] == f"https://{HOST}"
