"""Sentences about failed programs are translated."""

from django.utils.translation import override

from engine.sandbox.faults import REASONS
from engine.sandbox.limits import Allowance, exceeded
from league.common.engine_text import retold, retold_by


def test_why_a_program_failed_is_told_in_portuguese() -> None:
    details = [Allowance(1.0, what).exceeded(2.5) for what in ("Move 5", "Loading the file")]
    details.append(exceeded("It took", "of elapsed time in the match", 3.2, 3.0))
    details.append(exceeded("It thought for", "in the match", 61.0, 60.0))
    with override("pt-br"):
        for sentence in (*REASONS.values(), *details, "This was in match 2 of King's Kilt, at its move 7."):
            assert retold(sentence) != sentence
        assert retold("It crashed. See the log.") == "Ele parou com um erro. Veja o log."
        assert "1.234" in retold_by("All 1.234 rounds have been played.", ("All {rounds} rounds have been played.",))
        assert retold_by("", ()) == ""
