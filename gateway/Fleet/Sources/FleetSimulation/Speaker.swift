import Bedside

/// A speaker of the fleet: the device's real rules, and what its drivers keep.
final class Speaker {
    let index: Int
    let deviceID: String
    /// The gateway's name for its owner; empty until it has signed in.
    private(set) var user = ""
    /// Where its requests come from.
    let address: String
    var token: String
    let owner: Owner
    let bootsAt: CivilTime
    /// How wrong its clock is.
    let skew: TimeSpan
    /// How long anything takes on its way to the gateway, to the provider, or back.
    let lag: TimeSpan

    var machine: Bedside?
    /// The tick that is planned.
    var tick: (generation: Int, at: CivilTime?) = (0, nil)
    /// The sound that plays, by a number that each one gets, and whether it is a voice.
    var sound: (number: Int, isVoice: Bool) = (0, false)
    var isListening = false
    /// The call that the rules asked for, and the provider's name for it.
    var call: Int?
    var providerCall: String?
    /// The session to resume when a call is lost.
    var session: String?
    private var keys = 0
    /// The code that it asked for.
    var deviceCode: String?

    /// When Start was pressed, until a voice is heard.
    var startedAt: CivilTime?
    /// Whether the last Start was answered by the speaker itself, and then or at once by the live companion.
    var wasAnswered = (offline: false, live: false)
    /// Whether its owner has tried once more.
    var triedAgain = false

    init(index: Int, token: String, owner: Owner, bootsAt: CivilTime, skew: TimeSpan, lag: TimeSpan) {
        self.index = index
        deviceID = Self.deviceID(index)
        let network = index + 1
        address = "\(20 + network >> 16).\(network >> 8 & 255).\(network & 255).7"
        self.token = token
        if !token.isEmpty { user = Self.user(index) }
        self.owner = owner
        self.bootsAt = bootsAt
        self.skew = skew
        self.lag = lag
    }

    static func deviceID(_ index: Int) -> String { "fleet-\(index)" }
    static func user(_ index: Int) -> String { "usr_0fleet\(index)" }

    func nextKey() -> String {
        keys += 1
        return "\(deviceID)-\(keys)"
    }

    /// Both of its clocks at that true time.
    func moment(_ now: CivilTime) -> Moment {
        Moment(boot: BootTime(nanoseconds: (now - bootsAt).nanoseconds) + .seconds(1), civil: now + skew)
    }

    /// When its rules want to be called next, in true time.
    var deadline: CivilTime? {
        guard let deadline = machine?.deadline else { return nil }
        let boot = deadline.boot.map { bootsAt + ($0 - BootTime(nanoseconds: 1_000_000_000)) }
        return [deadline.civil.map { $0 - skew }, boot].compactMap { $0 }.min()
    }

    func signedIn(_ user: String, token: String) {
        self.user = user
        self.token = token
    }

    /// A speaker that was set up on another day, with one alarm, and most of them signed in.
    func powerOn(gateway: String, at now: CivilTime) -> [Action] {
        var habits = Profile.builtInHabits
        for index in habits.indices {
            habits[index].isOn = habits[index].id == .wake
            if habits[index].isOn { habits[index].at = owner.alarm }
        }
        var durable = Durable()
        durable.profile = Profile(
            language: .english, companion: token.isEmpty ? .automatic : .gateway, habits: habits)
        durable.setup = SetupProgress(step: nil)
        durable.lastWritten = now + skew - .minutes(1)
        durable.armedSince[.wake] = now + skew - .days(1)
        if !token.isEmpty {
            durable.account = AccountStanding(gateway: gateway, user: user, profile: ProfileStanding(user: user))
        }
        var fresh = Bedside(
            configuration: Configuration(clockFloor: now - .days(365)), durable: durable, zone: .utc,
            isClockSynchronized: true, at: moment(now))
        let actions = fresh.start(at: moment(now))
        machine = fresh
        return actions
    }
}

/// What an owner does on the morning.
struct Owner {
    let alarm: LocalTime
    /// When Start is pressed; nil: it is not.
    let startsAt: CivilTime?
    /// When Stop is pressed; nil: it is not, and the alarm is missed.
    let stopsAt: CivilTime?
    let talks: TimeSpan
}

/// A morning as gateway-design §8 assumes it: 60 % are due at 06:00, the others on quarter-hours around it. Clocks are right
/// to 50 ms. Half of the owners press Start, after a log-normal time with a median of 25 s, and talk for a log-normal
/// time with a median of 4 minutes; most of the others press Stop.
struct Morning {
    /// 2027-03-02, a Tuesday.
    static let midnight = CivilTime(seconds: 1_803_945_600)
    static let six = midnight + .hours(6)
    static let begins = midnight + .hours(5)
    static let ends = midnight + .hours(7) + .minutes(40)
    static let power = TimeSpan.minutes(26)
    private static let others = [(5, 30), (5, 45), (6, 15), (6, 30)]

    private var random: FleetRandom

    init(seed: UInt64) { random = FleetRandom(seed: seed) }

    /// - Parameter isHerd: a planted fault: nobody takes any time.
    mutating func speaker(_ index: Int, token: String, isHerd isInstant: Bool) -> Speaker {
        let isHerd = random.unit() < 0.6
        let other = Self.others[Int.random(in: Self.others.indices, using: &random)]
        let (hour, minute) = isHerd ? (6, 0) : other
        let seconds = hour * 3600 + minute * 60
        let due = Self.midnight + .seconds(seconds)
        let reaction = isInstant ? 2 : min(max(random.logNormal(median: 25, sigma: 0.8), 1), 540)
        let talks = TimeSpan.seconds(fraction: min(max(random.logNormal(median: 240, sigma: 0.6), 10), 1200))
        let pressesAt = due + .seconds(fraction: reaction)
        let mood = random.unit()
        let isStarted = mood < 0.5
        let owner = Owner(
            alarm: LocalTime(wrappingSecondOfDay: seconds), startsAt: isStarted ? pressesAt : nil,
            stopsAt: isStarted ? pressesAt + talks : mood < 0.9 ? pressesAt : nil, talks: talks)
        return Speaker(
            index: index, token: token, owner: owner,
            // The owner's sign-in on the page counts as fresh for ten minutes.
            bootsAt: Self.begins
                + .seconds(fraction: random.unit() * (token.isEmpty ? TimeSpan.minutes(5) : Self.power).seconds),
            skew: .seconds(fraction: random.normal(mean: 0, deviation: 0.05)),
            lag: .seconds(fraction: random.uniform(0.01, 0.1)))
    }
}
