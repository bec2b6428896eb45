"""The lines of lists in all the ways in which spreadsheets and people write them."""

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.common.errors import ListRefused
from league.common.player_lists.encodings import MOST_BYTES, text_of
from league.common.player_lists.reading import Line, list_of

CASES = Path(__file__).parent / "cases"
UNA = Line(2, "Una Begg", "una@example.org")


def lines_of(text: str) -> list[Line]:
    return list(list_of(text, 400).lines)


def read(text: str) -> list[tuple[str, str]]:
    """The names and addresses of the lines that are understood."""
    return [(line.name, line.mail) for line in lines_of(text) if not line.fault]


@pytest.mark.parametrize(
    ("case", "names"),
    [
        ("csv-bom-semicolon", ["Jürgen Müller", "Łukasz Żółć"]),
        ("csv-cp1252", ["Jürgen Müller", "Sigrún Æðelstan", "François Œuvre"]),
        ("csv-cp1252-umlaut-late", ["Plain Person 00x0", "Bjørn Ås"]),
        ("csv-lastfirst-en", ["Jürgen Müller", "María José de la Cruz"]),
        ("csv-mac", ["Alpha Mac", "Beta Mac"]),
        ("csv-nbsp", ["Tommy Tester", "Tina Testerin"]),
        ("csv-numbered", ["Tommy Tester", "Tina Testerin"]),
        ("csv-odd", ["محمد بن سلمان", "AB Zero", "evil name", "Иван Петров"]),
        ("csv-pt", ["João Conceição"]),
        ("csv-pt-nome", ["João Conceição", "António Gonçalves"]),
        ("csv-pt-nome-clube", ["João Conceição"]),
        ("csv-pt-sobrenome", ["João Conceição"]),
        ("csv-quotes", ['Smythe, John "Jack"', "Line Break"]),
        ("csv-trailing-seps", ["Tommy Tester"]),
    ],
)
def test_lists_of_clubs_are_read(case: str, names: list[str]) -> None:
    lines = lines_of(text_of((CASES / f"{case}.csv").read_bytes()).text)
    assert set(names) <= {line.name for line in lines}
    assert not any(line.fault for line in lines)
    assert "name" not in {line.name.casefold() for line in lines}


def test_every_case_is_tried() -> None:
    tried = next(mark for mark in test_lists_of_clubs_are_read.pytestmark if mark.name == "parametrize").args[1]  # type: ignore[attr-defined]  # pytest puts it there
    assert {path.stem for path in CASES.iterdir()} == {case for case, _names in tried}


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("trailing", [0, 3])
def test_separators_line_ends_and_empty_columns_are_read_alike(mark: str, end: str, trailing: int) -> None:
    more = mark * trailing
    rows = [
        mark.join(["Name", "Mail", "Rating", "Table", "Guest"]),
        mark.join(["Una Begg", "u@x.org", "1520", "3", "yes"]),
    ]
    text = "".join(f"{row}{more}{end}" for row in [*rows, mark * 4])
    assert lines_of(text) == [Line(2, "Una Begg", "u@x.org", None, 1520, 3, True)]


@pytest.mark.parametrize(
    "head",
    [
        "Name,Email",
        "Full name,E-mail address",
        "Player;E-Mail",
        "Nome;E-mail",
        "Nome completo;Endereço de e-mail",
        "NOME,EMAIL",
        "Jogador\tCorreio eletrônico",
        "Spieler;E-Mail-Adresse",
        "Joueur;Courriel",
        "sep=;\nName;Email",
    ],
)
def test_heads_are_known_in_several_languages(head: str) -> None:
    mark = next(one for one in "\t;," if one in head)
    people = list_of(f"{head}\nUna Begg{mark}una@example.org", 400)
    assert [(line.name, line.mail) for line in people.lines] == [(UNA.name, UNA.mail)]
    assert people.columns == {"name", "mail"}


@pytest.mark.parametrize(
    "text",
    [
        "First name,Last name\nUna,Begg",
        "Last name;First name\nBegg;Una",
        "Nome;Sobrenome\nUna;Begg",
        "Name;Vorname\nBegg;Una",
        "Nombre\tApellidos\nUna\tBegg",
        "Nom;Prénom\nBegg;Una",
    ],
)
def test_first_and_last_names_are_put_together(text: str) -> None:
    assert [line.name for line in lines_of(text)] == ["Una Begg"]


@pytest.mark.parametrize(
    "line",
    [
        "Una Begg,una@example.org",
        "una@example.org;Una Begg",
        "Una Begg\tuna@example.org",
        "Una Begg <una@example.org>",
        '"Una Begg" <una@example.org>',
        "Una Begg una@example.org",
        "Una Begg (una@example.org)",
        "Una Begg, <mailto:una@example.org>",
    ],
)
def test_a_name_and_an_address_on_one_line_are_one_person(line: str) -> None:
    assert read(line) == [("Una Begg", "una@example.org")]
    assert ("Una Begg", "una@example.org") in read(f"Torquil\n{line}")


def test_columns_that_are_unknown_are_named_and_not_used() -> None:
    people = list_of("Timestamp,Name,Phone\n2026-11-01,Una,0131 496 0000\n", 400)
    assert ([line.name for line in people.lines], people.unused) == (["Una"], ("Timestamp", "Phone"))


def test_a_portuguese_list_says_who_is_a_guest() -> None:
    text = "Nº;Nome;Convidado\n1;Una;sim\n2;Torquil;não\n3;Isla;\n"
    assert [(line.seed, line.is_guest) for line in lines_of(text)] == [(1, True), (2, False), (3, False)]


def test_without_a_head_cells_are_known_by_their_look() -> None:
    assert lines_of("Una Begg, una@example.org, 4, 7, guest\nTorquil") == [
        Line(1, "Una Begg", "una@example.org", 4, None, 7, True, member_number="4"),
        Line(2, "Torquil"),
    ]
    assert [line.fault != "" for line in lines_of("Una, Begg, of Glen\nTorquil,,")] == [True, False]


def test_numbers_before_names_are_the_seed_where_every_line_has_one() -> None:
    assert [(line.name, line.seed) for line in lines_of("1. Una\n2) Torquil\n")] == [("Una", 1), ("Torquil", 2)]
    assert [line.name for line in lines_of("1. Una\nTorquil\n")] == ["1. Una", "Torquil"]


def test_a_rating_may_have_a_separator_of_thousands() -> None:
    assert [line.rating for line in lines_of("Name;Rating\nUna;1.520\nTorquil;1520,0\n")] == [1520, 1520]


@pytest.mark.parametrize("column", ["Seed", "Table"])
@pytest.mark.parametrize("cell", ["1.520", "12,5", "3.05"])
def test_no_digit_of_a_seed_or_a_table_is_cut_off(column: str, cell: str) -> None:
    (line,) = lines_of(f"Name;{column}\nUna;{cell}\n")
    assert f"“{cell}” is not a whole number" in line.fault


def test_decimals_that_are_zeros_are_dropped() -> None:
    (line,) = lines_of("Name;Seed;Table\nUna;3,00;12.0\n")
    assert (line.seed, line.table, line.fault) == (3, 12, "")


def test_a_member_number_with_a_separator_of_thousands_is_no_seed() -> None:
    (line,) = lines_of("Name;Member number\nUna;1.520\n")
    assert (line.member_number, line.seed) == ("1.520", None)


def test_a_missing_quotation_mark_costs_one_line_at_most() -> None:
    assert read('Name,Email\n"Jack" Smythe,j@x.org\nUna "Wee" Begg,u@x.org\nTor,t@x.org')[-2:] == [
        ('Una "Wee" Begg', "u@x.org"),
        ("Tor", "t@x.org"),
    ]
    assert ("Tor", "t@x.org") in read('Name,Email\n"Una,u@x.org\nTor,t@x.org')


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    text = 'Name,Seed\n\n"Una\nBegg",1\nTorquil,2\n'
    assert [line.number for line in lines_of(text)] == [3, 5]


def test_invisible_letters_are_left_out() -> None:
    assert [line.name for line in lines_of("\ufeffU\u200bna\xa0Begg\u202e\nTor\xadquil")] == ["Una Begg", "Torquil"]


@pytest.mark.parametrize("text", ["", "Name\n", ",,\n", "x\n" * 401, "x" * (MOST_BYTES + 1)])
def test_nobody_too_many_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(ListRefused) as refused:
        lines_of(text)
    assert refused.value.field == "text"


@given(st.text(max_size=300))
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    try:
        lines = lines_of(text)
    except ListRefused:
        return
    assert all(line.name or line.mail or line.fault for line in lines)
    assert len({line.number for line in lines}) == len(lines)


@given(st.lists(st.tuples(st.text(alphabet="Aé\"';, \t", min_size=1, max_size=8), st.sampled_from(["", "a@b.org"]))))
def test_marks_in_cells_never_fail(rows: list[tuple[str, str]]) -> None:
    text = "Name;Email\n" + "\n".join(";".join(row) for row in rows)
    try:
        assert lines_of(text)
    except ListRefused:
        assert not any(name.strip(" \t\"';,") for name, _mail in rows)


def test_a_member_number_is_kept_as_written_and_seeds_where_it_is_a_figure() -> None:
    text = "Member no.;Name;Seed\n0042;Una;\nA-17;Torquil;3\n17,0;Isla;\n102345;Tor;\n"
    assert [(line.member_number, line.seed) for line in lines_of(text)] == [
        ("0042", 42),
        ("A-17", 3),
        ("17", 17),
        ("102345", None),
    ]
    assert lines_of("No,Name\n" + "1" * 21 + ",Una\n")[0].fault


@pytest.mark.parametrize(
    ("text", "at_fault"),
    [
        ("Darren Dalkeith, not-an-email", True),
        ("Darren Dalkeith <darren.example.org>", True),
        ("darren @example.org", True),
        ("darren.example.org", True),
        ("Darren Dalkeith, not-an-email\nUna Begg, una@example.org", True),
        ("Una Begg-Kerr\nj.smith\n@hamish", False),
    ],
)
def test_a_mistyped_address_is_a_fault_and_no_part_of_the_name(text: str, at_fault: bool) -> None:
    assert bool(lines_of(text)[0].fault) is at_fault
    assert not any(line.fault for line in lines_of(text)[1:])


@pytest.mark.parametrize("cell", ["@" * 252 + "(x", "a" * 126 + "@" * 126, "a@" * 126, "(" * 126 + "@" * 126])
def test_a_list_of_odd_addresses_is_read_at_once(cell: str) -> None:
    before = process_time()
    assert all(line.fault for line in lines_of("\n".join([cell] * 400)))
    assert process_time() - before < 5  # seconds of the processor; ten minutes before


def test_a_separator_that_no_list_has_is_read_as_a_line() -> None:
    assert [line.number for line in lines_of('sep="\nUna Begg;una@example.org')] == [1, 2]
