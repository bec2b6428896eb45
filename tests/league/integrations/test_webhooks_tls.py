"""Webhooks over TLS: sent if the certificate is valid, and not sent otherwise."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings

from league.accounts.models import Account
from league.clubs.models import Club
from league.integrations.deliveries import deliver
from league.integrations.models import Delivery
from league.integrations.services import add_webhook, send_trial
from tests.league.integrations.listening import Receiver, listening

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates"),
]

HERE = "localhost"


def certificate_for(name: str, folder: Path) -> Path:
    """A certificate that vouches for itself, and its key, in one file."""
    made = folder / f"{name}.pem"
    key, own = folder / "key.pem", folder / "own.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"),
            *("-addext", f"subjectAltName=DNS:{name}", "-keyout", str(key), "-out", str(own)),
        ],
        check=True,
        capture_output=True,
    )
    made.write_bytes(key.read_bytes() + own.read_bytes())
    return made


@contextmanager
def told_over_tls(certificate: Path, club: Club, morag: Account, settings: Settings) -> Iterator[tuple[Receiver, str]]:
    """A program of the club behind this certificate, after a trial; with what became of it."""
    with listening(Receiver(name=HERE, certificate=certificate)) as receiver:
        settings.WEBHOOK_HOSTS = [receiver.listed]
        webhook = add_webhook(club=club, address=receiver.address, by=morag)
        send_trial(webhook=webhook, by=morag)
        deliver(webhook.pk)
        delivery = Delivery.objects.get(webhook=webhook)
        yield receiver, delivery.fault or delivery.status


def test_a_certificate_that_the_machine_trusts_is_taken(
    club: Club, morag: Account, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = certificate_for(HERE, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with told_over_tls(certificate, club, morag, settings) as (receiver, became):
        ((headers, _body),) = receiver.came
    assert became == Delivery.Status.DELIVERED
    assert headers["Host"] == receiver.listed
    assert headers["Moothill-Signature"].startswith("v1=")


@pytest.mark.parametrize("fault", ["nobody vouches for it", "it is of another name"])
def test_nothing_is_sent_to_whom_no_certificate_vouches_for(
    club: Club, morag: Account, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    certificate = certificate_for("elsewhere.example" if fault == "it is of another name" else HERE, tmp_path)
    if fault == "it is of another name":
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with told_over_tls(certificate, club, morag, settings) as (receiver, became):
        assert (became, receiver.came) == (Delivery.Fault.CERTIFICATE, [])
