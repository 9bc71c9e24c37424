import TestKit
import Testing

@testable import Bedside

/// Everything that can happen while a voice is learned, used and deleted, in every order, judged by what its owner would
/// notice (MIND-9; V-1 to V-4): no recording is older than ten minutes, no voice is at the gateway of which the speaker
/// does not know, no deletion is forgotten, and an alarm always rings.
@Suite(.requirement("MIND-9")) struct OwnVoiceWalkTests {
    /// A speaker with its disk, its shelf and its gateway.
    struct Night: Hashable {
        var machine: Bedside
        var disk: Durable
        var now: Moment
        /// Time since the walk began, which no power cut sets back.
        var elapsed = TimeSpan.zero
        /// The raw recordings on the disk, and when each was made.
        var raw: [Int: TimeSpan] = [:]
        var files = 10
        /// The voices at the gateway.
        var voices: Set<String> = []
        /// What the driver was asked for and has not answered.
        var isChecking = false
        var recording: Int?
        var transcribing: Int?
        var upload: Upload?
        var search: Int?
        var destroying: Set<Int> = []
        var isSweeping = false
        var asking: Set<String> = []
        var faults: [String] = []

        /// A request that the gateway may receive whole until its time is up, whatever the speaker thinks by then.
        struct Upload: Hashable {
            var number: Int
            var voice: String
            var until: TimeSpan
            /// When the older of its recordings was made.
            var recordedAt: TimeSpan
            var isCancelled = false
        }

        init(_ bedside: VirtualBedside) throws {
            machine = try #require(bedside.machine)
            (disk, now) = (bedside.disk, bedside.now)
        }

        mutating func post(_ event: Event, after wait: TimeSpan = .milliseconds(50)) {
            now = now.advanced(by: wait)
            elapsed = elapsed + wait
            let wasRinging = machine.isSounding
            perform(machine.handle(event, at: now), wasRinging: wasRinging)
            judge()
        }

        mutating func cutPower() {
            (isChecking, isSweeping) = (false, false)
            (recording, transcribing, upload, search) = (nil, nil, nil, nil)
            (destroying, asking) = ([], [])
            now.boot = BootTime(nanoseconds: 1_000_000_000)
            machine = Bedside(
                configuration: machine.configuration, durable: disk, zone: .utc, isClockSynchronized: false, at: now)
            perform(machine.start(at: now), wasRinging: false)
            if !raw.isEmpty, !isSweeping { faults.append("after a start, a raw recording stays") }
            judge()
        }

        private mutating func perform(_ actions: [Action], wasRinging: Bool) {
            for action in actions {
                switch action {
                case .commit(let changes):
                    let owed = Set(disk.ownVoice.deletions.map(\.id))
                    for change in changes { disk.apply(change) }
                    let gone = owed.subtracting(disk.ownVoice.deletions.map(\.id)).intersection(voices)
                    if !gone.isEmpty { faults.append("a deletion is forgotten") }
                case .ownVoice(let effect): perform(effect, isRinging: wasRinging && machine.isSounding)
                default: break
                }
            }
        }

        private mutating func perform(_ effect: VoiceKeeper.Effect, isRinging: Bool) {
            switch effect {
            case .check, .record, .transcribe, .send, .search, .askDeletion, .askDeletionOfUpload, .fetchClip:
                if isRinging { faults.append("something is begun while it rings") }
            case .finish, .drop, .cancelUpload, .destroy, .sweep, .forgetClips: break
            }
            switch effect {
            case .check: isChecking = true
            case .record(let take, _, _, _, _):
                recording = take
                if !disk.ownVoice.mayHoldRaw { faults.append("it is recorded before the disk knows") }
            case .drop: recording = nil
            case .finish: break
            case .transcribe(let file, let take, _, _):
                transcribing = take
                if raw[file] == nil { faults.append("a recording is needed that is gone") }
            case .send(let asked):
                let ages = [asked.consentFile, asked.sampleFile].compactMap { raw[$0] }
                upload = Upload(
                    number: asked.number, voice: "voc_" + asked.key, until: elapsed + .seconds(120),
                    recordedAt: ages.min() ?? elapsed)
                if machine.agenda.next(after: now.civil).map({ $0.at - now.civil < .seconds(120) }) ?? false {
                    faults.append("something is sent that may take until an alarm")
                }
                if disk.ownVoice.sending?.key != asked.key { faults.append("it is sent before the disk knows") }
                if raw[asked.consentFile] == nil || raw[asked.sampleFile] == nil {
                    faults.append("a recording is sent that is gone")
                }
            case .cancelUpload(let number): if upload?.number == number { upload?.isCancelled = true }
            case .destroy(let file): destroying.insert(file)
            case .sweep: isSweeping = true
            case .search(_, let number): search = number
            case .askDeletion(let id):
                asking.insert(id)
                if !disk.ownVoice.deletions.contains(where: { $0.id == id }) {
                    faults.append("a deletion is asked for that is not on disk")
                }
            case .fetchClip(let script, _):
                if !disk.affirmations.phrases.contains(where: { $0.text == script.text }) {
                    faults.append("a text is spoken that nobody approved")
                }
            case .askDeletionOfUpload, .forgetClips: break
            }
        }

        mutating func judge() {
            faults += machine.contradictions(at: now)
            let part = disk.ownVoice
            for (file, made) in raw where elapsed - made > .minutes(10) {
                if !isSweeping, !destroying.contains(file) { faults.append("a raw recording is too old") }
            }
            // A search that is over says that there is none.
            for voice in voices where part.voice?.id != voice && part.sending == nil {
                if !part.deletions.contains(where: { $0.id == voice }) { faults.append("nobody knows of a voice") }
            }
            if let upload, let sending = part.sending, sending.isUnwanted, upload.voice == "voc_" + sending.key {
                if !upload.isCancelled, elapsed < upload.until { faults.append("what is not wanted is sent on") }
            }
            if !raw.isEmpty, !part.mayHoldRaw { faults.append("the disk does not know of a recording") }
        }

        /// Keeps a recording on the shelf.
        mutating func keep() -> VoiceRecording {
            files += 1
            raw[files] = elapsed
            return VoiceRecording(number: files, milliseconds: 9000, sha256: "s\(files)")
        }
    }

    enum Letter: CaseIterable {
        case learn, ready, start, stop, kept, silent, right, wrong, made, madeUnheard, refused, planEnded, unanswered,
            found,
            destroyed, notDestroyed, delete, gone, stillThere, ring, mute, said, tick, powerCut
    }

    /// - Returns: nil if the letter makes no sense here.
    static func after(_ letter: Letter, _ before: Night) -> Night? {
        var night = before
        let learning = night.machine.features.ownVoice.learning
        switch letter {
        case .learn: night.post(.command(.ownVoice(.learn), ticket: 1))
        case .ready:
            guard night.isChecking else { return nil }
            night.isChecking = false
            night.post(.ownVoice(.checked(.ready)), after: .seconds(1))
        case .start, .stop:
            night.post(.press(letter == .start ? .start : .stop, heldMilliseconds: 0, from: .button))
        case .kept:
            guard let take = night.recording else { return nil }
            night.recording = nil
            let file = night.keep()
            night.post(.ownVoice(.recorded(.kept(file, mayBeTwo: false), take: take)), after: .seconds(9))
        case .silent:
            guard let take = night.recording else { return nil }
            night.recording = nil
            night.post(.ownVoice(.recorded(.silent, take: take)), after: .seconds(9))
        case .right, .wrong:
            guard let take = night.transcribing, let learning else { return nil }
            night.transcribing = nil
            let words = letter == .right ? learning.consent.text : PrivateText("no")
            night.post(.ownVoice(.transcribed(words, take: take)), after: .seconds(1))
        case .made, .madeUnheard, .refused, .planEnded, .unanswered: return answer(letter, night)
        case .found:
            guard let search = night.search, let sending = night.disk.ownVoice.sending else { return nil }
            night.search = nil
            let id = "voc_" + sending.key
            let answer: VoiceSearch = night.voices.contains(id) ? .ready(id: id) : .absent
            night.post(.ownVoice(.found(answer, search: search)))
        case .destroyed, .notDestroyed:
            guard night.isSweeping || !night.destroying.isEmpty else { return nil }
            let isDone = letter == .destroyed
            if night.isSweeping {
                if isDone { night.raw = [:] }
                night.isSweeping = false
                night.post(.ownVoice(.swept(isDone: isDone)))
            }
            for file in night.destroying.sorted() {
                night.destroying.remove(file)
                if isDone { night.raw[file] = nil }
                night.post(.ownVoice(.destroyed(file: file, isDone: isDone)))
            }
        case .delete: night.post(.command(.ownVoice(.delete), ticket: 2))
        case .gone, .stillThere:
            guard let id = night.asking.first else { return nil }
            night.asking.remove(id)
            if letter == .gone { night.voices.remove(id) }
            let answer: VoiceDeletionAnswer = letter == .gone ? .gone : .failed(retryAfterSeconds: nil)
            night.post(.ownVoice(.deletion(answer, id: id, thousandth: 0)))
        case .ring:
            guard night.machine.ringing == nil else { return nil }
            night.post(.command(.tryOut(afterSeconds: 1), ticket: 3))
            night.post(.tick, after: .seconds(1))
            if !night.machine.isSounding { night.faults.append("an alarm does not ring") }
            if night.machine.features.ownVoice.isRecording { night.faults.append("it is recorded under an alarm") }
            if !night.machine.buttonsWork(at: night.now) { night.faults.append("the buttons do not work") }
        case .mute: night.post(.press(.mute, heldMilliseconds: 0, from: .button))
        case .said:
            guard let id = night.machine.playing?.playback.id else { return nil }
            night.post(.sound(.audible(id: id)))
            night.post(.sound(.finished(id: id)), after: .seconds(2))
        case .tick:
            guard let boot = night.machine.deadline.boot else { return nil }
            night.post(.tick, after: max(boot - night.now.boot, .zero))
        case .powerCut: night.cutPower()
        }
        return night
    }

    /// What becomes of an upload.
    private static func answer(_ letter: Letter, _ before: Night) -> Night? {
        var night = before
        guard let upload = night.upload, night.elapsed + .seconds(5) <= upload.until else { return nil }
        night.upload = nil
        switch letter {
        case .made, .madeUnheard:
            if night.elapsed + .seconds(5) - upload.recordedAt > .minutes(10) {
                night.faults.append("a recording is at the gateway that is too old")
            }
            night.voices.insert(upload.voice)
            let answer: VoiceAnswer = letter == .made ? .made(id: upload.voice) : .failed(retryAfterSeconds: nil)
            night.post(.ownVoice(.sent(answer, upload: upload.number)), after: .seconds(5))
        case .refused:
            // What the recordings lack is seen after their key, so nothing is refused that was made.
            guard !night.voices.contains(upload.voice) else { return nil }
            night.post(.ownVoice(.sent(.refused, upload: upload.number)), after: .seconds(5))
        case .planEnded: night.post(.ownVoice(.sent(.plan, upload: upload.number)), after: .seconds(5))
        default:
            night.post(.ownVoice(.sent(.failed(retryAfterSeconds: nil), upload: upload.number)), after: .minutes(1))
        }
        return night
    }

    /// - Returns: the number of different places that were seen.
    private static func walk(from start: Night, depth: Int, path: String) -> Int {
        var edge = [(night: start, path: path)]
        var seen: Set<Night> = []
        for _ in 0..<depth {
            var next: [(night: Night, path: String)] = []
            for place in edge {
                for letter in Letter.allCases {
                    guard let night = after(letter, place.night), seen.insert(night).inserted else { continue }
                    let path = "\(place.path) \(letter)"
                    if !night.faults.isEmpty {
                        Issue.record("\(path): \(night.faults.joined(separator: "; "))")
                        return seen.count
                    }
                    next.append((night, path))
                }
            }
            edge = next
        }
        return seen.count
    }

    private static let starts: [[Letter]] = [
        [], [.learn, .ready, .said], [.learn, .ready, .said, .kept, .right, .said],
        [.learn, .ready, .said, .kept, .right, .said, .kept],
        [.learn, .ready, .said, .kept, .right, .said, .kept, .made, .destroyed],
        [.learn, .ready, .said, .kept, .right, .said, .kept, .madeUnheard, .tick, .delete],
        [.learn, .ready, .said, .kept, .right, .said, .kept, .powerCut],
        [.learn, .ready, .said, .kept, .right, .said, .kept, .delete],
        [.learn, .ready, .said, .kept, .right, .said, .kept, .madeUnheard, .tick],
        [
            .learn, .ready, .said, .kept, .right, .said, .kept, .unanswered, .tick, .unanswered, .tick, .unanswered,
            .tick,
            .unanswered, .tick,
        ],
    ]

    @Test(.bounded, arguments: starts) func noOrderOfEventsKeepsARecordingOrForgetsAVoice(
        start: [Letter]
    ) throws {
        var night = try Night(try OwnVoiceRig.bedside())
        for letter in start {
            night = try #require(Self.after(letter, night), "\(letter) of \(start)")
            #expect(night.faults.isEmpty, "\(letter): \(night.faults)")
        }
        let count = Self.walk(from: night, depth: 4, path: start.map { "\($0)" }.joined(separator: " "))
        #expect(count > 200, "\(count)")
    }

    /// Most of it is what usually happens, so that whole lives of a voice are lived, with whatever may come between.
    private static func likely(_ night: Night, _ random: inout SeededRandom) -> Letter {
        guard Int.random(in: 0..<10, using: &random) < 7 else {
            return Letter.allCases.randomElement(using: &random) ?? .tick
        }
        if night.machine.ringing != nil { return .stop }
        if night.machine.settings.isMicrophoneMuted { return .mute }
        let usual: [Letter] = [.ready, .said, .kept, .right, .made, .destroyed, .gone, .found]
        if let next = usual.first(where: { after($0, night) != nil }) { return next }
        return night.disk.ownVoice.voice == nil ? .learn : .delete
    }

    /// Long random nights reach what no short walk does.
    @Test(.bounded) func longNightsKeepNothingAndForgetNothing() throws {
        var (made, deleted) = (0, 0)
        let start = try Night(try OwnVoiceRig.bedside())
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var night = start
            var path: [Letter] = []
            for _ in 0..<120 {
                let letter = Self.likely(night, &random)
                guard let next = Self.after(letter, night) else { continue }
                path.append(letter)
                if next.voices.count > night.voices.count { made += 1 }
                if next.voices.count < night.voices.count { deleted += 1 }
                night = next
                guard night.faults.isEmpty else {
                    Issue.record("\(path.map { "\($0)" }.joined(separator: " ")): \(night.faults)")
                    return
                }
            }
        }
        #expect(made > 60 && deleted > 20, "\(made) made, \(deleted) deleted")
    }
}
