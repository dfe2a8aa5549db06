"""Real servers for tests, each of which fits on a machine with two cores."""
