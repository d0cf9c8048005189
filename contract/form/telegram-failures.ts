import type { FailureText } from './failure-text.ts'

/** Failures of the bot in Telegram. Numbers 641 to 647. */
export const telegramFailures = {
  telegram_off: {
    status: 200,
    number: 641,
    ru: 'Бота в Telegram сейчас нет. Попробуйте позже или войдите по номеру телефона',
    uz: 'Telegram boti hozir yoʻq. Keyinroq urinib koʻring yoki telefon raqami bilan kiring',
  },
  telegram_login_wrong: {
    status: 200,
    number: 642,
    ru: 'Ответ Telegram не подошёл. Нажмите «Через Telegram» ещё раз',
    uz: 'Telegram javobi mos kelmadi. «Telegram orqali»ni yana bosing',
  },
  telegram_login_old: {
    status: 200,
    number: 643,
    ru: 'Этот вход уже использован или устарел. Нажмите «Через Telegram» ещё раз',
    uz: 'Bu kirish allaqachon ishlatilgan yoki eskirgan. «Telegram orqali»ni yana bosing',
  },
  telegram_unknown: {
    status: 200,
    number: 644,
    ru: 'Этот Telegram не подключён к аккаунту. Войдите по номеру телефона и подключите его в личном кабинете',
    uz: 'Bu Telegram hisobga ulanmagan. Telefon raqami bilan kiring va uni shaxsiy kabinetda ulang',
  },
  telegram_phone_unchecked: {
    status: 200,
    number: 645,
    ru: 'Сначала подтвердите номер: откройте бота, нажмите /start и «Отправить мой номер»',
    uz: 'Avval raqamni tasdiqlang: botni oching, /start va «Raqamimni yuborish»ni bosing',
  },
  telegram_not_linked: {
    status: 200,
    number: 646,
    ru: 'К этому аккаунту Telegram не подключён. Обновите страницу',
    uz: 'Bu hisobga Telegram ulanmagan. Sahifani yangilang',
  },
  setting_test_no_telegram: {
    status: 200,
    number: 647,
    ru: 'У абонента {to} не подключён Telegram. Пусть откроет бота и отправит ему свой номер',
    uz: '{to} raqamli abonentga Telegram ulanmagan. U botni ochib, raqamini yuborsin',
  },
} as const satisfies Record<string, FailureText>
