"""The style sheets, split by meaning: the files beside this one, joined in reading order into those that are served.

`python -m league.shared.css` writes them to `static/moothill`; a test holds them to their parts. Written plainly,
without a preprocessor: what stands in a part is what a browser gets, but for comments and the space between.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PARTS: Final = (  # of the one that every page has
    "tokens",
    "type",
    "masthead",
    "layout",
    "states",
    "forms",
    "ledger",
    "setts",
    "tournament",
    "event",
    "desk",
    "rounds",
    "plots",
    "ratings",
    "cards",
    "tables",
    "kings-kilt",
    "highland-clans",
    "sheet",
    "records",
    "reports",
    "results",
    "people",
    "firstpage",
    "tablelinks",
    "bracket",
    "league",
    "demo",
    "print",
)
HERE: Final = Path(__file__).parent
STATIC: Final = HERE.parent / "static/moothill"
SHEET: Final = STATIC / "moothill.css"
SHEETS: Final = {SHEET: PARTS} | {STATIC / f"{part}.css": (part,) for part in ("play", "night", "members", "rules")}
"""What is served, and the parts of each. Some pages have one more: playing, club nights, members, rules and guides."""


def joined(parts: Iterable[str] = PARTS) -> str:
    """Return a whole style sheet as it is served, a rule a line."""
    whole = "\n".join((HERE / f"{part}.css").read_text(encoding="utf-8") for part in parts)
    without_comments = re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL)
    lines = (line.strip() for line in without_comments.splitlines())
    told = "\n".join(re.sub(r"^([\w-]+): ", r"\1:", line).replace(" {", "{") for line in lines if line) + "\n"
    told = re.sub(r"(?<=[{;,])\n", "", told)
    parts_and_strings = enumerate(re.split(r'("[^"]*")', told))
    return "".join(one if at % 2 else one.replace(";}", "}").replace(", ", ",") for at, one in parts_and_strings)
