/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let drowsiness = List(
        theme: .drowsiness,
        groups: [
            Group(
                28,
                """
                眠
                """),
            Group(
                24,
                """
                alarm,寝
                """),
            Group(
                20,
                """
                heavy,snooz,wake,ねむ,起,起き
                """),
            Group(
                16,
                """
                aslee*,asleep,coffe,doz,get,get up,head,i just,nap,noon,slow,stay,to stay,under,yawn,午,布,昼
                """),
            Group(
                14,
                """
                after lunch,and miss,chin,coff,couch,drag,drag myself,dress,dull,eye,fog,foggy,laz,morn,of bed,on my,
                open,sleep*,slept,slump,sofa,stay awak,to do,woke,zombi,あと,かく,くて,だる,ても,ふと,ふとん,やる,怠,
                朝,目が,目覚,頭,頭が
                """),
            Group(
                12,
                """
                a morn,awak,bed,doze,drool,drow,duvet,eyeli*,eyelid,fell asleep,got up,late,lazy,letha*,morni*,
                morning,motiv*,motivation,my chin,my eye,nod,nod off,off,off the,overslept,pyjam*,pyjama,sink,slugg*,
                sluggish,the duvet,thi morn,two and,woozy,だら,つら,とん,ねぼ,ぼう,ぼー,る気,出,寝す,毛,毛布,目,覚,鈍
                """),
            Group(
                10,
                """
                5,befor eleven,blank*,blanket,blind,cotto*,cotton,curta*,curtain,desk,doz off,feel like,get going,
                get mov,get start,grogg*,groggy,hit,i couldnt,i put,lay,libra*,library,library and,lunch,make myself,
                on and,overs*,procr*,procrastinat,profe*,professor,pull the,sermo*,sermon,start,stay in,the bed,
                the blind,the same,the sermon,the whol,to sleep,until i,with it,あか,あく,あくび,うとう,から,たが,とうと,
                ぼけ,やる気,る気が,をこ,中に,体が,半分,寝てし,後,朝が,朝は,目覚ま,眠く,腰,落ち,覚まし,覚め,首が
                """),
            Group(
                8,
                """
                all i,an hour,and remember,and then,asleep at,at her,back of,began to,bell,blear*,bleary,caffe*,
                caffein,cheek,cobwe*,cobweb,could,couldnt,count breath,crawl and,curl,down again,down the,dress gown,
                drows*,drowsy,eye kept,feel,gown,granddaughter,half asleep,heate*,heater,i,i kept,i listen,i spent,
                i was,i woke,jingl,keybo*,keyboard,lazin*,lazines,like,like lead,me,me to,minut,miss,more,my alarm,
                my cheek,my chest,my desk,my granddaughter,mysel*,myself,myself move,no motivation,nodd,out with,
                over my,oversleep,pajam*,pajama,podca*,podcast,pok,pull,puppe*,puppet,put the,ran out,rang,roll over,
                sent me,sleep,sleep in,sleepwalk,slept through,slid,switc*,switch,the back,the blanket,the letter,
                tim and,to get,turn into,two oclock,unmot*,unmotivat,until noon,want to,warm,warm under,was warm,were,
                woke up,wrong with,your,あかん,かか,がか,がかか,がって,が働,が遠,こた,こたつ,ごろ,ごろご,しな,たつ,たま,
                っく,ていた,とう,とし,どう,どね,なま,にど,にも,まけ,まの,まぶ,まま,めき,もや,もりが,らず,るの,ろご,
                ろごろ,んの,一時間,中,二度寝,会議,倒,先生,出す,分,午後,寝て,布団,度寝,意識,意識が,欠伸,洗,眠た,眠気,瞼,
                瞼が,腰が重,落,覚ま,識,識が,議,重,開,首
                """),
            Group(
                7,
                """
                a long,a minut,a nap,afternoon,and,and lay,and ran,asleep on,at my,back to,batte*,battery,bed for,
                bothe*,bother,brain,brain wouldnt,cant get,chest,could*,didnt feel,drop,dur,easte*,easter,edge,
                everyth,felt,for half,gutte*,gutter,hard,head on,head was,hold,i drift,i slid,in slow,inste*,instead,
                into thre,kept,lead,les,long,long line,low,lying,made a,made me,me i,me want,mean to,morn person,
                motio*,motion,my eyelid,my head,my pen,my seat,on thi,porri*,porridg,read the,sat on,semin*,seminar,
                shut,slow motion,snor,spent,sun came,ten,the page,the screen,the shower,thre hour,through the,
                twenty minut,two,up all,up late,went,wher i,whol day,いた,かな,かなか,から出,から落,かーて,がっ,がつ,
                が入,が重,き出,ぎり,ぎりぎ,くな,くび,こっ,こっく,こーひ,すぬ,そこ,たい,ちま,ちまし,っちが,っと,に張,
                に張り,ぬー,のあと,ひー,ぶたが,ぼうっ,ぼんや,まぶた,まま一,ま一,もす,もやが,やが,やがか,ら出,ら落,ら落ち,
                りぎ,りぎり,りし,れた,を洗,を過,んやり,ーず,ーてん,ーひ,ーひー,一日,一時,二度,五,五分,伸,体が重,何も,
                働,億,億劫,入ら,入らず,出ら,出られ,分夢,前中,劫,動,動き出,午前,午前中,半分夢,団,寝癖,居眠,居眠り,昼食,
                時間,眠い,船,落ちま,起きる,車で寝,過,過ご,顔を洗,飲んで
                """),
            Group(
                6,
                """
                after*,and that,armch*,armchair,asleep whil,at ten,at the,been in,been mean,began,breat*,breath,
                chin hit,clos,could not,crawl,do,do the,drift off,droop,eleve*,eleven,entir,eye open,face,five tim,
                for thre,from the,going,got,got back,grandpa,had to,hard to,hour,hurt,i got,i lay,i press,i sat,in,
                in that,it off,ladde*,ladder,late to,laund*,laundry,lay down,letharg,lethargic,lid,look at,moment,
                ocloc*,oclock,of me,on the,or,pen,person,right,same,seat,set the,shut them,sleepy,slept in,sprea*,
                spreadsheet,switch on,ten and,that was,the book,the cover,the curtain,the entir,the pillow,the sun,
                thi,third,thre,thre day,till,up in,wet,wher,あら,あらー,いるの,い腰,かくて,かず,かっ,かん,がだ,がぼ,
                がれ,きが,くっ,こん,しそ,しそう,しまっ,そふ,そふぁ,たくな,だるく,つもり,てん,て終,で寝,で目が,にな,
                にもや,に頭,のま,の前で,ふぁ,ぶた,ぼん,みず,みみ,みみず,もう,も入,ようで,らーむ,りしな,り足,るき,を出,
                を洗っ,を開,んや,んを,ーて,上がれ,下がっ,中にい,二,動き,半,団か,団から,夕方,居,布をか,布団か,張り,後は,
                怠け,授,授業,日ぱ,昼の,欠,止めて,毛布を,洗って,癖,聞きな,腰が,舟,舟を,覚めな,起きれ,開いて,雨の,雨の音,
                頭がぼ,頭にも
                """),
            Group(
                5,
                """
                acros the,again in,alarm went,all,all day,and im,and the,aroun*,around,audio*,audiobook,back in,bear,
                befor,big,book on,bring,by two,clas,couldnt get,dont want,dur the,for a,form,four tim,fourth,hair,
                half,have been,hit the,hour and,hum,i had,i set,i stay,is that,kitchen to,lay on,light,like a,
                listen to,lunch i,make,miss my,momen*,my cloth,neck,of,off in,perso*,press,put off,quart*,quarter,
                seem to,sent,set,show,skip the,someth and,spent the,splas*,splash,sunday and,swam,tax,the clock,
                the dish,the kettl,the kitchen,the room,the train,thick,throu*,through,to go,under the,until,up,voic,
                warm bed,was,was full,いっ,いっち,うして,うっと,うつら,うで,うと,うと思,う五,う手,う手が,おっく,おぼ,
                かも,かー,があ,がが,がく,が入ら,が回,が回ら,が最,が遠く,が開か,きたの,きなが,きりし,きる,き上,き上が,
                き者,くう,くなる,くん,こさ,こされ,こー,ごは,ごはん,すい,すいっ,たかく,たまま,た掃,だらけ,だるさ,ちが入,
                ちて,っくう,ってい,っどか,つつ,つに,つらう,つ目,てばか,てんを,でし,でつ,とんか,とんに,と五,どうし,どから,
                なって,に二,に肘,のまま,の中,の中に,の声が,ばか,ばかり,ひーを,びば,ぼえ,まっ,まで,むり,もか,もめ,もり,
                も寝,も寝て,ゃき,らう,らうつ,らけ,らっと,りこ,るく,るのに,ろし,を止,んでも,んど,んを開,ーっ,ーっと,ーと,
                下が,井見,会議で,倒れ,先生に,先生の,写経,刻し,前で,午後の,回ら,寝ぼ,寝坊,数えて,方で,昼寝,止,止め,気が,
                気に,洗っ,猫の,生に,生の,眠か,者だ,聞,肘,肘で,船を,船をこ,落ちて,見ら,見られ,覚めた,言われ,議で,資,資料,
                起き上,起こさ,車で,遅刻し,遠,遠くな,重くて,開か,除に,隣の子,雨,電車で,頭が回,顔を,飲ん
                """),
            Group(
                4,
                """
                acros,after the,and all,and was,and went,blink,butto*,button,cant,climb,clock,clos my,cold,cover,
                day and,do anyth,drop off,everyth in,fell,found my,fourt*,grand*,gues,had one,half an,i cant,i look,
                i were,it with,keep my,kettl,lay in,learn,lette*,letter,mark,mark on,me up,mean,mov,move,my brain,
                my scarf,on to,open the,out of,over,pillo*,pillow,plan,quarter of,remem*,remember,same line,seem,
                showe*,shower,sleepines,slow and,someb*,somebody,squig*,squiggl,star at,stood,stood in,strug*,struggl,
                struggl to,sun,the alarm,the couch,the cushion,the rain,the sink,the sofa,the wheel,then,then it,
                through my,too late,turn,turn off,twent*,twenty,usele*,useles,was no,was still,was too,water,went on,
                whol,with me,ぁか,ああ,いたら,いね,うあ,うあか,うだ,うつ,えてた,えん,おっ,お寺,かかっ,かぶ,かぶっ,かれ,
                かれた,かれー,かんの,か居,がしょ,がたま,がつか,がつら,がれな,が働か,が弱,が恋,が手,が苦,が苦手,が閉,
                きっ,きられ,きるの,きー,くり,ぐ横,こで,ごし,ごした,された,しても,しょぼ,じて,じゃま,すぐ横,すご,すと,
                すとー,たいで,たか,たく,たのに,たまっ,たみた,たら夕,た倒,だと言,だるい,だるか,だん,ちが,っきり,っくり,
                ったが,っど,っ伏,ついた,つかれ,づかず,てし,てたら,てば,て一,て戻,て目,でに,で座り,で意,ところ,とー,
                と一日,と落ち,と言わ,どか,なれ,になれ,にまぶ,に不,に勝,に寝,に突,に見,に起こ,のつ,のつも,の上に,の前,
                の声,はいっ,はみ,はん,はんの,ばすの,ぱじ,ぱじゃ,ぶっ,ぶつけ,ぶの,べそ,べっど,まって,までに,までは,まで寝,
                むい,むかっ,むけ,むた,むに,めん,もうあ,ゃま,やと,やも,やらな,やり,やろ,ょぼ,られな,らー,ら動,ら夕,ら夕方,
                りこん,りた,りたく,りにな,るい,るかっ,るのが,れな,わった,をかぶ,を数,を数え,を聞,を開け,んから,んどっ,
                んのあ,んのに,んを食,ん下,ーぶ,ーぼ,ーむに,ーむを,ーを,ー食,三つ,三時,三行で,中にま,中に寝,井,伏,伏し,
                体,倒れた,働か,入っ,刻,前中は,勝て,合いが,吸を,吸を数,呼吸,呼吸を,団が,団を出,坊,声が,夕,夕方だ,天井,
                嫌だ,子に,字,家族に,寝落,寝起,寝過,寺,寺の,屋に,布を,弱,思って,意,手か,掃除,料,方だ,方だっ,族に,日を,
                暗,暗く,替えて,朝ご,業,歩に,気,気が出,気合,濯物が,目か,目から,目がし,目が開,眠り,突,突っ,立を,終わっ,
                経の,置いた,聞が,聞き,脚,脚立,苦手,行で,起きて,起きら,起こ,足り,転中,転中に,遅刻,運転,運転中,過ごし,
                遠く,遠の,部屋に,閉じて,電車,頭が働,頭ぶ,食
                """),
            Group(
                3,
                """
                alarm rang,an,asleep in,at six,awak at,befor noon,book,cant seem,cloth,cushi*,cushion,dark,did it,
                dish,do my,doing,five,free,get out,hate,hour to,i dont,i feel,i nod,i slept,i stood,in bed,into one,
                ive been,just,my face,no more,of an,off over,page,rain,ran,rerea*,reread,run,secon*,second,shak,
                spent it,star,strai*,straight,the chair,the desk,too long,took me,troub*,troubl,was going,winte*,
                winter,word,you can,いが,いった,いてい,いやに,いるみ,うが,うちに,うっ,うとし,うの,ぇ覚,ぇ覚め,からお,
                から一,か動,がいや,がさめ,がた,が下,が下が,が出な,が半,が半分,が膝,が落,が落ち,が重く,が開,が飛,きが悪,
                きてか,きな,きら,きり,きるま,くさ,くつ,くつも,こうの,こない,こんだ,こんで,さめ,しとっ,しにし,しま,しまう,
                しゃ,じゅ,じゅう,じん,すの,する気,ず寝,たいや,たつで,たふ,た後,だ水,だ目,ちに頭,っき,ったま,ったよ,
                ってこ,っとし,つかな,つで,つのま,つも,づか,てしま,てず,てへ,てへん,て打,でう,でも,で布,で座,で教,で目,
                で記,と一,と思っ,と落,どに,なあ,なかな,ながら,にい,にくる,にま,にみ,にも入,に倒,に倒れ,に入っ,に気,
                に気づ,に置,に置い,に行く,のあ,のがい,のほう,のまに,の子,の字が,の授,の授業,の散,の散歩,の暖,の窓,の窓に,
                の話を,の途,の途中,の部,の部屋,の音を,はっ,はつ,はんを,は体,は半,は半分,は眠,は開,ぶつ,べたら,ほう,
                ほうが,まいま,まう,また,まだ,まにか,ままだ,みの日,むく,むを,めが,めな,もする,もつ,も出,ゃっ,やに,やにな,
                やら,ゅう,らお,らっ,らと,らな,られた,ら一,ら一時,ら出ら,りして,りて,りてい,り出,るう,るうち,るさ,る駅,
                れこ,れこん,れても,れない,れー,ろうと,ろま,ろまで,われた,をまた,を聞き,を言,を言わ,を開い,を食べ,んがか,
                んじん,んに,んに張,ーむ,一日じ,三,三時に,三行,上がっ,上に,下,下り,不機,不機嫌,中ず,中ずっ,中は,二時間,
                五限,休みの,会議の,体がだ,何もす,何を,倒く,倒れこ,働き,先,入った,写,出すと,出た,出な,出る,分下,勤ぎ,
                合い,向こ,向こう,呂にも,呼,回しに,回らな,団の,団の中,図書,坐っ,坐って,塾,字が,寝し,寝の,布に,布にく,
                布団の,度も目,座,座っ,座って,座り,座りこ,後の授,後三,後回,思っ,恋し,想の,想のつ,憶,憶な,戻っ,戻って,
                房が,打っ,打って,掃,授業は,数え,料の,新聞,日じ,日じゅ,昼ま,昼過,昼食の,書を,書落,書館,朝の,朝の散,本を,
                本を開,杯飲,業は,業は半,母に,毛布に,気づか,気にな,水の,洗濯,洗濯物,濯,濯物,物が,生,申,申請,目ぇ,目ぇ覚,
                目は,眠っ,眠った,着替,着替え,瞑想の,窓に,経,膝か,行く,見た,言わ,記憶,話を聞,請,請書,議の,資料の,起きが,
                過ぎた,部活,重い,重く,開い,開ける,間も寝,降,降り,除,面倒,音を,音を聞,頭は,飛,食の,食のあ,館,館の,駅を
                """),
            Group(
                2,
                """
                almos*,almost,and woke,drift,far too,going to,gone,i felt,im,kitch*,kitchen,lapto*,laptop,my grandson,
                not a,pinch,recit*,recital,scarf,study,ぁで毛,いても,がだる,がでな,が起,が起き,きて,きれ,ぎた,ぎま,くる,
                ころ,じゃ,すき,ずい,ずいた,せない,そのま,たかっ,たよ,たよう,た毛,だっ,だった,だらだ,ったか,っち,ってた,
                つけて,てこ,てこな,てた,でした,でしま,では,でら,で寝て,で毛,で毛布,とこ,と思,なると,にいた,にいる,にく,
                にした,になら,になり,に頭が,のい,のが,のがつ,のほ,のー,のーと,の上,の字,の朝,はい,は仕,は仕事,は暗,ばす,
                ぶって,べっ,ましを,まじで,みの,むか,もぐ,も眠,らだら,らで,ら出た,りる,るか,るのも,るみた,われて,ーとに,
                三時間,上が,中で,仕事に,入,冬,冬の,出せ,出せな,出たく,出勤,吸,回し,団を,図,寝ても,布か,布団を,後の,恋,
                想,房,手が,方,暖房,最後,業中,気がな,目があ,瞑,瞑想,窓,窓を開,膝,苦,落ちた,起きた,起きな,鉛の,鉛のよ,
                閉じ,開かず,頭が動,食後
                """),
            Group(
                1,
                """
                まし
                """),
        ])
}
