"""The live voice over an emulated network (virtio-net, QEMU's user-mode router), and that failing: TALK-1, TALK-3,
TALK-5.

The stand-in for the service (Tests/Peers/realtime_service) runs on the host's loopback behind TLS; the guest reaches it
as https://service.invalid at the router's address. The router's address is as long as 127.0.0.1, which stands for it in
the SDP answers that pass (`Gate`), so that WebRTC's media takes the same way, by UDP.

Requirements: TALK-1, TALK-5
"""

import contextlib
import datetime
import pathlib
import re
import shlex
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

from bed import Bed
from expecting import Unexpected
from registry import SCENARIOS, family, scenario
from scenarios_disk import rings_from_memory
from speaker import RATE, ROOT

sys.path[:0] = [str(ROOT / "Tests" / part) for part in ("Peers", "Conversation", "Bench")]
import hearing  # noqa: E402
import phrases  # noqa: E402
import test_authority  # noqa: E402
from stage import HEARD, KEY, OWNER, Service, tone  # noqa: E402

ROUTER = "10.0.22.2"
assert len(ROUTER) == len("127.0.0.1")
NETWORK = (f"net={ROUTER.rsplit('.', 1)[0]}.0/24", f"host={ROUTER}")
TOMORROW = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)


class Gate:
    """TLS in front of a program on a port of the host's; addresses in what it answers are those that the guest can reach.
    """

    def __init__(self, port, name="service.invalid"):
        self._folder = tempfile.TemporaryDirectory(prefix="anicca-gate-")
        folder = pathlib.Path(self._folder.name)
        test_authority.make(folder)
        self.authority = (folder / "authority.pem").read_text()
        done = subprocess.run(["openssl", "x509", "-noout", "-hash", "-in", str(folder / "authority.pem")],
                              capture_output=True, text=True, check=True)
        # The name under which OpenSSL looks for it.
        self.authority_name = f"/etc/ssl/certs/{done.stdout.strip()}.0"
        self._context = test_authority.server_context(folder, "good")
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._name = name
        self.address = f"https://{name}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def opens_to(self, bed):
        """The guest knows the name and trusts the certificate."""
        lines = "".join(f"echo '{line}' >>{self.authority_name}; " for line in self.authority.splitlines())
        bed.sh("until grep -q ready /run/stamps; do usleep 50000; done; " + lines)
        bed.sh(f"echo '{ROUTER} {self._name}' >>/etc/hosts; ip addr flush dev eth0; "
               "ip addr add 10.0.22.15/24 dev eth0; ip route add default via " + ROUTER)

    def _accept(self):
        while True:
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain):
        try:
            plain.settimeout(30)
            near = self._context.wrap_socket(plain, server_side=True)
            near.settimeout(None)
            far = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            plain.close()
            return
        threading.Thread(target=self._pump, args=(far, near, True), daemon=True).start()
        self._pump(near, far, False)

    @staticmethod
    def _pump(source, sink, renames):
        with contextlib.suppress(OSError, ssl.SSLError):
            while data := source.recv(1 << 16):
                sink.sendall(data.replace(b"127.0.0.1", ROUTER.encode()) if renames else data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self._listener.close()
        self._folder.cleanup()


@contextlib.contextmanager
def online(options, turns, transport="automatic", boot_at="12:00:00", **script):
    """A bed with a key, and the service that it calls (`bed.service`). Its day is tomorrow, as certificates want."""
    service = Service("en", {"turns": turns, "after": "silence", "faults": {}, **script})
    gate = Gate(service.port)
    try:
        with Bed(options, day=TOMORROW, network=NETWORK) as bed:
            bed.boot(boot_at, starts=False)
            gate.opens_to(bed)
            bed.sh(f"printf 'companion:\\n  transport: {transport}\\nlog_level: debug\\n' >/etc/anicca/anicca.yaml")
            bed.start(f"OPENAI_API_KEY={KEY} OPENAI_BASE_URL={gate.address}/v1")
            bed.service = service
            yield bed
    finally:
        gate.close()
        service.close()


def hears_tone(bed, pitches, since, within=20):
    """The companion's voice, at any of these pitches (Hz). The frame at which it begins."""
    found = []

    def heard():
        samples = bed.hda.samples(since)
        for hertz in pitches:
            share, loud = hearing.tone_frames(samples, hertz)
            is_tone = (share > 0.6) & loud
            if is_tone.sum() >= 10:
                found.append(since + int(is_tone.argmax()) * RATE // 50)
        return found
    bed.wait_until(heard, within, f"companion at {' or '.join(map(str, pitches))} Hz")
    return min(found)


def companion_answers(bed, button_after="START", within=25):
    """Presses Start; the companion's tone is heard. Guest milliseconds from the press to it."""
    mark = bed.hda.frames()
    pressed = bed.press(button_after)
    frame = hears_tone(bed, (440,), mark, within)
    took = (bed.guest_time(bed.hda.arrival(frame)) - pressed).total_seconds()
    return round(took * 1000)


def owner_speaks(bed):
    """At the microphone: into the other end of snd-aloop, in the guest's real time. Returns at once."""
    bed.sh("[ -e /run/owner.wav ] || espeak-ng -v en -w /run/owner.wav " + shlex.quote(OWNER["en"]))
    bed.sh("aplay -q -D plughw:CARD=Loop,DEV=1 /run/owner.wav >/dev/null 2>&1 &")


@family(("webrtc", "webrtc"), ("websocket", "websocket"))
def owner_is_heard_and_answered(options, transport):
    """By the service's own voice activity detection, on what came over the network.

    Requirements: TALK-3
    """
    # Long enough for a machine that stalls for most of a second when it begins: what comes meanwhile is not played late.
    with online(options, [tone(440, 3000), tone(660, heard=HEARD)], transport) as bed:
        bed.provision("companion: openai")
        bed.measured["start_to_companion_ms"] = companion_answers(bed)
        bed.shows("listening", activity="listening")
        mark = bed.hda.frames()
        owner_speaks(bed)
        bed.wait_until(lambda: bed.service.log("owner_speech"), 30, "speech at the service")
        hears_tone(bed, (660,), mark)
        bed.press("STOP")
        bed.shows("the end", activity="idle")
        used = bed.status()["counters"].get("session.transport", "")
        if used.lower() != transport:
            raise Unexpected(f"the transport was {used}")
        return bed.measured


@scenario
def owner_interrupts_the_companion(options):
    """Barge-in: the companion's 20 s of speech end where the owner's begins.

    Requirements: TALK-2, SOUND-3
    """
    with online(options, [tone(440, 20000), tone(660, heard=HEARD)]) as bed:
        bed.provision("companion: openai")
        companion_answers(bed)
        owner_speaks(bed)
        mark = bed.hda.frames()
        bed.wait_until(lambda: bed.service.log("owner_speech"), 30, "speech at the service")
        answer = hears_tone(bed, (660,), mark)
        share, loud = hearing.tone_frames(bed.hda.samples(mark, answer), 440)
        went_on = ((share > 0.6) & loud).sum() / 50
        bed.measured["went_on_ms"] = round(1000 * went_on)
        if went_on > 8:
            raise Unexpected(f"the companion went on for {went_on:.1f} s")
        if not bed.service.log("sent:conversation.item.truncated"):
            raise Unexpected("the service was not told where its sentence ended")
        bed.press("STOP")
        bed.shows("the end", activity="idle")
        return bed.measured


def says(bed, name, since, within=40):
    return bed.hears_phrase(bed.hda, phrases.text(name, "en"), since, within)


@scenario
def network_gone_before_start_at_wake_time(options):
    with online(options, [tone(440)], boot_at="05:50:00") as bed:
        bed.provision("companion: openai\nhabits: { wake: { at: '06:00', follow_ups: 2 } }")
        bed.machine.link(False)
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        bed.press("START")
        says(bed, "network", mark)
        says(bed, "wake_asks", mark)
        bed.press("STOP")
        bed.shows("at rest", activity="idle")
        return bed.measured


@scenario
def a_disk_that_answers_nothing_after_a_live_talk(options):
    """A live talk loads libraries: what a ring needs is locked all the same. While it rings, the companion is called
    ahead.

    Requirements: ALARM-1, ALARM-12
    """
    with online(options, [tone(440)], boot_at="05:50:00") as bed:
        bed.provision("companion: openai\nhabits: { wake: { at: '06:00', follow_ups: 2 } }")
        companion_answers(bed)
        bed.press("STOP")
        bed.shows("at rest", activity="idle")
        rings_from_memory(bed)
        return bed.measured


@scenario
def network_gone_for_a_moment_in_a_conversation(options):
    """In mid-sentence, and back before the line counts as lost: the sentence goes on. On a machine so slow that it was
    lost, the companion was called back."""
    with online(options, [tone(440, 30000), tone(660, 2500)]) as bed:
        bed.provision("companion: openai")
        companion_answers(bed)
        mark = bed.hda.frames()
        bed.machine.link(False)
        bed.wait_for(bed.now() + datetime.timedelta(seconds=6))
        bed.machine.link(True)
        says(bed, "voice_missing", mark)
        hears_tone(bed, (440, 660), bed.hda.frames(), within=60)
        bed.press("STOP")
        bed.shows("at rest", activity="idle", within=30)
        return bed.measured


@scenario
def network_gone_in_a_conversation_until_the_line_is_lost(options):
    """The device speaks for it, calls back, and the companion is heard again with the network."""
    with online(options, [tone(440, 30000), tone(660, 2500)]) as bed:
        bed.provision("companion: openai")
        companion_answers(bed)
        mark = bed.hda.frames()
        bed.machine.link(False)
        says(bed, "line_lost", mark, within=60)
        bed.machine.link(True)
        hears_tone(bed, (660,), mark, within=60)
        bed.press("STOP")
        bed.shows("at rest", activity="idle", within=30)
        return bed.measured


@scenario
def network_gone_right_after_start(options):
    with online(options, [tone(440)], boot_at="05:59:45") as bed:
        bed.provision("companion: openai")
        mark = bed.hda.frames()
        bed.press("START")
        bed.machine.link(False)
        bed.hears_sound(bed.hda, mark, within=20)
        says(bed, "network", mark, within=60)
        bed.press("STOP")
        bed.shows("at rest", activity="idle")
        return bed.measured


@scenario
def lossy_network(options):
    """5 % loss and 40 ms of delay with 20 ms of jitter, out of the guest and into it (netem).

    A Start has eight seconds to reach the companion, on this board twenty times slower than on its own: what is lost of
    TCP's first packets alone may take them. Then the offline companion is there, and the next Start tries again."""
    with online(options, [tone(440, 2500)]) as bed:
        # What comes in takes a way of its own first, for netem is at the end of ways out alone.
        bed.sh("for module in sch_netem sch_ingress cls_matchall act_mirred; do modprobe $module; done; "
               "modprobe ifb numifbs=1; ip link set ifb0 up; "
               "/usr/bin/tc qdisc add dev eth0 ingress; "
               "/usr/bin/tc filter add dev eth0 parent ffff: matchall action mirred egress redirect dev ifb0; "
               "for device in eth0 ifb0; do /usr/bin/tc qdisc add dev $device root netem loss 5% delay 40ms 20ms; done")
        bed.provision("companion: openai")
        for count in range(1, 4):
            bed.measured["starts"] = count
            try:
                bed.measured["start_to_companion_ms"] = companion_answers(bed, within=20)
                break
            except Unexpected:
                if count == 3 or bed.status()["answering"] != "offline":
                    raise
                bed.press("STOP")
                bed.shows("the end", activity="idle")
        bed.press("STOP")
        bed.shows("the end", activity="idle")
        # Both ways were lossy, or this shows nothing.
        counts = re.findall(r"(\d+) pkt \(dropped (\d+)", bed.sh(
            "for device in eth0 ifb0; do /usr/bin/tc -s qdisc show dev $device root; done"))
        if len(counts) != 2 or any(int(sent) < 30 for sent, _ in counts) or all(lost == "0" for _, lost in counts):
            raise Unexpected(f"packets sent and dropped on the way out and in: {counts}")
        bed.measured["dropped"] = "/".join(lost for _, lost in counts)
        return bed.measured


# A live conversation sleeps little, nor does its peer: beside another guest, on a board twenty times slower than its
# host, talks ended as silent after six seconds, or the owner was not heard.
ALONE = [one for one in SCENARIOS if one.__module__ == __name__]
