/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let restlessness = List(
        theme: .restlessness,
        groups: [
            Group(
                28,
                """
                mind
                """),
            Group(
                20,
                """
                bounc,check,email,focu,half,head,list,phon,settl,sit,tab,thing,whil,次
                """),
            Group(
                16,
                """
                check the,every,jump,kept,minut,my phon,pac,same,sit still,thoug*,中,気が,画,頭
                """),
            Group(
                14,
                """
                at my,brain,concentrat,couldnt,hurry,multi*,noth,screen,start and,video,がら,して,づいた,ては,ながら,
                座,考,考え,通知
                """),
            Group(
                12,
                """
                and,antsy,at once,atten*,attention,betwe*,between,bor,busy,cant,chao,could*,drumm,even in,fidge*,flit,
                half of,heard,hurri,i jump,i kept,i open,i was,impul,inbox,jittery,knee,like,middl of,my thought,
                noth done,open,page,plan,quiet my,read,read a,sns,somet*,someth,thought,thre,tim today,to thre,wasnt,
                watch,wir,writ,うろ,うわ,じっ,じっと,すまほ,たぶ,ち着,なが,まほ,れも,時,浮,着,落ち着,集中
                """),
            Group(
                10,
                """
                all over,and got,answe*,answer,buz,conce*,didnt hear,distr*,distract,edge,else,every two,finis*,
                finish,five,for ten,garag,had the,head was,hear,i had,idea,in my,internet,jitte*,jump from,leg kept,
                medit*,middl,mil away,minut of,monke*,monkey,my head,my mind,my wife,notif*,notification,on it,
                over the,overstimulat,rush,scatt*,scatter,scree*,scrol*,scroll,slow down,start,the garag,the middl,
                the plac,thing to,think,thought were,to,told myself,up and,up to,wande*,wander,was,what,with my,work,
                wound,あわ,いて,いては,いても,かず,きな,ざわ,すく,すま,せわ,せわし,たり,ちこ,てい,ていな,でも,のこと,
                の空,ばか,ばかり,何,別の,回,急,慌,次々,気,気がつ,漫,知,立っ,立って,端,落,足,開,集
                """),
            Group(
                8,
                """
                a film,a messag,about work,agita*,agitat,alrea*,already,and again,and forgot,and never,and none,
                anoth*,another,ate,autop*,autopilot,bored*,boredom,chair,chaot*,chaotic,clip,clutt*,clutter,done,down,
                down to,drum,elsew*,elsewher,even,every five,felt,fiddl,film,forgot,frant*,frantic,going,got,got to,
                got up,hour without,hum,i couldnt,i felt,in the,like a,many,meditation,multitask,my finger,my pen,
                no idea,none,notic,on the,open the,owed,paper clip,pick,present,rabbi*,rabbit,rac,refre*,refresh,
                remot,rerea*,reread,same line,someth else,squir*,squirm,still*,stillnes,switc*,switch,task,that my,
                the chair,the kettl,the page,the paper,the remot,the tabl,the whol,then,then half,ther,thirt*,thirty,
                tikto*,tiktok,under the,unfoc*,unfocus,unset*,unsettl,up every,was plan,what it,youtu*,youtub,あれ,
                いたら,がし,がせ,こと,こに,そぞ,そぞろ,ぞろ,ただし,たば,だし,ちつ,ちつか,ったり,っと,つも,ていま,ていら,
                できな,どれ,どれも,に戻れ,ねっ,ねっと,のこ,ばた,ほを,まほを,ゆす,わし,わつ,われ,を始,を始め,を考,を考え,
                を見,中が,事,五分,仕事の,何を,動画,半端,始め,帯,忙,戻れな,手,手を,携,携帯,気づ,目移,立,考えて,脱線,行,
                追,追わ,開い,開いて,頭の中,飽,飽き
                """),
            Group(
                7,
                """
                again,again i,and down,books*,bookshelf,chick*,chicken,clean the,couldnt stay,couldnt tell,count my,
                deadl*,deadlin,desk,do list,docum*,document,drift off,eleven tim,fidget,five minut,half a,headl*,
                headles,heard a,hecti*,hectic,i meant,i pour,i scroll,ive,juic,keep check,kettl,mil,my foot,my hair,
                often,often that,once,one thing,paper,parag*,paragraph,plac,playg*,playground,pour,prese*,quiet,rack,
                radio,re,reali*,realis,rearr*,rearrang,reorg*,reorganis,restl*,restles,room to,round the,
                same paragraph,sandw*,sandwich,sat down,so often,somew*,somewher,spic,stay in,switch between,tast of,
                tea,tel,tell you,ten,the new,the tea,the tel,the wash,thre job,through dinner,through the,to room,
                turn the,two minut,walk home,walk round,wife,あちこ,いくつ,いなか,うわの,えが,えて,えてい,かちか,こち,
                ごちゃ,じ行,だらだ,ちか,ちかち,ちこち,ない,に入ら,に戻,に飛,べ物,ぺーじ,まいて,もと,もな,もない,も最,
                も最後,ゃご,らだら,りで,るつ,るつも,わの,わべ,ーる,上の,事の,仕,付,休,会議,何度も,入らな,分お,分おき,
                別,半,同,同じ,呼吸,始,屋,屋を,度も,座っ,心こ,忙し,念,急いて,慌て,戻れ,手をつ,散,散漫,検索,検索し,気づい,
                移,移り,空,索,索し,考えが,脱,落ち,見て,話を聞,議,足をゆ,遊,雑,雑念,頭の
                """),
            Group(
                6,
                """
                a full,and heard,and manag,anyth,app,bath,burnt the,cant seem,coffe,couldnt focu,cross*,crossword,
                day off,end,everyth,fidgety,finge*,finger,fold,foot,four tim,full,i knew,i read,i should,i told,in a,
                inter*,it again,it open,knee was,leg,look for,look up,made the,mak,mak list,multipl,my knee,no reason,
                of a,of them,of what,off and,open it,overs*,past the,plan the,ran around,reaso*,reason,sat,shop list,
                should be,slow,spin,stick with,tabl,tap my,the bath,the crossword,the cushion,the fridg,the radio,
                the thread,the walk,thes,think about,though it,throu*,through,to sit,too many,two hour,until it,up i,
                was so,went in,with a,would*,wouldnt,あち,あわて,いく,いに騒,おき,おきに,か忘,か忘れ,がしい,が休,が休ま,
                が変,が変わ,きっ,きに,くつ,くと,ぐるぐ,ここ,ごち,してい,ずっと,そわそ,たり来,たり閉,ちんと,っち,っとし,
                つか,つかず,つかな,づい,とまら,と掃,なかっ,にゅ,にゅー,に付,に付か,に入,に席,に席を,に手,に騒が,の中,
                の人に,の段,の段取,ぺー,まとま,めない,めー,めーる,もりが,も開,ゅーす,り来,り来た,り閉,るぐる,るを,ろう,
                わそ,わそわ,わて,をつけ,をゆ,ーじ,一つ,休ま,何をし,何度,入ら,全,分で,別のこ,庭,強を,心,手に付,手遊,早,
                更新,来たり,段取,段取り,画面,着か,着かな,線,聞い,見,読,調べ,足を,遊び,部,部屋,除が,騒がし
                """),
            Group(
                5,
                """
                a word,about,aisl,all,and ive,and ran,at each,at work,conve*,conversation,corri*,corridor,
                couldnt concentrat,dark,did,down the,every time,five oclock,for,for two,forgo*,four,from,front of,
                garde*,garden,grocery list,hair,halfw*,halfway,hole,hopp,i count,i did,i hadnt,i walk,im at,into,
                ive already,knew,liste*,listen,listen to,lit,media,my coffe,my teeth,nois in,of it,pop,real,rewri*,
                rewrit,room,sat for,scroll through,seem to,sente*,sentenc,sew,should,six,socia*,social,social media,
                song,stati*,station,stood in,suppe*,supper,switch on,tap,tast,the clock,the day,the first,the garden,
                the hall,the map,the phon,the screen,the soup,them,though,threa*,thread,tim,to answer,to look,
                today and,too much,took the,tv,under,up,walk,was a,was going,wash,いた,いっぱ,いつ,いてし,いの,いられ,
                えあ,えご,おち,おちつ,おりま,お風,お風呂,かした,かち,かな,から次,が進,き足,くろ,ぐる,ぐ必,けた,ごと,
                したく,してら,しよ,じぺ,じぺー,ずっ,せな,そわ,たす,ただ,たりし,だか,ちん,ってい,つい,つもり,づく,づくと,
                ても,てら,てれ,てれび,で座れ,で読,とを,とを考,ないの,につか,に早,に騒,は窓,は立,ひま,びを,まい,まさ,
                まる,みな,めな,も席,も立,も買,ゅー,らだ,らと,ら全,ら全然,ら食,りでき,り早,るぐ,るち,れたの,ろー,をつ,
                を何,を何回,を回,を回し,を立っ,を聞,を見て,を触,を触っ,んの,ーるを,仕事,付か,何か,何回,余裕,余裕が,係,
                係な,全然,別の部,勉,勉強,同じぺ,吸,呼,回った,回も,回読,回読ん,席,席を立,度,座って,座れ,座れた,座禅,後ま,
                後まで,心は,忘れ,急い,急ぐ,想,手が止,手に,手につ,手を出,早口,時計,晩ご,晩ごは,更,更新し,最後ま,来た,
                次か,次から,次に手,気がそ,気ば,気ばか,浮足,然,物,用も,用もな,瞑,瞑想,知を,禅,裕,裕が,裕がな,要も,触,調,
                車で座,通,遊ん,部や,部屋を,関係,隣の人,頭に入
                """),
            Group(
                4,
                """
                afternoon,again and,an email,and over,bang,bath i,bounc between,brain wouldnt,burnt,clean,clock,
                could break,dont even,door was,drift,dulut*,duluth,each one,few,few minut,flip,for no,fridg,front,
                game,groce*,grocery,half the,hall,i check,i pick,im not,in front,into the,just lie,lectu*,lectur,
                longe*,longer,look,los,manag,map,meant,meant to,meditat,my desk,my sister,nine,nois,none of,onion,
                orang,out to,outsid the,over and,pair,pair of,pay,pen,pick up,pigeo*,pigeon,pray,reach,reach for,
                redec*,redecorat,rest,seem,so,so many,sock,song and,stood,tell,the basket,the move,the shower,theyr,
                thought rac,to do,to see,typ,unfin*,unfinish,up at,up from,was all,was no,was on,went back,were like,
                whate*,whatever,々出,々出て,あっ,いう,いそ,いそが,いに,いのに,いら,い出せ,い頭,え事,おり,かずに,かせか,
                かり,かを,か思,があち,がした,がして,が急,が散,が過,が鳴,けが,けし,けたの,け静,さえ,さー,ざわざ,しす,
                しすぎ,しよう,じが,すが,すと,せかし,せかせ,せず,そが,そがし,そら,たいに,たくな,たた,たと,たまま,た宿,
                た宿題,だけが,だら,ちゃ,ってし,っとを,っぱい,ついた,つけ,つもよ,ていて,てて,てば,てばか,てられ,て気,
                で座,で聴,として,とに,とま,と作,と作っ,と手,と手を,と揺,と遊,どもと,ないこ,なの,なのに,につ,に手が,に水,
                に水を,に言わ,のそ,のに,のに気,のを忘,のんび,の中で,の部屋,はんの,は仕,は仕事,ふぃ,へん,ぺん,ぺんを,
                また,また宿,まと,みなの,もこ,もと遊,もよ,もより,もり,も更,も頭,ゆすり,ようと,らな,ら次,りすと,れび,わか,
                わざ,わざわ,わた,をまい,を付,を火,を立,を聞き,を読,んのこ,んびり,ーじが,ーす,ーふ,一個,一曲,一行書,中す,
                中で,乏,乏ゆ,乏ゆす,事中,二分,人に,人に言,休み,休みな,会議に,何かを,余,個も,入って,出せ,出せな,出た,
                出て,出てく,同時,呂,呂で,呂でも,回っ,回り,変,変わ,始めて,局,庭に,庭に水,必,必要,忘,忘れて,思い出,息に,
                息に戻,慌た,持ちが,掃,掃除,揺,揺れ,日で,早足,時に,時間,曲も,検,楽を,次々出,次に,歩き,浮き,消し,湯船,
                湯船で,漫画,火に,用,画開,知が,空回,空回り,索した,結局,耳に,耳に入,聞,聞きな,聴か,膝が,船,船で,色分,
                落ちつ,落着,行った,行書,行書い,見た,触っ,読ん,読んで,議に,貧,貧乏,貧乏ゆ,買い物,足に,途,通知が,進まな,
                過ぎた,開けた,除,隣の,電車で,面,音楽を,頭が休,題開,風呂,風呂で,騒,騒が,鳴る
                """),
            Group(
                3,
                """
                after*,again that,all afternoon,and everyth,aroun*,around,at one,back in,baske*,basket,block,blous,
                book,boot,bought another,breath and,chapt*,chapter,clini*,clinic,clos,club,com out,counter,day and,
                day nine,dinne*,dinner,drov back,eat,eleve*,eleven,entir,fella,felt like,for my,fourteen,grab,
                head kept,i add,i drov,i own,idea and,if the,in its,it doesnt,it was,job,lapto*,laptop,last one,len,
                lie ther,machi*,machin,mail,make,matte*,matter,messa*,messag,mood till,much,my leg,neith*,neither,
                offic,one in,podca*,podcast,put off,retir*,retirement,ruler,see if,shoul*,showe*,shower,shut it,site,
                six week,soup,spent the,state*,statement,stol my,stop,stop think,the bank,the bathroom,the block,
                the clinic,the counter,the desk,the entir,the even,the laptop,the neighbor,the next,the physio,
                the shed,them and,ther like,till ten,tim and,twic and,wait for,was shut,weight on,whistl by,why,wip,
                々と,あっち,ぃん,いこ,いこと,いてい,いと,いまし,い物,うとす,うも,えがあ,えがま,お祭,かけた,かして,かせ,
                かどら,があ,がう,がお,がず,がそ,がそれ,がつ,がは,がまと,が止,が止ま,きなが,きをし,ぎた,ぎま,ぎまし,
                くつも,けだ,け始,ことが,ことに,これ,ごは,ごはん,さいと,さしぶ,したと,したの,しな,しふ,すぎま,すさ,するほ,
                すを見,ずに,せか,せない,たたん,たって,たの,たのか,たびに,たんで,た半,た消,ちが,ちに,ち三,ち着か,ち着き,
                ち着け,っこに,ってな,っとさ,っとで,っぱ,つけた,つの,つ終,ていた,てない,でい,で回,で探,で破,で立,で立っ,
                とす,と別,どら,どらな,ど気,にあ,にい,にかけ,に三回,に冷蔵,に出,に咳,に座,に手を,に時,に次,に立っ,に言,
                に隣,に隣の,のほ,のほう,のを,のん,の上を,の画,の石,の端,の端っ,の資,の部,はかど,は時,は閉,ばい,ばし,
                ぱい,ひさ,ひさし,びに,べなが,べ替,ほう,ほを触,まな,まら,めると,もそ,もめ,も半,も回,も途,ゆら,らゆ,られな,
                ら下,ら会,りお,りか,りして,りす,りみ,り座,り追,るた,るたび,るほ,るほど,る見,れな,れば,われて,をう,をした,
                をま,をわ,を並,を並べ,を何度,を出し,を半,を半分,を忘,を忘れ,を打,を打っ,を数,を数え,を片,を片づ,を行,
                んで,んび,ん中,ん性,一日で,一行,三冊,三日で,三時間,上,上を,下ま,並べ,中から,中し,中でき,中も,中や,中力,
                中途,事のこ,事を,事中も,五,五分だ,仕上,仕上が,付かな,休めな,会議中,何回も,作って,個,全部,冊開,冷蔵,
                冷蔵庫,分け,分た,前に,十回,吸に,味も,味を,回し,声ひ,夕方,夕方に,夜中の,始める,定年,宿,宿題,寝し,寝た,
                局何,屋へ,席を,帯を,年し,店も,庫,強,忘れた,性分,意味,戻,打って,探し,探しに,携帯を,数えて,断ち,方に,
                日でし,明日,昼寝,時で,時間だ,曲,書いて,書きを,来る,楽,次々と,止まり,段,気がせ,気も,水を,没,没頭,消,
                消して,湯,濯物を,火,然聞,爪,片づ,片づけ,物を,着い,着き,着け,石を,稿,窓を,窓を開,端だ,端っ,端っこ,耳,
                聞いて,聞き,聴,落書,蔵,蔵庫,要,計ば,議中,買い,車で,追っ,途中か,進ま,違う,鍋,鍋を,閉,開け,間だ,間だけ,
                関,集中が,集中で,静かに,音楽,頭で,頭ん,題,飛,飛ば,食事,駅ご,鳴
                """),
            Group(
                2,
                """
                2009,at a,baby final,bank,boat,by noon,cant settl,chang my,check email,couldnt sit,count*,cupbo*,
                cupboard,even though,hour and,how i,im the,is half,kept lift,mind rac,morn and,my breath,odd,penny,
                physi*,physio,proje*,project,same dream,shed,short,simp,so bad,stay late,that was,the afternoon,
                the boat,the car,the cloth,the cupboard,the room,then it,up for,up my,water the,weigh*,weight,winc,あぷ,
                あぷり,いたり,いれで,い物に,うに,う次,ぇす,ぇ出,えへ,お湯,お経,かど,かりで,がつい,がつく,がぱ,がぱっ,
                がわか,が切,き回,ぎん,くひ,げ直,こっち,したま,してか,し物を,じてい,じ引,すな,すば,すばか,すり,たま,だ芽,
                ちた,ちり,っちり,つくと,てか,てから,て上,て十,て投,でき,という,とさ,とで,とでき,とぺ,にまた,に本,に気,
                に立,に聞,に部,ねる,のち,の一,の中が,の人,の原,の店,はし,ばいと,ぱっ,ぱっち,びの,べな,ほば,まだ芽,まも,
                めてい,もやっ,も時,も時計,ゃで,やの,やのに,らさ,られへ,ら深,ります,れびの,れへ,れへん,を上,を歩,を聞い,
                を見な,を読み,んぎ,んね,ーすを,万,万溶,三万,三回も,上か,上から,中身,中身を,付け,休め,会議の,作っ,冊,
                出え,出しを,出てい,券な,原,原稿,吸し,呼吸し,咳し,咳して,回って,屋で,帯ば,度も時,度変,座った,庫の,庭の,
                性,打っ,探,料の,日ふ,映画を,書い,替えて,本番,机,机の,机の上,洗濯物,深呼,深呼吸,湯を,溶か,濯物,物に,
                画を見,番の,目がぱ,目ぎ,目は,石,種ま,稿消,経を,膝,芽ぇ,蔵庫の,角度,触って,話を,読め,読めな,議の,買わ,
                資,資料,資料の,身を,進,閉じ,飛ん,食べな
                """),
            Group(
                1,
                """
                々浮,める,行っ,頭が
                """),
        ])
}
