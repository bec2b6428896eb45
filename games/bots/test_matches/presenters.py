"""Contexts of the pages of test matches, and the commands that repeat them on the author's computer."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.models import Bout, Sparring, UploadedBot
from games.bots.presenters import milliseconds
from games.bots.queries import PREFIX
from games.bots.test_matches.queries import sparrings_of
from games.matches.presenters import game_name
from league.common.engine_text import retold
from league.common.sandboxes import why_programs_wait


def about_sparrings(bot: UploadedBot) -> dict[str, Any]:
    """Return all tests of a bot."""
    rows = [test_row(one) for one in sparrings_of(bot)]
    return {"bot": bot, "rows": rows, "waits": _waits(rows)}


def about_sparring(sparring: Sparring) -> dict[str, Any]:
    """Return the context of the page of one test."""
    bot = sparring.version.bot
    row = test_row(sparring)
    return {
        "bot": bot,
        "version": sparring.version,
        "sparring": sparring,
        "told": row,
        "bouts": [_bout(sparring, bout) for bout in sparring.bouts.all()],
        "command": play_command(sparring),
        "file": f"{sparring.labels[0]}.py",
        "others": [label for label in sparring.labels[1:] if label.startswith(PREFIX)],
        "waits": _waits([row]),
    }


def test_row(sparring: Sparring) -> dict[str, Any]:
    """Return a test in a line of a list."""
    bouts = list(sparring.bouts.all())
    waiting = sum(bout.status == Bout.Status.WAITING for bout in bouts)
    words = _("%(done)d of %(all)d matches finished") % {"done": len(bouts) - waiting, "all": len(bouts)}
    kind, words = ("waiting", words) if waiting else _ended(bouts)
    return {
        "href": reverse("bots:test", args=[sparring.version.bot.public_id, sparring.public_id]),
        "key": sparring.public_id,
        "game": game_name(sparring.game),
        "ordered": sparring.created_at,
        "number": sparring.version.number,
        "against": sparring.names[1:],
        "seed": sparring.seed,
        "word": sparring.word,
        "kind": kind,
        "words": words,
        "places": ", ".join(str(bout.places[bout.seat]) for bout in bouts if bout.places) or "\N{EN DASH}",
        "is_waiting": waiting > 0,
    }


def chairs_of(bout: Bout) -> list[dict[str, Any]]:
    """Return the seats of its table."""
    names, turn = bout.sparring.names, bout.rotation
    turned = names[turn:] + names[:turn]
    return [{"name": name, "href": "", "own": seat == bout.seat} for seat, name in enumerate(turned)]


def play_command(sparring: Sparring) -> str:
    """Return the command that repeats all of it locally; "" with other people's programs."""
    if any(label.startswith(PREFIX) for label in sparring.labels):
        return ""
    strategies = zip(["", *sparring.opponents], sparring.labels, strict=True)
    seats = [f"./{label}.py" if name.startswith(PREFIX) or not name else label for name, label in strategies]
    many = len(sparring.bouts.all())
    parts = [f"python3 -m engine play {sparring.game} --seats {','.join(seats)} --seed {sparring.seed}"]
    if many > 1:
        parts.append(f"--games {many} --duplicate")
    if sparring.playouts:  # for all seats, in tests from before there were playouts for each
        parts.append(f"--playouts {sparring.playouts}")
    return " ".join([*parts, "--record test.txt"])


def replay_command(bout: Bout) -> str:
    """Return the command that gives the bot the views of this match."""
    sparring = bout.sparring
    seed = sparring.seed + bout.rotation
    match = f"{file_of(bout)}.txt"
    return f"python3 -m engine replay {match} --seat {bout.seat + 1} --bot ./{sparring.labels[0]}.py --seed {seed}"


def file_of(bout: Bout) -> str:
    """Return the file name of its record, without its ending."""
    return f"test-{bout.sparring.public_id}-{bout.rotation + 1}"


def _ended(bouts: list[Bout]) -> tuple[str, str]:
    if any(bout.status == Bout.Status.DEAD for bout in bouts):
        return "wrong", _("Failed: server error")
    if any(bout.kind for bout in bouts):
        return "wrong", _("Finished, with failures")
    return "done", pgettext("match", "Finished")


def _bout(sparring: Sparring, bout: Bout) -> dict[str, Any]:
    bout.sparring = sparring
    address = [sparring.version.bot.public_id, sparring.public_id, bout.rotation + 1]
    is_done = bout.status == Bout.Status.DONE
    return {
        "number": bout.rotation + 1,
        "href": reverse("bots:bout", args=address) if is_done else "",
        "state": _("In progress") if bout.token else bout.get_status_display(),
        "seats": [
            chair | {"place": bout.places[seat], "points": bout.points[seat], "fault": retold(bout.faults[seat])}
            for seat, chair in enumerate(chairs_of(bout))
        ]
        if is_done
        else [],
        "detail": retold(bout.detail),
        "decisions": bout.decisions,
        "slowest": milliseconds(bout.slowest_ms),
        "spent": milliseconds(bout.spent_ms),
    }


def _waits(rows: list[dict[str, Any]]) -> str:
    return why_programs_wait() if any(row["is_waiting"] for row in rows) else ""
