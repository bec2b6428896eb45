"""What the ledger's pages say about a result that a match decided: a link to it."""

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.matches.selectors import matches_by_subject
from league.results.links import Asker, SubjectLink


def links_to_matches(subjects: Collection[UUID], _asker: Asker) -> dict[UUID, SubjectLink]:
    """The match of each subject that has one; everybody may see it."""
    return {
        subject: SubjectLink(reverse("matches:match", args=[match.public_id]), _("the match"))
        for subject, match in matches_by_subject(subjects).items()
    }
