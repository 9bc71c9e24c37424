import Bedside
import Foundation
import Sound
import TestKit
import Testing

@testable import Appliance

/// GUARD-5: what the running appliance tells of itself, as fields and as version 0.1.0 writes them.
@Suite(.requirement("GUARD-5")) struct DiagnosticsTests {
    /// A reply as 0.1.0 and the versions after it send it: a flat object of dotted names.
    private static let flat: [String: DiagnosticValue] = [
        "sound.underruns": .integer(3), "sound.level_dbfs": .decimal(-23.5), "sound.is_real_time": .flag(true),
        "sound.output": .text("default: 48000 Hz"), "store.report": .text("clean"), "store.report.ja": .text("正常"),
        "store.is_working": .flag(true), "board.name": .text("terminal"), "board.problem.1": .text("buzzer: gone"),
        "board.problem.1.ja": .text("ブザー：なくなりました"), "companion.key": .text("none"),
        "session.phase.offer_ms": .integer(12), "session.jitter_ms": .decimal(1.25),
        "session.failure": .text("the line was lost"), "session.failure_told": .text("通信が切れました"),
        "tomorrows.counter": .integer(9),
    ]

    @Test(.requirement("GUARD-4")) func namesOnTheWireAreThoseOfVersion010() throws {
        let diagnostics = Diagnostics(Self.flat)
        #expect(diagnostics.sound.underruns == 3)
        #expect(diagnostics.sound.levelDBFS == -23.5)
        #expect(diagnostics.storage.report == Wording("clean", "正常"))
        #expect(diagnostics.board.problems == [Wording("buzzer: gone", "ブザー：なくなりました")])
        #expect(diagnostics.session.phaseMilliseconds == ["offer": 12])
        #expect(diagnostics.others == ["tomorrows.counter": .integer(9)])
        #expect(diagnostics.values == Self.flat)
        let text = String(decoding: try JSONEncoder().encode(diagnostics), as: UTF8.self)
        #expect(text.contains(#""sound.underruns":3"#))
        #expect(try JSONDecoder().decode(Diagnostics.self, from: Data(text.utf8)) == diagnostics)
    }

    /// A level of -120.0 comes back as -120, which is an integer.
    @Test func aDecimalThatIsWholeIsStillOne() throws {
        var diagnostics = Diagnostics()
        diagnostics.sound.levelDBFS = -120
        let data = try JSONEncoder().encode(diagnostics)
        #expect(String(decoding: data, as: UTF8.self) == #"{"sound.level_dbfs":-120}"#)
        #expect(try JSONDecoder().decode(Diagnostics.self, from: data) == diagnostics)
        #expect(diagnostics.table(in: .english).map(\.text) == ["-120"])
    }

    @Test func aValueOfAnotherKindIsKeptAsItIs() {
        let diagnostics = Diagnostics(["sound.underruns": .text("many"), "store.report": .integer(1)])
        #expect(diagnostics.sound.underruns == nil)
        #expect(diagnostics.others == ["sound.underruns": .text("many"), "store.report": .integer(1)])
    }

    @Test(.requirement("SETUP-5")) func peopleAreShownTextsInTheirLanguageAndNoZeros() {
        var diagnostics = Diagnostics(Self.flat)
        diagnostics.sound.overruns = 0
        diagnostics.board.fingerprint = "123"
        let table = Dictionary(uniqueKeysWithValues: diagnostics.table(in: .japanese).map { ($0.name, $0.text) })
        #expect(table["store.report"] == "正常")
        #expect(table["board.problem.1"] == "ブザー：なくなりました")
        #expect(table["session.failure"] == "the line was lost")
        for name in ["sound.overruns", "store.report.ja", "board.fingerprint", "session.failure_told"] {
            #expect(table[name] == nil)
        }
    }

    /// Each stored field has a name on the wire, by which it comes back.
    @Test func everyFieldIsWritten() throws {
        var count = 0
        func walk(_ value: Any) {
            for child in Mirror(reflecting: value).children {
                let mirror = Mirror(reflecting: child.value)
                if mirror.displayStyle == .struct, !(child.value is Wording) { walk(child.value) } else { count += 1 }
            }
        }
        walk(Diagnostics())
        // Each in a table, and four that are not one value: report, problems, phases, others.
        #expect(Diagnostics.names.count + 4 == count)
        #expect(Set(Diagnostics.names).count == Diagnostics.names.count)
    }

    /// The ring of a heavy sleeper is another sound (SOUND-7).
    @Test(.requirement("SOUND-7"), arguments: [Playback.Source.alarm(file: nil), .square])
    func everyRingIsCountedWithItsLateness(source: Playback.Source) {
        let now = Moment(boot: BootTime.zero + .seconds(9), civil: CivilTime(seconds: 9))
        let ring = Playback(
            id: 4, source: source, fromPercent: 10, toPercent: 90, riseMilliseconds: 0, limitMilliseconds: 30_000,
            output: 0)
        var timing = RingTiming()
        timing.note([.play(ring)], deadline: (civil: now.civil, boot: nil), at: now)
        var counters = SoundCounters()
        counters.lastHandedID = ring.id
        counters.lastHandedBootNanoseconds = (now.boot + .milliseconds(40)).nanoseconds
        timing.heard(ring.id, counters)
        #expect(timing.rings == 1 && timing.lastLatenessMicroseconds == 40_000)
    }
}
