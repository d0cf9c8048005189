import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/message-preferences.ts'

export const uz = {
  on: 'Xizmat yangiliklari va takliflarini olasiz. Pul yechilishi, toʻlovlar va kirishlar haqida doim xabar beramiz.',
  off: 'Xizmat yangiliklari va takliflarini olmaysiz. Pul yechilishi, toʻlovlar va kirishlar haqida doim xabar beramiz.',
  turnOn: 'Takliflarni olish',
  turnOff: 'Takliflarni olmaslik',
  failed: 'Saqlab boʻlmadi. Internetni tekshirib, yana urinib koʻring.',
} as const satisfies UzbekFor<typeof ru>
