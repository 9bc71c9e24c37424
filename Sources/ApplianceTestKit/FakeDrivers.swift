import Appliance
import Bedside
import Realtime
import Sound
import Store
import Synchronization

/// What the drivers were asked, in order, over all of them.
package final class Story {
    package var lines: [String] = []
    /// How often an erasure has waited for a farewell.
    package let farewellWaits = SharedCount()

    package init() {}

    package func index(_ line: String) -> Int? { lines.firstIndex(of: line) }
}

/// A speaker that plays whatever it is given, at once.
package final class FakeSpeaker: SpeakerDriver {
    package let story: Story
    package private(set) var playing: Playback?
    /// Called in the middle of `play`.
    package var onPlay: (Playback) -> Void = { _ in }
    /// Called in the middle of `silence`.
    package var onSilence: () -> Void = {}

    package init(_ story: Story) { self.story = story }

    private func name(_ playback: Playback) -> String {
        switch playback.source {
        case .alarm, .square: "alarm"
        case .speech, .phrase: "speech"
        case .chime: "chime"
        case .tone: "tone"
        }
    }

    package func prepare(_ playback: Playback) { story.lines.append("prepare \(name(playback))") }
    package func play(_ playback: Playback) {
        playing = playback
        story.lines.append("play \(name(playback))")
        onPlay(playback)
    }
    package func silence() {
        playing = nil
        story.lines.append("silence")
        onSilence()
    }
    package func click() { story.lines.append("click") }
    package func listen(_ isOn: Bool) { story.lines.append("listen \(isOn)") }
    package func setLineVolume(_ percent: Int) { story.lines.append("volume \(percent)") }
    package func counters() -> SoundCounters { SoundCounters() }
    package func provesAlive() -> Bool { true }
    package func shutDown() {}
}

/// A disk that accepts every write at once, until a test sets a fault.
package final class FakeStore: StoreDriver {
    package let story: Story
    package var fault: StoreError?
    package private(set) var patiences: [TimeSpan] = []
    package private(set) var notes = 0

    package init(_ story: Story) { self.story = story }

    package var report: OpenReport { .clean }
    package var isWorking: Bool { fault == nil }
    package var isBehind: Bool { fault == .slow }
    package var isOldKeyKept = false
    package var owesRemoval = false
    package private(set) var flushes = 0

    package func commit(_ changes: [Change], within patience: TimeSpan) throws(StoreError) {
        patiences.append(patience)
        let isRecord = changes.contains { if case .record = $0 { true } else { false } }
        story.lines.append(isRecord ? "commit record" : "commit")
        if let fault { throw fault }
    }
    package func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError) {
        story.lines.append("erase")
        onEnd(others())
    }
    package func flush(within patience: TimeSpan) -> Bool {
        flushes += 1
        return fault == nil
    }
    package func note(_ entry: @escaping @Sendable () -> some Encodable & Sendable) { notes += 1 }
    package func close(within patience: TimeSpan) -> Bool { true }
}

/// A companion that does what the test says.
package final class ScriptedCompanion: CompanionDriver {
    package let story: Story
    package private(set) var call: Int?
    package private(set) var hasLine = false
    package private(set) var answers: [ToolAnswer] = []

    package init(_ story: Story) { self.story = story }

    package var settingsProblem: RealtimeFailure? { nil }
    package var source: (key: CompanionFiles.KeyPlace, address: String?) { (.nowhere, nil) }
    package var statistics: ConversationStatistics? { nil }

    package func connect(_ request: ConversationRequest) {
        call = request.call
        story.lines.append("connect")
    }
    package func take(_ found: CompanionFiles.Found) {}
    package func open(_ opening: CallOpening) {
        hasLine = true
        story.lines.append("open")
    }
    package func handOver(_ request: ConversationRequest) { story.lines.append("hand over") }
    package func answer(_ answer: ToolAnswer) {
        answers.append(answer)
        story.lines.append("answer")
    }
    package func mute(_ isMuted: Bool) {}
    package func disconnect(isFinal: Bool) {
        hasLine = false
        story.lines.append("disconnect")
    }
    package func summarize(_ task: SummaryTask) {
        hasLine = false
        story.lines.append("summarize")
    }
    package func check(_ companion: Companion, gateway: String?) { story.lines.append("check") }
    package func forgetKey() {}
    package func shutDown() {}
}

/// Counts on any thread.
package final class SharedCount: Sendable {
    private let count = Mutex(0)
    package var value: Int { count.withLock { $0 } }
    package func add() { count.withLock { $0 += 1 } }
}

/// Asks nobody.
package final class FakeAccount: AccountDriver {
    package let story: Story
    package init(_ story: Story) { self.story = story }

    package func perform(_ effect: AccountKeeper.Effect, gateway: String?, user: String?) {
        story.lines.append("account \(effect)")
    }
    package func forget(deleting voices: [VoiceToDelete]) {
        story.lines.append("account forget" + voices.map { " \($0)" }.joined())
    }
    package var waitForFarewells: @Sendable () -> Void { { [waits = story.farewellWaits] in waits.add() } }
}

/// Learns and says nothing.
package final class FakeOwnVoice: OwnVoiceDriver {
    package let story: Story
    package init(_ story: Story) { self.story = story }

    package func perform(_ effect: VoiceKeeper.Effect, gateway: String?) { story.lines.append("voice \(effect)") }
    package func lineIsTaken() {}
    package func shutDown() {}
}

/// Reads nothing.
package final class FakeWakeVoice: WakeVoiceDriver {
    package let story: Story
    package init(_ story: Story) { self.story = story }

    package func perform(_ effect: WakeVoice.Effect) {
        if case .render = effect { story.lines.append("wake voice \(effect)") }
    }
}

/// Recordings that keep nothing.
package final class FakePhrases: PhraseDriver {
    package let story: Story
    package init(_ story: Story) { self.story = story }

    /// How often another line was opened, or the one in use was closed.
    package private(set) var lineTakings = 0

    package func perform(_ effect: AffirmationKeeper.Effect) { story.lines.append("phrase \(effect)") }
    package func lineIsTaken() { lineTakings += 1 }
}

package final class FakeRecordings: RecordingDriver {
    package let story: Story
    package init(_ story: Story) { self.story = story }

    package var mayHoldAny = false
    /// The dates by which house was kept; nil: the date was not certain.
    package private(set) var dates: [LocalDate?] = []
    package func perform(_ effect: RecordingKeeper.Effect) { story.lines.append("recording \(effect)") }
    package func lineIsTaken() {}
    package func drop() { story.lines.append("drop the recording") }
    package func tidy(today: LocalDate?, keepDays: Int?) { dates.append(today) }
    package func shutDown() {}
}
