import Foundation
import Testing

/// The arrows in ARCHITECTURE.md: the core knows no driver, and no driver knows another, except that `Realtime` is made
/// of `PeerConnection` and `Cloud`.
struct ImportTests {
    private static let system: Set<String> = [
        "Glibc", "Foundation", "Dispatch", "FoundationEssentials", "Synchronization",
    ]
    /// What each module may import besides the system's modules.
    private static let allowed: [String: Set<String>] = [
        "Sleepers": ["Bedside"],
        "System": ["CLinux"],
        "Sound": ["Bedside", "System", "CALSA", "CEchoCanceller"],
        "Board": ["Bedside", "System", "CGPIOD", "Yams"],
        "Store": ["Bedside", "System", "CLinux", "Crypto", "GRDB", "GRDBSQLite"],
        "PeerConnection": ["System", "CLateLibraries", "CNice", "COpenSSL", "CSRTP", "CUsrsctp", "COpus"],
        "Cloud": ["System", "CLateLibraries", "CCurl"],
        "Realtime": ["Bedside", "System", "Cloud", "PeerConnection", "CWebSockets"],
        "Recording": ["System", "CLateLibraries", "COpus"],
        "Appliance": [
            "Bedside", "Sleepers", "Sound", "Board", "Store", "Cloud", "Realtime", "Recording", "System", "CLinux",
            "ArgumentParser", "Logging",
        ],
        "anicca": ["Appliance"],
        "anicca-bench": [
            "Bedside", "System", "Cloud", "PeerConnection", "Realtime", "RealtimeTestKit", "Sound", "SoundTestKit",
        ],
        "TestKit": ["Bedside", "Testing"],
        "ApplianceTestKit": ["Appliance", "Bedside", "Board", "Realtime", "Sound", "Store", "System"],
        "RealtimeTestKit": ["Bedside", "PeerConnection", "Realtime"],
        "SoundTestKit": ["Bedside", "Sound", "System"],
    ]

    private static var sources: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
    }

    private static func imports(of target: String) throws -> [(file: String, module: String)] {
        let folder = sources.appendingPathComponent(target)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var found: [(file: String, module: String)] = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 1, let module = words.last else { continue }
                found.append((file, String(module)))
            }
        }
        return found
    }

    @Test func theCoreImportsNothing() throws {
        let imports = try Self.imports(of: "Bedside")
        #expect(imports.isEmpty, "\(imports)")
    }

    @Test(arguments: allowed.keys.sorted()) func arrowsPointOneWay(target: String) throws {
        let permitted = Self.system.union(try #require(Self.allowed[target]))
        let imports = try Self.imports(of: target)
        #expect(!imports.isEmpty)
        for (file, module) in imports { #expect(permitted.contains(module), "\(target)/\(file) imports \(module)") }
    }

    /// Accepts `CALSA` but not `Cloud`.
    private static func isOfC(_ target: String) -> Bool {
        target.hasPrefix("C") && target.dropFirst().first?.isUppercase == true
    }

    @Test func everyModuleIsListed() throws {
        let targets = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !Self.isOfC($0) }
        #expect(Set(targets) == Set(Self.allowed.keys).union(["Bedside"]))
    }
}
