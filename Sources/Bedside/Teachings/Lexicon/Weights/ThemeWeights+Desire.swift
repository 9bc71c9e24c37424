/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let desire = List(
        theme: .desire,
        groups: [
            Group(
                32,
                """
                買
                """),
            Group(
                28,
                """
                want
                """),
            Group(
                24,
                """
                欲
                """),
            Group(
                20,
                """
                bet,buy,cart,drink,ほし,食,飲
                """),
            Group(
                16,
                """
                ate,beer,bing,bottl,chees,crav,crisp,game,long for,said and,sale,shop,sweet,third,watch,whol,新,杯,財
                """),
            Group(
                14,
                """
                brows,covet,eat,euro,fridg,gam,i want,level,lick,one,order,parce*,parcel,pizza,sho,slic,smok,swip,
                turn into,until,wine,おか,げー,げーむ,たく,だけ,のに,めら,一,本,箱,見,酒
                """),
            Group(
                12,
                """
                anoth*,another,bar,bough*,bought,candy,cant stop,casin*,casino,cooki,deal,desir,discount,dont need,
                donut,drank,drunk,episo*,episod,flirt,for the,fri,gambl,glas,gre,have,hook,i,i check,itch,ive,
                just one,lust,more,my coffe,new phon,obses,on a,out with,packe*,packet,pastr*,pastry,play,porn,pub,
                reel,resis*,resist,scoop,scratch card,shiny,slot,snack,sugar,tempt,the window,ther are,to have,
                two more,urg,urge,vap,vend,was for,was full,with a,すぎ,ぴざ,ぽち,ぽて,められ,もっと,やめ,服,甘い,菓,
                菓子,袋,買っ,鞄
                """),
            Group(
                10,
                """
                a bottl,ate the,aucti*,auction,bag,bag is,bag of,baker*,bakery,bowl,box,by my,cant,card,choco*,
                chocolat,cigar*,cigarett,cooky,desse*,dessert,diet,dolla*,dollar,driv,egg,empty,from the,got it,
                handb*,handbag,help,hous we,hungr*,hungry,i keep,in for,junk,lates*,latest,lik,lotte*,lottery,me by,
                midni*,midnight,money,much,my first,new,on sale,one glas,onlin,packa*,packag,pair,pair of,phon,
                second help,so bad,the auction,the bag,the children,tim,too much,tub,upgra*,upgrad,vape,windo*,window,
                あと一,かい,ごと,たくて,ぷり,もう,もう一,もっ,ーる,十足,慢,手に,本あ,注文,物,甘,空,空に,空にな,腹,見て,
                課,課金,販,足,通販,限定,飲み,馬
                """),
            Group(
                8,
                """
                about,addic*,addict,amazo*,amazon,app,at midnight,baske*,basket,body,brown*,browni,buffe*,buffet,
                burge*,burger,bus,cake,came,came out,camer*,camera,cant have,catal*,catalog,chip,click,consu*,
                consumption,control,credi*,credit,crois*,croissant,disco*,dont,dough*,doughnut,ex,expen*,expensiv,
                finish the,for,freez*,freezer,gadge*,gadget,gave in,got,guest,had,hango*,hangover,he has,hors,hous,
                hungo*,hungover,i drank,i had,i only,i put,i said,im,impul*,impuls,in one,indul*,indulg,into,is empty,
                is get,jacke*,jacket,kept,mill,more level,must,my ex,my stomach,name,need,netfl*,netflix,newes*,
                newest,nine,nutel*,nutella,of,only,overa*,overat,overe*,overeat,past that,pictu*,pictur,pictur and,
                play until,satis*,satisfi,scrol*,scroll,secon*,second,sery,shed,shelf,skint,sneak*,sneaker,splur*,
                splurg,spoon*,spoonful,takea*,takeaway,takeo*,takeout,tempt*,temptation,the basket,the freezer,
                the fridg,the girl,the guest,the next,the shed,ther a,video,was,we cant,went in,whol bag,willp*,
                willpower,wishl*,wishlist,with the,あいす,あと,あるの,いい,いいね,いね,いん,う一,おや,おやつ,からあ,
                がち,がちゃ,が頭か,きな,くしょ,くて,くば,ぐっ,けと,けーき,こー,しょ,すま,せー,せーる,たばこ,だけと,
                ちょこ,っぐ,っず,つまみ,てし,てしま,と一,なの,なのに,のつ,のつも,ばこ,ばっ,ばっぐ,ぱん,ほしく,まみ,めん,
                やつ,やめら,ょこ,らあ,らーめ,るのに,わい,わいん,を一,ーき,ーむ,ーめ,ーめん,ーら,一口,一回,一気,一話,三,
                三杯,中毒,動,動画を,半額,大盛,定,宝,宝く,宝くじ,屋,手が,推,推し,揚,揚げ,文,晩,欲し,毒,注,満,焼肉,物が,
                画を,行っ,行って,衝,衝動,見てる,見続,計が,誘惑,財布,賭,賭け,足りな,集,集め,靴,額,食い,食べ,高い
                """),
            Group(
                7,
                """
                a cigarett,a motorbik,ago,all afternoon,all i,and got,and my,at eleven,at four,at ten,back and,
                back on,befor,befor noon,behind the,biscu*,biscuit,box of,by two,can think,check,children,coffe,
                contr*,cream,cup,enoug*,enough,finis*,finish,for that,got about,had even,i promis,ice,ice cream,
                it back,jar,just,long,motor*,motorbik,past,peanu*,peanut,pick,pick me,promis myself,scrat*,scratch,
                stop eat,ten and,that i,the gym,the jar,the third,the till,the way,tub of,twelv,up the,walk back,
                walk to,want that,want the,watch in,weren*,werent,with five,wrapp*,wrapper,あの,あの人,いす,いたく,いー,
                い家に,え玉,おかわ,かり考,かわり,がめて,が頭,ぎゃ,けてし,けと言,けー,こんび,しい,しま,しょん,たいと,
                たば,ちんこ,っぷ,つい,つもり,てち,てる,できな,とばか,と一回,と決,と決め,に入れ,に行,に見,ばり,ぱち,
                ぱちん,ぶら,ぶらん,ぶる,べす,べすぎ,みすぎ,めたの,めど,もりが,ょん,ような,らげ,られた,らー,りな,り考,
                り考え,を開,んの,んびに,ん屋,ーつ,丸ご,伸,依,依存,全部,夜食,存,平ら,惑,我,我慢,手,手を,探して,散財,晩酌,
                本あけ,杯も,杯目,煙,煙草,玉,盛り,競,競馬,肉,買った,酌,限,食べた
                """),
            Group(
                6,
                """
                add,affor*,afford,altho*,although,although i,and came,and im,and its,at,at night,becam,blend*,blender,
                bought a,butter,can,child*,clean,eight,fold,food,full,girl,guita*,guitar,had to,i drov,i long,i smok,
                i wouldnt,im still,in and,in at,ive already,ive been,ive got,kept going,look for,machi*,machin,man,
                me in,me up,night,on thi,one more,only went,open the,pan,profi*,room the,self,shop window,sil,snif,
                spent,squar,still on,stoma*,stomach,stop think,tenth,the bakery,the party,the plan,then,then i,ther,
                think of,thought about,told him,tooth,turn,want it,weekd*,weekday,wheth*,whether,wish,wore the,あけ,
                ある,いと,い家,お菓,お菓子,お酒,から,から離,かわ,がの,がめ,が伸,が伸び,が気,が空,けの,けのつ,ことば,
                これく,したい,じよ,じよう,すい,すまほ,たさ,たされ,たて,だけの,ちん,つま,てと,とば,どき,ない,ながめ,に入,
                に行っ,ねし,ねっ,ねっと,のび,ばかり,ぱいな,びに,びゅ,びゅー,びーる,ぷりん,べた,ぽてと,まいま,また,まった,
                まほ,まん,もり,も見,も買,らない,ら離,ら離れ,りん,る前に,れく,れくし,れびゅ,を比,を買,んぐ,んこ,んび,
                んぶ,ーと,一本,二杯,値,値段,前で,動画,十,同じよ,吸い,夜中に,家に,届,平,持って,探,探し,放,放題,文し,新し,
                新しい,新の,新作,新車,時計,最新,次の,決めた,注文し,満た,無駄,甘いも,盛,目の,続け,草,見に,見に行,話をし,
                誘,買い,足り,遣い,頭か,頭から,飲ん,駄遣,高
                """),
            Group(
                5,
                """
                a spoon,about it,again after,and again,and i,at the,breakfast and,butte*,cant afford,couldnt,
                couldnt stop,count my,curta*,curtain,dres,easte*,easter,energ*,energy,even hungry,five,for a,going,
                gym,how many,i cant,i dont,i fell,i wasnt,i watch,i went,if,into thre,is gone,it anyway,keep,
                keep look,late,lid,light off,mil,model,more episod,my eye,my heart,my phon,my thumb,night and,offic,
                one in,one night,pantr*,pantry,pen,profil,pull,put it,she laugh,stop,text,the biscuit,the lid,
                the meet,the pantry,though i,throu*,through,thumb,thumb hurt,tin,to be,two,until my,up at,whol tub,
                with,あい,いいや,いえ,いえっ,いき,いきん,いなの,いもの,いやほ,い席,い靴,う少,えっ,えっと,えも,かっぷ,
                かり,がいい,がほし,くか,くし,くじ,ぐを,けば,げ物,されな,ざー,ざーと,しく,しまい,じ売,ぞい,たべ,たま,
                たまら,た箱,だいえ,だづ,ちゃ,ちょ,ってへ,っとも,っぷ麺,つい一,つかな,つに,つも,づかい,て帰,て帰っ,でざ,
                でざー,で足,という,とまで,に家,に手,のぞ,のぞい,のみす,のを,の前,の前で,の香,は週,は週末,ばい,ばか,ば全,
                びー,ぷ麺,べたく,むだ,むを,も飲,も飲ん,やほ,やほん,よく,ら並,りい,り場,るん,る前,れたか,れび,れ違,を開け,
                んだ,んでき,んど,ーとま,ーむを,一箱,一袋,並んだ,中,中に,丸,人がい,人の,人よ,人より,入れ,全,冷蔵,冷蔵庫,
                分お,分おき,千円,半,吸って,回,場の,売り,夜,夜中,孫の,布,度も見,庫,慢話,手が伸,持っ,数が,末だ,末だけ,
                段を,気,気づけ,焼,箱を,自慢話,蔵,蔵庫,袋が,見るだ,買わ,足で,通,週末,週末だ,違っ,遣,頼ん,頼んだ,香水,駄,
                麺
                """),
            Group(
                4,
                """
                a new,afternoon,an hour,and ther,anywa*,anyway,are,at two,battery died,becaus they,befor breakfast,
                blous,boot,bus stop,but the,chang my,club,could*,dont even,drov,everyth,fella,fifty,follo*,follower,
                forty,front of,garde*,garden,have to,hidde*,hidden,i kept,i own,i wore,it was,its,lamp,mustv,noon,
                of sho,promi*,promis,sav,scrap,scrap the,seaso*,season,six,smell,stood in,stree*,street,telev*,
                television,the battery,the curtain,the morn,the offic,the shop,the television,then the,they were,
                thing,thing i,think about,thre,tick,till,to the,want a,wasnt even,watch the,way she,wore,あげ,あぷ,
                あぷり,いう,いっぱ,いねの,いも,いる,い一,い食,い飲,う気,おき,おきに,おー,かいて,か食,がそろ,がほ,がまん,
                がゆ,が強,が気に,が空に,きに,きんぐ,ぎる,け食,げた,これ,こん,しか,しかっ,しくて,しだ,しだけ,してく,すれ,
                た人の,た餃,だい,ちっ,った人,ってし,っと,っとし,っぴ,づか,づけ,てへ,てへん,て入,でき,でぱ,でぱ地,で一,
                とか,とに,とま,と気,と気が,どらま,なくな,なっ,なって,な服,になっ,に手を,ねの,ねの数,のこ,のこと,のひ,
                のみ,のも,の人,の人が,の残,の羊,はわ,は歩,は歩い,は空,ばし,ぱ地,ぱ地下,ひも,ぴん,べち,べ放,べ放題,べ過,
                ほしか,ほん,まっ,まらな,まを,みす,み会で,もし,もした,もの,も買っ,ゅー,よう,らって,らまを,られな,り時,
                るご,るだ,るだけ,るんだ,れな,れない,ろわ,わない,わり,をぽ,をやめ,を伸,を伸ば,を手放,を抱,を探,を探し,
                を握っ,を頼,んでい,んです,ーく,ーとに,ーば,一回だ,一服,三着,下で,並ん,人は,会で,伸ば,伸び,何本,八,六,
                切手,券,券を,十分,千,口,口だ,吸,吸っ,回と,地下,地下で,型,場,売,子ぱ,子ぱん,子を,定品,客用,室に,少しだ,
                届い,届いた,布の,布は,席が,帰って,庫を,庫を開,強す,慢で,慢でき,我慢で,手をつ,手放せ,抱え,持,持ちが,握っ,
                放せ,文した,文ぼ,新型,昇進し,替え,末,本ま,札,次,欲張,止め,比,比べ,気がす,気に,水が,汗か,消,消し,犯,犯人,
                産屋,用,用の,画,番高,着室,着持,箱が,箱ご,紙,羊羹,羹,自慢,花瓶,花瓶を,菓子ぱ,蔵庫を,見てし,見る,試着,
                進し,過ぎ,金,開,開ける,離れ,離れず,頼,題,食べ放,飲みた,飲んじ,香,馬券
                """),
            Group(
                3,
                """
                a whol,after*,alrea*,already,and now,and then,back in,batte*,battery,becau*,becaus,bed at,bid,bigge*,
                bigger,bit,came fourth,came third,car,chose*,chosen,coffe and,couldnt tell,drink too,dulut*,duluth,
                flip,front,half a,heart,i drink,i look,i play,i read,i told,in front,islan*,island,know,laugh at,look,
                many,much i,my seat,never,numbe*,number,of one,one day,phon in,pictur the,play the,pleas until,red,
                saw who,scroll through,seat,spoon,stamp,tell you,the bus,the credit,the last,then it,thi week,though,
                to bed,today and,too,until the,villa,was pleas,way,went to,who came,would*,wouldnt,あとに,いた紙,いほ,
                いま,いまし,いよ,い服,い気,い車,うな,う一個,う六,う畳,う載,えて,えてく,お土,お土産,お腹,お腹い,かけら,
                かし,かた,かー,か残,がそ,が消,が玄,きず,きん,くれた,けと決,けなく,ける,げ直,したと,してた,しない,しまっ,
                そろ,たまっ,たろ,た三,た人,た消,た紙,た買,た買っ,ち三,ってき,っとで,っぱ,っぱい,つけて,てきま,てく,て上,
                て投,て見,でい,でいま,でいる,できず,で一番,で動,で動け,で千,で朝,で破,で缶,で行っ,とい,とかけ,とが頭,
                とな,とも,と中,と広,と書,と書い,と聞い,と言っ,どか,どら,どー,ど本,ないよ,なが,にある,にた,にべ,にま,
                にまた,に一本,に三,に住,に停,に停め,に六,のか,のげ,のら,のらー,の数,の映,の軽,の駐,は一,ぱい,ほしい,
                ほを手,ほ見,ぼた,ぼたん,まい,また買,まで行,まない,まら,まる,みたく,み会,み過,めてい,めの,めのら,もが,
                もしな,もら,もらっ,も見て,ゃを,やけ,ゆる,らな,らま,りない,りは,り図,ると聞,るの,るは,るはず,ろぐ,をな,
                をなが,を三,を手,を握,を朝,を置,を置い,んじゃ,んつ,んで,んのあ,んま,んを,ーを,一度だ,一気に,一番,三冊,
                三本,三本あ,並,中な,五着,人が,人のこ,件,件ば,住,住み,何度も,停め,入っ,入った,全部食,八分,六回,六杯,具を,
                円,円札,冊,分目,前に,品,回で,図,図を,土産,変え,変えて,夫に,客,室,家具,屋で,帰,帰り,帰りに,広い家,度だ,
                度だけ,度変,引く,散,断ち,日に,昇,昇進,晩な,替,服を,本棚,札が,杯だ,杯や,欲しい,欲しく,止,歩いた,残っ,
                残って,残り,気にな,気見,消えて,満腹,満腹な,物件,玄関に,瓶,瓶を,産,画探,番端,畳,畳ん,着も,稿消,空っ,
                空っぽ,端に,紙し,紙の,締めの,缶,缶を,羊,腹い,腹いっ,腹な,腹なの,腹は,腹八,袋菓,見てた,角,角度,言うた,
                言って,計,試,話を,認め,認めら,販の,買え,買って,車の,軽を,載,載ら,違,部食,部食べ,金し,銀,銀紙,間取,間食,
                関に,離,離れな,題で,飲み会,餃,餃子
                """),
            Group(
                2,
                """
                all day,and everyth,becaus of,breakfast,but,but i,cousin post,drink and,eye,has,have it,hundr tim,
                hurt,i count,if i,my cousin,one they,one thing,pick up,post the,so much,the blue,tim befor,wob,あさ,
                い物,い買,い過,い過ぎ,うちの,う課,おな,おなか,がす,がらす,が手,が止ま,が食,が食べ,こで,さって,た注,
                た言う,た開,た開い,った言,ってる,つを,ている,てるの,でしま,で会,で似,で財,と聞,ど買,ないお,なば,な海,
                にあ,に課,に降,に降り,のをや,の動,の箱,の箱が,の靴,は七,は松,ほげ,まな,まほの,みあ,み放,むで,むに,むの,
                ょっ,らすま,らん,ら嘘,ら次,り竿,り見て,をや,を一日,を五,を何,を山,を引,んじ,んでし,ーで,ーむで,ーむに,
                一個,一本だ,七本,三日で,会っ,会って,似た,作,八本,具,嘘に,土,外い,屋い,山ほ,布が,手放,握,望,本だ,本だけ,
                本目,本目の,松,松屋,棚,棚に,欲が,欲に,欲を,欲望,歩い,段,毎晩,海外,消した,満足,画見,竿,竿は,置い,置いて,
                花,見てい,見なが,見ん,販で,足が,身は,車,過,部,酒は,長な,開け,開けた,飲む,飲んで
                """),
            Group(
                1,
                """
                ゃん
                """),
        ])
}
