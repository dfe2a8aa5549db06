"""SQL types, their Python annotations, and which type fits into which."""
