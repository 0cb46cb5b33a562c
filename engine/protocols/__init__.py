"""How others play with the engine: programs by a protocol, people in a terminal."""
