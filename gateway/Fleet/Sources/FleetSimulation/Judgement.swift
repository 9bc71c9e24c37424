import Bedside
import Foundation

/// Compares what the speakers, the provider and the gateway's database say of the morning.
struct Judgement {
    let fleet: Fleet
    let sessions: [String: FleetDatabase.Session]
    let invariantsHold: Bool
    let endedWell: Bool

    static let longestWait = TimeSpan.seconds(2)

    func report() -> FleetReport {
        var report = FleetReport()
        let record = fleet.record
        report.scenario = fleet.scenario.rawValue
        report.speakers = fleet.speakers.count
        report.signedIn = record.signedIn
        report.providerRefused = fleet.provider.refused
        report.answers = record.answers
        report.requests = record.requests
        report.events = record.events
        report.gatewaySeconds = record.gatewaySeconds
        report.gatewayMegabytes = record.peakMemory >> 20
        report.verdicts.append(voices(&report))
        report.verdicts.append(stops())
        report.verdicts += minutes(&report)
        report.verdicts += peaks(&report)
        report.verdicts.append(answers())
        report.verdicts.append(
            Verdict(
                sentence: "every invariant of the database holds", holds: invariantsHold && endedWell,
                detail: !invariantsHold
                    ? "anicca-gateway invariants says no" : endedWell ? "yes" : "the gateway crashed"))
        report.verdicts.append(reached(report))
        return report
    }

    /// No Start is without a voice for two seconds.
    private func voices(_ report: inout FleetReport) -> Verdict {
        var waits = fleet.record.voices.map(\.wait)
        report.starts = waits.count
        report.liveFirst = fleet.record.voices.filter { $0.voice == .live }.count
        report.offlineFirst = fleet.record.voices.filter { $0.voice == .offline }.count
        report.offlineThenLive = fleet.record.offlineThenLive
        let silent = fleet.record.voices.filter { $0.voice == .none || $0.wait > Self.longestWait }.count
        waits.sort()
        for (name, part) in [("p50", 0.5), ("p99", 0.99), ("max", 1.0)] where !waits.isEmpty {
            report.waits[name] = waits[Int(part * Double(waits.count - 1))].milliseconds
        }
        return Verdict(
            sentence: "each Start is answered by a voice within 2 s", holds: silent == 0,
            detail: "\(silent) of \(report.starts) waited longer")
    }

    /// Every session that a speaker knew of was ended by its stop, and nothing is owed.
    private func stops() -> Verdict {
        let record = fleet.record
        let lost = record.talks.filter { id, talk in talk.confirmedAt == nil || sessions[id]?.endedBy != "stop" }.count
        return Verdict(
            sentence: "no stop is lost", holds: lost == 0 && record.owedStops == 0 && record.openSessions == 0,
            detail: "\(record.talks.count) talks, \(lost) without, \(record.owedStops) still owed, "
                + "\(record.openSessions) still open")
    }

    /// What the provider's own record says of a talk, in whole seconds: from its first call to the end of its last.
    private func providerSeconds(_ talk: FleetRecord.Talk) -> Int64? {
        let calls = talk.calls.compactMap { fleet.provider.calls[$0] }
        let ends = calls.compactMap(\.endedAt)
        guard let first = calls.map(\.createdAt).min(), let last = ends.max(), ends.count == calls.count else {
            return nil
        }
        return Int64((last - first).seconds)
    }

    private func minutes(_ report: inout FleetReport) -> [Verdict] {
        var (unequal, unfair, endless) = (0, 0, 0)
        for (id, talk) in fleet.record.talks {
            let debited = sessions[id]?.debited ?? 0
            report.talks += 1
            report.minutes += Int(debited)
            guard let seconds = providerSeconds(talk) else {
                endless += 1
                continue
            }
            let talked = (seconds + 59) / 60
            if talk.stopTries <= 1 {
                if debited != talked { unequal += 1 }
                continue
            }
            // The gateway learned of the end when the stop came. Until then it had lent ten minutes at most.
            report.lateStops += 1
            report.minutesBeyondTalk += Int(debited - talked)
            let late = talk.confirmedAt.flatMap { at in talk.stopSentAt.map { Int64((at - $0).seconds) } } ?? 0
            if debited < talked || debited > min(talked + 11, (seconds + late + 1 + 59) / 60) { unfair += 1 }
        }
        let unknown = sessions.filter { fleet.record.talks[$0.key] == nil }
        report.orphans = unknown.values.filter { $0.talkAt != nil }.count
        let charged = unknown.values.filter { $0.debited > 0 }.count
        return [
            Verdict(
                sentence: "the ledger equals the provider's record, rounded up per session",
                holds: unequal == 0 && endless == 0,
                detail: "\(report.talks - report.lateStops) talks, \(unequal) unequal, \(endless) without an end"),
            Verdict(
                sentence: "a stop that came late costs no more than the gateway could not know", holds: unfair == 0,
                detail: "\(report.lateStops) talks, \(unfair) unfair"),
            Verdict(
                sentence: "nobody pays for what no speaker heard of", holds: charged == 0,
                detail: "\(unknown.count) sessions, \(charged) charged"),
        ]
    }

    private func peaks(_ report: inout FleetReport) -> [Verdict] {
        let record = fleet.record
        var over: [String] = []
        for limit in PeakLimit.all(fleet.scenario) {
            let peak = record.peak(limit.kind)
            let allowed = limit.limit(speakers: fleet.speakers.count)
            let name = limit.kind.rawValue
            let total = record.perSecond[limit.kind]?.reduce(0, +) ?? 0
            report.peaks.append(
                FleetReport.Peak(
                    kind: name, total: total, busiestSecond: peak.count, at: Self.time(peak.at), limit: allowed))
            if peak.count > allowed { over.append(name) }
        }
        return [
            Verdict(
                sentence: "no second is busier than the table allows", holds: over.isEmpty,
                detail: over.isEmpty ? "yes" : over.joined(separator: ", "))
        ]
    }

    /// What a speaker may be answered besides what it asked for.
    private func answers() -> Verdict {
        var expected: Set<String> = [
            "profile 304", "profile 404 no_profile", "sign-in 400 authorization_pending",
        ]
        if fleet.scenario == .limit { expected.insert("start 503 provider_busy") }
        if fleet.record.wasKilled { expected.formUnion(RequestKind.allCases.map { "\($0.rawValue) no answer" }) }
        let odd = fleet.record.answers.filter { answer, _ in
            !expected.contains(answer) && !["200", "201"].contains(answer.split(separator: " ").last)
        }
        let isQuiet = odd.isEmpty && fleet.record.signedOut == 0 && fleet.record.cutOff == 0
        return Verdict(
            sentence: "nothing else was refused, nobody signed out, no talk cut off", holds: isQuiet,
            detail: "\(odd.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }), "
                + "\(fleet.record.signedOut) signed out, \(fleet.record.cutOff) cut off")
    }

    /// A run that did not come to what it is about proves nothing.
    private func reached(_ report: FleetReport) -> Verdict {
        var paths = [
            "sign-ins": report.signedIn, "talks": report.talks, "live voices": report.liveFirst,
            "syncs": fleet.record.count("sync 200"),
        ]
        switch fleet.scenario {
        case .morning: break
        case .limit:
            paths["refused starts"] = fleet.record.count("start 503 provider_busy")
            paths["voices of the speaker's own"] = report.offlineFirst
        case .outage:
            paths["starts without an answer"] = fleet.record.count("start no answer")
            paths["stops without an answer"] = fleet.record.count("stop no answer")
            paths["stops that came late"] = report.lateStops
            paths["voices of the speaker's own"] = report.offlineFirst
        }
        let missing = paths.filter { $0.value == 0 }.keys.sorted()
        return Verdict(
            sentence: "the run came to everything that it is about", holds: missing.isEmpty,
            detail: missing.isEmpty ? "yes" : "no \(missing.joined(separator: ", no "))")
    }

    static func time(_ time: CivilTime) -> String {
        let second = Int((time - Morning.midnight).seconds)
        return [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
            separator: ":")
    }
}
