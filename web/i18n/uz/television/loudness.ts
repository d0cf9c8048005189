/** Texts of the setting of an even loudness, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/loudness.ts'

export const uz = {
  title: 'Bir xil balandlik',
  on: 'Yoqilgan',
  off: 'Oʻchirilgan',
} as const satisfies UzbekFor<typeof ru>
