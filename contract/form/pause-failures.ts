import type { FailureText } from './failure-text.ts'

/** Failures of pauses of tariffs. Numbers 573 to 580. */
export const pauseFailures = {
  pause_not_allowed: {
    status: 200,
    number: 573,
    ru: 'Этот тариф нельзя поставить на паузу. Можно выключить продление: оплаченные дни останутся',
    uz: 'Bu tarifni pauzaga qoʻyib boʻlmaydi. Uzaytirishni oʻchirish mumkin: toʻlangan kunlar qoladi',
  },
  pause_days_wrong: {
    status: 200,
    number: 574,
    ru: 'Пауза этого тарифа — от {min} до {max}\u00a0дней. Исправьте число дней',
    uz: 'Bu tarifning pauzasi {min} kundan {max} kungacha. Kunlar sonini toʻgʻrilang',
  },
  pause_too_soon: {
    status: 200,
    number: 575,
    ru: 'Пауза бывает раз в 12\u00a0месяцев. Следующую можно начать {date}',
    uz: 'Pauza 12\u00a0oyda bir marta boʻladi. Keyingisini {date} kuni boshlash mumkin',
  },
  tariff_paused: {
    status: 200,
    number: 576,
    ru: 'Тариф на паузе. Завершите её в личном кабинете — и сразу можно смотреть',
    uz: 'Tarif pauzada. Uni shaxsiy kabinetda yakunlang — darhol tomosha qilish mumkin',
  },
  pause_not_on: {
    status: 200,
    number: 577,
    ru: 'Тариф не на паузе. Обновите страницу',
    uz: 'Tarif pauzada emas. Sahifani yangilang',
  },
  act_beyond_pause: {
    status: 200,
    number: 578,
    ru: 'Это больше вашего предела: пауза до {limit}\u00a0дн. Дольше может поставить: {roles}',
    uz: 'Bu sizning chegarangizdan koʻp: pauza {limit} kungacha. Uzoqrogʻini qoʻya oladi: {roles}',
  },
  pause_not_running: {
    status: 200,
    number: 579,
    ru: 'Тариф сейчас не действует, и за него ничего не спишется: ставить на паузу нечего',
    uz: 'Tarif hozir ishlamayapti va uning uchun pul yechilmaydi: pauzaga qoʻyadigan narsa yoʻq',
  },
  // For the staff; subscribers get `tariff_paused`.
  pause_already_on: {
    status: 200,
    number: 580,
    ru: 'Тариф уже на паузе. Завершите её, чтобы начать другую',
    uz: 'Tarif allaqachon pauzada. Boshqasini boshlash uchun uni yakunlang',
  },
} as const satisfies Record<string, FailureText>
