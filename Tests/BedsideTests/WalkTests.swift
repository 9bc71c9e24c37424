import TestKit
import Testing

@testable import Bedside

/// Every sequence of events up to a depth, from every kind of state: nothing contradicts itself, both buttons work.
struct WalkTests {
    /// Events that can follow at any time, with the time that passes before each.
    private static func alphabet(_ machine: Bedside, at now: BootTime) -> [(Span, Event)] {
        var events: [(Span, Event)] = [
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
            (.milliseconds(10), .conversation(.failed(.network))),
        ]
        if let id = machine.playing?.playback.id {
            events.append((.milliseconds(10), .sound(.audible(id: id))))
            events.append((.milliseconds(10), .sound(.finished(id: id))))
            events.append((.milliseconds(10), .sound(.failed(id: id, reason: "gone"))))
        }
        if let boot = machine.deadline.boot { events.append((max(boot - now, .zero), .tick)) }
        return events
    }

    private static func bedside(_ start: String, companion: Companion = .offline) throws -> VirtualBedside {
        var profile = Profile(companion: companion)
        for index in 0...1 { profile.habits[index].isOn = true }
        profile.habits[0].followUps = 2
        profile.habits[1].at = try #require(LocalTime("06:01:30"))
        let local = try #require(LocalDateTime(start))
        let civil = try #require(ZoneRules.utc.instant(of: local))
        let configuration = Configuration(clockFloor: civil - .days(30), outputs: ["usb", "jack"], hasBuzzer: true)
        let bedside = VirtualBedside(profile: profile, at: civil, configuration: configuration)
        bedside.powerOn()
        return bedside
    }

    private func walk(_ machine: Bedside, at now: Moment, depth: Int, path: String, found: inout [String]) {
        guard depth > 0, found.count < 5 else { return }
        for (index, (wait, event)) in Self.alphabet(machine, at: now.boot).enumerated() {
            var next = machine
            let time = now.advanced(by: wait)
            _ = next.handle(event, at: time)
            let contradictions = next.contradictions(at: time)
            if !contradictions.isEmpty { found.append("\(path) \(index): \(contradictions)") }
            if !next.buttonsWork(at: time) { found.append("\(path) \(index): a button does not work") }
            walk(next, at: time, depth: depth - 1, path: path + " \(index)", found: &found)
        }
    }

    @Test(arguments: [
        "2026-11-20T22:00:00", "2026-11-21T05:00:00", "2026-11-21T05:59:57", "2026-11-21T05:59:59",
        "2026-11-21T06:00:10", "2026-11-21T06:00:40", "2026-11-21T06:01:40",
    ]) func noSequenceOfThreeEventsContradictsItself(start: String) throws {
        let bedside = try Self.bedside("2026-11-20T21:00")
        bedside.advance(to: try #require(LocalDateTime(start)))
        let machine = try #require(bedside.machine)
        var found: [String] = []
        walk(machine, at: bedside.now, depth: 3, path: start, found: &found)
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
        walk(machine, at: bedside.now, depth: 3, path: "talk", found: &found)
        #expect(found.isEmpty, "\(found)")
    }
}
