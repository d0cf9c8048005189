// Films of Uzbekistan. One block each: names | original | year | countries | genres | scene | minutes | age | marks,
// then the description in Russian, then in Uzbek.
export const uzbekFilms = `
Последний караван | Soʻnggi karvon | | 2024 | UZ | drama adventure | caravan | 118 | 12 | premier exclusive
Старый караван-баши знает дорогу через пески, по которой уже сорок лет никто не ходил. Когда в посёлке кончается вода, ему приходится вывести по ней три семьи, одна из которых ему не верит.
Keksa karvonboshi qirq yildan beri hech kim yurmagan qum yoʻlini biladi. Qishloqda suv tugagach, u shu yoʻldan uch oilani olib chiqishi kerak, ulardan biri esa unga ishonmaydi.

Тень минарета | Minora soyasi | | 2021 | UZ | detective drama | madrasa/dusk | 109 | 16 |
В день открытия отреставрированной мечети пропадает главный мастер. Следователь Рустам измеряет тень минарета час за часом и понимает, что ответ всё это время лежал на площади.
Taʼmirlangan masjid ochiladigan kuni bosh usta yoʻqoladi. Tergovchi Rustam minora soyasini soatma-soat oʻlchab, javob doim maydonda yotganini tushunadi.

Дом с тремя тутами | Uch tutli hovli | | 2018 | UZ | family comedy | lane/meadow | 97 | 6 |
Трое братьев решили продать отцовский двор и разъехаться. Мать соглашается при одном условии: пусть сначала проживут в нём вместе одно лето.
Uch aka-uka ota hovlisini sotib, tarqalib ketmoqchi. Ona bitta shart bilan rozi boʻladi: avval shu yerda birga bir yoz yashashsin.

Соль Арала | Orol tuzi | | 2016 | UZ KZ | drama | sea/ember | 112 | 12 | exclusive
Капитан без моря каждое утро красит свой корабль, стоящий посреди пустыни. Однажды к нему приходит девочка и просит научить её плавать.
Dengizsiz qolgan kapitan har tong sahro oʻrtasidagi kemasini boʻyaydi. Bir kuni oldiga qizcha kelib, suzishni oʻrgatishni soʻraydi.

Ключ от айвана | Ayvon kaliti | | 2023 | UZ | romance comedy | thing/rose/key | 94 | 12 |
Архитектор Малика получает заказ снести дом, в котором выросла. Хозяин дома не помнит её, но почему-то отдаёт ей ключ, который она потеряла в восьмом классе.
Meʼmor Malika oʻzi oʻsgan uyni buzish buyurtmasini oladi. Uy egasi uni eslamaydi, ammo negadir sakkizinchi sinfda yoʻqotgan kalitini qoʻliga tutqazadi.

Ночная смена на Чорсу | Chorsuda tungi navbat | | 2025 | UZ | comedy crime | city/copper | 101 | 16 | premier
Сторож базара, продавщица зелени и студент-медик за одну ночь находят, теряют и снова находят мешок чужих денег. К рассвету выясняется, что деньги никому не нужны, а вот мешок искали все.
Bozor qorovuli, koʻkat sotuvchi ayol va tibbiyot talabasi bir kechada begona puli bor qopni topib, yoʻqotib, yana topishadi. Tongga borib maʼlum boʻladi: pul hech kimga kerakmas, qopni esa hamma izlagan ekan.

Письмо без адреса | Manzilsiz maktub | | 1978 | UZ | war drama | train/steel | 106 | 12 | free
Почтальонка в горном кишлаке читает вслух письма с фронта тем, кто не умеет читать. Однажды ей приходится придумать письмо самой.
Togʻ qishlogʻidagi xat tashuvchi savodsizlarga frontdan kelgan maktublarni oʻqib beradi. Bir kuni u maktubni oʻzi toʻqishga majbur boʻladi.

Всадник из Бойсуна | Boysunlik chavandoz | | 1969 | UZ | adventure history | mountains/copper | 88 | 12 | free
Табунщик ведёт шестьдесят коней через перевал раньше весны. За ним идут те, кто хочет коней, и та, кто хочет уехать.
Yilqiboqar bahor kelmay turib oltmish otni dovondan olib oʻtadi. Ortidan otlarni istaganlar ham, bu yerdan ketmoqchi boʻlgan qiz ham keladi.

Гранатовый браслет Зульфии | Zulfiyaning anor bilaguzugi | | 2020 | UZ | romance drama | ikat/pomegranate | 115 | 12 |
Ткачиха соткала узор, который видела только во сне, и в нём узнали герб исчезнувшего рода. Теперь наследников двое, и оба готовы жениться.
Toʻquvchi qiz faqat tushida koʻrgan naqshni toʻqiydi, unda yoʻqolgan urugʻ tamgʻasini tanishadi. Endi merosxoʻr ikkita va ikkovi ham uylanishga tayyor.

Отец учится танцевать | Otam raqs oʻrganmoqda | | 2022 | UZ | comedy family | stage/plum | 99 | 6 |
За месяц до свадьбы дочери суровый прораб тайком записывается на танцы. Вся бригада узнаёт об этом последней, зато приходит на концерт первой.
Qizining toʻyiga bir oy qolganda qattiqqoʻl prorab yashirincha raqs toʻgaragiga yoziladi. Brigada buni eng oxirida bilib, konsertga eng birinchi keladi.

Хлеб на рассвете | Tongdagi non | | 1983 | UZ | drama | windows/copper | 91 | 6 | free
Одна ночь в пекарне, где сходятся все, кому не спится: врач после дежурства, жених, беглый студент. К утру хлеба хватает на каждого.
Novvoyxonadagi bir tun: uyqusi kelmaganlar — navbatchilikdan chiqqan shifokor, kuyov, qochib ketgan talaba shu yerda uchrashadi. Tongga kelib non hammaga yetadi.

Каменный колодец | Tosh quduq | | 2017 | UZ | thriller | corridor/noir | 103 | 16 |
Братья-колодезники спускаются в старую шахту и слышат снизу голос. Чем глубже верёвка, тем больше он знает об их доме.
Quduqchi aka-ukalar eski shaxtaga tushib, pastdan ovoz eshitishadi. Arqon chuqurlashgan sari ovoz ularning uyi haqida koʻproq bilayotgani ayon boʻladi.

Яблоки на снегу | Qordagi olmalar | | 2014 | UZ KG | romance | blossom/dawn | 96 | 12 |
Лётчик санавиации застревает в высокогорном селе на всю зиму. Учительница просит его вести физику, а дети — научить летать.
Sanitar aviatsiya uchuvchisi butun qish baland togʻ qishlogʻida qolib ketadi. Oʻqituvchi undan fizika oʻtishni soʻraydi, bolalar esa uchishni oʻrgatishni.

Двойная порция | Ikki kishilik osh | | 2026 | UZ | comedy | thing/saffron/teapot | 92 | 6 | premier
Два ошпаза, не разговаривавшие тридцать лет, вынуждены готовить один свадебный плов в одном казане. Гостей тысяча, зиры на полгорсти, а рецепт у каждого свой.
Oʻttiz yil gaplashmagan ikki oshpaz bitta toʻy oshini bitta qozonda damlashga majbur. Mehmon ming kishi, zira yarim hovuch, retsept esa har kimniki oʻziga.

Пыль над Термезом | Termiz ustidagi chang | | 1974 | UZ | war action | steppe/ember | 94 | 12 | free
Молодой сапёр остаётся один на мосту, который обязан и сохранить, и взорвать. До прихода своих — одна ночь.
Yosh sapyor saqlashi ham, portlatishi ham kerak boʻlgan koʻprikda yolgʻiz qoladi. Oʻzimiznikilar yetib kelguncha bir tun bor.

Город внутри | Ichimdagi shahar | | 2023 | UZ DE | drama | inside/dusk | 107 | 16 | exclusive
Ослепший таксист продолжает возить одну пассажирку по памяти, не садясь за руль: он рассказывает ей улицы. Она записывает и понимает, что половины этих улиц уже нет.
Koʻzi ojiz boʻlib qolgan taksichi bir yoʻlovchini xotirasida tashishda davom etadi: rulga oʻtirmay, koʻchalarni hikoya qiladi. Qiz yozib borarkan, bu koʻchalarning yarmi yoʻqligini anglaydi.

Мелодия для глухого мастера | Kar usta uchun kuy | | 2019 | UZ | music drama | portrait/sand | 110 | 6 |
Лучший мастер дутаров потерял слух и теперь проверяет струны щекой. Ученица тайно записывает его инструменты и увозит звук на конкурс.
Eng yaxshi dutorsoz eshitmay qolgan, endi torlarni yuzi bilan tekshiradi. Shogird qiz uning sozlarini yashirincha yozib, ovozni tanlovga olib ketadi.

Перевал Камчик | Qamchiq | | 2022 | UZ | thriller action | storm/steel | 98 | 16 |
Лавина запирает в тоннеле автобус, бензовоз и свадебный кортеж. У дорожного мастера шесть часов, одна лопата и невеста-инженер.
Koʻchki tunnelda avtobus, benzin tashuvchi mashina va toʻy karvonini qamab qoʻyadi. Yoʻl ustasida olti soat, bitta kurak va muhandis kelin bor.

Третья буква | Uchinchi harf | | 1988 | UZ | drama family | lane/copper | 87 | 6 | free
В школу на краю степи присылают учителя, который сам только вчера сдал экзамен. Его первый урок длится целую осень.
Dasht chekkasidagi maktabga kechagina imtihon topshirgan oʻqituvchi yuboriladi. Uning birinchi darsi bir kuz davom etadi.

Сорок косичек | Qirq kokil | | 2025 | UZ | fantasy family | caravan/dusk | 105 | 6 | premier exclusive
Каждая косичка Ойпари помнит одно желание, и каждое можно исполнить только один раз. Осталось три, а желающих — весь город.
Oyparining har kokili bitta tilakni eslaydi va har birini faqat bir marta ushatsa boʻladi. Uchta kokil qoldi, tilagi borlar esa — butun shahar.

Сосед сверху | Tepadagi qoʻshni | | 2021 | UZ | comedy | windows/plum | 90 | 12 |
Музыкант снимает тихую квартиру, чтобы дописать симфонию. Над ним живёт чемпионка по прыжкам на скакалке.
Sozanda simfoniyasini tugatish uchun sokin kvartira ijaraga oladi. Tepasida arqonda sakrash boʻyicha chempion qiz yashaydi.

Улугбек: тысяча звёзд | Ming yulduz | | 2020 | UZ | history drama | space/lapis | 132 | 12 | exclusive
Юный помощник обсерватории переписывает звёздный каталог, пока во дворце переписывают завещание. Ему предстоит решить, что спасать: книгу или учителя.
Rasadxonaning yosh yordamchisi yulduzlar jadvalini koʻchiradi, saroyda esa vasiyatnoma koʻchirilmoqda. U kitobni qutqaradimi yoki ustozini — hal qilishi kerak.

Женщина за рулём | Ruldagi ayol | | 2024 | UZ | comedy drama | road/dawn | 95 | 12 |
Саодат первой в районе садится за руль рейсового автобуса. Маршрут короткий, зато пассажиры с мнением.
Saodat tumanda birinchi boʻlib reys avtobusini haydaydi. Yoʻnalish qisqa, lekin yoʻlovchilarning fikri koʻp.

Снайперша | Mergan qiz | | 2015 | UZ | war drama | forest/moss | 104 | 16 |
До войны Кумри стреляла только по яблокам, чтобы рассмешить братьев. На фронте её учат не смеяться.
Urushgacha Qumri ukalarini kuldirish uchun faqat olmaga oʻq uzardi. Frontda uni kulmaslikka oʻrgatishadi.

Чужая невеста | Begona kelin | | 2013 | UZ | romance comedy | ikat/plum | 93 | 12 |
Из-за перепутанных приглашений два свадебных зала обмениваются невестами. Разобраться нужно до плова, то есть до рассвета.
Adashtirilgan taklifnomalar tufayli ikki toʻyxona kelinlarini almashtirib qoʻyadi. Oshgacha, yaʼni tonggacha aniqlik kiritish kerak.

Пять минут до отправления | Joʻnashga besh daqiqa | | 2018 | UZ | thriller romance | train/lapis | 89 | 12 |
На перроне встречаются двое, которые ждут одного человека. Фильм длится ровно столько, сколько опаздывает поезд.
Perronda bir kishini kutayotgan ikki notanish uchrashadi. Film poyezd qancha kechiksa, shuncha davom etadi.

Лётное поле | Uchish maydoni | | 2026 | UZ | family adventure | cumulus/sky | 100 | 6 | premier
Мальчишки из приграничного посёлка строят самолёт из велосипедов. Бывший авиатехник делает вид, что не помогает.
Chegara qishlogʻi bolalari velosipedlardan samolyot yasaydi. Sobiq aviatexnik yordam bermayotgandek koʻrinadi.

Лабиринт Ичан-Калы | Ichan Qalʼa labirinti | | 2019 | UZ | detective adventure | maze/saffron | 108 | 12 |
Экскурсовод находит в путеводителе улицу, которой нет на карте. Каждый вечер она становится на один дом длиннее.
Gid yoʻlkoʻrsatkichda xaritada yoʻq koʻchani topadi. Koʻcha har oqshom bir uyga uzayadi.

Младший в семье | Kenja | | 1995 | UZ | drama | steppe/dawn | 98 | 6 |
Младшему сыну по обычаю остаётся дом. Он мечтает о море, и отец везёт его туда сам — на тракторе.
Odatga koʻra uy kenja oʻgʻilga qoladi. U dengizni orzu qiladi, shunda otasi uni oʻzi — traktorda olib boradi.

Молчание шёлка | Ipak sukuti | | 2023 | UZ IT | drama history | ikat/firuza | 121 | 16 | exclusive
Маргиланская мастерица получает заказ из Венеции и условие: никому не показывать рисунок. Когда ткань готова, рисунок оказывается картой.
Margʻilonlik hunarmand Venetsiyadan buyurtma va shart oladi: naqshni hech kimga koʻrsatmaslik. Mato tayyor boʻlganda naqsh xarita boʻlib chiqadi.
`
