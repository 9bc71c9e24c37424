/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let patience = List(
        theme: .patience,
        groups: [
            Group(
                28,
                """
                wait,待
                """),
            Group(
                24,
                """
                still,tim,遅
                """),
            Group(
                20,
                """
                learn,queu,slow,time,yet,まだ,何,焦,長
                """),
            Group(
                16,
                """
                bus,coin,hasnt,heal,jam,knot,line,load,sho,tak,tap,try,あせ,かな,のを,らな,急
                """),
            Group(
                14,
                """
                boil,come,delay,dough,grow,kettl,layer,month,near,of me,recov*,red light,ripe,sauc,seed,sixty,stall,
                stamp,stuck,took,かし,かせ,ぐず,けど,ずつ,るのに,るまで,れじ,三,号,四,回,寝か,果,根,芽,覚え
                """),
            Group(
                12,
                """
                a day,again,age,brac,breath through,cane,cast,chang,clerk,crept,dawdl,deaf,dig up,endur,foot,forge*,
                forget,form,four,get in,happe*,happen,he,hold,hurry,i sat,i sit,it,lac,late,light,long,not,numbe*,
                number,pea,physi*,pound,progr*,progres,puzzl,rehab,reset,resul*,result,same,scal,seedl,step,
                still cant,stood,story,take,teach,toddl*,toddler,updat,was late,week,wifi,will,with the,zip,うに,かか,
                くの,すが,なかな,まで,るま,れを,一,延,待っ,治,種,窓口,粘,糸
                """),
            Group(
                10,
                """
                24,a cat,a pen,all morn,ask,ask for,at fifty,away,back later,bear,bulb to,call,centr,checkout,compu*,
                computer,dig,do it,dres,eight,expla*,explain,for a,get it,glue,has,hasnt mov,himse*,himself,hip,hour,
                hour to,i let,is happen,knee,later,liste*,listen,minut,next,none of,noth,of one,offic,on hold,pen,
                plant,pract*,print*,printer,purs,rush,say,see if,six week,snail,soon,spoon,stain,stitc*,stitch,
                the car,the knot,tract*,tractor,traff*,traffic,untan*,untangl,walke*,walker,web,week of,wound,かなか,
                しつ,ちっと,てくれ,ので,ばすが,ぺーす,るの,れるま,一向,伸び,信号,免,免許,列,前の,回し,子,小,工,工事,度,
                待った,手間,教え,時間,果が,毎日,煮,窓,育,自分で,車,進,進ま,針,間,電車,靴
                """),
            Group(
                8,
                """
                after,agenc*,agency,all,along,an hour,and didnt,and over,ask why,be,behind a,bow,breat*,breath,brocc*,
                broccoli,buffe*,buffer,bulb,bumpe*,bumper,burea*,bureaucracy,butto*,button,carpe*,carpet,check*,coat,
                const*,construction,crutc*,crutch,dad,demen*,dementia,detou*,detour,doesn*,doesnt,downl*,download,dry,
                emerg*,emergency,every,fifty,for twenty,forev*,forever,forty,forty minut,fourth,front of,get,green,
                half an,her,herse*,herself,his sho,homew*,homework,hotli*,hotlin,i held,i wait,immed*,immediat,impat*,
                impatien,itch,let,let the,lift,lift the,like a,look for,might,morn,my tongu,needl,none,of,on lesson,
                one step,over and,overn*,overnight,paper,passw*,password,patien,pee,perse*,persever,persi*,persist,
                physio,plast*,plaster,plate*,plateau,postp*,postpon,reboo*,reboot,recovery,red,repea*,repeat,right,
                right stamp,roadw*,roadwork,rod,same question,same story,sand,sat ther,say the,scar,searc*,search,
                sent me,shoel*,shoelac,so i,softw*,softwar,sprou*,sprout,still no,stuck in,suppo*,tak forever,tantr*,
                tantrum,tell,ten minut,tenth,the,the bulb,the paint,the side,the tenth,the word,thre,tied,to finish,
                to get,to see,toler*,tolerat,tongu,train,train stood,undid,visa,wait for,waitl*,waitlist,walnu*,
                walnut,whol,with it,zippe*,zipper,あった,いるの,うこ,うこと,か月,がま,が出,が長,きあ,きあっ,きや,ぎぷ,
                ぎぷす,じれ,すぐ,せか,せっ,ちっ,っとも,つき,つきあ,つこ,てお,てず,の人が,の木,はび,はびり,ばす,ぷす,
                ぺー,ほど,まず,まな,やい,やっ,やり,ゆっ,ゆっく,ように,りはび,れっ,れを切,わら,わらな,を掘,を飲み,ーす,
                一つ,三年,上達,伸,何回,何度,前の人,十,十分,半日,口,同じ,延期,引,役所,思,急いで,手続,手続き,掘,木,根気,
                気が,水や,治り,泣きや,渋,渋滞,滞,発,糸を,耐,育て,行列,覚,説明,車が,辛抱,込,通院,遅い,院,靴を
                """),
            Group(
                7,
                """
                a time,all afternoon,all to,and,and began,and i,anew,appoi*,appointment,at it,avail*,availabl,baby,
                bar,been,bloom,budg,cashi*,cashier,cat,cente*,center,day nine,fast,fix,flat,fourt*,front,frust*,
                frustrat,go,go on,held my,him the,hundr tim,i near,i tri,in front,let him,long way,mov,my grandson,
                my hand,of them,part,patie*,post,pot,quest*,question,quick,see,servi*,servic,sho on,side,sit,so long,
                taught him,the hole,the queu,the tabl,to go,to walk,twenty minut,unpic*,unpick,up the,week in,
                went out,weve,with all,world,you,いち,い通,い通り,が出な,が短,けない,こんが,じり,じりじ,じ話,じ話を,
                ずぐ,ずっ,たっ,っか,っくり,つず,つずつ,つなが,つ一,とも,なら,になっ,のぺ,のぺー,のり,のろ,のろの,の不,
                の不備,びり,ました,りし,りした,りじ,りじり,りは,ろのろ,をは,を切,を飲,三十分,不備,今日,出な,分で,前,
                化が,同じ話,向,味が,呼,四十,回した,回復,固,子供,小銭,左,後ま,後まで,忍耐,思い通,急い,所,抱,支度,教,
                時間が,更新,書類の,替えに,最後ま,来な,母,毎,気長,焦っ,献,献立,番,発酵,短,石,石の,終わ,結果,続き,置,聞,
                芽が,芽が出,言,説,通,道,道の,道のり,酵,電,順,順番,類の,類の不,髪
                """),
            Group(
                6,
                """
                a bottl,ahead of,all the,and again,and one,another number,any,at a,befor i,betwe*,between,by,by the,
                calm,crawl,custo*,customer,didnt get,dug,faste*,faster,for two,grand*,grandpa,hair,has been,his time,
                i practis,it all,kept lift,knit,let her,man in,me the,mine,music,my wife,near lost,neckl*,necklac,
                need,next week,nine,old man,one,page,paint,plumb*,plumber,practic,practis,puppy,recover,rise,sav,six,
                sleev,so,stand,stick with,stude*,student,suppos,taugh*,taught,the cloth,the fifth,the piano,
                the plumber,the step,threa*,thread,too,two hour,two year,when,whol sleev,windo*,window,word,wouldnt,
                あいだ,あっ,いた,いつに,いで,いらい,えに,かかっ,からま,がな,がまん,がらな,が自,が自分,が遅,くのを,くり,
                くれ,く結,こな,ごと,さま,した,しまう,せず,せっか,せり,せる,そこん,たって,たよ,た出,だう,だ実,つな,つにな,
                てこ,てこな,てま,てまた,ても,てるの,て読,で聞い,とめ,どか,ない,ながら,のに,の同,の同じ,の話,は献,ぱそ,
                ぱそこ,び悩,まう,また出,まん,み込,もど,やって,らい,らいら,ら読,りにな,りま,り歩,ると言,ろの,を声,を待,
                を据,んろ,一針,不,事で,五,何十,供,信,出直,分,前に,前の車,半,咲か,咲かな,変,変わら,実を,小銭を,度最,役,
                待つ,待て,忍,思うよ,急かし,慌て,慢,我,我慢,折,据,据え,新が,日,更,書類,木は,松,松葉,果がで,果が出,歩く,
                歩み,段,泣き,焦り,煮込,生え,番号,直し,祖,腰を,英,葉杖,触,許,話を,読む,辛,返,通りに,達,銭,銭を,間が,
                電車が,類,食べ,食べて,食べる,飲み
                """),
            Group(
                5,
                """
                again and,all day,all even,aloud,and then,anoth*,another,apart,ball,befor supper,bread,by step,cant,
                come and,cut me,dark,decis*,decision,did the,dog and,fifth,final,five tim,for,froz,go and,got it,
                grandson,has chang,haven*,havent,his,horn all,how,i didnt,i kept,i want,i wasnt,it again,lesso*,
                lesson,man,me off,menu,minut on,minut to,month of,my leg,my number,no,not move,on,one more,physical,
                piec,put,repai*,repair,sat,sciss*,scissor,seven,sit with,soup,step by,ten,ten tim,the engin,the kettl,
                the seed,the soup,thera*,therapy,to look,today,today was,took all,took me,tri,up with,want,want it,
                why,with,wool,would not,would*,あい,いちゃ,いてし,いでも,いや,うよ,うよう,うん,う一,えた,おく,かかる,
                かち,かゆ,かる,がしみ,がず,がせ,がでな,がほ,がほし,が小,が延,が引,が言,が駅,き合っ,くて,くら,くれな,
                こと,さぶ,じいち,せんで,そこ,たかっ,たけ,たけど,たに,たーが,だか,だで,っく,っこ,ったよ,ったら,って,つだ,
                つに,でな,で止ま,といれ,なが,ならな,にい,にす,のあい,のがい,の人,の歩,の車,はく,は急,は触,べて,べる,
                べるの,ほしく,ま動,みが,みに,み始,むの,むのを,も味,も言,ゆい,らせ,らま,りまし,るみ,れたけ,れる,ろー,
                われて,をはく,をまい,んで,ん難,一向に,三か,三か月,乾,今日で,付,付き合,何年,便,便を,備,備で,先,先が,初か,
                初から,取れ,合った,向に,回も,回目,土を,声に,声に出,変化,娘の,子犬,年も,庭の,延び,復,思う,急か,急が,急ぎ,
                慌,成果,成果が,捗,捗ら,支,日一行,明し,明して,時,最初か,杖,来,来ない,根く,母のぺ,母は,気がせ,泣,減,減ら,
                減らな,煮物,父の歩,物は,痛み,着,着替,着替え,祖父,祖父の,種を,種をま,立を,答えた,糸が,結,絡を,続,続けて,
                練習し,習,習し,習して,聞いた,腰,英会,英会話,触ら,言う,話は,説明し,読,読み,返事,返事を,通り,進まな,遅くて,
                長い,難し,靴をは,飲み始,駅の
                """),
            Group(
                4,
                """
                a film,adopt*,adoption,after*,afternoon,ahead,an,and notic,at,becau*,becaus,bit by,bottl,by bit,
                can do,car,cloth,comb,count*,counter,customer call,customer servic,dai,do,engin,engin off,every time,
                film,follow,four hour,hand,he made,he say,her hair,hole,horn,how many,hundr,hundr*,hundredth,
                hundredth time,i thought,inste*,instead,it himself,it went,its,knot in,late again,lift my,like,
                lost it,lot,me all,me and,me like,me useles,minut and,my hair,on time,order number,out of,page of,
                paid,peopl,piano,printer jam,sat by,sent,slam the,small,so slow,stood still,suppe*,supper,tak so,
                tap my,the counter,the customer,the door,the horn,the new,the one,the same,the traffic,ther,thi time,
                thirteen,ticke*,ticket,told,too slow,took her,took his,train*,traine,trick,turn the,up and,useles and,
                was the,いけ,いたの,いだ,いら,いる,いれ,い回,い回し,うまく,えてく,えと,えない,かさ,かしつ,かせか,かど,
                かどら,がで,がなか,がら,が三,が出ず,が小銭,が左,が暮,が通,きま,きやむ,き合,くのが,くぺ,くらべ,くる,く引,
                ぐに,ぐ結,こう,ことを,しくて,しても,しは,しび,しびれ,じい,じ説,せい,せかし,せかせ,たので,たよう,たらい,
                たんを,た糸,た編,だし,だ四,ってあ,ってお,っては,つけな,つほ,つほど,つれた,てあ,ていて,ている,て待っ,
                て言わ,でた,ではな,でぼ,で四,で横,で止,で浮,とく,とご,とつず,ども,どらな,なった,なんで,に六十,に出し,
                に合わ,に同,に糸,に結,に腹,のから,のは,の上,の待,の更,の更新,の髪,はかど,はない,は乾,は孫,は横,は笑,
                びな,ぶた,ほし,まし,まだか,までた,まで聞,み物,めると,もつ,も固,も来,も来な,も私,も答,やま,やむ,やろ,
                らい回,らべ,り糸,るあ,るあい,れで四,れな,ろな,わせて,をか,をかけ,をほ,をま,を一日,を五回,を垂,を塗,を履,
                を急,を急か,を探,を探し,を植,を見て,んが,んでし,んの話,ーが,ーど,一つず,一歩ず,三台,三回し,三段,上,乾か,
                予定が,事,事を,五回,人が,人が小,付か,付かな,付き,会話,伸びな,六十,六十人,出ず,出発,分も,前に六,剤,剤は,
                化,十五,十五分,反,反対,口を,台,台来,右,右反,号に,号札,合っ,合わせ,合室,合室で,呂の,咲,四回,四課,回言,
                土,垂,垂れ,塗っ,多い,娘,子が,子ど,子ども,孫や,定が,寝かし,履,履く,左右,年,庭,引か,待た,待合,待合室,
                思った,悩,探して,接,接着,整理券,新人に,日で,日一,早く,明を,時間を,晩か,暮れ,最初,月,木を,本ず,根を,植,
                植え,歩,歩ず,歩ずつ,段ほ,母に,水,渋滞で,滞で,焦る,父,片付,球,球根,理券,生,番号札,病院の,痺,痺れ,発が,
                相手が,着剤,窓口で,立た,答,答え,置け,聞い,聞き,育つ,葉,薬,薬を,薬を飲,行け,裏返,見てい,許の更,話で,
                説明を,課だ,赤信,込み,道が,針に,長引,間がか,間を,間座,間置,難,電話で,靴が,風呂の,駅,髪の,鳴っ
                """),
            Group(
                3,
                """
                a hundr,a moth,a whol,a year,about my,after six,alway and,and everyon,and mine,and out,anyth,are,
                artic*,articl,backs*,backspac,bath,bath so,becaus nobody,bed and,began,book on,boyfr*,boyfriend,can,
                cant lift,carry the,chapter book,clas,could feel,didnt need,dollar in,door,down the,driv,dulut*,
                duluth,eat,enoug*,enough,entir,even and,every even,every singl,everyon in,explain it,fall,feel my,
                five and,flask and,flip,flour,for it,glas and,heel,i brought,i can,i did,i put,i ran,i stay,i turn,
                in yoga,insis*,insist,isnt,its been,ive been,lamp post,land,leg,long line,many tim,may,moth,moth in,
                my ear,my foot,my shift,my teenager,new year,nobody else,noth happen,noth special,odd,one drawer,
                open again,over my,pew,picku*,pickup,post today,put her,quilt,read a,recip,ris,rule,run,second lamp,
                she ask,sidew*,sideway,simp,sinc new,slam,smil about,sound like,spani*,spanish,speci*,special,street,
                support,tabl,tak time,teena*,teenager,teenager slam,tell me,the bath,the entir,the printer,the scal,
                the tomato,then half,then just,time i,to,today last,twent*,twenty,two dollar,typ,up every,van,violi*,
                violin,week it,when she,whil,whol bus,wife had,wont,year and,yoga clas,あのの,ぃー,いかな,いたり,いちば,
                いっ,いつ,いのを,い人,い方,い方を,うにい,えて,えとる,えら,えられ,えれ,えれべ,おいて,かない,か進,か進ま,
                がつな,がふ,が何,が固,が多,が終わ,きまし,きるま,きろ,き取,けと,こらえ,これで,したか,しつけ,しに,じお,
                じ小,ずつ教,たいの,たさ,たされ,たぼ,たり開,たー,た人,だ何,だ何も,だ聞,ちば,ちばん,っかか,ったま,ってた,
                つれ,つ教,つ教え,てあげ,てあっ,て注,て舌,て言,でぃ,でや,でやる,で九,で人,で六,で前,で口,で聞,とい,とじ,
                とを,と呼,と待,と書,と書い,どき,どく,どもの,どら,どれ,どれも,なん,にいか,にこ,には,に六,に出,に合,に待,
                に時,に置,のの,のを待,のん,のんび,の使,の前に,の背,の背中,の話し,の通知,はな,は二,びて,びれ,ふく,べー,
                べーた,ぺん折,ほどい,ぼた,ぼたん,まく,まだ何,まなか,まほの,まり,みな,みの,むま,めろ,もやっ,も上,も弾,
                も弾い,も焦,よう,よね,らえと,らじ,らじお,らなく,らむ,ら顔,りに,りにい,りませ,り直し,り開,り開い,るのは,
                るぺ,れべー,れ前,ろで,ろ走,をと,をはさ,を五,を吐,を四,を待つ,を折,を数,を数え,を聞き,んかっ,んびり,ん折,
                ん折れ,ん生,一き,一時間,一歩,一段,一段ず,一行,上がり,中を,予,二百,二百日,五分,伸びて,何回も,何度も,何週,
                使い,保留,充電,先行,免許の,列で,別に,券,券を,効,効果,効果が,動か,動かな,十人,十四,単,取れな,口をは,同,
                吐,吐か,吸お,味,呼ば,呼ばれ,呼吸,四十分,四時間,固ま,固まっ,地が,塗,変わ,始,宅配,実,客,家にい,寄っ,寄って,
                対,小節,左寄,年習,度も言,座って,引っか,待って,所で,折っ,拭き,挟み,掘り,掘り返,探,探し,放,放っ,放って,
                教えた,数えて,整,整理,文番,方を,日が,日やっ,日家,日目で,日練,暮,暴,暴言,替え,札,果の,横道,止,歩いた,
                段ず,段ずつ,毎日や,治ら,治る,治るま,注文,浮き,煽ら,煽られ,生は,生地,留音,番待,番待ち,痛,目に,節を,終,
                結果が,続け,編み,練,練習,習っ,習って,聞かな,聞きま,背中を,腹も,舌を,行けた,行日,覚えて,言って,言を,許の,
                話が,話がつ,赤,走っ,走って,遅いの,道に,配便,釣り,間た,間たっ,院の,電が,音の,順番待,飲
                """),
            Group(
                2,
                """
                a broom,a glas,a stinker,and down,and he,and still,and they,as a,as every,at thre,baby final,bas,
                befor,broom,bucke*,bucket,cant do,ceil with,come back,comment,count,count breath,did one,didnt feel,
                dishw*,dishwasher,draft,drift off,drop off,els,engli*,english,every morn,eye open,figur,follo*,
                four tim,go home,have to,held,high,i bent,i drift,i go,i laid,i laugh,i stop,id like,im the,in one,
                it as,itali*,italian,ive got,knee was,late but,laugh and,loud to,map,mate,mothe*,mother,mother in,
                my arm,my knee,my mother,now,on my,own and,past midnight,postc*,postcard,push up,ran the,ride,room to,
                round*,roundabout,roundabout and,said id,sat with,scal befor,stati*,station,still noth,stink*,stinker,
                stree*,talk too,that littl,that my,that the,that we,the glas,the guy,the lift,the line,the roundabout,
                the twin,the water,thought of,thre and,to room,to stop,took a,two of,was that,was wait,way,we were,
                when they,wife,worri,you never,あ蹴,いつま,いてあ,い道,う一回,う十,おりま,お前,お正,お正月,か来,か開,
                がかか,が取,が取れ,が咳,が大,が大き,が来な,が治,が終,きす,きすぎ,ぎま,ぎまし,けてい,こら,これ,こん,
                さぼり,したい,してる,しなが,じっと,じめ,すぎま,すを,たな,ち時,って先,つの,つまで,ており,てやれ,て出,
                では,で鍋,とつ,と三,と言っ,どや,ど飴,なか,な先,にいた,にすま,にで,にでき,のお正,のが,の足,の車が,の通,
                は無,は聞,ばん,ひとつ,ぴあ,ぴあの,ほの,ぼり,もう十,も変,も変わ,らえ,ら待,りを,れで,れべ,ろし,を待っ,
                を机,を聞,を聞か,ーた,ーたー,一時,一晩,三巻,三時間,乾く,予定,五個,任先,会の,何か,何も変,何度言,何時,
                何時間,作り,保,個だ,充,先で,先輩が,入りま,六週,六週間,分つ,分つき,十三,十分つ,十回は,単身,単身赴,口で,
                回は,宅,家に,巻,巻目,度言,度言っ,弾いた,折が,新,施,施設,施設の,日呼,明,時間も,沸,沸く,浮,父に,片,理だ,
                目です,目に入,祖母の,私の,節,終わら,経を,英単,英単語,葉を,行ず,親父,言葉を,設,設の,設のお,語五,読ん,
                読んで,赴,赴任,蹴,蹴っ,身赴,身赴任,輩が,週間,進み,遅れ,釣,鍋の,開かず,間に一,間も,面会,養子,骨折
                """),
            Group(
                1,
                """
                i have,in traffic,は一,まい,りが
                """),
        ])
}
