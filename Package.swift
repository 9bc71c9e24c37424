// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Warnings are errors everywhere in this package; dependencies keep their own settings.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// Optimized in debug builds too: tests live a million nights with the rules, and walk through a million states.
/// Overflows and preconditions are trapped as ever. As one module, since otherwise no file knows another's accessors, and
/// each look at a part of the machine copies the whole: the tests take twice as long.
let quickInDebug: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"], .when(configuration: .debug))
]

/// webrtc-audio-processing: Debian 13 has 1.x, Debian 12 has 0.3, under different names and without one for both. Not
/// through pkg-config, whose definitions SwiftPM refuses with a warning at every build. Neither: speexdsp alone.
/// For another machine they are below the folder that pkg-config is told of.
let sysroot = Context.environment["PKG_CONFIG_SYSROOT_DIR"] ?? ""
let webRTCAudio: (headers: String, library: String)? = ["webrtc-audio-processing-1", "webrtc_audio_processing"]
    .flatMap { name in ["/usr/include", "/usr/local/include"].map { ("\(sysroot)\($0)/\(name)", name) } }
    .first { FileManager.default.fileExists(atPath: $0.0) }

/// Only `make docs` needs the plugin; an ordinary build does not even fetch it.
let documentation: [Package.Dependency] =
    Context.environment["ANICCA_DOCUMENTATION"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
    name: "anicca",
    products: [
        .executable(name: "anicca", targets: ["anicca"]),
        // For the gateway's fleet simulator, which lives the rules of many speakers.
        .library(name: "Bedside", targets: ["Bedside"]),
        // For tests, which name its file to libasound. Never installed.
        .library(name: "RoomCard", type: .dynamic, targets: ["RoomCard"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ] + documentation,
    targets: [
        // The rules: pure, no C, no other target.
        .target(name: "Bedside", swiftSettings: strict + quickInDebug),

        // Simulated sleepers, over whose lives the rules of fading are judged.
        .target(name: "Sleepers", dependencies: ["Bedside"], swiftSettings: strict + quickInDebug),

        // What every driver needs of Linux, once: clock, threads, wake-ups, rings.
        .target(name: "CLinux"),
        .target(name: "System", dependencies: ["CLinux"], swiftSettings: strict),

        // Drivers: each knows the core, none knows another.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSpeexDSP", pkgConfig: "speexdsp", providers: [.apt(["libspeexdsp-dev"])]),
        .target(
            name: "CEchoCanceller", dependencies: ["CSpeexDSP"],
            cxxSettings: webRTCAudio.map { [.unsafeFlags(["-isystem", $0.headers])] } ?? [],
            linkerSettings: webRTCAudio.map { [.linkedLibrary($0.library)] } ?? []),
        .target(
            name: "Sound", dependencies: ["Bedside", "System", "CALSA", "CEchoCanceller"], swiftSettings: strict),
        .systemLibrary(name: "CGPIODLibrary", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .target(name: "CGPIOD", dependencies: ["CGPIODLibrary"]),
        .target(
            name: "Board", dependencies: ["Bedside", "System", "CGPIOD", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: [
                "Bedside", "System", "CLinux", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], swiftSettings: strict),

        // Live conversation: WebRTC knows nothing of the appliance, the service's protocol stands on it and on HTTP.
        // Its libraries are loaded when a conversation is near (CLateLibraries), so the linker must not ask for them.
        .target(name: "CLateLibraries"),
        .systemLibrary(name: "CNice", pkgConfig: "nice", providers: [.apt(["libnice-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSRTP", pkgConfig: "libsrtp2", providers: [.apt(["libsrtp2-dev"])]),
        .systemLibrary(name: "CUsrsctp", pkgConfig: "usrsctp", providers: [.apt(["libusrsctp-dev"])]),
        .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
        .target(
            name: "PeerConnection",
            dependencies: ["System", "CLateLibraries", "CNice", "COpenSSL", "CSRTP", "CUsrsctp", "COpus"],
            swiftSettings: strict),
        // Recordings of talks: both voices from the real-time threads to packets, and back.
        .target(name: "Recording", dependencies: ["System", "CLateLibraries", "COpus"], swiftSettings: strict),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "Cloud", dependencies: ["System", "CLateLibraries", "CCurl"], swiftSettings: strict),
        .systemLibrary(
            name: "CWebSocketsLibrary", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
        .target(name: "CWebSockets", dependencies: ["CWebSocketsLibrary"]),
        .target(
            name: "Realtime", dependencies: ["Bedside", "System", "Cloud", "PeerConnection", "CWebSockets"],
            swiftSettings: strict),

        // The program: command line, loop, control socket. The executable itself is one line, so that tests import all.
        .target(
            name: "Appliance",
            dependencies: [
                "Bedside", "Sleepers", "Sound", "Board", "Store", "Cloud", "Realtime", "Recording", "System", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "anicca", dependencies: ["Appliance"], swiftSettings: strict),

        // For `make bench` only: a conversation without the appliance around it. Never installed.
        .executableTarget(
            name: "anicca-bench",
            dependencies: [
                "Bedside", "System", "Cloud", "PeerConnection", "Realtime", "RealtimeTestKit", "Sound", "SoundTestKit",
            ],
            swiftSettings: strict),

        // What tests, fuzzers and the bench share; the program has none of it. TestKit needs no driver, so that a change in
        // one does not rebuild the tests of the core; the fakes of the loop's drivers know all of them.
        .target(name: "TestKit", dependencies: ["Bedside"], swiftSettings: strict),
        .target(
            name: "ApplianceTestKit",
            dependencies: ["Appliance", "Bedside", "Board", "Realtime", "Sound", "Store", "System"],
            swiftSettings: strict),
        .target(
            name: "RealtimeTestKit", dependencies: ["Bedside", "PeerConnection", "Realtime"], swiftSettings: strict),
        .target(name: "SoundTestKit", dependencies: ["Bedside", "Sound", "System"], swiftSettings: strict),
        .testTarget(name: "BedsideTests", dependencies: ["Bedside", "TestKit"], swiftSettings: strict),
        .testTarget(name: "SleepersTests", dependencies: ["Sleepers", "TestKit"], swiftSettings: strict),
        .testTarget(name: "SystemTests", dependencies: ["System"], swiftSettings: strict),
        .target(name: "RoomCard", dependencies: ["CALSA"], path: "Tests/RoomCard"),
        .testTarget(
            name: "SoundTests", dependencies: ["Sound", "SoundTestKit", "System", "TestKit"], swiftSettings: strict),
        .testTarget(name: "BoardTests", dependencies: ["Board", "TestKit"], swiftSettings: strict),
        .testTarget(name: "StoreTests", dependencies: ["Store", "TestKit"], swiftSettings: strict),
        .testTarget(
            name: "PeerConnectionTests", dependencies: ["PeerConnection", "RealtimeTestKit", "System", "TestKit"],
            swiftSettings: strict),
        .testTarget(name: "CloudTests", dependencies: ["Cloud", "TestKit"], swiftSettings: strict),
        .testTarget(name: "RealtimeTests", dependencies: ["Realtime", "TestKit"], swiftSettings: strict),
        .testTarget(name: "RecordingTests", dependencies: ["Recording", "TestKit"], swiftSettings: strict),
        .testTarget(
            name: "ApplianceTests", dependencies: ["Appliance", "ApplianceTestKit", "Sleepers", "TestKit"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
