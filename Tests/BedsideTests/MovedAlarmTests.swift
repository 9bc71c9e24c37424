import TestKit
import Testing

@testable import Bedside

/// An alarm that is moved once stays moved when its habit changes: no alarm is lost by it, and what gives way is said
/// (ALARM-13).
@Suite(.requirement("ALARM-13", "SETUP-3"))
struct MovedAlarmTests {
    /// Friday evening, with the wake alarm of Saturday 06:00 moved.
    private static func bedside(to time: String, from: String = "2026-11-20T22:00") throws -> VirtualBedside {
        let bedside = try EpisodeTests.bedside(from: try EpisodeTests.at(from))
        bedside.ask(.move(.wake, time: try #require(LocalTime(time)), date: nil))
        return bedside
    }

    private static func patch(_ change: (inout ProfilePatch.HabitPatch) -> Void) -> Command {
        var habit = ProfilePatch.HabitPatch(id: .wake)
        change(&habit)
        var patch = ProfilePatch()
        patch.habits = [habit]
        return .apply(patch)
    }

    private static func next(_ bedside: VirtualBedside) -> String? { bedside.status?.next?.local.description }

    /// The moves that give way, as the answer has them.
    private static func givenWay(_ reply: Reply?) -> [ProfileDifference] {
        guard case .changed(let differences, _) = reply else { return [] }
        return differences.filter { $0.path.hasPrefix("wake.") }
    }

    private static func noted(_ bedside: VirtualBedside) -> [String] {
        bedside.entries(.settingsChanged).filter { $0.detail == "no longer moved" }
            .map { $0.occurrence?.description ?? "" }
    }

    @Test func itStaysWhateverElseIsChanged() throws {
        let changes: [Command] = [
            Self.patch { $0.days = WeekdaySet([.saturday, .monday]) },
            // Saturday is not among them.
            Self.patch { $0.days = .weekdays }, Self.patch { $0.followUps = 3 },
            Self.patch { $0.sound = "bell.wav" }, Self.patch { $0.curve = .brisk },
        ]
        for change in changes {
            let bedside = try Self.bedside(to: "05:30")
            let reply = bedside.ask(change)
            #expect(Self.givenWay(reply).isEmpty && Self.noted(bedside).isEmpty)
            #expect(Self.next(bedside) == "2026-11-21T05:30", "\(change)")
            bedside.advance(to: try EpisodeTests.at("2026-11-21T05:30:05"))
            #expect(bedside.light == .ringing)
            bedside.press(.stop)
            bedside.advance(to: try EpisodeTests.at("2026-11-21T12:00"))
            #expect(bedside.entries(.ring).count == 1)
        }
    }

    @Test func whatGivesWayIsSaid() throws {
        let bedside = try Self.bedside(to: "07:30")
        let reply = bedside.ask(Self.patch { $0.at = LocalTime("06:30") })
        #expect(
            Self.givenWay(reply) == [
                ProfileDifference(path: "wake.2026-11-21", before: "2026-11-21T07:30", after: "no longer moved")
            ])
        #expect(Self.noted(bedside) == ["wake@2026-11-21"])
        #expect(Self.next(bedside) == "2026-11-21T06:30")
    }

    /// With a new time the date rings at the earlier of both: neither wish is slept through.
    @Test(arguments: [
        ("05:30", "07:00", "05:30"), ("07:30", "08:00", "07:30"), ("07:30", "06:30", "06:30"),
        ("05:30", "05:00", "05:00"),
    ]) func theEarlierOfTwoTimesRings(moved: String, time: String, ring: String) throws {
        let bedside = try Self.bedside(to: moved)
        let reply = bedside.ask(Self.patch { $0.at = LocalTime(time) })
        #expect(Self.next(bedside) == "2026-11-21T\(ring)")
        #expect(Self.givenWay(reply).count == (ring == moved ? 0 : 1))
        #expect(Self.noted(bedside).count == (ring == moved ? 0 : 1))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T12:00"))
        let rings = bedside.entries(.ring).filter { $0.followUp == 0 }
        #expect(rings.map { ZoneRules.utc.local($0.at).time.description } == [ring])
        #expect(bedside.status?.next?.local.time == LocalTime(time), "the next day is as usual")
    }

    /// A new time that has passed today rings tomorrow: today is as it was moved.
    @Test func aNewTimeThatHasPassedTakesNothingFromToday() throws {
        let bedside = try Self.bedside(to: "08:00", from: "2026-11-21T05:00")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00"))
        let reply = bedside.ask(Self.patch { $0.at = LocalTime("06:30") })
        #expect(Self.givenWay(reply).isEmpty)
        #expect(Self.next(bedside) == "2026-11-21T08:00")
        bedside.advance(to: try EpisodeTests.at("2026-11-22T06:31"))
        let rings = bedside.entries(.ring).filter { $0.followUp == 0 }
        #expect(
            rings.map { ZoneRules.utc.local($0.at).description } == ["2026-11-21T08:00", "2026-11-22T06:30"])
    }

    /// One that rings gives way to a new time today, which rings then.
    @Test func oneThatRingsGivesWayToANewTimeToday() throws {
        let bedside = try Self.bedside(to: "05:30", from: "2026-11-21T05:00")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:30:05"))
        bedside.ask(Self.patch { $0.at = LocalTime("07:00") })
        #expect(bedside.light != .ringing)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// One that has rung does not ring at its usual time too because the days change; a new time today is a new wish.
    @Test func oneThatHasRungDoesNotRingAgain() throws {
        for isNewTime in [false, true] {
            let bedside = try Self.bedside(to: "05:30", from: "2026-11-21T05:00")
            bedside.advance(to: try EpisodeTests.at("2026-11-21T05:30:05"))
            bedside.press(.stop)
            bedside.ask(
                isNewTime
                    ? Self.patch { $0.at = LocalTime("07:00") }
                    : Self.patch { $0.days = WeekdaySet([.saturday, .sunday]) })
            #expect(Self.noted(bedside).isEmpty)
            #expect(Self.next(bedside) == (isNewTime ? "2026-11-21T07:00" : "2026-11-22T06:00"))
        }
    }

    /// While the habit is off nothing rings, and the move waits.
    @Test func itSurvivesAHabitThatIsOffForAWhile() throws {
        let bedside = try Self.bedside(to: "08:10", from: "2026-11-21T05:50")
        bedside.ask(Self.patch { $0.isOn = false })
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:20"))
        #expect(bedside.entries(.ring).isEmpty && Self.next(bedside) == nil)
        bedside.ask(Self.patch { $0.isOn = true })
        #expect(Self.next(bedside) == "2026-11-21T08:10")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T08:10:05"))
        #expect(bedside.light == .ringing && Self.noted(bedside).isEmpty)
    }

    /// One whose time has passed keeps no alarm from ringing at the usual one.
    @Test func itIsOverOnceItsTimeHasPassed() throws {
        let bedside = try Self.bedside(to: "05:30")
        bedside.ask(Self.patch { $0.isOn = false })
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:40"))
        bedside.ask(Self.patch { $0.isOn = true })
        #expect(Self.next(bedside) == "2026-11-21T06:00")
    }

    @Test func itGivesWayToANewTimeAlsoWhileTheHabitIsOff() throws {
        let bedside = try Self.bedside(to: "08:10")
        bedside.ask(Self.patch { $0.isOn = false })
        #expect(Self.givenWay(bedside.ask(Self.patch { $0.at = LocalTime("07:00") })).count == 1)
        bedside.ask(Self.patch { $0.isOn = true })
        #expect(Self.next(bedside) == "2026-11-21T07:00")
    }

    // MARK: Which one is moved, and taking that back

    /// Today's alarm rings although the time has passed to which "the next one" is moved.
    @Test(arguments: [
        ("06:00", "05:45", "05:30", ["21T06:00", "22T05:30"]), ("06:00", "05:45", "18:30", ["21T18:30", "22T06:00"]),
        ("23:30", "23:00", "00:30", ["22T00:30", "22T23:30"]),
    ]) func aTimeThatHasPassedIsAboutTheNextDay(wake: String, now: String, time: String, rings: [String]) throws {
        let bedside = try EpisodeTests.bedside(wake: wake, from: try EpisodeTests.at("2026-11-21T\(now)"))
        bedside.ask(.move(.wake, time: try #require(LocalTime(time)), date: nil))
        bedside.advance(to: try EpisodeTests.at("2026-11-22T23:59"))
        #expect(
            bedside.entries(.ring).filter { $0.followUp == 0 }.map { ZoneRules.utc.local($0.at).description }
                == rings.map { "2026-11-\($0)" })
    }

    /// Taken back after its usual time, a moved alarm would not ring at all that day.
    @Test func itIsTakenBackOnlyBeforeItsUsualTime() throws {
        let early = try Self.bedside(to: "08:10", from: "2026-11-21T05:50")
        #expect(!early.ask(.unskip(.wake)).isRefused)
        #expect(Self.next(early) == "2026-11-21T06:00")
        // Follow-ups of 06:00 would still be ahead.
        for time in ["06:02:08", "06:20:00"] {
            let bedside = try Self.bedside(to: "08:10", from: "2026-11-21T05:50")
            bedside.advance(to: try EpisodeTests.at("2026-11-21T\(time)"))
            #expect(bedside.ask(.unskip(.wake)) == .refused(.usualTimePassed(.wake)))
            #expect(Self.next(bedside) == "2026-11-21T08:10")
            bedside.ask(.skip(.wake))
            bedside.advance(to: try EpisodeTests.at("2026-11-21T12:00"))
            #expect(bedside.entries(.ring).isEmpty && bedside.entries(.missed).isEmpty)
            #expect(Self.next(bedside) == "2026-11-22T06:00")
        }
    }

    @Test(.requirement("TALK-9")) func norDoesACompanionTakeItBackThen() throws {
        let bedside = try CompanionRightsTests.talk()
        bedside.press(.stop)
        bedside.ask(.move(.wake, time: try #require(LocalTime("07:50")), date: nil))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:20"))
        CompanionRightsTests.open(bedside, .heard)
        CompanionRightsTests.call(bedside, "cancel_exception", #"{"name":"wake"}"#)
        #expect(try #require(CompanionRightsTests.answers(bedside).last).contains("anicca habit skip wake"))
        #expect(Self.next(bedside) == "2026-11-21T07:50")
    }

    @Test(.requirement("TALK-9")) func aCompanionIsToldWhatGivesWay() throws {
        let bedside = try CompanionRightsTests.talk(.heard)
        bedside.ask(.move(.wake, time: try #require(LocalTime("07:30")), date: nil))
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","weekdays":["sat","sun","mon"]}"#)
        bedside.advance(by: .seconds(15))
        #expect(bedside.disk.exceptions.count == 1)
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","time":"06:30"}"#)
        bedside.advance(by: .seconds(3))
        let answer = try #require(CompanionRightsTests.answers(bedside).last)
        #expect(answer.contains(#""no_longer_moved":"2026-11-21, moved to 2026-11-21T07:30""#), "\(answer)")
        #expect(bedside.disk.exceptions.isEmpty)
    }
}
