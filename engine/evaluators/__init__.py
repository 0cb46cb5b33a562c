"""Static evaluations, handcrafted, material alone and learned, and endgame tables."""

from engine.evaluators.endgames import Endgames, EndgameValue, find_endgames
from engine.evaluators.evaluator import Evaluator
from engine.evaluators.handcrafted import Handcrafted, Material, Untuned
from engine.evaluators.loading import load
from engine.evaluators.network import Network, NetworkWeights, load_network, save_network

__all__ = [
    "EndgameValue",
    "Endgames",
    "Evaluator",
    "Handcrafted",
    "Material",
    "Network",
    "NetworkWeights",
    "Untuned",
    "find_endgames",
    "load",
    "load_network",
    "save_network",
]
