"""From a result to the verified records of its game."""

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.records.selectors.visible import addresses_of
from league.clubs.rules import Asker
from league.results.links import SubjectLink


def links_to_records(subjects: Collection[UUID], asker: Asker) -> dict[UUID, SubjectLink]:
    """The record of each subject that has a verified one which the asker may see, the first sent first."""
    return {
        subject: SubjectLink(reverse("records:record", args=[public_id]), _("game record"))
        for subject, public_id in addresses_of(subjects, asker).items()
    }
