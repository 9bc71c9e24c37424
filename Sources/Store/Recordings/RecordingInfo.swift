import Bedside

/// What is known of a recording without its key: when it began and how long it is kept.
public struct RecordingInfo: Sendable, Hashable {
    public var id: Int
    public var startedAt: CivilTime
    /// By the owner's clock.
    public var local: LocalDateTime
    public var keepDays: Int

    public init(id: Int, startedAt: CivilTime, local: LocalDateTime, keepDays: Int) {
        self.id = id
        self.startedAt = startedAt
        self.local = local
        self.keepDays = min(max(keepDays, 1), RecordingChoice.maximumDays)
    }

    /// The last day of its time: the day of the talk and so many whole days more.
    ///
    /// - Parameter keepDays: the owner's choice of today, which can shorten what was chosen then; nil: off.
    public func lastDay(keepDays now: Int? = nil) -> LocalDate {
        local.date.adding(days: min(keepDays, now ?? keepDays))
    }
}

/// A recording in the list.
public struct StoredRecording: Sendable, Hashable {
    /// Whether it can be played.
    public enum State: Sendable, Hashable {
        case whole
        /// It has no end mark: it is still being made, or the power failed.
        case cutShort
        case unreadable(RecordingError)
        /// It was to be destroyed, and the disk did not do it yet. Nobody can play it.
        case toBeDestroyed
    }

    public var id: Int
    /// Nil if the beginning of the file is damaged.
    public var info: RecordingInfo?
    public var seconds: Int
    public var bytes: Int
    public var state: State
}

/// Why a recording cannot be made or played. None of these concerns an alarm, and nothing is deleted because of one.
public enum RecordingError: WordedError, Hashable {
    case noSuchRecording(id: Int)
    /// Sealed under a key that is not there.
    case sealed(VaultError)
    case damaged(id: Int)
    /// It was to be destroyed, and the disk did not do it yet.
    case toBeDestroyed(id: Int)
    /// The disk has hardly any room left.
    case noRoom
    /// The recording has its maximum length.
    case maximumLength(seconds: Int)
    case store(StoreError)
    /// Each of these.
    case several([RecordingError])

    public var wording: Wording {
        switch self {
        case .noSuchRecording(let id):
            Wording(
                "there is no recording \(id): anicca recordings list", "録音 \(id) はありません。一覧：anicca recordings list")
        case .sealed(let error): RecordingError.wording(of: error)
        case .damaged(let id): Wording("recording \(id) is damaged", "録音 \(id) は壊れています")
        case .toBeDestroyed(let id):
            Wording(
                "recording \(id) was to be destroyed and is still on the disk; the appliance tries it again. Check the "
                    + "disk, or try it now: anicca recordings delete \(id)",
                "録音 \(id) は消すことになっていますが、まだディスクにあります。本体がもう一度試します。ディスクを確かめるか、"
                    + "今すぐ試してください：anicca recordings delete \(id)")
        case .maximumLength(let seconds):
            Wording(
                "it has its maximum length of \(seconds) s, and the rest of the talk is not recorded",
                "録音が長さの上限（\(seconds)秒）に達したため、その先は録音しません")
        case .noRoom:
            Wording("the disk has too little room for recordings", "ディスクの空きが足りないため、録音できません")
        case .store(let error): error.wording
        case .several(let errors):
            Wording(
                errors.map(\.wording.english).joined(separator: "; "),
                errors.map(\.wording.japanese).joined(separator: "；"))
        }
    }

    private static func wording(of error: VaultError) -> Wording {
        if case .otherKey = error {
            return Wording(
                "sealed under another key, or with a credential that systemd gives only to the running service: start "
                    + "the service and try it again with sudo, or put the old recordings.key back",
                "別の鍵か、動いているサービスだけが受け取る systemd の資格情報で暗号化されています。サービスを起動してから sudo を付けて"
                    + "もう一度実行するか、以前の recordings.key を戻してください")
        }
        guard case .keyMissing(let path) = error else { return error.wording }
        return Wording(
            "the recordings' key is gone: put \(path) back from a copy, or erase them with "
                + "anicca recordings delete --all",
            "録音の鍵がありません。\(path) を控えから戻すか、anicca recordings delete --all で録音を消してください")
    }
}

/// How much may be recorded.
public struct RecordingLimits: Sendable, Hashable {
    /// All recordings together; the oldest go first.
    public var totalBytes = 500_000_000
    /// What is left for everything else: below it, recording stops.
    public var freeBytes = 200_000_000
    /// The longest recording.
    public var maximumSeconds = 4 * 3600

    public init() {}
}
