import TestKit
import Testing

@testable import Bedside

/// A habit is silent only from the owner's own act until their word, two noes, or damage ends it: random lives, over
/// restarts, damaged ledgers and new plans, against a model of a few lines (FADE-1).
@Suite(.requirement("FADE-1")) struct SilencePropertyTests {
    private struct Life {
        var bedside: VirtualBedside
        var random: SeededRandom
        /// What the owner has to expect.
        var isSilent = false
        private var noes = 0
        private var silences = 0
        private var date: LocalDate

        init(seed: Int) throws {
            bedside = try SilenceTests.graduate()
            random = SeededRandom(seed: UInt64(seed))
            date = try #require(LocalDate("2026-11-21"))
        }

        private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

        /// One morning, which rings unless the owner wished for silence, and one afternoon of wishes.
        mutating func live() throws {
            let at = try #require(bedside.machine?.profile.habit(.wake)).at
            bedside.advance(to: LocalDateTime(date: date, time: at))
            if chance(10) { restart() }
            bedside.advance(by: .minutes(15) + .seconds(20))
            bedside.press(.stop)
            let rings = bedside.log.count { $0.kind == .ring && $0.occurrence?.date == date }
            #expect((rings == 0) == isSilent, "\(date)")
            #expect((bedside.disk.fading.silence(of: .wake) != nil) == isSilent, "\(date)")
            bedside.advance(to: LocalDateTime(date: date, time: LocalTime(wrappingSecondOfDay: 13 * 3600)))
            try answerQuestions()
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: askForSilence()
            case 4:
                bedside.ask(.fading(.silence(.wake, isOn: false)))
                end()
            case 5:
                if chance(50) {
                    bedside.ask(.fading(.recall(.wake)))
                } else {
                    bedside.press(.start, heldMilliseconds: 5500)
                }
                end()
            case 6: restart()
            case 7: try damage(graduates: chance(70))
            case 8: try plan()
            default: break
            }
            bedside.advance(by: .minutes(20))
            date = date.adding(days: 1)
        }

        private mutating func end() { (isSilent, noes) = (false, 0) }

        private mutating func askForSilence() {
            let mayBe = bedside.disk.fading.level(of: .wake) == .graduated
            let reply = bedside.ask(.fading(.silence(.wake, isOn: true)))
            #expect((reply == .refused(.notRipe(.wake))) == !mayBe)
            guard mayBe, !isSilent else { return }
            bedside.advance(by: .seconds(5))
            if chance(25) { return bedside.press(.stop) }
            (isSilent, noes) = (true, 0)
            silences += 1
        }

        private mutating func answerQuestions() throws {
            bedside.press(.stop)
            for _ in 0..<3 {
                bedside.advance(by: .seconds(12))
                guard let question = bedside.machine?.features.fading.asked?.question else { return }
                let isYes = chance(40)
                bedside.press(isYes ? .start : .stop)
                switch question {
                case .week:
                    #expect(isSilent)
                    noes = isYes ? 0 : noes + 1
                    if noes == 2 { end() }
                case .ringAgain:
                    #expect(isSilent)
                    if isYes { end() }
                default: break
                }
            }
        }

        private func restart() {
            bedside.cutPower()
            bedside.advance(by: .seconds(90))
            bedside.powerOn()
        }

        /// The ledger is lost, or another one is there.
        private mutating func damage(graduates: Bool) throws {
            var disk = bedside.disk
            disk.fading.apply(.forget(.wake))
            if graduates { disk.fading.apply(.base(.wake, FadingStoryTests.base(.graduated))) }
            bedside = VirtualBedside(at: bedside.now.civil, disk: disk)
            bedside.powerOn()
            end()
        }

        private mutating func plan() throws {
            let now = try #require(bedside.machine?.profile.habit(.wake)).at
            let choices = ["06:00", "06:10", "06:25", "07:30"].compactMap { LocalTime($0) }.filter { $0 != now }
            var patch = ProfilePatch()
            var change = ProfilePatch.HabitPatch(id: .wake)
            change.at = choices.randomElement(using: &random)
            patch.habits = [change]
            bedside.ask(.apply(patch))
            end()
        }

        var hasBeenSilent: Bool { silences > 0 }
    }

    @Test(arguments: 1...20) func onlyTheOwnersWishIsSilent(seed: Int) throws {
        var life = try Life(seed: seed)
        for _ in 0..<120 { try life.live() }
        #expect(life.hasBeenSilent)
    }

    /// The same for the ledger alone: whatever entries it holds, however it is cut and written down, silence begins with
    /// the owner's wish at level 3 and survives no step.
    @Test(arguments: 1...40) func aLedgerIsSilentOnlyAfterTheWish(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var ledger = FadingLedger(base: FadingStoryTests.base(.graduated))
        var isSilent = false
        var noes = 0
        for index in 0..<400 {
            let date = FadingRuleTests.date(index)
            let before = ledger.standing
            let entry: FadingEntry
            switch Int.random(in: 0..<12, using: &random) {
            case 0: entry = .silence(date, SilenceTests.plan)
            case 1: entry = .silence(date, nil)
            case 2: entry = .recall(date)
            case 3: entry = .asked(.week, date)
            case 4...6:
                entry = .week(date, WeekAnswer.allCases.randomElement(using: &random) ?? .asMeant)
            case 7: entry = .consent(date, isGiven: true)
            default: entry = .day(CountedDay(date: date, observed: isSilent || index % 9 == 0 ? .slow : .unaided))
            }
            ledger.put(FadingLedger.Numbered(number: ledger.nextNumber, entry: entry))
            let after = ledger.standing
            switch entry {
            case .silence(_, let plan):
                if plan != nil, before.level == .graduated, !isSilent { (isSilent, noes) = (true, 0) }
                if plan == nil { isSilent = false }
            case .week(_, let answer):
                noes = answer == .asMeant ? 0 : answer == .notAsMeant ? noes + 1 : 2
                if noes >= 2 { isSilent = false }
            default: break
            }
            if after.level != before.level { isSilent = false }
            #expect((after.silence != nil) == isSilent, "\(index): \(entry)")
            if isSilent { #expect(after.level == .graduated) }
            if index % 17 == 0 { ledger.rebase(ledger.rebased()) }
            if after.level != .graduated, index % 5 == 0 {
                ledger = FadingLedger(base: FadingStoryTests.base(.graduated))
                isSilent = false
            }
        }
    }
}
