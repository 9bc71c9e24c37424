import TestKit
import Testing

@testable import Bedside

/// GUARD-8: the simulator's contract.
@Suite(.requirement("GUARD-8"))
struct SimulatorTests {
    private func run(
        days: Int, from: String = "2026-03-28T12:00", zone: ZoneRules? = nil, companion: Companion = .offline,
        steps: [(String, Simulator.Step.Kind)] = []
    ) throws -> [String] {
        var profile = Profile(companion: companion)
        profile.habits[0].isOn = true
        let zone = try zone ?? TestZones.load("Europe/Berlin")
        let start = try EpisodeTests.at(from)
        let instant = try #require(zone.instant(of: start))
        let script = try steps.map { Simulator.Step(at: try EpisodeTests.at($0.0), kind: $0.1) }
        var simulator = try #require(
            Simulator(
                configuration: Configuration(clockFloor: instant - .days(366)), profile: profile, zone: zone,
                from: start, days: days, steps: script))
        var lines: [String] = []
        simulator.run { lines.append($0.json(in: $1)) }
        return lines
    }

    private func lines(_ all: [String], _ kind: NightEntry.Kind) -> [String] {
        all.filter { $0.contains("\"kind\":\"\(kind.rawValue)\"") }
    }

    @Test func writesTheContractsLine() throws {
        let all = try run(days: 1)
        #expect(
            all.contains {
                $0.hasPrefix(
                    #"{"at":"2026-03-29T06:00:00+02:00","kind":"ring","habit":"wake","occurrence":"2026-03-29","followUp":0"#
                )
            })
        #expect(lines(all, .ring).count == 11 && lines(all, .missed).count == 1)
    }

    @Test func theOwnerSpeaksUnlessThePressSaysOtherwise() throws {
        let press = "2026-03-29T06:00:10"
        let awake = try run(
            days: 1, steps: [(press, .press(.start, heldMilliseconds: 0, ownerSpeaks: true))])
        #expect(lines(awake, .answered).count == 1 && lines(awake, .ring).count == 1)
        let asleep = try run(
            days: 1, steps: [(press, .press(.start, heldMilliseconds: 0, ownerSpeaks: false))])
        #expect(lines(asleep, .answered).isEmpty && lines(asleep, .ring).count > 1 && lines(asleep, .missed).count == 1)
    }

    /// Nobody hears the owner through a muted microphone, so their companion may change nothing (SOUND-4, TALK-9).
    @Test(
        .requirement("SOUND-4", "TALK-9"),
        arguments: [
            ("19:59:00", Simulator.Step.Kind.command(.mute(true), existing: nil), false),
            ("19:59:00", .press(.mute, heldMilliseconds: 50, ownerSpeaks: true), false),
            ("20:00:04", .press(.mute, heldMilliseconds: 50, ownerSpeaks: true), false),
            ("20:00:15", .command(.mute(true), existing: nil), true),
        ]) func aMutedOwnerIsNotHeard(time: String, mute: Simulator.Step.Kind, isHeard: Bool) throws
    {
        let spoken: [[(String, Simulator.Step.Kind)]] = [
            [], [("2026-03-28T20:00:11", .said(.owner, PrivateText("Skip it.")))],
        ]
        for said in spoken {
            let steps: [(String, Simulator.Step.Kind)] = [
                ("2026-03-28T\(time)", mute),
                ("2026-03-28T20:00:00", .press(.start, heldMilliseconds: 50, ownerSpeaks: true)),
                ("2026-03-28T20:00:20", .tool(name: "skip_next", arguments: #"{"habit":"wake"}"#)),
            ]
            let all = try run(days: 1, companion: .openai, steps: steps + said)
            #expect(lines(all, .tool).map { $0.contains(#"\"ok\":true"#) } == [isHeard])
            #expect(lines(all, .ring).isEmpty == isHeard)
        }
    }

    @Test func aHeldStartIsUpEarly() throws {
        let all = try run(
            days: 1, steps: [("2026-03-29T05:00:00", .press(.start, heldMilliseconds: 2500, ownerSpeaks: true))])
        #expect(lines(all, .upEarly).count == 1 && lines(all, .ring).isEmpty)
    }

    @Test func scriptedTimesAreThoseOfAPerfectClock() throws {
        // The machine's clock is an hour behind: its six o'clock is really seven.
        let all = try run(
            days: 1,
            steps: [
                ("2026-03-29T05:00:00", .clockStep(.hours(-1))),
                ("2026-03-29T07:00:10", .press(.stop, heldMilliseconds: 0, ownerSpeaks: true)),
            ])
        #expect(lines(all, .ring).count == 1)
        #expect(lines(all, .dismissed).first?.contains("06:00:10+02:00") == true)
    }

    @Test func powerCutsZonesAndUntrustedClocksShow() throws {
        let zone = try TestZones.load("America/New_York")
        let all = try run(
            days: 3,
            steps: [
                ("2026-03-29T05:59:00", .power(isOn: false)), ("2026-03-29T06:03:30", .power(isOn: true)),
                ("2026-03-29T20:00:00", .zone(zone)), ("2026-03-30T20:00:00", .power(isOn: false)),
                ("2026-03-30T20:00:10", .clockStep(.days(-3))), ("2026-03-30T20:00:20", .power(isOn: true)),
                ("2026-03-30T21:00:00", .clockStep(.days(3))),
            ])
        #expect(lines(all, .resumed).first?.contains("\"followUp\":3") == true)
        #expect(lines(all, .zoneChange).count == 1)
        #expect(lines(all, .untrustedClock).count == 1)
        #expect(lines(all, .trustedClock).count == 1)
        #expect(lines(all, .ring).last?.contains("-04:00") == true)
    }

    @Test func withoutANetworkTheOfflineCompanionAnswers() throws {
        for isUp in [true, false] {
            let all = try run(
                days: 1, companion: .openai,
                steps: [
                    ("2026-03-28T13:00:00", .network(isUp: isUp)),
                    ("2026-03-29T06:00:10", .press(.start, heldMilliseconds: 0, ownerSpeaks: true)),
                ])
            #expect(lines(all, .answered).count == 1 && lines(all, .ring).count == 1)
        }
    }

    @Test func theSameInputGivesTheSameNight() throws {
        let steps: [(String, Simulator.Step.Kind)] = [
            ("2026-03-29T06:02:10", .press(.start, heldMilliseconds: 0, ownerSpeaks: false))
        ]
        #expect(try run(days: 3, steps: steps) == run(days: 3, steps: steps))
    }

    @Test func aStartTimeThatTheZoneSkipsIsRefused() throws {
        let apia = try TestZones.load("Pacific/Apia")
        #expect(
            Simulator(
                configuration: Configuration(clockFloor: CivilTime(seconds: 0)), profile: Profile(), zone: apia,
                from: try EpisodeTests.at("2011-12-30T12:00"), days: 1, steps: []) == nil)
    }

    @Test func detailsAreEscaped() {
        let entry = NightEntry(at: CivilTime(seconds: 0), kind: .storage, detail: "a\"b\\c\nd\te\u{1}")
        #expect(entry.json(in: .utc).hasSuffix(#""detail":"a\"b\\c\nd\te\u0001"}"#))
    }

    @Test(.requirement("TALK-9")) func commandsAndToolCallsAreReadFromTheScript() throws {
        let once = Command.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake)
        let yoga = try #require(HabitID("yoga"))
        let skip = Simulator.Step.Kind.tool(name: "skip_next", arguments: #"{"habit":"wake"}"#)
        let all = try run(
            days: 1, companion: .openai,
            steps: [
                ("2026-03-28T21:00:00", .command(once, existing: nil)),
                ("2026-03-28T21:01:00", .command(.skip(yoga), existing: nil)),
                ("2026-03-28T21:02:00", .command(.skip(yoga), existing: yoga)),
                ("2026-03-28T21:03:00", .refused("as typed")),
                ("2026-03-28T21:04:00", skip),
                ("2026-03-29T05:30:10", .press(.start, heldMilliseconds: 50, ownerSpeaks: true)),
                ("2026-03-29T05:30:13", skip), ("2026-03-29T05:30:30", skip),
                ("2026-03-29T05:30:36", .press(.stop, heldMilliseconds: 50, ownerSpeaks: true)),
            ])
        let refused = lines(all, .refused)
        #expect(refused.count == 4)
        #expect(refused[1].contains("yoga") && refused[2].contains("as typed") && refused[3].contains("conversation"))
        let tools = lines(all, .tool)
        #expect(tools.count == 2)
        #expect(tools[0].contains(#"\"ok\":false"#), "the tool is refused, because the owner was not heard")
        #expect(tools[1].contains(#"\"ok\":true"#))
        #expect(lines(all, .changeTakenBack).count == 1)
        #expect(all.contains { $0.contains(#""kind":"ring","habit":"wake","occurrence":"2026-03-29","followUp":0"#) })
        #expect(all.contains { $0.contains(#""kind":"ring","habit":"once-1""#) })
    }
}
