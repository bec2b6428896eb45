"""What authors read: how a bot is written, what it sees of each game, and files to begin with."""

from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.core import registry
from engine.core.errors import UnknownGame
from games.bots.errors import NoSuchBot
from games.bots.pages.fields import told_of
from league.shared.guides import DOCS, rendered_file


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The page for authors, docs/bot-authors.md."""
    facts = {"guide": rendered_file(DOCS / "bot-authors.md"), "games": list(registry.games().values())}
    examples = [("herald", _("twenty lines")), ("seer", _("sixty lines, with playouts"))]
    return render(request, "bots/guide.html", {"room": "bots", "examples": examples, **facts})


@require_safe
def elsewhere(request: HttpRequest) -> HttpResponse:
    """How a bot that runs elsewhere speaks with the house, docs/remote-bots.md."""
    return render(request, "bots/guide_remote.html", {"room": "bots", "guide": rendered_file(DOCS / "remote-bots.md")})


@require_safe
def seen(request: HttpRequest, slug: str) -> HttpResponse:
    """What a seat sees of a game, and its moves."""
    try:
        game = registry.game(slug)
    except UnknownGame as error:
        raise NoSuchBot(_("There is no game at this address. Open the bot guide to find it.")) from error
    return render(request, "bots/seen.html", {"room": "bots", "game": game, "told": told_of(game)})


@require_safe
def engine(_request: HttpRequest) -> HttpResponse:
    """The engine and the example bots, to play and check at home."""
    answer = HttpResponse(_packed_engine(), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="moothill-engine.zip"'
    return answer


@cache
def _packed_engine() -> bytes:
    """Return a ZIP file with one folder, `moothill`; the files of one release do not change while it runs."""
    root, packed = DOCS.parent, BytesIO()
    files = [path for path in (root / "engine").rglob("*") if path.suffix in {".py", ".json"}]
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted([*files, *(DOCS / "bots").glob("*.py"), root / "LICENSE"]):
            archive.write(path, Path("moothill") / path.relative_to(root))
    return packed.getvalue()


@require_safe
def example(_request: HttpRequest, name: str) -> HttpResponse:
    """One of the files to begin with, to keep."""
    files = {path.stem: path for path in (DOCS / "bots").glob("*.py")}
    if name not in files:
        raise NoSuchBot(_("There is no such file. The bot guide lists the files."))
    answer = HttpResponse(files[name].read_text(encoding="utf-8"), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.py"'
    return answer
