/** Texts of the settings that belong to a device: saving data, the mini-player, in Uzbek. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/viewing-settings.ts'

export const uz = {
  title: 'Shu qurilmada tomosha',
  saver: 'Trafikni tejash',
  saverWhy: 'Video kamroq trafik sarflaydi, oldindan koʻrish va kanallarning jonli kadrlari yuklanmaydi.',
  'saver.never': 'Oʻchirilgan',
  'saver.mobile': 'Mobil tarmoqda',
  'saver.always': 'Har qanday tarmoqda',
  'saver.on': 'Yoqilgan',
  hour: 'soatiga {size}\u00a0GB gacha',
  hours: 'Oxirgi video soatiga: tejash bilan {saving}\u00a0GB gacha, tejashsiz {full}\u00a0GB gacha.',
  mini: 'Mini-pleyerda davom etsin',
  miniWhy: 'Boshqa sahifaga oʻtganingizda video toʻxtamaydi.',
  'mini.on': 'Ha',
  'mini.off': 'Yoʻq',
} as const satisfies UzbekFor<typeof ru>
