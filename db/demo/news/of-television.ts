import type { NewsTextInput } from './given.ts'

/** What the channels have prepared. */
export const newsOfTelevision: readonly NewsTextInput[] = [
  {
    daysAgo: 20,
    picture: { scene: 'steppe', palette: 'noon' },
    ru: {
      title: 'Лига городов: матчи с полным разбором',
      lead: 'Каналы «Полвон Спорт» и «Майдон» показывают футбол, кураш и купкари, а спорные моменты обсуждают тренеры.',
      paragraphs: [
        'Спортивный сезон на Ekran идёт сразу на трёх каналах. «Полвон Спорт» и «Майдон» делят между собой «Лигу городов» и «Кубок долин», а «Чавандоз» отдан лошадям и всадникам.',
        'После каждого тура в студии «Тренерской» собираются наставники. Они спорят у доски, и зритель слышит то, что обычно остаётся за закрытой дверью: почему не вышла замена и кто на самом деле должен был закрыть фланг.',
        'Отдельная радость — прямой репортаж с купкари. Двести всадников, один приз и очень много пыли: камеры стоят по краям поля, а одна поднимается над ним вместе с воздушным змеем.',
        'Все три канала входят в тариф «Максимум». К тарифам «Старт» и «Семейный» их можно добавить пакетом «Спорт» за 19\u00a0000\u00a0сумов в месяц.',
      ],
    },
    uz: {
      title: 'Shaharlar ligasi: oʻyinlar toʻliq tahlil bilan',
      lead: '«Polvon Sport» va «Maydon» kanallari futbol, kurash va koʻpkarini koʻrsatadi, bahsli vaziyatlarni murabbiylar muhokama qiladi.',
      paragraphs: [
        'Ekranda sport mavsumi birdaniga uch kanalda davom etmoqda. «Polvon Sport» va «Maydon» «Shaharlar ligasi» bilan «Vodiylar kubogi»ni boʻlib olgan, «Chavandoz» esa otlar va chavandozlarga bagʻishlangan.',
        'Har turdan soʻng «Murabbiylar xonasi» studiyasiga ustozlar yigʻiladi. Ular doska oldida bahslashadi, tomoshabin esa odatda yopiq eshik ortida qoladigan gaplarni eshitadi: almashtirish nega ish bermadi va qanotni aslida kim yopishi kerak edi.',
        'Koʻpkaridan jonli reportaj — alohida zavq. Ikki yuz chavandoz, bitta sovrin va juda koʻp chang: kameralar maydon chetida turadi, bittasi esa varrak bilan birga osmonga koʻtariladi.',
        'Uchala kanal «Maksimum» tarifiga kiradi. «Start» va «Oilaviy» tariflariga ularni oyiga 19\u00a0000\u00a0soʻmlik «Sport» toʻplami bilan qoʻshish mumkin.',
      ],
    },
  },
  {
    daysAgo: 9,
    picture: { scene: 'toys', palette: 'candy' },
    ru: {
      title: '«Юлдузча» желает спокойной ночи',
      lead: 'На детских каналах — новая вечерняя сетка: мультфильмы, опыты и сказка перед сном.',
      paragraphs: [
        'Каналы «Юлдузча», «Чумчук» и «Ойдиной» перестроили эфир под настоящий детский день. Утром — «Просыпайка» с зарядкой и поисками второго носка, днём — буквы, опыты и кукольный театр, вечером — мультфильмы потише.',
        'Особенно ждут «Почемучкину лабораторию». Её ведущие показывают только те опыты, которые можно повторить дома: почему мыло скользкое, куда уходит радуга и сколько воды помещается на монетке.',
        'Последней выходит «Спокойной ночи, звёздочка»: одна сказка, одна песня, и выключаем свет. Если малыш уснул раньше, сказку легко найти в архиве канала.',
        'А в разделе «Детям» собраны мультфильмы и фильмы коллекции «Simurgʻ Kids» — у каждого указан возраст, и выбирать спокойно.',
      ],
    },
    uz: {
      title: '«Yulduzcha» xayrli tun tilaydi',
      lead: 'Bolalar kanallarida yangi oqshom dasturi: multfilmlar, tajribalar va uyqu oldidan ertak.',
      paragraphs: [
        '«Yulduzcha», «Chumchuq» va «Oydinoy» kanallari efirini bolaning haqiqiy kuniga moslashtirdi. Ertalab badantarbiya va paypoq juftini qidirish bilan «Uygʻonvoy», kunduzi harflar, tajribalar va qoʻgʻirchoq teatri, kechqurun esa sokinroq multfilmlar.',
        'Ayniqsa «Nimagajonlar laboratoriyasi»ni intiqlik bilan kutishadi. Boshlovchilar faqat uyda takrorlasa boʻladigan tajribalarni koʻrsatadi: sovun nega sirpanchiq, kamalak qayoqqa ketadi va tanga ustiga qancha suv sigʻadi.',
        'Eng oxirida «Xayrli tun, yulduzcha» chiqadi: bitta ertak, bitta qoʻshiq — va chiroqni oʻchiramiz. Kichkintoy ertaroq uxlab qolsa, ertakni kanal arxividan topish oson.',
        '«Bolalarga» boʻlimida esa «Simurgʻ Kids» toʻplamidagi multfilm va filmlar yigʻilgan: har birining yoshi koʻrsatilgan, bemalol tanlash mumkin.',
      ],
    },
  },
  {
    daysAgo: 5,
    picture: { scene: 'mountains', palette: 'dawn' },
    ru: {
      title: 'Тропами Тянь-Шаня вместе с «Осмоном»',
      lead: 'Познавательный канал две недели шёл за учёными, которые считают снежных барсов. Смотрите новый цикл.',
      paragraphs: [
        'Съёмочная группа канала «Осмон» вернулась из высокогорной экспедиции. Две недели операторы ночевали в палатках, поднимались на перевалы до рассвета и учились ходить так, чтобы не осыпать камни.',
        'Снежного барса в кадре не так много, и это честно: за четырнадцать дней его видели трижды. Зато в цикле есть следы, записи фотоловушек и люди, которые по царапине на камне узнают, кто здесь прошёл и когда.',
        '«Тропами Тянь-Шаня» выходят по утрам и вечерам, а повтор каждой серии неделю лежит в архиве. Следом канал покажет «Звёзды обсерватории» — рассказ о том, как пятьсот лет назад измерили год и ошиблись всего на минуту.',
      ],
    },
    uz: {
      title: '«Osmon» bilan Tyanshan soʻqmoqlarida',
      lead: 'Maʼrifiy kanal ikki hafta qor qoplonlarini sanayotgan olimlar ortidan yurdi. Yangi turkumni tomosha qiling.',
      paragraphs: [
        '«Osmon» kanali suratga olish guruhi baland togʻ ekspeditsiyasidan qaytdi. Operatorlar ikki hafta chodirda tunadi, tong otmasdan dovonlarga koʻtarildi va tosh koʻchirmasdan yurishni oʻrgandi.',
        'Kadrda qor qoploni unchalik koʻp emas, bu ham halol: oʻn toʻrt kunda uni uch marta koʻrishdi. Ammo turkumda izlar, fototuzoq yozuvlari va toshdagi tirnalgan joyga qarab kim, qachon oʻtganini biladigan odamlar bor.',
        '«Tyanshan soʻqmoqlarida» ertalab va kechqurun efirga chiqadi, har bir qism arxivda bir hafta turadi. Undan soʻng kanal «Rasadxona yulduzlari»ni koʻrsatadi: bu besh yuz yil oldin yil qanday oʻlchangani va bor-yoʻgʻi bir daqiqaga adashilgani haqidagi hikoya.',
      ],
    },
  },
]
