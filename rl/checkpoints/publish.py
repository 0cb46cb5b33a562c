"""Published networks: one file that plays, with the account of how it was made inside.

The account travels as JSON under the key `provenance` of the file's metadata, sealed by a digest
and tied to the arrays by theirs. A network is published once it is whole, under a megabyte, and
read back as it was meant; until then what was published under its name stays.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.evaluators import Network, save_network
from engine.evaluators.files import source_folder
from engine.evaluators.loading import BUILT_IN, SUFFIX
from engine.evaluators.network import digest, load_network, read_metadata
from engine.rules import ruleset as ruleset_named
from rl.checkpoints.files import seal, unseal, write_atomic
from rl.checkpoints.provenance import describe_run
from rl.checkpoints.state import MATERIAL, load_state

KIND = "checkpoints"
KEY = "provenance"
MAX_BYTES = 1_000_000
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_CARRIED = ("run", "generation", "positions")
"""What a run writes into the metadata of its networks."""


def publish(
    run: Path,
    name: str,
    *,
    out: Path | None = None,
    matches: Sequence[Path] = (),
    unfinished: bool = False,
    force: bool = False,
) -> Path:
    """Write the champion of the run folder `run` as the published network `name`; return its path.

    `out` is the folder, otherwise `checkpoints` of the source tree or of the working directory.
    `matches` are folders that `crownhead match --out` wrote about this very network. Raises
    ValueError for a run that is not finished unless `unfinished`, for a name that is taken unless
    `force`, for matches of other players and for a network too large.
    """
    path = (out or default_folder()) / f"{name}{SUFFIX}"
    _check_name(name)
    if path.exists() and not force:
        raise ValueError(f"{path}: is there already; --force replaces it")
    champion = _champion(run, unfinished)
    network = Network.load(champion)
    _check_ruleset(name, network.ruleset)
    about = {key: text for key, text in read_metadata(champion).items() if key in _CARRIED}
    provenance = describe_run(run, network, matches)
    write_atomic(path, _whole_file(path, network, about, provenance))
    if read_provenance(path) != provenance:
        raise OSError(f"{path}: what was read back is not what was written")
    return path


def read_provenance(path: Path) -> dict[str, Any]:
    """Return how a published network was made; empty for a network that does not say.

    The keys are those of `rl.checkpoints.provenance.describe_run`. Raises ValueError that names
    the file when the account is damaged or that of another network.
    """
    metadata = read_metadata(path)
    if KEY not in metadata:
        return {}
    document = unseal(metadata[KEY], f"{path}: {KEY}")
    if document.get("network") != metadata.get("digest"):
        raise ValueError(f"{path}: {KEY}: expected the account of this network, got another one's")
    return document


def default_folder() -> Path:
    """Return the folder published networks go to."""
    return source_folder(KIND) or Path(KIND)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or name in BUILT_IN or name.endswith((SUFFIX, ".toml")):
        raise ValueError(
            f"NAME: expected small letters, digits, - and _, none of {', '.join(BUILT_IN)}, "
            f"got {name!r}"
        )


def _check_ruleset(name: str, ruleset: str) -> None:
    """Refuse the name of one ruleset for a network of another: it would be taken at its word."""
    try:
        named = ruleset_named(name).name
    except ValueError:
        return
    if named != ruleset:
        raise ValueError(f"{name}: expected a network for {named}, got one for {ruleset}")


def _champion(run: Path, unfinished: bool) -> Path:
    if not (run / "state.json").is_file():
        raise ValueError(f"{run}: expected a run folder, found no state.json in it")
    state = load_state(run / "state.json")
    if state.stage != "done" and not unfinished:
        raise ValueError(
            f"{run}: expected a finished run, got one in generation {state.generation}, "
            f"{state.stage}; --unfinished publishes its champion all the same"
        )
    if state.champion == MATERIAL:
        raise ValueError(f"{run}: expected a network as champion, but none has beaten material yet")
    if not state.champion.endswith(SUFFIX):
        raise ValueError(f"{run}: expected a network as champion, got {state.champion}")
    path = run / state.champion
    found = digest(load_network(path))
    if state.champion_digest not in ("", found):
        raise ValueError(f"{path}: expected the champion {state.champion_digest}, got {found}")
    return path


def _whole_file(
    path: Path, network: Network, about: dict[str, str], provenance: dict[str, Any]
) -> bytes:
    """Return the bytes of the published file, after reading them as a user would."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / path.name
        save_network(draft, network.weights, {**about, KEY: seal(provenance)})
        if digest(load_network(draft)) != provenance["network"]:
            raise ValueError(f"{path}: expected the arrays of the champion back, got others")
        if read_provenance(draft) != provenance:
            raise ValueError(f"{path}: expected its account back, got another")
        data = draft.read_bytes()
    if len(data) >= MAX_BYTES:
        raise ValueError(f"{path}: expected less than {MAX_BYTES:,} bytes, got {len(data):,}")
    return data
