// Series of Uzbekistan. The block starts as in uzbek.ts (minutes are those of an episode); then every season after a
// line of ##, one line per episode: name | name in Uzbek | what happens | the same in Uzbek.
export const homeSeries = `
Махалля | Mahalla | | 2022 | UZ | comedy family drama | lane/meadow | 42 | 6 | new_episodes
Одна улица, двенадцать ворот и общий дувал, через который передают соль, новости и женихов. Новый председатель махалли — вчерашний столичный айтишник, и он уверен, что всё можно решить приложением.
Bitta koʻcha, oʻn ikki darvoza va ustidan tuz, xabar va kuyovlar uzatiladigan devor. Mahallaning yangi raisi — kechagi poytaxtlik dasturchi, u hamma ishni ilova bilan hal qilsa boʻladi deb oʻylaydi.
##
Ключи от чайханы | Choyxona kaliti | Новый председатель теряет печать в первый же день. | Yangi rais birinchi kuniyoq muhrni yoʻqotadi.
Чья это вода | Bu kimning suvi | Арык обмелел, и каждый подозревает соседа повыше. | Ariq sayozlashdi, har kim yuqoridagi qoʻshnisidan gumon qiladi.
Свадьба без кортежа | Karvonsiz toʻy | Молодые хотят тихую свадьбу на сорок человек; родня не умеет считать до сорока. | Yoshlar qirq kishilik tinch toʻy istaydi; qarindoshlar qirqqacha sanashni bilmaydi.
Группа в телефоне | Telefondagi guruh | Чат улицы за ночь ссорит всех и к утру мирит. | Koʻcha chati bir kechada hammani urishtirib, tongda yarashtiradi.
Дерево посреди дороги | Yoʻl oʻrtasidagi daraxt | Старый чинар не входит в план благоустройства. | Qari chinor obodonlashtirish rejasiga sigʻmaydi.
Хашар | Hashar | Чинят крышу вдовы, а заодно всё остальное. | Bevaning tomini, qoʻshib qolgan hamma narsani tuzatishadi.
##
Выборы | Saylov | У председателя появляется соперница, и она умеет печь. | Raisga raqib paydo boʻladi, u non yopishni ham biladi.
Гость из Кореи | Koreyadan mehmon | Сын возвращается с заработков с гитарой вместо машины. | Oʻgʻil chet eldan mashina oʻrniga gitara bilan qaytadi.
Ремонт | Taʼmir | Одна стена оказывается общей в прямом смысле. | Bitta devor rostdan ham umumiy boʻlib chiqadi.
Снег в апреле | Apreldagi qor | Ночью спасают цветущие сады всем, что горит и греет. | Tunda gullagan bogʻlarni yonadigan va isitadigan hamma narsa bilan asrashadi.
Концерт во дворе | Hovlidagi konsert | Последняя серия сезона, в которой поют даже молчаливые. | Mavsumning soʻnggi qismi: indamaslar ham qoʻshiq aytadi.

Следователь Нигора | Tergovchi Nigora | | 2023 | UZ | detective crime drama | maze/firuza | 48 | 16 | exclusive new_episodes
Нигора Саидова возвращается в родную Бухару расследовать одно дело и остаётся на восемь. Каждая серия — новая загадка, и только её собственная тянется через все.
Nigora Saidova tugʻilib oʻsgan Buxorosiga bitta ishni tergash uchun qaytib, sakkiztasida qolib ketadi. Har qism yangi jumboq, faqat oʻziniki hammasidan oʻtadi.
##
Четвёртый минарет | Toʻrtinchi minora | На старой открытке минаретов больше, чем в городе. | Eski otkritkada minoralar shahardagidan koʻp.
Золотая нить | Zar ip | Из музея пропадает не халат, а одна нитка из него. | Muzeydan chopon emas, undagi bitta ip yoʻqoladi.
Немой свидетель | Soqov guvoh | Единственный, кто всё видел, — попугай торговца. | Hammasini koʻrgan yagona guvoh savdogarning toʻtisi.
Ночь в хаммаме | Hammomdagi tun | Шесть посетителей, пар и чужие сандалии. | Olti tashrifchi, bugʻ va begona shippak.
Долг каллиграфа | Xattot qarzi | Подделку выдаёт не почерк, а пауза между словами. | Soxtalikni xat emas, soʻzlar orasidagi toʻxtam fosh qiladi.
Дом напротив | Roʻparadagi uy | Нигора узнаёт, кто двадцать лет зажигает свет в отцовском окне. | Nigora otasining derazasida yigirma yildan beri kim chiroq yoqishini biladi.

Ипподром | Poyga | | 2020 | UZ KZ | drama sport romance | steppe/noon | 45 | 12 |
Конюх выигрывает в споре жеребца, который никого не слушает. Чтобы выйти на большие скачки, ему нужны деньги, всадник и прощение отца.
Otboqar garovda hech kimga quloq solmaydigan aygʻirni yutib oladi. Katta poygaga chiqish uchun unga pul, chavandoz va otasining kechirimi kerak.
##
Спор | Garov | Одна фраза за дастарханом стоит дома и покоя. | Dasturxon ustidagi bitta gap uy va tinchlikka tushadi.
Чёрный без имени | Nomsiz qora | Жеребец выбирает хозяина сам. | Egasini aygʻirning oʻzi tanlaydi.
Жокей | Chavandoz | В седло садится дочь ветеринара. | Egarga veterinarning qizi oʻtiradi.
Чужая подкова | Begona taqa | Кто-то перековал коня в ночь перед забегом. | Poyga oldidan kimdir tunda otning taqasini almashtirgan.
Грязная дорожка | Loy yoʻlak | Ливень уравнивает всех фаворитов. | Jala hamma favoritlarni tenglashtiradi.
Последний круг | Soʻnggi aylana | Выигрывают не те, кто пришёл первым. | Birinchi kelganlar yutavermaydi.

Старшие классы | Yuqori sinflar | | 2025 | UZ | drama romance family | windows/lapis | 40 | 12 | premier new_episodes
Одиннадцатый «А» снимает кино о себе на один телефон, и в кадр случайно попадает чужая тайна. До последнего звонка осталось восемь недель.
Oʻn birinchi «A» bitta telefonda oʻzi haqida kino oladi va kadrga tasodifan birovning siri tushadi. Soʻnggi qoʻngʻiroqqacha sakkiz hafta qoldi.
##
Дубль первый | Birinchi dubl | Новенькая соглашается быть режиссёром, потому что больше никто не умеет молчать. | Yangi qiz rejissyor boʻlishga rozi boʻladi, chunki boshqa hech kim jim tura olmaydi.
Звук отдельно | Ovoz alohida | На записи слышно то, чего не было в комнате. | Yozuvda xonada boʻlmagan narsa eshitiladi.
Крупный план | Yirik plan | Камера замечает, кто на кого смотрит. | Kamera kim kimga qarashini payqaydi.
Массовка | Ommaviy sahna | Вся школа хочет в кадр, кроме директора. | Direktordan boshqa butun maktab kadrga tushmoqchi.
Монтаж | Montaj | Вырезать нужно одну сцену, и все знают какую. | Bitta sahnani kesish kerak, qaysiligini hamma biladi.
Премьера | Premyera | Свет гаснет, и становится видно всех. | Chiroq oʻchadi — va hamma koʻrinib qoladi.

Огонёк и Капля | Uchqun va Tomchi | | 2021 | UZ | animation family | toys/sky/spark | 12 | 0 | new_episodes
Искра и капля воды дружат, хотя им нельзя даже здороваться за руку. Каждая серия — маленький опыт и большое приключение.
Uchqun bilan suv tomchisi doʻst, garchi ularga qoʻl berib koʻrishish ham mumkin emas. Har qism — kichik tajriba va katta sarguzasht.
##
Откуда пар | Bugʻ qayerdan | Друзья ссорятся и случайно заваривают чай. | Doʻstlar urishib, bexosdan choy damlab qoʻyishadi.
Радуга взаймы | Qarzga kamalak | Солнце одалживает семь цветов до вечера. | Quyosh oqshomgacha yetti rangni qarzga beradi.
Ледяной дядя | Muz togʻa | В гости приезжает дядя Капли, и его нельзя обнимать. | Tomchining togʻasi mehmonga keladi, uni quchoqlab boʻlmaydi.
Тень заболела | Soya kasal | Тень ничего не ест и становится всё короче. | Soya hech narsa yemay, tobora kaltalashadi.
Облако на верёвке | Arqondagi bulut | Облако не хочет домой. | Bulut uyga ketgisi kelmaydi.
День рождения вулкана | Vulqonning tugʻilgan kuni | Свечей слишком много. | Shamlar juda koʻp.
`
