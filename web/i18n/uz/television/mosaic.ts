import type { ru } from '#web/i18n/ru/television/mosaic.ts'
import type { UzbekFor } from '#web/i18n/texts.ts'

export const uz: UzbekFor<typeof ru> = {
  title: 'Mozaika',
  choose: 'Kanallarni tanlash',
  chooseTitle: 'Mozaika kanallari',
  chosen: '{max} tadan {count} tasi tanlandi',
  full: 'Mozaikada {max} ta kanal bor. Boshqasini qoʻshish uchun bittasini olib tashlang',
  search: 'Kanalni topish',
  clear: 'Tozalash',
  nothing: '«{query}» boʻyicha kanal topilmadi',
  done: 'Tayyor',
  empty: 'Bir vaqtda toʻrttagacha kanalni koʻring',
  emptyHint: 'Tasvir hammasida, ovoz esa siz tanlagan kanalda',
  tiles: 'Kanallar',
  heard: 'ovozi yoqilgan',
  silent: 'ovozsiz',
  still: 'koʻrsatilmayapti',
  toHear: 'Koʻrish uchun tanlang',
  remove: '«{name}» kanalini mozaikadan olib tashlash',
  soundOff: 'Brauzer ovozni oʻchirib qoʻydi',
  soundOn: 'Ovozni yoqish',
  failed: 'Kanalni koʻrsatib boʻlmadi',
  stopped: 'Koʻrish boshqa qurilmadan toʻxtatildi',
  more: 'Batafsil — kanal sahifasida',
  limit: {
    one: 'Tarifingizda bir vaqtda {count} ta video koʻrsatiladi. Qolgan kanallar ustiga kelganingizda yoqiladi',
    other:
      'Tarifingizda bir vaqtda {count} ta video koʻrsatiladi. Qolgan kanallar ustiga kelganingizda yoqiladi',
  },
  elsewhere: 'Tarifingizdagi videolarning bir qismi boshqa qurilmalarda koʻrilmoqda',
  guest: 'Bir nechta kanalni birga koʻrish uchun kiring',
  decoder: 'Bu qurilma bir vaqtda bitta video koʻrsatadi. Qolgan kanallar ustiga kelganingizda yoqiladi',
  tariffs: 'Tariflar',
  devices: 'Qurilmalar',
  login: 'Kirish',
}
