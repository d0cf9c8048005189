import type { FailureText } from './failure-text.ts'

/** Failures of the services of other names on one installation. Numbers from 466, and from 614. */
export const brandFailures = {
  host_taken: {
    status: 200,
    number: 466,
    ru: 'Сайт {host} уже принадлежит бренду «{name}». Уберите его там или укажите другое имя',
    uz: '{host} sayti allaqachon «{name}» brendiga tegishli. Uni u yerdan olib tashlang yoki boshqa nom koʻrsating',
  },
  brand_needs_host: {
    status: 200,
    number: 467,
    ru: 'Укажите хотя бы одно имя сайта: по нему посетители попадают к этому бренду',
    uz: 'Kamida bitta sayt nomini koʻrsating: tashrif buyuruvchilar shu nom orqali bu brendga tushadi',
  },
  brand_needs_name: {
    status: 200,
    number: 468,
    ru: 'Назовите бренд хотя бы на одном языке',
    uz: 'Brendga kamida bitta tilda nom bering',
  },
  brands_full: {
    status: 200,
    number: 469,
    ru: 'Брендов уже {limit}. Удалите ненужные',
    uz: 'Brendlar allaqachon {limit} ta. Keraksizlarini oʻchiring',
  },
  font_not_woff2: {
    status: 200,
    number: 614,
    ru: 'Это не шрифт WOFF2, или файл повреждён. Сохраните шрифт в формате WOFF2 и выберите его ещё раз',
    uz: 'Bu WOFF2 shrift emas yoki fayl buzilgan. Shriftni WOFF2 formatida saqlab, qaytadan tanlang',
  },
  font_lacks_letters: {
    status: 200,
    number: 615,
    ru: 'В шрифте нет букв: {letters}. Нужны латиница, кириллица и узбекские буквы (oʻ, gʻ, ў, қ, ғ, ҳ). Возьмите полный файл шрифта или другой шрифт',
    uz: 'Shriftda bu harflar yoʻq: {letters}. Lotin, kirill va oʻzbek harflari (oʻ, gʻ, ў, қ, ғ, ҳ) kerak. Shriftning toʻliq faylini yoki boshqa shriftni oling',
  },
  font_missing: {
    status: 200,
    number: 616,
    ru: 'Этого шрифта больше нет на сервере. Выберите файл ещё раз',
    uz: 'Bu shrift serverda endi yoʻq. Faylni qaytadan tanlang',
  },
  font_bold_alone: {
    status: 200,
    number: 617,
    ru: 'Сначала выберите обычное начертание: одного жирного мало',
    uz: 'Avval oddiy shriftni tanlang: faqat qalini yetarli emas',
  },
  brand_same: {
    status: 200,
    number: 633,
    ru: 'Абонент уже этого бренда. Обновите страницу',
    uz: 'Abonent allaqachon shu brenddan. Sahifani yangilang',
  },
  brand_unknown: {
    status: 200,
    number: 618,
    ru: 'Бренда {id} нет. Выберите бренд из списка',
    uz: '{id} raqamli brend yoʻq. Brendni roʻyxatdan tanlang',
  },
} as const satisfies Record<string, FailureText>
