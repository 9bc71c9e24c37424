"""The figures of a connection alone: `anicca-bench click` against aiortc, without the appliance around it."""

import contextlib
import statistics

from pulse_rig import boot_ns
from service import Peer, Program, Service
from standstill import Standstill

PERIODS = ((480, "10 ms periods"), (120, "2.5 ms periods"))


def opening(bench):
    """Offer created to data channel open; the answer comes over HTTP on loopback, from Python."""
    values, steps = [], []
    with Service(bench.peers_python, reflects=True) as service:
        for _ in range(bench.times(30)):
            with Peer(bench.tool, service) as peer:
                values.append(peer.open["since_offer_ms"])
                steps.append(peer.open)

    def step(later, earlier):
        return statistics.median(row[later] - (row[earlier] if earlier else 0) for row in steps)
    note = (f"p50 from the offer's beginning: candidates {step('gathered_ms', None):.1f}, aiortc's answer "
            f"{step('answered_ms', 'gathered_ms'):.1f}, ICE {step('connected_ms', 'answered_ms'):.1f}, "
            f"DTLS {step('secured_ms', 'connected_ms'):.1f}, SCTP and channel {step('channel_ms', 'secured_ms'):.1f} ms")
    bench.add("offer to data channel open, aiortc", "ms", statistics.median(values), values, 70, note=note)


def click(bench):
    """Microphone buffer to speaker buffer, through a peer that sends RTP straight back."""
    with Service(bench.peers_python, reflects=True) as service:
        for period, name in PERIODS:
            with Peer(bench.tool, service, period) as peer:
                peer.listen(3)
                lines = peer.listen(8 if bench.quick else 40)
            values = [line["click"] for line in lines if "click" in line]
            note = f"jitter buffer {last(lines, 'delay_ms')} ms, target {last(lines, 'target_ms')} ms"
            bench.add(f"click round trip, {name}", "ms", statistics.median(values), values, 60, note=note)


# Peers and forwarder sleep for some milliseconds at a time.
STILL_MS = 5


def loss(bench):
    """The same with 5 % loss and 30 ms of jitter for a while, and afterwards."""
    calm, bad, after = 8, 10 if bench.quick else 30, 10
    with (Program(bench.peers_python, "udp_forwarder.py", "--seed", "7") as forwarder,
          contextlib.closing(Standstill(least_ms=STILL_MS)) as machine):
        peer_faults = {"forwarder": f"http://127.0.0.1:{forwarder.port}", "tcp": "none"}
        with Service(bench.peers_python, reflects=True, faults={"peer": peer_faults}) as service:
            with Peer(bench.tool, service) as peer:
                peer.listen(calm)
                # On the way to the reflecting peer only, so that it is 5 % and 30 ms in all, and its reports tell of it.
                forwarder.request("POST", "/phases", [{"loss": 0.05, "jitter_ms": 30, "direction": "in"}])
                began = boot_ns()
                during = peer.listen(bad)
                forwarder.request("POST", "/phases", [{}])
                recovering = peer.listen(after)
                stalls = machine.between(began)
                calmed = peer.listen(5)
    delays = [line["click"] for line in during if "click" in line]
    gaps = [line["gap"] for line in during + recovering if "gap" in line]
    lost, recovered = (last(during, name) for name in ("lost", "recovered"))
    concealed = last(during, "concealed_ms")
    note = f"{lost} packets lost, {recovered} of them recovered, {concealed} ms concealed; longest gap {max(gaps, default=0):.0f} ms"
    if stalls:
        note += f"; the machine itself stood still for over {STILL_MS} ms {len(stalls)} times, {max(stalls):.0f} ms at most"
    bench.add("loss and jitter: audible gaps", "", len(gaps), [len(gaps)], 0, 0, note=note)
    bench.add("loss and jitter: click round trip, p95", "ms", sorted(delays)[int(0.95 * len(delays))], delays, 150)
    back = [line["click"] for line in calmed if "click" in line]
    bench.add("10 s after loss and jitter: click round trip", "ms", statistics.median(back), back, 80)


def last(lines, name):
    return next((line[name] for line in reversed(lines) if name in line), 0)
