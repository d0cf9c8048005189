import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/city.ts'

export const uz = {
  title: 'Shahar',
  why: 'Ixtiyoriy: aynan sizning joyingizdagi ishlar va tadbirlar haqida xabar berish uchun.',
  suggested: 'Tarmoqqa koʻra, siz shu yerdasiz. Bunday boʻlmasa, toʻgʻrilang.',
  region: 'Viloyat',
  city: 'Shahar yoki tuman',
  none: 'Koʻrsatilmagan',
  whole: 'Butun viloyat',
  failed: 'Saqlanmadi. Internetni tekshirib, yana urinib koʻring.',
  saved: 'Shahar saqlandi',
} as const satisfies UzbekFor<typeof ru>
