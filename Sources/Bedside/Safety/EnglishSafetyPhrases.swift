/// English phrases that show a risk, by what is said. `EnglishSafetyPhrases+Context.swift` has the contexts in which
/// they do not count.
///
/// Phrases are folded like utterances (`SafetyText`): contractions written out, fillers left out, endings of words
/// taken off, so that "cut" is also "cutting".
enum EnglishSafetyPhrases {
    static var source: SafetyLexicon.Source {
        SafetyLexicon.Source(
            macros: macros.merging(certainMacros) { first, _ in first },
            risks: [
                SafetyLexicon.Risk(level: .explicit, firmness: .firm, phrases: deeds),
                SafetyLexicon.Risk(level: .explicit, firmness: .firm, phrases: plans),
                SafetyLexicon.Risk(level: .explicit, firmness: .open, phrases: wishes),
                SafetyLexicon.Risk(level: .explicit, firmness: .open, phrases: means),
                SafetyLexicon.Risk(level: .explicit, firmness: .weak, phrases: selfHarm),
                SafetyLexicon.Risk(level: .explicit, firmness: .weak, phrases: absences),
                SafetyLexicon.Risk(level: .intermediate, firmness: .open, phrases: passiveWishes),
                SafetyLexicon.Risk(level: .intermediate, firmness: .open, phrases: burden),
                SafetyLexicon.Risk(level: .intermediate, firmness: .weak, phrases: hopelessness),
                SafetyLexicon.Risk(level: .intermediate, firmness: .open, phrases: farewells),
            ],
            certain: [
                SafetyLexicon.Risk(level: .explicit, firmness: .firm, phrases: certainDeeds),
                SafetyLexicon.Risk(level: .explicit, firmness: .firm, phrases: certainEarnest),
                SafetyLexicon.Risk(level: .explicit, firmness: .open, phrases: certainWishes),
                SafetyLexicon.Risk(level: .intermediate, firmness: .weak, phrases: certainHints),
            ],
            agreements: agreements, othersDeeds: othersDeeds,
            companion: companion, addressed: addressed, idioms: idioms, everyday: everyday, exaggeration: exaggeration,
            recovery: recovery,
            leading: leading,
            trailing: trailing, around: around, denials: denials, turns: turns,
            others: others,
            own: "(i|me|my|myself|mine)", reach: 9, everydayReach: 10, ownMargin: 0)
    }

    private static let macros = [
        "want": "want to|wish to|wish i could|would like to|would love to|would rather|would prefer to|prefer to|"
            + "long to|ready to|plan to|intend to|decide to|tempt to|desire to|hope to|need to|let me|deserve to|"
            + "crave to|urge to|mean to|determined to|wish i can|feel like i want to|feel like i should|ought to",
        "will": "going to|will|about to|gonna|might|could|should|may|have to|must|try to|would|able to|brave enough to|"
            + "courage to|nerve to|guts to|strength to|way to|time to|easy to|easier to|best to|better to|chance to",
        "think": "think of|think about|think on|consider|contemplate|imagine|fantasize about|fantasise about|"
            + "dream of|dream about|daydream about|obsess over|picture|idea of|thought of|urge of|feel like|"
            + "look into|research|visualize|talk about|close to|way of|way to|as good as|instead of|afraid of",
        "not": "do not|did not|does not|no longer|never|not|stop|quit|have not|would not|will not",
        "dead": "die|be dead|be dying|stop live|stop being alive|stop exist|not be alive|cease to exist|cease to be|"
            + "drop dead|stop breathe|leave this world|leave this earth|leave this life|be killed|be in the ground|"
            + "be six feet under|be in a coffin|be in my grave|not exist any more|end it all|be done with life|"
            + "get killed|be done live|be a corpse|expire|perish|end everything|end things",
        "pills": "pill|tablet|meds|medication|medicine|painkiller|tylenol|paracetamol|xanax|advil|ibuprofen|aspirin|"
            + "antidepressant|drug|insulin|opioid|capsule|valium|benzo|bleach|antifreeze|morphine|prescription|dose|"
            + "ambien|oxy|fentanyl|acetaminophen|sedative|sleeping pill|sleeping tablet|poison|cyanide|codeine",
        "heap": "all|whole|every|entire|too many|too much|handful|bottle|bunch|fistful|rest of|everything|pack|packet|"
            + "a lot of|so many|more than|box|load|ton|hundred|fifty|forty|thirty|twenty|sixty|dozen|enough|both|"
            + "blister|stash|extra|double|20|30|40|50|60|100|several|couple of bottle|ten|fifteen|25|remaining|leftover",
        "place": "bridge|roof|rooftop|building|balcony|window|cliff|overpass|ledge|tower|train|subway|tube|bus|truck|"
            + "lorry|traffic|platform|track|rail|pier|freeway|motorway|highway|viaduct|parking garage|car park|"
            + "tram|railway|semi|car|parking structure|multistory|railing|tree|wall|river|ocean|sea|lake|dam|"
            + "floor|story|storey|stairwell|water|guardrail|canal|ravine|quarry|crane|barrier|divider|road",
        "limb": "wrist|arm|leg|thigh|skin|vein|throat|stomach|forearm|hip|artery|ankle|calf|chest|neck|shoulder|belly|"
            + "inner arm|body|hand|jugular",
        "blade": "razor|razor blade|blade|knife|box cutter|scissors|scissor|lighter|safety pin|penknife|scalpel|"
            + "broken glass|shard|cigarette|needle|utility knife|stanley knife|boxcutter|pencil sharpener|glass",
        "soon": "tonight|today|tomorrow|morning|this week|this weekend|weekend|next week|soon|monday|tuesday|wednesday|"
            + "thursday|friday|saturday|sunday|midnight|sunrise|dawn|christmas|birthday|right now|this evening|"
            + "by the time|before you|after you|after work|after the|next month|new year|this month|summer|spring|"
            + "winter|next year|the end of the|much longer|for long|this year|long|anniversary|daylight|first light",
        "you": "everyone|they|them|family|kid|child|children|wife|husband|mom|mum|parent|friend|partner|boyfriend|"
            + "girlfriend|people|world|you|he|she|we|anyone|daughter|son|brother|sister|dad|mother|father|anybody|"
            + "no one|someone|somebody|somebody else|all of you|him|her|grandkid|roommate|boss|other|rest of them|us",
        "who": "friend|sister|brother|mom|mum|dad|mother|father|son|daughter|wife|husband|boyfriend|girlfriend|cousin|"
            + "patient|client|student|neighbor|neighbour|coworker|colleague|roommate|uncle|aunt|boss|teacher|grandma|"
            + "grandpa|grandmother|grandfather|niece|nephew|ex|guy|man|woman|girl|boy|kid|teenager|caller|classmate|"
            + "actor|singer|celebrity|hero|character|protagonist|villain|detective|nurse|resident|flatmate|buddy|"
            + "poet|writer|author|painter|king|queen|prince|soldier|professor|lady|fellow|veteran|doctor|mate|"
            + "therapist|counselor|priest|widow|pupil|partner|lad|tenant|musician|actress|rapper|customer|lawyer|cop",
        "media": "song|movie|film|book|novel|show|episode|series|podcast|poem|play|musical|video|game|album|band|track|"
            + "documentary|anime|drama|opera|headline|tv|radio|meme|lyrics|lyric|chorus|story|scene|article|news|"
            + "paper|chapter|soap|sitcom|thriller|manga|comic|ballad|verse|script|tune|netflix|author|playlist|"
            + "crossword|trailer|biography|memoir|report|exhibition|theater|theatre|soundtrack|karaoke",
    ]

    /// What one does to oneself, to die.
    private static let deeds = """
        (eat|swallow|suck) my (gun|pistol|bullet)
        (take|took|ending|end) my own life
        i ~2 (finish|end|kill) (my life|miself|me self)
        (announce|announcing|write|wrote|written|finish|leave|left|translate) ~1 my [own] suicide note
        (slice|cut|carve|rip|slash) myself (open|up|to pieces|to ribbons)
        suicide ~1 (on my mind|in my head|all i|every day|all the time|as an option|again)
        suicide (is|be|has be|been) ~1 (on my mind|in my head|an option|tempting)
        (hurt|burn|cut|scratch|hit|harm|injure|bruise|starve|bite) ~6 (on purpose|deliberately|as punishment|to punish myself|to feel something|to feel anything)
        (checking|check|bow|bowing|opt|opting) out ~2 (for good|of life|forever|of this life|permanently|of here|of living|early)
        (take|took) the (easy|coward|cowards|only) way out
        (kill|off|unalive|hang|drown|shoot|stab|poison|gas|strangle|suffocate|neck|smother|electrocute|murder|execute|end|erase) myself
        (top|delete|destroy|starve|exterminate|asphyxiate|terminate|eliminate|overdose|sacrifice|suicide) myself
        (kill|shoot|hang|drown) (me and|my self|meself|us both|both of us)
        do ~1 myself in
        do away with myself
        finish myself [off]
        get rid of myself
        put myself (out of|down|to sleep forever|in the ground|in front|under)
        (throw|fling|hurl|toss|launch|chuck|lob) myself ~1 (off|from|under|in front|out|over|into|down|onto|on the)
        (remove|wipe|take) myself (from existence|from the world|from this world|from the earth|out of this world|out of the picture|out of the equation|off this earth|off the board|out)
        (end|take|lose|throw away|finish|quit|cut short|exit|terminate|check out of|take away|snuff out|put an end to) (my|my own|this|my whole|this whole|this miserable) (life|existence)
        (let me|just|to) end my life
        (end|put an end to) (it all|my suffering|my misery|my pain|it tonight|it for good|it once and for all|it myself|it forever|it right here|it today|it tomorrow|it by)
        (commit|attempt|consider|contemplate|think about|think of|plan|try|choose|complete|research|google|want|thought about|about|death by|committing) ~1 suicide
        suicide ~2 (is|be|feel|seem|sound|look|would be|keep|cross) ~3 (only|option|answer|way|good|easier|better|mind|head|relief|solution|on my|what i|all i|come back|call|best|peaceful|right)
        (my|my own|a|the) suicide (note|plan|letter|date|pact|kit|method)
        suicidal
        (kms|kys|ctb)
        (urge|voice|thought|plan|part of me|want|head|brain|something|thing) ~6 (to kill myself|telling me to die|say to die|to end my|tell me to kill|tell me to jump|tell me to end)
        put a bullet (in|through) (my|me)
        (blow|shoot) my (brains|brain|head|self) ~1
        (slit|slash|open|open up|slice) my (own|wrist|throat|vein|artery|arm)
        (bleed|starve|freeze|drink|drug|smoke) myself to death
        (my|i) ~2 overdose
        (to|will|could|might|gonna|should|and|almost|again|just|about|of|just) (overdose|od) (.|on|again|tonight|and|so|because|or|to|if|with|but|by)
        """

    /// A plan, its time and its preparation; attempts; what is to be known for it.
    private static let plans = """
        (look up|read|google|search|check|figure out|work out|know) ~2 how (many|much) ~4 (these|pills|it take|would|of them)
        (finish|do) (me|myself|meself) (off|in)
        (top|kill|off|harm|hurt|cut|hang) meself
        (go|gone|went) through with it
        (go to|was going to|nearly|almost|meant to|about to|try to) do it (last night|yesterday|this morning|last week|again|once|before) ~2
        (chicken|chickened|bottle|bottled|wimp|back) (out|it) ~3
        (will|letter|note) and a (note|will|letter) ~2
        if you do not hear from me ~3
        one step and ~3
        i ~3 (have|get|make|know|work out|figure out|pick|choose|set|decide|find|plan|written|write|mapped|settle|map) ~4 (plan|date|day|method|way|how|place|spot|time|where|when|night) ~6 (to die|i die|kill|end|do it|suicide|go through|jump|dead|disappear|be gone|go out|go to die|i will go|how i|i am going|leave this|take it)
        (plan|date|method|day) (to die|to end|to kill|for how|for my death|for my suicide|to do it|is set|for tonight|to end things)
        (how|when|where|which day|which bridge|what day) i (would|will|am going to|want to|could|should|plan to|am) ~1 (do it|die|go|end|kill|jump|hang|leave)
        (the day|the night|the place|the last thing|a place|somewhere|somewhere quiet) i ~2 (die|end|kill|take my)
        (tonight|today|tomorrow) is the (night|day)
        (tonight|today|tomorrow|friday|saturday|sunday|monday|this weekend|this) (is|will be|might be) ~1 (my last|the last night of my|the day i die|the day i end|the last day of my|the night i|it for me)
        (will|am going to|going to|plan to|should) be (dead|gone for good|gone forever|no more|a corpse|in the ground|out of the way|in the river|with the angels) ~4
        (after|before|once|when) i (do it|go through with it|end it|kill)
        ({you}|police|cleaner|landlord|postman) ~2 find (my body|me dead|me hanging|me in the|me gone|me tomorrow|me here|me when|me on|me like|what is left)
        (alarm|wake up call|alarm clock) ~8 (dead|not be alive|not be waking|not be here|never wake|not be around|not wake up|not waking up|no longer|will not need|not be needing)
        (this|it|tonight|here|today) (is|might be|will be|could be|may be) ~1 (my|the) (last|final) (night|day|message|goodbye|words|conversation|evening|goodnight|alarm|time i|time we|time you|talk|thing i|hours)
        (last|final) (night|day|words|meal|goodbye|message|sunset|sleep|hour|breath|supper|evening|time) ~3 (alive|on earth|ever|of my life|on this earth|before i|in this world|of me)
        (write|leave|finish|record|type|draft|compose|film|fold|seal) ~5 (suicide|goodbye|farewell|last|final|my last|my) (note|letter|goodbye)
        (write|leave|record|type|draft|compose|film) ~5 (goodbye|farewell|last|final) (video|message|word|recording|voice memo|email|text)
        (write|leave|finish|record|type|draft|compose|film|put|seal|have) ~3 (note|letter|goodbye|video|message|recording|envelope|email) ~6 (everyone|kid|find me|gone|dead|sorry|goodbye|after i|when i|explain|each|when it is over|love them|before i|they will|on the table|to my mom|to my mum|to my family|to my wife|to my husband|to my parent|so they|for when|forgive|not their fault|not your fault|under my|on my pillow|to find)
        (note|letter|goodbye) [to|is|are] ~2 ~1 (written|write|done|ready|on the|finish|in the drawer|in my desk|sealed|seal|sent)
        (say|says|saying|tell|told) ~1 (my|all my|my final|my last|one last|a last|the last|final|last) goodbye
        (goodbye|farewell) ~3 (forever|cruel|for good|for the last|everyone i|to the world|i am going to end|i am done|world|this is it|i will not be|do not look for|i love you all|tell)
        (tell|say to|let) ~5 (sorry|love them|love her|love him|loved|proud|not their fault|not her fault|not his fault|forgive|goodbye|was my choice) ~8 (gone|dead|for kill|do it|could not find|when they find|for end|for leave|kill myself|end my|goodbye|other way|can not stay)
        i ~3 (do it|go through with it|pull the trigger|end it|finish it|go out|jump|let go) (tonight|tomorrow|this time|today|right this|with the|with a|with my|properly|for real|right now|when|before|after|on friday|on sunday|this weekend|soon|and|once they|while)
        (will|going to|decide to|ready to|want to|plan to|try to|guts to|nerve to|brave enough to|courage to|afraid to|how to|too scared to|coward to|about to|strength to|have to|need to|able to|think about|feel like|way to|stop me from|almost|nearly|thinking of|time to|close to) (go through with it|pull the trigger|end it|end things|finish it|finish things|end this|end everything|ending it|let it end|step off|let go|jump|check out) (.|tonight|tomorrow|this time|today|with the|with a|with my|properly|for real|right now|before|after|on friday|soon|once|for good|and|but|because|i|now|myself|so)
        (will|going to|decide to|ready to|want to|plan to|try to|guts to|nerve to|brave enough to|courage to|afraid to|how to|too scared to|coward to|about to|strength to|have to|need to|able to|think about|feel like|way to|stop me from|almost|nearly|thinking of|time to|close to) do it (tonight|this time|with the|with a|with my|properly|for real|right now|for good|on friday|soon|once|myself)
        (try|tried|attempt|survive) ~2 (to die|die|kill|end it|end my|suicide|overdose|hang|drown|jump|end things) 
        (after|since|survive|from|about) ~1 (my|an|the|my last|my first|my second|another) ~1 attempt
        (my|another|last|second|third|a) [last|first|second|third|suicide|failed] attempt (fail|was|at|on|and|last|did|when|again|to)
        (next|this) time i ~3 (succeed|right|work|fail|sure|finish|done|properly|not mess|do it|mean it|will not)
        (fail|failed|mess up|could not) ~3 (kill|die|at dying|at suicide|ending my|end my)
        (how|what|which|where|is there|are there|way|best|easiest|quickest|fastest|painless|least|method|most|cleanest|google|search|look up|read about|read up|website|forum|teach me|ways) ~6 (to die|die without|kill me|kill myself|would kill|lethal|fatal|deadly|a noose|stop breathing|bleed out|to hang|to overdose|die quickly|die fast|dying quickly|death without|way to go|painlessly|suicide method)
        how (many|much) ~9 (kill me|kill you|kill a person|kill someone|to kill|fatal|lethal|deadly|overdose|to die|before i die|before you die|not wake up|never wake|die|too many|stop my heart|do it|be enough)
        (would|will|does) [it|a fall|the fall|falling|drowning|it ever] ~1 (hurt|kill) ~2 (to die|if i jump|to jump|when you die|to drown|to hang|if i fell|to bleed|or would)
        (lethal|fatal|deadly) (dose|amount|drop|fall|height|level)
        (painless|peaceful|quick|quickest|easy|easiest|fastest) ~2 (death|to die|way out|to go|suicide|way to end)
        (life insurance|insurance) ~8 (if i|i am dead|worth more|suicide|pay out|when i|i kill|i die)
        worth more (dead|to them dead)
        (made|make) ~3 peace with (dying|death|die|going|leaving|it ending|this being|ending|my decision|it and)
        """

    /// Not being there any more, at a time.
    private static let absences = """
        (gone|dead) for good ~3
        (tomorrow|tonight|by morning) ~3 i am ~1 (gone|dead)
        by the weekend ~3 (dead|gone|not be here)
        (will|would|going to|plan|planning|plan on|intend|expect|expecting|might|may|want|mean) not [to] (be|being|live|see|make it|wake|reach) ~2 (alive|here|around) ~2 {soon}
        (will|going to|plan|intend) not ~1 (be|live|see|make it|last) ~3 (tomorrow|the morning|the weekend|christmas|next week|sunrise|spring|my birthday|the night|monday|the week|through the|next month|next year|new year)
        (do not|not) (plan|intend|plan on|expect|intend on|mean|going) ~1 (to be|be|to live|live|to see|see|to wake|wake|to make it|being|to survive|make it) ~2 (alive|here|around|tomorrow|morning|up|through|past|another|long|this)
        i ~1 (will|am going to|plan to) be (gone|dead) ~2 (by|before|when|tonight|tomorrow|soon|in the morning|after)
        by (the time|tomorrow|morning|tonight|then) ~6 i ~2 (gone|dead|will be|will have|not be)
        by {soon} ~4 i ~3 (gone|dead|no longer|not be|finished|done)
        """

    /// Wishes to be dead.
    private static let wishes = """
        i want (a|my) (coffin|grave|noose|bullet)
        (wish|want|wishing) ~2 (under the ground|six feet under|in the ground|in the cemetery)
        (want|wants|wish) (fi|tae) (dead|dee|die|be dead|be deid)
        (wanna|want to) die for real
        (sleep|asleep|bed) and ~2 (be dead|die)
        (regret|hate|sorry|wish i had not|wish i did not) ~1 (surviving|survive|being save|be save|wake up from it|being found)
        (train|bridge|edge|water|track|ledge|window|height) ~5 feel (pull|pulled|drawn|call|calling)
        feel (pull|pulled|drawn|call|calling) ~4 (train|bridge|edge|water|track|ledge|window)
        (want|wish) my (life|story|days) ~2 (end|over|done|stop)
        do not want (this|my) life
        (nice|lovely|good|better|great|relief|easier|wonderful|sweet) ~2 (to be dead|to die|being dead)
        (can not|could not|not able to|not meant to) be alive ~4
        (imagine|picture|think about|dream about|plan|see|visualize|replay) ~2 (my own death|my death|my own funeral|my suicide|myself dead|myself dying|myself hanging|myself jump)
        (want|wish|like|going) ~2 be (bury|buried) ~3 (next|with|beside|near|soon|already)
        (meet|see|face) my (maker|creator)
        (death|dying|die) ~1 (not|no longer|never) (scare|frighten|bother|worry) me
        (only|one) reason i ~2 (not|alive|here|stay|around|breathe) ~4
        (leave|leaving|exit|exiting|depart|quit|quitting|say goodbye to|done with) ~1 (this world|this earth|this life|the world|this planet|life behind|this place for good)
        (pray|praying|hope|hoping|wish|wishing|beg|begging|ask god|waiting) ~6 (take|takes|took|collect|claim) me (.|in my sleep|away|tonight|too|home|now|already|soon|from this|instead|with)
        (hope|pray|wish|wishing|praying|hoping|like it if|want) ~3 (my heart|my breathing|my lungs) ~3 (stop|quit|give)
        ({want}) ~1 ({dead})
        ({want}) (be gone for good|be gone forever|go for good|leave for good|not live|not be alive|go to heaven|go be with god)
        (part of me|everything in me|half of me|something in me|my whole body|a piece of me) ~2 want ~2 ({dead}|death)
        (all i|only thing i|what i|all that i) ~4 (is die|is to die|is death|is dead|is being dead|is to be dead|is to end)
        (wish|hope|pray|love it|beg|if only|glad|like it|it were better) [to god] [that|if] i ~2 (was|were|am|could be|would be|had been|be|is) ~1 (dead|in the ground|in my grave|not alive|gone forever|gone for good|in heaven)
        (wish|hope|pray|love it|beg|like it|if only|wonder why|why) ~5 i ~2 (die|drop dead|stop breathe|stop breathing|would stop being alive|was never alive|could stop being alive|bled out)
        (wish|hope|pray|beg|want) ~4 (death|my death|god would take me|god take me|lord take me|heart would stop|heart to stop|heart stop|would kill me|to kill me|kills me|kill me off|finish me off|put me down|end me|to end me|would end me|take me out|murder me|heart gave out|heart would give|heart give out|it would kill|die in my sleep)
        (better off|rather be|would be better|best|happier|better|be better off) ~1 dead
        i ~3 (should|deserve|ought) ~1 (be dead|have die|to die|death|to be dead|be the one who die|not be alive|be the one that die|not have survive|die)
        should have been me [who|that|instead|in|not|they]
        (why|wish) ~1 (can not|could not|do not|did not|will not) i ~2 (die|dead|stop breathing)
        why did i ~2 (survive|live through|wake up alive|not die)
        (let|make|help|watch) me (die|go to die)
        (ready|time|prepare|fine|okay|ok|happy|glad|content|not afraid|not scared|no longer afraid|no fear|look forward|not mind|would not mind|do not mind|welcome|choose|prefer|sooner|rather|love|scared of how much) [with|of|to|for me] [to] (die|being dead|be dead|dying|death)
        ({not}) ~3 (want|wish|care|desire|like|see why i should|interested) ~3 (live|be alive|exist|being alive|life|living|stay alive|be living) 
        ({not}) ~2 want ~1 (keep live|keep living|go on living|continue living|stay alive|keep breathing|keep existing|breathe any more|breathe|wake up alive|to be on this earth|be on this planet|be in this world)
        (lose|no|without|lack|have no|any|out of|zero) ~1 (will|wish|desire|want) ~1 (live|be alive|exist|living|stay alive)
        never want to (be alive|live) again
        (death|die|dying|being dead|to be dead) ~1 (is|seem|sound|feel|look|would be|might be|has become|would|start) ~4 (better|easier|peaceful|relief|answer|way out|only|option|nice|good|best|beautiful|comfort|release|escape|appealing|tempting|inviting|welcome|fine|solution|sweet|friend|kind|gift|what i|all i|only thing|so bad|scary any more|quiet|easy|fix|simpler|rest)
        (think|dream|fantasize|fantasise|obsess|daydream|thought|thoughts|dwell) (about|of|with|on|over) ~2 (my death|die|my own death|being dead|ending it|ending things|end it|end things|jumping|jump|stop existing|how i would die|killing|hanging|driving off|my suicide|how i die|end my)
        (death|dying|die) ~2 (all i think|is all i|on my mind|every day|all day|in my head|sound good|would fix|will fix)
        i ~2 (crave|want|choose|prefer|invite|seek|need|chose|wait for|long for|pray for|beg for|wish for|welcome|ready for) ~1 (death|an end to my life|the end of my life|the grave|oblivion|eternal sleep|eternal rest)
        (someone|somebody|god|you|anyone|life|lord|universe|please|just) ~1 (would|could|to|should|will|can|come|can you) ~2 (kill|shoot|murder|end|smother) me
        (. kill me|. shoot me|want you to kill me)
        put me out of (my|this) misery
        (want|need|wish|like) (my life|my heart|my existence|life|my story|my time|this life) [to] ~1 (end|be over|stop|stop beating|over|would end|would stop|would be over|finish|be finish)
        (can not wait|happy|glad|okay|relieved|rather|waiting|wait|can not wait until i am|long) (to be dead|until i die|to die already|to finally die|for death|to die|be dead)
        i ~2 (going to|will|about to|am ready to|gonna) die (tonight|today|tomorrow|by my own|this week|this weekend|soon|and i|alone tonight|. goodbye|on purpose|by suicide|either way)
        (done|finish|through|over) [with] (live|living|being alive|with life|with this life|with living|with my life|existing|breathing)
        i ~1 (choose|chose|decide|decided) [to die|death|not to live|to go|to leave this|not to stay|to stop living|against living]
        (join|follow|go be with|be with|go to|reunite with|be reunited with|see) ~4 (in heaven|on the other side|up there|in the grave|in the ground|in the afterlife|wherever she|wherever he|in death|into the grave|to the grave|beyond the grave) 
        ({want}) ~1 (join|follow|go be with|be with|go to be with) ~3 (dead|late|passed|pass away|who die|that die|gone|mom|mum|dad|husband|wife|him|her|son|daughter) (in|now|again|already|.|there|who|soon|so|tonight)
        (suicide|death|dying) ~3 (crossed my mind|cross my mind|come to mind|only way|my way out|way out)
        (only|one|single) (way|thing|option|choice|solution|exit|answer|person) ~4 (is death|is dying|is die|is to die|is suicide|keep me alive|stop me from kill|stop me from die|between me and death|left is death|is to end|keeping me here|keep me from kill|keep me from die|keep me from jump|stop me from jump|stop me is|stop me from do|keep me from do|keep me from end|stop me from end)
        (survive|live|surviving|being alive|waking up) (feel|felt|is|was) (like a|like|a|the) (mistake|punishment|curse|failure|accident)
        """
}
