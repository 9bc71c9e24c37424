/// What the account is asked for, hears of and asks for.
extension AccountKeeper {
    public enum Command: Hashable, Codable, Sendable {
        /// Asks for a code; `gateway` nil: at the gateway of last time.
        case signIn(gateway: String?)
        /// Asks for a code because of a request in a talk, which ends first: at the gateway and with the account of
        /// last time, since anybody in the room can ask. Refused while somebody is signed in, and where there was no
        /// account.
        case signInAfterTalk
        case signOut
        /// Asks how much is left, and for the profile.
        case refresh

        enum CodingKeys: String, CodingKey {
            case signIn = "sign_in"
            case signInAfterTalk = "sign_in_after_talk"
            case signOut = "sign_out"
            case refresh
        }
    }

    public enum Poll: Hashable, Codable, Sendable {
        case pending, slowDown, noAnswer
        case failed(SignInFailure)
        /// The token is stored.
        case approved(user: String)

        enum CodingKeys: String, CodingKey { case pending, slowDown, noAnswer, failed, approved }
        enum FailedCodingKeys: String, CodingKey { case _0 = "failure" }
    }

    /// A report from the driver.
    public enum Event: Hashable, Codable, Sendable {
        case code(SignInCode)
        case noCode(SignInFailure)
        case polled(Poll)
        /// The gateway does not know the token any more (401).
        case refused
        /// It says that the account is deleted (401, `reason` is `account_deleted`).
        case accountDeleted
        /// What is left, as the gateway said without a talk. `earlyAfterMilliseconds`: how long after a ring has begun
        /// a talk may be prepared; nil: not at all (ALARM-12).
        case left(seconds: Int, earlyAfterMilliseconds: Int? = nil)
        /// No minute is left (402).
        case exhausted
        /// It is too busy for a talk (503), and can be asked again then.
        case busy(retryAfterSeconds: Int)
        /// The gateway has opened a session for the talk that is on.
        case opened(session: String, leftSeconds: Int)
        /// The gateway has opened a session for a talk that may come, and counts nothing yet (ALARM-12).
        case prepared(session: String)
        case synced(session: String, leftSeconds: Int)
        /// The gateway has confirmed the end of a session, or has never known it.
        case stopped(session: String)
        /// It was not reached; `thousandth` is chance from 0 to 999, which the core itself does not have.
        case notStopped(session: String, retryAfterSeconds: Int?, thousandth: Int)
        case rotated(isDone: Bool)
        /// The answer to the request of that number; `thousandth` is chance, as above.
        case profile(ProfileAnswer, request: Int, thousandth: Int)

        enum CodingKeys: String, CodingKey {
            case code, noCode, polled, refused, accountDeleted, left, exhausted, busy, opened, prepared, synced, stopped
            case notStopped, rotated, profile
        }
        enum CodeCodingKeys: String, CodingKey { case _0 = "code" }
        enum NoCodeCodingKeys: String, CodingKey { case _0 = "failure" }
        enum PolledCodingKeys: String, CodingKey { case _0 = "answer" }
        enum ProfileCodingKeys: String, CodingKey { case _0 = "answer", request, thousandth }
    }

    /// A request to the driver, which answers each but `endAsking` and `forget` by an event.
    public enum Effect: Hashable, Codable, Sendable {
        case ask(gateway: String)
        case poll
        case lookUp
        case sync(session: String)
        /// Start was pressed: from now on the gateway counts the session that was prepared.
        case begin(session: String)
        case stop(session: String)
        case rotate
        /// Sends this body of `PUT /mobile/profile`.
        case sendProfile(PrivateText, request: Int)
        /// Asks for the profile, if it is another than this version.
        case readProfile(version: Int?, request: Int)
        /// Forget the code that was asked for.
        case endAsking
        /// Give the token back and destroy it.
        case forget
    }
}
