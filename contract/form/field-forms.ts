/** The required format of a field, for error messages: named by the check, shown in the viewer's language. */
export const fieldForms = {
  required: { ru: 'обязательное поле', uz: 'toʻldirilishi shart' },
  whole: { ru: 'целое число без дробной части', uz: 'kasr qismisiz butun son' },
  country: {
    ru: 'код страны из двух букв или её название из списка',
    uz: 'mamlakatning ikki harfli kodi yoki roʻyxatdagi nomi',
  },
  card_number: { ru: '16 цифр номера карты', uz: 'karta raqamining 16 ta raqami' },
  card_expiry: { ru: 'месяц от 01 до 12 и год от 24: ММ/ГГ', uz: '01–12 oy va 24 dan boshlab yil: OO/YY' },
  version: { ru: 'версия вида 1.4.0', uz: '1.4.0 koʻrinishidagi versiya' },
  sms_code: { ru: 'код состоит из 6 цифр', uz: 'kod 6 ta raqamdan iborat' },
  page_of_remote: {
    ru: 'адрес страницы сайта, на которой можно смотреть, например /movie/12',
    uz: 'tomosha qilsa boʻladigan sahifa manzili, masalan /movie/12',
  },
  push_token: {
    ru: 'токен устройства в том виде, в каком его выдала служба уведомлений',
    uz: 'qurilma tokeni, bildirishnoma xizmati qanday bergan boʻlsa, shunday',
  },
  staff_login: {
    ru: 'от 3 до 100 знаков: латинские буквы, цифры и . _ - + @',
    uz: '3 tadan 100 tagacha belgi: lotin harflari, raqamlar va . _ - + @',
  },
  support_phone: {
    ru: 'телефон: +998 и девять цифр, например +998 71 200-11-22, или короткий номер из 3–4 цифр',
    uz: 'telefon: +998 va toʻqqizta raqam, masalan +998 71 200-11-22, yoki 3–4 raqamli qisqa raqam',
  },
  days_before: {
    ru: 'до шести чисел от 1 до 14 через запятую, например 3, 1',
    uz: 'vergul bilan ajratilgan oltitagacha son, 1 dan 14 gacha, masalan 3, 1',
  },
  days_after: {
    ru: 'до шести чисел от 0 до 60 через запятую, например 0, 3, 14',
    uz: 'vergul bilan ajratilgan oltitagacha son, 0 dan 60 gacha, masalan 0, 3, 14',
  },
  days_retry: {
    ru: 'до шести чисел от 1 до 30 через запятую, например 1, 3, 7',
    uz: 'vergul bilan ajratilgan oltitagacha son, 1 dan 30 gacha, masalan 1, 3, 7',
  },
  pause_max: {
    ru: 'самая длинная пауза не короче самой короткой',
    uz: 'eng uzun pauza eng qisqasidan kam boʻlmasin',
  },
  price: {
    ru: 'сумма в сумах: 39000 или 39000,50',
    uz: 'soʻmdagi summa: 39000 yoki 39000,50',
  },
  colour: {
    ru: 'цвет вида #3a7fc4',
    uz: '#3a7fc4 koʻrinishidagi rang',
  },
  hosts: {
    ru: 'до 20 имён сайтов через пробел, например tv.example.uz; имя на кириллице — в виде xn--…',
    uz: 'boʻsh joy bilan ajratilgan 20 tagacha sayt nomi, masalan tv.example.uz; kirillcha nom xn--… koʻrinishida',
  },
  font: {
    ru: 'файл WOFF2 до 150\u00a0КБ; большой шрифт сократите до латиницы и кириллицы',
    uz: '150\u00a0KB gacha WOFF2 fayl; katta shriftni lotin va kirill harflarigacha qisqartiring',
  },
  telegram: {
    ru: 'имя в Telegram, например @example_tv, или адрес https://t.me/example_tv',
    uz: 'Telegramdagi nom, masalan @example_tv, yoki https://t.me/example_tv manzili',
  },
  email: { ru: 'адрес почты, например help@example.uz', uz: 'pochta manzili, masalan help@example.uz' },
  link_token: {
    ru: 'ссылка неполная: откройте её целиком',
    uz: 'havola toʻliq emas: uni toʻliq oching',
  },
  id_list: { ru: 'номера через запятую, например 5,7', uz: 'vergul bilan ajratilgan raqamlar, masalan 5,7' },
} as const satisfies Record<string, { readonly ru: string; readonly uz: string }>

export type FieldForm = keyof typeof fieldForms

/** The message of a check that names a format; the server turns it into text. */
export function formNamed(form: FieldForm): string {
  return `form:${form}`
}

/** The format that a check's message names, or undefined for every other message. */
export function formOf(message: string): FieldForm | undefined {
  const name = message.startsWith('form:') ? message.slice('form:'.length) : ''
  return Object.keys(fieldForms).find((form): form is FieldForm => form === name)
}
