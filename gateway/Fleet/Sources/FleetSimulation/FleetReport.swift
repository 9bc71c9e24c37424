import Bedside
import Foundation

/// Whether something that must be true of every morning was.
struct Verdict: Codable {
    let sentence: String
    let holds: Bool
    let detail: String
}

/// The most requests of a kind in a second, as gateway-design §8 computes it for 10^6 speakers.
struct PeakLimit {
    let kind: RequestKind
    let perMillion: Double

    /// Syncs come five minutes after their Start, so they bunch as Starts do. A look-up and a rotation follow a stop.
    /// What was owed while the gateway was away comes when it is back; a gateway that bears the Starts bears that. Checks
    /// are spread over three minutes, and a profile is asked for with each, every half hour, and twice after power comes.
    static func all(_ scenario: Scenario) -> [PeakLimit] {
        let stops = scenario == .outage ? 8_717.0 : 1_048
        return [
            PeakLimit(kind: .start, perMillion: 8_717),
            PeakLimit(kind: .sync, perMillion: 3_127),
            PeakLimit(kind: .stop, perMillion: stops),
            PeakLimit(kind: .lookUp, perMillion: stops),
            PeakLimit(kind: .rotate, perMillion: stops),
            PeakLimit(kind: .check, perMillion: 3_720),
            PeakLimit(kind: .profile, perMillion: 5_300),
        ]
    }

    /// Chance lets small fleets bunch: five deviations of a count that is rare and random, and three.
    func limit(speakers: Int) -> Int {
        let mean = perMillion * Double(speakers) / 1_000_000
        return Int(mean + 5 * mean.squareRoot() + 3)
    }
}

/// What a run found, as a table, as JSON, and as a picture.
struct FleetReport: Codable {
    struct Peak: Codable {
        let kind: String
        let total: Int
        let busiestSecond: Int
        let at: String
        let limit: Int
    }

    var scenario = ""
    var speakers = 0
    var seed: UInt64 = 0
    var starts = 0
    var liveFirst = 0
    var offlineFirst = 0
    /// How many of these the live companion took over.
    var offlineThenLive = 0
    var signedIn = 0
    /// In milliseconds of virtual time from Start to the first voice.
    var waits: [String: Int] = [:]
    var talks = 0
    var minutes = 0
    var lateStops = 0
    /// Minutes that were charged beyond the talk, because its stop came late.
    var minutesBeyondTalk = 0
    var orphans = 0
    var providerRefused = 0
    var peaks: [Peak] = []
    var answers: [String: Int] = [:]
    var requests = 0
    var events = 0
    var realSeconds = 0.0
    var gatewaySeconds = 0.0
    var gatewayMegabytes = 0
    var simulatorMegabytes = 0
    var verdicts: [Verdict] = []

    var holds: Bool { verdicts.allSatisfy(\.holds) }

    var table: String {
        var lines = [
            "scenario \(scenario), \(speakers) speakers, seed \(seed)", "",
            row("speakers that signed in by a code now", signedIn),
            row("Start was pressed", starts), row("  first voice: live companion", liveFirst),
            row("  first voice: the speaker's own", offlineFirst),
            row("    and then the live companion", offlineThenLive),
        ]
        for name in ["p50", "p99", "max"] { lines.append(row("  to the first voice, \(name), ms", waits[name] ?? 0)) }
        lines += [
            row("talks through the gateway", talks), row("  minutes of them in the ledger", minutes),
            row("  whose stop had to be repeated", lateStops),
            row("  minutes charged beyond the talk for that", minutesBeyondTalk),
            row("sessions that no speaker heard of", orphans), row("calls that the provider refused", providerRefused),
            "", "requests".padded(12) + "total".left(10) + "busiest s".left(11) + "at".left(10) + "limit".left(8),
        ]
        for peak in peaks {
            let mark = peak.busiestSecond <= peak.limit ? "" : "  over"
            lines.append(
                peak.kind.padded(12) + "\(peak.total)".left(10) + "\(peak.busiestSecond)".left(11) + peak.at.left(10)
                    + "\(peak.limit)".left(8) + mark)
        }
        lines += ["", "answers"]
        for (answer, count) in answers.sorted(by: { $0.key < $1.key }) { lines.append(row("  \(answer)", count)) }
        lines += [
            "", row("events of the rules", events), row("requests", requests),
            row("real seconds", Int(realSeconds.rounded())),
            row("gateway: processor seconds", Int(gatewaySeconds.rounded())), row("gateway: MB", gatewayMegabytes),
            row("simulator: MB", simulatorMegabytes), "",
        ]
        for verdict in verdicts {
            lines.append("\(verdict.holds ? "✔" : "✘") \(verdict.sentence): \(verdict.detail)")
        }
        let passed = verdicts.filter(\.holds).count
        return (lines + ["\(passed) passed, \(verdicts.count - passed) failed"]).joined(separator: "\n")
    }

    private func row(_ name: String, _ count: Int) -> String { name.padded(44) + "\(count)".left(10) }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func left(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
