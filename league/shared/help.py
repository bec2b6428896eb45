"""The guides that the site shows under Help: files of `docs`, in the order of its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.shared.guides import address_of, register_guide


@dataclass(frozen=True, slots=True)
class Topic:
    """A guide: its file without ".md", its title, and what it is about."""

    name: str
    title: str | Promise
    text: str | Promise

    @property
    def file(self) -> str:
        """Its name in `docs`."""
        return f"{self.name}.md"

    @property
    def href(self) -> str:
        """Where the site shows it: some guides have pages of their own."""
        return address_of(self.file)


@dataclass(frozen=True, slots=True)
class Group:
    """Guides for the same readers."""

    title: str | Promise
    topics: Sequence[Topic]


GROUPS: Final = (
    Group(
        _("Clubs"),
        (
            Topic("clubs", _("Clubs and members"), _("Members, guests, roles, invitations, accounts and privacy.")),
            Topic("evenings", _("Club nights"), _("Check-in, pairings, results and seasons.")),
            Topic("leagues", _("Leagues"), _("Divisions, deadlines, promotion and relegation.")),
            Topic("notices", _("Notifications and calendars"), _("E-mails, calendars, standings on your website.")),
            Topic("webhooks", _("Webhooks"), _("For club owners with a chat bot or website of their own.")),
        ),
    ),
    Group(
        _("Tournaments"),
        (
            Topic("organising", _("Run a tournament"), _("From the first entry to the final standings.")),
            Topic("organising-rounds", _("Rounds and corrections"), _("Drafts, absent players, deadlines, disputes.")),
            Topic("organising-files", _("Prints, files and big screen"), _("Table links, table cards, exports.")),
            Topic("formats", _("Formats"), _("How pairings are made.")),
            Topic("standings", _("Standings and tie-breaks"), _("How points and each tie-break are calculated.")),
            Topic("swiss-byes", _("Byes in a Swiss"), _("When the program that pairs gives a wrong bye.")),
        ),
    ),
    Group(
        _("Players"),
        (
            Topic("recording", _("Score sheets and game records"), _("Enter, confirm and correct results.")),
            Topic("ratings", _("How ratings work"), _("Why a rating changed, and what ± means.")),
            Topic("playing", _("Play in the browser"), _("Games against bots, without an account.")),
            Topic("glossary", _("Glossary"), _("All terms, in English and Portuguese.")),
        ),
    ),
    Group(
        _("Bots and programs"),
        (
            Topic("bot-authors", _("Bot guide"), _("Write a bot in one Python file, test and upload it.")),
            Topic("remote-bots", _("Remote bot guide"), _("Bots in any language, on your own computer.")),
            Topic("contests", _("Contests"), _("Tournaments of bots with a closing date.")),
            Topic("bots", _("Built-in bots"), _("How they play and how strong they are.")),
            Topic("notation", _("Game record format"), _("How games are written down for programs.")),
            Topic("api", _("API guide"), _("Read and write results, entries and check-in by program.")),
        ),
    ),
)
TOPICS: Final = {topic.name: topic for group in GROUPS for topic in group.topics}


def register_topics() -> None:
    """Say where the guides are shown; an app whose guide has a page of its own says so later."""
    for topic in TOPICS.values():
        register_guide(topic.file, "shared:guide", topic.name)
