"""The expressions of a query: their text, their functions, their parts, and what is written beside them."""
