/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let worry = List(
        theme: .worry,
        groups: [
            Group(
                24,
                """
                if,will
                """),
            Group(
                20,
                """
                about,bank,どう,何か,怖
                """),
            Group(
                16,
                """
                be,bill,cough,exam,fear,googl,imagi*,imagin,lock,lump,my head,nois,pay,rehea*,scan,scar,test,think,こわ,
                もし,るか,来,考,考え,胸,診,金,震
                """),
            Group(
                14,
                """
                a talk,chest,doubt,dread,heart,is,lay,meet,mole,rent,say,stoma*,stomach,tax,the bank,war,what,worry,
                くび,たら,ないか,なや,なる,心,明日,雷
                """),
            Group(
                12,
                """
                and ive,anxi,audit,bad feel,bos,case,crowd,debt,decid,docto*,doctor,dont know,driv,driv alon,fever,
                freak,freak out,frett,futur,go wrong,goe,going to,gut,hear,home,hospital,in my,interview,ive,knot,
                letter from,lose,money,my job,of my,or,overd*,pain,panic,pric,rehears,resul*,result,ring,safe,savin*,
                saving,scary,shak,sound,stag,stres,surgery,sympt*,symptom,tomor*,tomorrow,twic,went over,worr,worri,
                wrong,がす,人前,初,嵐,恐,息,悩,悪,検,気にな,詰,面接,験
                """),
            Group(
                10,
                """
                afrai*,afraid,alon,and i,boile*,boiler,cant,check,com,concern,could,could break,day at,first day,
                going,hasnt answer,hes only,hospi*,i left,in knot,insulin,keep,laid,make,nervo*,nervou,okay,opera*,
                operation,pay for,presentation,rac,ray,round,see me,sick,speec*,speech,spin,stov,strang,sum,surge*,
                sweaty,terrif,that nois,the result,the stov,the water,think of,tight,tim,tonig*,tonight,wait,want to,
                weigh on,what will,wheth*,whether,worst,ある,うか,お金,かと,から,がつか,がない,しこ,しこり,したら,すと,
                だろう,どうな,まだ,われ,一人で,予感,何,値,先,前に,医,医者,咳,夜道,帰,悪い,接,更新,査,検査,気,気が,気に,
                病,結,結果,締,老後,職,胃,胃が,胸が,苦,費,鍵,音が
                """),
            Group(
                8,
                """
                affor*,afford,all even,all right,am,anaes*,anaesth,and,and nobody,answe*,answer,anxie*,anxiety,anxio*,
                anxiou,appoi*,appointment,appre*,apprehen,bad,becaus i,becom,biops*,biopsy,but i,butterfly,call,
                catas*,catastroph,check the,clima*,climat,daugh*,daughter,decis*,decision,denti*,dentist,diagn*,
                diagno,did i,did them,dinner becaus,dont,elect*,election,envel*,envelop,evalu*,evaluation,even in,
                feel,first,first date,fligh*,flight,for the,fund,gas,give a,half the,hand were,has a,health,
                heart pound,hes,i check,i keep,if it,if the,im,infla*,inflation,inter*,iron,it the,jitte*,jitter,know,
                know how,layof*,layoff,list of,mammo*,mammogram,map,meet with,messag and,mortg*,mortgag,my bos,new,
                night*,nightmar,off and,on,on monday,on my,overt*,overthink,overwhelm,pictur the,premo*,premonition,
                press*,pressur,proce*,procedur,revie*,review,somet*,someth,speak in,spira*,spiral,sure,sweat*,tempe*,
                temperatur,terri*,that littl,the,the move,the phon,the second,the worst,to see,tremb*,trembl,turbu*,
                turbulenc,turn it,ultra*,ultrasound,uncer*,uncertain,uneas*,uneasy,unrea*,unread,up all,wait for,
                weigh,what if,whol day,あし,あっ,いか,い詰,うう,うな,おび,おろ,かめ,がして,がつ,がる,が冷た,が痛,した,
                しま,ずっ,ずっと,たか,だろ,ったら,とで,と思う,なっ,なって,に合,のか,のこと,はら,びえ,び出,ふあ,まく,
                ます,も確,らず,らは,ろお,ろー,ーん,一人,丈,丈夫,不安,予,事故,人で,人前で,併,保,健,先が,先の,先のこ,前,
                動悸,台風,司,合併,呼,呼び,呼び出,咳が,回,地震,夜,大丈,大丈夫,家,家計,帰ら,年金,度も確,心配,思う,怯,怯え,
                悸,感,手が冷,手術,故,日,日の,明日の,更,来月,果,案,案じ,気がし,気が重,決めら,病気,発表,眉,眉間,約が,締切,
                者,血圧,術,表,計,試,迷って,間に合,院,音,頭を
                """),
            Group(
                7,
                """
                about the,airpo*,airport,and did,back of,been,befor bed,bos want,butte*,cant pay,check his,come,
                conce*,diffe*,different,drov back,else,frigh*,frighten,giv,give,going through,hand,hand on,has,head,
                healt*,his offic,i cant,i rehears,if they,insul*,it was,ive pack,job,knot in,lette*,letter,mayb,
                my mind,of what,offic,ok,on thursday,only,overdraft,overdu,overw*,phon,prese*,proba*,probab,ready,
                relax,retir*,retirement,round and,shut it,sound strang,stran*,talk,ten,the back,the car,the door,
                the interview,the night,the scan,the ward,the wheel,there*,therell,thought of,throu*,through,
                through my,turn off,two week,ward,was shut,when i,あって,あん,いがい,いく,えてし,かな,かり,があ,がいた,
                がし,が冷,が来,が来て,きど,きどき,きるか,ぐる,こり,さわ,ざわ,ため,ちたら,できる,どきど,に汗,のこ,の帰,
                の帰り,ぱに,びく,ゆう,るのか,るん,ろう,を待,んぱ,下がら,会社,会社が,保険,値上,健診,先行,冷,出して,初日,
                動の,危,危惧,圧,契,契約,契約が,娘,娘の,学費,家賃,将来,帰り,張,待,怖く,悪の,惧,憂,憂鬱,手に汗,支払,明,
                最悪,月か,月から,来月か,熱が下,痛,発,着,確,社,社が,緊,緊張,老,考えて,見,見て,見てい,言われ,診断,試験,
                話が,調べ,賃,越し,迷っ,間に,険,震え,風,飛,首に,鬱
                """),
            Group(
                6,
                """
                a fever,again in,alrig*,alright,and noth,ask me,be able,blood,blood test,brown,com back,count the,
                cycl,deadl*,deadlin,didnt say,died,enoug*,enough,every,every time,for that,frida*,friday,go,happe*,
                happen,hasnt,heart was,hed,him on,his,husband is,i couldnt,i drov,i held,i press,i turn,i watch,ill,
                in front,into,is on,its the,keep check,keep look,landl*,landlord,los my,mak,me to,monda*,monday,
                my daughter,my nail,nail,not,noth is,of him,off,out of,outsid the,polic,said and,sat in,siren,so many,
                someth else,son is,speak,ten minut,that,the company,the dog,the engin,the landlord,the storm,ther a,
                they say,thought about,thre,thurs*,thursday,to make,to school,up to,water,will happen,will say,
                with my,woke up,wors,wors and,x,yet,いかと,うしよ,うつ,うまく,かあ,かあっ,か起,か起き,がある,がい,がかり,
                がすの,が下,が下が,が気で,が苦,が重,くいく,くて,こわい,こわく,したの,しも,しん,じゃ,する,た詰,だちの,
                ちょ,ちょう,っと見,てい,てす,てすと,ての職,で行け,とら,と思,と見,どき,どもの,ない,なの,にっ,にっく,にゅ,
                にゅー,に合わ,のかな,の職,の職場,の順,ぱい,ぷれ,ぷれぜ,むな,めら,められ,め切,め切り,やみ,やん,ゅー,
                ゅーす,よぎ,らな,られず,ら離れ,りすと,れぜ,れぜん,わぎ,わく,わくて,をよ,を詰,を閉,んち,三回,下,不,中,
                何かあ,出,初出,反抗,受験,台,合,合わな,地,夜中,夜中に,夫,嫌わ,嫌われ,学,将,就,就職,心も,心細,怖か,思うと,
                恐れ,恐ろ,息子,払,払い,抗,抗期,故に,数値,日は,来週の,果待,査の,検査の,止ま,残るの,気が気,気でな,汗,決め,
                活費,締め切,職場,血,言わ,話があ,話に出,調,足,迷,週の,遅く,遅くて,配,鍵を,電話に,面,音がす,頭
                """),
            Group(
                5,
                """
                a motorbik,able,able to,about tomorrow,accou*,account,am i,and my,and now,at that,back to,
                battery died,been on,bit my,break,clear,com to,contr*,contract,could not,date,doctor call,door was,
                driv home,fall,fly,front,funny,garag,have the,haven*,havent,heard,hope,i am,i bit,i count,i fail,
                i have,i lay,if he,if i,if she,insec*,insecur,keep imagin,late,late and,lay ther,littl,los,mak that,
                manag,many tim,motor*,motorbik,move,my arm,noth,on his,on the,on to,pack,phon call,pictu*,pictur,plan,
                pound,press,prete*,pretend,rehear,renew,sell,stomach hurt,stop think,storm,stres*,stress,stress about,
                tens,the battery,the corner,the desk,the doctor,the garag,the iron,the map,the rent,the road,
                the shower,the thermometer,ther,therm*,thermometer,tribu*,tribunal,unpac*,unpack,until the,watch the,
                went,whene*,whenever,whod,wont,いが,いない,います,い方,うなっ,うなる,うま,えす,え込,から離,がする,がひど,
                がまだ,が来る,が気,が浅,が遅い,きる,きん,くい,くなる,ぐるぐ,ことを,この,ざわざ,したか,しな,しまう,しよう,
                し苦,すり,するた,ず焦,ぜん,そわ,そわそ,たいて,たたい,たらと,たらど,だ帰,だ帰ら,だ誰,だ開,だ開け,ちの,
                ってこ,てきて,ての,ては,で行,とな,と少,と考,と考え,どうし,なさ,のが,の物,の物忘,の結,の荷,の荷物,の音,
                の音が,ばい,まう,まくい,まだ帰,まだ誰,まだ開,めての,もと,もの,らしい,らど,らどう,られ,ら離,りが遅,りる,
                り越,るぐ,るぐる,るた,るたび,るの,るまで,るら,るらし,れがひ,れず,わい,わかっ,わざ,わざわ,わそ,わそわ,
                んじ,んじゃ,ーす,三回た,上,上がる,上司,上司に,下が,中に,中風,事がな,位,何度も,値が,備,備が,入院,再検,
                再検査,冷た,出し,出勤,切り,初の,動,反,司に,喉,喉が,回た,地震の,大,失敗し,娘の帰,嫌,安,封,封筒,帰らな,
                帰りが,度も,忘れが,悪いこ,掛,掛か,接の,支,敗し,敗した,数,晩中,最初の,来る,来週,機が,止まら,残る,気で,
                気掛,決,活,浅,消し,準,準備,火を,火を消,焦る,熱,熱が,物忘,物忘れ,生活,異動,病院,筒,約,細,終わら,耳,胃が痛,
                胸騒,苦労,落ちた,行,行き,行け,行機,行機が,詰め,話に,誰に,誰にも,貯,貯金,越,足り,返,返し,通,道,鍵と,
                開けら,院の,電卓,震の,面接の,頭か,頭から,風の,飛行,飛行機,首,騒ぎ
                """),
            Group(
                4,
                """
                are,arm,at her,at ten,bag,befor i,befor the,being,bel,butto*,button,can think,cant settl,cant stop,
                company,corne*,corner,cut,desk,did,did the,door,drov,each,engin,enjoy,ever,hall,has no,have a,hr,
                i felt,i sat,i think,i went,in spr,iron my,it doesnt,land,list,live,mak a,matte*,matter,messa*,messag,
                my husband,my phon,my shirt,my son,off the,outsid,paren*,parent,rain,right,road,ruler,schoo*,school,
                school and,showe*,shower,shut,state*,statement,step,suppos,ten and,the baby,the bathroom,the clock,
                the dinner,the hall,the operation,the talk,the wrong,thought,thre tim,tim befor,to,tuesd*,tuesday,
                went back,were,wheel,why,work out,yesterday and,あいだ,いだ,いま,い知,うし,うす,え始,え過,おそ,おそろ,
                かと思,かぶっ,から仕,か言,がか,がな,がひ,が上が,が出る,が終わ,が苦し,が見,が見え,が遅,が重い,が飛,くか,
                こと,ことば,このま,しては,しよ,しれな,し失,し見,すした,すの,すれば,す怖,ずにい,そろし,たし,たと,ため息,
                ちた,っとで,つあ,つか,つぶ,つもよ,てある,ていな,ていま,てこ,てこな,であ,で着,で調,とば,とる,と医,と止,
                と聞い,どを,なのに,な予,な音,になる,に貼,に貼っ,のど,のめ,のめー,の元,の前に,の司,の将,の情,の水,の熱,
                の紙,の茶,の話,の足,の返,の鍵,の順番,はんが,は戻,ばっか,ばな,ばない,ぶっ,ぶって,べま,ほく,ま裏,めま,
                めまし,めると,め息,もの熱,もよ,もより,も言,も言え,ょう,より,らと,らなく,られる,ら仕,ら仕事,ら変,ら耳,
                りが,りき,りきり,り大,り遅,るが,るのが,るま,るんや,る服,れが,れずに,れな,れる,ろうか,ろが,ろし,わか,
                わら,をか,をね,を三回,を何,を全,を全部,を消,を消し,を百,を見る,を調,を通,を通ら,んやろ,一晩,丈夫か,
                三時間,上が,事,代が,位の,何度,価が,信が,修,修理,借,借金,健診の,元栓,全部,再,出しの,出な,出る,前で,医者に,
                十回,卓,受,司会,回出,回練,団を,報を,夜通,夫か,始める,嫌な,家の鍵,少し,屋根,川,川の,布団を,庫に,庫に貼,
                待ち,心当,念,念の,怒ら,怒られ,怖い,息が,息が苦,息子が,息子の,情,情報,所か,手,手す,手すり,断,方,果がま,
                果を,果を待,栓,根が,歯医,歯医者,残,母の足,水位,消した,焦,物価,状,状を,理代,番を待,異,症,症状,痛い,百回,
                着る,確認,筒を,結果が,結果を,絡が,練習し,習し,聞い,聞いて,苦し,茶封,荷物を,蔵庫に,裏返し,見え,見るの,
                言えて,診の,話,貼,貼っ,賃が,車か,返した,通し,通帳,通帳を,連絡が,遅い,過ぎ,部数,重,間,離れ,離れな,雷の,
                音を聞,順,飛ば,験の
                """),
            Group(
                3,
                """
                a blanket,a strang,ache,add,after dinner,all of,already and,and left,and wrot,at thre,batte*,battery,
                becau*,becaus,bit,block,boat,burn the,but,cant afford,carry the,chapter book,check my,clini*,clinic,
                clock,clos my,colleg,com out,compa*,could go,couldnt stay,day nine,dog,down all,enough for,everybody,
                everybody need,fail,fifte*,fifteen,five and,flashlight,freez,hurt,i add,i apologis,i can,i dent,
                is clos,know but,law at,mind,mirro*,mirror,my chest,my hand,my own,my stomach,new school,now i,
                number and,outsi*,over,pay the,phon and,picku*,pickup,roast,run,same dream,secon*,second,settl,shirt,
                six week,son,stay in,suppo*,tabl and,the block,the boat,the clinic,the envelop,the physio,the vet,
                them and,thoug*,thre and,toolb*,toolbox,trunk,until,walk round,want,weight on,went and,what to,who,
                woke,あった,いいの,いくの,いこ,いこと,いたり,いのだ,いれで,い考,い足,うとこ,うな気,えな,えると,おな,
                おなか,かが,かが痛,かぶ,かもし,から何,か十,か気,か自,があっ,がお,がき,がぎ,がぎゅ,がこわ,がざ,がつな,
                がの,が一人,が上,が前,が十,が夜,が学,が心,が減,が痛く,が着,が終,が近,が遅く,が餌,きい,きり,き返,き返し,
                ぎゅ,くやっ,くろ,く時,こか,こから,こな,この先,ごは,ごはん,してあ,しなか,しれ,じた,すし,すぽ,すま,すます,
                すれ,すを,す日,せが,せが来,せば,そこ,それか,そろ,たた,たと聞,たび,たり,たり開,たんじ,た心,だち,ち着か,
                っく,ったか,ったと,ったま,っと考,っと落,っ越し,づく,づくと,ていけ,てるか,でいな,でな,で事,で年,で生,
                で話,で読,で転,とって,とでき,とばか,とぼ,と入,と聞,と落,と落ち,と見て,と貧,どく,どくな,ども,なか,なかが,
                なかっ,にち,になっ,にま,にまた,に入ら,に出,に呼,に咳,に空,に考,に言わ,ねっ,ねっと,のかと,のた,のため,
                のひ,のひと,の原,の外,の夢,の夢を,の日,の残,の点,の言,の言葉,の音を,の飛,は残,は水,は見,ぱす,ひど,ひどく,
                ぶれ,べて,べんも,ぺっ,ぺっと,ぼと,まで,みすし,めた,めて,もしれ,も下,も帰,も見て,も額,ゃない,ゃんと,
                やって,やろ,らせ,らせが,らなか,られま,ら何,ら引,りす,り開,り開い,るけ,るけど,ると,れで,れば,われて,
                をかぶ,をすま,をする,をず,をずっ,をとっ,を三,を二,を何べ,を何度,を六,を計,を閉じ,を閉め,んとで,んも,
                三時,上がっ,上げ,下の,中気,事あ,二十回,人,会議中,何べ,何べん,併す,信がな,個,入らな,六,六本,出さ,出され,
                切,刻ま,労,医者の,十回は,卓ば,原,原稿,友だ,友だち,口座,合う,合わ,咳を,回読,回読ん,図の,地が,報,場,場で,
                変な,外ば,失敗,子が,子ど,子ども,子の,字が,家計簿,少,席は,帰って,帳,帳を,年を,年をと,座の,康診,引き返,
                張先,役所,思い,戻し,戻した,手が,手に,接で,故が,敗,数えた,数字,新,新さ,旅行の,時刻,時過,時間前,月の,服を,
                期,本番,本買,来て,果が,校で,歯,残高,気じ,水,水の,減,港,港着,火,点を,物,物を,番の,番を,痛く,痛くな,着く,
                確か,確かめ,稿を,空港,窓の,算し,簿を,締め,考える,者に,者の,耳に,耳に入,耳を,職場で,胸がぎ,自信が,荷,
                荷物,落ち,行の,裏返,見てる,見る,言葉が,計算,計簿,計簿を,話がつ,読んだ,議中,賃を,足し,車の,転ん,近づ,
                返して,通ら,配だ,重い,金が,閉,閉じた,閉めた,間前,間前に,離,震えた,面接で,音を,順番を,額に,駅,駅か,騒,
                高を
                """),
            Group(
                2,
                """
                a new,apologis,by friday,call in,check on,dat,driv test,els,face,get the,how i,i made,i nod,i thought,
                it wasnt,knock,know what,lamb,my brain,my number,past,past thre,put off,relativ,suppe*,supper,
                ten past,that ceil,the chair,the job,the light,think about,to all,to four,to give,twenty to,vet,
                way it,we,would,wrot down,あと,あると,いけ,いと思,い予,い気,うや,う一,う一個,お金が,かけた,かも,からの,
                から先,かり見,がって,が悪く,が更,が締,が足,が足り,ぐるー,しか,じゃな,ぞい,たまま,たも,だから,っ越,て暮,
                て暮ら,でず,でずっ,でない,とど,なるん,な気,な気が,に何度,に探,に探し,に言,のぞ,のぞい,のだ,の先,の結果,
                び立,べな,べらん,べん,ぽい,ぽーと,も見,ゃな,らの,らんだ,らんで,ら先,ら胃,り見,り見て,るだ,るっ,るーぷ,
                わった,をかけ,をす,を回,を聞い,んだか,んや,ーぷ,一個,中に何,二十,代,個あ,健康,先で,分抜,初め,初めて,
                前よ,前より,勤,十時,回っ,回って,回は,地図,夫な,学校,家の,屋,康,引っ越,役,後,思,急車,悪く,悪くて,抜き,
                救急,日が,日話,暮ら,検診,模,模試,機,着い,算,簿,絡,胸に,自信,言った,試の,近,返事が,連絡,閉め,開いた,
                離れず,額,食べな,駅ご
                """),
            Group(
                1,
                """
                many,open the,repai*,repair,wher,かっ,たの,ったん
                """),
        ])
}
