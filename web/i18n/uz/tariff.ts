import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/tariff.ts'

export const uz = {
  title: 'Tariflar',
  lead: 'Narxlar soʻmda, barcha soliqlar bilan. Balansda pul yetguncha obuna oʻzi uzaytiriladi.',
  base: 'Asosiy tarifni toʻlangan davr oʻrtasida toʻxtatib boʻlmaydi: uni almashtirish yoki uzaytirmaslik mumkin.',
  how: 'Qanday toʻlanadi',
  recommended: 'Tavsiya etamiz',
  yours: 'Ulangan',
  yoursSuspended: 'Toʻxtatilgan',
  until: '{date} gacha toʻlangan',
  perPeriod: '{period} uchun',
  channels: { one: '{count} ta kanal', other: '{count} ta kanal' },
  showChannels: 'Kanallarni koʻrsatish',
  hideChannels: 'Kanallarni yashirish',
  noChannels: 'Telekanallarsiz: filmlar va seriallar',
  panel: '“{name}” tarifi kanallari',
  close: 'Yopish',
  world: 'Siz Oʻzbekiston tarmogʻidan tashqaridasiz: shu yerda ochiq kanallar koʻrsatilgan',
  search: 'Kanalni topish',
  clear: 'Tozalash',
  nothing: 'Bu tarifda “{query}” boʻyicha kanal yoʻq',
  login: 'Ulash uchun kiring',
  cabinet: 'Obunalarim',
  empty: 'Hozircha tariflar yoʻq',
  emptyText: 'Ulanish haqida qoʻllab-quvvatlash xizmatidan soʻrang',
  about: 'Xizmat haqida va aloqa',
} as const satisfies UzbekFor<typeof ru>
