import { describe, expect, it } from 'vitest'
import { maxTiles, maxTileText, type SmartHubTile } from '#contract/site/smart-hub.ts'
import { indexCatalogue, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { Guide } from '#server/television/guide/guide.ts'
import type { ChannelRecord, ProgrammeRecord } from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { ask, type TestCaller } from '#tests/kit/modules/call-endpoint.ts'
import { smartHubEndpoints } from './smart-hub-preview.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)

function programme(cid: number, more: Partial<ProgrammeRecord> = {}): ProgrammeRecord {
  return {
    ...{ pid: cid + 1000, cid, beginMs: nowMs - 60_000, endMs: nowMs + 60_000 },
    title: { ru: `Передача ${cid}`, uz: `Koʻrsatuv ${cid}` },
    description: { ru: '', uz: '' },
    ...{ genreCode: null, ageRating: '', assetId: null },
    ...more,
  }
}

interface Scenario {
  readonly channels?: readonly ChannelRecord[]
  readonly programmes?: readonly ProgrammeRecord[]
  readonly titles?: readonly TitleRecord[]
  /** The channels of the public tariff; all when left out. */
  readonly allowed?: readonly number[]
}

interface Section {
  readonly title: string
  readonly tiles: readonly SmartHubTile[]
}

async function sectionsOf(scenario: Scenario, caller: TestCaller = {}): Promise<readonly Section[]> {
  const { channels = [], programmes = [], titles = [] } = scenario
  const endpoints = smartHubEndpoints({
    billing: {
      channelsOfTariff: async () => new Set(scenario.allowed ?? channels.map(({ cid }) => cid)),
    },
    catalogue: {
      now: () =>
        indexCatalogue({
          ...{ people: new Map(), genres: [], categories: [], providers: [], collections: [] },
          titles,
        }),
    },
    clock: { nowMs: () => nowMs },
    television: {
      now: () => ({
        channels,
        categories: [],
        guide: Guide.of(programmes),
        channel: (cid) => channels.find((one) => one.cid === cid),
      }),
    },
  })
  return (await ask(endpoints, 'smartHub.preview', {}, caller))['sections'] as readonly Section[]
}

describe('[APP-03] the preview of the Smart Hub', () => {
  it('has a tile for each public channel with a programme now, in the language of the request', async () => {
    const channels = [1, 2, 3].map((cid) => buildChannelRecord(cid, { logo: 'a'.repeat(20) }))
    const programmes = [programme(1), programme(2, { beginMs: nowMs + 1, endMs: nowMs + 2 }), programme(3)]
    const scenario = { channels, programmes, allowed: [1, 2] }
    expect(await sectionsOf(scenario)).toEqual([
      {
        title: 'Сейчас в эфире',
        tiles: [
          {
            ...{ title: 'Передача 1', subtitle: 'Канал 1', is_playable: true, action_data: '/channel/1' },
            ...{ image_ratio: '1by1', image_url: `/images/logo/1/${'a'.repeat(20)}/480.jpg` },
          },
        ],
      },
    ])
    const [uzbek] = await sectionsOf(scenario, { language: 'uz' })
    expect(uzbek).toMatchObject({
      title: 'Hozir efirda',
      tiles: [{ title: 'Koʻrsatuv 1', subtitle: 'Kanal 1' }],
    })
  })

  it('has only the world list abroad', async () => {
    const channels = [buildChannelRecord(1), buildChannelRecord(2, { worldPlace: 0 })]
    const [section] = await sectionsOf(
      { channels, programmes: [programme(1), programme(2)] },
      { audience: 'outside' },
    )
    expect(section?.tiles.map((tile) => tile.action_data)).toEqual(['/channel/2'])
  })

  it('has the newest films with a wide picture, and nothing for adults', async () => {
    const backdrop = 'b'.repeat(20)
    const titles = [
      buildFilmRecord(1, { backdrop, addedAtMs: 1, year: 2021, ageRating: '12+' }),
      buildFilmRecord(2, { backdrop, addedAtMs: 4, ageRating: '18+' }),
      buildFilmRecord(3, { backdrop: null, addedAtMs: 3 }),
      buildFilmRecord(4, { backdrop, addedAtMs: 2 }),
      buildFilmRecord(5, { backdrop, addedAtMs: 5, isSeries: true }),
    ]
    const channels = [buildChannelRecord(1)]
    const [section, ...others] = await sectionsOf({
      ...{ channels, titles, programmes: [programme(1, { ageRating: '18+' })] },
    })
    expect(others).toEqual([])
    expect(section?.tiles).toMatchObject([
      { action_data: '/movie/4' },
      {
        ...{ title: 'Фильм 1', subtitle: '2021, 12+', action_data: '/movie/1', is_playable: false },
        ...{ image_ratio: '16by9', image_url: `/images/backdrop/1/${backdrop}/640.jpg` },
      },
    ])
  })

  it('has at most ten tiles in a section, and no text longer than sixty characters', async () => {
    const channels = Array.from({ length: 15 }, (_, index) =>
      buildChannelRecord(index + 1, { name: { ru: 'К'.repeat(80), uz: '' } }),
    )
    const ru = `${'Очень длинное название '.repeat(5)}`.trim()
    const programmes = channels.map(({ cid }) => programme(cid, { title: { ru, uz: '' } }))
    const [section] = await sectionsOf({ channels, programmes })
    expect(section?.tiles).toHaveLength(maxTiles)
    expect(section?.tiles[0]?.title).toBe('Очень длинное название Очень длинное название Очень…')
    expect(Array.from(section?.tiles[0]?.subtitle ?? '')).toHaveLength(maxTileText)
  })

  it('is empty where there is nothing to show', async () => {
    expect(await sectionsOf({})).toEqual([])
  })
})
