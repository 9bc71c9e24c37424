/// The limits of a profile's values (SETUP-3), the same for documents, the command line and the control socket.
/// `FieldExpectation` describes them to the owner.
enum ProfileRules {
    static let nameCharacters = 64
    static let placeCharacters = 200
    static let habits = 32
    static let followUps = 0...30
    static let intervalSeconds = 30...600
    /// Maximum time from the main ring to the last follow-up, in seconds.
    static let episodeSeconds = 3 * 3600
    /// Minutes of talk a day.
    static let talkMinutes = 0...120
    static let floorPercent = 0...100
    /// At least 10, because an alarm must be audible.
    static let ceilingPercent = 10...100
    /// From floor to ceiling, in seconds (S-2).
    static let fadeSeconds = 0...600

    /// Whether a text is harmless and short enough. A character may consist of many code points; eight bytes each are
    /// enough for every script.
    static func isText(_ text: String, characters: Int) -> Bool {
        text.utf8.count <= characters * 8 && text.count <= characters
            && text.unicodeScalars.allSatisfy(PrintableText.isHarmless)
    }

    static func isPrompt(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
            }
    }

    /// Whether `path` is a file name or an absolute path. An empty one is allowed and means the board's own alarm.
    static func isSound(_ path: String) -> Bool {
        guard path.utf8.count <= 255, path.unicodeScalars.allSatisfy(PrintableText.isHarmless) else { return false }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains("..") && (!path.contains("/") || path.hasPrefix("/") && parts.last?.isEmpty == false)
    }

    static func isTime(_ time: LocalTime) -> Bool { time.second == 0 }

    /// Whether the name is reserved for one-off alarms (ALARM-13).
    static func isReserved(_ id: HabitID) -> Bool { id.isOneOff }

    static func isBuiltIn(_ id: HabitID) -> Bool { Profile.builtInHabits.contains { $0.id == id } }
}
