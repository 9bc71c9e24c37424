extension EnglishSafetyPhrases {
    /// Turns of speech that hold a phrase of risk and mean something else.
    static let idioms = """
        (laugh|laughed) ~6 (die|dead|kill me|cry)
        (bored|boring) ~3 (to death|out of my|i could die|die|kill myself)
        not ~2 (do|going to do) (anything|something) (stupid|to myself)
        (am not|do not feel|not feel|never feel|is not|are not|not that i am) ~1 (hopeless|worthless|a burden|empty|numb|useless|trapped|broken|a failure|lonely|desperate|alone|depressed)
        (not|never) ~1 (give|giving) up [on] ~4
        (not|never) ~1 want to (disappear|vanish|not wake) ~3
        (song|movie|commercial|ad|jingle|meeting|music|color|wallpaper|book|show|lecture|outfit|spreadsheet|traffic|voicemail|hold music|small talk|alarm tone) ~1 make me [want to] ~8
        (knot|rope|noose) ~6 (boat|hammock|shoe|scout|sail|climb|macrame|fishing|garden|swing|tent|curtain|christmas)
        (boat|hammock|shoe|scout|sail|climb|macrame|fishing|tent|curtain) ~6 (knot|rope|noose) ~2
        (jump|dive|leap) ~2 (into|in) the (lake|pool|river|sea|ocean|water) ~2 (off|from|with|and swam|with a|to cool|for a swim)
        (point|future|hope|purpose) (of|in|for) (golf|crypto|bitcoin|our team|the team|this team|football|cricket|tv|small talk|ironing|paper|politics|fashion|tickets|the market|print)
        step over the
        done for .
        (going to|will|gonna|could) die (if|without|unless|of|from) ~8
        (can not|could not) go on (the|a|that|this|holiday|vacation|another|my|our) ~4
        did i ~1 take ~6
        (be|stay) here (when|while|during|for|if) ~3
        (vanish|disappear) ~1 (on|to|in) ~2 (beach|island|spain|italy|greece|wood|countryside|spa|garden|kitchen|garage|workshop)
        (glad|grateful|thankful|happy|relieved|lucky) ~3 (did not|never|not) ~4 (go through with it|do it|jump|die|work|succeed|kill myself|end it)
        (back|knee|tooth|period|neck|shoulder|hip|stomach|ear|foot|muscle|joint|chest|leg) pain ~6
        pain in my (knee|back|neck|shoulder|hip|stomach|foot|leg|tooth|ear|wrist|elbow|ankle) ~8
        (affair|will|paper|paperwork|finance) ~6 (notary|lawyer|solicitor|accountant|before the baby|before our trip|retirement|tax)
        gun (safe|shop|control|range|show|license|laws)
        (hate|hating|kick|despise) myself (for|when) ~3 (eat|buy|sleep|snack|order|skip|miss|stay up|spend|oversleep|forget|book|say|agree|watch|text|pick|wait|wear|have another)
        disappear (into|to) ~3 (book|blanket|bath|forest|weekend|mountain|cabin|beach|sofa|couch)
        (drown|swamp|bury|suffocate|sink) ~1 in ~2 (paper|paperwork|work|email|homework|laundry|task|message|diaper|toys|boxes|report|zucchini)
        (nothing|nothing else) matter (as long as|but|except|when|more than)
        (live|wait|be) to (a hundred|ninety|100|be a hundred|be old|be ninety)
        (rope|gun|knife|cord|belt) ~3 (for|to) ~3 (swing|boat|tent|dog|garden|climb|luggage|trailer|camp|hunt|laundry|clothesline|cake|bread|cheese|goat|horse|kayak|hammock|tree house|treehouse|kitchen|christmas|box|boxes)
        (jump|hop|get) off the (train|bus|tram) (at|and|to|when|before)
        (nerf|squirt|water|glue|staple|nail|heat|massage|radar|toy) gun ~6
        (play|put on|queue|skip|stream) ~2 (song|track|album|playlist|cover) ~20
        (could|can|would) sleep (forever|for)
        (to die for|over my dead body|dead tired|dead on my feet|drop dead gorgeous|die hard|die laughing|dead serious|dead sure|dead weight lift|dead end|dead heat|dead battery)
        (die|dying|dead|kill myself|kill me|killing myself) ~1 (of|from|with|for|over) ~2 (laugh|laughter|embarrassment|shame|boredom|hunger|curiosity|cringe|cuteness|happiness|thirst|heat|cold|jealousy|excitement|old age|natural cause|envy|joy|anticipation|secondhand embarrassment|suspense|humiliation|a coffee|coffee|a cigarette|some|pizza)
        die (to|for) (know|see|try|go|meet|get|tell|hear|read|eat|find out|a|some|ask|show|watch)
        (rather|sooner|prefer to) (die|be dead|kill myself|cut myself|jump off a bridge|shoot myself) than ~1 (eat|watch|listen|wear|sing|drink|talk to|dance|run|cook|clean|share|miss|admit|play|read|sit through|give a|do the|ask|drive|use|move|take the|pay|go to that|go on a|go camping|go outside|lose|let|have another|hear)
        (curl up|crawl|sink|crawl into a hole) ~6 die
        (die|be dead) (inside when|on the spot|right there|when he|when she|when they|when my)
        (if|when) ~10 (one more|again|another|that song|this song|meeting|email|traffic|homework|alarm|monday|spreadsheet) ~8 (kill myself|shoot myself|die|kill me|hang myself|jump off|jump out|lose it|stab myself)
        (kill|shoot|hang|stab|hit|slap|kick) (myself|me) (if|when|before|over|for|unless|after|at) ~8 (meeting|song|email|spreadsheet|alarm|monday|homework|traffic|jingle|commercial|ad|wedding|karaoke|boss|commute|zoom|salad|wifi|printer|internet|password|exam|test|queue|line|playlist|dog|tax|taxes|episode|game|team|dishes|laundry|report|presentation|update|app|forget|forgetting|not buying|buying|selling|missing|saying|eating)
        (kill|hurt|cut|burn|stab|hit|scratch|choke|poke|electrocute|bite|bruise|scald|slice|punch|starve|injure|pinch) (myself|my self) ~1 (shaving|shave|cook|chop|slice|while|garden|peel|accident|accidentally|play|trying to get|lift|run|iron|fall|working|work|at the gym|gym|on the|on a|on my|on some|at work|at soccer|skiing|climb|climbing|moving|opening|open|in the kitchen|in the garden|doing|getting|carrying|with the hammer|with a hammer|in the face|in the eye|at practice|at football|training|exercising|by mistake|a slice|a piece|a break|some slack|some|a deal|to work|to sleep|to finish|to get|over this|over that|over the|for this|for that|for the|off|loose|short|out of|with the hot|with hot|in for|out on)
        (accidentally|by accident|by mistake) ~3
        (cut|burn|scratch|bruise|hit|stab|scrape|bite|slam|nick|tear|sprain|bump) ~3 my ~2 (finger|thumb|hand|toe|foot|knee|elbow|tongue|lip|shin|head|leg|arm|wrist|ankle|hip|shoulder) ~4 (shave|shaving|cook|chop|slice|slicing|peeling|paper|oven|stove|iron|toaster|thorn|cat|bramble|door|cupboard|table|tin|fence|gym|football|soccer|bike|skiing|onion|bread|grill|pan|rose|bush|bushes|kettle|fell|fall|ball|accident|work|glass in the sink|dishes|dishwasher|box|garden|tree|hedge|branch|nail|cheese|carrot|potato|tea|soup|coffee|steam)
        (cat|dog|kitten|puppy|rose|thorn|oven|stove|iron|pan|mosquito|branch|bramble|toddler|baby|parrot|hamster|bush|printer|kettle) ~5 (my|on my) ~1 (arm|hand|leg|wrist|finger|face|foot|skin|thigh)
        (bite|bit|scratch|burn|cut|hit) my (tongue|lip|lips|nail|nails|hair|bangs|fringe|toast|dinner|food|mouth|steak|sandwich|grass|losses|hours|cake|bread|shifts|teeth)
        (hit|bang|bump|smack) my head ~4 (shelf|door|cupboard|car|table|beam|ceiling|getting|cabinet|bed|frame|fell|fall|lamp)
        (careful|trying|going|want|so as|how|watch out|in order|hoping) not to (hurt|cut|kill|burn|injure|harm|scratch) 
        (how|way|easy|easier|best way) ~2 (kill|get rid of|die) ~3 (weed|ant|aphid|mold|mould|mosquito|fly|flies|wasp|spider|roach|cockroach|moth|bug|process|app|task|mouse|rat|mice|slug|lawn|time|battery|cable|light|engine|bacteria|germ|virus|flea|hair)
        (how|where) ~4 (hang|overdose) ~3 (picture|frame|curtain|shelf|painting|shirt|lamp|coat|mirror|hammock|wallpaper|door|out|up|clothes|lights)
        (hang|hanging) (out|up|on|with|around)
        (how long|how many|how much) ~10 (battery|milk|chicken|meat|flight|movie|chocolate|dog|cat|plant|weed|boil|bake|water a|fish|hamster|bee|mosquito|star|sun|moon|level|boss|zombie)
        (end|ending|finish|ended) (it|things|this|it all|everything) ~1 (with|between|on a|at|by|here for|there|early|well|badly|before the|in a|in time|over|on time|up|for tonight|for today|for now|to bed|off)
        (call|leave|end) it (a day|a night|at that|here|there|quits)
        (put an end to|end|stop|quit) ~2 (meeting|noise|argument|war|nonsense|conversation|call|project|contract|mess|habit|relationship|subscription|lease|smoking|snoring|drinking|membership|session|timer|song|alarm)
        (do it|did it|doing it|do this) (right|again|this time|tomorrow|tonight|today|before) ~3 (cook|recipe|run|marathon|exam|presentation|homework|laundry|report|race|speech|song|level|cake|driving|project|bread|clean)
        (jump|jumping|leap|dive|step|hop|fall) ~3 (bungee|parachute|pool|bed|diving|shower|joy|airplane|couch|sofa|wagon|taxi|bandwagon|trampoline|conclusion|swing|high dive|cold|queue|call|ship|gun|rope|scare|hoop|hurdle|lake with|deep end|puddle)
        (jump|step|get|hop|run|walk|drive|go|climb|fall|take|catch|miss|board|ride|ran|wait for) ~2 (on|onto|off|into|in|out of|to|from|across|over|past|along|around|out|through|by|for|under|down|up) ~2 (train|bus|car|subway|tram|tube|platform|building|balcony|roof|window|truck|tower|highway|traffic|bridge|ocean|sea|lake|river|water|road|floor|tree|pier) ~2 (to work|home|to go|to get|every|with|early|on time|because|ride|to catch|to see|to fix|to clean|to watch|to look|to water|tour|for a run|for a swim|for charity|on holiday|and said|and went|and bought|and met|this morning and|to visit|to school|to the office|to let|to hang|trip|to reach|to the market)
        (stuck|sit|sat|stand|standing|fell asleep|asleep) in ~2 (traffic|train|bus|car|meeting)
        (on|at|to|off|over|from|across|by|near) [the] (bridge|roof|rooftop|ledge|edge|balcony|pier) ~2 (with|deck|bar|garden|terrace|watching|watch|party|star|stars|drink|having|fix|repair|sunbath|of my seat|of the bed|of the sofa|of town|of the village|of the wood|of the city|of the lake|of sleep|is leaking|leak|firework|sunset|closed|toll|hole|game|card)
        (suicide) (squad|door|prevention|hotline|watch|awareness|mission|rate|statistic|bomber|bombing|king|run|drill|sprint|pass|lane|cocktail|soda|bunny|helpline|training|hill|workshop|prevent|squeeze|forest|attack|vest|line|sprints|hedge|note was|research|risk assessment|screening|crisis line|bill|month|tree|cell|cable)
        (self harm) (among|in teen|in young|in school|is on the rise|is common|rate|policy|training|awareness|module|statistic|ward|prevention|workshop|scene|storyline)
        (take|taking|took|have|had) ~3 (pills|pill|medication|medicine|tablet|drug|insulin|aspirin|ibuprofen|painkiller|tylenol|advil|antibiotic|vitamin|paracetamol|dose) ~2 (on time|every|every day|with|as|at|after|twice|daily|this morning|in the morning|yet|like|when|or|for my|regularly|for the|before bed|before breakfast|before dinner|for a|once a)
        (remind|remember|forget|forgot|reminder|refill|run out|pick up|prescription|pharmacy|doctor|pharmacist|dentist|vet|nurse) ~8 ({pills})
        ({pills}) ~5 (remind|refill|pharmacy|doctor|pharmacist|prescribe|label|blood pressure|dentist|headache|vet|allergy|vitamin|antibiotic|cold|flu|cough)
        (write|writing|wrote|send|left) ~5 (goodbye|farewell|last|final) ~3 (coworker|colleague|party|team|retire|retirement|office|student|class|job|essay|exam|report|teacher|neighbor|chapter|draft|boss|intern|cake|card|invoice|payment|warning|notice)
        (say|said|saying|wave) ~2 goodbye (at|to) ~5 (airport|station|school|grandma|work|office|class|door|party|guest|teacher|coworker|team|colleague|neighbor|kids at|train|my old car|my old house|summer|holiday|weekend)
        (last|final) (night|day|time|message|evening) (of|in|at|on|here in|with) ~3 (vacation|holiday|school|term|summer|trip|camp|work|job|semester|sale|paris|london|class|course|conference|concert|hotel|exam|season|tour|work here|this house|old apartment|office|year)
        (not|will not|going to not) be (here|around|home) ~3 (for|tomorrow|next|until|this|on|by) ~5 (trip|flight|travel|vacation|holiday|work|conference|london|paris|tokyo|off|away|fly|office|meeting|wedding|visit|out of town|business|dentist|camp|my mom is|breakfast|dinner|delivery|plumber|package|practice)
        (point|use|sense|reason) (of|in|to) (that meeting|this meeting|having|buying|in buying|set|setting|arguing|asking|clean|cleaning|calling|paying|learning|waiting|fixing|wash|washing|that movie|this movie|this game|ironing|making the bed|complaining|rushing|going out|leaving|a meeting)
        (can not|could not|do not) (wait|remember|decide|hear|believe|find my|find the|find a (parking|seat|plug|charger|pen|good)|find anything to watch)
        (can not|could not|never) (live|survive|function|go on|cope|get up|do|make it) ~2 without ~2 (coffee|tea|phone|sugar|chocolate|music|wifi|glasses|caffeine|internet|air conditioning|cheese|bread|my cat|my dog|breakfast|a nap|nap|snack)
        (disappear|vanish|gone|go away) ~3 (cookie|cake|keys|socks|sock|app|file|phone|money|weekend|rash|pimple|headache|pain in|noise|snow|stain|smell)
        (cookie|cake|key|sock|app|file|money|weekend|rash|pimple|snow|stain|chip|chocolate|leftover|moon|sun|cat|icon|photo|wrinkle) ~4 (disappear|vanish|gone|die|dead|over|end)
        (give|gave|giving|donate) ~4 (away|out) ~4 (charity|goodwill|outgrown|baby clothes|yard sale|decluttering|moving|spare room|kitten|puppies|candy|flyer|samples|swap|zucchini|tomatoes|no longer fit|too small)
        (give|gave|giving) up (on|trying) ~3 (diet|recipe|puzzle|show|movie|book|game|guitar|sleep|sleeping|crossword|coffee|sugar|smoking|meat|chocolate|alcohol|gluten|the printer|this level|assemble|jigsaw|parking|finding|bread|sourdough|knit)
        (give|giving|gave) up (smoking|sugar|coffee|meat|chocolate|alcohol|my seat|sweets|bread|cheese|caffeine|dairy|wine|soda)
        (hopeless|useless|worthless|terrible|failure|pathetic) (at|with|in the kitchen|before|until|when it comes|romantic|case at|cook|driver|dancer)
        (feel|go|gone|leg|foot|arm|face|hand|finger|toe|lip|mouth|gum) ~4 numb ~3 (dentist|cold|sleep on|leg|foot|arm|finger|novocaine|sit|sitting|hour)
        (leg|foot|arm|face|hand|finger|toe|lip|mouth|gum) ~3 numb
        (empty|nothing) (fridge|stomach|left in the fridge|to wear|to eat|on tv|to watch)
        (voice|thought|song|tune|melody|jingle) ~4 (in my head|telling me) ~2 (all day|catchy|song|to turn left)
        (tell|say) ~3 (mom|her|him|them) ~1 sorry (i am late|i will be late|i missed)
        (not|never) ~1 (born) (yesterday|in|here|there|a morning person|rich|with)
        (read|reading|saw|watch|watched|heard|play|learn|wrote|finish) ~4 ({media}|lecture|class|article|report|study|seminar|exhibit) ~6 (suicide|death|dying|die|kill|self harm|grief|overdose)
        (funeral) (was|is on|is at|home|service|flower|procession|director|went|next week|on friday|tomorrow|for my)
        (my|the|her|his) ~1 (grandma|grandpa|grandfather|grandmother|aunt|uncle|friend|neighbor|dad|mom|father|mother|cousin|boss|brother|sister|colleague|wife|husband) is funeral
        """

    /// Things of every day. They take back a weak phrase of risk.
    static let everyday = """
        (dentist|oven|office|flight|airport|optician|landline|anniversary|roast|barbecue|canada|spain|italy|london|paris|hawaii|conference)
        (project|paper|thesis|renovation|dating app|dating apps|spreadsheet)
        (fall off|fall down|fall on|trip over|tripped|slip on|slipped|ladder|scooter|skateboard|accident)
        (we are|we will|we have|our flight)
        (new job|new house|new apartment|new flat|retire|retirement|move to|moving to|promotion|transfer)
        (week|semester|term|shift|month|quarter|year|winter|day) to (be over|end|finish)
        (push up|pushup|squat|plank|rep|reps|treadmill|gym|workout|marathon|jog|cardio|yoga|burpee|sit up|stairs|hike|pilates|mile|miles|lap|laps|practice)
        (homework|exam|essay|spreadsheet|meeting|email|printer|wifi|internet|password|traffic|commute|parking|deadline|laundry|dishes|ironing|vacuum|tax|taxes|invoice|presentation|slides|rehearsal|overtime|standup|server|code|bug|laptop|battery|charger|phone|update|app|keyboard|router|download|crossword|puzzle|sudoku|lego|jigsaw|recipe|ikea)
        (diet|sugar|chocolate|coffee|tea|cheese|bread|cake|pizza|salad|broccoli|dessert|spicy|curry|burger|snack|gluten|kale|porridge|oatmeal|cooking|dinner|lunch|soup)
        (heat|humidity|weather|cold outside|rain|rainy|snow|winter|summer|pollen|hay fever|allergies|mosquito|snoring|noise|neighbors|neighbours|construction|leaf blower|barking|smell|alarm clock|snooze|jet lag|mattress|pillow)
        (game|level|boss fight|season|playoffs|episode|series|movie|film|book|chapter|song|playlist|concert|ticket|tickets|karaoke|podcast|netflix)
        (haircut|bangs|jeans|dress|shoes|makeup|shirt|wardrobe|closet)
        (dentist|filling|tooth|toothache|sore throat|hiccups|hangover|sunburn|headache|migraine|flu|cough|sneezing|cramp|cramps)
        (queue|checkout|customs|delivery|parcel|package|landlord|plumber|kitchen|garden|lawn|weeds|lawn mower)
        (baby|toddler|teething|diaper|nappy|potty|night feeds|puppy|kitten)
        (holiday|vacation|weekend|trip|flight|airport|hotel|suitcase|luggage)
        (cooking|shaving|chopping|gardening|ironing|skiing|football|soccer|tennis|basketball|bike|cycling)
        (six|five|seven|eight|nine|ten|6|5|7|8) (am|o clock|in the morning|thirty)
        at (six|five|seven|eight|nine|ten|6|5|7|8)
        """

    /// What one exaggerates about.
    static let exaggeration = """
        (embarrass|embarrassed|embarrassing|embarrassment|mortify|mortified|mortifying|cringe|cringy|awkward|blush|secondhand)
        (hilarious|funny|funniest|cracking up|comedy|lol|lmao|haha)
        (cute|adorable|delicious|yummy|tasty|excited|exciting|thrilled|fluffy)
        (hungry|thirsty|famished|craving|spicy|bladder|pee)
        (boredom|jingle|karaoke|spreadsheet|slideshow|zoom call|monday morning|mondays|group project|group chat|flat pack)
        (minecraft|fortnite|zelda|mario|elden ring|dark souls|roblox|sims|respawn|checkpoint|boss fight|level boss|final boss|speedrun|xbox|playstation|nintendo|npc|hardcore mode|in game|video game|the game|this game|sudoku|dungeon|raid|multiplayer|lobby|quest)
        (plant|houseplant|fern|succulent|tomato plant|orchid|battery|laptop|server|engine|process|thread|printer|database|deploy|script|build) ~3 (die|dying|dead|dies|kill|killed)
        (if|when) ~3 (hear|sit through|listen to|eat|watch|read) ~4 (one more|another|again)
        """

    /// What is said of a bad time that is over.
    static let recovery = """
        (in a|i am in a) ~1 (good|great|better|wonderful|happy) place
        (love my life|happy to be alive|glad to be alive|glad i am alive|grateful to be alive|never be happier|life is good|life is beautiful|life is wonderful|long gone|in recovery|fully recovered|got through it|therapy saved me|saved my life)
        (those|that|these) ~3 (day|year|thought|feelings) ~1 (is|are) ~1 (over|gone|behind me|past|long)
        """

    /// What comes before words that are somebody else's or a work's.
    static let leading = """
        (in|on|play|playing) (dark souls|minecraft|fortnite|elden ring|zelda|mario|roblox|the sims|sims|skyrim|gta|call of duty|tetris|lemmings|among us|hitman)
        (in my dream|in a dream|have a nightmare|have a dream|i dreamt|i dreamed|nightmare)
        (he|she|they|someone|somebody|people|hamlet|juliet|romeo|dickinson|shakespeare|plath|poe|hemingway|woolf|camus|kafka|nietzsche|buddha|jesus|{who}) ~1 (say|tell|told|text|write|post|ask|go|sing|yell|scream|was like|is like|admit|confess|talk|joke|mention|think|call|whisper|shout|message|mutter|claim|threaten|keep say|announce|hint|email|insist) [about|of|that|like|to|how|me|us|he|she|they|his|her]
        ({media}) ~6 (call|title|name|about|where|go|goes|say|sing|line|lyrics|quote|with|entitle|like|chorus|on|end with|begin with|start with|open with|of|is|in which)
        (lyrics|lyric|chorus|line|verse|quote|scene|title|headline|caption|slogan|episode|poem|hashtag|monologue|soliloquy)
        (singing|sing|quote|quoting|reading|recite|translate|cover|review|rehearse|perform|practice|play the song|play|spell|define|meaning of|mean by|synonym for|proofread|act out|audition|stream|queue up|put on|memorize)
        (article|documentary|podcast|lecture|class|seminar|research|paper|essay|study|workshop|training|report|thesis|talk|course|statistics|book|novel|news|exhibition|presentation|campaign|chapter|conference|charity|fundraiser|volunteer|shift|unit|module|poster|leaflet|helpline|hotline) ~5 (about|on|of|for|cover|call|say|into|prevent)
        why (do|did|would|does) (people|someone|anyone|teenager|so many|he|she|they|men|some people|young people|the character)
        (how many|most|many|some|if|when|that) (people|teenager|young people|student|men|women|patient|characters|kids|veterans)
        (doctor|therapist|nurse|counselor|psychiatrist|form|questionnaire|survey|gp|mom|mum|wife|husband|friend|you|she|he|they|teacher) ~2 (ask|asked|ask me|check) ~2 (if|whether|about) 
        (worried|worry|concerned|afraid|scared|think|thinks|suspect|fear|sure|wonder|wondering|heard|hear|noticed) ~2 (that|if|my|about|he|she|they|his|her|the) ~1 (he|she|they|{who}|peter|him|her|them)
        """

    /// What comes after them.
    static let trailing = """
        [is|was|that is|comes|it is|from|or something] ~1 (a|the|my favorite|my favourite|from|in|his|her|their|on|by|by the|an|that|this|some|old) ~2 (song|line|lyric|lyrics|movie|film|book|quote|title|novel|band|album|show|musical|chorus|episode|poem|character|scene|track|play|opera|single|record|series|chapter|game|sketch|painting|drama)
        (he|she|they|{who}) (say|tell|told|write|text|keep|sing|yell|whisper|shout|post)
        say (he|she|the|romeo|juliet|hamlet)
        (in|on) (the movie|the film|the show|that movie|the series|the book|the novel|that episode|season|act|chapter|the song|a song|netflix|tv|the radio|the musical|the play|fiction|japanese|german|french|spanish|the script|the game|this game|minecraft|level)
        (lyrics|scene|monologue|soliloquy|by the smith|by nirvana)
        (and|so) i (say|said|told) ~2 (no|never|of course not|absolutely not|not at all)
        (is|was) ~2 (what|something) (he|she|they|my mom|my mum|my grandma|my dad) ~1 (say|used to say|said|keeps saying)
        """

    /// What lies in the past and is over, and what is denied by what follows.
    static let around = [
        (
            before: """
            (when|back when) i was (a kid|a child|young|younger|a teenager|in school|in high school|in college|at school|at university|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|in my twenty|depressed|sick|ill|at my lowest|that age|little)
            (years ago|year ago|long time ago|in the past|in high school|back in|back then|last year|in my teen|in my twenty|in college|once|at one point|there was a time|before therapy|before treatment|long ago|as a teenager|as a teen|decade ago|decades ago|used to|there were|those days|after the divorce i|ten years)
            """,
            after: """
            ~6 (but|and|now|today|these days|since) ~6 (not any more|behind me|better|fine|okay|ok|happy|glad|grateful|passed|over that|different|past that|behind me|recover|thankful|thank god|good place|stronger|healthy|well|years clean|life is good|alive and|proud|never again|far from|love my life|i have get a family|i have a family|adore|love my|not now|a different)
            ~6 (years ago|back then|at the time|in those days|when i was|behind me|i am glad|i got help|i got better|therapy help|it passed|that passed|not any more|any more but|got through it|came out|i do not any more|long gone|no longer)
            """
        ),
        (
            before:
                "(used to|i stopped|i quit|years since|years without|years clean|years free|recovered from|clean of|have not)",
            after: """
            ~6 (but now|but not|but i do not|but that|these days i am|any more|for a decade|years ago now|not since|but i have not)
            .
            """
        ),
        (
            before: "(phase|period|days|chapter|years|times|part of my life)",
            after: "(is|are) ~1 (behind me|over|past|gone|long gone|history)"
        ),
        (
            before:
                "(not that|it is not that|it is not like|no one said|do not think that|not like|i am not saying|not saying) ~2",
            after: "~8"
        ),
    ]

    /// Denials right before a phrase.
    static let denials = """
        (do not|not|never) (mean|say|think|like) [that] i [{want}|{will}|ever|would ever|am|will ever|should]
        (no one|none of us) ~2 [{want}|{will}|{think}]
        (do not|did not|never|no longer|not|would not|will not|would never|will never|could never|have not|no) [ever|feel|be|been|want|at all|once] [{want}|{will}|{think}|thinking of|thinking about|thought about|thought of|try|like|any|intention of|intend to|plan on|plans to|desire to|wish to|reason to|have any plan to|planning on|planning to|feeling|having|any thoughts of|thoughts of|have thoughts of|urge to|commit|attempt]
        (not|never|not at all|far from) (suicidal at all|one bit|remotely)
        (i|i have) (stop|quit|get over) (want to|think about|think of)
        """

    /// The sentence becomes the speaker's own.
    static let turns = """
        i (go|run|lock|hide|end up|come|cry|feel|start|lie|sit) ~1
        (but|so|because|since|though|although|while|and|which make|until|then|honestly|me too|same here) ~1 (i|me|my|today i|lately i|tonight i|now i)
        (make|makes|made) me
        (me too|same here|same with me|i also|i too|so do i|and so am i)
        """

    static let others = """
        (team|club|company|brand|politician|government|startup|party|squad|band|squirrel|bird|dog|cat|deer)
        (a|an|the|my|our|his|her|their|some|this|that|one of my|old|young|another|your|poor|every) ~1 ({who})
        (he|she|they|people|someone|somebody|men|women|teenagers|students|patients|kids|everyone who|anyone who|those who|who|romeo|juliet|hamlet|peter|customers)
        ({media}|season|act|plot|ending|spoiler|twist|detective|butler|killer)
        """

    /// By these the companion speaks to the owner, and not of a film.
    static let addressed = "(you|your|yourself)"

    static let companion = """
        (kill|end|hurt|harm|cut) yourself
        (end|take) your [own] life
        (are|were|have) you ~6 (suicide|suicidal|die|self harm)
        you [do not] want to (die|live|be alive|be here|end it)
        (suicide|crisis) (line|hotline|lifeline|helpline|prevention)
        (call|text|dial|reach) ~3 (988|116 123|13 11 14)
        """
}
