"""What the ledger's pages say about a result that a match decided: a link to it."""

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.matches.selectors import addresses_of
from league.results.links import Asker, SubjectLink


def links_to_matches(subjects: Collection[UUID], asker: Asker) -> dict[UUID, SubjectLink]:
    """The match of each subject that has one which the asker may see."""
    return {
        subject: SubjectLink(reverse("matches:match", args=[public_id]), _("the match"))
        for subject, public_id in addresses_of(subjects, asker).items()
    }
