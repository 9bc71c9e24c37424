import ArgumentParser
import Bedside
import Board
import Glibc

/// Writes to standard output and standard error, and reads standard input.
enum Console {
    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
    static func error(_ text: String) { write(text + "\n", to: STDERR_FILENO) }
    /// Prints a question, without a line end.
    static func ask(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Removes control characters: text from an appliance or a file may hold anything, and the terminal must not obey
    /// it.
    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(PrintableText.lines(text).utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                let rest = UnsafeRawBufferPointer(rebasing: raw[sent...])
                return retryingOnInterrupt { Glibc.write(descriptor, rest.baseAddress, rest.count) }
            }
            // The reader has gone (`anicca log | head`), which is not an error.
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Prints the reason on standard error and returns the error to throw.
    static func failure(_ code: ExitStatus, _ message: String) -> ExitCode {
        error("anicca: \(message)")
        return ExitCode(code)
    }

    static func failure(_ code: ExitStatus, _ words: some Worded, in language: Language) -> ExitCode {
        failure(code, words.text(in: language))
    }

    static func failure(_ error: ClientError, in language: Language) -> ExitCode {
        let code: ExitStatus =
            switch error {
            case .notRunning: .unavailable
            case .notAllowed: .notAllowed
            case .timedOut, .disconnected: .temporary
            case .notUnderstood: .internalError
            case .system: .inputOutput
            }
        return failure(code, error, in: language)
    }

    static func failure(_ refusal: Refusal, in language: Language) -> ExitCode {
        failure(refusal.typedCode, refusal, in: language)
    }

    /// Asks before something is erased, and returns whether the answer was yes. No answer at all is an error: nobody was
    /// there to be asked.
    static func confirms(_ question: some Worded, in language: Language) throws -> Bool {
        ask(question.text(in: language) + " ")
        guard let answer = readLine() else {
            ask("\n")
            let words = Wording(
                "nothing was erased, because nobody answered; --yes erases without asking",
                "答えがないので、何も消していません。--yes を付けると、確かめずに消します")
            throw failure(ExitStatus.usage, words.text(in: language))
        }
        return ["y", "yes", "はい"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }

    /// One line of standard input, at most `limitBytes` of it; nil at its end.
    static func readLine(limitBytes: Int = 4096) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = retryingOnInterrupt { Glibc.read(STDIN_FILENO, &byte, 1) }
            if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < limitBytes { bytes.append(byte) }
        }
    }
}

extension Refusal {
    /// The exit code for a request that was typed: its faults are wrong usage. 65 is for faulty file contents.
    var typedCode: ExitStatus { code == .badData ? .usage : code }
}

extension YAMLError {
    var exitCode: ExitStatus {
        if case .unreadable = self { .noInput } else { .badData }
    }
}

extension ExitCode {
    init(_ status: ExitStatus) { self.init(status.rawValue) }
}
