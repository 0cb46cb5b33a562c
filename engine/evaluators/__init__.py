"""Static evaluations: handcrafted, material alone and learned, found by name with `load`."""

from engine.evaluators.evaluator import Evaluator
from engine.evaluators.handcrafted import Handcrafted, Material, Untuned
from engine.evaluators.loading import load
from engine.evaluators.network import Network, NetworkWeights, load_network, save_network

__all__ = [
    "Evaluator",
    "Handcrafted",
    "Material",
    "Network",
    "NetworkWeights",
    "Untuned",
    "load",
    "load_network",
    "save_network",
]
