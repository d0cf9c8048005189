import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/tv.ts'

export const uz = {
  title: 'Telekanallar',
  all: 'Barcha kanallar',
  categories: 'Toifalar',
  search: 'Kanalni topish',
  clear: 'Tozalash',
  nothing: '«{query}» boʻyicha kanal topilmadi',
  nothingHint: 'Nomini tekshiring yoki butun roʻyxatni koʻring',
  emptyCategory: 'Bu toifada hozircha kanal yoʻq',
  showAll: 'Barcha kanallarni koʻrsatish',
  world: 'Siz Oʻzbekiston tarmogʻidan tashqaridasiz: bu yerda kanallarning bir qismi ochiq',
  guest: 'Kanallar va arxivni koʻrish uchun kiring',
  count: { one: '{count} ta kanal', other: '{count} ta kanal' },
} as const satisfies UzbekFor<typeof ru>
