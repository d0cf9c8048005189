import { describe, expect, it } from 'vitest'
import { indexCatalogue } from '#server/catalogue/catalogue.ts'
import type { PlaybackClient } from '#server/playback/playback.ts'
import type { StreamRecord } from '#server/streams/streams.ts'
import { Guide } from '#server/television/guide/guide.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { presentAddress, presentTitle, rejectPlayback, refusalValues } from './present-playback.ts'
import { presentStreams } from './present-streams.ts'

const nowhere = { people: new Map(), genres: [], categories: [], providers: [], collections: [] }
const channel = buildChannelRecord(5, { name: { ru: 'Севимли', uz: 'Sevimli' } })
const beginMs = Date.UTC(2026, 0, 15, 12)
const television: TelevisionSnapshot = {
  channels: [channel],
  categories: [],
  guide: Guide.of([
    {
      pid: 1,
      cid: 5,
      beginMs,
      endMs: beginMs + 60_000,
      title: { ru: 'Новости', uz: '' },
      description: { ru: '', uz: '' },
      genreCode: null,
      ageRating: '',
      assetId: null,
    },
  ]),
  channel: (cid) => (cid === 5 ? channel : undefined),
}

const words = {
  accounts: {
    listDevices: async () => [
      { sessionId: 'tv', name: 'Зал', model: '' },
      { sessionId: 'phone', name: '', model: '' },
    ],
  },
  catalogue: { now: () => indexCatalogue({ ...nowhere, titles: [buildFilmRecord(7)] }) },
  television: { now: () => television },
} as unknown as Parameters<typeof presentStreams>[0]

const client: PlaybackClient = {
  viewer: { accountId: 1, sessionId: 'tv' },
  region: 'inside',
  language: 'ru',
}

function stream(holder: string, item: string, startedMs: number): StreamRecord {
  return {
    streamId: `b-${holder}`,
    holder,
    tab: 'tab',
    item,
    startedMs,
    leaseUntilMs: 0,
    ticketUntilMs: 0,
    stopped: null,
  }
}

const going = [
  stream('phone', `archive:5:${beginMs / 1000}`, 3000),
  stream('tv', 'live:5', 1000),
  stream('x:abc', 'film:7:70', 2000),
]

describe('an address', () => {
  const address = { url: '/p/t/master.m3u8', dashUrl: null, expiresAtMs: 5999, streamId: 'b1', gainDb: -3.5 }

  it('[PLAYER-07] has its end time in whole seconds, and the heartbeat interval', () => {
    expect(presentAddress(address)).toEqual({
      url: '/p/t/master.m3u8',
      dash_url: null,
      expires_at: 5,
      stream_id: 'b1',
      heartbeat_sec: 12,
      gain_db: -3.5,
    })
  })

  it('[ACC-09] of an uncounted item has no stream and no heartbeat', () => {
    expect(presentAddress({ ...address, streamId: undefined })).toMatchObject({
      stream_id: '',
      heartbeat_sec: 0,
    })
  })

  it('of a film has its length and its intro, in seconds', () => {
    const asset = { durationMs: 90_500, markers: [{ kind: 'intro', beginMs: 1000, endMs: 2500 }] }
    const played = { kind: 'signed', address, asset } as unknown as Parameters<typeof presentTitle>[0]
    expect(presentTitle(played)).toMatchObject({
      duration_sec: 90.5,
      markers: [{ kind: 'intro', begin_sec: 1, end_sec: 2.5 }],
    })
    expect(presentTitle(played)).not.toHaveProperty('silent_url')
    expect(presentTitle({ ...played, silentUrl: '/p/t/film/7/v360.mp4' })).toMatchObject({
      silent_url: '/p/t/film/7/v360.mp4',
    })
  })
})

describe('a refusal', () => {
  it('[TV-08] because of a missing subscription names the tariffs that open it, in sums', async () => {
    const tariff = { tariffId: 57, name: { en: 'E', ru: 'Всё', uz: 'Hammasi' }, priceTiyin: 2_900_000 }
    const refusal = {
      kind: 'refused',
      failure: 'not_subscribed',
      openedBy: [tariff],
    } as unknown as Parameters<typeof rejectPlayback>[2]
    expect(await rejectPlayback(words, client, refusal)).toMatchObject({
      failure: 'not_subscribed',
      details: { tariffs: { item: [{ tariff_id: 57, name: 'Всё', price: 29_000 }] } },
    })
  })

  it('[TV-08] of a suspended account has the missing amount', async () => {
    const refusal = { kind: 'refused', failure: 'account_suspended', missingSums: 1500 } as const
    expect(refusalValues(refusal, 'ru')).toEqual({ missing: 1500 })
    expect(await rejectPlayback(words, client, refusal)).toMatchObject({ values: { missing: 1500 } })
  })

  it('[ACC-09] over the limit lists the active streams, the longest first', async () => {
    const refusal = { kind: 'refused', failure: 'too_many_streams', limit: 3, streams: going } as const
    expect(await rejectPlayback(words, client, refusal)).toMatchObject({
      kind: 'refused',
      values: { limit: 3 },
      details: {
        limit: 3,
        streams: {
          item: [
            { stream_id: 'b-tv', device_name: 'Зал', kind: 'live', title: 'Севимли', is_this_device: 1 },
            { stream_id: 'b-x:abc', device_name: 'Другой плеер', kind: 'film', title: 'Фильм 7' },
            { device_name: 'Устройство', kind: 'archive', title: 'Севимли: Новости', is_this_device: 0 },
          ],
        },
      },
    })
  })

  it('without a remedy has only its name', async () => {
    expect(await rejectPlayback(words, client, { kind: 'refused', failure: 'not_begun' })).toEqual({
      kind: 'refused',
      failure: 'not_begun',
      values: {},
    })
  })
})

it('shows a stream of a deleted item without a title', async () => {
  const [shown] = await presentStreams(
    words,
    [stream('tv', 'film:8:80', 0)],
    { accountId: 1, sessionId: 'tv' },
    'uz',
  )
  expect(shown).toMatchObject({ kind: 'film', title: '' })
})
