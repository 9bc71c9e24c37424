import Glibc

/// Decides from the microphone's level whether somebody speaks (TALK-6): energy in the band of speech above a noise
/// floor that follows the room. Pure; fed 10 ms of mono 48 kHz at a time.
struct VoiceActivity: Sendable {
    /// A block counts above the floor by this much; people talk in bursts of 15 dB and more over a quiet bedroom.
    static let aboveFloorDB = 9.0
    /// Below this nothing counts, however quiet the room.
    static let quietestDBFS = -58.0
    /// A lower floor would let no more blocks count, and would take longer to rise.
    static let lowestFloorDBFS = quietestDBFS - aboveFloorDB
    /// Digital silence, which says nothing about the room: a card that is starting, a button that mutes, a noise gate
    /// that is closed.
    static let silenceDBFS = -110.0
    /// The lowest floor while sound comes between such silences in pieces that are too short to find it.
    static let piecesFloorDBFS = -50.0
    /// 300 ms of sound find the floor of the room: at the beginning, and again after each silence.
    static let findingBlocks = 30
    /// If a gate closes again within this, the sound was a word and not the room.
    static let maximumPieceBlocks = 100
    /// How many of those blocks may be below the floor that they find: sound may swell as it begins.
    static let swellingBlocks = 4
    /// The microphone's first 300 ms do not count: the ring that was just stopped dies away in them.
    static let unjudgedBlocks = 30
    /// Activity within the last 400 ms that makes a voice: a knock or a click is shorter.
    static let onsetMilliseconds = 150
    /// Pauses between words do not end it.
    static let hangoverMilliseconds = 700

    private(set) var isActive = false
    private(set) var floorDBFS = -60.0
    private var isFloorFound = false
    /// Levels of the blocks that are to find the floor; judged once it is found.
    private var beginning: [Double] = []
    private var blocks = 0
    /// Blocks since the last silence, counted up to one more than `maximumPieceBlocks`; that many while there was no
    /// silence yet.
    private var pieceBlocks = Self.maximumPieceBlocks + 1
    private var pieceLoudBlocks = 0
    private var floorBeforePiece = -60.0
    private var recent: UInt64 = 0
    private var quietBlocks = 0
    private var highPass = Biquad.highPass(hertz: 180, rate: 48_000)
    private var lowPass = Biquad.lowPass(hertz: 3800, rate: 48_000)

    /// Allocates; nothing else here does.
    init() { beginning.reserveCapacity(Self.findingBlocks) }

    /// Takes one block (10 ms); true if `isActive` changed.
    /// - Parameter isSilent: whether the microphone gave exact silence, whatever `samples` hold after processing.
    mutating func process(
        _ samples: UnsafePointer<Float>, count: Int, isEcho: Bool = false, isSilent: Bool = false
    ) -> Bool {
        guard count > 0 else { return false }
        var sum: Float = 0
        for i in 0..<count {
            let x = lowPass.step(highPass.step(samples[i]))
            sum += x * x
        }
        if isSilent { return process(bandLevelDBFS: Self.silenceDBFS) }
        if isEcho { return processEcho() }
        // A canceller may leave nothing of a quiet room, which still is not digital silence.
        let level = decibels(meanSquare: Double(sum) / Double(count))
        return process(bandLevelDBFS: max(level, Self.silenceDBFS + 1))
    }

    /// Decides on one block by its level in the band of speech.
    mutating func process(bandLevelDBFS level: Double) -> Bool {
        let was = isActive
        blocks += 1
        countPiece(level)
        if level <= Self.silenceDBFS {
            judgeBeginning(above: max(floorDBFS, Self.piecesFloorDBFS))
            judgePiece()
            isFloorFound = false
            note(isLoud: false)
        } else if isFloorFound {
            let isLoud = Self.isLoud(level, above: floorDBFS)
            follow(level, isLoud: isLoud)
            note(isLoud: isLoud && blocks > Self.unjudgedBlocks)
        } else {
            beginning.append(level)
            if beginning.count >= Self.findingBlocks {
                findFloor()
                judgeBeginning(above: floorDBFS)
            }
        }
        return was != isActive
    }

    private mutating func countPiece(_ level: Double) {
        guard level > Self.silenceDBFS, pieceBlocks <= Self.maximumPieceBlocks else { return }
        pieceBlocks += 1
        if blocks > Self.unjudgedBlocks, Self.isLoud(level, above: Self.piecesFloorDBFS) { pieceLoudBlocks += 1 }
    }

    /// Counts a short piece of sound as speech when silence follows it: what was taken for the room's noise was a word,
    /// so the old floor is restored.
    private mutating func judgePiece() {
        if isFloorFound, pieceBlocks <= Self.maximumPieceBlocks {
            for _ in 0..<min(pieceLoudBlocks, 40) { note(isLoud: true) }
            floorDBFS = floorBeforePiece
        }
        floorBeforePiece = floorDBFS
        pieceBlocks = 0
        pieceLoudBlocks = 0
    }

    /// Takes a block of echo. What is left of an echo says nothing about the room and is not a voice; the blocks just
    /// before it may be echo, too.
    private mutating func processEcho() -> Bool {
        let was = isActive
        blocks += 1
        if !isFloorFound { findFloor() }
        beginning.removeAll(keepingCapacity: true)
        note(isLoud: false)
        return was != isActive
    }

    private static func isLoud(_ level: Double, above floor: Double) -> Bool {
        level > max(floor + aboveFloorDB, quietestDBFS)
    }

    /// Finds the floor from the blocks collected so far; leaves it as it is if they are too few.
    private mutating func findFloor() {
        isFloorFound = true
        guard beginning.count > Self.swellingBlocks else { return }
        var floor = Double.infinity
        for level in beginning where level < floor {
            var others = 0
            for other in beginning where other <= level { others += 1 }
            if others > Self.swellingBlocks { floor = level }
        }
        floorDBFS = min(max(floor, Self.lowestFloorDBFS), -35)
    }

    /// Counts the blocks that were put off until the floor was found.
    private mutating func judgeBeginning(above floor: Double) {
        let unjudged = Self.unjudgedBlocks - (blocks - beginning.count)
        for i in beginning.indices where i >= unjudged {
            note(isLoud: Self.isLoud(beginning[i], above: floor))
        }
        beginning.removeAll(keepingCapacity: true)
    }

    /// Moves the floor: it falls quickly and rises slowly, by 1.5 dB a second while it is loud. So a fan that was
    /// switched on stops counting as a voice after some seconds, and the gaps between words pull the floor of real
    /// speech down again.
    private mutating func follow(_ level: Double, isLoud: Bool) {
        if level < floorDBFS {
            floorDBFS += (level - floorDBFS) * 0.2
        } else {
            floorDBFS += min(level - floorDBFS, isLoud ? 0.015 : 0.05)
        }
        floorDBFS = min(max(floorDBFS, Self.lowestFloorDBFS), -30)
    }

    private mutating func note(isLoud: Bool) {
        recent = (recent << 1 | (isLoud ? 1 : 0)) & ((1 << 40) - 1)
        quietBlocks = isLoud ? 0 : quietBlocks + 1
        if isActive {
            if quietBlocks * 10 >= Self.hangoverMilliseconds { isActive = false }
        } else if recent.nonzeroBitCount * 10 >= Self.onsetMilliseconds {
            isActive = true
        }
    }
}
