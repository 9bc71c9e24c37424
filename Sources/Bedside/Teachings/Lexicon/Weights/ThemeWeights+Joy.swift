/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let joy = List(
        theme: .joy,
        groups: [
            Group(
                24,
                """
                we,笑
                """),
            Group(
                20,
                """
                danc,good,laugh,paint,play,sang,sun,won,勝,満
                """),
            Group(
                16,
                """
                came,first,forty,great,it was,jok,love,scor,sea,smell,smil,song,喜,孫,歌,気分,海,笑っ,良,虹
                """),
            Group(
                14,
                """
                baref*,barefoot,bird,cheer,cycl,excit,fun,game,giggl,grand*,grin,hik,hill,hug,joy,my dad,my lap,proud,
                she said,sil,sing,sunny,swam,tast,the hill,warm,いい,った,初め,初めて,咲,成,楽,笑った,遊
                """),
            Group(
                12,
                """
                amaz,beaut*,beautiful,bike,blis,bloom,clap,crocu,cuddl,day,delig*,delight,drew,elat,enjoy,felt,funny,
                glad,happi,happy,hatch,heart,hike,humm,i found,i got,into my,jump,kite,lake,loaf,music,nice,over the,
                pass,pleas,puddl,puppy,purr,quilt,rain,relax,said yes,saw,sled,sledg,spr,star,succ,surpr*,surpris,
                swim,tasty,the first,the job,the last,tickl,tulip,turn out,view,way,wed,whol,window down,with,yes,
                yummy,きれい,にっ,ほっ,やか,らいぶ,れい,会,夢中,実,幸,心,日,春,晴,晴れ,焼,焼き,美,食
                """),
            Group(
                10,
                """
                and look,are up,at fifty,beach,blue,bread,brigh*,bright,cake,ches,concert,conte*,content,finis*,
                finish,first time,got the,granddaughter,gras,handl,joke,kiln,kitte*,kitten,knew,leav,light,long way,
                lov,made it,panca*,pancak,party,pick,picni*,picnic,rainb*,rainbow,robin,seedl*,seedling,snowm*,
                snowman,sold,spad,straw*,strawberry,sun on,the dog,to look,tomat*,tomato,trip,visit,way home,we ate,
                wet,whist*,whistl,whol fami,いに,いぶ,い日,うた,おい,がよ,がり,が四,が四十,きめ,くれ,けた,ごー,ちご,
                ちと,とれ,やされ,れし,乗,乗れ,園,天,天気,孫が,完,山,弾,星,最高,朝,気,爽,癒,自転,自転車,花,走,踊,転車,
                釣,飛び,鳥
                """),
            Group(
                8,
                """
                air,all day,along,and,and bought,appl,appla*,applau,arm,at me,barbe*,barbecu,beat,been look,beep,
                beep the,best,birds*,birdsong,birth*,birthday,black*,blackberry,butte*,butterf,came out,campf*,
                campfir,canal,cant stop,celeb*,celebrat,chord in,conce*,cucko*,cuckoo,delic*,deliciou,down the,ecsta*,
                ecstatic,everyon,fanta*,fantastic,favor*,favorit,favou*,favourit,festi*,festival,fifty,final,
                finish and,fiver,flowe*,flower,found,fresh,garde*,garden,goal,goose*,goosebump,gorge*,gorgeou,got,
                got a,happi*,happines,harbo*,harbour,heard the,hummi*,hummingbird,i saw,id been,in a,in the,into,
                it work,joyfu*,joyful,keep going,kingf*,kingfisher,knew the,ladyb*,ladybird,lap,last bar,lightheart,
                look,met,mood,mount*,mountain,my arm,my heart,of coffe,of the,on the,open and,overj*,overjoy,peace*,
                peaceful,perfe*,perfect,play card,pleas*,pleasur,rain on,reuni*,reunion,saw a,she,shrie*,shriek,sky,
                smell of,snowb*,snowball,spark*,sparkl,splas*,splash,succes,summi*,summit,sunri*,sunris,sunse*,sunset,
                sunsh*,sunshin,the old,the word,thril*,thrill,time,toget*,together,tramp*,trampolin,was all,way round,
                we had,wonde*,wonderful,work,あが,いこ,いし,いす,うき,うまく,おいし,おも,かぽ,がっ,が初,が初め,が咲,
                きう,きた,きれ,くいっ,くわ,げた,ご機,され,しあ,しろ,ぜん,ちよ,っこり,って,つかっ,つぼ,つぼみ,てくれ,
                できた,とまと,にこ,のし,ふも,ふわ,ぼみ,ぽか,まとが,めて,めら,められ,もふ,ゃん,やさ,よろ,り合,ろこ,わく,
                わふ,を食,んだ,んな,んなで,んる,上が,会え,再会,出て,初,収穫,合,合格,四十,夕,大,好き,嬉,嬉し,実っ,家族,
                幸せ,心が,心地,感動,抱き,拍,拍手,持ち,族,映,朝日,杯,歌っ,気持,気持ち,泉,温泉,湯気,火,犬が,甘,甘く,甘くて,
                生,生ま,祭,祭り,穫,笑い,綺,綺麗,膝に,花火,虹が,見と,見とれ,話が,釣れ,面白,音楽,風が,飛,食べた,香り,高,
                麗,鼻,鼻歌
                """),
            Group(
                7,
                """
                a good,and we,around the,bare,came home,card,card with,chos,chos my,coffe with,cream,cup,for her,
                for no,found a,gave me,grandson,herself and,home,horn,i finish,i swam,ice cream,id,it,job,light*,
                littl one,look for,look up,newbo*,newborn,night,no reason,old photo,our,pink,plop,rode,roof,she read,
                succe*,swam in,tabl,the horn,the leav,the tomato,the whol,the year,thous*,thousand,thre step,to work,
                today i,took thre,us,あわ,いき,いち,い一,い一日,うぐ,うま,うれ,うれし,が入,きげ,ぐい,げん,こに,こり,
                ごき,しぶ,しぶり,しゃ,そろっ,たの,ついて,ていま,とま,なで,のぼ,ぶり,べた,ほの,ほめら,ぼの,まく,まれ,
                もち,よい,ように,よかっ,るん,れた,ろっ,ろって,乾,乾杯,作った,公,公園,功,動,勝っ,声,夕日,夢,好,安心,
                当を食,思わず,成功,描け,敵な,旅,旅行,星空,景,景色,来て,格,楽し,温,画が,癒さ,白,知ら,空,素敵,美し,色,
                踊っ,転車で,雪,食べ,香
                """),
            Group(
                6,
                """
                aliv,and ther,and they,as,at it,ate,built,by herself,came to,chord,coffe,dad,dog,dog met,dolph*,
                dolphin,feet,ferry,finish the,for once,frien*,friend,good mood,grandad,hug me,i laugh,leapt,minut and,
                my coat,of bread,out loud,piec,proud of,puzzl,reaso*,reason,ride,right,roll,so,so much,step,than,
                the book,the cat,the envelop,the kid,the littl,the roof,the tea,tiny,today,up at,way to,whol way,word,
                wore the,あがり,いまし,おけ,お祝,お祝い,からお,がきれ,が来,きあが,きも,きゃん,きり,こう,ごち,ごちそ,
                さいこ,さっ,したと,すっき,そろ,たて,た本,だち,だちと,だるま,ちそ,ちそう,っと,っとっ,てきて,て笑,できあ,
                で大,とか,とき,と言う,と電,な魚,にお,に来て,のんび,の知,はい,ひさ,ひま,ぴく,ぶ芽,まして,まと,まわ,まわり,
                みん,みんな,よか,らい,らお,らおけ,らん,りに,り倒,れて,わず,わや,わり,を食べ,んが笑,んと,んびり,ーが,
                ーる,乗れて,側,側で,充,充実,入選,分が,分よ,勝て,十本,友,友だ,友だち,収,古,咲い,喜ん,四,地,地よ,好きな,
                安,完走,山頂,川沿,川沿い,干,干し,弾け,弾ん,当たっ,快,思わ,採,採用,描,族で,日に,映画,来てく,機,機嫌,
                気分が,沿,沿い,満月,満足,爽快,犬,用の,祝,祝い,空が,絵が,縁,縁側,縁側で,良い,芽を,苗,苗が,虹が出,話があ,
                語り,赤,車で,転,逆,選し,雪だ,雪だる,電話が,音,風,鳥の
                """),
            Group(
                5,
                """
                a,accep*,accept,afternoon,all,an old,and felt,balco*,balcony,bar,board,choir,cold,cri,crown,envel*,
                envelop,feel,first step,from the,herse*,herself,hymn,i sang,i wasnt,i went,ice,like the,look at,loud,
                lunch with,my granddaughter,of summer,play with,pod,song and,stop,stranger,street,surpris me,tast of,
                the,the handl,the paper,the sea,the way,through the,tray,was my,were so,when i,windo*,window,wore,いきん,
                いだ,いって,いてく,いで,い匂,い話,お弁,お弁当,がう,がつ,が一,が古,が止ま,が積,が躍,が駆,きあ,きゃ,きるよ,
                くい,くなっ,くに,くれた,く行,く行っ,ころ,さい,さわ,しかっ,した,してい,すっ,ずし,せが,せが来,ぜんと,
                ぜんぶ,たった,たての,たと,た本が,た通,た通り,ちした,ちの,ちー,ちーむ,っき,っこ,った本,ってき,つぽ,つれた,
                てく,ての,て一,て笑い,でと,で一,で見,とう,とが,とほ,とめ,とめけ,と笑,ども,には,に受,に登,のて,のん,の声,
                の青,びは,び跳,ふぇ,べと,べり,ほしか,まくい,ました,むが,めけ,めけん,もた,も軒,ゃべり,ゃんが,らせが,りが,
                るよ,るよう,れいで,れても,れや,ろげ,わしの,を開け,んだけ,んぷ,一日,優勝,再,匂,匂い,受か,古本,味し,喜び,
                大好,娘が初,子,子ど,子ども,完成,完成し,寄って,屋で,山に,川,幸福,応,応援,息,息子,成し,抱,援,援し,敵,
                新しい,明る,朝の,本屋,来,桜,止まら,歩い,歩いて,毎日,満開,爽や,生日,登,福,積もっ,窯,窯を,笑いが,笑顔,素,
                絵,美味,美味し,膝,行,褒めら,見つ,見つか,言うた,誕,誕生,誕生日,語,読ん,跳,躍,転勝,逆転,達成,選,雪を,青,
                青で,青でし,頂,風がよ,飛びは,駅ま,駅まで,魚,魚が
                """),
            Group(
                4,
                """
                after*,and caught,and everybody,and never,anybo*,anybody,are bigger,aroun*,around,as tall,at her,
                bed and,befor,befor breakfast,bigger than,bough*,bought,breakfast and,by the,cat,caugh*,caught,chip,
                churc*,church,danc in,dinne*,dinner,engin,fami,field,first warm,forty year,ghost,going,heart was,hot,
                i cant,i heard,i threw,late and,lay on,met the,middl,middl of,my,my bike,my son,of,old,once i,onto,
                onto the,outsid a,paper,pasta,pasta boil,porch,postc*,postcard,reach,reach for,rice,round,saw the,
                sho are,stran*,stree*,sun came,tall,tall as,team,tent,than mine,the choir,the kitchen,the middl,
                the pasta,the porch,the street,then just,told,twic and,two,up to,was a,water,we danc,wed and,were,
                whil the,あげ,いい一,いころ,いしく,い焼,い自転,うと言,おめ,おめで,おりま,かけの,かって,がき,がそろ,が三,
                が今,が仕,が出て,が尽,が弾,が橋,が止,が立,が笑,が逆,が雪,きい,きいも,きたて,きつい,きて,きな,きん,きんぐ,
                き買,くさ,くて,くれま,けたら,けん,け寄,け寄っ,こっち,しい自,しくな,して笑,じりに,ずが,たち,たっ,だる,
                ちし,ちま,ちまし,ったか,っつ,つば,つばめ,つれ,ており,でき,でとう,で二,で空,で飲,とった,と会,どさ,どもた,
                どら,におい,にっく,に出,に出て,に来,に洗,に縁,に踊,の合,の和,の膝,はし,ばめ,ばめが,びり,ほめ,ぽー,まし,
                まで,まら,まを,みかけ,む麦,めが,めで,めでと,もし,もたち,もって,もみ,ゃい,やこ,よう,ら五,りで,るち,れ晴,
                ろうと,ろん,を出し,を割,を干,を撮,を撮っ,を走,を走っ,を開,んとで,んのに,んび,んぶ,ん笑,ーず,三歩,上,
                上がっ,上がり,中,中の,久し,久しぶ,五百,今年,今年も,仕上,仕上が,作っ,倒,停,入,入っ,円出,冊読,出てい,
                分がい,勝ち,十年ぶ,和,和音,商,商店,喫,園地,夕焼,夕焼け,大きな,大笑,夫が,娘,娘が,子と,孫と,寄っ,尽き,
                年も,店街,弁当を,式で,当,当た,当を,怖い,感,撮,撮っ,新し,最,本が,格を,桜の,橋に,歌った,歌ま,歩,歩歩,海が,
                海で,海に,海を,湯,満喫,濯物を,焼きい,焼きた,用,町中,百円,知らせ,知らん,積も,空を,編みか,肌,肌が,良か,
                良かっ,芽,虹を,街を,見上,見上げ,試験に,話をし,読んで,買う,赤く,赤ち,赤ちゃ,走った,踊ろ,軒,軒先,逆上,
                逆上が,通り,遊園,釣り,鏡の,開,開けた,雨の,駅,駆,駆け,駆け寄,験に,鳥肌,麗だ,麦,麦茶
                """),
            Group(
                3,
                """
                acros,acros the,again and,airpo*,airport,all night,alway and,an idiot,and a,and my,and notic,
                and watch,as every,bedro*,bedroom,befor supper,birthday and,bit,blous,boot,car out,chart,club,
                coffe and,cough,crew,every night,exam,fella,flos,for him,gave,give,had the,holid*,holiday,i flos,
                i keep,i know,i put,i sat,i thought,in that,it himself,it rain,ive got,jealo*,jealou,know but,know i,
                ladde*,ladder,land,leed,like i,littl,me back,me like,minut to,much,my daughter,next one,night and,
                nurs,once,one day,one out,open,out to,outsid,past the,pea,play our,play the,put it,pyjam*,pyjama,ran,
                rose,sat on,scal befor,seven,she let,sixty,snow,son,stood in,summe*,summer,suppe*,supper,tea,that we,
                the baby,the bedroom,the car,the garden,the long,ther a,thought about,threw,tie,to give,took the,uncl,
                unit,walk to,when,あがっ,あげま,いい気,いすぎ,いに来,いま,い学,い気分,い自,うに,ぇす,かじ,かじっ,かっ,
                かった,から笑,かれー,か全,がうま,がおい,がそ,がよか,が一人,が明る,が歌,が歓,が良,が赤,くと,くま,くまで,
                けが,けがき,けっと,けて走,けの,さよ,さよな,さん,さんを,しくで,しと,しばら,しび,しびれ,しぴ,しゃべ,じった,
                じり,すな,す停,せん,せーた,たびに,たーが,だちの,ちが,っきり,っく,っし,っち,って一,って帰,っとか,てに,
                て一緒,て叫,て叫ん,て塩,て膝,て走,て走っ,でお,でか,でした,でて,で一日,で入,で犬,で見た,で遠,で餃,で黙,
                とから,とっ,とる,と作,と作っ,と呼,と抱,と走,と遊,どの,どもと,ど取,な形,な音,にど,に会,に会え,に入っ,
                のおっ,のせー,のな,のない,の下,の人が,の前を,の友,の友だ,の就,の底,の手が,の星,の枝,の結,の結婚,ばす停,
                ばらく,ぱぱ,びさ,びれ,ぴが,ふっ,ぶで,ぶりに,ぷれ,ぷれぜ,べらん,べん,べんも,ぽけ,ぽけっ,まじり,ません,
                まらん,みか,もと遊,も動,も動け,も知,も知ら,も通,ゃべ,やつ,ゆで,よな,よなら,らせ,らんだ,ら甘,ら笑,りに家,
                りをし,り歌,るた,るたび,るま,れしぴ,れぜ,れぜん,れてあ,れま,れまし,わし,わせ,をあ,をあげ,をして,を何,
                を何べ,を囲,を聞い,を聴,んが,んぎ,んだの,んなの,んも,ん誰,一冊,一番で,一緒に,上がる,上げ,下で,久,二百,
                二百日,人で,会っ,会って,何べ,何べん,俺が,停ま,傘の,優,先に,入って,全然,円,冊,出して,初雪,前も,勝った,
                包ん,十年,友人,友人の,受,叫ん,叫んだ,呂あ,呂あが,呼ん,呼んで,囲ん,地良,塩,塩ふ,声出,大成,天の,婚式,嫌,
                子包,家族に,寝こ,尽,年ぶ,年ぶり,底,底か,弁,弁当,形の,手が止,手し,手して,族そ,族に,日ふ,日一行,明,明るく,
                昔の,星を,本,来た,枝,枝豆,楽を,歓,歓声,止ま,毎,決まっ,泉に,洗濯,洗濯物,満天,濯,濯物,火が,然,然な,焼け,
                焼けが,甘か,町,画,癒や,百,目ぎ,知,神,神さ,積,窓を,窓を開,笑いま,笑え,結,結婚式,緒に,編,編み,聴,聴き,
                職決,腹の,自,花が,血行,行日,街,褒,褒め,見,見た,試,試験,豆,通っ,通った,開け,阪,阪神,隣のお,雨,雪が,面,
                音楽を,風呂あ,飲む,験,高の
                """),
            Group(
                2,
                """
                a stranger,after four,and said,anyth,are,back at,back on,bak,being,ben,bigge*,bigger,bucke*,bucket,
                chang my,cheat,couldnt stop,creas,daugh*,daughter,day forty,did it,didnt feel,flew,four day,glov,
                heard it,hot water,i final,i understood,i work,itali*,italian,kneel,lay,like it,mas,my birthday,
                my favourit,my glov,not a,now i,of one,one page,outsi*,platf*,platform,said so,seven year,shoe,
                the bed,the boy,the lake,the man,the station,the tabl,they play,tim befor,top,top of,turn,understood,
                walk past,was church,water came,あげた,いが,いも,い天,う傾,えて,かを,があっ,がすご,がつく,がび,がまぶ,
                がる,が入っ,が直,きる,ぎん,くき,くりし,けっ,け落,げま,げまし,これ,ごく,さに,さび,しの,すごく,せだ,せー,
                たいに,たちが,たび,ちい,っちゃ,ってく,つくと,つほ,つほど,てで,てん,て勝,て帰,て帰っ,て引,て歩,て立,
                できる,でみ,でみん,で初,で息,で歩,で目,で行っ,で食,で食べ,で鼻,とは,と目,と目が,と言,に家,に将,に明,
                に腹,のかと,のせ,のぱ,のや,の光,の光が,の手,はこ,びっ,ぶしく,まじ,まっと,までた,まで歩,まで行,まぶし,
                もと,よっ,らく見,らや,ら幸,ら歩,り自,るくな,を作っ,を出,を割っ,を歌,んぐ,ーや,一人で,一日が,中で目,会い,
                停電,停電が,傾,傾い,光,光が,光がま,入れて,公園で,前を,割って,動物,包,叫,合いに,合う,団の,団の中,囲,園で,
                大き,婚,対,対合,将棋,布団の,式,怖,持,持ちが,方見,日で二,明るい,最後の,杯い,桜が,棋,棋で,橋,歌い,歌を,
                段で,決ま,溝に,父に,物を,物病,犬と,猫な,生さ,生よ,白飯,百日,目が合,直り,立ち,笑って,結婚,絶,絶対,育の,
                言う,走っ,車,軍,軍手,達,鍋,鍋を,鏡,電が,電が直,音が,飯三,餃,餃子
                """),
            Group(
                1,
                """
                いや
                """),
        ])
}
