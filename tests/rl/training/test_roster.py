"""Who is at work and who waits: the weakest term goes, the longest in reserve comes."""

from __future__ import annotations

import pytest

from rl.training.roster import DEMOTED, JOLTED, PolynomialConfig, Roster

CONFIG = PolynomialConfig(active=("gap", "hole", "pole"), reserve=("fork", "node"), jolt_after=2)


def fitted(roster: Roster, **contributions: float) -> Roster:
    return roster.note(contributions)


def test_the_weakest_term_makes_room_for_the_one_that_waited_longest() -> None:
    roster = fitted(Roster.first(CONFIG), gap=5.0, hole=0.5, pole=2.0)
    after = roster.next(CONFIG, 1, accepted=True)
    assert after.active == ("gap", "fork", "pole")
    assert after.reserve == ("node", "hole")
    assert after.history == (
        {"generation": 1, "event": DEMOTED, "term": "hole", "contribution": 0.5,
         "successor": "fork"},
    )  # fmt: skip


def test_contributions_are_averaged_over_the_fits_since_a_term_came_in() -> None:
    roster = fitted(Roster.first(CONFIG), gap=9.0, hole=1.0, pole=2.0)
    roster = fitted(roster, gap=1.0, hole=8.0, pole=3.0)
    assert [roster.mean(term) for term in CONFIG.active] == [5.0, 4.5, 2.5]
    after = roster.next(CONFIG, 2, accepted=True)
    assert after.active == ("gap", "hole", "fork")
    assert after.mean("fork") == 0.0
    assert after.mean("gap") == 5.0


def test_a_term_that_comes_in_again_begins_anew() -> None:
    roster = fitted(Roster.first(CONFIG), gap=5.0, hole=0.5, pole=2.0)
    for generation in range(1, 4):
        roster = roster.next(CONFIG, generation, accepted=True)
        roster = fitted(roster, **{term: 0.1 if term != "gap" else 5.0 for term in roster.active})
    assert len(roster.history) == 3
    returned = [event for event in roster.history if event["successor"] == "hole"]
    assert returned
    assert roster.contributions["hole"] == (0.1,)


def test_a_newcomer_is_not_judged_before_its_first_fit() -> None:
    many = PolynomialConfig(active=CONFIG.active, reserve=CONFIG.reserve, demotions=2)
    roster = fitted(Roster.first(many), gap=5.0, hole=0.5, pole=2.0)
    after = roster.next(many, 1, accepted=True)
    assert after.active == ("gap", "fork", "node")
    assert after.reserve == ("hole", "pole")


def test_losses_in_a_row_bring_a_jolt_and_are_then_counted_anew() -> None:
    roster = fitted(Roster.first(CONFIG), gap=5.0, hole=0.5, pole=2.0)
    roster = roster.next(CONFIG, 1, accepted=False)
    assert (roster.losses, roster.jolted) == (1, "")
    roster = fitted(roster, gap=5.0, fork=3.0, pole=2.0).next(CONFIG, 2, accepted=False)
    assert (roster.losses, roster.jolted) == (0, "gap")
    assert "gap" in roster.active
    assert "gap" not in roster.fitted()
    assert roster.history[-1]["event"] == JOLTED
    after = fitted(roster, fork=3.0, node=1.0).next(CONFIG, 3, accepted=False)
    assert (after.losses, after.jolted) == (1, "")
    assert after.mean("gap") == 5.0  # the challenger without it says nothing about it


def test_a_victory_ends_the_row_of_losses() -> None:
    roster = fitted(Roster.first(CONFIG), gap=5.0, hole=0.5, pole=2.0)
    roster = roster.next(CONFIG, 1, accepted=False).next(CONFIG, 2, accepted=True)
    assert roster.losses == 0
    assert roster.next(CONFIG, 3, accepted=False).jolted == ""


def test_without_reserve_or_jolt_nothing_changes() -> None:
    config = PolynomialConfig(active=("gap", "hole"), reserve=(), demotions=1, jolt_after=0)
    roster = fitted(Roster.first(config), gap=5.0, hole=0.5)
    for generation in range(1, 6):
        roster = roster.next(config, generation, accepted=False)
    assert (roster.active, roster.history, roster.losses) == (("gap", "hole"), (), 5)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"active": ()}, "active: expected at least one term, got none"),
        ({"active": ("king",)}, "active: expected terms among .*, got 'king'"),
        ({"active": ("man_square",)}, "active: expected terms among .*, got 'man_square'"),
        ({"active": ("gap", "gap")}, "active: expected each term once, got 'gap' again"),
        ({"active": ("gap",), "reserve": ("gap",)}, "reserve: expected each term once, got 'gap'"),
        ({"reserve": ("gaps",)}, "reserve: expected terms among .*, got 'gaps'"),
        ({"demotions": 17}, "demotions: expected 0 to 16, got 17"),
        ({"jolt_after": -1}, "jolt_after: expected 0 to 100, got -1"),
        ({"search_share": 1.5}, "search_share: expected 0 to 1, got 1.5"),
        ({"deviation_cp": 0.0}, "deviation_cp: expected more than 0, at most 1000, got 0"),
    ],
)
def test_what_is_out_of_range_is_refused(values: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        PolynomialConfig(**values)  # type: ignore[arg-type]


def test_by_default_every_term_but_trade_is_at_work_or_waits() -> None:
    config = PolynomialConfig()
    assert len(config.active) == 16
    from engine.evaluators.terms import POLYNOMIAL

    assert sorted((*config.active, *config.reserve, "trade")) == sorted(POLYNOMIAL)
