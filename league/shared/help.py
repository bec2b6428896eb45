"""The guides that the site shows under Help: files of `docs`, in the order of its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Topic:
    """A guide: its file without ".md", its title, and what it is about."""

    name: str
    title: str | Promise
    text: str | Promise
    route: str = ""
    """Of a page of its own."""

    @property
    def file(self) -> str:
        """Its name in `docs`."""
        return f"{self.name}.md"

    @property
    def href(self) -> str:
        """Where the site shows it."""
        return reverse(self.route) if self.route else reverse("shared:guide", args=[self.name])


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
        ),
    ),
    Group(
        _("Players"),
        (
            Topic("recording", _("Score sheets and game records"), _("Enter, confirm and correct results.")),
            Topic(
                "ratings", _("How ratings work"), _("Why a rating changed, and what ± means."), route="ratings:guide"
            ),
            Topic("playing", _("Play in the browser"), _("Games against bots, without an account.")),
            Topic("glossary", _("Glossary"), _("All terms, in English and Portuguese.")),
        ),
    ),
    Group(
        _("Bots and programs"),
        (
            Topic(
                "bot-authors",
                _("Bot guide"),
                _("Write a bot in one Python file, test and upload it."),
                route="bots:guide",
            ),
            Topic(
                "remote-bots",
                _("Remote bot guide"),
                _("Bots in any language, on your own computer."),
                route="bots:guide-remote",
            ),
            Topic("contests", _("Contests"), _("Tournaments of bots with a closing date.")),
            Topic("bots", _("Built-in bots"), _("How they play and how strong they are.")),
            Topic("notation", _("Game record format"), _("How games are written down for programs.")),
            Topic("api", _("API guide"), _("Read and write results, entries and check-in by program.")),
        ),
    ),
)
TOPICS: Final = {topic.name: topic for group in GROUPS for topic in group.topics}
