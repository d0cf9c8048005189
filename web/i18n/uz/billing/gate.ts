import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/billing/gate.ts'

export const uz = {
  login: 'Tomosha qilish uchun kiring',
  loginText: 'Telefon yoki abonent raqami va parol kerak.',
  loginAction: 'Kirish',
  subscribe: 'Obuna kerak',
  subscribeText: 'U shu va boshqa film hamda kanallarni ochadi.',
  subscribePrice: 'Obunaga kiradi: 30 kunga {price}.',
  subscribeAction: 'Tarif tanlash',
  suspended: 'Obuna toʻxtatilgan',
  suspendedText: 'Balansda keyingi davr uchun mablagʻ yetarli emas.',
  suspendedMissing: 'Balansda {price} yetishmaydi.',
  suspendedAction: 'Balansni toʻldirish',
  blocked: 'Hisob bloklangan',
  blockedText: 'Qoʻllab-quvvatlash xizmatiga murojaat qiling.',
  region: 'Faqat Oʻzbekiston tarmogʻida mavjud',
  regionText: 'Undan tashqarida TV boʻlimidagi qulfsiz kanallar ochiq.',
  regionAction: 'Kanallarga',
  unavailable: 'Video hozir mavjud emas',
  unavailableText: 'Keyinroq urinib koʻring.',
} as const satisfies UzbekFor<typeof ru>
