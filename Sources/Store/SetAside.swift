import Bedside
import GRDB

/// What lies beside the database after a change of versions or damage, and still holds the owner's sealed words.
///
/// "Forgotten" is to be true of these files, too (M-9). They are kept for alarms and settings, so that an older version
/// can be restored (GUARD-4) and damage can be looked into; nobody needs the words in them. So the first erasure after
/// they were made takes all sealed words out of the package's copies, and removes damaged databases, out of which
/// nothing can be taken reliably; a note on the disk remembers that until it is done. A talk that waits for its summary
/// is taken out at the first idle moment after a start, because it may be kept for a day only; the database itself
/// still has it.
struct SetAside {
    let folder: StateFolder

    /// How much is still to be erased in them.
    enum Debt: Int, Comparable, Sendable {
        case none
        /// The talk that waits for its summary.
        case pendingTalk
        /// Everything that is sealed.
        case words

        /// What a change of the memory asks for that destroys words: what the owner forgets or corrects does, and what was
        /// told in the oldest talk does not.
        init(_ change: OwnerMemory.Change) {
            switch change {
            case .record, .wipe: self = .words
            case .pending: self = .pendingTalk
            case .mode, .sent, .removeSent, .rekey: self = .none
            }
        }

        static func < (a: Debt, b: Debt) -> Bool { a.rawValue < b.rawValue }
    }

    /// The databases, without the files that stand beside them: those of SQLite, a schedule copy, a copy in the making.
    private var databases: [String] {
        let others = StateFolder.sidecars + ["-schedule", ".new"]
        return folder.names().filter { name in
            StateFolder.isSetAside(name) && !others.contains { name.hasSuffix($0) }
        }
    }

    var isThere: Bool { folder.names().contains(where: StateFolder.isSetAside) }

    /// What is owed after a start: an erasure that a power cut has interrupted, else the waiting talk.
    var debtAtStart: Debt { folder.exists(note) ? .words : isThere ? .pendingTalk : .none }
    private var note: String { folder.path + "/" + StateFolder.setAsideOwedName }

    /// Notes on the disk that their words are to be erased, before these are erased in the database.
    func noteDebt() throws(StoreError) {
        try folder.touchPrivate(note)
        try folder.synchronize()
    }

    /// Removes the note: nothing is owed any more.
    func removeNote() throws(StoreError) { try folder.remove(note) }

    /// Pays what is owed. A copy that turns out to be damaged is removed, because what it holds cannot be known; where the
    /// disk is full or a file is busy it stays, and this throws once the others are done: an older version may need it.
    func pay(_ debt: Debt) throws(StoreError) {
        guard debt > .none else { return }
        var failure: StoreError?
        for name in databases {
            let path = folder.path + "/" + name
            if name.hasPrefix(StateFolder.databaseName + ".corrupt-") {
                if debt == .words { try remove(path) }
                continue
            }
            do { try erase(debt, in: path) } catch {
                let why = StoreError(error, folder: folder.path)
                if case .corrupt = why { try remove(path) } else { failure = failure ?? why }
            }
        }
        if debt == .words { try removeOrphans() }
        try folder.synchronize()
        if let failure { throw failure }
        if debt == .words { try removeNote() }
    }

    /// Removes the logs of copies that are gone.
    private func removeOrphans() throws(StoreError) {
        let names = Set(folder.names())
        for name in names where StateFolder.isSetAside(name) {
            guard let suffix = StateFolder.sidecars.first(where: name.hasSuffix) else { continue }
            if !names.contains(String(name.dropLast(suffix.count))) { try folder.remove(folder.path + "/" + name) }
        }
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
            for table in debt == .words ? sealed : sealed.filter({ $0 == "memory_pending" }) {
                try db.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
            }
            // The rows were overwritten (`secure_delete`); the log still has them.
            guard try BedsideStore.truncateLog(db) else { throw StoreError.busy }
        }
    }

    /// Its schedule copy stays: that holds no words.
    private func remove(_ path: String) throws(StoreError) {
        for sidecar in [""] + StateFolder.sidecars { try folder.remove(path + sidecar) }
    }
}
