"""Large parts of a page are laid into it at the end, each in its place."""

from django.http import HttpRequest

from league.shared.inlays import laid_in, many


def test_parts_are_laid_in_where_they_were_drawn() -> None:
    request = HttpRequest()
    with laid_in(request) as inlays:
        first, second = (many({"request": request}, lines) for lines in (["<li>Morag", "</li>"], ["Hamish"]))
        page = f"<ol>{second}{first}</ol>"
    assert "Morag" not in page
    assert inlays.put_into(page.encode()) == b"<ol>Hamish<li>Morag</li></ol>"


def test_what_somebody_typed_is_no_mark() -> None:
    request = HttpRequest()
    with laid_in(request) as inlays:
        lines = many({"request": request}, ["<!--0-->"])
    assert inlays.put_into(f"<!--0-->{lines}".encode()) == b"<!--0--><!--0-->"


def test_lines_are_drawn_at_once_where_nothing_is_laid_in() -> None:
    request = HttpRequest()
    with laid_in(request):
        pass
    assert many({"request": request}, ["a", "b"]) == many({}, ["a", "b"]) == "ab"
