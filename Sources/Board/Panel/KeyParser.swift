import Bedside

/// What a key of the terminal board means.
public enum PanelKey: Hashable, Sendable {
    case press(Button, heldMilliseconds: Int)
    /// An alarm in 10 s, so that trying it out needs no second terminal.
    case tryOut
    case preview
    /// R was pressed once: ask for confirmation.
    case resetAsked
    /// Any other key after `resetAsked`; reported before that key's own meaning.
    case resetTakenBack
    /// R was pressed again.
    case reset
    /// Ctrl-L: draw everything again.
    case redraw
    case quit

    /// The command for the core; nil for keys that concern the panel alone.
    public var command: Command? {
        switch self {
        case .press(let button, let held): .press(button, heldMilliseconds: held, from: .terminal)
        case .tryOut: .tryOut(afterSeconds: 10)
        case .preview: .preview(nil)
        case .reset: .reset
        case .resetAsked, .resetTakenBack, .redraw, .quit: nil
        }
    }
}

/// Turns what a terminal sends into keys. Pure: bytes and their time in, keys out.
///
/// A terminal also sends escape sequences (arrows, answers to queries, pastes), and letters inside those are not keys:
/// F4 must not be a Start press because its sequence ends in S.
public struct KeyParser: Sendable {
    private enum State: Hashable {
        case ground
        /// After ESC. Can go to anything.
        case escape
        /// After `ESC [`, with the parameters so far. Ends at a letter.
        case control([UInt8])
        /// After `ESC O` or `ESC N`: one more byte.
        case single
        /// After `ESC ]`, `P`, `X`, `^`, `_`: until BEL or `ESC \`.
        case string(sawEscape: Bool)
        /// Between `ESC [ 200 ~` and `ESC [ 201 ~`: pasted text, never keys.
        case paste([UInt8])
        /// This many bytes of a UTF-8 character are still to come.
        case character(left: Int)
    }

    static let shortHoldMilliseconds = 100
    static let longHoldMilliseconds = 2500
    /// A lone ESC counts as a key if nothing has followed it for this long.
    static let escapeTimeout = TimeSpan.milliseconds(100)
    /// A broken sequence is forgotten after this.
    static let sequenceTimeout = TimeSpan.seconds(2)
    /// When the second R counts: later than a held key repeats, and before the question is forgotten.
    static let confirmAfter = TimeSpan.seconds(1)
    static let confirmBefore = TimeSpan.seconds(10)
    /// More keys in one read than anybody types.
    static let keyLimit = 32

    private var state = State.ground
    private var last = BootTime.zero
    /// When R was last seen, while the question is open.
    private var resetAskedAt: BootTime?

    public init() {}

    public mutating func feed(_ bytes: some Sequence<UInt8>, at time: BootTime) -> [PanelKey] {
        let gap = time - last
        if (state == .escape && gap > Self.escapeTimeout) || gap > Self.sequenceTimeout { state = .ground }
        last = time
        var keys: [PanelKey] = []
        for byte in bytes {
            guard keys.count < Self.keyLimit else { break }
            keys += take(byte, at: time)
        }
        return keys
    }

    private mutating func take(_ byte: UInt8, at time: BootTime) -> [PanelKey] {
        switch state {
        case .ground:
            return ground(byte, at: time)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control([])
            case UInt8(ascii: "O"), UInt8(ascii: "N"): state = .single
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
                state = .string(sawEscape: false)
            case 0x1B: state = .escape
            // Intermediate bytes: one more follows.
            case 0x20...0x2F: state = .single
            default: state = .ground
            }
        case .control(let parameters):
            switch byte {
            case 0x40...0x7E:
                state = byte == UInt8(ascii: "~") && parameters == Array("200".utf8) ? .paste([]) : .ground
            case 0x1B: state = .escape
            case 0x03:
                state = .ground
                return [.quit]
            default: state = .control(parameters.count < 16 ? parameters + [byte] : parameters)
            }
        case .single:
            state = byte == 0x1B ? .escape : .ground
        case .string(let sawEscape):
            let isEnd = byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\"))
            state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
        case .paste(let tail):
            let end = Array("\u{1B}[201~".utf8)
            let tail = Array((tail + [byte]).suffix(end.count))
            state = tail == end ? .ground : .paste(tail)
        case .character(let left):
            guard (0x80...0xBF).contains(byte) else {
                state = .ground
                return ground(byte, at: time)
            }
            state = left > 1 ? .character(left: left - 1) : .ground
        }
        return []
    }

    private mutating func ground(_ byte: UInt8, at time: BootTime) -> [PanelKey] {
        switch byte {
        case 0x1B:
            state = .escape
            return []
        case 0xC2...0xDF: state = .character(left: 1)
        case 0xE0...0xEF: state = .character(left: 2)
        case 0xF0...0xF4: state = .character(left: 3)
        default: break
        }
        if byte == UInt8(ascii: "R") { return reset(at: time) }
        let isAsked = resetAskedAt != nil
        resetAskedAt = nil
        let takenBack: [PanelKey] = isAsked ? [.resetTakenBack] : []
        return takenBack + (Self.key(byte).map { [$0] } ?? [])
    }

    /// A held key repeats, so only an R after a pause counts as the second one.
    private mutating func reset(at time: BootTime) -> [PanelKey] {
        guard let askedAt = resetAskedAt, time - askedAt <= Self.confirmBefore else {
            resetAskedAt = time
            return [.resetAsked]
        }
        if time - askedAt < Self.confirmAfter {
            resetAskedAt = time
            return []
        }
        resetAskedAt = nil
        return [.reset]
    }

    private static func key(_ byte: UInt8) -> PanelKey? {
        switch byte {
        case UInt8(ascii: "s"): .press(.start, heldMilliseconds: shortHoldMilliseconds)
        case UInt8(ascii: "S"): .press(.start, heldMilliseconds: longHoldMilliseconds)
        case UInt8(ascii: "x"), UInt8(ascii: " "): .press(.stop, heldMilliseconds: shortHoldMilliseconds)
        case UInt8(ascii: "X"): .press(.stop, heldMilliseconds: longHoldMilliseconds)
        case UInt8(ascii: "+"), UInt8(ascii: "="): .press(.volumeUp, heldMilliseconds: shortHoldMilliseconds)
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .press(.volumeDown, heldMilliseconds: shortHoldMilliseconds)
        case UInt8(ascii: "m"): .press(.mute, heldMilliseconds: shortHoldMilliseconds)
        case UInt8(ascii: "t"): .tryOut
        case UInt8(ascii: "p"): .preview
        case UInt8(ascii: "q"), 0x03: .quit
        case 0x0C: .redraw
        default: nil
        }
    }
}
