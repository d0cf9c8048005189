// Films from more distant countries; the blocks have the format of uzbek.ts.
export const worldFilms = `
Паром до Кадыкёя | Kadikoʻy paromi | Son Vapur | 2022 | TR | romance | sea/dusk | 102 | 12 |
Каждый вечер они стоят у одного борта и молчат о разном. В день, когда паром отменяют, приходится заговорить.
Ular har oqshom kemaning bir chetida turib, har xil narsa haqida sukut saqlaydi. Parom bekor qilingan kuni gaplashishga toʻgʻri keladi.

Часовщик из Антальи | Antalyalik soatsoz | Saatçi | 2019 | TR | drama thriller | thing/sand/clock | 110 | 16 |
В мастерскую приносят часы, которые идут назад и каждый раз останавливаются на одной минуте. Старик чинит их по ночам и молодеет не к добру.
Ustaxonaga orqaga yuradigan va har safar bir daqiqada toʻxtaydigan soat keltirishadi. Chol ularni tunlari tuzatadi va yaxshilikka emas, yosharib boradi.

Тёщин экспресс | Qaynona ekspressi | Kaynana Ekspresi | 2024 | TR | comedy family | road/ember | 97 | 6 | premier
Жених везёт двух будущих тёщ через всю Анатолию в одной машине. Кондиционер сломан, навигатор принял чью-то сторону.
Kuyov ikki boʻlajak qaynonani bitta mashinada butun Anadolu boʻylab olib boradi. Konditsioner buzilgan, navigator esa kimningdir tarafini olgan.

Река отвечает | Daryo javob beradi | नदी का जवाब | 2018 | IN | drama music | inside/firuza | 138 | 12 |
Сирота поёт реке песни, а река возвращает их с новыми словами. Столичный продюсер хочет записать дуэт.
Yetim bola daryoga qoʻshiq aytadi, daryo esa ularni yangi soʻzlar bilan qaytaradi. Poytaxtlik prodyuser duetni yozib olmoqchi.

Свадьба на двух берегах | Ikki qirgʻoqdagi toʻy | दो किनारे | 2021 | IN | romance comedy | stage/pomegranate | 149 | 12 |
Две деревни поссорились из-за моста, а жених с невестой — из-за списка гостей. Мост построят за одну песню, если петь её хором.
Ikki qishloq koʻprik tufayli, kelin-kuyov esa mehmonlar roʻyxati tufayli urishib qolgan. Joʻr boʻlib kuylansa, koʻprik bir qoʻshiqda quriladi.

Счётчик дождей | Yomgʻir sanovchi | बारिश का मुनीम | 1994 | IN | drama | city/lapis | 118 | 6 | free
Чиновник двадцать лет записывает каждую каплю в маленьком городке. Когда муссон опаздывает, к нему идут за советом, как к жрецу.
Amaldor kichik shaharchada yigirma yil har tomchini yozib boradi. Musson kechikkanda odamlar unga kohindek maslahatga kelishadi.

Тихий этаж | Sokin qavat | 조용한 층 | 2023 | KR | thriller | corridor/abyss | 108 | 18 | exclusive
Лифт в новостройке останавливается между девятым и десятым, хотя кнопки там нет. Жильцы договорились об этом не говорить.
Yangi binodagi lift tugmasi yoʻq boʻlsa ham toʻqqizinchi va oʻninchi qavat orasida toʻxtaydi. Istiqomatchilar bu haqda gapirmaslikka kelishgan.

Суп на двоих | Ikki kishilik shoʻrva | 둘이서 국밥 | 2020 | KR | romance comedy | windows/noir | 101 | 12 |
Критик, потерявший вкус, каждый вечер приходит в одну и ту же закусочную за чужими впечатлениями. Хозяйка пересказывает ему бульон.
Taʼm bilishni yoʻqotgan tanqidchi har oqshom bitta oshxonaga oʻzgalarning taassuroti uchun keladi. Bekasi unga shoʻrvani soʻz bilan tasvirlaydi.

Последний раунд Чана | Channing soʻnggi raundi | 마지막 라운드 | 2016 | KR | sport drama | portrait/dusk | 114 | 16 |
Боксёр возвращается на ринг, чтобы оплатить школу, в которой сам не доучился. Тренирует его директор.
Bokschi oʻzi bitirmagan maktab haqini toʻlash uchun ringga qaytadi. Uni direktor mashq qildiradi.

Дом, где растёт бамбук | Bambuk oʻsadigan uy | 竹の家 | 1987 | JP | drama | forest/moss | 96 | 6 | free
Плотник строит дом вокруг ростка, который нельзя пересадить. Через год росток решает, где будет крыша.
Duradgor koʻchirib boʻlmaydigan novda atrofida uy quradi. Bir yildan soʻng tom qayerda boʻlishini novda hal qiladi.

Сто восемь ступеней | Bir yuz sakkiz zina | 百八段 | 2011 | JP | fantasy drama | mountains/firuza | 103 | 12 |
Почтальон ежедневно поднимается к храму, куда никто не пишет. На сто восьмой день он приносит письмо самому себе.
Pochtachi har kuni hech kim xat yozmaydigan ibodatxonaga koʻtariladi. Bir yuz sakkizinchi kuni oʻziga xat olib boradi.

Красный воздушный порт | Qizil bandargoh | 红港 | 2020 | CN | scifi action | space/mars | 124 | 12 |
Грузовой дирижабль садится в городе, который по документам ещё не построен. Экипаж нанимают его достраивать.
Yuk dirijabli hujjatlarga koʻra hali qurilmagan shaharga qoʻnadi. Ekipajni uni bitkazishga yollashadi.

Чайная дорога | Choy yoʻli | 茶路 | 2009 | CN | adventure history | caravan/saffron | 119 | 12 |
Погонщик мулов везёт на север чай, который нельзя распечатывать, и переводчицу, которой нельзя верить. Оба груза меняют цену в пути.
Xachir haydovchi shimolga ochish mumkin boʻlmagan choyni va ishonib boʻlmaydigan tarjimon qizni olib boradi. Ikki yukning bahosi yoʻlda oʻzgaradi.

Лавандовый свидетель | Lavanda guvohi | Le Témoin de lavande | 2017 | FR | detective romance | lane/firuza | 104 | 12 |
Комиссар на пенсии разводит лаванду и решает не замечать преступление на соседнем поле. Свидетельница приходит к нему с букетом улик.
Nafaqadagi komissar lavanda oʻstiradi va qoʻshni daladagi jinoyatni sezmaslikka qaror qiladi. Guvoh qiz unga dalillar guldastasini olib keladi.

Мсье забыл зонт | Janob soyabonini unutdi | Monsieur a oublié son parapluie | 1968 | FR | comedy romance | city/noir | 85 | 6 | free
Один и тот же зонт за день меняет одиннадцать владельцев и мирит шесть пар. К вечеру наконец идёт дождь.
Bitta soyabon bir kunda oʻn bir egasini almashtirib, olti juftni yarashtiradi. Oqshom nihoyat yomgʻir yogʻadi.

Остров без колокола | Qoʻngʻiroqsiz orol | L’isola senza campana | 2015 | IT | drama comedy | sea/sky | 98 | 6 |
Колокол увезли чинить, и рыбаки перестали понимать, который час и кто в кого влюблён. Новый звонарь не знает ни того, ни другого.
Qoʻngʻiroq tuzatishga ketgach, baliqchilar soat nechaligini va kim kimni sevishini bilmay qoladi. Yangi qoʻngʻiroqchi unisini ham, bunisini ham bilmaydi.

Портной и тишина | Tikuvchi va sukunat | Il sarto e il silenzio | 1976 | IT | thriller | portrait/pomegranate | 100 | 16 | free
В подкладке старого пиджака портной находит записку с датой, до которой осталось три дня. Костюм должен быть готов к четвёртому.
Eski kamzul astaridan tikuvchi uch kun qolgan sana yozilgan xatcha topadi. Kostyum toʻrtinchi kunga tayyor boʻlishi kerak.

Нулевой километр | Nolinchi kilometr | Kilometer Null | 2021 | DE | thriller scifi | maze/noir | 107 | 16 |
Дорожная служба находит развязку, с которой нельзя съехать. Внутри уже месяц живёт автоклуб.
Yoʻl xizmati chiqib boʻlmaydigan chorrahani topadi. Ichida bir oydan beri avtoklub yashayapti.

Стеклянная гора | Shisha togʻ | Der gläserne Berg | 1979 | DE | drama | mountains/dusk | 93 | 12 | free
Стеклодув отливает точную копию горы, на которую не сумел подняться отец. Туристы идут на стеклянную.
Shishasoz otasi chiqa olmagan togʻning aniq nusxasini quyadi. Sayyohlar shisha togʻga oqib keladi.

Клуб вторых мест | Ikkinchi oʻrinlar klubi | The Runners-Up | 2022 | GB | comedy sport | thing/violetDay/ball | 99 | 12 |
Пятеро вечных серебряных призёров решают провести турнир, в котором нельзя победить. Внезапно побеждать начинают все.
Besh nafar abadiy kumush sovrindor yutib boʻlmaydigan musobaqa oʻtkazmoqchi. Birdan hamma yuta boshlaydi.

Вторая комната налево | Chapdan ikkinchi xona | Second Door on the Left | 2018 | GB | detective thriller | corridor/pomegranate | 112 | 16 |
В усадьбе восемь гостей и девять кроватей. Дворецкий уверен, что считал правильно.
Qoʻrgʻonda sakkiz mehmon va toʻqqiz karavot. Xizmatkor toʻgʻri sanaganiga ishonadi.

Хозяйка бензоколонки | Benzokolonka bekasi | Mile 212 | 2014 | US | drama action | road/neon | 105 | 16 |
На двухсот двенадцатой миле останавливаются только те, у кого кончились бензин или терпение. За одну ночь у Джун кончается и то и другое.
Ikki yuz oʻn ikkinchi milda faqat benzini yoki sabri tugaganlar toʻxtaydi. Bir kechada Junning ikkovi ham tugaydi.

Вторая луна | Ikkinchi oy | Moon Two | 2025 | US | scifi thriller | space/neon | 127 | 12 | premier exclusive
Утром в небе висят две луны, и приливы перестают слушаться. Океанолог и её сын плывут туда, где сходятся обе дорожки.
Ertalab osmonda ikki oy turadi, suv koʻtarilishlari boʻysunmay qoʻyadi. Okeanshunos ayol va oʻgʻli ikki yoʻl tutashgan joyga suzib boradi.

Банджо для шерифа | Sherif uchun bandjo | A Banjo for the Sheriff | 1971 | US | comedy adventure | road/copper | 90 | 12 | free
В городке, где давно нет преступлений, шериф с тоски учится играть. Первый же концерт заканчивается ограблением.
Anchadan beri jinoyat boʻlmagan shaharchada sherif zerikib soz chalishni oʻrganadi. Birinchi konsert talonchilik bilan tugaydi.

Метроном | Metronom | Metronome | 2020 | US FR | music drama | portrait/plum | 116 | 12 |
Дирижёр слышит одну и ту же ошибку в каждом оркестре мира. Найти её можно только там, где он впервые ошибся сам.
Dirijyor dunyoning har bir orkestrida bitta xatoni eshitadi. Uni faqat oʻzi birinchi marta adashgan joydan topish mumkin.

Лифт на рассвет | Tongga lift | Ascenseur pour l’aube | 2023 | FR | romance fantasy | windows/steel | 95 | 12 |
Ровно в пять утра лифт старого дома поднимает пассажира в день, который тот хотел бы повторить. Выйти можно только вдвоём.
Roppa-rosa soat beshda eski uy lifti yoʻlovchini takrorlashni istagan kuniga koʻtaradi. Undan faqat ikki kishi boʻlib chiqsa boʻladi.
`
