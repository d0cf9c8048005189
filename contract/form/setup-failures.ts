import type { FailureText } from './failure-text.ts'

/** Failures of the first run and of subscribers for trying. Numbers from 399. */
export const setupFailures = {
  trial_has_paid: {
    status: 200,
    number: 399,
    ru: 'Этот абонент заплатил {sum}\u00a0сум: он настоящий, и его деньги остаются у него. Сначала верните платёж',
    uz: 'Bu abonent {sum}\u00a0soʻm toʻlagan: u haqiqiy, puli oʻzida qoladi. Avval toʻlovni qaytaring',
  },
  trial_number_taken: {
    status: 200,
    number: 400,
    ru: 'Этот номер абонента уже занят. Оставьте поле пустым: номер подберётся сам',
    uz: 'Bu abonent raqami band. Maydonni boʻsh qoldiring: raqam oʻzi tanlanadi',
  },
  trial_name_wrong: {
    status: 200,
    number: 401,
    ru: 'Это не номер абонента: нужно 6–12 цифр, и не телефон. Исправьте или оставьте поле пустым',
    uz: 'Bu abonent raqami emas: 6–12 raqam kerak, telefon yaramaydi. Toʻgʻrilang yoki maydonni boʻsh qoldiring',
  },
  trials_full: {
    status: 200,
    number: 402,
    ru: 'Пробных абонентов уже {max}. Удалите ненужных',
    uz: 'Sinov abonentlari allaqachon {max} ta. Keraksizlarini oʻchiring',
  },
  trial_tariff_needed: {
    status: 200,
    number: 403,
    ru: 'Подключить нечего: нет тарифа, который что-то открывает. Сначала заведите тариф',
    uz: 'Ulash uchun hech narsa yoʻq: biror narsani ochadigan tarif yoʻq. Avval tarif yarating',
  },
  trial_tariff_gone: {
    status: 200,
    number: 404,
    ru: 'Этого тарифа больше нет. Выберите другой',
    uz: 'Bu tarif endi yoʻq. Boshqasini tanlang',
  },
  trial_not_found: {
    status: 404,
    number: 405,
    ru: 'Такого пробного абонента нет: его уже удалили',
    uz: 'Bunday sinov abonenti yoʻq: u allaqachon oʻchirilgan',
  },
} as const satisfies Record<string, FailureText>
