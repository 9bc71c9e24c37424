// swift-tools-version: 6.2
import PackageDescription

// The gateway's own parsers under libFuzzer, laid out and run by the speaker's Tests/Fuzz/run.py, with its driver. Of the
// server only the files that read JSON are in it.
let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "GatewayRules"),
        .target(name: "Gateway", dependencies: ["GatewayRules"]),
        .target(name: "CFuzzer"),
        .target(name: "FuzzDriver", dependencies: ["CFuzzer"]),
        .executableTarget(name: "Fuzzer", dependencies: ["FuzzDriver", "Gateway", "GatewayRules"]),
    ],
    swiftLanguageModes: [.v6]
)
