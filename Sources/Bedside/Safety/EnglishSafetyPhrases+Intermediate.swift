extension EnglishSafetyPhrases {
    /// Wishes not to be, without naming death as an aim.
    static let passiveWishes = """
        (lord|god|jesus|he|reaper|angel) ~2 (can|could|may|should|to|would|please) ~2 (take|have|call|come for|come get) me ~3
        take me (home|away from|now|lord|already|in my|out of this|with)
        (sleep|stay asleep|stay in bed|drink|take something) ~4 so i (do not|can not|will not) ~2 (exist|feel|think|be here|be me|live|be awake|hurt)
        (would not be|not be|be) ~1 the worst thing (if|to|in the) ~6
        (world|earth|everything|sun|meteor|asteroid|building|roof) ~2 (end|ended|swallow|hit|explode|collapse|burn) ~4 (fine|okay|relieved|good|finally|not mind|be nice|glad|with me)
        (not|never) ~2 (have to|be forced to|made to) ~1 (wake|exist|be here|be me|do this|live|feel|keep going|be alive|face|deal with) ~4
        (want|wish|rather|like|love) to ~1 (sleep through|skip|miss|opt out of|get out of|be done with|not have to do|not have to be|not be part of|leave) ~2 (life|living|it all|everything|this world|the rest|all of this|existing|all of it|existence)
        (want|like|wish|love|prefer) [it] to ~1 (be over|all be over|be done|stop|go dark|go black|go quiet|end|finish) ~1 (.|for good|already|so|and|now|with|forever)
        (get|want) ~1 off (this|the) (ride|train of life|planet|world|rock|roller coaster|merry go round|hamster wheel)
        (hit|press|push) ~1 (delete|reset|off|the off|eject) ~5 (life|me|myself|switch|button|on everything|it all)
        ({want}|wish i could|wish) ~3 (switch|turn|shut|power|log) ~3 off (.|for|forever|and|everything|it)
        (wish|hope|want|if) (someone|somebody|something|fate|god|anyone|life) ~1 (would|could|will|to) ~1 (decide|choose|end|do it|take|make it stop|finish|put) ~3
        (not|would not|will not) ~2 (upset|sad|mind|sorry|bothered|care|complain|fussed|terrible|bad) ~3 if ~4 (was it|is it|the end|my last|ended|over|last one|go tonight)
        (cancer|tumor|illness|disease|stroke|heart attack|accident|virus|sickness) ~5 (bless|blessing|relief|gift|mercy|way out|welcome|favor|favour|easier|good thing)
        ({want}|miss him so much|miss her so much|miss you so much|rather|wish i could|wish i was|wish i were|long) ~3 be with (my|him|her|them|you) ~4 (gone|dead|heaven|passed|die|again|up there|late|since|now|buried|lost|instead)
        make it ~1 stop ~4
        (hope|pray|wish) ~4 (not|never) ~1 (see|make it|live|last|survive|reach) ~3 (morning|tomorrow|night|week|spring|another|home)
        (hope|wish|want|pray|like) ~5 (accident|wreck|crash) ~3
        ({want}) ~1 (be|go) (where|wherever) ~3 (is|are|go|gone)
        (closest|nearest|next best) thing ~2 (not|dead|death|gone|nothing|disappear)
        ({want}|wish i could|will) ~3 (skip|miss|be done with|fast forward|sleep through|not live|be over with) ~2 (rest of my life|rest of it|life|everything)
        (ground|earth|floor|darkness|bed|sea|mattress|night) ~4 swallow me
        (trade|swap|change) place ~4 (dead|grave|graveyard|coffin|cemetery|corpse|him|her)
        (walk|drive|leave|go|run|sail) ~5 (never|not) ~1 (come back|return|be found|be seen|stop)
        (if|let|when) ~8 (not|never) ~3 (treat it|fight it|get out of the way|call for help|get treatment|move out of the way|look both ways|stop it|swerve)
        hope ~3 (that is it|it is over|it end|it is the last|this is the end|it all end|i am gone|it is my last)
        (not|never) ~3 open my eyes
        ({want}|{will}|wish|if only|if i could|feel like|hope|urge|think about|dream of|rather|i just|fantasize about|want nothing more than) ~4 (disappear|vanish|fade away|fade out|evaporate|dissolve|cease to exist|not exist|stop exist|stop existing|blink out|be erase|be no more|be nothing|turn to dust|be invisible forever|float away|slip away|drift away|slip under|sink into the ground|melt away|be gone|go away forever|leave forever|leave it all behind|not be here any more|no longer exist|not be a person|switch off forever|switch off|turn myself off|turn off forever|be swallowed|disintegrate|be forgotten|leave everything|power off|be unmade)
        (if|wish|so|and|maybe|that|thought) i ~2 (disappear|vanish|ceased|did not exist|never existed|never exist|was never|were never|was not here|were not here|was not around|were not around|was gone|were gone|was no longer|were no longer|am gone|stopped existing|not come back|not exist|just were not)
        (not|never|regret|sorry|mistake|should|wish) ~5 born
        (ask|asked|why) ~3 (be born|i was born|was i born|was i ever born|i even born|give birth to me)
        (sleep|asleep|nap|unconscious|coma) ~5 (forever|never come back|for a long time and|for a long long time|for a long time and not|for good|not come back|permanently|and that is it|and not have to|for the rest of|never have to|and stay|until it is over|until everything is over|rest of my life|and be done|and be gone)
        ({want}) ~1 (be in a coma|go into a coma|sleep and|rest forever|be unconscious)
        ({not}) ~2 (mind|care|matter|fight it|bother me|be upset|be sad|be the worst|make a difference|object|complain|care less|fussed|bothered) ~6 (die|dead|hit|kill|crash|not wake|never wake|live or|alive|not here|be gone|exist|end|happens to me|happen to me|happened to me|what happens|disappear|gone|bus|truck|cancer|not make it|not come back|make it home|make it through|world ended|did not wake|heart stop|go down|explode|collapse|burn down)
        (care|matter|mind|fine|okay|ok|indifferent) ~3 (if|whether|with) ~2 (live|die|living|wake up|alive|not waking|dying|being dead|not being)
        (hope|wish|want|pray|imagine|if|let|like it|maybe|daydream|half hope|secretly hope|why can not|waiting for|keep hope) ~5 (car|truck|bus|train|plane|cancer|tumor|lightning|earthquake|accident|heart attack|illness|meteor|asteroid|stroke|disease|stranger|virus|something terrible|something bad|something|house|roof|terminal|aneurysm|ceiling) ~5 (hit me|take me|crash|kill|happen to me|get me|finish|run me|would end|strike me|fall on me|collapse|come for me|take care of it|hits me|cave in|swerve|take it out of|would just happen|decide for me|take me out|wipe)
        (get hit|be hit|got hit|get run over|run over|hit me|gets me|be struck|flatten) ~2 (by|from) ~2 (car|truck|bus|train|lightning|lorry|something|meteor|van)
        ({want}|hope to|wish to|wish i|hope i|glad if|relieved if|relief if|nice if|good if) ~3 (get|have|had|got|catch|caught) ~2 (cancer|sick|terminal|heart attack|something terminal|something fatal|a disease|a tumor|in an accident|in a crash|hit)
        (plane|car|bus|train|elevator) ~3 (crash|go down|crashed) ~6 (relief|fine|would not mind|would be okay|peace|solve|good|not care|be okay|glad)
        (would|might|could) be ~1 (easier|better|simpler|nice|nicer|best|good|relief|peaceful|quieter|okay|fine|kinder|lovely) ~5 (not to be|to be gone|to disappear|to not be|to not exist|to be dead|to stop|never to|to let go|not existing|not being|to not wake|to never|not here|to die|if i was|if i were|if i had never|not waking|if i did not|to be nothing|if i stop|if everything stop|to sleep and|if it all end|if it end|to not have to)
        (like|imagine|picture|wonder|think about|thought of|idea of|dream of|thoughts of|wondering|daydream about) ~4 (not being here|not being alive|not being around|not existing|not waking|disappear|my funeral|my own funeral|world without me|being gone|without me in it|never waking|nothingness|life without me|everyone without me|my obituary|if i died|being nothing|not be here|my headstone|if i was gone|if i were gone)
        ({want}) ~1 (be at peace|rest in peace|find peace|be free of|be free|be free from|rest for good|have peace|go home to god|finally rest|be done|let go|give in|out of here forever|be done with it|be done with everything|be done with all|out|be somewhere else forever|be released|escape it all|escape from life|escape my life|escape everything|peace)
        i ~1 want (peace|out|an end|to be free|it over|everything over|silence forever|it to stop|it gone|to stop|oblivion|nothing|out of this)
        (cease|end|stop) ~1 (my|all|this) (existence|suffering|pain|hurt)
        (this|the) (pain|suffering|hurt) ~1 (over|end|stop)
        (rather|better) not ~2 (be here|exist|wake up|live|be|have been born|be around|go on)
        """

    /// Being a burden, worthless, hated or alone.
    static let burden = """
        no one ~5 (need|want|love) me
        (old|useless|sick|broken|crippled) ~1 (woman|man|person|fool|thing|mother|father|body) ~2 like me ~3
        (they|she|he|everyone|my family|my kids|my daughter|my son|my wife|my husband|my parents) ~2 (would|will|could|should) ~2 (save|have more|be free|move on|be able to|finally|live|breathe|cope|manage|get on|forget|get over|do better|do fine|be okay|be fine|be alright|be well|rest|relax) ~6 (if i|without me|me|when i|once i)
        (they|everyone|my family|kids|people) ~1 (get|would get|will get) over (it|me|losing me)
        (cost|costing|drain|draining|take|taking) ~1 (them|my family|my kids|my daughter|my son|my wife|my husband|my parents|everyone|too much) ~4 (money|time|energy|life|lives|everything|too much|dry)
        (everyone|everybody|anyone|people|those|whoever) ~1 (i love|i know|i care about|who love me|around me|near me|close to me|who know me) ~2 (hurt|leave|suffer|die|gone|better|hate|get)
        (disgust|sicken|repulse) (myself|me to look)
        (look|looking|see) ~2 mirror ~6 (hate|disgust|nothing|smash|stranger|monster|failure|cry|sick|no one|ugly)
        (not|never) ~1 (good|smart|strong|pretty|lovable|worth|worthy|important) ~1 (enough|of love|to anyone|of anything|of being) ~1 (.|for anyone|for anything|for this|to be|to live|and|for them|to exist|loved)
        (phone|no one) ~2 (never ring|not ring|never rings|has called|called in|calls any|visits any) ~4
        (not|never) ~1 (speak|talk|say a word|hug|hold|touch) ~2 (anyone|a soul|another person|another human|someone|single person) ~3 (week|month|day|year|since)
        (no one|not anyone) ~1 (believe|listen|understand|help|save|reach|want to hear|have time for|stay|choose) ~1 (me|anyway|any more|to me)
        my fault ~6 (alive|here|everyone|everything|all of it|they|he|she|suffer|gone)
        (i am|i feel like|i was) ~2 (reason|cause) ~4 (everyone|they|family|parents|divorce|suffer|unhappy|miserable|problem|fight)
        no one ~1 (would|will|is going to|to) ~1 (come|look|search|check|ask) ~1 (looking|for me|on me|after me|find me|about me)
        (no one|nobody|not one person|no human) ~1 (touch|hug|hold|ask|call|text|speak|visit|talk|look) ~6 (month|week|year|days|in ages|any more|since)
        (out of) ~1 (everyone|their|your|his|her|people|the) ~1 (hair|way|life|lives|hands)
        (should|ought to) have ~1 (someone else|somebody else|a different|another|anyone else) ~2 (instead|than|son|daughter|kid|child)
        (some people|people like me|some of us|person like me) ~2 (not|never) ~4
        (take|taking) up (space|room|air|oxygen)
        (kid|child|children|family|wife|husband|dog|cat|mom|mum|parent|everyone) ~1 will be (fine|okay|ok|better|alright|taken care) ~4 (they have|without|when|once|after|grandparent|someone|he has|she has)
        if i (was|were|am|would) ~2 (out of|not in|gone|no longer|missing|removed)
        (everything|all|whatever) i (touch|do|try|love) ~4 (ash|ruin|break|die|wrong|fail|hurt|rot|piece|garbage|shit|poison|fall apart|destroy)
        deserve ~5 (better|more) ~4 than (me|i|this mess)
        (better|real|normal|happy) ~2 (mother|father|husband|wife|son|daughter|parent|partner|friend|mom|dad|someone) ~2 than (me|i)
        (asham|embarrass|guilty|angry|disappoint|sad|hate|mad|regret) ~4 (alive|still here|i breathe|i survive|i woke|exist)
        (i|that i) ~2 not ~1 matter
        no one ~3 (have|need|want) to ~3 (me|my)
        (hate|despise|loathe) (what|who|how|that) i (am|be|have become|become|exist|live|look at)
        if ~2 (i|they|he|she|you|we) ~2 (was|were|did|had|would|am|do|could) (not|never) ~2 (in it|exist|born|have me|there|alive|in their life|with them|in the picture|in their lives|in the way|around|here|breathe|part of)
        (less|fewer|not have) ~4 (worry|mouth|bill|stress|problem|trouble|pain|money) ~4 (about|without|if) ~4 (me|i)
        (lose|miss) (anything|much|a thing|nothing) ~3 (if i|without me|me)
        (better|happier|easier|fine|relieve|simpler|best|richer|less stress|glad|lighter|free|freer|improve|peaceful|calmer|thank me|nicer|relief|safer|do well|breathe easier|good thing|manage) ~7 (without me|if i was|if i were|if i had|if i did not|if i died|if i disappear|if i left|with me gone|when i am gone|once i am gone|after i am gone|if i just|when i am not|once i am not|if i am not|if i am gone|me out of|not having me|not have me|if i weren|because i am gone|if i went|if i never|without having me|no longer have me|to deal with me)
        ({you}|place|house|life|lives|team|everybody|everything) ~5 without (me|me in it|me around|me here|me there)
        ({you}|no one|who|nobody|anyone|not one|not a soul|anybody|people|world|does anyone|how long) ~4 (miss|notice|care|cry|mourn|come|remember|grieve|bat an eye|blink|shed|bother|be sad|look for|realize|realise|find out|lose sleep|ask|even know|be bothered) ~5 (if i|if me|when i|i am gone|i was gone|i died|me gone|my funeral|i disappear|i vanish|that i|i were|i had gone|i die|i stop|my grave|i never|i do not come|i did not|i was not|i am not)
        (no one|anyone|not anyone|not a single person|does anyone|anybody|not one person|who|not a soul|who would) ~2 (need me|want me|love me|miss me|care about me|care if i|care what|care whether|see me|know i exist|notice me|would notice|would miss me|will miss me|like me|would care|would come to my funeral|hear me|get me|understand me|want me around|would cry|check on me|call me back|remember me|care .|care any|care and|care enough)
        (i am|i feel|feel|being|become|am|be|just|was|i have been|always been|nothing but|was always|as|like|they have|i would be) ~4 (a burden|burden|dead weight|deadweight|waste of|a waste|the problem|in the way|in everyone is way|a drain|a weight|baggage|a liability|an anchor|a leech|a parasite|a stone around|too much for everyone|a disappointment to|a mistake|an inconvenience|a cancer|a curse|poison to|a nuisance|toxic to everyone|nothing but trouble|bring everyone down|extra mouth|one less mouth|a weight on|a millstone|a problem)
        burden (to|on) (everyone|my|them|people|him|her|you|others|the|all|anyone|anybody|society)
        (one less|another|less) (mouth|person|problem|thing|burden|bill) ~3 (feed|worry|deal|carry|without me|if i)
        waste of (space|air|oxygen|a life|breath|life|a person|time and money|skin|food|resources)
        (drag|bring|weigh|hold|pull|let|letting) ~2 (everyone|everybody|them|you all|my family|people|my kids|him|her|us all|my wife|my husband|my parents|the family|whole family) (down|back)
        (i|me|i always|i just) ~3 (ruin|destroy|hurt|disappoint|let down|fail|burden|poison|mess up|break|screw up|wreck|spoil) ~1 (everything|everyone|everybody|everyone i|their lives|their life|my family|my kids|all of them|every|anyone i|every single thing|people who love|people i love|whatever i touch|the people|all the people|my whole family)
        (worse|hell|miserable|hard|harder|harm) ~4 (just by existing|by existing|by being alive|by being here|because of me|because i exist|for being alive|because i am alive|because i am here)
        (make|making) ~1 everything worse
        (cost|costing|waste|wasting) ~3 (too much|everyone|money|them|my family|my kids) ~4 (alive|keep me|looking after me|care for me|on me)
        (not|never|do not|hardly|do i) ~1 deserve ~3 (live|be here|exist|be alive|breathe|this life|life|be happy|to go on|to wake|love|to be loved|any of it|good thing|help|happiness|air|to eat|anything good|kindness|them|anything)
        (i am|i feel|i have always been|feel|i am such|am just|what a|feeling|i was always|i am nothing but) ~2 (worthless|useless|unlovable|nothing to anyone|a failure|failure|a waste|a nobody|a mistake|garbage|trash|disgusting|pathetic|broken beyond|beyond help|beyond saving|beyond repair|a lost cause|not worth anything|not worth it|worth nothing|good for nothing|subhuman|repulsive|unwanted|a disgrace|not enough for anyone|unfixable|not worth saving|rotten|a loser|piece of shit|a joke|of no use|no use|no good to|damaged|a horrible person|an awful person|a terrible person|a bad person|a monster|the worst person)
        (i|i really|and i|that i) ~2 (hate|despise|loathe|can not stand|am disgusted by|disgust|sick of|am ashamed of) ~1 (myself|who i am|being me|my existence|my life|living|existing|being alive|everything about me|everything about myself|waking up|every minute|what i see in the mirror|what i have become|that i exist|that i am alive|the person i am|my own face|life)
        (self hatred|self loathing|self hate|hate myself|loathe myself)
        (i am|not|i am not|nothing) (worth|fit) ~2 (saving|to live|to be loved|loving|keeping|the trouble|the air|anyone|living|being loved|worrying|the effort|the space|it to anyone)
        (i am|i feel|feel|i have never felt|am) ~3 alone (in this|in the|and no|and i|with this|.|all the|even|for years|that|every night|every day|forever|it hurts)
        (no one|nobody) (left|to talk to|to turn to|to call|at all|on my side|anywhere|in this world|who would|there for me|in the world|comes|who cares|who loves)
        (everyone|everybody|they all|all my friends|people) ~2 (leave me|left me|abandon|hate me|forget me|forgot me|give up on me|moved on without|sick of me|tired of me|hates me|be glad|against me|better than me)
        (do not|did not|never|not) ~1 (matter|belong) (to anyone|any more|anywhere|here|in this world|at all|on this earth|to anybody|with anyone|.|in this family|to them|and)
        (no|not) ~1 place (for me|in this world|for someone like me|where i belong|in the world|left)
        (invisible to|a ghost|like a ghost)
        (i|me) ~1 (should|was|were) ~1 (not|never) ~1 (have been born|be here|supposed to be here|meant to be|meant for this|be alive|have existed|exist|have been|meant to exist)
        (sorry|apologize|forgive me) ~2 (for existing|for being alive|for being born|for being here|for being me|for being such|i exist|that i exist|i was born|i am alive|for being a|for taking up|for everything i)
        """

    /// No hope, no future, no strength.
    static let hopelessness = """
        (something|part of me|everything) ~2 (inside|in me|of me) ~2 (die|dead|switch|break|broken|go out|shut down|gone)
        i ~1 (stop|quit) ~1 (care|caring|hope|hoping|believe|plan|making plans|make plans|eat|trying|fight) ~6
        (light|spark|fire|joy|life|color|colour|hope) ~1 (go|gone|went|drain|bleed|leave|left|fade|burn|die) ~1 (out of|from|in) (me|my|everything|life)
        (run|running) on (fumes|empty|nothing)
        (tank|battery|well) ~1 (is|be|run) ~1 (empty|dry)
        (shell|husk|ghost|shadow) of (myself|who|what|a person|a man|a woman|a human|the person)
        (wall|walls|everything|world|ceiling|life) ~1 close in ~1 (on me|.|again|every)
        (go|going) through the motion
        (every|each) day ~2 (same|hell|worse|harder|torture|fight|battle|struggle|nightmare)
        (what kind|what sort) of (life|existence) ~3
        (nothing|no one|not much) ~1 (ever|will) ~1 (change|get better|improve|help|work out) ~1
        (i am|is) ~1 (past|beyond) ~1 (saving|help|caring|repair|fixing|hope|redemption|the point)
        (can not|could not|not able to) ~1 (see|find|imagine|picture|feel|think of) ~2 (any|a|the|another|my) ~2 (way|reason|future|hope|point|light|end|happy|better|good|life|exit|door|christmas|birthday)
        (can not|could not) (live|survive|cope|go on|be|exist|function) without (him|her|them|you)
        (without) (him|her|them|you) i ~1 (nothing|no one|not|can not|do not)
        (see|saw|think about|picture|imagine) ~2 (no|not) ~2 (future|life|tomorrow|happy ending|way) ~2
        (too|so) (much|hard|heavy|late|broken|damaged|far gone|deep|tired|weak) (for me|to fix|to bear|to carry|to live|to go on|to save|inside|to handle|to keep)
        (weight|heaviness|ache|hole|emptiness|void) ~2 (in|on) my (chest|heart|soul|stomach|head) ~6
        (everything|it all|life|the world) ~1 (feel|is|be|get) ~2 (heavy|dark|pointless|empty|wrong|bleak|meaningless|numb|unreal|gray|grey|hopeless|impossible|unbearable)
        (lost|lose|losing) ~1 (interest|my grip|the fight|my mind|faith|control|myself|the battle|all feeling|touch with)
        (not|no longer|never) ~1 (enjoy|look forward to|care about|excited about|feel) ~1 (anything|life|living|a thing|any of it|joy|happy|human|real|alive|like a person) ~1
        (not|do not|barely|hardly) ~1 (sleep|eat|leave|shower|talk|get out of bed|speak|wash) ~6 (point|why|anyone|care|matter|alive|anymore what)
        (stop|quit|do not|not) ~1 (answering|answer|return|pick up|open|talking|talk) ~4 (because|what is|anyone|friends|phone) ~4 (point|care|matter|gone|anyway|soon)
        i (have|am) (nothing|no one|nobody) ~1
        i ~1 (break|broken|breaking|shatter|crack|collapse) ~1 (beyond|inside|apart|completely|and|into)
        (want|need) ~1 to (run away|escape|get away) from ~1 (everything|life|myself|my life|it all|my head|this life|existence|the world)
        (life|god|the universe|the world|everyone|they) ~1 (give up on|forget|forgot|forgotten|hate|abandon|turn on|turn its back on|punish) ~1 me
        i ~2 (live|live too|had|lived) ~1 (long enough|too long|my time|my life|my turn)
        (outlive|outlived) ~4
        (get|climb|crawl|dig) ~2 out of (this|the|a|my) (pit|hole|darkness|well|dark|depression|pain|mess|place|rut|fog|spiral|nightmare|hell)
        (can not|not) remember ~4 (want to be|was happy|felt happy|want to wake|felt anything|feel alive|was okay|enjoyed|smiled|want to live|look forward)
        (not get|not understand|do not know|wonder|ask|no idea) ~1 why i ~2 (survive|live|alive|here|born|exist|spare)
        (not|no idea) know how i ~2 (get through|make it|survive|last|cope|keep) ~3
        (not|hate|never) ~1 like ~1 (being me|myself|who i am|being alive|my life)
        (not|never) ~1 (look|check) ~2 (cross|road|street|traffic)
        (drive|driving) ~2 (too fast|fast|reckless|without|with my eyes) ~5 (not care|not caring|do not care|stop care|hope|hoping|belt|see what happens)
        (not|stop) ~1 (care|caring) ~1 (if|whether) ~1 i ~1 (make it|live|wake|eat|die|get better|survive|crash|get home)
        (build|built|made|cut out|meant|fit|suited|designed|wired) for (this world|this life|life|living|this)
        (not|never) (meant|supposed|make|made|cut out) to ~1 (be here|live|exist|be happy|last|survive|be alive)
        (not|will not|never) ~1 see (winter|summer|spring|christmas|another|next|the end of the|my next|the new year|the leaves|easter)
        (no need|not need|no point|no use) ~4 (plan|fix|buy|renew|book|celebrate|birthday|christmas|next year|winter|boiler|tax)
        (not|never) ~1 bother (with|about|to) ~1 (treatment|treating|me|save|the chemo|chemo|saving|resuscitate)
        (hold|hang|cling) ~1 (on|by) ~1 by ~2 (fingernails|finger|thread|skin)
        (so|this|too|that|unbearably) lonely ~5
        (lonely|loneliness) ~2 (hurt|kill|eat|crush|unbearable|ache|physically|i could|that i)
        (decision|mind) ~4 (peace|at peace|calm|ready)
        (waste|wreck|ruin|throw away|mess up|blow|destroy|squander) my ~1 life
        (it is|be|too) too late (for me|to fix|to change|to save|for any|now for)
        (black|dark|deep|bottomless) (hole|pit|well|tunnel|cloud|abyss|void) ~6
        (darkness|dark|depression|pain|despair|black dog|emptiness|sadness) ~1 (is|are|has|keep) ~1 (win|winning|back|swallow|take over|taking|closing|everywhere|all i|too strong|come for|eat)
        (exhausting|tiring|hard|hard work|effort|struggle|torture|chore|agony|too much) ~2 (stay alive|staying alive|be alive|being alive|to live|living|exist|existing|keep breathing|to breathe|be a person|being a person|just be here)
        (alive|living|existing|life|being here|breathing|staying) ~1 (is|be|feel) ~1 (such|too|so|a|really|hard|just) ~2 (hard|work|effort|much|exhausting|struggle|chore|pain|punishment|torture|burden|tiring)
        (nowhere|no place|nothing|no one) ~1 (left|else) ~2 (to go|to turn|to run|for me|to try|to live|to be|to want|here for)
        (door|path|road|window|option) ~2 (close|shut|lock|gone|blocked) (for|to|on) me
        (life|it) without (him|her|them|you|my wife|my husband) ~2 (is not|no life|not worth|not life|nothing|empty|pointless|no point|not living)
        (my life|life|i am) ~1 go nowhere ~3
        (my|the|these) ~1 (thought|think|mind|head) ~2 (go|going|turn|get|drift|slip) ~2 (bad|dark|darker|scary|dangerous|black|worse|wrong|nasty|ugly)
        (voice|something|part of me|brain|head) ~4 (everyone|they|you|world) ~2 (better|happier|be happier|easier)
        sleep ~2 (only|best) ~4 (stand|escape|peace|relief|bear|good|time i|part)
        (only|best) ~3 sleep ~4 (escape|peace|not|stand)
        (no|not any|see no|have no|find no|not a single|there is no|get no|without|lose|run out of|out of|zero|not have|can not see|not see a|not find a|not see any|can not find|not much|is no|little|not one|no more|not see|no longer) ~2 (hope|future|way out|way forward|reason|point|purpose|escape|light|tomorrow|exit|meaning|fight|strength|energy|will|way back|end|use|way through|place to go|where to go|one|nothing|year|life ahead|road|happiness|solution|option|choice|faith) ~1 (.|for me|left|any more|in my life|in life|at all|to live|to go on|in sight|because|and i|but|so i|inside|in me|to keep|ahead|that i|of me|out of|to any|to stay|to carry|to this|to be here|to exist|to get|to wake|for us|in it|again|i can|out for|from this|either|to it|for my|for myself|of this|of it|of here|at the end|to be|for someone|for people)
        (not|no idea) [know] why i ~2 (keep|bother|go on|am here|try|wake|live|exist|get up|carry)
        (envy|jealous of|lucky are) ~5 (dead|die|not wake|gone|never wake) 
        (should not|not want to|can not|better not|do not let me|not safe to) ~1 be (alone|by myself|on my own)
        (lose|losing) ~1 (the|this) (fight|battle|war) ~4
        (wall|hole|blank|nothing|black) where ~4 (future|life|hope|i|feelings) ~2 (be|is|was)
        (keep|can not) myself safe
        i ~2 (ask|beg|tell|get|make|let|give|hand|lock|hide|take|keep|put|flush|throw) ~8 (lock up|hide|lock away|away from me|keep|take away|flush|throw out|hold on to|lock) ~2 ({pills}|knives|knife|blade|razor|gun|rope|sharp|key)
        (do not|not|never|can not|afraid to|scared to) [be|leave me] ~1 alone ~1 (with|tonight|right|in the|by)
        (go|going|leave|leaving) ~1 (for good|forever|and not coming back|and never coming|somewhere no one|where no one|where nobody)
        (want|ready|time|need|wish|waiting|long|beg) ~3 (it|everything|this|the pain|life|all of it|the noise|my head|my mind|my brain|the hurting|the world|suffering|this pain|things) ~2 [to] (to stop|to end|to be over|be over|stop|end|go away|go quiet|to go dark|to go black|over|over with|to go quiet|finish|be quiet|to be quiet|to shut off)
        not ~1 (strong|brave|tough) enough (to|for) ~4
        (hospital|er|icu|ward|emergency room) ~8 (what i did|because i|after i|after what|where i|that night)
        (look|stare|gaze) ~3 (river|bridge|knife|pills|rope|train|track|edge|water|blade) ~4 (too long|longer|and wonder|and think|for hours|all night|differently)
        worth (it|going on|living|staying|the fight|waking|getting up|trying|continuing|carrying on|keep going) ~3
        what for .
        (at|in|from) ~1 bottom of a
        (inside|deep) ~2 (hole|pit|tunnel)
        (pump|pumped) my stomach
        (overdose|attempt|psych ward|suicide watch|sectioned|hospitalized) ~5 (last|ago|back|when i|years|in the spring|in college|again)
        (used to|years ago|in high school|in college|back then|when i was) ~6 (cut|self harm|suicidal|hurt myself|burn myself|want to die|try to die|kill myself|overdose|end it) ~10 (tonight|this week|again|lately|scar|scars|keep think|urge|feel like that|right now)
        (scars|scar|old cuts) ~6 (look|looking|stare|touch|itch|tonight|trace|staring|tracing)
        (not|never|not to|without|without ever) ~1 (wake up|waking up|waking|wake|open my eyes|opening my eyes) [ever] (.|again|tomorrow|any more|in the morning|at all|from it|one day|from that|would|to this|because|and|if|is|sounds|so|but|either|ever)
        (hope|wish|pray|rather|could|if|like|prefer|better|want|let me|praying|love|dream|beg|would) ~8 (not|never) ~1 (wake up|waking up|waking|wake|woken|come back up|open my eyes)
        ({want}) not (wake|be|exist|be here|be around|have to be|feel)
        (do not|not|no longer|never|do not really|sick of|tired of|stop) ~2 (want|wish|care|need|like|deserve|supposed|meant|able|belong|here) ~1 (to be here|be here|being here|be around|to exist|exist|existing|to go on|go on|keep going|continue|to carry on|be part of this|wake up|be on this planet|be in this life|be awake|do life|be a person|do tomorrow|face tomorrow|have a tomorrow|to see tomorrow|see another day|be anywhere|be anything|be me|stay here|be conscious|in this world|on this earth|face another|see the morning|see morning|to have a future)
        (disappoint|sad|angry|sorry|cry|annoyed|hate|let down|upset|gutted|dread|regret|mad) ~5 (woke up|wake up|waking up|still here|i wake|woken up|still alive|open my eyes|still breathing)
        (point|use|purpose|sense|meaning|reason|what good) ~1 (of|in|to|for) ~1 (living|live|life|being alive|anything|going on|go on|keep going|continue|continuing|carry on|existing|exist|being here|trying|try|waking up|wake up|getting up|get up|it all|any of it|any of this|stay|staying|tomorrow|hold on|being me|my life|keep living|me|hang on|stick around|keep fighting|fight|fighting|get out of bed|getting out of bed|stay alive|breathe|still be here|be here|anything any more|it any more|hanging on|keep trying|see|surviving|bother|another day|another year|another night)
        (what is|what was|where is|is there|is there any|see) [the|a|any] (point|use) (.|any more|of it|if i|in it|of all|of any)
        (hope|future|happiness|joy) (is gone|has gone|left me|is over|dried up|for me is|is black|is dark|is blank|is empty|are for other people|is for other people|gone|is dead|looks black|looks dark|is just dark)
        (future|life|tomorrow|days|years) ~3 (blank|empty|black|dark|bleak|void|wall|meaningless|nothing|pointless|grey|gray|scares me|already over|is over|worthless)
        (feel|feeling|am|is|seem|look|all so|so|been|was|be|utterly|this|getting|completely|absolutely) ~1 (hopeless|pointless|meaningless|unbearable|futile|desperate|beyond hope)
        (life|living|everything|it all|my life|existence|being alive|existing|all of it|every day|each day|everyday|waking up|world) ~3 (hopeless|pointless|meaningless|worthless|empty|unbearable|is too much|too hard|too painful|hurt|exhausting|torture|agony|falling apart|prison|hell|chore|not for me|a nightmare|collapsing|crumbling|darkness|ruined|over|in ruins|a lie|black|suffering|pain|heavy|weigh|battle|struggle|closing in|tasteless|grey|gray|too heavy|painful|a trap|a joke|for nothing|a punishment)
        (is|are|was|seem|feel|makes|am|be) ~2 (not|hardly|barely|no longer|nothing) ~1 worth ~2 (living|it|pain|anything|effort|being here|keeping|saving|trouble|going on|fight|staying|getting up|live|waking up|getting out|fighting)
        (worth|make life) ~1 (living|living for|staying for|live for|getting up for|it any more|sticking around)
        (nothing|not much|no one|not anything|little|anything|what|something) ~2 (to live for|to look forward|worth living|left for me|to hold on|to keep me|keeping me|left to lose|left in me|left to give|left to live|left inside|matters|matter any|makes me happy|ever gets better|will ever|is ever|is going to change|gets better|helps|help any more|to stay for|good will|going to get better|ahead of me|waiting for me|change|feels real|brings me|holding me|tethering|to get up for|works|works any|is worth|makes sense any|makes it better|feels good|left|ever change|ever work|i do matters|i do makes|fun any|ever will|good ever|make me feel)
        (never|not|not ever|not going to|not ever going to) ~2 (get better|be okay|be ok|get easier|be happy|stop hurting|be fixed|change|feel better|be any different|be normal|recover|go away|heal|end|work out|improve|stop|be enough|get any better|escape|crawl out|climb out|feel happy|see the light|dig myself out)
        (give|gave|giving|want to give|ready to give|feel like giving|about to give) ~1 up (on life|on everything|on myself|on living|on it all|hope|all hope|on me|completely|on the future|on ever|altogether|trying|.|and|for good|fighting|on people|on the world|any more|on being|on getting|entirely|on all)
        (i|i am|i just) ~1 (give|giving) up
        (tired|sick|exhausted|weary|done|fed up|over|bored|worn out|drained|finish|through|burned out|worn|so done|had enough|enough|wear out) ~1 (of|with|from|by|to) ~3 (living|life|being alive|existing|everything|it all|being here|this life|my life|fighting|trying|pretending|being me|hurting|waking up|carrying on|going on|this world|world|breathing|the pain|struggling|being a burden|being in pain|surviving|feeling|holding on|suffering|existence|being strong|being sad|all this|all of it|keep going|keep fighting|existing|people|being broken|feeling like this|battling|this pain|pain|myself|the fight|fight|live|go on|carry on|try|all of this)
        (too|so|bone|just so|i am so|very|just) ~1 (tired|exhausted|weary|worn out|drained) ~2 (to go on|to fight|to live|to keep|to carry|to try|to care|of it all|to hope|to pretend|to exist|in my soul|inside|sleep does not|sleep will not|sleep can not|no sleep|not the kind|the kind of tired|of all of it|to be here)
        (tired|exhausted) ~6 (sleep does not|sleep can not|sleep will not|soul|no amount of sleep|not fix|of my soul|my bones)
        (can not|could not|unable to|do not know how to|not able to|do not think i can|not sure i can|can hardly|can barely|no longer|not know if i can|do not have it in me to|too weak to|no strength to|no energy to|not sure how to|do not want to|how can i|how do i|how am i supposed to|not going to|unable) ~2 (go on|carry on|keep going|keep living|keep do|keep on|live like this|live with|face|cope|hold on|hang on|bear|stand being|live another|do life|do this any|take it|take this|do it any|take any|take much|do this much|survive|keep fight|fight|keep try|keep pretend|pretend any|see a future|see a way|see any|see myself|see a point|see past|see the point|see tomorrow|go through another|get through|make it through|make it to|make it another|make it past|stand it|stand this|handle|live|continue|stay here|be here|try any|take the pain|endure|do another|keep this up|last much|last another|manage any|get up any|function|do any of|do any more|breathe any|put up with|keep hurt|escape|find a way out|picture the future|picture a future|imagine a future|imagine myself|imagine next|imagine getting|find a reason|think of a reason|think of one|think of any reason|feel anything|feel any|stop crying|get out of bed|fake it|face another|face the|deal with life|deal with this|deal with any|keep my head|win|climb out|find the strength|find the will|keep waking|shake this|save|bring myself|be strong|make it stop|drag myself|find any reason|find a single)
        can not (do this|do it|take this|take it|go on|breathe) (.|any|much|alone|like|i just|and|so|because|another|for another)
        (how|not sure how|do not know how|know how) ~1 (much longer|long|much more|many more) ~5 (go on|take|do this|hold on|keep|cope|last|carry|live|stay|stand|break|fight|hang on|pretend|bear|manage|survive|hold it together|handle)
        (at|reach|hit|past|near|come to|beyond|close to|found) ~1 (end of my rope|end of my tether|breaking point|my breaking|rock bottom|my limit|end of the line|end of the road|wit is end)
        (barely|hardly|only just|not really|just|only|am not|merely|can hardly) (hold|hang|survive|exist|keep|cope|live|function|breathe) ~1
        (hang|hold) on by a thread
        (i am|i feel|feel|feeling|left|so|am|been|everything feel) ~2 (empty|numb|hollow|dead inside|trapped|broken|lost|defeated|done|nothing any more|void|shattered|crushed|drowning|suffocating|falling apart|breaking|dead|stuck in this|cornered|stuck forever|desperate|like giving up|like nothing|like a shell|sinking|paralysed|paralyzed|caged|finished|in a hole) (.|inside|all the|and|any more|every|with|but|for|in this|no|like|so|i|at|by|or|since|about|it)
        (dead|empty|hollow|numb|rotting|broken) inside
        (feel|feeling|felt) ~2 (nothing|nothing at all|nothing any more|like nothing|so alone|so empty|so numb|so lost|dead|like a burden|like giving up|like i am drown|like i am disappear|like an empty|like a shell|trapped|like there is no)
        (drown|suffocate|fall apart|crumble|sink|spiral|break down|slip|go under) (and|inside|in|every|alone|deeper|here|fast|.|again|away) ~3
        (in|been in|back in|at|fall into) ~1 (dark|bad|black|low|scary|really dark|very dark|dark dark|lowest) (place|hole|headspace|pit|spot|point|time|hour)
        (dark|bad|scary|awful|terrible|horrible|black|ugly|intrusive|those|these|darkest) (thought|thoughts|think) ~1 (again|be|are|get|keep|tonight|will not|in my|about|and|came|come|is|have|that|for|lately|.|too|of|when|back|every|loud)
        (voice|voices|thought|thoughts|head|brain) ~5 (telling me|tells me|say i|saying i|says i|tell me) ~3
        (scare|afraid|worried|frighten|terrify|scared|not sure|do not know|not trust|can not trust|do not trust|not be trusted|fear|be left) ~3 (what i might|what i will|what i could|what i would|what i am|of myself|my own thoughts|myself|of me|my thoughts|what is in my|what is going on in my|going on in my head|where my head|where my mind|my own brain|the things i think|what i have been thinking|i will do something|i might do something|i am going to do something|i could do something|i would do something|what my hands|what my mind|being alone with|be alone with|be alone tonight|alone tonight|my own head|my own mind|of my mind|of my brain|alone with myself|by myself tonight|i will hurt|i might hurt|i will lose control|i will snap)
        (do something) (stupid|to myself|bad|drastic|permanent|rash|i can not|terrible|awful|i regret|i will regret|dangerous|irreversible|crazy) ~2
        (hide|lock|take|keep|get|put|give) ~3 (knife|pill|gun|medication|medicine|key|rope|blade|razor|meds|sharp) ~3 (away from me|from me|so i do not|so i can not|before i|to my|from myself|so i would)
        (not|do not|never) ~1 (safe|feel safe|be safe|trust myself|left alone|be alone|trusted) ~1 (with|from|by|alone|around|myself|tonight|on my own|in my own|right now|here|.)
        (i am|my life is|life is|it is|this is|my story is|it is all) ~1 (over|finished|done|ruined|done for|beyond repair|the end) (for me|any more|.|as|and|i|already|at|now|anyway)
        (i am|i think i am|so) ~1 done (.|with everything|with life|with it all|with all|trying|fighting|for good|being|pretending|with people|with this)
        (pain|hurt|suffering|sadness|emptiness|darkness|ache|grief|loneliness|weight|fog|noise in my head) ~2 (will not|never|does not|not going|is too|unbearable|will never|too much|swallow|eating me|consume|crush|will it ever|ever)
        (swallow|eat|consume|crush|drown) ~1 (me|by) (whole|alive|up inside|from inside|from the inside|the dark|the darkness|despair|completely|in sadness)
        (hurt|painful|ache|exhausting|hard|tiring|unbearable|heavy|pain|effort|agony|torture) ~2 (to be alive|to exist|to live|to breathe|being alive|living|existing|being awake|to be awake|to wake up|to open my eyes|being me|to be me|just being)
        (stop|quit|end) (trying|hoping|fighting|caring|believing|pretending) ~1
        (not|no longer|do not|stop) ~1 (care|want|bother|feel) ~1 (what happens|about anything|any more about|anything any|about myself|about my life|anything|what becomes|about life|about living|to try|to fight|to feel)
        (why|what) ~1 (am i|do i|should i|would i|bother) ~2 (alive|here|living|exist|keep going|keep trying|go on|breathing|wake up|bother|stay|stick around|keep living|carry on|even try|continue|get up|keep fighting|for)
        (i|i have) ~2 (lose|lost) ~1 (everything|all hope|hope|the will|my will|my reason|myself|interest in everything|interest in life|all interest|everyone|it all)
        (everything|it all|nothing|life) ~1 (is|feel|seem|has|go) ~2 (lost|falling apart|gone|collapsed|ruined|dark|too much|black|against me|over|pointless|no meaning|crashing down|gone wrong|my fault)
        (just|only|simply|always|merely) ~1 (exist|survive|go through the motions|pretend|waste|wait to die|wait for it to end|wait for the end|waiting for it to|existing|waiting to)
        (what|who) ~1 (difference|good) ~2 (would it make|does it make|am i|do i do|is there in me|would i make)
        (despair|despairing|desperation) 
        (cry|crying|cried) ~3 (every night|all night|all day|every day|to sleep|and no one|for hours|and i do not know why|and can not stop|alone every|myself to sleep|into my pillow)
        """

    /// Partings, and things put in order.
    static let farewells = """
        (pay|paid|pay off|settle|close|cancel|delete|wipe) ~3 (all my|my|every) ~2 (debt|bill|account|accounts|subscriptions|profile|profiles|social|photos|messages|phone|history|cards|lease) ~8 (no one|nobody|so they|not need|gone|clean|left|after|before|end|trace|mess|done|loose|hassle)
        (clean|tidy|clear|empty|pack|sort) ~4 (house|room|flat|apartment|closet|desk|drawers|things|everything|place) ~3 so (no one|nobody|they|my|it is|you|she|he) ~6
        (leave|left|give|gave|hand|drop) ~3 (key|keys|dog|cat|car|wallet|phone|ring) ~5 (not need|will not|no longer|for good|in case|with a note|not be back|not coming back)
        (everything|it) ~1 (is|be) ~1 (arranged|sorted|taken care of|in place|settled|ready) ~4 (so|now|no one|when|and i|they|for after|can go)
        (take care of|look after|be kind to|be good to|watch over) (yourself|each other|yourselves|my|him for me|her for me|them for me) ~4 (okay|ok|when|for me|after|please|promise|gone|from now on)
        (tell|let) ~2 (everyone|them|him|her|my kids|my family|my mom|my mum|my wife|my husband) ~2 (i love|i am sorry|i tried|i loved|know i|goodbye|it is not)
        (i|that i) ~1 (tried|try) ~1 (my best|so hard|everything|for so long|to hold on|to stay) ~5
        (this|it) ~1 (is|will be|might be) ~1 (last|final) (message|talk|night|time|goodbye|call|words|conversation)
        (tell|show|told|wrote down|write down) ~4 where ~4 (insurance|paper|will|password|key|money|documents|deed|account|safe)
        (leave|give|take) ~2 (cat|dog|pet|bird|rabbit|fish|plants) ~4 (for good|forever|permanently|new home|shelter|neighbor|neighbour|my sister|my brother|my mom|rehome)
        (call|visit|see|meet) ~5 (say|for) a proper goodbye
        (give|giving) ~3 away (my|all my|most of my) ~1 (thing|things|stuff|belongings|possessions)
        get rid of ~4 my (stuff|things|belongings|clothes|possessions|furniture|books) ~4
        (how|what) i want ~4 funeral
        (do not|never|not|please do not) ~1 blame (yourself|yourselves|each other|anyone|them|her|him|mom|dad)
        before it is too late ~4
        (give|find|hand out|donate|sell|pass on|hand over) ~4 away (my|everything|all|most|half) ~3 (thing|stuff|belonging|possession|i own|of it|clothes|book|record|furniture|tools|savings|money|jewelry)
        (give|find|hand out|donate|sell|pass on|hand over) ~5 (away|new home|new owner|my things|my stuff|belongings|possession|everything i own|all my) ~6 (need|not need|will not|any more|i am gone|when i am|gone|leave|where i am|not be here|i do not|after|before|how to)
        (call|text|tell|write|phone|email|hug|message) ~7 (love) ~3 (in case|one last|last time|before|while i)
        (been|were|always) ~1 (kind|good|nice|patient|sweet) to me ~5
        (give|gave|giving) ~4 (all|everything|most of|half) ~1 (my stuff|my things|my clothes|i own|my belongings|of it|my records|my books|my games) ~3 away
        (give|gave|giving) ~1 away ~2 (all|everything|most|my favorite|my favourite|half)
        (sign|signed|transfer|hand) ~3 (over|to) ~4 (no sense|no point|will not need|not need|no use|me keeping|keeping)
        (no|not) (sense|point|use|need) ~2 (me|in me|in|of me|for me) ~1 (keep|keeping|have|hold|holding|own) ~2
        (will|would|going to|shall) not be ~1 (a problem|a burden|a bother|trouble|in the way) ~3 (any|after|soon|long|tonight|for)
        (soon|after this week|after tonight|before long|by next week|very soon) ~5 (not matter|no longer matter|nothing will|over|not be a|free|peace|not have to|quiet|gone|end|easier)
        (not matter|nothing matters|no longer matter) ~3 (soon|any more|after|long|tomorrow|in a)
        (not|never) ~3 (listen to|hear|deal|put up|worry) ~3 (much longer|any longer|for long|again)
        (give|gave|giving|left|leave|leaving|promise|will) ~5 (my|the) ~2 (dog|cat|guitar|watch|ring|car|jewelry|collection|book|record|thing|key|bike|necklace|piano|camera|pet|journal|diary|clothes|violin|console|plant|password|account|stuff|house|tool|savings|money|painting|photo|album|letter) ~6 (will not need|not need|will not be need|any more|when i am gone|when i am not|after i|once i|not be here|no use for|to remember me|where i am going|because i|not going to need|in case i|something to remember|if i am not|no longer need|do not need|would not need|so they have)
        (will not|not|no longer|never|not going to|would not) ~2 (need|be need|want|use) ~1 (it|them|this|any of|those|alarm|that|anything|my things|my stuff|much|money|clothes|a job|the car|these|anything where|you to wake) ~1 (any more|where i am|soon|after|ever again|much longer|where i will|when i|for long|anyway|again)
        (affair|paper|paperwork|password|bank account|account|finance|my will|a will|the will|bills|funeral|life insurance|insurance) ~5 (in order|for them|for my wife|for my husband|for my family|when i am gone|so they|if i am not|so no one|for whoever|before i go|so my|for after|who gets|after i|easier for)
        (put|get|sort|tidy|wrap|clean|tie|settle|arrange) ~3 (my affair|affairs|loose end|everything up|my things|my papers|my life) ~2 (in order|out|up|so|before) ~1
        (who gets what|who get my|what i want at my funeral|song at my funeral|at my funeral|my own funeral|plan my funeral|my funeral)
        (who|someone|you|find|promise|make sure|anyone|they|can you|please|somebody|he|she|will you|neighbor|sister) ~4 (take care of|look after|feed|have|take|adopt|raise|water|be there for|watch over|keep) ~3 (dog|cat|kid|child|children|plant|mom|mum|pet|brother|sister|family|son|daughter|thing|bird|fish|parent|them|her|him|wife|husband|baby|garden|rabbit|hamster|horse|dad) ~5 (when i am|after i|if i am|once i|something happen|when i leave|if i|when i go|i am not|without me|after me|when i am not|for me when|forever)
        (take|taken) care of when i am (gone|not)
        (if|when|in case|should) (something|anything) ~1 (happen|happens|happened) (to me|tonight)
        (if|when|once|in case|after) i ~2 (am gone|gone|not make it|do not come|am not here|not around|am not around|never come|not wake up|am no longer|leave this|not come back|do not wake) ~3
        (call|text|phone|visit|ring|write|message|see|hug|meet) ~6 (proper goodbye|goodbye|one last time|last time|make peace|to apologize for everything|say sorry for everything|thank them for|while i still|before i go)
        (say|says|saying|said|wave|time for|mean) ~3 (proper goodbye|goodbye forever|goodbye to everyone|my goodbye|goodbye to my|goodbye to you|goodbye to him|goodbye to her|goodbye and|goodbye properly|goodbye)
        (remember me|forget me|forget about me|do not be sad|do not cry for me|do not miss me|look after each other|take care of each other|be good to each other|take care of yourself) ~4
        (you|they|everyone|no one|anybody|people) ~3 (will not|not|never|no longer|do not) ~3 (have to listen|listen to me|have to hear|have to|see me|hear from me|worry about me|deal with me|put up with me|bother with|look after me|be bothered|need to worry|hear my voice|need to deal) ~2 (again|any more|soon|much longer|any longer|worry|about me|with me|for long|for me) 
        (not|no|will not|stop) ~1 (be|have|being) ~2 (a problem|a burden|a bother|bother anyone|bothering|your problem|in your way|in the way|in anyone|problem|needing|trouble|around|here|worry about me|anyone is problem|a worry|hurting anyone) ~1 (any more|much longer|any longer|soon|for long|after|again|to|when|for much)
        (it|everything|all|this|that|i|my pain|the pain) ~2 (will|going to|gonna|be|is) ~1 (be over|be all over|end|be done|be free|be at peace|stop|not matter|be fine|be quiet|be gone|better|all be over|be better) (soon|tonight|tomorrow|for me|in a while|when i|once i|after i|by|either way|soon enough|before long|after tonight|when it)
        (peace|free|rest|at peace|calm|decided) (finally|soon|when i|if i|once i|tonight|at last|now that i|because i know|since i decided|after i decided|once and)
        (do not|did not|will not|never|not|can not|doubt|wonder if|not think) ~2 (think i|see myself|see me|expect|imagine|make it|live|reach|plan|picture myself|be around|imagine myself) ~4 (make it|getting old|be alive|live|reach|past|turning|see|thirty|forty|fifty|christmas|another|summer|next|growing old|that long|old|be here|my age|around for|birthday|spring|survive|till|much longer|tomorrow)
        (thank you|thanks|grateful|sorry) ~2 for ~2 (everything|all|being there|listening|always|trying|putting up|all the times|being kind|all of it) ~6 (goodbye|you did|i will|kind to me|not your fault|last|you tried|been good|no one else|love you|end|leave|leaving|gone|to me|take care|been a good|remember|go now|rest now)
        (do not|no need to|no point in|not bother|never mind|no need for|not have to|no reason to|without) ~2 (set|wake|need|setting|waking) ~2 (alarm|me|up|me up|one) ~1 (any more|again|ever|because i|since i|i will not|i am not|tomorrow or ever|ever again|for tomorrow or)
        (go|going|leave|leaving) ~1 (away) ~2 (for good|forever|and not come|and never|for ever|somewhere no one|and i am not|and not|where no one|where nobody|for a long long)
        (long|big) (trip|journey|sleep|rest) ~6 (not coming|never coming|no return|not come|not need|goodbye|without coming|one way)
        (love|loved) (you all|them all|everyone) ~4 (goodbye|sorry|remember|tell|even if|know that)
        (make|making|made) ~1 (peace with|amends) ~3
        (last|final) (time|thing|conversation|call|hug|chat) ~4 (i see|i will|you will hear|we talk|we speak|i talk|i hear|we will|i ever|you hear|say to you|ever)
        (deserve|find|meet) ~1 someone ~1 better ~2 (than me|after me|when i|once i)
        """
}
