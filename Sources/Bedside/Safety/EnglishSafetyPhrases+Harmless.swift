/// What borrows the words of a risk (`SafetyMask`).
extension EnglishSafetyPhrases {
    static let harmlessMacros: [String: String] = [
        "no": "do not|did not|does not|never|no longer|can not|could not|will not|would not|am not|are not|"
            + "is not|was not|were not|have not|had not|rather not|better not|can never|will never|would never|"
            + "could never",
        "verb": "want to|wish to|like to|like|love|love to|enjoy|plan to|intend to|have to|need to|going to|"
            + "able to|be able to|get to|use to|used to|stand|bear|imagine|fancy|feel like|keep|see myself|"
            + "think i can|think i want to|think i could|hope to|mean to|choose to|care to|happy to be|happy|"
            + "good at|ever want to|ever|be",
        "tired": "sick of|tired of|sick and tired of|fed up of|fed up with|bored of|bored with|weary of|"
            + "sick to death of|done with|over|hate|dislike|stop|quit|regret|dread|exhausted by|exhausted from|"
            + "tired from|through with|had enough of|have enough of|can not stand|could not stand|can not bear|"
            + "do not like|not like",
        "spot": "town|city|village|flat|apartment|house|country|countryside|area|neighborhood|neighbourhood|"
            + "street|estate|building|bedroom|room|basement|attic|dorm|dormitory|hostel|hotel|farm|caravan|trailer|"
            + "van|boat|houseboat|tent|cabin|cottage|bungalow|studio|bedsit|suburb|capital|county|province|region|"
            + "island|coast|seaside|sea|beach|mountain|desert|north|south|east|west|valley|forest|motorway|airport|"
            + "railway|station|school|campus|flatshare|house share|houseshare|mansion|penthouse|loft|tower block|"
            + "barracks|climate|postcode|borough|downtown|high rise|student hall|hall of residence|care home|"
            + "nursing home|mobile home|at home|state capital|pub|shop|restaurant|office|railway line|main road|"
            + "busy road|time zone|squat|granny flat|annex|annexe",
        "city": "propername [propername]|london|leeds|manchester|birmingham|liverpool|glasgow|edinburgh|cardiff|"
            + "belfast|dublin|bristol|sheffield|york|oxford|cambridge|brighton|newcastle|nottingham|england|"
            + "scotland|wales|ireland|britain|the uk|uk|the us|usa|the usa|america|the states|canada|australia|"
            + "new zealand|japan|tokyo|osaka|kyoto|germany|berlin|munich|france|paris|spain|madrid|italy|rome|"
            + "china|beijing|india|mumbai|delhi|new york|chicago|boston|seattle|texas|california|florida|"
            + "los angeles|san francisco|toronto|vancouver|montreal|sydney|melbourne|singapore|hong kong|korea|"
            + "seoul|europe|asia|africa|amsterdam|vienna|switzerland|sweden|norway",
        "someone": "ex|ex husband|ex wife|ex boyfriend|ex girlfriend|parent|mom|mum|dad|mother|father|sister|"
            + "brother|family|grandparent|grandma|grandpa|nan|roommate|flatmate|housemate|friend|boyfriend|"
            + "girlfriend|husband|wife|partner|son|daughter|kid|child|children|cousin|uncle|aunt|in law|landlord|"
            + "landlady|stranger|people|student|smoker|cat|dog|lodger|tenant|colleague|stepdad|stepmom|stepmum|"
            + "stepfather|stepmother|him|her|them|someone|somebody|anyone|propername",
        // What "live in" or "live with" can be said of besides, which is no place and nobody.
        "plight": "world|body|life|skin|pain|hell|fear|agony|misery|darkness|shame|guilt|grief|sorrow|torment|"
            + "torture|suffering|nightmare|planet|earth|universe|reality|lie|hatred|shadow|existence|head|mind|"
            + "brain|regret|despair|depression|sin|myself|what|how|knowing|thought|voices|memory|fact|illness|"
            + "disease|cancer|heaven|anxiety|void|limbo|loneliness|terror|panic|sadness|disgrace|flesh|"
            + "hopelessness|emptiness|silence|like this|like that|dead|die|pass away|gone|grave|without|society|"
            + "cage|prison|horror|anguish|poverty|trauma|abuse|violence|scar|death|lose|loss|kill|hurt|let down|"
            + "die out",
        "tail": "any more|any longer|again|either|for now|forever|this year|next year|much longer|at the moment|"
            + "these days|full time",
        "record": "database|system|register|registry|record|file|list|app|computer|book|directory|spreadsheet|"
            + "roll|website|site|map|rota|archive|catalog|catalogue|payroll|paper|contact|mailing list|data",
        "away": "will not be|am not going to be|are not going to be|going to not be|am not|are not|would not be|"
            + "can not be|will not even be",
        "when": "tomorrow|tonight|today|next week|this week|this weekend|next weekend|next month|this month|"
            + "in the morning|on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday|"
            + "all week|all day|this evening|for a few days|for a couple of days|for two days|for three days|"
            + "for a week|for two weeks|for a fortnight|for a while|until monday|until tuesday|until wednesday|"
            + "until thursday|until friday|until saturday|until sunday|until next week|in july|in august|in june|"
            + "in may|in september|over christmas|over easter",
        "trip": "holiday|vacation|trip|business trip|school trip|work trip|business|annual leave|maternity leave|"
            + "on leave|conference|wedding|honeymoon|camp|course|training course|cruise|retreat|tour|city break|"
            + "training|work|out of town|abroad|overseas|travel|a flight|visit family|visit friends|"
            + "visit relatives|visit my sister|visit my brother|visit my parent|visit my cousin|visit my son|"
            + "visit my daughter",
        "vitamin": "vitamin|multivitamin|supplement|food supplement|probiotic|fish oil|omega 3|omega three|"
            + "cod liver oil|zinc|magnesium|collagen|creatine|biotin|vitamin a|vitamin b|vitamin c|vitamin d|"
            + "vitamin e|b12|folic acid|protein powder|turmeric",
        "hero": "romeo and juliet|juliet and romeo|romeo|juliet|werther|hamlet|ophelia|macbeth|lady macbeth|"
            + "othello|desdemona|king lear|cleopatra|anna karenina|emma bovary|madame bovary|the hero|the heroine|"
            + "the main character|the main characters|the villain|the protagonist|the detective|the butler|"
            + "the lovers|everyone in hamlet|javert|carmen|tosca|butterfly|mimi|violetta|gatsby|dumbledore|"
            + "bambi is mother|mufasa",
        "appliance":
            "alarm|alarm clock|light|lamp|phone|tv|television|radio|heater|heating|computer|screen|melody|speaker|"
            + "fan|kettle|stove|oven|bell|music|coffee machine|humidifier|device",
        "companion":
            "you|the alarm|an alarm|this alarm|that alarm|your alarm|alarms|your help|the chime|the chimes|the net|"
            + "anicca|the device|this device|the speaker|the reminder|your reminder|the ring",
        "swim": "jump|dive|leap|hop|plunge|jump right|jump straight|dive right|dive straight|jump headfirst|"
            + "dive headfirst",
    ]

    static let harmless = [
        // Living at a place, or with somebody.
        SafetyMask.Rule(
            phrases: """
                [i|we] ({no}) [{verb}] live [alone|here] (in|at|near|on|by|above|below|next to|next door to|close to) ~3 ({spot}) [{tail}]
                [i|we] ({no}) [{verb}] live [alone] (in|at|near|outside|around) ({city}) [{tail}]
                [i|we] ({no}) [{verb}] live [at home|alone] with ~2 ({someone}) [{tail}]
                [i|we] ({no}) [{verb}] live (alone|on my own|by myself|on our own|together|apart|abroad|there|upstairs|downstairs|next door|at home|off grid|off campus|out of a suitcase) [{tail}]
                [i am|we are|i|we] [so|really|just] ({tired}) [have to|having to] living [alone|here] (in|at|near|on|by|above|below|next to|next door to|close to) ~3 ({spot}) [{tail}]
                [i am|we are|i|we] [so|really|just] ({tired}) [have to|having to] living [alone] (in|at|near|outside|around) ({city}) [{tail}]
                [i am|we are|i|we] [so|really|just] ({tired}) [have to|having to] living [at home|alone] with ~2 ({someone}) [{tail}]
                [i am|we are|i|we] [so|really|just] ({tired}) [have to|having to] living (alone|on my own|by myself|on our own|together|apart|abroad|there|upstairs|downstairs|next door|at home|out of a suitcase) [{tail}]
                """,
            unless: """
                live ~8 ({plight})
                live at all
                live ~7 (or|nor) (anywhere|at all|live|exist|be here|anyone|breathe)
                """),
        SafetyMask.Rule(
            phrases: """
                [i|we] ({no}) [seem to] exist (in|on|for|to|according to) ~3 ({record})
                (according to|in|on|for) ~3 ({record}) i ({no}) exist
                """),
        // Out of a building.
        SafetyMask.Rule(
            phrases: """
                [there is] no way out of (this|the|that|my|our) ~1 (car park|parking|garage|maze|street|estate|contract|shop|store|airport|station|mall|supermarket|ikea|level|village|lease|multistorey|escape room)
                """),
        // Away for a while.
        SafetyMask.Rule(
            phrases: """
                [i|we] ({away}) (around|here|home|in|there|at home|available|about|back) ~1 [{when}] [.] [because|as|since|for] [i|we|i will|we will] [am|are|be|have] [going|go|away|off|out|fly|flying] [on|to|at|for|in|doing] [a|the|my|our|some|two week|family|summer|skiing|work|school] ({trip}) [in|to] [propername]
                [i|we] ({away}) (around|here|home|in|there|at home|available|about|back) ~1 [{when}] [.] [because|as|since] (i am|we are|i will be|we will be) [going|away|off] (in|to|visiting) ({city})
                [i|we] (am|are|will be|have get) [going|go|away|off|out] [on|to|at|for|in] [a|the|my|our|some|family|summer|skiing] ({trip}) [{when}] [.] [so|and|which mean|that mean] [i|we] ({away}) (around|here|home|in|there|at home|available|about) [{when}]
                [i|we] ({away}) (around|here|home|in|there|at home|available|about|back) ~1 [{when}] [.] [because|as|since] (i am|we are|i will be|we will be) (travel|traveling|travelling|on the road|out of town)
                (i am|we are|i will be|we will be) (travel|traveling|travelling|on the road|out of town) [{when}] [.] [so] [i|we] ({away}) (around|here|home|in|there|at home|available|about) [{when}]
                [i|we] (will not be|am not going to be|are not going to be) (around|in|at home|available|about) (next week|this week|this weekend|next weekend|for a few days|for a couple of days|for two days|for three days|for a week|for two weeks|for a fortnight|until monday|until tuesday|until wednesday|until thursday|until friday|until next week|all week)
                """,
            unlessAnywhere: """
                (goodbye|farewell|if|know|tell|look after|sorry|forgive|love|loved|fault|letter|thank|remember me|die|dead|kill|end it|forever|never|heaven|god|jesus|pill|any more|dog|cat|need|alive|live|exist|burden|without me|not on|plan|bridge|gone|last)
                (give|gave) ~3 away
                """),
        SafetyMask.Rule(
            phrases: """
                [i|we] (take|took|swallow|have|had|eat|finish) [all|both|the rest|every one|the last] [of] [the|my|our|these|those|this morning is] [daily|morning|evening|new|prenatal|chewable|gummy] ({vitamin}) [pill|tablet|capsule|gummy|supplement|c|d] [today|this morning|already|with breakfast|with my breakfast|after breakfast]
                [i|we] (take|took|swallow|have|had|finish) [all] [of] [the|my|a|whole|last|entire] [whole|full|entire] [course of] antibiotics (as|like) ~3 (prescribe|direct|instruct|tell|say|should)
                """,
            unless: """
                ({vitamin}) ~4 (at once|in one go|on purpose|to die|to kill|overdose|and pills|and my pills|and the pills|and all)
                (pill|meds|medication|tablet|tylenol|paracetamol) and ~2 ({vitamin})
                """,
            unlessAnywhere: """
                (die|kill|suicide|overdose|whole bottle|goodbye|on purpose)
                """),
        // What is switched off, a place to lie in, and what an owner no longer needs of the device.
        SafetyMask.Rule(
            phrases: """
                [after|when|once|as soon as|then|and] [i|i have|we] (switch|turn|shut|put) off [the|my|our|that|this] [wake up|bedside|bedroom|morning|night|ceiling|reading] ({appliance})
                [after|when|once|as soon as|then|and] [i|i have|we] (switch|turn|shut|put) [the|my|our|that|this] [wake up|bedside|bedroom|morning|night|ceiling|reading] ({appliance}) off
                [i] (lie|lay|sit|stretch) [back] (down|out|up) and (breathe|stretch|relax|rest|listen|read|meditate|smile)
                [i] (get|get up|climb|roll|jump) out of bed
                [i] close (the|my|our) ~1 (window|curtain|blind|door|book|laptop|shutter)
                """,
            unless: """
                ({appliance}) ~3 (support|oxygen|ventilator)
                out of bed ~4 (point|reason|ever|never|for what|any more|no longer)
                """,
            unlessAnywhere: """
                (die|dead|death|kill|suicide|pill|tablet|forever|goodbye|rail|track|train|road|traffic|bridge|motorway|highway|knife|razor|rope|gas|carbon|exhaust|garage|end it|end my|life|never wake|not wake|no more|blood|hurt myself|harm)
                """),
        SafetyMask.Rule(
            phrases: """
                [i|we] (do not|no longer) [really|even] need ({companion}) [any more|any longer|now|again]
                ({companion}) (is|are) (not|no longer) [really] need [any more|any longer|now]
                [i|we] (do not|no longer) (need|want|like) [the|your|those|these|this|that|any] (alarm|chime|chimes|ring|reminder|nudge|bell|melody|question) [any more|any longer]
                (stop|end|drop) [the|your|those|these|this|that|all|my] (alarm|chime|ring|reminder|nudge|bell|melody|question) [.] i (do not|no longer) (need|want|like) (it|them) [any more|any longer]
                """,
            unlessAnywhere: """
                (die|dead|death|kill|suicide|forever|goodbye|life|live|alive|exist|burden|anyone|anybody|nobody|no one|everyone|world|hurt|never wake|pill|without me|myself|end it)
                """),
        // A swim.
        SafetyMask.Rule(
            phrases: """
                [i|we] [am|are] [going to|will|want to|might|would like to|love to|can not wait to|about to] ({swim}) (in|into|in to) (the|our|that|this|a|every) ~1 (lake|pool|sea|ocean|water|waves|pond) (tomorrow|this afternoon|this summer|this weekend|in the summer|on saturday|on sunday|after the sauna|after lunch|on holiday|every morning|first thing)
                [i|we] [am|are] [going to|will|want to|might|would like to|love to|can not wait to|about to] ({swim}) (in|into|in to) (the|our|that|this|a|every) ~1 (lake|pool|sea|ocean|water|waves|pond|river) ~2 (for a swim|to swim|to cool|with the kids|with my kids|with the dog|with friends|with my friends|from the jetty|off the jetty)
                """,
            unlessAnywhere: """
                (drown|die|dead|stone|rock|weight|heavy|end|bridge|goodbye|sorry|sink|bottom|pill|dark|night|tonight|ice|kill|over|float|breath|never|not|coat|pocket|clothes|alone|cold water take|hope|finally|peace)
                """),
        // Somebody else is asked.
        SafetyMask.Rule(
            phrases: """
                (do|did|would|are|have|were) you [ever|go] (want to|think about|think of|try to|plan to|going to) (kill|hurt|harm|cut|hang) yourself
                """, isOwners: true),
        // A broken bone, and what was left undone of a plan for the morning.
        SafetyMask.Rule(
            phrases: """
                i [have] (broke|broken) my [left|right|little|big] (arm|leg|ankle|wrist|finger|thumb|toe|foot|hand|nose|collarbone|elbow|knee|rib)
                [i] (open|opened) (it|the window|the curtain|the curtains|the blind|the door) [.] (but|and) [i|then] (do not|did not|forget to|forgot to) breathe
                """,
            unlessAnywhere: """
                (on purpose|purposely|deliberate|deliberately|myself|punch|punching|hit|hitting|wall|slam|hammer|want|wish|jump|feel|felt|relief|deserve|punish|again|cut|burn|die|dead|death|kill|suicide|hurt|harm|gas|hoping|hope|never|pill|goodbye|end it)
                """),
        // What one does for an animal.
        SafetyMask.Rule(
            phrases: """
                i (will|am going to) (feed|walk|brush|pet) [the|my|our] (cat|dog|bird|fish|rabbit|hamster|hen) (right after|after|before|when) i (wake up|get up)
                """,
            unlessAnywhere: """
                (last|goodbye|never|die|dead|kill|end)
                """),
        // What one does for oneself or by accident, with the words for doing something to oneself.
        SafetyMask.Rule(
            phrases: """
                [i|we|he|she|they|you] [have|may have|nearly|might have] shoot (myself|ourselves|himself|herself|themselves|yourself) in the foot
                (hang|cut|shoot|kill|burn|poison) myself (a|an|some|another|one|two) ~1 ~1 (break|slack|mirror|picture|frame|hammock|curtain|shelf|swing|lamp|poster|calendar|wreath|slice|piece|bit of|bread|cake|sandwich|pie|cheese|melon|apple|deal|key|break|path|bouquet|fringe|rose|flower|duck|deer|rabbit|pheasant|cd|dvd|copy|playlist|bagel|lemon|ham|salami|steak|turkey|mango|pineapple|wedge|portion|hunk|chunk|loaf|figure|part|share|stencil)
                [i] [nearly|half] (kill|die) [myself] laugh
                [i] nearly (kill myself|die) (on|slip|trip|fall|climb|move|get|carry|lift|run|work|try) ~2 (ice|icy|step|stair|ladder|banana|rug|lego|toy|cable|bike|hill|shoe|skate|skateboard|floor|wardrobe|sofa|piano|fridge|bag|kerb|curb|path|over|up|down)
                (take|took|have|had) an overdose of ~1 (chocolate|sugar|sun|sunshine|coffee|caffeine|tea|cake|cheese|cuteness|television|tv|netflix|news|culture|christmas|family|fun|nostalgia|football|podcast|romance|drama|garlic|carb|candy|sweets|advice|enthusiasm|happiness|reality|work|perfume|pink|glitter|joy)
                overdose ~4 on ~2 (chocolate|sugar|sun|sunshine|coffee|caffeine|espresso|tea|cake|cheese|sushi|pizza|ice cream|candy|sweets|biscuit|cookie|crisp|carb|turkey|cuteness|television|tv|netflix|youtube|tiktok|podcast|series|film|movie|book|novel|news|music|musical|football|cricket|game|christmas|garlic|curry|pasta|crime|drama|culture|museum|nostalgia|romance|telly|social media|screen|knitting|gardening)
                [i|we] [have|am|have decide to|decide to|want to|need to|am going to|should|will] (end|finish) (it|things|this) [last night|yesterday|today|tonight] with (him|her|propername)
                [i|we] [have|am|have decide to|decide to|want to|need to|am going to|should|will] (end|finish) (it|things|this) [last night|yesterday|today|tonight] with [my|the|that|this] ~1 (boyfriend|girlfriend|husband|wife|ex|fiance|fiancee|partner|lover|date|gym|agency|agent|bank|landlord|company|client|publisher|provider|band|bookclub|club|therapist|supplier|builder|contractor)
                (write|wrote|sign|make|send|buy|bake) ~3 (goodbye|farewell|leave) (card|cards|cake|cupcake|speech|poem|gift|email) ~3 (team|colleague|class|office|coworker|staff|student|neighbor|neighbour|choir|club|department|crew|boss|teacher|intern|everyone at work) [it is|because it is|as it is|today is|tomorrow is|on] [my last day|my last week|my last shift]
                [i|we] climb over the ~1 (fence|gate|wall|stile|hedge) to (get|fetch|find|reach|pick|feed|rescue|see)
                """,
            unlessAnywhere: """
                (to die|death|suicide|suicidal|pill|tablet|forever|rope|noose|blade|razor|wrist|gun|bullet|bridge|railing|on purpose|end my|my life|end it all|hurt myself|harm|track|cliff|roof|note)
                """),
        // Told of a work or the news.
        SafetyMask.Rule(
            phrases: """
                ({hero}) (die|died|dies|is dead|kill himself|kill herself|kill themselves|hang himself|hang herself|drown herself|drown himself|shoot himself|poison himself|poison herself|stab herself|stab himself|commit suicide|take poison|jump) [too|both] [at the end|in the end|in the last act|in act five|in the last chapter|at the very end|in the final scene|under a train|in front of a train]
                (on the news|in the news|in the paper|the news say|the radio say|on the radio|i read that|i hear that|i saw that) ~3 (man|woman|person|boy|girl|student|guy|teenager|someone|somebody) ~1 (jump|hang himself|hang herself|drown|shoot himself|kill himself|kill herself|kill themselves|throw himself|throw herself) [off|from|into|in front of|under] [a|the] [bridge|roof|building|train|cliff|river|balcony]
                """,
            unlessAnywhere: """
                (me too|i too|like|envy|jealous|i want|i wish|same|so will i|so do i|so am i|i understand|i get it|as well|brave|lucky|i am going to|i will|my turn|should have been me|i could|why not me|i should|join)
                """),
    ]
}
