"""Each rule finds its bad examples and accepts its good ones. `python -m tests.quality.rules` checks the code."""

import ast

import pytest

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
