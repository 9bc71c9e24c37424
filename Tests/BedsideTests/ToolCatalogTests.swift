import Foundation
import TestKit
import Testing

@testable import Bedside

/// TALK-9: what the companion may do, and what it is told about its tools.
@Suite(.requirement("TALK-9"))
struct ToolCatalogTests {
    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    /// A night before a working day: Saturday 2026-11-21, 22:40.
    private static func bedside(language: Language = .english) throws -> VirtualBedside {
        var profile = Profile(language: language)
        for index in profile.habits.indices { profile.habits[index].isOn = true }
        profile.habits.append(Habit(id: try #require(HabitID("reading")), at: try #require(LocalTime("21:30"))))
        let now = try #require(LocalDateTime("2026-11-21T22:40"))
        let device = VirtualBedside(profile: profile, at: CivilTime(seconds: now.wallSeconds))
        device.powerOn(isClockSynchronized: true)
        return device
    }

    /// As the appliance does it: parse, carry out, answer.
    private static func call(_ name: String, _ arguments: String, on device: VirtualBedside) throws -> [String: Any] {
        let profile = try #require(device.status).profile
        let answer: String
        do throws(ToolError) {
            let call = try ToolCall.parse(name: name, arguments: arguments)
            let command = try call.command(in: profile)
            let reply = command.map { device.ask($0) ?? .refused(.told(.internalError, "mute")) }
            answer = ToolResult.text(to: call, reply: reply ?? .done, status: try Self.status(device))
        } catch {
            answer = ToolResult.text(refusing: error)
        }
        #expect(answer.utf8.count < 4096 && !answer.contains { $0.isNewline })
        return try object(answer)
    }

    private static func status(_ device: VirtualBedside) throws(ToolError) -> Status {
        guard let status = device.status else { throw .unknownTool(PrivateText("no device")) }
        return status
    }

    // MARK: The catalog

    @Test func everyToolIsDescribedAndHasAValidSchema() throws {
        #expect(ToolCatalog.all.map(\.name) == Tool.Name.allCases)
        for tool in ToolCatalog.all {
            #expect(tool.name.rawValue.wholeMatch(of: /[a-z_]{1,64}/) != nil)
            #expect((20...500).contains(tool.description.count), "\(tool.name)")
            #expect(tool.description.hasSuffix("."))
            let schema = try Self.object(tool.parametersSchema)
            #expect(schema["type"] as? String == "object")
            #expect(schema["additionalProperties"] as? Bool == false)
            let properties = try #require(schema["properties"] as? [String: [String: Any]])
            #expect(Set(properties.keys) == Set(tool.parameters.map(\.name)))
            #expect(schema["required"] as? [String] == tool.parameters.filter(\.isRequired).map(\.name))
            for (name, property) in properties {
                #expect(
                    property["type"] is String && (property["description"] as? String)?.hasSuffix(".") == true,
                    "\(name)")
            }
        }
    }

    @Test func toolsThatChangeSomethingAreWritesAndNeedTheOwnersYes() {
        let reads: Set<Tool.Name> = [
            .nextUp, .offRecord, .memoryRead, .startMeditation, .safetyConcern, .endConversation, .waitForUser,
        ]
        for tool in ToolCatalog.all {
            #expect(tool.isWrite != reads.contains(tool.name), "\(tool.name)")
            let silent: Set<Tool.Name> = [.startMeditation, .recordPhrase, .signIn, .endConversation, .waitForUser]
            #expect(tool.isSilent == silent.contains(tool.name))
            // What is remembered is the gate's to decide, and takes no alarm away.
            guard tool.isWrite, tool.name != .setVolume, !tool.isAboutMemory else { continue }
            #expect(tool.description.contains("confirmed"), "\(tool.name)")
        }
    }

    @Test func schemasAcceptWhatTheParserAccepts() throws {
        // This is not a validator: the patterns and bounds that the model sees agree with what is accepted afterwards.
        for (text, isTime) in [("05:30", true), ("23:59", true), ("24:00", false), ("5:3", false), ("05:30:10", false)]
        {
            #expect((text.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) != nil) == isTime)
            let call = try? ToolCall.parse(name: "one_off_alarm", arguments: #"{"time":"\#(text)"}"#)
            #expect((call != nil) == isTime, "\(text)")
        }
        for (percent, isGood) in [(9, false), (10, true), (100, true), (101, false)] {
            let call = try? ToolCall.parse(name: "set_volume", arguments: #"{"percent":\#(percent)}"#)
            #expect((call != nil) == isGood, "\(percent)")
        }
    }

    // MARK: Understanding

    @Test func everyToolIsUnderstood() throws {
        let reading = try #require(HabitID("reading"))
        let once = try #require(HabitID("once-1"))
        let time = try #require(LocalTime("05:30"))
        let date = try #require(LocalDate("2026-11-22"))
        var patch = ProfilePatch.HabitPatch(id: .wake)
        patch.at = time
        patch.days = .weekdays
        patch.isOn = true
        let expected: [(String, String, ToolCall, Command?)] = [
            ("next_up", "", .nextUp, .next), ("next_up", "{}", .nextUp, .next),
            ("up_for_good", " {} ", .upForGood, .upEarly),
            ("already_up", "{}", .alreadyUp(nil), .fading(.alreadyUp(nil))),
            ("already_up", #"{"habit":"wake"}"#, .alreadyUp(.wake), .fading(.alreadyUp(.wake))),
            ("call_me_again", #"{"habit":null}"#, .callMeAgain(nil), .fading(.recall(nil))),
            ("call_me_again", #"{"habit":"reading"}"#, .callMeAgain(reading), .fading(.recall(reading))),
            ("step_back", #"{"habit":"wake"}"#, .stepBack(.wake), .fading(.consent(.wake))),
            (
                "rate_habit", #"{"habit":"wake","score":6}"#, .rateHabit(.wake, score: 6),
                .fading(.automaticity(.wake, score: 6))
            ),
            ("stay_silent", #"{"habit":"wake"}"#, .staySilent(.wake), .fading(.silence(.wake, isOn: true))),
            ("stop_nudges", "{}", .stopNudges, .nudge(.off(nil))),
            ("end_conversation", "{}", .endConversation, nil), ("wait_for_user", "\n", .waitForUser, nil),
            ("skip_next", #"{"habit":"reading"}"#, .skipNext(reading), .skip(reading)),
            ("cancel_exception", #"{"name":"wake"}"#, .cancelException(.wake), .unskip(.wake)),
            ("cancel_exception", #"{"name":"once-1"}"#, .cancelException(once), .cancelOnce(once)),
            (
                "move_next_once", #"{"habit":"wake","time":"5:30","date":"2026-11-22"}"#,
                .moveNextOnce(.wake, time: time, date: date), .move(.wake, time: time, date: date)
            ),
            (
                "move_next_once", #"{"habit":"wake","time":"05:30","date":null}"#,
                .moveNextOnce(.wake, time: time, date: nil), .move(.wake, time: time, date: nil)
            ),
            (
                "one_off_alarm", #"{"time":"05:30"}"#, .oneOffAlarm(time: time, date: nil, like: .wake),
                .once(time: time, date: nil, like: .wake)
            ),
            (
                "one_off_alarm", #"{"time":"05:30","like":"reading","date":"2026-11-22"}"#,
                .oneOffAlarm(time: time, date: date, like: reading), .once(time: time, date: date, like: reading)
            ),
            (
                "safety_concern", #"{"level":"explicit"}"#, .safetyConcern(.explicit), .safetyConcern(.explicit)
            ),
            ("set_volume", #"{"percent":70.0}"#, .setVolume(percent: 70), .volume(percent: 70)),
            (
                "start_meditation", #"{"minutes":"3"}"#, .startMeditation(.three, breath: nil),
                .meditate(MeditationRequest(minutes: .three))
            ),
            (
                "start_meditation", #"{"minutes":"5","breath":"sigh"}"#, .startMeditation(.five, breath: .sigh),
                .meditate(MeditationRequest(minutes: .five, breath: .sigh))
            ),
            (
                "record_phrase", #"{"words":" I can come back. "}"#,
                .recordPhrase(words: PrivateText("I can come back."), number: nil),
                .affirmation(.recordAfterTalk(PrivateText("I can come back."), place: nil))
            ),
            (
                "record_phrase", #"{"number":2}"#, .recordPhrase(words: nil, number: 2),
                .affirmation(.recordAfterTalk(nil, place: 2))
            ),
            (
                "record_phrase", "{}", .recordPhrase(words: nil, number: nil),
                .affirmation(.recordAfterTalk(nil, place: nil))
            ),
            ("use_voice", #"{"voice":"own"}"#, .useVoice(.own), .ownVoice(.use(.own))),
            ("use_voice", #"{"voice":"standard"}"#, .useVoice(.standard), .ownVoice(.use(.standard))),
            ("sign_in", "{}", .signIn, .account(.signInAfterTalk)),
        ]
        let profile = Profile()
        for (name, arguments, call, command) in expected {
            #expect(try ToolCall.parse(name: name, arguments: arguments) == call, "\(name) \(arguments)")
            #expect(try call.command(in: profile) == command)
            #expect(call.tool.name.rawValue == name)
        }
        let days = #"["mon","tue","wed","thu","fri","mon"]"#
        let set = try ToolCall.parse(
            name: "set_habit", arguments: #"{"habit":"wake","time":"05:30","weekdays":\#(days),"on":true}"#)
        #expect(set == .setHabit(patch, isNew: false))
        var whole = ProfilePatch()
        whole.habits = [patch]
        #expect(try set.command(in: profile) == .apply(whole))
        let remove = try ToolCall.parse(name: "remove_habit", arguments: #"{"habit":"reading"}"#)
        var removal = ProfilePatch()
        removal.removedHabits = [reading]
        #expect(try remove.command(in: profile) == .apply(removal))
        let others = Tool.Name.allCases.filter { !ToolCatalog.tool($0).isAboutMemory }
        #expect(Set(expected.map { $0.2.name } + [set.name, remove.name]) == Set(others))
    }

    @Test func everyToolAboutTheMemoryIsUnderstood() throws {
        let said = SaidIntention(
            habit: .wake, cueKind: .wake, cue: PrivateText("waking"), action: PrivateText("open the window"),
            words: PrivateText("when I wake I open the window"))
        let expected: [(String, String, MemoryCall)] = [
            (
                "remember", #"{"slot":"dog-name","text":"Has a dog","quote":"my dog","until":"2026-12-01"}"#,
                .remember(
                    MemoryCandidate(
                        slot: "dog-name", text: PrivateText("Has a dog"), quote: PrivateText("my dog"),
                        validUntil: LocalDate("2026-12-01")))
            ),
            (
                "save_intention",
                #"{"habit":"wake","words":" when I wake I open the window ","action":"open the window","cue":"waking","#
                    + #""cue_kind":"wake","obstacle":null}"#, .saveIntention(said)
            ),
            (
                "save_reflection", #"{"one_line":"A calm day","quote":"it was calm","labels":["calm","calm"]}"#,
                .saveReflection(
                    SaidReflection(
                        line: PrivateText("A calm day"), quote: PrivateText("it was calm"), labels: [.calm]))
            ),
            ("answer_intention", #"{"answer":"not"}"#, .answerIntention(.not, words: nil)),
            ("forget", #"{"query":"my dog"}"#, .forget(PrivateText("my dog"))),
            ("off_record", "{}", .offRecord), ("memory_read", #"{"query":"dog"}"#, .read(PrivateText("dog"))),
        ]
        for (name, arguments, call) in expected {
            let parsed = try ToolCall.parse(name: name, arguments: arguments)
            #expect(parsed == .memory(call), "\(name)")
            #expect(parsed.tool.name.rawValue == name)
            #expect(try parsed.command(in: Profile()) == .memory(.call(call)))
        }
        let about = Tool.Name.allCases.filter { ToolCatalog.tool($0).isAboutMemory }.map(\.rawValue)
        #expect(Set(expected.map(\.0)) == Set(about))
    }

    @Test(arguments: [
        ("remember", #"{"slot":"dog","text":"Has a dog"}"#), ("remember", #"{"slot":"dog","text":"","quote":"x"}"#),
        ("save_reflection", #"{"one_line":"a","quote":"b","labels":["joy","calm","fear"]}"#),
        ("answer_intention", #"{"answer":"skipped"}"#), ("forget", "{}"),
        ("save_intention", #"{"habit":"wake","words":"w","action":"a","cue":"c","cue_kind":"mood"}"#),
    ])
    func aCallAboutTheMemoryThatIsNotWhole(name: String, arguments: String) {
        #expect(throws: ToolError.self) { try ToolCall.parse(name: name, arguments: arguments) }
    }

    @Test(
        arguments: [
            ("make_coffee", "{}", "there is no tool named \"make_coffee\"; there are: next_up, set_habit"),
            ("NEXT_UP", "{}", "there is no tool named"), ("", "", "there is no tool named \"\""),
            ("skip_next", "{", "the arguments are not JSON: ends in the middle"),
            ("skip_next", "[]", "the arguments are not a JSON object"),
            ("skip_next", "", "habit is missing"), ("skip_next", #"{"habit":null}"#, "habit is missing"),
            ("skip_next", #"{"habit":7}"#, "habit: expected a habit name of 1 to 32 characters"),
            ("skip_next", #"{"habit":"Wake up"}"#, "found \"Wake up\""),
            ("skip_next", #"{"habit":"wake","habit":"wake"}"#, "\"habit\" is given twice"),
            ("next_up", #"{"a":1}"#, "next_up has no argument \"a\"; it takes none"),
            ("skip_next", #"{"habit":"wake","time":"05:30"}"#, "skip_next has no argument \"time\"; it takes: habit"),
            ("move_next_once", #"{"habit":"wake"}"#, "time is missing"),
            ("move_next_once", #"{"habit":"wake","time":"25:00"}"#, "time: expected a time from 00:00 to 23:59"),
            ("move_next_once", #"{"habit":"wake","time":530}"#, "found 530"),
            ("move_next_once", #"{"habit":"wake","time":"05:30","date":"tomorrow"}"#, "expected a date like"),
            ("move_next_once", #"{"habit":"wake","time":"05:30","date":"2026-02-30"}"#, "found \"2026-02-30\""),
            ("one_off_alarm", "{}", "time is missing"),
            ("one_off_alarm", #"{"time":"05:30","like":""}"#, "like: expected"),
            ("set_habit", #"{"habit":"wake"}"#, "set_habit needs a time, weekdays, or on"),
            ("set_habit", #"{"habit":"wake","on":"yes"}"#, "on: expected true or false; found \"yes\""),
            ("set_habit", #"{"habit":"wake","weekdays":[]}"#, "found an empty list"),
            ("set_habit", #"{"habit":"wake","weekdays":["monday"]}"#, "found \"monday\""),
            ("set_habit", #"{"habit":"wake","weekdays":"mon"}"#, "found \"mon\""),
            ("set_habit", #"{"habit":"wake","weekdays":{}}"#, "found an object"),
            ("start_meditation", "{}", "minutes is missing"),
            ("start_meditation", #"{"minutes":"4"}"#, "minutes: expected"),
            ("start_meditation", #"{"minutes":5}"#, "minutes: expected"),
            ("start_meditation", #"{"minutes":"5","breath":"deep"}"#, "breath: expected"),
            ("start_meditation", #"{"breath":"sigh"}"#, "minutes is missing"),
            ("record_phrase", #"{"number":4}"#, "number: expected"),
            ("record_phrase", #"{"words":7}"#, "words: expected"),
            ("set_volume", "{}", "percent is missing"),
            ("rate_habit", #"{"habit":"wake"}"#, "score is missing"),
            ("rate_habit", #"{"habit":"wake","score":0}"#, "score: expected"),
            ("rate_habit", #"{"habit":"wake","score":8}"#, "score: expected"),
            ("set_volume", #"{"percent":0}"#, "percent: expected a whole number from 10 to 100; found 0"),
            ("set_volume", #"{"percent":"70"}"#, "found \"70\""), ("set_volume", #"{"percent":70.5}"#, "found 70.5"),
            ("set_volume", #"{"percent":1e300}"#, "percent: expected"), ("cancel_exception", "{}", "name is missing"),
        ]
    ) func whatIsNotUnderstoodSaysWhatWasExpected(name: String, arguments: String, message: String) throws {
        do throws(ToolError) {
            let call = try ToolCall.parse(name: name, arguments: arguments)
            Issue.record("understood as \(call)")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
            let answer = try Self.object(ToolResult.text(refusing: error))
            #expect(answer["ok"] as? Bool == false && answer["nothing_changed"] as? Bool == true)
            #expect(answer["error"] as? String == "\(error)")
        }
    }

    @Test(.requirement("GUARD-6")) func randomArgumentsNeitherTrapNorMakeALongAnswer() {
        var random = SeededRandom(seed: 21)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"habit\":\"wake\"", "\"time\":\"05:30\"", "\"time\":", "\"on\":true",
            "null",
            "\"percent\":", "9e9", "-1", "\"weekdays\":[\"sun\"]", "\"name\":\"once-1\"", "\"\\ud83d\"", "\"date\":",
            "\"あ\"",
            "\u{0}", String(repeating: "x", count: 9000), "\"2026-11-22\"",
        ]
        var understood = 0
        for round in 0..<4000 {
            let count = Int.random(in: 0...5, using: &random)
            var text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined(
                separator: round % 3 == 0 ? "," : "")
            if Bool.random(using: &random) { text = "{\(text)}" }
            let name = Tool.Name.allCases.randomElement(using: &random)?.rawValue ?? ""
            do throws(ToolError) {
                _ = try ToolCall.parse(name: name, arguments: text)
                understood += 1
            } catch {
                #expect("\(error)".utf8.count < 600 && !"\(error)".contains { $0.isNewline })
            }
        }
        #expect(understood > 100, "\(understood)")
    }

    // MARK: Answers

    @Test func aChangeIsAnsweredFromTheDevicesState() throws {
        let device = try Self.bedside()
        let set = try Self.call("set_habit", #"{"habit":"wake","time":"06:30","weekdays":["sun","mon"]}"#, on: device)
        #expect(set["ok"] as? Bool == true)
        let habit = try #require(set["habit"] as? [String: Any])
        #expect(habit["time"] as? String == "06:30" && habit["on"] as? Bool == true)
        #expect(habit["days"] as? String == "Mon, Sun" && habit["called"] as? String == "Wake-up")
        #expect(habit["rings_next"] as? String == "tomorrow at 06:30 (2026-11-22)")
        #expect(set["now"] as? String == "Saturday 2026-11-21, 22:40")
        #expect((set["next_up"] as? String)?.contains("tomorrow at 06:30") == true)
        #expect(set["next_up_at"] as? String == "2026-11-22T06:30")
        #expect(device.disk.profile.habit(.wake)?.at == LocalTime("06:30"))

        let again = try Self.call("set_habit", #"{"habit":"wake","time":"06:30"}"#, on: device)
        #expect(again["ok"] as? Bool == true && again["note"] as? String != nil)
        let off = try Self.call("set_habit", #"{"habit":"wake","on":false}"#, on: device)
        let switchedOff = try #require(off["habit"] as? [String: Any])
        #expect(switchedOff["on"] as? Bool == false && switchedOff["rings_next"] == nil)
    }

    @Test func exceptionsAreAnsweredWithTheirDay() throws {
        let device = try Self.bedside()
        let moved = try Self.call("move_next_once", #"{"habit":"wake","time":"05:30"}"#, on: device)
        let wake = try #require(moved["habit"] as? [String: Any])
        #expect(wake["next_is_moved"] as? Bool == true && wake["time"] as? String == "06:00")
        #expect(wake["rings_next"] as? String == "tomorrow at 05:30 (2026-11-22)")

        let skipped = try Self.call("skip_next", #"{"habit":"training"}"#, on: device)
        #expect(skipped["skipped_date"] as? String == "2026-11-22")
        let training = try #require(skipped["habit"] as? [String: Any])
        #expect(training["next_is_skipped"] as? Bool == true)
        #expect(training["rings_next"] as? String == "on Monday at 19:00 (2026-11-23)")

        let once = try Self.call("one_off_alarm", #"{"time":"04:45"}"#, on: device)
        let alarms = try #require(once["one_off_alarms"] as? [[String: Any]])
        #expect(alarms.first?["name"] as? String == "once-1")
        #expect(alarms.first?["rings"] as? String == "tomorrow at 04:45 (2026-11-22)")

        let all = try Self.call("next_up", "", on: device)
        let habits = try #require(all["habits"] as? String)
        #expect(habits.contains("wake (Wake-up): on, 06:00, every day, the next one moved to tomorrow at 05:30;"))
        #expect(
            habits.contains("training (Training): on, 19:00, every day, the next one skipped, then on Monday at 19:00"))
        #expect(habits.contains("reading: on, 21:30, every day; once-1: once, tomorrow at 04:45 (2026-11-22)"))
        #expect(all["still_to_ring_today"] as? String == "nothing")

        let cancelled = try Self.call("cancel_exception", #"{"name":"once-1"}"#, on: device)
        #expect((cancelled["one_off_alarms"] as? [Any])?.isEmpty == true)
        let back = try Self.call("cancel_exception", #"{"name":"training"}"#, on: device)
        let restored = try #require(back["habit"] as? [String: Any])
        #expect(restored["next_is_skipped"] == nil)
        #expect(restored["rings_next"] as? String == "tomorrow at 19:00 (2026-11-22)")
    }

    @Test func aRefusalByTheDeviceIsNeverReportedAsOk() throws {
        let device = try Self.bedside()
        let before = device.disk
        let refused: [(String, String, String)] = [
            ("remove_habit", #"{"habit":"wake"}"#, "built in"), ("remove_habit", #"{"habit":"yoga"}"#, "no such habit"),
            ("skip_next", #"{"habit":"yoga"}"#, "yoga"), ("up_for_good", "", "90 minutes"),
            ("already_up", "{}", "nothing rang"), ("call_me_again", "{}", "its time"),
            ("step_back", #"{"habit":"wake"}"#, "wake"),
            ("cancel_exception", #"{"name":"once-7"}"#, "once-7"), ("cancel_exception", #"{"name":"wake"}"#, "wake"),
            ("set_habit", #"{"habit":"once-3","time":"05:00","new":true}"#, "reserved for one-off alarms"),
            ("set_habit", #"{"habit":"yoga","on":true,"new":true}"#, "habits.yoga.at"),
            (
                "set_habit", #"{"habit":"morning","time":"05:00"}"#,
                "there is no habit morning; there are: wake, training"
            ),
            ("one_off_alarm", #"{"time":"05:00","date":"2026-11-20"}"#, "has passed"),
        ]
        for (name, arguments, message) in refused {
            let answer = try Self.call(name, arguments, on: device)
            #expect(answer["ok"] as? Bool == false, "\(name) \(arguments)")
            #expect((answer["error"] as? String)?.contains(message) == true, "\(answer)")
            #expect(answer["next_up"] == nil)
        }
        #expect(device.disk.profile == before.profile && device.disk.oneOffs.isEmpty && device.disk.exceptions.isEmpty)
    }

    @Test func anUnsavedChangeIsNeitherReportedDoneNorUnchanged() throws {
        let answer = try Self.object(ToolResult.unsaved)
        #expect(answer["ok"] as? Bool == false && answer["nothing_changed"] == nil)
        #expect((answer["error"] as? String)?.contains("not kept") == true)
    }

    @Test func aNewHabitIsCreatedOnlyOnRequest() throws {
        let device = try Self.bedside()
        let made = try Self.call("set_habit", #"{"habit":"evening_walk","time":"18:00","new":true}"#, on: device)
        let habit = try #require(made["habit"] as? [String: Any])
        #expect(habit["called"] as? String == "evening walk" && habit["time"] as? String == "18:00")
        let gone = try Self.call("remove_habit", #"{"habit":"evening_walk"}"#, on: device)
        #expect(gone["removed"] as? String == "evening_walk")
        #expect(device.disk.profile.habits.map(\.id.name) == ["wake", "training", "bedtime", "reading"])
    }

    @Test func upForGoodSilencesOnlyThisMorningsAlarm() throws {
        let device = try Self.bedside()
        device.advance(to: try #require(LocalDateTime("2026-11-22T05:00")))
        let answer = try Self.call("up_for_good", "{}", on: device)
        #expect(answer["ok"] as? Bool == true)
        #expect((answer["note"] as? String)?.contains("Stop") == true)
        #expect((answer["next_up"] as? String)?.contains("Training") == true)
        #expect(device.entries(.upEarly).count == 1)
    }

    @Test func theVolumeIsTheOneThatTheDeviceHas() throws {
        let device = try Self.bedside()
        let answer = try Self.call("set_volume", #"{"percent":80}"#, on: device)
        #expect(answer["volume_percent"] as? Int == 80 && device.disk.settings.voicePercent == 80)
    }

    @Test func japaneseOwnersHearTheirOwnWords() throws {
        let device = try Self.bedside(language: .japanese)
        let moved = try Self.call("move_next_once", #"{"habit":"wake","time":"05:30"}"#, on: device)
        let wake = try #require(moved["habit"] as? [String: Any])
        #expect(wake["called"] as? String == "起床" && wake["rings_next"] as? String == "明日05:30 (2026-11-22)")
        #expect(moved["now"] as? String == "2026-11-21（土）22:40")
        let all = try Self.call("next_up", "{}", on: device)
        #expect((all["habits"] as? String)?.hasPrefix("wake（起床）：オン、06:00、毎日、次回だけ明日05:30；training（") == true)
        #expect(all["still_to_ring_today"] as? String == "なし")
    }

    @Test func withoutATrustedClockNothingIsSaidAboutTimes() throws {
        let device = VirtualBedside(
            at: CivilTime(seconds: 0), configuration: Configuration(clockFloor: CivilTime(seconds: 1_000_000_000)))
        device.powerOn()
        let answer = try Self.call("next_up", "", on: device)
        #expect(answer["now"] == nil && answer["next_up_at"] == nil && answer["still_to_ring_today"] == nil)
        #expect(answer["next_up"] as? String == Phrase.clockUntrusted.text(in: .english))
    }
}
