import type { FailureText } from './failure-text.ts'

/** Failures of segments and campaigns. Numbers from 450. */
export const messageFailures = {
  segment_not_found: {
    status: 404,
    number: 450,
    ru: 'Такого сегмента больше нет: его удалили. Выберите другой',
    uz: 'Bunday segment endi yoʻq: u oʻchirilgan. Boshqasini tanlang',
  },
  template_field: {
    status: 200,
    number: 451,
    ru: 'Поля {field} нет. Есть: {fields}',
    uz: '{field} degan maydon yoʻq. Bor maydonlar: {fields}',
  },
  segment_is_everybody: {
    status: 200,
    number: 452,
    ru: 'Это все или почти все абоненты: {count}. Впишите это число, чтобы подтвердить',
    uz: 'Bu barcha yoki deyarli barcha abonentlar: {count}. Tasdiqlash uchun shu sonni yozing',
  },
  campaign_state: {
    status: 200,
    number: 453,
    ru: 'Сейчас это невозможно: рассылка уже в другом состоянии. Обновите страницу',
    uz: 'Hozir buning iloji yoʻq: joʻnatma boshqa holatda. Sahifani yangilang',
  },
  messages_full: {
    status: 200,
    number: 454,
    ru: 'Их уже {limit}: удалите ненужные',
    uz: 'Ular allaqachon {limit} ta: keraksizlarini oʻchiring',
  },
  test_not_sent: {
    status: 200,
    number: 455,
    ru: 'Проверочное сообщение не ушло: {reason}',
    uz: 'Sinov xabari ketmadi: {reason}',
  },
} as const satisfies Record<string, FailureText>
