import Foundation
import Testing

@testable import SQLEngines

@Suite("SQLite in one process", .requirement("GATEWAY-3"))
struct SQLiteTests {
    @Test("The file and what stands beside it are for their user alone, whatever the umask is")
    func modes() async throws {
        try await TestDatabase.with(.sqlite) { _, database in
            let files = try FileManager.default.contentsOfDirectory(atPath: database.folder).sorted()
            #expect(Set(files).isSuperset(of: ["gateway.sqlite", "gateway.sqlite-shm", "gateway.sqlite-wal"]))
            for file in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(database.folder)/\(file)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
        }
    }

    @Test("A second server on the same file is refused with a sentence, a command beside it is not")
    func oneServer() async throws {
        let database = try TestDatabase(.sqlite)
        let engine = try database.open()
        _ = try await engine.migrate(EngineTests.steps, apply: true)
        #expect("\(await failure { _ = try database.open() }, default: "let in")".contains("another anicca-gateway"))
        let command = try database.open(role: .command)
        try await command.write { transaction throws(EngineError) in
            try transaction.enqueue(EngineTests.insert("command", 1, nil))
        }
        let found1 = try await engine.rows(EngineTests.all()).count
        #expect(found1 == 1)
        await command.close()
        await engine.close()
        await (try database.open()).close()
    }

    @Test("The same file by another name, through links of it or of its folder, has the same lock")
    func links() async throws {
        let database = try TestDatabase(.sqlite)
        let (link, folder) = ("\(database.folder)/link.sqlite", "\(database.folder)/elsewhere")
        let engine = try database.open()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: link, withDestinationPath: "gateway.sqlite")
        try files.createSymbolicLink(atPath: folder, withDestinationPath: database.folder)
        for path in [link, "\(folder)/gateway.sqlite", "\(folder)/link.sqlite"] {
            let refused = await failure { _ = try SQLiteEngine(path: path) }
            #expect("\(refused, default: "let in")".contains("another anicca-gateway"), "\(path)")
        }
        await engine.close()
        // The link is there before the file.
        let early = "\(database.folder)/early.sqlite"
        try files.createSymbolicLink(atPath: early, withDestinationPath: "\(folder)/late.sqlite")
        let first = try SQLiteEngine(path: early)
        #expect(files.fileExists(atPath: "\(database.folder)/late.sqlite.lock"))
        let second = await failure { _ = try SQLiteEngine(path: "\(database.folder)/late.sqlite") }
        #expect("\(second, default: "let in")".contains("another anicca-gateway"))
        await first.close()
    }

    @Test("A folder that is missing, a file that is none of SQLite's: each is said")
    func unusable() async throws {
        let missing = await failure { _ = try SQLiteEngine(path: "/nonexistent/folder/file") }
        #expect("\(missing, default: "opened")".contains("the folder /nonexistent/folder does not exist; make it"))
        let database = try TestDatabase(.sqlite)
        let path = "\(database.folder)/text"
        try String(repeating: "This is no database. ", count: 200).write(
            toFile: path, atomically: true, encoding: .utf8)
        let text = await failure { _ = try SQLiteEngine(path: path) }
        #expect("\(text, default: "opened")".contains("not an SQLite database"))
    }

    @Test("A network folder is recognised by the longest mount point above it")
    func networkFolders() {
        let mounts = """
            /dev/vda1 / ext4 rw 0 0
            server:/export /srv/share nfs4 rw 0 0
            /dev/vdb1 /srv/share/local ext4 rw 0 0
            """
        #expect(networkFileSystem(of: "/var/lib", mounts: mounts) == nil)
        #expect(networkFileSystem(of: "/srv/share", mounts: mounts) == "nfs4")
        #expect(networkFileSystem(of: "/srv/share/a", mounts: mounts) == "nfs4")
        #expect(networkFileSystem(of: "/srv/shared", mounts: mounts) == nil)
        #expect(networkFileSystem(of: "/srv/share/local/a", mounts: mounts) == nil)
    }

    @Test("A host with many mounts: a file of the kernel's is read to its end, which its size does not tell")
    func kernelTexts() {
        let maps = kernelText("/proc/self/maps")
        #expect(maps.utf8.count > 4_096 && maps.contains("[stack]"))
        #expect(kernelText("/proc/nonexistent") == "")
    }

    @Test("A step of the clock of up to an hour moves the time by at most 5 % of what passes, and never back")
    func steadyTime() {
        var generator = SeededGenerator(7)
        for _ in 0..<200 {
            var (boot, civil): (Int64, Int64) = (1_000, 1_700_000_000_000)
            var time = SteadyTime(boot: boot, civil: civil)
            var last = time.read(boot: boot, civil: civil)
            for _ in 0..<50 {
                let passed = Int64.random(in: 0...120_000, using: &generator)
                boot += passed
                civil += passed + Int64.random(in: -60_000...60_000, using: &generator)
                civil = max(last - 3_000_000, min(last + 3_000_000, civil))
                let now = time.read(boot: boot, civil: civil)
                #expect(now >= last)
                #expect(now - last <= passed + passed / 20 + 21)
                last = now
            }
        }
    }

    @Test("A larger step means that the clock was not set, and is followed at once")
    func leap() {
        var time = SteadyTime(boot: 0, civil: 0)
        #expect(time.read(boot: 1_000, civil: 1_700_000_000_000) == 1_700_000_000_000)
        #expect(time.read(boot: 2_000, civil: 1_600_000_000_000) == 1_600_000_000_000)
        // Two seconds have passed, whatever the clock says.
        #expect(time.leaps == 1_600_000_000_000 - 2_000)
    }

    @Test("After a step of ten minutes the time has caught up four hours later")
    func catchesUp() {
        var time = SteadyTime(boot: 0, civil: 1_700_000_000_000)
        var now: Int64 = 0
        for second in 1...14_400 {
            now = time.read(boot: Int64(second) * 1000, civil: 1_700_000_600_000 + Int64(second) * 1000)
        }
        #expect(now == 1_700_000_600_000 + 14_400_000)
    }
}
