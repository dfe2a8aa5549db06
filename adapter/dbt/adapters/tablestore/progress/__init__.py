"""What a run shows while it works: statements that take long, and the rows of each model at its end."""
