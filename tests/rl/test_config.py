"""Configurations: what is read, what is refused, and how the refusal is worded."""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.evaluators.files import shipped_folders
from rl.config import Config, find_config, format_config, hyper_parameters, load_config
from rl.config.tables import parse_overrides
from rl.selfplay.config import SelfPlayConfig

SHIPPED = sorted(path for folder in shipped_folders("configs") for path in folder.glob("*.toml"))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.toml"
    path.write_text('name = "base"\n[selfplay]\ngames = [100, 200]\n')
    return path


def test_what_a_file_leaves_out_comes_from_the_dataclasses(base: Path) -> None:
    config = load_config(base)
    assert config.selfplay.games == (100, 200)
    assert config.training == Config(name="x").training


def test_a_table_changes_only_the_keys_it_names(base: Path) -> None:
    base.write_text('name = "base"\n[baselines]\npairs = 7\n')
    default = Config(name="x").baselines
    assert load_config(base).baselines.pairs == 7
    assert load_config(base).baselines.nodes == default.nodes


def test_the_command_line_overrides_the_file(base: Path) -> None:
    config = load_config(
        base, ["--selfplay.nodes", "2000", "--seed=7", "--name", "other", "--warm_start", "true"]
    )
    assert config.selfplay.nodes == (2000,)
    assert (config.seed, config.name, config.warm_start) == (7, "other", True)


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("0.5", 0.5), ("true", True), ("[1, 2]", [1, 2]), ("three-move", "three-move"),
     ('"7"', "7"), ("1\nb = 2", "1\nb = 2")],
)  # fmt: skip
def test_an_override_is_a_toml_value_and_a_bare_word_is_text(text: str, value: Any) -> None:
    assert parse_overrides(["--key", text]) == {"key": value}


def test_a_configuration_from_an_editor_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "mine"\r\nseed = 3\r\n')
    assert load_config(path).seed == 3


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_configuration_is_valid_and_named_after_its_file(path: Path) -> None:
    assert load_config(path).name == path.stem
    assert find_config(path.stem) == path


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_configuration_written_and_read_again_is_the_same(path: Path, tmp_path: Path) -> None:
    config = load_config(path, ["--training.final_learning_rate", "1e-05", "--name", 'a"b'])
    copy = tmp_path / "copy.toml"
    copy.write_text(format_config(config), encoding="utf-8")
    assert load_config(copy) == config


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["--selfplay.nodez", "5"],
         r"command line: selfplay\.nodez: unknown key; the nearest known is selfplay\.nodes"),
        (["--node", "5"], r"command line: node: unknown key; the nearest known is \S*nodes"),
        (["--selfplay.nodes", "many"],
         r"command line: selfplay\.nodes: expected a list, each a whole number, got 'many'"),
        (["--selfplay.nodes", "[10, 0]"],
         r"command line: selfplay\.nodes: expected values of 1 to \d+, got \[10, 0\]"),
        (["--selfplay.random_plies", "[6]"],
         r"command line: selfplay\.random_plies: expected a list of 2 values, .* got \[6\]"),
        (["--selfplay", "5"], r"command line: selfplay: expected a table of keys, got 5"),
        (["--seed.x", "5", "--seed.y", "6"], "command line: seed: expected a whole number, got "),
        (["--trainin.width", "5"],
         "command line: trainin: unknown key; the nearest known is training"),
        (["--name.x", "5"], r"command line: name\.x: name is a value, not a table of keys"),
        (["--training.search_share", "1.5"],
         r"command line: training\.search_share: expected values of 0 to 1, got \[1\.5\]"),
        (["--training.learning_rate", "nan"],
         r"command line: training\.learning_rate: expected a number, got nan"),
        (["--seed", "1.5"], r"command line: seed: expected a whole number, got 1\.5"),
        (["--seed", "-1"], r"command line: seed: expected 0 to 2\*\*63 - 1, got -1"),
        (["--ruleset", "chess"], r"command line: ruleset: unknown ruleset 'chess': expected one"),
        (["--name", "a/b"], r"command line: name: expected a plain folder name, got 'a/b'"),
        (["--name", "a\x7fb"], r"command line: name: expected a plain folder name, got 'a\\x7fb'"),
        (["--name", "a\nb"], r"command line: name: expected a plain folder name"),
        (["--name", "a\udcff"], r"command line: name: expected a plain folder name"),
        (["--training.learning_rate", f"1{400 * '0'}"],
         r"command line: training\.learning_rate: expected a number"),
        (["--seed", 5000 * "9"], r"command line: seed: expected a whole number"),
        (["--seed", 3000 * "["], r"command line: seed: expected a whole number"),
        (["--selfplay.nodes", "10000000000"],
         r"command line: selfplay\.nodes: expected values of 1 to \d+"),
        (["--selfplay.games", "3000000000"],
         r"command line: selfplay\.games: expected values of 1 to \d+"),
        (["--selfplay.opening_score", "10000000000"],
         r"command line: selfplay\.opening_score: expected 0 to 30000"),
        (["--final_time.nodes", "5"],
         r"command line: final_time\.nodes: expected one of nodes, depth, time_s and clock_s"),
        (["--seed"], r"command line: seed: expected a value after it"),
        (["seed", "5"], r"command line: expected an override --KEY VALUE, got 'seed'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_source_key_value_and_expectation(
    base: Path, overrides: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^(.*/)?{message}") as caught:
        load_config(base, overrides)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "expected TOML: Invalid value"),
        (f"seed = {5000 * '9'}", "expected TOML: "),
        (f"seed = {3000 * '['}", "expected TOML: "),
        ("seed = 1", "name: expected a value, got none"),
        ('name = "a"\n[selfplay]\nchunk = 0', r"selfplay\.chunk: expected 1 to \d+, got 0"),
        ('name = "a"\ngatte = 1', "gatte: unknown key; the nearest known is gate"),
    ],
)
def test_a_mistake_in_a_file_names_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"wrong\.toml: {message}"):
        load_config(path)


def test_a_folder_of_that_name_hides_no_shipped_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `runs` has one for each run."""
    (tmp_path / "smoke").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_config("smoke").name == "smoke.toml"


def test_an_unknown_name_lists_the_shipped_configurations() -> None:
    with pytest.raises(ValueError, match=r"unknown configuration 'quick': .*english-quick"):
        find_config("quick")


def test_a_ruleset_may_be_named_by_an_alias(base: Path) -> None:
    assert load_config(base, ["--ruleset", "checkers"]) == load_config(base)


def test_every_key_is_documented_where_it_is_defined() -> None:
    """A field is documented by the string literal on the line after it."""

    def check(config: Any) -> int:
        tree = ast.parse(inspect.getsource(type(config))).body[0]
        assert isinstance(tree, ast.ClassDef)
        documented = {
            node.target.id
            for node, after in zip(tree.body, tree.body[1:], strict=False)
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(after, ast.Expr)
        }
        names = [item.name for item in fields(config)]
        assert set(names) <= documented, f"{type(config).__name__}: {set(names) - documented}"
        parts = [getattr(config, name) for name in names]
        return len(names) + sum(check(part) for part in parts if is_dataclass(part))

    assert check(Config(name="x")) > 50


def test_hyper_parameters_are_flat_and_plain() -> None:
    flat = hyper_parameters(Config(name="x"))
    assert flat["training.width"] == Config(name="x").training.width
    assert all(isinstance(value, bool | int | float | str) for value in flat.values())


def test_schedules_hold_their_last_value() -> None:
    config = SelfPlayConfig(games=(10, 20), nodes=(100,))
    assert [config.games_at(generation) for generation in range(4)] == [10, 20, 20, 20]
    assert [config.nodes_at(generation) for generation in range(4)] == [100] * 4
