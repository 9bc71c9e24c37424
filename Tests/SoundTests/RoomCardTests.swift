import CALSA
import Glibc
import Testing

@testable import Sound

/// Checks that the tests' own sound card does what it promises (`RoomCard.h`).
@Suite struct RoomCardTests {
    private static let wishes = ALSADevice.Wishes(periodFrames: 48, bufferFrames: 1920)

    @Test(arguments: [0, 40]) func whatIsPlayedIsHeardToTheFrameHoweverLateTheApplicationIs(delay: Int) throws {
        let card = try RoomCard(delayMilliseconds: delay)
        let output = try ALSADevice(
            name: card.name, stream: SND_PCM_STREAM_PLAYBACK, direct: Self.wishes, plugged: Self.wishes)
        let input = try ALSADevice(
            name: card.name, stream: SND_PCM_STREAM_CAPTURE, direct: Self.wishes, plugged: Self.wishes)
        let speaker = ALSAOutputPort(output)
        let microphone = ALSAInputPort(input)
        try microphone.start()
        // A click every 97 frames, each different from the one before.
        let clicks = (0..<24_000).map { $0 % 97 == 0 ? 0.2 + 0.6 * Float($0 % 1009) / 1009 : Float(0) }
        var sent = 0
        var heard: [Float] = []
        var turn = 0
        while heard.count < 16_000 {
            turn += 1
            // Far longer than the queue or the microphone's buffer lasts.
            if turn % 20 == 0 { usleep(turn % 40 == 0 ? 60_000 : 8000) }
            if turn % 3 != 0 {
                let queued = try speaker.queuedFrames()
                #expect(queued > 0 || sent == 0)
                let count = min(144 - min(queued, 144), clicks.count - sent)
                if count > 0 {
                    var bytes = [UInt8](repeating: 0, count: 4 * count)
                    bytes.withUnsafeMutableBytes {
                        guard let base = $0.baseAddress else { return }
                        output.format.encode(
                            Array(clicks[sent..<sent + count]), count: count, channels: output.channels, to: base)
                    }
                    sent += try speaker.write(bytes, count: count)
                    #expect(speaker.delayFrames() <= 144 && speaker.delayFrames() > 0)
                }
            }
            let got = try microphone.read()
            heard += UnsafeBufferPointer(start: microphone.mono, count: got)
            if got == 0 { usleep(500) }
        }
        // The delay of the first click; everything else arrives with the same.
        let first = try #require(heard.firstIndex { $0 > 0.09 })
        let echoes: [(later: Int, gain: Float)] = [
            (0, 0.5), (113, -0.17), (307, 0.11), (701, -0.07), (1511, 0.04), (2903, -0.02),
        ]
        let expected = (0..<12_000).map { i in
            echoes.reduce(Float(0)) { i >= $1.later ? $0 + $1.gain * clicks[i - $1.later] : $0 }
        }
        #expect(zip(expected, heard.dropFirst(first)).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(first >= 48 * delay)
    }
}
