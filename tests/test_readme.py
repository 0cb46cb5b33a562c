"""The README shows what there is: its game is played, its names are looked up."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rl.cli import cli
from rl.config import Config, load_config
from rl.config.tables import dotted_keys
from tests.rl.tiny import tiny_config

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (\S.*)$", re.MULTILINE)
SPAN = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
PROSE = FENCED.sub("", TEXT)
SPANS = [" ".join(span.split()) for span in SPAN.findall(PROSE)]
KEYS = set(dotted_keys(Config))
PLACEHOLDER = "NAME"


def section(title: str) -> str:
    """Return the text under a heading."""
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def command_lines(program: str) -> list[list[str]]:
    """Return every command line of `program` that is shown, as words without its name."""
    blocks = "".join(body for language, body in FENCED.findall(TEXT) if language != "python")
    lines = [line.removeprefix("$ ") for line in blocks.splitlines()]
    shown = [*lines, *INDENTED.findall(PROSE), *SPANS]
    return [
        shlex.split(line, comments=True)[1:] for line in shown if line.startswith(f"{program} ")
    ]


def tree() -> Iterator[Path]:
    """Yield the files and folders of the captioned tree."""
    folders: list[str] = []
    for line in section("Where things are").split("```")[1].strip().splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        folders[depth:] = [name]
        yield ROOT.joinpath(*folders)


def test_the_first_game_goes_as_shown() -> None:
    source = "\n".join(body for language, body in FENCED.findall(TEXT) if language == "python")
    example = doctest.DocTestParser().get_doctest(source, {}, "README.md", "README.md", 0)
    assert len(example.examples) > 5
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("words", command_lines("crownhead"), ids=" ".join)
def test_every_command_shown_exists_with_its_options(words: list[str]) -> None:
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    if words[0].startswith("--"):
        command: click.Command = cli
    else:
        command = cli.commands[words[0]]
        if isinstance(command, click.Group):
            command = command.commands[words[1]]
    known = {text for parameter in command.params for text in parameter.opts} | {"--help"}
    if words[0] == "train":
        known |= {f"--{key}" for key in KEYS}
    assert set(options) <= known


def test_the_commands_people_ask_for_are_shown() -> None:
    shown = {words[0] for words in command_lines("crownhead")}
    assert shown >= {"train", "match", "search", "moves", "perft", "--version"}


def test_every_make_target_shown_exists() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    shown = {words[0] for words in command_lines("make")}
    assert {"train", "test"} <= shown <= set(phony[1].split())


def test_the_tree_shows_what_is_there() -> None:
    shown = list(tree())
    assert [path for path in shown if not path.exists()] == []
    doors = [*ROOT.glob("engine/*/__init__.py"), *ROOT.glob("rl/*/__init__.py")]
    packages = {door.parent for door in doors}
    assert packages <= set(shown)


def test_every_path_named_exists() -> None:
    tops = {path.name for path in ROOT.iterdir() if path.name[0] != "."} - {"runs"}
    words = {word for span in SPANS for word in span.split() if PLACEHOLDER not in word}
    named = {word for word in words if "/" in word and word.partition("/")[0] in tops}
    assert len(named) > 10
    written = {"configs/mine.toml"}  # by the command shown
    assert [name for name in named - written if not (ROOT / name).exists()] == []
    bare = {word for word in words if re.fullmatch(r"\w+\.(hpp|cpp|py)", word)}
    found = {path.name for top in ("engine", "rl") for path in (ROOT / top).rglob("*.*")}
    assert bare <= found


def test_every_key_named_is_known() -> None:
    sections = "|".join(key for key in KEYS if any(other.startswith(f"{key}.") for other in KEYS))
    named = set(re.findall(rf"\b((?:{sections})\.\w+)\b", TEXT))
    assert {key for key in named if not key.endswith(".py")} <= KEYS
    assert "selfplay.nodes" in named


def test_every_override_shown_is_accepted() -> None:
    given = [words[2:] for words in command_lines("crownhead") if words[0] == "train"]
    configs = [load_config(ROOT / "configs" / "english-quick.toml", words) for words in given]
    assert {config.name for config in configs} == {"english-quick", "italian", "mine"}


@pytest.mark.slow
def test_a_run_folder_and_its_curves_hold_what_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("tensorboard")
    from rl.loop import train

    folder = tmp_path / "run"
    monkeypatch.setenv("CROWNHEAD_TABLES", str(tmp_path))
    others = ["--selfplay.league_share", "0.5", "--selfplay.league", "untuned"]
    config = tiny_config(*others, "--selfplay.endgame_pieces", "2")
    train(config, folder, progress=False, say=lambda line: None)

    rows = re.findall(r"^\| (`.*?) \|", section("Change an experiment"), re.MULTILINE)
    listed = {name.rstrip("/") for row in rows for name in SPAN.findall(row)}
    found = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    assert {re.sub(r"^(events\.out\.tfevents\.).*", r"\1*", name) for name in found} == listed

    lines = (folder / "metrics.jsonl").read_text().splitlines()
    written = {json.loads(line)["tag"] for line in lines}
    written |= {tag.replace("score", "elo") for tag in written}  # infinite where all was won
    heads = {tag.partition("/")[0] for tag in written}
    tags = {tag for tag in SPAN.findall(section("Watch")) if tag.partition("/")[0] in heads}
    assert len(tags) > 15
    assert tags <= written
