"""Secrets may be named by file, and whatever is wrong with that is a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import ROOT, SECRETS, with_secrets


def written(folder: Path, words: str) -> str:
    file = folder / "secret"
    file.write_text(words)
    return str(file)


@pytest.mark.parametrize("name", SECRETS)
def test_each_of_them_is_read_from_its_file(name: str, tmp_path: Path) -> None:
    assert with_secrets({f"{name}_FILE": written(tmp_path, "heather\n"), "HOME": "/"}) == {name: "heather", "HOME": "/"}


@pytest.mark.parametrize(
    ("words", "secret"), [("a b\n", "a b"), ("a b \r\n", "a b "), ("a b", "a b"), ("\ta\n\n", "\ta")]
)
def test_only_the_end_of_the_line_is_left_out(words: str, secret: str, tmp_path: Path) -> None:
    assert with_secrets({"REDIS_URL_FILE": written(tmp_path, words)}) == {"REDIS_URL": secret}


def test_an_environment_without_files_stays_as_it_is() -> None:
    assert with_secrets({"REDIS_URL": "redis://here", "REDIS_URL_FILE": "", "SOME_FILE": "x"}) == {
        "REDIS_URL": "redis://here",
        "SOME_FILE": "x",
    }


def test_a_secret_that_is_named_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"REDIS_URL and REDIS_URL_FILE are both set\. Keep one"):
        with_secrets({"REDIS_URL": "redis://here", "REDIS_URL_FILE": written(tmp_path, "redis://there")})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"Cannot read .*/none, set in DATABASE_URL_FILE: No such file"):
        with_secrets({"DATABASE_URL_FILE": str(tmp_path / "none")})


def test_a_file_that_is_no_text_is_named_without_its_content(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff\xfeheather")
    with pytest.raises(ConfigurationError, match="not a text file") as refused:
        with_secrets({"DATABASE_URL_FILE": str(tmp_path / "key")})
    assert "heather" not in str(refused.value)


def test_an_empty_file_means_no_mail_or_no_figures_and_nothing_else(tmp_path: Path) -> None:
    nothing = written(tmp_path, "\n")
    assert with_secrets({"MOOTHILL_MAIL_URL_FILE": nothing}) == {"MOOTHILL_MAIL_URL": ""}
    assert with_secrets({"MOOTHILL_METRICS_TOKEN_FILE": nothing}) == {"MOOTHILL_METRICS_TOKEN": ""}
    with pytest.raises(ConfigurationError, match=r"is empty\. Write the secret into it"):
        with_secrets({"MOOTHILL_SECRET_KEY_FILE": nothing})


def test_manage_py_and_the_settings_read_them(tmp_path: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in SECRETS}
    files = {}
    for name, secret in (
        ("MOOTHILL_SECRET_KEY", "thistle"),
        ("DATABASE_URL", "postgres:///glen"),
        ("REDIS_URL", "redis://glen"),
    ):
        files[f"{name}_FILE"] = str(tmp_path / name)
        (tmp_path / name).write_text(f"{secret}\n")
    asked = "from django.conf import settings as s; print(s.SECRET_KEY, s.DATABASES['default']['NAME'], s.REDIS_URL)"
    for command in (["-c", asked], ["manage.py", "diffsettings", "--all"]):
        told = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=plain | files, capture_output=True, text=True, check=True
        ).stdout
        assert "thistle" in told
        assert "redis://glen" in told
        assert "glen" in told.replace("redis://glen", "")
