import Foundation
import Store
import TestKit
import Testing

@testable import Appliance
@testable import Bedside

/// Two hundred nights with faults (MIND-4, ALARM-7): power that fails between any two actions, a service that is not
/// reached, slow, silent or says other words, a spoiled reading, a disk that refuses, a clock that steps, an intention that
/// is forgotten. Whatever happens, each ring is whole, comes once and on time, and nothing is left of the reading once it
/// was heard.
@Suite(.requirement("MIND-4", "ALARM-7", "SOUND-7"), .bounded)
struct WakeNightTests {
    private enum Fault: CaseIterable {
        case powerCut, cutAroundTheRing, cutAfterStop, otherMood, spoiledReading, refusingDisk, clockStep,
            stepOverTheRing,
            forgotten, paused, noSynthesizer
    }

    private struct Outcome: Sendable {
        var voices: [WakeNight.Voice: Int] = [:]
        var faults: [Fault: Int] = [:]
        var cuts = 0
        var rings = 0

        mutating func add(_ other: Outcome) {
            voices.merge(other.voices, uniquingKeysWith: +)
            faults.merge(other.faults, uniquingKeysWith: +)
            cuts += other.cuts
            rings += other.rings
        }
    }

    private static let acts: [(act: String, language: Language, isMessage: Bool)] = [
        ("open the window", .english, true), ("water the fern", .english, true), ("shall I get up?", .english, false),
        ("窓を開ける", .japanese, true), ("まどを あける", .japanese, true),
    ]

    @Test func twoHundredNightsWithFaultsRingWhole() async throws {
        // Side by side: they are the longest of all tests.
        let outcome = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for first in stride(from: 1 as UInt64, through: 200, by: 25) {
                group.addTask {
                    var outcome = Outcome()
                    for seed in first..<first + 25 { try Self.night(seed, &outcome) }
                    return outcome
                }
            }
            return try await group.reduce(into: Outcome()) { $0.add($1) }
        }
        // The nights are worth something.
        for voice in [WakeNight.Voice.reading, .synthesizer, .line] {
            #expect(outcome.voices[voice, default: 0] >= 15, "\(outcome)")
        }
        for fault in Fault.allCases { #expect(outcome.faults[fault, default: 0] >= 10, "\(fault): \(outcome)") }
        #expect(outcome.cuts >= 100 && outcome.rings >= 200, "\(outcome)")
    }

    private static func changes(_ act: String, _ language: Language, at start: CivilTime) throws -> [Change] {
        var profile = Profile(language: language, companion: .openai)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].subject == .wake }
        let local = try #require(LocalDateTime("2026-11-24T21:00"))
        let words = PrivateText(act)
        let item = MemoryItem(
            id: MemoryID(1), kind: .intention, slot: PrivateText("wake"), text: words, quote: words,
            saidAt: LocalMoment(civil: start, zone: "UTC", local: local),
            detail: .intention(
                Intention(
                    habit: .wake, forDate: try #require(LocalDate("2026-11-25")), cueKind: .wake,
                    cue: PrivateText("waking"), action: words, words: words)))
        return [
            .profile(profile), .armedSince(.wake, start), .memory(.mode(.on)), .memory(.record(.keep(item))),
            .lastWritten(start),
        ]
    }

    private static func night(_ seed: UInt64, _ outcome: inout Outcome) throws {
        var random = SeededRandom(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let evening = try #require(LocalDateTime("2026-11-24T21:00"))
        let start = try #require(ZoneRules.utc.instant(of: evening))
        let due = start + .hours(9)
        let (act, language, isMessage) = acts[Int(seed) % acts.count]
        let mood: NightService.Mood =
            chance(50) ? .right : NightService.Mood.allCases.randomElement(using: &random) ?? .slow
        let night = try WakeNight(changes(act, language, at: start), from: start, due: due, mood: mood)
        // Each fault at its time, in order.
        var plan: [(at: CivilTime, fault: Fault)] = Fault.allCases.filter { _ in chance(25) }.map { fault in
            let seconds =
                switch fault {
                case .cutAroundTheRing: Int.random(in: 9 * 3600 - 200...9 * 3600 + 24, using: &random)
                case .stepOverTheRing: Int.random(in: 9 * 3600 - 1500...9 * 3600 - 300, using: &random)
                case .forgotten, .paused, .refusingDisk, .noSynthesizer:
                    Int.random(in: 5...9 * 3600 - 400, using: &random)
                case .powerCut, .cutAfterStop, .otherMood, .spoiledReading, .clockStep:
                    Int.random(in: 5...9 * 3600 - 1800, using: &random)
                }
            return (start + .seconds(seconds), fault)
        }
        plan.sort { $0.at < $1.at }
        var isCutAfterStop = false
        var isTaken = false
        for (at, fault) in plan {
            outcome.faults[fault, default: 0] += 1
            night.advance(to: at)
            switch fault {
            case .powerCut, .cutAroundTheRing:
                outcome.cuts += 1
                night.actionsUntilCut = Int.random(in: 0...5, using: &random)
                night.advance(by: .minutes(fault == .powerCut ? 20 : 1))
                try night.cutPower()
                let off =
                    fault == .powerCut
                    ? Int.random(in: 1...600, using: &random) : Int.random(in: 1...45, using: &random)
                night.advance(by: .seconds(off))
                let hasClock = fault == .cutAroundTheRing || chance(60)
                let civil = night.now.civil
                if !hasClock { night.forgetTime(start - .days(1000)) }
                try night.powerOn(isClockSynchronized: hasClock)
                guard !hasClock else { break }
                let seconds = Int.random(in: 1...90, using: &random)
                night.advance(by: .seconds(seconds))
                night.step(civil + .seconds(seconds) - night.now.civil)
            case .cutAfterStop: isCutAfterStop = true
            case .otherMood:
                night.mood = NightService.Mood.allCases.randomElement(using: &random) ?? .right
                night.service.answer()
                night.post(.companionChecked(nil))
            case .spoiledReading: try night.spoilReadings()
            case .refusingDisk:
                try night.disk(isRefusing: true)
                night.advance(by: .seconds(Int.random(in: 1...1200, using: &random)))
                if chance(70) { try night.disk(isRefusing: false) }
            case .clockStep:
                let seconds = Int.random(in: -1200...1200, using: &random)
                night.step(.seconds(seconds))
                night.advance(by: .seconds(Int.random(in: 1...300, using: &random)))
                night.step(.seconds(-seconds))
            case .stepOverTheRing:
                night.step(max(due - night.now.civil, .zero) + .seconds(Int.random(in: -5...40, using: &random)))
            case .forgotten:
                isTaken = true
                night.post(.command(.memory(.forget(MemoryID(1))), ticket: 0))
            case .paused:
                isTaken = true
                night.post(.command(.memory(.mode(.paused)), ticket: 0))
            case .noSynthesizer: night.hasSynthesizer = false
            }
        }
        try morning(night, due, isCutAfterStop: isCutAfterStop, &random, &outcome)
        check(night, act: isMessage && !isTaken ? act : nil, isCertain: !night.hasLostWrites, seed, &outcome)
    }

    /// The owner hears a ring to its voice, and presses Stop.
    private static func morning(
        _ night: WakeNight, _ due: CivilTime, isCutAfterStop: Bool, _ random: inout SeededRandom,
        _ outcome: inout Outcome
    ) throws {
        night.advance(to: due)
        for _ in 0..<3 {
            for _ in 0..<20
            where !(night.rings.last.map { $0.isHeardToItsVoice && $0.session == night.session } ?? false) {
                night.advance(by: .seconds(20))
            }
            night.advance(by: .seconds(Int.random(in: 0...30, using: &random)))
            if isCutAfterStop, night.session < 20 {
                outcome.cuts += 1
                night.actionsUntilCut = Int.random(in: 0...4, using: &random)
            }
            night.post(.press(.stop, heldMilliseconds: 80, from: .button))
            night.advance(by: .seconds(1))
            if isCutAfterStop {
                try night.cutPower()
                night.advance(by: .seconds(5))
                try night.powerOn()
            }
            // What was not on disk is done again: one more Stop.
            night.advance(by: .seconds(30))
            guard night.machine?.activity == .ringing || night.machine?.activity == .waiting else { break }
        }
        try night.disk(isRefusing: false)
        // A clock that goes back makes nothing ring twice.
        night.step(.minutes(-20))
        night.advance(by: .minutes(40))
    }

    private static func check(
        _ night: WakeNight, act: String?, isCertain: Bool, _ seed: UInt64, _ outcome: inout Outcome
    ) {
        outcome.rings += night.rings.count
        #expect(night.stuckDeadlines == 0, "seed \(seed)")
        #expect(night.rings.contains { $0.isHeardToItsVoice }, "seed \(seed): nobody was woken")
        for ring in night.rings {
            outcome.voices[ring.voice, default: 0] += 1
            let message = ring.shape.voice?.message
            if isCertain {
                #expect(message.map(\.text)?.contains(act ?? "-") ?? (act == nil), "seed \(seed): \(ring)")
            }
            let expected: WakeNight.Voice =
                if message != nil, ring.hadReading {
                    .reading
                } else if let message, message.isSayable, night.hasSynthesizer {
                    .synthesizer
                } else {
                    .line
                }
            #expect(ring.voice == expected, "seed \(seed): \(ring)")
            if ring.voice == .synthesizer, let message {
                #expect(ring.said.contains(message.spoken), "seed \(seed): \(ring)")
            }
        }
        // Once: a ring comes again only where the power failed in it, or before it was on disk that it was over.
        for (earlier, later) in zip(night.rings, night.rings.dropFirst()) {
            let isNext = later.followUp > earlier.followUp
            #expect(isNext || later.session > earlier.session, "seed \(seed): \(earlier), \(later)")
        }
        // On time. If the power failed between the note of the main ring on disk and its sound, the next is at its minute.
        if let first = night.rings.first {
            #expect(first.late <= .seconds(first.followUp == 0 ? 1 : 60), "seed \(seed): \(first)")
        }
        #expect(night.traces.isEmpty, "seed \(seed): \(night.traces)")
    }
}
