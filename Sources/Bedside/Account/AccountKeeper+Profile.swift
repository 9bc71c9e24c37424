/// The owner's profile at the gateway (ACCOUNT-2).
extension AccountKeeper {
    mutating func take(
        _ answer: ProfileAnswer, to number: Int, _ standing: inout AccountStanding, thousandth: Int,
        in context: FeatureContext
    ) -> (requests: [FeatureRequest], isToBeSaid: Bool) {
        guard standing.isSignedIn else { return ([], false) }
        let outcome = exchange.take(answer, to: number, standing.profile, thousandth: thousandth, in: context)
        standing.profile = outcome.standing
        return (outcome.requests, outcome.changedAlarms && Self.isDaytime(in: context))
    }

    /// The owner may be asleep at other hours; `anicca next` and the night log tell them in the morning.
    private static func isDaytime(in context: FeatureContext) -> Bool {
        (7..<22).contains(context.calendar.zone.local(context.now.civil).time.hour)
    }

    /// Also while nobody is signed in, so that a choice made then is not lost to an older one at the gateway.
    mutating func profileChanged(from before: Profile, in context: FeatureContext) -> FeatureOutput<Self> {
        var standing = context.durable.account
        guard !exchange.consumesOwnEcho(), standing.gateway != nil, !SharedProfile.isSame(before, context.profile)
        else { return FeatureOutput() }
        standing.profile = exchange.chose(standing.profile, in: context)
        return FeatureOutput(changes: [standing])
    }
}

extension AccountKeeper {
    /// Full jitter: anything up to 2 s, doubled by each failure, 15 min at most; what the gateway asks for comes first.
    static func retry(_ failures: Int, after seconds: Int?, thousandth: Int) -> TimeSpan {
        let ceiling = min(TimeSpan.seconds(2 << min(max(failures, 0), 9)), longestRetry)
        let jitter = TimeSpan(nanoseconds: ceiling.nanoseconds / 1000) * min(max(thousandth, 0), 999)
        return max(jitter, .seconds(min(max(seconds ?? 0, 0), 3600)), .seconds(1))
    }
}
