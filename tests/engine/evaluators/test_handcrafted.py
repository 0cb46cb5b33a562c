"""The terms: what the fit sees is what the search computes, and the untuned weights never change.

The pinned numbers were recorded when the evaluation still had 15 terms without tapering.
"""

from __future__ import annotations

import hashlib
import json
from random import Random

import numpy as np
import pytest

from engine import Limits, _native, search
from engine.evaluators import Handcrafted, Untuned, load
from engine.evaluators.handcrafted import term_names
from engine.rules import Position, ruleset_names

UNTUNED = {
    "english": ("ad0436a1383e0f7d", 3),
}
