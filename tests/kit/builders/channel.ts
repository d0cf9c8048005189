import type { ChannelRecord, PublishedChannel } from '#server/television/television.ts'

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

/** A channel as in a television snapshot. */
export function buildChannelRecord(cid: number, more: Partial<ChannelRecord> = {}): ChannelRecord {
  return {
    cid,
    key: `c:${cid}`,
    number: cid,
    name: { ru: `Канал ${cid}`, uz: `Kanal ${cid}` },
    logo: null,
    categoryId: 1,
    additionalCategories: [],
    isSocial: false,
    isOpenToGuests: false,
    isRadio: false,
    worldPlace: null,
    source: { kind: 'linear' },
    isEnabled: true,
    isHidden: false,
    archiveDays: 7,
    tvgId: null,
    tvgName: null,
    countries: [],
    languages: [],
    quality: null,
    guideShiftMin: 0,
    lowLatency: false,
    recording: {},
    ...more,
  }
}
