"""A sound card for tests: a PulseAudio daemon of our own with a null sink, and what its monitor recorded.

Standard library only; needs Debian's pulseaudio, pulseaudio-utils and libasound2-plugins. Nothing outside of a
temporary directory is touched: own runtime directory, own unix socket, no shared memory, ended by process id.

    with PulseRig() as rig:
        program = subprocess.Popen([...], env=rig.environment())
        with rig.record() as recording:
            ...
            pressed = boot_ns()
            ...
            recording.wait_for_silence(after_ns=pressed, timeout=2)
        print(recording.silent_ns(pressed) - pressed, recording.cut_step(pressed))

What a program under test needs is in `rig.environment()`: ALSA_CONFIG_PATH names a configuration whose PCMs
`default` and `speaker` play into the null sink and whose `default` and `microphone` capture from a second null
sink's monitor (`rig.speak(samples)` is heard there); `speaker2` is a second output; `nowhere` is ALSA's null.

Times are CLOCK_BOOTTIME in nanoseconds, the clock of `Moment.boot`, and mean *arrival*: when the bytes that hold a
sample were read from `parec --latency-msec=1`. That is late by parec's own buffering (about 1 to 2 ms), never early.

Functions:
  boot_ns()                          CLOCK_BOOTTIME now
  PulseRig(rate=48000)               context manager; .environment(base=None), .record(sink="speaker"),
                                     .speak(samples), .server, .directory, .kill() (the device vanishes)
  Recording                          context manager; mono 16-bit samples at the rig's rate:
    .samples()                       array('h') so far
    .arrival_ns(index)               when that sample was read
    .index_at(ns)                    first sample that was read at or after ns
    .first_audible_ns(after_ns)      arrival of the first sample above -46 dBFS (THRESHOLD) read after a time, or None
    .silent_ns(after_ns)             arrival of the last sample above THRESHOLD that is followed by 50 ms of silence,
                                     searched from after_ns on; after_ns itself where it was silent already;
                                     None: no silence
    .wait_for_sound(after_ns, timeout), .wait_for_silence(after_ns, timeout)   poll for the two; same answers
    .cut_step(after_ns, original=None, began_ns=None)
                                     (largest step between neighbouring samples in the 12 ms up to the silence that
                                     follows after_ns, the largest that is the sound's own: of the 200 ms before
                                     those and, with the samples that play since began_ns, of that place in them);
                                     a sound cut hard steps by up to its amplitude, many times its own largest step
    .rms(from_ns, to_ns)             level as a share of full scale
    .tone(hertz, from_ns, to_ns)     share of the energy at a frequency (Goertzel), 0 … 1
    .save(path)                      a WAV file, to be looked at with sox
"""

import array
import bisect
import math
import os
import shutil
import subprocess
import tempfile
import threading
import time
import wave

THRESHOLD = 164  # of 32768: -46 dBFS


def boot_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def _real_time(priority, thread=0):
    """For a thread, or the calling one, where permitted: sound servers run so, and other work on the machine must not
    be measured as latency."""
    try:
        os.sched_setscheduler(thread, os.SCHED_FIFO, os.sched_param(priority))
    except OSError:
        pass


class PulseRig:
    def __init__(self, rate=48000):
        self.rate = rate
        self.directory = tempfile.mkdtemp(prefix="anicca-pulse-")
        self.socket = os.path.join(self.directory, "native")
        self.server = "unix:" + self.socket
        self.process = None
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    # norewinds: an idle null sink renders two seconds ahead and then cannot go back far enough; so it is 50 ms.
    def _start(self):
        script = os.path.join(self.directory, "rig.pa")
        with open(script, "w") as file:
            file.write(
                f"load-module module-native-protocol-unix socket={self.socket} auth-anonymous=1\n"
                + "".join(
                    f"load-module module-null-sink sink_name={sink} rate={self.rate} channels=2 format=s16le"
                    " norewinds=1\n" for sink in ("speaker", "speaker2", "room"))
                + "set-default-sink speaker\nset-default-source room.monitor\n"
            )
        with open(os.path.join(self.directory, "alsa.conf"), "w") as file:
            file.write(self._alsa_configuration())
        self.log = open(os.path.join(self.directory, "pulseaudio.log"), "w")
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "-F", script, "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
             "--disable-shm=yes", "--high-priority=no", "--realtime=no", "--log-target=stderr"],
            env=self._daemon_environment(), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError("pulseaudio ended: " + self._tail())
            if os.path.exists(self.socket) and self._pactl("list", "short", "sinks").count("speaker") >= 2:
                # Only now: it gives up any priority it was started with.
                for thread in os.listdir(f"/proc/{self.process.pid}/task"):
                    _real_time(20, int(thread))
                return
            time.sleep(0.02)
        raise RuntimeError("pulseaudio did not start: " + self._tail())

    def _tail(self):
        self.log.flush()
        with open(self.log.name) as file:
            return file.read()[-2000:]

    def _alsa_configuration(self):
        def pulse(name, device):
            return f'pcm.{name} {{ type pulse server "{self.server}" device "{device}" }}\n'
        return (
            pulse("speaker", "speaker") + pulse("speaker2", "speaker2") + pulse("microphone", "room.monitor")
            + 'pcm.default { type asym playback.pcm "speaker" capture.pcm "microphone" }\n'
            + "pcm.nowhere { type null }\n")

    def _daemon_environment(self):
        environment = dict(os.environ)
        environment.update(
            HOME=self.directory, XDG_RUNTIME_DIR=self.directory, XDG_CONFIG_HOME=self.directory,
            PULSE_RUNTIME_PATH=self.directory, PULSE_STATE_PATH=self.directory, PULSE_SERVER=self.server)
        environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        return environment

    def environment(self, base=None):
        """For the program under test: its libasound talks to this daemon only."""
        environment = dict(os.environ if base is None else base)
        environment.update(
            ALSA_CONFIG_PATH=os.path.join(self.directory, "alsa.conf"), PULSE_SERVER=self.server,
            PULSE_RUNTIME_PATH=self.directory, PULSE_COOKIE=os.path.join(self.directory, "cookie"))
        return environment

    def _pactl(self, *arguments):
        done = subprocess.run(
            ["pactl", "--server", self.server, *arguments], env=self._daemon_environment(),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=5)
        return done.stdout

    def record(self, sink="speaker"):
        return Recording(self, sink)

    def speak(self, samples):
        """Plays 16-bit mono samples into the microphone's room; returns when they have been played."""
        subprocess.run(
            ["pacat", "--server", self.server, "--device=room", "--raw", "--format=s16le", "--channels=1",
             f"--rate={self.rate}", "--latency-msec=20"],
            input=array.array("h", samples).tobytes(), env=self._daemon_environment(), timeout=60, check=True)

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self):
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None
        if hasattr(self, "log"):
            self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def largest_step(samples):
    """The largest difference of two neighbours."""
    return max((abs(after - before) for before, after in zip(samples, samples[1:])), default=0)


class Recording:
    def __init__(self, rig, sink):
        self.rate = rig.rate
        self._bytes = bytearray()
        self._ends = []      # samples so far, per read
        self._times = []     # arrival, per read
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            ["parec", "--server", rig.server, "--device", sink + ".monitor", "--raw", "--format=s16le",
             "--channels=1", f"--rate={rig.rate}", "--latency-msec=1"],
            env=rig._daemon_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: _real_time(15))
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 5
        while not self._times and time.monotonic() < deadline:
            time.sleep(0.01)
        if not self._times:
            self.close()
            raise RuntimeError("the monitor gives no sound")

    def _read(self):
        _real_time(10)
        descriptor = self._process.stdout.fileno()
        while True:
            data = os.read(descriptor, 65536)
            now = boot_ns()
            if not data:
                return
            with self._lock:
                self._bytes += data
                self._ends.append(len(self._bytes) // 2)
                self._times.append(now)

    def samples(self, first=0, last=None):
        with self._lock:
            end = len(self._bytes) // 2 if last is None else min(last, len(self._bytes) // 2)
            return array.array("h", bytes(self._bytes[2 * first:2 * end]))

    def arrival_ns(self, index):
        with self._lock:
            at = bisect.bisect_right(self._ends, index)
            return self._times[min(at, len(self._times) - 1)]

    def index_at(self, ns):
        with self._lock:
            at = bisect.bisect_left(self._times, ns)
            return 0 if at == 0 else self._ends[at - 1]

    def first_audible_index(self, after_ns):
        first = self.index_at(after_ns)
        return next((first + at for at, sample in enumerate(self.samples(first)) if abs(sample) > THRESHOLD), None)

    def first_audible_ns(self, after_ns):
        index = self.first_audible_index(after_ns)
        return None if index is None else self.arrival_ns(index)

    def _silence_index(self, after_ns, quiet_ms=50):
        """Index after the last loud sample before the first quiet stretch, from after_ns on; None: none yet."""
        first = self.index_at(after_ns)
        quiet = self.rate * quiet_ms // 1000
        run = 0
        for offset, sample in enumerate(self.samples(first)):
            run = 0 if abs(sample) > THRESHOLD else run + 1
            if run >= quiet:
                return first + offset + 1 - run
        return None

    def silent_ns(self, after_ns):
        index = self._silence_index(after_ns)
        if index is None:
            return None
        return after_ns if index <= self.index_at(after_ns) else self.arrival_ns(index - 1)

    def _poll(self, question, timeout):
        deadline = time.monotonic() + timeout
        while True:
            answer = question()
            if answer is not None or time.monotonic() > deadline:
                return answer
            time.sleep(0.01)

    def wait_for_sound(self, after_ns, timeout=2):
        return self._poll(lambda: self.first_audible_ns(after_ns), timeout)

    def wait_for_silence(self, after_ns, timeout=2):
        return self._poll(lambda: self.silent_ns(after_ns), timeout)

    def cut_step(self, after_ns, original=None, began_ns=None):
        end = self._silence_index(after_ns)
        if end is None:
            return None
        cut = self.rate * 12 // 1000
        before = self.rate * 200 // 1000
        window = self.samples(max(0, end - cut - before), end + 48)
        split = max(0, len(window) - cut - 48)
        own = 0 if original is None else self._own_step(original, began_ns, end, cut)
        return largest_step(window[split:]), max(largest_step(window[:split]), own)

    def _own_step(self, original, began_ns, end, cut):
        """What the sound itself does where it was cut: a note may begin there, steeper than all before it."""
        first = self.first_audible_index(began_ns)
        start = next(at for at, sample in enumerate(original) if abs(sample) > THRESHOLD)
        heard = self.samples(first, end - cut)
        # The first audible sample of a softer copy comes a little later than the original's.
        slack = self.rate * 5 // 1000
        stop = start + end - first
        loudest = max(map(abs, original[start:start + len(heard)]), default=0)
        gain = max(map(abs, heard), default=0) / max(1, loudest)
        return gain * largest_step(original[max(0, stop - cut - slack):stop + slack])

    def rms(self, from_ns, to_ns):
        part = self.samples(self.index_at(from_ns), self.index_at(to_ns))
        return math.sqrt(sum(x * x for x in part) / len(part)) / 32768 if part else 0.0

    def tone(self, hertz, from_ns, to_ns):
        part = self.samples(self.index_at(from_ns), self.index_at(to_ns))
        energy = sum(x * x for x in part)
        if not energy:
            return 0.0
        step = 2 * math.pi * hertz / self.rate
        real = sum(x * math.cos(step * i) for i, x in enumerate(part))
        imaginary = sum(x * math.sin(step * i) for i, x in enumerate(part))
        return 2 * (real * real + imaginary * imaginary) / (len(part) * energy)

    def save(self, path):
        with wave.open(path, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(self.samples().tobytes())

    def close(self):
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()
        self._thread.join(2)
        if self._process.stdout:
            self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
