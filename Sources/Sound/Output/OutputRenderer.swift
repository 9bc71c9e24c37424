import System

/// Makes the frames for a playback device: mixes at 48 kHz, changes the rate, limits and encodes. Remembers the newest
/// ones, so that frames taken back from the device can be made again, faded.
///
/// Real-time thread only after `init`, which allocates everything.
final class OutputRenderer {
    var mixer: Mixer
    private let resampler: Resampler?
    /// The device's rate, in Hz.
    private let rate: Int
    private let channels: Int
    private let format: SampleFormat
    private let serial: Int
    private let fadeFrames: Int

    /// Work areas at the device's rate.
    private let mono: UnsafeMutablePointer<Float>
    private let upstream: UnsafeMutablePointer<Float>
    private let spill: UnsafeMutablePointer<Float>
    private var spillCount = 0
    private let spillCapacity: Int
    /// The frames that `render` made, encoded for the device.
    let encoded: UnsafeMutableRawPointer
    private let history: RecentSamples
    /// Faded frames to be added to what is rendered next.
    private let tail: UnsafeMutablePointer<Float>
    private var tailCount = 0
    private var tailIndex = 0
    /// Whether `render` made anything except silence.
    private(set) var hasSound = false
    /// For how many more frames the filter holds sound.
    private var filterFrames = 0
    /// A voice whose last frame is among those that `render` made; cleared by the caller that has noted it.
    var endedVoice: Voice?

    /// - Parameter serial: number of the opening, for the line.
    init(port: some OutputPort, click: [Float], serial: Int) {
        mixer = Mixer(click: click)
        rate = port.rate
        channels = port.channels
        format = port.format
        self.serial = serial
        resampler = port.rate == 48_000 ? nil : Resampler(from: 48_000, to: port.rate)
        fadeFrames = Mixer.fadeFrames * port.rate / 48_000
        mono = lockedFloats(Mixer.maximumFrames)
        upstream = lockedFloats(Mixer.maximumFrames)
        spillCapacity = 2 * Mixer.maximumFrames + (resampler?.bound(outputsFor: Mixer.maximumFrames) ?? 0)
        spill = lockedFloats(spillCapacity)
        encoded = .allocate(byteCount: Mixer.maximumFrames * port.channels * 4, alignment: 16)
        history = RecentSamples(minimumCapacity: port.bufferFrames + 2 * Mixer.maximumFrames)
        tail = lockedFloats(fadeFrames)
    }

    deinit {
        freeLocked(mono, Mixer.maximumFrames)
        freeLocked(upstream, Mixer.maximumFrames)
        freeLocked(spill, spillCapacity)
        freeLocked(tail, fadeFrames)
        encoded.deallocate()
    }

    /// Whether there is more to render than silence.
    var isSounding: Bool { mixer.isSounding || tailIndex < tailCount }

    /// Nanoseconds by which the next frame that the mixer makes is behind the last one that was encoded.
    var lagNanoseconds: Int64 {
        let waiting = Int64(spillCount) * 1_000_000_000 / Int64(rate)
        return waiting + (resampler.map { Int64($0.delay) * 1_000_000_000 / 48_000 } ?? 0)
    }

    /// Makes frames ready in `encoded`; returns how many, and their mean square.
    /// - Parameter line: receives the mix of it and of everything else that sounds.
    func render(_ count: Int, line: Unmanaged<LineSource>?) -> (frames: Int, meanSquare: Double) {
        let frames = min(count, Mixer.maximumFrames / 2)
        if isSounding {
            // The filter delays the last frames by this much.
            filterFrames = resampler.map { $0.delay * rate / 48_000 + frames } ?? 0
            hasSound = true
        } else {
            hasSound = filterFrames > 0
            filterFrames = max(0, filterFrames - frames)
        }
        if let resampler {
            fillSpill(frames, resampler, line)
            for i in 0..<frames { mono[i] = spill[i] }
            spillCount -= frames
            for i in 0..<spillCount { spill[i] = spill[i + frames] }
        } else {
            mixer.render(into: mono, count: frames)
            keepEnded()
        }
        var energy: Float = 0
        for i in 0..<frames {
            var x = mono[i]
            if tailIndex < tailCount {
                x += tail[tailIndex]
                tailIndex += 1
            }
            x = softLimit(x)
            mono[i] = x
            energy += x * x
            history.append(x)
        }
        if resampler == nil { give(mono, frames, to: line) }
        format.encode(mono, count: frames, channels: channels, to: encoded)
        return (frames, Double(energy) / Double(max(1, frames)))
    }

    private func fillSpill(_ frames: Int, _ resampler: Resampler, _ line: Unmanaged<LineSource>?) {
        while spillCount < frames {
            let inputs = min(max(1, resampler.inputsNeeded(outputs: frames - spillCount)), Mixer.maximumFrames)
            mixer.render(into: upstream, count: inputs)
            keepEnded()
            if line != nil {
                for i in 0..<inputs { upstream[i] = softLimit(upstream[i]) }
                give(upstream, inputs, to: line)
            }
            spillCount += resampler.process(
                upstream, count: inputs, into: spill + spillCount, capacity: spillCapacity - spillCount)
        }
    }

    private func give(_ samples: UnsafePointer<Float>, _ count: Int, to line: Unmanaged<LineSource>?) {
        line?._withUnsafeGuaranteedRef { $0.wrote(samples, count: count, serial: serial) }
    }

    private func keepEnded() {
        if let voice = mixer.takeEnded() { endedVoice = voice }
    }

    /// Stops the current voice, after the device gave back its last `frames` frames, which may be none.
    func stop(takenBack frames: Int) {
        let possible = min(frames, history.count)
        if possible > 0 { fadeTakenBack(possible) }
        mixer.stop(fadedFrames: possible * 48_000 / rate)
    }

    /// How many frames can be made again.
    var rememberedFrames: Int { history.count }

    private func fadeTakenBack(_ takenBack: Int) {
        let faded = min(takenBack, fadeFrames)
        let old = tailCount - tailIndex
        // The rest of an earlier fade continues after the frames that came back.
        for i in stride(from: fadeFrames - 1, through: 0, by: -1) {
            var x: Float = 0
            if i < takenBack {
                x = history.fromNewest(takenBack - i)
            } else if i - takenBack < old {
                x = tail[tailIndex + i - takenBack]
            }
            mono[i] = x * fadeOutGain(i, of: fadeFrames)
        }
        history.removeNewest(takenBack)
        for i in 0..<fadeFrames { tail[i] = mono[i] }
        tailIndex = 0
        tailCount = min(fadeFrames, max(faded, min(fadeFrames, takenBack + old)))
        // The filter still holds the old sound's last frames, which are in the tail already.
        if takenBack >= fadeFrames {
            resampler?.reset()
            spillCount = 0
        }
    }

    /// Forgets what was made before, because the stream has ended.
    func reset() {
        spillCount = 0
        resampler?.reset()
        history.removeAll()
    }
}
