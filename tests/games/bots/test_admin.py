"""Site admins see in the Django admin that somebody's bots exist, never their sources and logs."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.bots.models import BotTestMatch, Version
from tests.engine.sandbox.programs import deciding
from tests.factories import browser_of, operator
from tests.games.bots.factories import another, author, bot_by, checked_bare, finished_test, match_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

SECRET = "my plan with the King"
OWN = ('"bots_version"."source"', '"bots_version"."log"', '"bots_bottestmatch"."log"', '"bots_bottestmatch"."record"')


@pytest.fixture
def ishbel() -> Client:
    return browser_of(operator())


@pytest.fixture
def grouse() -> Version:
    """Morag's bot, whose file and whose logs of its check, its matches and its tests hold what she thinks."""
    version = checked_bare(bot_by(author(), source=deciding(f"print('{SECRET}')\nreturn legal[0]")))
    assert SECRET in version.log
    match_of(version, log=SECRET)
    assert SECRET in finished_test(version).bot_test_matches.all()[0].log
    return version


def pages() -> Iterator[str]:
    """Every list of the administration, and the page of every row."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for key in model._default_manager.values_list("pk", flat=True):
            yield reverse(f"{name}_change", args=[key])


def test_no_page_of_the_administration_shows_or_reads_a_source_or_a_log(ishbel: Client, grouse: Version) -> None:
    for page in pages():
        with CaptureQueriesContext(connection) as asked:
            assert SECRET not in ishbel.get(page, follow=True).content.decode(), page
        if page.startswith(("/admin/bots/version/", "/admin/bots/bottestmatch/")):
            assert read_in(asked) == set(), page


def test_nor_does_the_operators_page_read_them(ishbel: Client, grouse: Version) -> None:
    another(grouse, deciding("return legal[-1]"))
    Version.objects.filter(pk=grouse.pk).update(verdict="undecided", active=False, attempt_log="The disk is full.")
    BotTestMatch.objects.update(status="dead", attempt_log="The disk is full.")
    with CaptureQueriesContext(connection) as asked:
        page = ishbel.get("/operator").content.decode()
    assert "The disk is full." in page
    assert SECRET not in page
    assert read_in(asked) == set()


def read_in(asked: CaptureQueriesContext) -> set[str]:
    """What of somebody's own the database was asked for."""
    return {column for column in OWN for query in asked if column in query["sql"]}
