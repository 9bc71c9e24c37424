import Foundation
import Testing

@testable import SQLEngines

@Suite("Both databases do the same", .requirement("GATEWAY-3"))
struct EngineTests {
    static let steps = [
        Migration(
            version: 1, name: "things", isAdditive: false,
            text: "CREATE TABLE things (id TEXT PRIMARY KEY, number BIGINT NOT NULL, note TEXT, CHECK (number >= 0));")
    ]
    static let insert = Query("INSERT INTO things (id, number, note) VALUES ($1, $2, $3)")
    static let all = Query("SELECT id, number, note FROM things ORDER BY id")
    static let lock = Query("SELECT number FROM things WHERE id = $1", locking: .row)
    static let set = Query("UPDATE things SET number = $2 WHERE id = $1")

    private func withThings(_ kind: DatabaseKind, _ body: (any Engine, TestDatabase) async throws -> Void) async throws
    {
        let database = try TestDatabase(kind)
        let engine = try database.open()
        _ = try await engine.migrate(Self.steps, apply: true)
        do { try await body(engine, database) } catch {
            await engine.close()
            throw error
        }
        await engine.close()
    }

    @Test("What a transaction wrote is read back, with its types", arguments: DatabaseKind.allCases)
    func writesAndReads(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Self.insert("a", 9_007_199_254_740_993, nil))
                try transaction.enqueue(Self.insert("b", 0, "日本語 ' \" \\ \u{1F600}"))
            }
            let rows = try await engine.read(Self.all())
            #expect(
                rows.map(\.values) == [
                    ["a", 9_007_199_254_740_993, nil], ["b", 0, "日本語 ' \" \\ \u{1F600}"],
                ])
            #expect(await failure { _ = try rows.first?.integer(0) } == .shape("column 0 is no integer"))
            #expect(await failure { _ = try rows.first?.text(3) } == .shape("no column 3"))
        }
    }

    @Test(
        "A transaction that fails writes nothing, and does not touch its neighbours", arguments: DatabaseKind.allCases)
    func failsAlone(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        do {
                            try await engine.write { transaction throws(EngineError) in
                                try transaction.enqueue(Self.insert(.text("\(number)"), .integer(Int64(number)), nil))
                                // Every third breaks the table's rule after its first statement.
                                if number % 3 == 0 {
                                    _ = try transaction.run(Self.insert(.text("x\(number)"), -1, nil))
                                }
                            }
                            return true
                        } catch EngineError.constraint { return false } catch {
                            Issue.record(error)
                            return false
                        }
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(outcomes == 40)
            let found1 = try await engine.rows(Self.all()).count
            #expect(found1 == 40)
        }
    }

    @Test("An error that a closure ignores fails its transaction all the same", arguments: DatabaseKind.allCases)
    func ignoredError(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            let error = await failure {
                try await engine.write { transaction throws(EngineError) in
                    try transaction.enqueue(Self.insert("before", 1, nil))
                    _ = try? transaction.run(Self.insert("wrong", -1, nil))
                }
            }
            #expect(error != nil)
            let found2 = try await engine.rows(Self.all())
            #expect(found2.isEmpty)
        }
    }

    @Test("An enqueued statement that fails is reported by the commit", arguments: DatabaseKind.allCases)
    func failsInCommit(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            let error = await failure {
                try await engine.write { transaction throws(EngineError) in
                    try transaction.enqueue(Self.insert("a", 1, nil))
                    try transaction.enqueue(Self.insert("a", 1, nil))
                }
            }
            #expect(error != nil)
            let found3 = try await engine.rows(Self.all())
            #expect(found3.isEmpty)
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Self.insert("a", 1, nil))
            }
            let found4 = try await engine.rows(Self.all()).count
            #expect(found4 == 1)
        }
    }

    @Test("Of a hundred transactions that add one to a locked row, none is lost", arguments: DatabaseKind.allCases)
    func rowLock(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Self.insert("sum", 0, nil))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await engine.write { transaction throws(EngineError) in
                            let rows = try transaction.run(Self.lock("sum"))
                            let before = try rows.first?.integer(0) ?? -1
                            try transaction.enqueue(Self.set("sum", .integer(before + 1)))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let found5 = try await engine.rows(Self.all()).first?.integer(1)
            #expect(found5 == 100)
        }
    }

    @Test(
        "A wrong statement is a fault of the program that names the statement and no value",
        arguments: DatabaseKind.allCases)
    func wrongStatement(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            let wrong = Query("SELECT secret FROM nowhere WHERE id = $1")
            let text = "\(await failure { _ = try await engine.read(wrong("a-secret-value")) }, default: "answered")"
            #expect(text.hasPrefix("refused") && text.contains("SELECT secret FROM nowhere"))
            #expect(!text.contains("a-secret-value"))
            // The lane goes on.
            let found6 = try await engine.rows(Self.all())
            #expect(found6.isEmpty)
        }
    }

    @Test("One bad read in a crowd does not touch the others", arguments: DatabaseKind.allCases)
    func badRead(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Self.insert("a", 1, nil))
            }
            let wrong = Query("SELECT nothing FROM nowhere")
            let good = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<120 {
                    group.addTask {
                        let query = number % 4 == 0 ? wrong : Self.all
                        let rows = try? await engine.read(query())
                        return rows?.count == 1
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(good == 90)
        }
    }

    @Test("A full lane refuses at once, and a closed one says that it is closed", arguments: DatabaseKind.allCases)
    func bounds(kind: DatabaseKind) async throws {
        let database = try TestDatabase(kind)
        let engine = try database.open(queue: 8)
        _ = try await engine.migrate(Self.steps, apply: true)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                group.addTask {
                    do {
                        try await engine.write { transaction throws(EngineError) in
                            try transaction.enqueue(Self.insert(.text("\(number)"), 1, nil))
                            // Long enough that others have to wait.
                            usleep(3_000)
                        }
                        return false
                    } catch EngineError.busy { return true } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused > 0)
        let found7 = try await engine.rows(Self.all()).count
        #expect(found7 == 400 - refused)
        await engine.close()
        #expect(await failure { _ = try await engine.read(Self.all()) } == .away("the database is closed"))
    }

    @Test(
        "The transaction's time is the database's, and the engine's own stays close to it",
        arguments: DatabaseKind.allCases)
    func time(kind: DatabaseKind) async throws {
        try await withThings(kind) { engine, _ in
            let before = civilMilliseconds()
            let now = try await engine.write { transaction throws(EngineError) in try transaction.now() }
            let after = civilMilliseconds()
            #expect(now >= before - 1_000 && now <= after + 1_000)
            let difference = engine.now() - civilMilliseconds()
            #expect(abs(difference) < 2_000)
        }
    }
}
