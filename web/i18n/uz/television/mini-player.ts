/** Texts of the mini-player, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/mini-player.ts'

export const uz = {
  label: 'Mini-pleyer',
  open: 'Pleyerni kattalashtirish: {title}',
  close: 'Mini-pleyerni yopish',
  failed: 'Video toʻxtab qoldi. Pleyerni oching',
  next: 'Keyingi qism: {title}',
} as const satisfies UzbekFor<typeof ru>
