import GRDB

extension StoreError {
    /// Converts an error that GRDB threw. `folder` is checked where SQLite's code does not distinguish a full disk from
    /// a broken one.
    init(_ error: any Error, folder: String) {
        if let known = error as? StoreError {
            self = known
            return
        }
        guard let error = error as? DatabaseError else {
            self = .corrupt("\(error)")
            return
        }
        let text = error.message ?? error.resultCode.description
        if [.SQLITE_IOERR_READ, .SQLITE_IOERR_DATA, .SQLITE_IOERR_CORRUPTFS].contains(error.extendedResultCode) {
            // A bad block is damage too: a new file gets other blocks, and waiting does not help.
            self = .corrupt(text)
            return
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_ERROR,
            .SQLITE_SCHEMA, .SQLITE_INTERNAL:
            // A statement of ours that does not compile or breaks a constraint means that the schema is not ours.
            self = .corrupt(text)
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        default: self = StoreError.failure(code: error.extendedResultCode.rawValue, text, folder: folder)
        }
    }
}
