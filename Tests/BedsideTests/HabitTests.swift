import Bedside
import TestKit
import Testing

/// The built-in habits, and habits that the owner adds.
@Suite(.requirement("ALARM-1")) struct HabitTests {
    @Test func theBuiltInHabitsRingEveryDayWithTenFollowUpsAMinuteApart() {
        let habits = Profile().habits
        #expect(habits.map(\.id) == [.wake, .training, .bedtime])
        for habit in habits {
            #expect(!habit.isOn, "a habit is off until the owner sets it")
            #expect(habit.days == .everyDay)
            #expect(habit.followUps == 10)
            #expect(habit.followUpIntervalSeconds == 60)
            #expect(habit.sound == nil, "a habit uses the board's alarm sound")
            #expect(habit.curve == .steady)
        }
        #expect(habits.map(\.guardsAgainstSleep) == [true, false, false])
    }

    @Test func anOwnHabitIsAnEntryInTheProfileAndNamesItsPrompt() throws {
        let bedside = try EpisodeTests.bedside()
        let reading = try #require(HabitID("reading"))
        var patch = ProfilePatch()
        patch.habits = [ProfilePatch.HabitPatch(id: reading)]
        patch.habits[0].at = LocalTime("21:00")
        patch.habits[0].days = .weekdays
        bedside.ask(.apply(patch))
        // 2026-11-20 is a Friday.
        bedside.advance(to: try EpisodeTests.at("2026-11-23T20:59"))
        #expect(!bedside.entries(.ring).contains { $0.occurrence?.habit == reading })
        bedside.advance(to: try EpisodeTests.at("2026-11-23T21:00:05"))
        #expect(bedside.light == .ringing)
        #expect(bedside.entries(.ring).last?.occurrence?.habit == reading)
        bedside.press(.start)
        #expect(bedside.status?.subject == reading)
    }
}
