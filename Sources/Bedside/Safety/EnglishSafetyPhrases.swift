/// English phrases that show a risk. `EnglishSafetyPhrases+Context.swift` has the contexts in which they do not count.
///
/// Words stand as `SafetyText.englishWords` gives them: in lower case, contractions written out, fillers left out.
enum EnglishSafetyPhrases {
    static var source: SafetyLexicon.Source {
        SafetyLexicon.Source(
            macros: macros, explicit: explicit, intermediate: intermediate, companion: companion, idioms: idioms,
            leading: leading, trailing: trailing, around: around, turns: turns,
            others: others, wishes: wishes, reach: 9)
    }

    private static let macros = [
        "want": "want to|wanted to|wish to|wish i could|need to|would like to|would love to|would rather|prefer to|"
            + "hope to|long to|longing to|wanting to|ready to|going to|plan to|planning to|intend to|decided to|have to|"
            + "tempted to|trying to|tried to|thinking i should|should|might|may|could|will|ought to|wishing i could|"
            + "about to|am gonna|deserve to|try to|desire to|rather|let me",
        "wish": "want to|wanted to|wish to|wish i could|would like to|would love to|would rather|prefer to|long to|"
            + "longing to|wanting to|ready to|plan to|planning to|intend to|decided to|deserve to|desire to|hoping to|"
            + "need to|let me|wishing i could",
        "think": "think of|think about|thinking of|thinking about|thought of|thought about|thoughts of|thoughts about|"
            + "consider|considering|considered|contemplate|contemplating|contemplated|planning|planned|imagine|imagining|"
            + "fantasize about|fantasizing about|dream of|dreaming of|dream about|dreaming about|idea of|urge of|research|"
            + "researching|researched|looked up|looking up|feel like|feeling like|felt like|close to|considering about|"
            + "fantasise about|fantasising about|obsessing over|obsessed with|talking about|looking into|ways of",
        "people": "everyone|they|my family|my kids|my children|my wife|my husband|my mom|my mum|my parents|my friends|"
            + "my partner|my boyfriend|my girlfriend|people|the world|the kids|you|you all|he|she|we|anyone|"
            + "my daughter|my son|my brother|my sister|my dad|my mother|my father|the family|the rest of them",
        "who": "my friend|a friend|my sister|my brother|my mom|my mum|my dad|my mother|my father|my son|my daughter|"
            + "my wife|my husband|my boyfriend|my girlfriend|my cousin|my patient|a patient|my client|my student|"
            + "a student|my neighbor|my neighbour|my coworker|my colleague|my roommate|my uncle|my aunt|my boss|"
            + "my teacher|my grandma|my grandpa|my grandmother|my grandfather|my niece|my nephew|my ex|one of my students",
        "media": "song|movie|film|book|novel|show|episode|series|podcast|poem|play|musical|video|game|album|band|track|"
            + "documentary|anime|drama|opera|headline|tv|radio|meme|lyrics|lyric|chorus|story|character",
        "place": "bridge|roof|rooftop|building|balcony|window|cliff|overpass|ledge|tower|train|subway|tube|bus|truck|"
            + "lorry|car|traffic|platform|tracks|rails|pier|freeway|motorway|highway|viaduct|parking garage|car park|tram",
        "of": "off|off of|from|out of|out|in front of|under|onto|into|down from|over",
        "the": "the|a|that|this|my|an|some|our|oncoming|moving|the nearest|the next|a tall|a high|the top of",
        "pills": "pills|pill|tablets|meds|medication|medicine|sleeping pills|painkillers|tylenol|paracetamol|xanax|"
            + "advil|ibuprofen|aspirin|antidepressants|drugs|insulin|opioids|capsules|sleeping tablets",
        "limb": "wrist|wrists|arm|arms|leg|legs|thigh|thighs|skin|throat|veins|stomach|forearm|hips|artery|arteries",
    ]

    private static let explicit = """
        (kill|killing|killed|off|offing|unalive|unaliving|end|ending|hang|hanging|drown|drowning) myself
        (shoot|shooting|stab|stabbing|poison|poisoning|gas|gassing|strangle|strangling|suffocate|suffocating) myself
        (top|topping|neck|necking|electrocute|smother|suicide|destroy) myself
        (do|doing) myself in
        do away with myself
        finish myself off
        (get|getting) rid of myself
        (throw|throwing|fling|hurl|hurling|toss) myself ({of})
        (wipe|remove|delete|erase) myself from (existence|the world|this world|the earth)
        ({wish}) (die|be dead|be killed|kill me|get killed|stop living|end things|end me|not be alive|leave this world)
        ({wish}) (leave this life|leave this earth|be dead already|cease living|drop dead|stop breathing)
        ({wish}) ~1 (die|be dead)
        part of me ~1 (wants|wanted) to (die|be dead)
        all i ~4 (is die|is to die|is dying|is to be dead|is death|is being dead)
        (wish|wished|hope|hoped|wishing|hoping|pray|prayed|praying|like it|love it) [that|if|to god] i (was|were|am|could be|had been) dead
        (wish|wished|hope|hoped|wishing|hoping|pray|prayed|praying|like it|love it) ~4 i (die|died|would die|could die|had died|have died|will die|stop breathing|would stop breathing)
        (praying|pray|prayed) (to die|for death|for it to be over|that god takes me|god takes me|god would take me)
        (hoping|waiting|wait|longing|long|begging|beg|ready|yearning) (to die|for death)
        (better off|rather be|would be better) dead
        i should be dead
        i should have died
        i should (die|be the one to die)
        i (deserve|need|choose) (death|to die)
        (let|make) me die
        i am (going to|gonna|about to|ready to) die (tonight|today|tomorrow|by my own hand|this week|this weekend|soon)
        (do not|did not|no longer) [want to] (want to be alive|want to live|wanting to live|want to keep living|want to go on living|want to stay alive|want to continue living|want to exist|wish to live|wish to be alive|want to be alive)
        never want to (be alive|live) again
        i [have] no (wish|will|desire) to (live|be alive)
        lost ~2 (will|wish|desire) to live
        (end|ending|ended|take|taking|taken|lose|throw away|throwing away) (my own|my) (life|existence)
        (end|ending|ended) (it all|it tonight|it for good|it once and for all|it today|it tomorrow|everything|my suffering|my misery|my pain|the pain|it forever|it myself|it right here|it right now)
        (want to|going to|ready to|decided to|thinking about|thinking of|thought about|way to|ways to|plan to|planning to|feel like|have to|about to|tempted to|time to|should) (end|ending) (it|things)
        ({want}) put an end to (it|it all|my life|everything|this|myself|all of it|all this|things|my misery|my suffering)
        [put|putting] an end to (my life|it all|myself|my existence|my suffering|my misery)
        (i|i am|i was|i feel|feel|feeling|felt|been|being|am|getting|became|so) ~2 suicidal
        suicidal (again|thoughts|ideation|feelings|urges|tonight|today|right)
        (my|a|the|another) suicide (note|plan|attempt|letter|method)
        suicide (is|feels like|seems like|looks like|seems|would be) ~3 (option|answer|way|solution|out|choice|easier|best)
        (commit|committing|committed|attempt|attempting|attempted|want|wanting) suicide
        ({think}) ~2 suicide
        ({think}) [about|of] ~1 (dying|death) (a lot|all the time|every day|again|every night|constantly|every hour|more and more|tonight)
        ({think}) ~4 (killing|ending|hanging|hurting|harming|cutting|shooting|drowning|poisoning|offing) (myself|my life|it|everything|things)
        ({think}) ~2 (dying|jumping|overdosing|self harm|crashing my car|running my car|stepping in front|walking into traffic|driving off|driving into|ways to die|how to die|taking all|taking my)
        (way|ways|method|methods|how) (to die|to kill me|to make it look like an accident|to end a life|to end my)
        (easiest|best|painless|quickest|fastest|least painful|cleanest) way (to die|to go|out|to do it)
        ({want}) jump
        i ~6 (jump|jumping|leap|leaping|jumped|step|stepping|walk|walking|run|throw|roll) ({of}) [{the}] ({place})
        (jump|jumping|leap|leaping|step|stepping|walk|walking|walked|run) (in front of|into|onto|off|under|out in front of|out into) [{the}] (train|traffic|bus|truck|lorry|tracks|bridge|roof|building|rails|tram|tube|sea and not|ocean and not|river and not|sea and never|ocean and never|river and never)
        ({want}) (walk|swim) (into|out into|out to) the (sea|ocean|river|lake|water) ~3 (not|never)
        (standing|sitting|stood|sat|am|was|climbed) ~2 (on|at|onto) the (edge of|ledge|railing|wrong side|roof ready|bridge|roof|rooftop|tracks|train tracks)
        (drive|driving|drove|crash|crashing|steer|steering|run|swerve|swerving) [my|the|this] [car|truck|bike] (off|into|in front of) [{the}] (bridge|cliff|tree|wall|river|lake|traffic|truck|lorry|pole|road|ocean|semi|lane|barrier|oncoming)
        (overdose|overdosing|overdosed|od) (on|myself|tonight|again|and|if|to)
        ({want}) (overdose|od)
        (overdose|overdosing)
        (take|taking|took|swallow|swallowing|swallowed|down|downing|eat|popped|pop) ~2 (all|every|whole|entire|bunch of|handful of|bottle of|box of|lot of|every last|too many|extra) ~5 ({pills})
        (take|taking|took|swallow|swallowed|swallowing) (all of them|them all|every one of them|the whole bottle|the whole box|the entire bottle|the whole pack|too many)
        (saving|saved|save|hoarding|hoarded|stockpiling|stockpiled|collecting|collected|stashed|stashing|counted|counting|counting out|bought|got|have|enough|lined up|sitting here with) ~4 ({pills}) ~6 (to do it|to end|to die|to not wake|and never|and not wake|so i can|for when|for tonight|ready|to kill|to be sure|would be enough|in front of me)
        (saving|saved|hoarding|hoarded|stockpiling|stockpiled|stashed|stashing|saving up|saved up) ~3 ({pills})
        (enough|how many) ~2 ({pills}) ~4 (to|would|it takes|do i|kill|die|lethal|fatal)
        ({pills}) ~4 (and never wake up|and not wake up|never wake up|to end it)
        (slit|slitting|slash|slashing|cut|cutting|open|opening) (my|up my) ({limb})
        (cut|cutting|cuts|burn|burning|hit|hitting|scratching|starving|starve|punish|punishing|bleed) myself
        (cutting|self harming|harming|burning) (again|tonight|helps|makes|is the)
        (started|back to|relapsed|relapsing|went back to|keep) ~2 (cutting|self harm|self harming|burning)
        self (harm|harming|harmed|injury|injure)
        ({want}) (hurt|harm|injure) (myself|me|my self)
        (urge|urges|urged|impulse|need|itching|itch|craving) to (hurt|harm|cut|die|jump|bleed|end|kill)
        (hurting|harming|harmed|injuring) myself
        i hurt myself (again|on purpose|tonight|last night|when|because|so|to)
        (razor|blade|knife|scissors|razor blade) ~3 (to my|on my|against my|in my|across my|and my|at my) ~1 ({limb})
        (gun|pistol|bullet|shotgun|rifle) ~3 (to|in|into|through|against|at) my (head|mouth|brain|temple|skull|chest)
        (blow|blowing|shoot|put a bullet in) my (brains|brain|head)
        (noose|hang from|rope around my neck|belt around my neck|rope ready|bought a rope|bought rope|have a rope|found a rope|tie a rope|tied a rope|got a rope|have the rope)
        (have|got|bought|keep|kept|loaded|holding) ~2 (gun|rope|pills|blade|razor|knife) ~4 (ready|use it|do it|end|tonight|beside me|next to me|in my hand|under my pillow|for when|and i am going)
        (gun|pistol|rifle|shotgun) ~7 (loaded|ready|use it|end it|tonight|on myself)
        (write|writing|wrote|written|finished|left|leave|leaving) ~4 (suicide|goodbye|farewell|final|last) (note|notes|letter|letters|message|messages|video|to everyone|to my)
        (note|notes|letter|letters) ~4 (when i am gone|after i am gone|for after|for when they find me|for them to find)
        (said|saying|say|made) (my|my final|my last) goodbye
        (this is|it is) (goodbye|my goodbye|my last night|my last day|the last night|the last time you|the last time we|the last time i|my final night)
        (tonight|today|tomorrow) (is|will be) (the night i|my last|the last night of my|the day i die|the day i end|the day i do it)
        i (have|had|have got|got) [a|my] (plan|method|date) ~2 (to die|to end|to kill|for how|how i|picked|to do it|and the means|for tonight|in place|worked out|all worked out|for it)
        (picked|chosen|set|chose|decided on) [a|the|my] (date|day|method|way|spot|place|time) ~2 (to die|to do it|to end|to go|to kill|i will|for it|when i|i am going|where i)
        (will not|not going to|would not|do not plan to|do not plan on|do not intend to) (be|being|live to|be here to) (here|alive|around|see) (tomorrow|in the morning|by morning|next week|next month|next year|by|much longer|for christmas|for my birthday|at the end|when you|after tonight|to see|morning|it|my next birthday|long)
        (by|this time) (tomorrow|morning|the morning|monday|sunday|next week|tonight|the weekend|the end of the week|the time you) ~3 i (will|am going to|would|plan to) be (dead|gone|no longer|out of)
        i (will|am going to) be (dead|gone) (by|tomorrow|soon|before|in the morning|when you|tonight)
        (when|after|once) (they|you|someone|my mom|she|he) (find|finds|found) my body
        how i (would|will|want to|am going to|plan to|should) (do it|die|end it|go)
        where i (would|will|want to|am going to|plan to) (do it|end it)
        (going to|ready to|decided to|want to|plan to|about to|will|tried to|try to|might|able to|courage to|guts to|nerve to|brave enough to|afraid to|scared to|how to) do it (tonight|tomorrow|this time|today|properly this time|right this time|with the|with a|with my)
        (courage|guts|nerve|strength|brave enough|afraid|scared|coward|cowardly|chicken) [enough|too much of a coward] to (do it|die|end it|kill|jump|end my|go through with it)
        (not|no longer|am not) (afraid of|scared of|afraid to|scared to) (dying|die|death)
        (death|dying) (is|would be|seems|sounds|feels|looks) ~3 (relief|only way|way out|answer|better than|peaceful|easier|nice|best|release|escape|comforting|option|good|solution|beautiful|appealing|inviting)
        (only|way) [way] out is (death|dying|to die|suicide)
        (death|dying) is [the] (only|all i|what i|way)
        (tried|try|trying|attempted) to (die|kill|end) (again|last|once|and|before|myself|it|tonight|last night|two|three)
        (kms|kys)
        survived ~3 attempt ~6 (try again|again|next time)
        next time i will (succeed|get it right|make sure|do it right)
        (take|get) me (out of my misery|out of this world)
        put me out of my misery
        (slip|slipping|drift|drifting|fall asleep|go to sleep|going to sleep|falling asleep|lie down|sleep) ~5 and (die|be dead|stop breathing)
        (someone|somebody|you|god|anyone) [would|could|to|should|will] (kill|murder|shoot) me
        (join|joining|be with|see) ~3 (in heaven|on the other side|in the grave|in the ground|in the afterlife) ~3
        starve [myself] to death
        (going to|want to|ready to|have to|need to|might|will|decided to|about to|time to|planning to|trying to|way to|ways to|able to|easy to|could|should) (do it|go through with it|end it|finish it|check out|be done with it|be done|take them all|take it all|swallow them|swallow it|jump|let go of the wheel|pull the trigger|use it on myself|bleed out|drown) (tonight|today|tomorrow|this time|for real|for good|forever|myself|when|before|after|soon|and no one|while|permanently|once and for all|right)
        (pull|pulling|pulled) the trigger
        (let go|letting go) of the (wheel|steering|railing|rail)
        (bleed|bleeding) out
        (tonight|today) is the night
        (this time|next time) i will (get it right|do it right|succeed|finish|make sure|not fail|go through|do it)
        (tried|attempted) (before|it before|twice|once before|last year|it once) ~8 (this time|again|next time|want to)
        (would|will) not be (alive|breathing|living)
        (not|never) be alive
        (ever|still) be alive
        (promise|guarantee|say|know|sure) ~2 (i will be|i will still be|that i will be|i am going to be|if i will be) (alive|here tomorrow|here in the morning|around tomorrow)
        (cancel|turn off|delete|forget|stop|do not set|do not need|remove) ~4 (alarm|alarms|wake up) ~8 (dead|alive|not going to wake|will not wake|not be waking|not be here|will not be here|gone|never waking|not planning to wake|will not need)
        (googled|googling|searching|searched|reading about|read about|looked up|looking up|researching|researched|asking|found out|know) ~5 (suicide|how to die|ways to die|how to do it|how to end|kill me|to die|painless|lethal dose|hang|overdose|die)
        (how much|how many|what dose|what amount|which pills|how long|what would happen if i) ~8 (kill me|kill a person|kill you|kill someone|to die|lethal|fatal|overdose|bleed out|took all|took the whole|drown|stop my heart|jumped|drank bleach|be deadly|deadly)
        (lethal|fatal|deadly) (dose|amount)
        (would|does) it hurt (to die|to jump|if i jumped|to drown|to hang)
        (hurt|hurting|harm|harmed|burn|burned|burning|scratch|scratched|bruise|hit|punch|punched|bite) (my|myself) ~4 (on purpose|deliberately|because i deserve|to feel|so i can feel|feel better|feel something|until it bleeds|until i bleed|until it bled|as punishment|to punish|with a lighter|with a cigarette|again and again|to cope|to calm down)
        (punish|punishing) myself
        (see|seeing|want to see|watch|watching) ~2 (myself bleed|my blood|blood come)
        (burn|burning|burned) my (arm|arms|skin|legs|thighs|wrist)
        (cuts|scars|fresh cuts|marks|burns|new cuts) (on my|all over my|up my|down my)
        (relapsed|slipped|clean) ~3 (cutting|self harm|cut)
        (made|make) ~1 (peace with|my peace with|peace with dying) ~2 (dying|it|death|going|leaving)
        (ready|prepared|want|wanted|time|okay) (to go|for me to go|to leave|to leave this world|to be gone) (for good|forever|now and|tonight|and i have|and not come|permanently|and never)
        (check|checking|opt|opting|bow|bowing) out (of life|for good|of this life|permanently|of this world|early|of living|forever)
        (leave|leaving|exit|exiting|departing|quit|quitting) (this world|this earth|life|this life|the world|this planet)
        (world|life) without me in it
        (not|never) (come back|coming back|be back|see me again|hear from me again|wake me) ~3 (from this|this time|goodbye|ever)
        you will never (hear|see) (from me|me) again
        (tell|telling) (my|them|him|her|everyone) ~5 (love them|loved them|sorry|loved her|loved him|was sorry|goodbye|their fault|not their fault|i love them) ~6 (gone|when|after|dead|once|if)
        (by the time) ~6 (i will be|i will have|it will be too late)
        (insurance|life insurance) ~8 (if i|when i|dead|gone|die|worth more)
        worth more dead
        (car|wheel|truck|oncoming) ~6 (swerve|swerving|off the road|off the bridge|into the wall|close my eyes|into the guardrail|into the divider)
        (keep|can not stop|kept|was|been|caught myself) (picturing|imagining|thinking|looking|staring|standing|leaning|walking|going|daydreaming|visualizing|fantasizing) ~5 (edge|bridge|rope|pills|knife|jump|jumping|tracks|train|dead|dying|funeral|blade|gun|razor|ledge|cliff|water|ending|suicide|die)
        (stood|standing|sat|sitting|was|went|walked|drove|came|climbed) ~3 (bridge|platform|roof|rooftop|ledge|tracks|overpass|parking garage|railing|balcony|cliff|edge) ~6 (jump|jumped|over|almost|nearly|did not|could not|wanted|thinking|hours|look down|looking down|end|tonight|step|stepped|let go|let myself)
        (death|dying|die) ~2 (all i think|what i want|only thing|is all i|all i want|sounds good|seems better|would be better|every day|does not scare|looks better|would fix|would be easier|would be a relief|sounds peaceful|on my mind)
        (all i|only thing i|thing i) (want|think about|can think about|can think of|pray for|wish for) [is|to] (is to die|is dying|is death|is to be dead|die|to end|ending|is ending|is to end|is killing)
        i (should|would|am going to|will|could) (die and|die so|die for them|die tonight|die already|take my|end my|kill)
        (not|never) (living|live|alive) (through|past|to see|until) (tonight|tomorrow|the week|the night|the weekend|this week|my birthday|christmas|the year|morning)
        (make|making) it look like an accident
        (take|taking) (everything|every pill|them all|all of it|the lot) (in the|i have|and|at once|tonight|with)
        (took|taken|swallowed|had) ~2 (too many|a lot of|a bunch of|all the|all my|the rest of|thirty|twenty|forty|fifty|sixty|a handful of|way more) ~3 (pills|them|tablets|tylenol|meds|painkillers|sleeping)
        (belt|rope|cord|scarf|sheet) ~6 (neck|door|closet|beam|rafter|ceiling|garage|around my|hook|tree)
        ready to die
        (want|wanted|need|ready for|wish|waiting for) (my life|my heart|my existence|life|myself) [to] (to end|to be over|to stop|stop beating|end|over|would stop|would end|to stop beating|would be over)
        (can not wait|happy|glad|okay|relieved|relief) to be dead
        (already|have|just) [i] took (them|it all|all|all of them|the pills)
        i took (them|all of them|it all|thirty|forty|twenty|fifty|the rest)
        i (did it i|have taken) ~2 (took|them all|all of|the pills|pills|everything|enough)
        (taken|took|swallowed|drank|drunk) enough (to|that|so)
        (been|started|am|kept|keep|back to|went back to|resumed|still) (cutting|burning myself|self harming|hurting myself|starving myself|purging)
        i (cut|burned) (again|tonight|deeper|too deep|last night|this morning)
        (cut|cutting) (too deep|deeper|my skin|into my)
        (scratch|scratched|scratching|bite|biting|hit|hitting|punch|punching|bang|banging) (my|myself) ~4 (bled|bleed|bleeds|bruise|bruised|punish|wall|numb)
        (in|with) (the bath|the bathtub|the tub|my hand|my hands|my lap) ~3 (razor|blade|knife|gun|pills|scissors)
        (holding|gripping|got|have) ~2 (razor|blade|knife|gun|rope|noose|pills|bottle of pills) ~3 (right here|in my hand|in my hands|in front of me|here|next to me|beside me|to my|against|on the bed|by the bed|on the nightstand|and i|ready)
        (turned on|turn on|left on) the gas
        (engine|car) running in the garage
        (garage|car) ~3 (exhaust|carbon monoxide|engine running)
        (practice|practiced|practicing|practising|tied|tying|learned|learning) ~3 (knot|noose)
        (use|using|find|found|get|got|where) ~3 (dad|father|husband|grandfather|brother|uncle|neighbor) ~2 gun
        (letters|notes|note|goodbye letters) ~2 (are|is) ~2 (written|in the drawer|on the table|on my desk|done|ready|finished)
        (written|wrote) ~2 (my goodbye|the letters|the note|my letters|my note|letters to everyone|a letter to each)
        (everything|it all|all) ~2 (ready|prepared|set up|planned|arranged|set) ~3 (to die|for tonight|for friday|for the weekend|to do it|for when i|to end|to go)
        (made up my mind|decided|my decision|chosen) ~4 (to die|to end|done living|not to live|to go tonight|leaving for good|i am going to do it|to leave this)
        (stop|stopped|stopping|skip|skipping) ~2 (insulin|eating|my meds|dialysis|heart medication) ~5 (die|so i|hope|waste away|end|over|until)
        (do not|not|never) (plan|planning|intend|intending|going|mean|meaning|expect|expecting) (on waking|to wake|on being here|to be here|on living|to live|on being alive|to be alive|on seeing tomorrow|to see tomorrow|on surviving|to survive|on making it|to make it)
        after tonight ~5 (will not|no more|over|gone|do not have|will be no|free|never)
        (under|beneath) (a|the) (train|bus|truck|car|lorry|tram|wheels)
        (would|will|could|might|am going to) (use it on myself|blow my|put it in my mouth|hang from)
        (die|dying|dead|death) (is|would be|seems) (my|the|a) (only|plan|wish|way|answer|solution)
        (wish|want|wanted|need) someone (would|to) (kill|shoot|end|murder) me
        (only|one) thing (stopping|keeping) me from (dying|killing|ending|doing it|jumping|suicide|it)
        (can not|do not) (think of|think about|see) ~3 (but|except|besides|other than) (dying|death|suicide|killing myself|ending it|to die)
        (no|any) (way|option|choice|exit|solution) (but|except|other than|besides|out but|left but) (dying|death|suicide|to die|killing myself|ending it)
        (plan|planned|planning|plans) (my|to) (death|own death|suicide|die|end it|kill)
        (my) (suicide|own death|death) (plan|date|will|would)
        (how|when|where) (to|should i|do i|can i|could i|would i) (die|kill|end my life|hang|overdose|end it)
        (die|dead|gone) (in my sleep|tonight|before morning|by morning) (on purpose|i hope|please|would)
        (want|wanted|wish|like|love) to (not wake up ever|never breathe|not be breathing|be in the ground|be buried|be six feet under|be in a coffin|be in my grave)
        (prefer|choose|chose|welcome|crave|craving|want|wanted) (death|to be dead|to die)
        (dead|death) (by|before) (my own|morning|the weekend|christmas|tomorrow|sunrise|my)
        (no longer|stopped) (wanting|want) to (live|be alive|be living)
        (not|never) (want|wanted|wanting) ~2 (live|be alive|living)
        (rather|better) (not live|not be alive|be dead|not live at all)
        (freeze|bleed|drink|starve|drug|burn) [myself] (to death|out)
        """

    private static let companion = """
        (kill|end|hurt|harm|cut) yourself
        (end|ending|take|taking) your [own] life
        (killing|ending|hurting|harming|cutting) yourself
        (are|were|have) you ~6 (suicide|suicidal|dying|self harm)
        you [do not] want to (die|live|be alive|be here|end it)
        (suicide|crisis) (line|hotline|lifeline|helpline|prevention)
        (call|text|dial|reach) ~3 (988|116 123|13 11 14)
        """
}
