import Bedside
import Foundation
import TestKit
import Testing

@testable import Appliance

/// What commands show of the next ring: the day that is skipped before it, and why its level is what it is.
@Suite struct SkippedDayTests {
    /// The evening of Wednesday 2026-12-02, with a wake alarm at 06:00 every day.
    private static func bedside(_ level: FadingLevel = .companion) throws -> VirtualBedside {
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        let local = try #require(LocalDateTime("2026-12-02T20:00"))
        let start = try #require(ZoneRules.utc.instant(of: local))
        var disk = Durable()
        disk.profile = profile
        disk.armedSince[.wake] = start
        disk.lastWritten = start
        let standing = FadingStanding(
            level: level, since: nil, daysHere: 0, wasStepDown: false, automaticity: nil, days: "")
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: start, disk: disk)
        bedside.powerOn()
        return bedside
    }

    private static func cell(_ bedside: VirtualBedside) throws -> String {
        let status = try #require(bedside.status)
        return try #require(HabitTable.lines(status).first { $0.contains("(wake)") })
    }

    @Test(.requirement("ALARM-13"), arguments: Language.allCases) func theSkippedDayIsNamed(language: Language) throws {
        let bedside = try Self.bedside()
        #expect(!(try Self.cell(bedside).contains("2026-12-04")))
        var patch = ProfilePatch()
        patch.language = language
        bedside.ask(.apply(patch))
        bedside.ask(.skip(.wake))
        let expected =
            language == .japanese ? "2026-12-04 06:00（2026-12-03はスキップ）" : "Fri 2026-12-04 06:00 (2026-12-03 skipped)"
        #expect(try Self.cell(bedside).contains(expected))
        let row = try #require(bedside.status?.habits.first)
        let json = Views.json(row).line
        #expect(json.contains(#""next":"2026-12-04T06:00""#) && json.contains(#""skipped":true"#), "\(json)")
        #expect(json.contains(#""skippedDate":"2026-12-03""#), "\(json)")
        bedside.ask(.unskip(.wake))
        let usual = try #require(bedside.status?.habits.first)
        #expect(Views.json(usual).line.contains(#""skippedDate":null"#))
    }

    /// An older version says only that a day is skipped; where none is, it finds nothing new in an answer.
    @Test(.requirement("GUARD-4")) func theDateIsOptionalOnTheWire() throws {
        let bedside = try Self.bedside()
        let row = try #require(bedside.status?.habits.first)
        let usual = String(decoding: try JSONEncoder().encode(row), as: UTF8.self)
        #expect(!usual.contains("skippedDate"))
        bedside.ask(.skip(.wake))
        let skipped = try #require(bedside.status?.habits.first)
        let read = try JSONDecoder().decode(Status.HabitRow.self, from: try JSONEncoder().encode(skipped))
        #expect(read == skipped && read.skippedDate == LocalDate("2026-12-03"))
        let text = usual.replacingOccurrences(of: #""isSkippedNext":false"#, with: #""isSkippedNext":true"#)
        let older = try JSONDecoder().decode(Status.HabitRow.self, from: Data(text.utf8))
        #expect(older.isSkippedNext && older.skippedDate == nil)
        #expect(older.skippedText(in: .english) == " (one skipped)")
    }

    /// The same object says the same in every answer.
    @Test(.requirement("FADE-4")) func everyAnswerSaysWhyTheLevelIsWhatItIs() throws {
        let bedside = try Self.bedside(.net)
        guard case .next(let recalled)? = bedside.ask(.fading(.recall(nil))) else {
            Issue.record("not recalled")
            return
        }
        #expect(Views.json(recalled).line.contains(#""levelReason":"recalled""#))
        let status = try #require(bedside.status)
        #expect(Views.json(status.next).line == Views.json(recalled).line)
        let time = try #require(LocalTime("05:45"))
        guard case .changed(let differences, let next)? = bedside.ask(.move(.wake, time: time, date: nil)) else {
            Issue.record("not moved")
            return
        }
        #expect(Views.json(differences, next: next).line.contains(#""levelReason":"recalled""#))
    }
}
