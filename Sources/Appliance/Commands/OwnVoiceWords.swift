import Bedside

/// What the command line says about a voice of the owner's own (MIND-9).
enum OwnVoiceWords: Worded {
    case checking
    /// Before the text itself.
    case read(VoiceTakeKind)
    case recording(VoiceTakeKind)
    case again(VoiceTakeFault, attempt: Int)
    case comparing, sending, learned
    case notLearned(VoiceFailure)
    /// More than one person may have spoken (V-5).
    case mayBeTwo
    case chosen(VoiceChoice)
    case deleteQuestion, deleteCancelled, deleted

    var wording: Wording {
        switch self {
        case .checking: Wording("Asking the gateway …", "ゲートウェイに確かめています…")
        case .read(.consent):
            Wording(
                "After the tone, read both lines aloud, word for word, and then press Start on the speaker:",
                "音が鳴ったら、次の2行を書いてあるとおりに声に出して読み、そのあと本体のスタートを押してください：")
        case .read(.sample):
            Wording(
                "After the tone, read this aloud in your usual voice. It ends by itself after half a minute:",
                "音が鳴ったら、次の文章をふだんの声で読んでください。30秒で自動的に終わります：")
        case .recording(.consent): Wording("Recording. Start ends it; Stop gives up.", "録音中です。スタートで終わり、ストップで中止します。")
        case .recording(.sample):
            Wording(
                "Recording. Half a minute is best; Stop gives up.", "録音中です。30秒ほど読んでください。ストップで中止します。")
        case .again(let fault, let attempt):
            Wording(
                "\(Self.fault(fault).english) Once more (\(attempt) of 3).",
                "\(Self.fault(fault).japanese)もう一度お願いします（3回中\(attempt)回目）。")
        case .comparing: Wording("Comparing your words with the text …", "読まれた言葉を文章と比べています…")
        case .sending:
            Wording(
                "Sending, and waiting for your voice. You can go on with something else: Ctrl-C leaves it going.",
                "録音を送り、声ができるのを待っています。ほかのことをしていても大丈夫です。Ctrl-Cを押しても、処理は続きます。")
        case .learned:
            Wording(
                """
                Your voice is ready, and reads your phrases and wake messages from now on. It is synthetic, and every clip \
                says so. The recordings are destroyed. To switch: anicca voice use standard
                """,
                """
                あなたの声ができました。これからフレーズと目覚めの言葉を読みます。合成音声で、音声ファイルにもそう書いてあります。\
                録音は消しました。切り替えるには：anicca voice use standard
                """)
        case .notLearned(let failure):
            Wording("no voice was made: \(failure.wording.english)", "声は作られませんでした：\(failure.wording.japanese)")
        case .mayBeTwo:
            Wording(
                """
                it sounded as if more than one person had spoken. If that is so, please delete this voice and make it anew, \
                alone: anicca voice delete
                """,
                """
                二人以上の声が聞こえたかもしれません。もしそうなら、この声を消して、一人でもう一度作ってください：\
                anicca voice delete
                """)
        case .chosen(.own):
            Wording(
                "your own voice reads your phrases and wake messages", "フレーズと目覚めの言葉を、ご自分の声で読みます")
        case .chosen(.standard):
            Wording("the standard voice reads your phrases and wake messages", "フレーズと目覚めの言葉を、標準の声で読みます")
        case .deleteQuestion:
            Wording(
                "Delete your voice here, at the gateway and at its provider? It cannot be brought back. [y/N]",
                "この声を、本体、ゲートウェイ、提供元のすべてから消しますか。元には戻せません。[y/N]")
        case .deleteCancelled: Wording("nothing was deleted", "何も消していません")
        case .deleted: Wording("the voice and its clips are gone from this device", "本体から、声と音声ファイルを消しました")
        }
    }

    private static func fault(_ fault: VoiceTakeFault) -> Wording {
        switch fault {
        case .silent: Wording("Nothing was heard.", "何も聞こえませんでした。")
        case .clipped: Wording("That was too loud for the microphone.", "音が大きすぎました。少し離れてください。")
        case .short: Wording("That was too short.", "短すぎました。")
        case .otherWords: Wording("Other words were heard.", "別の言葉に聞こえました。")
        }
    }
}

/// Shows a voice as text and as JSON.
enum VoiceViews {
    static func lines(_ report: VoiceReport, zone: ZoneRules) -> [Wording] {
        let standing = report.standing
        func stamp(_ time: CivilTime) -> String { time.stamp(in: zone) }
        var lines: [Wording] = []
        let since = standing.chosenAt.map { Wording(" since \(stamp($0))", "（\(stamp($0))から）") }
        let reader: Wording =
            switch (standing.choice, standing.isInUse) {
            case (.own, true): Wording("your own voice reads", "ご自分の声で読みます")
            case (.own, false):
                Wording(
                    "your own voice is chosen, and the standard one reads: the account or the age does not fit",
                    "ご自分の声を選んでいますが、アカウントか年齢が合わないため、標準の声で読みます")
            case (.standard, _): Wording("the standard voice reads", "標準の声で読みます")
            }
        lines.append(
            Wording(reader.english + (since?.english ?? ""), reader.japanese + (since?.japanese ?? "")))
        if let madeAt = standing.madeAt {
            lines.append(
                Wording(
                    "your voice was made on \(stamp(madeAt)). It is synthetic, and every clip says so",
                    "ご自分の声は\(stamp(madeAt))に作りました。合成音声で、音声ファイルにもそう書いてあります"))
        } else if standing.isLearning {
            lines.append(Wording("your voice is being learned", "声を覚えているところです"))
        } else if standing.isSending {
            lines.append(
                Wording("a recording was sent; the gateway has not answered yet", "録音を送りました。ゲートウェイの返事を待っています"))
        } else {
            lines.append(Wording("there is no voice of your own: anicca voice learn", "ご自分の声はありません：anicca voice learn"))
        }
        if let consent = report.consent { lines += Self.lines(consent, zone: zone) }
        lines += pending(standing, zone: zone)
        if standing.holdsRecordings {
            lines.append(Wording("a recording is still to be destroyed", "まだ消していない録音があります"))
        }
        return lines + receipts(report.receipts, zone: zone)
    }

    /// For `anicca status`; nil if there is nothing of a voice.
    static func line(_ standing: VoiceStanding) -> Wording? {
        var parts: [Wording] = []
        if standing.isLearning { parts.append(Wording("being learned", "覚えているところです")) }
        if standing.isSending { parts.append(Wording("being made", "作っているところです")) }
        if standing.madeAt != nil {
            parts.append(standing.isInUse ? Wording("reads (synthetic)", "使用中（合成音声）") : Wording("not used", "使っていません"))
        }
        if !standing.deletions.isEmpty {
            parts.append(
                standing.isDeletionLate
                    ? Wording("still being deleted at the provider, for more than a day", "提供元で消しています（1日以上）")
                    : Wording("still being deleted at the provider", "提供元で消しています"))
        }
        guard !parts.isEmpty else { return nil }
        return Wording(
            parts.map(\.english).joined(separator: "; "), parts.map(\.japanese).joined(separator: "、"))
    }

    private static func lines(_ consent: VoiceConsent, zone: ZoneRules) -> [Wording] {
        let (at, digest) = (consent.givenAt.stamp(in: zone), consent.sha256)
        var lines = [
            Wording(
                "consent given on \(at); its recording is destroyed, and had the SHA-256 \(digest)",
                "同意した日時：\(at)。その録音は消しました（SHA-256：\(digest)）")
        ]
        if let text = consent.text?.words { lines.append(Wording("    \(text)", "    \(text)")) }
        return lines
    }

    /// What is not deleted yet (V-3).
    static func pending(_ standing: VoiceStanding, zone: ZoneRules) -> [Wording] {
        standing.deletions.map { deletion in
            let asked = deletion.askedAt.stamp(in: zone)
            let tried = deletion.lastTriedAt.map { $0.stamp(in: zone) }
            let english = tried.map { "last tried \($0)" } ?? "not tried yet"
            let japanese = tried.map { "最後に試したのは\($0)" } ?? "まだ試していません"
            let late = standing.isDeletionLate
            return Wording(
                "an earlier voice is still being deleted at the provider, since \(asked); \(english)"
                    + (late ? "; this takes longer than a day" : ""),
                "前の声を、提供元でまだ消しています（\(asked)から。\(japanese)）" + (late ? "。1日以上かかっています" : ""))
        }
    }

    private static func receipts(_ receipts: [VoiceReceipt], zone: ZoneRules) -> [Wording] {
        receipts.map { receipt in
            let stamp = { (time: CivilTime?) in time.map { $0.stamp(in: zone) } ?? "-" }
            let digest = receipt.sha256.prefix(16)
            return Wording(
                "recording \(digest)…: made \(stamp(receipt.made)), sent \(stamp(receipt.sent)), destroyed "
                    + stamp(receipt.destroyed),
                "録音 \(digest)…：作成 \(stamp(receipt.made))、送信 \(stamp(receipt.sent))、消去 \(stamp(receipt.destroyed))")
        }
    }

    /// The text to read, with a consent's own sentence on a line of its own.
    static func lines(toRead text: String, kind: VoiceTakeKind, language: Language) -> [String] {
        func wrapped(_ line: String) -> [String] {
            TextWrap.wrap(line, columns: 76).split(separator: "\n").map(String.init)
        }
        guard kind == .consent else { return wrapped(text) }
        let second: [Character] = Array(language == .japanese ? "私の名前は" : "My name is ")
        let letters = Array(text)
        guard letters.count > second.count,
            let at = (1..<(letters.count - second.count)).first(where: { letters[$0...].starts(with: second) })
        else { return wrapped(text) }
        return [String(letters[..<at]).trimmed(), String(letters[at...])].flatMap(wrapped)
    }

    static func json(_ report: VoiceReport) -> JSONValue {
        let standing = report.standing
        let consent: JSONValue = report.consent.map(json) ?? .null
        return .object([
            "voice": .text(standing.choice.rawValue), "since": .optional(standing.chosenAt?.text),
            "in_use": .flag(standing.isInUse), "made_at": .optional(standing.madeAt?.text), "synthetic": .flag(true),
            "learning": .flag(standing.isLearning), "sending": .flag(standing.isSending),
            "consent": consent, "deletions": .list(standing.deletions.map(json)),
            "deletion_late": .flag(standing.isDeletionLate), "holds_recordings": .flag(standing.holdsRecordings),
            "receipts": .list(report.receipts.map(json)),
        ])
    }

    /// For `anicca status --json`.
    static func json(_ standing: VoiceStanding) -> JSONValue {
        .object([
            "voice": .text(standing.choice.rawValue), "inUse": .flag(standing.isInUse),
            "exists": .flag(standing.madeAt != nil), "learning": .flag(standing.isLearning),
            "sending": .flag(standing.isSending), "pendingDeletions": .integer(standing.deletions.count),
            "deletionLate": .flag(standing.isDeletionLate),
        ])
    }

    private static func json(_ consent: VoiceConsent) -> JSONValue {
        .object([
            "text": .optional(consent.text?.words), "language": .text(consent.language.rawValue),
            "sha256": .text(consent.sha256), "given_at": .text(consent.givenAt.text),
        ])
    }

    private static func json(_ deletion: VoiceDeletion) -> JSONValue {
        .object([
            "asked_at": .text(deletion.askedAt.text), "last_tried_at": .optional(deletion.lastTriedAt?.text),
            "accepted": .flag(deletion.isAccepted),
        ])
    }

    private static func json(_ receipt: VoiceReceipt) -> JSONValue {
        .object([
            "kind": .text(receipt.kind.rawValue), "sha256": .text(receipt.sha256),
            "made_at": .text(receipt.made.text), "sent_at": .optional(receipt.sent?.text),
            "destroyed_at": .optional(receipt.destroyed?.text),
        ])
    }
}

extension CivilTime {
    /// The date and the time of the owner's own zone.
    fileprivate func stamp(in zone: ZoneRules) -> String {
        let local = zone.local(self)
        return "\(local.date) \(local.time)"
    }

    /// As JSON has it, in universal time.
    fileprivate var text: String { "\(ZoneRules.utc.local(self))Z" }
}
