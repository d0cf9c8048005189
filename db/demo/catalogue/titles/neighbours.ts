// Films of near and more distant neighbouring countries; the blocks have the format of uzbek.ts.
export const neighbourFilms = `
Февральский лёд | Fevral muzi | | 2022 | RU | drama | mountains/ice | 111 | 16 |
Смотритель переправы четвёртый год проводит машины по замёрзшей реке и ни разу не ошибся. В этот раз с ним едет человек, который уверен в обратном.
Kechuv nazoratchisi toʻrt yildan beri mashinalarni muzlagan daryodan oʻtkazadi va biror marta adashmagan. Bu safar yonida buning aksiga ishongan odam bor.

Контролёр | Chiptachi | | 2019 | RU | comedy drama | train/copper | 94 | 12 |
Пригородный контролёр Галина двадцать лет штрафует одних и тех же пассажиров. Когда маршрут закрывают, они приходят к ней домой — с билетами.
Shahar atrofi poyezdida Galina yigirma yildan beri oʻsha-oʻsha yoʻlovchilarni jarima qiladi. Yoʻnalish yopilganda ular uning uyiga chipta bilan kelishadi.

Человек с маяка | Mayoqdagi odam | | 2017 | RU | thriller | storm/abyss | 102 | 16 |
На остров привозят нового смотрителя, но старый не хочет уезжать. Катер вернётся через неделю, а маяк горит уже за двоих.
Orolga yangi mayoqchi keladi, eskisi esa ketishni istamaydi. Kater bir haftadan soʻng qaytadi, mayoq esa ikki kishi oʻrnida yonmoqda.

Полынь и мёд | Shuvoq va asal | | 2021 | RU KZ | romance drama | steppe/copper | 107 | 12 |
Пасечник и дорожный инженер спорят, где пройдёт трасса. Проект меняют трижды, а чай пьют каждый вечер.
Asalarichi bilan yoʻl muhandisi trassa qayerdan oʻtishini talashadi. Loyiha uch marta oʻzgaradi, choy esa har oqshom ichiladi.

Четыре двойки и пять | Toʻrtta ikki va besh | | 1981 | RU | comedy family | thing/mint/clock | 83 | 0 | free
Отличница Лена на спор берётся исправить самого безнадёжного ученика школы. К концу четверти учителя не узнают обоих.
Aʼlochi Lena garov oʻynab maktabning eng umidsiz oʻquvchisini tuzatishga kirishadi. Chorak oxirida oʻqituvchilar ikkovini ham tanimay qoladi.

Последний выпуск | Soʻnggi son | | 2024 | RU | thriller detective | corridor/steel | 113 | 16 | premier
Редакция районной газеты сдаёт номер, в котором уже написано о завтрашнем происшествии. Никто из шестерых не признаётся, что писал заметку.
Tuman gazetasi ertangi voqea yozilgan sonni topshirmoqda. Oltovidan hech kim xabarni yozganini tan olmaydi.

Невидимый двор | Koʻrinmas hovli | | 2015 | RU | fantasy family | cumulus/violetDay | 96 | 6 |
За гаражами есть калитка, в которую проходят только те, кто помнит считалку. Взрослая Вера вспоминает все слова, кроме последнего.
Garajlar ortida sanoq sheʼrini bilganlargina oʻta oladigan eshikcha bor. Katta boʻlgan Vera oxirgisidan boshqa hamma soʻzni eslaydi.

Северный счёт | Shimol hisobi | | 2020 | RU | action crime | forest/ice | 105 | 18 |
Инкассаторская машина пропадает на зимнике между двумя посёлками. Участковый знает каждый след на этой дороге — и один из них его собственный.
Inkassatorlar mashinasi ikki qishloq orasidagi qishki yoʻlda gʻoyib boʻladi. Uchastkavoy bu yoʻldagi har bir izni biladi, ulardan biri oʻziniki.

Орбитальная почта | Orbita pochtasi | | 2023 | RU | scifi drama | space/abyss | 116 | 12 |
Последний бумажный конверт доставляют на станцию, где его некому получить. Почтальон остаётся ждать адресата.
Soʻnggi qogʻoz konvert oluvchisi yoʻq stansiyaga yetkaziladi. Pochtachi oluvchini kutib qoladi.

Вальс для диспетчера | Dispetcher valsi | | 1986 | RU | romance | windows/lapis | 88 | 6 | free
Ночью её голос ведёт машины скорой помощи по пустому городу. Один из водителей начинает заказывать музыку.
Tunda uning ovozi tez yordam mashinalarini boʻsh shahar boʻylab boshlaydi. Haydovchilardan biri musiqa buyurtma qila boshlaydi.

Слово чемпиона | Chempion soʻzi | | 2018 | RU | sport drama | thing/olive/rook | 109 | 12 |
Гроссмейстер обещал дочери больше не играть и держал слово девять лет. Теперь играет она, и ей нужен соперник.
Grossmeyster qiziga boshqa oʻynamayman deb soʻz bergan va toʻqqiz yil soʻzida turgan. Endi qizi oʻynaydi, unga raqib kerak.

Под чужим дождём | Begona yomgʻir ostida | | 2016 | RU GE | drama romance | city/steel | 103 | 16 |
Двое опоздавших на последний рейс ходят до утра по городу, где никого не знают. К рассвету их знает полгорода.
Oxirgi reysga kechikkan ikki kishi hech kimni tanimaydigan shaharda tonggacha kezadi. Tongda ularni shaharning yarmi taniydi.

Степной экспресс | Dasht ekspressi | Дала экспресі | 2021 | KZ | adventure action | train/ember | 104 | 12 |
Машинист ведёт состав с водой через степь, где каждая станция просит остановиться. Остановиться можно только один раз.
Mashinist suv yuklangan tarkibni har bir bekat toʻxtashni soʻraydigan dashtdan olib oʻtadi. Faqat bir marta toʻxtash mumkin.

Беркутчи | Burgutchi | Бүркітші | 2018 | KZ | drama family | mountains/dawn | 98 | 6 |
Дед учит внучку держать птицу вдвое тяжелее её руки. Птица учит обоих отпускать.
Bobo nevarasiga qoʻlidan ikki baravar ogʻir qushni tutishni oʻrgatadi. Qush esa ikkoviga ham qoʻyib yuborishni oʻrgatadi.

Синяя юрта | Koʻk oʻtov | Көк боз үй | 2014 | KG | drama | steppe/firuza | 91 | 6 | free
Каждую весну вдова Айжан красит кошму в синий, чтобы сын увидел её с перевала. В этом году синюю юрту видят другие.
Bahor kelishi bilan beva Ayjan oʻgʻli dovondan koʻrsin deb kigizni koʻk rangga boʻyaydi. Bu yil koʻk oʻtovni boshqalar koʻradi.

Озеро по имени Мать | Ona koʻl | Эне-Көл | 2022 | KG FR | drama | sea/firuza | 100 | 12 |
Ныряльщик ищет на дне затопленное село и находит закрытую дверь собственной школы. Ключ всё это время висел у него дома.
Gʻavvos suv ostidan choʻkib ketgan qishloqni izlab, oʻz maktabining yopiq eshigini topadi. Kalit esa hamisha uyida osigʻliq turgan.

Серп и соловей | Oʻroq va bulbul | Досу булбул | 1972 | TJ | romance music | blossom/rose | 86 | 6 | free
Жнец поёт так, что поле убирают быстрее. Из столицы приезжает фольклорист и записывает всё, кроме главного.
Oʻroqchi shunday kuylaydiki, dala tezroq oʻriladi. Poytaxtdan kelgan folklorchi hammasini yozib oladi, eng asosiysidan boshqa.

Крыша Памира | Pomir tomi | Боми Помир | 2019 | TJ DE | adventure drama | mountains/lapis | 112 | 12 |
Радист высокогорной станции принимает сигнал бедствия, отправленный тридцать лет назад. Координаты указывают на склон за его окном.
Baland togʻ stansiyasi radisti oʻttiz yil oldin yuborilgan SOS signalini qabul qiladi. Koordinatalar derazasi ortidagi qiyalikni koʻrsatadi.

Ахалтекинец | Ahalteke oti | Ahal bedewi | 2017 | TM | family adventure | steppe/saffron | 95 | 6 |
Жеребёнка признали негодным, и мальчик Овез уводит его в пески учить бегать по-своему. Скачки начнутся через год.
Toychoqni yaroqsiz deb topishadi, Ovez uni oʻzicha yugurishga oʻrgatish uchun qumga olib ketadi. Poyga bir yildan keyin boshlanadi.

Нефть и жасмин | Neft va yasmin | Neft və jasmin | 2020 | AZ | romance crime | city/abyss | 106 | 16 |
Бурильщик и парфюмер влюблены в одну женщину и в один запах. На берегу Каспия находят флакон, которого не должно быть.
Burgʻuchi bilan atirsoz bir ayolga va bir hidga oshiq. Kaspiy sohilidan boʻlmasligi kerak boʻlgan shisha topiladi.

Тост за отсутствующих | Yoʻqlar uchun qadah | უჩინართა სადღეგრძელო | 2016 | GE | comedy drama | thing/cream/pomegranate | 99 | 12 |
Тамада теряет голос за час до самого важного застолья в своей жизни. Говорить за него начинает официант.
Tamada hayotidagi eng muhim ziyofatdan bir soat oldin ovozini yoʻqotadi. Uning oʻrniga ofitsiant soʻzlay boshlaydi.

Абрикосовый суд | Oʻrik sudi | Ծիրանի դատ | 2013 | AM | comedy | lane/saffron | 89 | 12 |
Дерево растёт на меже, абрикосы падают к соседу. Разбирательство длится третье поколение и объединило село крепче любого праздника.
Daraxt chegarada oʻsadi, oʻriklar qoʻshni tomonga toʻkiladi. Sud ishi uchinchi avlodga oʻtib, qishloqni har qanday bayramdan mahkamroq birlashtirgan.

Болотная рота | Botqoqdagi rota | Балотная рота | 1985 | BY | war drama | forest/abyss | 101 | 12 | free
Партизанский проводник уводит раненых через топь, где нет дороги. Утром каждый называет своё имя — на всякий случай.
Partizan yoʻlboshlovchi yaradorlarni yoʻl yoʻq botqoqdan olib oʻtadi. Ertalab har kim ehtiyot shart oʻz ismini aytadi.

Хутор Подсолнух | Kungaboqar xutori | Хутір Соняшник | 2012 | UA | family comedy | toys/meadow/foal | 92 | 6 |
Городскую семью на лето ссылают к прабабушке, у которой нет интернета, зато есть козёл с характером. К августу уезжать не хочет даже козёл.
Shaharlik oila yozga katta buvinikiga joʻnatiladi: internet yoʻq, biroq feʼli bor taka bor. Avgustga kelib taka ham ketishni istamaydi.
`
