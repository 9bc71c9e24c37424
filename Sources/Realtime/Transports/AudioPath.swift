import Glibc
import Synchronization

/// Joins speaker and microphone to the transport of the hour, and tells when the companion is audible.
///
/// Two real-time threads use the transport while the event thread swaps it: each real-time thread announces what it
/// uses (a hazard pointer), and a transport that was swapped out is kept until nobody announces it. So a real-time
/// thread never waits, frees or allocates.
///
/// `@unchecked Sendable`: `slot` and `retired` belong to the event thread, the rest is atomic.
final class AudioPath: @unchecked Sendable {
    /// An object to point at; a transport itself is an existential.
    private final class Slot: Sendable {
        let transport: any RealtimeTransport
        init(_ transport: any RealtimeTransport) { self.transport = transport }
    }

    /// Below this peak nobody hears anything (-60 dBFS); the service may send silence between answers.
    private static let audiblePeak: Float = 0.001
    /// Pauses inside words are shorter.
    private static let quietSamples = 4800

    private let current = Atomic<UInt>(0)
    private let usedByPlayback = Atomic<UInt>(0)
    private let usedByCapture = Atomic<UInt>(0)
    private let isShut = Atomic<Bool>(false)
    private let audible = Atomic<Bool>(false)
    private let resetRequest = Atomic<Bool>(false)
    /// Playback thread only; atomic to be shared at all.
    private let quiet = Atomic<Int>(0)
    private var slot: Slot?
    private var retired: [Slot] = []
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd = ends.first ?? -1
        writeEnd = ends.last ?? -1
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    // MARK: Event thread

    /// Readable when `isAudible` may have changed; -1: no pipe could be made, and nobody will be told.
    var descriptor: Int32 { readEnd }

    func clearDescriptor() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }

    var isAudible: Bool { audible.load(ordering: .acquiring) }

    /// nil: silence, and the microphone to nobody. The gate is open: it was shut for the one before.
    func attach(_ transport: (any RealtimeTransport)?) {
        if let slot { retired.append(slot) }
        let new = transport.map(Slot.init)
        slot = new
        current.store(
            new.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0,
            ordering: .sequentiallyConsistent)
        setGate(isShut: false)
        reset()
        reap()
    }

    /// Drops what no real-time thread uses any more; false: call again later.
    @discardableResult
    func reap() -> Bool {
        retired.removeAll { slot in
            let address = UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque())
            return usedByPlayback.load(ordering: .sequentiallyConsistent) != address
                && usedByCapture.load(ordering: .sequentiallyConsistent) != address
        }
        return retired.isEmpty
    }

    func setGate(isShut: Bool) { self.isShut.store(isShut, ordering: .releasing) }

    /// What was audible is not any more (cut): the next audible sample is told again.
    func reset() { resetRequest.store(true, ordering: .releasing) }

    // MARK: Real-time threads

    private static func acquire(_ current: borrowing Atomic<UInt>, _ use: borrowing Atomic<UInt>) -> Unmanaged<Slot>? {
        var address = current.load(ordering: .sequentiallyConsistent)
        while address != 0 {
            use.store(address, ordering: .sequentiallyConsistent)
            let again = current.load(ordering: .sequentiallyConsistent)
            if again == address { break }
            address = again
        }
        guard let pointer = UnsafeRawPointer(bitPattern: address) else {
            use.store(0, ordering: .releasing)
            return nil
        }
        return Unmanaged<Slot>.fromOpaque(pointer)
    }

    /// Playback thread only.
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        var count = 0
        if let slot = AudioPath.acquire(current, usedByPlayback) {
            count = slot._withUnsafeGuaranteedRef { $0.transport.render(into: frames) }
            usedByPlayback.store(0, ordering: .releasing)
            if isShut.load(ordering: .acquiring) {
                frames.update(repeating: 0)
                count = 0
            }
        } else {
            frames.update(repeating: 0)
        }
        watch(frames, voiced: count)
        return count
    }

    /// Capture thread only.
    func capture(_ frames: UnsafeBufferPointer<Float>) {
        guard let slot = AudioPath.acquire(current, usedByCapture) else { return }
        slot._withUnsafeGuaranteedRef { $0.transport.capture(frames) }
        usedByCapture.store(0, ordering: .releasing)
    }

    private func watch(_ frames: UnsafeMutableBufferPointer<Float>, voiced: Int) {
        if resetRequest.exchange(false, ordering: .acquiringAndReleasing) { tell(false) }
        var peak: Float = 0
        if voiced > 0 { for sample in frames { peak = max(peak, abs(sample)) } }
        if peak > AudioPath.audiblePeak {
            quiet.store(0, ordering: .relaxed)
            tell(true)
        } else if audible.load(ordering: .relaxed) {
            let silent = quiet.load(ordering: .relaxed) + frames.count
            quiet.store(silent, ordering: .relaxed)
            // Nothing left at all is the end at once; a quiet stretch of voice must last.
            if voiced == 0 || silent >= AudioPath.quietSamples { tell(false) }
        }
    }

    private func tell(_ isAudible: Bool) {
        guard audible.load(ordering: .relaxed) != isAudible else { return }
        audible.store(isAudible, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }
}
