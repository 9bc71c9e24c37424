/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let anger = List(
        theme: .anger,
        groups: [
            Group(
                24,
                """
                nerv,れて,怒
                """),
            Group(
                20,
                """
                and i,mad,me,to me,いら,きれ,腹
                """),
            Group(
                16,
                """
                bang,bark,blam,fair,fight,fum,he,head off,kick,name on,park,push,rage,row,slam,snap,threw,あた,かっと,
                され,されて,むか
                """),
            Group(
                14,
                """
                angry,at him,boil,dish,fist,grit,his,i tore,idiot,kick the,livid,mood,she,stomp,storm,that,up on,wont,
                yell,きた,んか,口,煽,言い,音,頭に
                """),
            Group(
                12,
                """
                about the,accus,anger,angri,annoy,could,curs,drill,exact,fury,glar,grudg,hate,hatr,honk,i bang,leav,
                moody,my face,noisy,piss,rag,red,rude,say sorry,seeth,short,shout,shov,slam the,spill,spilt,steam,
                stew,swor,temper,theyv,third time,throw*,thrown,took my,tore,turn down,unfai*,unfair,upset,upsta*,
                upstair,wall,whil i,うざ,せな,っと,どあ,にあ,にさ,はら,勝手,叩,嫌,恨,憎,憤,投げ,押,横,立,舌,苛,血が,
                見下,言,逆,頭,騒
                """),
            Group(
                10,
                """
                a fight,all over,apolo*,argu,argument with,bang the,bark all,brother sold,clenc*,clench,credi*,credit,
                criti*,dare,dirty,door,down the,explo*,explod,forgiv,foul,front,furio*,furiou,had a,have,have it,him,
                how could,how dare,i slam,i yell,in front,its the,los,lost it,me in,mes,music,my,my blood,nag,off,
                park in,put his,resen*,resent,saw red,sick of,smirk,someb*,somebody,stol my,swear,tempe*,tens,
                the dish,the guy,threw the,up,wall and,with,work up,yard,yell at,いか,おこっ,かちん,かり,がま,くない,
                けで,こっ,たっ,どな,なっ,なら,にあた,ぶち,ぶつ,また,まった,まま,られて,を叩,を立,何様,前で,勝,声,声を,
                当,得,怒り,手に,投,押し,柄,様,納,納得,返,返っ,追い,電話
                """),
            Group(
                8,
                """
                again,alway,and,and told,at each,back and,becau*,becaus,betra*,betray,bitte*,bitter,blood,blow,build*,
                builder,cancell,cant forgiv,car window,carel*,careles,colle*,conde*,condescend,confl*,conflict,crank*,
                cranky,cros,cut,disag*,disagre,disre*,disrespect,driv,driv me,everywher,forgi*,forgiv her,gang,grump*,
                grumpy,guy,he made,her,hosti*,hostil,hot,hr,i bent,i can,i shout,i want,i was,i wont,ignor,im done,
                in law,infur*,infuriat,insult,insur*,insuranc,interrupt,irrit*,irritat,law,left me,letter from,lied,
                lost my,lugga*,luggag,my brother,my car,my idea,my nerv,my teeth,name,of what,on me,outra*,outrag,
                party,patro*,patroni,provo*,provok,quarr*,quarrel,rais,ridic*,ridiculou,roll,rub,sauce*,saucepan,
                screa*,scream,see,see that,selfi*,selfish,shrug,sorry,stev,such,such a,tailg*,tailgat,talk,tensi*,
                tension,that i,the bin,the insuranc,the letter,the order,the school,the third,the wall,the whol,they,
                thi,third,took credit,unbel*,unbelievabl,under,until,up the,when,window and,with her,without ask,
                without my,work,いやみ,うる,うるさ,う知,う知ら,えられ,おこ,かち,がか,がた,くれー,げんか,された,ざけ,
                しゃく,たき,たばこ,ちん,つけ,なった,にき,にさわ,に当,に当た,に腹,に障,の音,ばこ,ばこの,ふざ,ました,
                もう知,ゃく,らだ,られ,り込,るさ,れた,れーむ,われて,を出,を投,を投げ,んと,ーすを,ーむ,下,何,入り,切,割,
                割り,割り込,勝手に,口論,句,合い,味,失礼,度,当た,怒っ,怒鳴っ,思,息子,意,態,態度,打,散ら,文,気に,癪,癪に,
                的,的に,立つ,約,腸,腸が,腹が,血,裏,言われ,許せな,論,責,責任,返って,追,閉,閉め,障,音が,顔,顔を,高圧,鳴っ
                """),
            Group(
                7,
                """
                about,acros,all down,apologi,argum*,argument,behind my,bent,bin,blew,cance*,capit*,capital,
                capital and,charg,cigar*,cigarett,compos,cool,could feel,crazy,critici,cut in,cut me,down,down my,
                down to,drew on,drov,fed,feel my,finge*,finger,fough*,fought,frust*,frustrat,fuse,get out,glas,got on,
                his name,how,i havent,i told,i typ,i were,idea,impatient,in capital,kid and,kid drew,late to,lied to,
                lost,loud to,me crazy,my back,my ear,my park,my shirt,my slid,my temper,my voic,near,next door,on,our,
                out,out loud,patienc,promi*,promis,push in,smil about,stol,stood,stood ther,the phon,the room,
                the shop,through the,tick,told them,took,when the,wher he,whil,whol,windo*,window,wont repeat,word i,
                あいつ,あを,いまし,い出,い合,い合い,い越,うっと,えら,かっ,くし,くな,けんか,げし,げと,げん,さわ,しつけ,
                じて,じら,すを,たくな,だけで,ちぼ,ち切,とこ,どあを,どた,ない,にく,にら,の階,ぴり,ぴりぴ,ぶち切,むっ,
                むっと,もしな,やみ,りか,りぴ,りぴり,りも,りもし,るせ,れてし,れー,をに,をにら,をば,一日中,不,人をに,任,
                出さ,出され,叩い,喧,喧嘩,嘩,堪,堪忍,嫌が,工,工事,怒鳴,我,我慢,手柄,手柄を,押しつ,敵意,文句,方,日中,机を,
                柄を,目く,礼,窓か,窓から,耐え,耐えら,腹立,舌う,舌打,舌打ち,苛々,言い合,言わ,許せ,謝りも,貸し,貸した,
                逆な,隣の,騒が,鳴
                """),
            Group(
                6,
                """
                act,act like,answe*,answer,at,borro*,borrow,broth*,brother,buckl,cante*,canteen,collect,compo*,counc*,
                council,criticiz,didnt even,dog,forgiv him,gave my,gran,he could,he say,head,hit the,huge,hung,
                hung up,if i,ignor my,impat*,insul*,inter*,it,knuck*,knuckl,late and,let me,like it,loud,me at,me for,
                me like,my foot,next,note,note on,of milk,order,park acros,phon call,piano,punch,rattl,said to,say,
                scrub,seat,sent an,sharp with,shirt,skin,slid,sock,sold,sprea*,spreadsheet,that is,the canteen,
                the credit,the glas,the holiday,the man,the nois,thi month,to get,treat,treat the,typ,under my,unloa*,
                unload,what she,whol meet,winds*,windscreen,wound,うけ,えく,えくり,かさ,かって,かに,かにさ,かむ,かむか,
                から湯,がのぼ,が立,きつく,きゃん,くた,くらく,けん,この,しつ,すっぽ,すりに,たった,たば,たま,だた,っても,
                っとな,っぽか,つか,ていて,てきた,とげ,なり,に割,に力が,に来,に腹立,の悪い,の顔,ばかに,ぺん折,ぽかさ,
                まに,むかむ,もま,もまだ,ゅー,ゅーす,らが,らくし,らし,ら湯,れち,をさ,をされ,を思,を思い,ん折,ん折れ,上,
                上の,不尽,乱,乱暴,人を,仲直,仲直り,列に,列に割,力が入,叫,合,嘩し,圧,地の,大き,嫌み,席,度が,弟,待ち,忍,
                態度が,慢,慢の,慢の限,我慢の,所,手,手に力,打ち,敵,暴に,机,机を叩,束を,様の,横入,横入り,横取,横取り,無責,
                煮え,煮えく,理不,直り,知らな,約束,約束を,義,腹が立,血がの,裏切,言って,話を,貸,車を,震え,馬鹿,馬鹿に,高,
                鹿,鹿に
                """),
            Group(
                5,
                """
                after,afterward,again i,ahead,all,and now,apologis,are swollen,as if,at midnight,behin*,behind,
                bent the,bike,block,break,calm down,complaint,count*,counter,credit for,cycli*,cyclist,down again,
                driv home,drive*,driver,dump,enoug*,enough,fix the,foot,for it,for two,gave the,get to,got,hand were,
                i alway,in half,in thi,insid,isnt,it and,jaw,key,kid,kitchen and,late,laugh at,made,made my,manag*,
                manager,me and,me off,me so,milk,my bike,my thumb,nasty,never,on his,over my,proje*,project,put a,
                rearr*,rearrang,refer*,refere,refus,sent,sharp,she said,sick,so,spat,swoll*,swollen,that phon,
                the bill,the counter,the even,the kid,the refere,the woman,them,thumb,thumb hurt,time,time thi,
                turn up,two year,walk out,was so,when she,who,with a,woman on,year i,いらい,いらつ,い争,い回,い回し,
                うっ,おし,かし,かつ,かー,がの,が一,が熱,が立つ,が震,が震え,きかな,きな,きな声,きゃ,くしゃ,くしょ,くじ,
                くて,くなっ,さくて,したよ,してま,しで,しょん,し付,たかっ,たり,ってな,ってや,っとう,っとし,っぽ,つあ,
                つく,つけた,つけら,ても,てやり,て着,でま,で出,で箸,で追,とうし,とお,とした,とな,となっ,とわ,どなっ,
                どなり,なで,なめ,な声,な声を,に力,に血,のにゅ,の前で,の居,の悪,の話を,の限,の限界,ぺん,ぽか,まいま,むし,
                むしゃ,もりだ,ゃくし,ゆる,ょん,らい,らいら,らい回,らつ,りさ,りされ,りた,りたか,りだと,りまし,るさく,
                わか,わが,をき,をきか,を上,を切っ,を勝,を勝手,を押,を立っ,を聞か,を黙,ーす,三分,争,事の音,二時,二時間,
                人の,人の話,仲,何度言,切れ,列,力が,句を,嘘を,嘘をつ,声を出,夫,妹が,尽,居所,工事の,席を,席を立,店,度に,
                度言,度言っ,息子が,息子に,情,情的,意地,感情,慢な,折れた,政,政治,暴,束,横柄,気な,治の,湯気,煮,煽ら,煽られ,
                熱く,物に,物に当,理,知ら,窓,立った,箸が,耐,聞かな,腹を,腹を立,苛立,荒,虫,虫の,言い争,言っ,許,話を聞,謝,
                謝り,足音,足音が,身勝,転車を,込,逆切,院で,階,隣,電,震,頭か,頭から,頭にき,頭に血,馬
                """),
            Group(
                4,
                """
                a broom,a row,a word,and let,and today,angry email,at me,at seven,bad,bang on,bike and,bit,broom,call,
                calm,can,canno*,cannot,car,ceil with,chas,cheek,claim,clean*,cleaner,clini*,clinic,clos,custo*,
                customer,customer servic,dish and,doe,drew,each,ear,ex,eye,face,flatm*,flatmat,foul mood,gave,get,
                got to,have to,heat,hedg,hit,home,home with,i am,i could,i near,i sent,i snap,i stood,i swor,idea and,
                in at,its,landl*,landlord,lefto*,leftover,let,lette*,letter,lied about,midni*,midnight,mum,
                my colleagu,my ex,my mistak,my neighbour,my sister,night i,nobody,nois,not a,other,outsid the,part,
                patie*,read my,repea*,repeat,repla*,replay,road,round*,roundabout,roundabout and,saw,servi*,servic,
                short with,so that,somebody had,speak to,spent the,spoon,start at,stupi*,stupid,sunday and,teeth,
                that the,the car,the ceil,the clinic,the door,the heat,the landlord,the roundabout,the way,the wrong,
                thought all,told him,trimm*,trimmer,turn,up late,van,voic,were,wheel,wheel*,wheelchair,word,あい,いと言,
                い出し,い出す,い相,うし,うち,うてく,う人,えるよ,お金が,がいか,がかり,がじ,がまた,が上,が入,が合,が私,
                が私の,が約,が返,きか,きき,きつ,くら,くり,く叱,く怒,ぐ若,け差,げつ,こえる,ことで,こぼ,こぼし,こを,こを吸,
                さく,ざと,したま,しな,しない,しまい,しゃ,し替,じゅ,すだ,すっ,すを見,そうに,たく,たも,たらい,たろ,だけ,
                だと言,だむ,ちした,ちゃっ,ちんと,つかれ,つ当,てくる,てま,てや,てる,てるの,て家,て机,て眠,て言わ,て飲,
                で二,で二時,と閉,にされ,に怒,に窓,に舌,に血が,に貸,のいび,のしみ,のつ,のつも,のひと,のぼ,の企,の前,
                の服を,の返,の返信,の音が,の順,の順番,は腹,ばこを,ひーの,ぶし,ぼし,ぼして,ぽい,ままの,みだ,みに,めてる,
                もき,もし,もの,もめ,やつ,やり,ゆす,ゆすり,らく,らんで,ら怒,りだ,りに,り散,り込ま,り道,り閉,り閉め,るのか,
                るんが,れそ,れそう,れ気,わかっ,われ,をこぼ,を三回,を出て,を吸,を強,を押し,を握,を散,ーるの,一方,一方的,
                一日,一行,丁,丁の,不機,不機嫌,中思,乏,乏ゆ,乏ゆす,予約し,事の,付け,任を,企,企画,体が,何な,八つ,出てき,
                包丁,取りさ,受話,受話器,口げ,口げん,口も,口を,叱り,合う,名前,吸う,呂の,嘘,器,回し,壁を,声が,大,大きな,
                大げ,夫が,失,妹,姉の,子が,子ど,子ども,子に,家を出,居,帰り道,店員,弟に,待,待って,得が,得がい,得で,思い,
                思い出,思た,思わず,恨み,悪い,慢で,慢でき,我慢で,所で,持,散,方は,方的,方的に,時間待,服を,歩き,歯を,気味,
                治,由も,画,画書,画面を,界,番で,目が合,着て,破ら,箸,納得が,義姉,自転,自転車,若者,話を切,話器,貧,貧乏,
                貧乏ゆ,越,車に,転車,込ま,返信が,逆恨,金が,閉じて,閉めた,間待,間待っ,限界,顔も,風呂の,食い,騒ぐ,騒音,
                鳴って,鳴ら
                """),
            Group(
                3,
                """
                a cigarett,after the,again and,all night,and my,and out,and that,ask why,at five,ate my,becaus nobody,
                becaus of,bill,boot,broug*,brought,call and,ceil,compl*,couldv,dog and,down and,drov me,even,for the,
                glas of,got home,had,he ask,he never,him have,horn,i bit,i open,i threw,i walk,id been,indic*,indicat,
                it in,kitch*,kitchen,late with,laugh,lean,like that,los my,mad at,made me,man,month,mother in,of mine,
                off over,on my,on sunday,over a,penal*,penalty,phon,polit*,politician,remot,said thing,schoo*,school,
                sent the,shak,she read,should,should have,sinc march,siste*,sister,sofa and,some,somebody else,sound,
                stick,tenan*,tenant,the bakery,the horn,the money,the remot,ticke*,ticket,we had,woman,would,wouldnt,
                あお,あたり,いかな,いが,いし,いつの,いにな,いび,いびき,いや,い一言,い人が,うて,う我,う手,ぇ震,えん,おら,
                お金,かされ,かした,かして,かな,かま,がい,がいて,がげ,がまん,がら,が大,が大き,が席,が止,が止ま,が荒,が親,
                が起,が起き,きよ,くやし,くる,く言,こえ,こぶ,こ抜,ごみの,しては,しば,しょ,じあ,じ台,そう,たいで,たお,
                たと,た同僚,た打,た本,た本が,た踏,だらけ,だ顔,ちき,ちし,ちも,ち出,っき,つの,つもり,つ泣,ていた,てたけ,
                てまた,て三,て叫,て叫ん,て平,て消,できな,でしま,でた,でば,で声,で怒,で悪,で自,で返,とこと,とし,と一日,
                と叩,と言わ,ども,どもが,ないと,ない一,なんだ,な目,な顔を,にまた,に一時,に人,に仕,に向,に向か,に持,に納,
                に裏,に言う,に騒,のい,のか,のし,のひ,のぽ,のまま,の人の,の分,の判,の奥が,の対,の工,の工事,の息,の息子,
                の時,の時間,の服,の犬,の糞,の言,の話,は何,ばた,ひとこ,びき,びそ,びそう,ほんま,ぼう,まの,まま寝,ま寝,
                ま寝て,ま行,みの,むの電,むや,めへ,もが,もなく,も守,も見,も遅,ゃし,やろ,らかし,らせ,らっと,られた,ら叫,
                ら電,りえ,る仕,る仕事,れじ,れたみ,れびに,ろに,わざ,わせた,をこ,をまた,を何度,を倒,を切,を断,を荒,を言わ,
                を閉じ,を食,んかに,んだ,んでし,んま,んまに,ん坊,下し,下に,中む,予約,事や,人がい,仕事を,任転,任転嫁,信,
                信が,信じ,俺の,倒さ,僚に,入りま,八,出す,分で,分別,切っ,判,判の,判定,別を,力,包,受,叫び,叫ん,叫んだ,台,
                台を,叱,合いに,名,名前で,品を,員,器を,坊が,場で,壁,声を荒,奥が,姉,嫌味,守ら,定に,家を,審,審判,対,対応,
                屋を,差し,度電,弟が,当たり,当者,待っ,得い,応,応が,怒って,悪く言,打った,打って,抜いて,担,担当,挙,挙か,
                握,放置,文句を,文打,断ら,断られ,日放,時間も,書類を,朝も,本が,歯,洗う,消して,湯,源引,激,激怒,無,熱,理由,
                由,画面,界や,病院,皿を,目,目つ,眠れな,私の,立っ,糞,糞を,約し,約束の,置と,者,者が,耳の,聞こ,聞こえ,荒く,
                行か,見た,言うて,言に,話の,話口,話器を,読つ,誰で,謝ら,責任転,赤ん,踏,踏ん,転嫁,輪場,返品,選挙,部屋を,
                長文,間に一,間も,限,隣の工,隣の犬,電話し,電話の,電話を,面を,順番,類を,飲み,駐輪,鳴った,鳴り,黙,黙っ,
                黙って
                """),
            Group(
                2,
                """
                a stinker,acros the,and then,as a,ask her,bit my,didnt need,draft,for my,her for,hold the,hundr*,
                hundredth,hundredth time,i thought,it went,messag in,my seat,my teenager,on purpos,purpo*,purpos,
                sat ther,sav,snap at,spac,stink*,stinker,teena*,teenager,teenager slam,then just,time and,took one,
                would*,いらし,い物に,うだ,えま,えまし,かと思,かにな,かれて,がうる,がこ,くに,くや,くれ,こない,こーひ,
                しくて,しみ,しを,じてい,すり,たみた,た同,だと,つき,つ手,でつ,と一,と聞,どもの,に一,に切,に動,に耐,に腹が,
                に言,の貧,の通,ばっ,ひー,まん,みつ,むかっ,らけ,らして,りっ,り狂,ろか,をぶ,をま,を外,を外し,を握っ,を横,
                を破,を聞,んな,ーが,ーの,ーひ,ーひー,ーむの,三日,中続,何度,傷ま,僚,前だ,同僚,向か,向かっ,坊,外し,夜中,
                夜中に,夫のい,嫁,席が,席を外,帳を,平気,平気な,店の,強,後ろの,悪く,手が震,手に動,持つ手,握っ,握った,
                時間に,書類,服,束の,束を破,機,機嫌,気な顔,犬,犬に,犬の,狂,眠れ,約した,者に,聞か,若,親の,言い方,身,返信,
                通帳,通帳を,選,震えた,震えま,類,駐
                """),
            Group(
                1,
                """
                all day
                """),
        ])
}
