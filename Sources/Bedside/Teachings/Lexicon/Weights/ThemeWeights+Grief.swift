/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let grief = List(
        theme: .grief,
        groups: [
            Group(
                28,
                """
                her,his
                """),
            Group(
                24,
                """
                いな
                """),
            Group(
                20,
                """
                dad,gone,him,lost my,mis,sinc,smell,still,亡,死,母の,泣,涙,盆
                """),
            Group(
                16,
                """
                a year,buri,call me,cry,dead,grand*,have been,hospi*,is,los,mum,vet,いない,もう,仏,喪,墓,忌,母,消せ,父,
                父の,骨
                """),
            Group(
                14,
                """
                ash,by the,candl for,cat,chair,collar,condo*,condolenc,cri,died,dog,grav,laid,last,last time,lost,
                memor*,mis my,mom,pas,photo,she,shirt,sinc my,tear,wept,widow,year,あの,夫の,失,法,逝,遺
                """),
            Group(
                12,
                """
                and i,away,bowl,brok,death,die,empty,fathe*,father,glass,go,grief,griev,heart*,hole,leash,left us,
                miss,miss my,mothe*,mother,mourn,old,pas the,pipe,sad,scarf,sob,strok,tabl for,tell,the hospital,urn,
                voice*,voicemail,weep,wish,would,would have,かなし,てき,亡く,偲,写真,別,別れ,命,命日,夫,影,棺,死ん,泣い,
                消,犬,葬,訃,訃報
                """),
            Group(
                10,
                """
                ach,ache,anniv*,anniversary,been,best,best friend,breakup,cance*,cancer,candl,coat,colla*,funer*,
                funeral,goodb*,goodby,handwrit,hed,i heard,i held,i remember,jumpe*,jumper,late,left,me back,me by,
                month sinc,my dog,nobody call,now,old cat,out to,pass away,photo of,put,remem*,remember,say goodby,
                side of,song,still hang,sweater,tabl,the bed,then,they,thi,to call,told the,until the,used,used to,we,
                week sinc,witho*,without,would*,wouldv,あの日,うと,かけ,がん,しの,に穴,の訃,の訃報,み上,み上げ,ゃんの,
                んの,二人,会,出てき,前,喪中,回忌,報,失っ,式,形,形見,急に,悲,悲し,服,流,真,穴,立,線香,首輪
                """),
            Group(
                8,
                """
                a candl,a man,aftershav,and the,and then,and woke,appl,ask how,at the,bed is,belie*,believ,berea*,
                bereav,box,buria*,burial,by,call,cardi*,cardigan,cemet*,cemetery,cot,crema*,cremat,dial,diall,
                didnt know,divor*,divorc,dream that,empti*,emptines,eulog*,eulogy,first,glass in,grandpa,grave*,
                gravesid,handw*,hang,have,he left,heads*,headston,heard a,heart,his offic,his shirt,hospic,
                hospital bed,how many,hymn,i read,i visit,i went,i wore,i wrot,in her,in the,lit,lit a,lov,man with,
                memorial,misca*,miscarr,never,numbe*,number,obitu*,obituar,of her,our,out,pass,pass on,photo*,
                photograph,plac,plat,pleas,put one,read the,recip,sadne*,sadnes,set the,shop,shop and,side,slipp*,
                slipper,smell of,sorro*,sorrow,ston,sweat*,the cot,the end,the garden,the other,the shop,the tabl,
                the vet,they play,thi morn,to my,to sleep,took,tooth*,toothbrush,wardr*,wardrob,was here,we lost,
                what to,wrot a,いなく,うとし,うど,う会,お墓,お通,から出,がんで,きて,きてい,くなっ,ちゃん,った,つらい,
                てか,てから,てた,ない,なっ,にお,に話,のぽ,のん,の名,の日,の時,の服,ぽっ,まだ,もう会,られな,ら出,れら,
                二,亡くな,今,他界,供,儀,写,出,出て,初盆,合わ,品,天国,好,好きだ,妻,岸,席,席が,度,引き,彼岸,思い出,恋,
                旅立,日,最,最期,残,残っ,流産,片,犬の,猫,猫が,玄,玄関,生,生き,生きて,産,留守,看取,碗,空い,空いた,線,胸,
                臨,臨終,茶,茶碗,葬儀,見,言え,輪,辛,辛い,通夜,遺品,関,首,香
                """),
            Group(
                7,
                """
                a book,a stranger,already and,an old,and everybody,and pull,anniversary of,ballo*,balloon,bed,befor i,
                christma without,cloth,com back,da,down at,dream,due,due date,first christma,grandmother,had,heard,
                held his,her coat,her favourit,hes gone,his hand,hospital,husba*,husband,i cant,i made,i pas,in it,
                know what,magaz*,magazin,mo,my best,my da,my kne,my mo,nowhe*,nowher,on sunday,our song,paw,pull,say,
                set,siste*,sister,sit in,still talk,the grav,the lake,the weed,to say,tree,us,was,was on,went out,
                wife,woke up,wore,year sinc,いがし,いたま,いちゃ,いて,いる,い出,い出し,うい,えな,おいが,がとう,そうに,
                だった,っかり,つら,てきま,として,なくな,なし,におい,に残,に逝,の橋,の誕,の誕生,まま,もうい,ゃん,ようと,
                を見,一周忌,一度,九,九日,会い,会いた,余命,供養,切な,十九,十九日,周忌,四十九,国,失い,彼,恋し,手を合,最後,
                服を,法事,法要,物の,留,祖母の,納骨,終,胸に,虹の,見送,通,食卓,養,骨壺
                """),
            Group(
                6,
                """
                a box,aliv,all said,almos*,almost,and couldnt,and put,are gone,at five,back,bought him,but the,card,
                died and,door and,each,favourit,five oclock,flower on,food,for two,found,from,grandfather,had to,
                heartbreak,heartbroken,her thing,hes,him down,his number,hous is,i found,i have,i still,is empty,
                is still,it wasnt,let the,list,man,many,miss him,number four,of a,on,on the,one,phon to,polis*,polish,
                reach,reach for,right and,said it,see,she had,she left,stick,still on,stuf,talk to,tell her,that,
                they had,time i,to stop,tool,tuesd*,tuesday,under the,was kind,weed,went through,あち,あちゃ,いたい,
                かな,がと,が広,が空,き出,けま,じい,じゅ,じゅう,たまま,たれ,た手,だっ,だ片,ちゃ,づけら,ている,とし,ないの,
                なった,に乗,のにお,の名前,の味,の時計,の言葉,ばあ,ばあち,ばん,まだ片,ゅう,らい,りがと,れて,を合,を合わ,
                を引,を引き,んです,んなで,一周,一緒だ,三回忌,上げ,主人,二つ,人の,仏さ,仏壇,他,先立,出か,出かけ,別れて,
                前を,卓,参,参り,友人の,取,名前,四十,墓参,墓参り,壇,壺,夢に,大切,天,妻の,守,度話,引き出,形見の,後に,心に,
                急,息,新盆,旅,日の,書き,最後に,最後の,期,橋,止,死んで,涙が,片づ,犬が,玄関を,生前,界,番号,看,祖,立て,納,
                緒だ,緒だっ,老犬,要,見の,言えな,遺影,間に,関を,関を見,面,面影
                """),
            Group(
                5,
                """
                a messag,after*,again,and kept,and sat,any more,are,away the,baby,beach,been taken,birth*,birthday,
                break*,bro,chair is,children,chris*,christma,clear out,com,diall her,down the,everybody,fa,favor*,
                favorit,favou*,found a,gra,grandma,had a,half a,he was,her chair,her handwrit,her number,her side,
                him about,his handwrit,huge,hus,i didnt,i had,i sang,i wouldnt,is in,kept the,kne,know,laid out,lake,
                last of,lead,left it,lette*,letter,long way,los my,memory,my coat,ocloc*,oclock,of his,one with,
                out the,scatt*,scatter,see her,si,sinc he,sinc she,slip,smell like,song in,sort,still in,sunda*,
                sunday,supermarket,the chair,the hous,the long,the paint,the street,the supermarket,the window,them,
                then i,thi week,thi year,thing,to her,umbre*,umbrella,was gone,way so,we all,weak,week,were,wi,
                would call,wouldv been,wrot,ありが,いた,いたく,いの,ういな,うご,うに,うにな,う一度,おい,お線,お線香,
                かけて,かば,かばん,かれた,がいな,がき,が亡,が亡く,が思,が止,が止ま,きだ,きだっ,くな,けまし,けら,けられ,
                け来,こみ,ごが,ござ,さを,ざい,してい,してき,じいち,せな,たか,たくて,たま,た鳥,っか,つもの,です,とつ,
                と言,ないこ,なで,なら,な人,にさ,につ,に先,に握,に間,に間に,の席に,の携,の支,の整,の日か,の椅,の椅子,
                の病,の言,の電,の靴,の首,ひとつ,ぽだ,もの席,も胸,らんよ,ら出て,りーど,り明,わって,をして,を亡,を作,を処,
                を解,を通ら,んに入,んよ,んよう,んを,主,二人分,今も,今年も,今日で,余,処,処分,出し,出した,出すと,分し,
                卓が,友人,号,周,品の,喪に,報が,報を,失恋,子の,守電,師の,席に,年も,広,広い,度会,後,後の,思,思い,息子,所,
                手の,提灯,握っ,握った,整,整理,日で,死な,残って,泣いて,泣け,涙す,灯が,片づけ,理を,理をし,生日,病院の,
                盆の,知だ,碗を,祖母,約した,終わっ,老,茶碗を,解約,話し,誕,誕生,誕生日,込み,送,送っ,遠回,部屋,開けま,電,
                電話に,食卓が,飼っ,鳥が
                """),
            Group(
                4,
                """
                a phon,and go,and had,and it,breath and,child*,come,cri in,cup thi,date,forev*,forever,gave me,give,
                go on,half,his favourit,hook,i keep,i laid,i saw,just,lot,made her,miss her,mistak and,morn and,most,
                my brother,name,nobod*,nobody,old dog,out i,out two,pocke*,pocket,put her,read,sang,sat on,she gone,
                sit,sleep,someo*,someon,stand,still smell,stranger,super*,taken,the blue,the car,the drawer,
                the hospic,the iron,the one,the room,the seed,the steer,ther was,thought all,to leav,to tell,two cup,
                under,visit,voic,was a,were my,what i,wheel and,whene*,whenever,wool,word,year and,あい,あたた,あり,
                いてき,いのに,い出す,い部,うたん,うね,う会え,う返,おった,お彼,お盆,お茶を,かご,かさ,かにな,がなく,がひと,
                がわ,が店,が急,が死,が空っ,が終わ,が覚,が覚め,きなか,きまし,きを書,き取,くした,けそ,けて,しか,した,して,
                して帰,しみ,しよう,じ味,せない,せーた,たたか,た場,た後,た歌,だ玄,ちがう,っとの,つが,つけて,つぼ,つ出,
                つ戻,つ空,づけ,で乾,で二,で母,で流,で消,と言わ,どん,なかっ,ながら,なれ,にある,につか,になる,に乗っ,に似,
                に出て,に静,に音,のいな,のお,のく,のせー,のはが,の中が,の前を,の墓,の好,の好き,の席,の服を,の着,の着物,
                の窓,の色,の電話,の骨,はが,はがき,は来,ひと,ぷを,ぺっ,ぺっと,ぼに,ぽん,ます,も手,も言え,も通,らを,ら今,
                りそ,りそう,りに行,りー,るい,れも,ろ姿,わなか,われた,を抱い,を書き,を止,を言え,を話,を話し,を通,んぷを,
                一年,七,七回,三回,中が,中の,乾杯,事は,亡き,人,人を,人分,今年,仏前,会え,似た,儀が,入れて,写真を,出す,
                別式,前し,十歳,号を,合わせ,告別,味に,回り,場所,壺を,好き,好物,妹の,妻が,姿,姿を,娘,実,実感,家の中,屋を,
                師,帯,帰った,年,店で,度の,度を,引,恩師,息を,息子の,感,感が,所だ,所の,手が止,手につ,抱い,抱いて,提,携,
                携帯,日から,日で二,日な,日なの,明る,明るい,時計,月,月命,来た,来ない,杯し,椅,椅子,槽,槽の,歌が,正月,歳だ,
                残る,水槽,況,況を,消せな,涙ぐ,涙を,父のせ,父のに,猫の,産し,番号を,目が覚,真を,着物,空,窓,窓口で,立た,
                約し,絡先を,色が,茶を,葬式,虹,街で,見か,見るの,覚,言葉,話,話しか,誰が,車に乗,軽か,輪を,近況,送り,通ら,
                部屋を,間に合,院の,電話,電車に,静かに,面会,面会に,飴,飼,骨つ
                """),
            Group(
                3,
                """
                all through,alrea*,already,and they,and watch,are up,baske*,basket,becaus they,box for,broth*,brother,
                café,clear,down my,drawe*,drawer,empty chair,eveni*,evening,fenc,flowe*,flower,gate open,hardw*,
                hardwar,has been,her bowl,here,him go,i cook,i cri,i left,i set,if id,is gone,is so,it doesnt,it open,
                itd,keep see,keep want,laugh,left me,les,like somebody,lost the,love,machi*,machin,match,match and,
                milk,mother hand,my father,my heart,night in,now the,of my,offic,old school,on them,one plat,open and,
                other side,out on,packe*,packet,peopl,phon shop,ring,room,room the,rug,school and,seat,seed,she was,
                shop list,so quiet,spok,stamp,steer,steer wheel,stood by,stor,that the,the cat,the doctor,the flat,
                the floor,the match,theyr pull,to him,wher he,あいつ,あ言,いが,いこと,いち,いつの,いつも,いれて,いんだ,
                い二,うと言,う二,う出,う感,えぷ,おじい,かない,がう,がつら,がや,がやっ,が入っ,が届,が届い,が消,が終,
                きなが,きま,きを,き出し,くし,くつ,くりす,けてい,けよ,け切,ことが,ささ,さって,さよ,さよな,さん,しいい,
                しかけ,しぴ,しよ,すませ,ずにい,せずに,せて,せー,たた,た妻,た種,だか,だ傘,ちつ,ちょう,ったこ,ったよ,
                っとに,つかな,つの,てに,ての,ても同,てら,てられ,て帰,て帰っ,て電,でした,でち,で残,で開,とう,とに,との,
                と会,と言え,ど一,ないん,ならへ,なると,にし,にして,につい,になら,に一度,に入れ,に合,に手,に父,に話し,
                ねん,のう,のえ,のおっ,のお茶,のがつ,のま,のれ,の前,の割,の時間,の杖,の法,の編,の袋,の部,の部屋,ぴを,
                ふらー,ぷろ,ませた,まだか,まに,まふ,まふら,ま残,もう一,も同,も同じ,よう,よな,よなら,らへ,らへん,られ,
                ら泣,りして,りすま,り株,れしぴ,わい,わせ,わっ,をすま,をひ,を二,を作っ,を抱,を捨,を捨て,を更,を書,を片,
                を片づ,を聞い,を見る,を覚,を覚え,を言,を送,んじ,んだと,んで,んぷ,ーど,ーどを,一緒,乗,乾,二十,人に,人分の,
                仏壇に,会うこ,会えな,会に,会の,会の名,似,作った,傘立,先,先に,先を,出ない,出物,初,割烹,勤し,口で,号が,
                合わな,名,名前を,告,味,味噌,味噌汁,噌,噌汁,墓前,壇に,夢,夫が,妹,娘の,子を,字で,守番,家の,届い,届いた,
                帯を,年に,影に,役所,後ろ,忌が,恩,戻し,戻した,手を,手書,捨て,握,携帯を,支度,日か,時計を,時間に,書か,
                書きの,月に,月に一,木だ,杖,来な,株,株で,止ま,止め,正,歩の時,歳,汁,泣き,灯,烹,烹着,片付け,物,物置,玄関に,
                番,番電,病院,着の,種の,空っ,空っぽ,窓口,箱を,終わ,絡先,置か,葉,街,要を,見つけ,見る,覚えて,覚め,覚めた,
                解,計を,話して,話をか,車に,近,追いか,通知,連絡先,針に,間にな,関に,電車,静か,靴,音が,飴が,骨の,鳥
                """),
            Group(
                2,
                """
                blossom was,can hear,echo,hear the,her and,i stood,in an,iron,is that,it i,it is,last night,march,
                my husband,night of,of it,of wind,outsid,pavem*,pavement,read glass,sound like,tel,that all,
                the blossom,the boy,the pavement,the tel,watch the,wind,you,いかけ,いこ,いと思,いのだ,い正,い食,うこ,
                うこと,うを,う剥,おっ,かけた,かけの,がい,がし,がち,がひ,く動,けたら,けっ,けっと,さっ,さびし,すま,すます,
                せず,たよ,たーを,だと,だ父,だ片づ,ちょ,ったま,ってた,ってる,てきた,てきて,て出,で書,とりで,と思う,どを,
                ないく,なって,にいる,に一,に二,に好,に残っ,に行っ,のせ,のだ,のだと,のり,の柿,の柿の,の老,びし,ぽけ,
                ぽけっ,みかけ,も言,ょう,られず,ら胸,るのが,れてし,ろん,をす,を供,を消,を聞,んじゃ,ーた,ーたー,下駄,乗っ,
                二度と,作,供え,剥,剥が,喪失,四,地に,度と,庭の,忘れ,思うと,捨,散歩の,更地,更地に,柿,柿の,柿の木,歩の,
                死別,母の味,消して,真立,眼,眼鏡,祖父,緒,編みか,老眼,色,行って,軽,込,鏡が,静,駄箱
                """),
            Group(
                1,
                """
                する
                """),
        ])
}
