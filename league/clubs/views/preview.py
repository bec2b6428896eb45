"""The picture of a club for messengers."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.clubs.selectors import club_seen_by
from league.shared.drawing.preview import Card
from league.shared.previews import answer_with_preview


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What strangers see of the club; of a private one there is none, whoever asks."""
    club = club_seen_by(slug, AnonymousUser())
    players = club.members_there
    told = ngettext("%(count)d player", "%(count)d players", players) % {"count": players}
    return answer_with_preview(request, Card(club.name, over=_("Club"), text=club.summary or told))
