import Bedside
import GRDB

extension BedsideStore {
    /// Writes the changes as one transaction, on disk when it returns (ALARM-7); afterwards `load` equals the old state
    /// with `Durable.apply` of each.
    ///
    /// If it throws, none of the changes is on disk yet; they are kept and go into the next commit or `flush` that
    /// succeeds, so that a caller whose own state has moved on need not repeat them. Without changes it does nothing,
    /// unless some are owed: then it tries to write those, and throws if that fails. Waits at most 500 ms for another
    /// program's lock, and otherwise as long as the disk takes.
    public func commit(_ changes: [Change]) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard !changes.isEmpty || isOwing(state) else { return }
            try commit(changes, &state)
        }
    }

    /// Erases everything, with no trace left in the folder: records, settings, night log, journal, schedule copy,
    /// databases that were set aside (SETUP-4). Throws if some of it has to wait; a later commit or `flush` then
    /// finishes it.
    public func erase() throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            // First, because it makes everything sealed unreadable at once, whatever of the rest has to wait.
            // `finishWipe` tries again.
            try? seals.destroyKey()
            try? recordings.destroyKey()
            for kind in SoundShelf.Kind.allCases { try? SoundShelf(kind, state: folder).destroyKey() }
            try commit([.wipe], &state)
            // Only memory was erased; the files in the folder are unchanged.
            if case .memory = state.backing, folder.names().contains(where: StateFolder.holdsTraces) { throw .readOnly }
            guard !state.wipeOwed else { throw .inputOutput(code: 0, "some traces could not be removed yet") }
        }
    }

    /// Does the housekeeping at an idle moment (seconds away from any alarm): writes owed changes, brings the schedule
    /// copy's records up to date, folds the log into the database, lets readers in again. Cheap if there is nothing to
    /// do. Returns `isWorking`.
    @discardableResult
    public func flush() -> Bool {
        guard access == .owner else { return false }
        return state.withLock { state in
            switch state.backing {
            case .closed: return false
            case .memory: guard returnToDisk(&state) else { return false }
            case .database, .lost: break
            }
            if isOwing(state) { try? commit([], &state) }
            if state.wipeOwed { finishWipe(&state) }
            if state.eraseOwed || state.isLogOld { finishErasing(&state) }
            eraseSetAside(&state)
            removePhrases(&state)
            removeReading(&state)
            removeVoices(&state)
            switch state.keyChange {
            case .none: break
            case .sealing:
                // If it fails, it is owed as any other change is; a record that cannot be opened has been reported.
                state.keyChange = .none
                try? commit([.memory(.rekey)], &state)
            case .removing: finishKeyChange(&state)
            }
            if state.copyOwed || state.copyIsBehind { writeCopy(&state) }
            if case .database(let queue) = state.backing, state.commitsSinceCheckpoint >= 100 {
                // Passive: takes what it can without waiting for a reader.
                _ = try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
                queue.releaseMemory()
                state.commitsSinceCheckpoint = 0
            }
            if state.isExclusive, !isOwing(state) { share(&state) }
            return !isOwing(state)
        }
    }

    /// Ends cleanly: flushes, and folds the log into the database. Later commits throw `.readOnly`. Also done by
    /// `deinit`.
    public func close() {
        flush()
        state.withLock { state in
            guard case .database(let queue) = state.backing else { return }
            try? queue.close()
            state.backing = .closed
        }
    }

    var recordings: RecordingShelf { RecordingShelf(state: folder) }

    /// Whether changes, or a whole database, are still to be written.
    private func isOwing(_ state: State) -> Bool {
        if case .lost = state.backing { return true }
        return !state.backlog.isEmpty
    }

    private func commit(_ changes: [Change], _ state: inout State) throws(StoreError) {
        guard access == .owner else { throw .readOnly }
        for case .lastWritten(let time) in changes { state.now = time }
        switch state.backing {
        case .closed: throw .readOnly
        case .memory:
            remember(changes, &state)
            state.backlog = state.backlog.adding(changes)
            return
        case .database, .lost: break
        }
        // First, so that nothing sealed can be opened any more, whatever of the rest has to wait.
        if changes.contains(.memory(.wipe)) { try? seals.destroyKey() }
        let ofMemory = changes.compactMap { if case .memory(let change) = $0 { change } else { nil } }
        if state.recent.memory.losesWakeAct(by: ofMemory) { state.readingOwed = true }
        if state.recent.losesScripts(by: changes) { state.clipsOwed = true }
        removeReading(&state)
        removeVoices(&state)
        let owed = state.backlog.isEmpty ? changes : state.backlog.adding(changes).changes
        oweSetAside(owed, &state)
        var isReplaced = false
        do throws(StoreError) {
            if case .database(let queue) = state.backing {
                do throws(StoreError) {
                    try write(owed, to: queue, commits: state.commits + 1)
                    try verifyIfTouched(queue, &state)
                } catch .corrupt(let what) {
                    log(.error, "the database is damaged: \(what)")
                    try? queue.close()
                    state.backing = .lost
                    try replaceDatabase(adding: owed, &state)
                    isReplaced = true
                }
            } else {
                try replaceDatabase(adding: owed, &state)
                isReplaced = true
            }
        } catch {
            if state.backlog.isEmpty { log(.error, "could not save: \(error)") }
            state.backlog = state.backlog.adding(changes)
            throw error
        }
        // The damaged database lies beside the new one now.
        if isReplaced { oweSetAside(owed, &state) }
        if !state.backlog.isEmpty { log(.notice, "saving works again") }
        state.backlog = Backlog()
        state.commits += 1
        state.commitsSinceCheckpoint += 1
        let unwritten = seals.takeFault()
        settle(owed, isWhole: unwritten == nil, &state)
        if let fault = unwritten ?? seals.takeFault() {
            log(.error, "something could not be sealed and is not kept: \(fault)")
            throw .unsealed(VaultFault(fault))
        }
        if !isReplaced, owed.contains(.memory(.rekey)) { finishKeyChange(&state) }
    }

    /// Updates memory and the schedule copy after a transaction. Nothing here can undo the transaction.
    ///
    /// - Parameter isWhole: whether all of the changes are on disk; else a row may still name what they replace.
    private func settle(_ changes: [Change], isWhole: Bool, _ state: inout State) {
        var touchesRecords = false
        let recordings = state.recent.recordings
        for change in changes {
            let (memory, affirmations, voice) = (state.recent.memory, state.recent.affirmations, state.recent.ownVoice)
            state.recent.apply(change)
            switch change {
            case .record, .removeRecord: touchesRecords = true
            case .wipe: state.wipeOwed = true
            case .memory(let change):
                if change.erases || memory.loses(by: change) { state.eraseOwed = true }
                if change == .wipe { state.phrasesOwed.formUnion(SoundShelf(.phrases, state: folder).names) }
            case .affirmation(let change):
                if affirmations.loses(by: change) { state.eraseOwed = true }
            case .ownVoice(let part):
                if voice.loses(by: part) { state.eraseOwed = true }
            default: break
            }
            if change.touchesScheduleCopy { state.copyOwed = true }
        }
        if isWhole {
            let gone = recordings.subtracting(state.recent.recordings)
            state.phrasesOwed.formUnion(gone.map(SoundShelf.Kind.phrases.fileName))
        }
        state.loaded = nil
        if touchesRecords {
            state.copyIsBehind = true
            if state.recent.records.count > 100 { state.recent.schedule = ScheduleCopy.trimmed(state.recent.schedule) }
        }
        if state.wipeOwed { finishWipe(&state) }
        if state.eraseOwed { finishErasing(&state) }
        removePhrases(&state)
        if state.copyOwed { writeCopy(&state) }
    }

    private func write(_ changes: [Change], to queue: DatabaseQueue, commits: Int64) throws(StoreError) {
        let touchesCopy = changes.contains { $0.touchesScheduleCopy }
        try attempt {
            try queue.writeWithoutTransaction { db in
                if db.isInsideTransaction { try db.rollback() }
                try db.inTransaction(.immediate) {
                    for change in changes { try DurableTables.apply(change, to: db, seals) }
                    if commits.isMultiple(of: 32) || changes.count > 32 {
                        try DurableTables.prune(db, after: changes)
                    }
                    try db.run("UPDATE store SET commits = ? WHERE id = 1", [commits])
                    if touchesCopy { try db.run("UPDATE store SET schedule_commits = ? WHERE id = 1", [commits]) }
                    return .commit
                }
            }
        }
    }

    /// Reads all pages again if the file is not as we left it. A commit into a damaged file can succeed, because it
    /// reads pages from its cache and appends to the log; the next start would then find a database that it must set
    /// aside. Costs a `stat` for each commit, and a millisecond after each time that the log was folded in.
    private func verifyIfTouched(_ queue: DatabaseQueue, _ state: inout State) throws(StoreError) {
        let stamp = folder.stamp(of: folder.database)
        guard stamp == nil || stamp != state.verified else { return }
        guard stamp != nil else { throw .corrupt("the file is gone") }
        queue.releaseMemory()
        try attempt {
            try queue.writeWithoutTransaction { try Opening(folder: folder, migrator: migrator).verify($0) }
        }
        state.verified = stamp
    }

    /// Builds a fresh database from memory (settings, schedule, the last days' records).
    ///
    /// The schedule copy belongs to an earlier commit and must not be used: `openOwned` would prefer the copy, and so
    /// undo the changes that are being committed.
    private func replaceDatabase(adding changes: [Change], _ state: inout State) throws(StoreError) {
        // Changes acknowledged earlier must not depend on the steps below: the power may go between any two of them.
        if state.copyOwed || state.copyIsBehind { writeCopy(&state) }
        let opening = Opening(folder: folder, migrator: migrator)
        let history = opening.soundRecords()
        let name = try opening.setAside(now: state.now)
        var durable = state.recent
        durable.records.merge(history) { recent, _ in recent }
        var night: [NightEntry] = []
        var isWipe = false
        for change in changes {
            durable.apply(change)
            switch change {
            case .night(let entry): night.append(entry)
            case .wipe:
                night = []
                isWipe = true
            default: break
            }
        }
        try opening.build(durable, commits: state.commits + 1, night: night)
        let report = OpenReport.recovered(fromCopy: true, setAside: name)
        let result = try opening.openExisting(report: report, requiringTables: true)
        state.backing = .database(result.queue)
        state.isExclusive = result.isExclusive
        state.verified = nil
        state.report = report
        state.copyOwed = true
        state.wipeOwed = state.wipeOwed || isWipe
        // All of it was sealed under the key that was there, so a change of keys goes on with the next flush.
        let isKeyChange = changes.contains(.memory(.rekey)) || state.keyChange != .none || result.isChangingKeys
        state.keyChange = isKeyChange ? .sealing : .none
        log(.error, "the store was \(state.report)")
    }

    /// Lets readers in again if there is room for the index that they share; otherwise nothing changes until the next
    /// `flush`.
    private func share(_ state: inout State) {
        guard case .database(let queue) = state.backing, folder.freeBytes ?? 0 >= 64 << 10 else { return }
        let opening = Opening(folder: folder, migrator: migrator)
        do {
            state.isExclusive = try queue.writeWithoutTransaction { !(try opening.letReadersIn($0)) }
        } catch {
            log(.warning, "readers are still kept out: \(error)")
        }
    }

    private func remember(_ changes: [Change], _ state: inout State) {
        for change in changes {
            state.recent.apply(change)
            switch change {
            case .night(let entry): state.night.append(entry)
            case .wipe: state.night = []
            default: break
            }
        }
        if state.night.count > 2_000 { state.night.removeFirst(1_000) }
    }

    private func writeCopy(_ state: inout State) {
        do throws(StoreError) {
            try ScheduleCopy(commits: state.commits, schedule: state.recent.schedule).write(to: folder)
            state.copyOwed = false
            state.copyIsBehind = false
        } catch {
            // Nothing is lost: the database has the changes, and only the second copy is missing until this works.
            log(.warning, "the schedule copy could not be written: \(error)")
        }
    }
}
