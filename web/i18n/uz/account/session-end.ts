import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/session-end.ts'

export const uz = {
  ended: 'Seans tugadi',
  endedText:
    'Bu qurilma hisobdan chiqdi: u qurilmalar roʻyxatida uzilgan, parol oʻzgartirilgan yoki juda koʻp vaqt oʻtgan. Qaytadan kiring va shu sahifaga qaytasiz.',
  blocked: 'Hisob bloklangan',
  blockedText:
    'Hozir bu hisob bilan tomosha qilib boʻlmaydi. Qoʻllab-quvvatlash xizmatiga murojaat qiling: sababini aytishadi va kirishni tiklashga yordam berishadi.',
  deactivated: 'Hisobingiz faolsizlantirilgan',
  deactivatedText:
    'Endi u bilan kirib boʻlmaydi. Agar bu xato boʻlsa yoki fikringiz oʻzgargan boʻlsa, qoʻllab-quvvatlash xizmatiga qoʻngʻiroq qiling.',
  call: 'Qoʻngʻiroq qilish: {phone}',
  support: 'Qoʻllab-quvvatlash',
  login: 'Qaytadan kirish',
  otherAccount: 'Boshqa hisobga kirish',
  guest: 'Mehmon boʻlib qolish',
  home: 'Bosh sahifaga',
  openingLogin: 'Hozir kirish sahifasi ochiladi…',
} as const satisfies UzbekFor<typeof ru>
