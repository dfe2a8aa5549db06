"""What runs in Spark's Python workers: Arrow in, the user's function, Arrow out."""
