"""The network a run starts from: found once, copied into the run, known by its digest from then on.

So a run stays what it was when the network it started from is published anew, moved or removed.
"""

from __future__ import annotations

from pathlib import Path

from engine import Network, load_evaluator
from engine.evaluators import save_network
from engine.evaluators.loading import CHAMPION
from engine.evaluators.network import digest, load_network
from rl.checkpoints import Run, read_json, write_atomic
from rl.checkpoints.manifest import note_start
from rl.config import Config
from rl.training.trainer import check_start

NETWORK = "networks/start.safetensors"
MANIFEST = "manifest.json"


def find_start(config: Config) -> Network | None:
    """Return the network a new run is to start from, if any.

    Raises ValueError, in one line, when there is none of this name, when it is one of another
    ruleset, and when training is to go on from its weights but has another shape.
    """
    if not config.start:
        return None
    try:
        network = load_evaluator(config.start, config.ruleset)
        if not isinstance(network, Network):
            raise ValueError(f"{config.start}: expected a network, got {network.name}")
        if config.warm_start:
            check_start(network.weights, config.training, config.ruleset)
    except ValueError as error:
        raise ValueError(f"start: {error}") from None
    return network


def copy_start(run: Run, source: str, network: Network) -> dict[str, str]:
    """Keep `network` in a run as its first champion; return what the state says of it."""
    path = run.path(*NETWORK.split("/"))
    save_network(path, network.weights, {"source": source})
    known = digest(network.weights)
    note_start(run.folder / MANIFEST, source, known)
    write_atomic(run.folder / CHAMPION, path.read_bytes())
    return {"champion": NETWORK, "champion_digest": known}


def verify_start(folder: Path, source: str) -> None:
    """Raise ValueError when the copy in a run folder is not the network the run started from.

    A manifest that was lost and begun anew is told again what the copy is; `source` named it.
    """
    if not source:
        return
    found = digest(load_network(folder / NETWORK))
    start = read_json(folder / MANIFEST).get("start")
    if start is None:
        note_start(folder / MANIFEST, source, found)
        return
    noted = start["digest"]
    if found != noted:
        raise ValueError(f"{folder / NETWORK}: expected the network {noted}, got {found}")
