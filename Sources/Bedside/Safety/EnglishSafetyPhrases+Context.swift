extension EnglishSafetyPhrases {
    static let idioms = """
        (going to|gonna) die (if|of|from|without|in here|soon if|laughing|when) ~3
        (point|use|sense) [of|in] (of this|of that|of the|of having|in having|of buying|in buying|of a|of it if|of setting|in arguing|arguing|in asking|in cleaning|of cleaning|in going|of going|in calling|of paying|of learning|in waiting|of all these|of so many|of these)
        (tired|sick|fed up|bored|exhausted) of (everything being|everyone|this weather|it being|the rain|this traffic|this cold|trying to sleep|trying to find|waiting|winter|fighting with|fighting over)
        (can not|could not) (wait|sleep|find|remember|decide|hear|believe|stand the smell|bear the noise|take it with)
        (how|do not know how) (much longer|long) ~5 (movie|drive|flight|meeting|take|cook|boil|bake|rain|snow|until|wait|battery)
        (die|died|dies|dying|dead) ~2 (hair|shirt|easter eggs|wool|fabric)
        (last|final) (night|day) ~3 (slept|dream|dreamed|watched|holiday|vacation|concert|school|dinner)
        (game|boss|level|round|match|character|sims|player|enemy|lives|checkpoint|raid) ~10 (die|dying|dead|died|killed myself|kill myself|killing myself|jump off|suicide|end it|death)
        (killed myself|kill myself|died|die|jumped off|fell off) ~4 (in the game|in minecraft|in fortnite|on level|in mario|in the boss|in that level|with the grenade|with my own)
        (kill|killing) (the|some|a few|my|these|those|that|all the) (lights|engine|time|weeds|aphids|slugs|lawn|roses|music|mood|bugs)
        (wither|withered|pruning|prune|pruned|compost|weeds|lawn|roses|tomatoes|hedge|garden|flowerbed|seedlings) ~10
        (hanging|hang) myself (up|out)
        (he|she|they|people|it|who|some|{who}|anyone|men|women|characters) ~2 ({wish}) ~1 (die|be dead|jump|be killed|disappear|end it|end it all|end things)
        (do not|did not|does not|would not|never|not|no longer|would never|will never|could never|can not|will not) ~2 (want to|wanted to|going to|wish to|need to|plan to|wanting to|planning to|mean to|try to|think i should|feel like) ~1 (die|be dead|kill myself|end it|end it all|hurt myself|hurt me|harm myself|cut myself|do it|disappear|end my life|jump|overdose|killing myself|dying|cutting myself|hurting myself)
        (would never|will never|never|not|will not|would not|could never) ~1 (kill myself|hurt myself|harm myself|cut myself|end my life|take my life|take my own life|commit suicide|end it all|do that to myself|attempt suicide|try suicide|consider suicide|self harm|suicidal|killing myself|end myself|off myself|hang myself)
        [i am|i was|i feel|i have been|i have] (not|never|no longer|never been|not at all|not feeling|no) ~2 (suicidal|suicidal thoughts|self harm|self harming|hurting myself|cutting myself|suicide)
        (not|no longer|never|is not|are not) ~1 (think about|think of|thinking about|thinking of|thought about|thought of|considered|consider|considering) ~3 (suicide|dying|death|killing myself|hurting myself|ending my life|ending it|ending it all|self harm|killing|ending)
        (used to) ~6 (die|kill myself|cut myself|hurt myself|be dead|suicidal|self harm|end it all|end my life|harm myself|disappear|cutting myself|killing myself|hurting myself|suicide|dying|hate myself|hopeless|wake up|burden|death)
        (stopped|quit|got over|recovered from|survived|gave up|free from|free of|clean from|done with) ~3 (cutting myself|cutting|self harm|self harming|suicidal thoughts|hurting myself|harming myself|suicide|suicidal ideation|hating myself)
        (would rather|rather|sooner) (die|be dead|kill myself|cut myself|jump off|jump off a bridge|shoot myself) than (eat|go|do|drink|watch|listen|miss|give up|admit|wear|tell|sing|dance|talk|see|take|work|drive|ask|run|cook|clean|call|lose|let|have another|have to|spend|sit|attend|hear|use|get up|sleep|pay|say|read|play|speak|share|move)
        (die|kill myself|dead|dying|killing myself) (of|from|laughing|with) (embarrassment|shame|laughter|laughing|boredom|hunger|curiosity|cringe|cuteness|happiness|thirst|heat|cold|the heat|the cold|jealousy|excitement|stress of|old age|natural causes|cholesterol|envy|starvation)
        (die|kill myself|dead) laughing
        (want to|wanted to|could|thought i would|thought i was going to) ~2 (curl up and die|crawl under a rock and die|crawl into a hole and die|sink into the floor|die on the spot|die right there|die of|die when|die inside)
        (embarrassed|embarrassing|mortifying|awkward|ashamed|mortified|cringe|cringy|humiliating|hungry|tired|cold|hot|bored|boring|full|cute|adorable|funny|good|sleepy|delicious|excited|pretty|spicy) ~8 (die|dead|kill myself|disappear|dying|vanish|jump out)
        (die|disappear|vanish|kill myself|be dead|dead) ~3 (embarrassed|embarrassing|of embarrassment|so awkward|mortified|mortifying|from embarrassment|so embarrassed)
        (kill|shoot|hang|stab) myself (if|when|before|unless|after|over|at|every) ~6 (meeting|song|email|emails|spreadsheet|alarm|monday|mondays|homework|traffic|jingle|commercial|ad|wedding|karaoke|boss|commute|advert|zoom|salad|wifi|printer|internet|password|exam|test|queue|line|playlist|neighbor|neighbour|neighbors|dog|snooze|tax|taxes|episode|show|game|team|again on the radio|dishes|laundry|report|presentation|movie|gig|update|app)
        (meeting|song|email|emails|spreadsheet|alarm|monday|mondays|homework|traffic|jingle|commercial|commute|zoom|printer|wifi|karaoke|taxes) ~8 (kill myself|shoot myself|jump out|want to die|wanted to die|slit my wrists|killing myself|be dead|the end of me|stab myself)
        (kill|killing|killed) (myself at|myself with|myself in|myself on|myself doing|myself trying|myself getting|myself to get|myself over|myself for) [the|a|my|this|that|these] ~2 (gym|work|workout|training|squats|treadmill|deadline|project|overtime|marathon|stairs|diet|run|garden|game|grenade|exam|job|boss|hill|push ups|report|lego|rake|ladder|bike)
        (cut|cutting|burn|burned|burnt|hurt|hit|stabbed|scratched|shot|hurting|burning|nearly killed|killed|poked|electrocuted) myself (shaving|cooking|chopping|slicing|on|with|while|gardening|in the|peeling|at|making|opening|by accident|accidentally|doing|playing|getting|trying|lifting|running|a slice|a piece|some|off|out of|loose|moving|taking|ironing|pruning|at the|falling|a break|a little slack|working|off from)
        (accidentally) ~2 (cut|burned|burnt|hurt|hit|stabbed|took|killed|shot) myself
        (cut|hurt|burned) myself (a|some) (slice|piece|break|bit|cake|slack)
        (trying|careful|want|going|have|got|so as) not to (hurt|cut|kill|burn|injure|harm) myself
        (without|instead of|or i will|so i do not|that i do not|in case i|or) ~1 (hurting|cutting|killing|hurt|harming|injuring|injure|burning) myself ~3
        (about|almost|nearly) (killed|cut|killing|electrocuted|poisoned) myself ~3 (on|laughing|tripping|with|falling|slipping|trying)
        (want|going|like|love|need) to (die|be killed|get killed|kill myself|jump off) ~4 (in the game|in this game|respawn|this level|the boss|level|again in|in minecraft|in fortnite|in elden|in dark souls|in game|checkpoint|to the boss)
        (end|ending) (it|things) (with|between|on|at|by|there|here for|in|over|after the|before the|early|on a|early with|well|badly)
        (end|ending|finish) everything ~2 (by|before|on time|at)
        (end|ending) it all with (him|her|them|a|my)
        (put|putting) an end to (this|it|all this) ~3 (meeting|noise|argument|war|nonsense|conversation|project|contract|mess|habit|relationship)
        (jump|jumping|jumped) [off|out of|from|into|in] [the|a|of|in|an|down|out] ~2 (bungee|parachute|lake|pool|swimming|bed|diving board|shower|joy|plane|dive|airplane|couch|sofa|wagon|car and go|taxi|bandwagon|trampoline|conclusions|swing|water|high dive|cold|call)
        (get|got|getting|hop|hopped|jump|jumping|jumped|step|stepped|stepping|run|walk|walked|walking|running) (on|onto|off|into|in|out of|out|from|to|off of) [the|a|my|this|that|your] (train|bus|car|subway|tram|tube|platform|building|balcony|roof|window|truck|tower|highway|traffic) (to|and|at|for|with|every|in|after|when|early|on time|because|ride|station|home|stop)
        (jumped|jump) (off|from) the (pier|cliff|bridge|rocks|boat) (into|with|on holiday|for charity|bungee|at)
        (walk|walking|run|running) (on|onto|over|across|under|from|up|down|in|off|out of|out|into) [the|a] (bridge|pier|highway|tower|building|platform) ~3 (every|morning|evening|with|for|to)
        (on|onto|at) the (bridge|roof|rooftop|edge of) (of my|over|with|deck|bar|garden|terrace|watching|party|looking at the stars|drinking|having|fixing|repairing|sunbathing|my seat|my bed|the bed|the seat|the sofa|town|the village|the couch|the woods|the city|the lake|sleep)
        (take|taking|took|take all) ~3 (my|the|all|these|every) ~2 (pills|medication|meds|medicine|tablets|drugs|insulin) (on time|every morning|every day|with|as|at|after|before|twice|daily|this morning|in the morning|yet|today|i was prescribed|like|when|or|again|for my|now|regularly)
        (take|taking|took) (a|my|one|two|some|the) ~1 (medicine|medication|meds|pill|pills|tablets|insulin|vitamins)
        (remind|remember|forget|forgot|reminder) ~3 (take|took|taking) ~6
        (write|writing|wrote|written|left|leave|leaving) ~2 (farewell|goodbye|final|last) ~2 (coworker|colleague|colleagues|party|team|retiring|retirement|office|student|class|job|essay|exam|report)
        (dying|die|death|dead|suicidal|suicide) (for a|to know|to see|to try|to go|to meet|to get|to tell|to hear|to read|battery|phone|line|metal|star|valley|squad|end|heat|serious|sure|weight|lift|tired|drop|sea|poets|for some|for coffee|to eat|on the vine|down|out|hard|by chocolate|note bike|doors)
        (suicide) (squad|doors|prevention|hotline|watch|awareness|mission|rates|rate|statistics|bomber|bombing|king|run|runs|drill|drills|sprint|pass|lane|cocktail|soda|bunny|bombers|helpline|training|hill|hotlines|workshop|note in the)
        (do not want to|did not want to|never want to|not want to|wish i did not have to|want to never) (wake up|be woken|get up|go on|keep going|carry on|continue|be here|face|exist|do life|be around|be in this world) (early|at|for|so|before|this|until|late|that|to|with|the alarm|when|in the cold|tired|in time|on a|on|on monday|every|him|her|them|any earlier|yet|people|children|smokers|anyone|my boss|my ex|when it|during|for this|the|my|if it|in this heat|in this meeting|a|work|after|looking|in this office)
        (could|can|would) (sleep|disappear) (forever|for a|for an|for days|for a week)
        (no|not a|not any|not much|what is the|see the|is there a|is there any|see any|without) (point|reason|sense|use|purpose|meaning) (in|to|of) (going|trying|getting up|waking up|it|anything|continuing|keep|get up|wake up|stay|go on|going on|staying|in it) (to bed|to sleep|to the|to work|at|before|early|so early|if|that|out|with|again tonight|on a|without coffee|now that|until|there|for|up late|the|this|yet|by|for a run|up|a|on sunday|in this rain|outside|on weekends|back to)
        (can not|could not|do not know how to) (go on|keep going|carry on|bear|stand|take it|take this|face|cope|handle it|live with|live any|live|survive|do this|do it|take any more|get through|make it to|stand it|last another|continue|hold on|manage|try any more|do another) [any more|without|with|the] ~2 (holiday|trip|diet|caffeine|coffee|the heat|this heat|this cold|that song|the noise|noise|spicy|sugar|chocolate|roommate|dishes|cleaning|summer heat|homework|the smell|my phone|wifi|meeting|party|plank|push up|push ups|squat|squats|mile|set|rep|reps|cardio|stairs|at work today|the gym|workout|humidity|music|the wind|tea|cheese|bread|monday|email|the cat|the dog|the draft|this pillow|this mattress|pollen)
        (can not|could not) (get through|make it to|make it through|live without|survive) ~3 (coffee|tea|traffic|chapter|book|meeting|party|internet|phone|mail|password|line|checkout|dinner|gym|appointment|breakfast|level|chocolate|wifi|glasses|customs|security|you on the phone)
        (giving|given|gave|give) away ~2 (old|outgrown|baby|extra|spare) ~2
        (give|giving|gave) away ~3 (to charity|for charity|to goodwill|because we are moving|before the move|that do not fit|decluttering|that no longer fit)
        (sick of|tired of|fed up with|done with|bored of|over) (everything|it all|this|the pain|waking up|waking up every day|being here|trying|pretending|all this|life) (being|at|to|in the|early|on this|with the|on my|taste|breaking|so expensive|before|costing|at six|at five|so early|for|that|on tv|up|in traffic|in a|in this town)
        (at|hit|reached|past|near) [the|my] limit (on|for|of|at|today on|this month)
        (everything|it|it all|this|this meeting|the movie|this movie|the noise|summer|winter|the rain|the week|this week) to (stop|end|be over|go away) (at|by|before|so i can|smelling|raining|beeping)
        (want|wanted|need|wish|like) (this|it) ~1 (to be over|to stop|to end) ~3 (meeting|movie|winter|rain|exam|week|semester|shift|season|headache|cold|beeping|ringing|snowing|raining)
        (never|will not|not) (get|going to get|getting) better (at|than|with)
        (will|would) not be around (for|on|tomorrow|until|this weekend|much this|next week|monday)
        (will not|not going to) be (here|around) (tomorrow|next week|next month|by|in the morning|much longer|when you|for christmas) (because|i am|so|since|as|for the|for breakfast|to|at|we are|until|morning because|for dinner|but)
        (will not|not going to) be (here|around) (tomorrow|next week|in the morning) ~3 (flight|trip|travel|traveling|vacation|holiday|work|conference|london|paris|tokyo|off|away|flying)
        (last|final) (night|time|day|conversation|alarm) (of|in|at|on|i saw|we|i was|before|here in|she|he|they|with the|you)
        (thinking|think|thought|talk|talking|read|reading|wrote|learn|teachings) (about|of|on) (death|dying) (of|in the|from|as|ceremony|penalty|metal|valley|and the middle|row)
        (dead|empty|numb) inside (out|joke|the|of|my|a)
        (is not|not) worth (it|the pain) (to|for)
        (not|no) worth the (effort|trouble) (of|to)
        (heart|phone|plant|plants|battery|laptop|car|computer|houseplant|flowers|garden) ~5 (hopeless|dying|died|die|dead|dies)
        (i am|i feel) [completely] (hopeless|useless|worthless|a failure) (at|with|in the|before|without|until|when it comes)
        (is|are|am|was|be|feel) ~1 hopeless (at|with|in the|when)
        (pointless|hopeless|meaningless|worthless|unbearable) (meeting|meetings|argument|film|movie|heat|noise|humidity|email|traffic|debate|questions|show|romantic|task|work|exercise|small talk)
        (heat|noise|humidity|meeting|movie|smell|weather|traffic|film|snoring|commute|argument|homework) ~3 (unbearable|pointless|meaningless|hopeless|worthless)
        (numb|empty) (from|leg|foot|arm|after the dentist|fingers|stomach|because i|in my)
        (burden|pressure) (of proof)
        (empty|trapped|numb|invisible to|nothing) (in traffic|in a meeting|in the elevator|in the lift|fridge|stomach|on the bus|in the|without my coffee|until|to eat|after that|before lunch|but)
        (trapped|stuck) in (traffic|a meeting|the lift|the elevator|an elevator|this chair)
        (hate|hating) (myself for|my life when|myself for eating|life when|my life every monday) ~2 (eating|that|skipping|snacking|ordering|monday|alarm|staying up|second)
        (killing|murdering|shooting|kill|murder) me (with|if|when|for being late|softly|slowly with)
        (boss|wife|husband|mom|mum|mother|dad|teacher|she|he|sister|brother|partner|girlfriend|boyfriend|roommate|neighbors|coach|they|legs|feet|shoes|back|alarm|heat|allergies|homework|traffic) [is|are] [will|would|going to|gonna] (kill|kills|murder|killing|shoot) me
        (could|would|might) [have] (kill|murder|die) for
        (game|minecraft|fortnite|elden ring|dark souls|mario|zelda|boss fight|level|speedrun|respawn|my character|among us|sims|lemmings) ~10 (die|dying|kill myself|killed myself|jump|death|suicide|killing myself|respawn)
        """

    static let leading = """
        (he|she|they|the singer|the character|the hero|someone|somebody|people|a guy|a girl|a man|a woman|hamlet|juliet|romeo|{who}) ~2 (said|says|told me|told us|told|texted|wrote|kept saying|keeps saying|is saying|was saying|goes|sings|sang|yells|yelled|screams|screamed|posted|asked|was like|tells|admitted|confessed|talks|talked|is thinking|was thinking|joked|jokes|mentioned|called saying|went) [about|of|that|like|to|how|me]
        ({media}) ~5 (called|titled|named|about|where|goes|says|said|say|sings|line|lyrics|quote|with|entitled|like|says like|chorus|on|ends with|begins with|starts with|opens with|of|is)
        (lyrics|lyric|chorus|line|verse|quote|scene|title|headline|caption|slogan|episode|poem|hashtag) [is|go|goes|was|says|that|where|are|about|of|from|called]
        (singing|quoting|reading|reciting|translating|covering|reviewing|translate|rehearsing|performing|practicing|practising|play the song|play|spell|define|meaning of|mean by|synonym for|proofreading) ~2
        (article|documentary|podcast|lecture|class|seminar|research|paper|essay|study|workshop|training|report|thesis|talk|course|statistics|book|novel|news|exhibition|presentation|campaign|chapter|conference|charity|fundraiser|volunteer|volunteering) ~4 (about|on|of|for|covering|called|said|says|into)
        why (do|did|would|does) (people|someone|anyone|teenagers|so many|he|she|they|men|some people|young people|the character)
        (how many|most|many|some) (people|teenagers|young people|students|men|women)
        (patient|client|caller|student|character|protagonist|hero|villain|soldier|pupil|kid|teenager|celebrity|actor|neighbor|neighbour|coworker|colleague|cousin|uncle|aunt|grandfather|grandmother|classmate|roommate) ~3
        """

    static let trailing = """
        [is|was|that is|comes|it is|from] (a|the|my favorite|my favourite|from|in|his|her|their|on|by|by the|an) ~1 (song|line|lyric|lyrics|movie|film|book|quote|title|novel|band|album|show|musical|chorus|episode|poem|character|scene|track|play|game|opera|single|record|series|chapter)
        (he|she|they|{who}) (said|says|told|wrote|texted|kept|keeps|sang|yelled)
        (said|says) (he|she|the|romeo|juliet|hamlet)
        (in|on) (the movie|the film|the show|that movie|the series|the book|the novel|that episode|season|act|chapter|the song|a song|netflix|tv|the radio|the musical|the play|fiction|japanese|german|french|spanish|the script)
        (lyrics|scene|monologue|soliloquy|by the smiths|by nirvana)
        """

    static let around = [
        (
            before: """
            (when|back when) i was (a kid|a child|younger|a teenager|young|in school|in high school|in college|at school|at university|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|in my twenties|depressed|sick|ill|at my lowest|that age)
            (years ago|a long time ago|in the past|in high school|back in|back then|last year|in my teens|in my twenties|in college|once|at one point|there was a time|before therapy|before treatment|long ago|as a teenager|as a teen|decades ago|ten years)
            """,
            after: """
            (but|and) ~4 (not any more|better|fine|okay|ok|happy|glad|grateful|passed|over that|different|past that|behind me|years ago|recovered|thankfully|thank god|glad i)
            (years ago|back then|at the time|but that|but those|but not|not any more|any more but|in those days|when i was|behind me|i am glad|glad i am|i got help|i got better|therapy helped|it passed|that passed)
            (i am|things are|life is|it is|i feel) ~2 (better|fine|okay|ok|good|happy|grateful|different|past|over|glad|healthy|recovered|great)
            """
        )
    ]

    /// The sentence becomes the speaker's own.
    static let turns = """
        (and|but|so|because|since|that|then|when|until|which made|why) (i|me|i am|i have|today i|lately i|tonight i)
        (makes|made|making) me
        (me too|same here|i also|i too|i feel)
        """

    static let others = """
        ({who}|the guy|the man|the woman|a man|a woman|someone|somebody|some guy|some kid|a kid|a teenager|a student|a patient|a client|a celebrity|the actor|the singer|the author|the character|the protagonist|the killer|the victim|the hero|the villain|he|she) [and|who|apparently|also|had|has|was|is|once] ~2
        ({media}) ~3
        """

    static let wishes = """
        (i|my|me|myself) ~0
        """
}
