"""SQL as text: literals, types, durations, and the parts of a statement. Without Spark."""
