import type { UzbekFor } from '#web/i18n/texts.ts'
import type { ru } from '#web/i18n/ru/television/statistics.ts'

export const uz: UzbekFor<typeof ru> = {
  'stats.title': 'Statistika',
  'stats.close': 'Statistikani yopish',
  'stats.copy': 'Qoʻllab-quvvatlash xizmati uchun nusxalash',
  'stats.copied': 'Nusxalandi',
  'stats.notCopied': 'Brauzer nusxalashga ruxsat bermadi: matnni belgilab, nusxalang.',
  'stats.source': 'Nima koʻrsatilmoqda',
  'stats.picture': 'Tasvir',
  'stats.rung': 'Sifat',
  'stats.network': 'Tarmoq tezligi',
  'stats.buffer': 'Zaxira',
  'stats.frames': 'Tashlangan kadrlar',
  'stats.latency': 'Efirdan kechikish',
  'stats.codecs': 'Kodeklar',
  'stats.position': 'Joyi',
  'stats.received': 'Qabul qilindi',
  'stats.stalls': 'Toʻxtashlar / uzilishlar',
  'stats.place': 'Tomosha raqami',
  'stats.faults': 'Nosozliklar',
}
