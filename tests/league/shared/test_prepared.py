"""Questions whose SQL is written once find what they would find if it were written each time."""

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from inspect import signature
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Prefetch, Q, QuerySet, Value
from django.db.models.functions import TruncDay
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import get_language

from league.clubs.asking import PreparedFor
from league.clubs.models import Club, Membership
from league.clubs.selectors import clubs_seen_by
from league.conf import urls
from league.members.models import Player
from league.results.models import Report
from league.shared.prepared import MOMENT, NUMBER, NUMBERS, SUBJECT, SUBJECTS, TEXT, Kind, Prepared, prepared
from tests.cast import account_of, glen_club, operator

pytestmark = pytest.mark.django_db


@prepared(TEXT, NUMBERS)
def people(name: str, ids: list[int]) -> QuerySet[Player]:
    found = Player.objects.select_related("account").prefetch_related("memberships__club")
    return found.filter(name=name, pk__any_of=ids).order_by("pk")


def made(*names: str) -> list[Player]:
    return [Player.objects.create(name=name) for name in names]


def test_it_finds_what_each_value_asks_for() -> None:
    ailsa, bruce, namesake = made("Ailsa", "Bruce", "Ailsa")
    everybody = [ailsa.pk, bruce.pk, namesake.pk]

    assert people("Ailsa", everybody) == [ailsa, namesake]
    assert people("Bruce", everybody) == [bruce]
    assert people("Ailsa", [bruce.pk, namesake.pk]) == [namesake]
    assert people("Nobody's", everybody) == []


def test_an_empty_list_finds_nothing_and_asks_nothing() -> None:
    made("Ailsa")
    with CaptureQueriesContext(connection) as asked:
        assert people("Ailsa", []) == []
    assert len(asked) == 0


def test_what_hangs_on_the_rows_is_read_with_them() -> None:
    account = account_of("Ailsa")
    club = glen_club(account)
    with CaptureQueriesContext(connection) as asked:
        (found,) = people(account.player.name, [account.player.pk])
        assert found.account == account
        assert [each.club for each in found.memberships.all()] == [club]
    assert len(asked) == 3


def test_its_sql_is_written_once() -> None:
    built: list[int] = []

    @prepared(NUMBER)
    def player(pk: int) -> QuerySet[Player]:
        built.append(pk)
        return Player.objects.filter(pk=pk)

    (ailsa,) = made("Ailsa")
    assert [player(ailsa.pk), player(ailsa.pk), player(0)] == [[ailsa], [ailsa], []]
    assert len(built) == 2  # once more with other marks, to see that nothing else differs


@pytest.mark.django_db(transaction=True)
def test_several_threads_may_ask_at_once() -> None:
    ids = [player.pk for player in made(*"abcdefgh")]

    def asked(at: int) -> list[str]:
        try:
            return [player.name for player in people("abcdefgh"[at % 8], ids)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(asked, range(64))) == [[letter] for letter in "abcdefgh" * 8]


def test_any_of_finds_what_in_finds() -> None:
    ids = [player.pk for player in made("Ailsa", "Bruce", "Catriona")]
    for some in (ids[:2], ids[1:], [0], ids):
        assert set(Player.objects.filter(pk__any_of=some)) == set(Player.objects.filter(pk__in=some))
    assert not Report.objects.filter(subject__any_of=[uuid4(), UUID(int=1)]).exists()


def test_a_value_that_decides_how_the_question_is_built_is_refused() -> None:
    limited = Prepared(lambda most: Player.objects.all()[:most], NUMBER)
    shouted = Prepared(lambda name: Player.objects.filter(Q(name=name) | Q(name__icontains=name)), TEXT)
    for question in (limited, shouted):
        with pytest.raises(TypeError, match="More than its values decides"):
            question("3")


def test_a_value_that_is_nowhere_asked_for_is_refused() -> None:
    with pytest.raises(TypeError, match="not in its SQL"):
        Prepared(lambda _name: Player.objects.all(), TEXT)("Ailsa")


def test_what_is_read_beside_may_not_depend_on_a_value() -> None:
    theirs = Prepared(
        lambda pk: Player.objects.filter(pk=pk).prefetch_related(
            Prefetch("memberships", Membership.objects.filter(player=pk))
        ),
        NUMBER,
    )
    with pytest.raises(TypeError, match="would be asked for with marks"):
        theirs(1)


def test_what_is_written_in_a_language_or_a_zone_is_refused() -> None:
    spoken = Prepared(lambda name: Player.objects.filter(name=name).annotate(in_words=Value(get_language())), TEXT)
    daily = Prepared(lambda name: Player.objects.filter(name=name).annotate(day=TruncDay("created_at")), TEXT)
    for question in (spoken, daily):
        with pytest.raises(TypeError, match="More than its values decides"):
            question("Ailsa")


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only() -> None:
    locked = Prepared(lambda pk: Player.objects.select_for_update().filter(pk=pk), NUMBER)
    (ailsa,) = made("Ailsa")
    with transaction.atomic():
        assert locked(ailsa.pk) == [ailsa]
    with pytest.raises(transaction.TransactionManagementError):
        locked(ailsa.pk)


def test_as_many_values_are_asked_for_as_were_named() -> None:
    with pytest.raises(TypeError, match="takes 2 values, and was given 1"):
        people("Ailsa")


def test_an_hour_that_passes_is_refused() -> None:
    now, begun = timezone.now, timezone.now()
    passing = Prepared(lambda name: Player.objects.filter(name=name, created_at__gt=now()), TEXT)
    passed = Prepared(lambda name: Player.objects.filter(name=name, created_at__gt=begun), TEXT)
    for question, why in ((passing, "More than its values decides"), (passed, "would stay what it is now")):
        with pytest.raises(TypeError, match=why):
            question("Ailsa")


def test_a_moment_may_be_asked_for() -> None:
    since = Prepared(lambda moment: Player.objects.filter(created_at__gt=moment), MOMENT)
    (ailsa,) = made("Ailsa")
    assert since(ailsa.created_at - timedelta(seconds=1)) == [ailsa]
    assert since(ailsa.created_at) == []


seen: PreparedFor[Club] = PreparedFor(lambda asker, slug: clubs_seen_by(asker).filter(slug=slug), TEXT)


def test_everybody_finds_what_is_there_for_them() -> None:
    owner, stranger, runs_the_place = account_of("Morag"), account_of("Iain"), operator()
    club = glen_club(owner, is_public=False)
    by_link = AnonymousUser()
    setattr(by_link, "shown_clubs", frozenset({club.pk}))  # noqa: B010  (as the middleware notes it)

    for _ in range(2):
        assert [seen(asker, club.slug) for asker in (owner, runs_the_place, by_link)] == [[club]] * 3
        assert [seen(asker, club.slug) for asker in (stranger, AnonymousUser())] == [[]] * 2


HOUSES = ("league.", "games.")


def of_the_house() -> list[Prepared[object]]:
    """Every question that is prepared somewhere; the site's addresses bring all modules along."""
    assert urls.urlpatterns
    modules = [module for name, module in sys.modules.items() if name.startswith(HOUSES)]
    found = {id(each): each for module in modules for each in vars(module).values()}.values()
    of_askers = [each for each in found if isinstance(each, PreparedFor)]
    alone = [each for each in found if isinstance(each, Prepared)]
    of_visitors = [each for each in of_askers if "asker" in signature(each._build).parameters]  # not of an account
    return [*alone, *(each._member for each in of_askers), *(each._visitor for each in of_visitors)]


VALUES: dict[Kind, object] = {
    NUMBER: 7,
    TEXT: "nobody",
    MOMENT: timezone.now(),
    NUMBERS: [7, 8],
    SUBJECT: uuid4(),
    SUBJECTS: [uuid4(), uuid4(), uuid4()],
}


def test_every_question_of_the_house_can_be_prepared() -> None:
    questions = of_the_house()
    assert len(questions) > 40
    for question in questions:
        assert question(*(VALUES[kind] for kind in question._kinds)) == []
