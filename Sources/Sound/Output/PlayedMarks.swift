/// The frames of the current sound that are reported once they have been played: the first audible one and the last.
///
/// Frames count from the opening of the stream. Real-time thread only.
struct PlayedMarks {
    private var audible: (id: Int, frame: Int)?
    private var end: (id: Int, frame: Int)?
    private var isAudibleKnown = false
    private var isHandedKnown = false

    /// Whether all of the sound is written, and not all of it is played.
    var isEnding: Bool { end != nil }

    /// Starts again for another sound.
    mutating func begin() { self = PlayedMarks() }

    /// Drops the marks, because the sound is no longer wanted.
    mutating func drop() {
        audible = nil
        end = nil
    }

    /// Notes that audible frames of a sound were written, up to `frame`. Returns whether they are its first.
    mutating func wroteAudible(id: Int, to frame: Int) -> Bool {
        if !isAudibleKnown {
            isAudibleKnown = true
            audible = (id, frame)
        }
        defer { isHandedKnown = true }
        return !isHandedKnown
    }

    /// Notes that the last frame of a sound was written.
    mutating func wroteEnd(id: Int, at frame: Int) { end = (id, frame) }

    /// Notes that frames written after `frame` will not be played.
    mutating func forget(after frame: Int) {
        if let mark = audible, mark.frame > frame {
            audible = nil
            isAudibleKnown = false
        }
        if let mark = end, mark.frame > frame { end = (mark.id, frame) }
    }

    /// The next note that is due when everything up to `frame` has been played; nil if there is none. At most two, one
    /// for each call.
    mutating func next(played frame: Int) -> OutputNote? {
        if let mark = audible, frame >= mark.frame {
            audible = nil
            return .audible(id: mark.id)
        }
        if let mark = end, frame >= mark.frame {
            end = nil
            return isAudibleKnown ? .finished(id: mark.id) : .silent(id: mark.id)
        }
        return nil
    }
}
