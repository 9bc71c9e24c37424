import TestKit
import Testing

@testable import Bedside

/// Fading walked alone: every sequence of what can happen to it, from each level.
@Suite(.requirement("FADE-1", "FADE-2", "FADE-3"))
struct FadingWalkTests {
    /// The feature with the part of the machine that it can see.
    private struct Place: Hashable {
        var keeper = FadingKeeper()
        var durable = Durable()
        var now: Moment
        var isQuiet = true
        var faults: [String] = []
        /// Whether the owner is just asking for silence.
        var wishesSilence = false

        init(level: FadingLevel, at now: Moment) {
            self.now = now
            durable.profile.habits[0].isOn = true
            durable.profile.habits[2].isOn = true
            // Nearly ripe for the next step, so that a few days lead on.
            let days = level == .net ? String(repeating: "u", count: 27) : "uuuu"
            let standing = FadingStanding(
                level: level, since: nil, daysHere: 27, wasStepDown: false, automaticity: nil, days: days)
            durable.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        }

        var context: FeatureContext {
            FeatureContext(
                now: now, boxedCalendar: Boxed(wrappedValue: Agenda(durable: durable, zone: .utc, now: now.civil)),
                isClockTrusted: true,
                isRinging: false, isListening: false, isQuiet: isQuiet, health: Health())
        }

        mutating func visit(_ body: (inout FadingKeeper, FeatureContext) -> FeatureOutput<FadingKeeper>) {
            obey(body(&keeper, context))
            for _ in 0..<8 {
                guard let due = keeper.deadline.boot, due <= now.boot else { return }
                obey(keeper.advance(in: context))
            }
            faults.append("a deadline is left standing")
        }

        private mutating func obey(_ output: FeatureOutput<FadingKeeper>) {
            let before = durable.fading.calling(.wake)
            for change in output.changes { durable.apply(.fading(change)) }
            let after = durable.fading.calling(.wake)
            if abs(after.level.rawValue - before.level.rawValue) > 1, after.level != .ringOnly {
                faults.append("a level is skipped")
            }
            if after.isSilent, !before.isSilent, !wishesSilence { faults.append("it is silent by itself") }
            for request in output.requests {
                switch request {
                case .say, .sayOnce: if !isQuiet { faults.append("it speaks over something") }
                default: break
                }
            }
            let noted = output.requests.count { request in
                if case .note(.levelChanged, _) = request { true } else { false }
            }
            if noted != (after == before ? 0 : 1) { faults.append("a step is not noted once") }
        }

        mutating func end(_ outcome: OccurrenceOutcome, of id: HabitID, pressedAfter: TimeSpan?) {
            let occurrence = Occurrence(habit: id, date: context.local.date)
            let record = OccurrenceRecord(occurrence: occurrence, due: now.civil, outcome: outcome, rings: 1)
            durable.apply(.record(record))
            let ending = OccurrenceEnding(pressedAfter: pressedAfter, isWhole: true)
            visit { $0.hear(.occurrenceEnded(record, ending), in: $1) }
        }
    }

    private enum Letter: CaseIterable {
        case unaided, missed, bedtime, press, yes, no, moment, day, sounds, correct, recall
        /// At level 3 alone, to keep the walk short.
        case silence, week

        static func at(_ level: FadingLevel) -> [Letter] {
            allCases.filter { level == .graduated || $0 != .silence && $0 != .week }
        }
    }

    private static func answer(isYes: Bool, place: inout Place) {
        place.visit { $0.noteHeard(in: $1) }
        place.visit { $0.answer(isYes: isYes, in: $1) }
    }

    private static func apply(_ letter: Letter, to place: inout Place) {
        switch letter {
        case .unaided: place.end(.unaided, of: .wake, pressedAfter: nil)
        case .missed: place.end(.missed, of: .wake, pressedAfter: nil)
        case .bedtime: place.end(.dismissed, of: .bedtime, pressedAfter: .seconds(5))
        case .press: place.visit { $0.hear(.pressed(.stop), in: $1) }
        case .yes: answer(isYes: true, place: &place)
        case .no: answer(isYes: false, place: &place)
        case .moment:
            place.now = place.now.advanced(by: .seconds(13))
            place.visit { $0.advance(in: $1) }
        case .day:
            place.now = place.now.advanced(by: .days(1))
            place.visit { $0.advance(in: $1) }
        case .sounds: place.isQuiet.toggle()
        case .correct:
            place.visit { keeper, context in
                keeper.correctable(nil, in: context).map { keeper.correct($0, in: context) } ?? FeatureOutput()
            }
        case .recall: place.visit { $0.add(.recall($1.local.date), to: .wake, in: $1) }
        case .silence:
            place.wishesSilence = true
            place.visit { $0.silence(.wake, isOn: true, in: $1) }
            place.wishesSilence = false
        case .week:
            place.now = place.now.advanced(by: .days(7))
            place.visit { $0.advance(in: $1) }
        }
    }

    @Test(arguments: FadingLevel.allCases) func noSequenceHangsSpeaksOverSomethingOrSkipsALevel(
        level: FadingLevel
    ) throws {
        let noon = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        let start = Moment(boot: BootTime(nanoseconds: 1_000_000_000), civil: noon)
        var edge: Set<Place> = [Place(level: level, at: start)]
        var levels: Set<FadingLevel> = []
        for _ in 0..<5 {
            var next: Set<Place> = []
            for place in edge {
                for letter in Letter.at(level) {
                    var after = place
                    Self.apply(letter, to: &after)
                    #expect(after.faults.isEmpty, "\(letter): \(after.faults)")
                    if !after.faults.isEmpty { return }
                    levels.insert(after.durable.fading.level(of: .wake))
                    _ = after.keeper.takeReports()
                    next.insert(after)
                }
            }
            edge = next
        }
        // The walk leads on, or back.
        #expect(levels.count > 1)
    }
}
