"""Drawings are well-formed, carry no style and no script, and say in words what they show."""

import re
from datetime import date, timedelta
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.common.drawing import (
    highland,
    highland_track,
    interval_bars,
    kilt,
    line_charts,
    lords,
    plots,
    schedules,
    tartan,
)
from league.conf.settings import ROOT

TEMPLATES = ROOT / "templates"
SHEET = ROOT / "league/common/static/moothill/base.css"
NAMES = st.text(min_size=1, max_size=60)
POWERS = dict.fromkeys(lords.NAMES, "Do <this> & that")
WORDS = line_charts.RatingWords(
    title='Rating of "<Rab> & Sons"', best="best", axis="matches", provisional="provisional", corrected="corrected"
)
UNMARKED = line_charts.RatingMarks()


def parsed(drawing: str) -> ElementTree.Element:
    """Return a drawing that is well-formed and that the content security policy lets through."""
    root = ElementTree.fromstring(drawing)
    for element in root.iter():
        assert element.tag not in ("script", "style", "foreignObject")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
    return root


def rating(points: int) -> list[line_charts.RatingPoint]:
    """Return a rating that climbs a little with every game."""
    return [line_charts.RatingPoint(game, 1500 + game / 3, 90) for game in range(points)]


@given(NAMES)
def test_every_name_has_a_sett_that_can_be_drawn(name: str) -> None:
    sett = tartan.sett_of(name)
    assert sett == tartan.sett_of(f"  {name.casefold()} ")
    parsed(tartan.chip(sett))
    parsed(tartan.band(sett))
    parsed(tartan.loom())


@given(NAMES)
def test_a_swatch_shows_the_cloth_of_its_sett(name: str) -> None:
    sett = tartan.sett_of(name)
    chip = tartan.chip(sett)
    threads = re.search(rf'<symbol id="{re.findall("#(sett-.)", chip)[0]}".*?</symbol>', tartan.loom())
    assert threads
    assert stripes_of(dyed(threads[0], chip)) == stripes_of(tartan.cloth(sett, 24, 16, repeat=30, offset=(-3, -7)))


def test_a_whole_page_without_what_swatches_refer_to_draws_none() -> None:
    pages = [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]
    whole = [page for page in pages if "<html" in page]
    assert any("{% tartan_loom %}" in page for page in whole)
    lacking = [page for page in whole if "{% tartan_loom %}" not in page]
    assert [page for page in lacking if re.search("tartan_chip|{% (include|extends|fragment)", page)] == []


def test_every_name_on_a_page_is_given_the_key_of_its_tartan() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")}
    tags = [
        (path.name, tag) for path, page in pages.items() for tag in re.findall(r'{% include "shared/_who[^%]+%}', page)
    ]
    assert [named for named in tags if "sett=" not in named[1] and named[0] != "_member.html"] == []
    chips = [(path.name, key) for path, page in pages.items() for key in re.findall(r"{% tartan_\w+ ([\w.]+)", page)]
    assert [chip for chip in chips if chip[1].endswith("name")] == []


def dyed(threads: str, chip: str) -> str:
    """Return a counted swatch as a chip dyes it, and the style sheet for its classes."""
    sheet = SHEET.read_text(encoding="utf-8")
    for stripe, dye in re.findall(r"[ \"](\w+)-(\w+)(?=[ \"])", chip.removeprefix('<svg class="tartan-chip')):
        ink = re.search(rf"\.{stripe}-{dye} {{\s+--sett-{stripe}: (#\w+);", sheet)
        assert ink
        threads = threads.replace(f"var(--sett-{stripe})", ink[1])
    for channel, dye in zip(("inherit", "currentcolor"), re.findall(r'(?:fill|color)="(#\w+)"', chip), strict=True):
        threads = threads.replace(f'"{channel}"', f'"{dye}"')
    return threads


def stripes_of(fabric: str) -> set[tuple[str, str]]:
    """Return each stripe with its colour; two stripes of one dye may have one path or two."""
    return {
        (ink, stripe) for ink, path in re.findall(r'fill="([^"]+)" d="([^"]+)"', fabric) for stripe in path.split("z")
    }


def test_a_sett_is_the_same_on_every_machine() -> None:
    assert tartan.sett_of("Morag Urquhart") == tartan.sett_of("morag  urquhart")
    assert [stripe.dye for stripe in tartan.sett_of("Morag Urquhart")] == MORAGS_DYES


MORAGS_DYES = ["madder", "heather", "weld", "madder", "weld"]


@pytest.mark.parametrize("names", [lords.NAMES, kilt.NAMES, highland.NAMES])
def test_the_clans_of_a_game_are_told_apart_by_their_ground(names: dict[str, str]) -> None:
    grounds = {tartan.CLANS[clan][0].dye for clan in names}
    assert len(grounds) == len(names)


@pytest.mark.parametrize("clan", lords.NAMES)
def test_a_card_refers_to_the_sheet_and_says_itself_in_words(clan: str) -> None:
    ids = {element.attrib["id"] for element in parsed(lords.sheet(POWERS)).iter() if "id" in element.attrib}
    drawing = parsed(lords.card(lords.Face(clan, 12, 97), title=f"{clan} <12>"))
    assert {use.attrib["href"].removeprefix("#") for use in drawing.iter("use")} <= ids
    assert drawing.attrib["aria-label"] == f"{clan} <12>"
    assert [text.text for text in drawing.iter("text")] == ["12", "97"]


def test_a_card_that_nobody_may_know_shows_its_back_alone() -> None:
    drawing = parsed(lords.card(lords.Face(face_down=True), title="A face-down card"))
    assert [use.attrib["href"] for use in drawing.iter("use")] == ["#card-back"]
    assert list(drawing.iter("text")) == []


@pytest.mark.parametrize("clan", kilt.NAMES)
def test_a_card_of_kings_kilt_refers_to_the_sheet_and_names_its_slot(clan: str) -> None:
    drawing = parsed(kilt.card(kilt.Face(clan, crowned=True, face_down=True, slot="f1"), title=f"{clan} <f1>"))
    assert referred(drawing) <= ids_of(kilt.sheet())
    assert drawing.attrib["aria-label"] == f"{clan} <f1>"
    assert [text.text for text in drawing.iter("text")] == ["f1"]


def test_a_card_of_kings_kilt_that_nobody_may_know_shows_its_back_alone() -> None:
    drawing = parsed(kilt.card(kilt.Face(), title="A face-down card"))
    assert [use.attrib["href"] for use in drawing.iter("use")] == ["#kilt-back"]


@pytest.mark.parametrize(("building", "tokens"), [("", 0), ("cattle", 1), ("castle", 2), ("abbey", 3)])
def test_an_estate_shows_its_tokens_and_says_what_they_make(building: str, tokens: int) -> None:
    drawing = parsed(highland.estate(building, words="here <it> is"))
    assert len(list(drawing.iter("use"))) == tokens
    assert referred(drawing) <= ids_of(highland.sheet())
    assert [text.text for text in drawing.iter("text")] == ["here <it> is"]


@pytest.mark.parametrize("colour", highland.SHAPES)
def test_a_token_refers_to_the_sheet(colour: str) -> None:
    assert referred(parsed(highland.token(colour))) <= ids_of(highland.sheet())


def test_coats_of_arms_have_letters_of_their_own() -> None:
    letters = [text.text for text in parsed(highland.sheet()).iter("text")]
    assert len(set(letters)) == len(highland.NAMES) == 5
    assert all(referred(parsed(highland.arms(clan))) <= ids_of(highland.sheet()) for clan in highland.NAMES)


def test_a_combat_card_shows_its_value_and_a_face_down_one_nothing() -> None:
    assert {text.text for text in parsed(highland.card(3, title="3")).iter("text")} == {"3"}
    assert list(parsed(highland.card(0, title="A face-down card")).iter("text")) == []


@given(st.lists(st.integers(0, 90), min_size=1, max_size=5), st.integers(300, 1200))
def test_every_coat_of_arms_is_above_its_square_and_covers_no_letter(points: list[int], width: int) -> None:
    marks = [highland_track.Mark(clan, number) for clan, number in zip(highland.NAMES, points, strict=False)]
    drawing = parsed(highland_track.track(marks, highland_track.TrackWords("Points", "red"), red=30, last=50))
    end = max(50, -(-max(points) // 10) * 10)
    clans = list(highland.NAMES)
    hung = sorted(
        [arms for arms in drawing.iter("svg") if "x" in arms.attrib],
        key=lambda arms: clans.index(next(arms.iter("use")).attrib["href"].removeprefix("#arms-")),
    )
    at = [float(arms.attrib["x"].rstrip("%")) for arms in hung]
    assert [round((x - highland_track.LEFT) / (highland_track.RIGHT - highland_track.LEFT) * end) for x in at] == points
    assert all(re.fullmatch(r"M0 \d+V\d+", pin.attrib["d"]) for pin in drawing.iter("path"))
    uses = [use for arms in hung for use in arms.iter("use")]
    left = [x * width / 100 + float(use.attrib["x"]) for x, use in zip(at, uses, strict=True)]
    tops = [float(use.attrib["y"]) for use in uses]
    for (x, top), (other, other_top) in combinations(zip(left, tops, strict=True), 2):
        assert abs(top - other_top) >= highland_track.RAISED or abs(x - other) > highland_track.ARMS[0]
    assert min(tops) == 0
    assert all(0 <= x <= width - highland_track.ARMS[0] for x in left)


@pytest.mark.parametrize("count", [0, 1, 29])
def test_a_heap_shows_each_of_its_tokens(count: int) -> None:
    drawing = parsed(highland.heap("yellow", count))
    assert [use.attrib["href"] for use in drawing.iter("use")] == ["#token-yellow"] * count


def ids_of(sheet: str) -> set[str]:
    """Return the names of what a sheet offers."""
    return {element.attrib["id"] for element in parsed(sheet).iter() if "id" in element.attrib}


def referred(drawing: ElementTree.Element) -> set[str]:
    """Return the names of what a drawing refers to."""
    return {use.attrib["href"].removeprefix("#") for use in drawing.iter("use")}


def line_of(
    points: list[line_charts.RatingPoint], marks: line_charts.RatingMarks = UNMARKED, width: int = 880
) -> ElementTree.Element:
    return parsed(line_charts.rating_line(points, WORDS, marks, width=width, height=300))


def words_in(drawing: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in drawing.iter("text")]


def classes_in(drawing: ElementTree.Element) -> list[str]:
    return [path.attrib.get("class", "") for path in drawing.iter("path")]


@pytest.mark.parametrize("points", [2, 3, 399, 400, 5000])
def test_a_rating_line_is_labelled_where_it_ends(points: int) -> None:
    drawing = line_of(rating(points))
    assert drawing.attrib["aria-label"].startswith('Rating of "<Rab> & Sons": 1500 → ')
    assert "± 90" in words_in(drawing)


def test_a_long_rating_is_thinned_between_its_ends() -> None:
    points = rating(5000)
    shown = line_charts.thinned(points)
    assert len(shown) == line_charts.MOST_POINTS
    assert (shown[0], shown[-1]) == (points[0], points[-1])


def test_a_level_rating_without_uncertainty_can_be_drawn() -> None:
    line_of([line_charts.RatingPoint(7, 1500, 0)] * 2, width=340)


def test_the_days_stand_under_the_games_each_once() -> None:
    evenings = [point._replace(day=f"{1 + point.game // 50} May 2026") for point in rating(100)]
    said = [words for words in words_in(line_of(evenings)) if "May" in words]
    assert said == ["1 May 2026", "2 May 2026"]


def test_what_is_provisional_is_dashed_up_to_the_game_that_settles_it() -> None:
    drawing = line_of(rating(100), line_charts.RatingMarks(settled=20))
    assert {"plot-line provisional", "plot-line", "plot-rule until"} <= set(classes_in(drawing))
    assert "provisional" in words_in(drawing)
    assert "plot-line provisional" not in classes_in(line_of(rating(100)))


def test_a_rating_that_is_provisional_throughout_says_so() -> None:
    drawing = line_of(rating(9), line_charts.RatingMarks(settled=20))
    assert "plot-line" not in classes_in(drawing)
    assert drawing.attrib["aria-label"].endswith(", provisional")


def test_the_band_of_a_newcomer_leaves_the_frame_instead_of_flattening_the_line() -> None:
    wide = [point._replace(uncertainty=686 if point.game < 20 else 40) for point in rating(100)]
    shown = words_in(line_of(wide, line_charts.RatingMarks(settled=20)))
    figures = [int(words) for words in shown if words.isdecimal() and len(words) == 4]
    assert min(figures) > 1300
    assert max(figures) < 1700


@pytest.mark.parametrize(("uncertainty", "masks"), [(686, 1), (40, 0)])
def test_a_band_that_leaves_the_frame_fades_at_its_edge(uncertainty: int, masks: int) -> None:
    wide = [point._replace(uncertainty=uncertainty if point.game < 20 else 40) for point in rating(100)]
    drawing = line_of(wide, line_charts.RatingMarks(settled=20))
    assert len(list(drawing.iter("mask"))) == masks
    (band,) = [path for path in drawing.iter("path") if path.attrib.get("class") == "plot-band"]
    assert ("mask" in band.attrib) == bool(masks)


@pytest.mark.parametrize("corrected", [(50,), (3, 50, 99), (0,)])
def test_a_wedge_stands_where_a_result_was_corrected(corrected: tuple[int, ...]) -> None:
    drawing = line_of(rating(100), line_charts.RatingMarks(corrected=corrected))
    (wedges,) = [path for path in drawing.iter("path") if path.attrib.get("class") == "plot-corrected"]
    assert wedges.attrib["d"].count("M") == len(corrected)
    assert words_in(drawing).count("corrected") == 1


def test_corrections_out_of_sight_are_not_marked() -> None:
    assert "plot-corrected" not in classes_in(line_of(rating(100), line_charts.RatingMarks(corrected=(400,))))


def test_one_wide_interval_does_not_stretch_the_scale_of_all() -> None:
    narrow = [(1500.0, 100.0), (1520.0, 110.0), (1540.0, 90.0)]
    scale = interval_bars.scale_of([*narrow, (1510.0, 600.0)])
    assert (scale.low, scale.high) == (1400, 1650)


@given(st.lists(st.tuples(st.floats(-3000, 3000), st.floats(0, 2000)), min_size=1, max_size=30))
def test_every_bar_lies_within_the_scale_of_its_table(intervals: list[tuple[float, float]]) -> None:
    scale = interval_bars.scale_of(intervals)
    for value, uncertainty in intervals:
        assert 0 <= scale.x(value - uncertainty) <= scale.x(value + uncertainty) <= interval_bars.BAR_WIDTH
        parsed(interval_bars.interval_bar(value, uncertainty, scale, title="<Rab>"))
    assert (
        len(list(parsed(interval_bars.interval_axis(scale)).iter("text")))
        == len(scale.rules)
        <= interval_bars.MOST_RULES + 1
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_form_is_drawn_one_stroke_a_match(results: list[float]) -> None:
    drawing = parsed(plots.form_line(results, title="Form"))
    strokes = [path.attrib["d"] for path in drawing.iter("path") if path.attrib["class"] != "form-base"]
    assert sum(path.count("M") for path in strokes) == len(results)


def test_the_rounds_of_a_player_are_bars_that_say_their_words() -> None:
    marks = [plots.RoundMark(at, "up", 10, f"Round {at + 1} <b>") for at in range(2)]
    strip = parsed(plots.round_strip([*marks, plots.RoundMark(2, "last", 4)], 3, title="½, ½, 0"))
    assert [title.text for title in strip.iter("title")] == ["Round 1 <b>", "Round 2 <b>"]
    assert len(list(strip.iter("path"))) == 3


def test_each_line_ends_at_its_place_beside_the_name() -> None:
    lines = [plots.BumpLine("Ailsa & Co", (2, 1)), plots.BumpLine("Bruce", (1, 2), is_own=True)]
    chart = parsed(plots.bump_chart(lines, (3, 4), title="Places", width=340))
    ends = {text.text: float(text.attrib["y"]) for text in chart.iter("text") if "  " in (text.text or "")}
    assert ends["1  Ailsa & Co"] < ends["2  Bruce"]
    assert [group.attrib["class"] for group in chart.iter("g")].count("own") == 1
    for name in ("Lookout 100", "Davina Glenshiel-Muir"):  # what has its room is not cut short
        lines = [plots.BumpLine(name, (1, 1)), plots.BumpLine("Bruce", (2, 2))]
        assert name in plots.bump_chart(lines, (1, 2), title="Places", width=440).partition("<circle")[2]


def race_line(name: str, *changes: tuple[int, int]) -> line_charts.RaceLine:
    return line_charts.RaceLine(name, tartan.sett_of(name), changes)


def test_a_race_has_a_line_in_a_colour_of_its_own_for_every_player() -> None:
    lines = [race_line(f"<Rab {number}>", (0, 0), (5, number)) for number in range(5)]
    drawing = parsed(line_charts.race(lines, steps=9, goal=40, title="<Points>"))
    colours = [path.attrib["stroke"] for path in drawing.iter("path") if path.attrib["class"] == "race-line"]
    assert len(set(colours)) == 5
    assert drawing.attrib["aria-label"] == "<Points>"


def test_names_below_a_race_begin_with_the_most_points() -> None:
    lines = [race_line(name, (0, 0), (1, points)) for name, points in (("<Rab>", 3), ("Una", 40), ("Ewan", 12))]
    shown = ["".join(item.itertext()).strip() for item in parsed(line_charts.line_names(lines, has_points=True))]
    assert shown == ["40 Una", "12 Ewan", "3 <Rab>"]
    assert "<b>" not in line_charts.line_names(lines, has_points=False)


def test_players_of_the_same_tartan_have_lines_of_different_colours() -> None:
    assert len(set(line_charts.inks_of([race_line("Rab", (0, 0))] * 5))) == 5


def test_deadlines_and_reminders_stand_on_a_line() -> None:
    days = (date(2026, 12, 5), date(2026, 12, 12), date(2026, 12, 26))
    deadlines = [
        schedules.Deadline(number, day, day - timedelta(days=3) if number > 1 else None)
        for number, day in enumerate(days, start=1)
    ]
    drawn = parsed(schedules.deadline_line(deadlines, ends=("5 Dec", "26 Dec"), title="Deadlines"))
    circles = [one.attrib for one in drawn.iter() if one.tag.endswith("circle")]
    line = [float(one["cx"].rstrip("%")) for one in circles if one["r"] == "6"]
    assert len(line) == 3
    assert line[2] - line[1] == pytest.approx(2 * (line[1] - line[0]), abs=0.2)
    assert len([one for one in circles if one["r"] == "3"]) == 2  # the first has no reminder
    assert [one.text for one in drawn.iter() if one.tag.endswith("text")] == ["1", "2", "3", "5 Dec", "26 Dec"]
    alone = parsed(schedules.deadline_line(deadlines[:1], ends=("5 Dec", "5 Dec"), title="Deadlines"))
    assert [one.text for one in alone.iter() if one.tag.endswith("text")] == ["1", "5 Dec"]
