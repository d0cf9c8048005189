import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/complaint.ts'

export const uz = {
  title: 'Muammo haqida xabar berish',
  problem: 'Nima boʻldi?',
  words: 'Batafsil yozing',
  wordsOptional: 'Batafsil yozing (ixtiyoriy)',
  wordsHint: 'Qayerda, nechanchi daqiqada, qaysi qurilmada',
  wordsNeeded: 'Bir-ikki soʻz yozing: ularsiz nimani tuzatishni bilmaymiz',
  choose: 'Nima boʻlganini tanlang',
  send: 'Yuborish',
  sending: 'Yuborilmoqda…',
  sent: 'Rahmat. Xabaringizni oldik va tekshiramiz',
  failed: 'Yuborilmadi: aloqa yoʻq. Yana urinib koʻring',
} as const satisfies UzbekFor<typeof ru>
