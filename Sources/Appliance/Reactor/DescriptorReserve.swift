import Glibc

/// File descriptors kept aside for a ring: whatever has used up all others, sound, light and buttons can be opened
/// (SOUND-2). They are opened on nothing at the start, closed when a ring begins, and opened again after it. Loop's thread
/// only.
final class DescriptorReserve {
    /// As many as a ring takes (16 for a sound server's client, with its pipes and shared memory), and as many again as
    /// clients of the control socket may take before it has them.
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

    /// A quarter of what the process may have open is the most that lies idle.
    static func size(limit: Int) -> Int { max(0, min(usualSize, limit / 4)) }

    /// Takes what is missing, as far as there are any.
    func fill() {
        while held.count < size, let descriptor = openOne() { held.append(descriptor) }
    }

    /// Gives all of them to whoever opens something next.
    func release() { held = [] }

    /// Whether nothing at all can be opened any more.
    var isExhausted: Bool { held.isEmpty && openOne() == nil }

    private static func softLimit() -> Int {
        // RLIMIT_NOFILE, which is no plain number in C.
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    private static func openNothing() -> FileDescriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }
}
