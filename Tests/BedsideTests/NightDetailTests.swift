import Testing

@testable import Bedside

/// What a line of the night log says after its kind, for the owner rather than for whoever wrote the rule.
@Suite(.requirement("GUARD-8")) struct NightDetailTests {
    private func detail(_ kind: NightEntry.Kind, _ detail: String?) -> [String?] {
        let entry = NightEntry(at: CivilTime(seconds: 0), kind: kind, detail: detail)
        return [entry.detail(in: .english), entry.detail(in: .japanese)]
    }

    @Test(arguments: [
        (NightEntry.Kind.alreadyUp, "wake@2026-12-01", "Wake-up 2026-12-01", "起床 2026-12-01"),
        (.nudged, "training", "Training", "トレーニング"),
        (.signedOut, "owner", "by the owner", "本人"),
        (.signedOut, "gateway", "through the gateway", "ゲートウェイ"),
        (
            .levelChanged, "wake: 0 -> 1, five_unaided", "Wake-up 0 -> 1 · five days unaided in a row",
            "起床 0 -> 1 · 5日続けて自力"
        ),
        (.settingsChanged, "skipped", "skipped", "スキップ"),
        (.meditationEnded, "300 of 600 s, stopped", "300 of 600 s · stopped", "600秒のうち300秒・途中でストップ"),
        (.tool, #"{"ok":true}"#, #"{"ok":true}"#, "実行しました"),
        (.tool, #"{"ok":false,"error":"unheard"}"#, #"{"ok":false,"error":"unheard"}"#, "実行しませんでした"),
    ]) func theRulesOwnWordsAreTheOwners(kind: NightEntry.Kind, noted: String, english: String, japanese: String) {
        #expect(detail(kind, noted) == [english, japanese])
    }

    /// What no rule wrote is shown as it is, and nothing where nothing was noted.
    @Test func otherDetailsStayAsTheyWereNoted() {
        for kind in NightEntry.Kind.allCases {
            #expect(detail(kind, nil) == [nil, nil])
            guard kind != .tool else { continue }
            #expect(detail(kind, "/dev/snd/?") == ["/dev/snd/?", "/dev/snd/?"])
        }
        #expect(detail(.alreadyUp, "wake@yesterday") == ["wake@yesterday", "wake@yesterday"])
        #expect(detail(.settingsChanged, "habits.wake.at") == ["habits.wake.at", "habits.wake.at"])
    }
}
