/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let impermanence = List(
        theme: .impermanence,
        groups: [
            Group(
                32,
                """
                last
                """),
            Group(
                24,
                """
                chang,end,year,昔,終
                """),
            Group(
                20,
                """
                by,clos,down,final,is,leav,now,old,older,the same,used to,変わ,年,散,閉
                """),
            Group(
                16,
                """
                any more,are,candl,fast,glass,gone,grew,grown,melt,our,outgr*,pack,petal,quick,shav,sold,tide,turn,
                wilt,くな,には,もう,変,秋,節,雪
                """),
            Group(
                14,
                """
                album,any,away,brok,childhood,chip,doesn*,doesnt,fad,fall,fli,grow up,hand,mov,pass,retir,theyr,tooth,
                used,てい,にな,の間,今,十年,小,店,早い,昼に,昼には,木,桜,消え,背
                """),
            Group(
                12,
                """
                age,aging,alrea*,already,big,bye,came and,cloud,colleg,come,crack,disappear,echo,eight*,empti,era,
                every year,fade,first,fit,fleet,goe,good,hair,kne,longer,mos,mov out,passp*,passport,peel,photo,pond,
                ruin,rust,sandc*,sandcastl,seaso*,season,shop,snow,so,suit,summe*,summer,talle*,taller,the tide,wont,
                いう,せみ,もの,わっ,んが,一瞬,儚,別,前,割れ,古,地,壊,学,小さ,廃,昔の,最,最後,月,枯,枯れ,流,瞬,老,葉,蝉,
                越,過ぎ,雲,頃
                """),
            Group(
                10,
                """
                a laugh,away the,bloss*,blossom,by lunch,clear,cloth,disap*,empty,everyth,father walk,fell in,fifty,
                footp*,footprint,for colleg,for university,generation,goodb*,goodby,green today,grew up,grey,
                grey hair,grow,have,his sho,i tri,is over,key,longe*,mov away,now a,of us,our old,over,owner,pas,ros,
                sand,schoo*,school,teeth,that,the old,the ros,the sandcastl,the storm,today,transfer,unive*,
                university,vanis*,vanish,was,we talk,were pink,wher,いつ,い出,が経,ずっと,ていた,てた,なくな,なる,はか,
                り切,り切れ,わが,並,五人,前が,卒,卒業,変わっ,夏,実家,屋が,引,思い出,抜,早いな,時が,更地,月で,月日,歳を,
                流れ,独,白髪,立,線,育っ,色,花,退,過,遠,雪が,髪
                """),
            Group(
                8,
                """
                ago,anymo*,anymor,are all,are bigger,as tall,autum*,autumn,behind me,bigger than,boy,broke*,broken,
                by noon,castl,chang sinc,chang so,chapt*,chapter,child*,colle*,com,come back,crumb*,crumbl,cut,demol*,
                demolish,diffe*,different,doing,dont fit,drain,empty now,farew*,farewell,flower on,forgotten,forty,
                frost,gave away,get,go,gradu*,graduat,gray,green,had,has,i look,ice,imper*,impermanen,it had,kinde*,
                kindergarten,last day,last page,left for,look,mark,mark on,more,mother hand,mov to,my favourit,nest,
                ninet*,ninety,no longer,no more,nosta*,nostalg,on my,one remember,pink,pull down,recog*,recognis,
                relationship,same,sho are,short*,shorter,stop at,storm,sunse*,sunset,tall,tall as,taller than,tempo*,
                temporary,than mine,that boy,the,the door,the flower,the lake,the milk,to hold,too big,tree,tri,
                turn forty,turn thirty,us,vape,wed,winte*,winter,withe*,wither,without my,wrink*,wrinkl,yearb*,
                yearbook,yesterday today,young*,いず,いつま,おれ,かし,がも,がもう,が家,が年,が終,が遠,ころ,しお,しおれ,
                しぼ,ずっ,ずれ,った,つか,つまで,つれ,です,という,とと,にしま,にはも,の名,ひっ,ぶれ,ほつ,ぼん,らない,
                れて,わり,両親,今だ,代,写真,初霜,別れ,割,古い,名,増え,大,大き,子,子が,子離,季,季節,屋,常,思,成長,手放,
                散っ,旅行も,早,春一,昼,替,替わ,最後の,校,歩道,歳,池,消,無常,異,異動,節目,終わ,落ち,行も,転,部屋が,錆,
                錆び,長,長く,霜,顔ぶ
                """),
            Group(
                7,
                """
                an end,and go,and went,brown,burn,eighty,fathe*,father,first date,forev*,forever,found,found my,
                gener*,girl,hand in,has chang,her hand,is a,job,lake,like that,look at,look like,me to,move,mug,
                my doing,my first,my grandmother,my old,no,pain,penci*,pencil,pull,read glass,relat*,shop now,sign,
                sixte*,sixteen,so slow,spr,suitc*,suitcas,swall*,swallow,the choir,the holiday,the mirror,the year,
                thi,to an,tore,torn,trans*,turn fifty,wash,were my,wheel and,who was,will,wir,year ago,you can,あっと,
                あるば,いつの,が見,が見え,きさ,くの,こし,しわ,たんで,っとい,つの,つのま,と戻,どもの,なつ,になり,のまに,
                の手,ばむ,びら,べたら,やな,よく,り壊,るば,るばむ,るら,るらし,わって,をと,両,並み,傷,入学,写真を,勤,
                取り壊,古く,合唱,名前,唱,唱団,増,壊れ,大きさ,学生,実,家,巣,巣立,後の,懐,懐か,放,散って,時,暦,最終,業,
                永,永遠,独立,白,真,真を,空,紅,紅葉,終わり,続,老い,老け,背が,背を,花び,若,親,護が,転勤,迎,迎え,退職,送別,
                遅くな,道に,還,還暦
                """),
            Group(
                6,
                """
                a good,after two,alik,an,and by,and the,and they,anyth,be,box,cancell,clas,clear out,come and,curta*,
                curtain,deepe*,deeper,did the,door,favourit,flew,flown,grandmother,hand on,how,i gave,id forgotten,
                in an,it came,its,last even,last of,life,liv,lost,mayb,milk,mirro*,mirror,mood,mood till,my mother,
                new,no one,not the,of,of a,old school,play,proje*,project,see the,start,still in,stron*,stronger,
                the baby,the hous,then it,they were,thi morn,thirty year,thos,till ten,today the,too,turn yellow,
                twenty year,wave,were,whistl by,woke,yello*,yellow,yeste*,yesterday,あっ,いつか,いぶん,う五,う戻,が始,
                が帰っ,が曲,くなっ,くなる,この,ころの,ずいぶ,そか,そく,たなと,たり前,ち葉,つま,つり,て替,て迎,で終,とい,
                とき,と思,と続,ないで,なく,なって,なに,なりま,のころ,の名前,の日,の荷,の荷物,ひと,びー,ぶん,みそ,り前,
                り立,れてい,を取,んで,んな,んなに,一番,二度と,今は,出の,切ら,切られ,初,取,壁が,夕焼,夕焼け,大み,年の,
                幼,幼稚,度と,建て,後の日,思い,思っ,恋が,成,戻,旅行,日で終,春,曲が,木が,木が切,木犀,束の,柿,柿の,柿の木,
                母の手,焼け,犀,白髪が,着ら,着られ,瞬で,短く,祭,祭り,秋が,稚,稚園,空で,経,経つ,続く,線が,耳が,育,色あ,
                色あせ,落ち葉,葉が,見え,跡地,通っ,遅く,過ぎて,金木,電線,髪が
                """),
            Group(
                5,
                """
                a book,a phon,back,band,book i,brok and,came,came back,cance*,cherr*,cherry,choir,clear the,date,day,
                down to,eighteen,els,everyth in,favou*,fog,forgo*,get older,gone by,have been,hous,i lov,into one,
                lesso*,lesson,look older,my desk,need,never,noon,oak,old photo,on the,outgrew,outgrow,outgrown,
                phon shop,plant,remem*,remember,replac,satur*,saturday,shed,son is,stree*,street,sunday and,than,
                than me,the gate,the letter,the street,the tabl,the wheel,their,then,thirt*,thirty,tomor*,tomorrow,
                too fast,tre,turn eighteen,two year,villa*,villag,was my,was that,wasnt the,we had,week of,went,wheel,
                when,whil,with it,young,younger,あと,ある,あんな,いう間,いでく,いなあ,い写,い写真,い店,い頃,うつ,う間,
                えた,お別,お別れ,かった,かな,かも,かわ,がが,が割,が帰,が流,が短,が空,が色,き地,ぎる,くが,くと,くれな,
                く使,この先,さくな,しい店,してい,じさ,じ大,じ大き,ずい,たん,た乳,た子,た定,た茶,っき,つな,つば,つばめ,
                てん,として,と思っ,なぁ,なあ,なっ,なと,なり,なるま,な箱,にか,にに,の傷,の木,の流,の自,の自分,の頃,はも,
                はもう,ばめ,ばめが,びにに,べた,まに,みた,みたら,むよ,むよう,めが,もう手,もー,らし,りか,りのあ,りま,るの,
                るを,れ替,ろの,を出て,を着,を着て,んし,んとし,一年,上に,乳歯,二度,五,先ず,入れ替,切,初雪,卒業式,古い写,
                同じ大,名前が,地に,場にな,増えて,壁,夕,娘が,学生の,定,定食,家を,家を出,届か,年を,店に,引越,引退,当たり,
                後,思った,息子,手をつ,散り,散る,散歩の,時の,曲,更,更地に,最終回,来,板,柱,柱の,柱の傷,業式,歩,歩く,歩の,
                母,母が,池が,波,波で,浜,浜の,消えた,溶,溶け,物,町,看板,着,知ら,短,砂,砂浜,祭りの,私の,秋風,空き,終回,
                耳,職,花が,茶わ,荷,荷物,落,街並,解散,話して,足あ,跡,退し,道,部屋,鏡,閉ま,間,間に,離れ,電池,電池が,顔,
                食屋,駅前
                """),
            Group(
                4,
                """
                a car,again in,and ive,and noth,apart*,apartment,at my,baby,baker*,bakery,been,been taken,befor bed,
                bigge*,bigger,blossom was,can,car park,churc*,church,day at,day of,desk,drop,episo*,episod,even,
                eveni*,evening,excep*,except,fell,fever,five,flowe*,flower,for,for a,for that,foul,foul mood,found a,
                gate,had a,hundr,i found,in thi,is clos,is the,isnt,jean,leav fall,morn,morni*,morning,mothe*,mother,
                mount*,mountain,much i,night of,noth is,now i,of wind,off the,on sunday,on that,one night,only,
                page of,pavem*,pavement,repla*,self,sell,sho,show,shut,so fast,so much,someb*,somebody,tear,ten,
                ten year,the blossom,the company,the joke,the last,the offic,the pavement,they,they are,ticke*,ticket,
                two of,voic,wher i,whist*,whistl,wind,you,あせ,あると,あん,いうち,いぶ,いもの,うそ,うちに,う息,う手,
                う散,う沈,う着,えて,えてい,えに来,おじ,かの,かれて,か母,がぜ,がぜん,がと,がま,が伸,が伸び,が届,が引,
                が抜,が明,が更,が朝,が私,が私の,が落,が落ち,が遅く,きく,きくな,ぎて,ぎてし,く行,く行っ,く速,ぐを,けや,
                こむ,さく,しま,しょん,すは,すり,たたん,たな,たんが,た花,だけや,っこ,っとあ,っど,っ越,ている,でいた,でく,
                でくれ,で咲,で座,で座り,で死,で消,とあ,とけ,と写,どる,どを,ど落,ないう,にし,にん,にんぐ,に収,ぬほ,のおじ,
                のわ,の不,の先,の水,の瀬,の町,の足,の銭,の風,はむ,は口,は廃,ぶ歩,へ越,べっど,べび,べびー,ぼた,ぼたん,
                まっ,まった,までも,まにか,まる,みが,める,めるら,やめま,ょん,らに,られて,ら前,ら治,りまし,り変,り変わ,
                るま,る手,れなく,わった,わっち,わる,わるの,わん,を並,を並べ,を忘れ,を撮,を撮っ,んぐを,んでい,んと,ん遅,
                ん食,ーに,ーにん,ーべ,三十年,不機,不機嫌,並べ,乳,人お,人に,今月で,介,介護,代わっ,休みが,会社の,写,出て,
                切れ,十,十年ぶ,友が,収ま,口笛,名が,団,場に,変わり,変化,夏休,大きく,好きだ,嫌が,定年,小さく,履け,帰って,
                年が,底,底が,店が,店を,店を閉,店名,座りこ,廃線,建,引っ越,当た,後か,後だ,息子の,戻ら,手,手や,抜かれ,
                抜けた,握る,撮っ,擦,擦り,散歩,新しい,旅,日で,時代,時間が,晩の,朝に,束,来月,板の,桜が,歩の途,歯を,死ぬ,
                気み,水が,氷,氷が,池の,沈,沈ん,治っ,瀬,焼,父,物は,物置,独り,生の,生時,町へ,番,着て,知らな,社の,祖母,窓,
                笛,箱に,線だ,置に,老犬が,腰,腰が,若い,街,見た,角の,護,走って,車場,車場に,転校,迎えに,送,通って,速,速さ,
                道が,銭湯,銭湯が,閉める,閉店,離,風で,駐,駐車,駐車場
                """),
            Group(
                3,
                """
                a man,all on,and then,and ther,baby is,been ther,blank*,blanket,by teatim,came to,cant even,clean the,
                clos down,company,cup thi,diape*,diaper,febru*,february,fern,first day,first passport,footb*,football,
                glass in,got it,grand*,half,has been,hear,heigh*,height,him about,his shirt,hospic,i felt,i pack,
                i set,in spr,into,into my,is too,its been,keep a,known,known for,last forever,laugh,live,lov,lump,
                lunch,my eye,my son,my watch,nappy,next one,out,out the,out two,pear,plant died,plop,put his,shop and,
                sofa and,stand,stati*,station,taken,teati*,teatim,that all,the good,the hospic,the neighbor,the plant,
                the shower,the sofa,then i,thi year,thre step,thre week,till,to go,tonig*,tonight,took one,took the,
                took thre,twent*,twenty,two cup,up his,was read,we were,well,were so,when the,with her,youngest,あ乗,
                いころ,いった,いてた,いも,い出せ,うが,うす,うすぐ,うっす,うとう,うは,うま,えに,おる,かもし,かーて,がまと,
                が五,が切,が増,が小,が小さ,が来,が溶,が遠く,きさに,きだ,きだっ,きのう,くしゃ,くのが,く続,こんび,さいこ,
                さが,さっ,さっき,さにな,さん,さんが,しても,しゃく,しょ,しれ,すら,せない,ぜんぶ,たいな,たのに,たへ,た二,
                た人の,た名,た小,た気,た熱,た番,た雨,だっ,だった,ち込ん,っす,っすら,ったわ,った人,った気,ってた,っと,
                つぶ,つぶし,ていっ,てきて,てみ,てみた,て忘,て思,て思っ,でこ,とうと,とし,ど前,なと思,なば,なも,なるの,
                に傷,に増,に来て,に痛,に腹立,に降,に降り,に高,のあと,のう,のが遅,のこ,のだ,のだと,の上,の写,の写真,の店,
                の引,の歩,の窓,の窓に,の途,の途中,の頃の,はっき,は下,は下が,は消,びに,ぶし,ぶして,ぷりん,ほうが,ぼーる,
                ぽに,まあ,まとま,まん,みたい,むし,むしゃ,もうす,もしれ,もん,ゃく,ゃくし,やなか,やんで,らな,らば,られ,
                らん人,ら白,りこ,りつ,りつぶ,りて,りてい,りん,り前だ,り思,るひ,るわ,れてた,れない,ろう,をた,をたた,を塗,
                を忘,を抜,を握,を越,を迎,んがか,んです,んでた,んど,んび,んびに,んぶ,ん人,ーて,ーてん,一晩,三十,中は,
                今月,代替,会社,伸び,住,住ん,住んで,使,使っ,使った,免,免許,免許の,入,出せ,出せな,前だ,前み,前中は,動か,
                動かな,化,去,去年,名前を,名簿,咲い,回を,園,塗,塗り,増えた,壊さ,変わる,夕方に,天気,娘,子の,字を,季節が,
                家の窓,屋の,履,年付,座り,式,式で,後に,後の一,忘,忘れ,忘れて,恋,息子が,手が,抜く,抜け,撮,新し,新車,方に,
                明,明日,昔あ,昔よ,昔住,昔住ん,最後に,服が,校が,機嫌,歩くの,歯,段ぼ,段ぼー,母の,湯が,無,父の,父の歩,
                生のこ,番組,痛か,看,知,祖,秋に,窓に,立ち,節が,節の,簿に,終日,組,組が,線の,置,若か,荷物が,葉桜,見える,
                見たら,親友,角,解,許の,話し,走っ,越して,越しの,込ん,込んで,途中,途中で,鏡を,鏡を見,鏡見,閉校,降,降り,
                雨が,頃の,風,高か
                """),
            Group(
                2,
                """
                a blanket,about the,after thirty,and a,and pull,and thought,and took,ask the,box for,buri,cant do,
                chari*,charity,cot,died,done by,dont,fish,flash*,flashlight,for twenty,hes only,i ask,i cant,i got,
                i know,i lay,in one,know but,lay ther,littl one,might,mortg*,mortgag,my dad,my hand,my lap,new phon,
                obituary,of my,out i,say the,set,shirt,sofa,son,supermarket,tabl,the cot,the grav,the key,the littl,
                the operation,the supermarket,the weed,they say,to me,to stop,told him,toolb*,toolbox,troll*,trolley,
                trunk,up from,wake up,weed,weigh,who,ぃ気,いとっ,い足,うから,かんの,がす,が取,が最,が閉,く通,ぐ終,けなく,
                さか,さに,じる,すぐ,すっか,た会,た頃,ちに,ち込,っちゃ,で閉,とが,とぼ,なるか,なるん,のま,のをや,の夢,
                の夢を,の封,の手紙,の日だ,はっ,は水,は溶,べっ,ほど,ほどい,ぼと,まが,まで,めま,めまし,も終,ら飴,ると,
                るまで,るんだ,を六,んや,ん出,ん小,一気,一気に,中も,事中も,仕事中,代わ,休み,先月,六本,前を,前中,動,勤め,
                午前,午前中,地震の,場,声変,夏が,夏が終,夏も,小学,帰っ,年で,年をと,年勤,年月,店し,日だっ,昔は,本買,気ぃ,
                気や,水の,治,消えて,熱が,父が,物ほ,町並,知らん,社,移,移り,終わる,老犬,茶,落ち込,袂,袂か,親が,銭,鍋焦,
                閉じる,間が,震の,食べた,飴,飴ち,駅
                """),
            Group(
                1,
                """
                cup,i final,last week,read,ていま,ました,りの
                """),
        ])
}
