/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let kindness = List(
        theme: .kindness,
        groups: [
            Group(
                28,
                """
                help
                """),
            Group(
                24,
                """
                call my,gave,her,あげ
                """),
            Group(
                20,
                """
                care,carri,girl,him,kind,man,sat,woman,寄,許
                """),
            Group(
                16,
                """
                ask,donat,gentl,his,let,pat,shar,so i,soft,some,あげた,てあげ,ゆず,人,人に,分け,譲
                """),
            Group(
                14,
                """
                bag,bee,boy,car,drop off,drov,fed,forgi*,go,invit,it to,look,mean,neigh*,new colleagu,nicer,rescu,she,
                soup,stray,tip,かけ,さし,さん,てあ,ほめ,んに,一緒,一緒に,傘,優,優し,助,子,猫,緒に,見
                """),
            Group(
                12,
                """
                and she,ask if,bak,beetl,begga*,beggar,broug*,brought,care of,colle*,comfo*,comfort,cover,cry,
                down the,elder,favor,for,gener*,gent,go first,greet,held,held the,hello,hug,lady,last slic,lent,
                look after,lost,made,only doing,pram,scoot,smil,snail,stop,stop for,tea,trash,visit,walk on,wav,worm,
                げた,さんに,そうな,った,世話,冷た,分,助け,募,募金,困,困っ,拾,泣いて,犬,相,逃,配,餌
                """),
            Group(
                10,
                """
                a,befor me,beggar and,bird,brought my,car up,check,check on,child,compassion,compliment,could have,
                cros the,else,favour,find,for the,forga*,forgav,gift,go befor,guy,had no,how,i offer,let a,lift,love,
                my seat,my tray,nice,offer,offer my,old,past,path,pick up,rough,sad,seat,shelt*,shelter,shift,shoe,
                sleep,the rain,the waiter,them,ther was,tire,to,to my,to myself,translat,up and,visit my,walk,water,
                who,win,with,wrot,いさ,いたわ,けた,ごみ,して,そう,ってい,てぃ,のた,のため,ので,めた,やさし,ゆる,をい,
                ーを,世,冷,分に,困って,声を,外,大切,届,差,席,思いや,慰,慰め,手,手紙を,案内,母,泣い,渡,献,献血,笑,緒,
                自分に,舞,見舞,話し,赤,迷,道,道を
                """),
            Group(
                8,
                """
                about,ahead of,and that,and told,blood,bothe*,bother,casse*,casserol,chari*,charity,clean*,cleaner,
                cold,collect,compl*,conso*,consol,cook for,deliv*,delivery,direc*,direction,doing his,drop,each one,
                encou*,encourag,flat,flat tyre,for his,gentl with,gentl*,gentler,haird*,hairdresser,hand,hat,
                have help,have stop,hedge*,hedgehog,help my,help other,homel*,homeles,how her,i gave,i laugh,i let,
                i mov,i put,i wont,ignor,inclu*,includ,janit*,janitor,kid and,kinder,kindn*,kindnes,knit,lasag*,
                lasagna,lent my,listen to,litte*,litter,lone,meet,mov,my umbrella,newco*,newcomer,nice to,note,
                off the,on myself,patient,pick,pigeo*,pigeon,postc*,postcard,rang my,sake,sandw*,sandwich,sat with,
                she had,shove*,shovell,show,slic,softe*,softer,someo*,someon,spac,spide*,spider,step,stranger,strap,
                strol*,stroller,the cashier,the money,tin,to lunch,touri*,tourist,tray,tuck,tyre,umbre*,umbrella,
                unkin*,unkind,waite*,waiter,waitr*,waitres,warmt*,warmth,was a,was cold,well,wheel*,wheelchair,あやし,
                いじ,いてる,かく,してき,そっ,そば,たく,たた,ため,たわ,た顔,づか,てきた,て待,て渡,て見ぬ,ない人,なぐ,
                の車,はん,ばに,ほえ,ほほ,めて,やさ,ゆずっ,をかけ,をや,を貸,代,伝,倒を,先に,入れた,励,励ま,励まし,労わ,
                喜ば,声をか,届け,席を,後輩,微,微笑,手を,手伝,押,拶,持,挨,挨拶,校生,案,気づか,気遣,水を,泣,渡し,温か,
                物を,留,疲れた,笑顔で,紙を,肩を,血,褒,褒め,見て見,見ぬ,許し,話,貸,赤ち,赤ちゃ,車,車い,転んだ,転校生,輩,
                逃が,遣,金,雪,電話,面倒,面倒を,顔,顔で,餌を
                """),
            Group(
                7,
                """
                a littl,a note,a woman,and he,and turn,at his,be,been mean,blanket over,boyfr*,boyfriend,bus,
                bus driver,by herself,carri a,cooky,cros,cross,did,drov my,eithe*,either,fix the,flatm*,flatmat,floor,
                forgiv,forgivenes,frien*,friend,gave it,generosity,generou,have,help the,i,i brought,i fed,i took,
                kinde*,laugh at,lunch,made up,money,my,neighbour,new,new boy,night nurs,nurs,patie*,rain,rang,ride,
                said,seem,shar my,somebody else,sorry,stack,taugh*,taught,the new,the snow,the step,the street,
                the till,the woman,to a,to the,told,took his,trans*,treat,treat the,volun*,volunteer,walk past,wasp,
                with myself,wrot the,wrot to,あいさ,あや,いさつ,いた,いった,いや,いる,いる友,いれ,うぞ,うと思,お茶を,
                かき,がいた,けど,げま,げまし,ごみを,さつ,しか,じわ,ずった,せつ,たくし,たので,た同,つめ,ていっ,て見,
                どうぞ,にどう,に電,に電話,の家の,るし,をいれ,を譲,を配,んせ,んだ,中を,代わ,元気の,先にど,入,入れ,労,
                合の,員,地悪,子猫,寄り,寝てい,差し,意地悪,押さ,押さえ,持って,握,新人,母に電,気のな,温,留学,看病,置い,
                肩,背中,背中を,自分,茶を,荷,荷物,虫を,見て,見守,親切,言っ,話して,誰か,贈っ,迷って,迷子,隣の家,雪か,
                雪かき,飴
                """),
            Group(
                6,
                """
                a blanket,alon,and took,ask him,aunt,behind the,biscu*,biscuit,bus stop,by himself,cashi*,cashier,
                cheer*,cheerful,colleagu,compa*,did her,driver,explain it,father a,footb*,football,for my,good,grap,
                groce*,grocery,he,heavy,help someon,her dish,her shift,himse*,himself,his job,hospital,hurri,i carri,
                i help,i pull,i saw,id talk,if,in bed,inste*,instead,kind to,last,left,let it,let the,littl,look away,
                look pale,mirror the,mothe*,mother,my niec,my sandwich,mysel*,myself,myself in,need,new girl,niec,
                old dog,on her,only,other,over,pale,pool,pull the,road,roommat fail,round,sav,scrap the,stran*,street,
                swim pool,the bird,the last,the night,the road,the swim,was,way id,who had,whos,ぃあ,いかけ,いす,いて,
                います,い人,い人に,うと,うな,おじ,おす,お茶,かけた,くし,ぐさ,ぐさめ,けて,さえ,さめ,した,してみ,しん,
                すそ,せた,ぜんと,そっけ,っけ,っけな,てみ,であ,とか,なぐさ,のな,のない,の人,の前,はげ,びーか,ぼら,まし,
                みを,もや,やし,りをし,る友,れた,わりに,わる,をさ,を一,を差,を押,を掛,を置,を置い,ーか,ーかー,今日は,
                代わり,仲直,仲直り,伝っ,伸べ,内,内し,分にも,切,切に,喜,子を,家の,思,思い,悪,意地,手伝っ,拾って,持っ,
                掛け,案内し,母に,気の,添,物,疲れ,病,直り,相手,相談,礼を,紙,紙を書,聞,虫,褒めて,見過,親,言,許せ,許そ,
                許そう,贈,迷っ,逃がし,過,配っ,開け,隣,隣の,鳥
                """),
            Group(
                5,
                """
                a car,a list,a moth,ahead,and felt,and im,ask her,ask how,asleep in,away,bath,bath so,blind,blind man,
                bough*,bought,car out,card,card to,carri the,carry,chair,coffe for,dad to,dialy*,dialysi,dish and,
                doing,door for,doorw*,doorway,drive*,duck,favou*,from everyon,get it,glas and,her hip,herse*,herself,
                him to,hospi*,i hadnt,i ran,i stay,i told,i visit,i wrot,if they,in hospital,it from,just to,
                keep think,left my,list of,moth,moth in,my father,my mum,my roommat,my scarf,myself for,neighbor,
                new guy,next one,of me,old man,one out,paid for,partn*,partner,rain and,roomm*,roommat,sat by,saw,
                say sorry,scrap,she let,someb*,somebody,stair,stree*,take,take his,thank,the,the bath,the chair,
                the duck,the floor,the good,the kid,the lad,the mirror,the old,the shop,the stair,the vet,till,
                to dialysi,to him,to take,turn round,up his,warm,was get,was kind,we look,went and,were kind,what i,
                wish,あい,あさん,あたた,あを押,ぃっ,いたの,いた人,い態,おか,お年,お年寄,かいお,かち,かー,き添,き添っ,
                ぎてし,けて待,ける,け寄,ことも,ごみ拾,さす,しい,しかけ,してし,しまし,しゅ,し伸,し物を,そわ,たかく,たこ,
                たたか,たで,たの,たんだ,た人に,だち,ちゃん,ちを,っし,ってあ,つず,つずつ,つらそ,ている,てき,てる,て洗,
                て渡し,て行,て言,て言っ,にど,にゆ,に話し,ぬふ,の家,の悪,の悪い,の皿,の車が,の雪,はった,ばあさ,ばれ,
                ふりを,べび,べびー,また一,みを拾,み拾,み拾い,めに,やり,ゅを,り過,り過ぎ,る子,る赤,れと,わけ,をか,をさす,
                をみ,を助,を大,を拾,を持,を握,を聞,を見,を言え,ーをい,一台,世話を,中をさ,人さ,人さん,今日,付,付き添,仲,
                傘に,優しく,元気,先,入社,具合,冷たく,千,千羽,友だ,友だち,台入,同居,図を,国の,国の人,地,地図,地図を,声,
                外国の,守,寝て,居人,年寄,年寄り,待,後輩に,心に,手を貸,手紙,拾い,拾っ,掃の,掛,教,新人さ,新入,日は,校,気,
                気づ,水,洗っ,添っ,清,清掃,渡した,父を,猫に,生,疲,相手の,看,知ら,社員,笑顔,置,羽,羽鶴,聞かれ,背,荷物を,
                落,血を,行った,許す,誰,誰かに,談,譲っ,譲り,足で,車椅,転,転ん,輩に,過ぎて,過ご,飴を,駆け寄,験に落,鳥を,
                鶴
                """),
            Group(
                4,
                """
                a flask,about it,after my,and kept,bak for,beam,becaus nobody,behin*,behind,being,besid,blank*,
                blanket,cake,call,car into,cat,didnt say,didnt stop,drain,eleva*,elevator,expla*,explain,fix,flask,
                gave him,gave the,glov,grand*,grandma,help a,him have,him my,his time,i ate,i left,if he,jam,joke,
                jump,kept quiet,kitte*,kitten,lad,lane,liste*,listen,made her,made soup,mirro*,mirror,morn,mrs,
                my friend,my glov,my grandmother,my mom,my mother,my old,next,no idea,no visitor,okafo*,okafor,on and,
                out of,over my,paid,past the,pull,purs,rude,saw a,sick,sleep in,snow,so,soup for,stop to,swim,taxi,
                the bus,the checkout,the lady,to her,told me,took,took my,vet,was only,woman with,wont,workm*,workmat,
                あさ,あを,いお茶,いた外,いっ,いと,いに話,いので,い赤,うこ,うこと,う飛,えた,えな,おい,おかゆ,おばあ,お札,
                お母,お母さ,お礼,お見,かか,かかっ,かの,かゆ,かゆを,がとう,がまた,きそ,き上,き上げ,くしー,けに,ことが,
                さえて,さしく,しかっ,しさ,じい,じに,すの,すみ,す停で,ずを,せる,そっと,ために,たーを,た一,た人,た外,た子,
                だちの,だ引,っかか,ったで,ってる,てお,てたの,てみた,て組,でい,でいま,でに,で外,で返,で通,とう,とし物,
                と思,と紙,と言っ,どあを,どう,に寝て,に残,に残っ,に蛾,に逃,に逃が,のおじ,のご,のごみ,のつい,のど,のを見,
                の前を,の友,の友だ,の帽,の立,の車の,の霜,はっ,びー,び乗,ぷと,ぷれ,ぷれぜ,へ出,めてあ,もん,ゃん,やけ,
                やけど,やな,やなか,やる,ゆっ,ゆっく,ゆを,りがと,るそ,るそう,る転,れじの,れぜ,れぜん,れたけ,れたら,れを持,
                わずに,をして,をた,をたた,をも,をもん,をゆず,を一緒,を入,を入れ,を分,を寄,を届,を待っ,を持っ,を教,を早,
                を書,を編,を聞い,を逃,を運,んて,んやけ,人のた,仕事を,会う,会うこ,伝い,倒,停で,優先,先席,入れを,入院し,
                具,内した,冷たい,分を,呂場,図,外に,外に逃,外へ,外国,大,姑,姪,姪に,子と,子に,子猫を,学生,客,寄せ,寄っ,
                居,届けた,帽,帽子,床で,店,座って,引き上,引っか,思え,思えた,悪い,態,態度,手がい,手の,手伝い,拭,拶し,掃,
                新,施,施設,施設の,早足,暖め,札,様子,母さ,母さん,気を,溝,物を届,物を運,犬がも,猫を,番を,病院ま,皿を,
                知らな,私も,立場,笑い,紙で,組んだ,編ん,編んで,置いた,老犬が,聞い,肩をも,自分を,舞っ,落と,落とし,蛾,蛾が,
                言う,言え,言えな,言って,設,設の,設のお,許して,試験に,車が,車を,転校,通,通った,道を教,鏡の,開けて,院ま,
                院まで,電話し,霜を,順番を,駆,駆け,験に
                """),
            Group(
                3,
                """
                actua*,actual,an,and we,arm,baby,been,carto*,carton,checkout,coffe,could go,cover for,cup,dish,
                down all,each,easy,empty chair,fell,forgotten,gave a,gave her,gave my,grandmother,hadnt,held his,
                her a,into the,it i,join,just so,kid,law at,like the,made him,marke*,market,me every,mean to,mina,
                mother in,my neighbor,my neighbour,my teenager,my wife,neighbo,next to,note on,of the,off,on,
                open again,out and,phon,plant,point,pregn*,pregnant,put a,put my,room,said someth,scarf,see that,
                she was,so somebody,someon else,someth nice,stair*,stairwell,tak,teena*,teenager,teenager slam,
                the blue,the man,the station,the ward,the water,the window,think about,to give,to join,up about,
                up all,up with,visit*,visitor,walk round,wed and,あげら,あた,ありが,いさん,いてい,いてき,いで,いと言,
                い人が,い後,えてた,えま,えまし,えよ,えれ,えれべ,おいた,おじい,おば,お先,お裾,かきを,かけて,かけら,かず,
                かに,かに回,から湯,がし,がした,がして,がと,がも,がもう,ぎて,くで,くでき,くれて,ぐ駆,けられ,け合,げら,
                げられ,こっぷ,ごは,ごはん,さしか,さつし,しく,しくで,しそ,しそう,してた,しー,し物,じいさ,じの,せんで,
                ぜん,たか,た虫,た観,た言,た言う,だちに,だな,だ子,ちた,ちゃ,ち込ん,っか,っくり,って,って言,つし,ておい,
                てたん,て届,て教,て海,て猫,であい,でいる,で一緒,で寝て,で泣い,で病,で結,とかし,とが,とし,と二人,と先,
                と外,どあ,にい,にご,にもや,に下,に下り,に優,に出し,に回,に回る,に寝,に手,に話,に誘,に迷っ,に餌,ぬ人,
                の子,の新,の気,の気持,の自,の自分,の誰,の足,はんに,ばあ,ひーを,ふり,べー,べーた,ます,みを一,めてお,もい,
                もいな,もやっ,も言わ,やば,らしい,らそう,らぬ人,られな,ら断,ら湯,り添,る後,る後輩,れべー,れを,わり,をと,
                をとか,をゆ,を三つ,を待,を押さ,を押し,を渡,を聞か,を落,を落と,を言,んか,んや,一つず,上げて,下り,乗れ,
                二人で,人がい,人で,付き,伝って,何も言,傘を,元,光,光客,前も,前を,助けて,勝た,卵,台,員さ,員さん,回る,
                回るら,国,場,妻の,子を見,客に,寂,寂し,寄付,局,局座,席ゆ,床,店員,店員さ,引,引っ,待った,戸口,手助,握ら,
                教えた,断ら,断られ,新人に,早,昼ご,昼ごは,暖,書い,札を,椅,椅子,様,残って,洗,海苔,湯を,溝の,焼き,物を持,
                皿,相手が,相手に,知らぬ,礼,社,箱に,組,組ん,結局,緒に出,編,置いて,聞いて,聞か,苔,苔で,茶,茶をい,落ちた,
                血し,裾,裾分,見に,見知,見知ら,観,観光,言うた,言わず,試,試験,話を聞,誘っ,誰かの,車の,輩を,通っ,通り,運,
                道に迷,道ば,道案,邪の,金の,金箱,金箱に,長が,開,院し,院して,霜,面,順番,風邪の,飛び,飴も,駅で,験,髪を,
                髪をと
                """),
            Group(
                2,
                """
                a lift,a man,and me,answer and,anybo*,anybody,appli,ate my,befor,bought him,carpe*,carpet,commercial,
                cri at,dad,day one,did it,doubl shift,every sunday,fell through,finish and,forty minut,four floor,
                go and,he took,her hand,high,his hand,his phon,i forgot,i keep,i nod,i writ,in a,it himself,it open,
                it out,it wasnt,june,let them,lin,mate,me at,me back,me the,mom,my partner,my second,my sho,of milk,
                old lady,old teacher,on mine,one they,out on,outsi*,outsid,phon and,said i,salad,sandwich and,sang,
                sat at,second sandwich,suez,talk about,talk over,taught him,the boy,the diary,the lift,the littl,
                the neighbor,through and,tie,to ask,took her,up my,way it,we sat,we talk,what happen,what that,
                when she,wrot down,いか,いわ,いを,おいし,が転,きた,きを,けな,けら,け寄っ,げて,こーひ,さめた,さんを,
                してあ,してか,じこ,す停,ずっ,たせ,たせて,だの,つら,つ選,てる赤,て会,て答,でえ,でええ,で一,で書,と十,
                と十回,どっ,にお,になる,にや,にやさ,に勝,に握,に歩,に水,に水を,に落,に落ち,に迷,に食,のつ,の地,の店,
                の湯,はんを,ばす停,ばた,ひー,ふらー,まで行,まふ,まふら,ゃんに,ゃんの,らそ,らぬ,ら入,るら,るらし,れす,
                れべ,れ作,れ話,を引,を引き,を拭,を許,んだの,んでい,ーた,ーたー,ーで,ーひ,ーひー,三つ,伸,優しさ,分さ,
                助けら,味噌,味噌汁,噌,噌汁,回聞,場に,子の,学,寄った,席をゆ,庭に水,引き,戸,押し,汁,汁の,物の,目も,祖母,
                窓か,窓から,緒に歩,舞い,葉ひ,行きま,見舞い,言った,話じ,話を,話をか,護三,買って,隣の人,順,食わ
                """),
            Group(
                1,
                """
                and went,てか,てから,を出
                """),
        ])
}
