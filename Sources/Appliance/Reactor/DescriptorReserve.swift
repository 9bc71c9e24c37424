import Glibc

/// File descriptors kept in reserve for a ring, so that sound, light and buttons can be opened even if something has
/// used up all others (SOUND-2). They are opened on nothing at the start, closed when a ring begins, and opened again
/// after it. Loop's thread only.
final class DescriptorReserve {
    /// What a sound server's client opens, including its pipes and shared memory.
    private static let neededByRing = 16
    /// Enough for a ring, and for clients of the control socket that may come before it.
    static let usualSize = 32

    private let size: Int
    private let openOne: () -> FileDescriptor?
    private var held: [FileDescriptor] = []

    convenience init() {
        self.init(size: Self.size(limit: Self.softLimit()), openOne: Self.openNothing)
    }

    init(size: Int, openOne: @escaping () -> FileDescriptor?) {
        self.size = size
        self.openOne = openOne
    }

    var count: Int { held.count }

    /// At most a quarter of what the process may have open is kept idle.
    static func size(limit: Int) -> Int { max(0, min(usualSize, limit / 4)) }

    /// Opens the missing ones, as far as descriptors are left.
    func fill() {
        while held.count < size, let descriptor = openOne() { held.append(descriptor) }
    }

    /// Closes all of them, so that others can use them.
    func release() { held = [] }

    /// Whether fewer descriptors are left than a ring needs.
    var isExhausted: Bool {
        // If the process may open only a few files, half of the reserve has to be enough.
        let needed = max(1, min(Self.neededByRing, size / 2))
        var opened: [FileDescriptor] = []
        while held.count + opened.count < needed, let one = openOne() { opened.append(one) }
        return held.count + opened.count < needed
    }

    private static func softLimit() -> Int {
        // RLIMIT_NOFILE, which is not a plain number in C.
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    private static func openNothing() -> FileDescriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }
}
