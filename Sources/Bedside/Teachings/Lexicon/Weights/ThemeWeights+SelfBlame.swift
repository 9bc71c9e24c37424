/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let selfBlame = List(
        theme: .selfBlame,
        groups: [
            Group(
                28,
                """
                bad
                """),
            Group(
                24,
                """
                wrong,だめ,みす
                """),
            Group(
                20,
                """
                about me,fault,forgo*,let,told off,what,忘,悔,悪,私,自,責
                """),
            Group(
                16,
                """
                burn,cring,do,drop,drop the,error,fail,fool,forgot,if id,left the,mes,mess,miss the,mysel*,myself,
                ruin,shoul*,stupi*,stupid,such,terribl,wast,して,われ
                """),
            Group(
                14,
                """
                asham,blank,botch,could,deser*,deserv,disappoint,every*,froz,good enough,i,i never,id,lost the,
                my fault,of me,said it,see the,sham,terri*,why,せい,なか,へこ,よか,思,自分,親,責め,違
                """),
            Group(
                12,
                """
                and i,anyth,awkwa*,awkward,blush,burnt,could have,critic,dent,disap*,dumb,going over,guilt,had to,
                hard on,idiot,impos*,lousy,me,mess up,must,not proud,right,screw,screw up,sorry,that day,typo,undo,
                way,weak,with me,くや,せてし,っか,てし,どい,どじ,なん,ばよ,ばよか,ひど,ひどい,へま,もっ,もっと,られ,
                れなか,れる,を忘,んな,凹,力,失,忘れ,惑,期待,謝,迷惑,間違,顔
                """),
            Group(
                10,
                """
                apolo*,at the,blam myself,cost,couldv,crash,criti*,down,enoug*,enough,face,gate,hopel*,hopeles,
                i alway,i could,i look,i should,i snap,i start,it would,key,left,lost,mista*,mistak,my mistak,never,
                one who,open and,red,regre*,regret,repla*,replay,rotte*,rotten,ruin the,said someth,scold,studi more,
                such a,take,the first,the gate,the train,think,usele*,useles,what kind,would,wrong and,うし,かり,がえ,
                がな,けな,てしま,とき,どう,なんで,に気づ,のせ,のせい,べき,まく,めな,不,失格,待,忘れて,恥,悪い,情け,白け,
                能,自信,自分が,落,訳,赤,足,迷,違え,間違え
                """),
            Group(
                8,
                """
                am,and he,apolog,apologis,at myself,becau*,becaus,behav,blew,clums*,clumsy,coach,confi*,confidenc,
                could take,could*,deserv the,didnt stop,do noth,doubl,embar*,embarras,even,everybody,failu*,failur,
                fall,fix,fix my,for it,forgiv myself,gate open,hard,have known,him down,home the,humil*,humiliat,
                i cant,i drop,i feel,i keep,i let,i miss,i ruin,if,inade*,inadequat,incom*,incompetent,into the,it,
                keep,kind of,know i,late,like,look,lost my,miss,more,must think,my sister,never get,not,on his,
                on lesson,ought,ought to,ought*,oughta,own,pathe*,pathetic,plant died,prote*,protect,scrat*,scratch,
                see,she said,should have,shouldnt,sick and,sink,sink into,snap at,spill,stamm*,stammer,studi,stutt*,
                stutter,swing,team,the whol,tri,verdi*,verdict,verdict on,was nice,wast the,way so,went,what i,worst,
                worth*,worthles,あの,あのと,いなが,うた,かし,かった,があっ,が出た,けれ,こう,ことを,させ,しから,しく,
                しまい,ずか,せいで,せて,たのに,たん,だめな,ち込,っかり,っても,っぱ,てな,てもう,でき,できな,とっ,とを言,
                なく,なくし,なこ,なこと,にす,に気,のと,のとき,はず,ばか,ふが,まと,やん,れば,わし,われた,を間,を間違,
                傷つけ,出し,出た,分が,取り,叱,変な,嫌,嫌に,弱,張,役,後,情,情けな,断れ,断れな,期,格,次,気づ,無,白,穴,
                穴が,穴があ,自分に,至,至ら,至らな,落ち込,赤面,鏡を,鏡を見,間,駄
                """),
            Group(
                7,
                """
                a fool,a second,able,able to,and lay,and that,and the,ask wher,beat myself,bette*,better,blam,
                call her,call in,cant,cant even,cant i,everyth,fall off,forgot the,good,had,harde*,harder,hate myself,
                have,have studi,her down,ill,imposter,impostor,in sick,it back,keep going,keep see,known,let down,
                littl one,look away,monst*,monster,myself for,on me,oven,peopl,perfe*,perfect,petro*,petrol,proud,
                should,soone*,sooner,stapl*,stapler,stay with,swall*,swallow,the deadlin,the one,the oven,the wed,
                way it,why am,why cant,い目,が弱,くじ,こむ,さけ,しっ,しま,し訳,し訳な,ずかし,つも,つもこ,ても,です,
                とった,とを,ない,なかっ,にで,にでき,にな,ばな,へこん,まち,もこ,もこう,らせて,れてい,ろめ,われる,をか,
                人間,何も,何をや,価値,信,個,傷つ,分,分に,刻,割っ,反省,合わせ,変,変なこ,失敗,学ば,学ばな,完璧,性,息が,
                悔い,意さ,敗,未,未熟,根性,気にす,無力,熟,璧,用,申,申し,申し訳,目,目を,省,私が,空回,空回り,笑わ,訳な,
                負い,遅,遅刻,顔が
                """),
            Group(
                6,
                """
                a fever,alway,am i,and,and didnt,and then,anyth right,bar,beat,becaus of,book,catch,check the,date,
                daugh*,daughter,everyon else,forgot her,guilt*,guilty,hold,how i,i forgot,i wast,im,inner,is wrong,
                kick myself,lay ther,let him,like a,made,made him,mistak and,month,nobod*,nobodyd,not good,of,off the,
                on that,over,over what,own fault,perso*,person,promotion,rice,schoo*,school,shouldv,sick,siste*,
                sister,sort,sort of,stop for,take that,terribl mother,the baby,the dinner,the littl,the mirror,
                the promotion,the thermometer,the wrong,them down,therm*,thermometer,they will,to piec,to school,told,
                walle*,wallet,was my,was the,what is,what sort,which,wors,would not,wrong with,あった,あんな,いま,うして,
                うせ,うて,うま,うまく,えら,おこ,がいな,が出,が悪,きだ,きだっ,きなく,くやし,けば,こら,しわ,せる顔,せ俺,
                たず,ため,ため息,だちの,だっ,だった,だな,だめだ,ちで,っと早,ですよ,とし,と思っ,と早,と早く,なけ,なけれ,
                なさ,には,また,まって,めだ,め息,もうた,らか,らかし,ら火,り柄,るな,る顔,れ物,わけ,わせる,をこ,をやっ,
                を引っ,を忘れ,を白,を言,んで,んば,不足,価,俺,俺な,傷,分に腹,力が足,反,取,叱ら,回り,園に,壊し,壊して,完,
                役立,後ろ,忘れ物,怒ら,怒られ,恥を,悔や,悪か,悪かっ,意,手ま,指摘,摘,摘さ,断,母親,気づい,注意,無能,発,皿,
                目だ,確,確認,私は,自分の,落とし,見て,許,足を引,足手,返し,遅れて,鏡,頭が,顔か,駄目
                """),
            Group(
                5,
                """
                a better,all hed,all said,an idiot,and we,angry,apologis for,at everyth,bos,brok my,call,cant forgiv,
                cant get,clien*,client,coffe,costu*,costum,did i,died,done,fathe*,father,felt like,find,forgiv,
                grandmother,guest,handl,happen to,hate,have done,he was,him go,him to,i brok,i stop,i wrot,in and,
                it again,it and,kid,kid had,kind,late becaus,lesso*,lesson,made a,mirro*,mirror,money,my grandmother,
                my own,nice,not enough,out on,outsid a,patient,piec,pillowcas,plant,promo*,read the,rep and,self,
                seven,she,she was,sick of,snap,son,stay,stood outsid,stov,such an,sulk,the back,the client,the even,
                the guest,the key,the stov,thought all,to anyon,train,us,vase,vase and,way she,we had,we lost,wheel,
                who,whol,あん,いかな,いだ,いつも,いで,いませ,いやに,い妻,い母,おけ,かだ,かりさ,が足,が足り,が転,きな,
                きない,きに,くいか,けない,ければ,こと,され,した一,じゃな,すっ,すで,すよ,せる,そっ,たっ,た一,た口,だと,
                だろう,ちの,ったん,った自,ってば,って言,っぱい,っ張,づい,てば,てばか,どうし,どもは,なが,なき,なきゃ,
                に出,に思,の中で,の公,ばかり,ばっか,ぱい,びま,びまし,まい,また口,もは,も言え,ゃな,ゃよ,やし,やに,やにな,
                やら,れたか,ればよ,わしは,わせ,を引,を焦,を離,んだろ,んは,不器,不甲,何,何を,値,分には,分の,分を,分を許,
                力が,合わ,同じ,器用,場を,大事,学,引っ張,役に,待に,後悔,思われ,性が,悔し,悪いこ,悪感,指,数え,斐,時間待,
                期待に,柄,根,母,気に,消,消え,火,理ひ,甲,甲斐,瞬に,私のせ,空,立た,立てな,約,罪,罪悪,能が,自信が,自分を,
                落ち,落と,親失,親失格,言えな,訳ない,誰,負,責めて,転び,込,違い,間待,間待っ,離し,頑,頑張
                """),
            Group(
                4,
                """
                addre*,addres,all my,all through,and it,and ive,as my,as organis,bak for,call myself,can do,cry,
                died and,doe,door,enough for,file,forgi*,gave the,get it,go to,goodb*,goodby,got,got the,had one,harm,
                harm done,hat,hed,hit send,i am,i call,i saw,i thought,into,iron,it feel,kick,let her,like thi,lock,
                mine,myself nam,nasty rep,no harm,numbe*,number,of friend,organ*,organis,paid,paid for,paren*,parent,
                patie*,slow and,stay late,task,the cake,the date,the doctor,the exam,the iron,the last,the team,
                too slow,typic*,typical,walk out,was me,was too,weekend and,wish i,with a,wrong file,wrot the,ああ,あっ,
                いたく,いつ,いてい,いてや,いな,いや,い娘,い父,い発,い訳,い訳し,うけ,えられ,かりの,がい,がつ,がつい,
                がつか,がら,がんば,が嫌,が赤,きゃ,くして,くの,くのを,けあ,けさ,げら,げられ,こす,こすっ,こん,しいこ,しか,
                しが,してい,しては,して私,しで出,しは,し三,じ失,じ失敗,すって,せな,せら,そっか,たせ,たって,たは,たんだ,
                た人に,だと思,だめ出,だろ,ちが,ちゃっ,ていて,てやれ,て私,であ,であん,でい,で出,で出し,で自分,とこ,ところ,
                とま,とも,ともに,と勉,と思,と言う,どい娘,なあ,ないの,なる,に付,に合,に申,に立,に腹,に行,のさ,のを忘,
                の中,の子の,はずか,はそ,はな,は一,まいた,まとも,みすが,みすで,めた,めと,めとっ,めない,め人,め出,め出し,
                め続,もない,もに,も手,ゃっ,やっ,やって,よかっ,らしい,らせ,ら入,りさ,りた,り私,り返,り返し,るほ,るほど,
                る前に,れす,れな,ろを,をこす,をなく,をや,を一,を割っ,を十,を無,を無駄,を裏,を裏切,を許,んであ,んでい,
                一瞬,三振,中で,人に,何もし,何もで,何も言,信が,個数,値が,入り,全部,出して,分が嫌,割,割って,力不,勉,勉強,
                十個,半,口に出,同,同じ失,器,坊し,壊,夫で,失敗し,嫌わ,嫌われ,孝,孝行,孫が,寝る前,寝坊し,布を忘,引っ,待を,
                待を裏,志,志が,怒,思が,思わ,恥ず,恥ずか,惑か,惑を,惑をか,意志,意思,才,才能,打席,敗し,料理,早,早く,書類,
                書類を,期待を,母親失,注,消えて,焦が,焦がし,父,発表,発言,直し,瞬,空気を,立,笑,約束,約束の,行くの,行ら,
                裏切,見逃,親の,親孝,言い訳,言を,許せな,訳し,話に,読め,読めな,財布を,足を,車を,車をこ,迷惑を,逃し,部私,
                面,類,類を
                """),
            Group(
                3,
                """
                2009,a small,again today,age and,and everyon,and now,anyon,at a,back,back the,bak,been ther,cant do,
                cuss,deadl*,deadlin,didnt do,dishw*,dishwasher,dosag,down and,driv test,even hungry,everyon,feel like,
                fern,fever,fifte*,fifteen,form,frien*,friend,going,groun*,ground,heel,help him,i couldnt,i fail,
                i read,i still,i talk,im not,in yoga,jean,keep a,keep think,let the,littl,loser,mad at,math,mothe*,
                mother,my son,my watch,nin,nobody else,now i,number and,pantr*,pantry,party,pillo*,proud of,refer*,
                refere,roast,salon,sav,send,shouldnt have,sidew*,sideway,stand at,teach*,teacher,the number,
                the pantry,the refere,the report,then he,they,thought,to apologis,to have,to stay,twenty year,vicar,
                vicar and,way home,wed,what they,wher,whol way,whol weekend,wife,winc,with myself,wrot,yoga clas,あの子,
                あほ,あや,あれ,いが,いして,いん,いんだ,い夫,い息,い息子,い親,うっか,う思,えな,え直,おそ,おそろ,かけ,
                かせて,があ,がいや,がした,がも,が嫌い,が甘,が甘く,が真,が真っ,が立つ,が許,が許せ,が逆に,きへ,き助,き合,
                き合っ,き曲,き直,き直し,ぎも,くい,くっ,くに,く入,く病,く話,ぐら,けてあ,けなか,げそ,げそう,こな,ころ,
                さい,してし,しで,しの,じみ,じ間,すが,すぎて,すぴ,すべ,すん,す六,せん,そそ,そろ,そろし,たびに,た自,た自分,
                だち,だ自,ち込ん,ったな,っぱり,っ白,っ白に,ついて,つかな,づいて,づけ,てこ,てこな,てそ,ては,てや,て取,
                て情,て飲,でいる,でぐ,で噛,で変,で後,で残,で自,で計,で誰,で頭,で頭が,とい,とつ,とをし,と下,と信,と悔,
                と落ち,と言わ,と頑,ながら,な態,な自,な自分,な親,にきつ,にだ,になる,に出し,に悪,に提,に腹が,に行く,に連,
                のす,のむ,のめ,のめー,の取,の大,の結,の結婚,の見,の詰,はずれ,はで,はない,は才,は本,は至,ばし,ばすの,
                ばっ,ば防,ぱり,ひとつ,ぴー,ほや,まくい,ませ,ません,みすを,みま,みん,みんな,めず,めな親,めー,めーる,もう,
                もでき,もろ,も中,も中途,も思,も悔,も根,も止,も目,も言,も電,ゃって,やんで,りの,りのめ,り両,り次,るこ,
                ること,る前,れた人,れてし,れるの,ろく,ろだ,ろ少,わたし,をあ,をあげ,をな,を五,を五回,を何,を割,を叱,を好,
                を読,を責,んに,ーち,ーるを,一週,丈,丈夫,下向,両手,中途半,二次,五回,今も,付き合,会ず,信を,個割,僕の,
                先を間,全,公,公園,六個,凡,凡み,分が許,分っ,分って,分のみ,分を責,切っ,切って,割った,助けて,努,努力,勘,
                勘違,半年,友だ,友だち,口に,叱り,号の,合って,同じみ,向い,噛,噛み,回書,回覧,園,坊,大丈,大丈夫,大変,妻,娘,
                婚式,嫌い,子の,宛,宛先,宛先を,寝る,寝坊,布を,年た,店後,延ば,式の,張れ,強,当に,待って,待は,後み,思う,
                思っ,性も,息,悪い母,戻った,打,振,提げ,敗した,敗ば,料,書き直,本当,本当に,束,束の,板う,次ぎ,次会,残ら,
                泣か,無駄,物をし,発表で,発表会,白に,白にな,皿を,直して,真っ,真っ白,確認不,空気,立つ,立て,端な,算を,
                結婚式,練習に,習に,能も,腹が立,自信を,自分っ,舞い,薬の,行く,表,表で,表で頭,表会,裏,要領,要領が,見舞い,
                覧,覧板,親だ,計算,話の,認し,認不,認不足,誰と,誰とも,足り,輩ま,込んだ,逃,逆に,途半,途半端,連れ,週延,遅れ,
                針の,鍋,鍋を,鍵,鍵を,防,防げ,院に,電話の,領,領が,頭が真,験に落
                """),
            Group(
                2,
                """
                a glas,a morn,and all,at all,barre*,barrel,burn the,car into,card and,chew,cri in,doe in,done by,
                draw was,drew on,forgot my,forgotten,hit,hold the,hour to,hour what,i do,i dont,i spent,id sworn,
                in an,it with,keybo*,keyboard,kid drew,lad,lad doe,laugh and,lay,linda,list of,mad,mina,mom,
                month without,morn and,my bos,my cheek,new lad,obituary,of mine,once i,point,priva*,privat,rep,repor*,
                report,so hard,spent it,tak me,test,that we,the door,the floor,the new,the next,the party,the rain,
                the school,they all,wall and,wallp*,wallpaper,was out,was that,wasnt even,we were,what tak,without a,
                wrot a,あき,うっ,うや,う次,えてし,かり忘,がらな,がん,が持,が持て,くし,くした,くで,くでき,させて,してお,
                しな,すし,すっか,すの,すば,すばか,すみ,せなか,たし,たな,たび,た話,だ半,ったら,っつ,って聞,つと,つま,
                づいた,て喋,て聞,て聞い,て自,て自分,でう,できた,でっ,でって,で三,で十,と落,なと,なんか,な書,にこた,に二,
                に応,に応え,のた,の休,の打,の期,の発,の発表,はいっ,はだ,ばいと,ばれな,ぷりに,へん,まいま,みすし,むし,
                むしろ,もで,ゃで,やだ,やで,やな,らす,らな,りの人,り忘,り忘れ,れじで,れてる,わた,わなけ,をかけ,んじゃ,
                んです,一時,一時間,万,万溶,三万,中途,事な,二き,二きろ,人生,任,会で,俺の,僕,先を,分がい,刻し,十日,喋,
                喋っ,変に,嫌悪,密や,少な,己,己嫌,弱い,待に応,応,応え,応えら,思って,惑ば,持て,接で,数,日も,曲,曲が,最後の,
                板,気づけ,気を,溶か,甘く,甘くて,生で,私に,私には,算,自己,舞,要,見舞,許せ,詰め,話せ,認,責任,遅刻し,違えた,
                針,閉店,間違い,面接で,駄に
                """),
            Group(
                1,
                """
                do anyth,my partner,んでた,私の,違えて
                """),
        ])
}
