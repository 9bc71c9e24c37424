import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

/// The memory on the disk stays small for ever (M-1): ten years of talks, each with what a companion was told.
@Suite(.requirement("MIND-3")) struct MemorySizeTests {
    @Test func tenYearsOfTalksTakeLessThanAMegabyte() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        var part = OwnerMemory()
        var random = SeededRandom(seed: 10)
        var waiting: [OwnerMemory.Change] = [.mode(.on)]
        part.mode = .on
        var largest = 0
        func moment(_ day: Int) throws -> LocalMoment {
            let start = try #require(LocalDateTime("2026-11-01T22:30"))
            let local = LocalDateTime(wallSeconds: start.wallSeconds + Int64(day) * 86_400)
            return LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "Asia/Tokyo", local: local)
        }
        for day in stride(from: 0, to: 3653, by: 3) {
            let now = try moment(day)
            var memory = part.memory
            var made = memory.expire(at: now)
            for number in 0..<3 {
                // As long as they may be, in the letters that take the most bytes.
                let words = "\(day)、\(number)。" + String(repeating: "言葉", count: 36)
                let candidate = MemoryCandidate(
                    slot: "slot-\(random.below(200))", text: PrivateText(words),
                    quote: PrivateText(words + String(repeating: "語", count: 320)),
                    validUntil: random.chance(30) ? now.date.adding(days: random.below(9)) : nil)
                made += (try? memory.keep(candidate, at: now, talk: day + 1, habit: .bedtime).get()) ?? []
            }
            let lines = (0..<3).map { PrivateText("\(day) \($0) " + String(repeating: "日", count: 72)) }
            made += memory.keepDay(lines, of: now.date, language: .japanese)
            let block = MemoryPrompt(memory, habit: nil, at: now, language: .japanese)
            #expect(block.text.unicodeScalars.count <= MemoryPrompt.maximumCharacters(in: .japanese))
            if day.isMultiple(of: 30) {
                #expect(block == MemoryPrompt(memory, habit: nil, at: now, language: .japanese))
            }
            var changes = made.map { OwnerMemory.Change.record($0) }
            if part.sent.count >= 60, let oldest = part.sent.first { changes.append(.removeSent(talk: oldest.talk)) }
            changes.append(
                .sent(SentTalk(talk: day + 1, at: now, habit: nil, lines: block.lines.map { PrivateText($0) })))
            let spoken = (0..<40).map { TalkLine(.owner, PrivateText("\($0) " + String(repeating: "話", count: 100))) }
            changes.append(.pending(day.isMultiple(of: 5) ? PendingTalk(at: now, lines: spoken) : nil))
            for change in changes { part.apply(change) }
            waiting += changes
            guard day.isMultiple(of: 30) else { continue }
            try store.commit(waiting.map(Change.memory))
            store.flush()
            waiting = []
            let bytes = folder.names.filter { $0.hasPrefix("anicca.db") && !$0.hasSuffix("-shm") }
                .reduce(0) { $0 + ((try? folder.read($1).count) ?? 0) }
            largest = max(largest, bytes)
        }
        try store.commit(waiting.map(Change.memory))
        #expect(try store.load().memory == part)
        print("ten years of talks: the database and its log took \(largest) bytes at most")
        #expect(largest < 1_000_000)
    }
}
