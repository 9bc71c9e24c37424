/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let gratitude = List(
        theme: .gratitude,
        groups: [
            Group(
                32,
                """
                me,てく
                """),
            Group(
                20,
                """
                came,for me,help,lucky,thank,water,くれ,くれた,もら
                """),
            Group(
                16,
                """
                have done,hot,i could,roof,us,walk again,warm,助
                """),
            Group(
                14,
                """
                bless,came on,carri,done,gave me,had,healt*,i was,kind,let me,me his,my,nurs,show,wait,year i,ありが,
                かい,くれて,てもら,支え
                """),
            Group(
                12,
                """
                at all,card,clear,everyth,for grant,found,gift,grant,how,lady gave,left a,left the,owe,repay,so kind,
                swap,thing,up with,was even,we all,with me,without her,あり,いただ,いてく,が出,しみ,た人,らっ,んが,人,
                人が,助か,命,恩,恵,無事,親切,飯
                """),
            Group(
                10,
                """
                a second,a warm,aliv,all,and thought,birth,done it,drov two,eye,fami,fill,gave,hand in,healthy,here,
                how i,just to,leg,made,me a,me go,my sister,neigh*,notic,our walk,safe,sew,shove*,shovel,singl morn,
                suppo*,support,tag,take,thank*,thankful,the bus,the kid,the light,the queu,thi morn,thirty year,
                thought of,took,took over,walk,when i,あっ,いに,える,おか,おかげ,お返,かった,が届,けて,こと,され,して,
                つけて,もらっ,ゃん,りが,りがた,る家,んの,合,家,当,支,有,母,温かい,父が
                """),
            Group(
                8,
                """
                after,after thirty,an old,an orang,appre*,appreciat,ask,ate an,babys*,babysat,being ask,bike and,blue,
                broug*,brought,call to,check,check his,churc*,church,clean,cook someth,doors*,doorstep,drov,eat,extra,
                fare,fed,fix my,food,for,fortu*,fortunat,full,given,glad,grate*,grateful,grati*,gratitud,handw*,
                handwritten,heat,held,his car,hurt,i get,i got,i notic,iron,iron my,kept my,key,lady,lent me,light,
                made me,meat,morn,my colleagu,notic that,of the,old lady,on the,orang and,ordin*,ordinary,peac,
                pick it,plac,present,queu,remem*,remember,roof over,room with,second chanc,see that,sheet,shift,simpl,
                so,somebody had,teach*,teacher,thank you,the blue,the heat,the sun,the whol,think of,thoug*,
                thoughtful,time to,to be,turn up,two hour,was ill,week in,when,whol meet,with,with the,without being,
                あた,いい人,いのに,い人,お礼,お陰,かげ,がた,ぎら,さし,してく,しの,ただ,たり,たり前,だちが,ちゃん,った人,
                ってき,てあ,てあっ,でく,でくれ,にかけ,に来,ねぎ,の一,の一日,べら,べられ,もの,り前,を下,世話に,作っ,
                先生が,先祖,友人が,師,心強,感謝,手紙,普,普通,普通の,歩け,歩ける,母が,沁,沁み,温,温か,湯,湯が,生が,産,
                知ら,礼,紙,見える,親,話にな,通の,陰,隣,難,雨,電,頂,頂い,食べら
                """),
            Group(
                7,
                """
                a card,a small,alway,bed for,breat*,breath,bulb,chanc,check on,clean water,clear the,com out,complain,
                could,fridg,frien*,friend,from,help me,help with,i dont,i found,i look,i think,in for,in hospital,
                it is,lengt*,length,lette*,letter,me how,moon,mow,my life,neighbor,of everyon,on and,on time,orang,
                out hot,pat,pick,prese*,ready,run,rung,sat,sav,scrap,see it,singl,small,someo*,someon,still,stranger,
                sun on,surgeon,taught me,that,the bulb,the doctor,the form,the rice,the team,theyd,time,to,to ask,
                to help,wait room,warm bed,wher id,witho*,without,year,いて,えに,えるこ,おご,おみ,かい言,かん,がき,くさ,
                くされ,ことだ,ごっ,ごは,ごはん,ご馳,さが,しくさ,たかい,たん,ても,でい,にか,の日,みかん,みや,も言わ,やげ,
                りま,り物,るこ,ること,るっ,るって,れた,れて,を下げ,世話,何も言,何気,何気な,健康,健康で,僚,僚が,先,先生,
                助かっ,励,励ま,友,同僚,同僚が,和,家族が,届,屋根の,平和,康,康で,弁,弁当,待,恵み,感,教えて,族が,根の,
                根のあ,歩,気で,気ない,水が出,灯,灯り,言わず,話に,贈り,身,車で,農,農家,返し,隣の人,頭を下,飯が,馳,馳走
                """),
            Group(
                6,
                """
                a,a blanket,a flask,a plat,a whil,a word,acros,after a,after me,and ran,and said,ask how,be,be able,
                befor i,being,blank*,blanket,boot,call,came by,car for,colleagu,cook,could sleep,dug out,every singl,
                every*,expla*,explain,faint,fix,flask,flask and,for my,go home,got up,hat,have,he,he was,held the,
                hot water,i am,i ate,i had,kid,let,like the,littl,me i,mirro*,mirror,mum,my car,my face,my lunch,
                my mom,my old,my wife,neighbour,note,offer,out my,out of,over,pack,pack my,phon with,plant and,plumb*,
                plumber,prete*,pretend,put my,ran out,rice,said i,sat by,see,show me,siste*,sister,small thing,so i,
                stran*,surge*,taugh*,taught,the children,the lad,the old,the plumber,the snow,they,thirt*,thirty,
                to eat,to have,to me,today,told her,told me,took the,touch,train,wash,without ask,woke up,あった,いた,
                いの,い言,い言葉,うにな,えた,お湯,お湯が,かけ,かされ,が出て,が用,が直,けてく,けて待,ごち,ごちそ,さん,
                しさが,じみ,それだ,だけで,ちが,ちそ,ちそう,って,つう,てくれ,て待,とだ,に暮,のお,のや,はん,ふつ,まえ,
                まさ,みか,みじ,も言,らみ,れだ,れだけ,わず,を作っ,を持っ,下げ,世,会え,作,作って,停,停電,停電が,健,傘を持,
                優し,兄,屋根,差し入,帰る,平,強,当たり,待って,心,恵ま,恵まれ,房,房を,暖,暖房,来,根,気な,水が,添,湯が出,
                無,父,物,生か,用意,目が,看護,看護師,知,祖,茶が,見え,護師,贈,走,院し,院して,電が,電が直,頭を,飯がで
                """),
            Group(
                5,
                """
                a light,a week,able,able to,after all,after four,all of,all thes,all through,believ in,bless*,
                blessing,boy,bring,bus,by my,calm,calm down,carri the,com,compl*,count,custo*,customer,docto*,doctor,
                doe for,door,dug,even up,farew*,farewell,form,forty year,four day,get to,glov,hand,hospital,i couldnt,
                ill,in my,left,lent,like it,look at,machi*,machin,made the,medic*,medicin,my bike,my daughter,my glov,
                my husband,my mum,my shift,nice to,noth,of him,of that,of us,our,over my,paid for,pick me,pictu*,
                pictur,platf*,platform,porch,prun,pushc*,pushchair,put a,ran,ran the,retur*,return,say,sent,showe*,
                shower,soup,stall,stay on,stood by,the porch,ther,thes,thes year,to walk,up my,up the,volun*,
                volunteer,was church,water came,well,when he,whod,whoev*,whoever,wife had,work,wrot me,あたた,いこと,
                いつけ,うし,うた,うの,ええ,えま,えまし,お土,お土産,かさ,かして,かんの,がきれ,がたい,ができ,が届い,が縫,
                が身,きが,きてく,きも,くない,けに,げて,げで,こも,ざ電,しい,し入,し入れ,そうに,それ,たたか,たんだ,た人の,
                た開,つべ,ていた,てき,てた,てん,できて,で拝,で無,とした,とを考,どこ,にし,にな,に終,のか,の湯,の灯,はこ,
                はど,はんが,べき,みた,みたく,も痛,ゃんが,らい,りがつ,り前で,り難,る目,わせ,わった,をし,んかっ,んでく,
                んなで,んなの,一日,事に,人のこ,今朝は,傘を,元気,切に,前では,助け,十年,合わ,名札,土産,字だ,届い,届いた,
                差し,布,帰,当が,待っ,心配し,忙しい,意し,手を合,拝,拝み,持つ,教え,日を,暮,最後,有り,有難,朝は,気に,水,
                灯りが,玄関の,生,痛く,痛くな,終わ,縫,縫い,考えた,袋を,言葉,謝,護,身に,運,配し,配して,関の,隣の,雨風,
                電車,電車で,風,風を,食,食べ
                """),
            Group(
                4,
                """
                ago,and a,and told,any,are bigger,asid,befor work,belie*,believ,bigger than,bike,bin,bin out,bowl,
                brought soup,bus driver,call me,came with,card to,carry the,children,coat,company,count my,danc in,
                daugh*,daughter,drew,driver,eleve*,eleven,ever,finge*,finger,found my,had the,have a,health,held my,
                hospi*,hous,hug me,i felt,i have,i never,i sent,i swam,in may,in me,invit,kept,kept the,kind to,
                kitch*,kitchen,kitchen to,knit,last night,libra*,librarian,life,look after,march,me every,mind,mom,
                money,my brother,my shirt,name,never,next door,night in,now the,on a,on for,paid,pasta,pasta boil,
                quiet,rug,sat with,saw,sho are,snow,somet*,someth,surpris me,swam in,than mine,the dinner,the flu,
                the pasta,the scan,the sea,the toast,the wall,the week,ther like,thought,time for,toast,today and,
                took my,towel,town,two of,umbre*,umbrella,understand,until i,was,we danc,were so,wher,whil,wife,
                winte*,winter,woke,would*,wouldnt,wrot to,year ago,あたり,あって,ある,いい,いこ,いつ,いでく,いに来,
                うして,えたの,えたら,えに来,えられ,おい,おば,お世,がお,がつ,がつい,がで,が子,が肩,が遅い,が雨,きて,きは,
                き添,き添っ,く湯,けてあ,けで,ける,けるこ,け合,ごいこ,ご飯,ご飯が,さんが,さんの,しさ,してあ,しと,しば,
                しばら,せま,せまし,たくな,ただい,たわ,た人を,た皿,だち,ちゃ,っとる,つもの,てある,てたん,てよ,てよか,
                では,ではな,で席,で手,で手を,で数,で数え,とう,ない人,なで,にされ,に会え,に救,に来た,に自,に見え,のあ,
                のとき,の兄,の兄ち,の字,の席,の席に,の数を,の箱,の箱が,はと,はな,ばち,ばらく,ぷの,まし,まして,まれ,
                もの席,もらえ,やさし,らく,らって,られ,りがと,り休,れいに,れ出,わせた,をく,をくれ,をゆず,を合,を合わ,
                を持,を指,を考,を考え,を連,んし,んな,今朝,付き添,優,兄ち,兄ちゃ,入院,入院し,出,出し,出して,前じ,助けら,
                友だ,友だち,友人,合っ,合わせ,員さ,員さん,四日,土,声に,夕飯,子が,届けて,屋,席に,席をゆ,店員,店員さ,当た,
                心配,思,手さ,手さん,持,指,指で,救,救わ,日ぶ,日ぶり,昔世,月が,月がき,札が,来て,歩いて,母か,気,添っ,玄,
                玄関,皿に,目があ,直,看,眺,眺め,眺めて,箱が,終わっ,給食,袋,見,見てた,誰かに,転手,転手さ,迎えに,遅いの,
                運転,運転手,配,院,電気
                """),
            Group(
                3,
                """
                a full,a man,a note,all the,altho*,although,am,are up,came back,carry,child*,chip,colle*,comfo*,
                comfort,day,day and,doe,dont,drive*,echo,encou*,encourag,enoug*,enough,even,face,father a,first time,
                flu,for once,four floor,from my,good,grin,hum,husba*,husband,i count,i drank,i stood,just sat,lad,may,
                me in,meet,mov,mrs,my grandmother,my sock,of,okafo*,okafor,old teacher,on me,once,plat,said noth,
                sav me,scan,sea,secon*,second,seven,she had,shirt,sprea*,spreadsheet,stood,stood ther,sun,sunda*,
                sunday,swam,tabl,taken,ten minut,terribl,the book,the flat,the kitchen,the neighbour,the tabl,
                the tomato,the way,thi,threw,wall,ward,was so,was wait,whil the,whol way,you,あのと,いてあ,いてや,いにな,
                い人が,い声,い布,うに,う十,う替,えてい,えら,え思,おいし,おいて,おる,お茶,かかっ,かで,があっ,がおい,がと,
                がわ,が残,が絵,が食,が食べ,が黙,が黙っ,きれい,くださ,くなる,く拭,く見,けやっ,こえる,ごい,さしい,さしく,
                ざわざ,した財,しを,じゃな,すご,すごい,せて,たおる,たた,た炊,だい,ださ,だと思,だな,ち会,ったけ,ってて,
                って手,っぷ,ついに,ていて,ておい,てくだ,ててく,てやり,て手,て病,て電,でよ,で眠,で眠れ,で餃,とる,と思,
                と書,と書い,と頭,どもを,ど取,なる,な形,にお,にさ,に会,に布,に明,に来て,に立,のある,のおば,のと,のはが,
                の上,の数,はが,はがき,は初,ばら,まで走,みん,みんな,めてお,もう十,もを,も子,も実,ゃな,ゃんに,やさ,よかっ,
                らえ,らく見,らった,られる,ら励,りが遅,りん,れい,れてる,れるっ,わざ,わざわ,わっ,われた,をしば,をも,をもん,
                をゆ,を動,を思,を思い,を描,を描い,を説,んか,んや,三十年,三食,上や,下げた,事,人を,付き,休め,会議の,何,
                何も,作った,傘,優しく,優しさ,元,入れ,出産,労っ,動か,包ん,司が,員,夫が,嫁も,子も,子包,字,家で,家帰,家族,
                差,巾,巾で,布巾,師か,席を,帰りが,年使,年歩,形の,忙し,思った,恩師,息子,意,手,手袋,拭,拭い,持っ,持って,
                推,推し,描い,描いて,教,数えた,数を,族,書い,書いて,替えま,札,来た,気を,灯りを,炊,炊飯,球,球を,産に,用,
                男,男の,画間,痛,皿,直っ,眠れる,知らん,端ま,給,絵を,絵を描,肩,肩をも,舞い,葉,見上,見上げ,見舞い,言わ,
                誰か,議の,譲っ,貸して,足り,転,送って,通,連れ,録画,関,電球,電話を,食の,食食,飯器,駅ま,駅まで
                """),
            Group(
                2,
                """
                a perfect,a stranger,and didnt,and everyth,and look,and never,and watch,at his,back at,blanket over,
                book,breakfast,cheer,choir,cousin post,creas,cup,drank,drov me,field,for him,forga*,forgav,go first,
                i carri,islan*,island,kind of,kneel,ladde*,ladder,land,late but,like i,mas,me off,my cousin,my father,
                once i,path,plant,post the,robin,said so,seven year,sock,spad,tap,tast,the door,the handl,
                the neighbor,the operation,through lunch,time sinc,to see,villa,watch the,what that,あけて,いし,うたん,
                えね,お弁,お弁当,お風,お風呂,かいお,かか,かに回,がたさ,がたみ,がとう,が乾,くだ,けら,けられ,げてい,こえ,
                さしぶ,しく,し合,せた,たので,たんは,だと,ちん,ったな,つほ,つほど,て墓,て運,て風,でえ,でええ,で坂,で電,
                とうし,とき,と飲,なの,に回,に回る,ぬ人,の好,の好き,の靴,ひさ,ひさし,み袋,もん,らぬ,らぬ人,り前だ,り合い,
                る人の,る開,れた人,ん誰,上げて,上司,下っ,使っ,使った,兄貴,出て,初日,前だ,包,口あ,司,合って,名,器を,回る,
                回るら,坂,坂を,墓に,太,太陽,嫁,師さ,師さん,忌で,忙,思た,息子が,描,来てく,湯船,湯船で,病気,知らな,知らぬ,
                聞こ,聞こえ,肩を,船で,血行,見知,見知ら,護師さ,貴,貴の,貸し,賃を,車賃,迎,迎え,遅い,間に,陽,陽が,風食,
                飲んだ,餃,餃子
                """),
            Group(
                1,
                """
                ive been,team,ってく,ました
                """),
        ])
}
