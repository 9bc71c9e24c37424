import Foundation
import TestKit
import Testing

@testable import Bedside

/// The journal keeps a digest of each turn's actions: a value that is coded by its position would change with it.
struct ActionNamesTests {
    @Test(.requirement("GUARD-8"), arguments: 0..<10) func everyActionIsCodedByName(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let bedside = try WalkTests.bedside("2026-11-20T21:00", companion: seed % 2 == 0 ? .openai : .gateway)
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:59:58")))
        var machine = try #require(bedside.machine)
        var now = bedside.now
        var kinds: Set<Substring> = []
        for _ in 0..<150 {
            guard let (wait, event) = WalkTests.alphabet(machine, at: now.boot).randomElement(using: &random) else {
                continue
            }
            now = now.advanced(by: wait)
            for action in machine.handle(event, at: now) {
                let text = String(decoding: try JSONEncoder().encode(action), as: UTF8.self)
                #expect(!text.contains(#""_"#), "\(text)")
                kinds.insert(text.dropFirst(2).prefix { $0.isLetter })
            }
        }
        #expect(kinds.count >= 8, "\(kinds)")
    }
}
