"""The example project, built batch by batch and checked against plain Python."""
