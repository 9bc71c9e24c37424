import Bedside
import Foundation
import GRDB
import Synchronization
import TestKit

@testable import Store

/// A temporary folder, removed with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("anicca-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }
    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

    /// The bytes of every file but the lock, one file after another.
    func allBytes() throws -> Data { try names.filter { $0 != "lock" }.reduce(into: Data()) { $0 += try read($1) } }
    /// Whether these bytes are in a file.
    func holds(_ bytes: Data) throws -> Bool { try allBytes().range(of: bytes) != nil }
    /// Whether these words are in a file, in UTF-8 or UTF-16.
    func holds(_ words: String) throws -> Bool {
        let all = try allBytes()
        return [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].contains { encoding in
            words.data(using: encoding).map { all.range(of: $0) != nil } ?? false
        }
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : file(name))
        return (attributes[.posixPermissions] as? Int) ?? -1
    }
    func copy(_ suffixes: [String], to other: TemporaryFolder) throws {
        for suffix in suffixes where FileManager.default.fileExists(atPath: file("anicca.db" + suffix)) {
            try other.write(try read("anicca.db" + suffix), to: "anicca.db" + suffix)
        }
    }
}

let noon = CivilTime(seconds: 1_780_000_000)

func openStore(_ folder: TemporaryFolder, _ access: BedsideStore.Access = .owner) throws -> BedsideStore {
    try BedsideStore.open(folder: folder.path, access: access, now: noon)
}

/// Logged lines, for a test to examine.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ level: LogLevel, _ text: String) { lines.withLock { $0.append("\(level): \(text)") } }
}

extension SeededRandom {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<Value>(_ values: [Value], else fallback: Value) -> Value {
        values.randomElement(using: &self) ?? fallback
    }
}

/// Random values within the bounds that the core documents. Each is made by an initializer that is given every field: a
/// new field does not compile here, or `FieldCoverageTests` reports it missing. Those of the memory are in
/// `RandomMemory.swift`.
extension SeededRandom {
    mutating func habitID() -> HabitID {
        pick(["wake", "training", "bedtime", "reading", "a", "x-1_2"].compactMap { HabitID($0) }, else: .wake)
    }
    mutating func text() -> String {
        pick(["", "Owner", "O'Brien \"x\"", "あきら", "three\nlines\n", "a,b;c -- DROP TABLE", "🛏️"], else: "")
    }
    mutating func civil() -> CivilTime {
        noon + .seconds(below(86_400 * 300)) + TimeSpan(nanoseconds: Int64(below(1000)))
    }
    mutating func localTime() -> LocalTime { LocalTime(wrappingSecondOfDay: below(86_400)) }
    mutating func date() -> LocalDate { LocalDate(dayNumber: 20_600 + Int32(below(300))) }
    mutating func occurrence() -> Occurrence { Occurrence(habit: habitID(), date: date()) }
    mutating func local() -> LocalDateTime { LocalDateTime(date: date(), time: localTime()) }
    mutating func once() -> HabitID { HabitID("once-\(below(6))") ?? .wake }

    mutating func habit() -> Habit {
        let days = Weekday.allCases.filter { _ in chance(60) }
        return Habit(
            id: habitID(), isOn: chance(50), at: localTime(), days: WeekdaySet(days), followUps: below(31),
            followUpIntervalSeconds: 30 + below(571), sound: chance(50) ? text() : nil,
            curve: pick(VolumeCurve.allCases, else: .steady), prompt: text(), guardsAgainstSleep: chance(50),
            sleeper: pick(Sleeper.allCases, else: .normal), latest: chance(50) ? localTime() : nil,
            hasDawn: chance(50))
    }
    mutating func profile() -> Profile {
        Profile(
            ownerName: chance(70) ? text() : nil, language: pick(Language.allCases, else: .english),
            country: chance(50) ? CountryCode(pick(["JP", "US"], else: "IE")) : nil,
            age: pick(AgeBand.allCases, else: .notSaid), sleepLocation: chance(50) ? text() : nil,
            trainingFocus: TrainingFocus.allCases.filter { _ in chance(50) },
            companion: pick(Companion.allCases, else: .offline), talkMinutes: below(121),
            volume: VolumeRange(floorPercent: below(101), ceilingPercent: below(101), fadeSeconds: below(601)),
            habits: (0..<below(7)).map { _ in habit() })
    }
    mutating func settings() -> Settings {
        Settings(
            voicePercent: below(101), isMicrophoneMuted: chance(50), hasUnseenMiss: chance(50),
            recordings: RecordingChoice(keepDays: chance(50) ? 1 + below(90) : nil, isTold: chance(50)))
    }
    mutating func oneOff() -> OneOffAlarm { OneOffAlarm(id: once(), at: local(), like: habitID()) }
    mutating func step() -> SetupStep? { chance(80) ? pick(SetupStep.allCases, else: .welcome) : nil }
    mutating func record() -> OccurrenceRecord {
        let outcomes: [OccurrenceOutcome] = [.open, .answered, .dismissed, .missed, .skipped, .unaided]
        return OccurrenceRecord(
            occurrence: occurrence(), due: civil(), outcome: pick(outcomes, else: .open),
            committedFollowUp: chance(60) ? below(31) : nil, rings: below(40), endedAt: chance(50) ? civil() : nil)
    }
    mutating func nightEntry() -> NightEntry {
        NightEntry(
            at: civil(), kind: pick(NightEntry.Kind.allCases, else: .ring), occurrence: chance(50) ? occurrence() : nil,
            followUp: chance(50) ? below(31) : nil, cause: cause(), detail: chance(50) ? text() : nil)
    }
    mutating func cause() -> NightEntry.Cause? {
        switch below(100) {
        case 0..<20: return .button
        case 20..<40: return .timer
        case 40..<50: return .companion
        default: return nil
        }
    }
    mutating func teaching() -> OwnerTeachings.Change {
        let id = pick(["line-on-water", "a", "return"], else: "a")
        switch below(5) {
        case 0: return .mode(pick(TeachingMode.allCases, else: .off))
        case 1: return .includesGrief(chance(50))
        case 2: return .forget(id)
        default: return .heard(id, on: date())
        }
    }
    mutating func plan() -> Silence.Plan {
        Silence.Plan(at: localTime(), days: WeekdaySet(mask: UInt8(below(128))))
    }
    mutating func standing() -> FadingStanding {
        FadingStanding(
            level: pick(FadingLevel.allCases, else: .net), since: chance(50) ? date() : nil, daysHere: below(90),
            wasStepDown: chance(70) ? chance(50) : nil, automaticity: chance(50) ? 1 + below(7) : nil,
            days: pick(["", "uUpPsSmM", "uuuu"], else: ""),
            silence: chance(50) ? Silence(since: date(), plan: plan(), noes: below(3)) : nil)
    }
    mutating func fading() -> OwnerFading.Change {
        let number = 1 + below(12)
        switch below(14) {
        case 0: return .forget(habitID())
        case 1: return .removeEntry(habitID(), number: number)
        case 2:
            let reached = standing()
            return .base(habitID(), FadingLedger.Base(through: below(6), standing: reached, rules: 1 + below(3)))
        case 3: return .entry(habitID(), number: number, .automaticity(date(), score: 1 + below(7)))
        case 4: return .entry(habitID(), number: number, .consent(date(), isGiven: chance(50)))
        case 5: return .entry(habitID(), number: number, chance(50) ? .recall(date()) : .newTime(date()))
        case 6:
            let question = pick(FadingQuestion.allCases, else: .week)
            return .entry(habitID(), number: number, .asked(question, date()))
        case 7: return .entry(habitID(), number: number, .silence(date(), chance(60) ? plan() : nil))
        case 8:
            let answer = pick(WeekAnswer.allCases, else: .asMeant)
            return .entry(habitID(), number: number, .week(date(), answer))
        case 9:
            let step = LevelStep(
                from: pick(FadingLevel.allCases, else: .net), to: pick(FadingLevel.allCases, else: .ringOnly),
                reason: pick(FadingReason.allCases, else: .missedTwice))
            return .entry(habitID(), number: number, .untold(date(), step))
        default:
            let word = pick(DayWord.allCases, else: .slow)
            let day = CountedDay(date: date(), observed: word, isCorrected: chance(30))
            return .entry(habitID(), number: number, .day(day))
        }
    }
    mutating func change() -> Change {
        switch below(100) {
        case 0..<10: return .profile(profile())
        case 10..<18: return .settings(settings())
        case 18..<38: return .record(record())
        case 38..<41: return .nudge(nudge())
        case 41..<45: return .fading(fading())
        case 45..<50: return .removeRecord(occurrence())
        case 50..<58: return .exception(occurrence(), chance(60) ? (chance(50) ? .skip : .move(to: local())) : nil)
        case 58..<66: return .oneOff(oneOff())
        case 66..<70: return .removeOneOff(once())
        case 70..<78: return .armedSince(habitID(), chance(70) ? civil() : nil)
        case 78..<81: return .lastWritten(civil())
        case 81: return .zone(pick(["UTC", "Asia/Tokyo", "America/New_York"], else: "UTC"))
        case 82..<84: return .lastRing(habitID(), chance(70) ? civil() : nil)
        case 84..<88: return .setup(SetupProgress(step: step()))
        case 88, 89: return .teaching(teaching())
        case 90: return .wipe
        case 91: return .talks(talkRecord())
        case 92: return .meditation(meditation())
        case 93: return .affirmation(affirmation())
        case 94: return chance(50) ? .account(account()) : .ownVoice(ownVoice())
        default: return .night(nightEntry())
        }
    }
    mutating func nudge() -> OwnerNudges.Change {
        switch below(10) {
        case 0: return .since(date())
        case 1: return .stopTold
        case 2: return .choice(habitID(), nil)
        case 3, 4:
            let opens = LocalTime(wrappingSecondOfDay: 60 * below(700))
            let closes = LocalTime(wrappingSecondOfDay: 60 * (700 + below(700)))
            return .choice(habitID(), NudgeChoice(opens: opens, closes: closes, speaksAtOnce: chance(30)))
        default:
            return .nudge(Nudge(date: date(), habit: habitID(), answer: pick(Nudge.Answer.allCases, else: .none)))
        }
    }
    mutating func meditation() -> MeditationRecord.Change {
        if chance(30) { return .reminded(on: date()) }
        return .session(
            MeditationSession(
                begunAt: civil(), minutes: pick(MeditationLength.allCases, else: .three), seconds: below(481)))
    }
    /// One of three gateways.
    private func address(_ number: Int) -> String { "https://gateway-\(number % 3).example" }
    mutating func zoneName() -> String? {
        switch below(100) {
        case 0..<25: return "Asia/Tokyo"
        case 25..<50: return "Europe/Paris"
        default: return nil
        }
    }
    mutating func account() -> AccountStanding {
        func session() -> String { "s_\(below(1 << 20))" }
        let gateway = below(100)
        return AccountStanding(
            gateway: gateway < 90 ? address(gateway) : nil, user: chance(80) ? "u_\(below(100))" : nil,
            isHeld: chance(30), openSession: chance(30) ? session() : nil,
            owedStops: (0..<below(4)).map { _ in session() },
            profile: ProfileStanding(
                isOwed: chance(30), changedAt: chance(50) ? civil() : nil, version: chance(50) ? below(1000) : nil,
                heldAt: chance(50) ? civil() : nil, zone: zoneName(),
                user: chance(50) ? "u_\(below(100))" : nil))
    }
    mutating func ownVoice() -> OwnerVoice {
        func consent() -> VoiceConsent {
            VoiceConsent(
                text: chance(80) ? PrivateText(text()) : nil, language: pick(Language.allCases, else: .english),
                sha256: "c\(below(1 << 20))", givenAt: civil())
        }
        var part = OwnerVoice()
        part.choice = pick(VoiceChoice.allCases, else: .own)
        part.chosenAt = chance(50) ? civil() : nil
        (part.mayHoldRaw, part.mayHoldClips) = (chance(30), chance(30))
        if chance(50) {
            let number = below(100)
            part.voice = ClonedVoice(
                id: "voc_\(number)", gateway: address(number), user: "u_\(number)", madeAt: civil(), consent: consent())
        }
        if chance(30) {
            let number = below(100)
            part.sending = VoiceSending(
                key: "voice-\(number)", name: "bedside-\(number)", gateway: address(number), user: "u_\(number)",
                consent: consent(), isUnwanted: chance(30))
        }
        part.receipts = (0..<below(4)).map { _ in
            let file = below(1 << 20)
            return VoiceReceipt(
                file: file, kind: pick(VoiceTakeKind.allCases, else: .consent), sha256: "s\(file)", made: civil(),
                sent: chance(50) ? civil() : nil, destroyed: chance(50) ? civil() : nil)
        }
        part.deletions = (0..<below(3)).map { number in
            VoiceDeletion(
                id: "voc_\(number)", gateway: address(number), user: "u_\(number)", askedAt: civil(),
                lastTriedAt: chance(50) ? civil() : nil, isAccepted: chance(50))
        }
        return part
    }
    mutating func affirmation() -> OwnerAffirmations.Change {
        let id = 1 + below(3)
        switch below(7) {
        case 0: return .remove(id: id)
        case 1: return .asked(on: date())
        case 3: return .firstPlayed(on: chance(70) ? date() : nil)
        case 2: return .played(AffirmationPlay(id: id, on: date(), at: localTime()))
        default:
            return .keep(
                Affirmation(
                    id: id, text: PrivateText(text()), kana: chance(50) ? PrivateText(text()) : nil,
                    language: pick(Language.allCases, else: .english),
                    times: (0..<below(3)).map { _ in localTime() }, since: chance(50) ? civil() : nil,
                    recording: chance(50)
                        ? PhraseRecordingFile(number: below(1 << 20), milliseconds: below(10_000)) : nil))
        }
    }
    mutating func talkRecord() -> TalkRecord {
        TalkRecord(
            day: chance(80) ? date() : nil, seconds: below(10_000), disclosedOn: chance(50) ? date() : nil,
            shortNightsToldOn: chance(50) ? date() : nil)
    }
    mutating func changes() -> [Change] { (0...below(6)).map { _ in change() } }
}

extension BedsideStore {
    var queueForTest: DatabaseQueue? {
        state.withLock { state in
            if case .database(let queue) = state.backing { queue } else { nil }
        }
    }
}
