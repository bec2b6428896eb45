"""Every kind of work reports its waiting, claimed and failed jobs, and retries failed ones once."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.bots.comparisons.services import claim_comparison
from games.bots.jobs import TERMS as CHECKING
from games.bots.models import BotTestMatch, Comparison, Version
from games.bots.test_matches.services import BotTestOrder, claim_bot_test_match, order_bot_test
from games.bots.version_checks import claim_version
from games.matches.models import Match
from games.records.models import SubmittedRecord
from games.records.verification import claim_record
from games.reviews.job_queue import TERMS as REVIEWING
from games.reviews.models import Review
from games.reviews.worker import claim_review
from league.accounts.models import Message
from league.operations.job_types import JobType, job_types
from tests.games.bots.factories import GAME, author, bot_by, ordered_comparison, passed
from tests.games.factories import blocks, claim
from tests.games.records.factories import TERMS, glen, sent, text
from tests.games.reviews.factories import finished_match, requested

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

FREED = {"token": None, "lease_until": None, "attempt": 5}


def a_match() -> Callable[[], object]:
    blocks()
    Match.objects.exclude(pk=Match.objects.earliest("pk").pk).delete()
    return lambda: claim(list(Match.objects.values_list("pk", flat=True)))


def a_record() -> Callable[[], object]:
    club, morag, hamish = glen()
    record = sent(hamish.player, club, text(), [morag.player, hamish.player])
    return lambda: claim_record(record_id=record.pk, terms=TERMS)


def a_check() -> Callable[[], object]:
    version = bot_by(author())
    return lambda: claim_version(version_id=version.pk, terms=CHECKING)


def a_test_match() -> Callable[[], object]:
    morag = author()
    version = passed(bot_by(morag))
    order = BotTestOrder(game=GAME, opponents=("courtier",), seed="7")
    first = order_bot_test(account=morag, bot=version.bot.public_id, order=order).bot_test_matches.earliest("rotation")
    BotTestMatch.objects.exclude(pk=first.pk).delete()
    return lambda: claim_bot_test_match(bot_test_match_id=first.pk)


def a_comparison() -> Callable[[], object]:
    comparison = ordered_comparison(passed(bot_by(author())))
    return lambda: claim_comparison(comparison_id=comparison.pk)


def a_mail() -> Callable[[], object]:
    Message.objects.all().delete()
    Message.objects.create(recipient="morag@example.org", subject="Your next game", body="Table 3")
    return lambda: None


def a_review() -> Callable[[], object]:
    review = requested(finished_match(), author())
    return lambda: claim_review(review_id=review.pk, terms=REVIEWING)


def bury(slug: str) -> None:
    """Give everything of a kind up."""
    if slug == "matches":
        Match.objects.update(status="dead", attempt_log="The disk is full.", **FREED)
    elif slug == "records":
        SubmittedRecord.objects.update(status="dead", attempt_log="The disk is full.", **FREED)
    elif slug == "checks":
        Version.objects.update(verdict="undecided", attempt_log="The disk is full.", **FREED)
    elif slug == "test-matches":
        BotTestMatch.objects.update(status="dead", attempt_log="The disk is full.", **FREED)
    elif slug == "comparisons":
        Comparison.objects.update(status="dead", attempt_log="The disk is full.", **FREED)
    elif slug == "reviews":
        Review.objects.update(status="dead", attempt_log="The disk is full.", **FREED)
    else:
        Message.objects.update(given_up_at=timezone.now(), fault="The disk is full.", attempts=5)


MAKERS = {
    "matches": a_match,
    "records": a_record,
    "checks": a_check,
    "test-matches": a_test_match,
    "comparisons": a_comparison,
    "reviews": a_review,
    "mails": a_mail,
}


def kind(slug: str) -> JobType:
    return next(work for work in job_types() if work.slug == slug)


def waiting(work: JobType) -> int:
    return sum(one.count for one in work.waiting())


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.example.org"


def test_no_kind_is_left_out() -> None:
    assert {work.slug for work in job_types()} == {*MAKERS, "deliveries"}


@pytest.mark.parametrize("slug", MAKERS)
def test_what_waits_is_told_until_somebody_holds_it(slug: str) -> None:
    take, work = MAKERS[slug](), kind(slug)
    (told,) = [one for one in work.waiting() if one.count]
    assert told.count == 1
    assert told.since is not None
    if take():
        assert waiting(work) == 0
        held = work.leases(5)
        assert held.total == 1
        assert (held.rows[0].attempt, held.rows[0].until > timezone.now()) == (1, True)


@pytest.mark.parametrize("slug", MAKERS)
def test_what_was_given_up_is_tried_again_once(slug: str) -> None:
    MAKERS[slug]()
    work = kind(slug)
    bury(slug)
    (told,) = work.failed(5).rows
    assert told.log == "The disk is full."
    assert waiting(work) == 0
    assert work.retry(["nobody", "9" * 30, "9" * 5_000]) == 0
    assert work.retry([told.name]) == 1
    assert work.retry([told.name]) == work.retry(None) == 0
    assert work.failed(5).total == 0
    assert waiting(work) == 1


@pytest.mark.parametrize("slug", MAKERS)
def test_all_that_was_given_up_is_tried_again_at_once(slug: str) -> None:
    MAKERS[slug]()
    bury(slug)
    assert kind(slug).retry(None) == 1
