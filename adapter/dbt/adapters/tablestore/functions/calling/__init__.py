"""From a call in a query to a signature, and from there to an expression of Spark."""
