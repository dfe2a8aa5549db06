"""From a function file to its definition: the code, its kind, its signatures, and what is wrong with it."""
