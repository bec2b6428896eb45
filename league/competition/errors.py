"""What can be wrong with a tournament.

Each error has a `code`, the `template` of its English sentence, for pages to translate, and the `facts` that fill it.
`str(error)` is the whole sentence.
"""

from __future__ import annotations

from typing import ClassVar


class RulesError(Exception):
    """Something that the rules refuse; the sentence says what, and what to do instead."""

    code: ClassVar[str] = "rules"
    template: ClassVar[str] = "The rules of the tournament do not allow this."

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.template.format(**facts))


class UnknownPart(RulesError):
    """A name that is not registered. Facts: `kind`, `name`, `known`."""

    code = "unknown-part"
    template = "“{name}” is not available. Choose one of: {known}."


class WrongOption(RulesError):
    """A value that is not offered. Facts: `part`, `option`, `value`, `choices`."""

    code = "wrong-option"
    template = "The option “{option}” cannot be “{value}”. Choose one of: {choices}."


class UnknownOption(WrongOption):
    """An option that does not exist. Facts: `part`, `option`, `value`, `choices`."""

    template = "There is no option “{option}”. Choose one of: {choices}."


class ImpossibleTournament(RulesError):
    """A tournament that cannot be played; raised before the first round is paired."""

    code = "impossible-tournament"
    template = "This tournament cannot be played with these settings. Change the settings."


class TooFewEntries(ImpossibleTournament):
    """There are not enough entries for one pairing. Facts: `entries`, `needed`."""

    code = "too-few-entries"
    template = "Too few players: {entries}. Add players until there are at least {needed}."


class DuplicateEntry(ImpossibleTournament):
    """An entry is in the list twice. Facts: `entry`."""

    code = "duplicate-entry"
    template = "Entry {entry} is in the list twice. Remove one of the two."


class ImpossibleTables(ImpossibleTournament):
    """The field cannot sit at tables of these sizes. Facts: `entries`, `smallest`, `largest`."""

    code = "impossible-tables"
    template = (
        "{entries} players cannot sit at tables of {smallest} to {largest}. Choose other table sizes or add players."
    )


class WrongResult(RulesError):
    """Places or seats of a game cannot belong together. Facts: `seats`, `places`."""

    code = "wrong-result"
    template = (
        "The places {places} do not fit the seats {seats}. Give every seat one place. Shared places count "
        "like 1, 2, 2, 4."
    )


class WrongEnding(RulesError):
    """Points or places of an early ending do not fit its seats. Facts: `seats`."""

    code = "wrong-ending"
    template = "Give each of the {seats} seats one score or one place. Name only seats of this table."
