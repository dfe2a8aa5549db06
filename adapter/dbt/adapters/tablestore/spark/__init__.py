"""The Spark session: its jars, catalogs, locks and errors."""
