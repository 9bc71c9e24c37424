import Foundation
import TestKit
import Testing

@testable import Bedside

/// The first words of a morning, made of what the owner intends for it (MIND-4, S-4, R-5).
@Suite(.requirement("MIND-4")) struct WakeMessageTests {
    private static func intention(_ action: String, words: String = "what I said") -> Intention {
        Intention(
            habit: .wake, forDate: LocalDate(dayNumber: 20_000), cueKind: .wake, cue: PrivateText("waking"),
            action: PrivateText(action), words: PrivateText(words))
    }

    private static func messages(_ lines: [SimulatedLine]) -> [(text: String, at: CivilTime)] {
        lines.compactMap { if case .message(let text, let at) = $0 { (text.words, at) } else { nil } }
    }

    private static let bedtime: [(String, Simulator.Step.Kind)] = [
        ("2026-11-24T22:30:10", MemoryStoryTests.start),
        ("2026-11-24T22:30:20", MemoryStoryTests.owner("I am sad about the rain.")),
        ("2026-11-24T22:30:30", MemoryStoryTests.owner(MemoryStoryTests.window)),
        ("2026-11-24T22:30:40", MemoryStoryTests.intention), ("2026-11-24T22:31:30", MemoryStoryTests.stop),
    ]

    /// A movement of the body first, then the act; it is said on its own morning, once however often that rings, and
    /// by that morning's rings only.
    @Test func theEveningsActIsHeardOnItsMorning() throws {
        let lines = try MemoryStoryTests.run(days: 4, Self.bedtime)
        let messages = Self.messages(lines)
        #expect(
            messages.map(\.text) == ["Stand up, feet on the floor. For today you chose: open the window and breathe."])
        let zone = try TestZones.load("Europe/Berlin")
        #expect(messages.map { zone.local($0.at).date } == [LocalDate("2026-11-25")])
        let rings = lines.compactMap { if case .night(let entry) = $0, entry.kind == .ring { entry } else { nil } }
        #expect(rings.count { zone.local($0.at).date == LocalDate("2026-11-25") } > 1, "it rang again and again")
    }

    /// A ring that goes on after a power cut has its message too, which a simulation lists once (GUARD-8).
    @Test(.requirement("GUARD-8"), arguments: ["05:30:00", "05:59:59", "06:00:05"])
    func aRingThatIsResumedHasItsMessage(cut: String) throws {
        let night: [(String, Simulator.Step.Kind)] = [
            ("2026-11-25T\(cut)", .power(isOn: false)), ("2026-11-25T06:01:05", .power(isOn: true)),
            ("2026-11-25T06:01:50", MemoryStoryTests.stop),
        ]
        let lines = try MemoryStoryTests.run(days: 1, Self.bedtime + night)
        #expect(Self.messages(lines).count == 1)
    }

    @Test func nothingIsSaidThatIsNotRememberedAnyMore() throws {
        typealias Kind = Simulator.Step.Kind
        let forgotten =
            Self.bedtime + [
                ("2026-11-24T22:32:00", Kind.command(.memory(.forgetAbout(PrivateText("window"))), existing: nil))
            ]
        let paused = Self.bedtime + [("2026-11-24T22:32:00", Kind.command(.memory(.mode(.paused)), existing: nil))]
        for steps in [forgotten, paused] {
            #expect(Self.messages(try MemoryStoryTests.run(steps)).isEmpty)
        }
        #expect(Self.messages(try MemoryStoryTests.run(memory: .off, Self.bedtime)).isEmpty)
        // At risk, a morning is gentle, and asks for nothing (G-4).
        let risk =
            Self.bedtime + [
                ("2026-11-24T23:30:10", MemoryStoryTests.start),
                ("2026-11-24T23:30:20", MemoryStoryTests.owner("I want to kill myself.")),
                ("2026-11-24T23:40:00", MemoryStoryTests.stop),
            ]
        #expect(Self.messages(try MemoryStoryTests.run(risk)).isEmpty)
    }

    /// S-4: an imperative of at most six words or 14 characters, no question, the act word for word, or no message.
    @Test func theActIsSaidWordForWordOrNotAtAll() throws {
        #expect(WakeMessage.movement.english.split(separator: " ").count <= 6)
        #expect(WakeMessage.movement.japanese.count <= 14)
        let english = try #require(WakeMessage(Self.intention("  open the window!\n"), in: .english)?.utterance)
        #expect(english.text == "Stand up, feet on the floor. For today you chose: open the window.")
        let japanese = try #require(WakeMessage(Self.intention("まどを あける"), in: .japanese)?.utterance)
        #expect(japanese.text == "立って、足を床に。今日やると決めたこと。まどを あける。")
        #expect(japanese.reading.map { Kana.isSayable($0) && $0.hasSuffix("まどを あける。") } == true)
        // Without an act, what was said; without either, nothing.
        #expect(
            WakeMessage(Self.intention(" ", words: "I stretch"), in: .english)?.utterance.text.contains("I stretch")
                == true)
        let unsayable: [(String, Language)] = [
            ("", .japanese), ("shall I get up?", .english), ("おきる？", .japanese),
            (String(repeating: "breathe ", count: 11), .english), (String(repeating: "あ", count: 41), .japanese),
        ]
        for (act, language) in unsayable {
            #expect(WakeMessage(Self.intention(act, words: act), in: language) == nil, "\(act)")
        }
    }

    /// GUARD-1: the words are in no journal, whatever is coded.
    @Test(.requirement("GUARD-1")) func noJournalHoldsTheWords() throws {
        let message = try #require(WakeMessage(Self.intention("water the fern"), in: .english))
        let habit = try #require(Profile().habit(.wake))
        let shape = RingPlan.shape(of: habit, followUp: 0, message: message, profile: Profile(language: .english))
        #expect(shape.voice?.message == message.utterance)
        let playback = Playback(
            id: 1, source: .alarm(file: nil), fromPercent: 1, toPercent: 50, riseMilliseconds: 10,
            limitMilliseconds: 10,
            output: 0, ring: shape)
        let coded = try JSONEncoder().encode([Action.play(playback), .prepare(playback)])
        let text = String(decoding: coded, as: UTF8.self)
        #expect(text.contains("Stand up") && !text.contains("fern") && !text.contains("chose"))
        let read = try JSONDecoder().decode([Action].self, from: coded)
        guard case .play(let again) = read.first else { return #expect(Bool(false)) }
        #expect(again.ring?.voice?.message == nil && again.ring?.voice?.line == shape.voice?.line)
    }
}
