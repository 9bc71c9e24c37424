import CLinux
import Foundation
import GRDB
import Glibc
import Store
import TestKit
import Testing

@testable import Appliance

/// The index of the database's log is in memory while the service runs: a card that answers nothing must not hold up the
/// threads of a ring (ALARM-1). As seen by the service, by our other commands, and by programs of others.
@Suite(.requirement("ALARM-1", "ALARM-7"), .enabled(if: isInMemory("/dev/shm"), "needs a folder in memory"))
struct LogIndexTests {
    /// A program with the folder that systemd would make for the service.
    private final class Service {
        let program: Program
        let folder: String

        init(mode: Int = 0o700, parent: String = "/dev/shm") throws {
            program = try Program()
            folder = "\(parent)/anicca-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
            // The umask is not to decide.
            chmod(folder, mode_t(mode))
        }
        deinit { try? FileManager.default.removeItem(atPath: folder) }

        var variables: [String: String] { ["RUNTIME_DIRECTORY": folder] }
        var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
        var database: String { program.state + "/anicca.db" }

        func run(_ arguments: String...) throws -> Program.Result { try program.run(arguments, extra: variables) }

        @discardableResult
        func whileRunning(_ body: (pid_t) throws -> Void) throws -> Program.Result {
            let result = try program.whileRunning(extra: variables, body)
            #expect(result.code == 0, "\(result.output)")
            return result
        }

        /// A disk that takes long lets it answer before it has opened its database.
        func requireIndex() throws { try #require(eventually { files.count == 1 }, "no index in memory") }

        /// Files of which the process has a mapping that it can write to and shares.
        func shared(by process: pid_t) throws -> [String] {
            // `String(contentsOfFile:)` would read 4 KiB at most of a file of the kernel's.
            let bytes = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps")).readToEnd() ?? Data()
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .filter { $0.contains(" rw-s ") }.compactMap { $0.split(separator: " ").last.map(String.init) }
        }
    }

    @Test func noFileOfTheDiskIsMappedForWriting() throws {
        let service = try Service()
        try service.whileRunning { process throws in
            try service.requireIndex()
            #expect(try service.run("habit", "set", "wake", "--at", "06:15").code == 0)
            let shared = try service.shared(by: process)
            #expect(shared.contains { $0.hasPrefix(service.folder + "/index-") }, "\(shared)")
            #expect(!shared.contains { $0.hasPrefix(service.program.folder.path) }, "\(shared)")
        }
        // Nothing is left, and what was written is there without the folder.
        #expect(service.files == [])
        #expect(!Files.exists(service.database + "-shm") && !Files.exists(service.database + "-wal"))
        #expect(try service.program.run("habit", "list").output.contains("06:15"))
    }

    /// Whatever folder the service has, and although the command has none.
    @Test func otherCommandsReadBesideTheService() throws {
        let service = try Service()
        try service.whileRunning { _ throws in
            try service.requireIndex()
            for minute in 10..<20 {
                #expect(try service.program.run("alarm", "once", "23:\(minute)", "--date", "2200-01-01").code == 0)
                let log = try service.program.run("log", "--json")
                #expect(log.code == 0 && !log.output.isEmpty, "\(log.errors)")
            }
        }
        #expect(try service.program.run("habit", "list").output.contains("once-10"))
    }

    /// Others do not know of the index, so they are kept out: two indexes of one log would spoil it.
    @Test func otherProgramsFindItLockedUntilTheServiceEnds() throws {
        let service = try Service()
        let script = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1], 0.2).execute("SELECT count(*) FROM habit").fetchone())
            """
        func count() throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", script, service.database]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        try service.whileRunning { _ throws in
            try service.requireIndex()
            #expect(try count() == 1)
            #expect(try service.run("habit", "set", "wake", "--at", "06:15").code == 0)
        }
        #expect(try count() == 0)
        #expect(try service.program.run("habit", "list").output.contains("06:15"))
    }

    /// A command that reads the database in the moment in which the service opens it, as `anicca status` does while the
    /// board starts, does not put the index on the disk until the service ends.
    @Test func aProgramThatIsSoonDoneIsWaitedFor() throws {
        let service = try Service()
        #expect(try service.program.run("habit", "set", "wake", "--at", "06:15").code == 0)
        let reader = try DatabaseQueue(path: service.database)
        _ = try reader.read { try Int.fetchOne($0, sql: "SELECT commits FROM store") }
        // While the service waits for it, the service has the file of the index open.
        let index = service.database + "-shm"
        let closing = Thread {
            _ = eventually { isOpenElsewhere(index) }
            usleep(100_000)
            try? reader.close()
        }
        closing.start()
        try service.whileRunning { process throws in
            try service.requireIndex()
            let shared = try service.shared(by: process)
            #expect(!shared.contains { $0.hasPrefix(service.program.folder.path) }, "\(shared)")
        }
    }

    /// A program that had the database open first, and keeps it open, is joined: one index again, but on the disk.
    @Test func aProgramThatCameFirstIsJoined() throws {
        let service = try Service()
        #expect(try service.program.run("habit", "set", "wake", "--at", "06:15").code == 0)
        let reader = try DatabaseQueue(path: service.database)
        func times() throws -> [Int] {
            try reader.read { try Int.fetchAll($0, sql: "SELECT commits FROM store") }
        }
        let before = try times()
        try service.whileRunning { process throws in
            #expect(try service.shared(by: process).contains { $0.hasSuffix("anicca.db-shm") })
            #expect(service.files == [])
            #expect(try service.run("habit", "set", "wake", "--at", "06:20").code == 0)
            #expect(try times() != before)
            #expect(try service.run("log").code == 0)
        }
        try reader.close()
    }

    /// The service, killed with SIGKILL once it has answered and `body` has ended.
    private static func kill(_ service: Service, after body: () throws -> Void = {}) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Program.executable))
        process.arguments = ["run", "--board", "terminal"]
        process.environment = service.program.environment.merging(service.variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try #require(eventually(withinSeconds: 20) { ControlClient.isRunning(stateFolder: service.program.state) })
        try service.requireIndex()
        try body()
    }

    @Test func whatAKilledServiceLeavesIsNoHindrance() throws {
        let service = try Service()
        for minute in 10..<16 {
            try Self.kill(service) { () throws in
                #expect(try service.program.run("habit", "set", "wake", "--at", "06:\(minute)").code == 0)
            }
            // Each round uses another folder: the service's own, none, or a new one.
            let other = try Service()
            let variables = [service.variables, [:], other.variables][minute % 3]
            let list = try service.program.run(["habit", "list"], extra: variables)
            #expect(list.output.contains("06:\(minute)"), "\(list.output) \(list.errors)")
            let once = try service.program.run(
                ["alarm", "once", "23:\(minute)", "--date", "2200-01-01"], extra: variables)
            #expect(once.code == 0, "\(once.errors)")
            #expect(try service.program.run(["log"], extra: variables).code == 0)
        }
        let list = try service.program.run("habit", "list").output
        for number in 1...6 { #expect(list.contains("once-\(number)"), "\(list)") }
    }

    /// A reader keeps the killed service's index alive, while somebody without the folder writes: the next service must
    /// not go on with that index.
    @Test func anIndexThatWasLeftIsNotTakenUpAgain() throws {
        let service = try Service()
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        var reader: DatabaseQueue?
        try Self.kill(service) { () throws in
            // It finds the index as our commands do, because this process has opened a store.
            _ = try BedsideStore.open(folder: service.program.state, access: .readOnly, now: SystemClock.civil())
            reader = try DatabaseQueue(path: service.database, configuration: configuration)
            // Until this ends, what is committed from now on stays in the log.
            try reader?.inDatabase { try $0.execute(sql: "BEGIN; SELECT count(*) FROM store") }
            #expect(try service.shared(by: getpid()).contains { $0.hasPrefix(service.folder) })
            #expect(try service.program.run("habit", "set", "wake", "--at", "06:10").code == 0)
        }
        #expect(try service.program.run("alarm", "once", "23:10", "--date", "2200-01-01").code == 0)
        #expect(try service.program.run("alarm", "once", "23:20", "--date", "2200-01-01").code == 0)
        let next = try service.whileRunning { _ throws in
            #expect(try service.program.run("alarm", "once", "23:30", "--date", "2200-01-01").code == 0)
        }
        // Else the schedule copy had to help.
        #expect(!next.output.contains("recovered"), "\(next.output)")
        try reader?.close()
        let list = try service.program.run("habit", "list").output
        for number in 1...3 { #expect(list.contains("once-\(number)"), "\(list)") }
    }

    /// On the disk, as without a folder: where others could write to it, and where it is not in memory.
    @Test(arguments: [(0o777, "/dev/shm"), (0o700, nil)] as [(Int, String?)])
    func anUnsuitableFolderIsLeftAlone(mode: Int, parent: String?) throws {
        // The folder for temporary files may be in memory; the one that the tests were built in is not.
        let disk = Files.folder(of: try #require(Program.executable))
        let service = try Service(mode: mode, parent: parent ?? disk)
        if parent == nil { try #require(!isInMemory(disk)) }
        try service.whileRunning { process throws in
            #expect(try service.shared(by: process).contains { $0.hasSuffix("anicca.db-shm") })
            #expect(try service.run("habit", "set", "wake", "--at", "06:15").code == 0)
            #expect(try service.run("log").code == 0)
        }
        #expect(service.files == [])
    }

    /// Without room in the folder it runs and saves all the same, also after the next flush.
    @Test(.enabled(if: geteuid() == 0, "mounting needs root")) func aFullFolderIsSurvived() throws {
        let service = try Service()
        func mount(_ arguments: String...) throws {
            let process = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: arguments)
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        try mount("mount", "-t", "tmpfs", "-o", "size=16k,mode=700", "tmpfs", service.folder)
        defer { try? mount("umount", "-l", service.folder) }
        try #require(!FileManager.default.createFile(atPath: service.folder + "/full", contents: Data(count: 1 << 16)))
        try service.whileRunning { _ throws in
            for minute in 10..<13 {
                let set = try service.program.run("habit", "set", "wake", "--at", "06:\(minute)")
                #expect(set.code == 0, "\(set.errors)")
                usleep(700_000)
            }
        }
        #expect(try service.program.run("habit", "list").output.contains("06:12"))
    }
}

private func isInMemory(_ folder: String) -> Bool { clinux_is_in_memory(folder) != 0 }

/// Whether another process has the file open.
private func isOpenElsewhere(_ file: String) -> Bool {
    let wanted = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    func names(_ folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    return names("/proc").contains { process in
        guard let number = Int32(process), number != getpid() else { return false }
        let folder = "/proc/\(process)/fd"
        return names(folder).contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == wanted
        }
    }
}
