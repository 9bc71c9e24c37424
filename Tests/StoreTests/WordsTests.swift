import Bedside
import TestKit
import Testing

@testable import Store

/// SETUP-5: faults of the store are reported in every language.
@Suite(.requirement("SETUP-5")) struct StoreWordsTests {
    private static let words: [any Worded] = [
        StoreError.inUse(pid: 77), StoreError.inUse(pid: nil),
        StoreError.unusableFolder(path: "/s", reason: Wording("full", "いっぱいです")), StoreError.missing(path: "/s"),
        StoreError.newerVersion(found: "v9", known: "v1"), StoreError.corrupt("odd"), StoreError.diskFull,
        StoreError.readOnly, StoreError.busy, StoreError.inputOutput(code: 10, "odd"), OpenReport.clean,
        OpenReport.created, OpenReport.migrated(["v1", "v2"]), OpenReport.recovered(fromCopy: true, setAside: "x"),
        OpenReport.recovered(fromCopy: false, setAside: nil), OpenReport.inMemory(.diskFull, fromDisk: true),
        OpenReport.inMemory(.busy, fromDisk: false),
    ]

    @Test func errorsAndReportsExistInEveryLanguage() {
        for words in Self.words {
            let (english, japanese) = (words.text(in: .english), words.text(in: .japanese))
            #expect(!english.isEmpty && english.allSatisfy(\.isASCII), "\(english)")
            #expect(
                japanese.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || $0.value >= 0x4E00 },
                "\(japanese)")
        }
        #expect(StoreError.inUse(pid: 77).text(in: .japanese).contains("77"))
        #expect(StoreError.missing(path: "/s").text(in: .japanese).contains("/s"))
    }
}
