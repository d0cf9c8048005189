import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/password.ts'

export const uz = {
  title: 'Parolni oʻzgartirish',
  lead: 'Parol oʻzgartirilgach, boshqa qurilmalarda qaytadan kirish kerak boʻladi.',
  old: 'Avvalgi parol',
  next: 'Yangi parol',
  repeat: 'Yangi parol yana bir marta',
  ruleDifferent: 'Avvalgisidan farq qiladi',
  ruleSame: 'Ikki marta bir xil kiritilgan',
  met: 'bajarildi',
  unmet: 'hali yoʻq',
  needOld: 'Avvalgi parolni kiriting',
  notDifferent: 'Yangi parol avvalgisi bilan bir xil',
  notSame: 'Parollar mos kelmadi',
  save: 'Parolni oʻzgartirish',
  saving: 'Oʻzgartirilmoqda…',
  done: 'Parol oʻzgartirildi',
  doneNone: 'Hisobda boshqa qurilma yoʻq edi.',
  doneOthers: {
    one: 'Yana {count} ta qurilma hisobdan chiqarildi.',
    other: 'Yana {count} ta qurilma hisobdan chiqarildi.',
  },
  toCabinet: 'Kabinetga',
  back: 'Kabinet',
  noConnection: 'Server bilan aloqa yoʻq. Internetni tekshirib, yana urinib koʻring.',
} as const satisfies UzbekFor<typeof ru>
