"""Root does not use the data of another OS account, and reads which command to type instead."""

import os
import pwd
import shutil
from pathlib import Path

import pytest

from league.conf.launcher.console import ConfigurationError
from tests.league.conf.running import manage

NOBODY = "nobody"
UNNAMED = 54321

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or not shutil.which("runuser"), reason="only root, on Linux, can be in another account's way"
    ),
]


def give_away(folder: Path, uid: int | None = None) -> None:
    os.chown(folder, pwd.getpwnam(NOBODY).pw_uid if uid is None else uid, -1)


@pytest.mark.parametrize(
    "words",
    [
        ["up", "--no-demo"],
        ["backup", "--to", "/mnt/my backups"],
        ["restore", "somewhere", "--replace"],
        ["worker", "matches"],
        ["doctor"],
        ["migrate"],
    ],
    ids=" ".join,
)
def test_root_is_given_the_command_for_the_account_whose_it_is(var: Path, words: list[str]) -> None:
    give_away(var)
    refused = manage(var, *words)
    assert refused.returncode == ConfigurationError.status
    typed = " ".join(f"'{word}'" if " " in word else word for word in words)
    assert f"Run the command as that user: runuser -u {NOBODY} -- python3 manage.py {typed}\n" in refused.stderr
    assert list(var.iterdir()) == []


def test_root_begins_nothing_in_the_folder_of_another_account(var: Path) -> None:
    give_away(var)
    assert f"{var} belongs to the user {NOBODY}" in manage(var / "var", "backup").stderr
    assert list(var.iterdir()) == []


def test_data_of_an_account_without_a_name_here_are_left_alone_too(var: Path) -> None:
    give_away(var, UNNAMED)
    assert (
        f": setpriv --reuid={UNNAMED} --regid=0 --clear-groups python3 manage.py backup" in manage(var, "backup").stderr
    )


def test_a_folder_that_a_container_is_shown_may_be_anybodys(var: Path) -> None:
    give_away(var, UNNAMED)
    assert "Nothing to back up" in manage(var / "var", "backup").stderr


def test_what_root_keeps_itself_root_works_on(var: Path) -> None:
    assert "Nothing to back up" in manage(var, "backup").stderr
