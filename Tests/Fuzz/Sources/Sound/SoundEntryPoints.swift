package enum SoundEntryPoints {
    /// A sound file. False: it gives more than was asked for, or a sample that is no number.
    package static func wav(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = 24_000
        try? WAVReader.checkBeginning(Array(bytes), file: "file")
        guard let sound = try? WAVReader.decode(bytes, file: "file", maximumFrames: limit) else { return true }
        return sound.count <= limit && sound.allSatisfy(\.isFinite)
    }

    /// A clip that a gateway has sent, or that was sealed. False: it is longer than was asked for, or what is written of it
    /// is read back as something else.
    package static func clip(_ bytes: [UInt8]) -> Bool {
        let limit = 1000
        guard let sound = SyntheticSound(bytes, maximumMilliseconds: limit) else { return true }
        return sound.milliseconds <= limit && SyntheticSound(sound.bytes, maximumMilliseconds: limit) == sound
    }
}
