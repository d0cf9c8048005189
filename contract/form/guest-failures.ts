import type { FailureText } from './failure-text.ts'

/** Failures of watching without an account, in other players, and of shared moments. Numbers from 625. */
export const guestFailures = {
  other_players_not_allowed: {
    status: 200,
    number: 625,
    ru: 'Ваш тариф открывает каналы только в наших приложениях и на сайте. Выберите тариф, который работает и в других плеерах',
    uz: 'Tarifingiz kanallarni faqat ilovalarimizda va saytda ochadi. Boshqa pleyerlarda ham ishlaydigan tarifni tanlang',
  },
  guest_streams_full: {
    status: 200,
    number: 627,
    ru: 'Из вашей сети без входа смотрят слишком многие. Войдите или зарегистрируйтесь: тогда место есть всегда',
    uz: 'Tarmogʻingizdan kirmasdan tomosha qilayotganlar koʻp. Kiring yoki roʻyxatdan oʻting: shunda joy doim bor',
  },
  moment_over: {
    status: 200,
    number: 628,
    ru: 'Эта ссылка больше не действует: она работает 30\u00a0дней. Откройте фильм или передачу на сайте',
    uz: 'Bu havolaning muddati tugagan: u 30\u00a0kun amal qiladi. Filmni yoki koʻrsatuvni saytda oching',
  },
  moment_limit: {
    status: 200,
    number: 629,
    ru: 'Эту минуту из вашей сети смотрели уже много раз. Войдите, чтобы смотреть целиком',
    uz: 'Bu daqiqa tarmogʻingizdan koʻp marta koʻrilgan. Toʻliq koʻrish uchun kiring',
  },
  moment_closed: {
    status: 200,
    number: 630,
    ru: 'Отрывок отсюда не показывается. Войдите, чтобы смотреть целиком',
    uz: 'Bu yerdan parcha koʻrsatilmaydi. Toʻliq koʻrish uchun kiring',
  },
} as const satisfies Record<string, FailureText>
