"""The stored part of a program's log."""

import pytest

from engine.sandbox.process import Log

MOST = 1000


@pytest.mark.parametrize("written", [b"x", b"\xff", b"\0", "ä".encode(), "𝄞".encode(), b"\xe2\x80\xae"])
@pytest.mark.parametrize("times", [1, 100, 400, 5000])
def test_it_is_no_longer_than_its_limit_in_bytes(written: bytes, times: int) -> None:
    log = Log(MOST)
    for _ in range(times):
        log.add(written)
    kept = "".join(line for line in log.text.splitlines() if "bytes left out" not in line)
    assert len(kept.encode()) <= MOST
    assert log.text.isprintable() or "bytes left out" in log.text


def test_a_short_one_is_kept_whole() -> None:
    log = Log(MOST)
    log.add(b"Pl\xc3")
    log.add(b"\xa4ne\n")
    assert log.text == "Pläne\n"
