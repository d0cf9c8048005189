import type { PageTextPair } from '#server/site/site.ts'

/** The texts a page has until an operator writes others (`page_text`). Any page that is not here has those of `/`. */
export const builtInTexts: Readonly<Record<string, PageTextPair>> & { readonly '/': PageTextPair } = {
  '/': {
    ru: {
      title: 'Ekran: телеканалы, фильмы и сериалы онлайн',
      desc: 'Прямой эфир и архив телеканалов за 7 дней, фильмы и сериалы на русском и узбекском языках на телевизоре, телефоне и компьютере.',
    },
    uz: {
      title: 'Ekran: telekanallar, filmlar va seriallar onlayn',
      desc: 'Telekanallarning jonli efiri va 7 kunlik arxivi, oʻzbek va rus tillarida filmlar va seriallar: televizor, telefon va kompyuterda.',
    },
  },
  '/movies': {
    ru: {
      title: 'Фильмы онлайн · Ekran',
      desc: 'Фильмы всех жанров: подборки, новинки, поиск по году и стране.',
    },
    uz: {
      title: 'Filmlar onlayn · Ekran',
      desc: 'Barcha janrdagi filmlar: toʻplamlar, yangiliklar, yil va mamlakat boʻyicha qidiruv.',
    },
  },
  '/serials': {
    ru: { title: 'Сериалы онлайн · Ekran', desc: 'Сериалы целиком, по сезонам и сериям.' },
    uz: { title: 'Seriallar onlayn · Ekran', desc: 'Seriallar toʻliq: fasllar va qismlar boʻyicha.' },
  },
  '/kids': {
    ru: { title: 'Детям · Ekran', desc: 'Мультфильмы и фильмы для детей.' },
    uz: { title: 'Bolalarga · Ekran', desc: 'Bolalar uchun multfilmlar va filmlar.' },
  },
  '/uzb': {
    ru: {
      title: 'Узбекское кино · Ekran',
      desc: 'Узбекские фильмы, сериалы, концерты, аниме и дорамы.',
    },
    uz: {
      title: 'Oʻzbek kinosi · Ekran',
      desc: 'Oʻzbekcha filmlar, seriallar, konsertlar, anime va doramalar.',
    },
  },
  '/uzb/254': {
    ru: { title: 'Узбекские фильмы · Ekran', desc: 'Узбекские фильмы разных лет и жанров.' },
    uz: { title: 'Oʻzbek filmlari · Ekran', desc: 'Turli yillar va janrdagi oʻzbek filmlari.' },
  },
  '/uzb/255': {
    ru: { title: 'Узбекские сериалы · Ekran', desc: 'Узбекские сериалы целиком, по сезонам и сериям.' },
    uz: {
      title: 'Oʻzbek seriallari · Ekran',
      desc: 'Oʻzbek seriallari toʻliq: fasllar va qismlar boʻyicha.',
    },
  },
  '/uzb/256': {
    ru: { title: 'Концерты · Ekran', desc: 'Записи концертов узбекских артистов.' },
    uz: { title: 'Konsertlar · Ekran', desc: 'Oʻzbek sanʼatkorlari konsertlarining yozuvlari.' },
  },
  '/uzb/257': {
    ru: { title: 'Аниме на узбекском · Ekran', desc: 'Аниме с узбекской озвучкой.' },
    uz: { title: 'Oʻzbekcha anime · Ekran', desc: 'Oʻzbek tiliga oʻgirilgan anime.' },
  },
  '/uzb/258': {
    ru: { title: 'Дорамы на узбекском · Ekran', desc: 'Дорамы с узбекской озвучкой.' },
    uz: { title: 'Oʻzbekcha doramalar · Ekran', desc: 'Oʻzbek tiliga oʻgirilgan doramalar.' },
  },
  '/uzb/259': {
    ru: { title: 'Детям на узбекском · Ekran', desc: 'Мультфильмы и фильмы для детей на узбекском языке.' },
    uz: { title: 'Bolalarga oʻzbekcha · Ekran', desc: 'Bolalar uchun oʻzbekcha multfilmlar va filmlar.' },
  },
  '/tv': {
    ru: { title: 'Телеканалы онлайн · Ekran', desc: 'Прямой эфир, программа передач и архив за 7 дней.' },
    uz: { title: 'Telekanallar onlayn · Ekran', desc: 'Jonli efir, koʻrsatuvlar dasturi va 7 kunlik arxiv.' },
  },
  '/search': {
    ru: {
      title: 'Поиск · Ekran',
      desc: 'Поиск фильмов, сериалов, телеканалов, передач и людей, как бы ни было набрано название.',
    },
    uz: {
      title: 'Qidiruv · Ekran',
      desc: 'Filmlar, seriallar, telekanallar, koʻrsatuvlar va insonlarni qidirish: nom qanday terilgan boʻlmasin.',
    },
  },
  '/login': {
    ru: { title: 'Вход · Ekran', desc: 'Вход по телефону или номеру абонента.' },
    uz: { title: 'Kirish · Ekran', desc: 'Telefon yoki abonent raqami bilan kirish.' },
  },
  '/link': {
    ru: {
      title: 'Подключить телевизор · Ekran',
      desc: 'Введите код с экрана телевизора, и он войдёт в ваш аккаунт без пароля.',
    },
    uz: {
      title: 'Televizorni ulash · Ekran',
      desc: 'Televizor ekranidagi kodni kiriting, u hisobingizga parolsiz kiradi.',
    },
  },
  '/my/favorites': {
    ru: { title: 'Избранное · Ekran', desc: 'Фильмы и сериалы, отмеченные сердцем.' },
    uz: { title: 'Sevimlilar · Ekran', desc: 'Yurakcha bilan belgilangan filmlar va seriallar.' },
  },
  '/my/history': {
    ru: { title: 'История просмотра · Ekran', desc: 'Что вы смотрели и где остановились.' },
    uz: { title: 'Koʻrish tarixi · Ekran', desc: 'Nimalarni koʻrganingiz va qayerda toʻxtaganingiz.' },
  },
  '/my/channels': {
    ru: { title: 'Любимые каналы · Ekran', desc: 'Ваши каналы: что идёт сейчас и что будет дальше.' },
    uz: {
      title: 'Sevimli kanallar · Ekran',
      desc: 'Kanallaringiz: hozir nima ketyapti va keyin nima boʻladi.',
    },
  },
  '/my/downloads': {
    ru: { title: 'Загрузки · Ekran', desc: 'Фильмы и серии, сохранённые на этом устройстве.' },
    uz: { title: 'Yuklab olinganlar · Ekran', desc: 'Shu qurilmaga saqlangan filmlar va qismlar.' },
  },
  '/cabinet': {
    ru: { title: 'Личный кабинет · Ekran', desc: 'Баланс, подписки и устройства.' },
    uz: { title: 'Shaxsiy kabinet · Ekran', desc: 'Balans, obunalar va qurilmalar.' },
  },
  '/cabinet/devices': {
    ru: { title: 'Устройства · Ekran', desc: 'Устройства аккаунта: названия, последний вход, отключение.' },
    uz: { title: 'Qurilmalar · Ekran', desc: 'Hisob qurilmalari: nomlari, oxirgi kirish, uzish.' },
  },
  '/cabinet/payment-history': {
    ru: { title: 'История платежей · Ekran', desc: 'Пополнения, списания и чеки.' },
    uz: { title: 'Toʻlovlar tarixi · Ekran', desc: 'Toʻldirishlar, yechilgan pullar va cheklar.' },
  },
  '/password': {
    ru: {
      title: 'Смена пароля · Ekran',
      desc: 'Новый пароль для аккаунта или восстановление доступа по телефону.',
    },
    uz: {
      title: 'Parolni oʻzgartirish · Ekran',
      desc: 'Hisob uchun yangi parol yoki telefon orqali kirishni tiklash.',
    },
  },
  '/news': {
    ru: {
      title: 'Новости · Ekran',
      desc: 'Новости Ekran: премьеры, новые каналы и серии, что изменилось в сервисе.',
    },
    uz: {
      title: 'Yangiliklar · Ekran',
      desc: 'Ekran yangiliklari: premyeralar, yangi kanallar va qismlar, xizmatdagi oʻzgarishlar.',
    },
  },
  '/notifications': {
    ru: {
      title: 'Уведомления · Ekran',
      desc: 'Что сообщает Ekran: новые серии, подписки и оплата, изменения в сервисе.',
    },
    uz: {
      title: 'Bildirishnomalar · Ekran',
      desc: 'Ekran xabarlari: yangi qismlar, obunalar va toʻlov, xizmatdagi oʻzgarishlar.',
    },
  },
  '/tariff': {
    ru: {
      title: 'Тарифы · Ekran',
      desc: 'Подписки на телеканалы, фильмы и сериалы: цены в сумах, периоды и список каналов каждого тарифа.',
    },
    uz: {
      title: 'Tariflar · Ekran',
      desc: 'Telekanallar, filmlar va seriallarga obunalar: soʻmdagi narxlar, davrlar va har bir tarif kanallari roʻyxati.',
    },
  },
  '/policy': {
    ru: {
      title: 'Условия использования и конфиденциальность · Ekran',
      desc: 'Условия сервиса: аккаунт и устройства, оплата и автопродление, регион, персональные данные и их удаление.',
    },
    uz: {
      title: 'Foydalanish shartlari va maxfiylik · Ekran',
      desc: 'Xizmat shartlari: hisob va qurilmalar, toʻlov va avtomatik uzaytirish, hudud, shaxsiy maʼlumotlar va ularni oʻchirish.',
    },
  },
}
