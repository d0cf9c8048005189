import type { FailureText } from './failure-text.ts'

/** Failures of the home page and of collections in the console. Numbers from 320. */
export const homeFailures = {
  rail_not_found: {
    status: 404,
    number: 320,
    ru: 'Такого ряда на главной уже нет: его удалили',
    uz: 'Bosh sahifada bunday qator endi yoʻq: u oʻchirilgan',
  },
  rails_full: {
    status: 200,
    number: 321,
    ru: 'Рядов уже {limit}. Удалите ненужные',
    uz: 'Qatorlar allaqachon {limit} ta. Keraksizlarini oʻchiring',
  },
  rail_content_missing: {
    status: 200,
    number: 322,
    ru: 'Выберите, что показывать в этом ряду: его подборки, категории или каналов нет',
    uz: 'Bu qatorda nima koʻrsatilishini tanlang: uning toʻplami, turkumi yoki kanallari yoʻq',
  },
  rail_years_wrong: {
    status: 200,
    number: 323,
    ru: 'Второй год должен быть не раньше первого',
    uz: 'Ikkinchi yil birinchisidan oldin boʻlmasligi kerak',
  },
  order_changed_since: {
    status: 200,
    number: 324,
    ru: 'Порядок тем временем изменил другой сотрудник: {who}. Он показан, передвиньте ещё раз',
    uz: 'Bu orada tartibni boshqa xodim oʻzgartirdi: {who}. U koʻrsatildi, yana bir bor suring',
  },
  collection_not_found: {
    status: 404,
    number: 325,
    ru: 'Такой подборки уже нет: её удалили',
    uz: 'Bunday toʻplam endi yoʻq: u oʻchirilgan',
  },
  collections_full: {
    status: 200,
    number: 326,
    ru: 'Подборок уже {limit}. Удалите ненужные',
    uz: 'Toʻplamlar allaqachon {limit} ta. Keraksizlarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
