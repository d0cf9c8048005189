/** Texts of the button that downloads a title, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/films/download-button.ts'

export const uz = {
  action: 'Yuklab olish',
  actionEpisode: '{number}-qismni yuklab olish',
  inList: 'Yuklab olingan',
  unsupported: 'Bu brauzer videoni saqlay olmaydi. Chrome yoki Edge brauzerini sinab koʻring.',
} satisfies UzbekFor<typeof ru>
