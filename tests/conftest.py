"""Settings shared by all tests: property tests repeat exactly, and Ctrl-C can be sent anywhere."""

import signal

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

# A shell starts its background jobs with SIGINT ignored, and every process below inherits that:
# the tests that press Ctrl-C would wait for ever. With a handler here, children begin by default.
signal.signal(signal.SIGINT, signal.default_int_handler)
