import Appliance
import Bedside
import Board
import CFuzzer
import Glibc
import RealtimeTestKit
import Sound

// Fuzzer TARGET [libFuzzer's own options and corpora]
// Fuzzer --write-seeds FOLDER

typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// Everything that reads bytes from outside: in a conversation, in files, at the control socket. STUN is not here: no byte of it reaches our code, it is
/// read and answered by libnice on libnice's own sockets.
let targets: [(name: String, run: Target)] = [
    (
        "sdp",
        {
            ParserEntryPoints.sessionDescription(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    (
        "rtp",
        {
            ParserEntryPoints.rtp(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    (
        "rtcp",
        {
            ParserEntryPoints.rtcp(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    (
        "stream",
        {
            ParserEntryPoints.stream(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    (
        "channel",
        {
            ParserEntryPoints.dataChannel(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    ("events", { check(EventEntryPoints.event(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    ("conversation", { check(EventEntryPoints.conversation(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    (
        "arguments",
        {
            readArguments(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    ("yaml", { check(BoardEntryPoints.document(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    ("wav", { check(SoundEntryPoints.wav(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    ("clip", { check(SoundEntryPoints.clip(Array(UnsafeRawBufferPointer(start: $0, count: $1)))) }),
    ("tzif", { check(readZone(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    ("control", { check(ApplianceEntryPoints.request(UnsafeRawBufferPointer(start: $0, count: $1))) }),
    (
        "schedule",
        {
            ApplianceEntryPoints.scheduleCopy(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
    (
        "journal",
        {
            ApplianceEntryPoints.journal(UnsafeRawBufferPointer(start: $0, count: $1)); return 0
        }
    ),
]

/// What must hold for every input; otherwise it is a finding.
func check(_ holds: Bool) -> CInt {
    precondition(holds)
    return 0
}

/// A tool's name, a newline, and what the model says are its arguments.
func readArguments(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    let end = text.firstIndex(of: "\n") ?? text.startIndex
    guard let call = try? ToolCall.parse(name: String(text[..<end]), arguments: String(text[end...])) else { return }
    _ = try? call.command(in: Profile())
}

/// A zone's file, and local times by it. False: an offset that no zone has, or an instant that is not found again.
func readZone(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let zone = try? ZoneRules.parse(name: "Test/Zone", bytes: Array(bytes)) else { return true }
    // From 1901 to 2200, and a day of each century around.
    for seconds in stride(from: Int64(-2_177_452_800), to: 7_258_118_400, by: 86_400 * 97 + 3_600) {
        let instant = CivilTime(seconds: seconds)
        guard abs(zone.offset(at: instant)) < 26 * 3_600 else { return false }
        // The first of two where local time repeats; so it is never later.
        guard let found = zone.instant(of: zone.local(instant)), found <= instant else { return false }
    }
    for seconds in [Int64.min / 1_000_000_000, -62_135_596_800, 253_402_300_799, Int64.max / 1_000_000_000] {
        _ = zone.offset(at: CivilTime(seconds: seconds))
    }
    return true
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--write-seeds" {
    for (number, seed) in ApplianceEntryPoints.seeds().enumerated() {
        let file = fopen("\(arguments[2])/\(seed.target)/own-\(number)", "w")
        fwrite(seed.content, 1, seed.content.count, file)
        fclose(file)
    }
    exit(0)
}
guard arguments.count > 1, let target = targets.first(where: { $0.name == arguments[1] }) else {
    print(targets.map(\.name).joined(separator: "\n"))
    exit(64)
}
// libFuzzer keeps the pointers until the end of the process.
var words: [UnsafeMutablePointer<CChar>?] = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) } + [nil]
var count = CInt(words.count - 1)
let code = words.withUnsafeMutableBufferPointer { buffer in
    var vector = buffer.baseAddress
    return LLVMFuzzerRunDriver(&count, &vector, target.run)
}
exit(code)
