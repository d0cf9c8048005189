import type { ru } from '#web/i18n/ru/films/preview.ts'
import type { UzbekFor } from '#web/i18n/texts.ts'

export const uz: UzbekFor<typeof ru> = {
  label: 'Oldindan koʻrish: {name}',
  watch: 'Koʻrish',
  open: 'Batafsil',
  series: 'Serial',
}
