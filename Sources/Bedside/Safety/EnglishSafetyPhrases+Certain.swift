/// The phrases that count by themselves, whatever else is said.
extension EnglishSafetyPhrases {
    static let certainMacros: [String: String] = [
        // What may stand between "I" and what they do or did.
        "often": "have|have be|am|was|have start|start|keep|kept|have once|once|once have|do|did|have try to|try to|"
            + "have again|again|use to|last night|yesterday|tonight|twice|have twice|nearly|have nearly|can not stop|"
            + "recently|have recently|today|have go back to|go back to|want to|am going to|will|plan to|intend to|"
            + "have decide to|decide to|have be try to|am ready to|have never tell anyone but i|myself",
        // After it, so that nothing harmless is its object.
        "stop": ".|again|last|yesterday|tonight|today|tomorrow|this|on purpose|in|when|because|and|but|so|once|twice|"
            + "before|after|for|a|two|three|every|all|most|as|to|at|with|since|if|too|lately|recently|by|until|many",
        // After what lies in the past, so that nothing can follow that takes it back.
        "past": ".|again|last|yesterday|tonight|today|this morning|once|twice|on purpose|recently|lately",
        "die": "die|kill myself|end my [own] life|take my [own] life|be dead|end it all|hang myself|shoot myself|"
            + "drown myself|overdose",
        "dose": "pill|tablet|sleeping pill|sleeping tablet|painkiller|paracetamol|tylenol|aspirin|ibuprofen|insulin|"
            + "medication|meds|medicine|drug|antidepressant|xanax|valium|opioid|codeine|morphine|heroin|fentanyl",
        // By whom, or in which words, somebody else's wish or deed becomes the speaker's.
        "he": "he|she|they",
    ]

    /// Harm to oneself that was done, is being done or is decided on: only somebody else or a denial takes it back.
    static let certainDeeds = """
        i [{often}] [{often}] overdose ({stop})
        i [{often}] [{often}] overdose on [my|all my|the|a lot of|some|a bottle of|a handful of] [sister is|mother is|mom is] [sleeping] ({dose})
        i [{often}] [{often}] (take|took|had) an overdose ({stop})
        i [{often}] [{often}] (take|took|had) an overdose of [my|the|some] ({dose})
        i [{often}] [{often}] (attempt|commit|try|contemplate|consider|plan|think about|think of|think seriously about|think seriously of) suicide ({past}|every|all|most|and i mean|for weeks|for months)
        i [{often}] [{often}] (think|thought) [a lot|seriously|often|every day|every night|all day|all the time] (about|of) ({stop}|killing|suicide|ending) (myself|my [own] life|.|every|all|a lot|most|when|and|tonight)
        i [{often}] [{often}] (attempt|try|plan|consider|contemplate|think about|think of) [to] (take my [own] life|kill myself|end my [own] life|hang myself|drown myself|shoot myself|poison myself|suffocate myself) ({past})
        i [{often}] [{often}] (make|have|survive|plan|had) (a|my|my first|another|two|three|several|one|my last) [failed|serious] suicide attempt ({past}|in (january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter) .)
        i [{often}] plan my [own] suicide ({stop})
        (.|and|but|because|that) i (am|feel|have be|have be feel|am feel|get|become|have become) [so|a bit|again|actively|extremely] suicidal ({stop}|thought|feeling)
        i [{often}] (self harm|self injure) ({past})
        i [{often}] [{often}] (cut|slit|slash) my (wrist|wrists|vein|veins) ({stop}|open|deep)
        i [{often}] cut (myself|my arm|my arms|my leg|my legs|my thigh|my thighs) (again|on purpose|deliberately|to feel|to punish|to cope|so that i|every night|whenever|with a razor|with a blade|because i (hate|deserve|can))
        i [{often}] (start|go back to|am back to|keep|can not stop) cut [again] (.|and|but|because)
        i [{often}] [{often}] jump (off|from|in front of) (the|a) ~1 (bridge|roof|balcony|building|train|cliff|overpass|tower|platform) (.|but|and then i|last|today|yesterday|tonight)
        [i] [{often}] (write|wrote|leave|left|finish) [out] (my|a) (suicide|goodbye) note (.|to|for|this|last|tonight|today|on|and|yesterday)
        my suicide note (is|was|lie|lies)
        (note|letter) to leave behind (.|for|when)
        i (tell|told|admit to|admitted to|confess to|say to|confide in|text|wrote to|message|ask) (my|the|a|our|his|her) ~2 [that] i [{often}] (want to|wish to|am going to|will|plan to|would like to|intend to) ({die}) ({stop})
        i (tell|told|say to|text) (him|her|them|everyone|people|you|someone) [that] i [{often}] (want to|wish to|am going to|will|plan to) ({die}) ({stop})
        """

    /// A wish right after words that set it against a figure of speech: only somebody else or a denial takes it back.
    static let certainEarnest = """
        (no|no joke|not joke|am not joking|not kidding|not a joke|is not a joke|joking aside|joke aside|jokes aside|all joking aside|am serious|for real|in all seriousness|in all honesty|not exaggerating|am not exaggerate|not a figure of speech|not just a saying) [.|and|but] i [do] (want to|wish to|am going to|would rather) ({die}) ({stop}|any more)
        (joke|joking) about it but i [do] (want to|wish to|am going to) ({die})
        """

    /// Wishes that are so plain that they count by themselves.
    static let certainWishes = """
        i (do not|no longer|can not) [want to] live (at all|with this pain) (.|any more|any longer|and|in)
        (would|will) be [so|really|quite|more than] (happy|glad|relieved|grateful|delighted|thrilled|overjoyed) if i (did not|do not|never|not) wake [up] (again .|again and|ever again|again tomorrow|at all|any more|.|tomorrow .|tomorrow morning .|in the morning .|tomorrow and|tomorrow because|in the morning because)
        if i (did not|do not|never) wake up [again|tomorrow|in the morning|tomorrow morning] i (would|will) be [so|really] (happy|glad|relieved|grateful|delighted)
        """

    /// Hints that are so plain that they count by themselves.
    static let certainHints = """
        . i (hate|loathe|despise|detest) (myself|being me|who i am) (.|so much .|so so much|with a passion|more and more|more every day|every day|and i always|and everything about me|for being alive|for existing)
        . [i feel like] there is no way out (.|for me|of this life|of my life|for someone like me)
        . i (am|feel) [so|completely] (trapped|cornered) (.|in my own life|in this life|and there is no way|with no way out)
        . i see no way out (.|for me|of this|any more)
        . i have no way out (.|any more|of this)
        . [i feel] backed into a corner with no way out
        """

    /// By these the speaker takes what somebody else did or wants for their own wish.
    static let agreements = """
        (.|and|but) (me|myself) too (.|to|some|most|every|sadly|i)
        (me too|same here) .
        (.|and) same (here|for me|with me|goes for me)
        (.|and|but) [so] (do|am|will|did|would|should) i (.|too|as well|most|every|some|sadly)
        (.|and|but|because) i (do|am|will|would|did|feel that|feel it|want that|want it|think about it|feel like that|feel like it) (too|as well)
        i (feel|think|want|am) ~1 the same (.|way|thing|about my|as {he}|sometimes|and|too|most|every)
        i (want to|am going to|will|would like to|wish to|plan to|intend to|could|might|should|feel like|wish i could|think of|think about|am about to|would love to) ~1 (do|try|go) ~1 (the same|that too|that as well|it too|it as well|that|what ({he}) (do|did|does)|like (him|her|them)|the way ({he}) (do|did|does)) (.|too|as well|tonight|some day|one day|and|but|because|myself|thing|soon)
        i (want to|am going to|will|would like to|wish to|wish i could|plan to) ~1 (follow|join) (him|her|them)
        i (want to|am going to|will) be (next|like (him|her|them)) .
        """

    /// What somebody else is said to do to themselves: it counts only where the speaker agrees.
    static let othersDeeds = """
        (kill|hang|shoot|drown|poison|gas|strangle|suffocate|top|unalive) (himself|herself|themselves|themself)
        (end|take) (his|her|their) [own] life
        (throw|fling|hurl) (himself|herself|themselves|themself) ~1 (off|from|under|in front)
        (slit|slash) (his|her|their) (wrist|wrists|throat)
        overdose
        """
}
