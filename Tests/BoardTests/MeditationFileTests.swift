import Bedside
import Foundation
import TestKit
import Testing

@testable import Board

/// MIND-5: faults of a guided meditation are named with the line and the column at which they stand.
@Suite(.requirement("MIND-5")) struct MeditationFileTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Prompts/meditation.guided.json").path(percentEncoded: false)

    private static func faults(_ text: String) throws -> [FieldError] {
        let document = try YAMLDocument.read(text: text, fileName: "m.json")
        guard case .failure(let errors) = MeditationDocument.read(document) else { return [] }
        return errors.fields
    }

    @Test func bothReadersFindTheSameInTheShippedFile() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: Self.path)))
        let limits = JSONValue.Limits(bytes: MeditationDocument.limitBytes, depth: 16, values: 8192)
        let json = try MeditationDocument.read(Field(try JSONValue.read(bytes, within: limits))).get()
        let yaml = try MeditationDocument.read(YAMLDocument.read(path: Self.path)).get()
        #expect(json == yaml && json.steps.count > 40)
    }

    @Test func aFaultNamesItsPlace() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let broken = text.replacing(#""count": 3"#, with: #""count": "many""#, maxReplacements: 1)
        let lines = broken.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("many") }) + 1
        let faults = try Self.faults(broken)
        #expect(faults.count == 1 && faults.first?.line == line && (faults.first?.column ?? 0) > 60)
        #expect(faults.first?.path == "steps[10].breath.count")
        #expect(faults.first?.wording(inFile: "m.json").english.hasPrefix("m.json:\(line):") == true)
    }

    @Test func allFaultsAreNamedAtOnce() throws {
        let text = """
            {"steps": [
              {"id": "a", "part": "body", "pause": {"s": 0}},
              {"id": "a", "part": "feet", "say": {"s": 4}},
              {"id": "b", "part": "body", "sing": {}}
            ]}
            """
        let faults = try Self.faults(text)
        #expect(Set(faults.map(\.line)) == [2, 3, 4] && faults.count >= 6)
    }
}
