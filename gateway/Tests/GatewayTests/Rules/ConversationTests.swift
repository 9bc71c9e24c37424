import GatewayRules
import Testing

@Suite("A conversation and its minutes", .requirement("GATEWAY-2", "I1", "I5", "I7", "I9"))
struct ConversationTests {
    private let minute = Conversation.minute

    private func talking(at now: Int64 = 0, available: Int64 = 30) -> Conversation {
        var conversation = Conversation(openedAt: now)
        let isTalking = conversation.talk(at: now, available: available)
        #expect(isTalking)
        conversation.connect(at: now)
        return conversation
    }

    @Test("What is prepared and never answered is free, and is over after 15 minutes whatever the speaker sends")
    func unanswered() {
        var conversation = Conversation(openedAt: 0)
        conversation.connect(at: 1_000)
        for at in 1...20 { conversation.renew(at: Int64(at) * minute, available: 30) }
        #expect(conversation.leaseUntil == 15 * minute && conversation.heldMinutes == 0)
        conversation.close(by: .lease, at: 16 * minute)
        #expect(conversation.end == .init(at: 16 * minute, cause: .unanswered, seconds: 0, minutes: 0))
    }

    @Test("It holds ten minutes more than it has used, and its lease follows")
    func slices() {
        var conversation = talking(available: 30)
        #expect(conversation.heldMinutes == 10 && conversation.leaseUntil == 10 * minute + Conversation.slack)
        conversation.renew(at: 5 * minute, available: 20)
        #expect(conversation.heldMinutes == 15 && conversation.leaseUntil == 15 * minute + Conversation.slack)
        conversation.renew(at: 5 * minute + 1_000, available: 15)
        #expect(conversation.heldMinutes == 16)
        // Two minutes are left in all.
        conversation.renew(at: 10 * minute, available: 2)
        #expect(conversation.heldMinutes == 18 && conversation.remaining(at: 10 * minute, available: 0) == 8 * minute)
        conversation.close(by: .stop, at: 10 * minute)
        #expect(conversation.end?.minutes == 10 && conversation.heldMinutes == 0)
    }

    @Test("Seconds are rounded up once, whatever reconnects")
    func rounding() {
        for (milliseconds, minutes) in [(0, 0), (999, 0), (1_000, 1), (60_999, 1), (61_000, 2), (599_999, 10)]
            as [(Int64, Int64)]
        {
            var conversation = talking()
            conversation.connect(at: milliseconds / 2)
            conversation.connect(at: milliseconds)
            conversation.close(by: .stop, at: milliseconds)
            #expect(conversation.end?.minutes == minutes, "\(milliseconds)")
        }
    }

    @Test("A speaker that vanished is charged to its last sign of life, one that still talks to now")
    func evidence() {
        var vanished = talking()
        vanished.renew(at: 4 * minute, available: 20)
        var alive = vanished
        vanished.close(by: .lease, at: 30 * minute, evidence: .gone)
        #expect(vanished.end?.minutes == 4)
        alive.close(by: .lease, at: 12 * minute, evidence: .alive)
        #expect(alive.end?.minutes == 12)
        var late = talking()
        late.close(by: .lease, at: 30 * minute, evidence: .alive)
        #expect(late.end?.minutes == 10, "never more than was lent")
    }

    @Test("When the last minute is over it ends; a lease that nobody could renew is renewed")
    func quota() {
        var empty = talking(available: 3)
        #expect(empty.heldMinutes == 3)
        empty.renew(at: 3 * minute, available: 0)
        #expect(empty.end?.cause == .quota && empty.end?.minutes == 3)
        var late = talking(available: 30)
        late.renew(at: 17 * minute, available: 20)
        #expect(late.end == nil && late.heldMinutes == 27)
        late.close(by: .stop, at: 17 * minute)
        #expect(late.end?.minutes == 17)
    }

    @Test("What nobody renews goes on for the grace when no minute is left, once, and is charged what was lent")
    func grace() {
        let lent = talking(available: 3)
        let lease = lent.leaseUntil
        var richer = lent
        let isBegunWithAMinuteLeft = richer.beginGrace(at: lease + 1, available: 1)
        #expect(!isBegunWithAMinuteLeft && richer == lent)
        var late = lent
        let isBegunLate = late.beginGrace(at: lease + Conversation.grace, available: 0)
        #expect(!isBegunLate && late == lent)
        var going = lent
        let isBegun = going.beginGrace(at: lease + 1, available: 0)
        #expect(isBegun && going.isInGrace && going.end == nil && going.heldMinutes == 3)
        #expect(going.leaseUntil == lease + Conversation.grace)
        let isBegunTwice = going.beginGrace(at: going.leaseUntil + 1, available: 0)
        #expect(!isBegunTwice)
        // A sync ends it, and its call ends when it would have ended.
        var synced = going
        synced.renew(at: 10 * minute, available: 0)
        #expect(synced.end?.cause == .quota && synced.end?.minutes == 3 && synced.leaseUntil == going.leaseUntil)
        var gone = going
        gone.close(by: .lease, at: 24 * minute, evidence: .gone)
        #expect(gone.end?.minutes == 0, "its last sign of life was its call")
        going.close(by: .quota, at: 24 * minute)
        #expect(going.end == .init(at: 24 * minute, cause: .quota, seconds: 210, minutes: 3))
        // After a sync the call goes on from that moment.
        var told = lent
        told.renew(at: 3 * minute, available: 0)
        #expect(told.end?.cause == .quota && told.leaseUntil == 3 * minute + Conversation.grace)
    }

    @Test("A provider that refuses costs nothing, and metering begins with the first call that it takes")
    func giveBack() {
        var conversation = Conversation(openedAt: 0)
        let isTalking = conversation.talk(at: 0, available: 5)
        #expect(isTalking && conversation.heldMinutes == 5)
        conversation.giveBack(at: 9_000)
        #expect(conversation.heldMinutes == 0 && conversation.talkAt == nil)
        let again = conversation.talk(at: 10_000, available: 5)
        #expect(again)
        conversation.connect(at: 19_000)
        #expect(conversation.talkAt == 19_000)
        conversation.giveBack(at: 20_000)
        #expect(conversation.heldMinutes == 5, "a line that cannot be renewed takes nothing back")
        conversation.close(by: .stop, at: 79_000)
        #expect(conversation.end?.minutes == 1)
        let nothing = conversation.talk(at: 80_000, available: 5)
        #expect(!nothing)
    }

    @Test("Start with an offer of its own gives up the call that was prepared, and costs nothing if it is refused")
    func startWithAnotherCall() {
        var prepared = Conversation(openedAt: 0)
        prepared.connect(at: 1_000)
        prepared.giveUpCall()
        let isTalking = prepared.talk(at: 20_000, available: 5)
        #expect(isTalking && !prepared.isConnected)
        var refused = prepared
        refused.giveBack(at: 26_000, wasPrepared: true)
        #expect(refused.talkAt == nil && refused.heldMinutes == 0 && refused.leaseUntil == Conversation.preparedLease)
        refused.close(by: .stop, at: 5 * minute)
        #expect(refused.end?.minutes == 0)
        prepared.connect(at: 26_000)
        #expect(prepared.talkAt == 26_000)
        prepared.giveUpCall()
        #expect(prepared.isConnected, "a talk that is on has its call")
        prepared.close(by: .stop, at: 86_000)
        #expect(prepared.end?.minutes == 1)
    }

    /// An account in its simplest form: what there was, what was charged, and each conversation's whole story.
    private struct Model {
        struct Story {
            var conversation: Conversation
            /// When somebody could first talk, and the last sign of life.
            var began: Int64?
            var seen: Int64
            var isConnected = false
        }
        let total: Int64
        var charged: Int64 = 0
        var stories: [Story] = []
        var open: [Int] { stories.indices.filter { stories[$0].conversation.end == nil } }
        var held: Int64 { open.reduce(0) { $0 + stories[$1].conversation.heldMinutes } }
        var available: Int64 { total - charged - held }
    }

    @Test("Random histories: nothing below zero, nothing charged that was not talked", arguments: 0..<300)
    func histories(seed: Int) throws {
        var generator = SeededGenerator(UInt64(seed))
        var model = Model(total: .random(in: 0...40, using: &generator))
        var now: Int64 = 1_800_000_000_000
        for _ in 0..<120 {
            now += [0, 999, 20_000, minute, 4 * minute, 14 * minute].randomElement(using: &generator) ?? 0
            guard let index = model.open.randomElement(using: &generator),
                Bool.random(using: &generator) || model.open.count > 4
            else {
                model.stories.append(.init(conversation: Conversation(openedAt: now), began: nil, seen: now))
                continue
            }
            var story = model.stories[index]
            let before = story.conversation
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                let available = model.available
                if story.conversation.talk(at: now, available: available) {
                    if before.talkAt == nil {
                        story.began = now
                        story.seen = now
                    }
                } else {
                    #expect(available < 1)
                }
            case 1:
                story.conversation.connect(at: now)
                if !story.isConnected, story.began != nil { story.began = now }
                story.isConnected = true
                story.seen = now
            case 2:
                story.conversation.giveBack(at: now)
                if !story.isConnected { story.began = nil }
            case 3:
                story.conversation.renew(at: now, available: model.available)
                if story.conversation.end == nil { story.seen = now }
            case 4: story.conversation.close(by: .stop, at: now)
            default:
                guard story.conversation.leaseUntil < now else { break }
                if story.conversation.beginGrace(at: now, available: model.available) { break }
                let evidence: Conversation.Evidence = Bool.random(using: &generator) ? .alive : .gone
                story.conversation.close(by: .lease, at: now, evidence: evidence)
                if evidence == .gone, let end = story.conversation.end, let began = story.began {
                    #expect(end.seconds <= max(0, story.seen - began) / 1000)
                }
            }
            if let end = story.conversation.end {
                model.charged += end.minutes
                let talked = story.isConnected ? story.began.map { max(0, now - $0) / 1000 } ?? 0 : 0
                #expect(end.seconds <= talked && end.minutes * 60 < end.seconds + 60)
                #expect(end.minutes <= before.heldMinutes || end.cause == .quota)
                if end.cause == .quota {
                    #expect(end.minutes >= 1 || !story.isConnected, "a grace that cost its account no minute")
                    #expect(story.conversation.leaseUntil <= now + Conversation.grace)
                }
                var again = story.conversation
                again.close(by: .stop, at: now + minute)
                again.renew(at: now + minute, available: 10)
                #expect(again == story.conversation, "what has ended stays as it was")
            } else if let began = story.conversation.talkAt {
                #expect(story.conversation.heldMinutes <= max(before.heldMinutes, (now - began) / minute + 11))
            }
            model.stories[index] = story
            #expect(model.available >= 0 && model.charged <= model.total)
        }
    }
}
