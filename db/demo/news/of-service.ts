import type { NewsTextInput } from './given.ts'

/** What is new in the service itself. */
export const newsOfService: readonly NewsTextInput[] = [
  {
    daysAgo: 24,
    picture: { scene: 'windows', palette: 'lapis' },
    ru: {
      title: 'Вечерний эфир можно досмотреть утром',
      lead: 'Архив каналов хранит последние семь дней: передачу можно начать сначала или открыть позже.',
      paragraphs: [
        'Гости задержались, ребёнок не засыпал, автобус стоял в пробке — и любимая передача прошла без вас. Теперь это поправимо: всё, что вышло в эфир за последние семь дней, остаётся в архиве.',
        'Откройте канал и посмотрите на программу рядом с плеером. Дни листаются вверху списка, а вышедшие передачи включаются одним нажатием. Запись идёт с первой минуты и слушается кнопок так же, как обычный фильм: её можно остановить, перемотать и продолжить.',
        'Если передача ещё идёт, её тоже можно запустить с начала. Вернуться к прямому эфиру легко: рядом со шкалой времени есть кнопка «Вернуться в эфир».',
        'Архив входит в стоимость подписки и доступен для всех каналов вашего тарифа.',
      ],
    },
    uz: {
      title: 'Kechki efirni ertalab koʻrsa boʻladi',
      lead: 'Kanallar arxivi soʻnggi yetti kunni saqlaydi: koʻrsatuvni boshidan qoʻyish yoki keyinroq ochish mumkin.',
      paragraphs: [
        'Mehmonlar oʻtirib qoldi, bola uxlamadi, avtobus tirbandlikda turib qoldi — sevimli koʻrsatuv esa sizsiz oʻtib ketdi. Endi buning iloji bor: soʻnggi yetti kunda efirga chiqqan hamma narsa arxivda qoladi.',
        'Kanalni oching va pleyer yonidagi dasturga qarang. Kunlar roʻyxatning yuqorisida almashtiriladi, efirdan oʻtgan koʻrsatuvlar esa bir bosishda yonadi. Yozuv birinchi daqiqadan boshlanadi va oddiy film kabi boshqariladi: uni toʻxtatish, oldinga surish va davom ettirish mumkin.',
        'Koʻrsatuv hali tugamagan boʻlsa ham, uni boshidan qoʻysa boʻladi. Jonli efirga qaytish oson: vaqt chizigʻi yonida «Efirga qaytish» tugmasi bor.',
        'Arxiv obuna narxiga kiradi va tarifingizdagi barcha kanallarda ishlaydi.',
      ],
    },
  },
  {
    daysAgo: 17,
    picture: { scene: 'inside', palette: 'dusk' },
    ru: {
      title: 'Один аккаунт на пять экранов',
      lead: 'Начните фильм на кухне, а досмотрите в дороге: место остановки помнит сам сервис.',
      paragraphs: [
        'К одному номеру абонента можно подключить до пяти устройств. Это может быть телевизор в гостиной, телефоны родителей, планшет детей и ноутбук для поездок — платить за каждый отдельно не нужно.',
        'Место, на котором вы остановились, хранится вместе с аккаунтом. Стоит войти на другом экране, и фильм продолжится с той же минуты, а сериал предложит нужную серию.',
        'Список устройств виден в личном кабинете. Старый телефон можно отключить там же, чтобы освободить место для нового.',
      ],
    },
    uz: {
      title: 'Beshta ekranga bitta akkaunt',
      lead: 'Filmni oshxonada boshlab, yoʻlda oxiriga yetkazing: toʻxtagan joyingizni xizmatning oʻzi eslab qoladi.',
      paragraphs: [
        'Bitta abonent raqamiga beshtagacha qurilma ulash mumkin. Bu mehmonxonadagi televizor, ota-onaning telefonlari, bolalarning plansheti va safarga olinadigan noutbuk boʻlishi mumkin — har biri uchun alohida toʻlash shart emas.',
        'Siz toʻxtagan joy akkaunt bilan birga saqlanadi. Boshqa ekrandan kirsangiz, film oʻsha daqiqadan davom etadi, serial esa kerakli qismni taklif qiladi.',
        'Qurilmalar roʻyxati shaxsiy kabinetda koʻrinadi. Eski telefonni shu yerning oʻzida oʻchirib, yangisiga joy boʻshatish mumkin.',
      ],
    },
  },
  {
    daysAgo: 12,
    picture: { scene: 'girih', palette: 'firuza' },
    ru: {
      title: 'Две звуковые дорожки и субтитры на выбор',
      lead: 'Фильм можно слушать по-узбекски, читать по-русски и наоборот: язык меняется прямо во время просмотра.',
      paragraphs: [
        'В одной семье часто смотрят кино на двух языках сразу: бабушке удобнее узбекский, внук готовится к экзамену по русскому. Чтобы не спорить, мы добавляем фильмам вторую звуковую дорожку и субтитры.',
        'Кнопка со списком дорожек находится в плеере. Звук переключается без остановки картинки, а субтитры можно включить или убрать в любой момент.',
        'Выбор запоминается. Следующий фильм сразу зазвучит на том языке, на котором вы смотрели предыдущий, если такая дорожка у него есть.',
        'Попробуйте на сериале «Махалля»: соседские споры одинаково хороши на обоих языках, а сравнивать, как перевели шутку, — отдельное удовольствие.',
      ],
    },
    uz: {
      title: 'Tanlash uchun ikki ovoz va subtitrlar',
      lead: 'Filmni oʻzbekcha tinglab, ruscha oʻqish mumkin yoki aksincha: til tomosha paytida almashadi.',
      paragraphs: [
        'Bir oilada koʻpincha kino ikki tilda koʻriladi: buviga oʻzbekchasi qulay, nevara esa rus tilidan imtihonga tayyorlanyapti. Bahslashmaslik uchun filmlarga ikkinchi ovoz va subtitrlar qoʻshyapmiz.',
        'Ovozlar roʻyxati tugmasi pleyerda joylashgan. Ovoz tasvir toʻxtamasdan almashadi, subtitrlarni esa istalgan payt yoqish yoki olib tashlash mumkin.',
        'Tanlovingiz eslab qolinadi. Keyingi filmda shunday ovoz boʻlsa, u darhol siz avval tomosha qilgan tilda yangraydi.',
        '«Mahalla» serialida sinab koʻring: qoʻshnilar bahsi ikkala tilda ham birdek yoqimli, hazil qanday tarjima qilinganini solishtirish esa alohida zavq.',
      ],
    },
  },
]
