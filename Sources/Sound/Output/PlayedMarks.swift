/// Which frames of the sound that plays are worth telling once they have been played: its first audible one, its last.
///
/// Frames count from the opening of the stream. Real-time thread only.
struct PlayedMarks {
    private var audible: (id: Int, frame: Int)?
    private var end: (id: Int, frame: Int)?
    private var isAudibleKnown = false
    private var isHandedKnown = false

    /// All of the sound is written, and not all of it played.
    var isEnding: Bool { end != nil }

    /// Another sound begins.
    mutating func begin() { self = PlayedMarks() }

    /// Nobody waits for it any more.
    mutating func drop() {
        audible = nil
        end = nil
    }

    /// Audible frames of a sound were written, up to `frame`. True: its first ones.
    mutating func wroteAudible(id: Int, to frame: Int) -> Bool {
        if !isAudibleKnown {
            isAudibleKnown = true
            audible = (id, frame)
        }
        defer { isHandedKnown = true }
        return !isHandedKnown
    }

    /// The last frame of a sound was written.
    mutating func wroteEnd(id: Int, at frame: Int) { end = (id, frame) }

    /// What was written after `frame` is not going to be played.
    mutating func forget(after frame: Int) {
        if let mark = audible, mark.frame > frame {
            audible = nil
            isAudibleKnown = false
        }
        if let mark = end, mark.frame > frame { end = (mark.id, frame) }
    }

    /// Everything up to `frame` was played: what that means, at most two things, one for each call.
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
