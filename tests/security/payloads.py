"""Inputs that try to run code in other people's browsers, and how a page shows that one worked."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

from tests.security.walk import SCHEMES, WITH_ADDRESSES, elements_of

MARK: Final = "xss"
"""Stands in each payload, where an element, an attribute, a script or the host of an address would come of it."""

PAYLOADS: Final = (
    "<script>xss(1)</script>",
    "<ScRiPt src=//xss.example/2></sCrIpT>",
    '"><script>xss(3)</script>',
    "'><xss4>",
    '"><xss5 onxss="a">',
    "</textarea><xss6>",
    "</title><xss7>",
    "</script><xss8>",
    "</style><xss9>",
    "--><xss10>",
    "]]><xss11>",
    "<img src=x onerror=xss(12)>",
    "<svg/onload=xss(13)>",
    "<svg><animate onbegin=xss(14) attributeName=x>",
    "<math><mtext></form><xss15>",
    "<body onload=xss(16)>",
    "<iframe srcdoc='<xss17>'></iframe>",
    "<iframe src=javascript:xss(18)></iframe>",
    "<object data=//xss.example/19></object>",
    "<embed src=//xss.example/20>",
    "<base href=//xss.example/21/>",
    "<meta http-equiv=refresh content='0;url=//xss.example/22'>",
    "<link rel=stylesheet href=//xss.example/23>",
    "<style>@import'//xss.example/24'</style>",
    "<form action=//xss.example/25><button>",
    '" autofocus onfocus=xss(26) x="',
    "' onmouseover='xss(27)",
    " onclick=xss(28) ",
    "` onclick=xss(29) `",
    '" style="background:url(//xss.example/30)',
    "javascript:xss(31)",
    "data:text/html,<xss32>",
    "//xss.example/33",
    "[read](javascript:xss(34))",
    '![x](x" onerror="xss(35))',
    "&lt;xss36&gt;",
    "&#60;xss37&#62;",
    "\\u003cxss38\\u003e",
    "%3Cxss39%3E",
    "{{ xss40 }}{% xss40 %}",
    '{"a":"</script><xss41>"}',
    '<a href="java\tscript:xss(42)">x</a>',
)
SCRIPT: Final = "javascript:xss(31)"
ELSEWHERE: Final = "//xss.example/33"
"""The two that do harm only at the start of an address."""

ALL: Final = " ".join((SCRIPT, *PAYLOADS))
"""Every payload in one text, which is a script where it becomes an address."""

SHORT: Final = PAYLOADS[4]
"""One that most forms take, where all together are too long."""

_RUNS: Final = frozenset({"script", "style", "iframe", "object", "embed", "base", "meta", "link", "animate", "math"})
_SAYS: Final = frozenset(
    {"content", "title", "value", "alt", "placeholder", "aria-label", "id", "for", "name", "class", "d"}
)


def harm_in(page: str) -> Iterator[str]:
    """What came of a payload in a page: an element, an attribute, a script, an address."""
    for element in elements_of(page):
        if MARK in element.name or (element.name in {"script", "style"} and MARK in element.words):
            yield f"<{element.name}> {element.words[:40]}"
        for name, value in element.attributes.items():
            yield from (f"<{element.name} {name}={value[:60]!r}>" for _ in _harm_of(element.name, name, value))


def _harm_of(element: str, name: str, value: str) -> Iterator[None]:
    if MARK in name or name.startswith("on") or name in {"style", "srcdoc"}:
        yield
    if name == "http-equiv" and value.lower() == "refresh" and MARK in value:
        yield
    if MARK in value and (name in WITH_ADDRESSES or name.startswith("hx-") or name.endswith("-href")):
        parts = urlsplit("".join(letter for letter in value if letter.isprintable()).strip())
        if parts.scheme.lower() not in SCHEMES - {"data"} or MARK in unquote(parts.netloc):
            yield
    if MARK in value and element in _RUNS and name not in _SAYS | WITH_ADDRESSES:
        yield
