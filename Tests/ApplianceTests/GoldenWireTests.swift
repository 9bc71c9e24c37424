import Bedside
import Board
import Foundation
import Store
import TestKit
import Testing

@testable import Appliance

/// What version 0.1.0 sent over the control socket, wrote into its journal, and accepted as a profile. Every later
/// version must read it (GUARD-4, GUARD-8, SETUP-3). A release adds a folder; none is ever changed.
@Suite struct GoldenWireTests {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Golden/0.1.0")

    private static func lines(_ name: String) throws -> [[UInt8]] {
        [UInt8](try Data(contentsOf: folder.appending(path: name))).split(separator: 0x0A).map { Array($0) }
    }

    private static func response(_ line: [UInt8]) throws -> ControlResponse {
        try WireJSON.decode(ControlResponse.self, from: Data(line), withWords: true)
    }

    private static func written(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    // MARK: The control socket

    @Test(.requirement("GUARD-4")) func everyRequestOfVersion010IsUnderstood() throws {
        let requests = try Self.lines("requests.jsonl").map { try ControlCoding.request($0).get() }
        #expect(requests.compactMap(\.command) == WireSamples.commands)
        #expect(requests.map(\.id) == Array(0..<23) + [90, 91, 92])
        #expect(requests.suffix(3).map(\.metrics) == [true, nil, nil])
        #expect(requests.suffix(3).map(\.diagnostics) == [nil, true, nil])
        #expect(requests.suffix(3).map(\.watch) == [nil, nil, true])
    }

    @Test(.requirement("GUARD-4")) func everyReplyOfVersion010IsUnderstood() throws {
        let responses = try Self.lines("replies.jsonl").map(Self.response)
        #expect(responses.filter { $0.id < 20 }.map(\.reply) == WireSamples.replies)
        let faults = responses.filter { (20..<80).contains($0.id) }.compactMap(\.error)
        #expect(faults.map(\.refusal) == WireSamples.refusals)
        #expect(faults.map(\.code) == WireSamples.refusals.map(\.code.rawValue))
        let rest = Dictionary(uniqueKeysWithValues: responses.map { ($0.id, $0) })
        #expect(rest[80]?.reply == .refused(.noWakeSoon))
        #expect(rest[81]?.error?.message == "expected one JSON object a line")
        #expect(rest[82]?.metrics == "anicca_up 1\n")
        #expect(
            rest[83]?.diagnostics?.others == [
                "a.count": .integer(2), "a.text": .text("x"), "a.flag": .flag(true), "a.share": .decimal(0.5),
            ])
        guard case .status(let status)? = rest[84]?.reply else {
            Issue.record("no status")
            return
        }
        #expect(rest[85]?.status == status)
        #expect(status.zone == "UTC")
        #expect(status.habits.map(\.habit.id) == [.wake, .training, .bedtime, WireSamples.reading])
        #expect(status.habits.first?.lastOutcome == .dismissed)
    }

    /// A value without a name would be coded by its position, and could never be moved.
    @Test func everythingIsWrittenByNameAndReadBack() throws {
        for command in WireSamples.commands + WireSamples.laterCommands {
            let text = String(
                decoding: try ControlCoding.encoder().encode(ControlRequest(id: 1, command: command)), as: UTF8.self)
            #expect(!text.contains(#""_"#), "\(text)")
            #expect(try ControlCoding.request(Array(text.utf8)).get().command == command)
        }
        let known = WireSamples.replies + WireSamples.laterReplies
        for reply in known + (WireSamples.refusals + WireSamples.laterRefusals).map({ .refused($0) }) {
            var response = ControlResponse(id: 1)
            response.reply = reply
            let line = ControlCoding.line(response)
            #expect(!String(decoding: line, as: UTF8.self).contains(#""_"#))
            #expect(try Self.response(line).reply == reply)
        }
        let now = Moment(boot: .zero, civil: CivilTime(seconds: 1))
        for event in WireSamples.events + WireSamples.laterEvents {
            let text = try Self.written(JournalLine.event(event, at: now, digest: 5))
            #expect(!text.contains(#""_"#), "\(text)")
            guard
                case .event(event, at: now, digest: 5, notes: nil) = try WireJSON.decode(
                    JournalLine.self, from: Data(text.utf8))
            else {
                Issue.record("read as something else: \(text)")
                continue
            }
        }
    }

    @Test func everyCallOfACompanionIsWrittenByNameAndReadBack() throws {
        for call in WireSamples.toolCalls {
            let text = String(decoding: try ControlCoding.encoder().encode(call), as: UTF8.self)
            #expect(!text.contains(#""_"#), "\(text)")
            #expect(try WireJSON.decode(ToolCall.self, from: Data(text.utf8), withWords: true) == call)
        }
        for error in WireSamples.toolErrors {
            let text = String(decoding: try ControlCoding.encoder().encode(error), as: UTF8.self)
            #expect(!text.contains(#""_"#), "\(text)")
            #expect(try WireJSON.decode(ToolError.self, from: Data(text.utf8), withWords: true) == error)
        }
        #expect(Set(WireSamples.toolCalls.map(WireSamples.number)) == Set(0...29))
        #expect(Set(WireSamples.toolErrors.map(WireSamples.number)) == Set(0...7))
    }

    @Test func thereIsASampleOfEveryKind() {
        let commands = WireSamples.commands + WireSamples.laterCommands
        #expect(Set(commands.map(WireSamples.number)) == Set(0...28))
        let refusals = WireSamples.refusals + WireSamples.laterRefusals
        #expect(Set(refusals.map(WireSamples.number)) == Set(0...49))
        let events = WireSamples.events + WireSamples.laterEvents
        #expect(Set(events.map(WireSamples.number)) == Set(0...39))
        let (patch, later) = (Mirror(reflecting: WireSamples.patch), Mirror(reflecting: WireSamples.laterPatch))
        for (child, other) in zip(patch.children, later.children) {
            #expect("\(child.value)" != "nil" || "\(other.value)" != "nil", "\(child.label ?? "") has no sample")
        }
        let (habit, laterHabit) = (
            Mirror(reflecting: WireSamples.patch.habits[0]), Mirror(reflecting: WireSamples.laterPatch.habits[0])
        )
        for (child, other) in zip(habit.children, laterHabit.children) {
            #expect("\(child.value)" != "nil" || "\(other.value)" != "nil", "\(child.label ?? "") has no sample")
        }
    }

    @Test func aRequestMayLeaveOutWhatItDoesNotChange() throws {
        let line = #"{"id":1,"command":{"apply":{"patch":{"ownerName":"Aki"}}}}"#
        var patch = ProfilePatch()
        patch.ownerName = "Aki"
        #expect(try ControlCoding.request(Array(line.utf8)).get().command == .apply(patch))
    }

    // MARK: The journal

    @Test(.requirement("GUARD-8")) func theJournalOfVersion010IsReplayed() throws {
        var replay = Replay(isJSON: true, language: .english)
        var events: [Event] = []
        var rung: [LocalTime] = []
        var starts: [Schedule] = []
        let damaged = try EventJournal.read(
            file: Self.folder.appending(path: "journal.jsonl").path, as: JournalLine.self
        ) { line in
            switch line {
            case .start(let start): starts.append(start.schedule)
            case .event(let event, let at, let digest, _):
                events.append(event)
                #expect(digest == nil)
                let before = replay.status(at: at)?.activity
                replay.play(line)
                if before != .ringing, replay.status(at: at)?.activity == .ringing {
                    rung.append(ZoneRules.utc.local(at.civil).time)
                }
                return
            }
            replay.play(line)
        }
        #expect(damaged == 0)
        #expect(starts.map(\.profile.ownerName) == ["Aki"])
        #expect(starts.map(\.armedSince.count) == [2])
        // It kept no text of a call that was not accepted, and nothing accepted these.
        let kept = WireSamples.events.map { event in
            guard case .conversation(.toolCall(let request), let call) = event else { return event }
            return .conversation(.toolCall(ToolRequest(callID: request.callID, name: "", arguments: "")), call: call)
        }
        #expect(Array(events.suffix(kept.count)) == kept)
        #expect(rung.first == WireSamples.six)
        // Their digests depend on the names of that version's types.
        #expect(replay.uncompared == events.count + 1 && replay.differences == 0)
    }

    /// Version 0.1.0 kept the text of a call that was accepted.
    @Test(.requirement("GUARD-8")) func aToolCallOfVersion010IsParsedAsItIsRead() throws {
        let request = #"{"arguments":"{\"percent\":50}","callID":"c","name":"set_volume"}"#
        let text =
            #"{"event":{"_0":{"conversation":{"_0":{"toolCall":{"_0":\#(request)}},"line":4}},"#
            + #""at":{"boot":{"nanoseconds":0},"civil":{"nanoseconds":1}},"digest":6}}"#
        guard
            case .event(let event, at: _, digest: nil, notes: nil) = try WireJSON.decode(
                JournalLine.self, from: Data(text.utf8))
        else {
            Issue.record("read as something else: \(text)")
            return
        }
        let parsed = ToolRequest(callID: "c", call: .success(.setVolume(percent: 50)))
        #expect(event == .conversation(.toolCall(parsed), call: 4))
    }

    @Test func aJournalOfThisVersionIsComparedActionByAction() throws {
        let actions: [Action] = [.silence, .listen(true), .log(.info, "x")]
        #expect(JournalLine.digest(actions) == JournalLine.digest([.silence, .listen(true)]))
        #expect(JournalLine.digest(actions) != JournalLine.digest([.silence, .listen(false)]))
        #expect(JournalLine.digest([]) != JournalLine.digest([.silence]))
        // Other processes and later versions read it, so it must not depend on names of types or on a seed.
        #expect(JournalLine.digest([.silence]) == 0xD1AE_62C9_F71D_152E)
    }

    /// What the companion sends may be the owner's words (GUARD-1), so nothing of a call that is not understood is
    /// kept.
    @Test(
        .requirement("GUARD-1"),
        arguments: [
            ("burn_walrus", "{}"), ("set_habit", #"{"habit":"wake","time":"early, said the walrus"}"#),
            ("set_habit", "{ not even JSON, walrus"), ("set_volume", #"{"walrus":1}"#),
            ("set_volume", #"{"walrus":1,"walrus":2}"#), ("remove_habit", #"{"habit":"The Walrus"}"#),
        ]) func theJournalKeepsNothingOfACallThatIsNotUnderstood(name: String, arguments: String) throws
    {
        let request = ToolRequest(callID: "c", name: name, arguments: arguments)
        let line = JournalLine.event(
            .conversation(.toolCall(request), call: 1), at: Moment(boot: .zero, civil: CivilTime(seconds: 1)), digest: 1
        )
        let text = try Self.written(line)
        #expect(!text.lowercased().contains("walrus"), "\(text)")
        guard
            case .event(.conversation(.toolCall(let read), call: 1), at: _, digest: 1, notes: nil) =
                try WireJSON.decode(
                    JournalLine.self, from: Data(text.utf8))
        else {
            Issue.record("read as something else: \(text)")
            return
        }
        #expect(throws: ToolError.self) { try read.call.get() }
        // The companion receives the full explanation of what was wrong.
        if name == "burn_walrus" {
            #expect(throws: ToolError.unknownTool(PrivateText(name))) { try request.call.get() }
        }
    }

    /// A journal outlives what the owner forgets, and a label, a kind or a day tells as much as a word.
    @Test(
        .requirement("GUARD-1"),
        arguments: [
            ("save_reflection", #"{"one_line":"x","quote":"x","labels":["sadness"],"intensity":3}"#),
            ("remember", #"{"slot":"walk","text":"x","quote":"x","kind":"boundary","until":"2031-01-31"}"#),
            (
                "save_intention",
                #"{"habit":"wake","words":"x","action":"x","cue":"x","cue_kind":"obstacle","days":["fri"]}"#
            ),
            ("answer_intention", #"{"answer":"partly"}"#),
        ]) func theJournalTellsNothingOfTheOwnersDays(name: String, arguments: String) throws
    {
        let request = ToolRequest(callID: "c", name: name, arguments: arguments)
        let journaled = try Self.journaled(.conversation(.toolCall(request), call: 1))
        for word in ["sadness", "intensity", "boundary", "2031", "obstacle", "recurrence", "partly"] {
            #expect(!journaled.contains(word), "\(journaled)")
        }
        guard
            case .event(.conversation(.toolCall(let read), call: 1), at: _, digest: 1, notes: nil) =
                try WireJSON.decode(JournalLine.self, from: Data(journaled.utf8))
        else {
            Issue.record("read as something else: \(journaled)")
            return
        }
        #expect(try read.call.get().name == request.call.get().name)
    }

    @Test(.requirement("GUARD-1")) func theJournalTellsNoThemeOfTheOwners() throws {
        let plan = MemoryCandidate(
            kind: .plan, slot: "", text: PrivateText(""), quote: PrivateText(""), validUntil: WireSamples.date)
        let summary = try Self.journaled(.memory(.summarized(MemorySummary(items: [plan]), talk: 2)))
        #expect(!summary.contains("plan") && !summary.contains("validUntil"))
        let teaching = try Self.journaled(.teaching(.chosen(id: "letting-go", date: WireSamples.date)))
        #expect(!teaching.contains("letting-go"))
    }

    private static func journaled(_ event: Event) throws -> String {
        try written(JournalLine.event(event, at: Moment(boot: .zero, civil: CivilTime(seconds: 1)), digest: 1))
    }

    // MARK: The profile

    @Test(.requirement("SETUP-3")) func theProfileOfVersion010IsAccepted() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "profile.yaml")))
        let field = try YAMLDocument.read(bytes: bytes, fileName: "profile.yaml")
        let patch = try ProfilePatch.parse(field).get()
        let profile = try Profile().applying(patch).get().profile
        // What it did not know has its default.
        let yaml = profile.yaml(memory: .off).replacing(#", country: "", age: not-said"#, with: "")
            .replacing("memory: \"off\"\n", with: "").replacing("talk_minutes: 60\n", with: "")
            .replacing(", fade: 240s", with: "").replacing("    sleeper: normal\n", with: "")
            .replacing("    latest: \"\"\n", with: "").replacing("    dawn: false\n", with: "")
        #expect(yaml == String(decoding: bytes, as: UTF8.self))
        #expect(profile.habits.last?.followUpIntervalSeconds == 90)
        // As `profile show --json` prints it for other programs, so nothing in it may disappear.
        let json = try #require(Self.lines("profile.json").first)
        let shown = Views.json(profile).line.replacing(#","country":null,"age":"not-said""#, with: "")
            .replacing(#","talkMinutes":60"#, with: "").replacing(#","fade":240"#, with: "")
            .replacing(#","sleeper":"normal""#, with: "").replacing(#","latest":null"#, with: "")
            .replacing(#","dawn":false"#, with: "")
        #expect(shown == String(decoding: json, as: UTF8.self))
    }
}
