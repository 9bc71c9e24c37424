import Foundation
import TestKit
import Testing

@testable import Bedside

/// What outlives a version, as the core itself codes it: older writers left fields out, and that costs nothing (GUARD-4).
@Suite(.requirement("GUARD-4"))
struct CodingTests {
    private static func back<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func aScheduleComesBackAsItWas() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.skip(.wake))
        bedside.ask(.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake))
        bedside.ask(.setup(.go(to: .habits)))
        bedside.advance(by: .days(2))
        let schedule = bedside.disk.schedule
        #expect(!schedule.records.isEmpty && schedule.zone != nil)
        #expect(try Self.back(schedule) == schedule)
    }

    @Test func whatIsLeftOutHasItsDefault() throws {
        #expect(try Self.read(Schedule.self, "{}") == Schedule())
        #expect(try Self.read(Settings.self, "{}") == Settings())
        #expect(try Self.read(Profile.self, "{}") == Profile())
        #expect(try Self.read(ProfilePatch.self, "{}") == ProfilePatch())
        let floor = CivilTime(seconds: 1_790_000_000)
        let configuration = Configuration(clockFloor: floor)
        let text = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let least = try JSONSerialization.data(withJSONObject: ["clockFloor": try #require(object["clockFloor"])])
        #expect(try JSONDecoder().decode(Configuration.self, from: least) == configuration)
        #expect(try Self.back(configuration) == configuration)
    }

    @Test func aStepThatOnlyANewerVersionAsksIsNotAsked() throws {
        #expect(try Self.read(SetupProgress.self, #"{"step":"horoscope"}"#).step == nil)
        #expect(try Self.read(SetupProgress.self, #"{"step":"name"}"#).step == .name)
    }

    @Test func commandsOfSetUpComeBackAndThoseOf010AreUnderstood() throws {
        let commands: [Setup.Command] = [
            .resume, .answer(.text("Aki"), to: .name), .answer(.heard(.silence), to: .microphone),
            .answer(.notPlayed(.sounding), to: .speaker), .go(to: .habits), .go(to: nil),
        ]
        for command in commands { #expect(try Self.back(command) == command) }
        #expect(try Self.read(Setup.Command.self, #"{"step":"habits"}"#) == .go(to: .habits))
        #expect(try Self.read(Setup.Command.self, "{}") == .go(to: nil))
        #expect(throws: (any Error).self) { try Self.read(Setup.Command.self, #"{"question":{"name":{}}}"#) }
    }

    @Test(.requirement("TALK-9")) func toolCallsComeBackAndThoseOf010AreParsed() throws {
        let taken = ToolRequest(callID: "1", name: "skip_next", arguments: #"{"habit":"wake"}"#)
        let refused = ToolRequest(callID: "2", name: "skip_next", arguments: "[1]")
        #expect(try Self.back(taken) == taken)
        guard case .failure = try Self.back(refused).call else {
            Issue.record("a refused call came back as another")
            return
        }
        let old = #"{"callID":"3","name":"set_volume","arguments":"{\"percent\":50}"}"#
        #expect(try Self.read(ToolRequest.self, old).call == .success(.setVolume(percent: 50)))
    }

    @Test func namesOfTheFirstVersionAreKnownOnlyWhereTheyWere() {
        #expect(NamesOfFirstVersion.current("_0", in: ["command", "mute"]) == "isMuted")
        #expect(NamesOfFirstVersion.current("_1", in: ["refusal", "told"]) == "message")
        #expect(NamesOfFirstVersion.current("_0", in: ["fault", "told"]) == "wording")
        #expect(NamesOfFirstVersion.current("_7", in: ["mute"]) == nil)
        #expect(NamesOfFirstVersion.current("percent", in: ["volume"]) == nil)
    }

    /// No confirmation says that something is on disk which is not (ALARM-7).
    @Test(.requirement("ALARM-7")) func aConfirmationPromisesNoMoreThanWasWritten() {
        #expect(Command.volume(percent: 1).promise == .setting && Command.skip(.wake).promise == .ownWrites)
        #expect(Command.talk(nil).promise == .nothing)
        for isWritten in [true, false] {
            for isStoreWorking in [true, false] {
                let isUntrue = { (reply: Reply, promise: Command.Promise) in
                    reply.isUntrue(promise, isWritten: isWritten, isStoreWorking: isStoreWorking)
                }
                #expect(!isUntrue(.refused(.sounding), .setting) && !isUntrue(.done, .nothing))
                #expect(isUntrue(.done, .ownWrites) == !isWritten)
                #expect(isUntrue(.done, .setting) == (!isWritten || !isStoreWorking))
                #expect(isUntrue(.changed([], next: nil), .ownWrites) == (!isWritten || !isStoreWorking))
            }
        }
    }

    @Test func jsonIsLookedIntoWithoutTraps() throws {
        let text = #"{"a":[1,2.5,true,null,"x"],"big":9007199254740993.5,"o":{}}"#
        let value = try JSONValue.parse(text)
        let list = try #require(value["a"]?.list)
        #expect(list.count == 5 && list[0].integer == 1 && list[1].integer == 2 && list[1].decimal == 2.5)
        #expect(list[2].flag == true && list[4].text == "x" && list[3].decimal == nil)
        #expect(value["big"]?.integer == nil && value["o"]?.isObject == true)
        #expect(list[0]["a"] == nil && list[0].text == nil && list[0].flag == nil && list[0].list.isEmpty)
        #expect(list[0].isObject == false && value["none"] == nil)
    }
}
