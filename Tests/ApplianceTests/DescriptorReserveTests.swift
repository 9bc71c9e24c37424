import Bedside
import Glibc
import TestKit
import Testing

@testable import Appliance

/// SOUND-2 when something has used up the file descriptors.
@Suite(.requirement("SOUND-2")) struct DescriptorReserveTests {
    /// A process that may open this many more.
    private final class Table {
        var left: Int
        private var numbers: [Int32] = []
        init(left: Int) { self.left = left }

        func openOne() -> FileDescriptor? {
            guard left > 0 else { return nil }
            left -= 1
            let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
            return number >= 0 ? FileDescriptor(number) : nil
        }
    }

    @Test func whatIsReleasedCanBeOpenedByOthers() {
        let reserve = DescriptorReserve(size: 4, openOne: Table(left: 100).openOne)
        reserve.fill()
        #expect(reserve.count == 4)
        reserve.release()
        #expect(reserve.count == 0)
        reserve.fill()
        #expect(reserve.count == 4)
    }

    @Test func itTakesWhatThereIsAndTheRestLater() {
        let table = Table(left: 2)
        let reserve = DescriptorReserve(size: 4, openOne: table.openOne)
        reserve.fill()
        #expect(reserve.count == 2)
        table.left = 5
        reserve.fill()
        #expect(reserve.count == 4)
        #expect(table.left == 3)
    }

    @Test func itIsExhaustedOnlyIfNothingIsHeldAndNothingOpens() {
        let table = Table(left: 1)
        let reserve = DescriptorReserve(size: 1, openOne: table.openOne)
        reserve.fill()
        #expect(!reserve.isExhausted)
        reserve.release()
        #expect(reserve.isExhausted)
        table.left = 1
        #expect(!reserve.isExhausted)
    }

    /// A sound server's client takes more than one.
    @Test(arguments: [(0, true), (1, true), (2, false), (9, false)])
    func itIsExhaustedIfARingWouldNotFindEnough(left: Int, isExhausted: Bool) {
        let table = Table(left: left)
        let reserve = DescriptorReserve(size: 4, openOne: table.openOne)
        #expect(reserve.isExhausted == isExhausted)
    }

    @Test func aLowLimitKeepsMostForEverydayUse() {
        #expect(DescriptorReserve.size(limit: 1024) == DescriptorReserve.usualSize)
        #expect(DescriptorReserve.size(limit: 40) == 10)
        #expect(DescriptorReserve.size(limit: 0) == 0)
    }

    /// Its ring is another sound, from the first one on.
    @Test(.requirement("SOUND-7")) func aHeavySleepersAlarmGetsTheSpareOnesToo() throws {
        var profile = Profile()
        let index = try #require(profile.habits.firstIndex { $0.id == .wake })
        profile.habits[index].sleeper = .heavy
        let rig = try LoopRig(with: [.profile(profile)])
        rig.command(.tryOut(afterSeconds: 600))
        try rig.advance(by: .seconds(590))
        #expect(rig.appliance.descriptorReserve.count > 0)
        // Prepared 3 s before it is due.
        try rig.advance(by: .seconds(8))
        #expect(rig.appliance.descriptorReserve.count == 0)
        try rig.advance(by: .seconds(4))
        #expect(rig.speaker.playing?.source == .square)
    }

    /// What is kept in reserve is no help to a ring that cannot open anything.
    @Test(.requirement("GUARD-3")) func anUnheardRingGetsTheSpareOnesBeforeTheWatchdogJudges() throws {
        let rig = try LoopRig()
        #expect(rig.appliance.descriptorReserve.count > 0)
        #expect(!rig.appliance.ringLacksDescriptors())
        #expect(rig.appliance.descriptorReserve.count == 0)
    }
}
