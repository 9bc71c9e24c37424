import Bedside
import GRDB

/// What lies beside the database after a change of versions or damage, and still holds the owner's sealed words.
///
/// "Forgotten" is to be true of these files, too (M-9). They are kept for alarms and settings, so that an older version
/// can be restored (GUARD-4) and damage can be looked into; nobody needs the words in them. So the first erasure after
/// they were made takes all sealed words out of the package's copies, and removes damaged databases, out of which nothing
/// can be taken reliably. A talk that waits for its summary is taken out at the first idle moment after a start: it may be kept
/// for a day only, and the database itself has it.
struct SetAside {
    let folder: StateFolder

    /// How much is still to be erased in them.
    enum Debt: Int, Comparable, Sendable {
        case none
        /// The talk that waits for its summary.
        case pendingTalk
        /// Everything that is sealed.
        case words

        static func < (a: Debt, b: Debt) -> Bool { a.rawValue < b.rawValue }
    }

    private static let sidecars = StateFolder.sidecars + ["-schedule"]

    /// The databases among them; without those that stand beside one.
    private var databases: [String] {
        folder.names().filter { name in
            StateFolder.isSetAside(name) && !Self.sidecars.contains { name.hasSuffix($0) } && !name.hasSuffix(".new")
        }
    }

    var isThere: Bool { folder.names().contains(where: StateFolder.isSetAside) }

    /// Pays what is owed. A copy that cannot be opened or written goes as a whole, as what it holds cannot be known.
    func pay(_ debt: Debt) throws(StoreError) {
        guard debt > .none else { return }
        for name in databases {
            let path = folder.path + "/" + name
            if name.hasPrefix(StateFolder.databaseName + ".corrupt-") {
                if debt == .words { try remove(path) }
                continue
            }
            do { try erase(debt, in: path) } catch { try remove(path) }
        }
        try folder.synchronize()
    }

    private func erase(_ debt: Debt, in path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.label = "set aside"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            let sealed = try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND c.name = 'sealed'
                    """)
            let tables = debt == .words ? sealed : sealed.filter { $0 == "memory_pending" }
            var erased = 0
            for table in tables {
                try db.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
                erased += db.changesCount
            }
            // Where nothing was, nothing is written.
            guard erased > 0 else { return }
            // The log has what was erased; so has the free space of the file.
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try db.execute(sql: "VACUUM")
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    private func remove(_ path: String) throws(StoreError) {
        for sidecar in [""] + Self.sidecars { try folder.remove(path + sidecar) }
    }
}
