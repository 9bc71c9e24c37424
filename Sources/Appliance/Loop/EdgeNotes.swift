import Bedside
import Board

/// Decides which edges of buttons and sensor go into the journal (GUARD-8): a noisy line must not fill it, nor wear out the
/// card.
///
/// A glitch (an edge down that the next edge up proves to be none) is counted and not written. At most a fixed number
/// of the other edges is written in an hour. What was left out is logged as a count, at most once an hour.
struct EdgeNotes {
    static let hour = TimeSpan.hours(1)
    static let maximumPerHour = 2000

    struct Edge: Hashable {
        var edge: ButtonEdge
        var event: Event
        var moment: Moment
        /// What the rules did about it.
        var actions: [Action]
    }
    /// The number of edges left out since the last report.
    struct Account: Hashable {
        var glitches = 0
        var edges = 0
    }

    /// Edges down that may turn out to be glitches.
    private var waiting: [Edge] = []
    private var account = Account()
    private var toldAt: BootTime?
    private var hourBegan: BootTime?
    private var written = 0

    /// - Parameters:
    ///   - isGlitch: the rules counted one at this edge.
    /// - Returns: the edges to write now, in their order.
    mutating func take(_ edge: Edge, isGlitch: Bool) -> [Edge] {
        let button = edge.edge.button
        if isGlitch {
            account.glitches += 1
            waiting.removeAll { $0.edge.button == button }
            return []
        }
        if edge.edge.isActive, !waiting.contains(where: { $0.edge.button == button }) {
            waiting.append(edge)
            return []
        }
        return flush() + within([edge])
    }

    /// The edges that wait, which have to be written before any other event.
    mutating func flush() -> [Edge] {
        defer { waiting = [] }
        return within(waiting)
    }

    /// The number of edges left out, if it is time to report it.
    mutating func accountDue(at now: BootTime) -> Account? {
        guard account != Account(), toldAt.map({ now - $0 >= Self.hour }) ?? true else { return nil }
        defer { account = Account() }
        toldAt = now
        return account
    }

    private mutating func within(_ edges: [Edge]) -> [Edge] { edges.filter { mayWrite(at: $0.moment.boot) } }

    /// Whether one more edge may be written in this hour, of a button or of the presence sensor.
    mutating func mayWrite(at now: BootTime) -> Bool {
        if let began = hourBegan, now - began < Self.hour {
            if written >= Self.maximumPerHour {
                account.edges += 1
                return false
            }
        } else {
            hourBegan = now
            written = 0
        }
        written += 1
        return true
    }
}
