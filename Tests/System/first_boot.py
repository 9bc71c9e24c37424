"""The image, its first boot, the sandbox on real devices, the setting up over SSH, a ring and a conversation."""

import contextlib
import json
import re
import shlex
import subprocess
import threading
import time

import image
from login import long, whole
from root import command, expect
from stage import needed

PROFILE = """owner: { name: Aiko, language: en }
companion: offline
habits:
  wake: { at: "06:20", follow_ups: 3 }
  bedtime: { at: "22:30" }
"""
WRONG = PROFILE.replace("06:20", "06:60")
# As long as a real one; of nobody.
KEY = "sk-proj-" + "Q7vR2mZx9KpLw4Tb" * 5
PHRASE = "It is time to get up. Are you awake? Answer me out loud."


@needed
def an_image_is_made_with_the_package_in_it(system):
    for name in ("owner", "stranger"):
        command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", system.folder / name)
    began = time.monotonic()
    said = []
    disk, system.initrd = image.make(
        system.folder, system.options, system.kernel, (system.folder / "owner.pub").read_text(), said.append)
    disk.rename(system.folder / "disk")
    return [*said, f"made in {time.monotonic() - began:.0f} s"]


@needed
def it_boots_and_is_armed_by_itself(system):
    system.power_on("05:30:00")
    state = system.sh("systemctl is-system-running --wait", 240, check=False)[1].strip()
    expect(state == "running", f"the system is {state}: " + system.sh("systemctl --failed --no-legend --plain"))
    instants = ("InactiveExitTimestampMonotonic", "ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    seen = system.show("ActiveState", "UnitFileState", "NRestarts", *instants)
    expect((seen["ActiveState"], seen["UnitFileState"], seen["NRestarts"]) == ("active", "enabled", "0"), f"{seen}")
    system.slowness = slowness(system)
    begun, program, armed = (int(seen[name]) / 1e6 for name in instants)
    kernel = float(re.search(r"([\d.]+)s \(kernel\)", system.sh("systemd-analyze"))[1])
    return [f"armed {armed:.1f} s after the kernel's start: kernel {kernel:.1f}, systemd until its turn "
            f"{begun - kernel:.1f}, what is kept for a way back {program - begun:.1f}, itself {armed - program:.1f}; "
            f"the machine is {system.slowness:.0f} times slower than this one"]


def slowness(system):
    """By a short command, here and there at the same time; the best of three each."""
    def best(measure):
        return min(measure() for _ in range(3))

    def here():
        began = time.monotonic()
        command(system.options.binary, "--version")
        return time.monotonic() - began

    def there():
        first, last = system.sh(
            "cat /proc/uptime; anicca --version >/dev/null; cat /proc/uptime").splitlines()
        return float(last.split()[0]) - float(first.split()[0])
    return best(there) / best(here)


def nothing_but_ssh_listens(system):
    """Requirements: GUARD-2"""
    lines = system.sh("ss -tulpnH").splitlines()
    others = [line for line in lines if '"sshd"' not in line]
    expect(lines and not others, "it listens:\n" + "\n".join(others or ["nothing, not even sshd"]))


def its_devices_are_its_groups_and_its_lines_are_held(system):
    for path, group in (("/dev/gpiochip0", "gpio"), ("/dev/snd/controlC0", "audio"), ("/dev/snd/pcmC0D0p", "audio")):
        seen = system.sh(f"stat -c '%U %G %a' {path}").strip()
        expect(seen == f"root {group} 660", f"{path}: {seen}")
    held = system.sh(f"readlink /proc/{system.process()}/fd/*").split()
    expect("/dev/gpiochip0" in held, f"the service holds {held}")
    consumers = [line.split("|")[1].split(")")[0].strip() for line in
                 system.sh("cat /sys/kernel/debug/gpio").splitlines() if "|" in line]
    expect(consumers.count("anicca") >= 4, f"lines are held by {consumers}")


def inside(system, script, user, unit="anicca.service"):
    """In the service's control group, which is what may use devices, and in its file systems."""
    who = "" if user == "root" else f"setpriv --reuid {user} --regid {user} --init-groups -- "
    group = f"/sys/fs/cgroup/system.slice/{unit}/cgroup.procs"
    process = system.sh(f"systemctl show {unit} --property MainPID --value").strip()
    enter = f"echo $$ >{group}; exec nsenter --mount --target {process} -- {who}sh -c {shlex.quote(script)}"
    return system.sh(f"sh -c {shlex.quote(enter)}", check=False)[1]


def its_sandbox_lets_it_at_these_devices_and_at_no_others(system):
    """With the real cards there: what the unit's DeviceAllow= names opens, the rest not even to root.

    Requirements: GUARD-3
    """
    def opens(paths, user, how):
        script = f"for path in {paths}; do (exec 3{how}$path) 2>/dev/null && echo $path; done"
        return inside(system, script, user).split()
    mine = "/dev/gpiochip0 /dev/snd/controlC0 /dev/snd/pcmC0D0p"
    seen = opens(mine, "anicca", "<>")
    expect(seen == mine.split(), f"of {mine} the service may only open {seen}")
    foreign = "/dev/vda /dev/mem /dev/ttyS0 /dev/virtio-ports/agent"
    seen = opens(foreign, "root", "<")
    expect(not seen, f"its control group may open {seen}")
    expect(len(system.sh(f"ls {foreign}").split()) == 4, "devices that are not there prove nothing")
    # The lamps' attributes may be written, the rest of /sys not.
    led = inside(system, "touch /sys/class/net/lo/ifalias && echo yes", "root")
    expect("yes" in led, f"/sys/devices is not writable: {led}")
    sys = inside(system, "touch /sys/kernel/mm/transparent_hugepage/enabled && echo yes", "root")
    expect("yes" not in sys, f"/sys is writable: {sys}")


def grades(told):
    """Check to the worst grade of its lines."""
    found = {}
    for finding in json.loads(told):
        order = ("ok", "warn", "fail")
        found[finding["check"]] = max(found.get(finding["check"], "ok"), finding["grade"], key=order.index)
    return found


def remedy(told, name):
    """What the doctor advises about a sound device."""
    findings = [f for f in json.loads(told) if f["check"] == "output" and name in f["result"]]
    expect(len(findings) == 1, f"{name}: {told}")
    return findings[0]["remedy"] or "none"


def its_doctor_finds_the_service_and_its_devices_well(system):
    """As root, and as the service's own user.

    Requirements: GUARD-5
    """
    for who in ("", "setpriv --reuid anicca --regid anicca --init-groups -- "):
        code, told = system.sh(f"{who}anicca doctor --json", 120, check=False)
        found = grades(told)
        expect(code == 0 and "fail" not in found.values(), f"exit code {code}: {told}")
        for check in ("appliance", "clock chip", "system service", "real-time priority", "state folder", "disk",
                      "database", "board", "buttons and light", "synthesizer", "prompts"):
            expect(found.get(check) == "ok", f"{check}: {told}")
        expect('"result":"plughw:CARD=HDA: 48000 Hz' in told, told)
        absent = remedy(told, "plughw:CARD=USB")
        expect("cable" in absent, f"a card that is not there: {absent}")


def its_doctor_sees_what_the_service_sees(system):
    """GUARD-5: by root, who may read more than the service; and a board file that was changed since its start.

    Requirements: GUARD-5
    """
    def grade(check):
        return grades(system.sh("anicca doctor --json", 120, check=False)[1]).get(check)
    key = "/etc/anicca/openai.key"
    for owner, mode, wanted in (("anicca:anicca", "600", "ok"), ("root:anicca", "640", "ok"), ("root:root", "600", "fail"),
                                ("root:root", "640", "fail"), ("anicca:anicca", "644", "fail")):
        system.sh(f"printf %s {KEY} >{key}; chown {owner} {key}; chmod {mode} {key}")
        seen = grade("key")
        expect(seen == wanted, f"a key of {owner}, mode {mode}: {seen}")
    system.sh(f"rm {key}")
    system.sh("cp -p /etc/anicca/board.yaml /root/; sed -i 's/^debounce:.*/debounce: { hold: 6ms }/' /etc/anicca/board.yaml")
    seen = grade("buttons and light")
    system.sh("cp -p /root/board.yaml /etc/anicca/")
    expect(seen == "fail", f"a board file that has changed since its start: {seen}")
    expect(grade("buttons and light") == "ok", "it is as before, and the doctor does not find it so")


def its_doctor_tells_a_card_that_is_taken(system):
    """By somebody else, while the service runs; an absent one is told from it by the check before."""
    system.sh("aplay -q -D plughw:CARD=HDA -f cd -d 600 /dev/zero >/dev/null 2>&1 & echo $! >/run/taker")
    system.wait_until(lambda: "RUNNING" in system.sh("cat /proc/asound/HDA/pcm0p/sub0/status"), 60, "aplay")
    _, told = system.sh("anicca doctor --json", 120, check=False)
    system.sh("kill $(cat /run/taker)")
    taken = remedy(told, "plughw:CARD=HDA")
    expect("using it" in taken, f"a card that is taken: {taken}")


def its_doctor_tells_of_devices_that_are_denied(system):
    """Taken from the group, as without our rules."""
    system.sh("chgrp root /dev/gpiochip0 /dev/snd/controlC0")
    code, told = system.sh("anicca doctor --json", 120, check=False)
    system.sh("chgrp gpio /dev/gpiochip0; chgrp audio /dev/snd/controlC0")
    for path, group in (("/dev/gpiochip0", "gpio"), ("/dev/snd/controlC0", "audio")):
        expect(re.search(rf'"grade":"(fail|warn)"[^}}]*{path}[^}}]*{group}', told), f"{path}: {code} {told}")


def its_doctor_asks_for_each_button(system):
    """With the service stopped, as root, who reads the state as its user: the lines are then the doctor's."""
    system.sh("systemctl stop anicca")
    system.sh("(anicca doctor --buttons --json >/run/told 2>/run/asked; echo $? >/run/code) &")

    def said(name):
        return system.sh(f"cat /run/{name} 2>/dev/null", check=False)[1].splitlines()
    for count, line in enumerate(("START", "STOP", "MUTE"), 1):
        system.wait_until(lambda: len(said("asked")) >= count, 60, "question")
        system.press(line, bounces=0)
    system.wait_until(lambda: said("code"), 60, "end of the doctor")
    told = system.sh("cat /run/told /run/asked")
    system.sh("systemctl start anicca", 120)
    pressed = [f for f in json.loads(told.splitlines()[0]) if "pressed" in f["result"] or "press" in f["check"]]
    expect(len(pressed) == 3 and all(f["grade"] == "ok" for f in pressed), told)


def a_command_that_is_at_work_does_not_fail_its_start(system):
    """It holds the state folder's lock for a moment, as the command line does while there is no appliance."""
    system.sh("systemctl stop anicca", 60)
    system.sh("flock /var/lib/anicca/lock sh -c 'until pgrep -x anicca; do sleep 0.05; done; sleep 1' "
              ">/dev/null 2>&1 &")
    system.sh("systemctl start anicca", 120, check=False)
    system.wait_armed(120)
    seen = system.show("ActiveState", "NRestarts")
    expect(seen == {"ActiveState": "active", "NRestarts": "0"}, f"{seen}")


def its_owner_sets_it_up_by_questions_over_ssh(system):
    """`ssh -t`: a terminal, by a login that may do more than provision; each answer is typed as its question comes.

    Requirements: SETUP-1, SETUP-2
    """
    answers = (
        ("Which language", "en"), ("check the microphone", ""), ("I heard nothing", "n"), ("check the speaker", ""),
        ("Did you hear it", "y"), ("address of your gateway", ""), ("What may I call you", "Aiko"), ("How old are you", "18-plus"),
        ("In which country", "jp"), ("Whom may it mention", "n"), ("Which habits", "wake"), ("at what time", "6 o'clock"),
        ("at what time", "06:20"), ("on which days", "weekdays"), ("Another habit", ""), ("Where do you sleep", "loft"),
        ("sleep very heavily", "n"), ("May I remember", "y"))
    system.sh("mkdir -p -m 700 /root/.ssh; cp /etc/anicca/authorized_keys /root/.ssh/")
    system._mark, told = system.hda.frames(), ""
    client = subprocess.Popen(["ssh", "-tt", *system.ssh_line("anicca", "setup", user="root")[1:]],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    ends = threading.Timer(180, client.kill)
    ends.start()
    try:
        for question, answer in answers:
            asked = ""
            while question not in asked or not asked.endswith(" "):
                piece = client.stdout.read1(4096).decode(errors="replace")
                expect(piece, f"it ended before it asked {question!r}:\n{told}{asked}")
                asked += piece
            told += asked
            client.stdin.write(answer.encode() + b"\n")
            client.stdin.flush()
        told += client.stdout.read().decode(errors="replace")
        code = client.wait()
    finally:
        ends.cancel()
        client.kill()
        system.sh("rm -r /root/.ssh")
    expect(code == 0 and "Please give a time like 06:00." in told and "Next up" in told, f"{code}:\n{told}")
    system.hears_alarm(system.hda, since=system._mark)
    now = system.cli("profile", "show")
    expect(all(word in now for word in ('"Aiko"', 'country: "JP", age: 18-plus', 'memory: "on"', "loft", "06:20", "mon, tue, wed, thu, fri")), now)


@needed
def a_key_sets_it_up_over_ssh(system):
    """Requirements: SETUP-2"""
    system.cli("key", "set", text=KEY + "\n")
    done = system.ssh("anicca", "provision", text=PROFILE)
    expect(done.returncode == 0 and "06:20" in done.stdout and "Next up" in done.stdout, f"{done}")
    expect(system.status()["profile"]["owner"]["name"] == "Aiko", "the profile did not come")


def a_bad_profile_is_refused_with_line_and_field(system):
    """Requirements: SETUP-2"""
    before = system.cli("profile", "show")
    done = system.ssh("anicca", "provision", text=WRONG)
    expect(done.returncode == 65 and re.search(r"profile\.yaml:4:\d+: habits\.wake\.at:", done.stderr), f"{done}")
    expect(system.cli("profile", "show") == before, "a refused profile changed something")


def a_line_that_is_cut_in_mid_transfer_changes_nothing(system):
    """What has come by then is a good profile. The sender goes; then a sender stays, and the network goes."""
    before, half = system.cli("profile", "show"), long(60_000)[:30_000]

    def taken():
        """Bytes that the login has written down."""
        sizes = system.sh("pgrep -u anicca -x head >/dev/null && stat -c %s /tmp/tmp.*", check=False)[1].split()
        return max((int(size) for size in sizes if size.isdigit()), default=-1)

    def is_over():
        return not system.sh("pgrep -u anicca -f ssh-provision; ls /tmp/tmp.* 2>/dev/null", check=False)[1].strip()

    def cut(client, how, within):
        system.wait_until(lambda: taken() >= len(half) - 8192, 60, "half of the profile in the login")
        how()
        system.wait_until(is_over, within, "end of the login whose line was cut")
        expect(system.cli("profile", "show") == before, f"half a profile was applied; {client.args}")

    with system.begun_ssh("anicca", "provision", text=half) as client:
        cut(client, client.kill, 30)
    with system.begun_ssh("anicca", "provision", text=half) as client:
        try:
            # Nothing tells the login of it but its own limit, a minute.
            cut(client, lambda: system.machine.link(False), 120)
        finally:
            system.machine.link(True)
        told = client.communicate(timeout=60)[1].decode()
        expect(client.returncode == 75 and "nothing was changed" in told, f"{client.returncode}: {told}")


def of_two_profiles_at_once_one_holds_whole(system):
    texts = {"Left": whole("Left", 14), "Right": whole("Right", 16)}
    with contextlib.ExitStack() as stack:
        clients = {name: stack.enter_context(system.begun_ssh("anicca", "provision", text=text))
                   for name, text in texts.items()}
        for client in clients.values():
            client.stdin.close()
            client.stdin = None
        for name, client in clients.items():
            told, errors = (output.decode() for output in client.communicate(timeout=90))
            expect(client.returncode == 0 and "Next up" in told, f"{name}: {client.returncode} {told} {errors}")
    now = system.cli("profile", "show")
    holds = [name for name, hour in (("Left", 14), ("Right", 16))
             if all(part in now for part in (f'name: "{name}"', f"room of {name}", f"8{hour % 10}", f"1{hour % 10}",
                                             *(f"{hour}:{minute}" for minute in (10, 20, 30, 40))))]
    expect(len(holds) == 1, "a mixture of two profiles:\n" + now)
    for habit in ("training", "reading"):
        system.cli("habit", "remove", habit, check=False)
    done = system.ssh("anicca", "provision", text=PROFILE)
    expect(done.returncode == 0, f"the way back: {done}")
    return [f"{holds[0]}'s"]


def everything_else_is_refused_over_ssh(system):
    for words, key, user, code in (("id", "owner", "anicca", 77), ("anicca status", "owner", "anicca", 77),
                                   ("anicca provision", "stranger", "anicca", 255), ("id", "owner", "root", 255)):
        done = system.ssh(words, text=PROFILE, key=key, user=user)
        expect(done.returncode == code and "uid=" not in done.stdout, f"{words} with {key}'s key as {user}: {done}")


def an_alarm_rings_through_the_sandbox_and_stop_silences_it(system):
    """Requirements: ALARM-3, GUARD-3"""
    system.alarm_soon("training", "06:00", follow_ups=2)
    late = system.hears_in_time()
    threads = system.threads()
    expect(any(thread[1:] == ("FF", "45") for thread in threads), f"no real-time thread while it rings: {threads}")
    share = system.flashes("LIGHT", 1.5)
    expect(0 < share < 1, f"the lamp does not blink: on at {share:.0%} of the looks")
    system.stop()
    expect(not system.drives("LIGHT"), "the lamp is on")
    return [f"heard {late:.2f} s after its minute"]


def start_opens_the_companion_that_speaks(system):
    system.alarm_soon("wake", "06:20")
    system.hears_in_time()
    mark = system.hda.frames()
    system.press("START")
    system.hears_phrase(system.hda, PHRASE, mark, within=90)
    system.stop()
    system.shows("at rest", activity="idle")


CHECKS = [
    an_image_is_made_with_the_package_in_it, it_boots_and_is_armed_by_itself, nothing_but_ssh_listens,
    its_devices_are_its_groups_and_its_lines_are_held, its_sandbox_lets_it_at_these_devices_and_at_no_others,
    its_doctor_finds_the_service_and_its_devices_well, its_doctor_tells_of_devices_that_are_denied,
    its_doctor_sees_what_the_service_sees, its_doctor_tells_a_card_that_is_taken, its_doctor_asks_for_each_button,
    a_command_that_is_at_work_does_not_fail_its_start, its_owner_sets_it_up_by_questions_over_ssh,
    a_key_sets_it_up_over_ssh, a_bad_profile_is_refused_with_line_and_field,
    a_line_that_is_cut_in_mid_transfer_changes_nothing,
    of_two_profiles_at_once_one_holds_whole, everything_else_is_refused_over_ssh,
    an_alarm_rings_through_the_sandbox_and_stop_silences_it, start_opens_the_companion_that_speaks,
]
