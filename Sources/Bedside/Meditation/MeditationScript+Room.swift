/// The limits on words in a guided meditation (D-1): it consists of silence more than of speech.
extension MeditationScript {
    /// What is wrong with the words of a script.
    struct Crowding: Hashable, Sendable {
        /// The step at fault, counted from 0; nil: a whole version is.
        var step: Int?
        /// What is expected there.
        var expected: Wording
    }

    /// The longest run of words without a pause, in seconds.
    static let longestSpeech = 12
    /// The shortest pause after words, in seconds.
    static let shortestPause = 4
    /// How much of a version may be words, in percent.
    static let mostSpeech = 35

    /// The faults of all versions, each once.
    var crowding: [Crowding] {
        var found: [Crowding] = []
        for length in MeditationLength.allCases {
            for breath in BreathStyle.allCases where has(breath, for: length) {
                for fault in crowding(of: length, breath) where !found.contains(fault) { found.append(fault) }
            }
        }
        return found
    }

    private func crowding(of length: MeditationLength, _ breath: BreathStyle) -> [Crowding] {
        let places = steps.indices.filter { steps[$0].lengths.contains(length) && steps[$0].breaths.contains(breath) }
        let items = MeditationPlan(self, length, breath: breath, in: .english).items
        var found: [Crowding] = []
        // The step of the last words, how long they took without a pause, and the pause since.
        var (last, run, pause) = (Int?.none, 0, TimeSpan.zero)
        var total = 0
        for (place, item) in zip(places, items) {
            guard case .say(let sentence) = steps[place].act else {
                pause = pause + (item.until - item.at)
                continue
            }
            found += Self.fault(of: pause, after: last)
            run = sentence.seconds + (pause > .zero ? 0 : run)
            total += sentence.seconds
            (last, pause) = (place, .zero)
            if run > Self.longestSpeech { found.append(Crowding(step: place, expected: Self.shorterRun)) }
            if steps[place].part == .silence { found.append(Crowding(step: place, expected: Self.noWords)) }
        }
        found += Self.fault(of: pause, after: last)
        if total * 100 > length.minutes * 60 * Self.mostSpeech {
            found.append(Self.fault(of: total, in: length, breath))
        }
        return found
    }

    /// - Parameter step: the step of the words before it; nil: there were none yet.
    private static func fault(of pause: TimeSpan, after step: Int?) -> [Crowding] {
        guard let step, pause > .zero, pause < .seconds(shortestPause) else { return [] }
        return [
            Crowding(
                step: step,
                expected: Wording(
                    "a pause of \(shortestPause) s or more after these words", "この言葉のあとに、\(shortestPause)秒以上の間"))
        ]
    }

    private static func fault(of speech: Int, in length: MeditationLength, _ breath: BreathStyle) -> Crowding {
        let (english, japanese) = breath == .sigh ? (" with sighs", "（sigh）") : ("", "")
        let most = length.minutes * 60 * mostSpeech / 100
        return Crowding(
            step: nil,
            expected: Wording(
                "words for \(most) s at most in the version of \(length.minutes) minutes\(english), which is \(mostSpeech) %; these take \(speech) s",
                "\(length.minutes)分の版\(japanese)の言葉は、全体の\(mostSpeech)%にあたる\(most)秒まで。今は\(speech)秒あります"))
    }

    private static let shorterRun = Wording(
        "words for \(longestSpeech) s at most without a pause", "間を置かずに話すのは、続けて\(longestSpeech)秒まで")
    private static let noWords = Wording("no words in the silence", "静けさ（silence）の中では、言葉なし")
}
