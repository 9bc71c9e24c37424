import Foundation
import TestKit
import Testing

@testable import Bedside

/// What rings and how loud, over an episode (SOUND-7, ALARM-2).
@Suite(.requirement("SOUND-7")) struct RingPlanTests {
    private func ringsOfAnUnansweredMorning(
        sleeper: Sleeper = .normal, followUps: Int = 10, volume: VolumeRange = VolumeRange()
    ) throws -> [Playback] {
        var profile = Profile(volume: volume)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = followUps
        profile.habits[0].sleeper = sleeper
        let start = try #require(ZoneRules.utc.instant(of: EpisodeTests.evening))
        let bedside = VirtualBedside(
            profile: profile, at: start, configuration: Configuration(clockFloor: start - .days(30)))
        bedside.powerOn()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00"))
        #expect(bedside.entries(.missed).count == 1)
        return bedside.played
    }

    private func isSquare(_ playback: Playback) -> Bool { playback.source == .square }

    /// S-3.
    @Test func fromTheFourthFollowUpOnThePatternRings() throws {
        let rings = try ringsOfAnUnansweredMorning()
        #expect(rings.map(isSquare) == (0...10).map { $0 >= 4 })
    }

    /// S-7.
    @Test func aHeavySleepersFirstRingIsThePattern() throws {
        let rings = try ringsOfAnUnansweredMorning(sleeper: .heavy)
        #expect(rings.count == 11 && rings.allSatisfy(isSquare))
    }

    /// Every habit that the rules allow reaches the pattern if it rings that often, and never goes back to the melody.
    @Test func theKindOfSoundOnlyEscalates() {
        for sleeper in Sleeper.allCases {
            for count in 0...30 {
                let habit = Habit(
                    id: .wake, at: LocalTime(wrappingSecondOfDay: 0), followUps: count, sleeper: sleeper)
                let kinds = (0...count).map { RingPlan.isSquare(habit, followUp: $0) }
                #expect(kinds == (0...count).map { sleeper == .heavy || $0 >= 4 })
            }
        }
    }

    /// S-2: with the defaults each ring is 3 dB louder than the last, until the ceiling.
    @Test func theVolumeClimbsBy3DecibelsARing() throws {
        let rings = try ringsOfAnUnansweredMorning()
        #expect(rings.map(\.fromPercent) == [20, 28, 40, 57, 80, 80, 80, 80, 80, 80, 80])
        #expect(rings.map(\.toPercent) == [28, 40, 57, 80, 80, 80, 80, 80, 80, 80, 80])
        #expect(rings.allSatisfy { $0.riseMilliseconds == 20_000 && $0.limitMilliseconds == 30_000 })
    }

    /// The first ring fades in over 10 s, the others over 2 s.
    @Test func theFirstRingFadesInForLong() throws {
        let rings = try ringsOfAnUnansweredMorning()
        #expect(rings.first?.ring?.fade == RingFade(fromDecibels: -20, toDecibels: -8, milliseconds: 10_000))
        #expect(
            rings.dropFirst().allSatisfy {
                $0.ring?.fade == RingFade(fromDecibels: -8, toDecibels: 0, milliseconds: 2000)
            })
    }

    @Test func theOwnersFadeTimeStartAndTargetAreObeyed() throws {
        // At once at the ceiling, without any fade.
        let atOnce = try ringsOfAnUnansweredMorning(
            followUps: 2, volume: VolumeRange(floorPercent: 10, ceilingPercent: 60, fadeSeconds: 0))
        #expect(atOnce.allSatisfy { $0.fromPercent == 60 && $0.toPercent == 60 && $0.ring?.fade == nil })
        // Within the first ring.
        let quick = try ringsOfAnUnansweredMorning(
            followUps: 2, volume: VolumeRange(floorPercent: 10, ceilingPercent: 60, fadeSeconds: 5))
        #expect(quick.map(\.fromPercent) == [10, 60, 60] && quick.map(\.toPercent) == [60, 60, 60])
        #expect(quick.first?.riseMilliseconds == 5000 && quick.first?.ring?.fade?.milliseconds == 5000)
        // The whole ten minutes.
        let slow = try ringsOfAnUnansweredMorning(
            volume: VolumeRange(floorPercent: 10, ceilingPercent: 100, fadeSeconds: 600))
        #expect(slow.map(\.fromPercent) == [10, 13, 16, 20, 25, 32, 40, 50, 63, 79, 100])
    }

    /// Whatever the owner chose: never over the ceiling, never softer than before, and the last ring reaches the
    /// ceiling.
    @Test func everyClimbRisesToItsCeilingAndNoFurther() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<5000 {
            let ceiling = Int.random(in: 10...100, using: &random)
            let range = VolumeRange(
                floorPercent: .random(in: 0...ceiling, using: &random), ceilingPercent: ceiling,
                fadeSeconds: .random(in: 0...600, using: &random))
            let followUps = Int.random(in: 0...30, using: &random)
            let seconds = Int.random(in: 30...600, using: &random)
            let curve = VolumeCurve.allCases.randomElement(using: &random) ?? .steady
            let habit = Habit(
                id: .wake, at: LocalTime(wrappingSecondOfDay: 0), followUps: followUps,
                followUpIntervalSeconds: seconds)
            let rings = (0...followUps).map {
                RingLoudness(
                    range: range, curve: curve, followUp: $0, followUps: followUps, interval: .seconds(seconds),
                    span: Episode.ringSpan(habit))
            }
            let levels = rings.flatMap { [$0.fromPercent, $0.toPercent] }
            #expect(levels == levels.sorted())
            #expect(levels.last == ceiling)
            #expect(levels.first == (range.fadeSeconds == 0 ? ceiling : max(range.floorPercent, 1)))
            #expect(rings.allSatisfy { $0.riseMilliseconds <= Episode.ringSpan(habit).milliseconds })
        }
    }

    // MARK: The voice

    /// S-5: the voice speaks at most 20 s after the first sound, in every ring; with the pattern it takes turns.
    @Test func everyRingHasAVoiceWithin20Seconds() throws {
        let rings = try ringsOfAnUnansweredMorning()
        for (followUp, ring) in rings.enumerated() {
            let voice = try #require(ring.ring?.voice)
            #expect(voice.line.text == "Stand up, feet on the floor. Press Start.")
            #expect(voice.line.key == "ring.wake.en")
            #expect(voice.message?.habit == .wake && voice.message?.date.description == "2026-11-21")
            #expect(voice.atMilliseconds <= 19_800 && voice.atMilliseconds >= 8000)
            #expect((voice.againAfterMilliseconds != nil) == (followUp >= 4))
        }
    }

    /// S-4: first an imperative of at most six words or 14 characters, at most two sentences, no question.
    @Test(arguments: ["wake", "training", "bedtime", "reading", "evening_walk", "yoga"])
    func theLineIsAShortImperative(name: String) throws {
        let line = RingLine(habit: try #require(HabitID(name)))
        let english = line.text(in: .english)
        let first = english.split(separator: ".").first.map(String.init) ?? ""
        #expect(first.split(separator: " ").count <= 6)
        #expect(first.hasPrefix("Stand up") || first.hasPrefix("Get up"), "a verb of the body comes first")
        let japanese = line.text(in: .japanese)
        let opening = japanese.split(separator: "。").first.map(String.init) ?? ""
        #expect(opening.count + 1 <= 14 && opening.hasPrefix("立って"))
        for text in [english, japanese] {
            #expect(text.split { ".。".contains($0) }.count <= 2)
            #expect(!text.contains("?") && !text.contains("？"))
        }
        #expect(Kana.isSayable(line.reading(in: .japanese) ?? "立"))
    }

    @Test func aOneOffAlarmSpeaksAsTheHabitThatItIsLike() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.once(time: try #require(LocalTime("23:00")), date: nil, like: .training))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T23:00:01"))
        #expect(bedside.played.last?.ring?.voice?.line.key == "ring.training.en")
    }

    /// A ring that moves to the next output goes on where it was.
    @Test(.requirement("SOUND-2")) func fadeAndVoiceGoOnOnTheNextOutput() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:15"))
        let first = try #require(bedside.played.last)
        #expect(first.ring?.elapsedMilliseconds == 0)
        bedside.post(.sound(.failed(id: first.id, reason: "unplugged")))
        let second = try #require(bedside.played.last)
        #expect(second.output == 1 && second.ring?.elapsedMilliseconds == 15_000)
        #expect(second.ring?.voice == first.ring?.voice && second.ring?.fade == first.ring?.fade)
    }

    /// What an older version wrote about a sound is read, and other sounds are written as before.
    @Test(.requirement("GUARD-8")) func aRingIsWrittenAndReadAsJSON() throws {
        let rings = try ringsOfAnUnansweredMorning()
        for ring in rings {
            let data = try JSONEncoder().encode(Action.play(ring))
            #expect(try JSONDecoder().decode(Action.self, from: data) == .play(ring))
        }
        let old =
            #"{"id":3,"source":{"chime":{}},"fromPercent":20,"toPercent":30,"riseMilliseconds":0,"#
            + #""limitMilliseconds":2000,"output":0}"#
        let chime = try JSONDecoder().decode(Playback.self, from: Data(old.utf8))
        #expect(chime.ring == nil && chime.source == .chime)
        #expect(!String(decoding: try JSONEncoder().encode(chime), as: UTF8.self).contains("ring\":"))
    }

    @Test(.requirement("ALARM-10")) func aPreviewPlaysTheHabitsOwnKindOfSoundWithoutAFade() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.preview(.wake))
        #expect(bedside.played.last?.source == .alarm(file: nil))
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.sleeper = .heavy
        patch.habits = [habit]
        bedside.ask(.apply(patch))
        bedside.press(.stop)
        bedside.ask(.preview(.wake))
        #expect(bedside.played.last?.source == .square)
        #expect(bedside.played.last?.ring == nil)
    }
}
