import Foundation
import GatewayRules

extension Month {
    /// The month that an owner's calendar shows. An unknown zone counts as UTC.
    static func local(zone: String, at milliseconds: Int64) -> Month {
        Month(at: milliseconds, offsetSeconds: offsetSeconds(zone: zone, at: milliseconds))
    }

    /// When it is over for an owner, in milliseconds.
    func end(zone: String) -> Int64 {
        let inUTC = next.startInUTC
        // The second look is for a zone that changes its offset in between.
        let first = inUTC - Int64(Self.offsetSeconds(zone: zone, at: inUTC)) * 1000
        return inUTC - Int64(Self.offsetSeconds(zone: zone, at: first)) * 1000
    }

    static func offsetSeconds(zone: String, at milliseconds: Int64) -> Int {
        TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)) ?? 0
    }
}
