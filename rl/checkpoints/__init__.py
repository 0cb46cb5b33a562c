"""Run folders: what is kept, how it is written, and how a killed run finds its place again.

What a run folder holds, and when it is written:

    config.toml             the resolved configuration; at every start
    manifest.json           seed, the network started from, commit and versions of every session
    state.json              stage, finished units, champion, gates, counters; after every unit
    samples/g00-0000.npy    positions of a chunk of self-play, with
    samples/g00-0000.json   their number, their SHA-256 and the job that made them
    games/g00-0000.npz      every game of the chunk: moves, scores, nodes, result
    networks/g00.safetensors     the challenger of each generation: weights, scale, digest
    networks/final00.safetensors that of the last network, where there is one
    networks/start.safetensors   the network the run started from, where there is one
    champion.safetensors    a copy of the network that survives, once one beat material
    training/g00.safetensors     of a training under way: weights, running average, moments, step
    matches/NAME/match.json      who plays whom under which settings
    matches/NAME/pairs-000001-000008.npz   a block of game pairs
    matches/NAME/report.txt      the result, also in
    matches/NAME/report.json     for programs, and in
    matches/NAME/games.pdn       move by move
    generations.json        the rows of the table a run prints
    plots/strength.png      strength by the time of the run, also
    plots/calibration.png   results against predictions, also
    plots/material_balance.png evaluation by material, each of the newest generation
    metrics.jsonl           every curve, cut back on resume to the length in the state
    events.out.tfevents.*   the same and all pictures and texts, for TensorBoard
    report.txt              the result of the run, also in
    report.json             for programs; at the end
    .lock                   held by the process that trains

`crownhead ladder` adds a folder `ladder`: a match folder for each two players, what they came to as
`ladder.txt`, `ladder.json` and `ladder.png`, and curves of its own.

Not kept: the unit in hand, which is repeated exactly; transposition tables, cleared before every
game; random generators, for every seed follows from the configuration; optimisers of finished
trainings. With `keep`, generations that nothing needs any more are removed, champions never.
"""

from rl.checkpoints.files import read_json, write_atomic, write_json
from rl.checkpoints.run import Run
from rl.checkpoints.seeds import derive_seed
from rl.checkpoints.state import MATERIAL, Stage, State, load_state

__all__ = [
    "MATERIAL",
    "Run",
    "Stage",
    "State",
    "derive_seed",
    "load_state",
    "read_json",
    "write_atomic",
    "write_json",
]
