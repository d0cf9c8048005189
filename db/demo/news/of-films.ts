import type { NewsTextInput } from './given.ts'

/** What has come to the catalogue. */
export const newsOfFilms: readonly NewsTextInput[] = [
  {
    daysAgo: 14,
    picture: { scene: 'train', palette: 'steel' },
    ru: {
      title: 'Классика возвращается: старые ленты бесплатно',
      lead: 'Коллекция «Registon Film» открыла картины прошлого века для всех, кто вошёл в аккаунт.',
      paragraphs: [
        'Есть фильмы, которые помнят даже те, кто их не видел: по рассказам родителей, по одной песне, по фразе за дастарханом. Мы собрали такие картины на одной полке и убрали с неё ценники.',
        'В «Письме без адреса» почтальонка из горного кишлака читает вслух письма с фронта тем, кто не умеет читать. «Хлеб на рассвете» рассказывает об одной ночи пекарни, а «Пыль над Термезом» — о сапёре, которому нужно и сохранить мост, и взорвать его.',
        'Самая тихая картина подборки — «Третья буква»: в школу на краю степи присылают учителя, который сам только вчера сдал экзамен, и первый его урок длится целую осень.',
        'Подписка для этих фильмов не нужна: достаточно войти по телефону или номеру абонента. Узнать их легко по отметке «Бесплатно» на карточке.',
      ],
    },
    uz: {
      title: 'Eski asarlar qaytdi: endi bepul',
      lead: '«Registon Film» toʻplami oʻtgan asr filmlarini akkauntiga kirgan hamma uchun ochdi.',
      paragraphs: [
        'Shunday filmlar borki, ularni koʻrmaganlar ham eslaydi: ota-onaning hikoyasidan, bitta qoʻshiqdan, dasturxon ustida aytilgan gapdan. Biz shunday asarlarni bitta javonga yigʻib, narx yorligʻini olib tashladik.',
        '«Manzilsiz maktub»da togʻ qishlogʻidagi xat tashuvchi ayol savodsizlarga frontdan kelgan maktublarni oʻqib beradi. «Tongdagi non» novvoyxonaning bir kechasi haqida, «Termiz ustidagi chang» esa koʻprikni saqlashi ham, portlatishi ham kerak boʻlgan sapyor haqida.',
        'Toʻplamdagi eng sokin film — «Uchinchi harf»: dasht chekkasidagi maktabga kechagina imtihon topshirgan oʻqituvchi yuboriladi va uning birinchi darsi bir kuz davom etadi.',
        'Bu filmlar uchun obuna kerak emas: telefon yoki abonent raqami bilan kirish kifoya. Ularni kartochkadagi «Bepul» belgisidan tanib olasiz.',
      ],
    },
  },
  {
    daysAgo: 3,
    picture: { scene: 'madrasa', palette: 'firuza' },
    ru: {
      title: '«Следователь Нигора»: шесть загадок Бухары',
      lead: 'Все серии первого сезона уже на Ekran. Нигора Саидова приехала на одно дело и не смогла уехать.',
      paragraphs: [
        'На старой открытке минаретов больше, чем в городе. Из музея пропадает не халат, а одна золотая нитка из него. Единственный свидетель ночного происшествия — попугай торговца. Каждая серия детектива — новая загадка, и решается она не погоней, а внимательным взглядом.',
        'Город здесь не декорация, а действующее лицо. Узкие улицы, хаммам, мастерские каллиграфов и чеканщиков подсказывают разгадку раньше, чем её произносят вслух.',
        'Через весь сезон проходит и собственная история Нигоры: кто-то двадцать лет зажигает свет в окне её отца. В шестой серии, «Дом напротив», она узнаёт имя.',
        'Сериал для зрителей старше шестнадцати лет, его можно смотреть на узбекском и русском с пакетом «Премьера».',
      ],
    },
    uz: {
      title: '«Tergovchi Nigora»: Buxoroning olti jumbogʻi',
      lead: 'Birinchi faslning barcha qismlari Ekranda. Nigora Saidova bitta ish uchun keldi-yu, keta olmadi.',
      paragraphs: [
        'Eski otkritkada minoralar shahardagidan koʻp. Muzeydan chopon emas, undagi bitta zar ip yoʻqoladi. Tungi voqeaning yagona guvohi — savdogarning toʻtisi. Detektivning har qismi yangi jumboq, u quvish bilan emas, sinchkov nigoh bilan yechiladi.',
        'Bu yerda shahar bezak emas, qahramonning oʻzi. Tor koʻchalar, hammom, xattot va zargarlarning ustaxonalari javobni ovoz chiqarib aytilishidan oldin shipshitadi.',
        'Butun fasl davomida Nigoraning oʻz hikoyasi ham kechadi: otasining derazasida yigirma yildan beri kimdir chiroq yoqadi. Oltinchi qism — «Roʻparadagi uy»da u bu ismni biladi.',
        'Serial oʻn olti yoshdan kattalar uchun, uni «Premyera» toʻplami bilan oʻzbek va rus tillarida koʻrish mumkin.',
      ],
    },
  },
  {
    daysAgo: 1,
    picture: { scene: 'caravan', palette: 'dusk' },
    ru: {
      title: 'Премьеры месяца: караван, косички и самолёт из велосипедов',
      lead: 'Три новых узбекских фильма для семейного вечера — от пустыни до лётного поля.',
      paragraphs: [
        'Главная премьера — «Последний караван». Старый караван-баши знает дорогу через пески, по которой уже сорок лет никто не ходил. Когда в посёлке кончается вода, он ведёт по ней три семьи, и одна из них ему не верит.',
        '«Сорок косичек» — сказка о желаниях. Каждая косичка Ойпари помнит одно из них, и каждое исполняется только раз. Осталось три, а желающих — весь город.',
        'В «Лётном поле» мальчишки из приграничного посёлка строят самолёт из велосипедов. Бывший авиатехник делает вид, что не помогает, но инструменты почему-то всегда лежат на месте.',
        'Первые два фильма входят в пакет «Премьера», третий — в тарифы «Семейный» и «Максимум». Вместе с пакетом открываются каналы «Экран Премьера» и «Ночной сеанс», где большое кино идёт без перерыва.',
        'Добавить пакет можно к любому основному тарифу в личном кабинете.',
      ],
    },
    uz: {
      title: 'Oy premyeralari: karvon, kokillar va velosipeddan yasalgan samolyot',
      lead: 'Oilaviy oqshom uchun uchta yangi oʻzbek filmi — sahrodan uchish maydonigacha.',
      paragraphs: [
        'Asosiy premyera — «Soʻnggi karvon». Keksa karvonboshi qirq yildan beri hech kim yurmagan qum yoʻlini biladi. Qishloqda suv tugagach, u shu yoʻldan uch oilani boshlab boradi, ulardan biri esa unga ishonmaydi.',
        '«Qirq kokil» — tilaklar haqidagi ertak. Oyparining har kokili bitta tilakni eslaydi va har biri faqat bir marta ushaladi. Uchtasi qoldi, tilagi borlar esa — butun shahar.',
        '«Uchish maydoni»da chegara qishlogʻi bolalari velosipedlardan samolyot yasaydi. Sobiq aviatexnik yordam bermayotgandek koʻrinadi, ammo asboblar negadir doim joyida turadi.',
        'Birinchi ikki film «Premyera» toʻplamiga, uchinchisi esa «Oilaviy» va «Maksimum» tariflariga kiradi. Toʻplam bilan birga katta kino tinimsiz namoyish etiladigan «Ekran Premyera» va «Tungi seans» kanallari ham ochiladi.',
        'Toʻplamni istalgan asosiy tarifga shaxsiy kabinetda qoʻshish mumkin.',
      ],
    },
  },
]
