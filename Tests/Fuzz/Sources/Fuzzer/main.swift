import Bedside
import CFuzzer
import Glibc
import PeerConnection
import Realtime

// Fuzzer TARGET [libFuzzer's own options and corpora]

typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// Everything that reads bytes from outside in a conversation. STUN is not here: no byte of it reaches our code, it is
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

let arguments = CommandLine.arguments
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
