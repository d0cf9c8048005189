import type { FailureText } from './failure-text.ts'

/** Failures of batches of promo codes. Numbers from 520. */
export const promotionFailures = {
  promo_batch_stopped: {
    status: 200,
    number: 520,
    ru: 'Эта акция остановлена. Введите другой промокод',
    uz: 'Bu aksiya toʻxtatilgan. Boshqa promokod kiriting',
  },
  promo_budget_spent: {
    status: 200,
    number: 521,
    ru: 'Акция закончилась: всё, что на неё было отведено, уже разобрали',
    uz: 'Aksiya tugadi: unga ajratilgan hammasi olib boʻlindi',
  },
  promo_batch_limit: {
    status: 200,
    number: 522,
    ru: 'Вы уже использовали столько промокодов этой акции, сколько можно одному человеку',
    uz: 'Bu aksiyaning bir kishiga ruxsat etilgan barcha promokodlarini ishlatib boʻldingiz',
  },
  promo_csv_wrong: {
    status: 200,
    number: 523,
    ru: 'Строка {line}, столбец {field}: «{text}». Код — 3–40 латинских букв, цифр и дефисов, каждый один раз и не из другой серии; uses — число от 1. Исправьте строку и загрузите файл снова',
    uz: '{line}-qator, {field} ustuni: «{text}». Kod — 3–40 ta lotin harfi, raqam va chiziqcha, har biri bir marta va boshqa toʻplamdan emas; uses — 1 dan boshlab son. Qatorni toʻgʻrilab, faylni qayta yuklang',
  },
  promo_terms_wrong: {
    status: 200,
    number: 524,
    ru: 'Серия ничего не даёт, уже закончилась или подключает тариф, которого нет. Укажите подарок или тариф и дату окончания позже сегодняшней',
    uz: 'Toʻplam hech narsa bermaydi, tugab boʻlgan yoki mavjud boʻlmagan tarifni ulaydi. Sovgʻa yoki tarifni va bugundan keyingi tugash sanasini koʻrsating',
  },
  promo_batch_state: {
    status: 200,
    number: 525,
    ru: 'Состояние серии изменилось, или в ней ещё нет кодов. Обновите страницу',
    uz: 'Toʻplam holati oʻzgargan yoki unda hali kod yoʻq. Sahifani yangilang',
  },
  promo_too_many: {
    status: 200,
    number: 526,
    ru: 'В одной серии не больше 100\u00a0000 кодов. Разделите файл на несколько серий',
    uz: 'Bitta toʻplamda koʻpi bilan 100\u00a0000 ta kod boʻladi. Faylni bir nechta toʻplamga boʻling',
  },
} as const satisfies Record<string, FailureText>
