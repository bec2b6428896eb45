"""`python3 -m league.common.words`: bring every catalogue up to date with the code, and compile it.

Words that nothing says any more go, new ones come without a translation. With `--missing` those without one are
listed, and nothing is written; the exit status says whether there are any.
"""

import sys

from league.common.words.catalogue import LOCALES, compiled, missing, path_of, read, unlike, write
from league.common.words.finding import words_in


def main(asked: list[str]) -> int:
    """Go through the languages that there are catalogues of."""
    words = words_in()
    lacking = 0
    for language in sorted(folder.name for folder in LOCALES.iterdir()):
        known = read(path_of(language).read_text(encoding="utf-8"))
        for word in (lacks := missing(words, known)) if "--missing" in asked else ():
            sys.stdout.write(f"{words[word][0]}: {word.english!r}\n")
        lacking += len(lacks := missing(words, known)) + len(unlike(known))
        for word in unlike(known):
            sys.stdout.write(f"other facts than in English: {word.english!r}\n")
        sys.stdout.write(f"{language}: {len(words)} words, {len(lacks)} without a translation\n")
        if "--missing" not in asked:
            bring_up_to_date(language)
    return 1 if "--missing" in asked and lacking else 0


def bring_up_to_date(language: str) -> None:
    """Write both files of a language's catalogue."""
    words = words_in()
    known = read(path_of(language).read_text(encoding="utf-8"))
    path_of(language).write_text(write(language, words, known), encoding="utf-8")
    kept = {word: known[word] for word in words if word in known}
    path_of(language, "mo").write_bytes(compiled(language, kept))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
