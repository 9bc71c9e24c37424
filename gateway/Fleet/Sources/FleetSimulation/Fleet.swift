import Bedside
import Foundation

/// Many speakers on one virtual clock, with one real gateway.
///
/// Time goes in steps. In each, every speaker's rules take what is due; the requests that reach the gateway in the step
/// are sent together, in real time, and the gateway's clock and the provider's stand at the end of the step. Nothing
/// goes on before all answers are there, and each answer reaches its speaker a step or more later in virtual time.
///
/// What that shows: what these rules and this gateway decide, together, for so many speakers in this order, with leases
/// and minutes counted exactly; how many requests come in each second of the morning; that no crash, refusal or lost
/// answer takes away a stop, a minute or a voice. What it does not show: how fast a gateway answers such a morning. It gets as
/// much real time for each virtual second as it wants; `make bench-gateway` measures that. And the gateway's own timers
/// (its sweep, its budgets in memory) follow the machine's clock, so a sweep comes seldom by the virtual one.
final class Fleet {
    static let step = TimeSpan.milliseconds(100)

    let scenario: Scenario
    let speakers: [Speaker]
    let provider: ProviderStub
    let gateway: GatewayProcess
    let loopback: Loopback
    let clock: ClockPage
    let fault: PlantedFault?
    var queue = EventQueue()
    var random: FleetRandom
    var record = FleetRecord()
    /// The end of the step that is on: the gateway's time.
    var now = Morning.begins
    private var arriving: [(FleetRequest, Speaker)] = []
    private var codes: [(String, Speaker)] = []
    private var browser: OwnerBrowser?

    init(
        scenario: Scenario, speakers: [Speaker], provider: ProviderStub, gateway: GatewayProcess, loopback: Loopback,
        clock: ClockPage, seed: UInt64, fault: PlantedFault?
    ) {
        self.scenario = scenario
        self.speakers = speakers
        self.provider = provider
        self.gateway = gateway
        self.loopback = loopback
        self.clock = clock
        self.fault = fault
        random = FleetRandom(seed: seed ^ 0xF1EE_7000)
        loopback.provider = { provider.answer($0) }
        for speaker in speakers {
            queue.plan(.powerOn, of: speaker.index, at: speaker.bootsAt)
            if let startsAt = speaker.owner.startsAt { queue.plan(.press(.start), of: speaker.index, at: startsAt) }
            if let stopsAt = speaker.owner.stopsAt { queue.plan(.press(.stop), of: speaker.index, at: stopsAt) }
        }
    }

    /// Lives the morning.
    func run(_ progress: (CivilTime) -> Void) throws {
        var told = now
        while let next = queue.next, next <= Morning.ends {
            try setTime(after: next)
            while let due = queue.next, due < now, let entry = queue.take() {
                if speakers.indices.contains(entry.speaker) {
                    take(entry.occasion, speakers[entry.speaker], at: entry.at)
                }
            }
            send()
            try enterCodes()
            if now - told >= .minutes(5) {
                told = now
                progress(now)
            }
        }
        now = Morning.ends
        for speaker in speakers { record.note(rest: speaker) }
        record.peakMemory = max(record.peakMemory, gateway.use.bytes)
        record.gatewaySeconds += gateway.use.seconds
    }

    private func setTime(after next: CivilTime) throws {
        let steps = (next - Morning.begins).nanoseconds / Self.step.nanoseconds + 1
        now = Morning.begins + TimeSpan(nanoseconds: steps * Self.step.nanoseconds)
        provider.now = now
        clock.set(now)
        guard let outage = scenario.outage else { return }
        if !gateway.isUp, now >= outage.upperBound { try gateway.start() }
    }

    /// Sends what arrives in this step.
    private func send() {
        guard !arriving.isEmpty else { return }
        let sent = arriving
        arriving = []
        var dies = false
        if let outage = scenario.outage, gateway.isUp, outage.contains(now), !record.wasKilled {
            dies = true
            record.gatewaySeconds += gateway.use.seconds
        }
        let replies = loopback.exchange(sent.map(\.0.bytes), onceSent: dies ? { [self] in kill() } : nil)
        if dies { loopback.forgetConnections() }
        for ((request, speaker), reply) in zip(sent, replies) {
            let answer = GatewayReply(reply)
            record.note(request, answer, at: now)
            queue.plan(.answer(request, answer), of: speaker.index, at: now + speaker.lag)
        }
        for call in provider.takeCutOff() {
            guard let index = record.speakerOfCall[call] else { continue }
            record.cutOff += 1
            queue.plan(.hungUp(call: call), of: index, at: now + .milliseconds(50))
        }
    }

    /// Kills it while it works: some requests are answered, some are half done, some never read.
    private func kill() {
        usleep(UInt32.random(in: 500...4_000, using: &random))
        gateway.kill()
        record.wasKilled = true
    }

    private func enterCodes() throws {
        for (code, speaker) in codes {
            let browser = self.browser ?? OwnerBrowser(loopback: loopback)
            if self.browser == nil { try browser.signIn(code: gateway.ownerCode()) }
            self.browser = browser
            guard try browser.connect(userCode: code, from: speaker.address) else {
                throw FleetFailure("the page does not take a speaker's code")
            }
        }
        codes = []
    }

    func enter(_ code: String, of speaker: Speaker) { codes.append((code, speaker)) }

    func arrive(_ request: FleetRequest, of speaker: Speaker) { arriving.append((request, speaker)) }

    func plan(_ occasion: Occasion, of speaker: Speaker, at time: CivilTime) {
        queue.plan(occasion, of: speaker.index, at: time)
    }
}

/// What happens on the morning besides.
enum Scenario: String, CaseIterable, Sendable {
    /// The herd at 06:00 alone.
    case morning
    /// The provider limits the number of calls per second.
    case limit
    /// The gateway is killed when half of the owners due at 06:00 are talking, and is away for five minutes.
    case outage

    var outage: Range<CivilTime>? {
        self == .outage ? (Morning.six + .seconds(30))..<(Morning.six + .seconds(330)) : nil
    }

    /// The provider's limit as a part of the fleet that may begin in a second: a fifth of what the busiest second asks
    /// for.
    func callsPerSecond(speakers: Int) -> Double? { self == .limit ? max(0.2, Double(speakers) * 0.0017) : nil }
}

/// A fault on purpose, to see that the run finds it.
enum PlantedFault: String, CaseIterable, Sendable {
    /// A stop that failed is forgotten.
    case stops
    /// The provider's record lacks a minute of some calls.
    case minutes
    /// What the device says itself is not heard.
    case voice
    /// Everybody presses Start at once.
    case herd
}
