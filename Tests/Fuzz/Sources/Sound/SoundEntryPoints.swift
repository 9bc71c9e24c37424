package enum SoundEntryPoints {
    /// A sound file. False: it gives more than was asked for, or a sample that is no number.
    package static func wav(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = 24_000
        try? WAVReader.checkBeginning(Array(bytes), file: "file")
        guard let sound = try? WAVReader.decode(bytes, file: "file", maximumFrames: limit) else { return true }
        return sound.count <= limit && sound.allSatisfy(\.isFinite)
    }
}
