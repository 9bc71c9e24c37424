import Bedside

/// One edge of the presence sensor's line, not debounced; the core does that (FADE-2).
public struct PresenceEdge: Hashable, Sendable {
    public var isActive: Bool
    /// The kernel's time of the edge.
    public var at: BootTime

    public init(isActive: Bool, at: BootTime) {
        self.isActive = isActive
        self.at = at
    }
}

/// The line of a presence sensor (FADE-2). It can be missing: then a net rings as without a sensor. Main thread only.
public final class GPIOPresence {
    private let description: LineDescription
    private var line: GPIOLine?
    /// Why it does not work; nil: it works, as far as known.
    private(set) var problem: BoardProblem?

    /// Requests the line at once; if that fails there is a `problem`.
    init(_ description: LineDescription, chips: GPIOChips) {
        self.description = description
        request(chips)
    }

    /// Requests the line if it is missing.
    /// - Returns: whether it was opened now.
    @discardableResult
    func request(_ chips: GPIOChips) -> Bool {
        guard line == nil else { return false }
        do throws(GPIOError) {
            line = try GPIOLine.input(description, chips: chips)
            problem = nil
            return true
        } catch {
            problem = BoardProblem(part: .presence, error: error)
            return false
        }
    }

    /// For epoll (readable); nil while the line is missing. It belongs to the line: never close it.
    public var fileDescriptor: Int32? { line.map(\.fileDescriptor).flatMap { $0 >= 0 ? $0 : nil } }

    /// The present level; nil if it cannot be read.
    public func readLevel() -> Bool? { line.flatMap { try? $0.isActive() } }

    /// The queued edges, oldest first; never blocks. After an error, remove the descriptor from epoll and `drop` the
    /// line.
    public func readEvents() throws(GPIOError) -> [PresenceEdge] {
        guard let line else { return [] }
        let (edges, isFull) = try line.readEdges()
        let clocks = KernelClocks.now()
        var result = edges.map {
            PresenceEdge(isActive: $0.isActive, at: clocks.boot(ofEdgeAt: $0.kernelNanoseconds))
        }
        // A full queue may have lost the newest edges.
        if isFull {
            let level = try line.isActive()
            if let last = result.last, last.isActive != level {
                result.append(PresenceEdge(isActive: level, at: BootTime(nanoseconds: clocks.bootNanoseconds)))
            }
        }
        return result
    }

    /// Releases a line that failed; it is requested again with the missing parts.
    public func drop(_ error: GPIOError) {
        line = nil
        problem = BoardProblem(part: .presence, error: error)
    }
}
