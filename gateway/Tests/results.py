"""What a script of checks prints: a line for each, and how many passed and failed."""

import contextlib
import time
import traceback


class Results:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def expect(self, name, is_good, detail=""):
        self.passed, self.failed = self.passed + bool(is_good), self.failed + (not is_good)
        print(f"{'passed' if is_good else 'FAILED'}: {name} {detail if not is_good else ''}".rstrip(), flush=True)

    @contextlib.contextmanager
    def part(self, name):
        """What ends a part early is a failure of it, and the others go on."""
        began = time.monotonic()
        try:
            yield
        except Exception as error:
            self.expect(name, False, f"{type(error).__name__}: {error}\n{traceback.format_exc()[-1500:]}")
        print(f"-- {name}: {time.monotonic() - began:.1f} s", flush=True)
