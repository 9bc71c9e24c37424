/// The POSIX TZ string in a TZif footer, parsed. Written by the zone reader.
public struct PosixZone: Hashable, Codable, Sendable {
}
