import Bedside

/// What a board file's fields accept, and what can be wrong with them.
enum BoardWords {
    static let name = expectation("a short name", "短い名前")
    static let anyLine = expectation("a line", "line の指定")
    static let line = expectation("a line's name or its number on the chip", "ラインの名前か、チップ上の番号")
    static let lineNumber = expectation("a line's number of at most 4095", "4095以下のライン番号")
    static let chip = expectation(
        "a chip's label like pinctrl-bcm2711, or a path like /dev/gpiochip0",
        "チップのラベル（例：pinctrl-bcm2711）かパス（例：/dev/gpiochip0）")
    static let led = expectation("a name under /sys/class/leds", "/sys/class/leds にある名前")
    static let time = expectation("a time like 21:00", "時刻（例：21:00）")
    static let device = expectation(
        "an ALSA name like default or plughw:CARD=Device", "ALSAの名前（例：default、plughw:CARD=Device）")
    static let alarm = expectation("a WAV file's name or absolute path", "WAVファイルの名前か絶対パス")

    static let numberWithoutChip = fault(
        "expected a line's name, or a chip (label or /dev path) for its number",
        "ラインを名前で書くか、番号なら chip（ラベルか /dev のパス）も書いてください")
    static let lampOrColours = fault(
        "expected one lamp (line or led) or colours (red, green, blue), not both",
        "一つのランプ（line か led）か、色（red、green、blue）の一方だけにしてください")
    static let lineOrLED = fault("expected line or led, not both", "line と led の一方だけにしてください")

    static func builtInName(_ name: String) -> FieldFault {
        fault("expected another name: \(name) is the built-in board", "\(name) は内蔵ボードの名前です。別の名前にしてください")
    }
    static func lineInUse(by user: String) -> FieldFault {
        fault("expected another line: \(user) already uses this one", "\(user) がこのラインを使っています。別のラインにしてください")
    }

    private static func expectation(_ english: String, _ japanese: String) -> FieldExpectation {
        .told(Wording(english, japanese))
    }
    private static func fault(_ english: String, _ japanese: String) -> FieldFault { .told(Wording(english, japanese)) }
}
