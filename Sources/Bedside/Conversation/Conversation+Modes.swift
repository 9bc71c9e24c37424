/// The ways of a conversation, and what it asks of its parent.
extension Conversation {
    enum Mode: Hashable, Sendable {
        /// The call is being made, or waits muted until the appliance has said its own words. Can go to `online`,
        /// `waiting` (lost once more), `offline`.
        case connecting(until: BootTime)
        /// The call was lost, and is redialled at `until`. Can go to `connecting`, `offline`.
        case waiting(until: BootTime)
        /// Can go to `waiting`, `offline`.
        case online(Talk)
        /// The offline companion's routine. Can go to `connecting`, if a companion that was busy joins late.
        case offline(Routine)
    }

    enum Output: Hashable, Sendable {
        case over(ConversationEnd, cause: NightEntry.Cause)
        /// The appliance says something itself, so that nobody waits in silence.
        case say(Phrase)
        /// The companion broke off in mid-sentence.
        case brokeOff
        /// Opens the ready call, whatever the appliance is saying.
        case openCall
        case redial
        /// Calls the companion that was busy.
        case callLate
        /// No companion joins any more.
        case dropLate
        case callFailed(ConversationFailure)
        case callLost(ConversationFailure)
        case fallBack(ConversationFailure)
        /// Little time is left: the companion offers to end.
        case offerEnd
    }
}
