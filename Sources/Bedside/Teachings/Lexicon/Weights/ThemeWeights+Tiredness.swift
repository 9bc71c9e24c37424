/// Made by Tests/Memory/learn_themes.py; not edited by hand.
extension ThemeWeights {
    static let tiredness = List(
        theme: .tiredness,
        groups: [
            Group(
                24,
                """
                need,shift,疲
                """),
            Group(
                20,
                """
                bare,floor,hour,im,one more,休,体,力,末,痛
                """),
            Group(
                16,
                """
                box,drain,feet,hurt,i cri,is,move,sick,tir,up with,が重,すぎ,だる,夜,帰,座,暇
                """),
            Group(
                14,
                """
                ach,break,collaps,down,down on,energ*,energy,flu,heavy,home,ill,in thre,ive,job,leg,lift,long day,
                meeti*,meeting,muscl,night shift,one of,plat,rest,sand,sat in,shoulder,sore,stand,teeth,wash,wip,work,
                worn,っぽ,ばて,働,勤,疲れ,肩,肩が
                """),
            Group(
                12,
                """
                achy,arm,as the,bed at,bon,bone,brain is,burnt out,can,cant,cant think,carer,carry,chas,chemo,chor,
                colic,commu*,commut,day,done,every,every*,exhau*,flop,hall,head on,hold,jet,kid,lead,limb,long,
                my back,neck,non,noth left,off,overtim,overw*,poop,pud,push,said thank,stren*,strength,viru,weary,
                went in,くた,たく,ぱん,もう,もな,やっと,一日,事,休み,何も,倒れ,働き,元気,児,切れ,動,十,張,忙,無理,熱,
                足が,電
                """),
            Group(
                10,
                """
                a day,after,and the,and ther,at the,beat,bed,burn,burn out,busy,carri,colla*,crash,crawl,cri,cri at,
                day off,driv,empty,far,fever,flat,had,hay,i could,it was,just,just empty,left,left in,lunch,meter,
                more bag,my feet,my kne,my leg,my mother,my voic,need a,no,noth,on,on empty,overdid,overt*,pil,pil up,
                put the,run,run on,seven year,shoul*,sinc,sleep,steer,steer wheel,still,taxi,ten hour,the hall,
                the wash,thos,told me,too,weeke*,weekend,you to,が上が,ぐった,けて,する,なし,一日中,仕事,作,倒,元,元気が,
                全,十時,夜勤,寝て,日,日中,業,横,横に,横にな,残業,気力,消耗,疲れが,立,耗,連,重,限,階,風
                """),
            Group(
                8,
                """
                a break,a long,am,am i,and my,aroun*,around,as a,aslee*,asleep,back,batte*,battery,been carry,
                been look,behind the,blist*,blister,body,burno*,burnout,burnt,cant lift,car for,carry one,cerea*,
                cereal,could,could bare,could sleep,deadl*,deadlin,deple*,deplet,depri*,depriv,do noth,done and,
                doubl shift,down and,dress,drov,eighteen,eighteen delivery,everyth,fatig*,fatigu,fell,four,frida*,
                friday,had my,had to,harve*,harvest,have the,head,heada*,headach,home with,hour of,house*,housework,
                i can,i get,in and,inven*,inventory,is gone,ive been,keep my,knack*,knacker,lamb,left me,lie,longe*,
                meet after,migra*,migrain,mov box,much,mush,my boot,my eye,night,no time,nonst*,nonstop,off in,out,
                out at,overd*,overl*,overload,pain,pool,renov*,renovat,sat,shatt*,shatter,sho,sinc five,sit down,slap,
                thank you,the end,the flu,the park,the week,through the,time to,to make,too much,trave*,travel,
                twelv hour,undre*,undres,vacat*,vacation,voic is,was a,weath*,weather,wheel,wore,worn out,がな,がん,
                が上,きつ,くな,く暇,ぐっ,けで,けな,さで,しんど,すぎて,す欠,ったり,つか,つかれ,つら,で腰,とだ,どもを,
                ない,のよ,のよう,の世,の世話,はー,ばり,へば,へろ,ぼろ,もを,やっ,よう,りの,り回,り回っ,るのも,れが,ろへ,
                ろぼ,一杯,二時,二時間,介,介護,仕,休憩,会議,会議が,体調,作る,全身,具,具合,出張,切,動け,動けな,呂,家事,
                寝,尽,尽き,帰っ,帰った,帰宅,座り,座る,憩,手一,抱っ,日走,昼,昼も,時,暑,月末,朝か,朝から,棚,理,画面の,界,
                目,目の,看病,立ち,終,終電,締,締め,育児,脱,腰,議,議が,走,走り回,足,連日,運,過,鉛,限界,階段,面の,頭痛,
                風呂
                """),
            Group(
                7,
                """
                airpo*,airport,all,all day,and feel,at work,bath,boot,bug,came home,car,cupbo*,cupboard,deliv*,
                delivery,didnt,doubl,eight*,empty at,exhaust,five,fork,four floor,from,gone,got the,hard,hecti*,
                hectic,home and,hour and,i came,i have,i havent,im done,in my,its friday,kne,left for,lie down,like,
                longest,midni*,midnight,more,mov,my sho,nap,newbo*,newborn,not move,now its,onto,onto the,overwork,
                round the,seven,sleep stand,stand up,strai*,straight,the baby,the bath,the cupboard,the garden,
                the time,the twin,the window,thin,time for,time i,to lie,up,video call,want to,wet sand,without a,
                yes to,から,が出,が切れ,が痛,が終わ,きた,くたく,け回,け殻,したく,しで,し切,たくた,たーな,っとだ,っ越し,
                つかっ,とだっ,との,とへ,とへと,なく,のも,ばっ,へと,へとへ,みたい,も食,らない,る気,わっ,を作る,ーど,
                ーなし,三,下,世話,体の,何,充電,出し切,労,員,回,回っ,宅,家,忙し,息,抜け,晩,残,殻,画面,看,筋肉,箸,終わっ,
                続き,腕が,荷,荷物,誰か,調,護,身,過労,邪,間,靴,風邪
                """),
            Group(
                6,
                """
                ache,adver*,advert,after my,and now,anyon,as,asleep in,at an,at midnight,both,call and,child,climb,cm,
                cold,could not,eat,effort,eleve*,eleven,end,energy left,exhaustion,fourteen,go on,gravy,i carri,
                i drov,i got,i put,in at,in me,it and,kid had,laund*,laundry,lie ther,like thi,mark,me,meet,my,
                my cloth,my coat,my head,my plat,my sock,mysel*,myself,myself up,no energy,no sleep,on a,on to,park,
                pound,rope,said yes,sit,skip,stret*,stretch,thank,the car,the day,the flat,the night,the steer,ther,
                ther nobody,think,thirt*,thirty,time,to bed,to take,toget*,together,too tir,twelv,twin,weddi*,wedding,
                week,wet,window down,with it,with my,with the,yes,ぁで,いくら,う何,う動,からだ,がなく,がぱん,がら,が二,
                が切,が動,が動か,きす,きすぎ,ぎて,こん,しす,しすぎ,しん,たり,だが,ち通,ったら,っぱ,っ越,つらい,てる,
                でいた,で寝,で泣,ないく,に力,に寝,に寝て,のま,の下,ばりば,ぱんぱ,ふぁで,ふらふ,ぶ来,へん,ほど,もせ,
                もなく,も考,らい,らだが,らふ,らふら,りばり,るな,る元,る元気,る暇,れは,わって,んぱん,ーな,上が,仕事で,
                休みな,体に,余,充,入れて,六,出,分が,力が,呂に,夜十,帰り,引っ越,抱,明け,時間お,暑さ,朝,末の,欠,段,気がな,
                池,池が切,消,熱が,玄,玄関,病,空っ,空っぽ,笑,筋,続,肉,肩こ,腕,腰が,膝が,自分が,落と,越し,通し,間お,間おき,
                関,電池,頑張り,風呂に,駆,駆け
                """),
            Group(
                5,
                """
                alrea*,already,at,at eleven,at five,becaus i,becaus it,brain,chair,children,couldnt,custo*,customer,
                do,effor*,eleven hour,every two,exam,fligh*,flight,for,full,grant,hik,hous,i cant,i didnt,i fell,
                i lay,i said,kitte*,kitten,leg feel,lift the,look after,me up,month,mothe*,mother,mouth,my mouth,
                neare*,nearest,nobody,out i,overwhelm,put my,rail,ran,rubbe*,rubber,sat down,still on,the clock,
                the milk,the sofa,then i,they all,thre,thre hour,thre job,throa*,throat,throu*,through,to,to hold,
                too many,twent*,twenty,until it,was cold,weak,いそ,いそが,いっぱ,えね,えねる,えも,え尽,おき,おきに,お疲,
                かじ,かっ,から晩,かれ,がす,がっ,がぱ,が先,が先に,が棒,が疲,が鉛,きず,きに,ぎで,ぎー,ぐつ,けない,こた,
                これ,さま,すぐ,する気,そが,そがし,そふ,そふぁ,たくな,たび,たまま,っこ,っとの,てな,て昼,できず,どっ,ど横,
                ながら,にし,にも,に起,ねる,ねるぎ,のもや,ぱんを,びれ,ふぁ,ふら,ぶた,ぶたが,ぼす,ませ,まぶ,まぶた,まま,
                みな,もする,もに寝,も体,も作,も脱,も脱が,も落,も落と,も返,も返事,らっ,らへ,らへん,ら晩,りば,るぎ,るぎー,
                るだ,るだけ,るみ,るみた,る気力,れさ,をかじ,を戸,を脱,を開,んど,んぱ,んを,んをか,三年目,下が,下を,世,乳,
                乳を,事で,今日は,休まら,休みが,休む,休めな,会,何もす,内会,分ほ,切れた,化粧,化粧も,十二,十時間,客,客し,
                客して,布,帰りの,年末,年目,張り,徹,徹夜,忙期,戸,戸棚,接客,接客し,昼を,時か,時から,暇も,朝や,朝やっ,朝六,
                末に,来てる,杯,棒,棚に,歩き,泣,泣け,湯,燃,燃え,牛,牛乳,理が,町,町内,町内会,病で,目を,看病で,瞬,立っ,
                笑顔,筋肉痛,粧,粧も,粧も落,繁,繁忙,肉痛,育,脱が,脱ぐ,腰か,腰が痛,膝,船,荷物を,落,落とさ,見す,誰かの,
                議続,走り,込,連勤,週,靴も,靴も脱,頑,頑張,頭,頭が,食べる,飯を作
                """),
            Group(
                4,
                """
                and,are swollen,back to,bar,behin*,behind,clock,cloth,comb,commercial,could*,counter,doing,eight,
                end of,everybody need,face,feed,feel,feel like,fourt*,fum,garde*,garden,holid*,holiday,i look,i mov,
                i still,into,keep up,lay down,match,match and,me for,mil,milk,my eyelid,nobod*,nobody else,pinch,
                rain and,recit*,recital,sho on,sofa,stair,stay with,step,swoll*,swollen,tak,the afternoon,
                the bathroom,the counter,the floor,the fridg,the kid,the kitchen,the match,the stair,thre week,to do,
                to eat,under the,until,video,voic,were like,work all,you,あが,いかけ,いく,いぶ,いるの,いれに,うだ,う限,
                う限界,えが,えら,えられ,えれ,えれべ,かけ,かしつ,がし,がた,がつら,がる,が五,が倒,が六,が折,が折れ,が持,
                が持て,が笑,が笑っ,きづ,きなか,き詰,き過,くて,くら,けてい,こり,こんだ,した一,しゃが,たいや,たが,たま,
                たりし,た一日,た瞬,た瞬間,だい,だ背,ちっぱ,ったと,ってる,っぱい,づけ,づめ,てなく,てば,てほ,てほし,て三,
                でし,で仕,で仕事,で教,で消,で百,とさ,とた,ともに,と晩,と話,と話し,なのに,なりま,に代,に動,に揺,に行く,
                のまっ,の七,の上で,の見,の風,ひま,べる,べー,べーた,ほし,ぼし,まっと,まで仕,まとも,まま朝,ま戻,ま朝,みた,
                もう限,もで,もでき,もなか,もに,もや,もやっ,も休,も出,ゃが,ゃがん,らぐ,らけだ,らだ,ら夜,りが遅,りこ,り込,
                るく,るひ,る間,れそ,れそう,れた,れに行,れべー,れ込,をまだ,を作,を冷,を冷蔵,を寝,を相,を追,を追い,を食べ,
                ん立,ーと,ーんて,七歳,三十,上で,下がっ,中立,事が,事がで,五,人と,体が,何もで,余力,作れ,使い,児を,入,全員,
                八,八十,六時,内,出し,出した,出ま,力尽,動か,動かな,動会,勤明,勤明け,十人,十分,十袋,十軒,卸,卸し,双,双子,
                員の,員電,回し,回って,塾,声も,夜ま,夜勤明,夜泣,夜泣き,字,宅が,寝かし,寝てな,寝ても,布だ,布を,帰りが,床,
                床に,座りこ,座り込,庫に,息が,息を,息切,息切れ,戻ら,折れた,持,持て,接,揺,揺ら,族全,日で,日は,明けで,
                昨日の,時ま,時まで,晩寝,書落,来て,棚卸,植,植え,業続,歩も,歳児,段が,気が出,泥,泥の,湿,湿布,満員,熱っ,
                玄関の,田,田植,界だ,畑,畑仕,痛が,百回,目が,相手に,着いた,着替,着替え,瞬間,立ちっ,立って,箸が,米,米を,
                終わ,耗す,背負,蔵庫に,袋運,話で,議が六,負っ,財布を,越,足が重,足取,追いか,週末,運ん,運んで,達八,邪の,
                部活,配達,開け,関の,限界だ,電車に,靴下,頭が動,風邪の,飯を
                """),
            Group(
                3,
                """
                agre,all the,and not,at a,at seven,ate my,baby,bag,bathr*,bathroom,becau*,becaus,begun,by friday,
                can do,cash,coat,comme*,count*,did,dinne*,dinner,drama*,dramatic,each,even,eyeli*,eyelid,feet sinc,
                field,five tim,four i,fridg,garba*,garbag,grandson,had a,hang,has,i couldnt,i go,i sat,i think,i went,
                im at,just to,kill,kind of,libra*,library,library and,like i,line,make,many,monda*,monday,my brain,
                my grandson,my lap,my own,my sandwich,night i,not one,number four,ocloc*,oclock,of them,on my,parag*,
                paragraph,pill,plac,ran around,repor*,report,same paragraph,secon*,second,six,slept through,slid,sock,
                stair*,stairwell,still in,the bos,the offic,through my,to a,to the,truck,two oclock,up at,was the,
                way home,went on,work i,yawn,あちこ,ぃる,いる,いれ,うあ,うあか,うたら,おに,おにぎ,お辞,かが,かざ,かない,
                かの,からあ,か夫,がこ,がしょ,がずに,がだ,がだる,がって,がで,ができ,がぬ,がんば,が凝,が出た,が取,が取れ,
                が多,が張,が欲,が欲し,が痛い,が痛く,が石,が筋,が終,きたく,きに起,きるの,くん,く接,ぐ歩,けだ,こたえ,こち,
                こんの,ざし,しつけ,しょぼ,し作,し食,すりに,せん,たい,たえ,たた,たのか,た一,だらけ,だるい,だるか,だるさ,
                ちこ,ちこち,ちっ,ち仕,っすぐ,ってす,っぱな,つけな,づけて,ている,てきた,てすぐ,てへ,てへん,でか,で一日,
                で働,で家,で本,で気,で落,といれ,と疲,ど疲,なが,なしで,なの,なほ,なるま,にぎ,にぎり,にこた,にの,にぶ,
                にも入,に入,に入れ,に変,に聞,に自,に自分,に見,に見え,に起き,に首,ぬる,のふ,の上,の体,の向,の奥が,の字,
                の字が,の忙,の次,の片,の締,の荷,の荷物,の鍵,の電,の電車,ぱい,ぱな,ぱなし,ひき,びつ,びで,びにの,ふぃ,
                ほしい,ぼる,ません,まっす,まと,まら,まらな,ま床,みが,むが,む間,めし,もうあ,もお,もした,もす,もない,も入,
                も動,も動け,やり直,ょぼ,らあ,らけ,られる,ら三,ら帰,りが,りした,りすぎ,りの電,り直し,り過,り過ぎ,るい,
                るかっ,るくな,るさ,るむ,る力,る足,れてい,れに,れべ,れま,れまし,わった,をの,をま,を崩,を開け,を食,んて,
                んの前,ーた,ーたー,ーとの,一日で,一歩,一週,一週間,三年,三行で,上がら,世話を,中か,九時,事と,二重,体調が,
                何もし,何日,何日も,何曜,余裕,余裕が,作る元,作業,係の,働い,儀し,先に,入る,冷蔵,冷蔵庫,凝,切終,力も,動販,
                勤が,化,取れ,向き,呂か,呂にも,回った,回や,回らな,売機,変えて,夕,夕食,夕飯,夕飯を,多,夫に,奥が,子ど,
                子ども,字が,宅し,家の鍵,寝か,山登,年,年度,度末,座った,庫,弊,引っ,張か,張っ,張って,張りす,後に,忙しく,
                憩も,手す,手すり,折,折れ,抜,改,改札,教科,教科書,料館,日でし,日も,日出,日立,日連続,昼め,暑く,暑くて,曜日,
                替,替え,最後に,期,本を開,札で,業が,機,機に,段の,気も,池切,法事,活,湯船,湯船で,無,熱は,物を,玄関で,疲弊,
                痛い,痛くて,痛だ,登り,百,目がし,着,着い,科,科書,立てな,笑っ,笑って,続い,続いて,聞きま,脱がず,自動,船で,
                荷物が,蔵,蔵庫,行く,行で,袋,裏が,裕,裕が,裕がな,見え,見える,詰,詰め,話しす,話をし,誰,誰かに,調が,調が悪,
                調を,財布,販売,起きる,越しの,身が,車に,軒,辞,辞儀,返事が,追い,週間,運び,重た,重に,鍵か,開けて,開けら,
                間も,間休,関で,電三,電切,頭が重,食,食う,食べ,食を,飯,麺で
                """),
            Group(
                2,
                """
                a nap,befor i,down all,five oclock,foggy,got,i am,i gave,i slept,i snap,lift my,off my,once,over the,
                sandw*,sandwich,shop,the screen,the soup,the ward,then the,to my,to sit,to stay,under,visit*,visitor,
                ward,あかん,あち,いたの,いっ,う三,う頭,える,お経,かば,かばん,がじ,がず,がった,がひ,がほ,がほし,がらな,
                が回,が回ら,が続,が続い,が遅,が重い,きたの,くない,く痛,ぐ横,けれど,こい,こさ,こされ,こー,しさ,しつ,
                して帰,じん,すぐ横,すませ,ず横,たけれ,だめ,だるく,ちが,ったけ,つく,つっ,つづ,つづけ,てす,て顔,でお,です,
                で船,とした,ども,にこ,にした,にまぶ,に倒,に倒れ,に停,に停め,のび,のぼ,の人に,の奥,の裏,の駅,は下,は下が,
                は会,ませた,みなの,みも,もう三,ようだ,ら下,りす,るか,れこ,れこん,れど,を三,を二,を開い,んじん,んす,
                んどっ,んば,ー切,七,三行,三週,三週間,中にま,代わ,代わっ,休め,体が鉛,体力,係,倒れこ,停め,儀,全力,力を,
                動き,回ら,売,変え,奥,子の,崩,憩が,憩な,暗,暗く,暗くな,木魚,次の,欲し,歩け,歳,泣き,洗い,湯が,理し,理をし,
                疲労,痛く,登,目で,目です,石の,経の,財,資,資料,起こさ,足がぱ,足の,足の裏,身体,転中,転中に,運転中,道の,
                達,配,鉛の,鉛のよ,音で,頭が回,顔が,顔を洗,館,館の,首が,駅に,魚,魚の
                """),
            Group(
                1,
                """
                まっ,ーが
                """),
        ])
}
