import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/account.ts'

export const uz = {
  cabinet: 'Shaxsiy kabinet',
  subscriber: 'Abonent raqami',
  balance: 'Balans',
  subscriptions: 'Obunalar',
  noSubscriptions: 'Hozircha obuna yoʻq',
  suspended: 'Toʻxtatilgan',
  off: 'Oʻchirilgan',
  active: 'Faol',
  base: 'Asosiy tarif',
} as const satisfies UzbekFor<typeof ru>
