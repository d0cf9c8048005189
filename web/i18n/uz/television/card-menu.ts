import type { ru } from '#web/i18n/ru/television/card-menu.ts'
import type { UzbekFor } from '#web/i18n/texts.ts'

export const uz: UzbekFor<typeof ru> = {
  open: 'Ochish',
  watch: 'Koʻrish',
  goOn: 'Koʻrishni davom ettirish',
  about: 'Film haqida',
  favouriteAdd: 'Sevimlilarga qoʻshish',
  favouriteRemove: 'Sevimlilardan olib tashlash',
  all: 'Hammasi',
  allOfList: 'Toʻliq roʻyxat',
  fromStart: 'Boshidan koʻrish',
  guide: 'Dastur va arxiv',
  mosaic: 'Mozaikaga qoʻshish',
  remove: '«Koʻrishni davom ettirish»dan olib tashlash',
  hint: 'Menyuni ochish uchun OK tugmasini bosib turing',
  next: 'Keyin soat {time} da: {title}',
  series: 'Serial',
  leave: '{service} ilovasidan chiqilsinmi?',
  leaveYes: 'Chiqish',
  leaveNo: 'Qolish',
}
