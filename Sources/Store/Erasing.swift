import Bedside
import GRDB

/// What is still to be removed from the disk after a commit: what was erased, replaced or sealed under a key that went.
extension BedsideStore {
    /// Removes from the log what was erased from the memory. The rows themselves were overwritten (`secure_delete`),
    /// and were sealed.
    func finishErasing(_ state: inout State) {
        guard case .database(let queue) = state.backing else { return }
        state.eraseOwed = !emptyLog(of: queue)
        if !state.eraseOwed { state.isLogOld = false }
    }

    /// Notes what these changes, once written, are to erase in the databases that were set aside too, at the next idle
    /// moment: it takes a second database. The note is on the disk before the changes are, so that a power cut does not
    /// bring the words back.
    func oweSetAside(_ changes: [Change], _ state: inout State) {
        guard changes.contains(where: \.mayErase), SetAside(folder: folder).isThere else { return }
        var after = state.recent
        var debt = SetAside.Debt.none
        for change in changes {
            switch change {
            case .memory(let part) where part.erases || after.memory.loses(by: part):
                debt = max(debt, SetAside.Debt(part))
            case .affirmation(let part) where after.affirmations.loses(by: part): debt = .words
            case .ownVoice(let part) where after.ownVoice.loses(by: part): debt = .words
            default: break
            }
            after.apply(change)
        }
        guard debt > state.setAsideOwed else { return }
        state.setAsideOwed = debt
        guard debt == .words else { return }
        do throws(StoreError) { try SetAside(folder: folder).noteDebt() } catch {
            log(.error, "it could not be noted that what was set aside is to be erased: \(error)")
        }
    }

    /// Erases in what was set aside what was erased in the database.
    func eraseSetAside(_ state: inout State) {
        guard state.setAsideOwed > .none, case .database = state.backing else { return }
        do throws(StoreError) {
            try SetAside(folder: folder).pay(state.setAsideOwed)
            state.setAsideOwed = .none
        } catch {
            log(.error, "what was set aside beside the database could not be erased yet: \(error)")
        }
    }

    /// Removes the recordings that neither a phrase nor an intention refers to any more.
    func removePhrases(_ state: inout State) {
        // While phrases or intentions cannot be read, or something waits to be written, a row may still need the recording.
        guard !state.phrasesOwed.isEmpty, case .database = state.backing, !state.recent.mayHideRecordings,
            state.backlog.isEmpty
        else { return }
        state.phrasesOwed.subtract(state.recent.recordings.map(SoundShelf.Kind.phrases.fileName))
        do throws(StoreError) {
            try SoundShelf(.phrases, state: folder).remove(state.phrasesOwed)
            state.phrasesOwed = []
        } catch {
            log(.error, "a phrase's recording could not be removed yet: \(error)")
        }
    }

    /// Destroys the reading of a wake message whose words are gone or others now (MIND-4), whatever the clock says: only
    /// under a clock that is trusted do the rules know which morning comes next.
    func removeReading(_ state: inout State) {
        guard state.readingOwed else { return }
        let shelf = SoundShelf(.wakeVoice, state: folder)
        do throws(StoreError) {
            if shelf.holdsAny { try shelf.removeEverything() }
            state.readingOwed = false
        } catch {
            log(.error, "the reading of a wake message could not be removed yet: \(error)")
        }
    }

    /// Destroys the clips in the owner's own voice whose words or voice are gone (V-3), and raw recordings that a lost
    /// database has left behind (V-2). Clips that are still approved are fetched anew.
    func removeVoices(_ state: inout State) {
        if state.rawVoiceOwed { state.rawVoiceOwed = !isGone(.rawVoice) }
        if state.clipsOwed { state.clipsOwed = !isGone(.voiceClips) }
    }

    /// Destroys everything on that shelf.
    private func isGone(_ kind: SoundShelf.Kind) -> Bool {
        let shelf = SoundShelf(kind, state: folder)
        do throws(StoreError) {
            if shelf.holdsAny { try shelf.removeEverything() }
            return true
        } catch {
            log(.error, "sounds of the owner's voice could not be removed yet: \(error)")
            return false
        }
    }

    /// Ends a change of keys: destroys the older one once the database alone, without its log, is sealed under the
    /// newest. SQLite may lose the end of a log without noticing, and a reader may still see what is older.
    func finishKeyChange(_ state: inout State) {
        guard case .database(let queue) = state.backing else { return }
        state.keyChange = .removing
        guard emptyLog(of: queue) else { return }
        do throws(VaultError) {
            try seals.forgetOlderKeys()
            state.keyChange = .none
        } catch {
            log(.error, "the vault's older key could not be removed yet: \(error)")
        }
    }

    /// Folds the log into the database and truncates it. False if a reader prevented it; the next `flush` tries again.
    private func emptyLog(of queue: DatabaseQueue) -> Bool {
        (try? queue.writeWithoutTransaction { try Self.truncateLog($0) }) ?? false
    }

    /// Folds the log into the database and truncates it; false if a reader prevented it.
    static func truncateLog(_ db: Database) throws -> Bool {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        return try row.map { try !Columns($0).flag("busy") } ?? false
    }

    /// Does the second half of a wipe. The flag in the database stays until the last trace is gone, so that a wipe
    /// interrupted by a power cut is resumed here. The copy is rewritten first, because a recovery would bring back
    /// what was erased.
    func finishWipe(_ state: inout State) {
        guard case .database(let queue) = state.backing else { return }
        journal.erase()
        // A store that began in memory has a journal without files, and an earlier start may have left some on the
        // disk.
        EventJournal(folder: folder.path).erase()
        do throws(StoreError) {
            try seals.destroyKey()
            try recordings.destroyKey()
            try ScheduleCopy(commits: state.commits, schedule: state.recent.schedule).write(to: folder)
            state.copyOwed = false
            state.copyIsBehind = false
            for name in folder.names() where StateFolder.isSetAside(name) {
                try folder.remove(folder.path + "/" + name)
            }
            try SetAside(folder: folder).removeNote()
            try recordings.removeFiles()
            for kind in SoundShelf.Kind.allCases { try SoundShelf(kind, state: folder).removeEverything() }
            try folder.synchronize()
            try attempt {
                try queue.writeWithoutTransaction { db in
                    // Rows were overwritten when they were deleted (secure_delete); VACUUM drops their pages, and the
                    // log, which contains all of it too, is truncated.
                    try db.execute(sql: "VACUUM")
                    guard try Self.truncateLog(db) else { throw StoreError.busy }
                    try db.execute(sql: "UPDATE store SET is_wiping = 0 WHERE id = 1")
                }
            }
            state.wipeOwed = false
        } catch {
            log(.error, "not all traces could be removed yet: \(error)")
        }
    }
}

extension Change {
    /// Whether it is one of the kinds that can destroy words.
    fileprivate var mayErase: Bool {
        switch self {
        case .memory, .affirmation, .ownVoice: true
        default: false
        }
    }
}
