import TestKit
import Testing

@testable import Bedside

/// Every sequence of events up to a depth, from every kind of state: nothing contradicts itself, both buttons work.
@Suite(.requirement("ALARM-3", "ALARM-5"))
struct WalkTests {
    /// How many events in a row, from each of nine states.
    private static let depth = 4

    /// Events that can follow at any time, with the time that passes before each.
    static func alphabet(_ machine: Bedside, at now: BootTime) -> [(TimeSpan, Event)] {
        var events: [(TimeSpan, Event)] = [
            (.milliseconds(10), .press(.start, heldMilliseconds: 0, from: .button)),
            (.milliseconds(10), .press(.stop, heldMilliseconds: 0, from: .button)),
            (.milliseconds(10), .press(.start, heldMilliseconds: 2500, from: .button)),
            (.milliseconds(10), .press(.mute, heldMilliseconds: 0, from: .button)),
            (.milliseconds(10), .edge(.start, isActive: true)),
            (.milliseconds(10), .edge(.stop, isActive: true)),
            (.milliseconds(30), .edge(.start, isActive: false)),
            (.milliseconds(10), .voice(isActive: true)),
            (.milliseconds(10), .voice(isActive: false)),
            (.milliseconds(10), .microphoneFailed),
            (.seconds(11), .tick),
            (.minutes(12), .tick),
            (.milliseconds(10), .sound(.devicesChanged)),
            (.milliseconds(10), .command(.preview(nil), ticket: 1)),
            (.milliseconds(10), .command(.tryOut(afterSeconds: 3), ticket: 1)),
            (.milliseconds(10), .command(.skip(.wake), ticket: 1)),
            (.milliseconds(10), .eveningCheck([.sound])),
            (.milliseconds(10), .companionChecked(.network)),
            (.milliseconds(10), .presence),
            (.milliseconds(10), .command(.fading(.alreadyUp(nil)), ticket: 1)),
            (.milliseconds(10), .command(.setup(.answer(.text("06:10"), to: .habitTime(.wake, then: []))), ticket: 1)),
        ]
        if let call = machine.call.connection {
            let news: [ConversationEvent] = [
                .ready, .speaking(true), .speaking(false), .ownerSpeaking(true), .voiceMissing(true), .ended,
                .failed(.network), .failed(.credentials),
                .toolCall(ToolRequest(callID: "1", name: "end_conversation", arguments: "")),
            ]
            events += news.map { (.milliseconds(10), .conversation($0, call: call.id)) }
        }
        if let id = machine.playing?.playback.id {
            events.append((.milliseconds(10), .sound(.audible(id: id))))
            events.append((.milliseconds(10), .sound(.finished(id: id))))
            events.append((.milliseconds(10), .sound(.failed(id: id, reason: "gone"))))
        }
        if let boot = machine.deadline.boot { events.append((max(boot - now, .zero), .tick)) }
        return events
    }

    /// Which event of the alphabet it is; nil: it is walked elsewhere. A new event is to be named here.
    private static func letter(_ event: Event) -> Int? {
        switch event {
        case .press: 0
        case .edge: 1
        case .voice: 2
        case .microphoneFailed: 3
        case .tick: 4
        case .sound: 5
        case .command: 6
        case .eveningCheck: 7
        case .companionChecked: 8
        case .conversation: 9
        case .presence, .presenceRead, .presenceEdge: 10
        // `MorningPropertyTests`: clocks and zones.
        case .clockSet, .zone: nil
        // `ButtonTests`, `OutputTests`.
        case .buttonsRead, .buzzerFailed: nil
        // `MemoryStoryTests`.
        case .memory: nil
        // `TeachingStoryTests`.
        case .teaching: nil
        // `RecordingStoryTests`.
        case .recordings: nil
        // `AffirmationRecordingTests`.
        case .affirmation: nil
        // `WakeVoiceTests`.
        case .wakeVoice: nil
        // `AccountTests`.
        case .account: nil
        // `OwnVoiceWalkTests`.
        case .ownVoice: nil
        // `RecoveryTests`, `CommandTests`: the disk and the end.
        case .store, .erased, .storeRecovered, .settingsUnreadable, .terminate: nil
        }
    }

    @Test func theAlphabetHasEveryEventThatIsWalked() throws {
        let bedside = try Self.bedside("2026-11-20T21:00", companion: .openai)
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T06:00:10")))
        let machine = try #require(bedside.machine)
        let letters = Self.alphabet(machine, at: bedside.now.boot).map { Self.letter($0.1) }
        #expect(machine.call.connection != nil && machine.playing != nil)
        #expect(Set(letters) == Set(0...10))
    }

    static func bedside(
        _ start: String, companion: Companion = .offline, meditation: MeditationScript? = nil
    ) throws -> VirtualBedside {
        var profile = Profile(companion: companion)
        for index in 0...1 { profile.habits[index].isOn = true }
        profile.habits[0].followUps = 2
        profile.habits[1].at = try #require(LocalTime("06:01:30"))
        let local = try #require(LocalDateTime(start))
        let civil = try #require(ZoneRules.utc.instant(of: local))
        var configuration = Configuration(clockFloor: civil - .days(30), outputs: ["usb", "jack"], hasBuzzer: true)
        configuration.meditation = meditation
        let bedside = VirtualBedside(profile: profile, at: civil, configuration: configuration)
        bedside.powerOn()
        return bedside
    }

    /// Breadth first; a state that two orders of the same events lead to is judged and continued only once.
    static func walk(
        _ machine: Bedside, at now: Moment, depth: Int, found: inout [String],
        _ alphabet: (Bedside, BootTime) -> [(TimeSpan, Event)] = { Self.alphabet($0, at: $1) }
    ) {
        var edge = [(machine: machine, now: now, path: "")]
        for level in 1...depth {
            var seen: Set<Place> = []
            var next: [(machine: Bedside, now: Moment, path: String)] = []
            for place in edge {
                for (index, (wait, event)) in alphabet(place.machine, place.now.boot).enumerated() {
                    var machine = place.machine
                    let time = place.now.advanced(by: wait)
                    _ = machine.handle(event, at: time)
                    guard seen.insert(Place(machine: machine, now: time)).inserted else { continue }
                    let path = "\(place.path) \(index)"
                    let contradictions = machine.contradictions(at: time)
                    if !contradictions.isEmpty { found.append("\(path): \(contradictions)") }
                    if !machine.buttonsWork(at: time) { found.append("\(path): a button does not work") }
                    if found.count > 4 { return }
                    if level < depth { next.append((machine, time, path)) }
                }
            }
            edge = next
        }
    }

    /// Distinguished by a 64-bit hash, because keeping every state would take gigabytes.
    private struct Place: Hashable {
        let hash: Int
        init(machine: Bedside, now: Moment) {
            var hasher = Hasher()
            hasher.combine(machine)
            hasher.combine(now)
            hash = hasher.finalize()
        }
    }

    @Test(arguments: [
        "2026-11-20T22:00:00", "2026-11-21T05:00:00", "2026-11-21T05:59:57", "2026-11-21T05:59:59",
        "2026-11-21T06:00:10", "2026-11-21T06:00:40", "2026-11-21T06:01:40",
    ]) func noSequenceOfEventsContradictsItself(start: String) throws {
        let bedside = try Self.bedside("2026-11-20T21:00")
        bedside.advance(to: try #require(LocalDateTime(start)))
        let machine = try #require(bedside.machine)
        var found: [String] = []
        Self.walk(machine, at: bedside.now, depth: Self.depth, found: &found)
        #expect(found.isEmpty, "\(found)")
    }

    @Test(arguments: [Companion.offline, .openai]) func noSequenceInAConversationContradictsItself(
        companion: Companion
    ) throws {
        let bedside = try Self.bedside("2026-11-20T21:00", companion: companion)
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T06:00:10")))
        bedside.press(.start)
        bedside.advance(by: .milliseconds(700))
        let machine = try #require(bedside.machine)
        #expect(machine.conversation != nil)
        var found: [String] = []
        Self.walk(machine, at: bedside.now, depth: Self.depth, found: &found)
        #expect(found.isEmpty, "\(found)")
    }
}
