import Bedside
import Glibc

/// The system's zone rules, for tests.
public enum TestZones {
    public static func load(_ name: String) throws -> ZoneRules {
        guard let file = fopen("/usr/share/zoneinfo/\(name)", "r") else { throw MissingZone(name: name) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return try ZoneRules.parse(name: name, bytes: Array(bytes[..<count]))
    }

    public struct MissingZone: Error { public var name: String }
}
