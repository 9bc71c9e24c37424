import Foundation
import GatewayRules
import Testing

@testable import Gateway

@Suite("Months are the owner's", .requirement("GATEWAY-2"))
struct MonthTests {
    @Test("A month is the one that Foundation's calendar shows, in any zone and any year", arguments: 0..<50)
    func calendar(seed: Int) throws {
        var generator = SeededGenerator(UInt64(seed))
        let zones = [
            "UTC", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu",
        ]
        for name in zones {
            let zone = try #require(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            for _ in 0..<40 {
                let at = Int64.random(in: 946_684_800_000...6_000_000_000_000, using: &generator)
                let date = Date(timeIntervalSince1970: Double(at) / 1000)
                let parts = calendar.dateComponents([.year, .month], from: date)
                let month = Month.local(zone: name, at: at)
                #expect(month.year == parts.year && month.month == parts.month, "\(name) \(at)")
                #expect(Month(month.description) == month)
                let end = month.end(zone: name)
                #expect(Month.local(zone: name, at: end) == month.next, "\(name) \(at)")
                #expect(Month.local(zone: name, at: end - 1) == month, "\(name) \(at)")
            }
        }
    }

    @Test("An owner's morning of the first in Tokyo is in the new month while UTC's is not")
    func tokyo() {
        // 2026-11-30 21:00 UTC is 06:00 on the first of December in Tokyo.
        let at: Int64 = 1_796_072_400_000
        #expect(Month.local(zone: "Asia/Tokyo", at: at).description == "2026-12")
        #expect(Month.local(zone: "UTC", at: at).description == "2026-11")
        #expect(Month.local(zone: "Nowhere/None", at: at).description == "2026-11")
    }

    @Test("A month never goes back")
    func neverBack() throws {
        let november = try #require(Month("2026-11"))
        let december = try #require(Month("2026-12"))
        #expect(Month.current(newestSeen: december, local: november) == december)
        #expect(Month.current(newestSeen: november, local: december) == december)
        #expect(Month.current(newestSeen: nil, local: november) == november)
        #expect(december.next.description == "2027-01")
        #expect(december.earlier(by: 0) == december && december.earlier(by: 11).description == "2026-01")
        #expect(december.earlier(by: 12).description == "2025-12" && december.earlier(by: 25).description == "2024-11")
        #expect(december.earlier(by: 1_000_000).description == "0000-01")
        for text in ["", "2026-13", "2026-00", "26-12", "2026-1", "2026-1a", "2026/12", "+026-12", "２０２６-12"] {
            #expect(Month(text) == nil, "\(text)")
        }
    }
}

@Suite("What a month lacks, and from where minutes are taken", .requirement("GATEWAY-2", "I4"))
struct QuotaTests {
    @Test("A month gets its plan once, an upgrade tops it up, a downgrade takes nothing back")
    func grants() throws {
        let month = try #require(Month("2026-12"))
        #expect(Grant.missing(month: month, planMinutes: 30, granted: 0) == .init(key: "grant:2026-12", minutes: 30))
        #expect(Grant.missing(month: month, planMinutes: 30, granted: 30) == nil)
        #expect(
            Grant.missing(month: month, planMinutes: 300, granted: 30)
                == .init(key: "upgrade:2026-12:300", minutes: 270))
        #expect(Grant.missing(month: month, planMinutes: 30, granted: 300) == nil)
        #expect(Grant.missing(month: month, planMinutes: 0, granted: 0) == nil)
    }

    @Test("The month comes first, then the one that has begun meanwhile, then packs")
    func drawDown() {
        func parts(_ minutes: Int64, _ month: Int64, _ laterMonth: Int64 = 0) -> [Int64] {
            let parts = Balance.DrawDown(minutes, month: month, laterMonth: laterMonth)
            return [parts.month, parts.laterMonth, parts.packs]
        }
        #expect(parts(5, 30) == [5, 0, 0] && parts(5, 30, 30) == [5, 0, 0])
        #expect(parts(5, 3) == [3, 0, 2] && parts(5, 3, 30) == [3, 2, 0] && parts(5, 3, 1) == [3, 1, 1])
        #expect(parts(5, 0) == [0, 0, 5] && parts(5, 0, 4) == [0, 4, 1])
        #expect(parts(5, -1) == [0, 0, 5] && parts(5, -1, -1) == [0, 0, 5])
        #expect(Balance(month: 3, packs: 4, held: 5).available == 2)
        #expect(Balance(month: 3, packs: 4, held: 5, heldByEarlier: 3).available == 0)
    }
}
