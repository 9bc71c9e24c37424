import GatewayRules
import Testing

@testable import Gateway

/// Whatever a seller's event holds, what is read of it is within bounds.
@Suite("Events of a seller, at random", .requirement("GATEWAY-4"))
struct SellerEventTests {
    private static let names = [
        "id", "type", "event_timestamp_ms", "environment", "purchase_environment", "app_user_id",
        "original_app_user_id", "aliases", "transferred_from", "transferred_to",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        let letters = ["a", "\u{3042}", "\u{1F389}", " ", "\u{7}", "\"", "usr_1", "SANDBOX"]
        let count = [0, 1, 2, 40, 300, 1_200].randomElement(using: &generator) ?? 0
        let head = (0..<min(count, 6)).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
        return head + String(repeating: "x", count: max(0, count - 6))
    }

    private static func value(_ generator: inout SeededGenerator, isScalar: Bool = false) -> JSON {
        switch Int.random(in: 0..<(isScalar ? 6 : 9), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .integer(.random(in: .min ... .max, using: &generator))
        case 3...5: .text(text(&generator))
        case 6: .members([:])
        default: .array((0..<Int.random(in: 0...150, using: &generator)).map { _ in value(&generator, isScalar: true) })
        }
    }

    @Test("Few customers, each once, with names that a database keeps; or one clear refusal")
    func bounds() {
        var generator = SeededGenerator(21)
        var (taken, refused) = (0, 0)
        for _ in 0..<3_000 {
            // Half of them have what every event has.
            var members: [JSON.Member] =
                Bool.random(using: &generator)
                ? [
                    JSON.Member(name: "id", value: "e"), JSON.Member(name: "type", value: "RENEWAL"),
                    JSON.Member(name: "event_timestamp_ms", value: .integer(1)),
                ] : []
            for name in Self.names where !members.contains(where: { $0.name == name }) {
                guard Bool.random(using: &generator) else { continue }
                members.append(JSON.Member(name: name, value: Self.value(&generator)))
            }
            do throws(Failure) {
                let event = try RevenueCatEvent(.object([JSON.Member(name: "event", value: .object(members))]))
                taken += 1
                #expect((1...128).contains(event.id.unicodeScalars.count))
                #expect((1...64).contains(event.type.unicodeScalars.count))
                #expect((0...253_402_300_799_999).contains(event.occurredAt))
                #expect(event.customers.count <= RevenueCatEvent.mostCustomers)
                #expect(Set(event.customers).count == event.customers.count)
                #expect(event.customers.allSatisfy { (1...1_024).contains($0.utf8.count) })
            } catch {
                refused += 1
                #expect(error.status == 400 && !error.message.isEmpty)
            }
        }
        #expect(taken > 30 && refused > 1_000)
    }

    @Test("An event of a time before 1970 or after the year 9999 is refused")
    func times() {
        func event(at time: Int64) throws(Failure) -> RevenueCatEvent {
            try RevenueCatEvent(
                .members([
                    "event": .members([
                        "id": "e", "type": "RENEWAL", "event_timestamp_ms": .integer(time),
                    ])
                ]))
        }
        for time in [0, 1_800_000_000_000, 253_402_300_799_999] as [Int64] {
            #expect((try? event(at: time))?.occurredAt == time)
        }
        for time in [.min, -1, 253_402_300_800_000, .max] as [Int64] {
            #expect { try event(at: time) } throws: { ($0 as? Failure)?.status == 400 }
        }
    }
}
