import Foundation
import TestKit
import Testing

@testable import Bedside

/// without a live companion the owner's own voice keeps what they intend for tomorrow, if they have agreed to
/// that. It is heard in the morning's routine, and asked about the next evening, once.
@Suite(.requirement("MIND-1", "TALK-6", "GUARD-1"))
struct RecordedIntentionTests {
    private static let file = PhraseRecordingFile(number: 71, milliseconds: 2500)

    private static let evening = """
        say Did you do it?
        say It was: ${INTENTION}.
        ask intention 20
        yes Well done.
        no Tomorrow is another day.

        say The same again?
        say It was: ${EARLIER}.
        ask tomorrow 10
        yes Good.

        say What do you do tomorrow?
        record 20

        say Good night.
        """
    private static let morning = "say Good morning.\n\nsay Up you get.\nhear 5\n"

    private static func bedside(
        isWanted: Bool = true, mode: MemoryMode = .on, hasMicrophone: Bool = true
    ) throws -> VirtualBedside {
        var disk = Durable()
        disk.profile = Profile(companion: .offline)
        for index in disk.profile.habits.indices { disk.profile.habits[index].isOn = index != 1 }
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-24T22:00")))
        for habit in disk.profile.habits { disk.armedSince[habit.id] = start - .hours(12) }
        disk.lastWritten = start
        disk.memory.mode = .on
        var configuration = Configuration(clockFloor: start - .days(365), hasMicrophone: hasMicrophone)
        for (name, text) in [("bedtime.en", evening), ("wake_up.en", morning)] {
            configuration.scripts[name] = try OfflineScript.parse(key: name, fileName: "\(name).txt", text: text)
        }
        let bedside = VirtualBedside(at: start, configuration: configuration, disk: disk)
        bedside.powerOn()
        if isWanted { bedside.ask(.memory(.recordIntention(true))) }
        if mode != .on { bedside.ask(.memory(.mode(mode))) }
        return bedside
    }

    private static func effects(_ bedside: VirtualBedside) -> [String] {
        bedside.performed.compactMap { action in
            guard case .affirmation(let effect) = action else { return nil }
            switch effect {
            case .record(let take, _, _, _): return "record \(take)"
            case .finish: return "finish"
            case .drop: return "drop"
            case .forget(let recording): return "forget \(recording.number)"
            }
        }
    }

    private static func heard(_ bedside: VirtualBedside) -> [String] {
        bedside.played.compactMap {
            switch $0.source {
            case .speech(let said): said.text
            case .phrase(let number, _): "recording \(number)"
            case .alarm, .square, .chime, .tone: nil
            }
        }
    }

    private static func intention(_ bedside: VirtualBedside) -> Intention? {
        bedside.disk.memory.memory.items.last { $0.intention?.recording != nil }?.intention
    }

    /// Goes to the bedtime of a day, and to where its routine records.
    private static func goToBed(_ bedside: VirtualBedside, on day: String = "2026-11-24") throws {
        bedside.advance(to: try EpisodeTests.at("\(day)T22:30:05"))
        bedside.press(.start)
        bedside.advance(by: .seconds(6))
    }

    /// Says something, until the recording is over.
    private static func speak(_ bedside: VirtualBedside) {
        bedside.advance(by: .seconds(1))
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .seconds(3))
        bedside.post(.voice(isActive: false))
        bedside.advance(by: .seconds(3))
    }

    private static func keep(_ bedside: VirtualBedside, _ take: PhraseTake = .kept(file), take number: Int = 1) {
        bedside.post(.affirmation(.recorded(take, take: number)))
        bedside.advance(by: .seconds(12))
    }

    @Test func whatTheOwnerSaysIsKeptAsTomorrowsIntention() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        #expect(bedside.machine?.isRecordingIntention == true && bedside.status?.activity == .listening)
        Self.speak(bedside)
        #expect(Self.effects(bedside) == ["record 1", "finish"])
        Self.keep(bedside)
        #expect(Self.effects(bedside) == ["record 1", "finish", "drop"])
        let intention = try #require(Self.intention(bedside))
        #expect(intention.recording == Self.file && intention.forDate == LocalDate("2026-11-25"))
        #expect(Self.heard(bedside).suffix(2) == [Phrase.intentionRecorded.text(in: .english), "Good night."])
        #expect(bedside.machine?.conversation == nil && bedside.stuckDeadlines == 0)
    }

    @Test(arguments: [Button.start, .stop]) func aButtonEndsTheRecordingAndNotTheTalk(button: Button) throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        bedside.advance(by: .seconds(2))
        bedside.press(button)
        #expect(Self.effects(bedside) == ["record 1", "finish"] && bedside.machine?.conversation != nil)
        // Pressed once more, Stop ends the talk; what comes late belongs to nobody.
        bedside.press(.stop)
        #expect(bedside.machine?.conversation == nil)
        Self.keep(bedside)
        #expect(Self.intention(bedside) == nil && Self.effects(bedside).suffix(2).contains("forget 71"))
    }

    @Test func theMorningBeginsWithItAndTheNextEveningAsksAboutItOnce() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        Self.speak(bedside)
        Self.keep(bedside)
        bedside.advance(to: try EpisodeTests.at("2026-11-25T06:00:05"))
        // The ring says nothing of it.
        #expect(!Self.heard(bedside).contains { $0.hasPrefix("Recorded") || $0 == "recording 71" })
        bedside.press(.start)
        bedside.advance(by: .seconds(20))
        let words = Self.heard(bedside)
        let at = try #require(words.firstIndex(of: "recording 71"))
        #expect(Array(words[(at - 2)...at]) == ["Good morning.", "This is what you said last night.", "recording 71"])
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-25T22:30:05"))
        bedside.press(.start)
        bedside.advance(by: .seconds(6))
        #expect(Self.heard(bedside).suffix(2) == ["Did you do it?", "recording 71"])
        bedside.press(.start)
        #expect(Self.intention(bedside)?.status == .done)
        // It is one of the last five, too: taken again, nothing is recorded.
        bedside.advance(by: .seconds(8))
        #expect(Self.heard(bedside).suffix(2) == ["The same again?", "recording 71"])
        bedside.press(.start)
        bedside.advance(by: .seconds(40))
        #expect(Self.effects(bedside).count { $0.hasPrefix("record") } == 1)
        let tomorrow = try #require(LocalDate("2026-11-26"))
        #expect(bedside.disk.memory.memory.intentions(for: tomorrow).map { $0.intention?.recording } == [Self.file])
        #expect(Self.heard(bedside).count { $0 == "Did you do it?" } == 1)
    }

    /// Off until the owner wants it, and never without consent to remembering.
    @Test(arguments: [(false, MemoryMode.on), (true, .off), (true, .paused)])
    func nothingIsRecordedUnlessTheOwnerWantsIt(isWanted: Bool, mode: MemoryMode) throws {
        let bedside = try Self.bedside(isWanted: isWanted, mode: mode)
        try Self.goToBed(bedside)
        Self.speak(bedside)
        bedside.advance(by: .seconds(60))
        #expect(Self.effects(bedside).isEmpty && Self.heard(bedside).last == "Good night.")
    }

    @Test func withoutConsentToRememberingItCannotBeSwitchedOn() throws {
        for mode in [MemoryMode.off, .paused] {
            let bedside = try Self.bedside(isWanted: false, mode: mode)
            #expect(bedside.ask(.memory(.recordIntention(true))) == .refused(.memoryOff(mode)))
        }
        let bedside = try Self.bedside()
        #expect(bedside.ask(.memory(.recordIntention(nil))) == .memory(.recordsIntention(true)))
        #expect(bedside.ask(.memory(.recordIntention(false))) == .memory(.recordsIntention(false)))
        #expect(bedside.ask(.memory(.recordIntention(nil))) == .memory(.recordsIntention(false)))
        // It is one of the things that are remembered: `memory list` shows it, and forgetting it switches it off.
        bedside.ask(.memory(.recordIntention(true)))
        let note = try #require(bedside.disk.memory.memory.active(.recordsIntention))
        bedside.ask(.memory(.forget(note.id)))
        #expect(!bedside.disk.memory.memory.recordsIntention)
    }

    @Test(.requirement("SOUND-4")) func aMutedOrMissingMicrophoneRecordsNothing() throws {
        let deaf = try Self.bedside(hasMicrophone: false)
        try Self.goToBed(deaf)
        deaf.advance(by: .seconds(60))
        #expect(Self.effects(deaf).isEmpty && Self.heard(deaf).last == "Good night.")
        let muted = try Self.bedside()
        try Self.goToBed(muted)
        muted.ask(.mute(true))
        #expect(Self.effects(muted) == ["record 1", "drop"])
        muted.advance(by: .seconds(60))
        #expect(Self.heard(muted).suffix(2) == [Phrase.intentionNotRecorded.text(in: .english), "Good night."])
    }

    @Test(arguments: [PhraseTake.silent, .short, .long, .clipped, .noRoom, .failed])
    func whatCannotBeKeptIsSaidAndTheRoutineGoesOn(take: PhraseTake) throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        bedside.advance(by: .seconds(8))
        #expect(Self.effects(bedside) == ["record 1", "finish"])
        Self.keep(bedside, take)
        #expect(Self.intention(bedside) == nil)
        #expect(Self.heard(bedside).suffix(2) == [Phrase.intentionNotRecorded.text(in: .english), "Good night."])
    }

    /// A driver that reports nothing holds the routine up for some seconds and no longer.
    @Test func aRecordingThatIsNeverReportedEndsByItself() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        bedside.advance(by: .seconds(40))
        #expect(bedside.machine?.conversation == nil && Self.heard(bedside).last == "Good night.")
        #expect(Self.effects(bedside).last == "drop" && bedside.stuckDeadlines == 0)
    }

    @Test(.requirement("ALARM-3", "ALARM-5"), arguments: [Button.start, .stop])
    func anAlarmTakesOverFromTheRecording(button: Button) throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        bedside.ask(.tryOut(afterSeconds: 3))
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.ringing != nil && bedside.machine?.isRecordingIntention == false)
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        bedside.press(button)
        #expect(bedside.machine?.ringing == nil && (bedside.machine?.conversation != nil) == (button == .start))
        Self.keep(bedside)
        #expect(Self.intention(bedside) == nil && Self.effects(bedside).contains("forget 71"))
    }

    /// A habit that falls due while the owner speaks takes the talk over without a ring: its routine has no recording, and
    /// the microphone hears nothing for the earlier one.
    @Test func anotherHabitsRoutineRecordsNothing() throws {
        for isLate in [false, true] {
            let bedside = try Self.bedside()
            try Self.goToBed(bedside)
            bedside.advance(by: .seconds(1))
            bedside.post(.voice(isActive: true))
            bedside.advance(by: .seconds(1))
            bedside.ask(.tryOut(afterSeconds: 1))
            bedside.advance(by: .seconds(2))
            #expect(bedside.machine?.ringing == nil && bedside.machine?.conversation != nil)
            #expect(bedside.machine?.isRecordingIntention == false)
            if isLate { bedside.advance(by: .seconds(5)) }
            #expect(Self.effects(bedside).prefix(2) == ["record 1", "drop"])
            Self.keep(bedside)
            #expect(Self.intention(bedside) == nil && Self.effects(bedside).contains("forget 71"))
            #expect(bedside.machine?.contradictions(at: bedside.now) == [])
        }
    }

    /// A power cut between the file and the row loses the recording, whose file the next start removes, and no more.
    @Test(.requirement("ALARM-7")) func aPowerCutLosesTheAnswerAndNoMore() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        Self.speak(bedside)
        bedside.post(.affirmation(.recorded(.kept(Self.file), take: 1)), actionsBeforeCut: 0)
        bedside.powerOn()
        #expect(Self.intention(bedside) == nil && bedside.disk.memory.memory.recordings.isEmpty)
    }

    /// M-9: forgetting the intention leaves nothing that refers to the recording, so the store removes its file.
    @Test(.requirement("MIND-3")) func forgettingTheIntentionFreesItsRecording() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        Self.speak(bedside)
        Self.keep(bedside)
        #expect(bedside.disk.memory.memory.recordings == [71])
        let item = try #require(bedside.disk.memory.memory.items.last { $0.intention != nil })
        bedside.ask(.memory(.forget(item.id)))
        #expect(bedside.disk.memory.memory.recordings.isEmpty)
    }

    /// The last five stay, to be offered again: the disk fills up with no more.
    @Test func onlyTheLastFiveRecordingsStay() throws {
        var memory = Memory()
        // The third is taken for the fourth day, too.
        for (day, number) in [1, 2, 3, 3, 5, 6, 7, 8].enumerated() {
            let now = try MemoryRun.moment("2026-11-1\(day)T22:30")
            let intention = Intention(
                habit: .wake, forDate: now.date.adding(days: 1), cueKind: .wake, cue: PrivateText(""),
                action: PrivateText(""), words: PrivateText("Recorded \(number)"),
                recording: PhraseRecordingFile(number: number, milliseconds: 900))
            _ = memory.expire(at: now)
            _ = try memory.keep(MemoryCandidate(intention), at: now, talk: nil, habit: .bedtime).get()
        }
        let changes = memory.dropOldRecordings(keeping: 5)
        #expect(memory.recordings == [3, 5, 6, 7, 8] && changes.count == 2)
        #expect(changes.allSatisfy { if case .erase(let item) = $0 { item.text.words.isEmpty } else { false } })
        #expect(memory.dropOldRecordings(keeping: 5).isEmpty)
    }

    /// A companion of the morning does not claim to know the words.
    @Test(arguments: Language.allCases) func aCompanionIsToldThatItDoesNotKnowTheWords(language: Language) throws {
        let today = try #require(LocalDate("2026-11-25"))
        let words = MemoryPromptWords(language: language, today: today)
        let intention = Intention(
            habit: .wake, forDate: today, cueKind: .wake, cue: PrivateText(""), action: PrivateText(""),
            words: PrivateText("Recorded"), recording: Self.file)
        let item = MemoryItem(
            id: MemoryID(1), kind: .intention, slot: PrivateText(""), text: PrivateText("Recorded"),
            quote: PrivateText(""), saidAt: try MemoryRun.moment("2026-11-24T22:30"), detail: .intention(intention))
        let line = words.intention(item)
        #expect(line.contains(language == .english ? "you do not know the words" : "その言葉を知らない"))
        #expect(!line.contains("Recorded\""))
        #expect(WakeMessage(intention, in: language) == nil, "the ring does not say that there is a recording")
    }

    /// An intention of before has no recording, and one with a recording comes back.
    @Test(.requirement("GUARD-4")) func intentionsOfOlderVersionsAreRead() throws {
        let bedside = try Self.bedside()
        try Self.goToBed(bedside)
        Self.speak(bedside)
        Self.keep(bedside)
        let intention = try #require(Self.intention(bedside))
        let encoder = JSONEncoder()
        var text = String(decoding: try encoder.encode(intention), as: UTF8.self)
        #expect(text.contains("\"recording\""))
        #expect(try JSONDecoder().decode(Intention.self, from: Data(text.utf8)).recording == Self.file)
        let member = try #require(text.firstMatch(of: /"recording":\{[^}]*\},?/))
        text.removeSubrange(member.range)
        text = text.replacing(",}", with: "}")
        #expect(try JSONDecoder().decode(Intention.self, from: Data(text.utf8)).recording == nil)
    }
}
