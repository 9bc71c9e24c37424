/// What is said every day, plainly and shortly, and borrows the words of a risk (`SafetyMask`): a dose of one's own
/// medicine, what one cannot stand, and words that only lead to what is meant.
extension EnglishSafetyPhrases {
    static let dailyMacros: [String: String] = [
        "hello": "yes|yeah|yep|yup|ok|okay|no|right|sure|and|so|hello|hi|good morning|good evening|thank you|thanks",
        "dosedid": "take|have take|had take|did take|have had|have|have to take|need to take|will take|should take|"
            + "must take|forget to take|forgot to take|have forgotten to take|did not take|have not take|"
            + "do not take|remember to take|remember take|nearly forgot to take",
        "dosedrug": "pill|tablet|capsule|medicine|medication|meds|dose|insulin|antibiotic|antidepressant|statin|"
            + "inhaler|painkiller|aspirin|paracetamol|ibuprofen|tylenol|melatonin|antihistamine|injection|drops|"
            + "prescription|vitamin",
        // What makes a medicine one that is taken every day.
        "doseusual": "morning|evening|night|nightly|night time|bedtime|daily|weekly|usual|regular|lunchtime|"
            + "blood pressure|heart|thyroid|diabetes|cholesterol|allergy|hay fever|asthma|iron|water|stomach|migraine|"
            + "headache|birth control|first|second|next|prescribed",
        "dosekind": "{doseusual}|sleep|anxiety|pain|two|three|four|couple of",
        "dosemeal": "with breakfast|with lunch|with dinner|with supper|"
            + "with my breakfast|with my lunch|with my dinner|with my tea|with food|with water|with some water|"
            + "with a glass of water|with milk|with juice|after breakfast|after lunch|after dinner|after supper|"
            + "before breakfast|before lunch|before dinner|before supper|before bed|before bedtime|"
            + "before i go to bed|at breakfast|at lunch|at lunchtime|at dinner|at bedtime|at noon|as prescribed|"
            + "as usual|like every day|like you say|like you tell me|as you say|on time|every day|every morning|"
            + "every evening|every night|first thing|in the morning|in the evening|at night|for today|for the day",
        "doseday": "{dosemeal}|this morning|this evening|this afternoon|today",
        "dosewith": "{doseday}|tonight|yesterday|last night|earlier|a minute ago|ten minutes ago|half an hour ago|"
            + "an hour ago|a while ago|before|again|too|as well|thank you|thanks|and drink my water|"
            + "and drink some water|and drink a glass of water|and have breakfast|and have my breakfast|"
            + "and eat breakfast|and eat my breakfast|and brush my teeth|and am going to bed|and i am going to bed|"
            + "at (one|two|three|four|five|six|seven|eight|nine|ten|eleven) [o clock]",
        "many": "five|six|seven|eight|nine|ten|eleven|twelve|dozen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|"
            + "5|6|7|8|9|10|12|15|20|25|30|40|50|60|100|a lot|lots|how many|several",
        // What makes a harmless sentence beside it doubtful.
        "grave": "die|dead|death|kill|suicide|suicidal|overdose|od|goodbye|farewell|forgive|funeral|coffin|heaven|"
            + "never|forever|not wake|no more|burden|alive|live|life|exist|existence|disappear|vanish|gone|hurt|harm|"
            + "myself|on purpose|end|the last|my last|last time|not (be|am) here|without me|better off|hate|love|"
            + "sorry|fault|hope|hopeless|point|rope|noose|gun|knife|razor|blade|bridge|roof|track|ledge|"
            + "bleach|poison|cut",
        // A person or people, who do what annoys.
        "annoying": "people|anyone|everyone|someone|somebody|he|she|they|you|we|kid|children|man|woman|"
            + "(my|the|our|other|these|those) (neighbor|neighbour|husband|wife|partner|boss|brother|sister|son|"
            + "daughter|kid|children|roommate|flatmate|colleague|coworker|dog|cat|people|customer|tourist|driver|"
            + "passenger)",
        "annoys": "chew|chew loudly|shout|yell|scream|smoke|talk|talk loudly|talk in the cinema|whistle|cough|snore|"
            + "swear|argue|fight|spit|push|cheat|litter|moan|whine|complain|interrupt|interrupt me|gossip|brag|boast|"
            + "hum|slurp|sniff|sing|stare|honk|text|eat loudly|eat with (his|her|their) mouth open|drive too fast|bark|"
            + "am late|is late|are late|be late|being late|being rude|are rude|is rude|am rude|come late|"
            + "jump the queue|do not listen|does not listen|play music|play loud music|play music on the bus|"
            + "make noise|make a mess|leave the door open|leave the light on|leave the seat up|"
            + "use (his|her|their) phone",
        "irks": "late|early|cold|hot|wet|hungry|thirsty|bored|rushed|interrupted|stared at|watched|"
            + "woken|woken up|woken early|laughed at|kept waiting|told what to do|told|tickled|photographed|busy|dirty|"
            + "sticky|disturbed|corrected|filmed|called|stuck in traffic|stuck in a queue|on the phone|in a hurry|"
            + "in a crowd|outside|indoors|unprepared|sweaty|ignored by waiters",
        "chore": "wait|wait in line|wait for (the bus|the train|people|him|her|them)|queue|cook|iron|drive|commute|"
            + "clean|hoover|vacuum|shave|shop|fly|wash up|do the (dishes|laundry|washing|ironing|shopping|hoovering)|"
            + "do (homework|housework|taxes|maths|math|laundry|dishes)|get up early|get up so early|get up in the dark|"
            + "wear (a tie|a suit|heels|a mask|wool|tights|shoes|socks)|sit in (traffic|meetings|a meeting)|"
            + "speak in public|talk on the phone|stand in line|stand in (the|a) queue|"
            + "watch (football|golf|tv)|listen to (him|her|them|that music|the radio|the news|adverts)|"
            + "hear (him|her|them) (snore|chew|sing)|lose at (cards|chess|tennis|football)|"
            + "share a (room|bathroom|kitchen|desk)",
        "feast": "christmas|christmas eve|christmas day|boxing day|easter|thanksgiving|new year|new years|"
            + "new years eve|new years day|halloween|half term|the weekend|the holidays|the bank holiday|lunch|"
            + "lunchtime|dinner|breakfast|the meeting|the party|the wedding|the match|the game|the delivery|"
            + "the plumber|the visit",
        "workplace": "work|the office|office|school|the school|my job|this job|the job|the shop|the factory|the firm|"
            + "the company|university|uni|college|the hospital|the gym|the club|the hotel|the restaurant|the lab",
    ]

    static let daily = [
        // A dose of one's own medicine. What has no end of a sentence on both sides, a heap or a drink stays.
        SafetyMask.Rule(
            phrases: """
                . [{hello}] [{doseday}] [i|we|you] ({dosedid}) (my|our|your) [{dosekind}] [{dosekind}] ({dosedrug}) [{dosewith}] [{dosewith}] .
                . [{hello}] [{doseday}] [i|we|you] ({dosedid}) [my|our|your|the] (a|one|two|three|four|half a|half) [of my|of the|of your] [{dosekind}] ({dosedrug}) [{dosewith}] [{dosewith}] .
                . [{hello}] [{doseday}] [i|we|you] ({dosedid}) the ({doseusual}) ({dosedrug}) [{dosewith}] [{dosewith}] .
                . [{hello}] [{doseday}] [i|we|you] ({dosedid}) the (medicine|medication|meds|dose|insulin|antibiotic|statin|inhaler) [{dosewith}] [{dosewith}] .
                . [{hello}] [i|we|you] ({dosedid}) the ({dosedrug}) ({dosemeal}) [{dosewith}] .
                . [{hello}] (i|we) (have take|did take) it [{dosewith}] [{dosewith}] .
                . [{hello}] (i|we) take it ({doseday}) [{dosewith}] .
                """,
            unlessAnywhere: """
                ({grave}|all|whole|every one|every single|every last|entire|everything|too many|too much|handful|bottle|box|packet|pack|blister|bunch|heap|more than|rest of|remaining|leftover|stash|save|stockpile|extra|double|enough|vodka|whisky|whiskey|wine|gin|rum|beer|alcohol|booze|brandy|am drink|be drink|get drink)
                ({grave}|sleepy|drowsy|dizzy|numb|blurry|faint|ambulance|hospital|anyone|nobody|no one|find me|tell|a note|my note|the note|letter|wait|lie down|peace|over|do it|it is do|finally|quiet|slip|swallow|please forgive|look after|take care of)
                ({many}) [more|sleep|of my|of the] (of|pill|tablet|capsule|medicine|medication|meds|dose|insulin|painkiller|paracetamol|aspirin|ibuprofen|tylenol)
                """),
        // What one cannot stand in others, or of a day.
        SafetyMask.Rule(
            phrases: """
                i (can not|could not|can never|do not) (stand|bear|abide) being ({irks}) [again|all the time|every day|for work|for school|for things|in the morning|in winter|in summer|at night|by (people|my boss|my mother|my wife|my husband|strangers|the cat)] .
                i (can not|could not|can never) (stand|bear|abide) being ({irks}) [to (smile|wait|hurry|calm down|relax|sit|stand|be quiet|cheer up|eat|tidy up|clean up|work harder|speak up)] [all the time|again] .
                i (can not|could not|can never) (stand|bear|abide) ({chore}) [again|all the time|every day|every morning|on my own|in the morning|in the rain|in the dark|in the heat] .
                i (can not|could not|can never) (stand|bear|abide) it when ({annoying}) [always|all] ({annoys}) [like that|all the time|all night|at night|in the cinema|on the train|on the bus|in restaurants|on the phone|at me|at dinner|at the table|next to me] .
                i (can not|could not|can never) (stand|bear|abide) it when it (rains|snows|is cold|is hot|is loud|is noisy|is dark|is wet|is windy|is too hot|is too cold) .
                i (can not|could not|can never) (stand|bear|abide) ({annoying}) [who|that|when they] ({annoys}) [like that|all the time|all night|at night|in the cinema|on the train|on the bus|in restaurants|on the phone|at each other|at dinner|at the table|next to me] .
                """,
            unlessAnywhere: """
                ({grave}|tired of|exhausted|lonely|anything|everything|want out|give up)
                """),
        // Words that lead to what is meant, which is judged without them.
        SafetyMask.Rule(
            phrases: """
                . [and|so|but|well|hello|hi] you should know that
                . [and|so|but|well|hello|hi] i do not know (if|whether) i [have] [ever] (tell|mention) (you|this|it|that) [this|that|about it|before|yet] [but]
                . [and|so|but|well|hello|hi] (can|could|would|will) you remember that
                . [and|so|but] this (may|might) (sound|be) (odd|strange|weird|silly|stupid) but
                """,
            unlessAnywhere: """
                (die|dead|death|kill|suicide|suicidal|goodbye|farewell|forgive|funeral|heaven|never|forever|not (be|am) here|no more|burden|alive|exist|disappear|vanish|gone|hurt|harm|myself|end|last|without me|better off|sorry|fault|hopeless|point)
                (love (you|him|her|them|everyone)|anyone|no one|everyone|tell them|try|attempt|pill|scar|plan|secret|do it|will not need|leave you|blood|bleed|cut)
                """),
        // Away on a day that is named, and the last day of a stay or of a job.
        SafetyMask.Rule(
            phrases: """
                . [{hello}] (i|we) (will not be|am not going to be|are not going to be|am not|are not) (here|around|home|at home|in) (at|on|over|during) ({feast}) [this year|next year|because i (work|am work|am away|am travel)] .
                . [{hello}] (i|we) (will not be|am not going to be|are not going to be|am not|are not) (here|around|home|at home|in) for (lunch|lunchtime|dinner|breakfast|the meeting|the delivery|the plumber|the match|the game|the weekend) [this year|next year|because i (work|am work|am away|am travel)] .
                . [{hello}] (i|we) (will not be|am not going to be|are not going to be|am not|are not) home for ({feast}) [this year|next year|because i (work|am work|am away|am travel)] .
                . [{hello}] (i|we) say goodbye to (everyone|my colleague|my coworker|my team|the team|the whole team|my class|my student|my boss|all my colleague|all my student|the kid) [at ({workplace})] [today|yesterday|on friday] [and|because|since|as|.] (it was|it is|it is was|today was|yesterday was|today is) my last (day|week|shift|lesson|class) [there|here|at ({workplace})] .
                . [{hello}] i say goodbye to (everyone|my colleague|my coworker|my team|the team|my class|my boss) at ({workplace}) [today|yesterday|on friday] .
                . [{hello}] (it is|this is|tonight is|today is|tomorrow is|it was|yesterday was|today was|tomorrow will be) (my|our|the) (last|final) (night|day|evening|week|weekend|morning|shift|lesson) (in|at|on) (this|the|my|our|that) [old|new|big|little|small] ({spot}) [before (i|we) move|before the move|and (i|we) move tomorrow] .
                . [{hello}] (it is|this is|tonight is|today is|tomorrow is|it was|yesterday was|today was|tomorrow will be) (my|our|the) (last|final) (night|day|evening|week|weekend|morning|shift|lesson) (in|at) ({workplace}|{city}) .
                """,
            unlessAnywhere: """
                (die|dead|death|kill|suicide|suicidal|overdose|farewell|forgive|funeral|heaven|never|forever|no more|burden|alive|live|life|exist|disappear|gone|hurt|harm|myself|on purpose|end|the end|without me|better off|hate|love|sorry|fault|pill|tablet|rope|gun|knife|bridge|roof|a note|my note|the note|letter|will not need|remember me|look after|thank you for|any more|earth|world|peace|finally|them now)
                """),
    ]
}
