"""Other servers that do what bench.py measures. Written by us, minimal: they are a yardstick, not a verdict."""
