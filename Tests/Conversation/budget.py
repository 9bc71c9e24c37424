"""The time that a run has: once it is over, nothing else begins, and what is left out is named at the end.

For a machine that is slower than those for which a run was measured. Without a budget everything runs.
"""

import pathlib
import time


class Budget:
    @staticmethod
    def add_options(parser):
        parser.add_argument("--budget-seconds", type=float, default=0,
                            help="begin nothing after so many; what is left out is named, and no failure; 0: no end")
        parser.add_argument("--count-file", help="writes `PASSED FAILED LEFT-OUT` there")

    def __init__(self, options):
        self._ends = time.monotonic() + options.budget_seconds if options.budget_seconds else float("inf")
        self._count_file = options.count_file
        self.left_out = []

    @property
    def is_over(self):
        return time.monotonic() > self._ends

    def leaves_out(self, name):
        """Whether there is no time for it any more; it is named in `conclude` then. From any thread."""
        if self.is_over:
            self.left_out.append(name.replace("_", " "))
            return True
        return False

    def conclude(self, passed, failed):
        """The last lines of a run. Returns its exit code."""
        if self._count_file:
            pathlib.Path(self._count_file).write_text(f"{passed} {failed} {len(self.left_out)}\n")
        if self.left_out:
            print(f"left out, as the time was over: {len(self.left_out)}: {', '.join(self.left_out)}")
        print(f"{passed} passed, {failed} failed")
        return 1 if failed or not (passed or self.left_out) else 0
