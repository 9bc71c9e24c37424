// swift-tools-version: 6.2
import PackageDescription

// The program's own parsers under libFuzzer: a package of its own, so that nothing of it is in the product's. Laid out
// beside the product's Sources, built and run by run.py, which knows the flags. Of Board, Sound, Store and Appliance only
// the files that read what comes from outside are in it (run.py), and not what they need elsewhere.
let package = Package(
    name: "fuzz",
    dependencies: [.package(path: "Dependencies/Yams")],
    targets: [
        .target(name: "Bedside"),
        .target(name: "CLinux"),
        .target(name: "System", dependencies: ["CLinux"]),
        .target(name: "CLateLibraries"),
        .systemLibrary(name: "CNice", pkgConfig: "nice"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
        .systemLibrary(name: "CSRTP", pkgConfig: "libsrtp2"),
        .systemLibrary(name: "CUsrsctp", pkgConfig: "usrsctp"),
        .systemLibrary(name: "COpus", pkgConfig: "opus"),
        .target(
            name: "PeerConnection",
            dependencies: ["System", "CLateLibraries", "CNice", "COpenSSL", "CSRTP", "CUsrsctp", "COpus"]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .target(name: "Cloud", dependencies: ["System", "CLateLibraries", "CCurl"]),
        .systemLibrary(name: "CWebSocketsLibrary", pkgConfig: "libwebsockets"),
        .target(name: "CWebSockets", dependencies: ["CWebSocketsLibrary"]),
        .target(name: "Realtime", dependencies: ["Bedside", "System", "Cloud", "PeerConnection", "CWebSockets"]),
        .target(name: "RealtimeTestKit", dependencies: ["Bedside", "PeerConnection", "Realtime"]),
        .target(name: "Board", dependencies: ["Bedside", .product(name: "Yams", package: "Yams")]),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa"),
        .target(name: "Sound", dependencies: ["Bedside", "CALSA"]),
        .target(name: "Store", dependencies: ["Bedside"]),
        .target(name: "Appliance", dependencies: ["Bedside", "Store"]),
        .target(name: "CFuzzer"),
        .target(name: "FuzzDriver", dependencies: ["CFuzzer"]),
        .executableTarget(
            name: "Fuzzer",
            dependencies: ["Appliance", "Bedside", "Board", "FuzzDriver", "RealtimeTestKit", "Sound", "Store"]),
    ],
    swiftLanguageModes: [.v6]
)
