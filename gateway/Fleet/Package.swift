// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors everywhere in this package; dependencies keep their own settings.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// Optimized in debug builds too, as the rules are: a morning of a fleet is tens of millions of events.
let quickInDebug: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Apart from the gateway's own package, which never resolves the speaker's.
let package = Package(
    name: "gateway-fleet",
    products: [
        .executable(name: "gateway-fleet", targets: ["gateway-fleet"]),
        // Loaded into the gateway's process, whose clock it replaces. Never installed.
        .library(name: "VirtualClock", type: .dynamic, targets: ["VirtualClock"]),
    ],
    dependencies: [
        .package(name: "anicca", path: "../.."),
        .package(name: "anicca-gateway", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "VirtualClock"),
        // The executable itself is one line, so that tests import all.
        .target(
            name: "FleetSimulation",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Bedside", package: "anicca"),
                .product(name: "GatewayRules", package: "anicca-gateway"),
                .product(name: "SQLEngines", package: "anicca-gateway"),
            ], swiftSettings: strict + quickInDebug),
        .executableTarget(name: "gateway-fleet", dependencies: ["FleetSimulation"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
