import Bedside
import Board
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// GUARD-5: what the doctor reads about the machine, from folders laid out as a kernel and systemd do.
@Suite(.requirement("GUARD-5")) struct MachineChecksTests {
    private let folder: TemporaryFolder
    private var machine: MachineChecks { MachineChecks(root: folder.path, usesGPIO: true) }

    init() throws { folder = try TemporaryFolder() }

    @Test func theClockChipIsThereRightWrongOrMissing() throws {
        #expect(machine.clockChip() == .clockChipAbsent)
        try folder.write("sys/class/rtc/rtc0/name", "rtc-ds1307 1-0068\n")
        #expect(machine.clockChip() == .clockChipFaulty("rtc-ds1307 1-0068"))
        try folder.write("sys/class/rtc/rtc0/since_epoch", "946684800\n")
        #expect(machine.clockChip() == .clockChipWrong("rtc-ds1307 1-0068", shows: "2000-01-01T00:00:00+00:00"))
        try folder.write("sys/class/rtc/rtc0/since_epoch", "\(SystemClock.civil().nanoseconds / 1_000_000_000)\n")
        #expect(machine.clockChip() == .clockChip("rtc-ds1307 1-0068"))
        try folder.write("sys/class/rtc/rtc0/since_epoch", "99999999999999999999999")
        #expect(machine.clockChip() == .clockChipFaulty("rtc-ds1307 1-0068"))
    }

    @Test func anOutputThatOpensAtTheSecondTryIsThere() {
        let late = "did not open within 700 ms"
        func found(_ again: Doctor.SecondTry, isRunning: Bool = true) -> Finding {
            Doctor.output("hw:1", failed: late, again: again, isRunning: isRunning)
        }
        #expect(found(.opened("hw:1: 48000 Hz")) == .outputSlow("hw:1: 48000 Hz", reason: late))
        #expect(found(.busy) == .outputFaulty(name: "hw:1", reason: late, mayBeInUse: true))
        #expect(found(.busy, isRunning: false) == .outputFaulty(name: "hw:1", reason: late, mayBeInUse: false))
        #expect(found(.failed) == .outputFaulty(name: "hw:1", reason: late, mayBeInUse: false))
    }

    @Test func whatTheRunningApplianceLacksIsReportedAsAFault() {
        let problem = BoardProblem(part: .light(.red), error: .noPermission(path: "/dev/gpiochip0"))
        let running = Diagnostics([
            "board.missing_buttons": .integer(0),
            "board.problem.1": .text("\(problem)"), "board.problem.1.ja": .text(problem.text(in: .japanese)),
            "board.problem.2": .text("buzzer: gone: for good"), "board.problem.4": .text("not the next"),
        ])
        #expect(
            Doctor.boardProblems(running) == [
                .partFaulty(problem.part.wording, reason: problem.error.wording),
                // From an older version, which reports it in English only.
                .partFaulty(Wording("buzzer", "buzzer"), reason: Wording("gone: for good", "gone: for good")),
            ])
        #expect(Doctor.boardProblems(Diagnostics(["board.missing_buttons": .integer(2)])) == [])
    }

    @Test(arguments: ["sys/fs/cgroup/system.slice", "sys/fs/cgroup/systemd/system.slice"])
    func theServiceIsInstalledEnabledAndRunning(group: String) throws {
        #expect(machine.service() == [], "nothing is found about a service without systemd")
        try folder.write("run/systemd/system/x", "")
        #expect(machine.service() == [.serviceAbsent])
        try folder.write("usr/lib/systemd/system/anicca.service", "[Unit]\n")
        #expect(machine.service() == [.serviceDisabled])
        try folder.write("etc/systemd/system/multi-user.target.wants/anicca.service", "[Unit]\n")
        #expect(machine.service() == [.serviceDown])
        try folder.write("\(group)/anicca.service/cgroup.procs", "")
        #expect(machine.service() == [.serviceDown])
        try folder.write("\(group)/anicca.service/cgroup.procs", "4711\n4712\n")
        #expect(machine.service() == [.serviceUp])
        func limit(_ soft: String) throws {
            try folder.write(
                "proc/4711/limits", "Limit  Soft Limit  Hard Limit  Units\nMax realtime priority     \(soft)   50\n")
        }
        try limit("50")
        #expect(machine.service() == [.serviceUp, .realTime(priority: 50)])
        try limit("0")
        #expect(machine.service() == [.serviceUp, .realTimeDenied])
    }

    @Test(.enabled(if: geteuid() == 0))
    func devicesThatTheServiceMayNotUseAreNamed() throws {
        let audio = try #require(getgrnam("audio")?.pointee.gr_gid)
        #expect(machine.devices() == [])
        let card = try folder.write("dev/snd/pcmC0D0p", "")
        try folder.write("dev/snd/timer", "")
        chmod(card, 0o660)
        #expect(machine.devices() == [.deviceDenied("/dev/snd/pcmC0D0p", group: "audio")])
        chown(card, 0, audio)
        #expect(machine.devices() == [])
        chmod(card, 0o640)
        #expect(machine.devices() == [.deviceDenied("/dev/snd/pcmC0D0p", group: "audio")])
        chmod(card, 0o666)
        let chip = try folder.write("dev/gpiochip0", "")
        chmod(chip, 0o600)
        #expect(machine.devices() == [.deviceDenied("/dev/gpiochip0", group: "gpio")])
        #expect(MachineChecks(root: folder.path, usesGPIO: false).devices() == [])
    }

    // MARK: Presses

    /// The script lists which buttons are down at each check.
    private func check(_ script: [[Button]]) -> [Finding] {
        let turn = Box(0)
        var asked: [Button] = []
        let check = ButtonCheck(
            levels: {
                let down = script.indices.contains(turn.value) ? script[turn.value] : []
                turn.value += 1
                return [Button.start, .stop].map { ButtonLevel(button: $0, isActive: down.contains($0)) }
            },
            ask: { asked.append($0) }, pause: {},
            // The clock advances 100 ms each time it is read.
            now: { BootTime(nanoseconds: Int64(turn.value) * 100_000_000) })
        let findings = check.findings([.start, .stop])
        #expect(asked == [.start, .stop])
        return findings
    }

    @Test func aPressOfEachButtonIsRequested() {
        #expect(check([[], [.start], [.start], [], [], [.stop], []]) == [.buttonWorks(.start), .buttonWorks(.stop)])
        let none = [[Button]](repeating: [], count: 400)
        #expect(check(none) == [.buttonSilent(.start), .buttonSilent(.stop)])
        #expect(
            check([[], [.stop], [], [.start], []]) == [
                .buttonCrossed(asked: .start, pressed: .stop), .buttonCrossed(asked: .stop, pressed: .start),
            ])
        let held = [[Button]](repeating: [.start], count: 150)
        #expect(check(held)[0] == .buttonPressed(.start))
    }
}
