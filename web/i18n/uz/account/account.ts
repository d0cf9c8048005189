import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/account.ts'

export const uz = {
  cabinet: 'Shaxsiy kabinet',
  subscriber: 'Abonent raqami',
  balance: 'Balans',
  subscriptions: 'Obunalar',
  noSubscriptions: 'Hozircha obuna yoʻq',
  suspended: 'Toʻxtatilgan',
  paused: 'Pauzada',
  off: 'Oʻchirilgan',
  active: 'Faol',
  base: 'Asosiy tarif',
} as const satisfies UzbekFor<typeof ru>
