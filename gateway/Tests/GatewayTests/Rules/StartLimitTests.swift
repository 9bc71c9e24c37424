import GatewayRules
import Testing

@Suite("How often a speaker may begin", .requirement("GATEWAY-1"))
struct StartLimitTests {
    @Test("It allows what counting the last period allows, in random histories", arguments: 0..<200)
    func model(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let ceiling = Ceiling(.random(in: 1...8, using: &generator), in: .random(in: 1...5_000, using: &generator))
        var now: Int64 = 1_800_000_000_000
        var times: [Int64] = []
        for _ in 0..<200 {
            now += Int64.random(in: 0...ceiling.periodMilliseconds, using: &generator) / ceiling.count
            let newest = times.sorted(by: >).dropFirst(Int(ceiling.count) - 1).first
            let wait = ceiling.wait(last: newest, at: now)
            let recent = times.count { $0 > now - ceiling.periodMilliseconds }
            #expect((wait == nil) == (recent < ceiling.count))
            guard let wait else {
                times.append(now)
                continue
            }
            // It is exact: then there may be one, a millisecond earlier there may be none.
            #expect(ceiling.wait(last: newest, at: now + wait) == nil)
            #expect(ceiling.wait(last: newest, at: now + wait - 1) == 1)
        }
        // Never more than so many in any such time.
        for first in times {
            #expect(times.count { ($0 >= first) && $0 < first + ceiling.periodMilliseconds } <= ceiling.count)
        }
    }

    @Test("A clock that was set back makes nobody wait longer than a period")
    func clockSetBack() {
        let ceiling = Ceiling(6, in: 3_600_000)
        #expect(ceiling.wait(last: 1_800_000_000_000, at: 1_700_000_000_000) == 3_600_000)
    }

    @Test("An hour of prepared talks a day; then it waits until the oldest of them was a day ago")
    func preparedTime() {
        let limits = StartLimits()
        let (now, hour): (Int64, Int64) = (1_800_000_000_000, 3_600_000)
        #expect(limits.preparedWait(kept: hour - 1, oldest: now - hour, at: now) == nil)
        #expect(limits.preparedWait(kept: hour, oldest: now - hour, at: now) == 23 * hour)
        #expect(
            limits.preparedWait(kept: .max, oldest: now + 48 * hour, at: now) == 24 * hour, "a clock that was ahead")
        #expect(limits.preparedWait(kept: 0, oldest: nil, at: now) == nil)
    }

    @Test("Preparations: twice the habits and two more, and each follow-up ring; three habits where none is known")
    func prepares() {
        let limits = StartLimits()
        #expect(limits.hourly == Ceiling(6, in: 3_600_000) && limits.daily == Ceiling(40, in: 86_400_000))
        let cases: [([Int64?], Int64)] = [
            ([], 40), ([0], 6), ([10], 16), ([nil], 16), ([0, 5, nil], 25), ([-1], 6), ([1_000_000], 36),
            ([Int64?](repeating: 0, count: 64), 132),
        ]
        for (followUps, count) in cases {
            #expect(limits.prepares(followUps: followUps) == Ceiling(count, in: 86_400_000), "\(followUps)")
        }
        // A day on which nobody answers: each of three habits rings eleven times.
        #expect(limits.prepares(followUps: [10, 10, 10]).count >= 33)
    }
}
