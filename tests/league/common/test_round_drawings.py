"""Rounds in a table of standings, and places by round: what the drawings show, and what they say."""

import re

from league.common.drawing.plots import BumpLine, RoundMark, bump_chart, round_strip


def test_a_strip_has_a_bar_for_each_round_and_its_points_as_text() -> None:
    marks = [RoundMark(0, "first", 16), RoundMark(1, "last", 4), RoundMark(3, "first", 16)]
    drawn = round_strip(marks, 4, title="1, 0, 1")
    assert 'aria-label="1, 0, 1"' in drawn
    assert len(re.findall("<path", drawn)) == 2  # bars of a kind are one path
    assert "M0 0h8v16h-8M27 0h8v16h-8" in drawn


def test_bars_with_words_tell_them_one_by_one() -> None:
    marks = [RoundMark(at, "up", 10, f"Round {at + 1} <b>") for at in range(2)]
    drawn = round_strip(marks, 2, title="½, ½")
    assert re.findall("<title>(.*?)</title>", drawn) == ["Round 1 &lt;b&gt;", "Round 2 &lt;b&gt;"]


def test_each_line_ends_at_its_place_beside_the_name() -> None:
    lines = [BumpLine("Ailsa & Co", (2, 1)), BumpLine("Bruce", (1, 2), own=True)]
    drawn = bump_chart(lines, (3, 4), title="Places", width=340)
    assert "1  Ailsa &amp; Co</text>" in drawn
    assert '<g class="own">' in drawn
    ends = {name: y for y, name in re.findall(r'y="([\d.]+)">\d+  (Ailsa|Bruce)', drawn)}
    assert float(ends["Ailsa"]) < float(ends["Bruce"])
