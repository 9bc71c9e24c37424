/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let sleep = List(
        theme: .sleep,
        groups: [
            Group(
                32,
                """
                night,夜,寝,眠
                """),
            Group(
                28,
                """
                dream,sleep,slept,woke,夢
                """),
            Group(
                24,
                """
                awak,hour,時
                """),
            Group(
                20,
                """
                bed,clock,four,snor,until,wak,眠れ,起
                """),
            Group(
                16,
                """
                ceil,dark,dream*,insom*,light,like a,rest,sheep,stay up,目,睡
                """),
            Group(
                14,
                """
                am,aslee*,asleep,coffe,in bed,insomnia,pill,the clock,till,to bed,tos,に起,朝,枕,羊
                """),
            Group(
                12,
                """
                2am,3,3am,4am,and still,befor the,but,drift,fall,half past,i didnt,i read,keep me,lay,lying,nap,off,
                open,past,stree*,sweat,the morn,the night,thre,too,turn,vivid,wide,wink,woken,えて,団,夢を,寝つ,布団,
                方,目が,眠れな
                """),
            Group(
                10,
                """
                and listen,and turn,bird,bird start,blanket off,count,count sheep,count the,crack,dawn,didnt get,
                dreamt,final,get a,i got,impossibl,in the,kept me,kept wak,like,lying ther,mattr*,mattres,midni*,
                midnight,mosqu*,mosquito,my eye,night*,nightmar,nine,pillo*,pillow,put the,roll over,screen,shut,
                sleep*,that,the bird,the dark,thought,too hot,toss,turn the,up,wake,wake up,watch,woke at,いび,いびき,
                きて,つけな,に入,に目,ねむれ,びき,まで,むれ,よく,れない,を消,四時,夜が,布,眠り,電気
                """),
            Group(
                8,
                """
                a crack,abov,all night,and put,as soon,at,baby,bedro*,bedroom,bedti*,bedtim,book i,brush window,cant,
                chamo*,chamomil,couldnt,crack abov,didnt wake,down and,drov me,dulle*,dullest,ear,ear night,earpl*,
                earplug,eye,go to,got loud,hard slept,heat,hot,hour of,i dreamt,i lay,i own,i slept,i was,in my,its,
                jet lag,jetla*,jetlag,lag,lamp,light on,light out,light was,listen to,made it,me,me up,melat*,
                melatonin,mind,my brain,my leg,my watch,number on,offic,onto,onto the,open a,own and,scree*,shut off,
                sleeples,soon as,spar,still,switch off,table*,tablet,teeth brush,that never,the alarm,the bedroom,
                the cover,the heat,the sofa,thought got,took a,twic,wak up,was out,went off,window open,がさ,きてる,
                ぐっす,けて横,すり,て横,て横に,で起,とん,に起き,ねつ,ねつけ,のいび,れな,を見,を見て,一睡,三,井,何度,入,
                夜中,夢を見,天井,寝た,寝る,度も,早く,明,明け,昼夜,時に,暑,暑く,暑くて,朝ま,朝まで,気を,気を消,消,目がさ,
                羊を,蚊,蚊が,開いた,電気を
                """),
            Group(
                7,
                """
                a log,again and,and my,and sat,at four,baby final,bed ear,boat,car,clock chang,clos my,coffe and,
                could*,dead,deep,didnt,drop off,every hour,fall asleep,forgotten what,get to,going to,had a,i final,
                i heard,i toss,i turn,i woke,impos*,it work,mind off,mov to,my thought,not,past thre,piec,refre*,
                refresh,restl*,restles,same dream,saw the,screa*,scream,shon,slept through,start,stay,still noth,
                street,streetlight,that is,the boat,the cat,the number,ther,thoug*,toss and,until my,up late,up thre,
                upsta*,upstair,was in,watch the,well,were out,what that,いる,うな,えた,がさえ,く休,そく,っす,っすり,
                て寝,なさ,ねぶ,ねむ,のい,の中,の音,ふぇ,ぶそ,る夢,る夢を,三時,中で,休め,何度も,四,夜中に,寝ら,寝られ,
                寝返,寝返り,床,早,時差,横に,横にな,縛,縛り,薬,起き,起きて,起こ,足が,金縛
                """),
            Group(
                6,
                """
                a singl,after,again,and now,and woke,as i,at thre,bad,bathr*,bathroom,blank*,blanket,brain,cover,
                eleven hour,face all,hotel,i clos,i fell,i took,i watch,in week,jet,lay awak,leg,loud,me awak,
                miss the,moon,my feet,my husband,not sleep,once,over,regre*,regret,rock,slept bad,sofa,soon,still in,
                ston,switc*,switch,teeth,the light,the time,then,then the,ther the,till the,to,to look,two in,was too,
                week i,with my,work,would not,いたら,ぇい,かふ,が長,くて,ぐっ,けず,けな,され,した,じで,じゃま,すっ,つけ,
                とい,な夢,にな,になっ,のこ,の犬,の犬が,ぱじ,ぱじゃ,べっ,まで起,も目,ゃま,りに,りを,を覚,中に,井を,今,
                四時に,夜が長,夜ふ,天,寝つけ,寝てい,寝付,寝汗,床に,度,時に目,時計を,時間,時間し,本を開,枕を,汗,汗を,
                消す,眠っ,覚,計を,起きた,返り,逆,開い,間し,間しか
                """),
            Group(
                5,
                """
                a strang,accou*,account,after dinner,all down,and couldnt,and here,and it,befor,brush,cash,dozen,
                dreamles,eight hour,far too,fell,five,for it,forgotten,freig*,freight,hear the,heard,here i,
                hour straight,i am,i count,is like,it all,it in,its the,kept,kitchen and,late with,lay in,log,make,
                morn,my face,my old,now i,of the,over a,paid for,past midnight,pillow over,point*,pointles,put off,
                read the,rest of,roll,seven,sever*,several,the,the mattres,ther a,to put,to sleep,to the,until the,
                up once,up to,went to,were,wide awak,with a,would,いか,いろ,うつ,えてい,えてし,かいて,かなか,か寝,が待,
                が逆,が逆に,く目,く眠,け方,け起,さえ,さえて,じる,たら,だっ,だった,ち遠,つけず,てた,て三,で体,で起き,
                なかな,は重,は重い,ふと,ふとん,も起,よく眠,れる,を消す,を閉じ,を開い,んに入,三回,中で目,二時,五,今日,
                体は,列,団に,壁,夜し,夢ば,夢ばか,夫のい,寝たの,寝るの,寝言,差ぼ,差ぼけ,布団に,度も起,数え,明け方,時ま,
                時まで,時差ぼ,朝が,本を,横,浅,消すと,熟睡,目を,目を閉,眠りが,眠ろ,眠ろう,船,薬で,見,覚めて,返,返りを,
                逆に,遠し,重い,閉じる,開,隣,電,音,頭だ
                """),
            Group(
                4,
                """
                at once,began to,book,didnt hear,dog,done,ear and,eleven and,els,feet,fell asleep,full,going,hear,
                husba*,husband,i drank,i saw,insomniac,ive,keep,last night,let me,liste*,listen,look at,middl,miss,
                my heart,need,neigh*,neighbor,night in,night nurs,no,ocloc*,oclock,of me,paid,phon in,room,said thank,
                saw,sleepy,someon els,strang,ten past,that ceil,that i,the baby,the ceil,the pillow,the rest,tim,
                to four,to work,toile*,toilet,told myself,too late,twenty to,two,up again,up from,van,warm,was,went,
                work i,いちば,いてた,いれ,いん,い夢,うへ,おし,か床,か確,がう,がって,がむ,が冴,が冷,が開,きに起,くり返,
                く布,く布団,く眠れ,く鳴,けなか,こす,ことが,こわい,される,しか,しまい,しもた,し開,し鳴,じゃ,ずし,ずに,
                ずむ,せてた,た見,ちばん,ったら,っど,つらし,てしも,てる,でこ,で朝,で目,といれ,とんに,どお,どに,なっ,
                なって,に三,に乗,に夢,に生,に目が,に眠,に起こ,のば,のばい,の中で,の布,の音が,の音を,ひーの,へ向,べっど,
                ほを見,また見,まま,まま朝,まらん,ま朝,みた,むず,も枕,らし,らした,らして,り寝,り遅,るのを,れず,れへ,
                れへん,ろうと,をひ,を壁,を少,を少し,を覚ま,を閉,を飲,を飲ん,んつ,ん本,ーじで,七,七時,三時ま,不,不足,
                久し,久しぶ,乗り,二,二ぺ,二軒,今日の,体,先の,入っ,八時,八時間,再生,再生さ,冴,冷え,向け,団に入,壁の,
                夕方の,夜ご,夜ど,夜更か,夢が,夢も,夫の,寝つき,寝て,寝不,寝不足,寝付け,屋の,屋のば,差,怖い夢,悪夢,方の,
                旅館,早く布,時計,更か,更かし,朝で,朝や,朝やっ,朝方,深,深夜,湯,灯,灯り,灯りを,熟,生さ,生され,目を覚,着替,
                着替え,窓を,船に,見ず,見ま,覚め,軒,軒先,遅,遅く,長い,間寝,音を,鳴,鳴い,鳴らし
                """),
            Group(
                3,
                """
                a list,alarm,already and,at a,at work,bare,befor noon,best night,cant get,cant lift,carpe*,carpet,cat,
                comb,commercial,could not,couldnt get,drank,eighteen delivery,eye open,far,forgo*,four i,garba*,
                garbag,happy,hard,hay,heavy,i did,i just,i stay,i think,in spr,is too,itd,kitch*,kitchen,know that,
                leg feel,lie,lift my,like somebody,machi*,machin,might,mov,nine hour,of my,pta,put it,rain and,right,
                say the,six,sound like,star at,strik,ten hour,thank you,the blanket,the milk,the plant,the same,
                the week,ther was,thre and,thre i,thre tim,to a,too long,truck,up at,you to,ぃる,いい気,いたま,いの,
                いれで,い寝,い気,い気分,い眠,うつら,うべ,うべは,う目,お深,お深夜,かい,かざ,かめら,かり,がこ,がこわ,がっ,
                がま,がまぶ,が明る,が浅,が覚め,きが悪,きてし,きで,けだっ,け方ま,こえて,ここ,こさ,こま,こまで,ごし,ごろま,
                さく,ざし,しぶ,しぶり,しも,じお深,じめず,すと,そのま,たいな,たまま,だけだ,だで,だぱ,ちば,っくり,つき,
                つらう,てし,てるか,で家,で教,で添,で眠,で靴,とが,とにし,と寝,と眠,どもに,どもは,ど寝,なか,なじ,なじめ,
                にしま,にと,に寝,に用,ねん,のしみ,のて,の列,の台,の台所,の検,の目,の眠,の結,の結果,の鍵,はこ,はや,はやっ,
                は私,は私の,ばい,ばか,ばかり,ばん,ひっ,びの,びの音,ふか,ぶしく,ぶりに,ぶ再,べは,ぺー,ぺーじ,ほと,ぽを,
                まい,ます,まで一,まぶし,まら,めず,もた,もは,も数,も目が,も見,やっ,ゆう,ゆうべ,らう,らうつ,りが,りが浅,
                りし,りそ,り合,り聞,り起,り返,り返し,るむ,れびの,ろい,ろう,ろま,ろまで,ろ考,わい,わせて,を小,を小さ,
                を消し,んに,んぽ,ーじ,ーの,不眠,中,五時,井の,今夜も,今度,今度は,付,体だ,便を,便を小,入って,全然,八,六時,
                分前,切れの,切終,列が,列車,前にす,十一,台所,回起,団の,団の中,塾,壁ご,変な,変な夢,外が,夜に,夜にな,夜も,
                夜便,夜便を,夜更,夜逆,夜遅,嫌な,室,室の,家の鍵,寝な,寝れ,寝息,寝直,寝苦,寝転,少し,居間,布団の,度は,
                度も目,待ち,心臓,怖,怖い,戚,戚の,所の,打った,改,改札,教科,教科書,数えた,方ま,方まで,日連,日連続,早朝,
                明か,明るく,時ご,時ごろ,時に起,時二,時十,書落,月明,札で,果がま,査,査の,査の結,検査,検査の,業で,浅い,
                深夜便,添い,湯た,然,然寝,物列,犬が,猫に,生き,生きて,用事,目が覚,眠った,眠りに,眠れて,睡眠,確か,確かめ,
                科,科書,細切,終電,結果が,臓,臓の,親戚,計を見,貨,貨物,起こさ,足な,車の,車の音,転が,返した,逆転,途中,
                途中で,連続,遅れ,部活,金,鍵か,開け,開けて,隣のい,隣室,電三,音が,音ば,館,館の
                """),
            Group(
                2,
                """
                awak at,blind,comme*,cri at,field,four hour,gues,into one,it on,my hair,my phon,soft,squig*,squiggl,
                tel,the blind,the neighbour,the tel,they say,to my,up in,was warm,あま,あまり,いち,います,いるみ,いれに,
                い夜,うと,うとす,えたら,おに,おにぎ,がぜ,がぜん,がぷ,がまだ,が覚,が軽,が軽い,きりし,くて寝,くま,くまで,
                けだ,けま,こえ,こね,こわ,ごろ,し屋,し暑,じお,じめ,するほ,すれば,すん,す前,ずいた,ぜんぶ,そこね,ただ,
                たーな,ちる,ってみ,つ手,て半,て半年,でう,でうな,で三,で方,で本,で洗,で落,で記,とす,ど眠,なかっ,なりま,
                なるの,にいる,にぎ,にぎり,にぐ,につけ,にの,にみ,に入っ,に床,に残,に残業,のふ,のほ,のほう,のを待,のー,
                のーと,の電車,はよ,はよく,は久,は立,ぱり,びにの,び起,ふぃ,ふけ,ぶし,ぷる,へん,ほう,まぶ,ま寝て,みず,
                みみ,みみず,やっと,らじ,らじお,られた,りした,りにい,りにつ,りの,りの電,り眠,るか,るくな,るす,るぷ,るほ,
                るほど,れて半,れに,れん,れんく,を変,を変え,を待っ,を打,を打っ,を覚え,んね,んねん,ーな,ーなし,一度も,久,
                乗,二十,二時に,五限,五階,付け,便,元離,六,再,十分,半年,合わせ,回や,地元,夜明,夜明け,夢で,夢の,夢の中,寒,
                寒く,寝つく,干す,憶,憶な,打っ,持つ,持つ手,数えて,方言,旅,日の,早め,昔の,暑い,朝に,札,果が,機回,気分,
                消して,濯機,眠薬,立った,箸,箸持,考,聞こ,聞こえ,苦し,蒸,蒸し,覚ま,言し,記憶,軽い,途,鍵,間ぐ,階え
                """),
            Group(
                1,
                """
                今夜
                """),
        ])
}
