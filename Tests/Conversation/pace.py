#!/usr/bin/env python3
"""Whether this machine is much slower than those for which bounds in real time were measured.

    python3 Tests/Conversation/pace.py      # exit code 0: it is
    pace.is_slow()

To be asked while nothing else runs. Standard library only.
"""

import sys
import timeit

# The loop takes 0.28 s on those machines.
SLOW_SECONDS = 0.45


def is_slow():
    return min(timeit.repeat("s = 0\nfor i in range(5_000_000): s += i", number=1, repeat=3)) >= SLOW_SECONDS


if __name__ == "__main__":
    sys.exit(not is_slow())
