import Bedside
import CGPIOD

/// One requested line. Main thread only. Deallocating it releases the line.
final class GPIOLine {
    private let handle: OpaquePointer
    /// Kept alive, because with libgpiod 1.x a line belongs to its chip.
    private let chip: GPIOChips.Chip
    let title: String

    private init(handle: OpaquePointer, chip: GPIOChips.Chip, title: String) {
        self.handle = handle
        self.chip = chip
        self.title = title
    }
    deinit { cgpiod_line_release(handle) }

    static let consumer = "anicca"

    static func input(_ line: LineDescription, chips: GPIOChips) throws(GPIOError) -> GPIOLine {
        try request(line, chips: chips) { chip, offset, handle in
            cgpiod_request_input(chip, offset, consumer, line.isActiveLow, line.bias.shimValue, &handle)
        }
    }

    /// Requests an output, initially inactive.
    static func output(_ line: LineDescription, chips: GPIOChips) throws(GPIOError) -> GPIOLine {
        try request(line, chips: chips) { chip, offset, handle in
            cgpiod_request_output(chip, offset, consumer, line.isActiveLow, false, &handle)
        }
    }

    private static func request(
        _ line: LineDescription, chips: GPIOChips,
        _ body: (_ chip: OpaquePointer, _ offset: UInt32, _ handle: inout OpaquePointer?) -> Int32
    ) throws(GPIOError) -> GPIOLine {
        let (chip, offset) = try chips.find(line)
        var handle: OpaquePointer?
        let result = body(chip.handle, UInt32(clamping: offset), &handle)
        guard result == 0, let handle else {
            let consumer = chip.information(offset: offset)?.consumer
            throw .requesting(
                line.place.description, chip: chip.path, consumer: (consumer?.isEmpty ?? true) ? nil : consumer, -result
            )
        }
        return GPIOLine(handle: handle, chip: chip, title: "\(line.place) of \(chip.name)")
    }

    /// For epoll: readable when an edge is queued. -1 for outputs.
    var fileDescriptor: Int32 { max(-1, cgpiod_line_fd(handle)) }

    func isActive() throws(GPIOError) -> Bool {
        let value = cgpiod_line_get(handle)
        guard value >= 0 else { throw .using(title, -value) }
        return value > 0
    }

    func set(_ isActive: Bool) throws(GPIOError) {
        let result = cgpiod_line_set(handle, isActive)
        guard result == 0 else { throw .using(title, -result) }
    }

    /// The queued edges, oldest first; never blocks. `isFull`: the kernel's queue was full, and edges may have been
    /// lost.
    func readEdges() throws(GPIOError) -> (edges: [RawEdge], isFull: Bool) {
        var edges: [RawEdge] = []
        var batch = [cgpiod_event](repeating: cgpiod_event(), count: 16)
        // A line that oscillates faster than it is read must not hold the main loop here.
        for _ in 0..<4 {
            let count = cgpiod_line_read(handle, &batch, batch.count)
            guard count >= 0 else { throw .using(title, -count) }
            edges += batch.prefix(Int(count)).map {
                RawEdge(kernelNanoseconds: Int64(clamping: $0.nanoseconds), isActive: $0.is_active)
            }
            if count < batch.count { break }
        }
        return (edges, edges.count >= batch.count)
    }
}

/// An edge with the kernel's own time.
struct RawEdge: Hashable, Sendable {
    var kernelNanoseconds: Int64
    var isActive: Bool
}

extension LineDescription.Bias {
    var shimValue: cgpiod_bias {
        switch self {
        case .asIs: CGPIOD_BIAS_AS_IS
        case .none: CGPIOD_BIAS_NONE
        case .pullUp: CGPIOD_BIAS_PULL_UP
        case .pullDown: CGPIOD_BIAS_PULL_DOWN
        }
    }
}
