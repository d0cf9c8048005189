import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/service/information.ts'

export const uz = {
  contents: 'Shu sahifada',
  search: 'Savolni topish',
  clear: 'Tozalash',
  nothing: '«{query}» boʻyicha javob topilmadi',
  nothingHint: 'Boshqacha soʻrang yoki bizga qoʻngʻiroq qiling: raqam sahifa oxirida',
  found: { one: '{count} ta javob', other: '{count} ta javob' },
  showAll: 'Barcha savollarni koʻrsatish',
  qr: '{address} manzilli QR-kod',
  qrStore: 'Telefon kamerasini tuting yoki manzilni oching',
  qrSteps: 'Shu yoʻriqnomani telefonda ochish uchun kamerani tuting',
  qrText: 'Kamerani tuting yoki manzilni tering',
  gone: 'Bunday sahifa yoʻq',
  goneHint: 'U olib tashlangan yoki manzil xato yozilgan.',
  toHome: 'Bosh sahifaga',
} as const satisfies UzbekFor<typeof ru>
