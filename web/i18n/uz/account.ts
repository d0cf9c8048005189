import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/account.ts'

export const uz = {
  cabinet: 'Shaxsiy kabinet',
  subscriber: 'Abonent raqami',
  balance: 'Balans',
  missing: 'Obuna davom etishi uchun {price} yetishmaydi',
  subscriptions: 'Obunalar',
  noSubscriptions: 'Hozircha obuna yoʻq',
  perPeriod: '30 kunga {price}',
  renews: '{date} kuni uzaytiriladi',
  ends: '{date} gacha amal qiladi',
  suspended: 'Toʻxtatilgan',
  off: 'Oʻchirilgan',
  active: 'Faol',
  base: 'Asosiy tarif',
} as const satisfies UzbekFor<typeof ru>
