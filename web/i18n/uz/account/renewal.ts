import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/account/renewal.ts'

export const uz = {
  title: '«{name}» tarifini uzaytirish',
  willRenew: '{date} kuni «{name}» tarifi uchun {money} yechiladi.',
  staysUntil: 'Bekor qilsangiz, {date}gacha tomosha qilish mumkin va hech narsa yechilmaydi.',
  cancelled: 'Uzaytirish bekor qilindi. {date}gacha tomosha qilish mumkin, keyin hech narsa yechilmaydi.',
  cancel: 'Uzaytirishni bekor qilish',
  renew: 'Baribir uzaytirish',
  cabinet: 'Shaxsiy kabinet',
  over: 'Havola ishlamaydi',
  overText: 'Uzaytirishni shaxsiy kabinetda oʻchirish mumkin.',
  noConnection: 'Server bilan aloqa yoʻq. Yana urinib koʻring',
} satisfies UzbekFor<typeof ru>
