/** The required format of a field, for error messages: named by the check, shown in the viewer's language. */
export const fieldForms = {
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
