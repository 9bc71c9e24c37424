import Foundation
import TestKit
import Testing

@testable import Bedside

/// The comments of states say where each can go; random lives go nowhere else.
struct TransitionTests {
    /// What the comment of each state allows, read from the sources.
    private struct Documented {
        var allowed: [String: Set<String>] = [:]

        init(_ name: String, in path: String) throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(contentsOf: root.appending(path: "Sources/Bedside/\(path)"), encoding: .utf8)
            let body = try #require(text.components(separatedBy: "enum \(name): ").dropFirst().first)
            var comment = ""
            for line in body.components(separatedBy: "\n").dropFirst() {
                let line = line.trimmingCharacters(in: .whitespaces)
                if line == "}" { break }
                if line.hasPrefix("///") {
                    comment += line.dropFirst(3)
                } else if line.hasPrefix("case ") {
                    let state = line.dropFirst(5).prefix { $0.isLetter }
                    let ways = comment.components(separatedBy: "an go to").dropFirst().joined()
                    let names = ways.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
                    allowed[String(state)] = Set(names.map(\.element))
                    comment = ""
                }
            }
        }

        /// - Parameter isSlow: minutes may have passed, and several steps with them.
        func allows(_ from: String, _ to: String, isSlow: Bool) -> Bool {
            guard isSlow else { return allowed[from]?.contains(to) == true }
            var reached = allowed[from] ?? []
            for _ in allowed { for state in reached { reached.formUnion(allowed[state] ?? []) } }
            return reached.contains(to)
        }
    }

    /// The name without the data that a case carries.
    private static func name(_ state: Any) -> String { String("\(state)".prefix { $0.isLetter }) }

    /// Every state of the machine, with the type it belongs to.
    private static func states(_ machine: Bedside) -> [String: (kind: String, state: String)] {
        var states: [String: (kind: String, state: String)] = [:]
        for episode in machine.episodes { states["episode \(episode.occurrence)"] = ("Phase", name(episode.phase)) }
        if let conversation = machine.conversation {
            let id = "conversation \(conversation.startedAt)"
            states[id] = ("Mode", name(conversation.mode))
            if case .online(let talk) = conversation.mode { states["gap \(talk.openedAt)"] = ("Gap", name(talk.gap)) }
        }
        if let call = machine.call.connection { states["call \(call.id)"] = ("Stage", name(call.stage)) }
        states["erase"] = ("EraseHold", name(machine.buttons.eraseHold))
        return states
    }

    @Test(arguments: 0..<40) func noLifeMakesATransitionThatNoCommentAllows(seed: Int) throws {
        let documented = [
            "Phase": try Documented("Phase", in: "Alarm/Episode.swift"),
            "Mode": try Documented("Mode", in: "Conversation/Conversation+Modes.swift"),
            "Gap": try Documented("Gap", in: "Conversation/Talk.swift"),
            "Stage": try Documented("Stage", in: "Conversation/Call.swift"),
            "EraseHold": try Documented("EraseHold", in: "Buttons/Gestures.swift"),
        ]
        #expect(documented.values.allSatisfy { $0.allowed.count > 2 })
        var random = SeededRandom(seed: UInt64(seed))
        let bedside = try WalkTests.bedside("2026-11-20T21:00", companion: seed % 2 == 0 ? .openai : .offline)
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:59:58")))
        var machine = try #require(bedside.machine)
        var now = bedside.now
        for step in 0..<120 {
            let alphabet = WalkTests.alphabet(machine, at: now.boot)
            guard let (wait, event) = alphabet.randomElement(using: &random) else { continue }
            let before = Self.states(machine)
            now = now.advanced(by: wait)
            _ = machine.handle(event, at: now)
            for (id, after) in Self.states(machine) {
                guard let known = before[id], known.state != after.state else { continue }
                let isAllowed = documented[after.kind]?.allows(known.state, after.state, isSlow: wait > .seconds(1))
                #expect(
                    isAllowed == true, "\(id) went from \(known.state) to \(after.state) with \(event), step \(step)")
            }
        }
    }
}
