// Cartoons, films for children and anime; the blocks have the format of uzbek.ts.
export const childrenFilms = `
Чумчук и большая туча | Chumchuq va katta bulut | | 2023 | UZ | animation family | toys/sky/bird | 72 | 0 | exclusive
Воробей-недоросток обещает всему саду дождь и летит за ним сам. Туча оказывается ленивой, но обидчивой.
Kichkina chumchuq butun bogʻga yomgʻir vaʼda qilib, uning ortidan oʻzi uchadi. Bulut dangasa, ammo tez xafa boʻladigan ekan.

Кот, который считал до семи | Yettigacha sanaydigan mushuk | | 2021 | UZ | animation family | toys/candy/cat | 64 | 0 |
У кота семь котят и семь мисок, но восьмая мышь всё время всё портит. Пришлось учить дальше.
Mushukning yetti bolasi va yetti kosasi bor, lekin sakkizinchi sichqon doim hisobni buzadi. Oʻqishni davom ettirishga toʻgʻri keldi.

Слон идёт в школу | Fil maktabga boradi | | 2019 | UZ | animation family | toys/meadow/elephant | 58 | 0 | free
В первый день слонёнок садится за парту, и парта идёт домой. На второй день класс переезжает во двор.
Birinchi kuni filcha partaga oʻtiradi, parta esa uyga ketadi. Ikkinchi kuni sinf hovliga koʻchadi.

Робот Мурод ищет маму | Murod robot onasini izlaydi | | 2024 | UZ | animation adventure | toys/violetDay/robot | 79 | 6 | premier
Маленький робот просыпается на складе и решает, что мама — это тот, кто его починит. По дороге он чинит весь город.
Kichkina robot omborda uygʻonib, meni tuzatgan odam onam, deb qaror qiladi. Yoʻl-yoʻlakay butun shaharni tuzatadi.

Кит из хауза | Hovuzdagi kit | | 2022 | UZ | animation fantasy | toys/mint/whale | 70 | 0 |
В деревенском хаузе поселился кит, и дети договорились никому не говорить. Труднее всего спрятать фонтан.
Qishloq hovuzida kit paydo boʻladi, bolalar hech kimga aytmaslikka kelishadi. Eng qiyini favvorani yashirish.

Лиса-парикмахер | Sartarosh tulki | Лиса-парикмахер | 2018 | RU | animation comedy | toys/saffron/fox | 61 | 0 |
Лиса открывает салон красоты в медвежьем лесу. Зимой клиентов нет: все спят с новыми причёсками.
Tulki ayiqlar oʻrmonida goʻzallik saloni ochadi. Qishda mijoz yoʻq: hamma yangi soch turmagi bilan uxlab yotibdi.

Варежка с моря | Dengizdan kelgan qoʻlqop | Варежка с моря | 1975 | RU | animation | sea/dusk | 48 | 0 | free
Волна выносит на берег варежку, и каждый зверь примеряет её по-своему. К вечеру в ней живут пятеро.
Toʻlqin qirgʻoqqa qoʻlqop olib chiqadi, har bir hayvon uni oʻzicha kiyib koʻradi. Oqshomga kelib ichida besh kishi yashaydi.

Облачный пастух | Bulut choʻponi | Бұлт қойшысы | 2020 | KZ | animation fantasy | cumulus/meadow | 76 | 0 |
Мальчик пасёт облака над степью и знает каждое по имени. Одно убегает на праздник в город.
Bola dasht ustida bulut boqadi va har birining ismini biladi. Bittasi shaharga bayramga qochib ketadi.

Тайна школьного буфета | Maktab oshxonasi siri | | 2020 | UZ | family detective | maze/candy | 83 | 6 |
Пропадают самсы, а следы ведут в кабинет физики. Шестой «Б» открывает детективное агентство на большой перемене.
Somsalar yoʻqolyapti, izlar fizika xonasiga olib boradi. Oltinchi «B» katta tanaffusda detektiv agentligi ochadi.

Жеребёнок по имени Шамол | Shamol ismli toychoq | | 2016 | UZ | family drama | toys/saffron/foal | 90 | 0 |
Жеребёнок боится собственной тени, а хозяин — темноты. Вместе они идут ночью через степь.
Toychoq oʻz soyasidan, egasi qorongʻidan qoʻrqadi. Ular birga tunda dashtdan oʻtadi.

Бабушка-супергерой | Superqahramon buvi | | 2025 | UZ | comedy family | cumulus/candy | 86 | 6 | premier
По ночам бабушка спасает махаллю, а днём просит внуков не шуметь. Внуки догадываются по запаху варенья.
Buvi tunlari mahallani qutqaradi, kunduzi nevaralardan shovqin qilmaslikni soʻraydi. Nevaralar murabbo hididan taxmin qilishadi.

Сова и часы | Boyoʻgʻli va soat | L’Hibou et l’Horloge | 2013 | FR | animation fantasy | toys/violetDay/owl | 67 | 0 |
Сова просыпает утро и решает перевести часы на башне. Теперь город ужинает на рассвете и очень доволен.
Boyoʻgʻli tongni uxlab oʻtkazib yuborib, minoradagi soatni surib qoʻyadi. Endi shahar tongda kechki ovqat qiladi va juda mamnun.
`

export const animeFilms = `
Небо номер девять | Toʻqqizinchi osmon | 九番目の空 | 2022 | JP | animation scifi | cumulus/sky | 104 | 12 | exclusive
Школьница чинит воздушные велосипеды в городе, который медленно поднимается вверх. На девятом небе её ждёт брат, которого никто не помнит.
Maktab oʻquvchisi sekin yuqoriga koʻtarilayotgan shaharda havo velosipedlarini tuzatadi. Toʻqqizinchi osmonda uni hech kim eslamaydigan akasi kutmoqda.

Фонари над рекой Кумо | Kumo daryosi ustidagi chiroqlar | 雲川の灯 | 2018 | JP | animation romance | lane/dusk | 98 | 6 |
Раз в году река течёт вспять и приносит обратно всё, что ей доверили. Мики получает фонарь с чужим желанием.
Daryo yilda bir marta teskari oqib, unga ishonib topshirilgan hamma narsani qaytaradi. Miki begona tilak yozilgan chiroqni oladi.

Механический самурай | Mexanik samuray | からくり侍 | 2015 | JP | animation action | train/dusk | 109 | 16 |
Кукла-страж просыпается через триста лет после смерти своего князя. Приказ остался один: не опоздать.
Qoʻriqchi qoʻgʻirchoq begi oʻlganidan uch yuz yil keyin uygʻonadi. Bitta buyruq qolgan: kechikmaslik.

Кафе на краю дождя | Yomgʻir chetidagi qahvaxona | 雨端喫茶 | 2024 | JP | animation drama | city/plum | 92 | 6 | premier
В кафе заходят только те, кому некуда деться от грозы. Официантка подаёт каждому чашку с его собственной погодой.
Qahvaxonaga faqat momaqaldiroqdan qochib qutula olmaganlar kiradi. Ofitsiant qiz har kimga oʻz ob-havosi solingan piyola beradi.

Пилот бумажного флота | Qogʻoz flot uchuvchisi | 紙飛行隊 | 2020 | JP | animation adventure | thing/mint/plane | 96 | 6 |
Самолётики, пущенные с крыши школы, однажды не возвращаются, а улетают в бой. Юто садится за штурвал самого мятого.
Maktab tomidan uchirilgan qogʻoz samolyotlar bir kuni qaytmay, jangga uchib ketadi. Yuto eng gʻijim samolyotning shturvaliga oʻtiradi.
`
