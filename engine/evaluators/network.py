"""The learned evaluator: a small value network, computed by the core in whole numbers."""

from __future__ import annotations

from pathlib import Path

from engine import _native
from engine.evaluators.evaluator import Evaluator
from engine.evaluators.storage import digest, load_network, read_metadata, save_network
from engine.evaluators.weights import NetworkWeights, QuantisedNetwork, forward, quantise

__all__ = [
    "Network",
    "NetworkWeights",
    "QuantisedNetwork",
    "digest",
    "forward",
    "load_network",
    "quantise",
    "read_metadata",
    "save_network",
]


class Network(Evaluator):
    """A value network as an evaluator; `.weights` are the ones it was made from."""

    def __init__(self, weights: NetworkWeights, *, name: str = "network") -> None:
        """Round the weights and hand them to the core; ValueError where they would overflow."""
        self.weights = weights
        super().__init__(name, _native_network(quantise(weights)))

    @classmethod
    def load(cls, path: Path | str, *, name: str | None = None) -> Network:
        """Read a network from a `.safetensors` file; a one-line ValueError where it is none."""
        weights = load_network(path)
        try:
            return cls(weights, name=name or Path(path).stem)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None


def _native_network(network: QuantisedNetwork) -> _native.Evaluator:
    return _native.Evaluator.network(
        network.ruleset,
        network.input_weights,
        network.input_bias,
        network.output_weights,
        network.output_bias,
        network.skip,
        network.buckets,
        network.activation_shift,
        network.output_shift,
    )
