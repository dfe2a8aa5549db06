"""How the result of a view is stored: its rows, or its groups, with accumulators where these follow all changes."""
