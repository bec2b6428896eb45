"""The style sheet, split by meaning: the files beside this one, joined in reading order into one that is served.

`python -m league.shared.css` writes `static/moothill/moothill.css`; a test holds it to its parts. Written plainly,
without a preprocessor: what stands in a part is what a browser gets, but for comments and indentation.
"""

import re
from pathlib import Path
from typing import Final

PARTS: Final = (
    "tokens",
    "type",
    "masthead",
    "layout",
    "states",
    "forms",
    "ledger",
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
    "play",
    "sheet",
    "records",
    "reports",
    "results",
    "people",
    "firstpage",
    "tablelinks",
    "evenings",
    "demo",
    "print",
)
HERE: Final = Path(__file__).parent
SHEET: Final = HERE.parent / "static/moothill/moothill.css"


def joined() -> str:
    """Return the whole style sheet as it is served."""
    whole = "\n".join((HERE / f"{part}.css").read_text(encoding="utf-8") for part in PARTS)
    without_comments = re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL)
    lines = (line.strip() for line in without_comments.splitlines())
    return "\n".join(line for line in lines if line) + "\n"
