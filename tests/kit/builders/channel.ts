import type { PublishedChannel } from '#server/television/television.ts'

/** A channel to publish: linear, with seven days of archive, named by its key unless `more` says otherwise. */
export function buildChannel(key: string, more: Partial<PublishedChannel> = {}): PublishedChannel {
  return {
    key,
    name: { ru: key, uz: key },
    logo: null,
    categoryId: 1,
    additionalCategories: [],
    isSocial: false,
    worldPlace: null,
    source: { kind: 'linear' },
    archiveDays: 7,
    guideShiftMin: 0,
    ...more,
  }
}
