import Bedside
import Realtime
import Sound
import Store
import Synchronization

@testable import Appliance

/// What the drivers were asked, in order, over all of them.
final class Story {
    var lines: [String] = []
    /// How often an erasure has waited for a farewell.
    let farewellWaits = SharedCount()
    func index(_ line: String) -> Int? { lines.firstIndex(of: line) }
}

/// A speaker that plays whatever it is given, at once.
final class FakeSpeaker: SpeakerDriver {
    let story: Story
    private(set) var playing: Playback?
    /// Called in the middle of `play`.
    var onPlay: (Playback) -> Void = { _ in }
    /// Called in the middle of `silence`.
    var onSilence: () -> Void = {}

    init(_ story: Story) { self.story = story }

    private func name(_ playback: Playback) -> String {
        switch playback.source {
        case .alarm, .square: "alarm"
        case .speech, .phrase: "speech"
        case .chime: "chime"
        case .tone: "tone"
        }
    }

    func prepare(_ playback: Playback) { story.lines.append("prepare \(name(playback))") }
    func play(_ playback: Playback) {
        playing = playback
        story.lines.append("play \(name(playback))")
        onPlay(playback)
    }
    func silence() {
        playing = nil
        story.lines.append("silence")
        onSilence()
    }
    func click() { story.lines.append("click") }
    func listen(_ isOn: Bool) { story.lines.append("listen \(isOn)") }
    func setLineVolume(_ percent: Int) { story.lines.append("volume \(percent)") }
    func counters() -> SoundCounters { SoundCounters() }
    func provesAlive() -> Bool { true }
    func shutDown() {}
}

/// A disk that takes everything at once, until it is told what is wrong with it.
final class FakeStore: StoreDriver {
    let story: Story
    var fault: StoreError?
    private(set) var patiences: [TimeSpan] = []
    private(set) var notes = 0

    init(_ story: Story) { self.story = story }

    var report: OpenReport { .clean }
    var isWorking: Bool { fault == nil }
    var isBehind: Bool { fault == .slow }
    var isOldKeyKept = false
    var owesRemoval = false
    private(set) var flushes = 0

    func commit(_ changes: [Change], within patience: TimeSpan) throws(StoreError) {
        patiences.append(patience)
        let isRecord = changes.contains { if case .record = $0 { true } else { false } }
        story.lines.append(isRecord ? "commit record" : "commit")
        if let fault { throw fault }
    }
    func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError) {
        story.lines.append("erase")
        onEnd(others())
    }
    func flush(within patience: TimeSpan) -> Bool {
        flushes += 1
        return fault == nil
    }
    func note(_ entry: @escaping @Sendable () -> some Encodable & Sendable) { notes += 1 }
    func close(within patience: TimeSpan) -> Bool { true }
}

/// A companion that does what the test says.
final class ScriptedCompanion: CompanionDriver {
    let story: Story
    private(set) var call: Int?
    private(set) var answers: [ToolAnswer] = []

    init(_ story: Story) { self.story = story }

    var settingsProblem: RealtimeFailure? { nil }
    var source: (key: CompanionFiles.KeyPlace, address: String?) { (.nowhere, nil) }
    var statistics: ConversationStatistics? { nil }

    func connect(_ request: ConversationRequest) {
        call = request.call
        story.lines.append("connect")
    }
    func take(_ found: CompanionFiles.Found) {}
    func open(_ opening: CallOpening) { story.lines.append("open") }
    func handOver(_ request: ConversationRequest) { story.lines.append("hand over") }
    func answer(_ answer: ToolAnswer) {
        answers.append(answer)
        story.lines.append("answer")
    }
    func mute(_ isMuted: Bool) {}
    func disconnect(isFinal: Bool) { story.lines.append("disconnect") }
    func summarize(_ task: SummaryTask) { story.lines.append("summarize") }
    func check(_ companion: Companion, gateway: String?) { story.lines.append("check") }
    func forgetKey() {}
    func shutDown() {}
}

/// Counts on any thread.
final class SharedCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

/// Asks nobody.
final class FakeAccount: AccountDriver {
    let story: Story
    init(_ story: Story) { self.story = story }

    func perform(_ effect: AccountKeeper.Effect, gateway: String?) { story.lines.append("account \(effect)") }
    func forget(deleting voices: [VoiceToDelete]) {
        story.lines.append("account forget" + voices.map { " \($0)" }.joined())
    }
    var waitForFarewells: @Sendable () -> Void { { [waits = story.farewellWaits] in waits.add() } }
}

/// Learns and says nothing.
final class FakeOwnVoice: OwnVoiceDriver {
    let story: Story
    init(_ story: Story) { self.story = story }

    func perform(_ effect: VoiceKeeper.Effect, gateway: String?) { story.lines.append("voice \(effect)") }
    func lineIsTaken() {}
    func shutDown() {}
}

/// Reads nothing.
final class FakeWakeVoice: WakeVoiceDriver {
    let story: Story
    init(_ story: Story) { self.story = story }

    func perform(_ effect: WakeVoice.Effect) {
        if case .render = effect { story.lines.append("wake voice \(effect)") }
    }
}

/// Recordings that keep nothing.
final class FakePhrases: PhraseDriver {
    let story: Story
    init(_ story: Story) { self.story = story }

    func perform(_ effect: AffirmationKeeper.Effect) { story.lines.append("phrase \(effect)") }
    func lineIsTaken() {}
}

final class FakeRecordings: RecordingDriver {
    let story: Story
    init(_ story: Story) { self.story = story }

    var mayHoldAny: Bool { false }
    func perform(_ effect: RecordingKeeper.Effect) { story.lines.append("recording \(effect)") }
    func lineIsTaken() {}
    func drop() { story.lines.append("drop the recording") }
    func tidy(today: LocalDate?, keepDays: Int?) {}
    func shutDown() {}
}
