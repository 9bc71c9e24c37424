/// A text file as the appliance read it; `text` is nil if it is missing or cannot be read.
public struct SourceText: Hashable, Codable, Sendable {
    /// The name for messages: `Prompts/wake_up.txt`.
    public var fileName: String
    public var text: String?

    public init(fileName: String, text: String?) {
        self.fileName = fileName
        self.text = text
    }
}

/// Why a prompt could not be made from its files; each case names the file, and the line if there is one.
public enum PromptError: WordedError, Hashable, Codable {
    case missing(file: String)
    /// Nothing in it, or nothing left after lines without a value are dropped.
    case empty(file: String)
    case tooLong(file: String, maximumBytes: Int)
    case unknownPlaceholder(file: String, line: Int, name: String)
    case unclosedPlaceholder(file: String, line: Int)

    public var wording: Wording {
        switch self {
        case .missing(let file): Wording("\(file): not found or not readable", "\(file): 見つからないか、読めません")
        case .empty(let file):
            Wording("\(file): empty, expected instructions for the companion", "\(file): 空です。会話の指示を書いてください")
        case .tooLong(let file, let maximum):
            Wording("\(file): longer than \(maximum) bytes", "\(file): \(maximum)バイトを超えています")
        case .unknownPlaceholder(let file, let line, let name):
            Placeholder.unknown(name, known: PromptTemplate.placeholders).after("\(file):\(line): ")
        case .unclosedPlaceholder(let file, let line): Placeholder.unclosed.after("\(file):\(line): ")
        }
    }
}

/// Instructions for a live companion, made from `common.txt` and the habit's file (PROMPT-1).
public enum PromptTemplate {
    public static let maximumBytes = 64 * 1024
    /// The placeholders that a template may have.
    static let placeholders = Placeholder.allCases.map(\.rawValue) + DevicePlaceholder.allCases.map(\.rawValue)
    /// The prompt's name for a conversation about no habit.
    public static let talk = "talk"
    /// The name of the whole instructions while the owner seems to be at risk (SAFE-2).
    public static let crisis = "crisis"
    /// Added to them: whether the device says a help line now, or the companion asks first (G-2).
    public static func helpLine(isSaid: Bool) -> Wording {
        isSaid
            ? Wording(
                "# The help line\n- The device itself says a help line; what you say meanwhile is not heard. "
                    + "When it has spoken, tell them kindly that they can call it now, and that you stay on "
                    + "while they do.",
                "# 相談窓口\n- 相談窓口の番号は、機器が自分で伝えます。そのあいだ、あなたの声は相手に聞こえません。伝え終わったら、今かけてもいいこと、"
                    + "そのあいだも切らずにいることを、やさしく言います。")
            : Wording(
                "# The help line\n- No help line has been said yet. If they say yes to your question, or want a "
                    + "number or somebody to talk to, call `safety_concern` with explicit: the device then says one. "
                    + "Otherwise it says one when they end the talk.",
                "# 相談窓口\n- 相談窓口の番号は、まだ伝えていません。あなたの問いに「はい」と答えたときや、番号や話せる人をほしがったときは、"
                    + "`safety_concern` を explicit で呼びます。すると、機器が番号を伝えます。そうでなければ、本人が会話を終えるときに、機器が伝えます。")
    }
    /// Added to the instructions on the day after such a talk (G-4).
    public static let gentle = Wording(
        "# Today\n- Be gentle with the owner today: soft voice, small steps, no drill, no counting, no jokes. Do not say why.",
        "# 今日\n- 今日は本人にやさしく。静かな声で、小さな一歩だけ。号令や数え上げ、冗談はなし。理由は言いません。")
    /// Added for an owner under 18, whatever the talk is about (G-9).
    public static let minor = Wording(
        "# A young owner\n- The owner is under 18. Stay with what is fit for a child of 13: nothing sexual, no violence, drugs, "
            + "alcohol, gambling, dares or diets, and nothing that is said to be a secret from grown-ups. Asked for it, refuse in one kind "
            + "sentence, and go on.\n- With any worry, name a grown-up whom they trust. A hint of harm, by themselves or by somebody "
            + "else, is enough for `safety_concern`.\n- Shorter than with adults; when it is enough, let them go.",
        "# 若い本人\n- 本人は18歳未満です。13歳の子どもにふさわしい話だけをします。性的なこと、暴力、薬物、お酒、賭けごと、無茶な挑戦、ダイエット、"
            + "大人に秘密にする話はしません。頼まれたら、やさしい一文で断り、先へ進みます。\n- 心配ごとがあれば、信頼できる大人に話すことをすすめます。"
            + "自分を傷つける、誰かに傷つけられるという気配だけでも、`safety_concern` を呼びます。\n- 大人のときより短く。十分なら、引きとめません。")
    /// Put before everything else while it is due that the companion says it is an AI (SAFE-1, G-7).
    public static let disclosure = Wording(
        "# Before all else\n- Your very first sentence says plainly that you are an AI, such as \"Anicca here, an AI.\" Then "
            + "the first words of the task.",
        "# 何よりも先に\n- 最初の一文で、自分がAIであることをはっきり伝えます。たとえば「AIのアニッチャです。」続けて、課題の最初の言葉を話します。")
    /// Added to a bedtime's instructions when too many of the last nights were short (G-10).
    public static func shortNights(hours: Int) -> Wording {
        Wording(
            "# Short nights\n- On three of the last five nights less than \(hours) hours lay between bedtime and the wake alarm. "
                + "Say so once, in one kind sentence, and offer a later alarm or an earlier bedtime. Take any answer as it is. "
                + "Never praise short sleep, and propose no earlier alarm.",
            "# 短い夜\n- この五晩のうち三晩は、就寝から起床のアラームまで\(hours)時間ありませんでした。一度だけ、やさしい一文で伝え、アラームを遅くするか"
                + "早く休むことをすすめます。どんな返事も受け入れます。短い睡眠はほめず、早いアラームはすすめません。")
    }
    /// Added to a bedtime's instructions when it begins late for the night before the next wake alarm.
    public static func late(_ age: AgeBand) -> Wording {
        let hours = SleepOpportunity.hours(for: age)
        return Wording(
            "# It is late\n- Less than \(hours) and a half hours are left to the wake alarm. Say first, in one kind sentence, "
                + "that it is late, and keep to tomorrow's one thing. No reproach.",
            "# もう遅い時間\n- 起床のアラームまで\(hours)時間半もありません。最初に、もう遅い時間だとやさしく一文で伝え、明日のひとつのことだけを話します。"
                + "責めません。")
    }
    /// Added to a training's instructions soon after waking from a very short night (G-10).
    public static let lightTraining = Wording(
        "# Short night\n- Less than five hours lay between bedtime and the wake alarm. Offer a light training: slow stretching "
            + "or a short walk, half of the usual. Take any answer as it is, and say no word about health.",
        "# 短い夜\n- 就寝から起床のアラームまで五時間ありませんでした。今日は軽めにと、ゆっくりした伸びや短い散歩を、いつもの半分ほどすすめます。"
            + "どんな返事も受け入れ、健康の話はしません。")
    /// Added when the offline companion has begun the talk, because this one was busy (ACCOUNT-3).
    public static let joinsLate = Wording(
        "# You come late\n- The device has begun this talk without you, with a short routine of its own, and has just said that "
            + "you are here. Do not begin again: greet in a few words, ask where they are now, and go on from there.",
        "# 途中からの参加\n- あなたを待つあいだ、デバイスが短い決まった言葉で会話を始め、今あなたが来たと伝えました。初めからやり直さず、"
            + "短くあいさつし、今どこまで進んだかをたずねて、そこから続けます。")
    /// Added when a bedtime talk has lasted nearly as long as it may.
    public static let closing = Wording(
        "# Now\n- The talk has lasted four minutes, and bedtime talks are short. Offer to end now, in one calm sentence; no new "
            + "question, nothing new. If tomorrow's one thing is just being said, let them finish it. Then good night, and "
            + "`end_conversation`.",
        "# いま\n- 話しはじめて四分。就寝の会話は短く終えます。静かな一文で、そろそろ休みましょうと声をかけます。新しい話題や質問はなし。"
            + "明日のことを話している途中なら、言い終えてもらいます。そのあと、おやすみを言い、`end_conversation`。")
    /// The name of the part about remembering, which follows the common part.
    public static let memory = "memory"

    /// Finds the file for a prompt's name in the owner's language: `NAME.LANGUAGE.txt` if there is one, else
    /// `NAME.txt`, which ships in English, and which is all that an owner's own prompt needs.
    ///
    /// - Parameters:
    ///   - folder: Put before the names, for `read` and for messages.
    ///   - read: Reads a file; nil if it does not exist. A file that exists but cannot be read has no text, so that it
    ///     is reported.
    public static func source(
        prompt: String, language: Language, in folder: String, read: (_ path: String) -> SourceText?
    ) -> SourceText {
        let path = "\(folder)/\(prompt)"
        return read("\(path).\(language.rawValue).txt") ?? read("\(path).txt")
            ?? SourceText(fileName: "\(path).txt", text: nil)
    }

    /// Joins both files by a blank line and fills their placeholders; a line whose placeholder has no value is dropped.
    ///
    /// - Parameters:
    ///   - common: Nil counts as a missing `common.txt`.
    ///   - habit: Nil for the common part alone; a conversation about no habit has `talk.txt`.
    ///   - values: Values by placeholder name; names beyond `placeholders` are allowed, for parts that bring their own.
    public static func render(
        common: SourceText?, habit: SourceText?, values: [String: String]
    ) throws(PromptError) -> String {
        let first = try render(common ?? SourceText(fileName: "common.txt", text: nil), values: values)
        guard let habit else { return first }
        return first + "\n\n" + (try render(habit, values: values))
    }

    /// Makes the instructions in any case: a file that fails is replaced by a plain instruction in the owner's language
    /// (PROMPT-3).
    ///
    /// - Parameter memory: the part about remembering; nil while the memory is off.
    /// - Returns: The instructions, and what to log; empty if all is well.
    public static func instructions(
        common: SourceText?, memory: SourceText? = nil, habit: SourceText?, values: PromptValues
    ) -> (text: String, problems: [PromptError]) {
        var problems: [PromptError] = []
        func part(_ source: SourceText, fallback: Wording) -> String {
            do throws(PromptError) {
                return try render(source, values: values.texts)
            } catch {
                problems.append(error)
                return fallback.text(in: values.language)
            }
        }
        var parts = [
            part(common ?? SourceText(fileName: "common.txt", text: nil), fallback: values.commonFallback)
        ]
        if let memory { parts.append(part(memory, fallback: values.memoryFallback)) }
        if let habit { parts.append(part(habit, fallback: values.habitFallback)) }
        return (parts.joined(separator: "\n\n"), problems)
    }

    private static func render(_ source: SourceText, values: [String: String]) throws(PromptError) -> String {
        guard let text = source.text else { throw .missing(file: source.fileName) }
        guard text.utf8.count <= maximumBytes else {
            throw .tooLong(file: source.fileName, maximumBytes: maximumBytes)
        }
        var kept: [String] = []
        for (index, line) in TemplateLine.lines(of: text).enumerated() {
            do throws(PlaceholderFault) {
                guard let filled = try TemplateLine.fill(line, value: { values[$0] }, isKnown: placeholders.contains)
                else { continue }
                // No blank lines at the top: the parts are joined by exactly one.
                if kept.isEmpty && TemplateLine.isBlank(filled) { continue }
                kept.append(filled)
            } catch {
                throw PromptError(error, file: source.fileName, line: index + 1)
            }
        }
        while let last = kept.last, TemplateLine.isBlank(last) { kept.removeLast() }
        guard !kept.isEmpty else { throw .empty(file: source.fileName) }
        return kept.joined(separator: "\n")
    }
}

extension PromptError {
    fileprivate init(_ fault: PlaceholderFault, file: String, line: Int) {
        switch fault {
        case .unknown(let name):
            self = .unknownPlaceholder(file: file, line: line, name: PrintableText.line(name, limit: 40))
        case .unclosed: self = .unclosedPlaceholder(file: file, line: line)
        }
    }
}
