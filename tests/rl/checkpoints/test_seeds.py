from __future__ import annotations

from rl.checkpoints import derive_seed


def test_a_seed_depends_on_the_run_and_on_every_name() -> None:
    seeds = [
        derive_seed(1, "self-play", 0),
        derive_seed(2, "self-play", 0),
        derive_seed(1, "gate", 0),
        derive_seed(1, "self-play", 1),
    ]
    assert len(set(seeds)) == 4
    assert derive_seed(1, "self-play", 0) == seeds[0]


def test_a_seed_fits_a_signed_64_bit_number() -> None:
    assert all(0 <= derive_seed(seed, "x") < 2**63 for seed in range(200))
