"""A Python function, which runs in Spark's workers."""


def label(customer: str, status: str) -> str:
    return f"{customer}: {status}"
