/** Texts of casting to a television over Google Cast, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/casting.ts'

export const uz = {
  playingOn: 'Koʻrsatilmoqda: {screen}',
  preparing: 'Tayyorlanmoqda: {screen}',
  stop: 'Televizorda koʻrsatishni toʻxtatish',
  seek: 'Televizorda oldinga yoki orqaga surish',
  position: '{at} / {length}',
  live: 'Efirda',
  failed: 'Televizorda koʻrsatib boʻlmadi. Yana urinib koʻring.',

  waitingTitle: 'Koʻrsatishga tayyor',
  waitingText:
    'Telefon yoki kompyuterda film yoki kanalni oching va «Televizorda koʻrsatish» tugmasini bosing.',
  notACast: 'Google Cast orqali video yuborilganda bu sahifani televizorning oʻzi ochadi.',
  noRoom: 'Bu hisobda qurilmalar juda koʻp. Kabinetdagi «Qurilmalar» sahifasida joy boʻshating.',
} as const satisfies UzbekFor<typeof ru>
