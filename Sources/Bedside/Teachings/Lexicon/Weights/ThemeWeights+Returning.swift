/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let returning = List(
        theme: .returning,
        groups: [
            Group(
                32,
                """
                また
                """),
            Group(
                28,
                """
                again
                """),
            Group(
                24,
                """
                back,から,戻
                """),
            Group(
                20,
                """
                after,began,fell,hadnt,miss,old,sinc,slid,start,today,try,week,さぼ,ぶり,やめ,再,直
                """),
            Group(
                16,
                """
                been,brok my,didnt,laps,off,paus,quit,skip,slip,stop,休ん,日,諦,途
                """),
            Group(
                14,
                """
                after a,break,chanc,dust,first time,id,mat,month,plan,rusty,thi,wagon,り出,元,折,抜,禁,続
                """),
            Group(
                12,
                """
                after the,back at,back to,blew,blew my,cav,cave,couldnt keep,day,diet,drop out,dusty,excus,exercis,
                forgot,from,gave up,gym,haven*,havent,last night,lost,manag,off it,once more,one,out the,pract*,relap,
                resol*,resolution,resta*,restart,ther i,time in,today i,tomor*,tomorrow,なかっ,ぶりに,やっ,やって,り直,
                三日,久,休,吸,埃,崩,崩れ,復,挫,昨,止,空,続か,誓,週
                """),
            Group(
                10,
                """
                aband*,abandon,back on,begin,brok,but,crack and,cushi*,cushion,did,didnt do,exerc*,fail,forgo*,
                gave in,havent done,i brok,if noth,it,meant to,miss thre,month without,my practic,my resolution,not,
                off the,one lap,page,pick,practic,promi*,promis,rain,rang,resum,said id,sinc the,slat,start over,
                stick,strea*,streak,stumb*,stumbl,sworn,sworn off,the begin,the meet,the phon,tonig*,tonight,took my,
                up,up again,week off,week without,went back,yeste*,yesterday,zero,えて,が空,けてし,けど,さぼっ,しま,
                じけ,だい,まっ,めた,やら,やり,りに,るず,を開,一,一度,中断,久々,守,守れ,放,日休,日目,流,破,破っ,続きを,
                行,行け,行っ,計,計画,諦め,走る,転ん
                """),
            Group(
                8,
                """
                a hole,a whil,allot*,allotment,and manag,anoth*,another,as if,bookm*,bookmark,but the,came back,case,
                choir,clock chang,do my,dry,fall off,first,get back,giv,giv up,give,given,given up,hundr,i fed,
                i forgot,i had,in bed,in its,it for,its case,janua*,january,june,lac up,left it,let,long break,march,
                meant,meditat,miss a,miss two,month and,my finger,mysel*,myself,negle*,neglect,nettl,never did,new,no,
                noth,on it,once,open,open the,phon in,recom*,recommit,rejoi*,rejoin,reope*,reopen,retur*,return,rule,
                run,sat down,second chanc,sinc spr,sixth,so i,sourd*,sourdough,start*,starter,stop writ,textb*,
                textbook,the gym,the scal,the thread,thi morn,threa*,thread,time,to stop,to the,too late,touch,track,
                tun,tun it,two hundr,unfin*,unfinish,unope*,unopen,unrol*,unroll,untou*,untouch,was still,way,
                week and,wher,yard,yesterday i,いな,う一,えてい,か月,きら,きを,き直,ぎれ,げ出,ざか,しば,しばら,たのに,
                た日,った日,ってな,ていな,てしま,てた,てな,てない,て直,でき,とぎ,ばらく,ぶらん,ぼっ,まず,もう一,もりだ,
                やめる,らく,らんく,りせ,りな,りを,り替,り替え,れなか,一日目,一本吸,先週,吸っ,坐,夜,始,年ぶ,年ぶり,復帰,
                忘れて,戻っ,折れ,放っ,放って,日抜,昨日,昨日は,月,本吸,横道,止まっ,決,決意,流さ,爪,禁煙,積,積読,立て直,
                続き,続けら,行か,行かな,行って,起き,遠ざ,開
                """),
            Group(
                7,
                """
                aa,after two,and call,and we,ate,back into,caught myself,clean,couldnt stick,drink,fell through,
                friend from,go,going,i,i rang,last,licen*,licenc,long,look at,my diet,my own,my streak,my way,
                new week,night i,old way,out,pick myself,pick up,relap*,relaps,run sho,said i,spons*,sponsor,squar,
                the bad,the diary,the sink,train,up the,up wher,walk through,was again,was hard,year off,あき,あきら,
                いた,うい,う一度,おり,か月ぶ,きょ,きょう,きらめ,くじ,した,せっと,たが,たの,ちど,ったら,つま,できな,なお,
                なか,にした,ばう,ばら,ぶら,ぼって,める,らめ,りだ,りだっ,れて,ろから,をか,んく,一週,一週間,三,二か,二か月,
                今,元に,元の,台無,坊,挫け,日か,日から,日は,替え,月ぶ,月ぶり,歩い,無し,煙,画,破って,線し,起
                """),
            Group(
                6,
                """
                all,and began,and look,and one,and tonight,at breakfast,at lunch,at them,augus*,august,back in,big,
                bite,bite my,call my,car park,chain of,crack,day over,dead,deal,diary,down,drank,dug out,eleven month,
                exs,finge*,finger,found her,gone,half a,hard to,has a,her and,hole,i fail,i threw,illne*,illnes,
                inste*,instead,it i,it rain,july,lac,lap,lent,medit*,mind wander,more,my hand,my nail,myself up,nail,
                new try,not to,now,of xs,once thi,one again,one behind,or,promis not,rang and,re,self,shout at,
                sinc august,sinc may,slip up,smok,sneak,spr,start the,still in,summe*,summer,the first,the rain,
                the rest,the wagon,thre day,to walk,tonight i,two,went out,writ,writt*,written,xs,year,いち,うん,かなく,
                が途,じむ,ずる,せっ,ち直,っぱ,ついて,つ箱,てし,て近,のあ,ほっ,めち,めると,やめて,ょう,らず,りば,り出し,
                れてた,ろか,を入,を入れ,を新,二日,入れ,出,切り,周歩,失敗,奥か,始めた,寝坊,引っ,忙しく,戻った,戻り,所を,
                投げ,抜か,持,持った,挫折,振り出,敗,断,新た,束し,横,止ま,残り,爪をか,生活,病気,直して,立て,筆,箱の,覚えて,
                負け,走,転,途切,途切れ,週か,週から,週間,週間で,間が
                """),
            Group(
                5,
                """
                a hundr,a singl,a week,accid*,accident,again after,again thi,and remember,anywa*,anyway,apart,
                around the,ask wher,becau*,becaus,becaus of,began again,bik,block,brok the,budge*,budget,but today,
                by the,caugh*,caught,chris*,christma,cigar*,cigarett,clas,dai,doing,done,dug,fed,fell off,for week,
                forgot to,fortn*,fortnight,fresh,gathe*,gather,gave,got to,habit,hadnt run,hit,i apologis,i ate,
                i pour,i pull,i smok,if,in it,in my,it just,keep,let it,lost my,lost the,lunch i,may,my first,near,
                out of,overslept,pag,patte*,pattern,pour,promis myself,pump,rang my,rewro*,rewrot,sat,scal,scrat*,
                scratch,scrol*,scroll,sho,sink,small*,smaller,so,so long,swear,the block,the clock,the hole,
                the letter,then,thirty four,threw the,tim and,to one,tomorrow i,turn it,tyr,want to,we start,weed,
                wher id,witho*,without,would,x,yoga,々に,あい,いだ,いてし,う一回,かった,がそ,が忙,が草,が迎,きない,
                きなか,き上,き上が,くれた,けさ,けだ,け抜,さは,さぼり,しくて,したけ,してき,しまっ,ぜた,たー,た体,た体操,
                た息,た見て,だら,ったが,っちゃ,ってい,つもり,つを,て混,でしま,とつだ,なし,に参,に行っ,ぬか,の分,の奥,
                ほこ,ぼり,まって,むは,めて,もう,もうい,やらな,らかし,るく,る範,れな,を取り,を足,を開け,んなが,一か,
                一から,一周,一度も,一本,一畳,並,久々に,二,今日か,今日は,休んで,元ど,先週は,再開,初,取り直,囲で,坐っ,塩,
                塩を,奥,守れな,床が,心,心が,忘れ,惑に,意,戻そ,扉,扉を,扉を開,振,振り,放置,日し,替,歩いた,死に,気の,
                気を取,水に,活,混,混ぜ,無,爪を,画倒,畑が,畳だ,癖が,直す,禁酒,範,範囲,絶,絶え,練,練習,置,習が,脱線,行けな,
                覚え,負,起き上,足し,近所,途中,途絶,週は,道,遠,間で,離れて,頭下,頭下げ,飲,飲ん
                """),
            Group(
                4,
                """
                a long,add,and had,apologis,at my,been to,behind the,biscu*,biscuit,box,chain,com back,couldnt,
                day one,did one,didnt ask,down to,drop,first step,for five,for my,got back,hadnt done,half,hang,
                havent been,holid*,holiday,hundr tim,i add,i cook,i did,i drank,i pick,i promis,i start,i tore,i want,
                id sworn,ignor my,is,it off,it up,just,late,lenti*,lentil,let the,many tim,meat,my mind,next week,
                not one,noth happen,oatme*,oatmeal,of my,open again,over,paint*,paintbrush,plan fell,pull the,round,
                shed,shout,sign up,simp,sinc new,small,so many,stand at,the bill,the biscuit,the choir,the cushion,
                the day,the garden,the lid,the shed,the tin,the weekend,third time,though,thre,threw,tin,tore,tri,
                tuesd*,tuesday,up on,vegetarian,walk,walk to,was in,week i,weekend and,あっ,あった,いえ,いえっ,いてる,
                うは,うべ,うべは,う破,えっ,えっと,えてく,かけた,かけて,かず,かな,から一,かんで,か床,があ,が死,が覚,きな,
                きのう,き直し,くつ,く書,けて,けら,けられ,けー,こか,こから,こり,たけ,たけど,たので,たぱ,たんで,た一か,
                た気,た見,た食,だいえ,だめだ,だ残,ちゃ,ちを,った,ったま,っぱり,っ張,つだ,つだけ,つも,づい,てたん,てまし,
                てみた,て下,て手,でもう,でや,でやめ,でる,でるの,で止,とにし,どお,ない日,にいか,にかけ,に坐,に捨,に絵,
                に語,に負,に負け,のあと,のう,のに気,の生,の生活,の誓,はか,はさ,はずが,は覚,は飲,ぱり,びつ,べは,ぼる,
                また見,まった,まま,ま置,めだ,めだっ,めと,めとっ,もり,も坐,ゃった,やり直,やれ,やれな,ゆうべ,らくや,らく休,
                らけだ,らー,ら一,ら体,りか,りにい,り始,るけ,るけど,ると言,る言,れず,れ直,をかぶ,をかん,を取,んじゃ,ーす,
                ーすを,三月,下げ,下ろ,中でや,久し,久しぶ,予定通,仕事が,会に行,体操,何年,入れ直,再す,再出,再挑,再登,出発,
                加,加し,加した,参加,参加し,受,台,周,坊し,坊した,坐れ,夜の,夜飲,失,始め,学あ,定通,定通り,寝坊し,帰,床,
                度,引っ張,弥,張り,復職,心を,忘,忙,忙し,思って,怠け,戦,投,持っ,指は,挑,挑戦,捨て,操,新年,日は飲,明日の,
                昨夜,曜か,書き直,月は,月曜,朝,朝走,木阿,標を,残,気づい,気を,流し,煙し,煙して,畑,畳,癖,発,登録,直し,
                禁煙し,立ち,筆を,箱,絵筆,習,職し,脱,草,草だ,草だら,誓い,誘惑,語学,読,貼り,迎え,近,逆戻,途中で,通りに,
                録,開き,間ぶ,阿,阿弥,階は,音階
                """),
            Group(
                3,
                """
                and by,and sat,and then,aroun*,around,autum*,autumn,becaus it,behind me,bit,breat*,breath,but i,by,
                could*,counter,day of,do,do it,dur,dur the,eleve*,eleven,eleven and,empty chair,even hungry,
                five minut,from the,garde*,garden,go to,hard,hasnt,head kept,hungr*,hungry,i drop,i found,i hadnt,
                i open,id been,ignor,in,it hurt,keep see,keep up,langu*,languag,last year,lid,many,minut and,miss my,
                mug,not a,noteb*,notebook,now the,on a,on purpos,pick it,pool,purpo*,purpos,put the,remod*,remodel,
                sat for,see that,sermo*,sermon,sinc march,singl,snooz,swim pool,the alarm,the counter,the door,
                the lady,the next,the physio,the piano,the sermon,the swim,thre and,veget*,wande*,wander,wasnt even,
                week thre,year and,あいだ,あら,あらー,いか,いた家,いてあ,いてみ,いを,うて,えま,えまし,お盆か,かけ,かに,
                かぶ,からや,から行,から頭,がを,が変,が変わ,が折,が折れ,が覚え,きてい,きで,きを書,ぎか,くが,くや,くやっ,
                く休,く休ん,けてた,けてな,けなか,けまで,ここ,ことに,これで,ころ,さび,しお,したの,しなか,しに,し入,し入れ,
                し込,じゃ,すた,ずが,ずに,ぜろ,それ,たぎ,たまま,た付,た始,た家,た寝,た弾,た早,だが,だった,ったの,ってか,
                っとさ,つぎ,つ印,てあっ,てい,ていた,てなか,てま,てみ,できて,で四,ところ,とさ,とつ,と思っ,なくな,なりま,
                にか,にし,になり,に並,に戻っ,に気づ,に穴,に行,のす,のとこ,のに,のみが,の会,の列,の列に,の木,の針,は郵,
                は食,ばつ,ばつ印,ばん後,ひとつ,ほを,また始,まほを,もて,も止,も歩,ゃっ,やの,やのに,ゆう,ゆっ,ゆっく,
                ょうか,らや,らやり,られず,られな,らーむ,ら行,ら行け,ら頭,ら頭下,りの,り癖,り直し,ると,るは,るはず,れから,
                れで四,れ替,ろし,をず,をずっ,を下,を再,を小,を小さ,を持,を持っ,んくが,んこに,んじ,んで,んど,ん並,ん後,
                ん後ろ,一回,一日,三か,三か月,三日さ,上が,下げた,並ん,予定,事が,二百,二百日,五分だ,今月,仕,仕切,会に,
                体が覚,便,便受,信講,先週か,入れ替,六週,六週間,分の,切,列に,初か,初から,初め,初めて,半年,印,印の,参,受け,
                四ま,回覧,囲,室ま,小さく,年の,度始,度申,座を,怠,惑,想,戻って,戻る,折し,抜い,押し,持ち,指,捨,教科,教科書,
                新,日が,日さ,日さぼ,日目で,日空,明日,明日か,時計の,書を,替えま,最初,最初か,月の,朝行,木,机,束,板う,標,
                歩,歩いて,死,毎朝,気持,気持ち,決めた,泳い,泳いだ,湯の,湯のみ,源を,病,登,盆か,盆から,目で,目標,瞑,瞑想,
                科,科書,穴の,空い,約束,絵,続け,線,職,腹い,腹いっ,行けて,見てい,覚,覧,覧板,言った,計の,誘,講,講座,負けて,
                貼,込んだ,迎,通信,郵,郵便,酒,酒二,針が,開し,間空,階,音,飲んだ
                """),
            Group(
                2,
                """
                a day,after six,altho*,although,although i,and id,apolo*,come back,cooky,cough,cours,for ten,get up,
                hold the,kept my,last week,my chin,never,nor,park,personal,plan the,said,same,sign,sleev,stand,sunda*,
                sunday,the cours,time sinc,to my,told myself,try again,whol sleev,いない,うから,えてお,お盆,から始,
                がつい,きの,きられ,け考,しぶ,しぶり,すこ,すを,たは,た夜,た始め,だらけ,ちで,ちんこ,っくり,っつ,つい,つと,
                つもこ,てきた,て一,できる,で十,と妻,にち,に一本,に弾,に教,に浸,のと,のら,のらー,の二,の瞑,はいっ,はじ,
                はず,はま,はまだ,は水,ぱち,ぱちん,まだか,むを,めたの,めてい,めてし,めてた,めの,めのら,もうた,もこう,
                よが,らけ,らなか,ら始,ら始め,れか,ろに,わしは,をしば,を出し,を書,を組,を読,んこ,んでし,ーと,並び,中,
                中から,予,倒れ,借金の,出直,分か,分から,切れ,十一,十四,吸う,夜更,家計簿,寝に,度も,度や,座禅,戻し,戻れ,
                所,押,時間だ,曜,月や,来週,浸,浸け,源,禅,禅会,簿を,締めの,置いて,膝の,自分か,行けた,言うて,計簿,計簿を,
                起きら,逆,途中か,鐘,鐘は,間だけ,離れ,電源
                """),
            Group(
                1,
                """
                and woke,i just,うた,きる,を出,三日坊,主,坊主,手を,日ぶ,日ぶり,日坊,日坊主,開け
                """),
        ])
}
