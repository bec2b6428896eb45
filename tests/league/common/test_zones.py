"""A time zone that there is not: no form takes it, and where a row names one its pages go on in the site's own."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from league.accounts.models import Account
from league.clubs.models import Club
from league.common.timezones import known_zones, zone_choices
from league.tournaments.services.creation import make_tournament
from tests.factories import account_of, browser_of, glen_club, operator

pytestmark = pytest.mark.django_db

BROKEN = "Nowhere/At all"


@pytest.mark.parametrize("zone", [BROKEN, "", "Europe", "../../etc/passwd"])
def test_pages_of_a_club_whose_zone_is_broken_are_told_in_the_sites_own(zone: str) -> None:
    morag = account_of("Morag")
    event = make_tournament(
        club=glen_club(morag), name="Autumn", game="lords-of-scotland", format="round-robin", by=morag
    )
    Club.objects.update(time_zone=zone)
    browser = browser_of(morag)
    for page in ("", "settings/", "calendar.ics"):
        assert browser.get(f"/clubs/glen-orchy-games/{page}").status_code == 200
    for page in (f"{event.slug}/", f"{event.slug}/calendar.ics", "desk/", "desk/deadlines/", "desk/settings/"):
        assert browser.get(f"/tournaments/{event.public_id}/{page}").status_code == 200
    assert Club.objects.get().time_zone == "UTC"


def test_whose_own_zone_is_broken_reads_every_page_in_the_sites_own() -> None:
    morag = account_of("Morag")
    Account.objects.update(time_zone=BROKEN)
    for page in ("/", "/account/", "/clubs/"):
        assert browser_of(morag).get(page).status_code == 200
    assert list(Account.objects.values_list("time_zone", flat=True)) == ["UTC"]


@pytest.mark.parametrize(("language", "first"), [("en-gb", "Europe/London"), ("pt-br", "America/Sao_Paulo")])
def test_a_form_offers_every_zone_once_and_those_of_the_land_first(language: str, first: str) -> None:
    with override(language):
        (utc, _label), *groups = zone_choices()
    offered = [utc, *(zone for _name, inside in groups for zone, _place in inside)]
    assert offered[:2] == ["UTC", first]
    assert len(offered) == len(set(offered))
    assert {"America/New_York", "Asia/Kolkata", "Europe/Kyiv"} <= set(offered) <= known_zones()
    assert not {"US/Eastern", "US/East-Indiana", "Asia/Calcutta", "Australia/NSW"} & set(offered)


def test_places_have_their_name_in_the_language_of_the_page() -> None:
    labels: list[dict[str, str]] = []
    for language in ("en-gb", "pt-br"):
        with override(language):
            _utc, *groups = zone_choices()
        labels.append({zone: str(place) for _name, inside in groups for zone, place in inside})
    english, portuguese = labels
    assert english.keys() == portuguese.keys()
    assert english["Europe/London"] != portuguese["Europe/London"]


def test_an_account_keeps_a_zone_under_its_old_name() -> None:
    morag = account_of("Morag")
    Account.objects.filter(pk=morag.pk).update(time_zone="US/Eastern")
    said = {"name": "Morag", "time_zone": "US/Eastern", "language": "en-gb"}
    assert browser_of(morag).post("/account/", said).status_code == 302
    assert Account.objects.get(pk=morag.pk).time_zone == "US/Eastern"


def test_operators_can_set_no_zone_that_there_is_not() -> None:
    for row in (Account(email="una@example.org", password="-", time_zone=BROKEN), Club(name="Una", time_zone=BROKEN)):
        with pytest.raises(ValidationError, match="“Nowhere/At all”"):
            row.full_clean(exclude=["slug"])


def test_a_zone_that_there_is_stays() -> None:
    ishbel = operator()
    Account.objects.update(time_zone="Pacific/Auckland")
    ishbel.refresh_from_db()
    assert ishbel.time_zone == "Pacific/Auckland"
