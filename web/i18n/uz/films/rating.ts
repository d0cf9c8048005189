import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/films/rating.ts'

export const uz: UzbekFor<typeof ru> = {
  rateTitle: 'Sizning bahongiz',
  rateHint: 'Sizga qanchalik yoqdi?',
  rateSend: 'Baholash',
  rateChange: 'Bahoni oʻzgartirish',
  rateBack: 'Bahoni olib tashlash',
  rateTakenBack: 'Baho olib tashlandi',
  rateThanks: 'Baho uchun rahmat',
  rateFailed: 'Baho saqlanmadi. Internetni tekshirib, yana urinib koʻring.',
  rateChoose: '1 dan 10 gacha baho tanlang',
  'rate.1': 'Dahshat',
  'rate.2': 'Juda yomon',
  'rate.3': 'Yomon',
  'rate.4': 'Sust',
  'rate.5': 'Oʻrtacha',
  'rate.6': 'Yomon emas',
  'rate.7': 'Yaxshi',
  'rate.8': 'Juda yaxshi',
  'rate.9': 'Aʼlo',
  'rate.10': 'Shoh asar',
  rateStep: '10 dan {rating}, {word}',
}
