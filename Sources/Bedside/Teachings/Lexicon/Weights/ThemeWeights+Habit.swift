/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let habit = List(
        theme: .habit,
        groups: [
            Group(
                24,
                """
                day,every,歩,続
                """),
            Group(
                20,
                """
                each,now,step,week,ずつ,日,毎
                """),
            Group(
                16,
                """
                again today,as,brush,did it,did my,five,floss,ive,log,minut,pag,push,small,than last,wrot,五,慣,続け
                """),
            Group(
                14,
                """
                chain,dai,did,ear,even,everyday,free,goal,habit,i do,instead of,kept,like yesterday,one,piano,plank,
                pract*,run,squat,stair,stick,study,ten,the stair,thi,whil the,work out,やった,一,今,回,行,週
                """),
            Group(
                12,
                """
                a page,after dinner,becom,bed,befor,by,calen*,calendar,chord,clean,dish,exerc*,jog,just,my bed,night,
                page,part,plan,row,sketc*,sober,stick to,stret*,stretch,stuck,studi,sugar,think about,tick,tidi,tidy,
                tiny,today,turn off,up ear,vocab,yoga,とれ,よが,体,分,十,慣れ,歯,決,積,英,走,起,起き
                """),
            Group(
                10,
                """
                a day,after,and its,anywa*,anyway,app,as plan,build,do,each night,easie*,easier,every monday,
                every night,get easier,guita*,guitar,gym,i turn,i writ,it,just the,lesso*,lesson,littl,manag,mil,
                night and,off the,ran,routi*,routin,scal,six,than,the book,the bus,the one,thi week,thre,train,two,
                usual,work,だけ,つづ,ている,やっ,ように,より,れた,を一,んぐ,今日も,今朝,体操,前,前に,地道,始,始めて,
                小さ,少,少し,弾,手帳,操,早起,早起き,朝,泳,炊,積み,続い,習,自炊,記,達,食後
                """),
            Group(
                8,
                """
                1,5,a groov,a row,a week,again,and ther,and today,as i,autom*,automatic,breakfast,brick,bus,check*,
                checklist,consi*,consisten,diary,disci*,disciplin,drawe*,drawer,duoli*,duolingo,even though,
                every even,fifth,flash*,flashcard,flos,for a,get,glas of,go by,groov,i did,i pack,impro*,improv,in my,
                inste*,instead,is like,it up,itsel*,itself,jar,journ*,journal,kept going,kilom*,kilomet,langu*,
                languag,lap,lin,line,mark,medit*,minim*,minimum,momen*,momentum,more than,morn,my notebook,natur,
                natur*,natural,new year,of the,of water,out at,part of,phon with,praye*,prayer,push up,pushu*,pushup,
                reach,reach for,salut*,salutation,same quarter,sched*,schedul,sho,showe*,shower,sinc new,spani*,
                spanish,squar,start,strea*,streak,stron*,stronger,sun salutation,the calendar,the ceil,the date,
                the jar,the morn,third,thous*,thousand,thurs*,thursday,to think,took the,track*,tracker,twic a,up,
                up to,used,veget*,vegetabl,walk,water,wear,wear a,whil,witho*,without,without sugar,without think,
                worko*,workout,writ,x,you to,いる,うに,かれん,か月,きた,きのあ,ぎた,ぎたー,くわっ,こつ,すく,すくわ,ずに,
                た時,た時間,だー,つこ,づけ,にす,にな,になっ,ぴあ,ぴあの,ぷら,ぷらん,ぺーじ,やれ,よう,り前に,る前,れずに,
                れんだ,わっと,んだー,ーじ,ーの,一か,一ぺ,一ぺー,一日一,三,丸,個,写経,分だ,分だけ,前は,十回,増,寝る,
                小さな,帳,弾く,後に,日も,日続,時間に,晩,標,毎晩,決めた,片,理な,目標,磨,筋,絵,続いて,腕立,腕立て,英語,
                覚,記録,語,読書,貯金箱,身に,通,週間,運,運動,金箱,録,間
                """),
            Group(
                7,
                """
                a minut,about it,again that,alway,at five,bit by,break*,by bit,ceil,check,corne*,corner,day and,draw,
                draw every,exerci,feel,field,green,have to,i ate,its,light out,mak a,minut of,monda*,monday,my feet,
                my hand,my lunch,noteb*,notebook,noth special,of my,of tak,one page,oven,pack my,practic,push ups,
                quart*,quarter,riser,secon*,second,sente*,sentenc,sketch,speci*,special,strang,ten minut,thank you,
                the kettl,the oven,the rest,think,thirt*,thirty,to a,too,two lin,ups,vers,vocab*,vocabulary,we go,win,
                yeste*,yesterday,かさず,きたら,くわ,さず,さな,じ時,じ時間,でも,にして,につ,にん,にんぐ,ぺー,れん,一せ,
                丸を,二,今日,今週,付,個に,個にな,勉,勉強,同じ時,始め,小,当,当を作,想,日課,月,朝の,欠か,欠かさ,段,毎日,
                決ま,決め,泳げ,目,瞑,瞑想,算,素振,習慣,腕,読,貯,貯金,走っ,走り,通算,道
                """),
            Group(
                6,
                """
                a littl,alcoh*,alcohol,and it,and the,at,at six,befor bed,coffe for,cold,cushi*,cushion,date,
                day twelv,dinne*,dinner,do the,dollar in,door and,every sunday,exercis,fifte*,fifteen,goe,handl,hundr,
                i took,kanji,kettl,knit,lamp post,made my,made the,meditat,my sho,nineteen,nineteen day,out my,
                page of,phon in,post today,practi,progr*,progres,prous*,proust,put my,ring,run sho,same,second lamp,
                sleev,swum,the bed,the drawer,the handl,the light,thing,today last,twelv,two dollar,two week,week it,
                what i,with my,without a,word,yesterday and,ぃん,いだ,いて,いてい,う肩,お茶,かさ,か所,が一,きなか,き出し,
                くが,しず,しずつ,じょ,せっと,たー,だーの,ちょっ,ってき,てすぐ,で来,で来て,と一,と一緒,の散,の散歩,の道,
                の電,まで来,み重,ょぎ,ょっ,ょっと,らん,らんく,り絵,る前に,る前の,を一杯,を使,を書い,んく,ゖ月,ーて,
                ーと一,一つだ,一ゖ,上達,二行,休肝,単語,回だ,回だけ,埋,塗り,寝,寝る前,弁当を,引き出,強,弾い,弾いた,当を,
                振,振り,捨,掃除を,散歩,日よ,日一,日連,早,時間,書,書いて,枚,歩い,段を使,水を一,百,禁酒,積み重,立て,筋と,
                筋とれ,経,続けて,続ける,編,編ん,肝,肝日,肩の,菜,菜を,走れ,走れた,通り,達成,野,野菜,間食を,除を,食を,
                飲ま,駅歩
                """),
            Group(
                5,
                """
                a,a cigarett,at seven,at ten,befor the,befor work,bette*,better,bit,black,boil,but i,buy,chapt*,
                chapter,coffe,compo*,compost,desk,down at,drink,each day,end of,every day,feet,for thre,go,i laid,
                i put,i sat,i wrot,in a,is in,keep it,keep up,laid out,lamp,last week,light,lighter,mak,make my,
                my exercis,my littl,ninet*,no,ocloc*,oclock,of,of an,plant and,quarter of,shut,sign,sinc january,
                sketchbook,small step,smok,soil,stick with,sun,tak,thank,the desk,the toast,though,time thi,to my,
                toast,twent*,twenty,two minut,up at,water the,week sinc,weekd*,weekday,went to,with five,wrot in,あの,
                お体,お体操,かれ,がきの,が勝,が勝手,が覚え,きの,き出,ぎん,く始,けや,ける,こま,こまで,ごみを,し伸,じお体,
                すぐ,すとれ,せっ,たこと,たり前,だけや,ちり,ったけ,つだけ,つづけ,つもの,づいて,てぃ,てきた,てす,とれっ,
                ない日,なっ,にすま,に歩い,に砂,のあと,のと,のとこ,の私,まない,みがき,みに,も慣,も積,りも,り前,るー,
                れっち,をつ,をつけ,をや,をやめ,を作,ーに,一つ,一分,一回だ,一行,三十回,三行,主の,五分,体が覚,入れな,写,
                前よ,前より,十日,単,土,地,塗,寝早,届き,引き,後,忘れ,掃,掃除,日目,早寝,昼休,昼休み,来てる,歯み,歯みが,
                段を,毎朝,無理,片づ,片づけ,片付け,理,砂,砂糖,禁,私が,糖,糖を,素,続けた,練,練習,茶に,行く,課,身,連,道を,
                間に,除,階段,階段を,食,駅
                """),
            Group(
                4,
                """
                10,at it,at one,book,but,cook,cros,dolla*,dollar,every morn,fail,far,for two,fourt*,fourth,i stop,
                is half,it rain,ive been,janua*,january,laid,last,light*,like,made,make,my,my back,my breath,
                my daughter,my tea,numbe*,number,on the,only,pack,post,put,put the,rest,sat down,say,seven,
                small thing,stop at,strai*,straight,stran*,teeth,the end,the plant,ther a,thi month,though it,to the,
                today i,turn,wake,was the,with,with the,woke up,いくの,いつも,うじ,うにし,うにな,おー,お祈,お題,かーど,
                がひ,がひと,が乗,が軽,が軽い,きま,きまし,くっ,くの,けた,けど,ごみ,し増,じお,じへ,すと,すまほ,それ,たこ,
                っち,って持,つで,つ編,つ覚,づい,ていく,て持,でき,できま,とお,とりで,とる,と駅,どを,なく,にすく,に一,
                に入っ,に届,に糸,に電,に電話,の単,の川,は母,へ行,へ行く,まず,まな,まほ,みが,み上,み上げ,めく,めた,めた時,
                もした,も切,よかっ,らじ,らじお,りで,りを,る日,れっ,わっ,を今,を増,を書,を欠,を毎,を磨,んにん,ーどを,
                ーぶ,一か月,一回,一捨,一本,一杯,三十,三週,三週間,乗ら,予定通,二か,二か月,二千,五つ,五つず,五回,今朝も,
                付け,付を,伸,使,入った,切る,動,十枚,千回,四日,四日目,回ず,回数,定通,定通り,家計簿,川べ,弁,弁当,当たり,
                忘,成,手が,数を,日五,日五分,日付,日付を,晩に,曜,曜は,月目,朝も,本で,枚め,欠,歩け,歯磨,歯磨き,母に電,
                毎日五,水を,決まっ,泳い,泳いだ,源も,片付,犬と,百個,百個に,目に入,磨い,磨き,祈,祈り,積も,筋を,簿を,糸よ,
                継,継続,編んで,袖,袖が,覚え,計簿,計簿を,話する,語か,語の,起きた,起きて,軽い,週は,週も,進歩,間だ,間食,
                階,電話す,題目
                """),
            Group(
                3,
                """
                a month,an hour,and did,ate,befor breakfast,but it,by step,card,chain of,cigar*,cigarett,count,daugh*,
                daughter,day in,didnt even,do my,dog,door,each even,euro,for five,for the,furth*,further,gap,glas,
                going,got a,got up,hand,i could,i read,i said,im a,im at,is get,keep,kept it,meditation,my coffe,
                my phon,my streak,of xs,once a,one drawer,out,plant,round,round the,run a,sinc may,step by,sunda*,
                sunday,that all,the door,the first,the night,the paper,the station,time i,tonig*,tonight,twic,
                with two,wrot a,xs,you,あいだ,あとに,いく,い始,う本,えた,おり,かった,がき,がった,が日,が決,が焼,が覚,
                が読,が読め,が黒,きる,けまし,けやっ,け捨,こし,ことで,ことを,しが,してい,すけ,すこ,たけ,たけど,たと,だに,
                ちぶ,ちょ,っとだ,つけ,つけた,つ印,て一年,でに,で十,で歩,とが,とこ,とず,とだ,とを書,と二,と形,どもが,
                なかっ,なって,にも,に一ぺ,のあ,のお,のも,の丸,の最,の看,の絵,の角,の記,は一本,は歩,は歩い,は駅,ばつ,
                ばつ印,ぶん,べり,まで歩,まほの,みを,み終,めた通,めて,もが,もつ,ゃわ,よか,らなか,らま,られた,ら毎,りや,
                るあ,るあい,る一,れない,を一つ,を入,を入れ,を埋,を描,を描い,を曲,を読み,んくが,ーじで,ーにん,一冊,一度だ,
                一晩,一枚,三つ,三分,上,丸が,予,予定,二本,二週,二週間,五回だ,五月,今朝で,今週は,伸び,体が,作,入れ,円入,
                円入れ,冊に,出し,分ず,分に,分埋,前にす,前の,十秒,千,印,印が,四年,土が,埋ま,埋め,増えた,夕方の,夕食,家計,
                小さく,少しず,川,年続,度だ,度だけ,形に,慣化,描い,描いて,散,数,方の,晩三,晩百,曲,曲が,月の,朝で,木曜,
                本を読,本目,本目の,来て,板が,枚の,柱,柱ま,歩が,歩数,歯を,水,源,漢,漢字,焼け,生ご,百円入,目に,目ま,看板が,
                秒の,箱,簿,糸,終え,絵を,絵を描,続いた,続けら,置く,茶,角を,話す,読み,課に,車で,軽,通い,連続,週間続,酒,
                重ね,金,録を,間続,電,電柱,電源,電車で,題,黒,黒く
                """),
            Group(
                2,
                """
                actua*,actual,and im,and my,by the,coin,i didnt,it again,late but,paper,read,so,the day,the kid,
                week and,うとう,う三,お稽,かう,かー,が半,が半分,が普,が順,くよ,くよう,く休ん,けっ,けれ,ければ,この,さく,
                しを一,じむ,す体,た編,た通,た通り,ったこ,つだ,つ増,つ増え,つ整,てき,て言っ,とって,とー,なこ,なこと,にふ,
                に三,に三十,に向,に向か,に引,に机,に毎,に顔,のば,の水,ふえ,ぶっ,み物,め続,もう三,もし,もで,もでき,も参,
                も階,やめ,るよ,るよう,る時,る時間,れが,れの,れー,わー,わーの,をした,を一日,を伸,を伸ば,を作っ,んだ,んば,
                一万,一日十,万,万歩,三段,上げ,二十回,付の,伸ば,出しを,分と,加,加し,加した,十個,参加,参加し,受付,古に,
                回か,回に,回は,土曜,坐る,増え,夕方,字を,定,形,慣に,慣にな,所,持っ,持って,描,操に,操を,日もや,日十,日記,
                曜に,月か,月から,朝十,朝同,木,机,机に,机に向,歩いた,段ほ,母に,無,理し,百円,看板,秒,稽,稽古,習慣に,背筋,
                茶の,角,読め,週土,重,金箱に,電車,駅の
                """),
            Group(
                1,
                """
                befor i,every*,i just,my practic,was late,ないの,まった,作って,入っ
                """),
        ])
}
