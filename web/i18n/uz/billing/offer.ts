import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/billing/offer.ts'

export const uz = {
  free: { one: '{count} kun bepul', other: '{count} kun bepul' },
  freeOf: { one: '«{tariff}»: {count} kun bepul', other: '«{tariff}»: {count} kun bepul' },
  terms: {
    one: '«{tariff}» {count} kun bepul, keyin {price}.',
    other: '«{tariff}» {count} kun bepul, keyin {price}.',
  },
  newcomers: 'Yangi abonentlarga {terms}',
  later:
    'Hozir hech narsa yechilmaydi. Keyin tarif oʻzi uzaytiriladi: {price}. Avtomatik uzaytirishni istalgan kuni oʻchirish mumkin.',
  laterDefault:
    'Hozir hech narsa yechilmaydi. Keyin tarif odatdagi narxda oʻzi uzaytiriladi. Avtomatik uzaytirishni istalgan kuni oʻchirish mumkin.',
  forMonths: { one: '{count} oyga {price}', other: '{count} oyga {price}' },
  forDays: { one: '{count} kunga {price}', other: '{count} kunga {price}' },
  take: 'Ulash',
  notNow: 'Hozir emas',
  taken: '«{tariff}» ulandi',
  noResponse: 'Server bilan aloqa yoʻq. Yana urinib koʻring',
  connectFor: '«{tariff}»ni {price}ga ulash',
  inTariff: 'Bu kanal bor tariflar',
  otherTariffs: 'Bu kanal bor boshqa tariflar',
  allTariffs: 'Tariflarni solishtirish',
} as const satisfies UzbekFor<typeof ru>
