"""Measured on the virtual board, on the guest's own boot clock. Emulated: 13 to 28 times slower than the host."""

import statistics

from bed import Bed
from expecting import Unexpected
from registry import scenario
from speaker import RATE

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"


@scenario
def figure_init_to_armed(options):
    """From the guest's first process to the appliance's first answer, with an alarm set; what is spent where."""
    with Bed(options) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        runs = []
        for _ in range(2):
            bed.cut_power()
            bed.power_returns(dark_seconds=5, waits=False)
            # In the guest, so that nothing of the host's polling is in it.
            armed = int(bed.sh("board-probe armed /var/lib/anicca/control.sock")) / 1e9
            stamps = {name: float(at) for name, at in (line.split() for line in bed.sh("cat /run/stamps").splitlines())}
            runs.append({**stamps, "armed": armed, "agent": bed.boot_seconds})
        best = min(runs, key=lambda run: run["armed"] - run["init"])
        before = best["init"]
        bed.measured["kernel_ms"] = round(1000 * before)
        for name in ("modules", "disk", "gpio", "sound", "start", "armed"):
            bed.measured[f"{name}_ms"] = round(1000 * (best[name] - before))
            before = best[name]
        bed.measured["init_to_armed_ms"] = "/".join(f"{1000 * (run['armed'] - run['init']):.0f}" for run in runs)
        return bed.measured


@scenario
def figure_edge_to_silence(options):
    """From the edge of Stop in a preview to the end of the sound card's stream: nothing can sound after it.

    board-probe makes the edge and looks at the stream every half millisecond; of a stream that runs dry and goes on,
    the last end counts.
    """
    with Bed(options) as bed:
        bed.boot("12:00:00")
        bed.provision("")
        took = []
        for _ in range(options.presses):
            first = bed.hda.frames()
            bed.sh("anicca alarm preview >/dev/null")
            bed.wait_until(lambda: bed.hda.frames() - first > RATE, 20, "sound")
            output = bed.sh("board-probe stop /run/panel/sim_gpio1/pull /proc/asound/HDA/pcm0p/sub0/status")
            mark = bed.hda.frames()
            words = [line.split() for line in output.splitlines()]
            pressed = next(int(line[1]) for line in words if line[0] == "pressed")
            running = [int(line[0]) for line in words if line[0] != "pressed" and line[1] in ("RUNNING", "XRUN")]
            if not running or running[0] > pressed:
                raise Unexpected(f"nothing played when Stop was pressed: {output[:300]}")
            took.append((running[-1] - pressed) / 1e6)
            bed.falls_silent(bed.hda, mark, at_most=0.0)
            bed.wait_until(lambda: "closed" in bed.sh("cat /proc/asound/HDA/pcm0p/sub0/status"), 10, "closed card")
        bed.measured["median_ms"] = round(statistics.median(took), 1)
        bed.measured["least_ms"], bed.measured["most_ms"] = round(min(took), 1), round(max(took), 1)
        return bed.measured
