import Bedside

/// What is to happen, earliest first; at the same instant in the order in which it was planned (a binary heap).
struct EventQueue {
    struct Entry {
        let at: CivilTime
        fileprivate let order: UInt64
        let speaker: Int
        let occasion: Occasion
    }

    private var entries: [Entry] = []
    private var planned: UInt64 = 0

    var next: CivilTime? { entries.first?.at }

    mutating func plan(_ occasion: Occasion, of speaker: Int, at time: CivilTime) {
        planned += 1
        entries.append(Entry(at: time, order: planned, speaker: speaker, occasion: occasion))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.isEarlier(entries[child], entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func take() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var parent = 0
        while true {
            var earliest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if Self.isEarlier(entries[child], entries[earliest]) { earliest = child }
            }
            guard earliest != parent else { return first }
            entries.swapAt(parent, earliest)
            parent = earliest
        }
    }

    private static func isEarlier(_ one: Entry, _ other: Entry) -> Bool {
        one.at == other.at ? one.order < other.order : one.at < other.at
    }
}

/// What happens to a speaker.
enum Occasion {
    case powerOn
    /// Its rules asked for it; an older generation was overtaken by another deadline.
    case tick(generation: Int)
    case press(Button)
    /// A sound finishes; ignored if another sound has replaced it.
    case sound(SoundEvent, number: Int)
    /// The owner at the microphone, heard by the offline companion.
    case voice(isActive: Bool, sound: Int)
    /// Something happens on a call; ignored if the call has ended.
    case call(CallStep, call: Int)
    /// What else its drivers report.
    case report(Event)
    /// The owner enters the code on the page.
    case entersCode(String)
    /// A request reaches the gateway.
    case request(FleetRequest)
    case answer(FleetRequest, GatewayReply)
    /// The last sound of a call has reached the provider.
    case hungUp(call: String)
}

/// How a call goes.
enum CallStep {
    case ready
    case failed(ConversationFailure)
    /// Whoever speaks next in the conversation: the companion and the owner by turns.
    case turn(Int)
}
