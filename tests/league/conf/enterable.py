"""A view of the machine in which every account reaches the interpreter of the tests, wherever it lies."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from league.conf.launcher.accounts import Account
from league.conf.launcher.lodging import NUMBERS

HOME = Path.home()
BASE = Path(sys.base_prefix).resolve()
OPENED = f"""
set -e
mount --bind {BASE} /mnt
mount -t tmpfs -o mode=755 none {HOME}
mkdir -p {BASE}
mount --move /mnt {BASE}
exec "$@"
"""
SOMEBODY = Account(NUMBERS.start, NUMBERS.start)


@cache
def enterable() -> Sequence[str] | None:
    """The words in front of a command that is to run where others can enter; None where root cannot make it so."""
    if os.geteuid() != 0 or not shutil.which("nsenter") or not shutil.which("setpriv"):
        return None
    for words in ((), ("unshare", "--mount", "sh", "-c", OPENED, "sh")):
        if _works(words):
            return words
    return None


def as_account(number: int, beside: int, *words: str) -> "subprocess.CompletedProcess[str]":
    """What comes of a command in this account, which sees of the machine what that process sees."""
    command = ["nsenter", f"--target={beside}", "--mount", *_becoming(number), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _works(words: Sequence[str]) -> bool:
    command = [*words, *_becoming(SOMEBODY.uid), sys.executable, "-c", "import django"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _becoming(number: int) -> Sequence[str]:
    """A shell stands between, for `setpriv` finds a program as root does."""
    return "setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", "sh", "-c", 'exec "$@"', "sh"
