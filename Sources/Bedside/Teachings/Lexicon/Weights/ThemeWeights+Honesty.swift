/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let honesty = List(
        theme: .honesty,
        groups: [
            Group(
                28,
                """
                real
                """),
            Group(
                24,
                """
                told,true,ふり,言,隠
                """),
            Group(
                20,
                """
                act,blam,excus,hadnt,lie,said,truth,うそ,ずる,本
                """),
            Group(
                16,
                """
                admit,chang,cheat,cover up,delet,fine,hid,i said,it,lied,off my,own up,と言,ない,ばれ,嘘,本当,話,認,謝
                """),
            Group(
                14,
                """
                ask,ask me,brav,came clean,confe*,copi,fak,fake,fib,fudg,lik,out with,respo*,said the,sick,the eye,
                think,though,told my,weigh*,weight,wrong,wrot down,えた,だま,ていな,て話,認め,謝れ,顔
                """),
            Group(
                12,
                """
                age,age on,alibi,an excus,avoid,behind my,bluff,but,claim,cv,decei,eras,expens,fess,forg,get out,hide,
                hones*,let him,lik his,mask,me and,misl,much and,my promis,my way,nod,out of,pad,prete*,pretend,
                profi*,put on,round,said i,secre*,secret,steal,stol,strai*,straight,the wine,told the,too much,under*,
                undercharg,いと,ごま,ごまか,だと,とを,まか,偽,内,告,少,打,正,直,黙っ,黙って
                """),
            Group(
                10,
                """
                act like,and not,as if,believ i,clean,consc*,conscienc,cover,didnt,expen*,final,for his,from,hand,
                hand it,hidde*,hidden,i,id,im fine,in sick,it was,keep in,kept,let,lik her,lying,my age,overstat,own,
                promi*,promis,read,read the,responsibility,resum,return the,say,so i,son,story,term,that i,the answer,
                the blam,the form,the number,the truth,to pay,traff*,traffic,transparent,truth*,truthful,walle*,
                wallet,was me,wouldnt have,wrot,いのに,かんに,くして,せい,たと言,たの,たのは,たふり,だまし,った,のは,
                ほん,ほんと,内緒,分か,分から,口実,報,報告,実,建前,当,打ち,書,書いた,束,栄,理由,由,白,目を,知,約束,経,
                自分,見栄,言え,言えて,言っ,誤,返し,隠れ,隠れて,黙
                """),
            Group(
                8,
                """
                altho*,although,although i,answe*,answer,apologi,authe*,authentic,back in,back the,bag,becaus of,
                belie*,believ,bent the,both,bought a,brok,call in,came,card with,chart,confess,credi*,credit,
                delet the,disho*,dishonest,done it,drink,ear,embel*,embellish,exagg*,exaggerat,extra,filte*,filter,
                final said,final told,five minut,gave,genui*,genuin,half,have to,havent told,he never,her,his name,
                histo*,history,i final,i gave,i have,i kept,i lov,i told,i walk,i wouldnt,id already,if,if i,integ*,
                integrity,it back,keep,kept my,kept quiet,leav,left,let them,lie to,lighter,me for,mean it,misle*,
                mislead,much,my doing,nephe*,nephew,no one,nod along,of me,overc*,overcharg,park ticket,plagi*,
                plagiar,pocke*,pocket,prope*,property,put,recei*,receipt,renta*,rental,said yes,sandb*,sandbag,
                see her,sign,since*,sincer,spok,sugar,sugar*,sugarcoat,tall,tell,ten,ten too,the girl,the present,
                the receipt,them think,though i,ticke*,ticket,under the,us,walk back,walk out,went back,when,
                when they,wine,year off,yes,いい,いに,いにし,いわ,いわけ,い出せ,い顔,えを,お釣,お釣り,かれて,かん,がや,
                がやっ,け出,さに,しい,しょ,せいに,たこと,たふ,ちあ,って話,てな,て言,て送,て送っ,ないの,な顔,に聞か,のせ,
                のせい,ぷり,べて,まかし,みえ,り繕,をし,を少,を認,んと,んとう,交,交番,人のせ,仮,仮病,体重を,多,多く,
                多くも,好,届け,年齢,年齢を,建,当は,彼,拾った,書い,本当の,本当は,本音,正直,歴,理由を,由を,盛,約,素,素直,
                経費,緒,繕,聞か,聞かれ,自分か,行き,裏表,見,言い出,読ん,返,返さ,送った,重を,釣り,隠し,齢,齢を
                """),
            Group(
                7,
                """
                about my,along,card,coat,didnt mean,doing,dont want,drawe*,drawer,eight hour,essay,for my,form,frenc*,
                french,halv,his,i dent,i real,i speak,i think,it in,light*,lov the,made up,marry,me,mile,mista*,
                mistak,my word,nod as,note,of us,onion,pay,prais,profil,retur*,return,shop,someon else,speak french,
                take,that the,the bed,the cake,the drawer,the money,the school,the story,tick,told i,trans*,up an,
                walk,wasnt,what i,いたの,えずに,かっ,くも,くろ,しら,そし,そら,たこ,たと,たよう,だと言,ち明,ったの,ったよ,
                つけ,づいて,てない,と言っ,どもに,ないと,にもな,に聞,のこと,ふりを,まま,まま帰,ま帰,る休,わか,わけ,をそ,
                をつ,をつい,んにん,体重,作,内緒で,出せ,分,割っ,割った,合わせ,嘘を,増し,女,密,帰,当の,彼女,心にも,打ち明,
                拾っ,挙げ,挙げた,束を,残業,水増,知っ,秘,秘密,約束を,緒で,落と,落とし,言った,誠,誠実,誤り,費,返しに,釣,
                間違
                """),
            Group(
                6,
                """
                a secret,apolo*,at thre,befor he,bent,blam the,come,confes,credit for,docto*,doctor,downl*,download,
                drink and,every day,eye,felt,film,for the,for week,gatep*,gatepost,girl,goldf*,goldfish,he could,
                hid the,him in,honest,honesty,hop,i bought,i dont,i flos,i lied,i used,i was,it from,known,known for,
                lamp,let her,lied to,lov,meant,messa*,messag,my chest,my wife,name,next to,nobody would,numbe*,number,
                number on,on a,on my,out,out that,overs*,paren*,parent,pay for,print,put a,real feel,real reason,
                responsib,see,seen,straight answer,stret*,stretch,ten year,that,the,to it,told a,up to,used a,was,who,
                wiper,ある,いきっ,いと言,い訳,うじ,うち,うなず,かく,きって,き換,くし,ぐを,げら,げられ,こつ,して,しに行,
                しまっ,し物,じき,ずに,せん,その,そのま,たよ,た財,た財布,ったか,ついて,づい,とし物,なかっ,なず,なずい,
                にん,にんぐ,に嘘,に行,に言,の上,ばれた,ません,もに,もらっ,らぬ,りつ,り話,るし,れたら,わから,わせ,をした,
                を少し,を押,んぐを,んでな,上げら,丸写,丸写し,伝えた,全部,写し,分に,収書,合で,売,好つ,少し,思いき,拾,挙,
                換,換え,時間を,格好,業時,気づい,状,用事,白状,白黒,目を見,直に,知ら,知らん,経歴,自,表,言い,言い訳,訳,
                話を,読んで,謝っ,辞,返して,連,邪だ,部話,間を,間違い,領収,黒
                """),
            Group(
                5,
                """
                a ten,about the,accep*,accept,and id,and left,anybo*,anybody,appli*,application,as,ate the,behin*,
                behind,broke*,broken,chang my,chest,child,dent,direct,eight,face,flos,from my,gave my,hadnt read,
                half of,how many,i came,i delet,i had,i left,i let,i lik,i lost,it on,left my,left out,loud,lower,
                me straight,mean,mei,mum,my job,my number,my partner,never did,not to,out loud,present,proficient,
                put his,quick,reaso*,reason,said im,said so,see it,shed,singl,skip,solv,sweet,the cashier,the cat,
                the teacher,thi time,to leav,to see,took,up,was on,was out,was the,whit,whit lie,wouldnt,あけ,あぷ,
                あぷり,あると,いき,いの,いふ,いふり,いまま,い出,い切,い切っ,い直,うな,えてい,からな,かれ,がある,が少,
                きっ,きで,くもら,ことを,ごめ,ごめん,さな,しいと,しご,しに,ずい,せた,そつ,そで,そを,たけ,たけど,だ風,
                ち明け,ったこ,って言,てもう,て払,とっ,と嘘,と嘘を,ないふ,ないま,なか,にし,に内,に内緒,に言え,のこ,のに,
                の上で,の理,の理由,は中,ませ,めら,やった,ょう,りが多,りを,る体,ろ軽,をだ,を書い,を知,上で,中身を,今向,
                任転,任転嫁,伝え,作り,借,借金,借金の,入れる,全,円,分だと,初め,初めて,勘定,合わ,名の,呂や,坊,夫は,好きで,
                妻に,嫁,定が,宿,宿題,寝坊,店に,心,思い,思い切,押,断っ,断った,本心,業,正し,気づ,理,病,百円,知った,社,裏,
                褒めら,見てな,話した,誤魔,読んだ,謝り,財布,責任転,身を,転嫁,軽く,送,送っ,連名,遅れた,違,違い,金の,金のこ,
                釣りが,領,食べて,魔,魔化
                """),
            Group(
                4,
                """
                all right,and now,ask was,away,badg,beer,birth*,birthday,boyfr*,boyfriend,brok the,cake,cashi*,
                cashier,clap,clos,direc*,done,dont,finis*,finish,finish the,gave it,hadnt done,half a,haven*,havent,
                heada*,headach,his hand,i all,i drink,i havent,i never,i own,i pass,in it,it and,it wasnt,ive been,
                lad,many,money,my,my friend,mysel*,myself,never,not the,on me,quiet,said id,sent,speak,suppl*,
                supplier,swear,the app,the book,the dentist,the doctor,the walk,thoug*,to get,to go,took credit,under,
                used,wait so,was hard,was i,weigh on,who had,whod,wife,with all,with my,wore the,いし,いじ,いじっ,いたけ,
                いた紙,いてい,いない,いよ,いると,い映,い給,うた,うです,うな顔,が多,が楽,が苦し,きた,きろ,く見,けたの,
                げさ,げさに,こすっ,した財,してし,しー,じの,すって,せず,せてし,そうで,そが,たそ,た仕,た仕事,た理,た理由,
                た紙,ちに,ち間,っこ,っさ,ったと,った仕,って,ってあ,ってる,つく,てある,て使,て合,て言え,でな,でない,とは,
                とり,とをし,と合,と名,に伝,に作,に入れ,に同,に報,に戻,に戻っ,に花,に行き,に言う,に酒,のが苦,のは自,
                のぼた,の場,の失,の失敗,の寝,の席の,の彼,の話に,の都,の量,の量を,はさん,はっき,は私の,は隣,は隣の,ふりし,
                ぷりに,まった,みすを,み会,めるの,めん,もうた,もな,もない,もなか,もら,らっ,らん顔,ら手,りませ,り切,り切れ,
                り言,るを,れた,れたと,れだ,をこす,をして,をとっ,をはさ,を交,を張,を挙,を書,を隠,んぐ,んでき,んに,んぷ,
                ん顔,ーと,上げ,丸,乗り,事が,二き,二きろ,伝,体,何もな,傷を,先生に,内の,出せな,刻の,割,勘,医者に,収,取り,
                合は,同意,名,向か,向かっ,告し,告白,員に,嘘をつ,坊だ,場面,増,壊し,壊した,売り,大げ,大げさ,夫,女で,字を,
                寝た,少な,届,席の,平気,平気な,店員に,当のこ,心に,意の,戻って,手が震,手さ,払,払い,数字,料を,明け,栄を,
                格,楽に,気な顔,水,生に,画の,番,百,直しま,知り,知りま,社内,答,答え,答えた,素直に,花,花丸,苦し,行きま,褒,
                褒め,見せ,解い,言って,言わな,話を合,読,財,責任,車をこ,軽,邪,都,都合,酒,酒の,重,量,量を,隠さ,隣の席,
                震えた,非,非を,面い,音,題,風,風邪,飲み会
                """),
            Group(
                3,
                """
                about,about her,ai,and let,and my,and tonight,ask how,at it,ballg*,ballgam,car,card and,cat,clear,
                cours,darre*,darren,denti*,dentist,drink too,feeli*,feeling,fine and,forgotten,gave him,hard to,him a,
                i knew,i took,i understood,i wore,i wrot,interview,it i,keep a,know the,minut,my bos,my husband,
                my team,not,one who,open,out and,park,personal,said to,schoo*,school,scrat*,scratch,she ask,smil,
                soften,spani*,spanish,surpr*,surpris,teach*,teacher,the company,the cours,the end,the interview,
                the reunion,them,told her,tonight i,vase,vase and,was in,weigh,weight on,wore,いお,いるの,いを,い物,
                うで,う好,う送,おつ,お世,お祝,お祝い,かして,かぶり,が悪い,が苦,が震,が震え,きたく,き返,き返し,け嘘,げた,
                こす,こま,こまで,さえた,さず,した,じっ,すう,すを,たかぶ,たので,たを,たんを,だちに,だ家,ち見,っきり,
                って持,つい,てあ,て吸,て帰,て帰っ,て打,て持,て買,て食,でいな,できた,できま,で引,で本,で買,と伝,と初,
                と書,と書い,と食べ,ないお,にした,にも,に少,に打,のふ,のふた,のぼ,のまま,の丸,の宿,の宿題,の席,の打,はさ,
                はっ,は同,は猫,は私,は自,は自分,ふた,へんか,ぽー,ぽーと,まして,めて,もろ,やっ,よう,よく,よね,らった,
                らない,られへ,らん,らんよ,ら褒,りして,りをし,り出,ると,るのが,れず,れたけ,れへ,れへん,れぽ,ろて,わせた,
                わせて,わない,をご,をごま,をする,をは,をも,を作,を守,を押さ,を押し,を捨,を捨て,を断,を盛,を話,を話し,
                を辞,を返,んと言,んよ,んよう,世辞,中身,丸が,事だ,二枚,任,会を,似,似合,似合う,体調,体調が,使,僚が,先を,
                円玉,出た,分を,切って,化,医,医者,半分,口,合,同僚が,名乗,向,呂,壊,失敗を,好き,妻,子が自,字,布,帰っ,平,
                店,引き返,張っ,張って,当か,彼に,戻っ,押さ,押さえ,押し,拍,拍手,敗を,断,明,昔の話,映,映画,書に,枚多,橋,
                橋の,気な,物をし,猫や,玉,玉を,由をつ,盛っ,盛って,社を,祝,祝い,紙を,絡先,絡先を,給料,者に,自分だ,自分を,
                苦,見て,見な,言えず,言えた,話に,話を盛,課,課長,課長に,調が,調が悪,買い物,車が遅,車を,辞め,辞を,連絡先,
                遅れ,遅刻,長に,電車,電車が,音を,題に,顔上,風呂,高い,麺の
                """),
            Group(
                2,
                """
                all of,and im,appli,barre*,barrel,be,bough*,bought,by friday,eleven month,everybody need,five,had one,
                hed,i made,im not,it out,kept it,kept the,month without,of it,one behind,softe*,the flower,
                the traffic,them and,to all,was ther,without a,いしい,うは,ぇ挙,かす,かそ,かぶ,がつい,が上,きま,きませ,
                こと,された,したら,しだ,しだけ,し多,すべ,たお,た百,だふ,だふり,だ開,だ開け,った財,って帰,って手,つり,
                づち,ては,ではな,とし,とした,と食,にご,に届,に届け,に書,に本,のま,の上に,の噂,の大,の封,の気,の気持,
                はな,はない,まだ開,ま持,めたこ,ゃんと,ら謝,りない,るに,るふ,るふり,る触,れし,れじの,れなく,れに行,れんじ,
                をす,を二,を合,を合わ,んだふ,んと食,交番に,人の,人販,作った,健診の,円入,円入れ,切っ,合う,売の,多か,
                多かっ,多め,大根,夫に,子れ,子れん,家族に,封,封筒,小銭,少しだ,履,履歴,履歴書,帰った,引き,息子が,手ぼ,持,
                方ま,族に,書き,束を忘,枚,歴書,気だ,無人,用,番に,番に届,百円入,監,監督,目,相づ,督,督は,筒,自分に,落,
                触った,診の,試合,認めら,財布を,販売,買い,費を,車が,銭が,開けら,隠す,隠そ,電子,電子れ
                """),
            Group(
                1,
                """
                my son,です,りま
                """),
        ])
}
