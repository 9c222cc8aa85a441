"""PARI's factorisations."""

from __future__ import annotations

import pytest
from script_cases import GOAL_CASES

from casbridge.algebra.formats import read_system
from casbridge.backends.pari import PARI, PariBackend
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import render

BACKEND = PariBackend()
MINUTE = Limits(seconds=60)


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("field: 7\nvariables: x y\nfactor: x^2 - y^2", "factor"),
        ("variables: a x\nfactor: x^2 - 2\na^2 - 2", "factor"),
        ("field: 7\nvariables: a x\nfactor: x^2 - 3\na^2 - 3", "nffactor"),
        ("variables: a b x\nfactor: x^2 - 2\na^2 - 2\nb^2 - 3", "nffactor"),
        ("variables: a x y\nfactor: x^2 - 2*y^2\na^2 - 2", "nffactor"),
        ("variables: a x\nfactor: x^2 - 2\n2*a^2 - 1", "nffactor"),
    ],
)
def test_what_it_cannot_do_is_refused(text: str, method: str) -> None:
    assert PARI.method(method).objection_to(read_system(text)) is not None


@pytest.mark.pari
class TestPari:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("text", "method"),
        [
            ("factor: (x^4 - 4*y^4)/3", "factor"),
            ("factor: 6*(x^2 - 1/4)^3*(y - 2)*x*y", "factor"),
            ("factor: -x^3 + x", "factor"),
            ("factor: 2*x*y + 4*x - y - 2", "factor"),
            ("field: 2\nvariables: x\nfactor: x^8 + x", "factor"),
            ("field: 5\nvariables: y x\nfactor: 3*(x^6 - 1)^2*(x^2 - 2)", "factor"),
            ("field: 2147483647\nvariables: x\nfactor: 5*(x^5 - 1)*(x - 3)^2", "factor"),
            ("variables: x\nfactor: 12/5", "factor"),
            ("variables: x\nfactor: 2*(x^4 - 4)", "nffactor"),
            ("variables: a x\nfactor: (x^4 - 4)*(2*a*x + 1)^2/5\na^2 - 2", "nffactor"),
            ("variables: a x\nfactor: a*(x^3 - 2)*(x - a)^2\na^3/2 - 1", "nffactor"),
            ("variables: x a\nfactor: (a + 1)*(x^2 + 1)*x\na^2 + 1", "nffactor"),
            ("variables: a x\nfactor: a + 3/7\na^2 - 2", "nffactor"),
            ("variables: list _\nfactor: _^2 - 2*list*_\nlist^2 - 2", "nffactor"),
        ],
    )
    def test_its_factors_are_right(self, text: str, method: str) -> None:
        verdict = crosscheck(read_system(text), [f"pari:{method}", "reference:factor"], seconds=60)
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
        assert [one.result.status for one in verdict.checked] == [Status.COMPLETE] * 2, verdict.reason

    def test_an_error_ends_it_and_is_quoted(self) -> None:
        text = render(GOAL_CASES["binomial"], PARI, answer_file="answer.txt").text
        broken = text.replace("factor(polynomial)", 'error("stopped")')
        assert broken != text
        ran = BACKEND.run_script(lambda: broken, MINUTE)
        assert ran.status is Status.CRASHED
        assert "stopped" in ran.reason

    @pytest.mark.slow
    def test_limits_hold(self) -> None:
        hard = read_system("factor: x^3001 - x - 1")
        assert BACKEND.run(Job(hard, "factor", Limits(seconds=0.5))).status is Status.TIMEOUT
