import Bedside
import CLinux
import Glibc

/// Reports a changed zone, and changed rules of the same zone when `apt upgrade` brings them (ALARM-6). Folders are
/// watched, not files, because packages and `timedatectl` replace files by renaming. Loop's thread only.
public final class ZoneWatcher {
    public private(set) var rules: ZoneRules
    /// What could not be read or watched at start; for the log.
    public private(set) var problem: Wording?

    private let sources: ZoneSources
    private let onChange: (ZoneRules) -> Void
    private let onProblem: (String) -> Void
    private weak var reactor: Reactor?
    private let inotify: FileDescriptor
    /// The names that matter in each watched folder.
    private var watched: [Int32: Set<String>] = [:]

    /// `onChange` is called only if the rules differ from the last ones.
    public init(
        sources: ZoneSources = .ofProcess(), reactor: Reactor, onChange: @escaping (ZoneRules) -> Void,
        onProblem: @escaping (String) -> Void
    ) throws(ReactorError) {
        let number = inotify_init1(clinux_inotify_flags)
        guard number >= 0 else { throw .system(call: "inotify_init1", code: errno) }
        inotify = FileDescriptor(number)
        self.sources = sources
        self.onChange = onChange
        self.onProblem = onProblem
        self.reactor = reactor
        (rules, problem) = SystemZone.load(sources)
        watch()
        try reactor.add(number, for: .readable) { [weak self] _ in self?.drain() }
    }

    deinit { reactor?.remove(inotify.number) }

    /// Reads the rules again now (SIGHUP).
    public func reload() {
        let (latest, problem) = SystemZone.load(sources)
        // A file may be in the middle of being replaced: the old rules stay until the event that completes it.
        if let problem, problem != self.problem { onProblem("\(problem)") }
        self.problem = problem
        watch()
        guard problem == nil || !problemIsTransient(latest), latest != rules else { return }
        rules = latest
        onChange(latest)
    }

    /// Whether to keep the old rules: falling back to UTC because of an unreadable file is worse than yesterday's
    /// rules.
    private func problemIsTransient(_ latest: ZoneRules) -> Bool { latest == .utc && rules != .utc }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var isRelevant = false
        while true {
            let count = retryingOnInterrupt { read(inotify.number, &buffer, buffer.count) }
            guard count > 0 else { break }
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let event = buffer.withUnsafeBytes { raw in
                    raw.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let end = min(count, offset + header + Int(event.len))
                let name = String(decoding: buffer[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
                offset = end
                let names = watched[event.wd]
                let isGone = event.mask & UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_IGNORED) != 0 && names != nil
                let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                if isGone || isOverflow || names?.contains(name) == true { isRelevant = true }
                if event.mask & UInt32(IN_IGNORED) != 0 { watched[event.wd] = nil }
            }
        }
        if isRelevant { reload() }
    }

    /// Watches the folders that matter now; watching a folder again changes nothing.
    private func watch() {
        var wanted: [String: Set<String>] = [:]
        func want(_ path: String) {
            // The nearest folder that exists, and in it the first part of the path to the file.
            var folder = Files.folder(of: path)
            var name = Files.name(of: path)
            while !Files.isFolder(folder), folder != "/", folder != "." {
                name = Files.name(of: folder)
                folder = Files.folder(of: folder)
            }
            wanted[Files.resolved(folder) ?? folder, default: []].insert(name)
        }
        let location = sources.locate()
        want(sources.localtime)
        want(sources.timezone)
        want(sources.folder)
        want(location.path)
        if let real = Files.resolved(location.path) { want(real) }

        var current: [Int32: Set<String>] = [:]
        let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF
        for (folder, names) in wanted {
            let number = inotify_add_watch(inotify.number, folder, UInt32(mask | IN_ONLYDIR))
            if number >= 0 {
                current[number, default: []].formUnion(names)
            } else if problem == nil {
                let reason = SystemReason(code: errno, english: errorText(errno))
                problem = Wording(
                    "cannot watch \(folder) for zone changes: \(reason.english)",
                    "\(folder) の変更に気づけません：\(reason.text(in: .japanese))")
            }
        }
        for number in watched.keys where current[number] == nil { inotify_rm_watch(inotify.number, number) }
        watched = current
    }
}
