extension SafetyText {
    /// The bytes of a word without its ending, so that "cut", "cuts" and "cutting" are one: not always a word, but the
    /// same in a phrase and in an utterance.
    static func stem(_ word: String) -> ArraySlice<UInt8> {
        var letters = Array((irregular[word] ?? word).utf8)[...]
        guard letters.count > 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }), !kept.contains(word) else {
            return letters
        }
        func ends(_ ending: String) -> Bool { letters.reversed().starts(with: ending.utf8.reversed()) }
        func hasVowel(_ part: ArraySlice<UInt8>) -> Bool { part.contains { "aeiouy".utf8.contains($0) } }
        if ends("ies") || ends("ied") {
            letters = letters.dropLast(3) + Array("y".utf8)
        } else if ends("ing"), letters.count > 4, hasVowel(letters.dropLast(3)) {
            letters = undoubled(letters.dropLast(3))
        } else if ends("ed"), !ends("eed"), letters.count > 4, hasVowel(letters.dropLast(2)) {
            letters = undoubled(letters.dropLast(2))
        } else if ends("s"), !ends("ss"), !ends("us"), !ends("is") {
            letters = letters.dropLast()
        }
        if letters.count > 3, letters.last == UInt8(ascii: "e") { letters = letters.dropLast() }
        return letters
    }

    /// "cutt" as "cut", but "kill" and "pass" as they are.
    private static func undoubled(_ letters: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard letters.count > 2, let last = letters.last, last == letters.dropLast().last, !"lsez".utf8.contains(last)
        else { return letters }
        return letters.dropLast()
    }

    /// Words that lose their meaning with their ending.
    private static let kept: Set<String> = [
        "here", "were", "there", "where", "everything", "nothing", "something", "anything", "evening", "morning",
        "being", "does", "used", "else", "wedding", "building", "ceiling", "meeting", "feelings", "meds",
        "cute", "using", "thing", "things", "news",
    ]

    private static let irregular: [String: String] = [
        "dying": "die", "died": "die", "dies": "die", "tying": "tie", "tied": "tie", "lying": "lie", "lied": "lie",
        "lay": "lie", "took": "take", "taken": "take", "wrote": "write", "written": "write", "gave": "give",
        "given": "give", "thought": "think", "thoughts": "think", "felt": "feel", "hung": "hang", "bought": "buy",
        "kept": "keep", "went": "go", "goes": "go", "said": "say", "told": "tell", "made": "make", "found": "find",
        "lost": "lose", "got": "get", "gotten": "get", "saw": "see", "seen": "see", "drove": "drive",
        "driven": "drive", "shot": "shoot", "woke": "wake", "woken": "wake", "bled": "bleed", "stood": "stand",
        "sat": "sit", "held": "hold", "fell": "fall", "fallen": "fall", "came": "come", "ran": "run", "knew": "know",
        "known": "know", "chose": "choose", "chosen": "choose", "sang": "sing", "has": "have", "had": "have",
        "slept": "sleep", "hid": "hide", "hidden": "hide", "drank": "drink", "drunk": "drink", "stole": "steal",
        "meant": "mean", "wrists": "wrist", "knives": "knife", "drowned": "drown", "threw": "throw",
        "thrown": "throw", "bit": "bite", "broke": "break", "broken": "break", "leaving": "leave", "sank": "sink",
        "began": "begin", "stuck": "stick", "read": "read", "hurting": "hurt", "sold": "sell", "wives": "wife",
    ]
}
