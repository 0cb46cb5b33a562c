"""What every stage of the loop needs: configuration, run folder, names, files and players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import numpy as np
from tqdm import tqdm

from engine import Endgames, Evaluator, Network, load_evaluator
from engine.evaluators import Handcrafted, NetworkWeights
from engine.evaluators.network import digest, load_network
from engine.evaluators.tuned import SUFFIX as WEIGHTS_SUFFIX
from rl.checkpoints import MATERIAL, Run
from rl.checkpoints.history import History
from rl.config import Config
from rl.loop import table
from rl.loop.damage import load_sound
from rl.loop.forecast import seconds_since, time_left
from rl.loop.start import NETWORK as START
from rl.selfplay.endings import FOLDER, find_tables, make_tables, total_size
from rl.selfplay.job import SelfPlayJob, jobs_of_generation
from rl.selfplay.league import identify, load_league, without
from rl.training.config import TrainingConfig
from rl.training.polynomial import file_digest, load_polynomial_weights

Say = Callable[[str], object]
tqdm.monitor_interval = 0  # no thread of its own: bars are updated often enough


def digest_of(path: Path) -> str:
    """Return the digest of a network, or of a file of weights; ValueError for a damaged network."""
    return file_digest(path) if path.suffix == WEIGHTS_SUFFIX else digest(load_network(path))


@dataclass
class Session:
    """One process working on a run."""

    config: Config
    run: Run
    progress: bool
    """Show progress bars where the output is a terminal."""
    tell: Say
    verbose: bool = False
    """Say a line for each finished stage, too."""
    history: History = field(init=False)
    """The rows of the table."""
    _endgames: Endgames | None = None

    def __post_init__(self) -> None:
        self.history = History(self.run.folder, self.run.state)

    @property
    def label(self) -> str:
        """Return the short name of the generation in hand, and of the network it trains."""
        return self.label_of(self.run.state.generation)

    def label_of(self, generation: int) -> str:
        """Return the short name of a generation."""
        final = generation == self.config.generations
        return f"{'final' if final else 'g'}{generation:02d}"

    @property
    def is_final(self) -> bool:
        """Whether the last network is in hand: a generation that plays no games of its own."""
        return self.run.state.generation == self.config.generations

    @property
    def training(self) -> TrainingConfig:
        """Return how the network in hand is fitted."""
        return self.config.final_training if self.is_final else self.config.training

    @property
    def champion_label(self) -> str:
        """Return the short name of the champion: that of its generation, or `material`."""
        return Path(self.run.state.champion).stem

    def say(self, text: str) -> None:
        """Print one line about the stage in hand."""
        self.tell(f"{self.label} {text}")

    def detail(self, text: str) -> None:
        """Print one line about the stage in hand where the table is not enough."""
        if self.verbose:
            self.say(text)

    def begin_table(self) -> None:
        """Print the head of the table and the generations that are over."""
        if self.history.damage:
            self.tell(self.history.damage)
        if self.run.state.stage == "done":
            return
        self.tell(table.header())
        rows = self.history.complete()
        for row in rows:
            self.tell(table.format_row(row, self.time_left() if row is rows[-1] else None))

    def bar(self, title: str, total: int | None, done: int, unit: str) -> tqdm[NoReturn]:
        """Return a progress bar; silent where none is wanted or the output is no terminal.

        Behind it stands what the whole run still takes, as expected when the stage began.
        """
        bar: tqdm[NoReturn] = tqdm(
            desc=f"{self.label} {title}",
            total=total,
            initial=done,
            unit=unit,
            disable=None if self.progress else True,
            leave=False,
        )
        left = self.time_left()
        if left is not None:
            bar.set_postfix_str(f"run ~{table.format_time(left)} left")
        return bar

    def time_left(self) -> float | None:
        """Return the seconds the run is expected to take from now on, None if there is no telling.

        "Now" is the last save: what the run has spent since its last row is taken off.
        """
        rows = self.history.complete()
        left = time_left(self.config, rows)
        if left is None:
            return None
        return max(0.0, left - seconds_since(rows[-1], self.run.state.counters))

    def champion(self) -> Evaluator:
        """Return the evaluator that survives so far."""
        if self.run.state.champion == MATERIAL:
            return load_evaluator(MATERIAL, self.config.ruleset)
        return self.player(self.run.folder / self.run.state.champion)

    def player(self, path: Path) -> Evaluator:
        """Return the evaluator in a file of this run, a network or the weights of a polynomial."""
        if path.suffix != WEIGHTS_SUFFIX:
            return Network.load(path, name=self.player_name(path))
        file = load_polynomial_weights(path)
        return Handcrafted(file.ruleset, file.weights, name=self.player_name(path))

    def champion_digest(self) -> str:
        """Return the digest of what the champion is; its name while it is material."""
        if self.run.state.champion == MATERIAL:
            return MATERIAL
        return digest_of(self.run.folder / self.run.state.champion)

    def champion_weights(self) -> NetworkWeights | None:
        """Return the weights of the champion; None while it is material."""
        champion = self.champion()
        return champion.weights if isinstance(champion, Network) else None

    def start_weights(self) -> NetworkWeights | None:
        """Return what the network in hand is fitted from; None for material alone."""
        warm = self.config.warm_start and not self.is_final
        return self.champion_weights() if warm else None

    def player_name(self, network: Path) -> str:
        """Return the name a network of this run plays under."""
        return f"{self.config.name}/{network.stem}"

    def jobs(self) -> list[SelfPlayJob]:
        """Return the chunks of self-play of the generation in hand."""
        endgames = self.endgames()
        return jobs_of_generation(
            self.config.selfplay,
            ruleset=self.config.ruleset,
            player=self.champion_digest(),
            seed=self.config.seed,
            generation=self.run.state.generation,
            league=tuple(map(identify, self.league())),
            endgames=endgames.digest if endgames is not None else "",
        )

    def league(self) -> list[Evaluator]:
        """Return who else plays the champion in the generation in hand: fixed, then former ones."""
        selfplay, state = self.config.selfplay, self.run.state
        if not selfplay.league_share:
            return []
        former = [
            # By name: a run that is made longer calls its last network otherwise than it did.
            self.network_path(entry["generation"]).with_stem(entry["challenger"].rpartition("/")[2])
            for entry in state.ledger
            if entry["accepted"]
        ]
        start = self.run.folder / START
        if start.is_file():
            former.insert(0, start)
        former = [path for path in former if path != self.run.folder / state.champion]
        newest = former[max(0, len(former) - selfplay.league_champions) :]
        return without(
            self.champion(),
            [
                *load_league(selfplay.league, self.config.ruleset),
                *map(self.player, newest),
            ],
        )

    def endgames(self) -> Endgames | None:
        """Return the tables that games are played with, made now if need be; None for none."""
        ruleset, pieces = self.config.ruleset, self.config.selfplay.endgame_pieces
        if pieces and self._endgames is None:
            folder = self.run.folder.absolute().parent / FOLDER
            self._endgames = find_tables(ruleset, pieces, folder)
            if self._endgames is None:
                with self.bar("tables", total_size(ruleset, pieces), 0, "pos") as bar:
                    self._endgames = make_tables(
                        ruleset,
                        pieces,
                        folder,
                        workers=self.config.threads(),
                        progress=lambda name, positions: bar.update(positions),
                    )
                self.say(f"tables     {pieces} pieces, made in {folder}")
        return self._endgames

    def window_samples(self) -> np.ndarray:
        """Return the merged samples of the last generations, the one in hand included.

        Shards that are missing or damaged are named and left out; ValueError when none is left.
        """
        end = self.run.state.generation + (not self.is_final)
        window = self.config.final_window if self.is_final else self.config.window
        paths = [
            self.shard_path(generation, index)
            for generation in range(max(0, end - window), end)
            for index in range(self._chunks(generation))
        ]
        return load_sound(self, paths)

    def shard_path(self, generation: int, chunk: int) -> Path:
        """Return the file for the samples of a chunk."""
        return self.run.path("samples", f"g{generation:02d}-{chunk:04d}.npy")

    def games_path(self, generation: int, chunk: int) -> Path:
        """Return the file for the games of a chunk."""
        return self.run.path("games", f"g{generation:02d}-{chunk:04d}.npz")

    def network_path(self, generation: int) -> Path:
        """Return the file for the challenger of a generation."""
        if self.config.learner == "polynomial":
            return self.run.path("polynomials", f"{self.label_of(generation)}{WEIGHTS_SUFFIX}")
        return self.run.path("networks", f"{self.label_of(generation)}.safetensors")

    def training_path(self) -> Path:
        """Return the file for the trainer's state in the generation in hand."""
        return self.run.path("training", f"{self.label}.safetensors")

    def match_folder(self, name: str) -> Path:
        """Return the folder for the blocks and the report of a match."""
        return self.run.path("matches", name)

    def _chunks(self, generation: int) -> int:
        selfplay = self.config.selfplay
        return -(-selfplay.games_at(generation) // selfplay.chunk)
