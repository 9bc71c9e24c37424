import TestKit
import Testing

@testable import Bedside

/// The soft sound and the light before the wake alarm (S-2): welcome, and no ring.
@Suite(.requirement("SOUND-7")) struct DawnTests {
    private static func night(_ change: (inout Profile) -> Void = { _ in }) throws -> VirtualBedside {
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[0].hasDawn = true
        change(&profile)
        let start = try #require(ZoneRules.utc.instant(of: EpisodeTests.evening))
        let bedside = VirtualBedside(
            profile: profile, at: start, configuration: Configuration(clockFloor: start - .days(30)))
        bedside.powerOn()
        return bedside
    }

    private static func dawns(_ bedside: VirtualBedside) -> [Playback] {
        bedside.played.filter { $0.source == .tone(.dawn) }
    }

    private static func at(_ time: String) throws -> LocalDateTime { try EpisodeTests.at("2026-11-21T\(time)") }

    @Test func itGrowsForTenMinutesAndTheRingReplacesIt() throws {
        let bedside = try Self.night()
        bedside.advance(to: try Self.at("05:49:59"))
        #expect(Self.dawns(bedside).isEmpty && bedside.light == .idle)
        bedside.advance(to: try Self.at("05:50:00"))
        let dawn = try #require(Self.dawns(bedside).first)
        #expect(dawn.fromPercent == 0 && dawn.toPercent == bedside.disk.profile.volume.ceilingPercent)
        #expect(dawn.riseMilliseconds == 600_000 && dawn.limitMilliseconds > 600_000)
        #expect(bedside.light == .dawn && bedside.status?.activity == .dawn)
        bedside.advance(to: try Self.at("05:59:59"))
        #expect(bedside.entries(.ring).isEmpty && bedside.light == .dawn)
        bedside.advance(to: try Self.at("06:00:01"))
        #expect(bedside.entries(.ring).map(\.followUp) == [0] && bedside.light == .ringing)
        #expect(bedside.played.count == 2)
        // Loaded beforehand, as without it: the ring is what was prepared.
        let prepared = bedside.performed.compactMap { if case .prepare(let playback) = $0 { playback } else { nil } }
        #expect(prepared.contains { $0 == bedside.played.last })
        bedside.advance(to: try Self.at("07:00"))
        #expect(Self.dawns(bedside).count == 1 && bedside.entries(.ring).count == 11)
    }

    @Test func nobodyHasItWhoDidNotAskForIt() throws {
        let bedside = try Self.night { $0.habits[0].hasDawn = false }
        bedside.advance(to: try Self.at("07:00"))
        #expect(Self.dawns(bedside).isEmpty)
    }

    @Test(arguments: [Button.stop, .start]) func aButtonEndsItAndTheAlarmStillRings(_ button: Button) throws {
        let bedside = try Self.night()
        bedside.advance(to: try Self.at("05:53"))
        bedside.press(button)
        #expect(bedside.status?.activity != .dawn)
        if button == .start { bedside.press(.stop) }
        bedside.advance(to: try Self.at("05:59:59"))
        #expect(Self.dawns(bedside).count == 1 && bedside.entries(.upEarly).isEmpty)
        bedside.advance(to: try Self.at("06:00:01"))
        #expect(bedside.entries(.ring).count == 1)
        // The next morning has it again.
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-22T05:51"))
        #expect(Self.dawns(bedside).count == 2)
    }

    @Test func aLongPressSaysUpAndTheMorningIsSilent() throws {
        let bedside = try Self.night()
        bedside.advance(to: try Self.at("05:53"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(to: try Self.at("07:00"))
        #expect(Self.dawns(bedside).count == 1 && bedside.entries(.ring).isEmpty)
    }

    /// Whatever takes the alarm away takes its sound away, at once.
    @Test func itEndsWithItsAlarm() throws {
        let changes: [(VirtualBedside) throws -> Void] = [
            { $0.ask(.skip(.wake)) },
            { bedside in
                var patch = ProfilePatch()
                var off = ProfilePatch.HabitPatch(id: .wake)
                off.isOn = false
                patch.habits = [off]
                bedside.ask(.apply(patch))
            },
            { bedside in
                var patch = ProfilePatch()
                var quiet = ProfilePatch.HabitPatch(id: .wake)
                quiet.hasDawn = false
                patch.habits = [quiet]
                bedside.ask(.apply(patch))
            },
            { $0.ask(.move(.wake, time: try #require(LocalTime("08:00")), date: nil)) },
            { $0.change(zone: try TestZones.load("America/New_York")) },
            { $0.step(.hours(-3)) },
        ]
        for (index, change) in changes.enumerated() {
            let bedside = try Self.night()
            bedside.advance(to: try Self.at("05:53"))
            #expect(bedside.status?.activity == .dawn)
            try change(bedside)
            // What the device says about the change may take the place of the sound.
            bedside.advance(by: .seconds(10))
            #expect(bedside.status?.activity == .idle, "change \(index)")
            #expect(bedside.stuckDeadlines == 0)
        }
    }

    @Test func aMovedAlarmHasItsOwn() throws {
        let bedside = try Self.night()
        bedside.advance(to: try Self.at("05:53"))
        bedside.ask(.move(.wake, time: try #require(LocalTime("06:30")), date: nil))
        bedside.advance(to: try Self.at("06:21"))
        #expect(bedside.status?.activity == .dawn && bedside.entries(.ring).isEmpty)
        bedside.advance(to: try Self.at("06:30:01"))
        #expect(bedside.entries(.ring).count == 1)
    }

    /// A net rings only without a sign of life, and nothing may be heard before it.
    @Test(arguments: [FadingLevel.net, .graduated]) func aNetHasNone(_ level: FadingLevel) throws {
        let bedside = try Self.night()
        var disk = bedside.disk
        disk.fading.apply(.base(.wake, FadingStoryTests.base(level)))
        let faded = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
        faded.powerOn()
        faded.advance(to: try Self.at("07:00"))
        #expect(Self.dawns(faded).isEmpty && !faded.entries(.ring).isEmpty)
    }

    @Test func itWaitsForWhatSounds() throws {
        let bedside = try Self.night()
        bedside.advance(to: try Self.at("05:49:58"))
        bedside.ask(.preview(.wake))
        bedside.advance(to: try Self.at("05:50:01"))
        #expect(bedside.status?.activity == .preview && Self.dawns(bedside).isEmpty)
        bedside.advance(to: try Self.at("05:51"))
        // Less than ten minutes are left for it to grow in.
        #expect(Self.dawns(bedside).map { (560_000..<600_000).contains($0.riseMilliseconds) } == [true])
    }

    @Test func aDeadSpeakerDoesNotMatter() throws {
        let bedside = try Self.night()
        bedside.deadOutputs = [0]
        bedside.advance(to: try Self.at("05:59"))
        bedside.deadOutputs = []
        bedside.advance(to: try Self.at("06:00:05"))
        #expect(bedside.entries(.ring).count == 1 && bedside.stuckDeadlines == 0)
    }

    /// It begins softer than what counts as audible, on whichever output.
    @Test(.requirement("SOUND-2")) func itGoesOnOnTheSecondOutputWithoutAFalseAlarm() throws {
        let evening = try Self.night()
        var configuration = evening.configuration
        configuration.outputs = ["usb", "jack"]
        let bedside = VirtualBedside(at: evening.now.civil, configuration: configuration, disk: evening.disk)
        bedside.powerOn()
        bedside.deadOutputs = [0]
        bedside.isToneInaudible = true
        bedside.advance(to: try Self.at("05:59:59"))
        #expect(Self.dawns(bedside).map(\.output) == [0, 1] && bedside.status?.activity == .dawn)
        #expect(bedside.entries(.noOutput).isEmpty && bedside.status?.attention.contains(.sound) == false)
        bedside.advance(to: try Self.at("06:00:05"))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test func aMachineThatIsSwitchedOffIsStartedForIt() throws {
        let bedside = try Self.night()
        let starts = bedside.machine?.startsMachine(at: bedside.now).map { ZoneRules.utc.local($0) }
        #expect(starts == (try Self.at("05:47")))
    }

    /// Nights with and without it ring at the same instants: power cuts, set clocks, other zones, skipped and moved
    /// alarms, dead outputs.
    @Test(arguments: 1...150 as ClosedRange<UInt64>) func ringsAreTheSameWithAndWithoutIt(_ seed: UInt64) throws {
        func rings(_ hasDawn: Bool) throws -> (times: [CivilTime], dawns: Int) {
            var random = SeededRandom(seed: seed)
            func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
            let bedside = try Self.night { profile in
                profile.habits[0].hasDawn = hasDawn
                profile.habits[0].at = LocalTime(wrappingSecondOfDay: 60 * draw(0...1439))
                profile.habits[0].followUps = draw(0...3)
                profile.habits[1].isOn = draw(0...1) == 0
                profile.habits[1].at = LocalTime(
                    wrappingSecondOfDay: Int(profile.habits[0].at.secondOfDay) + 60 * draw(-12...12))
            }
            let zones = try PropertyTests.zones.map(TestZones.load)
            for _ in 0..<60 {
                switch draw(0...12) {
                case 0...4: bedside.advance(by: .minutes(draw(1...400)))
                case 5:
                    bedside.cutPower()
                    bedside.advance(by: .seconds(draw(0...900)))
                    bedside.powerOn()
                case 6: bedside.step(.minutes(draw(-180...180)))
                case 7: bedside.change(zone: zones[draw(0...zones.count - 1)])
                case 8: bedside.ask(.skip(.wake))
                case 9: bedside.ask(.move(.wake, time: LocalTime(wrappingSecondOfDay: 60 * draw(0...1439)), date: nil))
                case 10: bedside.deadOutputs = draw(0...1) == 0 ? [0] : []
                default: bedside.advance(by: .seconds(draw(1...900)))
                }
            }
            #expect(bedside.stuckDeadlines == 0 && bedside.unwrittenRings == 0)
            return (bedside.entries(.ring).map(\.at), Self.dawns(bedside).count)
        }
        let (with, without) = (try rings(true), try rings(false))
        #expect(with.times == without.times)
        #expect(without.dawns == 0)
    }
}
