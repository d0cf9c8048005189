import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/pictures.ts'

export const uz: UzbekFor<typeof ru> = {
  picture: 'Rasm',
  choose: 'Rasm tanlash',
  replace: 'Rasmni almashtirish',
  remove: 'Olib tashlash',
  uploading: 'Rasm yuklanmoqda',
  size: 'Fayl boʻsh boʻlmasligi va 25\u00a0MB dan oshmasligi kerak',
  lost: 'Rasm yuklanmadi. Uni qayta tanlang',
  cropStart: 'Kesish',
  crop: 'Rasm ramkasi',
  'crop.x': 'Gorizontal',
  'crop.y': 'Vertikal',
  'crop.size': 'Ramka oʻlchami',
  cropSave: 'Ramka boʻyicha kesish',
  cropCancel: 'Kesmaslik',
  missingLogos: {
    one: 'Roʻyxatdagi {count} ta logotipni yuklab boʻlmadi.',
    other: 'Roʻyxatdagi {count} ta logotipni yuklab boʻlmadi.',
  },
  toLogos: 'Logotiplar',
}
