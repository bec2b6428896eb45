"""Search files and history for leftover keys, tokens and passwords: `python -m tests.quality.keys_left`.

The search covers the tracked files of the checkout, and every line that a commit of the history added. It prints the
file and kind of each find, never the secret. `KNOWN` lists harmless finds by hash, with the reason.
"""

import hashlib
import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DIGITS = 12  # of a hash, enough to tell a few dozen texts apart
BITS = 4.6  # a letter, above which a long word is no word
LEAST_LETTERS = 40

KINDS: Final = {
    "private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
    "token of Moothill": re.compile(r"\bmh_[A-Za-z0-9]{40}\b"),
    "key of a cloud": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b"),
    "token of a service": re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|xox[abprs]-[0-9A-Za-z-]{20,}|sk_live_\w{20,})"),
    "signed token": re.compile(r"\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    "password in an address": re.compile(
        r"\b[a-z][a-z+]{2,20}://[^\s/:@\"'{}<>]+:[^\s/@\"'{}<>$%]{3,}@"
        r"(?!(?:[\w-]+\.)*example\.(?:com|net|org)\b)[\w.-]+"  # names that RFC 2606 keeps for examples
    ),
    "password in a setting": re.compile(
        r"(?i)\b\w*(?:password|passwd|secret_key|api_key|auth_token)\w*[\"']?\s*[:=]\s*[\"'][^\"'\s{}<>]{10,}[\"']"
    ),
}
_WORD: Final = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{40,}={0,2}(?![\w+/=-])")
_HEX: Final = re.compile(r"[0-9a-fA-F]+")
SKIPPED: Final = (".lock", ".svg", ".mo", ".png", ".woff2", ".ico", ".webp", ".jpg", ".gz", ".bin", ".dump")
VENDORED: Final = ("league/common/static/vendor/", "league/shared/static/vendor/")  # now, and in the history

KNOWN: Final = {
    "4e5c3627d0da": "the name of a class that knows passwords, league/accounts/views",
    "257fc143e1d9": "the same, before it was ours",
    "b3c373c62e91": "the same, since its package is called accounts",
    "fcab955d6df8": "made up by tests/league/conf/test_up.py, to be kept from uploaded bots",
    "7837019b6ecb": "made up by the same test",
    "6322c70873b6": "made up by a test of the launcher, to be kept from uploaded bots",
    "9de6e13b5c1c": "made up by the same test",
    "c98d25371426": "made up by the same test, for a user of Redis",
    "cbe160c640e7": "made up by tests/league/conf/test_up.py, for a Redis that uploaded bots do not enter so",
    "54c0dc56322f": "made up by tests/league/integrations/test_webhooks_failing.py, to be refused",
}


class Find(NamedTuple):
    """Something that looks like a secret: where, what kind, and the hash by which `KNOWN` would name it."""

    where: str
    kind: str
    digest: str

    def __str__(self) -> str:
        return f"{self.where}: a {self.kind} ({self.digest})"


def digest_of(text: str) -> str:
    """By which a text is known without being told."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def finds_in(lines: Iterable[tuple[str, str]], known: Iterable[str] = KNOWN) -> Iterator[Find]:
    """What looks like a secret in lines, each given with where it first stands."""
    seen = set()
    for where, line in lines:
        if line in seen:
            continue
        seen.add(line)
        for kind, text in _suspects(line):
            if digest_of(text) not in known:
                yield Find(where, kind, digest_of(text))


def _suspects(line: str) -> Iterator[tuple[str, str]]:
    for kind, pattern in KINDS.items():
        yield from ((kind, found[0]) for found in pattern.finditer(line))
    for found in _WORD.finditer(line):
        if looks_random(found[0]):
            yield "long random word", found[0]


def looks_random(word: str) -> bool:
    """Whether letters of both cases and figures are mixed as chance would; a hash in hexadecimal is no secret."""
    kinds = (any(map(str.islower, word)), any(map(str.isupper, word)), any(map(str.isdigit, word)))
    if len(word) < LEAST_LETTERS or _HEX.fullmatch(word) or not all(kinds):
        return False
    counts = Counter(word).values()
    return -sum(count / len(word) * math.log2(count / len(word)) for count in counts) > BITS


def is_looked_at(file: str) -> bool:
    """Whether a file is text of ours."""
    return not file.endswith(SKIPPED) and not file.startswith(VENDORED)


def lines_tracked(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Every line of the tracked files as they lie here."""
    for file in _git(root, "ls-files", "-z").split("\0"):
        path = root / file
        if file and is_looked_at(file) and path.is_file():
            text = path.read_text(errors="replace")
            yield from ((f"{file}:{number}", line) for number, line in enumerate(text.splitlines(), start=1))


def lines_of_history(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Every line that a commit added, as far back as this clone goes."""
    commit = file = ""
    for line in _git(root, "log", "-p", "--all", "--unified=0", "--no-color", "--no-ext-diff", "--format=~%h").split(
        "\n"
    ):
        if line.startswith("~"):
            commit = line[1:]
        elif line.startswith("+++ "):
            file = line.removeprefix("+++ ").removeprefix("b/").strip('"')
        elif line.startswith("+") and is_looked_at(file):
            yield f"{commit} {file}", line[1:]


def _git(root: Path, *words: str) -> str:
    asked = ["git", "-c", "core.quotepath=off", *words]
    return subprocess.run(asked, cwd=root, capture_output=True, check=True, timeout=600).stdout.decode(errors="replace")


def main() -> int:
    """Print what was found; return how the step ended."""
    if not (ROOT / ".git").exists():
        print("Not a clone: nothing to look through.")
        return 0
    found = list(finds_in(chain(lines_tracked(), lines_of_history())))
    print(*found, sep="\n") if found else print("No key was left in the files or in the history.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
