import { describe, expect, it } from 'vitest'
import {
  type Category,
  type Channel,
  countViews,
  filterChannels,
  readChannelFilter,
  searchable,
  select,
} from './channel-filter.ts'

function channel(cid: number, more: Partial<Channel> = {}): Channel {
  return {
    ...{ cid, number: cid, name_ru: `Канал ${cid}`, name_uz: '', logo: '/logo', category_id: 2 },
    ...{ additional_category_ids: [], source_kind: 'recorded', source_count: 1, is_enabled: true },
    ...{
      is_hidden: false,
      is_social: false,
      open_to_guests: false,
      is_radio: false,
      is_world: false,
      archive_days: 7,
      low_latency: false,
    },
    ...{
      tvg_id: '',
      guide_shift_min: 0,
      countries: [],
      languages: [],
      quality: '' as const,
      guide_until: 1,
      tariff_count: 1,
      locked: [],
    },
    ...{ version: 1, deleted_at: 0, merged_into: null, ...more },
  }
}

const categories: readonly Category[] = [2, 1].map((id) => ({
  ...{ category_id: id, name_ru: `К ${id}`, name_uz: '', is_own: false, is_service: false, channel_count: 1 },
}))
const channels = [
  channel(1, { name_ru: 'Ёлка', category_id: 1 }),
  channel(2, { name_uz: 'Oʻzbekiston', is_enabled: false }),
  channel(3, { is_hidden: true, logo: '', locked: ['name_ru'] }),
  channel(12, { guide_until: 0, tariff_count: 0, archive_days: 1 }),
]
function shown(query: string) {
  const filter = readChannelFilter(new URLSearchParams(query))
  return filterChannels(searchable(channels), filter, categories).map(({ cid }) => cid)
}

describe('[CHAN-01] the filter of channels', () => {
  it('finds words in numbers and names, whatever their spelling', () => {
    expect(shown('q=елка')).toEqual([1])
    expect(shown("q=o'zbek")).toEqual([2])
    expect(shown('q=канал 12')).toEqual([12])
    expect(shown('q=12')).toEqual([12])
    expect(shown('q=nothing')).toEqual([])
  })

  it.each([
    ['off', [2]],
    ['hidden', [3]],
    ['noLogo', [3]],
    ['noGuide', [12]],
    ['noTariff', [12]],
    ['general', [1]],
    ['edited', [3]],
    ['no such view', [1, 2, 3, 12]],
  ])('shows the view %s, and counts it', (view, cids) => {
    expect(shown(`view=${view}`)).toEqual(cids)
    const counts: Readonly<Record<string, number>> = countViews(channels)
    expect(counts[view] ?? counts['all']).toBe(cids.length)
  })

  it('sorts by a column either way, and by the order of categories', () => {
    expect(shown('sort=-number')).toEqual([12, 3, 2, 1])
    expect(shown('sort=category')).toEqual([2, 3, 12, 1])
    expect(shown('sort=archive')).toEqual([12, 1, 2, 3])
    expect(shown('category=1')).toEqual([1])
  })
})

describe('[CHAN-01] the selection of channels', () => {
  it('adds and removes one, and with Shift the range since the last one', () => {
    const one = select(new Set(), channels, { cid: 1, lastCid: null, isRange: false })
    expect([...one]).toEqual([1])
    const range = select(one, channels, { cid: 3, lastCid: 1, isRange: true })
    expect([...range]).toEqual([1, 2, 3])
    expect([...select(range, channels, { cid: 2, lastCid: 3, isRange: false })]).toEqual([1, 3])
    expect([...select(range, channels, { cid: 2, lastCid: 3, isRange: true })]).toEqual([1])
    // The last one is not shown any more.
    expect([...select(new Set(), channels, { cid: 2, lastCid: 99, isRange: true })]).toEqual([2])
  })
})
