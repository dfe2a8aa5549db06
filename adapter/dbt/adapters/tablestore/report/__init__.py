"""A page about the tables of a project: what their commits did, and whether something is wrong with them."""
