/// The device's account at a gateway, as a feature (ACCOUNT-1 to ACCOUNT-6).
///
/// It signs in by a code that is spoken and typed on a page (RFC 8628), follows what is left while a talk is on, owes
/// the gateway the end of each talk until it has confirmed it, and has the token replaced in the evening. Nothing of it
/// is needed for an alarm: while something rings, no request is made. Only the gateway's own 401 signs out.
public struct AccountKeeper: Feature {
    public typealias Change = AccountStanding

    private struct OwedWords: Hashable, Sendable {
        var phrase: AccountPhrase
        var at: BootTime
        var until: BootTime
    }

    private var signIn = SignIn.resting
    var exchange = ProfileExchange()
    /// Why the last sign-in did not come about.
    private var failure: SignInFailure?
    private var meter = TalkMeter()
    /// How long after a ring has begun a talk may be prepared; nil: the gateway does not want that.
    private var earlyAfter: TimeSpan?
    /// What the gateway last said is left.
    private var leftSeconds: Int?
    /// The stop that is on its way, and until when its answer is waited for.
    private var stopping: String?
    private var stopAt: BootTime?
    private var stopFailures = 0
    /// Until when a summary of the last talk may be on its way over its own call.
    private var summaryUntil = BootTime.zero
    /// What was to be said while something else sounded.
    private var owedWords: OwedWords?
    private var rotatedAt: BootTime?
    private var isRotating = false
    /// Whether it was said that the speaker is signed out, or that nothing is left.
    private(set) var isTold = false
    private var isRinging = false
    private var hasStarted = false
    /// When the gateway, which was too busy for a talk, can be asked again.
    private var turn: BootTime?
    /// When Start last had it asked whether there are minutes again.
    private var lookedUpAt: BootTime?

    static let latestEarly = TimeSpan.seconds(60)
    /// A talk for which the gateway is busy longer is left to the offline companion.
    static let longestTurn = TimeSpan.minutes(10)
    static let saysWithin = TimeSpan.seconds(60)
    static let saysChangesWithin = TimeSpan.minutes(10)
    static let summaryPatience = TimeSpan.seconds(12)
    static let stopPatience = TimeSpan.seconds(30)
    static let longestRetry = TimeSpan.minutes(15)
    static let rotateAfter = TimeSpan.hours(20)
    /// What tomorrow's talk at the alarm may need (GUARD-7).
    static let morningSeconds = 300
    /// A minute that has begun is charged whole.
    static let leastSeconds = 60
    static let looksUpAgainAfter = TimeSpan.minutes(1)

    // MARK: How it stands

    func status(_ standing: AccountStanding) -> AccountStatus {
        var status = AccountStatus(
            state: standing.isSignedIn ? .signedIn : .signedOut, gateway: standing.gateway, user: standing.user,
            code: nil, failure: failure, isHeld: standing.isHeld, minutesLeft: leftSeconds.map { $0 / 60 },
            owedStops: standing.owedStops.count, isProfileOwed: standing.isSignedIn && standing.profile.isOwed)
        if let asked = signIn.gateway {
            status.state = signIn.code == nil ? .asking : .showing
            status.gateway = asked
            status.code = signIn.code
        }
        return status
    }

    /// Why no talk through the gateway can be tried; nil: it can.
    static func refusal(_ standing: AccountStanding) -> ConversationFailure? {
        guard standing.isSignedIn else { return .unavailable }
        return standing.isHeld ? .quota : nil
    }

    /// How long after a ring has begun a talk may be prepared; nil: not at all.
    func earlyConnection(_ standing: AccountStanding) -> TimeSpan? {
        Self.refusal(standing) == nil ? earlyAfter : nil
    }

    /// When the gateway can be asked again for the talk that it was too busy for; handed out once.
    mutating func takeTurn(at now: BootTime) -> BootTime? {
        defer { turn = nil }
        return turn.flatMap { $0 > now ? $0 : nil }
    }

    /// Notes that the owner was told why the gateway is not asked.
    mutating func told() { isTold = true }

    /// The owner wants to talk, and is told why that cannot be. The gateway is asked whether minutes have come since,
    /// for the next press (ACCOUNT-4).
    mutating func startWasRefused(in context: FeatureContext) -> FeatureOutput<Self> {
        told()
        let now = context.now.boot
        guard context.durable.account.isHeld, !context.isRinging,
            lookedUpAt.map({ $0 + Self.looksUpAgainAfter <= now }) ?? true
        else { return FeatureOutput() }
        lookedUpAt = now
        return FeatureOutput(effects: [.lookUp])
    }

    // MARK: When to act

    var deadline: Deadline {
        guard !isRinging else { return Deadline() }
        guard hasStarted, !meter.isDue else { return Deadline(boot: .zero) }
        return Deadline(
            boot: stopAt.earlier(signIn.deadline).earlier(owedWords?.at).earlier(exchange.deadline)
                .earlier(meter.deadline))
    }

    mutating func plan(in context: FeatureContext) {
        isRinging = context.isRinging
        meter.plan(isRinging: context.isRinging, isLive: context.live != nil)
        let standing = context.durable.account
        // Who has chosen the offline companion wants nothing of theirs to leave the device.
        exchange.plan(user: context.profile.companion == .offline ? nil : standing.user, at: context.now.boot)
        if standing.owedStops.isEmpty || !standing.isSignedIn {
            stopAt = nil
            stopFailures = 0
        } else if stopAt == nil {
            stopAt = max(context.now.boot, summaryUntil)
        }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        guard !context.isRinging else { return output }
        let now = context.now.boot
        var standing = context.durable.account
        if !hasStarted {
            hasStarted = true
            standing.closeSession()
        }
        let (begun, isOver) = meter.decide(isLive: context.live != nil, leftSeconds: leftSeconds, at: now)
        if isOver { standing.closeSession() }
        output = obey(signIn.advance(to: now, isQuiet: context.isQuiet), in: context)
        if let owed = owedWords, owed.at <= now {
            if context.isQuiet { output.requests.append(.say(.account(owed.phrase))) }
            owedWords?.at = now + SignIn.triesToSayAfter
            if context.isQuiet || owed.until <= now { owedWords = nil }
        }
        let (isOpen, isAtRisk) = (context.live?.isOpen == true, context.isAtRisk)
        obey(begun + meter.advance(isOpen: isOpen, isAtRisk: isAtRisk, at: now), isAtRisk: isAtRisk, &output)
        advanceStops(standing, &output, at: now)
        output.effects += exchange.advance(in: context).map { [$0] } ?? []
        if standing != context.durable.account { output.changes.append(standing) }
        return output
    }

    private mutating func obey(_ outputs: [TalkMeter.Output], isAtRisk: Bool, _ output: inout FeatureOutput<Self>) {
        for asked in outputs {
            switch asked {
            case .sync(let session): output.effects.append(.sync(session: session))
            case .begin(let session): output.effects.append(.begin(session: session))
            case .minuteLeft: output.requests.append(.sayOverCompanion(.account(.minuteLeft)))
            case .nothingLeft:
                // Who may be at risk hears the help line instead.
                if !isAtRisk { told() }
                output.requests += [.endConversation(.limit), .say(.account(.nothingLeft))]
            }
        }
    }

    private mutating func advanceStops(
        _ standing: AccountStanding, _ output: inout FeatureOutput<Self>, at now: BootTime
    ) {
        guard let stopAt, stopAt <= now, let session = standing.owedStops.first else { return }
        stopping = session
        self.stopAt = now + Self.stopPatience
        output.effects.append(.stop(session: session))
    }

    // MARK: What the owner asks for

    /// Whether whoever is in the room can ask for a code (ACCOUNT-1): where nobody is signed in, and it is known whose
    /// speaker this is.
    func canSignInAgain(_ standing: AccountStanding) -> Bool {
        !standing.isSignedIn && standing.gateway != nil && standing.profile.user != nil
    }

    /// Asks for a code at the press of a button. Only the owner's own account is taken: whoever is in the room can press.
    mutating func signInAgain(in context: FeatureContext) -> FeatureOutput<Self> {
        let standing = context.durable.account
        guard canSignInAgain(standing), let gateway = standing.gateway else { return FeatureOutput() }
        failure = nil
        signIn.ask(gateway, only: standing.profile.user, at: context.now.boot)
        return FeatureOutput(requests: [.say(.account(.askingForCode))], effects: [.ask(gateway: gateway)])
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        var standing = context.durable.account
        switch command {
        case .signIn(let given):
            return ask(given ?? standing.gateway, only: nil, in: context)
        case .signInAfterTalk:
            guard canSignInAgain(standing) else { return (.refused(.gatewayAddress), FeatureOutput()) }
            return ask(standing.gateway, only: standing.profile.user, in: context)
        case .signOut:
            let isAsking = signIn != .resting
            signIn = .resting
            failure = nil
            guard standing.isSignedIn else {
                return (.done, FeatureOutput(effects: isAsking ? [.endAsking] : []))
            }
            leave(&standing)
            let requests = [FeatureRequest.note(.signedOut, detail: "owner")] + withoutGateway(in: context)
            return (.done, FeatureOutput(changes: [standing], requests: requests, effects: [.endAsking, .forget]))
        case .refresh:
            guard standing.isSignedIn else { return (.refused(.signInFirst), FeatureOutput()) }
            leftSeconds = nil
            exchange.askSoon(at: context.now.boot)
            return (.done, FeatureOutput(effects: context.isRinging ? [] : [.lookUp]))
        }
    }

    private mutating func ask(
        _ gateway: String?, only: String?, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        guard let gateway, GatewayAddress.isUsable(gateway) else { return (.refused(.gatewayAddress), FeatureOutput()) }
        guard !context.isRinging else { return (.refused(.sounding), FeatureOutput()) }
        failure = nil
        signIn.ask(gateway, only: only, at: context.now.boot)
        return (.done, FeatureOutput(effects: [.ask(gateway: gateway)]))
    }

    private func learned(_ failure: ConversationFailure?, in context: FeatureContext) -> [FeatureRequest] {
        guard context.profile.companion == .gateway else { return [] }
        return [.learn(.companion(failure, isCheck: false, wantsGateway: true))]
    }

    /// Whoever else can answer does.
    private func withoutGateway(in context: FeatureContext) -> [FeatureRequest] {
        context.profile.companion == .gateway ? [.apply(Self.companion(.automatic))] : []
    }

    /// Says that the gateway has signed the speaker out. If a call is being made, it fails now, and the offline companion
    /// begins by saying why.
    private mutating func tell(_ phrase: AccountPhrase, in context: FeatureContext) -> [FeatureRequest] {
        isTold = context.isQuiet || context.live?.isOpen == false
        return [.say(.account(phrase)), .note(.signedOut, detail: "gateway")]
    }

    private static func companion(_ companion: Companion) -> ProfilePatch {
        var patch = ProfilePatch()
        patch.companion = companion
        return patch
    }

    // MARK: What the driver reports

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now.boot
        var standing = context.durable.account
        var output = FeatureOutput<Self>()
        switch event {
        case .code(let code): return obey(signIn.show(code, at: now), in: context)
        case .noCode(let failure): return obey(signIn.gotNoCode(failure), in: context)
        case .polled(let poll): return obey(signIn.answered(poll, at: now), in: context)
        case .refused:
            guard standing.isSignedIn else { return output }
            leave(&standing)
            output.requests = tell(.signedOut, in: context) + learned(.unavailable, in: context)
        case .accountDeleted:
            guard standing.isSignedIn else { return output }
            leave(&standing)
            // The gateway knows nothing of the sessions any more, and any account may be next.
            standing = AccountStanding(gateway: standing.gateway)
            output.requests = tell(.accountDeleted, in: context) + withoutGateway(in: context)
            output.effects.append(.forget)
        case .left(let seconds, let earlyAfterMilliseconds):
            guard standing.isSignedIn else { return output }
            output.requests = left(seconds, earlyAfterMilliseconds, &standing, in: context)
            output.effects = rotation(in: context)
        case .exhausted:
            guard standing.isSignedIn else { return output }
            leftSeconds = 0
            standing.isHeld = true
            // It had prepared a talk for which nothing is left now.
            meter.exhausted(at: now)
        case .busy(let seconds):
            let wait = TimeSpan.seconds(max(seconds, 1))
            turn = wait > Self.longestTurn ? nil : now + wait
        case .opened(let session, let seconds):
            turn = nil
            guard holds(session, &standing) else { return output }
            guard context.live != nil else {
                standing.closeSession()
                break
            }
            leftSeconds = max(seconds, 0)
            meter.opened(session, leftSeconds: max(seconds, 0), at: now)
        case .prepared(let session): if holds(session, &standing) { meter.prepare(session) }
        case .synced(let session, let seconds):
            guard meter.synced(session, leftSeconds: max(seconds, 0), at: now) else { return output }
            leftSeconds = max(seconds, 0)
        case .stopped(let session):
            standing.owedStops.removeAll { $0 == session }
            (stopFailures, stopAt, stopping) = (0, nil, nil)
            // Only now is what is left all that is left.
            if standing.owedStops.isEmpty, standing.openSession == nil, standing.isSignedIn {
                output.effects.append(.lookUp)
            }
        case .notStopped(let session, let retryAfter, let thousandth):
            guard stopping == session else { return output }
            stopping = nil
            stopAt = now + Self.retry(stopFailures, after: retryAfter, thousandth: thousandth)
            stopFailures += 1
        case .rotated(let isDone):
            isRotating = false
            if isDone { rotatedAt = now }
        case .profile(let answer, let number, let thousandth):
            let (requests, isToBeSaid) = take(answer, to: number, &standing, thousandth: thousandth, in: context)
            output.requests += requests
            if isToBeSaid { say(.habitsChanged, within: Self.saysChangesWithin, in: context, &output) }
        }
        if standing != context.durable.account { output.changes.append(standing) }
        return output
    }

    /// Takes how much the account has left, and shows what is too little.
    private mutating func left(
        _ seconds: Int, _ earlyAfterMilliseconds: Int?, _ standing: inout AccountStanding, in context: FeatureContext
    ) -> [FeatureRequest] {
        leftSeconds = max(seconds, 0)
        earlyAfter = earlyAfterMilliseconds.map { min(max(.milliseconds($0), .zero), Self.latestEarly) }
        // While a talk is counted, its slice is missing from what is left.
        let isSettled = standing.openSession == nil && standing.owedStops.isEmpty
        standing.isHeld = isSettled ? seconds < Self.leastSeconds : standing.isHeld && seconds < Self.leastSeconds
        // What is too little for the talk at tomorrow's alarm is shown the evening before (GUARD-7).
        let isShort = isSettled ? seconds < Self.morningSeconds : standing.isHeld
        if !standing.isHeld { isTold = false }
        return learned(isShort ? .quota : nil, in: context)
    }

    /// Notes the session that the gateway has opened for a talk; the one before it is owed its end.
    ///
    /// - Returns: false if the gateway's answer comes too late, or its name is too long to keep.
    private mutating func holds(_ session: String, _ standing: inout AccountStanding) -> Bool {
        guard standing.isSignedIn, session.utf8.count <= AccountStanding.maximumNameBytes else { return false }
        if standing.openSession != session { standing.closeSession() }
        (standing.openSession, standing.isHeld, isTold) = (session, false, false)
        return true
    }

    private mutating func obey(_ outputs: [SignIn.Output], in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        for asked in outputs {
            switch asked {
            case .poll: output.effects.append(.poll)
            case .endAsking: output.effects.append(.endAsking)
            case .say(let digits): output.requests.append(.say(.account(.code(digits))))
            case .failed(let failure):
                self.failure = failure
                // The companion may still be saying goodbye.
                say(.notSignedIn(failure), within: Self.saysWithin, in: context, &output)
            case .signedIn(let user, let gateway):
                (failure, isTold, leftSeconds, earlyAfter) = (nil, false, nil, nil)
                rotatedAt = context.now.boot
                let standing = context.durable.account.signedIn(user, at: gateway)
                exchange.signedIn(at: context.now.boot)
                output.changes.append(standing)
                output.requests.append(.note(.signedIn, detail: nil))
                if context.profile.companion != .gateway {
                    output.requests.append(.apply(Self.companion(.gateway)))
                }
                // The code may still be being said.
                say(.signedIn, within: Self.saysWithin, in: context, &output)
                output.effects.append(.lookUp)
            case .unwanted: if !context.durable.account.isSignedIn { output.effects.append(.forget) }
            }
        }
        return output
    }

    /// Says it now, or once it is quiet.
    private mutating func say(
        _ phrase: AccountPhrase, within span: TimeSpan, in context: FeatureContext, _ output: inout FeatureOutput<Self>
    ) {
        guard !context.isQuiet else { return output.requests.append(.say(.account(phrase))) }
        let now = context.now.boot
        owedWords = OwedWords(phrase: phrase, at: now + SignIn.triesToSayAfter, until: now + span)
    }

    /// Everything of the owner's is erased.
    mutating func forgetAll() -> FeatureOutput<Self> {
        self = AccountKeeper()
        hasStarted = true
        return FeatureOutput(effects: [.forget])
    }

    private mutating func leave(_ standing: inout AccountStanding) {
        standing.closeSession()
        standing.user = nil
        standing.isHeld = false
        meter.end()
        (earlyAfter, leftSeconds, isRotating, rotatedAt) = (nil, nil, false, nil)
    }

    /// The token is replaced when the account is looked up without a talk, so at the evening check, at most once in
    /// twenty hours (ACCOUNT-6).
    private mutating func rotation(in context: FeatureContext) -> [Effect] {
        let now = context.now.boot
        guard !isRotating, !context.isRinging, context.live == nil,
            rotatedAt.map({ $0 + Self.rotateAfter <= now }) ?? true
        else {
            return []
        }
        let next = context.calendar.upcoming.first { !$0.isSkipped }?.at
        // Not right before an alarm.
        guard next.map({ context.now.civil + .minutes(30) < $0 }) ?? true else { return [] }
        isRotating = true
        return [.rotate]
    }

    // MARK: What happens elsewhere

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .conversationBegan:
            turn = nil
            return FeatureOutput()
        case .conversationEnded:
            turn = nil
            meter.end()
            var standing = context.durable.account
            standing.closeSession()
            guard standing != context.durable.account else { return FeatureOutput() }
            // A summary of the talk is asked for over its own call, which a stop would end (MIND-3).
            let isSummarized = context.durable.memory.mode == .on
            summaryUntil = context.now.boot + (isSummarized ? Self.summaryPatience : .zero)
            stopAt = nil
            return FeatureOutput(changes: [standing])
        case .profileChanged(let before): return profileChanged(from: before, in: context)
        // The network is there, and the alarm is near: what was changed elsewhere is to be known now (ALARM-12).
        case .alarmChecked:
            exchange.askSoon(at: context.now.boot)
            return FeatureOutput()
        case .pressed, .occurrenceEnded, .callOpened, .heard, .said, .concernRaised,
            .wentOffRecord, .clockTrusted, .calendarChanged, .devicesChanged, .companionChecked:
            return FeatureOutput()
        }
    }
}
