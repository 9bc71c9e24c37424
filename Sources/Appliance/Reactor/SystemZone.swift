import Bedside
import Glibc

/// Where this machine keeps the name of its time zone. Paths can be replaced for tests.
public struct ZoneSources: Sendable, Hashable {
    /// `TZ`; nil if unset.
    public var override: String?
    /// `TZDIR`, otherwise the system's folder.
    public var folder: String
    /// A link into the folder, or a copy of a zone file.
    public var localtime: String
    /// A file with a zone's name on one line (Debian).
    public var timezone: String

    public init(
        override: String? = nil, folder: String = "/usr/share/zoneinfo", localtime: String = "/etc/localtime",
        timezone: String = "/etc/timezone"
    ) {
        self.override = override
        self.folder = folder
        self.localtime = localtime
        self.timezone = timezone
    }

    /// The sources according to the environment of this process.
    public static func ofProcess() -> ZoneSources {
        ZoneSources(
            override: Files.environment("TZ"), folder: Files.environment("TZDIR") ?? ZoneSources().folder)
    }

    /// A zone's name and the file that holds its rules.
    public struct Location: Sendable, Hashable {
        public var name: String
        public var path: String
    }

    /// The zone: `TZ`, otherwise the link, otherwise the name in the file, otherwise UTC. It is always in the folder,
    /// except for an absolute path in `TZ`. Where link or file name a zone that has no file, it is that zone all the
    /// same: whoever reads it learns that its rules are missing.
    public func locate() -> Location {
        if let override, let found = location(override: override) { return found }
        var names: [String] = []
        if let target = Files.linkTarget(localtime) {
            let path = target.hasPrefix("/") ? target : Files.folder(of: localtime) + "/" + target
            // `/usr/share/zoneinfo/Europe/Berlin`: only the name is used, the file is taken from `TZDIR`.
            if let start = path.index(afterLast: "/zoneinfo/") { names.append(String(path[start...])) }
        }
        if let bytes = try? Files.read(timezone, limit: 1024) {
            names.append(String(decoding: bytes.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self))
        }
        if let found = names.compactMap({ location(name: $0) }).first { return found }
        if Files.isFile(localtime) { return Location(name: "localtime", path: localtime) }
        // The same by another name.
        guard let name = names.first(where: SystemZone.isZoneName), name != "Etc/UTC" else {
            return Location(name: "UTC", path: folder + "/UTC")
        }
        return Location(name: name, path: folder + "/" + name)
    }

    private func location(override: String) -> Location? {
        let text = override.hasPrefix(":") ? String(override.dropFirst()) : override
        guard text.hasPrefix("/") else { return location(name: text) }
        guard Files.isFile(text) else { return nil }
        let name = text.hasPrefix(folder + "/") ? String(text.dropFirst(folder.count + 1)) : Files.name(of: text)
        return Location(name: name, path: text)
    }

    private func location(name: String) -> Location? {
        guard SystemZone.isZoneName(name) else { return nil }
        let path = folder + "/" + name
        return Files.isFile(path) ? Location(name: name, path: path) : nil
    }
}

/// Reads zone rules from the system's files.
public enum SystemZone {
    /// The rules now in force, and what could not be read on the way; UTC as a last resort.
    public static func load(_ sources: ZoneSources = .ofProcess()) -> (rules: ZoneRules, problem: Wording?) {
        let location = sources.locate()
        var ignored: Wording?
        if let override = sources.override, !override.hasSuffix(location.name) {
            // Not a file: a POSIX string such as CET-1CEST,M3.5.0,M10.5.0/3.
            if let rules = try? ZoneRules(name: override, posix: override) { return (rules, nil) }
            let shown = "TZ=\(PrintableText.line(override))"
            ignored = Wording(
                "\(shown): no such zone, using \(location.name)", "\(shown)：このタイムゾーンはないため、\(location.name) を使います")
        }
        do throws(ZoneReadError) {
            return (try read(name: location.name, path: location.path), ignored)
        } catch {
            return (.utc, Wording("\(error); using UTC", "\(error.text(in: .japanese))。UTC を使います"))
        }
    }

    /// Reads a zone by name (`Europe/Berlin`), for `simulate`.
    public static func load(
        name: String, sources: ZoneSources = .ofProcess()
    ) throws(ZoneReadError) -> ZoneRules {
        guard isZoneName(name) else { throw .unknown(name) }
        let path = sources.folder + "/" + name
        guard Files.isFile(path) else {
            if name == "UTC" { return .utc }
            throw .unknown(name)
        }
        return try read(name: name, path: path)
    }

    /// The largest file in tzdata has 3.5 KB; larger ones on other systems have up to 10.
    private static func read(name: String, path: String) throws(ZoneReadError) -> ZoneRules {
        let bytes: [UInt8]
        do { bytes = try Files.read(path, limit: 256 * 1024) } catch { throw .unreadable(error) }
        do { return try ZoneRules.parse(name: name, bytes: bytes) } catch {
            throw .malformed(path: path, reason: "\(error)")
        }
    }

    /// Whether it is parts of letters, digits, `_`, `-`, `+`, joined by slashes, so that it cannot leave the folder.
    static func isZoneName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
                    default: false
                    }
                }
        }
    }
}

/// Why a zone's rules could not be read.
public enum ZoneReadError: WordedError, Hashable {
    case unknown(String)
    case unreadable(FileError)
    case malformed(path: String, reason: String)

    public var wording: Wording {
        switch self {
        case .unknown(let name):
            Wording(
                "unknown zone \(name.prefix(64)); expected a name like Europe/Berlin",
                "\(name.prefix(64)) というタイムゾーンはありません（例：Asia/Tokyo）")
        case .unreadable(let error):
            Wording("zone file \(error)", "タイムゾーンのファイル \(error.text(in: .japanese))")
        case .malformed(let path, let reason):
            Wording("zone file \(path): \(reason)", "タイムゾーンのファイル \(path) が正しくありません（\(reason)）")
        }
    }
}

extension String {
    /// The index after the last occurrence of `needle`.
    fileprivate func index(afterLast needle: String) -> Index? {
        var found: Index?
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { found = index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return found
    }
}
