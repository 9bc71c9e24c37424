import Bedside
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

@Suite struct ControlTests {
    @Test(.requirement("GUARD-5")) func answersCommandsMetricsAndCounters() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        guard case .status(let status) = try ControlClient.send(.status, stateFolder: loop.stateFolder) else {
            Issue.record("the answer is not a status")
            return
        }
        #expect(status.zone == "UTC")
        #expect(try ControlClient.metrics(stateFolder: loop.stateFolder) == "anicca_up 1\n")
        let diagnostics = try ControlClient.diagnostics(stateFolder: loop.stateFolder)
        #expect(diagnostics.sound.underruns == 2)
        #expect(diagnostics.sound.output == "default")
        guard case .refused(let refusal) = try ControlClient.send(.volume(percent: 900), stateFolder: loop.stateFolder)
        else {
            Issue.record("a volume of 900 percent was accepted")
            return
        }
        #expect(refusal.code == .badData)
    }

    @Test(arguments: [
        ["status"], ["next"], ["habit"], ["habit", "set", "wake", "--at", "06:30"], ["habit", "off", "wake"],
        ["habit", "skip", "training"], ["profile", "set", "owner.name=Aki"], ["profile", "set", "volume.floor=101"],
        ["alarm", "once", "05:30"], ["volume", "40"], ["volume", "900"], ["key", "show"], ["session", "stats"],
    ])
    func aCommandMakesOneConnection(arguments: [String]) throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        let program = try Program()
        let result = try program.run(arguments, extra: ["ANICCA_STATE_DIR": loop.stateFolder])
        // The connection of this question is one more.
        _ = try ControlClient.send(.status, stateFolder: loop.stateFolder)
        #expect(loop.connections.count.withLock { $0 } == 2, "\(result)")
    }

    @Test func aConnectionThatWasLetGoIsMadeAgain() throws {
        let loop = try LoopThread(idleLimit: .milliseconds(100))
        defer { loop.stop() }
        let client = ControlClient(stateFolder: loop.stateFolder)
        for _ in 0..<3 { #expect(try client.metrics() == "anicca_up 1\n") }
        _ = try client.send(.status)
        #expect(loop.connections.count.withLock { $0 } == 1)
        usleep(400_000)
        #expect(client.isRunning)
        _ = try client.send(.status)
        #expect(loop.connections.count.withLock { $0 } == 2)
    }

    @Test func aWatcherGetsTheStatusNowAndAtEachChange() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        var seen: [Int] = []
        try ControlClient.watch(stateFolder: loop.stateFolder) { status in
            seen.append(status.settings.voicePercent)
            if seen.count == 1 {
                _ = try? ControlClient.send(.volume(percent: 33), stateFolder: loop.stateFolder)
            }
            return status.settings.voicePercent != 33
        }
        #expect(seen.first == 60)
        #expect(seen.last == 33)
    }

    /// ALARM-3: the night log records truthfully who pressed.
    @Test(.requirement("ALARM-3")) func aPressOverTheSocketIsRecordedAsSuchWhateverItClaims() throws {
        let asked = Mutex<[Command]>([])
        let loop = try LoopThread { command in asked.withLock { $0.append(command) } }
        defer { loop.stop() }
        for cause in [NightEntry.Cause.button, .terminal, .companion, .owner, .socket] {
            _ = try ControlClient.send(
                .press(.volumeUp, heldMilliseconds: 80, from: cause), stateFolder: loop.stateFolder)
        }
        #expect(
            asked.withLock { $0 }
                == Array(repeating: .press(.volumeUp, heldMilliseconds: 80, from: .socket), count: 5))
    }

    /// GUARD-6: a program that answers at the socket cannot write control codes to the owner's terminal.
    @Test(.requirement("GUARD-6")) func statusPrintsNothingThatATerminalWouldActOn() throws {
        let loop = try LoopThread(output: "card\u{1B}]0;title\u{7}\u{9B}2J\u{202E}\r")
        defer { loop.stop() }
        let program = try Program()
        let result = try program.run(["status"], extra: ["ANICCA_STATE_DIR": loop.stateFolder])
        #expect(result.code == 0)
        #expect(result.output.contains("card\u{FFFD}]0;title"))
        let allowed: Set<UInt32> = [0x0A]
        #expect(
            result.output.unicodeScalars.allSatisfy { scalar in
                allowed.contains(scalar.value)
                    || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x202E)
            })
    }

    @Test(.requirement("GUARD-2")) func theSocketIsForItsOwnerAlone() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        var information = stat()
        #expect(lstat(ControlAddress.socketPath(stateFolder: loop.stateFolder), &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test(
        .requirement("GUARD-6"),
        arguments: [
            ("{", "expected one JSON object"),
            ("[1]", "object"),
            (#"{"id":1}"#, "exactly one of"),
            (#"{"id":1,"metrics":true,"watch":true}"#, "exactly one of"),
            (#"{"id":"x","metrics":true}"#, "id: expected a whole number"),
            (#"{"id":1,"command":{"nope":{}}}"#, "command"),
            (#"{"id":1,"command":{"skip":{"habit":"NOT A HABIT"}}}"#, "expected a habit name"),
            (#"{"id":1,"command":{"volume":{"percent":"loud"}}}"#, "expected a whole number"),
            (#"{"id":1,"command":{"volume":{"percent":1e400}}}"#, "expected one JSON object"),
            (#"{"id":1,"comand":{"status":{}}}"#, "comand: unknown field"),
        ])
    func malformedLinesGetOneClearError(line: String, expected: String) throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        let client = try RawClient(stateFolder: loop.stateFolder)
        client.send(line)
        let answer = try #require(client.readLine())
        #expect(answer.contains(#""code":65"#))
        #expect(answer.contains(expected), "\(answer)")
        // The connection still works.
        client.send(#"{"id":7,"metrics":true}"#)
        #expect(client.readLine()?.contains("anicca_up") == true)
    }

    @Test(.requirement("GUARD-6")) func endlessNestingIsAnErrorAndNotACrash() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        for opening in ["[", #"{"id":"#, #"{"id":1,"command":["#] {
            let client = try RawClient(stateFolder: loop.stateFolder)
            client.send(String(repeating: opening, count: 200_000 / opening.utf8.count))
            #expect(client.readLine()?.contains(#""code":65"#) == true)
        }
    }

    @Test(.requirement("GUARD-6")) func aLineLongerThanTheBoundIsRefusedAndItsSenderDropped() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        let client = try RawClient(stateFolder: loop.stateFolder)
        client.send([UInt8](repeating: 0x61, count: ControlLimits.lineBytes + 40_000))
        #expect(client.readLine()?.contains("longer than") == true)
        #expect(client.readLine() == nil)
        #expect(try ControlClient.metrics(stateFolder: loop.stateFolder) == "anicca_up 1\n")
    }

    /// ANICCA_FUZZ_SEEDS=500 for a longer run.
    @Test(
        .requirement("GUARD-6"),
        arguments: 1...max(1, Int(ProcessInfo.processInfo.environment["ANICCA_FUZZ_SEEDS"] ?? "") ?? 6))
    func survivesGarbage(seed: Int) throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        var random = SeededRandom(seed: UInt64(seed))
        let seeds: [[UInt8]] = [
            Array(#"{"id":1,"command":{"status":{}}}"#.utf8),
            Array(
                #"{"id":2,"command":{"apply":{"patch":{"habits":[{"id":"wake","at":"06:00"}],"removedHabits":[]}}}}"#
                    .utf8),
            Array(#"{"id":3,"command":{"once":{"time":"05:30","like":"wake"}}}"#.utf8),
            Array(#"{"id":4,"command":{"press":{"button":"start","heldMilliseconds":2500,"from":"socket"}}}"#.utf8),
            Array(#"{"id":5,"command":{"tryOut":{"afterSeconds":10}}}"#.utf8),
            Array(#"{"id":6,"watch":true}"#.utf8),
        ]
        for _ in 0..<300 {
            let client = try RawClient(stateFolder: loop.stateFolder)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                var line = seeds.randomElement(using: &random) ?? []
                for _ in 0..<Int.random(in: 0...6, using: &random) where !line.isEmpty {
                    let index = Int.random(in: 0..<line.count, using: &random)
                    switch Int.random(in: 0...4, using: &random) {
                    case 0: line[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: line.remove(at: index)
                    case 2: line.insert(UInt8.random(in: 0...255, using: &random), at: index)
                    case 3: line.insert(contentsOf: Array("99999999999999999999".utf8), at: index)
                    default: line = Array(line.prefix(index))
                    }
                }
                client.send(line + [0x0A])
            }
            // Garbage may contain no line end, so an answer is certain only after the end.
            if Bool.random(using: &random) {
                shutdown(client.descriptor, Int32(SHUT_WR))
                while client.readLine() != nil {}
            }
        }
        #expect(try ControlClient.metrics(stateFolder: loop.stateFolder) == "anicca_up 1\n")
    }

    @Test func aClientThatClosesItsSideIsStillAnswered() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        let client = try RawClient(stateFolder: loop.stateFolder)
        client.send(#"{"id":1,"command":{"status":{}}}"#)
        shutdown(client.descriptor, Int32(SHUT_WR))
        #expect(client.readLine()?.contains(#""reply""#) == true)
        #expect(client.readLine() == nil)
    }

    @Test(.requirement("GUARD-6")) func moreClientsThanTheBoundAreTurnedAwayWithAReason() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        var clients: [RawClient] = []
        for _ in 0..<ControlLimits.clients {
            let client = try RawClient(stateFolder: loop.stateFolder)
            client.send(#"{"id":1,"metrics":true}"#)
            #expect(client.readLine() != nil)
            clients.append(client)
        }
        let surplus = try RawClient(stateFolder: loop.stateFolder)
        #expect(surplus.readLine()?.contains("too many clients") == true)
        #expect(surplus.readLine() == nil)
        clients.removeLast()
        #expect(eventually { (try? ControlClient.metrics(stateFolder: loop.stateFolder)) != nil })
    }

    @Test(.requirement("GUARD-6")) func moreRequestsThanTheBoundArePutOff() throws {
        let loop = try LoopThread(holding: true)
        defer { loop.stop() }
        let client = try RawClient(stateFolder: loop.stateFolder)
        for number in 1...(ControlLimits.pendingRequests + 1) {
            client.send(#"{"id":\#(number),"command":{"status":{}}}"#)
        }
        let answer = try #require(client.readLine())
        #expect(answer.contains(#""code":75"#))
        #expect(answer.contains(#""id":\#(ControlLimits.pendingRequests + 1)"#))
    }

    @Test func anIdleClientIsDisconnectedButAWatcherIsNot() throws {
        let loop = try LoopThread(idleLimit: .milliseconds(600))
        defer { loop.stop() }
        let watcher = try RawClient(stateFolder: loop.stateFolder)
        watcher.send(#"{"id":1,"watch":true}"#)
        #expect(watcher.readLine() != nil)
        let idle = try RawClient(stateFolder: loop.stateFolder)
        idle.send(Array(#"{"id":1,"#.utf8))
        let began = SystemClock.boot()
        #expect(idle.readLine() == nil)
        #expect(SystemClock.boot() - began >= .milliseconds(400))
        _ = try ControlClient.send(.volume(percent: 20), stateFolder: loop.stateFolder)
        #expect(watcher.readLine()?.contains(#""voicePercent":20"#) == true)
    }

    @Test(.requirement("GUARD-6")) func aClientThatDoesNotReadIsDroppedAndOthersAreServed() throws {
        let loop = try LoopThread()
        defer { loop.stop() }
        let deaf = try RawClient(stateFolder: loop.stateFolder)
        let request = Array((#"{"id":1,"command":{"status":{}}}"# + "\n").utf8)
        // Several thousand answers of 2 KB: more than socket and buffer hold.
        let isHungUp = !deaf.send(Array(repeatElement(request, count: 6000).joined()))
        #expect(isHungUp || eventually { !deaf.send(request) })
        #expect(try ControlClient.metrics(stateFolder: loop.stateFolder) == "anicca_up 1\n")
    }

    @Test func aSocketLeftBehindIsReplacedButALiveOneIsNot() throws {
        let folder = try TemporaryFolder()
        let path = ControlAddress.socketPath(stateFolder: folder.path)
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(ControlAddress.apply(.bind, socket: dead, path: path) == 0)
        close(dead)
        #expect(throws: ClientError.notRunning(stateFolder: folder.path)) {
            try ControlClient.send(.status, stateFolder: folder.path)
        }
        let loop = try LoopThread(stateFolder: folder.path)
        #expect(throws: ControlError.alreadyRunning(path: path)) { try LoopThread(stateFolder: folder.path) }
        #expect(try ControlClient.metrics(stateFolder: folder.path) == "anicca_up 1\n")
        loop.stop()
        #expect(access(path, F_OK) != 0)
    }

    @Test func aFileThatIsNotASocketIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("control.sock", "precious")
        #expect(throws: (any Error).self) { try LoopThread(stateFolder: folder.path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func aStateFolderWithALongPathWorks() throws {
        let folder = try TemporaryFolder()
        let long = folder.path + "/" + String(repeating: "long-name/", count: 14) + "state"
        try Files.makeFolder(long)
        #expect(long.utf8.count > 108)
        let loop = try LoopThread(stateFolder: long)
        defer { loop.stop() }
        #expect(try ControlClient.metrics(stateFolder: long) == "anicca_up 1\n")
    }

    @Test func ifNothingListensTheMessageNamesTheFolder() throws {
        let folder = try TemporaryFolder()
        #expect(throws: ClientError.notRunning(stateFolder: folder.path)) {
            try ControlClient.send(.status, stateFolder: folder.path)
        }
        #expect(!ControlClient.isRunning(stateFolder: folder.path))
    }

    @Test func aSilentApplianceIsGivenUpOnInBoundedTime() throws {
        let loop = try LoopThread(holding: true)
        defer { loop.stop() }
        let began = SystemClock.boot()
        #expect(throws: ClientError.timedOut(seconds: ControlLimits.answerSeconds)) {
            try ControlClient.send(.status, stateFolder: loop.stateFolder)
        }
        #expect(SystemClock.boot() - began < .seconds(ControlLimits.answerSeconds + 3))
    }
}
