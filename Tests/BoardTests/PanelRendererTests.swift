import TestKit
import Testing

@testable import Bedside
@testable import Board

@Suite(.requirement("BOARD-1")) struct PanelRendererTests {
    @Test func ringingAt80By24() throws {
        let expected = """
             Anicca bedside                         Europe/Berlin  Fri 2026-11-20  06:01:15
            ────────────────────────────────────────────────────────────────────────────────
             Next up       You're all set! Next up: tonight at 19:00 I'll nudge you for
                           Training.
             Light         ● ringing
             State         ringing: Wake-up (follow-up 1 of 10)
             Voice volume  60 %   Microphone: on
             Speaker       default

             Habit     At     Days        Next                 Last
             Wake-up   06:00  Mon to Fri  Tue 06:00 (not Mon)  answered 11-20
             Training  19:00  every day   Fri 19:00 *          missed 11-19
             Bedtime   –      off
             Wake-up   05:30  1×          2027-01-02 05:30

             06:00:30  went silent  Wake-up
             06:01:00  rang  Wake-up (follow-up 1 of 10)
             06:01:06  answered  Wake-up  at the terminal  held[2J 0.1 s
            ────────────────────────────────────────────────────────────────────────────────
             s Start: answer and talk               x Stop: silence, end
             t try it: alarm in 10 seconds          q quit
             p hear the alarm for 5 seconds         S hold Start 2 s: I am up already
             + louder                               - quieter
             m microphone on or off                 R hold both 10 s: erase everything
            """
        #expect(picture(try PanelSamples.ringing(.english), 80, 24) == expected)
    }

    @Test func theCompanionInUseIsShownAndNoTwoRowsHaveTheSameName() throws {
        let now = try PanelSamples.time("2026-11-20T06:01:15")
        for (language, live, offline) in [
            (Language.english, "speaking: Wake-up (live companion)", "speaking: Wake-up (offline companion)"),
            (.japanese, "話しています：起床（オンラインの話し相手）", "話しています：起床（オフラインの話し相手）"),
        ] {
            var status = try PanelSamples.status(
                at: now, language: language, activity: .speaking, light: .speaking,
                // The one-off alarm is gone from the list once it was answered.
                occurrence: Occurrence(habit: .once(7), date: now.date))
            status.subject = .wake
            for (answering, words) in [(Answering.live, live), (.offline, offline)] {
                status.answering = answering
                let content = PanelContent(
                    status: status, outputName: "default",
                    levels: PanelLevels(speakerDBFS: -20, microphoneDBFS: -40))
                let text = picture(content, 80, 24)
                #expect(text.contains(words), "\(text)")
                let labels = text.split(separator: "\n").map { $0.prefix { $0 != "▮" } }
                    .compactMap { $0.split(separator: "  ").first.map(String.init) }
                    .filter { [" Speaker", " スピーカー"].contains($0) }
                #expect(labels.count == 1, "\(text)")
            }
        }
    }

    @Test func theTranscriptShowsTheSpeakersAndIsCleaned() throws {
        let now = try PanelSamples.time("2026-11-20T06:01:15")
        let status = try PanelSamples.status(at: now, activity: .speaking, light: .speaking)
        let content = PanelContent(
            status: status, outputName: "default",
            transcript: [
                TranscriptLine(speaker: .owner, text: "I am\u{1B}[2J up."),
                TranscriptLine(speaker: .companion, text: "Good, then", isInterrupted: true),
            ])
        let lines = picture(content, 80, 24).split(separator: "\n").map(String.init)
        let owner = try #require(lines.firstIndex { $0.hasSuffix("up.") })
        let companion = try #require(lines.firstIndex { $0.hasSuffix("Good, then …") })
        #expect(owner < companion && !lines[owner].contains("\u{1B}"))
        #expect(
            lines[owner].prefix(4) != lines[companion].prefix(4),
            "the line shows whether the owner or the companion speaks")
        #expect(!picture(PanelContent(status: status, outputName: "default"), 80, 24).contains("up."))
    }

    @Test func ringingInJapaneseAt80By24() throws {
        let expected = """
             アニッチャ ベッドサイド                 Europe/Berlin  金 2026-11-20  06:01:15
            ────────────────────────────────────────────────────────────────────────────────
             次の予定    準備は整いました。次は今夜19:00、トレーニングの時間に声をおかけしま
                         す。
             ライト      ● アラーム中
             状態        アラーム中：起床（再アラーム 1/10）
             声の音量    60 %   マイク: オン
             スピーカー  default

             習慣          時刻   曜日    次回                 前回
             起床          06:00  月〜金  火 06:00 (月は休み)  応答済み 11-20
             トレーニング  19:00  毎日    金 19:00 *           応答なし 11-19
             就寝          –      オフ
             起床          05:30  1×      2027-01-02 05:30

             06:00:30  アラームが止まりました  起床
             06:01:00  アラームが鳴りました  起床 (再アラーム 1/10)
             06:01:06  応答しました  起床  ターミナル  held[2J 0.1 s
            ────────────────────────────────────────────────────────────────────────────────
             s スタート：止めて話す                 x ストップ：止める・終わる
             t お試し：10秒後にアラーム             q 終了
             p アラームを5秒試聴                    S スタート長押し（2秒）：もう起きてい…
             + 音量を上げる                         - 音量を下げる
             m マイクのオン・オフ                   R 両方を長押し（10秒）：すべて消去
            """
        #expect(picture(try PanelSamples.ringing(.japanese), 80, 24) == expected)
    }

    @Test func idleAt40By12() throws {
        let expected = """
             Anicca bedside   Fri 2026-11-20  09:30
             Next up      You're all set! Next up:
                          tonight at 19:00 I'll nud…
             Light        ○ dark
             State        at rest
             Habit     At     Next
             Wake-up   06:00  Tue 06:00 (n…
             Training  19:00  Fri 19:00 *
             s Start: answer and talk
             x Stop: silence, end
             t try it: alarm in 10 seconds
             q quit
            """
        #expect(picture(try PanelSamples.idle(), 40, 12) == expected)
    }

    /// The ring that is shown is not the skipped one: the skipped day has a name of its own.
    @Test(.requirement("ALARM-13")) func theSkippedDayIsNamed() throws {
        var content = try PanelSamples.idle()
        #expect(picture(content, 100, 30).contains("Tue 06:00 (not Mon)"))
        content.status.habits[0].skippedDate = LocalDate("2026-12-28")
        #expect(picture(content, 100, 30).contains("Tue 06:00 (not 12-28)"))
        content.status.habits[0].skippedDate = nil
        // An older speaker does not name it.
        #expect(picture(content, 100, 30).contains("Tue 06:00 (one skipped)"))
        content.status.habits[0].isSkippedNext = false
        #expect(!picture(content, 100, 30).contains("(not"))
    }

    @Test(.requirement("FADE-4")) func aHabitThatNeedsLessShowsItsLevel() throws {
        for (level, word) in [(FadingLevel.companion, nil), (.ringOnly, "ring only"), (.net, "net")] {
            var content = try PanelSamples.ringing(.english)
            for index in content.status.habits.indices { content.status.habits[index].level = level }
            let rows = picture(content, 100, 30).split(separator: "\n").filter { $0.contains("  06:00  ") }
            #expect(!rows.isEmpty)
            for row in rows { #expect(row.contains(" · ") == (word != nil) && word.map { row.contains($0) } != false) }
            // The habit that rings next says why it stands there, too.
            for index in content.status.habits.indices where word != nil {
                content.status.habits[index].reason = .steadyWeek
            }
            let why = word.map { "Level \(level.rawValue) \($0) (a steady week)" }
            #expect(
                why.map { picture(content, 100, 30).contains($0) } ?? !picture(content, 100, 30).contains("Level 0"))
            #expect(content.status.nextLevel == why)
        }
        // A one-off alarm has no level of its own.
        var content = try PanelSamples.ringing(.english)
        for index in content.status.habits.indices { content.status.habits[index].level = .net }
        content.status.next?.isOneOff = true
        #expect(content.status.nextLevel == nil)
    }

    @Test func troubledAt80By24() throws {
        let expected = """
             Anicca bedside                             Europe/Berlin  not set: alarms wait
             Next up       You're all set! Next up: tonight at 19:00 I'll nudge you for
                           Training.
             Light         ● needs attention
             State         at rest
             Attention     This erases profile, habits, memory, phrases, recordings, voice,
                           night log, key and sign-in. To go on, wait a second and press R.
             Attention     the clock is not set
                           Connect the network so that the time can be set, or set it with
                           date and then run anicca doctor.
             Attention     no sound output works
                           Check the speaker's cable and power, then run anicca alarm
                           preview.
             Attention     start button: GPIO chip pinctrl-rp1 not found: this machine has
                           none; set chip in the board file
             Habit     At     Days        Next                 Last
             Wake-up   06:00  Mon to Fri  Tue 06:00 (not Mon)  answered 11-20
             Training  19:00  every day   Fri 19:00 *          missed 11-19
             Bedtime   –      off
             Wake-up   05:30  1×          2027-01-02 05:30
             s Start: answer and talk               x Stop: silence, end
             t try it: alarm in 10 seconds          q quit
             p hear the alarm for 5 seconds         S hold Start 2 s: I am up already
             + louder                               - quieter
            """
        #expect(picture(try PanelSamples.troubled(.english), 80, 24) == expected)
    }

    @Test(.requirement("SETUP-4"), arguments: Language.allCases)
    func theQuestionBeforeAResetNamesAllThatIsErased(language: Language) {
        #expect(BoardText.confirmReset.text(in: language).contains(CommandText.erasedByReset.text(in: language)))
    }

    @Test func everySizeIsFilledExactlyAndNeverExceeded() throws {
        let contents = [
            try PanelSamples.ringing(.english), try PanelSamples.ringing(.japanese), try PanelSamples.idle(),
            try PanelSamples.troubled(.japanese), try PanelSamples.troubled(.english),
        ]
        for content in contents {
            for width in Array(1...12) + [19, 29, 30, 33, 34, 39, 40, 63, 64, 79, 80, 81, 117, 200, 500] {
                for height in [1, 2, 3, 5, 8, 12, 16, 23, 24, 30, 50, 200] {
                    let frame = PanelRenderer.frame(content, width: width, height: height)
                    #expect(frame.count == height)
                    #expect(frame.allSatisfy { $0.columns <= width }, "\(width)×\(height)")
                }
            }
            #expect(PanelRenderer.frame(content, width: 0, height: 24).isEmpty)
            #expect(PanelRenderer.frame(content, width: 80, height: 0).isEmpty)
        }
    }

    @Test(arguments: [Language.english, .japanese])
    func smallWindowsKeepStateAndStopKey(language: Language) throws {
        let content = try PanelSamples.ringing(language)
        for (width, height) in [(80, 10), (40, 12), (40, 8), (30, 8)] {
            let text = picture(content, width, height)
            #expect(text.contains(Activity.ringing.text(in: language)), "\(width)×\(height)\n\(text)")
            #expect(text.contains(" s "), "\(width)×\(height)\n\(text)")
            #expect(text.contains("x "), "\(width)×\(height)\n\(text)")
        }
        #expect(picture(content, 20, 3).contains(Light.ringing.text(in: language)))
    }

    @Test func attentionComesWithItsRemedyAt80By24() throws {
        let text = picture(try PanelSamples.troubled(.english), 80, 24)
        #expect(text.contains(Attention.clock.text(in: .english)))
        #expect(text.contains("Connect the network so that the time can be set"))
    }

    /// Switched on is not recorded: a paused memory pauses recordings, too.
    @Test(.requirement("GUARD-1")) func recordingsAreShownAsTheyAre() throws {
        let local = try PanelSamples.time("2026-11-20T12:00")
        func shown(_ change: (inout Status) -> Void) throws -> String {
            var status = try PanelSamples.status(at: local)
            status.settings.recordings = RecordingChoice(keepDays: 7, isTold: true)
            change(&status)
            return picture(PanelContent(status: status, outputName: "default"), 80, 24)
        }
        let (on, waits) = ("Talks are recorded", "Talks are not recorded now")
        #expect(try shown { _ in }.contains(on))
        let paused = try shown { $0.memory = .paused }
        #expect(paused.contains(waits) && !paused.contains(on))
        #expect(try shown { $0.isClockTrusted = false }.contains(waits))
        let off = try shown { $0.settings.recordings.keepDays = nil }
        #expect(!off.contains(on) && !off.contains(waits))
    }

    @Test func logKeepsItsNewestLines() throws {
        let text = picture(try PanelSamples.ringing(.english), 80, 24)
        #expect(!text.contains("started"))
        #expect(text.contains("answered  Wake-up  at the terminal"))
        #expect(picture(try PanelSamples.ringing(.english), 80, 30).contains("started"))
    }

    @Test(.requirement("GUARD-6")) func terminalEscapesFromOutsideNeverReachTheScreen() throws {
        var content = try PanelSamples.ringing(.english)
        content.outputName = "evil\u{1B}]0;x\u{7}\u{9B}31m\u{202E}"
        content.status.zone = "A\u{1B}[2JB"
        content.problems = ["a\nb\u{1B}c"]
        let frame = PanelRenderer.frame(content, width: 120, height: 40)
        let scalars = frame.flatMap { $0.text.unicodeScalars }
        #expect(!scalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
    }

    @Test func secondsAreShownOnlyWhileSomethingHappens() throws {
        #expect(picture(try PanelSamples.ringing(.english), 80, 24).contains("06:01:15"))
        let idle = picture(try PanelSamples.idle(), 80, 24)
        #expect(idle.contains("  09:30"))
        #expect(!idle.contains("09:30:12"))
    }

    @Test func redrawIsDueAtTheMinuteWhenIdleAndAtTheSecondWhenRinging() throws {
        var content = try PanelSamples.idle()
        content.status.now.nanoseconds += 250_000_000
        #expect(content.untilRedraw == .milliseconds(47_750))
        content.status.activity = .speaking
        #expect(content.untilRedraw == .milliseconds(750))
        content.status.activity = .waiting
        #expect(content.untilRedraw == .milliseconds(47_750))
    }

    @Test func idleFrameDoesNotChangeWithinAMinute() throws {
        var later = try PanelSamples.idle()
        let now = PanelRenderer.frame(later, width: 80, height: 24)
        later.status.local = try PanelSamples.time("2026-11-20T09:30:59")
        #expect(PanelRenderer.frame(later, width: 80, height: 24) == now)
        later.status.local = try PanelSamples.time("2026-11-20T09:31:00")
        #expect(PanelRenderer.frame(later, width: 80, height: 24) != now)
    }

    @Test func lampIsDarkWhenIdleDimAtNightAndHollowInADarkNight() throws {
        func lamp(_ content: PanelContent) -> PanelLine.Style? {
            PanelRenderer.frame(content, width: 80, height: 24).flatMap(\.spans)
                .first { $0.text == "● " || $0.text == "○ " }?.style
        }
        #expect(lamp(try PanelSamples.idle()) == .faint)
        var content = try PanelSamples.ringing(.english)
        #expect(lamp(content) == .lamp(.white, isDim: false))
        content.brightnessPercent = 10
        #expect(lamp(content) == .lamp(.white, isDim: true))
        content.brightnessPercent = 0
        #expect(lamp(content) == .faint)
    }
}

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("abc", 3), ("アニッチャ", 10), ("ｱﾆｯﾁｬ", 5), ("起床：06:00", 11), ("e\u{301}", 1), ("が", 2), ("か\u{3099}", 2),
        ("●", 1),
        ("…", 1), ("😀", 2), ("\u{1B}", 0), ("", 0),
    ])
    func countsColumns(text: String, columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    @Test func neverCutsAWideCharacterInHalf() {
        #expect(TextWidth.fitted("起床時刻", 8) == "起床時刻")
        #expect(TextWidth.fitted("起床時刻", 7) == "起床時…")
        #expect(TextWidth.fitted("起床時刻", 6) == "起床…")
        #expect(TextWidth.fitted("abc", 1) == "…")
        #expect(TextWidth.fitted("abc", 0) == "")
    }

    @Test func wrapsAtSpacesAndBetweenWideCharacters() {
        #expect(TextWidth.wrapped("one two three", 7, maximumLines: 5) == ["one two", "three"])
        #expect(TextWidth.wrapped("起床の時間です。", 8, maximumLines: 5) == ["起床の時", "間です。"])
        #expect(TextWidth.wrapped("abcdefghij", 4, maximumLines: 5) == ["abcd", "efgh", "ij"])
        #expect(TextWidth.wrapped("one two three four", 7, maximumLines: 2) == ["one two", "three …"])
        #expect(TextWidth.wrapped("", 7, maximumLines: 2) == [""])
        #expect(TextWidth.wrapped("語", 1, maximumLines: 3).allSatisfy { TextWidth.columns($0) <= 1 })
    }

    @Test func breaksNoLineBeforeAFullStop() {
        for width in 4...20 {
            for line in TextWidth.wrapped("準備は整いました。次は明日です。", width, maximumLines: 20) {
                #expect(line.first != "。")
            }
        }
    }
}

@Suite struct ScreenWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func theFirstFrameDrawsEverythingAndARepeatedOneNothing() throws {
        var writer = ScreenWriter(usesColour: true)
        let frame = PanelRenderer.frame(try PanelSamples.idle(), width: 80, height: 24)
        let first = text(writer.bytes(for: frame, width: 80))
        #expect(first.contains("\u{1B}[2J"))
        #expect(first.contains("\u{1B}[24;1H"))
        #expect(writer.bytes(for: frame, width: 80).isEmpty)
        writer.forget()
        #expect(!writer.bytes(for: frame, width: 80).isEmpty)
    }

    @Test func tickOfTheClockSendsOneLine() throws {
        var writer = ScreenWriter(usesColour: true)
        var content = try PanelSamples.ringing(.english)
        _ = writer.bytes(for: PanelRenderer.frame(content, width: 80, height: 24), width: 80)
        content.status.local = try PanelSamples.time("2026-11-20T06:01:16")
        let update = text(writer.bytes(for: PanelRenderer.frame(content, width: 80, height: 24), width: 80))
        #expect(update.hasPrefix("\u{1B}[?2026h\u{1B}[1;1H"))
        #expect(update.hasSuffix("\u{1B}[?2026l"))
        #expect(!update.contains("\u{1B}[2J"))
        #expect(!update.contains("\u{1B}[2;1H"))
        #expect(update.utf8.count < 200)
    }

    @Test func aFullLineIsNotFollowedByAnErase() {
        var writer = ScreenWriter(usesColour: false)
        let bytes = writer.bytes(for: [PanelLine("abcd"), PanelLine("abc")], width: 4)
        #expect(text(bytes).contains("abcd\u{1B}[2;1Habc\u{1B}[K"))
    }

    @Test func colourIsLeftOutIfItIsNotWanted() {
        let frame = [PanelLine("● ", .lamp(.redOnly, isDim: false))]
        var plain = ScreenWriter(usesColour: false)
        var colourful = ScreenWriter(usesColour: true)
        #expect(text(plain.bytes(for: frame, width: 9)).contains("\u{1B}[1m● "))
        #expect(text(colourful.bytes(for: frame, width: 9)).contains("\u{1B}[1;31m● "))
    }
}

@Suite(.requirement("BOARD-1")) struct PlainBoardTests {
    @Test func writesOneLineForEachChangeOfState() throws {
        var board = PlainBoard()
        let wake = Occurrence(habit: .wake, date: LocalDate(dayNumber: 0))
        let at = { (text: String) in try PanelSamples.time("2026-11-20T\(text)") }
        #expect(board.line(for: try PanelSamples.status(at: try at("05:59:59"))) == "05:59 idle")
        let ring = try PanelSamples.status(
            at: try at("06:00"), activity: .ringing, light: .ringing, occurrence: wake, followUp: 0)
        #expect(board.line(for: ring) == "06:00 ringing wake (main ring)")
        #expect(board.line(for: ring) == nil)
        let later = try PanelSamples.status(
            at: try at("06:01:30"), activity: .waiting, occurrence: wake, followUp: 1)
        #expect(board.line(for: later) == "06:01 waiting wake (follow-up 1)")
        let talk = try PanelSamples.status(at: try at("06:02"), activity: .speaking, light: .speaking, occurrence: wake)
        #expect(board.line(for: talk) == "06:02 speaking wake")
        let missed = try PanelSamples.status(at: try at("06:11"), light: .missed, attention: [.button, .sound])
        #expect(board.line(for: missed) == "06:11 idle light=missed attention=button,sound")
        let unset = try PanelSamples.status(at: try at("06:12"), attention: [.clock], isClockTrusted: false)
        #expect(board.line(for: unset) == "--:-- idle attention=clock")
    }
}
