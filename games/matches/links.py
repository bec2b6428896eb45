"""From a result to the match that decided it, and from a match to what it decides."""

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.selectors.matches import addresses_of
from league.clubs.rules import Asker
from league.results.links import SubjectLink, links_of


def links_to_matches(subjects: Collection[UUID], asker: Asker) -> dict[UUID, SubjectLink]:
    """The match of each subject that has one which the asker may see."""
    return {
        subject: SubjectLink(reverse("matches:match", args=[public_id]), _("the game"))
        for subject, public_id in addresses_of(subjects, asker).items()
    }


def links_from(match: Match, asker: Asker) -> list[SubjectLink]:
    """What the match decides, such as a table in a round of a tournament; not the match itself."""
    itself = reverse("matches:match", args=[match.public_id])
    return [link for link in links_of([match.subject], asker)[match.subject] if link.href != itself]
