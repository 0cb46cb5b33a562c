"""Settings shared by all tests: property tests repeat exactly and never judge by time."""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
