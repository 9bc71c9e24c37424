/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let rightSpeech = List(
        theme: .rightSpeech,
        groups: [
            Group(
                32,
                """
                言
                """),
            Group(
                28,
                """
                口
                """),
            Group(
                24,
                """
                advic,mouth,said,spok,talk
                """),
            Group(
                20,
                """
                comme*,comment,criti*,cut,i told,rep,sharp,text,told,tone,word,ぐち,話
                """),
            Group(
                16,
                """
                back,blurt,came out,harsh,her,i answer,rant,shut,tongu,こと,聞
                """),
            Group(
                14,
                """
                about,ask,befor,bit,corre*,correct,didnt let,email,everyon laugh,fir,front of,have said,i said,liste*,
                listen,mean,mock,my mouth,my tongu,my word,nag,nasty,overshar,repli,shot,speak,to say,typ,つけ,の話,噂,
                笑,茶,言った,返,遮
                """),
            Group(
                12,
                """
                answe*,answer,boast,bragg,busin*,busines,call,chat,hog,hung,hung up,i talk,i used,it on,joke,laugh,
                leak,lectu*,lectur,let,line,mine,moan,nam,put down,quiet,roll,rumor,sarca,say,scath,send,sent,snark,
                snid,story,sulk,swear,swor,tattl,tea,teas,the room,tweet,unask,vent,voic,want to,whin,してし,った,とげ,
                なし,みを,人の,伝,口が,言い,言っ,黙
                """),
            Group(
                10,
                """
                about her,about my,about the,all through,and he,apolo*,argu,brag,cap,complain,count to,criticis,
                everyon,fun,gossi*,gossip,he,hold,i,i call,interrupt,it,it turn,made,manag*,manager,mean thing,messa*,
                messag,off,out the,quest*,question,remar*,remark,rumou*,rumour,sarca*,sarcastic,say anyth,scold,
                screenshot,sente*,sentenc,shout,silen*,sock,spill,swor at,talk over,the new,to ten,too,under,unsay,
                without think,wrot,yell,いん,きつ,しゃべ,そう,ってし,まね,めー,めーる,ゃべ,一言,伝え,余計,信,冗,冗談,
                声,怒鳴,文,書き,空気,空気が,笑い,荒,言葉,談,返事,頼,黙っ
                """),
            Group(
                8,
                """
                a joke,a laugh,a question,accen*,accent,and left,and the,angry,anyth,argum*,argument,at,badmo*,
                badmouth,bark,belit*,belittl,below,belt,blow,compl*,curs,didnt ask,dig,dismi*,dismis,far,finis*,
                finish,foot in,for once,grumb*,grumbl,he was,held,her a,her for,him,hurtf*,hurtful,impre*,impression,
                impression of,insult,inter*,it all,it as,it had,jump in,kept quiet,loudm*,loudmouth,low,mimic*,mimick,
                mine to,monol*,monologu,my friend,name,of her,of his,onlin,overs*,pok,postm*,postman,preac*,preach,
                repea*,repeat,ridic*,ridicul,said noth,secre*,secret,sent a,should have,star,swall*,swallow,text back,
                the meet,the story,think,to piec,to tell,took the,unsai*,unsaid,unsol*,unsolicit,used,vicar,vicar and,
                wasnt mine,way i,whate*,whatever,whatever to,whisp*,whisper,worth,you never,いい,いす,い返,うわさ,えぎ,
                から,がみ,けな,けなし,げが,げ足,こめ,こめん,さえぎ,すぎ,ちを,てしま,なこ,のま,のまね,の話を,ばかり,ばら,
                ひが,らか,わさ,令,会話,口を,味,命令,嫌,嫌味,密を,怒,悪口,愚,愚痴,既,既読,欠点,痴,皮,皮肉,秘密を,聞く,
                葉,裏,裏で,解,言わ,言わな,話し,話を,誤解,説,説教,送,遮っ,部下,陰,陰で,鳴,黙って
                """),
            Group(
                7,
                """
                a stinker,apologi,behin*,behind,bit my,breath and,but it,call my,cheap,conve*,conversation,curt,draft,
                draug*,draught,every*,finish her,get a,get to,happen to,her sentenc,him off,i should,if it,in front,
                inste*,instead,it for,joke about,jump,kept,loser,made a,made the,mutte*,mutter,my husband,of,out,over,
                pass on,piec,press,shoul*,show,snap,snap at,spok bad,stink*,stinker,the group,the way,thing,
                told everybody,unkind word,was only,went through,wrong,あど,あどば,いいか,い者,うだ,うわ,かた,かりし,
                きつい,き役,ごな,さえ,して,つけた,つも,てし,てもい,て笑,で聞,とを,どいこ,どば,どばい,のみ,ばいす,ばか,
                べっ,まじ,まった,まで聞,めんと,らし,りすぎ,んだら,ーる,人の話,余,偉,偉そ,偉そう,傷つけ,判,口に,否,否定,
                声で,大声,定し,後ま,後まで,悪,批,批判,投稿,最後ま,消し,点,稿,聞き,聞き役,茶々,荒ら,視し,言い方,話の,
                返信,送信,長の,頭ご
                """),
            Group(
                6,
                """
                and ask,and it,and took,and wrot,apologis for,arent,as if,bad,call him,came,chip,chos my,drank my,
                draw was,end of,exagg*,exaggerat,eye,fals,forgot to,front,god,group chat,had even,heard,him a,his,
                his sentenc,i bit,i pass,i spok,i swor,id promis,instead of,insul*,it went,left a,let her,littl,meet,
                mothe*,mother,my breath,my brother,my daughter,my eye,my littl,of it,of mine,once,out sharper,pas,
                pass,phon to,promis not,pull the,put my,revie*,review,room,round and,said fine,salar*,salary,sat down,
                sharp*,sharper,she laugh,should,shut them,silenc,somet*,someth,someth sharp,stay,surpr*,surpris,
                swear at,talk too,tea instead,the neighbour,them down,through dinner,to apologis,to myself,told her,
                too much,under my,wasnt,whol bus,with my,work all,wrot a,you,いか,いすし,いれば,いをと,い方,い言い,が凍,
                き込,けち,けちを,けん,けんか,げの,してか,しな,だから,ちゃ,ちをつ,ったの,つい,つける,ていれ,で叱,とこと,
                と普,と言い,に頼,のある,のみこ,ひとこ,ひどい,みこ,め息ま,もい,ゃべっ,らげ,ら目,りす,りの,り上,り上が,
                わな,を皆,んか,令し,余計な,傷,傷つ,冷た,凍,口調,句,叱っ,味っ,喧,喧嘩,嘩,噂に,噂を,多,夫に,娘に,娘に言,
                息ま,息まじ,手の話,揚,揚げ,教,文句,欠,気が悪,無視,皆,皆の,盛り上,目線,空,笑いを,肉,自,茶化,葉を,視,
                言い返,言葉を,計,計な,誤,長
                """),
            Group(
                5,
                """
                a,a better,about work,all,an email,an hour,and heard,and she,anna,apologis,becaus i,bin out,chos,
                compu*,computer,cook,critical,criticiz,cut him,daugh*,daughter,did my,draw,finish and,foot,for an,
                had a,he left,he took,heard it,him down,hit send,hors,hour without,i gave,i shar,in the,intern,isnt,
                laugh at,left it,littl one,my mother,my tea,nasty rep,pull,read the,said it,said someth,said thing,
                scree*,silent,someon els,sound,start on,that,the joke,the littl,them,throu*,through,through lunch,
                to ask,to get,told them,treat*,treatment,turn round,unkin*,unkind,used a,what,what i,wish i,word came,
                wrot in,いって,いもの,いやみ,いられ,いを,い人の,い口,い言,い返事,えら,かけて,かす,かった,くあ,くあた,
                くだ,けい,けて,ことも,した,したら,しち,しちゃ,して笑,しまっ,しゃ,じり,すぐ,すし,すよう,それか,そん,
                そんな,たふ,ため息,だか,だよ,だら,ったふ,って,っと手,つくあ,つもり,ていら,て聞,でしょ,と何,と切,と手,
                どい,に出し,に文,に話,ねっ,ねっと,の悪口,の料,の料理,は聞,ひと,ひど,ふう,べった,まじり,まれて,めつ,
                めつけ,め息,もの,も遮,よう,ような,よけ,らい,らそ,らそう,ら十,りし,りしゃ,りつけ,りまし,れから,わなく,
                をが,をし,をす,を最,を最後,を謝,んと,一度も,上か,上から,上がっ,下,下を,事をし,先生の,冷,出し,分の話,
                分考,卓,叱,味を,命,喋,喋り,夫,妻に,密,店長,度も,役,役に,後輩,悪口で,意,投,料理,料理に,昨日の,気が,流,
                理に,生の,生返,盛り,相,知った,秘,秘密,答,答え,考えた,聞け,自分の,言多,計だ,話を最,足,込み,遮ら,長の悪,
                頼ま,頼ん,頼んだ,食卓
                """),
            Group(
                4,
                """
                a secret,almos*,almost,alway and,and my,and ther,and turn,angry email,back and,befor he,blue,broth*,
                brother,caref*,careful,choos,correct her,could have,count,didnt say,drank,els,even and,ex,exact what,
                for him,frien*,friend,gave,happe*,happen,hear,her down,hit,husba*,husband,i ask,i cant,i thought,
                it hurt,it in,kinde*,kinder,left the,made everyon,may i,mean comment,messag in,my ex,my foot,near,
                not to,of everyon,off in,on his,opera*,operation,ought,ought to,out to,priya,queu,real,rep and,
                said you,sharp with,talk about,teach*,teacher,that i,the bin,the last,the second,the whol,their,
                then he,then just,think of,time and,to answer,to be,to me,told him,trash,turn,turn out,up for,want,we,
                witho*,without,yeste*,yesterday,あの,ある,いこと,いして,いすぎ,いまし,いも,いれ,い愚,い近,うな,う癖,
                おいた,おった,お父,かげ,がお,がちゃ,がっ,が悪,が静,き流,くても,く言,ぐ口,ける,げぐ,ことば,ことを,しろ,
                し方,じゃ,すした,すよ,ずっと,せてた,そっ,た声,だ話,ちっ,ちば,ちょっ,ってお,っと,てお,ておい,てか,てから,
                てくれ,てた,とこ,とば,と娘,と席,どなり,ない人,なくて,なこと,なさい,にた,にま,に手,に言,に言っ,に話し,
                ねを,の前で,の彼,の悪,の意,の意見,の腰,ばい,への,べり,まで,まり,まわ,みず,もいな,もり,も冷,ゃべり,ゃんと,
                やみ,ょっ,ょっと,ら言っ,ら送,りつ,りに行,りや,り過,り過ぎ,るぐ,るを送,れか,れても,れば,ろに,わずに,わる,
                をけ,をと,を傷,を出し,を外,を外し,を荒,を送,を選,を飲,を飲ん,んで黙,ん言,一言が,上が,下へ,事,今日は,
                伝って,似を,分の,分の意,切って,別に,前で,化,卓が,口に出,味な,場が,外し,妹の,始ま,嫌み,嫌味な,定,席を外,
                度も言,彼,彼氏,急か,意見,意見を,所に,手の,日の,日は,早,早く,昨,昨日,昼休,昼休み,普,普通,普通に,書,本人,
                氏,氏を,決め,無,父さ,痴ば,盛,相手,相手の,真似,知,知っ,短か,線,自慢,茶を飲,葉を選,行を,見を,見を言,言いか,
                言が,話しす,話に,話ばか,調,談の,謝り,通に,過ぎ,選ん,部,食卓が
                """),
            Group(
                3,
                """
                at lunch,ballg*,ballgam,bette*,better,big,bin,bite,bite my,breat*,breath,carel*,careles,cold,
                comment on,cruel,custo*,customer,cut in,darre*,darren,delet the,didnt,door and,everybody,forgi*,
                forgiv,group,harsh word,i delet,i did,i hadnt,i meant,i rehears,in,kind,like a,may,middl,middl of,
                neighbour,never came,number and,order,promi*,promis,put,quarr*,quarrel,said whatever,shar,
                shouldnt have,snipp*,snippy,so hard,spoke*,spoken,than i,that phon,the bad,the end,the middl,the talk,
                to her,turn into,up about,up on,wish,with the,word i,あか,あかん,あな,あの子,いつも,いや,い一言,い人,
                い口調,い店,い方が,うたら,うなず,うにし,うべ,えてた,おっ,お茶,かにな,がち,が始,が軽,が軽い,きつく,きな声,
                けた,けるこ,け笑,げさ,げさに,げ口,さい,さ話,しい店,しま,しょ,すつ,すべ,す文,ずっ,ず大,そっと,それ,たかっ,
                たが,ため,た宿,た宿題,だう,ちょ,ってへ,って聞,っとに,っぽ,つい口,つけて,てたの,てたら,てなく,て二,で知,
                で黙,とも,とを書,と多,と頭に,どな,どもに,ど何,ないの,なご,なさ,なず,なずい,なた,なり,な声を,にあ,に乗っ,
                に出,に意,に本,に言わ,のあ,の一,の冗,の失,の失敗,の子,の手,の手術,の絵,の話ば,の返,の途,の途中,の通,
                の電車,はい,は青,ぶりを,へんか,また宿,まっ,まま寝,まりか,まれ,ま寝,もそ,も残,ようだ,らあ,らなか,らん人,
                りかえ,りこ,りのめ,りの電,りま,り伝,るよ,るよう,れてた,わせて,わって,をつけ,をな,をの,をのみ,を出,を書き,
                を消,を消し,を笑,を言っ,を送っ,んかに,んなこ,ん人,ーるを,一度,下書,事を,他人,休み,伝っ,信し,信して,僚の,
                先生,分で,切っ,十分,口出,口出し,同僚の,告げ,噂話,回書,地悪,場,場を,声が,声を,声を荒,大げさ,夫の,失敗を,
                妹,姑,娘,子が,子だ,孫の,寝ま,帰りの,強,強い,後の一,急,悪な,意地悪,慢,慢ば,手伝っ,手術,手術の,敗を,文面,
                方,来て,残ら,決,消して,滑,父,生,癖が,盛っ,盛って,空は,笑って,笑わ,答えた,絵に,自分で,葉に,術,術の,術のこ,
                言いそ,言葉に,話で,話ば,読,談で,車が,軽,軽い,込,近所,返す,返事を,送っ,選,電話を,電車が,静ま,静まり,飲ん,
                飲んで
                """),
            Group(
                2,
                """
                age on,and me,and then,appli*,application,artic*,articl,backs*,backspac,beer,bos want,by teatim,
                call her,chew,coffe with,customer call,dat,delet,did her,diffe*,different,eleven tim,fine,given,
                got the,had coffe,her dish,his phon,i dent,i finish,ive already,knock,know,landl*,landlord,linda,lot,
                make,me useles,monda*,monday,my roommat,no reason,on mine,once i,order number,phon and,priva*,privat,
                profi*,proficient,reaso*,reason,regis*,register,rehears,roomm*,roommat,roommat fail,round,sat at,
                see me,sent an,sick and,spani*,spanish,speec*,speech,spent it,teati*,teatim,the bos,the landlord,
                the reunion,took one,useles and,wasnt even,we sat,when they,writt*,written,いい一,いこ,いそ,いっ,いな,
                いない,いら,い捨,うっか,うん,えり,お茶を,かえり,が短,き半,けない,こみ,さに,じゃな,ずい,そうに,そっけ,
                たい言,ただ,たは,っけ,っけな,ってく,っと頭,つく,てへ,てへん,て聞い,と頭,ないで,ねて,のめ,のめー,の前,
                の口,の横,の秘,の電,はいつ,はさ,ました,みま,めん,もに,ゃった,ゃな,よかっ,る後,る後輩,われた,をう,をうっ,
                をして,をつ,をはさ,を三回,を挟,を書,を滑,一行,他,似,冷たい,冷たく,分こ,口ぶ,口をは,口を挟,口答,告,大,
                大げ,失言,小言,後輩の,怒り,慢話,手伝,挟,料,新しい,書いて,書きの,横で,消した,癖,真,短,聞いた,腰,自慢話,
                茶を,葉で,言う,言えず,言葉で,計なこ,輩の,送って,途中,青で,青でし,面を,頭
                """),
            Group(
                1,
                """
                i listen,the word,told the,者
                """),
        ])
}
