import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/commands.ts'

export const uz = {
  label: 'Operatordan xabar',
  hint: 'Yopish: OK yoki «Orqaga»',
} as const satisfies UzbekFor<typeof ru>
