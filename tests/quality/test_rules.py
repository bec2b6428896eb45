"""Each rule finds its bad examples and accepts its good ones. `python -m tests.quality.rules` checks the code."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests.quality import keys_left
from tests.quality.rules import ROOT, RULES, Rule, breaches_in, unescaped_in

BAD = [(rule, example) for rule in RULES for example in rule.bad]
GOOD = [(rule, example) for rule in RULES for example in rule.good]


@pytest.mark.parametrize(("rule", "example"), BAD, ids=[f"{rule.name}: {example}" for rule, example in BAD])
def test_a_bad_example_breaks_its_rule(rule: Rule, example: str) -> None:
    assert [one.rule for one in breaches_in(example, "league/x.py", (rule,))] != []


@pytest.mark.parametrize(("rule", "example"), GOOD, ids=[f"{rule.name}: {example}" for rule, example in GOOD])
def test_a_good_example_breaks_none(rule: Rule, example: str) -> None:
    assert [str(one) for one in breaches_in(example, "league/x.py")] == []


def test_every_rule_has_both_kinds_of_examples() -> None:
    assert [rule.name for rule in RULES if not (rule.bad and rule.good)] == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.but_in], ids=lambda rule: rule.name)
def test_a_file_that_may_break_a_rule_does_and_is_there(rule: Rule) -> None:
    for file in rule.but_in:
        nodes = ast.walk(ast.parse((ROOT / file).read_text()))
        assert any(rule.breaks(node) for node in nodes), f"{file} needs no leave to break {rule.name}."


@pytest.mark.parametrize("line", ["{{ name|safe }}", "{{ names| safeseq }}", "{% autoescape off %}"])
def test_a_template_lets_no_words_in_as_they_are(line: str) -> None:
    assert [one.rule for one in unescaped_in(line, "templates/clubs/club.html")] == ["unescaped-template"]
    assert list(unescaped_in(line, "templates/clubs/mail/club.txt")) == []
    assert list(unescaped_in("{{ name }} is safe", "templates/clubs/club.html")) == []


LETTERS = "q7Rk2ZpX9vLm4TcYb8Hs" + "3NwJd6GfUaEe1oViBxKM"
PLANTED = {
    "private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "token of Moothill": "mh_" + LETTERS,
    "key of a cloud": "AKIA" + "ABCDEFGH23456789",
    "token of a service": "ghp_" + LETTERS[:36],
    "signed token": "eyJ" + "hbGciOiJIUzI1NiIs.eyJ" + "zdWIiOiIxMjM0NTY3." + LETTERS,
    "password in an address": "postgres://morag:" + "thistle@db.moothill.scot/glen",
    "password in a setting": "API_KEY = " + '"thistle-and-heather"',
    "long random word": "x = '" + LETTERS + "'",
}
HARMLESS = (
    "password = forms.CharField(label=_('Password'))",
    "PASSWORD = os.environ['MOOTHILL_PASSWORD']",
    "sha256:" + "0123456789abcdef" * 4,
    "smtp+tls://name:" + "password@mail.example.org:587",
    "https://example.org/tournaments/abc/standings/",
    "postgres://{user}:{password}@db/glen",
    "test_that_a_very_long_name_of_a_test_is_no_secret_at_all_whatever_it_says",
)


@pytest.mark.parametrize("kind", PLANTED)
def test_a_key_of_each_kind_is_noticed_and_not_told(kind: str) -> None:
    found = list(keys_left.finds_in([("here", PLANTED[kind])]))
    assert kind in [one.kind for one in found]
    assert PLANTED[kind] not in " ".join(map(str, found))


@pytest.mark.parametrize("line", HARMLESS)
def test_what_is_no_key_is_let_be(line: str) -> None:
    assert list(keys_left.finds_in([("here", line)])) == []


def test_what_is_known_to_be_none_is_let_be() -> None:
    line = PLANTED["token of Moothill"]
    assert list(keys_left.finds_in([("here", line)], [keys_left.digest_of(line)])) == []


def test_a_key_that_was_taken_out_again_is_found_in_the_history(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        said = ["git", "-c", "user.name=Morag", "-c", "user.email=morag@moothill.scot", *words]
        subprocess.run(said, cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    for text in (PLANTED["token of Moothill"], "nothing"):
        (tmp_path / "notes.txt").write_text(text)
        git("add", ".")
        git("commit", "-qm", "x")
    assert list(keys_left.finds_in(keys_left.lines_tracked(tmp_path))) == []
    assert {one.kind for one in keys_left.finds_in(keys_left.lines_of_history(tmp_path))} >= {"token of Moothill"}
