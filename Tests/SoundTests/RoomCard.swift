import Glibc

/// A sound card with a bedroom around it, through the real libasound. Its clock waits for whoever is late, so that no
/// frame is lost on a busy machine. `Tests/RoomCard/include/RoomCard.h` describes what it does.
final class RoomCard: Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
    /// The arguments of `room_card_break`.
    enum Fault: Int32, Sendable {
        case pause = 1
        case lose = 2
        case xrun = 3
    }

    /// Built by the package beside the tests.
    static let library: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/libRoomCard.so"
    }()

    private struct Calls: Sendable {
        let make: @convention(c) (Int64) -> Int32
        let end: @convention(c) (Int32) -> Void
        let time: @convention(c) (Int32) -> Int64
        let speak: @convention(c) (Int32, UnsafePointer<Float>, Int64, Int64) -> Int64
        let fail: @convention(c) (Int32, Int32, Int64, Int64) -> Int32
    }
    private static let calls: Calls? = {
        // The same library that libasound opens by its path, and therefore the same cards.
        guard let handle = dlopen(library, RTLD_NOW) else { return nil }
        func call<Call>(_ name: String, _: Call.Type) -> Call? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Call.self) }
        }
        guard let make = call("room_card_make", (@convention(c) (Int64) -> Int32).self),
            let end = call("room_card_end", (@convention(c) (Int32) -> Void).self),
            let time = call("room_card_time", (@convention(c) (Int32) -> Int64).self),
            let speak = call(
                "room_card_speak", (@convention(c) (Int32, UnsafePointer<Float>, Int64, Int64) -> Int64).self),
            let fail = call("room_card_break", (@convention(c) (Int32, Int32, Int64, Int64) -> Int32).self)
        else { return nil }
        return Calls(make: make, end: end, time: time, speak: speak, fail: fail)
    }()

    private let calls: Calls
    private let number: Int32

    /// The microphone hears the speaker this much later and 5.3 dB quieter, together with a murmur.
    init(delayMilliseconds: Int = 0) throws {
        PulseHarness.prepareNames()
        guard let calls = Self.calls else { throw Failure(description: "cannot load \(Self.library)") }
        self.calls = calls
        number = calls.make(Int64(48 * delayMilliseconds))
        guard number >= 0 else { throw Failure(description: "no more cards") }
    }

    deinit { calls.end(number) }

    /// The name of both the speaker and the microphone.
    var name: String { "bedroom:\(number)" }

    /// Frames that have passed while the speaker or the microphone was open.
    var time: Int64 { calls.time(number) }

    /// Says this in the room, mono at 48 kHz; returns the frame after the last one.
    func speak(_ samples: [Float], at frame: Int64 = 0) -> Int64 {
        calls.speak(number, samples, Int64(samples.count), frame)
    }

    func fail(_ fault: Fault, frames: Int, at frame: Int64 = 0) {
        _ = calls.fail(number, fault.rawValue, frame, Int64(frames))
    }
}
