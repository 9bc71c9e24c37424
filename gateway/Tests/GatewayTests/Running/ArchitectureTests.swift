import Foundation
import Testing

@Suite("Who knows whom", .requirement("GATEWAY-9"))
struct ArchitectureTests {
    private func files(of target: String, path: String = #filePath) throws -> [(name: String, text: String)] {
        let sources = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/\(target)")
        let all =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return try all.filter { $0.pathExtension == "swift" }.map {
            ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }
    }

    @Test("The rules import nothing, the databases nothing of the gateway")
    func imports() throws {
        let rules = try files(of: "GatewayRules")
        #expect(rules.count >= 7)
        for (name, text) in rules { #expect(!text.contains("\nimport ") && !text.hasPrefix("import "), "\(name)") }
        for (name, text) in try files(of: "SQLEngines") {
            for module in ["Gateway", "GatewayRules", "Hummingbird"] {
                #expect(!text.contains("import \(module)\n"), "\(name)")
            }
        }
    }

    @Test("Nothing traps by design, and no file is longer than 400 lines")
    func style() throws {
        for target in ["GatewayRules", "SQLEngines", "Gateway", "anicca-gateway"] {
            for (name, text) in try files(of: target) {
                for word in ["fatalError", "try!", "precondition(", "as!", "preconditionFailure"] {
                    #expect(!text.contains(word), "\(name): \(word)")
                }
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(name)")
            }
        }
    }
}
