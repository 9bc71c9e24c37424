import Appliance
import Bedside
import Board
import FuzzDriver
import RealtimeTestKit
import Sound

/// Everything that reads bytes from outside: in a conversation, in files, at the control socket. STUN is not here: no
/// byte of it reaches our code, it is read and answered by libnice on libnice's own sockets.
let targets = [
    FuzzTarget("sdp", reads: ParserEntryPoints.sessionDescription),
    FuzzTarget("rtp", reads: ParserEntryPoints.rtp),
    FuzzTarget("rtcp", reads: ParserEntryPoints.rtcp),
    FuzzTarget("stream", reads: ParserEntryPoints.stream),
    FuzzTarget("channel", reads: ParserEntryPoints.dataChannel),
    FuzzTarget("events", holds: EventEntryPoints.event),
    FuzzTarget("conversation", holds: EventEntryPoints.conversation),
    FuzzTarget("arguments", reads: readArguments),
    FuzzTarget("yaml", holds: BoardEntryPoints.document),
    FuzzTarget("wav", holds: SoundEntryPoints.wav),
    FuzzTarget("clip") { input -> Bool in SoundEntryPoints.clip(Array(input)) },
    FuzzTarget("tzif", holds: readZone),
    FuzzTarget("control", holds: ApplianceEntryPoints.request),
    FuzzTarget("schedule", reads: ApplianceEntryPoints.scheduleCopy),
    FuzzTarget("journal", reads: ApplianceEntryPoints.journal),
]

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

drive(targets, seeds: ApplianceEntryPoints.seeds)
