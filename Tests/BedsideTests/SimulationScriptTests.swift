import TestKit
import Testing

@testable import Bedside

/// How long a talk of a script lasts (GUARD-8): what opens or ends a talk counts, however it is written.
@Suite(.requirement("GUARD-8")) struct SimulationScriptTests {
    private typealias Kind = Simulator.Step.Kind

    private static let start = Kind.press(.start, heldMilliseconds: 50, ownerSpeaks: true)
    private static let typedStart = command(.press(.start, heldMilliseconds: 0, from: .socket))
    private static let typedStop = command(.press(.stop, heldMilliseconds: 0, from: .socket))
    private static let said = Kind.said(.owner, PrivateText("Thanks."))
    private static let tool = Kind.tool(name: "skip_next", arguments: "{}")

    private static func command(_ command: Command) -> Kind { .command(command, existing: nil) }

    private static func script(_ steps: [(String, Kind)]) throws -> SimulationScript {
        SimulationScript(
            try steps.map { Simulator.Step(at: try EpisodeTests.at("2026-11-24T\($0.0)"), kind: $0.1) }, in: .utc)
    }

    /// When a talk that opens at 21:00:00.3 has its last words.
    private static func lastWords(_ steps: [(String, Kind)]) throws -> String? {
        let opened = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-24T21:00")))
        let last = try script(steps).lastWords(
            from: opened + .milliseconds(300), silence: .seconds(20), longest: .minutes(30))
        return last.map { ZoneRules.utc.local($0).time.description }
    }

    private static func text(_ time: String) throws -> String { try #require(LocalTime(time)).description }

    @Test func startWithinATalkBelongsToIt() throws {
        let answered = try Self.lastWords([
            ("21:00:10", Self.said), ("21:00:15", Self.tool), ("21:00:20", Self.start), ("21:00:25", Self.tool),
            ("21:00:55", Self.said),
        ])
        #expect(try answered == Self.text("21:00:55"))
        // Before the first words, too.
        #expect(try Self.lastWords([("21:00:05", Self.start), ("21:00:50", Self.said)]) == Self.text("21:00:50"))
        // The talk is silent by then.
        for opening in [Self.start, Self.typedStart, Self.command(.talk(nil))] {
            let next = try Self.lastWords([("21:00:10", Self.said), ("21:00:31", opening), ("21:00:40", Self.said)])
            #expect(try next == Self.text("21:00:10"))
        }
    }

    @Test func aTalkWithoutWordsHasNoneOfTheNext() throws {
        for opening in [Self.start, Self.typedStart, Self.command(.talk(nil))] {
            #expect(try Self.lastWords([("21:25:00", opening), ("21:25:30", Self.said)]) == nil)
        }
        // Nor is any talk longer than the device allows.
        #expect(try Self.lastWords([("21:31:00", Self.said)]) == nil)
        #expect(try Self.lastWords([("21:29:00", Self.said), ("21:58:00", Self.said)]) == Self.text("21:58:00"))
    }

    @Test func stopEndsItHoweverItIsPressed() throws {
        for stop in [Kind.press(.stop, heldMilliseconds: 50, ownerSpeaks: true), Self.typedStop] {
            let last = try Self.lastWords([("21:00:10", Self.said), ("21:00:40", stop), ("21:00:50", Self.said)])
            #expect(try last == Self.text("21:00:40"))
            #expect(try Self.lastWords([("21:00:40", stop), ("21:00:50", Self.said)]) == nil)
        }
        // A button for the volume changes nothing.
        let louder = Kind.press(.volumeUp, heldMilliseconds: 50, ownerSpeaks: true)
        let last = try Self.lastWords([("21:00:10", Self.said), ("21:00:40", louder), ("21:00:50", Self.said)])
        #expect(try last == Self.text("21:00:50"))
    }

    @Test func aSummaryBelongsToTheTalkBeforeIt() throws {
        let opened = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-24T21:00")))
        for opening in [Self.start, Self.typedStart, Self.command(.talk(nil))] {
            let script = try Self.script([("21:05:00", opening), ("21:06:00", .summary(nil))])
            #expect(!script.hasSummaryAhead(from: opened))
        }
        let script = try Self.script([("21:05:00", Self.typedStop), ("21:06:00", .summary(nil))])
        #expect(script.hasSummaryAhead(from: opened))
    }
}
