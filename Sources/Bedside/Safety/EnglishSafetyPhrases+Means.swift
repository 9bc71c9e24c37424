extension EnglishSafetyPhrases {
    /// A means of dying, and being at it.
    static let means = """
        (put|dropped|pull) the ~1 (fire|toaster|hairdryer|radio|heater) in the bath ~2 me
        (drink|drank|swallow) the (bleach|weedkiller|drain cleaner|antifreeze|poison|sheep dip|rat poison) ~8 (die|dead|end|finish|tonight|afraid|scared)
        (barrel|muzzle|gun|pistol|shotgun) ~2 (in my mouth|under my chin|to my head|against my head|to my chin)
        (over|off) the (rail|railing|parapet|barrier) ~4 (tonight|dead|done|gone|me)
        the hose ~3 (cut|ready|on the exhaust|in the window|through the window)
        i do something stupid ~4 (pill|tablet|take|took|swallow|drank)
        (stand|sit|lean|look|looking) ~1 (at|out of|on|in) the (window|balcony|ledge|railing|edge) ~8 (one step|step and|that is it|jump|over|down|fall|let go|far)
        ({want}|{will}|{think}) ~3 (step|jump|walk|throw|run|lie|fall) ~2 in front of
        (drive|ride|steer|ram|crash) ~3 (into|off) ~3 (reservoir|pond|gorge|harbor|harbour|bay|lake|sea|river|wall|tree|bridge|cliff|traffic|canal)
        (pill|rope|train|gun|bridge|knife|jump|hang|blade|noose) ~2 or ~2 (pill|rope|train|gun|bridge|knife|jump|hang|blade|noose)
        ({pills}) ~3 (in my hand|in my lap|in my mouth|in front of me|spread out|on my bed|under my pillow|beside my bed) 
        let go of the (railing|rail|wheel|ledge|rope|branch|steering wheel|edge)
        (not|without|stop|forget) ~1 (turn|hold|steer) ~1 (wheel|the bend|the curve|the corner)
        (google|search|look up|research|read up on|watch videos about) ~4 (bridge|noose|height|bleach|helium|carbon monoxide|overdose|hanging|lethal|cliff|train time|train schedule|toxic|cyanide|poison)
        how (high|tall|deep|fast|far) ~4 (building|bridge|fall|drop|water|train|jump|floor|go to) 
        (car|garage) ~6 (engine) ~3 (on|running|run) ~5
        i ~2 taken (all|them|too|enough|everything|a lot|the rest|the whole)
        goodbye ~5 (taken the|took the|taken all|took all|swallowed|taken my)
        (is it|would it be|how) ~2 (painless|painful|quick|fast|peaceful) ~6 (helium|gas|hang|jump|drown|pills|bleach|gun|train|exhaust|overdose|bleed)
        (noose|helium tank|exit bag)
        (rope|belt|cord|sheet|scarf|cable|extension cord|bedsheet|tie) ~5 (around my neck|round my neck|neck|from the|over the|hang|ceiling|beam|rafter|garage|closet|door|hook|ready|tree|banister|bannister|in my bag|tied|knot)
        (buy|have|get|find|order|own|borrow|steal|load|tie|hide|keep|bring) ~3 (rope|gun|pistol|revolver|shotgun|handgun|noose|charcoal|helium|cyanide|rifle|firearm|ammo|ammunition) ~2
        (gun|pistol|revolver|shotgun|handgun|rifle|firearm|barrel|glock) ~8 (head|mouth|temple|chin|load|beside me|next to me|in my hand|on the bed|bedside|nightstand|in my lap|under my pillow|in the drawer|in my drawer|in my dresser|use it|myself|in the closet|safe|ready|pointed at)
        (knife|blade|razor|scissors|glass|scalpel|box cutter) ~4 (to my|against my|at my|my wrist|my throat|my neck|my chest|my arm|in my hand|in my lap|in the bath|myself|on my skin|under my pillow|beside me)
        (take|swallow|down|eat|drink|chew|wash down|gulp|inject|pop|mix|empty|neck|had|took|use|finish|pour) ~2 ({heap}) ~4 ({pills})
        ({heap}) ~4 ({pills}) ~4 (in front of me|in my hand|on the bed|beside me|next to me|lined up|on the table|nightstand|and a bottle|and vodka|and whiskey|in my stomach|and lie down|and wait|in one go|at once|down)
        (save|stash|hoard|stockpile|hide|collect|count|line up|stock up|set aside|put aside|lay out|spread out|gather|hold on to|squirrel away|sort|store|saving up|crush) ~4 ({pills})
        ({pills}) ~7 (at once|enough to|never wake|not wake|kill me|end it|to die|lethal|overdose|lined up|line up|saved up|save up|stockpiled|stashed|in front of me|go to sleep forever|do the job|do it|one go|all of it|all of them|one by one|every one|so i can|to do it|not stop|for when|over soon|end this)
        (take|swallow|down|drink|have|gulp) ~1 (them all|all of them|it all|the lot|the whole thing|every last one|the whole bottle|the entire bottle|every single one|the rest of them|all the ones|way too many|too many of|enough to)
        i ~2 (took|take|swallow) (all|everything|too many|enough|a bunch|a whole|the whole|a handful) ~1
        (bottle|bottles|packet|box) ~3 (pills|pill|tablet|tylenol|painkillers|whiskey and|vodka and|antifreeze|bleach|sleeping)
        (drink|drank|swallow) ~2 (bleach|antifreeze|drain cleaner|poison|paint thinner|pesticide|weed killer|weedkiller|rat poison|detergent)
        (overdose|od) ~2 (myself|on my|on pills|on the|on everything|tonight|again)
        (want|will|could|might|gonna|going|to|can|about|think of|feel like|urge) ~3 (jump|leap|step|throw|fall|dive|drop|fling|walk|drive|run|lie down|lie|swerve|steer|crash|plunge|climb|wade|roll|go|slip|veer|ram|smash|roll out|stroll|swim|turn the wheel|let go) ~3 (off|from|in front of|under|into|onto|over|out of|out|down|across) ~4 ({place})
        (jump|leap|plunge|throw myself|fling|hurl) ~2 (off|from|in front of|under|into|onto|over|out of|down from) ~3 ({place})
        (step|walk|run|lie|stand|lie down|drive|swerve|steer|veer) ~2 (in front of|into oncoming|into the oncoming|under|into the path|off the edge|out in front) ~4 ({place}|oncoming|it)
        (swerve|steer|veer|drive|crash|run|ram|plough|plow|slam|smash|wrap|turn) ~3 (into|off|over|through) ~2 (tree|wall|oncoming|bridge|cliff|barrier|divider|pole|guardrail|railing|lane|lamp post|lamppost|river|truck|ditch|lake|median|road)
        (jump|step|let go|fall|drop|lean|tip|slip|move|go over|one step|turn of the wheel) ~4 (it would be over|be over|all be over|be done|would be quiet|all be gone|it would end|everything would|all stop|would stop)
        (i am|stand|sit|climb|go up|walk|drive|lean|look down|looking down|looking over|edge of|stare) ~5 (bridge|roof|rooftop|ledge|track|railing|cliff|overpass|edge|parking garage|windowsill|balcony|platform|viaduct|pier|car park) ~9 (jump|let go|step off|step|end|can not|do not want to|goodbye|done|ready|die|do it|going over|no one would|looking down|fall|over the|nobody|how far|how easy|how long|pull me|pulling|over|thinking|i will|i could|i want|so easy|cold|below|far down|urge)
        i (am|was|be|have be) ~1 (stand|sit|up|out|back) ~1 (on|at) [the] [edge of the|top of the|other side of the|wrong side of the] (bridge|roof|rooftop|ledge|overpass|edge|railing|track|cliff|parking garage|tracks|windowsill)
        (climb|climbed) ~1 (over|up on|onto|on) ~2 (railing|rail|fence|ledge|barrier|windowsill|parapet|roof) ~2
        (wrong|other) side of the (railing|rail|barrier|fence|bridge)
        (train|truck|bus|lorry|car) ~6 (step in front|jump in front|throw myself|one step|lie on the track|walk out in front)
        (turn on|leave on|seal|breathe|blow out|inhale) ~4 (gas|oven|pilot light|exhaust|garage) ~3
        (engine|car) ~3 (running in the garage|run in the garage|garage door closed|garage with the)
        (carbon monoxide|exhaust pipe|exhaust fume|exhaust|hose from the|charcoal in) ~4 (garage|car|bathroom|breathe|go to sleep|myself|tonight|painless|peaceful)
        (bath|bathtub|tub) ~4 (razor|blade|toaster|hair dryer|hairdryer|wrist|never come up|go under|slip under|stay under|hold myself)
        (walk|swim|wade|go) ~2 (into|out into|in) ~1 (the ocean|the sea|the lake|the river|the water|the woods|the snow) ~3 (not come|never come|until|and let|keep|keep going|and not|with stones|with rocks|and never|and disappear|and die|and freeze|and lie)
        (stop|skip|refuse|not take|quit|triple|double) ~2 (insulin|dialysis|eat|heart medication|heart pill|heart med) ~6 (die|so i|hope|waste away|end|over|until|kill|let it)
        (starve|waste) ~1 (myself|away) (to death|until|and die|so)
        (use it|use the gun|use the knife|use the razor|use the rope|turn it) ~1 on myself
        (pull the trigger|pull trigger|russian roulette)
        (my|the) neck ~4 (rope|noose|belt|cord|hang|snap|tighten)
        """

    /// Harm to oneself, without death as its aim.
    static let selfHarm = """
        (stub|stubbed|put|press|pressed) ~3 (cigarette|fag|lighter|match) ~2 (out on|on|into|against) ~1 my
        (pour|poured|spill|tip) ~2 (boil water|boiling water|hot water|bleach|hot wax|kettle) ~2 (on|over) ~1 (myself|my|me)
        (bang|bash|smash|slam|knock|hit) ~1 my (head|hand|face|fist) ~3 (wall|tile|door|mirror|floor|bedpost|table|on purpose|deliberately)
        (hit|punch|slap|bite|choke|scratch) myself ~6 (till|until|mirror|night|again|blood|raw)
        i cut . ~0
        (slice|cut|carve|rip|tear) myself (open|apart|up)
        (scratch|pick|bite|dig|claw|rub|cut|scrape) ~4 (till|until) ~3 (blood|bleed|raw)
        (peel|rip|shred|gouge|burn|tear|scrub) ~1 my ~1 (skin|flesh) ~2
        my ~1 (wrist|arm|thigh|leg) ~1 (bleed|cut open|will not stop) ~1 (bleed|cut|slit|open)
        (keep|hide|have|get|tape) ~2 (blade|razor|box cutter|scalpel) ~3 (under|in my|hide|tape|behind|taped|just in case|everywhere|with me)
        (hurt|cut|burn|scratch) myself (again|tonight|when|to|so|because|in the|instead|badly|where|every|last|this|and)
        (cut|burn|hurt|harm|scratch|slash|slice|hit|punch|bruise|choke|bite|punish|injure|carve|whip|beat|mutilate|brand|torture|bleed|damage|stab|slap|pinch|starve|pierce|claw|scald) ~1 (myself|meself|my self)
        (cut|slit|slash|slice|burn|carve|scratch|bite|bruise|hit|stab|punch|claw|dig|pick|tear|scrape|scald|jab|brand|mark|draw) ~3 (my|my own|into my|across my|on my|up my|at my) ~2 ({limb})
        (carve|cut|burn|scratch|dig|drag|press|run|hold|put out|stub out|draw|put) ~4 (into|on|across|to|against|along|over|down) ~1 (my|myself) ~1 ({limb}|flesh|self)
        (self harm|self injury|self injure|self mutilation|self harming|self injuring|selfharm)
        self (harm|injure|harmed|injured)
        i ~2 (cut|burn|scratch|bleed) (.|again|today|tonight|last night|so deep|too deep|deep|because|to feel|so i|until|when i|every|this morning|yesterday|in the|after|on purpose|deeper|when|and it)
        (start|been|am|keep|back to|want to|need to|urge to|go to|stop|addict to|relapse|again|going to|gonna|think about|feel like|start to|itch to|start back|instead of|tempted to|went back to|miss|dream of) ~1 (cut|cutting) (.|again|and|because|so|tonight|deep|deeper|but|until|to|every|for|it is|when|myself|the pain|is|as|after|since|now)
        (relapse|relapsed|slip up|slip) ~6 (cut|blade|harm|burn|razor|scratch|self|hurt)
        (clean|sober) ~5 (cut|self harm|harm|blade|burning|harming)
        (blade|razor|lighter|scissors|needle|cigarette|box cutter|safety pin|knife|broken glass) ~7 (my skin|my arm|my wrist|my thigh|my leg|my stomach|calm|call me|calling me|only thing that|feel better|helps|again|bleed|relief|my hip|hide|hid|hidden|under my bed)
        (bleed|blood|pain|burning|cutting|hurting) ~5 (calm me|calm down|relief|feel better|feel something|feel real|feel alive|deserve|release|what i need|quiet|makes it stop|easier|numb)
        (until|till) ~1 (i|it|they|my skin) ~1 bleed
        (watch|see|want to see|need to see|feel) ~3 (blood|myself bleed|the blood|bleed|it bleed)
        (scar|cut|mark|burn|bruise|line|slash|scratch) ~2 (on|up|down|all over|across|under|along|from) ~2 (my) ~1 ({limb}|sleeve)
        (hit|bang|smash|slam|beat|punch|knock|pound) ~1 (my|me) (head|fist|face|arm|skull|forehead) ~2 (against|on|into|until|with|because|over|so)
        (hit|slap|punch|beat) myself
        (punish|punishing) ~1 (myself|my body)
        (urge|want|need|itch|impulse|crave|temptation|try not|tempted|close) ~1 to (cut|hurt|burn|self harm|harm|scratch|bleed|hurt me|injure) (.|again|and|myself|so|tonight|but|is|deep|me|really|because|until|right|since)
        (sleeve|bandage|hoodie|bracelet) ~7 (cut|hide|hiding|scar|burn|see|arm|self) ~2 (arms|cuts|scar|what i did|marks|.)
        i ~1 (want|like|need|deserve|love) ~1 (to feel pain|to bleed|the pain|pain|to hurt|to be hurt|to suffer)
        (make|made|throw|force) myself (throw up|vomit|bleed|sick)
        (pain|cut|cutting) [is|was] ~2 (only|one) (thing|way)
        """
}
