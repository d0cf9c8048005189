/** The state of the service, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/status.ts'

export const uz = {
  title: 'Xizmat holati',
  'state.good': 'Hammasi ishlayapti',
  'state.works': 'Rejali ishlar ketmoqda',
  'state.trouble': 'Nosozlik bor, biz tuzatyapmiz',
  'state.unknown': 'Hozir kanallar haqida yangi maʼlumot yoʻq',
  checked: 'Kanallar tekshirildi: {moment}',
  allShown: { one: '{count} ta kanal koʻrsatilmoqda', other: 'Barcha {count} ta kanal koʻrsatilmoqda' },
  downTitle: {
    one: '{all} tadan {count} ta kanal koʻrsatmayapti',
    other: '{all} tadan {count} ta kanal koʻrsatmayapti',
  },
  since: '{moment} dan beri',
  from: '{moment} dan',
  going: 'Hozir',
  planned: 'Rejalashtirilgan',
  past: 'Soʻnggi ikki haftada',
  works: 'Rejali ishlar',
  outage: 'Nosozlik',
  until: '{moment} gacha',
  noEnd: 'tuzatilguncha',
  quiet: 'Ishlar rejalashtirilmagan, ikki hafta ichida nosozlik haqida xabar bermaganmiz',
  hint: 'Kanalingiz koʻrsatmayapti-yu, bu yerda hammasi joyidami? Ilovani qayta ishga tushiring, internetni tekshiring yoki qoʻngʻiroq qiling: {phone}',
} as const satisfies UzbekFor<typeof ru>
