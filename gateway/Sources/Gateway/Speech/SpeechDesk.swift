import Crypto
import GatewayRules

/// Speech that was made, for whoever asks for the same again: in memory alone, because it has an owner's words, at most a
/// day and within bounds. What is being made is made once. Another instance makes it again.
actor SpeechDesk {
    static let dayMilliseconds: Int64 = 86_400_000

    private struct Entry {
        var speech: Speech
        let madeAt: Int64
    }

    private let mostBytes: Int
    private let now: @Sendable () -> Int64
    /// Nobody outside this process can tell what was spoken from a key.
    private let secret = SymmetricKey(size: .bits256)
    private var entries: [String: Entry] = [:]
    private var underWay: [String: Task<Result<Speech, SpeechFailure>, Never>] = [:]

    init(mostBytes: Int = 64 << 20, now: @escaping @Sendable () -> Int64 = monotonicMilliseconds) {
        self.mostBytes = mostBytes
        self.now = now
    }

    /// The key of a content: everything that makes a difference to the sound, and whose it is.
    nonisolated func key(_ parts: [String]) -> String {
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return base64url(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret))
    }

    /// What was made, or is being made; nil: neither.
    func known(_ key: String) async -> Result<Speech, SpeechFailure>? {
        tidy()
        if let entry = entries[key] { return .success(entry.speech) }
        return await underWay[key]?.value
    }

    /// Makes it, unless another is at it. It is made to the end even if nobody waits any more: the next one has it.
    func make(
        _ key: String, _ body: @escaping @Sendable () async -> Result<Speech, SpeechFailure>
    ) async -> Result<Speech, SpeechFailure> {
        if let entry = entries[key] { return .success(entry.speech) }
        if let task = underWay[key] { return await task.value }
        let task = Task.detached { await body() }
        underWay[key] = task
        let result = await task.value
        underWay[key] = nil
        if case .success(let speech) = result {
            entries[key] = Entry(speech: speech, madeAt: now())
            tidy()
        }
        return result
    }

    /// The speech as a file of Opus, which is made when it is first asked for; nil: it cannot be.
    func oggOpus(of speech: Speech, _ key: String) async -> [UInt8]? {
        if let file = speech.oggOpus ?? entries[key]?.speech.oggOpus { return file }
        guard let file = await SpeechFile.made(of: speech.samples) else { return nil }
        entries[key]?.speech.oggOpus = file
        tidy()
        return file
    }

    /// What is kept, for tests.
    var count: Int { entries.count }

    /// Drops what is older than a day, and the oldest above the bound.
    func tidy() {
        let oldest = now() - Self.dayMilliseconds
        entries = entries.filter { $0.value.madeAt > oldest }
        var bytes = entries.values.reduce(0) { $0 + $1.speech.byteCount }
        while bytes > mostBytes, let first = entries.min(by: { $0.value.madeAt < $1.value.madeAt }) {
            bytes -= first.value.speech.byteCount
            entries[first.key] = nil
        }
    }
}
