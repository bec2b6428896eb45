"""The guides as pages: headings, tables and links of Markdown files."""

import re

import pytest
from django.test import Client

from league.common.guides import DOCS, TOPICS, Guide, rendered, rendered_file


def whole(guide: Guide) -> str:
    return guide.intro + "".join(part.html for part in guide.parts)


def test_headings_have_anchors_and_stand_in_the_contents() -> None:
    guide = rendered("# Whist\n\nFor four.\n\n## A `trick`\n\n### Trumps\n\nx\n\n## A trick\n")
    assert "<h1" not in whole(guide)
    assert [(part.chapter.anchor, part.chapter.title) for part in guide.parts] == [
        ("a-trick", "A trick"),
        ("a-trick-2", "A trick"),
    ]
    assert [(one.anchor, one.title) for one in guide.parts[0].below] == [("trumps", "Trumps")]
    assert '<h3 id="trumps">' in guide.parts[0].html


def test_rulings_are_reached_by_their_numbers() -> None:
    guide = rendered("## Tricks\n\n1. Lead.\n\n## Rulings\n\n1. Follow suit.\n2. Or not.\n\n### More\n\n3. Trump.\n")
    assert "ruling-" not in guide.parts[0].html
    assert [f'id="ruling-{number}"' in guide.parts[1].html for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_html_in_the_text_is_shown_and_not_obeyed() -> None:
    shown = whole(rendered("<script>alert(1)</script>\n\n<b onclick=x>b</b> [go](javascript:alert)"))
    assert "<script" not in shown
    assert "<b " not in shown
    assert "href" not in shown


def test_a_link_to_a_file_that_the_site_does_not_show_keeps_its_words_alone() -> None:
    shown = whole(rendered("See [the notation](../notation.md), [ruling 3](#ruling-3), [home](https://example.org)."))
    assert "See the notation, " in shown
    assert 'href="#ruling-3"' in shown
    assert 'href="https://example.org"' in shown


def test_no_guide_refers_readers_to_decision_records() -> None:
    pages = {topic: whole(rendered_file(DOCS / f"{topic}.md")) for topic in TOPICS}
    assert {topic: found for topic, page in pages.items() if (found := re.findall(r"decision \d+", page))} == {}
    text = "In each game, which costs 8 ms ([decision 102](decisions/0102-fork.md), with `commands`). A process"
    assert whole(rendered(text)) == "<p>In each game, which costs 8 ms. A process</p>\n"


def test_a_link_to_a_file_that_the_site_shows_leads_to_its_page() -> None:
    shown = whole(rendered("[Ratings](ratings.md), [±](../ratings.md#what-means), [a bot](bots/herald.py)."))
    assert '<a href="/ratings/">Ratings</a>' in shown
    assert "±" in shown
    assert "#what-means" not in shown
    assert '<a href="/bots/guide/herald.py">a bot</a>' in shown
    assert 'href="/ratings/#late"' in whole(rendered("[Late](../ratings.md#late)", folder="docs/bots"))


def test_rules_of_a_game_and_guides_link_to_each_other() -> None:
    shown = whole(rendered("[Rules](../engine/games/kings_kilt/rules.en.md#the-cards)"))
    assert 'href="/games/kings-kilt/rules/#the-cards"' in shown
    folder = "engine/games/kings_kilt"
    assert 'href="/ratings/"' in whole(rendered("[Ratings](../../../docs/ratings.md)", folder=folder))


def test_a_picture_beside_the_file_is_left_out_with_its_paragraph() -> None:
    assert whole(rendered("One.\n\n![A page](screenshots/page.png)\n\nTwo.")) == "<p>One.</p>\n<p>Two.</p>\n"


@pytest.mark.parametrize("address", ["/bots/guide/", "/bots/guide/elsewhere/", "/ratings/", "/help/organising/"])
def test_links_between_the_guides_lead_to_what_is_there(db: None, client: Client, address: str) -> None:
    article = client.get(address).content.decode().partition("<article")[2].partition("</article>")[0]
    links = re.findall(r'<a href="(/[^"#]*|)(?:#([^"]*))?"', article)
    guides = ("/bots/guide/", "/ratings/", "/help/")
    assert [link for link, _ in links if link.startswith(guides)]
    for link, anchor in links:
        if link and not link.startswith(guides):
            continue
        page = client.get(link or address)
        assert page.status_code == 200
        assert not anchor or f'id="{anchor}"' in page.content.decode(), f"{link}#{anchor}"


def test_help_leads_to_every_guide_it_lists(db: None, client: Client) -> None:
    page = client.get("/help/").content.decode()
    assert 'href="/help/"' in client.get("/health").content.decode()
    for topic in TOPICS.values():
        assert f'href="{topic.href}"' in page
        assert client.get(f"/help/{topic.name}/", follow=True).status_code == 200
    assert client.get("/help/operating/").status_code == 404


@pytest.mark.parametrize(("language", "marked"), [("en-gb", 0), ("pt-br", len(TOPICS) - 1)])  # ratings are translated
def test_help_marks_guides_in_another_language(db: None, client: Client, language: str, marked: int) -> None:
    page = client.get("/help/", headers={"accept-language": language}).content.decode()
    assert len(re.findall(r'<a href="[^"]*"><span>[^<]* \(', page)) == marked


def test_tables_have_column_heads_and_no_styles_of_their_own() -> None:
    shown = whole(rendered("| a | b |\n|---|--:|\n| 1 | 2 |\n"))
    assert shown.count('scope="col"') == 2
    assert '<td class="num">2</td>' in shown
    assert "style" not in shown


def test_a_text_without_headings_is_all_introduction() -> None:
    guide = rendered("Just play.")
    assert (guide.intro, guide.parts) == ("<p>Just play.</p>\n", ())


def test_a_table_is_called_what_the_heading_above_it_says() -> None:
    page = whole(rendered("# Whist\n\n## Cards & suits\n\n| suit | cards |\n|---|---:|\n| hearts | 13 |\n"))
    assert '<caption class="unseen">Cards &amp; suits</caption>' in page
