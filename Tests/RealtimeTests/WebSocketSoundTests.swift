import Foundation
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-3")) struct WebSocketSoundTests {
    // MARK: - Up

    private func samples(_ event: [UInt8]) throws -> [Int16] {
        struct Append: Decodable {
            let type: String
            let audio: Data
        }
        let append = try JSONDecoder().decode(Append.self, from: Data(event))
        #expect(append.type == "input_audio_buffer.append")
        #expect(append.audio.count % 2 == 0)
        return stride(from: 0, to: append.audio.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(append.audio[$0]) | UInt16(append.audio[$0 + 1]) << 8)
        }
    }

    private func capture(_ uplink: WebSocketUplink, _ samples: [Float]) {
        samples.withUnsafeBufferPointer { uplink.capture($0) }
    }

    @Test func soundOfEveryLengthIsComplete() throws {
        var random = SeededRandom(seed: 1)
        for count in 0..<150 {
            let sent = (0..<count).map { _ in Int16(truncatingIfNeeded: random.next()) }
            #expect(try samples(WebSocketUplink.append(sent.map { Float($0) / 32_767 })) == sent)
        }
    }

    @Test func samplesBeyondFullScaleAreLimited() throws {
        let event = WebSocketUplink.append([0, 1, -1, 2, -2, .infinity, -.infinity, .nan, 0.5])
        #expect(try samples(event) == [0, 32_767, -32_767, 32_767, -32_768, 0, 0, 0, 16_384])
    }

    @Test func sendsTheMicrophoneInPiecesOf20To40Milliseconds() throws {
        let uplink = WebSocketUplink()
        uplink.setSending(true)
        #expect(uplink.events(at: 0).isEmpty)
        let input = tone(1_000, rate: 48_000, count: 48_000)
        var heard: [Int16] = []
        for (index, start) in stride(from: 0, to: input.count, by: 480).enumerated() {
            capture(uplink, Array(input[start..<(start + 480)]))
            guard index % 2 == 1 else { continue }
            for event in uplink.events(at: index * 10) {
                let piece = try samples(event)
                #expect(piece.count == 480 || piece.count == 960)
                heard += piece
            }
        }
        #expect(heard.count == 24_000)
        let floats = heard.dropFirst(2_400).prefix(19_200).map { Float($0) / 32_767 }
        #expect(abs(level(floats, 1_000, rate: 24_000)) < 0.1)
    }

    @Test func noMicrophoneSoundIsSentWhileMuted() throws {
        let uplink = WebSocketUplink()
        capture(uplink, [Float](repeating: 0.5, count: 48_000))
        #expect(uplink.events(at: 100).isEmpty)
        uplink.setSending(true)
        #expect(uplink.events(at: 120).isEmpty)
        capture(uplink, [Float](repeating: 0.5, count: 1_920))
        uplink.setSending(false)
        capture(uplink, [Float](repeating: 0.5, count: 1_920))
        // What was captured and not sent yet is dropped; nothing had been sent, so there is no turn to end.
        let after = uplink.events(at: 140)
        for event in after { #expect(try samples(event).allSatisfy { $0 == 0 }) }
        #expect(uplink.events(at: 500).isEmpty)
        // And it is not sent later either.
        uplink.setSending(true)
        for event in uplink.events(at: 600) { #expect(try samples(event).allSatisfy { $0 == 0 }) }
    }

    @Test func mutingEndsTheOwnersTurnWithSilence() throws {
        let uplink = WebSocketUplink()
        uplink.setSending(true)
        _ = uplink.events(at: 0)
        capture(uplink, [Float](repeating: 0.5, count: 960))
        #expect(uplink.events(at: 20).count == 1)
        uplink.setSending(false)
        let trail = uplink.events(at: 40)
        #expect(trail.count == 1)
        #expect(try samples(try #require(trail.first)) == [Int16](repeating: 0, count: 24_000))
        #expect(uplink.events(at: 60).isEmpty)
    }

    /// The service searches for the end of a turn as long as it is configured to, in what it receives.
    @Test(arguments: [
        (TurnDetection.serverVAD(), 1000), (.serverVAD(silenceMilliseconds: 2200), 2700), (.semanticVAD(), 8500),
    ])
    func theSilenceIsAsLongAsTheTurnDetectionAsks(turnDetection: TurnDetection, milliseconds: Int) throws {
        let uplink = WebSocketUplink(trailMilliseconds: turnDetection.trailMilliseconds)
        uplink.setSending(true)
        _ = uplink.events(at: 0)
        capture(uplink, [Float](repeating: 0.5, count: 960))
        _ = uplink.events(at: 20)
        uplink.setSending(false)
        let trail = try uplink.events(at: 40).map { try samples($0) }
        #expect(trail.map(\.count).reduce(0, +) == milliseconds * 24)
        #expect(trail.allSatisfy { $0.count <= 24_000 && $0.allSatisfy { $0 == 0 } })
        #expect(uplink.events(at: 60).isEmpty)
    }

    @Test func aSilentMicrophoneIsReplacedBySilenceInRealTime() throws {
        let uplink = WebSocketUplink()
        uplink.setSending(true)
        var total = 0
        for now in stride(from: 0, through: 10_000, by: 20) {
            for event in uplink.events(at: now) { total += try samples(event).count }
        }
        #expect(abs(total - 240_000) <= 2_400)
    }

    @Test func aStalledSenderLosesSoundAndCountsIt() {
        let uplink = WebSocketUplink()
        uplink.setSending(true)
        capture(uplink, [Float](repeating: 0.1, count: 96_000))
        #expect(uplink.lostMilliseconds > 1_000)
        #expect(uplink.events(at: 0).count <= 20)
    }

    // MARK: - Down

    /// PCM of `milliseconds`, a tone by default.
    private func pcm(_ milliseconds: Int, level: Double = 0.5) -> [UInt8] {
        (0..<(milliseconds * 24)).flatMap { index -> [UInt8] in
            let value = UInt16(bitPattern: Int16(level * 32_767 * sin(Double(index) * 2 * .pi * 500 / 24_000)))
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
    }

    private func render(_ playout: WebSocketPlayout, _ count: Int = 480) -> (voice: Int, samples: [Float]) {
        var frames = [Float](repeating: .nan, count: count)
        let voice = frames.withUnsafeMutableBufferPointer { playout.render(into: $0) }
        return (voice, frames)
    }

    private func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    @Test func waitsForItsPreBufferUnlessTheAnswerIsComplete() {
        let playout = WebSocketPlayout()
        playout.append(pcm(100), item: "a", contentIndex: 0, at: 0)
        #expect(playout.refill(at: 0))
        #expect(render(playout).voice == 0)
        playout.append(pcm(60), item: "a", contentIndex: 0, at: 20)
        _ = playout.refill(at: 20)
        #expect(render(playout).voice == 480)

        let short = WebSocketPlayout()
        short.append(pcm(40), item: "a", contentIndex: 0, at: 0)
        short.markComplete()
        _ = short.refill(at: 0)
        #expect(render(short).voice == 480)

        let patient = WebSocketPlayout()
        patient.append(pcm(40), item: "a", contentIndex: 0, at: 0)
        _ = patient.refill(at: 249)
        #expect(render(patient).voice == 0)
        _ = patient.refill(at: 250)
        #expect(render(patient).voice == 480)
    }

    @Test func playsBurstsCompletelyAndInOrder() {
        let playout = WebSocketPlayout()
        var random = SeededRandom(seed: 3)
        var sent = 0
        var played = 0
        var now = 0
        while sent < 20_000 || played < sent * 48 {
            if sent < 20_000, playout.playout.pendingMilliseconds < 10_000 {
                let length = 20 + Int(random.next() % 380)
                playout.append(pcm(length), item: "item", contentIndex: 0, at: now)
                sent += length
                if sent >= 20_000 { playout.markComplete() }
            }
            _ = playout.refill(at: now)
            for _ in 0..<2 { played += render(playout).voice }
            now += 20
            guard now < 120_000 else { break }
        }
        #expect(played == sent * 48)
        #expect(playout.underruns.count == 0)
        #expect(
            playout.playout.item
                == PlayoutItem(id: "item", contentIndex: 0, playedMilliseconds: sent, receivedMilliseconds: sent))
        #expect(!playout.refill(at: now))
    }

    @Test func theClockCountsWhatWasRenderedPerItem() throws {
        let playout = WebSocketPlayout()
        playout.append(pcm(300), item: "one", contentIndex: 0, at: 0)
        playout.append(pcm(300), item: "two", contentIndex: 1, at: 0)
        _ = playout.refill(at: 0)
        #expect(playout.playout.item == nil)
        #expect(playout.playout.pendingMilliseconds == 600)
        for _ in 0..<10 { _ = render(playout) }
        #expect(
            playout.playout.item
                == PlayoutItem(id: "one", contentIndex: 0, playedMilliseconds: 100, receivedMilliseconds: 300))
        for _ in 0..<25 {
            _ = playout.refill(at: 0)
            _ = render(playout)
        }
        let item = try #require(playout.playout.item)
        #expect(item == PlayoutItem(id: "two", contentIndex: 1, playedMilliseconds: 50, receivedMilliseconds: 300))
        #expect(playout.playout.pendingMilliseconds == 250)
    }

    @Test func silenceBetweenDoesNotCountAsPlayed() {
        let playout = WebSocketPlayout()
        playout.append(pcm(200), item: "a", contentIndex: 0, at: 0)
        _ = playout.refill(at: 0)
        for _ in 0..<100 {
            _ = playout.refill(at: 0)
            _ = render(playout)
        }
        #expect(playout.playout.item?.playedMilliseconds == 200)
    }

    @Test(arguments: [64, 128, 240, 441, 480, 960])
    func cuttingFadesWithin5MillisecondsAndReportsWhatWasPlayed(_ period: Int) throws {
        let playout = WebSocketPlayout()
        playout.append(pcm(5_000), item: "a", contentIndex: 0, at: 0)
        var before: [Float] = []
        for _ in 0..<(48_000 / period) {
            _ = playout.refill(at: 0)
            before += render(playout, period).samples
        }
        let item = try #require(playout.playout.item)
        playout.cut()
        #expect(playout.playout.item == item)
        #expect(playout.playout.pendingMilliseconds == 0)
        #expect(abs(item.playedMilliseconds - 48_000 / period * period / 48) <= 1)
        let (voice, after) = render(playout, period)
        #expect(voice <= 240)
        #expect(after.dropFirst(240).allSatisfy { $0 == 0 })
        #expect(render(playout, period).samples.allSatisfy { $0 == 0 })
        // A 500 Hz tone at half scale moves 0.033 per sample; a click would be half of full scale.
        #expect(largestStep(before.suffix(100) + after) < 0.05)
        _ = playout.refill(at: 0)
        #expect(render(playout, period).voice == 0)
    }

    @Test func playsAgainAfterACut() {
        let playout = WebSocketPlayout()
        playout.append(pcm(1_000), item: "a", contentIndex: 0, at: 0)
        _ = playout.refill(at: 0)
        _ = render(playout)
        playout.cut()
        playout.append(pcm(200), item: "b", contentIndex: 0, at: 10)
        _ = playout.refill(at: 10)
        _ = render(playout)
        var voice = 0
        for _ in 0..<30 {
            _ = playout.refill(at: 20)
            voice += render(playout).voice
        }
        #expect(voice == 9_600)
        #expect(playout.playout.item?.id == "b" && playout.playout.item?.playedMilliseconds == 200)
    }

    @Test func cuttingWhileNothingRendersKeepsTheNextAnswerComplete() {
        let playout = WebSocketPlayout()
        playout.append(pcm(1_000), item: "a", contentIndex: 0, at: 0)
        _ = playout.refill(at: 0)
        playout.cut()
        playout.append(pcm(400), item: "b", contentIndex: 0, at: 0)
        _ = playout.refill(at: 0)
        #expect(playout.playout.pendingMilliseconds == 400)
        var voice = 0
        for _ in 0..<60 {
            _ = playout.refill(at: 0)
            voice += render(playout).voice
        }
        #expect(voice == 400 * 48)
    }

    @Test func runningEmptyFadesAndIsCounted() {
        let playout = WebSocketPlayout()
        playout.append(pcm(201), item: "a", contentIndex: 0, at: 0)
        var all: [Float] = []
        for _ in 0..<40 {
            _ = playout.refill(at: 0)
            all += render(playout, 441).samples
        }
        #expect(playout.underruns.count == 1)
        #expect(playout.underruns.milliseconds > 100)
        #expect(largestStep(all) < 0.05)
        playout.append(pcm(200), item: "a", contentIndex: 0, at: 800)
        var more: [Float] = []
        for _ in 0..<10 {
            _ = playout.refill(at: 800)
            more += render(playout, 441).samples
        }
        #expect(largestStep(more) < 0.05)
        #expect(playout.playout.item?.receivedMilliseconds == 401)
    }

    @Test func theEndOfAnAnswerIsNotAnUnderrun() {
        let playout = WebSocketPlayout()
        playout.append(pcm(300), item: "a", contentIndex: 0, at: 0)
        playout.markComplete()
        for _ in 0..<60 {
            _ = playout.refill(at: 0)
            _ = render(playout)
        }
        #expect(playout.underruns.count == 0)
    }

    @Test func boundsTheBacklogTo120Seconds() {
        let playout = WebSocketPlayout()
        let minute = pcm(60_000)
        for _ in 0..<4 { playout.append(minute, item: "a", contentIndex: 0, at: 0) }
        #expect(playout.playout.pendingMilliseconds == 120_000)
    }

    @Test func samplesSplitBetweenEventsAreJoined() {
        let whole = WebSocketPlayout()
        let split = WebSocketPlayout()
        let bytes = pcm(200)
        whole.append(bytes, item: "a", contentIndex: 0, at: 0)
        split.append(Array(bytes.prefix(1_001)), item: "a", contentIndex: 0, at: 0)
        split.append(Array(bytes.dropFirst(1_001)), item: "a", contentIndex: 0, at: 0)
        _ = whole.refill(at: 0)
        _ = split.refill(at: 0)
        #expect(render(whole, 960).samples == render(split, 960).samples)
    }

    @Test(arguments: 0..<24)
    func alwaysFillsAndNeverLeavesTheRangeWhateverComes(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let playout = WebSocketPlayout()
        let noise = (0..<8_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var now = 0
        for _ in 0..<200 {
            switch random.next() % 8 {
            case 0, 1:
                let bytes = Array(noise.prefix(Int(random.next() % 8_000)))
                playout.append(bytes, item: "\(random.next() % 3)", contentIndex: Int(random.next() % 2), at: now)
            case 2: playout.cut()
            case 3: playout.markComplete()
            case 4: now += Int(random.next() % 400)
            default:
                let (voice, samples) = render(playout, 1 + Int(random.next() % 1_500))
                let largest = samples.reduce(Float(0)) { $1.isFinite ? max($0, abs($1)) : .infinity }
                if !(0...samples.count).contains(voice) || largest > 2 {
                    Issue.record("voice \(voice), level \(largest)")
                }
            }
            _ = playout.refill(at: now)
            let state = playout.playout
            if !(0...120_700).contains(state.pendingMilliseconds) { Issue.record("\(state)") }
            if let item = state.item, !(0...item.receivedMilliseconds).contains(item.playedMilliseconds) {
                Issue.record("\(state)")
            }
        }
    }

    @Test func producerAndPlaybackThreadAgreeUnderLoad() {
        let playout = WebSocketPlayout()
        let rendered = Arrivals<Int>()
        let total = 8_000
        Thread {
            var voice = 0
            var frames = [Float](repeating: 0, count: 480)
            let end = Date().addingTimeInterval(20)
            while voice < total * 48, Date() < end {
                voice += frames.withUnsafeMutableBufferPointer { playout.render(into: $0) }
            }
            rendered.put(voice)
        }.start()
        var sent = 0
        while sent < total {
            if playout.playout.pendingMilliseconds < 5_000 {
                playout.append(pcm(100), item: "a", contentIndex: 0, at: 0)
                sent += 100
                if sent == total { playout.markComplete() }
            }
            _ = playout.refill(at: 1_000_000)
        }
        while playout.refill(at: 1_000_000) { usleep(200) }
        #expect(rendered.next(seconds: 20) == total * 48)
        #expect(playout.playout.item?.playedMilliseconds == total)
    }
}
