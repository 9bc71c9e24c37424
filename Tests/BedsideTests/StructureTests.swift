import Foundation
import TestKit
import Testing

@testable import Bedside

struct StructureTests {
    /// What is one idea has a type of its own, beside its rules; the machine only holds them.
    @Test func theMachineHoldsFewFields() throws {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T20:00")))
        let bedside = VirtualBedside(at: start)
        bedside.powerOn()
        let machine = try #require(bedside.machine)
        let fields = Mirror(reflecting: machine).children.compactMap(\.label)
        #expect(!fields.isEmpty && fields.count <= 15, "\(fields)")
    }

    /// A file that needs more holds two ideas.
    @Test func filesAreShort() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var lines: [String: Int] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            lines[file.lastPathComponent] = try Data(contentsOf: file).count { $0 == UInt8(ascii: "\n") }
        }
        #expect(lines.count > 100 && lines.values.allSatisfy { $0 <= 450 }, "\(lines.filter { $0.value > 450 })")
        #expect(lines.count { $0.value > 400 } <= 6, "\(lines.filter { $0.value > 400 }.keys.sorted())")
    }
}
