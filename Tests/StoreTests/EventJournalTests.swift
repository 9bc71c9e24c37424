import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

@Suite(.requirement("GUARD-8")) struct EventJournalTests {
    private struct Line: Codable, Equatable {
        var at: Moment
        var event: Event
    }

    private func line(_ number: Int) -> Line {
        let at = Moment(boot: BootTime(nanoseconds: Int64(number)), civil: noon)
        return Line(at: at, event: .press(.stop, heldMilliseconds: number, from: .button))
    }

    private func read(_ folder: TemporaryFolder) throws -> (lines: [Line], damaged: Int) {
        var lines: [Line] = []
        let damaged = try EventJournal.read(folder: folder.path, as: Line.self) { lines.append($0) }
        return (lines, damaged)
    }

    @Test func givesBackWhatWasWrittenAcrossRestarts() throws {
        let folder = try TemporaryFolder()
        for part in 0..<3 {
            let journal = EventJournal(folder: folder.path)
            for number in 0..<10 { #expect(journal.append(line(part * 10 + number))) }
        }
        let (lines, damaged) = try read(folder)
        #expect(lines == (0..<30).map(line))
        #expect(damaged == 0)
        #expect(try folder.mode("journal.jsonl") == 0o600)
    }

    @Test func rotatesAndKeepsTwoOlderFiles() throws {
        let folder = try TemporaryFolder()
        let journal = EventJournal(folder: folder.path, sizeLimitBytes: 2000)
        for number in 0..<200 { #expect(journal.append(line(number))) }
        #expect(folder.names == ["journal.1.jsonl", "journal.2.jsonl", "journal.jsonl"])
        for name in folder.names { #expect(try folder.read(name).count <= 2000) }
        let (lines, damaged) = try read(folder)
        #expect(damaged == 0)
        let first = try #require(lines.first?.at.boot.nanoseconds)
        #expect(lines == (Int(first)..<200).map(line))
        #expect(lines.count < 200)
    }

    @Test func damagedAndOverlongLinesAreSkippedAndCounted() throws {
        let folder = try TemporaryFolder()
        let journal = EventJournal(folder: folder.path)
        journal.append(line(1))
        #expect(!journal.append(String(repeating: "x", count: EventJournal.lineLimit)))
        #expect(journal.droppedLines == 1)
        var bytes = try folder.read("journal.jsonl")
        bytes += [UInt8](repeating: 0x7B, count: 3 * EventJournal.lineLimit) + [0x0A, 0xFF, 0xFE, 0x0A, 0x0A]
        // The power failed in the middle of the last line.
        bytes += Array("{\"at\":{\"boot".utf8)
        try folder.write(bytes, to: "journal.jsonl")
        #expect(try read(folder).lines == [line(1)])
        #expect(try read(folder).damaged == 3)
        EventJournal(folder: folder.path).append(line(2))
        #expect(try read(folder).lines == [line(1), line(2)])
    }

    @Test func readingWithoutAJournalGivesNothing() throws {
        let folder = try TemporaryFolder()
        #expect(try read(folder).lines.isEmpty)
        #expect(throws: StoreError.missing(path: folder.file("none.jsonl"))) {
            try EventJournal.read(file: folder.file("none.jsonl"), as: Line.self) { _ in }
        }
        #expect(!EventJournal(folder: nil).append(line(1)))
    }

    @Test func erasingForgetsAllFiles() throws {
        let folder = try TemporaryFolder()
        let journal = EventJournal(folder: folder.path, sizeLimitBytes: 500)
        for number in 0..<50 { journal.append(line(number)) }
        journal.erase()
        #expect(folder.names.isEmpty)
        journal.append(line(7))
        #expect(try read(folder).lines == [line(7)])
    }
}
