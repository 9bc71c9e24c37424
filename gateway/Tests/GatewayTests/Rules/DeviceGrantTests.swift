import GatewayRules
import Testing

@Suite("A speaker's way from its code to its token", .requirement("GATEWAY-1", "ACCOUNT-1", "I13"))
struct DeviceGrantTests {
    @Test(
        "A device that waits the interval after each answer is never slowed down, whatever the noise",
        arguments: 0..<100)
    func honestPoller(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        var grant = DeviceGrant(expiresAt: 900_000)
        var now: Int64 = 0
        var pending = 0
        while now < 900_000 {
            // The way there and back takes up to 0.9 s; the device's clock runs up to 1 % fast.
            let arrival = now + .random(in: 0...900, using: &generator)
            guard arrival < 900_000 else { break }
            #expect(grant.poll(at: arrival) == .authorizationPending)
            pending += 1
            now = arrival + .random(in: 0...900, using: &generator) + 4_950
        }
        #expect(pending >= 900 / 7)
    }

    @Test("The first poll is never too early")
    func firstPoll() {
        var grant = DeviceGrant(expiresAt: 900_000)
        #expect(grant.poll(at: 0) == .authorizationPending)
        #expect(grant.poll(at: 3_999) == .slowDown)
    }

    @Test("A device that ignores slow_down still gets an answer every 30 s, and its token at once")
    func stubbornPoller() {
        var grant = DeviceGrant(expiresAt: 900_000)
        var accepted: [Int64] = []
        for second in stride(from: 0 as Int64, to: 600, by: 3)
        where grant.poll(at: second * 1000) == .authorizationPending {
            accepted.append(second)
        }
        let gaps = zip(accepted, accepted.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 <= 30 })
        #expect(gaps.count >= 18)
        #expect(grant.poll(at: 700_000) == .authorizationPending)
        #expect(grant.poll(at: 700_001) == .slowDown)
        #expect(grant.approve(by: "u", at: 700_002) == true)
        #expect(grant.poll(at: 700_003) == .issue(user: "u"))
    }

    @Test("A slow_down raises the interval by 5 s, to 30 s at most (RFC 8628 §3.5)")
    func slowDown() {
        var grant = DeviceGrant(expiresAt: 900_000)
        _ = grant.poll(at: 0)
        for expected in [10, 15, 20, 25, 30, 30] as [Int64] {
            #expect(grant.poll(at: 1) == .slowDown)
            #expect(grant.intervalSeconds == expected)
        }
    }

    @Test("A lost answer is repeated")
    func lostAnswer() {
        var grant = DeviceGrant(expiresAt: 900_000)
        #expect(grant.approve(by: "u", at: 1_000) == true)
        #expect(grant.poll(at: 2_000) == .issue(user: "u"))
        #expect(grant.poll(at: 2_001) == .issue(user: "u"))
    }

    @Test("Once its token is in use it answers nobody, and is neither approved nor denied")
    func consumed() {
        var grant = DeviceGrant(stage: .consumed, expiresAt: 900_000)
        #expect(grant.poll(at: 2_000) == .invalidGrant)
        #expect(grant.approve(by: "u", at: 2_001) == false)
        #expect(grant.deny(at: 2_002) == false)
        #expect(grant.poll(at: 900_000) == .invalidGrant)
        #expect(grant.stage == .consumed)
    }

    @Test("After its 15 minutes a code is worth nothing, approved or not")
    func expiry() {
        var pending = DeviceGrant(expiresAt: 900_000)
        #expect(pending.poll(at: 900_000) == .expiredToken)
        #expect(pending.approve(by: "u", at: 900_000) == false)
        #expect(pending.deny(at: 900_000) == false)
        var approved = DeviceGrant(stage: .approved(user: "u"), expiresAt: 900_000)
        #expect(approved.poll(at: 899_999) == .issue(user: "u"))
        #expect(approved.poll(at: 900_000) == .expiredToken)
    }

    /// The rule told another way: a list of what happened.
    private struct Model {
        var approvedBy: String?
        var isDenied = false
    }

    @Test(
        "In random histories it is approved at most once, denied for good, and issues only what was approved",
        arguments: 0..<300)
    func histories(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        var grant = DeviceGrant(expiresAt: 900_000)
        var model = Model()
        var now: Int64 = 0
        for _ in 0..<60 {
            now += .random(in: 0...25_000, using: &generator)
            let isInTime = now < 900_000
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                let user = "user \(now)"
                let may = !model.isDenied && model.approvedBy == nil && isInTime
                #expect(grant.approve(by: user, at: now) == may)
                if may { model.approvedBy = user }
            case 1:
                let may = !model.isDenied && isInTime
                #expect(grant.deny(at: now) == may)
                if may { model.isDenied = true }
            default:
                let answer = grant.poll(at: now)
                if model.isDenied {
                    #expect(answer == .accessDenied)
                } else if !isInTime {
                    #expect(answer == .expiredToken)
                } else if let user = model.approvedBy {
                    #expect(answer == .issue(user: user))
                } else {
                    #expect(answer == .authorizationPending || answer == .slowDown)
                }
            }
        }
    }
}
