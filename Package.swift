// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors everywhere in this package; dependencies keep their own settings.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "anicca",
    products: [
        .executable(name: "anicca", targets: ["anicca"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The rules: pure, no C, no other target.
        .target(name: "Bedside", swiftSettings: strict),

        // Drivers: each knows the core, none knows another.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .target(name: "CSoundShim", dependencies: ["CALSA"]),
        .target(name: "Sound", dependencies: ["Bedside", "CALSA", "CSoundShim"], swiftSettings: strict),
        .systemLibrary(name: "CGPIODLibrary", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .target(name: "CGPIOD", dependencies: ["CGPIODLibrary"]),
        .target(
            name: "Board", dependencies: ["Bedside", "CGPIOD", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict),
        .target(
            name: "Store", dependencies: ["Bedside", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),

        .systemLibrary(name: "CLinux"),

        // The program: command line, loop, control socket. The executable itself is one line, so that tests import all.
        .target(
            name: "Appliance",
            dependencies: [
                "Bedside", "Sound", "Board", "Store", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "anicca", dependencies: ["Appliance"], swiftSettings: strict),

        .target(name: "TestKit", dependencies: ["Bedside"], swiftSettings: strict),
        .testTarget(name: "BedsideTests", dependencies: ["Bedside", "TestKit"], swiftSettings: strict),
        .testTarget(name: "SoundTests", dependencies: ["Sound", "TestKit"], swiftSettings: strict),
        .testTarget(name: "BoardTests", dependencies: ["Board", "TestKit"], swiftSettings: strict),
        .testTarget(name: "StoreTests", dependencies: ["Store", "TestKit"], swiftSettings: strict),
        .testTarget(name: "ApplianceTests", dependencies: ["Appliance", "TestKit"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
