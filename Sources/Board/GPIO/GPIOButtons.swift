import Bedside

/// One edge of a button's line, not debounced; the core does that (BOARD-2).
public struct ButtonEdge: Hashable, Sendable {
    public var button: Button
    /// The logical level after the edge: true is pressed.
    public var isActive: Bool
    /// The kernel's time of the edge.
    public var at: BootTime

    public init(button: Button, isActive: Bool, at: BootTime) {
        self.button = button
        self.isActive = isActive
        self.at = at
    }
}

/// The board's buttons on GPIO lines. Main thread only.
public final class GPIOButtons {
    private var lines: [(description: ButtonLine, line: GPIOLine, fileDescriptor: Int32)] = []
    /// Buttons that could not be opened yet, or have failed.
    private var missing: [ButtonLine]

    /// Opens every line that it can; the others are added to `problems`, and the rest works.
    init(_ buttons: [ButtonLine], chips: GPIOChips, problems: inout [BoardProblem]) {
        missing = buttons
        _ = requestMissing(chips: chips, problems: &problems)
    }

    var missingCount: Int { missing.count }

    /// - Returns: the descriptors of those that were opened now.
    func requestMissing(chips: GPIOChips, problems: inout [BoardProblem]) -> [Int32] {
        let wanted = missing
        let known = lines.count
        missing = []
        for button in wanted {
            do throws(GPIOError) {
                let line = try GPIOLine.input(button.line, chips: chips)
                lines.append((button, line, line.fileDescriptor))
            } catch {
                missing.append(button)
                problems.append(BoardProblem(part: .button(button.button), error: error))
            }
        }
        return lines.dropFirst(known).map(\.fileDescriptor).filter { $0 >= 0 }
    }

    /// Releases a line that reported an error; it is requested again with the missing ones. Remove it from epoll first.
    /// - Returns: the button; nil if the descriptor belongs to none.
    public func drop(_ fileDescriptor: Int32) -> Button? {
        guard let index = lines.firstIndex(where: { $0.fileDescriptor == fileDescriptor }) else { return nil }
        let description = lines.remove(at: index).description
        missing.append(description)
        return description.button
    }

    /// For epoll (readable). They belong to the lines: never close them.
    public var fileDescriptors: [Int32] { lines.map(\.fileDescriptor).filter { $0 >= 0 } }

    /// The current levels; read them after the lines are requested, so that no change is missed in between.
    public func readLevels() -> [ButtonLevel] { readLevels(of: fileDescriptors) }

    /// The current levels of some lines.
    public func readLevels(of fileDescriptors: [Int32]) -> [ButtonLevel] {
        lines.filter { fileDescriptors.contains($0.fileDescriptor) }.compactMap { description, line, _ in
            (try? line.isActive()).map { ButtonLevel(button: description.button, isActive: $0) }
        }
    }

    /// The edges that are queued on one descriptor, oldest first; never blocks. After an error the descriptor is
    /// useless: remove it from epoll.
    public func readEvents(_ fileDescriptor: Int32) throws(GPIOError) -> [ButtonEdge] {
        guard let entry = lines.first(where: { $0.fileDescriptor == fileDescriptor }) else { return [] }
        let (edges, isFull) = try entry.line.readEdges()
        let level = isFull ? try entry.line.isActive() : nil
        return Self.buttonEdges(edges, of: entry.description.button, levelNow: level, clocks: .now())
    }

    /// Turns raw edges into edges of a button. Pure. `levelNow` is given if the queue overflowed: libgpiod 1.x then loses
    /// the newest edges, and a button would stay pressed forever if the last one was its release.
    static func buttonEdges(
        _ edges: [RawEdge], of button: Button, levelNow: Bool?, clocks: KernelClocks
    ) -> [ButtonEdge] {
        var result = edges.map {
            ButtonEdge(button: button, isActive: $0.isActive, at: clocks.boot(ofEdgeAt: $0.kernelNanoseconds))
        }
        if let levelNow, let last = result.last, last.isActive != levelNow {
            result.append(
                ButtonEdge(button: button, isActive: levelNow, at: BootTime(nanoseconds: clocks.bootNanoseconds)))
        }
        return result
    }
}

extension Button {
    /// Its name in messages for people who look after the device.
    var title: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .volumeUp: "volume up"
        case .volumeDown: "volume down"
        case .mute: "mute"
        }
    }
}
