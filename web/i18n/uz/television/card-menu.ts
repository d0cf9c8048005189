import type { ru } from '#web/i18n/ru/television/card-menu.ts'
import type { UzbekFor } from '#web/i18n/texts.ts'

export const uz: UzbekFor<typeof ru> = {
  open: 'Ochish',
  watch: 'Tomosha qilish',
  goOn: 'Davom ettirish',
  about: 'Film haqida',
  favouriteAdd: 'Sevimlilarga qoʻshish',
  favouriteRemove: 'Sevimlilardan olib tashlash',
  all: 'Hammasi',
  allOfList: 'Toʻliq roʻyxat',
  fromStart: 'Boshidan tomosha qilish',
  guide: 'Dastur va arxiv',
  remove: '«Davom ettirish» roʻyxatidan olib tashlash',
  hint: 'Menyuni ochish uchun OK tugmasini bosib turing',
  next: 'Soʻng {time} da: {title}',
  series: 'Serial',
  leave: '{service} ilovasidan chiqilsinmi?',
  leaveYes: 'Chiqish',
  leaveNo: 'Qolish',
}
