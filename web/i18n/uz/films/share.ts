import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/films/share.ts'

export const uz: UzbekFor<typeof ru> = {
  shareTitle: 'Ulashish',
  shareAddress: 'Sahifa manzili',
  shareCopy: 'Nusxalash',
  shareScan: 'Telefon kamerasini tuting, sahifa telefonda ochiladi',
  shareOther: 'Boshqa usul',
  shareMail: 'Pochta',
  copied: 'Havola nusxalandi',
  copyFailed: 'Nusxalab boʻlmadi. Manzilni belgilab, oʻzingiz nusxalang.',
  momentTitle: 'Shu lahzani ulashish',
  momentText: 'Havola shu lahzani ochadi. Obunasi yoʻqlar bir daqiqa koʻradi. 30\u00a0kun ishlaydi',
}
