/// What the device keeps about its account at a gateway (ACCOUNT-1 to ACCOUNT-4). The token itself is in a file
/// of its own, which the core never sees.
public struct AccountStanding: Hashable, Codable, Sendable {
    /// The gateway's base address; nil: none was ever given.
    public var gateway: String?
    /// The gateway's name for whoever is signed in; nil: nobody is.
    public var user: String?
    /// Whether the gateway said that no minute is left, and has not said otherwise since (402).
    public var isHeld = false
    /// The session of the talk that is on. After a power cut it is owed a stop.
    public var openSession: String?
    /// Sessions whose end the gateway has not confirmed, oldest first.
    public var owedStops: [String] = []
    public var profile = ProfileStanding()

    public static let maximumOwedStops = 32
    public static let maximumNameBytes = 128
    public static let maximumAddressBytes = 256

    public init(
        gateway: String? = nil, user: String? = nil, isHeld: Bool = false, openSession: String? = nil,
        owedStops: [String] = [], profile: ProfileStanding = ProfileStanding()
    ) {
        self.gateway = gateway
        self.user = user
        self.isHeld = isHeld
        self.openSession = openSession
        self.owedStops = owedStops
        self.profile = profile
    }

    public var isSignedIn: Bool { user != nil }

    /// Adds a session to those that are owed a stop; the gateway ends by itself what is pushed out.
    mutating func owe(_ session: String) {
        guard !owedStops.contains(session) else { return }
        owedStops.append(session)
        if owedStops.count > Self.maximumOwedStops { owedStops.removeFirst() }
    }

    /// The session of a talk that a power cut or a signed-out speaker has left behind is owed a stop.
    mutating func closeSession() {
        if let openSession { owe(openSession) }
        openSession = nil
    }

    /// The standing after a sign-in. Another gateway knows nothing of the sessions of this one, and this one ends none
    /// for another person.
    func signedIn(_ user: String, at gateway: String) -> AccountStanding {
        var standing = self.gateway == gateway ? self : AccountStanding(gateway: gateway)
        if let former = standing.user ?? standing.profile.user, former != user {
            (standing.openSession, standing.owedStops) = (nil, [])
        }
        standing.profile = standing.profile.signedIn(user)
        standing.user = user
        standing.isHeld = false
        return standing
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        gateway = try values.decodeIfPresent(String.self, forKey: .gateway)
        user = try values.decodeIfPresent(String.self, forKey: .user)
        isHeld = try values.value(.isHeld, or: isHeld)
        openSession = try values.decodeIfPresent(String.self, forKey: .openSession)
        owedStops = try values.value(.owedStops, or: owedStops)
        profile = try values.value(.profile, or: profile)
    }
}

/// The code that the owner types on the gateway's page (RFC 8628).
public struct SignInCode: Hashable, Codable, Sendable {
    /// Nine digits or a few more; in no journal, because whoever types them gets the speaker.
    public var digits: PrivateText
    public var page: String
    public var livesSeconds: Int
    /// The least time between two polls.
    public var intervalSeconds: Int

    public init(digits: PrivateText, page: String, livesSeconds: Int, intervalSeconds: Int) {
        self.digits = digits
        self.page = page
        self.livesSeconds = livesSeconds
        self.intervalSeconds = intervalSeconds
    }

    /// The digits in threes, as they are read and spoken: "482 913 775".
    public static func grouped(_ digits: String) -> String {
        var groups: [String] = []
        var rest = Substring(digits)
        while !rest.isEmpty {
            groups.append(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return groups.joined(separator: " ")
    }
}

/// Why a sign-in did not come about.
public enum SignInFailure: String, Hashable, Codable, Sendable, CaseIterable {
    /// The gateway cannot be reached.
    case network
    /// Its certificate is not trusted, or the address is plain http to another machine.
    case untrusted
    /// What answers is not a gateway, or refuses.
    case refused
    /// Too many codes were asked for; later it may work.
    case tooOften = "too_often"
    /// The owner said no on the page.
    case denied
    /// Nobody typed the code in time.
    case expired
    /// The token cannot be stored on the device.
    case notStored = "not_stored"
    /// The code was typed in with another account than before. A sign-in that began with a button or in a talk
    /// accepts only the old one.
    case anotherAccount = "another_account"
}

/// How the account stands, for `anicca account`, the panel and set-up.
public struct AccountStatus: Hashable, Codable, Sendable {
    public enum State: String, Hashable, Codable, Sendable, CaseIterable {
        case signedOut = "signed_out"
        case asking, showing
        case signedIn = "signed_in"
    }

    public var state: State
    public var gateway: String?
    public var user: String?
    /// While `showing`.
    public var code: SignInCode?
    /// Why the last sign-in since the start did not come about; nil: it did, or there was none.
    public var failure: SignInFailure?
    public var isHeld: Bool
    /// The minutes that the gateway last said are left; nil: it has said nothing since the start.
    public var minutesLeft: Int?
    /// How many ended talks the gateway does not know about yet.
    public var owedStops: Int
    /// Whether it does not know the owner's newest choices yet.
    public var isProfileOwed = false
}
