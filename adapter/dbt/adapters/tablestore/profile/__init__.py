"""The target of a profile, and the configs of models."""
