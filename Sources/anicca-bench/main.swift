import Foundation
import PeerConnection
import Realtime
import RealtimeTestKit
import Sound
import SoundTestKit

// Measures the inside of a conversation for `make bench`; never installed. Tests/Bench starts it and reads JSON lines.

let usage = """
    usage: anicca-bench COMMAND
      click [--period FRAMES]                     one peer; signalling by stdin and stdout, then click round trips
      converse --base URL --key KEY --seconds N   a conversation like Tests/Peers/reference_client.py's; CPU and memory
      churn --base URL --key KEY --rounds N [--pause MS]   connects and closes; memory, descriptors, threads
      endure --hours N                            a conversation's machines on virtual time; memory
      echo                                        the echo cancellers, on the mixture of EchoBench
    """

struct Options {
    private let words: [String]
    init(_ words: [String]) { self.words = words }

    func text(_ name: String) -> String? {
        words.firstIndex(of: "--" + name).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
    func number(_ name: String, _ standard: Double) -> Double { text(name).flatMap { Double($0) } ?? standard }
}

/// Prints one line of JSON.
func show(_ values: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: values, options: [.sortedKeys]) else { return }
    FileHandle.standardOutput.write(data + [0x0A])
}

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("anicca-bench: \(text)\n".utf8))
    exit(1)
}

func echo() throws {
    for engine in EchoEngine.allCases {
        guard let report = try EchoBench.run(engine: engine) else { continue }
        FileHandle.standardOutput.write(try JSONEncoder().encode(report) + [0x0A])
    }
}

/// Runs the state machines of the media and of the session, each for this many hours of virtual time.
func endure(hours: Int) throws {
    let call = try VirtualCall(seed: 7)
    var conversation = VirtualConversation()
    conversation.configure()
    for hour in 1...max(1, hours) {
        call.run(seconds: 3600)
        conversation.talk(seconds: 3600)
        show([
            "hour": hour, "private_kb": Footprint.now.privateKilobytes, "connections": conversation.connections,
            "turns": conversation.turnsInHistory, "concealed_ms": call.counters.concealedMilliseconds,
            "is_over": conversation.isOver, "failure": conversation.failure.map { "\($0)" } ?? "",
        ])
    }
}

let options = Options(Array(CommandLine.arguments.dropFirst(2)))
do {
    switch CommandLine.arguments.dropFirst().first {
    case "click": try Click(period: Int(options.number("period", 480))).run()
    case "converse": try Client(options).converse(seconds: options.number("seconds", 20))
    case "churn":
        try Client(options).churn(
            rounds: Int(options.number("rounds", 1000)), pauseMilliseconds: Int(options.number("pause", 200)))
    case "endure": try endure(hours: Int(options.number("hours", 8)))
    case "echo": try echo()
    default: fail(usage)
    }
} catch {
    fail("\(error)")
}
