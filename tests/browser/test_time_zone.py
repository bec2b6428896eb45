"""The time zone of the browser is chosen on the sign-up page, also by a browser that uses an old name."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hosts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
def test_sign_up_begins_with_the_time_zone_of_the_browser(hosts: Hosts, zone: str) -> None:
    page = hosts.visitor(timezone_id=zone)
    page.goto("/sign-up/")
    expect(page.locator("select[name=time_zone]")).to_have_value(zone)
