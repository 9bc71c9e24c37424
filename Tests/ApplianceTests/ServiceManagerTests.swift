import Bedside
import CLinux
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// The service manager's end of the socket.
private final class Manager {
    let descriptor: FileDescriptor
    let address: String
    private(set) var heard: [String] = []

    init(_ address: String) throws {
        self.address = address
        descriptor = FileDescriptor(socket(AF_UNIX, clinux_datagram_flags, 0))
        try #require(ControlAddress.apply(.bind, socket: descriptor.number, path: address) == 0)
    }

    /// What has come since the last call.
    func take() -> [String] {
        var lines: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor.number, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            lines += String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
        }
        heard += lines
        return lines
    }

    func hears(_ line: String, withinSeconds limit: Double = 10) -> Bool {
        eventually(withinSeconds: limit) { take().contains(line) }
    }
}

@Suite(.requirement("GUARD-3")) struct ServiceManagerTests {
    /// GUARD-3, as systemd sees it: ready, what is next, signs of life, an orderly end.
    @Test(arguments: [false, true])
    func isReadyWhenArmedAndSignsUntilItEnds(isAbstract: Bool) throws {
        let program = try Program()
        let manager = try Manager(isAbstract ? "@anicca-\(UUID().uuidString)" : program.folder.path + "/notify")
        let result = try program.whileRunning(
            extra: ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "400000"]
        ) {
            #expect(manager.hears("READY=1"))
            #expect(manager.hears("WATCHDOG=1"))
            #expect(manager.hears("WATCHDOG=1"))
            let once = try program.run("alarm", "once", "23:59", "--date", "2200-01-01")
            #expect(once.code == 0)
            let isTold = eventually { manager.take().contains { $0.hasPrefix("STATUS=next: once-1") } }
            #expect(isTold)
        }
        #expect(result.code == 0)
        _ = manager.take()
        #expect(manager.heard.last == "STOPPING=1")
        #expect(manager.heard.count { $0 == "READY=1" } == 1)
        // Not ready before the status of an armed appliance can be reported.
        #expect(manager.heard.first?.hasPrefix("STATUS=no alarm is set") == true)
    }

    /// A main loop that hangs alone is tested on the virtual board and in `Tests/System`.
    @Test func aStoppedProcessGivesNoSignOfLife() throws {
        let program = try Program()
        let manager = try Manager(program.folder.path + "/notify")
        _ = try program.whileRunning(extra: ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "200000"]) { child in
            #expect(manager.hears("WATCHDOG=1"))
            kill(child, SIGSTOP)
            #expect(eventually { Self.isStopped(child) })
            _ = manager.take()
            // Three times the limit.
            usleep(600_000)
            #expect(manager.take().isEmpty)
            kill(child, SIGCONT)
            #expect(manager.hears("WATCHDOG=1"))
        }
    }

    private static func isStopped(_ process: pid_t) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return status.contains("State:\tT")
    }

    /// The limit may be meant for another process, such as a shell that started this one.
    @Test(arguments: [("0", nil), ("many", nil), ("200000", "1")] as [(String, String?)])
    func theWatchdogOfAnotherProcessIsNotFed(limit: String, watched: String?) throws {
        let manager = ServiceManager(address: "@anicca-none", limitMicroseconds: limit, watched: watched)
        #expect(manager.watchdogLimit == nil)
        let ours = ServiceManager(
            address: "@anicca-none", limitMicroseconds: "30000000", watched: String(getpid()))
        #expect(ours.watchdogLimit == .seconds(30))
        #expect(ServiceManager(address: nil, limitMicroseconds: "30000000", watched: nil).watchdogLimit == nil)
    }

    @Test(arguments: ["/nonexistent/notify", "vsock:2:1234", "", "@", "/" + String(repeating: "x", count: 300)])
    func aManagerThatDoesNotListenStopsNothing(address: String) throws {
        let program = try Program()
        let result = try program.whileRunning(extra: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "100000"]) {
            usleep(200_000)
            #expect(ControlClient.isRunning(stateFolder: program.state))
        }
        #expect(result.code == 0)
    }

    /// What could not be sent is sent with the next line, the newest value of each name.
    @Test func whatWasNotAcceptedIsSentAgain() throws {
        let folder = try TemporaryFolder()
        let address = folder.path + "/notify"
        let speaker = ServiceManager(address: address, limitMicroseconds: "1000000", watched: nil)
        speaker.ready()
        speaker.tell("one")
        speaker.tell("two\nREADY=0")
        let manager = try Manager(address)
        speaker.feedWatchdog()
        #expect(manager.take() == ["READY=1", "STATUS=two READY=0", "WATCHDOG=1"])
        speaker.tell("two\nREADY=0")
        #expect(manager.take().isEmpty)
    }

    @Test func livenessNeedsTheCoreAndSound() {
        let now = Moment(boot: BootTime(nanoseconds: 1_000_000_000_000), civil: CivilTime(seconds: 1_900_000_000))
        func look(
            civil: Double? = nil, boot: Double? = nil, sound: Bool = true, lacksDescriptors: Bool = false
        ) -> Liveness.Finding {
            Liveness.check(
                deadline: (
                    civil.map { now.civil + .seconds(fraction: $0) }, boot.map { now.boot + .seconds(fraction: $0) }
                ), soundAnswers: sound, ringLacksDescriptors: lacksDescriptors, at: now)
        }
        #expect(look() == .well)
        #expect(look(civil: 60, boot: 1) == .well)
        #expect(look(civil: -4.9, boot: -4.9) == .well)
        #expect(look(civil: -6) == .overdue(.seconds(6)))
        #expect(look(civil: 60, boot: -6) == .overdue(.seconds(6)))
        #expect(look(sound: false) == .soundHangs)
        #expect(look(lacksDescriptors: true) == .noDescriptors)
    }
}

@Suite(.requirement("GUARD-7")) struct EveningCheckTests {
    /// GUARD-7 with real devices that are missing: found, shown, kept in the night log. Bedtime is in half an hour, so
    /// its check is due at once.
    @Test func whatIsMissingIsFoundAndShown() throws {
        let program = try Program()
        let configuration = try program.folder.write("asound.conf", "")
        let zone = ZoneRules.utc
        let bedtime = zone.local(SystemClock.civil() + .minutes(30)).time
        let profile =
            "habits: { bedtime: { at: \"\(bedtime.hour):\(bedtime.minute < 10 ? "0" : "")\(bedtime.minute)\" } }\n"
        _ = try program.whileRunning(extra: ["ALSA_CONFIG_PATH": configuration]) {
            let result = try program.run("provision", input: profile)
            #expect(result.code == 0, "\(result.errors)")
            var log = ""
            let isTold = eventually(withinSeconds: 15) {
                log = (try? program.run("log", "--json").output) ?? ""
                return log.contains(#""kind":"preflight""#)
            }
            #expect(isTold, "\(log)")
            #expect(log.contains("microphone, sound"), "\(log)")
            let status = try program.run("status", "--json")
            #expect(status.output.contains(#""attention":["microphone","sound"]"#), "\(status.output)")
        }
    }
}
