import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/billing/gate.ts'

export const uz = {
  login: 'Tomosha qilish uchun kiring',
  loginText: 'Telefon yoki abonent raqami va parol kerak.',
  loginAction: 'Kirish',
  subscribe: 'Obuna kerak',
  subscribeText: 'U shu va boshqa film hamda kanallarni ochadi.',
  subscribePrice: 'Obunaga kiradi: 1 oyga {price}.',
  subscribeAction: 'Tarif tanlash',
  suspended: 'Obuna toʻxtatilgan',
  suspendedText: 'Balansda keyingi davr uchun mablagʻ yetarli emas.',
  suspendedMissing: 'Balansda {price} yetishmaydi.',
  suspendedAction: 'Balansni toʻldirish',
  suspendedPay: '{price}ga toʻldirish',
  paused: 'Tarif pauzada',
  pausedText: 'Pauzani shaxsiy kabinetda yakunlash mumkin.',
  pausedAction: 'Shaxsiy kabinetga',
  blocked: 'Hisob bloklangan',
  blockedText: 'Qoʻllab-quvvatlash xizmatiga murojaat qiling.',
  region: 'Faqat Oʻzbekiston tarmogʻida mavjud',
  regionText: 'Undan tashqarida TV boʻlimidagi qulfsiz kanallar ochiq.',
  regionAction: 'Kanallarga',
  unavailable: 'Videoni hozir koʻrib boʻlmaydi',
  unavailableText: 'Keyinroq urinib koʻring.',
} as const satisfies UzbekFor<typeof ru>
