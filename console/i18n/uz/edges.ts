import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/edges.ts'

export const uz = {
  title: 'Uzatish uzellari',
  text: 'Videoni asosiy manzil oʻrniga uzatadigan serverlar: masalan, hamkor tarmogʻida. Uzellar boʻlmasa, videoni asosiy manzil uzatadi.',
  edges: 'Uzellar',
  edgesText:
    'Avval tomoshabin tarmogʻi koʻrsatilgan uzel tanlanadi, keyin hamma uchun uzellar; tenglari orasida — vazn boʻyicha. Boʻshatilayotgan uzel yangi tomoshabin olmaydi, eskilari bir necha daqiqada undan ketadi; iPhone va boshqa pleyerlarda tomosha qilayotganlar — olti soatgacha.',
  none: 'Uzel yoʻq: videoni asosiy manzil uzatadi',
  add: 'Uzel qoʻshish',
  newEdge: 'Yangi uzel',
  change: 'Oʻzgartirish',
  changeOf: 'Oʻzgartirish: {name}',
  remove: 'Oʻchirish: {name}',
  saved: 'Saqlandi: {name}',
  removed: 'Oʻchirildi: {name}',
  name: 'Nomi',
  base: 'Manzil',
  baseHint: 'Yoʻlsiz: https://edge1.example.uz',
  weight: 'Vazn',
  weightHint: '0 dan 1000 gacha: shu tomoshabinlar uzellari orasidagi ulush. Nol boʻlsa, tomoshabin kelmaydi',
  weightOf: 'vazn {weight}',
  state: 'Holat',
  'state.on': 'ishlayapti',
  'state.draining': 'boʻshatilmoqda: yangi tomoshabinsiz',
  'state.off': 'oʻchirilgan',
  prefixes: 'Tomoshabinlar tarmoqlari',
  prefixesHint: 'Har qatorda bittadan: 10.20.0.0/16 yoki 2001:db8::/32. Boʻsh — hamma uchun',
  everybody: 'hamma uchun',
  networks: { one: '{count} tarmoq', other: '{count} tarmoq' },
  health: 'Tekshiruv manzili',
  healthHint:
    '200 kodi bilan javob berishi kerak. Uch xatodan keyin uzel tomoshabin olmaydi, ikki muvaffaqiyatdan keyin yana oladi. Boʻsh — tekshirilmaydi',
  unchecked: 'tekshirilmaydi',
  notYet: 'hali tekshirilmagan',
  healthy: 'javob beryapti',
  leftOut: 'javob bermayapti: {problem}',
} as const satisfies UzbekFor<typeof ru>
