/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let comparison = List(
        theme: .comparison,
        groups: [
            Group(
                32,
                """
                other
                """),
            Group(
                24,
                """
                mine,my age,prais,同,私
                """),
            Group(
                20,
                """
                as,her,i was,life,next,only one,than,their,why,wish i,人,友,差
                """),
            Group(
                16,
                """
                clas,earn,easy,envy,everyon,his,hous,i came,me,peer,plac,post,promo*,twin,what,あの,いい,うち,ねた,の子,
                んな,上手,倍,劣,比,自,自分,負け,賞
                """),
            Group(
                14,
                """
                best,by now,child,compe*,every*,faste*,faster,is,lik,look at,mak,pick,quiz,rank,riche*,runne*,runner,
                she,slowe*,succe*,they,until i,wob,すた,のに,の家,びり,みん,みんな,よそ,より,一番,位,先,妬,羨,負,輩
                """),
            Group(
                12,
                """
                again*,against,age,ahead,award,bette*,better,can,chos,class*,classmat,colleagu,easy for,engag,envi,
                follower,friend have,gain,got,grad,i count,keep,keep up,key to,kilo,last,look,loser,marri,measu*,
                measur,medal,mother keep,my chair,my friend,neigh*,our,own,photo,prett*,rais,room i,shabb*,shabby,
                siste*,sister,skill,slowest,small,sns,superior,than i,the other,thin,titl,took me,いつ,いね,かれ,だけ,
                はも,はもう,りは,わな,を見,世,先に,出世,収,名,年,番,長
                """),
            Group(
                10,
                """
                a week,all,applaus,as as,behin*,behind,broth*,brother,chapter book,colle*,cousi*,cousin,doe,easi,else,
                engag*,engagement,feed,felt,flat,follo*,friend are,furth*,further,has,he,him,hire,his lawn,i felt,
                i still,jealo*,jealou,lawn,learn in,manag*,manager,my year,next mat,only,peopl,perfe*,perfect,pictu*,
                pictur,prettier,promotion,put together,still rent,successful,super*,ten,them,thinn*,thinner,twic,
                was the,whil i,wish,with two,young*,younger,あの人,うが,うら,うらや,くら,しっ,すご,と思,なん,には,のほ,
                のほう,の人,ほう,ほうが,まい,を見て,上,仕事,他,何,僕,婚,子,家,差を,数,比べ,派,立派,肩書,若,表,課,負けた
                """),
            Group(
                8,
                """
                a hous,a month,a year,all my,already sleep,and mine,appla*,as good,besid,better than,body,bought a,
                cak,came,caree*,career,cello,chair,clos the,compar,compet,cowor*,coworker,doing better,effor*,
                effortles,emoji,emoji and,envio*,enviou,everybody,except me,face down,faceb*,facebook,fall behind,
                felt small,first,frien*,friend,garde*,garden,good as,had ask,have,her cook,his car,hour faster,i saw,
                i sent,im the,infer*,inferior,insta*,instagram,key,knew the,learn,like my,like that,linke*,linkedin,
                liv,manager nobody,me a,month i,new,next to,nobody,nobody had,not,one,our trip,outdo*,outdon,outsh*,
                outshon,over me,overl*,overlook,partn*,partner,phon face,pregn*,pregnant,rent,richer,salar*,salary,
                saw,score*,scoreboard,seem,senio*,senior,senior manager,sent the,sleep,sleep through,smart*,smarter,
                start on,still,talen*,talent,the app,the only,through and,tim as,trip,troph*,trophy,two,very,we start,
                well,when i,who,winne*,winner,いいな,いいね,いかれ,いのに,いる,うま,うまい,お母,かの,きら,け目,その,
                ちの,ちは,てい,ていか,なわ,のいい,のお母,の子は,の芝,は何,ほか,ほかの,よその,らき,らや,り残,るの,れべ,
                わし,んだ,んは,二番,人の,人は,仕,他の,俺,俺だ,倍の,優,出遅,刺,前の,収入,取り残,同期,名刺,周,周り,姉,
                子は,室で,引け,後輩,成,成績,抜,昇,昇進,歴,点,細く,結婚,績,芝,若い,補,補欠,追,追い,追いつ,違,選,選ば,
                選ばれ,部長,長に,隣の芝
                """),
            Group(
                7,
                """
                a life,age and,all on,alrea*,already,alway,and here,as much,at that,beat,befor breakfast,bigge*,
                bigger,caught myself,child*,chose*,chosen,clos,co,compa*,congr*,congratulation,count,engli*,english,
                everyon at,excep*,except,figur,finge*,finger,finish the,get the,half the,here i,his job,
                holiday pictur,i am,i knew,im,im still,in half,instead of,like,marcu,mat,mine doesnt,much,my car,
                neighbour,new guy,newer,nobod*,nobody else,obituary,oldes*,oldest,only look,organ*,out that,over,
                paint,play the,promot,rest of,richest,room,schoo*,school,scor,she has,ski,so,strip,stude*,student,
                tabl and,the bos,the promotion,the time,thre tim,twic as,what took,worke*,worker,worst,year,あんな,
                うちの,くて,しかっ,そは,たし,たん,ってい,てるん,でき,なった,ねたま,まま友,ま友,も持,ゃり,ゃんは,られて,
                りあ,るのは,れべる,わた,わたし,わりは,をやっ,んき,んだろ,下,人と,会で,何を,優秀,優越,兄,先を越,写真,
                功し,劣っ,学歴,室,年下,年収,広く,広くて,弟,弟の,思って,才,才能,抜かれ,敵わ,料,母,秀,細,結,給料,肩,自分の,
                褒めら,評,評価,越,輩に先,進,隣
                """),
            Group(
                6,
                """
                and,and caught,and our,app,baby,by,car,caugh*,caught,childish,cleve*,clever,competit,compliment,
                did the,famil*,family,family go,fram,go to,golde*,golden,gras,green*,greener,group,hair,happy,
                her hair,holid*,holiday,job,lost,more,my bike,my day,once a,paint*,painting,park,read,reuni*,reunion,
                ring,run,secon*,second,second hous,sing,small next,smart,sourd*,sourdough,tabl,than me,the end,
                the park,the phon,the rest,they all,they were,until,vacat*,vacation,wait room,was on,we go,work out,
                あん,いちば,いの,いほ,い年,かりさ,が先,が賞,きれい,くらべ,く終,ごい,すごい,せを,だち,だちに,だひ,だろ,
                だ前,ちば,ちばん,ちゃん,てる,でる,でるの,に先,に喜,ねん,のい,のは,の人の,の名,の幸,の課,は上,べな,べる,
                まし,まわ,まわり,らべ,らやま,りされ,れい,をや,を素,を越,二倍,代表,価,僕だ,先輩,分の,友だ,友だち,友達は,
                受,同い,同い年,味な,喜べ,嫌味な,学,差が,広,思,手の,期,本が,本が賞,格,比べて,点数,痩,痩せ,真,真を見,給,
                羨ま,能,自分だ,自慢,若く,表に,褒,褒め,要領,見,課を,遅れ,達は,順位
                """),
            Group(
                5,
                """
                a manager,and me,and was,are all,at him,baby is,bay,bel,bike,book,by the,chapt*,chapter,crawl and,
                doe in,enjoy,fall,feel,first messag,friend from,get,got the,guy,hour what,i cant,i scroll,i thought,
                i work,in a,in an,is the,just lie,kitch*,kitchen,knew,lad doe,least,lengt*,length,me how,media,men,
                messag was,mia,mothe*,mother,much better,neighbor,new lad,obitu*,of a,of me,of the,one they,
                other mother,pass,plain,should be,sil,socia*,social,social media,speak*,speaker,spok,stamm*,stammer,
                tak me,tell me,test,the clas,the gym,the same,the teacher,then i,ther,they clap,toget*,together,
                told the,tom,top,top of,up my,was from,we,week and,what tak,whil,women,work,い抜,うで,ぉろ,ぉろわ,かのお,
                かれて,が一時,きゃ,きん,きんぐ,くらす,く入,され,しか,し半,じた,じ年,じ歳,せて,せてい,そうで,たみ,ちに,
                づいた,ていく,て見,でや,でやる,とう,と思っ,と聞い,と違,なち,なちゃ,なんか,な風,にもな,のお,の人は,の写,
                の写真,の席,の話ば,の長,は何も,ばれな,ばん,ふぉ,ふぉろ,べて,ほー,ほーむ,もな,やま,らす,りさ,るん,るんだ,
                る仕,る仕事,ろわ,ろわー,わー,を名,んなち,三位,下位,世し,乗っ,乗って,二番だ,仕事に,代,位で,何も,何者,偏,
                偏差,先を,写真を,分だけ,分な,分なん,功,劣り,半日,友達,取,同じ年,同窓,同窓会,同級,同級生,周りは,四位,嫉,
                嫉妬,嫌味,子はも,差値,役職,感,成功,投稿,教室,敵,書,最下,番だ,番だっ,番に,直に,真を,私な,私なん,稿を,
                窓会,級,級生,素直に,美人,者,者に,職を,自分な,若い人,見えた,見て,見劣,話ば,課長,賞を,賞を取,遅,長さ,間で,
                隣の,順,頭の,風に
                """),
            Group(
                4,
                """
                all morn,am,an hour,and im,and put,and we,at everyth,besid me,birthday and,bos,but,came fourth,
                came third,compl*,cv,do,doing,dull,everyon in,everyon seem,ex,fami,faster than,favor*,favorit,
                favourit,fell,happier,he has,heard about,her job,highe*,higher,home,how many,i do,i look,i only,
                i were,inste*,instead,is a,isnt,kid,lad,lie ther,like the,look up,me all,me at,my,my birthday,
                my brother,my colleagu,my ex,my mother,of them,on them,one with,ordin*,ordinary,organiz,pleas until,
                read my,same,saw who,scrol*,scroll,sent,should,son,suitc*,suitcas,that i,the dentist,the man,
                the neighbour,the next,the pub,the reunion,their holiday,they are,tim,visit,was pleas,weigh,who came,
                why can,woman on,wont,work i,あの子,ある,いお,いち,いつけ,いなあ,いなの,いねが,いんす,うに,えてし,おいて,
                かり,がつ,がみん,が一,が倍,が違,きれ,く広,けた気,け上,げてい,ごく広,さが,される,さを,じ授,せま,せまし,
                その子,ただ,た気が,だちは,ちだ,ち上,ち負,っとう,つも一,てもい,でう,できる,で友,で隣,と比,と聞,なく,なふ,
                なれ,なんて,になれ,に一度,に出,に合,に毎,に青,に飾,ねが,のよ,のよう,の人み,の名前,の庭,の息,の息子,の方,
                の発,の発表,の賞,の重,はいつ,はき,はば,は俺,は兄,は月,は自,は自分,は草,ばか,ばかり,ばれ,ひとり,ふう,
                ぷを,べてし,ほんま,ましく,までは,めら,められ,もあ,もいな,もっ,もっと,も一,も一番,も髪,ゃん,やまし,やる,
                らい,られた,ら私,りはも,り残さ,るが,れなか,わって,を伏,を受,を習,を見る,を送,を送っ,を閉じ,んぐ,んす,
                んすた,んの話,んぷを,んま,んまに,ん稼,一番で,上に,上手な,上達し,事に,二,人み,人みた,仏間,仕事が,仕事の,
                伏,伏せ,位の,僕よ,兄に,分は,分は何,分よ,分より,劣等,勝ち,友達の,双,双子,受け,受賞,同期の,名乗,姉の,婚し,
                婚して,子さ,子ち,家が,家がす,家の,家も,年の,幸,幸せ,庭は,役,彼だ,思っ,慢,手な人,抜か,新し,新しく,方が,
                日や,月に,月に一,期の,格差,業を,欠,残,残さ,残され,母は,毎週,比較,状ば,画面を,番が,番で,私は,私よ,私より,
                稼,稼い,稿,等,等感,素直,終わっ,結婚し,美,習,習っ,習って,聞いて,職,自分と,自分は,自分よ,要,見る,話する,
                賞状,越さ,較,輩の,近所の,送って,週電,達し,達の,重さ,閉じた,隣の家,電話す,青,青い,面を,領,飾,飾ら,髪も
                """),
            Group(
                3,
                """
                ahead of,along,aroun*,around,as my,as organis,at me,at them,car park,catch,children,clap,crawl,denti*,
                dentist,doesn*,doesnt,eight,essay,face,favou*,for him,fourth,from the,get a,gym,half,happi*,home the,
                i did,i had,i heard,i read,in,it from,jungl,just to,lift,longe*,longer,magaz*,magazin,many,marat*,
                marathon,mom,my cousin,my neighbour,nam,nobody would,once,organis,other mum,pretty,pub,put,ran the,
                rest,run a,so bad,stay late,succes,teach*,teacher,the long,the woman,thos,to all,to her,up with,
                walk home,want that,way so,went to,were,what he,あいつ,あ作,いいの,いく,いつか,いつに,いつも,いな,いると,
                いるの,い上,い子,い子の,うたん,うです,うれ,うれし,おけ,おめ,おめで,かな,からお,がえ,がす,がすご,がみ,
                が狭,が社,きる,き屋,くやし,く思,けた,け低,ごく,さんの,しくな,してる,しに,しも,しもた,じむ,すごく,する,
                せ合,そっと,そん,たい,たま,たんが,た友,た気,だらけ,って先,っと,っとあ,つけな,つに,つにな,てしも,てすと,
                て先,でた,でと,でとう,では,でぺ,で写,で旅,とあ,とり,と比べ,と消,と組,と豪,なも,なんだ,な子,な家,な将,
                にも,に抜,に抜か,に歌,に結,に結婚,に隣,に隣の,の予,の予約,の夕,の家に,の家の,の履,の席で,の席の,の数,
                の点,の肩,の背中,の計,の違,の隣で,の頃,の頃の,はた,はま,はよ,はよく,は何を,は八,は医,は広,ばれた,べら,
                べられ,べるの,ぺあ,ま友の,むで,めで,めでと,めま,めまし,もい,もた,もで,も比,ゃんと,やと,やみ,らお,らおけ,
                らけだ,らすで,らそ,りん,るそ,るそう,ると聞,るまで,る自,れし,れた人,れて,れても,わり,をして,を取,を感,
                を閉,んて,んな家,んぷ,ん年,ーむ,一度,一時,一時間,上げて,上は,中を,予約,事がで,事の,人と比,人の背,人ば,
                人よ,人より,仏,他の人,他人,低,低か,何をし,余っ,兄は,先に結,八百,出,分,分だ,分と,分の家,分や,刺の,前を,
                友の,友人は,取り,合室,合室で,合格,同期が,名前を,味,喜,夕食,妹の,妹のほ,姉ち,家は,屋や,席で,席の人,年で,
                年上,庭,彼,待合,待合室,後,心し,思え,思えた,感じ,所の,手,手い,手う,手な,投,拍,拍手,持って,授,授業,撮る,
                教,数えて,新人,方,旅行の,早く,書きを,書を,月は,期が,来の,次に,歌う,歩下,歳,毎,気づい,活が,消し,消した,
                点で,状,狭,狭く,生と,生活が,画,画面,百の,真撮,社長,私だ,私だけ,私はい,約,約そ,素,組,組ん,組んだ,績表,
                置いて,聞い,聞かれ,育で,背中,背中を,草,草だ,草だら,華,華な,行くの,行の,表を,裏返し,要領が,話す,話ばか,
                課長に,豪,豪華,負けて,走って,輩は,近,近所,返して,送っ,違い,部,重,長を,閉じ,隣で,隣の子,隣の席,頃の,領が,
                領の,食は
                """),
            Group(
                2,
                """
                about it,bough*,bought,cook,corne*,corner,felt like,fourt*,have a,here,hous and,i stay,look like,
                make my,my best,now,paren*,parent,past that,play,proud of,put the,sit in,slower,the tabl,to sit,
                what she,with a,younger than,いか,いてい,いに話,いねの,うの,う九,えの,おい,おり,お迎,かの人,が先に,くで,
                くでき,くや,けが,けたく,けだ,げて,こうの,この,された,しよ,すで,そっ,たらい,だけが,ちの子,つかな,つき,
                づい,て走,て走っ,できて,で一番,と気,なあ,なと思,なは,な人,に一,に課,に課長,に部,ねの,ねの数,のす,の倍,
                の友,の婚,の門,の顔が,はい,は十,ほん,まに,まま,まら,も似,やし,りだ,りの人,るま,れっ,わしは,を着,を着て,
                を言っ,を買,んねん,世代,乗,九,九を,九九,事,似合,似合う,先に課,十一,合っ,合って,同世,妹,姉は,婚約,席の,
                手作,持,持っ,指輪,料理に,気づ,理に,生は,着て,約指,終わ,練習に,置い,習に,裏返,見せ,話せ,買って,迎,迎え,
                門,門で,髪
                """),
            Group(
                1,
                """
                for her,いで,たわ,ったの,ったら,ので,らん,合,引,窓
                """),
        ])
}
