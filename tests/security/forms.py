"""The forms that pages offer: where they lead, and what they ask for."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.urls import resolve

from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.world import World
from tests.security.walk import address_of, answers, is_page, text_of

TEXTS = {"text", "search", "email", "url", "password"}
OTHERS = {"hidden", "radio", "checkbox", "number", "date"}
EILIDH = "eilidh"
HERS = ("bots:", "records:", "play:", "matches:")


@dataclass
class Form:
    """A form of a page: its texts and their bounds, the values of its other fields and selects, and its files."""

    action: str
    method: str
    texts: set[str] = field(default_factory=set)
    fixed: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    longest: dict[str, int] = field(default_factory=dict)

    def filled(self, typed: str) -> dict[str, str]:
        """The form with the same words in each of its texts."""
        return {**self.chosen, **self.fixed, **dict.fromkeys(sorted(self.texts), typed)}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._is_in = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = True
            self.found.append(Form(said.get("action", ""), said.get("method", "get").lower()))
        elif self._is_in and tag in {"input", "textarea", "select", "button"} and said.get("name"):
            self._take(tag, said)
        elif self._is_in and tag == "option" and ("selected" in said or self._select not in self.found[-1].chosen):
            self.found[-1].chosen[self._select] = said.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._is_in = self._is_in and tag != "form"

    def _take(self, tag: str, said: dict[str, str]) -> None:
        form, kind = self.found[-1], said.get("type", "text")
        form.names.add(said["name"])
        self._select = said["name"] if tag == "select" else self._select
        if said.get("maxlength", "").isdigit():
            form.longest[said["name"]] = int(said["maxlength"])
        if tag == "textarea" or (tag == "input" and kind in TEXTS):
            form.texts.add(said["name"])
        elif tag == "input" and kind == "file":
            form.files.add(said["name"])
        elif tag == "input" and kind in OTHERS:
            form.fixed.setdefault(said["name"], said.get("value", "on"))


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page."""
    reader = _Forms()
    reader.feed(page)
    return reader.found


def offered(world: World) -> Iterator[tuple[str, str, Form]]:
    """Every kind of form once: a role that is offered it, where it goes, and the form."""
    found = set()
    for row, role, page in pages(world):
        for form in forms_of(page):
            address = (form.action or address_of(world, row)).partition("?")[0]
            kind = (resolve(address).route, frozenset(form.names))
            if kind not in found:
                found.add(kind)
                yield role, address, form


def pages(world: World) -> Iterator[tuple[Row, str, str]]:
    """Every page that the owner reads, Eilidh's and operators' own, and those on which a visitor fills in a form."""
    world.users[EILIDH] = world.eilidh
    readers = [row for row in TABLE if row.method == "GET"]
    own = {"owner": ("",), EILIDH: HERS, "anonymous": ("accounts:",), "operator": ("operations:",)}
    for role, beginning in ((role, beginning) for role, beginnings in own.items() for beginning in beginnings):
        rows = [row for row in readers if row.route.startswith(beginning)]
        assert rows, f"No route begins with {beginning!r}. Correct the routes of {role}."
        for one in answers(world, role, rows=rows):
            if is_page(one.answer) and one.answer.status_code == 200:
                yield one.row, role, text_of(one.answer)
