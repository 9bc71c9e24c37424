import Bedside
import Glibc

/// Why a part of the board cannot be used, and what to do about it. One line each.
public enum GPIOError: WordedError, Equatable {
    /// There is no `/dev/gpiochip*` at all.
    case noChips
    /// The device exists, but this user may not open it.
    case noPermission(path: String)
    case chipNotFound(wanted: [String], found: [String])
    case lineNotFound(line: String, chips: [String])
    case busy(line: String, chip: String, consumer: String?)
    case ledNotFound(name: String, found: [String])
    case notWritable(path: String)
    /// The chip or lamp went away while in use.
    case unplugged(what: String)
    case system(operation: String, SystemError)

    public var wording: Wording {
        switch self {
        case .noChips:
            Wording(
                "no GPIO chip here (/dev/gpiochip*): use --board terminal, or enable the GPIO driver",
                "GPIOチップがありません（/dev/gpiochip*）。--board terminal を使うか、GPIOドライバーを有効にしてください")
        case .noPermission(let path):
            Wording(
                "no permission for \(path): add the user to group gpio (usermod -aG gpio USER) and log in again",
                "\(path) を使う権限がありません。ユーザーを gpio グループに加え（usermod -aG gpio USER）、ログインし直してください")
        case .chipNotFound(let wanted, let found):
            Wording(
                "GPIO chip \(english(wanted)) not found: this machine has \(english(found)); "
                    + "set chip in the board file",
                "GPIOチップ \(japanese(wanted)) が見つかりません（この機器にあるもの：\(japanese(found))）。"
                    + "ボードファイルの chip を直してください")
        case .lineNotFound(let line, let chips):
            Wording(
                "\(line) not found on \(english(chips)): gpioinfo lists the lines; set line in the board file",
                "\(line) が \(japanese(chips)) にありません。gpioinfo でラインを調べ、ボードファイルの line を直してください")
        case .busy(let line, let chip, let consumer):
            Wording(
                "\(line) of \(chip) is in use by \(consumer.map { "\"\($0)\"" } ?? "another program or driver"): "
                    + "stop that, or choose another line in the board file",
                "\(chip) の \(line) は \(consumer.map { "\"\($0)\" " } ?? "ほかのプログラムかドライバー")が使用中です。"
                    + "それを止めるか、ボードファイルで別のラインを選んでください")
        case .ledNotFound(let name, let found):
            Wording(
                "lamp \(name) not found under /sys/class/leds: this machine has \(english(found))",
                "ランプ \(name) が /sys/class/leds にありません（この機器にあるもの：\(japanese(found))）")
        case .notWritable(let path):
            Wording(
                "no permission to write \(path): a udev rule must give it to the user (see board/README.md)",
                "\(path) に書く権限がありません。udevのルールで許可してください（board/README.md を参照）")
        case .unplugged(let what):
            Wording(
                "\(what) went away: plug it in again", "\(what) がなくなりました。つなぎ直してください")
        case .system(let operation, let error):
            Wording("\(operation): \(error)", "\(error.text(in: .japanese))（\(operation)）")
        }
    }

    private func english(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { PrintableText.line($0, limit: 40) }.joined(separator: ", ")
    }
    private func japanese(_ names: [String]) -> String {
        names.isEmpty ? "なし" : names.map { PrintableText.line($0, limit: 40) }.joined(separator: "、")
    }

    /// The meaning of an errno from opening a chip's device file.
    static func opening(_ path: String, _ code: Int32) -> GPIOError {
        switch code {
        case EACCES, EPERM: .noPermission(path: path)
        default: .system(operation: "opening \(path)", SystemError(code))
        }
    }

    /// The meaning of an errno from opening a file of the kernel for writing.
    static func opening(attribute path: String, _ code: Int32) -> GPIOError {
        switch code {
        case EACCES, EPERM: .notWritable(path: path)
        default: .system(operation: "opening \(path)", SystemError(code))
        }
    }

    /// The meaning of an errno from requesting a line.
    static func requesting(_ line: String, chip: String, consumer: String?, _ code: Int32) -> GPIOError {
        switch code {
        case EBUSY: .busy(line: line, chip: chip, consumer: consumer)
        case EACCES, EPERM: .noPermission(path: chip)
        case ENODEV: .unplugged(what: chip)
        default: .system(operation: "requesting \(line) of \(chip)", SystemError(code))
        }
    }

    /// The meaning of an errno from a line in use.
    static func using(_ what: String, _ code: Int32) -> GPIOError {
        switch code {
        case ENODEV, EBADF: .unplugged(what: what)
        default: .system(operation: what, SystemError(code))
        }
    }
}

/// One part of the board that does not work; everything else does.
public struct BoardProblem: Sendable, Equatable, Worded, CustomStringConvertible {
    public enum Part: Sendable, Equatable, Worded {
        case button(Button)
        case light(LightDescription.Colour)
        case buzzer
        case shaker
        case presence
        case wakeClock

        public var wording: Wording {
            switch self {
            case .button(let button):
                Wording("\(button.title) button", "\(button.text(in: .japanese))ボタン")
            case .light(.any): Wording("light", "ライト")
            case .light(.red): Wording("red light", "赤のライト")
            case .light(.green): Wording("green light", "緑のライト")
            case .light(.blue): Wording("blue light", "青のライト")
            case .buzzer: Wording("buzzer", "ブザー")
            case .shaker: Wording("bed shaker", "ベッドシェーカー")
            case .presence: Wording("presence sensor", "人感センサー")
            case .wakeClock: Wording("clock chip's alarm", "時計チップのアラーム")
            }
        }
    }
    public var part: Part
    public var error: GPIOError
    public init(part: Part, error: GPIOError) {
        self.part = part
        self.error = error
    }
    public var wording: Wording {
        Wording("\(part.text(in: .english)): \(error)", "\(part.text(in: .japanese))：\(error.text(in: .japanese))")
    }
    public var description: String { wording.english }
}
