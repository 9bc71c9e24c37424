import Testing

@testable import PeerConnection

@Suite struct TimeScalerTests {
    private static let count = 1440

    /// The samples after a change of length at their beginning, and by how much; `before` is what was played last.
    private func change(
        _ source: (Int) -> Float, longer: Bool, alike: Float = 0.8, most: Int = TimeScaler.maximumLag
    ) -> (changed: Int, samples: [Float]) {
        let scaler = TimeScaler()
        var samples = (-1..<Self.count).map(source) + [Float](repeating: 0, count: TimeScaler.maximumLag)
        let changed = samples.withUnsafeMutableBufferPointer { buffer -> Int in
            guard let base = buffer.baseAddress else { return 0 }
            return longer
                ? scaler.lengthen(base + 1, count: Self.count, alike: alike, most: most)
                : scaler.shorten(base + 1, count: Self.count, alike: alike, most: most)
        }
        return (changed, Array(samples.prefix(Self.count + 1 + (longer ? changed : -changed))))
    }

    @Test(arguments: [83.0, 150.0, 220.0, 440.0, 997.0, 2500.0])
    func aSineStaysASine(hertz: Double) {
        let step = Float(2 * Double.pi * hertz / 48_000 * 0.5)
        for longer in [false, true] {
            let (changed, samples) = change(TestSound.sine(hertz: hertz), longer: longer)
            #expect((TimeScaler.minimumLag...TimeScaler.maximumLag).contains(changed), "\(hertz) \(longer)")
            #expect(Measure.largestStep(samples) < step * 1.03)
            #expect(samples.allSatisfy { abs($0) <= 0.501 })
            // The ends are unchanged, so that neighbouring samples fit.
            let source = TestSound.sine(hertz: hertz)
            #expect(samples.last == source(Self.count - 1))
            #expect(abs((samples.dropFirst().first ?? 9) - source(0)) < step)
        }
    }

    @Test func noiseIsLeftAloneUnlessItIsQuietOrMattersMore() {
        var random = SplitMix(seed: 3)
        let noise = (0...Self.count).map { _ in Float.random(in: -1...1, using: &random) }
        func source(_ level: Float) -> (Int) -> Float { { noise[$0 + 1] * level } }
        #expect(change(source(0.5), longer: false).changed == 0)
        #expect(change(source(0.5), longer: true).changed == 0)
        #expect(change(source(0.001), longer: false).changed == TimeScaler.maximumLag)
        #expect(change(source(0.5), longer: false, alike: -1).changed > 0)
    }

    @Test func noMoreIsRemovedThanAllowed() {
        #expect(change(TestSound.sine(hertz: 400), longer: false, most: 300).changed <= 300)
        #expect(change(TestSound.sine(hertz: 400), longer: false, most: 119).changed == 0)
        #expect(change(TestSound.sine(hertz: 400), longer: true, most: -5).changed == 0)
    }

    @Test func fadingOutWhatWaitsOrWasPlayedMakesNoStep() {
        let sine = TestSound.sine(hertz: 300)
        for waiting in [0, 17, 239, 240, 2000] {
            let playout = PlayoutBuffer()
            var out = [Float](repeating: 0, count: 1000)
            if let room = playout.room(1000 + waiting) {
                for at in 0..<(1000 + waiting) { room[at] = sine(at) }
                playout.commit(1000 + waiting)
            }
            out.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { playout.take(1000, into: base) } }
            playout.fadeOut()
            #expect(playout.count == 240)
            var tail = [Float](repeating: 0, count: 480)
            tail.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { playout.take(480, into: base) } }
            #expect(Measure.largestStep(out.suffix(10) + tail) < 0.5 * 0.0393 * 1.2)
            #expect(tail.suffix(240).allSatisfy { $0 == 0 })
        }
    }
}
