/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let loneliness = List(
        theme: .loneliness,
        groups: [
            Group(
                28,
                """
                alon,一人,誰
                """),
            Group(
                24,
                """
                だれ
                """),
            Group(
                20,
                """
                anyon,call,coupl,empty,mis,nobod*,nobody,quiet,radio,talk,人,静
                """),
            Group(
                16,
                """
                a word,by myself,didnt,has,invit,no,no one,to shar,ひとり,もな,会,独,話,誘
                """),
            Group(
                14,
                """
                after the,apart,away,day without,far,group,just me,laugh,mov,my own,never,new,one,other,peopl,ring,
                speak,the wall,voic,weeke*,weekend,without me,がな,ても,とり,ひと,外
                """),
            Group(
                12,
                """
                an,are,bles,buz,cook,dont,feel,flat,hasnt,heard about,here,hug,i play,i walk,ignor,its,kid,know,left,
                light in,lonel,long,miss,my birthday,only,party,phon,said a,satur*,saturday,singl,someb*,somebody,
                tabl,talk to,the nois,the window,under*,visit,wall,zon,いな,がいな,が帰,くれな,ぐる,だけ,のは,の中,る人,
                休日,友,呼,声,孤,帰,独り,相,絡,輪,連絡,遠,離
                """),
            Group(
                10,
                """
                about it,abroa*,abroad,and i,and none,are gone,at someth,belon*,belong,by,conta*,contact,cook for,
                dista*,distanc,everyon,fami,for drink,for one,for two,forei*,frien*,friend,from,from home,home,
                home and,hous,id,insid,invis*,invisibl,its been,left out,like somebody,loud,me,me and,mug,new school,
                none,offic,other side,out loud,pillo*,pillow,rep,sid,silenc,sinc,spoke*,spoken,sunda*,sunday,the hous,
                their,thi flat,to the,town,tv,wasnt invit,watch,watch family,went for,wife,you to,いても,かえ,かって,
                くれる,され,だれか,ついて,ている,ぼっち,りで,れな,を切,仲間,分の,家,広,恋,日,疎,相手,行っ,誰も,返,返事,
                離れて
                """),
            Group(
                8,
                """
                a messag,and went,ask the,at work,away from,barber,bent,birth*,birthday,board,both,budgi,ches,
                children,chris*,christma,city,company,didnt need,dinne*,dinner,dinner alon,disco*,disconnect,enorm*,
                enormou,exclu*,exclud,face all,famil*,family,for,friend mov,from the,glas,had my,haven*,havent,homes*,
                homesick,husba*,husband,i bought,i heard,i work,id like,is on,isola*,isolat,it feel,langu*,languag,
                laugh*,laughter,light on,loud sinc,messa*,messag,misun*,misunderstood,my day,mysel*,myself,nest,
                new year,nobody at,nois,not,not a,ocean,of habit,only voic,outsider,own,past the,phon and,play,
                quiet sinc,radio is,repli,restaurant,shar,she has,side,silen*,somebody to,someo*,someon,someon to,
                soul,stay on,stranger,surve*,survey,that somebody,the group,the light,the line,the other,the pub,
                thems*,themselv,ther are,ticke*,ticket,till it,to,to myself,today was,trim,two out,unsee*,unseen,
                valen*,valentin,visit*,visitor,whom,witho*,without,word,いて,いなか,いる,えず,えな,おかえ,お昼,がこ,
                が聞,くれ,けも,け写,さびし,しめ,しゃ,しー,しーん,じめ,たあ,たあと,だけ写,つん,てもら,てれ,てれび,との,
                とも,どもが,ない,なかっ,なじ,なじめ,な気,な気が,ぬく,のけ,の声,はひ,はひと,びし,ぼっ,ぽつ,めな,もらえ,
                れか,れず,れに,れび,れる人,を一人,一,仲,休,会う,先,写っ,写って,切ら,友達,名前,呼ば,呼ばれ,国,声が聞,
                孤立,孫が帰,家族,寂,寂し,帰っ,恋し,族,来,来な,淋,淋し,自分,自分だ,自分の,行った,読,読の,読のま,誰か,
                輪の,透,透明,連,部屋,離れ,静か,髪を,髪を切
                """),
            Group(
                7,
                """
                acros the,anyon to,apart*,apartment,arm,at breakfast,at the,barbe*,bed,been month,besid me,betwe*,
                between,by the,child*,cook someth,country,doesn*,doesnt,end of,everyon was,fit,foreign,from my,grown,
                has no,hasnt buz,heard,his phon,human,husband is,i,i ask,i cook,i feel,i listen,i sat,in it,inbox,
                kitchen and,lady,light,mine,month sinc,my team,neigh*,never came,not invit,not one,of the,on mine,
                on my,one plat,oppos*,opposit,outsi*,seen,so that,somet*,someth,someth nice,stay,telev*,television,
                the corner,the only,the television,the train,they,to lunch,toget*,together,trave*,travel,understand,
                understand me,was in,wav,we sat,when,あと,いない,いまま,ええ,えり,かえり,がい,がし,が来,が来な,くも,
                ぐるー,けだっ,こに,さび,さみ,さみし,しゃべ,すぎ,ただい,たのは,だれも,ちがい,つい,てくれ,て半,て半年,
                て言,ないま,につい,の音,はい,みし,みん,みんな,もい,もいな,もが,ゃべ,らえ,るー,るーぷ,る人が,ーぷ,ーん,
                ーんと,予定が,人がい,写,切った,卓に一,単身,単身赴,場所,壁,定が,居場,居場所,屋,広す,急に,抱,暮,異国,知,
                知り,者,話が,話さ,話さな,誘わ,誘われ,読が,赴,赴任,身,身赴,身赴任,転校,遠く,電,電気,髪
                """),
            Group(
                6,
                """
                all,all the,all to,and feel,at one,best friend,bough*,bought,checkout,cold,compa*,didnt know,drift,
                far from,felt like,first messag,for a,forgot my,four dog,go by,gone,hav,him on,hous and,hous is,
                i felt,i left,i long,i sit,i stay,i wait,in that,joke,live,loud to,me at,me on,messag was,met,mov out,
                my phon,nam of,next door,of four,on his,one notic,person,pub,read my,resta*,sat,sinc she,stran*,team,
                that never,the cat,the dentist,the nam,the one,the party,the second,the wed,thi,through a,through the,
                till,to be,understood,very,video call,wait,wait for,waite*,waiter,walk past,walk through,was from,
                was the,went,went to,when they,who,whol day,window and,いぐ,い街,お昼は,かっ,が帰っ,が通,が通じ,ぎや,
                くな,け呼,け者,こを,されな,じ食,す相,す相手,だけだ,だけ呼,っても,ってる,っ越し,て寝,て言う,で食,で食べ,
                として,とりで,ども,なくて,なと,な忙,にされ,に一時,に入れ,に歩い,ぬい,のに,の隣,の音だ,は携,びに,ふと,
                み会,めず,も携,らえな,られた,り言,れも,われ,を抱い,んとし,一個,予定,人分,人恋,人恋し,仲間外,作,入れず,
                分,勤先,半年,卓に,単,壁に,声が,外れ,夜,孫が,寝た,居,所,抱い,抱いて,既,既読,昼は,昼はい,染,染め,気づ,
                理解,用も,用もな,異,疎遠,立って,絡が,葉が通,言,言葉,話す,話す相,話帳,越し,輪に,輪に入,返事が,返信が,
                通じ,連絡が,間外,間外れ,除け,隣が,電話,電話帳,音だ,音だけ,食卓に,飲み会,馴,馴染,馴染め,駅前
                """),
            Group(
                5,
                """
                a hundr,accen*,accent,acros,all weekend,and a,any,anymo*,anymor,as if,at night,bench,besid,
                birthday and,cat,chat,check*,churc*,church,cinem*,cinema,corne*,corner,dinner for,dont belong,
                drink and,end,eve,far away,habit,hear,i read,i stood,it the,it with,just,just so,know the,line,
                my best,my hair,never call,new city,no messag,none of,out,perso*,plat,polis*,polish,post,sat at,sit,
                so,somebody talk,speak in,star at,stood by,switc*,switch,the bench,the checkout,time for,to ask,
                to say,to tell,touch,walk,wash,weren*,werent,whol weekend,windo*,window,writt*,written,you,いま,い土,
                い家,う時,えたら,え髪,おか,お大,お知,かすぎ,かせて,からも,がこな,が何,が何も,が出て,が合,が巣,が聞き,
                きたく,きて,けだ,けても,け写っ,こんび,さな,しい,し先,じお,せてい,せや,た友,だい,だちが,ちが,ったあ,
                った友,った言,ってく,っぱ,っ越,つ残,てる,て住,で聞か,とさ,にい,にぎ,にさ,につ,に一,に会,に恋,に新,に歩,
                の部屋,はいつ,はずれ,は一人,は歯,ばれ,ぱが,べらな,まま,みの,みを,もえ,も気,も気づ,ゃべっ,ゃべら,ゃみ,
                やか,らじ,らじお,らも,りま,るのに,る友だ,れじで,れる,を抱,を読ん,んこに,んと,んな,んびに,一人で,中誰,
                二人,人もい,任,会いた,会え,会の,信が,個,分かっ,分だけ,切,切りに,初に,勤,友に,合わな,同じ,名,国で,土地,
                場,外国で,夫,夫は,定が何,家の,席の,帳,広い家,庫の,引っ越,必,必要,急,恋人,感,感じ,新聞,日し,日声,校,
                歩いた,気をつ,洗う,無視さ,犬の,真,知り合,立っ,絡が来,聞きた,聞を,自,葉,葉が,蔵庫の,街,要と,視さ,視され,
                言う,言うて,言葉が,話せる,談で,転,返信,達,間は,除,静かす,食べ,飲み
                """),
            Group(
                4,
                """
                a box,an hour,answe*,answer,ask how,at an,ate,box for,breakfast,cante*,canteen,count*,denti*,dentist,
                drink,emerg*,emergency,empty chair,family go,group chat,he left,holid*,holiday,i ate,i can,i count,
                i know,i said,i wasnt,is so,kitch*,kitchen,know anyon,know what,laugh at,like a,mil away,mistak and,
                near,neighbor,next to,nice,no time,notic,on thi,one to,out i,photo,plan,put down,sinc he,six,so quiet,
                so somebody,someth and,the canteen,the cashier,the day,the kid,the weekend,they all,throu*,through,
                to anyon,to me,to put,to sit,tray over,upsta*,upstair,wasnt,wed,with a,with my,あるの,あ作,いがい,いなく,
                い主,うて,うてく,うな気,う約,えりと,かす,かせ,から笑,がなく,が二,が六,が六つ,が動,が来ず,が静か,が鳴,
                きし,きまし,くしゃ,くて,こえて,さが,さがこ,したよ,じだ,じだけ,じで,すを一,すー,ずれ,せる,ぜんぶ,その家,
                ただ,た切,た気,た言,だれに,っち,って先,っ暗,つあ,つけら,ていな,てく,てほ,てほし,て先,て言わ,できて,
                できま,でぺ,で聞,で行っ,で過,で過ご,とし,とりだ,と組,なか,なる,なると,な部,にいて,にしー,にの,に人,に入,
                に抱,に来,に来た,に灯,のく,のつい,のまま,のみが,の中が,の台,の台所,の名前,の惣,の部,は一,は四,ぱー,
                びにの,ぶれ,べた,べっ,べった,べら,ぺあ,ますを,みた,みに,み会の,めつ,めつけ,もり,も人,も待,よその,らない,
                らんで,ら笑,りがつ,りご,りごと,りだと,りっ,りと,りと言,りに行,りの,りまし,りー,り合い,るみ,る友,る相,
                る相手,れた気,れっ,れにも,れん,わかっ,われな,をつけ,を一,を数,を数え,んけ,んこ,んでも,んび,んぶ,ーとの,
                ーの,ーぱ,ーむで,一日が,予,事,事が,事が来,事に,二つ,二枚,人で,人も,人影,会い,会えな,住,体育,何もな,何日,
                何日も,余っ,作れ,六つ,分だ,分作,切られ,切り,切符,動い,務,務で,勤務,匹,匹知,医者の,十一,合いが,名前を,
                器を持,四匹,土,在,在宅,地,場所が,声を出,大事,大事に,夫と,子ど,子ども,孫,宅勤,客み,家の中,屋か,屋が静,
                巣,巣立,帯,広い,座っ,座って,引っ,影,影が,忙しく,急にし,惣,惣菜,所が,所がな,所な,抱き,携,携帯,数えた,昼,
                時計の,時間が,暗,暗な,暮ら,未読,束も,来ず,枚買,歩い,歯,歯医,歯医者,残り,湯の,湯のみ,灯りが,無視,独身,
                理,生と,疎外,真っ,知らな,私だ,私だけ,私も,符,符で,絡先,者の,聞,育で,菜,葉を,視,親友,解,解さ,言葉を,計の,
                計の音,話せ,話を切,話題,誰かと,誰と,誰とも,買った,越,距,距離,転勤,返事を,連絡先,過ご,遠くな,遠距,部,
                間が,隣,電気を,面会,音,題に,食卓,飼い
                """),
            Group(
                3,
                """
                a singl,all right,and bought,and watch,ask was,assis*,assistanc,best,break*,by herself,cashi*,cashier,
                digit,driveway,due,due date,eat,eaten,every*,face,febru*,february,fine and,foreigner,gave the,go home,
                hair,here i,herself and,hundr,i all,i havent,i spent,in may,knew,know nobody,laugh and,leed,lette*,
                letter,lot,mama,movi,movy,my second,my sister,my tray,nam,neighbour,new girl,own and,past,right and,
                said fine,sandwich and,sat on,screen,second sandwich,speak to,spok to,talk about,the cinema,the clas,
                the first,the offic,thing i,to call,to talk,told her,too fast,took the,tray,two,unit,us,video,voice*,
                voicemail,wait so,was i,いが,いけな,いつも,いてく,いん,い声,い店,い教,うの,うれ,うれし,う人,う誰,え思,
                おを,お客,かで,かの声,からの,か頼,がする,がなか,が出,が多,が大,が大き,が空,が静,きま,ぎわ,くても,くなる,
                くりす,く感,く感じ,けっ,けまし,けやっ,けられ,けー,こえ,ごした,さしぶ,しいこ,しく,しくて,したの,しにし,
                しふ,しん,し相,し相手,じに,じめず,じる,すます,す人,ず壁,せて,せー,ぜん,たいだ,たいな,たち,たちが,たの,
                だ知,っこに,っせ,ったな,ったの,っとる,っぱな,つけて,つも,ていけ,てきま,て暮,て暮ら,て返,でした,で公,
                で夕,で映,で止,で止ま,で鍋,とこ,とつだ,と一緒,と感,と離,と食べ,どもた,なで,なのに,に予,に予定,に咳,
                に座っ,に聞,に自,に自分,に話,のつ,のべ,のま,の出,の名,の外,の夜,の家の,の席で,の窓,の窓に,の端,の端っ,
                はず,はむ,は初,は家,ぱな,ぱなし,ひさ,ひさし,びと,べん,ほしい,ほー,ほーむ,まりか,み会で,むで,むな,めっ,
                もたち,もない,もの,もら,も名,も子,も実,も知,も缶,も話,よそ,らえず,らな,らの,ら急,りかえ,りすま,りのあ,
                り合,り暮,り残,り残さ,るの,れじ,れと,れんじ,わか,わに,を出し,を持っ,を読,んた,んち,んなで,一人の,一人分,
                一日じ,一時間,一緒に,中が,主の,事も,事もな,事を,二,二人分,人が,人ご,人で過,今夜,今夜も,任先,会で,信,
                信がな,入れ,入れな,公,公園,写真の,冷蔵,冷蔵庫,出した,出前,分か,前か,前から,前し,前の,前は,前を,卓,取り残,
                受話,受話器,台所,合い,合写,同じみ,周りは,咳し,咳して,器を,園の,壁ぎ,声ひ,夕方に,多く,夜も,婚式,嫁も,
                子も,子れ,子れん,孤独,定,客,家の窓,家帰,屋が,席,席で,帰った,帰って,帳を,店が,庫,式に,待って,後が,忙し,
                想を,感想,抜,抜けた,教会,方に,族と,族連,日じ,日じゅ,明,映画を,時計,最初,未,来た,枚,残,残さ,残され,気がし,
                気がす,気の,気を,灯,灯り,理を,生日,用,真の,知っ,知って,知ら,知らせ,知りま,社で,祝っ,祭,祭りの,私,窓に,
                端っ,端っこ,結婚式,緒に,缶,缶詰,聞き,聞こ,聞こえ,胸が,腕,腕だ,蔵,蔵庫,要,解し,言う人,詰,詰を,話し相,
                話す人,話器,話器を,誕,誕生,誕生日,誘い,読んで,買っ,送った,過ごし,部屋が,鍋,鍋の,鍋を,開けま,隣の部,集合,
                雪で,電子,電子れ,静ま,静まり,頼め,題,飼,駅,鳴ら
                """),
            Group(
                2,
                """
                aisl,and sat,and still,birthday alon,dial,eleve*,eleven,engin,engin off,even,father walk,follow,
                got home,hardw*,hardwar,him down,i call,i didnt,i mov,in,it in,law at,listen to,liv,man in,no visitor,
                noth,out of,ready,ros,sat in,scree*,side of,spent,still on,stor,tell her,text,the ros,the station,
                way to,we talk,were out,あちゃ,あん,いけ,いこと,うり,かりで,がした,きり,けら,ことが,こな,こん,ごと,
                された,しくな,してき,じみ,じゅう,すり,すを,せる人,たべ,だこ,ってた,てもい,ても同,とつ,とりの,と勝,と疎,
                と食,なの,になる,に座,に誰,の帰,の帰り,の料,の料理,の歯,の電話,の静,ばあ,ばあち,ひとつ,ぷに,みたい,
                めない,も同,も同じ,ゅう,らせ,りで食,りぼ,りぼっ,りませ,れかの,れから,をく,をくれ,を抜,を持,んなが,人ほ,
                人分の,休憩室,会話が,信が来,先生,医,医者,台,合,合わ,器,外国,宅,思た,感じた,憩室,憩室で,手がい,手に目,
                抜け,抜こ,改,改札,数え,日だ,札を,歩の時,歯ぶ,洗,画を見,祭り,端,組,組ん,組んだ,絡がな,絡す,絡も,絡先を,
                老人,聞か,話に,話も,読ん,誰に,誰にも,越して,連れ,達が,達と,間にな,隣に,集,電話が,静け,頼
                """),
            Group(
                1,
                """
                にも,出て
                """),
        ])
}
