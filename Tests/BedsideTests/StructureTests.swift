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
            lines[file.path(percentEncoded: false)] = try Data(contentsOf: file).count { $0 == UInt8(ascii: "\n") }
        }
        #expect(lines.count > 100 && lines.values.allSatisfy { $0 <= 450 }, "\(lines.filter { $0.value > 450 })")
        #expect(lines.count { $0.value > 400 } <= 6, "\(lines.filter { $0.value > 400 }.keys.sorted())")
    }

    /// What a feature holds of the owner's in memory would outlive an erasure. Three hold only times of alarms and
    /// checks, or nothing at all.
    @Test(.requirement("SETUP-4")) func anErasureReachesEveryFeature() throws {
        let path = "../../../Sources/Bedside/Features/Bedside+Features.swift"
        let text = try String(contentsOf: URL(filePath: #filePath).appending(path: path).standardized, encoding: .utf8)
        let parts = text.split(separator: "mutating func forgetTalks(")
        try #require(parts.count == 2)
        let body = try #require(parts[1].split(separator: "\n    }\n").first)
        let machine = try #require(try EpisodeTests.bedside().machine)
        let names = Mirror(reflecting: machine.features).children.compactMap(\.label)
        #expect(names.count > 10)
        let holdNothing: Set<String> = ["eveningCheck", "setup", "dawn"]
        for name in names {
            let visit = "visit\(name.prefix(1).uppercased())\(name.dropFirst())("
            let isReached = body.contains("features.\(name) = ") || body.contains(visit)
            #expect(isReached != holdNothing.contains(name), "\(name)")
        }
    }

    /// E-3: no path leads from sound to a label, as no part that has samples knows of labels, and the part that has labels
    /// knows of no samples.
    @Test(.requirement("MIND-2")) func nothingWithSamplesKnowsOfLabels() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        func texts(_ folder: String) throws -> [String] {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            var texts: [String] = []
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                texts.append(try String(contentsOf: file, encoding: .utf8))
            }
            return texts
        }
        for folder in ["Sound", "Realtime", "PeerConnection", "Recording", "Board"] {
            let all = try texts(folder)
            #expect(!all.isEmpty, "\(folder)")
            for name in ["EmotionLabel", "FeltLabel", "LabelledDay"] {
                #expect(!all.contains { $0.contains(name) }, "\(folder) knows of \(name)")
            }
        }
        let core = try texts("Bedside")
        #expect(core.contains { $0.contains("enum EmotionLabel") })
        for module in ["Sound", "Realtime", "PeerConnection", "Recording", "Glibc", "Foundation"] {
            #expect(!core.contains { $0.contains("import \(module)\n") }, "the core imports \(module)")
        }
    }
}
