"""Runs scenarios and prints what became of each: `ok` or `FAILED`, its seconds, its name, and what it measured.

The bounds in real time are those of a scenario that has two cores for itself. Side by side is an economy: what was late
beside another, if it is not much, is judged once more, alone, and both outcomes are printed. Whatever else failed has
failed: a word that is lost only on a busy machine is lost. What ran alone is final.
"""

import concurrent.futures
import time
import traceback

from stage import Late, Unexpected, stopping

# If more than this fail, it is not the neighbour.
MOST_AGAIN = 8


def run(scenario, options):
    """(scenario, seconds, measured, what went wrong, whether it was only late); None: there was no time for it"""
    if options.budget.leaves_out(scenario.__name__):
        return None
    began = time.monotonic()
    measured, wrong, is_late = {}, None, False
    try:
        if stopping.is_set():
            raise Unexpected("the run was ended before it")
        measured = scenario(options) or {}
    except Unexpected as error:
        is_late = isinstance(error, Late)
        wrong = f"{error}\n{getattr(error, 'story', '')}"
    except Exception as error:  # noqa: BLE001: a broken scenario is a failed one
        wrong = f"{''.join(traceback.format_exception(error))}\n{getattr(error, 'story', '')}"
    return scenario, time.monotonic() - began, measured, wrong, is_late


def tell(scenario, seconds, measured, wrong, _):
    """Whether it is good."""
    name, figures = scenario.__name__.replace("_", " "), " ".join(f"{key}={value}ms" for key, value in measured.items())
    print(f"{'FAILED' if wrong else 'ok    '} {seconds:5.1f} s  {name}  {figures}", flush=True)
    if wrong:
        print("    " + wrong.strip().replace("\n", "\n    "), flush=True)
    return not wrong


def judge(scenarios, options, jobs):
    """(how many passed, and failed); what there was no time for is `options.budget`'s. `jobs`: side by side."""
    passed, failed, late = 0, 0, []
    with concurrent.futures.ThreadPoolExecutor(max(1, jobs)) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run, s, options) for s in scenarios]):
            if result := future.result():
                scenario, is_late = result[0], result[-1]
                if tell(*result):
                    passed += 1
                elif is_late:
                    late.append(scenario)
                else:
                    failed += 1
    if jobs < 2 or len(scenarios) < 2 or not 0 < len(late) <= MOST_AGAIN:
        return passed, failed + len(late)
    print(f"alone, as they were late beside another: {len(late)}", flush=True)
    verdicts = [tell(*result) for scenario in late if (result := run(scenario, options))]
    return passed + sum(verdicts), failed + len(verdicts) - sum(verdicts)
