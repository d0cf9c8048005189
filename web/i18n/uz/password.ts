import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/password.ts'

export const uz = {
  title: 'Parolni oʻzgartirish',
  lead: 'Parol oʻzgartirilgach, boshqa qurilmalarda qaytadan kirish kerak boʻladi.',
  old: 'Avvalgi parol',
  next: 'Yangi parol',
  repeat: 'Yangi parol yana bir marta',
  ruleDifferent: 'Avvalgisidan farq qiladi',
  ruleSame: 'Ikkala safar bir xil',
  met: 'bajarildi',
  unmet: 'hali yoʻq',
  needOld: 'Avvalgi parolni kiriting',
  save: 'Parolni oʻzgartirish',
  saving: 'Oʻzgartirilmoqda…',
  done: 'Parol oʻzgartirildi',
  doneNone: 'Boshqa qurilmalarda hech kim hisobda emas edi.',
  doneOthers: {
    one: 'Yana {count} ta qurilmada chiqildi.',
    other: 'Yana {count} ta qurilmada chiqildi.',
  },
  toCabinet: 'Kabinetga',
  back: 'Kabinet',
  noConnection: 'Server bilan aloqa yoʻq. Internetni tekshirib, yana urinib koʻring.',
} as const satisfies UzbekFor<typeof ru>
