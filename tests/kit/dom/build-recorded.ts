import type { BroadcastTitleDetail, RecordedBroadcast } from '#contract/films/broadcast-titles.ts'

/** A broadcast that can be watched from the archive. */
export function buildRecordedBroadcast(pid: number, own: Partial<RecordedBroadcast> = {}): RecordedBroadcast {
  return {
    ...{ pid, cid: 5, channel_name: 'Канал 5', logo: '', begin_time: 1_800_000_000, end_time: 1_800_006_000 },
    ...{ sub_title: '', season: null, episode: null, expires_at: null, is_complete: 1, is_available: 1 },
    ...{ age_rating: '', href: `/tvArchive/5/${pid}` },
    ...own,
  }
}

/** A film in the archive that the catalogue does not have; `best` of its only broadcast. */
export function buildRecordedTitle(
  id: number,
  best: Partial<RecordedBroadcast> = {},
  own: Partial<BroadcastTitleDetail> = {},
): BroadcastTitleDetail {
  const broadcast = buildRecordedBroadcast(id * 10, best)
  return {
    ...{ id, vid: null, name: 'Старый сад', year: 1979, is_series: 0, genres: ['Драма'], age_rating: '12+' },
    ...{ poster: '', broadcasts: 1, best: broadcast, href: `/recorded/${id}` },
    ...{ description: 'О саде и его хозяине.', backdrop: '', all: [broadcast] },
    ...own,
  }
}
