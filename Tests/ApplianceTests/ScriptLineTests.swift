import Bedside
import TestKit
import Testing

@testable import Appliance

/// What `anicca simulate` accepts as a script (GUARD-8).
@Suite(.requirement("GUARD-8"))
struct ScriptLineTests {
    private func kind(_ line: String) throws -> Simulator.Step.Kind {
        try ScriptLine.parse(Array(#"{"at":"2026-03-28T21:00:00",\#(line)}"#.utf8)).kind
    }

    @Test func everyCommandThatWritesIsAcceptedAsItIsTyped() throws {
        let time = try #require(LocalTime("05:30"))
        let date = try #require(LocalDate("2026-03-29"))
        #expect(
            try kind(#""command":["alarm","once","05:30","--date","2026-03-29"]"#)
                == .command(.once(time: time, date: date, like: .wake), existing: nil))
        #expect(try kind(#""command":["habit","skip","wake"]"#) == .command(.skip(.wake), existing: nil))
        #expect(try kind(#""command":["volume","40"]"#) == .command(.volume(percent: 40), existing: nil))
        #expect(try kind(#""command":["mute","on"]"#) == .command(.mute(true), existing: nil))
        #expect(try kind(#""command":["clock","trust"]"#) == .command(.trustClock, existing: nil))
        #expect(try kind(#""command":["up"]"#) == .command(.upEarly, existing: nil))
        #expect(try kind(#""command":["meditate"]"#) == .command(.meditate(MeditationRequest()), existing: nil))
        let request = MeditationRequest(
            minutes: .three, breath: .sigh, from: "sigh", hasBells: false, delaySeconds: 60)
        let words =
            #"["meditate","--minutes","3","--breath","sigh","--from","sigh","--bell","off","--delay","60"]"#
        #expect(try kind(#""command":\#(words)"#) == .command(.meditate(request), existing: nil))
        guard case .command(.apply(let patch), let existing) = try kind(#""command":["habit","off","wake"]"#) else {
            Issue.record("not a patch")
            return
        }
        #expect(patch.habits.first?.isOn == false && existing == .wake)
        guard case .command(.apply(let timed), nil) = try kind(#""command":["habit","set","wake","--at","06:10"]"#)
        else {
            Issue.record("not a patch")
            return
        }
        #expect(timed.habits.first?.isOn == true, "setting a time switches the habit on")
        guard case .command(.apply(let named), nil) = try kind(#""command":["profile","set","owner.name=at"]"#) else {
            Issue.record("not a patch")
            return
        }
        #expect(named.ownerName == "at")
    }

    /// They write, but not what a simulation has: a script that has one of them goes on.
    @Test(arguments: [
        #"["provision","owner.yaml"]"#, #"["key","remove"]"#, #"["recordings","delete","--all"]"#,
        #"["recordings","rekey"]"#, #"["recordings","delete"]"#, #"["setup"]"#,
    ]) func whatWorksWithFilesIsRefusedInAScript(words: String) throws {
        guard case .refused(let reason) = try kind(#""command":\#(words)"#) else {
            Issue.record("taken: \(words)")
            return
        }
        #expect(reason.contains("simulation") || words == #"["recordings","delete"]"#, "\(reason)")
    }

    /// A mistyped option is listed as refused, whatever the command is, and the run goes on.
    @Test func noMistypedCommandEndsTheRun() throws {
        let paths = ScriptedCommand.changing
        #expect(paths.contains(["sign-out"]) && paths.contains(["memory", "trust"]) && paths.count >= 50)
        for path in paths {
            let step = try ScriptedCommand.step(path + ["--no-such-option"], language: .english)
            guard case .refused(let reason) = step else {
                Issue.record("taken: \(path)")
                continue
            }
            #expect(!reason.isEmpty, "\(path)")
        }
    }

    @Test(arguments: [
        #"["alarm","once","25:00"]"#, #"["habit","set","wake"]"#, #"["habit","set","wake","--days","someday"]"#,
        #"["profile","set","volume.ceiling=900"]"#, #"["volume"]"#, #"["mute","maybe"]"#,
        #"["meditate","--minutes","4"]"#, #"["meditate","--delay","301"]"#, #"["meditate","--bell","soft"]"#,
        #"["meditate","--breath","deep"]"#, #"["meditate","--breath"]"#,
    ]) func whatTheCommandLineRefusesIsRefusedInAScript(words: String) throws {
        guard case .refused(let reason) = try kind(#""command":\#(words)"#) else {
            Issue.record("taken: \(words)")
            return
        }
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    @Test(arguments: [
        #""command":["status"]"#, #""command":["habit","list"]"#, #""command":["alrm"]"#, #""command":[]"#,
        #""command":"up""#, #""command":[1]"#, #""tool":{"nme":"x"}"#, #""tool":{"name":"x","arguments":7}"#,
        #""tool":"x""#, #""press":"stop","hold":true"#, #""press":"stop","voice":1"#, #""clockStep":"9""#,
        #""press":"stop","press":"start""#, #""tool":{"name":"x","arguments":{"a":1,"a":2}}"#,
        #""command":["up"],"press":"stop""#, #""tool":{"name":"x"},"tool":{"name":"y"}"#,
    ]) func aLineThatIsMisreadIsAnError(line: String) {
        #expect(throws: ScriptLineError.self) { try kind(line) }
    }

    @Test(.requirement("FADE-2")) func signsOfLifeAnswersAndCorrections() throws {
        #expect(try kind(#""life":"up""#) == .life)
        #expect(try kind(#""answer":"yes""#) == .answer(isYes: true))
        #expect(try kind(#""answer":"no""#) == .answer(isYes: false))
        #expect(try kind(#""correct":true"#) == .correct)
        #expect(try kind(#""command":["recall"]"#) == .command(.fading(.recall(nil)), existing: nil))
        #expect(
            try kind(#""command":["up","--already"]"#) == .command(.fading(.alreadyUp(nil)), existing: nil))
        for line in [#""life":"down""#, #""answer":true"#, #""correct":false"#, #""correct":"yes""#] {
            #expect(throws: ScriptLineError.self) { try kind(line) }
        }
    }

    @Test func aToolCallKeepsItsArguments() throws {
        #expect(
            try kind(#""tool":{"name":"set_habit","arguments":{"habit":"wake","on":false}}"#)
                == .tool(name: "set_habit", arguments: #"{"habit":"wake","on":false}"#))
        #expect(try kind(#""tool":{"name":"next_up"}"#) == .tool(name: "next_up", arguments: "{}"))
    }
}
