import Foundation
import Testing

@testable import Gateway

@Suite("Who knows whom")
struct ArchitectureTests {
    /// A file or a folder of the package.
    private func place(_ name: String, path: String = #filePath) -> URL {
        URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(name)
    }

    private func files(of target: String) throws -> [(name: String, text: String)] {
        let sources = place("Sources/\(target)")
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
        let engines = try files(of: "SQLEngines")
        #expect(engines.count >= 7)
        for (name, text) in engines {
            for module in ["Gateway", "GatewayRules", "Hummingbird"] {
                #expect(!text.contains("import \(module)\n"), "\(name)")
            }
        }
    }

    @Test("The manual page names every command", .requirement("GATEWAY-9"))
    func manualPage() throws {
        let text = try String(contentsOf: place("deploy/anicca-gateway.8"), encoding: .utf8)
        let bold = text.split(separator: "\n").filter { $0.hasPrefix(".B") }.compactMap { line in
            line.split(separator: " ", maxSplits: 1).last?.filter { $0 != "\"" && $0 != "\\" }
        }
        let names = GatewayCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        #expect(names.count >= 9)
        for name in names { #expect(bold.contains { $0.hasPrefix(name) }, "\(name)") }
    }

    @Test("Nothing traps by design, and no file is longer than 400 lines")
    func style() throws {
        for target in ["GatewayRules", "SQLEngines", "Gateway", "anicca-gateway"] {
            let files = try files(of: target)
            #expect(!files.isEmpty, "\(target)")
            for (name, text) in files {
                for word in ["fatalError", "try!", "precondition(", "as!", "preconditionFailure"] {
                    #expect(!text.contains(word), "\(name): \(word)")
                }
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(name)")
            }
        }
    }
}
