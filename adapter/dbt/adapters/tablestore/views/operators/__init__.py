"""The operators of a view, one per file: their rows, their changes, the columns they need, and how they are shown."""
