import TestKit
import Testing

@testable import Bedside

/// Features walked alone, deeper than the whole machine is walked; `SetupTests` walks setting up.
struct FeatureWalkTests {
    /// The calendar of each time that the walk comes to: made once, because making it takes longest.
    private final class Calendars {
        let durable: Durable
        private var known: [CivilTime: [Bool: Agenda]] = [:]

        init(_ durable: Durable) { self.durable = durable }

        func calendar(at now: CivilTime, isMuted: Bool) -> Agenda {
            if let calendar = known[now]?[isMuted] { return calendar }
            var durable = durable
            durable.settings.isMicrophoneMuted = isMuted
            var calendar = Agenda(durable: durable, zone: .utc, now: now)
            calendar.rescan(now: now)
            known[now, default: [:]][isMuted] = calendar
            return calendar
        }
    }

    /// The evening check with the part of the machine that it can see: a virtual clock, its health, and what sounds.
    private struct Evening: Hashable {
        var check: EveningCheck
        var health = Health()
        var now: Moment
        var isQuiet = true
        var isMuted = false
        /// Effects asked for, and notes made of their outcome.
        var checks = 0
        var faults: [String] = []

        init(at now: Moment) {
            self.now = now
            check = EveningCheck(now: now.civil)
        }

        func context(_ calendars: Calendars) -> FeatureContext {
            FeatureContext(
                now: now, boxedCalendar: Boxed(wrappedValue: calendars.calendar(at: now.civil, isMuted: isMuted)),
                isClockTrusted: true,
                isRinging: false, isListening: false, isQuiet: isQuiet, health: health)
        }

        mutating func obey(_ output: FeatureOutput<EveningCheck>, _ context: FeatureContext) {
            for effect in output.effects {
                checks += 1
                if !context.isQuiet { faults.append("it takes the card from what sounds") }
                if effect.triesMicrophone == isMuted { faults.append("a muted microphone is tried") }
                if context.calendar.upcoming.isEmpty { faults.append("no alarm is ahead") }
            }
            for request in output.requests { if case .learn(let fact) = request { health.learn(fact) } }
        }

        /// As the machine visits it: what happened, then everything that is due.
        mutating func visit(
            _ calendars: Calendars, _ body: (inout EveningCheck, FeatureContext) -> FeatureOutput<EveningCheck>
        ) {
            obey(body(&check, context(calendars)), context(calendars))
            for _ in 0..<8 {
                check.plan(in: context(calendars))
                let deadline = check.deadline
                let isDue =
                    deadline.civil.map { $0 <= now.civil } ?? false || deadline.boot.map { $0 <= now.boot } ?? false
                guard isDue else { return }
                obey(check.advance(in: context(calendars)), context(calendars))
            }
            faults.append("a deadline is left standing")
        }
    }

    private enum Letter: CaseIterable {
        case next, hour, allWell, speakerMissing, networkMissing, networkThere, cardCame, alarmNear, sounds, mutes,
            clockBack
    }

    private static func apply(_ letter: Letter, to evening: inout Evening, _ calendars: Calendars) {
        switch letter {
        case .next:
            let civil = evening.check.deadline.civil.map { $0 - evening.now.civil }
            let boot = evening.check.deadline.boot.map { $0 - evening.now.boot }
            let span = [civil, boot].compactMap { $0 }.min() ?? .hours(1)
            evening.now = evening.now.advanced(by: max(span, .zero))
            evening.visit(calendars) { $0.advance(in: $1) }
        case .hour:
            evening.now = evening.now.advanced(by: .hours(1))
            evening.visit(calendars) { $0.advance(in: $1) }
        case .allWell: evening.visit(calendars) { $0.take([], in: $1) }
        case .speakerMissing: evening.visit(calendars) { $0.take([.sound], in: $1) }
        case .networkMissing:
            evening.health.learn(.companion(.network, isCheck: true, wantsGateway: false))
            evening.visit(calendars) { $0.hear(.companionChecked(.network), in: $1) }
        case .networkThere:
            evening.health.learn(.companion(nil, isCheck: true, wantsGateway: false))
            evening.visit(calendars) { $0.hear(.companionChecked(nil), in: $1) }
        case .cardCame: evening.visit(calendars) { $0.hear(.devicesChanged, in: $1) }
        case .alarmNear: evening.visit(calendars) { $0.hear(.alarmChecked, in: $1) }
        case .sounds:
            evening.isQuiet.toggle()
            evening.visit(calendars) { _, _ in FeatureOutput() }
        case .mutes: evening.isMuted.toggle()
        case .clockBack:
            evening.now.civil = evening.now.civil - .hours(3)
            evening.visit(calendars) { $0.hear(.calendarChanged, in: $1) }
        }
    }

    @Test(.requirement("GUARD-7")) func theEveningCheckNeverHangsAndNeverTakesTheCardFromWhatSounds() throws {
        var durable = Durable()
        durable.profile.habits[0].isOn = true
        let noon = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        durable.armedSince[.wake] = noon
        let start = Moment(boot: BootTime(nanoseconds: 1_000_000_000), civil: noon)
        let calendars = Calendars(durable)
        var edge: Set<Evening> = [Evening(at: start)]
        var checks = 0
        for _ in 0..<5 {
            var next: Set<Evening> = []
            for evening in edge {
                for letter in Letter.allCases {
                    var after = evening
                    Self.apply(letter, to: &after, calendars)
                    #expect(after.faults.isEmpty, "\(letter): \(after.faults)")
                    if !after.faults.isEmpty { return }
                    checks = max(checks, after.checks)
                    next.insert(after)
                }
            }
            edge = next
        }
        // The walk comes to checks at all, and to more than one evening's.
        #expect(checks >= 2)
    }

    /// A feature that is left out would never be asked for its deadline.
    @Test func everyFeatureIsAsked() throws {
        let machine = try #require(try EpisodeTests.bedside().machine)
        let features = Mirror(reflecting: machine.features).children
        #expect(features.count == machine.features.all.count)
        #expect(features.allSatisfy { $0.value is any Feature })
        #expect(machine.features.deadline.civil != nil)
        #expect(machine.features.deadline == machine.features.all.reduce(Deadline()) { $0.earlier($1.deadline) })
    }
}
