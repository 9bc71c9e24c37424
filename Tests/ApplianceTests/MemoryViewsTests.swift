import Bedside
import TestKit
import Testing

@testable import Appliance

/// What an owner gets of their memory as JSON (E-1, M-8).
@Suite(.requirement("MIND-2")) struct MemoryViewsTests {
    private static let feelings = [FeltLabel(.shame, intensity: 3), FeltLabel(.tired, intensity: 1)]

    /// Researchers and other programs know Plutchik's names and a valence, not ours.
    @Test func anExportedLabelHasItsValenceAndPlutchiksName() throws {
        var memory = Memory()
        let date = try #require(LocalDate("2026-11-24"))
        memory.apply(.label(.keep(LabelledDay(date: date, feelings: Self.feelings))))
        let labels = MemoryViews.json(memory.labels).line
        #expect(labels.contains(#"{"label":"shame","intensity":3,"valence":-1,"plutchik":"sadness"}"#), "\(labels)")
        #expect(labels.contains(#"{"label":"tired","intensity":1,"valence":-1,"plutchik":null}"#))
        let local = try #require(LocalDateTime("2026-11-24T22:30"))
        let at = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
        let item = MemoryItem(
            id: MemoryID(1), kind: .reflection, slot: PrivateText(""), text: PrivateText("X"), quote: PrivateText("X"),
            saidAt: at, detail: .reflection(Reflection(date: date, feelings: Self.feelings)))
        let reflection = MemoryViews.json(item).line
        #expect(reflection.contains(#""valences":[-1,-1],"plutchik":["sadness",null]"#), "\(reflection)")
    }
}
