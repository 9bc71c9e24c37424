/// English expressions of unrest: anger, restlessness, drowsiness, worry, desire, tiredness, sleep; before them,
/// idioms that mean none.
///
/// Lower case, without apostrophes.
extension ThemeLexicon {
    static let englishUnrest: [Entry] = [
        Entry(
            theme: nil,
            strong: """
                good night, dying to, died laughing, laughed until i cried, cried with laughter, cried laughing,
                tears of joy, happy tears, no worries, dont worry, not to worry, dead tired, dead battery,
                battery died, phone died, wasted no time, kind of, kinds of, a kind of, what kind, some kind, any kind,
                at rest, the rest, rest of, restaurant, right away, in a way, missed call, miss a beat, mad rush,
                at least, last night, lost track, short on time, felt like, cross country, to be honest, honestly,
                fair enough, no idea, lying down, lie down, lying in bed, lying awake, lay down, lying on, cold water,
                mean to, means, i mean, late lunch, alone time, sorry to hear, a great deal, i guess, waiting room,
                crossed the, cross the, as usual, a bit, fed the, sick leave, used to it, lie there, lay there,
                lie here, keep going over, went to sleep, put to bed, miss breakfast, missed breakfast,
                missed the train, missed the bus, missed my train, missed my bus, missed my flight, missed my stop,
                at home alone, leave me alone, let alone, left me alone, run into, ran into, ran out, run out of,
                running out, return it, train station, bus station, great big, break down, broke down in the,
                hit the brakes, in the end, end of the day, end of the month, in front of, fun of, wait a minute,
                old friend, old friends, phone call, once a, long time ago, in the long run, run by, ran for, run late,
                so that, the dog park, hot dog, lost and found, get going, keeps going, the last one, knew the words,
                all the words, nothing dramatic, bouncing ball, empty handed, gave me a hard time, no hurry, the same,
                all the same, just in case, in any case
                """),
        Entry(
            theme: .anger,
            named: """
                angry, anger, furious, mad at, so mad, got mad, rage, irritat*, annoy*, livid, lost my temper,
                my temper, resent*, hatred, argument with, had a fight
                """,
            strong: """
                angri*, made me mad, fury, rage*, raging, temper, pissed, fuming, snapped, snapping, snap at, blew up,
                blow up, exploded, yell*, shout*, scream*, slammed, argu*, quarrel*, fight with, fought with,
                had a row, row with, bitter*, hate*, grudge, hostile, fed up, sick of, outrag*, infuriat*, cross with,
                drives me, drove me crazy, drives me crazy, drove me up the wall, got on my nerves, on my nerves,
                under my skin, lost it, losing it, my blood, boil*, seeth*, wound up, worked up, ticked off,
                had enough of, cant forgive, forgive him, forgive her, cut me off, how dare, kicked the, hit the wall,
                slam* the, honk*, clench*, bang*, swear*, swore, bit ~ head off, head off, cut in front,
                pushed in front, pushed ahead, threw the, threw my, kicked, storm* out, storm* off, stomp*,
                raised my voice, lost my cool, lost my patience, loses my, tailgat*, road rage, saw red, see red,
                gritted, hung up on, glar*, stew*, fumed, rubbed me, how could he, how could she, how could they,
                talked down to, condescend*, patroni*, steam, short fuse, provok*, fist, fists, finger at,
                picked a fight, nerve to, the nerve, unbelievable, gets to me, got to me, drove too close,
                parked in my, wont stop barking, drill*, turned down the music, let me have it, at each other,
                ganged up, thrown under, parked across, parked in, note on his, put his name on, his name on,
                her name on, took my idea, took my slides, took my seat, stole my, my parking, wont repeat,
                words i wont, barks, barked all, barking all, music until, party until, party next door,
                walked all over, rolled his eyes, laughed at me, lied to me, lied to my face, stood me up,
                let me down again, cancelled on me, ignored my, wouldnt apologi*, never apologi*, never says sorry,
                didnt even say sorry, always late and, left me with, leaves his, leaves her, dishes again,
                the dishes in, dirty dishes, socks on, mess again, spilled, spilt, unfair, not fair, isnt fair,
                was unfair, accused, yelling, cursing, bad mood, foul mood, cranky, short tempered, impatient with,
                sharp with, rude, insult*, disrespect*, pushed me, shoved, took the credit, took credit for
                """,
            weak: """
                blame, blamed, betray*, frustrat*, conflict, disagree*, tension, tense, short with, interrupt*,
                nagging, noisy, ignored me, selfish, careless, took credit, idiot, idiots, ridiculous, upset, grumpy,
                criticiz*, criticis*, barking, moody
                """),
        Entry(
            theme: .restlessness,
            named: """
                restless*, distract*, couldnt focus, cant focus, couldnt concentrate, cant concentrate, fidget*,
                couldnt sit still, cant sit still, racing mind, thoughts ~ racing, scattered, couldnt settle
                """,
            strong: """
                concentrat*, focus, unfocused, lost focus, jittery, antsy, scatter*, scroll*, mind wander*, wander*,
                mind ~ racing, mind raced, thoughts racing, racing thoughts, all over the place, jump* from,
                bounc* between, hopp* between, switching between, switch* between, cant settle, sit still, settle down,
                multitask*, my phone, on the phone all, checking my phone, checked my phone, picked up my phone,
                reaching for my phone, monkey mind, mind kept, thoughts kept, mind wouldnt, head wouldnt,
                brain wouldnt, busy mind, couldnt stop thinking, hundred tabs, too many tabs, tabs, notifications,
                couldnt slow down, cant slow down, pacing, paced, on edge, unsettled, squirm*, miles away,
                half listening, autopilot, in a hurry, hurried, hurrying, frantic*, overstimulated,
                one thing to the next, one thing to another, start* ~ things, finished nothing, half finished,
                making lists, make lists, grocery list*, shopping list*, to do list, every two minutes,
                every few minutes, every five minutes, refresh*, kept checking, keep checking, checking the news,
                rabbit hole, same page, same paragraph, same sentence, same line, my mind on, my mind off,
                mind elsewhere, mind was, mind is, head full, head spinning, reread, re read, half of it,
                picked ~ phone, picked ~ up every, grab* my phone, looked at my phone, looking at my phone,
                started ~ finished, unfinished things, flit*, impuls*, drumm*, bouncing my, couldnt read,
                couldnt watch, watching three, meditation, bouncing, leg kept, half of what, was planning,
                even in the bath, even in the shower, sat down to, got up to, check the, thing to thing, task to task,
                room to room, three jobs, head kept, my head kept, pay attention, not present, wasnt present,
                wasnt there, wasnt really there, didnt hear, somewhere else, already thinking, thinking about work,
                thought about work, work emails, checked email, checking email, while eating, ate while,
                ate at my desk, watch tv and, nothing done, got nothing done, get nothing done, couldnt finish,
                cant finish, start and stop, couldnt stick with, ten things, five things, six things, so many things,
                monkey, buzzing, hummed like, too much going on, noise in my head, quiet mind, quiet my mind,
                to settle, settling, sit for ten, sat for ten, minutes felt like
                """,
            weak: """
                phone, screen, screens, tiktok, youtube, social media, internet, emails, email, inbox, busy, bored,
                boredom, meditat*, thoughts, mind, cluttered, chaotic, chaos, multiple, deadlines, agitated, hectic,
                videos, quiet my, brain, attention, planning, knee, half a, at once, elsewhere, my thoughts, head was,
                wired, wound, rush*
                """),
        Entry(
            theme: .drowsiness,
            named: """
                sleepy, drowsy, groggy, couldnt get out of bed, cant get out of bed, couldnt get up, snooze,
                nodded off, dozed off, lethargic, sluggish, half asleep, lazy, fell asleep at, fell asleep in,
                fell asleep during, overslept, yawn*
                """,
            strong: """
                drows*, nodding off, nod off, dozed, dozing, doze, snooze*, snoozing, oversleep, slept in, sleep in,
                couldnt wake up, cant get up, hard to get up, hard to wake, trouble getting up, struggled to get up,
                struggle to get up, out of bed, stay in bed, stayed in bed, stay awake, staying awake,
                keep my eyes open, eyelids, heavy eyes, eyes ~ heavy, letharg*, foggy, brain fog, fell asleep on,
                fell asleep while, asleep at my desk, laziness, lazed, slow start, unmotivated, no motivation,
                couldnt get going, couldnt get started, woozy, bleary, alarm went off, hit snooze, dragging myself,
                drag myself, dragged myself, five more minutes, zombie, afternoon slump, warm under, like lead,
                under the blankets, under the covers, under the duvet, the duvet, warm bed, make myself move,
                make myself get, alarm rang, alarm went, my alarm, through my alarm, slept through, head nodd*,
                cant wake, third coffee, second coffee, fourth coffee, three coffees, asleep in, asleep on the,
                asleep at, drool*, snooz*, get moving, heavy lidded, nearly fell asleep, almost fell asleep,
                sleepwalk*, until noon, till noon, dressing gown, pajamas all, pyjamas all, wake me up, eyes shut,
                closed my eyes for, my eyes kept, get going, chin hit, over my head, pulled the pillow,
                pulled the blanket, before eleven, before ten, before noon, heavy as, in slow motion, like a zombie,
                nap, napped, coffee, sleepwalking, cobwebs, not a morning person, hate mornings, morning person,
                turned off the alarm, switched off the alarm, turn off the alarm, lights hurt, could hardly open,
                couldnt open my eyes, felt heavy, heavy morning, slept late, got up late, woke up late, woke late,
                head on the desk, head on my desk, fell asleep reading, dozing off, dropped off, low battery
                """,
            weak: """
                napping, alarm, mornings, heavy, slow, couch, sofa, procrastinat*, motivation, blanket, caffeine,
                after lunch, head ~ cotton, cotton, dull, fog, slump, curtains, eyes open
                """),
        Entry(
            theme: .worry,
            named: """
                worry*, worried, worries, anxious, anxiety, nervous*, afraid, scared, fear, fears, panic*, dread*,
                what if, uneasy
                """,
            strong: """
                worr*, anxi*, scary, fear*, stressed about, stress about, stressing about, apprehens*, concerned,
                butterflies, stomach ~ knots, in knots, knot in my, overthink*, over thinking,
                keep thinking about tomorrow, frett*, freaking out, freaked out, terrif*, tense about, uncertain*,
                doubts, doubt, insecure about, catastroph*, worst case, the worst, biopsy, test results, scan results,
                diagnos*, waiting for the results, make ends meet, pay the rent, pay the bills, afford, lose my job,
                losing my job, layoff*, laid off, going to go wrong, go wrong, goes wrong, will happen,
                dont know what to do, dont know how, cant stop thinking about, sick about, heart ~ pounding,
                heart pounding, heart was racing, trembl*, premonition, bad feeling, on my mind, weighing on,
                weighs on, enough money, keep imagining, kept imagining, imagining, pictur* the, stomach hurt,
                stomach ache*, out of my head, letter from the, waiting to hear, havent heard, doctor calls,
                doctor called, lump, mole, blood test, scan, mammogram, x ray, ultrasound, could break, lists of what,
                rehears*, first day at, hands were, sweaty, bank account, savings, overdue, taxes, come home late,
                not home yet, home safe, drives alone, drive alone, went over, running through, sick with, jitters,
                cant relax, hasnt answered, not answering, what they will say, what he will say, what she will say,
                if something happens, something bad, boiler, cant pay, pay for, makes that noise, funny noise,
                strange noise, sounded strange, checked the stove, checked the door, the stove, lock twice, locked the,
                keep checking on, woke up thinking, lay there thinking, going through my head, goes through my head,
                round and round, spiral*, what happens if, what would happen, if i lose, if we lose, if i fail,
                will there be, is it going to, okay or not, meeting with my boss, boss wants to, wants to see me,
                called into, evaluation, audit, driving test, first date, speaking in front, give a talk,
                giving a talk, turbulence, symptom*, pain in my, chest pain, googled, google, anaesthe*, insulin,
                overdraft, unread, brown envelope, tax, inflation, climate
                """,
            weak: """
                tomorrow, interview, exam, exams, test, presentation, deadline, results, doctor, dentist, surgery,
                hospital, money, bills, rent, mortgage, debt, future, appointment, flight, speech, meeting tomorrow,
                stress*, overwhelm*, pressure, news, nightmare, health, decision, decide, tight chest, in my head,
                whether, stomach, gut, bank, war, election, stage, crowd, review, prices, fever, if she, if he,
                if they, if it, temperature, airport, procedure, operation, be ok, be okay, be all right, be alright,
                safe, shaking, will it, spinning, letter from, on monday, on thursday, imagin*, what will, cough
                """),
        Entry(
            theme: .desire,
            named: """
                crav*, temptation, tempt*, couldnt resist, cant resist, binge*, overate, ate too much, drank too much,
                want more, never enough, addict*, greed*, couldnt stop eating, impulse buy*, urge
                """,
            strong: """
                wanted more, desire*, urges, itch*, bingeing, binged, overeat*, eat too much, ate ~ whole, whole bag,
                whole box, whole bar, whole packet, whole tub, second helping, third helping, another slice,
                another cookie, another drink, another beer, another glass, one more episode, one more drink,
                one more game, resist*, cant stop eating, junk food, sweet tooth, sweets, candy, chocolate, cookies,
                cookie, ice cream, donut*, doughnut*, snack*, crisps, chips, pizza, drinking too much, drunk, hangover,
                hungover, bought another, bought ~ i dont need, bought things, dont need, impulse*, splurg*,
                spent too much, shopping online, online shopping, shopping cart, in my cart, add to cart, on sale,
                shiny, gadget*, gambl*, casino, betting, smok*, cigarette*, vape*, vaping, obsess*, lust*,
                not satisfied, want it, wanted it, want a new, wanted a new, hungry for, longed for, longing for,
                indulg*, self control, willpower, hooked, tub of, at the fridge, at the freezer, the freezer,
                finished off, came out with, only went in for, one glass, another bottle, just one, one turned into,
                turned into three, credit card, wishlist, buffet, new phone, newest, latest model, discount, cake,
                brownie*, fries, burger*, takeaway, takeout, seconds, my ex, flirt*, porn, swip*, lottery,
                scratch cards, coffee number, energy drink*, cant have, have to have, the bag is empty, bag was empty,
                watch in the window, in the window, shop window, one more level, more levels, one more, two more,
                just one more, dessert, second dessert, third glass, third beer, bottle of, drive through, vending,
                bakery on the way, pastry, pastries, croissant*, bar of, scoop*, spoonful*, from the jar, nutella,
                peanut butter, bought it anyway, buying, catalog*, window shopping, browsing, browsed,
                scrolling through shoes, new shoes, pair of shoes, pairs of shoes, sneakers, handbags, guitar i,
                looking for houses, coveting, covet, wishing for, if only i had, if i only had, cant stop wanting,
                kept wanting, keep wanting, slot machine*, scroll until, kept playing, played until, playing until,
                series until, reels
                """,
            weak: """
                want, wanted, bought, buy, shopping, wine, beer, drink, drinks, sugar, game, gaming, video games, diet,
                fridge, money, netflix, episode, sale, ate, eating, expensive, new car, midnight, a bottle, dollar,
                dollars, euro, euros, cheese, camera, watch*, latest, deal, box of, bag of, body, ordered, jacket,
                handbag, ate the, finished the, buy a, bought a, late night, parcel, package, packages, cart, amazon,
                upgrade, pub, wanting, wanting to, bet on, bets, slices, levels, must have, had to have
                """),
        Entry(
            theme: .tiredness,
            named: """
                tired, exhaust*, worn out, drained, fatigue*, burned out, burnt out, burnout, no energy, weary,
                wiped out, run down, knackered
                """,
            strong: """
                tiring, worn down, draining, burn out, low energy, out of energy, energy left, no strength, wiped,
                shattered, pooped, ran down, overwork*, overtime, long day, long shift, double shift, night shift,
                long hours, longest day, twelve hour, back to back, nonstop, non stop, without a break, didnt rest,
                need rest, need a rest, need a break, needed a break, collapsed, collapse, can barely, could barely,
                barely move, barely stand, barely walk, sore, aching, aches, achy, legs ~ heavy, legs hurt, feet hurt,
                back hurts, running on empty, on empty, running on fumes, too much on my plate, on my plate,
                stretched thin, overload*, overdid it, did too much, doing too much, depleted, dead on my feet,
                nothing left, pushed too hard, pushed myself, night shifts, shifts, wet sand, piling up, piled up,
                could not move, couldnt move, sat in the car, crawl*, too tired to, time for myself, every bone,
                meeting after meeting, since five, since six, hours straight, ten hours, eleven hours, twelve hours,
                fourteen hours, shoes still on, still dressed, still in my, i can hardly, no time to eat,
                skipped lunch, no lunch, all day long, on my feet, carried boxes, keeping up with, cant keep my,
                want to do nothing, nap on, need a nap, weekend ~ working, worked all weekend, worked through,
                eight meetings, six meetings, five meetings, heavy legs, arms like, one more thing, full plate,
                everyone needs, everybody needs, they all need, sleep standing, on my feet since, just empty,
                empty at the end, carry one more, one more bag, steering wheel, head on the, too tired,
                cant think straight, cant think, pudding, flopped, fell into bed, straight to bed, bed at eight,
                bed at seven, asleep by, no time to sit, didnt sit down, sat down once, sit down all day,
                running around, ran around all, chasing, taxi for, three jobs, two jobs, second job, sick child,
                sick kids, up with the baby, up with, teething, colic, moving boxes, moved house, renovat*, long drive,
                drove all, hours of driving, back pain, blister*, sore throat, under the weather, need a holiday,
                need a vacation, holiday already, vacation already, day off, weekend off, evening off, cant go on,
                hold myself up, hold it together, deadline after
                """,
            weak: """
                energy, rest, busy, shift, sick, ill, flu, a cold, fever, headache, migraine, body, heavy, hectic,
                chores, housework, deadlines, overwhelm*, break, carer, caring for, late at the office, sleep deprived,
                no sleep, beat, sand, lead, brain is, jet, airport, travel*, shoulders, neck, feet, boxes, muscles,
                virus, on the floor, too much, limbs, commute, newborn, my back, my legs, do nothing, crash*, days off,
                lifting, bones, no break
                """),
        Entry(
            theme: .sleep,
            named: """
                couldnt sleep, cant sleep, couldnt fall asleep, cant fall asleep, insomnia, lay awake, awake at,
                lying awake, slept badly, slept well, hardly slept, barely slept, didnt sleep, woke up in the middle,
                awake all night, nightmare*, toss* and turn*, hours of sleep, good sleep, went to bed late, stayed up
                """,
            strong: """
                dont sleep, not sleep, no sleep, slept, sleep, sleeping, sleepless, awake, wide awake, up all night,
                up until, up till, staying up, stay up, up late, woke at, woke up at, waking at, waking up at,
                wake up at, woke up several, woke several, woke up again, kept waking, keep waking, kept me awake,
                kept me up, keeping me up, keeps me up, middle of the night, toss*, turned all night,
                tossing and turning, bad dream*, dreamt, dreamed, mattress, bedtime, go to bed, went to bed,
                going to bed, fell asleep, fall asleep, falling asleep, asleep, snor*, jet lag, jetlag*, night ~ sleep,
                bad night, rough night, long night, lights out, at 3, 3 am, 3am, 2am, 4am, three in the morning,
                two in the morning, four in the morning, counting sheep, wake up once, didnt wake, best night,
                before the alarm, back to sleep, fall back, four oclock, until two, until three, until four,
                past midnight, after midnight, through the night, like a log, like a baby, like a rock, like a stone,
                sheep, rolled over, turning over, my watch at, looked at the clock, watching the clock, eyes wide,
                lie awake, lay in the dark, hours before, eight hours, seven hours, six hours, five hours, four hours,
                three hours, two hours of, the covers, woken, cracks above, counting the, light was out,
                lights were out, thoughts got loud, turn* the light off, birds started, till the birds,
                until the birds, blanket off, nine hours, ten hours of, hours straight, forgotten what that is like,
                woke at five, woke at four, woke at three, woke up three, woke up twice, woke twice, up three times,
                bathroom twice, could not sleep, couldnt get to sleep, cant get to sleep, to sleep, tired but awake,
                cant switch off, couldnt switch off, cant shut off, couldnt shut off, mind off, melatonin, chamomile,
                earplugs, street light, streetlight, too hot to, too warm to, neighbors upstairs at, night after night,
                whole night, bed early, early night, slept in my, dreaming, dreamless, vivid, woke from, woke up from,
                refreshed, rested, well rested, three am
                """,
            weak: """
                night, bed, midnight, insomniac, rest, nap, screens, coffee, dark, restless, clock, last night, dream,
                dreams, half past, waking, at night, nights, pillow, pills, in the dark, screaming, sweating, in bed,
                to bed, all night, clock ~ three, ceiling, this night, another night, drift*, sleepy but, woke,
                wake up
                """),
    ]
}
