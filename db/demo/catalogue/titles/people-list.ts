// Fictional people: where they work, d(irector) or a(ctor), f or m, born, name | name in Uzbek | a line about them |
// the same in Uzbek. A person's number is the line's number, from 1; new lines go to the end.
export const peopleList = `
uz d m 1938 | Акмаль Рустамов | Akmal Rustamov | Снимал кино в горах, пока другие ждали павильон. | Boshqalar pavilyon kutayotganda togʻda film olgan.
uz d f 1971 | Дилором Хасанова | Dilorom Hasanova | Пришла в кино из реставрации и до сих пор любит трещины. | Kinoga taʼmirchilikdan kelgan, hamon yoriqlarni yaxshi koʻradi.
uz d m 1984 | Жасур Пулатов | Jasur Poʻlatov | Начинал с роликов для базара, теперь собирает залы. | Bozor roliklaridan boshlagan, endi zallarni toʻldiradi.
uz d f 1989 | Саида Норматова | Saida Normatova | Снимает комедии о серьёзных людях. | Jiddiy odamlar haqida komediya oladi.
uz d m 1966 | Бахром Юнусов | Bahrom Yunusov | Документалист, который никогда не торопит героев. | Qahramonlarini hech qachon shoshirmaydigan hujjatchi.
uz d m 1979 | Тимур Эргашев | Temur Ergashev | Любит длинные планы и короткие реплики. | Uzun kadr va qisqa luqmani yaxshi koʻradi.
uz d f 1992 | Мадина Каримбек | Madina Karimbek | Дебютировала фильмом, снятым за девять ночей. | Toʻqqiz kechada olingan film bilan debyut qilgan.
uz a m 1946 | Хамид Ташпулатов | Hamid Toshpoʻlatov | Сыграл больше дедов, чем у него внуков. | Nevaralaridan koʻproq bobo rolini oʻynagan.
uz a f 1951 | Рано Исмаилова | Raʼno Ismoilova | Её голос узнают по первому слову. | Ovozini birinchi soʻzdan tanishadi.
uz a m 1975 | Шерзод Халиков | Sherzod Xoliqov | Играет людей, которые знают больше, чем говорят. | Gapirganidan koʻproq biladigan odamlarni oʻynaydi.
uz a f 1986 | Нилуфар Ахмедова | Nilufar Ahmedova | Училась на инженера и сама выполняет трюки. | Muhandislikka oʻqigan, triklarni oʻzi bajaradi.
uz a m 1990 | Фаррух Содиков | Farrux Sodiqov | Комик с лицом следователя. | Tergovchi yuzli hajvchi.
uz a f 1994 | Зебо Турсунова | Zebo Tursunova | Дебютировала в театре кукол. | Qoʻgʻirchoq teatrida debyut qilgan.
uz a m 1963 | Анвар Мирзаев | Anvar Mirzayev | Тридцать лет на одной сцене и в ста фильмах. | Oʻttiz yil bitta sahnada va yuzta filmda.
uz a f 1978 | Гульчехра Назарова | Gulchehra Nazarova | Поёт в каждом втором фильме, даже если не просят. | Soʻralmasa ham har ikkinchi filmda qoʻshiq aytadi.
uz a m 1998 | Сардор Абдуллин | Sardor Abdullin | Бывший пловец, в кадре редко сухой. | Sobiq suzuvchi, kadrda kamdan kam quruq boʻladi.
uz a f 2001 | Ойша Бекмурод | Oysha Bekmurod | Первую роль получила по ошибке и не отдала. | Birinchi rolini adashib olgan va qaytarmagan.
uz a m 1982 | Улугбек Раджабов | Ulugʻbek Rajabov | Незаменим в ролях соседей, братьев и прорабов. | Qoʻshni, aka va prorab rollarida tengsiz.
uz a m 1957 | Мурод Гафуров | Murod Gʻafurov | Ездит верхом лучше каскадёров. | Kaskadyorlardan yaxshiroq ot minadi.
uz a f 1968 | Феруза Саттарова | Feruza Sattorova | Мать половины экранных героев страны. | Mamlakat ekran qahramonlari yarmining onasi.
uz a m 1993 | Достон Шарипов | Doʻston Sharipov | Снимается редко и всегда главную. | Kam suratga tushadi, doim bosh rolda.
uz a f 1997 | Камила Асадова | Komila Asadova | Чемпионка вуза по шахматам. | Oliygoh shaxmat chempioni.
uz a m 1971 | Равшан Кодиров | Ravshan Qodirov | Негодяй на экране, садовод в жизни. | Ekranda yovuz, hayotda bogʻbon.
uz a f 1959 | Мунира Сабирова | Munira Sobirova | Её паузы изучают студенты. | Uning pauzalarini talabalar oʻrganadi.
uz a m 2008 | Азиз Тохиров | Aziz Tohirov | Начал сниматься раньше, чем читать. | Oʻqishdan oldin suratga tusha boshlagan.
uz a f 2010 | Лайло Умид | Laylo Umid | Озвучила трёх котят и одного кита. | Uchta mushukcha va bitta kitga ovoz bergan.
uz a m 1987 | Ботир Холматов | Botir Xolmatov | Каскадёр, которого уговорили говорить. | Gapirishga koʻndirilgan kaskadyor.
uz a f 1991 | Севара Юлдуз | Sevara Yulduz | Певица, пришедшая в кино за одной песней. | Kinoga bitta qoʻshiq uchun kelgan xonanda.
uz a m 1949 | Эркин Ваххобов | Erkin Vahhobov | Снимается с пятнадцати лет и помнит каждый дубль. | Oʻn besh yoshidan suratga tushadi va har bir dublni eslaydi.
uz a f 1983 | Наргиза Олим | Nargiza Olim | Сначала была диктором, отсюда и дикция. | Avval diktor boʻlgan, talaffuzi shundan.
uz a m 1995 | Ислом Тангри | Islom Tangri | Играет на дутаре всё, что слышит. | Eshitganining hammasini dutorda chaladi.
uz a m 1969 | Комил Шодиев | Komil Shodiyev | Мастер эпизода: две минуты, и фильм его. | Epizod ustasi: ikki daqiqa — va film uniki.
uz a f 1999 | Мехринисо Джалил | Mehriniso Jalil | Танцевала в ансамбле, теперь танцует камера вокруг неё. | Ansamblda raqsga tushgan, endi atrofida kamera raqs tushadi.
uz a m 1977 | Санжар Одил | Sanjar Odil | Врач по диплому, герой по афишам. | Diplom boʻyicha shifokor, afisha boʻyicha qahramon.
ru d m 1944 | Глеб Остромысов | Gleb Ostromisov | Снимает только зимой: летом, говорит, всё и так видно. | Faqat qishda suratga oladi: yozda hammasi shundoq ham koʻrinadi, deydi.
ru d f 1976 | Варвара Лунёва | Varvara Lunyova | Режиссёр тихих триллеров. | Sokin trillerlar rejissyori.
ru d m 1981 | Денис Карповский | Denis Karpovskiy | Бывший диспетчер, знает всё об ожидании. | Sobiq dispetcher, kutish haqida hammasini biladi.
ru a m 1961 | Семён Дубравин | Semyon Dubravin | Смотрит так, что оператор забывает дышать. | Shunday qaraydiki, operator nafas olishni unutadi.
ru a f 1979 | Лариса Темникова | Larisa Temnikova | Играет сильных женщин и сама чинит мотоцикл. | Kuchli ayollarni oʻynaydi, mototsiklini oʻzi tuzatadi.
ru a m 1988 | Матвей Ясенев | Matvey Yasenev | Два высших образования и ни одной случайной роли. | Ikkita oliy maʼlumot va birorta tasodifiy rol yoʻq.
ru a f 1996 | Полина Речная | Polina Rechnaya | Впервые вышла на сцену в роли снежинки и не ушла. | Sahnaga ilk bor qor uchquni boʻlib chiqqan va ketmagan.
ru a m 1953 | Аркадий Зимин | Arkadiy Zimin | Голос десятка мультфильмов. | Oʻnlab multfilmlar ovozi.
ru a f 1967 | Нина Вельская | Nina Velskaya | Комедию считает самым точным жанром. | Komediyani eng aniq janr deb biladi.
ru a m 1992 | Кирилл Громыхалов | Kirill Gromixalov | Дрался за кадром, теперь в кадре. | Avval kadr ortida, endi kadrda mushtlashadi.
ru a f 1985 | Эмма Стожарова | Emma Stojarova | Сыграла трёх следователей и одну преступницу. | Uchta tergovchi va bitta jinoyatchini oʻynagan.
tr d m 1969 | Орхан Дениздаш | Orxan Denizdash | Его фильмы пахнут морем и кофе. | Uning filmlaridan dengiz va qahva hidi keladi.
tr d f 1980 | Сибель Акгюл | Sibel Akgul | Пишет сценарии на пароме. | Ssenariylarini paromda yozadi.
tr a m 1987 | Керем Йылмазер | Kerem Yilmazer | Молчит на экране лучше всех. | Ekranda hammadan yaxshi jim turadi.
tr a f 1993 | Дефне Арсланты | Defne Arslanti | Любимица вечерних сериалов. | Oqshom seriallari suyuklisi.
tr a m 1958 | Халук Ченгиз | Haluk Chengiz | Играл султанов и одного водопроводчика. | Sultonlarni va bitta santexnikni oʻynagan.
tr a f 1964 | Нермин Озбай | Nermin Ozbay | Тёща, которой боится весь экран. | Butun ekran qoʻrqadigan qaynona.
kr d m 1975 | Пак До Вон | Pak Do Von | Архитектор, который строит кадры. | Kadr quradigan meʼmor.
kr d f 1986 | Хан Су Рин | Xan Su Rin | Пекла хлеб, чтобы снять сериал о хлебе. | Non haqida serial olish uchun non yopgan.
kr a m 1991 | Чхве Ин Су | Chxe In Su | От мюзиклов к мелодрамам. | Myuzikldan melodramaga.
kr a f 1994 | Ли Ха Ён | Li Xa Yon | Играет юристов так, что ей пишут за советом. | Yuristlarni shunday oʻynaydiki, undan maslahat soʻrashadi.
kr a m 1968 | Ким Тэ Гён | Kim Te Gyon | Ветеран, чью улыбку ждут всю картину. | Butun film davomida tabassumi kutiladigan faxriy.
kr a f 2000 | Юн Со Ра | Yun So Ra | Бывшая фигуристка. | Sobiq figurali uchish ustasi.
jp d m 1960 | Исао Такамидзу | Isao Takamidzu | Рисует каждый десятый кадр сам. | Har oʻninchi kadrni oʻzi chizadi.
jp d f 1982 | Мику Хосино | Miku Xosino | Считает дождь персонажем. | Yomgʻirni personaj deb biladi.
jp a m 1979 | Рё Аканума | Ryo Akanuma | Озвучил робота, лиса и море. | Robot, tulki va dengizga ovoz bergan.
jp a f 1990 | Саюри Монака | Sayuri Monaka | Голос школьниц и адмиралов. | Oʻquvchi qizlar va admirallar ovozi.
jp a m 1955 | Гэндзо Вада | Gendzo Vada | Плотник по первой профессии. | Birinchi kasbi duradgor.
cn d m 1972 | Лян Вэйцин | Lyan Veytsin | Строит для фильмов настоящие корабли. | Filmlar uchun haqiqiy kema quradi.
cn a f 1988 | Су Цзинъя | Su Tszinya | Танцовщица и мастер боя на веерах. | Raqqosa va yelpigʻich jangi ustasi.
cn a m 1983 | Хэ Тао | Xe Tao | Герой космических опер. | Kosmik operalar qahramoni.
in d m 1963 | Радж Кешавар | Raj Keshavar | Снимает песни раньше сцен. | Sahnadan oldin qoʻshiqni suratga oladi.
in a f 1992 | Мира Санджани | Mira Sanjani | Танцует, даже когда молчит. | Jim turganda ham raqs tushadi.
in a m 1985 | Арвинд Малхар | Arvind Malxar | Инженер, ушедший петь. | Qoʻshiq aytishga ketgan muhandis.
in a m 1950 | Вишну Прасадан | Vishnu Prasadan | Сто пятьдесят ролей и ни одного злодея. | Bir yuz ellikta rol, birorta yovuz yoʻq.
kz d m 1974 | Ерлан Дуйсебай | Erlan Duysebay | Степь в его фильмах всегда главная героиня. | Uning filmlarida dasht doim bosh qahramon.
kz a m 1980 | Нурлан Асаубек | Nurlan Asaubek | Сын табунщика и выпускник консерватории. | Yilqiboqar oʻgʻli, konservatoriya bitiruvchisi.
kz a f 1995 | Айым Сериккызы | Ayim Serikqizi | Стреляет из лука без дублёрши. | Kamondan dublyorsiz otadi.
kg d f 1978 | Бермет Асанова | Bermet Asanova | Снимает женщин, которые ждут, и горы, которые нет. | Kutadigan ayollar va kutmaydigan togʻlarni suratga oladi.
kg a m 1966 | Талай Эсенбек | Talay Esenbek | Читает эпос наизусть. | Dostonni yoddan aytadi.
kg a f 1989 | Жылдыз Кадыр | Jildiz Kadir | Актриса и альпинистка. | Aktrisa va alpinist.
ca d m 1959 | Гиви Баратели | Givi Barateli | Монтирует под песни друзей и никогда не торопится. | Doʻstlari qoʻshigʻi ostida, shoshmay montaj qiladi.
ca a m 1973 | Левон Арзуманян | Levon Arzumanyan | Комик трагического таланта. | Fojiaviy isteʼdodli hajvchi.
ca a f 1984 | Нино Лордашвили | Nino Lordashvili | Поёт, рисует и иногда снимается. | Kuylaydi, chizadi, gohida suratga tushadi.
ca a m 1990 | Эльчин Расулбейли | Elchin Rasulbeyli | Молодой герой каспийского нуара. | Kaspiy nuarining yosh qahramoni.
we d m 1957 | Марк Оливье Тессар | Mark Olivye Tessar | Не снял ни одного фильма длиннее ста минут. | Yuz daqiqadan uzun film olmagan.
we d f 1974 | Ханна Кройцфельд | Xanna Kroytsfeld | Режиссёр немецких дорог. | Nemis yoʻllari rejissyori.
we d m 1968 | Дэниел Хокридж | Deniel Xokrij | Начинал декоратором и строит ловушки в интерьерах. | Dekorator boʻlib boshlagan, interyerlarga tuzoq quradi.
we a f 1981 | Клер Бомарше-Ноэль | Kler Bomarshe-Noel | Театральная звезда, в кино приходит раз в два года. | Teatr yulduzi, kinoga ikki yilda bir keladi.
we a m 1976 | Лука Феррандини | Luka Ferrandini | Сын рыбака и внук тенора. | Baliqchi oʻgʻli, tenor nevarasi.
we a f 1990 | Эмили Стэнвик | Emili Stenvik | Выросла за кулисами провинциального театра. | Viloyat teatri sahna ortida ulgʻaygan.
we a m 1949 | Джордж Уиттакомб | Jorj Uittakomb | Дворецкий, генерал и один раз призрак. | Xizmatkor, general va bir marta arvoh.
we a m 1985 | Йонас Вайсберг | Yonas Vaysberg | Автогонщик, ушедший в триллеры. | Trillerlarga oʻtgan avtopoygachi.
we a f 1966 | Джоан Мэривезер | Joan Merivezer | Хозяйка любой дороги и любого бара на экране. | Ekrandagi har qanday yoʻl va oshxona bekasi.
we a m 1994 | Тео Лакруа | Teo Lakrua | Лицо новой французской мелодрамы. | Yangi fransuz melodramasi yuzi.
we a f 1998 | Грейс Оуэн-Тил | Greys Ouen-Til | Дебютировала в научной фантастике. | Fantastikada debyut qilgan.
`
