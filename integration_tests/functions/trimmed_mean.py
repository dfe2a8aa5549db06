"""A mean that a few extreme values do not affect."""


class trimmed_mean:  # noqa: N801 - the name in SQL
    """The mean without the lowest and the highest tenth; as an aggregate, the instance is the state."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def accumulate(self, value: float) -> None:
        """Takes one row; rows with NULL are not passed."""
        self.values.append(value)

    def finish(self) -> float | None:
        """The mean of the remaining values."""
        cut = len(self.values) // 10
        kept = sorted(self.values)[cut : len(self.values) - cut]
        return sum(kept) / len(kept) if kept else None
