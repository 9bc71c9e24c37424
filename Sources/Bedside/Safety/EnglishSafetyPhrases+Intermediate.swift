extension EnglishSafetyPhrases {
    /// Risk without a named aim: passive wishes, burden, no future.
    static let intermediate = """
        (do not|did not|no longer|not sure i|never) (want|wanted|wish) to (be here|exist|be around|be me|wake up|be on this earth|be in this world|do life|go on|carry on|keep going|continue|face|open my eyes|be anything|be a part of this world|be part of this)
        (want|wanted|wish|wishing|need|would love|would like|like|feel like|wish i could) [to|i could|like] (disappear|vanish|disappearing|vanishing|fade away|fade out|cease to exist|stop existing|not exist|not be here|not be around|not wake up|never wake up|dissolve|evaporate|go away forever|be gone|be no more|be nothing|be erased|sleep forever and|go to sleep and|go to sleep forever|fall asleep and|fall asleep forever|never open my eyes|never wake|not wake|melt away|stop being|not be anything)
        (want|wanted|wish|need|would like|would love|like) ~1 (everything|it all|it|the pain|this pain|all of it|my mind|all this|the hurting|the suffering|life|this) to (stop|end|be over|go away|finish)
        ({want}) make it [all] stop
        (wish|wished|wishing) ~2 i (was not|were not|did not|had not been|could not be|had never been|was never|were never|would never been|had never been|never been|would not|will not|could stop|could not|was|were) (here|alive|around|exist|born|wake up|feel anything|existing|wake|gone|nothing|somebody else entirely|have to wake|have to exist|be here)
        (wish|wished|wishing) ~2 (i could|i could go to|to go to) (sleep and|go to sleep and|sleep forever|fade|end)
        (wish|wished|wishing) my (parents|mother|mom|mum) had never had me
        (wish|wished|hope|hoped|hoping|pray|praying|prayed|wishing) ~5 (not wake up|never wake up|do not wake up|did not wake up|will not wake up|would not wake up|something happens to me|something would happen to me|it ends soon|hits me|would hit me|hit me|takes me|crashes|would crash|never come|never comes|would not come|run me over|runs me over)
        (hope|pray|wish) ~2 (cancer|accident|heart attack|stroke|disease|illness) ~6
        (go to sleep|fall asleep|asleep|to sleep|close my eyes|go to bed) ~4 (and|to) (not|never) (wake|waking|open|have to wake)
        (not|never) (waking|to wake) up (again|ever|any more|sounds|would|tomorrow sounds|in the morning sounds|is|seems)
        (if|that) i (did not|never|do not) (wake|woke) up (tomorrow|one day|again|in the morning|that|it|would|any more)
        (never|ever) should have been born
        should not (be alive|exist|be here|have been born|be breathing)
        (regret|hate|sorry|mistake) ~3 (being born|i was born|was born|been born|being alive)
        why (was i|am i|did i have to be|was i ever|am i) (born|alive|here|existing|living)
        why (do i|should i|would i|bother|keep|do i have to|am i) ~1 (bother|exist|keep going|go on|live|living|keep trying|get up any more|wake up any more|get up at all|wake up at all|trying|going on|still trying|carry on|stay alive|hold on|stay|continue)
        (no|not any|not a|not see a|not see the|not see any|never any|see no|not much|not much of a|what is the|what would be the|where is the|little|is there a|is there any|without) (point|reason|purpose|sense|use|meaning) [in|of|to|for] (life|living|me|it|it all|anything|trying|going on|waking up|getting up|any of this|any of it|being here|existing|being alive|carry on|live|go on|keep going|keep living|stay|carrying on|continue|continuing|hold on|keep trying|stay alive|get up|wake up|get out of bed|anything any more|any more|to any of it|to anything|to it|to life|to it all|to go on|tomorrow|to live|to my life|to stay|to keep|to get up|in trying|in going|in living|to this|in anything|in any|me being)
        (there is|feels like there is|i see|i have|i have got|seems like there is) (no point|no hope|no future|no way out|no way forward|no escape|no purpose|no reason|nothing left|no one left|no light|no tomorrow|no place for me|nowhere for me|no help for me)
        (do|can|could|did) not [see|find|have|imagine|picture|feel] (see|find|have|imagine|picture|feel) (a|any|the|much|my|much of a|myself having a|myself with a|that there is a|there being a) (point|future|way out|way forward|reason to|reason for|purpose|end to this|end to it|tomorrow|hope|light|next year|life ahead|meaning|reason)
        (not|see no|have no|got no|no) (way out|future for me|future ahead|hope left|hope for me|reason to live|reason to be here|hope of|hope any more|will left|future|place in this world|tomorrow for me)
        (feel|feels|feeling|am|is|felt|seems|looks|all so|so|been|was) ~1 (hopeless|pointless|meaningless|worthless|unbearable|futile)
        (hopeless|pointless|meaningless|worthless) and
        (life|living|everything|it all|my life|existence|being alive|existing|existence|all of it|every day|the future) [is|feels|seems|has|just feels|has become|looks|got] [all|so|too|like] (hopeless|pointless|meaningless|worthless|empty|unbearable|dark|too much|painful|hurts|exhausting|torture|a burden|agony|nothing but pain|over for me|falling apart and|no meaning|no point|no purpose|not worth|never going to get better|too hard|too painful|black|grey|gray|pain|hell|a prison|futile|a chore|not for me|unliveable|heavy)
        (life|living|any of this|any of it|it|it all|i am|this) (is|was|seems|feels) (not|hardly|barely|no longer) worth (living|it|the pain|anything|the effort|being here|keeping|saving|the trouble|going on|the fight)
        (worth living|worth staying for|worth living for|worth getting up for|worth it any more)
        (nothing|not much|no one|not anything|little) [left] (to live for|to look forward to|worth|matters|left for me|left to live|left to give|left inside|left in me|to hold on to|to keep me here|keeping me here|helps any more|holding me here|left to lose|left to hope|brings me joy|makes me happy|feels real|gets better|is ever going to|will ever|is going to|is getting better|is worth|matters to me)
        (nothing|none of this|none of it) ~1 (matters|will matter) (any more|soon|after|if i|to me)
        (given|giving|give|gave|want to give|ready to give|about to give) up (on life|on everything|on myself|on living|on it all|hope|all hope|on me|completely|on the future|on ever|altogether)
        ({want}) give up (on|entirely|and|for good|$)
        (tired|sick|exhausted|weary|done|fed up|over|bored|worn out|drained) (of|with|from|by) [it all|all this|all the|trying to|having to] (living|life|being alive|existing|everything|it all|being here|this life|my life|fighting|trying|pretending|being me|hurting|waking up|carrying on|going on|this world|the world|breathing|the pain|struggling|being a burden|being in pain|surviving|feeling this way|feeling like this|holding on|suffering|existence|keep going|being strong|being sad)
        (tired|exhausted|done|finished) (to|with) (keep|everything|go on|live|life|living|fight|trying|carry|exist|hold on|this world|it all|all of it)
        (so|too|just) (done|tired) (with everything|with life|of life|of everything|of it all|of all this|to go on|to keep going|to fight|to live|to carry on|to try|to care)
        (can not|could not|unable to|do not know how to|not able to|do not think i can|do not know if i can|not sure i can|do not know that i can|not sure if i can|can hardly|can barely|do not believe i can|cannot) (go on|carry on|keep going|keep living|keep doing this|keep on|live like this|live with|live any|face|cope|hold on|hang on|bear|stand being alive|stand living|do life|do this any more|take it any more|take this any more|do it any more|take any more|take much more|do this much longer|take life|survive|keep fighting|keep trying|fight any more|keep pretending|see a|see any|see myself|go through another|live this|get through|make it through|make it to|stand it any more|stand this any more|handle life|handle it any more|handle this any more|live|continue|stay here|be here|try any more|take the pain|endure|stop thinking about|carry this|be strong any more|do another|keep this up|handle being|last much|last another|manage any more|keep myself)
        (how|not sure how|do not know how) (much longer|long|much more|many more) [of this] (i|can i|do i have to|until i) [can] (go on|can go on|take|can take|can|do this|can do this|hold on|keep|can keep|cope|last|carry on|can hold|can last|can carry|can live|live|stay|can stay|can cope|stand|can stand|break)
        (at|reached|hit|past|near) [the|my] (end of my rope|end of my tether|breaking point|rock bottom|limit|my limit|the end of the line|end of the road)
        (barely|hardly|only just) (holding|hanging|surviving|existing|keeping|coping) (on|together|it together|by|going)
        (hanging|holding) on by a thread
        (better|happier|easier|fine|relieved|simpler|free|best) [off] ~5 (without me|if i was|if i were|if i had)
        (better|happier|easier|fine|relieved|simpler|best|nicer|less stressful) [off] [for everyone|for the kids|for my wife|for my husband|for my parents|for them|for my family|for all|all round] (without me|if i|if i just|when i am gone|with me gone|once i am gone|not having me)
        (better|best) off (without me|gone|not here|not existing|if i)
        ({people}) [would|will|might|should|all] [all|not] [be] (better|happier|fine|relieved|glad|easier|okay|ok|thank me) ~5 (without me|if i|with me gone|when i am gone|once i am gone|after i am gone)
        (world|everyone|family|place|kids|wife|husband|parents|friends|lives) [would be|is|will be|does not|would] ~5 without me
        (no one|nobody|not one person|who|anyone|not a soul|does anyone|would anyone|no one at all|anybody) [would|will|even] [would|will] (miss|notice|care|cry|mourn|come to my funeral|remember me|be sad) ~4 (i|me|gone|funeral|died|disappeared)
        (no one|nobody|who|anyone) [would|will] (miss me|notice|care|mourn me) $
        (no one|not anyone) (needs me|wants me|loves me|cares about me|cares if|would care|would notice|would miss|will miss|will notice|cares whether|would even|really cares|cares that i)
        (i am|i feel like|feel like|being|feeling like|i have become|nothing but|i would be|am such|am just) ~2 (a burden|the burden|dead weight|deadweight|a waste|the problem|a disappointment to everyone|in the way|a drain on|a weight on|baggage)
        burden (to|on) (everyone|my|them|people|him|her|you|others|the)
        a waste of (space|air|oxygen|a life|breath|life|a person)
        (do not|did not|never) deserve (to live|to be here|to exist|to be alive|to breathe|this life|life|love or|to be happy|to go on|to wake)
        (i am|i feel) [completely|so|utterly|totally|such a] (worthless|useless|unlovable|broken beyond|beyond help|beyond saving|beyond repair|nothing|trapped|dead inside|empty inside|numb|a failure|a failure at|hollow|defeated|invisible to)
        (dead|empty|hollow|numb) inside
        (feel|feeling|felt) [so|completely|totally|like i am] (trapped|empty|numb|hollow|hopeless|worthless|like a burden|like giving up|like nothing|like a ghost|like i do not belong|like i do not matter|like i am drowning|like i am disappearing|like i am already dead|lost and)
        (hate|hating|despise|loathe|can not stand) (myself|being alive|my life|living|existing|being me|who i am|my existence|every minute of|waking up every|that i woke|that i am alive|that i exist|life)
        (do not|would not|did not|not) (care|mind|matter|bother me|be upset|be sad|make a difference) [to me|much] (if|whether) i (live|die|died|wake|woke|am alive|was dead|lived|exist|make it|never woke|did not wake|never wake|do not wake|disappear|disappeared|was gone|am here|got hit|get hit|were dead|lived or|live or)
        (do not|would not|did not) (care|mind) [if|what|about] (if something happened|if something happens|what happens to me|if it all ended|if a|if the|about living|about my life|being dead|dying|not being here|not waking up|if it ended|if that)
        (if|what if|suppose|when) i (die|died|was dead|disappeared|disappear|was gone|were gone|were dead|was not here|were not here|was not around|were not around|vanished|am gone|did not exist|stopped existing|was no longer|were no longer|ceased to exist|never existed|never came back|do not make it)
        (if|when|whether) ~2 (hit|crashed|ran over|ran me over|run over) me
        (would|might|could) be (easier|better|simpler|nice|nicer|best|good|a relief|peaceful) [for everyone|for me|for them|just|if] (to not|not to|to be gone|to disappear|to not be|if i|to be dead|to stop|to sleep and|to never|to let go|if it|if everything|not existing|not being|to not wake|if it all|to go to sleep and|if my life)
        easier (if i|to be gone|not to be|not to exist|not being|to not|to disappear|without me|to be dead|to stop existing)
        (what|imagine|imagining|wonder|wondering|thinking about|think about|thoughts of|thoughts about|idea of|fantasize about|picture|dream of|dreaming of|like the idea of|thinking of) ~4 (not being here|not being alive|not being around|not existing|not waking up|disappearing|being dead|my funeral|my own funeral|being gone|if i was gone|if i died|without me|never waking|not having to be here|not having to wake|dying|death)
        (thinking|think|thoughts|obsessed|dwelling|thought) (about|of|with|on) (death|dying|my death|my own death)
        (scared|afraid|worried|frightened|terrified) (of|about|by) (what i might|what i will|what i could|what i would|myself|my own thoughts|my thoughts|what i am going to|what i am capable)
        (do not|can not|not sure i|not) (trust myself|feel safe with myself|feel safe alone|feel safe by myself|be left alone|be trusted alone|be alone with|feel safe in my|think i am safe|am safe|safe with myself|safe from myself|feel safe right|feel safe tonight)
        (dark|bad|scary|those|ugly|awful|terrible|these|horrible|black) (thoughts|place) (again|are back|are getting|keep|tonight|will not|in my head|about|and i|came back|are coming|have been|came|is back|that|for|lately)
        (in|been in) [a|such a|a really|a pretty] (dark|bad|black) (place|hole|headspace)
        (thoughts|voices|voice) ~4 (telling me to|that i should not|tell me to|tells me to|saying i should|that i do not deserve|that everyone would)
        (get|getting|put|putting|got|sorting|sorted|sort) ~1 (my affairs|all my affairs|my papers) [in order|out]
        (giving|given|gave|give) away ~3 (things|stuff|belongings|possessions|everything|dog|cat|clothes|books|records|i own)
        (who|someone|you|find|promise|make sure|anyone) ~3 (take care of|look after|feed|have|take) my (dog|cat|kids|children|plants|mom|mum|pets|brother|sister|family|son|daughter|things) ~3 (when i am|after i am|if i am|once i am|if something happens|when i leave|after i)
        (will|would) not be (a problem|a burden|a bother|bothering|around|your problem|in your way|in the way|in anyone|anyone is problem|needing) [any more|much longer|any longer|for much longer|soon|for long]
        (not have to|will not need to|do not have to) (worry about me|deal with me|put up with me|look after me|see me|bother with me) [any more|much longer|any longer|soon|again]
        (will|would) not need (it|them|this|any of this|those|an alarm|you|the alarm) (any more|where i am going|soon|after|ever again)
        (be over|all be over|end|be done|be free|be at peace|stop) soon (enough|and|for me|i)
        it will [all] (be over|be done) soon
        at peace (finally|soon|when|if i|once)
        (do not|will not|never|not) (think i will|see myself|see me|expect to|imagine|make it|live) [to] (make it|getting|be alive|live|reach|past|turning|see) [to|past|until|till|my|another|here] (thirty|forty|twenty|fifty|christmas|the end|next|another|summer|spring|old|that long|my next|much longer|30|40|a future|growing old|see)
        (get|gets|got|getting|be) (better|easier) [for me] (any more|never|ever)
        (never|not|not ever|is not) [going to|gonna|ever|will|gets|getting] (get|gets|be|going to be|going to get|getting) (better|okay again|ok again|happy again|any better|easier) [for me]
        (no|without|lost|losing|run out of|ran out of|running out of|lost all|out of|zero) (hope|reason to go on|reasons to|reason to stay|reason to keep|reason to get|strength left|fight left|will to|reasons|energy left to live|meaning)
        (everyone|everybody|they all) [would|will|is] (leaves me|leaves|left me|abandoned|forget|be better|be happier)
        (i|that i) (ruin|ruined|destroy|hurt|disappoint|let down|fail|burden) (everything i|everyone|everybody|all their|everyone i|everything for everyone)
        (i|that i) (do not|did not|never|will never) (matter|belong) (to anyone|any more|anywhere|here|in this world|at all|on this earth|to anybody)
        (i am|i feel|feel) (so|completely|utterly|all|totally|truly) alone in (this|the) world
        (drowning|suffocating|falling apart|breaking down|crumbling|sinking) [and|inside|in|every] (inside|in this|in it|and no one|and i can|with no|in my life|every day|and there|alone|deeper)
        (hurts|hurt) (to be alive|to exist|to live|to breathe|too much to|so much i|being alive)
        (pain|hurt|hurting|suffering|sadness|emptiness|darkness) (will not|never|does not|is not going to|is never going to|is too much|is unbearable) [stop|stops|end|ends|go away|goes away|goes|leave]
        (pain|hurt|hurting|suffering|sadness|emptiness|darkness) (stop|stops|end|go away)
        (this|it|tonight|today) (is|might be|will be|could be|may be) (the|my|our) (last|final) (night|time|conversation|talk|words|goodnight|alarm|goodbye|day)
        goodbye (world|forever|everyone|cruel|for good|for ever)
        (thank you|thanks) for everything ~3 (goodbye|you have been|you did|i will)
        (do not|no need to|no point in|not bother|never mind|no need for) [to|bother|bother to|even] (set|setting|wake|waking|bother waking) [the|an|my|me] [alarm|up] (any more|again|ever|ever again|because i will not|since i will not|i will not be)
        (forever|never) ~2 (asleep|sleep) and (not|never)
        """
}
