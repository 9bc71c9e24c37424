import Bedside
import Foundation
import GRDB

/// The labels of days (E-4), a part of `MemoryTables`: the days are columns, what was felt on them is sealed.
enum MemoryLabels {
    @Sendable static func tables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE memory_label (date TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE memory_label_week (monday TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
                -- A row means that labels are off.
                CREATE TABLE memory_label_off (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;
                """)
    }

    static func read(_ db: Database, _ seals: Seals) throws -> [LabelDiary.Change] {
        var changes: [LabelDiary.Change] = []
        if try Row.fetchOne(db, sql: "SELECT 1 FROM memory_label_off") != nil { changes.append(.isOn(false)) }
        let days = try Row.fetchCursor(db, sql: "SELECT * FROM memory_label")
        while let row = try days.next() {
            let columns = Columns(row)
            let date = try columns.text("date")
            changes.append(
                .keep(try seals.open(LabelledDay.self, try columns.blob("sealed"), for: "label/\(date)")))
        }
        let weeks = try Row.fetchCursor(db, sql: "SELECT * FROM memory_label_week")
        while let row = try weeks.next() {
            let columns = Columns(row)
            let monday = try columns.text("monday")
            changes.append(
                .keepWeek(try seals.open(LabelledWeek.self, try columns.blob("sealed"), for: "week/\(monday)")))
        }
        return changes
    }

    /// The changes that make an empty diary this one.
    static func changes(of diary: LabelDiary) -> [LabelDiary.Change] {
        (diary.isOn ? [] : [.isOn(false)]) + diary.days.map { .keep($0) } + diary.weeks.map { .keepWeek($0) }
    }

    static func apply(
        _ change: LabelDiary.Change, to db: Database, seal: (any Encodable, String) throws -> Data
    ) throws {
        switch change {
        case .keep(let day):
            let date = day.date.description
            try db.put("memory_label", ["date": date, "sealed": try seal(day, "label/\(date)")])
        case .remove(let date): try db.run("DELETE FROM memory_label WHERE date = ?", [date.description])
        case .keepWeek(let week):
            let monday = week.monday.description
            try db.put("memory_label_week", ["monday": monday, "sealed": try seal(week, "week/\(monday)")])
        case .removeWeek(let monday):
            try db.run("DELETE FROM memory_label_week WHERE monday = ?", [monday.description])
        case .isOn(true): try db.run("DELETE FROM memory_label_off", [])
        case .isOn(false):
            try db.execute(sql: "DELETE FROM memory_label; DELETE FROM memory_label_week")
            try db.put("memory_label_off", ["id": 1])
        }
    }

    static func waiting(_ change: LabelDiary.Change) -> Waiting {
        switch change {
        case .keep(let day): .overrides("label \(day.date)")
        case .remove(let date): .overrides("label \(date)")
        case .keepWeek(let week): .overrides("label week \(week.monday)")
        case .removeWeek(let monday): .overrides("label week \(monday)")
        // Not each other: what was erased is not back because labels were switched on again.
        case .isOn(false): .overrides("labels off")
        case .isOn(true): .overrides("labels on")
        }
    }
}
