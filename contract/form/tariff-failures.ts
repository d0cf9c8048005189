import type { FailureText } from './failure-text.ts'
import { changeFailures } from './change-failures.ts'
import { pauseFailures } from './pause-failures.ts'

/** Failures of tariffs that the staff edits, numbers from 418, and of pauses. */
export const tariffFailures = {
  ...pauseFailures,
  ...changeFailures,
  tariff_price_wrong: {
    status: 200,
    number: 418,
    ru: 'Цена за {days}\u00a0дн. должна быть от 1 до 10\u00a0000\u00a0000\u00a0сум. Исправьте цену',
    uz: '{days}\u00a0kunlik narx 1 dan 10\u00a0000\u00a0000\u00a0soʻmgacha boʻlishi kerak. Narxni toʻgʻrilang',
  },
  tariff_empty: {
    status: 200,
    number: 419,
    ru: 'Тариф продаётся, но ничего не открывает. Добавьте каналы или фильмы — или не продавайте его',
    uz: 'Tarif sotuvda, lekin hech narsani ochmaydi. Kanal yoki film qoʻshing — yoki sotuvdan oling',
  },
  tariff_has_subscribers: {
    status: 200,
    number: 420,
    ru: 'Тариф подключали абоненты: удалить его или сменить вид нельзя. Прекратите продажу — у абонентов он останется',
    uz: 'Bu tarifni abonentlar ulagan: uni oʻchirib yoki turini oʻzgartirib boʻlmaydi. Sotuvdan oling — abonentlarda qoladi',
  },
  tariff_never_offered: {
    status: 200,
    number: 421,
    ru: 'Тарифы с номерами 100–103 не продаются никогда. Сделайте копию: у неё будет другой номер',
    uz: '100–103 raqamli tariflar hech qachon sotilmaydi. Nusxa oling: uning raqami boshqa boʻladi',
  },
  tariff_two_recommended: {
    status: 200,
    number: 422,
    ru: 'Основной тариф «{name}» уже рекомендован. Рекомендовать можно один: снимите отметку там',
    uz: '«{name}» asosiy tarifi allaqachon tavsiya etilgan. Faqat bittasi tavsiya etiladi: oʻsha yerda belgini oling',
  },
  tariff_content_gone: {
    status: 200,
    number: 423,
    ru: 'Этого больше нет: {what}. Обновите страницу и сохраните снова',
    uz: 'Endi mavjud emas: {what}. Sahifani yangilab, qayta saqlang',
  },
  tariff_periods_wrong: {
    status: 200,
    number: 424,
    ru: 'Нужен хотя бы один период, и все периоды — разной длины',
    uz: 'Kamida bitta davr kerak, davrlar uzunligi har xil boʻlsin',
  },
  tariff_price_date: {
    status: 200,
    number: 425,
    ru: 'Цену можно назначить от сегодняшнего дня до года вперёд, и на один день — одну. Выберите другой день',
    uz: 'Narx bugundan bir yil oldingacha belgilanadi, bir kunga — bitta. Boshqa kunni tanlang',
  },
  // From 587.
  tariff_colour_dark: {
    status: 200,
    number: 587,
    ru: 'На тёмных страницах этот цвет не виден: контраст {has}, нужно {needs}. Возьмите светлее, например {instead}',
    uz: 'Bu rang qorongʻi sahifalarda koʻrinmaydi: kontrast {has}, {needs} kerak. Ochroq rang tanlang, masalan {instead}',
  },
  tariff_colour_light: {
    status: 200,
    number: 588,
    ru: 'На светлых страницах этот цвет не виден: контраст {has}, нужно {needs}. Возьмите темнее, например {instead}',
    uz: 'Bu rang yorugʻ sahifalarda koʻrinmaydi: kontrast {has}, {needs} kerak. Toʻqroq rang tanlang, masalan {instead}',
  },
} as const satisfies Record<string, FailureText>
