/** The texts of refusals that Payme shows to the payer: by its codes, in its three languages. */
export const paymeWords = {
  not_post: {
    code: -32300,
    message: {
      ru: 'Вызовы принимаются методом POST',
      uz: 'Soʻrovlar POST usulida qabul qilinadi',
      en: 'Calls are taken by POST',
    },
  },
  not_json: { code: -32700, message: { ru: 'Это не JSON', uz: 'Bu JSON emas', en: 'This is not JSON' } },
  fields: {
    code: -32600,
    message: {
      ru: 'В запросе не хватает полей или они не того вида',
      uz: 'Soʻrovda maydonlar yetishmaydi yoki ularning turi notoʻgʻri',
      en: 'Fields are missing or of the wrong kind',
    },
  },
  method: {
    code: -32601,
    message: { ru: 'Такого метода нет', uz: 'Bunday usul yoʻq', en: 'There is no such method' },
  },
  params: {
    code: -32602,
    message: {
      ru: 'Фискальные данные не того вида',
      uz: 'Fiskal maʼlumotlar turi notoʻgʻri',
      en: 'The fiscal data are of the wrong kind',
    },
  },
  access: {
    code: -32504,
    message: {
      ru: 'Недостаточно прав: проверьте ключ кассы',
      uz: 'Huquq yetarli emas: kassa kalitini tekshiring',
      en: 'Not allowed: check the key of the cash desk',
    },
  },
  trouble: {
    code: -32400,
    message: {
      ru: 'Сервис временно занят, повторите запрос',
      uz: 'Xizmat vaqtincha band, soʻrovni takrorlang',
      en: 'The service is busy, please ask again',
    },
  },
  too_many: {
    code: -32400,
    message: {
      ru: 'За это время слишком много платежей: запросите меньший срок',
      uz: 'Bu muddatda toʻlovlar juda koʻp: qisqaroq muddatni soʻrang',
      en: 'Too many payments in this time: ask for a shorter one',
    },
  },
  amount: {
    code: -31001,
    message: {
      ru: 'Неверная сумма: от 1\u00a0000 до 1\u00a0000\u00a0000\u00a0сум',
      uz: 'Summa notoʻgʻri: 1\u00a0000 dan 1\u00a0000\u00a0000\u00a0soʻmgacha',
      en: 'Wrong amount: from 1,000 to 1,000,000 sum',
    },
  },
  no_payment: {
    code: -31003,
    message: { ru: 'Такого платежа нет', uz: 'Bunday toʻlov yoʻq', en: 'There is no such payment' },
  },
  used: {
    code: -31007,
    message: {
      ru: 'Деньги уже потрачены на подписку: отменить платёж нельзя',
      uz: 'Pul obunaga sarflangan: toʻlovni bekor qilib boʻlmaydi',
      en: 'The money was used already: the payment cannot be cancelled',
    },
  },
  state: {
    code: -31008,
    message: {
      ru: 'Этот платёж уже завершён или отменён',
      uz: 'Bu toʻlov allaqachon yakunlangan yoki bekor qilingan',
      en: 'This payment has been made or cancelled already',
    },
  },
  account: {
    code: -31050,
    message: {
      ru: 'Абонент с таким номером не найден',
      uz: 'Bunday raqamli abonent topilmadi',
      en: 'There is no subscriber with this number',
    },
  },
} as const satisfies Record<string, { code: number; message: Record<'ru' | 'uz' | 'en', string> }>

export type PaymeProblem = keyof typeof paymeWords
