"""Public pages say in a sentence what they are, and have a picture for messengers; private ones have none."""

from io import BytesIO

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PIL import Image

from league.common.drawing.preview import HEIGHT, WIDTH, Card, preview
from tests.factories import browser_of
from tests.permissions import clubs, games, results, tournaments
from tests.permissions.rows import Arguments
from tests.permissions.world import a_world

pytestmark = pytest.mark.slow

PAGES: dict[str, tuple[str, Arguments]] = {
    "clubs:club": ("clubs:preview", clubs.club),
    "tournaments:tournament": ("tournaments:preview", tournaments.event),
    "ratings:player": ("ratings:player-preview", results.player),
    "ratings:leaderboard": ("ratings:leaderboard-preview", results.leaderboard),
    "results:result": ("results:preview", results.result),
    "matches:match": ("matches:preview", games.match),
}
words = st.text(max_size=300)


def is_a_preview(png: bytes) -> bool:
    picture = Image.open(BytesIO(png))
    return (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT))


@pytest.mark.django_db
def test_public_pages_have_a_sentence_and_a_picture() -> None:
    world = a_world(is_public=True)
    for page, (picture, arguments) in PAGES.items():
        args = list(arguments(world))
        head = Client().get(reverse(page, args=args)).content.decode().partition("</head>")[0]
        address = reverse(picture, args=args)
        for name in ("description", "twitter:card"):
            assert f'<meta name="{name}" content="' in head, page
        for name in ("og:title", "og:description", "og:url"):
            assert f'<meta property="{name}" content="' in head, page
            assert f'<meta property="{name}" content="">' not in head, page
        assert f'<meta property="og:image" content="{settings.SITE_ADDRESS}{address}">' in head, page
        answer = Client().get(address)
        assert answer.headers["Content-Type"] == "image/png"
        assert is_a_preview(answer.content), page
    game = Client().get(reverse("matches:game", args=["kings-kilt"])).content.decode()
    assert '<meta property="og:description" content="King&#x27;s Kilt, for 2 to 4 players:' in game


@pytest.mark.django_db
def test_what_is_private_has_no_picture_even_for_its_members() -> None:
    world = a_world(is_public=False)
    browser = browser_of(world.eilidh)
    for page, (picture, arguments) in PAGES.items():
        args = list(arguments(world))
        answer = browser.get(reverse(page, args=args))
        assert answer.status_code == 200, page
        assert "og:image" not in answer.content.decode(), page
        assert browser.get(reverse(picture, args=args)).status_code == 404, page


@pytest.mark.django_db
def test_a_picture_is_kept_as_long_as_nothing_on_it_changes(redis_url: str) -> None:
    world = a_world(is_public=True)
    address = reverse("clubs:preview", args=[world.club.slug])
    first = Client().get(address)
    unchanged = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (unchanged.status_code, unchanged.headers["ETag"]) == (304, first.headers["ETag"])
    kept = "preview:" + first.headers["ETag"].strip('"')
    assert cache.get(kept) == first.content
    cache.set(kept, b"what was kept")
    assert Client().get(address).content == b"what was kept"
    world.club.summary = "Mondays in the back room."
    world.club.save()
    changed = Client().get(address)
    assert changed.headers["ETag"] != first.headers["ETag"]
    assert is_a_preview(changed.content)


@given(title=words, text=words, lines=st.lists(st.tuples(words, words), max_size=6))
@hypothesis_settings(max_examples=20)
def test_every_text_makes_a_picture(title: str, text: str, lines: list[tuple[str, str]]) -> None:
    assert is_a_preview(preview(Card(title, over=text, text=text, lines=tuple(lines))))


def test_points_keep_their_thirds_in_the_picture() -> None:
    pictures = {preview(Card("Spring", lines=(("1 Ailsa", points),))) for points in ("1", "1⅓", "1⅔")}
    assert len(pictures) == 3
    assert preview(Card("Spring", lines=(("1 Ailsa", "1⅔"),))) == preview(Card("Spring", lines=(("1 Ailsa", "1 2/3"),)))
