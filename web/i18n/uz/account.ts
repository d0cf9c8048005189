import type { UzbekFor } from '../texts.ts'
import type { ru } from '../ru/account.ts'

export const uz = {
  password: 'Parol',
  badPhone: 'Raqamni tekshiring: +998 dan keyin toʻqqizta raqam kerak',
  noConnection: 'Server bilan aloqa yoʻq. Internetni tekshirib, yana urinib koʻring.',
  back: 'Bosh sahifaga',
  cabinet: 'Shaxsiy kabinet',
  subscriber: 'Abonent raqami',
  phone: 'Telefon',
  balance: 'Balans',
  missing: 'Obuna davom etishi uchun {price} yetishmaydi',
  subscriptions: 'Obunalar',
  noSubscriptions: 'Hozircha obuna yoʻq',
  perPeriod: '30 kunga {price}',
  renews: '{date} kuni uzaytiriladi',
  ends: '{date} gacha amal qiladi',
  suspended: 'Toʻxtatilgan',
  off: 'Oʻchirilgan',
  active: 'Faol',
  base: 'Asosiy tarif',
  language: 'Til',
  logout: 'Chiqish',
  loggedOut: 'Siz hisobdan chiqdingiz',
} as const satisfies UzbekFor<typeof ru>
