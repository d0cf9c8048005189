// Series from abroad, in the format of series-home.ts.
export const worldSeries = `
Дежурный по мосту | Koʻprik navbatchisi | | 2021 | RU | drama thriller | city/lapis | 50 | 16 |
Разводные мосты делят город пополам на три часа каждую ночь. Дежурный Платонов решает, на каком берегу останется правда.
Koʻtarma koʻpriklar har tuni uch soatga shaharni ikkiga boʻladi. Navbatchi Platonov haqiqat qaysi qirgʻoqda qolishini hal qiladi.
##
Час тридцать | Bir yarim | Скорая и полицейская машина просят пропустить первой каждая себя. | Tez yordam ham, politsiya ham meni birinchi oʻtkaz deydi.
Левый берег | Chap qirgʻoq | Пропавшего ищут там, куда он не мог попасть. | Yoʻqolgan odamni u yetib borolmaydigan joydan izlashadi.
Заклинило | Qadalib qoldi | Пролёт застывает на полпути вместе с трамваем. | Koʻprik qanoti tramvay bilan birga yarim yoʻlda qotadi.
Туман | Tuman | Сирены слышно, кораблей нет. | Sirena eshitiladi, kema yoʻq.
Сменщик | Almashuvchi | Новый дежурный знает о Платонове слишком много. | Yangi navbatchi Platonov haqida haddan ortiq koʻp biladi.
Утренний пролёт | Tonggi qanot | Мосты сводят, и оба берега оказываются рядом. | Koʻpriklar tutashadi va ikki qirgʻoq yonma-yon qoladi.

Лаборатория «Полночь» | «Yarim tun» laboratoriyasi | | 2024 | RU | scifi detective | corridor/moss | 47 | 16 | premier
В закрытом институте ночная смена продолжает опыт, о котором забыла дневная. Прибор показывает завтрашнюю газету, но только одну строку.
Yopiq institutda tungi smena kunduzgisi unutgan tajribani davom ettiradi. Asbob ertangi gazetani koʻrsatadi, ammo faqat bir satrini.
##
Одна строка | Bir satr | Прогноз сбывается дословно. | Bashorat soʻzma-soʻz amalga oshadi.
Погрешность | Xatolik | Ошибка прибора спасает человека. | Asbob xatosi odam hayotini saqlaydi.
Чистая комната | Toza xona | В стерильном боксе находят отпечаток босой ноги. | Steril boksda yalangoyoq izi topiladi.
Обратный отсчёт | Teskari sanoq | Строка впервые содержит имя. | Satrda birinchi marta ism chiqadi.
Дневная смена | Kunduzgi smena | Оказывается, днём опыт шёл тоже. | Maʼlum boʻlishicha, tajriba kunduzi ham davom etgan.

Сад на крыше | Tomdagi bogʻ | Çatıdaki Bahçe | 2022 | TR | romance drama | blossom/violetDay | 55 | 12 | new_episodes
Эда снимает мансарду и сажает на крыше лимон. Хозяин дома, угрюмый Кенан, поднимается требовать тишины и каждый раз уходит с горшком.
Eda chordoqni ijaraga olib, tomga limon ekadi. Uy egasi, qovogʻi soliq Kenan tinchlik talab qilib chiqadi va har safar tuvak koʻtarib qaytadi.
##
Лимон | Limon | Контракт запрещает животных, но ничего не говорит о деревьях. | Shartnoma hayvonlarni taqiqlaydi, daraxtlar haqida esa hech narsa demaydi.
Протечка | Suv oqishi | Полив доходит до парадного портрета прадеда. | Sugʻorish katta boboning suratigacha yetib boradi.
Ветер с Босфора | Bosfor shamoli | Ночью они вдвоём держат теплицу руками. | Tunda ikkovi issiqxonani qoʻli bilan ushlab turadi.
Бывшая | Sobiq | На крышу поднимается та, кто её проектировала. | Tomga uni loyihalagan ayol chiqadi.
Первый плод | Birinchi meva | Лимон один, а повода два. | Limon bitta, sabab ikkita.
Засуха | Qurgʻoqchilik | Расставание, записанное в журнале полива. | Sugʻorish daftariga yozilgan ayriliq.

Крепость семи ворот | Yetti darvozali qalʼa | Yedi Kapı | 2018 | TR AZ | history action drama | madrasa/ember | 60 | 16 |
После смерти правителя каждый из семи военачальников закрывает свои ворота. Писарь Юсуф — единственный, кому открывают все.
Hukmdor vafotidan soʻng yetti sarkarda oʻz darvozasini yopib oladi. Kotib Yusuf — hamma eshik ochadigan yagona odam.
##
Печать | Muhr | Семь писем запечатаны одним перстнем. | Yetti maktub bitta uzuk bilan muhrlangan.
Ворота воды | Suv darvozasi | Осаду начинают с колодцев. | Qamal quduqlardan boshlanadi.
Ворота соли | Tuz darvozasi | Сделка скрепляется солью и нарушается мёдом. | Bitim tuz bilan tuziladi, asal bilan buziladi.
Ворота птиц | Qushlar darvozasi | Голубь приносит письмо, написанное рукой Юсуфа. | Kaptar Yusuf qoʻli bilan yozilgan maktub keltiradi.
Ворота теней | Soyalar darvozasi | Ночной штурм, в котором никто не обнажает меча. | Hech kim qilich yalangʻochlamagan tungi hujum.
Седьмые | Yettinchisi | Последние ворота открываются внутрь. | Oxirgi darvoza ichkariga ochiladi.

Весна в Тондоне | Tondondagi bahor | 동돈의 봄 | 2023 | KR | romance comedy | blossom/rose | 58 | 12 | exclusive new_episodes
Адвокатесса проигрывает дело маленькой пекарне и в наказание обязана месяц там работать. Пекарь Чун Хо печёт молча, но хлеб у него разговорчивый.
Advokat ayol kichik nonvoyxonaga ishni boy berib, jazo tariqasida u yerda bir oy ishlashi kerak. Nonvoy Chun Xo indamay non yopadi, ammo noni gapdon.
##
Проигранное дело | Boy berilgan ish | Решение суда пахнет корицей. | Sud qarori dolchin hidini taratadi.
Закваска | Xamirturush | Ей сто двадцать лет, и она капризничает. | Unga bir yuz yigirma yosh va u erkalik qiladi.
Дождь после смены | Smenadan keyingi yomgʻir | Один зонт и два маршрута. | Bitta soyabon va ikkita yoʻl.
Инспектор | Inspektor | Проверка начинается с десерта. | Tekshiruv shirinlikdan boshlanadi.
Соль вместо сахара | Shakar oʻrniga tuz | Худший торт приносит лучшие новости. | Eng yomon tort eng yaxshi xabarni keltiradi.
Праздник первого снега | Birinchi qor bayrami | Загадывать можно только вслух. | Tilakni faqat ovoz chiqarib aytsa boʻladi.
Апелляция | Apellyatsiya | Дело слушается снова, и теперь она свидетель. | Ish qayta koʻriladi, endi u guvoh.

Лунный архив | Oy arxivi | 달의 기록 | 2020 | KR | fantasy romance drama | inside/lapis | 62 | 12 |
Архивариус живёт уже четвёртую жизнь и каждый раз переписывает одну и ту же хронику. В этой жизни у него появляется соавтор.
Arxivchi toʻrtinchi umrini yashaydi va har safar oʻsha bitta yilnomani qayta yozadi. Bu umrida unga hammuallif topiladi.
##
Четвёртая жизнь | Toʻrtinchi umr | В списке сотрудников он значится с 1623 года. | Xodimlar roʻyxatida u 1623-yildan beri bor.
Чернила | Siyoh | Написанное исчезает, если солгать. | Yolgʻon yozilsa, xat oʻchib ketadi.
Вторая рука | Ikkinchi qoʻl | Поля рукописи отвечают. | Qoʻlyozma hoshiyasi javob beradi.
Мост сорок | Zagʻizgʻon koʻprigi | Одна ночь в году, когда можно спросить. | Yilda bir tun — soʻrash mumkin boʻlgan tun.
Белая страница | Oq sahifa | Впервые он не знает, что будет. | U birinchi marta nima boʻlishini bilmaydi.
Последняя запись | Soʻnggi yozuv | Хронику дописывает она. | Yilnomani u tugatadi.

Стражи тихого моря | Sokin dengiz posbonlari | 静海の番人 | 2019 | JP | animation adventure scifi | sea/abyss | 24 | 12 |
Три школьника находят на маяке карту глубин, на которой город отмечен жилым. Чтобы спуститься, нужно научиться дышать по очереди.
Uch oʻquvchi mayoqdan shahar obod deb belgilangan chuqurlik xaritasini topadi. Pastga tushish uchun navbat bilan nafas olishni oʻrganish kerak.
##
Карта глубин | Chuqurlik xaritasi | Чернила проступают только от морской соли. | Siyoh faqat dengiz tuzidan koʻrinadi.
Один вдох | Bir nafas | Тренировка заканчивается под пирсом. | Mashgʻulot pirs ostida tugaydi.
Колокол | Qoʻngʻiroq | Внизу бьют полдень. | Pastda tush vaqti jom urilmoqda.
Улица фонарей-рыб | Chiroq baliqlar koʻchasi | В городе есть светофоры, но нет дорог. | Shaharda svetofor bor, yoʻl yoʻq.
Прилив | Suv koʻtarilishi | Вернуться нужно раньше луны. | Oydan oldin qaytish kerak.
`
