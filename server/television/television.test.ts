import { channelEndpoints } from '#server/api/channels/channels.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Category, Channel, Programme } from '#contract/channels/channels.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { assignNumbers } from './channels/publish-channels.ts'
import {
  type LiveTelevision,
  type PublishedChannel,
  type RawProgramme,
  openTelevision,
  publishChannels,
  publishGuide,
} from './television.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const dayMs = 86_400_000
const hourMs = 3_600_000
const clock = manualClock(nowMs)
const viewer = { accountId: 5, sessionId: 's' }

function made(key: string, more: Partial<PublishedChannel> = {}): PublishedChannel {
  return buildChannel(key, { name: { ru: `Канал ${key}`, uz: `${key} kanali` }, ...more })
}

function programme(beginMs: number, endMs: number, more: Partial<RawProgramme> = {}): RawProgramme {
  return {
    beginMs,
    endMs,
    title: { ru: 'Передача', uz: 'Koʻrsatuv' },
    description: { ru: 'О чём', uz: '' },
    genreCode: 3,
    ageRating: '6+',
    assetId: 'asset',
    ...more,
  }
}

function hourly() {
  return Array.from({ length: 13 * 24 }, (_, hour) => {
    const beginMs = nowMs - 6.5 * dayMs + hour * hourMs
    return programme(beginMs, beginMs + hourMs)
  })
}

describe('television on a real database', () => {
  let database: TestDatabase
  let television: LiveTelevision
  let calls: readonly BoundEndpoint[]
  let cids: number[]
  const lists = async (name: string, raw: object = {}, caller: object = {}) => {
    const data = await ask(calls, name, { ...raw }, caller)
    return (data as unknown as { channels: { item: Channel[] } }).channels.item
  }
  const guide = async (raw: { time_from: number; time_to: number }, cid = cids[0]) => {
    const data = await ask(calls, 'channels.programmes', { cid, ...raw })
    return (data as unknown as { programs: { item: Programme[] } }).programs.item
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    const published = Array.from({ length: 210 }, (_, index) =>
      made(`k${index}`, {
        // Thirty request a position; there are twenty-four.
        worldPlace: index >= 100 && index < 130 ? 129 - index : null,
        additionalCategories: index === 3 ? [4] : [],
        isSocial: index === 2,
        archiveDays: index === 2 ? 1 : 7,
      }),
    )
    cids = (await publishChannels(database.db, published, nowMs)).map(({ cid }) => cid)
    await publishGuide(database.db, new Map(cids.slice(0, 3).map((cid) => [cid, hourly()])))
    television = await openTelevision(database.db, clock)
    calls = channelEndpoints({
      television,
      clock,
      billing: {
        channelsOfTariff: async (tariffId) => (tariffId === 56 ? new Set(cids.slice(0, 5)) : undefined),
      },
      entitlement: { channelAccess: async (who) => (channel) => who !== undefined || channel.isSocial },
      viewing: { favouriteChannels: async () => [cids[1] ?? 0] },
      engine: {
        // The third has an evening stored that is older than its archive.
        hasRecording: (id, beginMs) =>
          (id === String(cids[0]) && beginMs >= nowMs - 3 * dayMs) ||
          (id === String(cids[2]) &&
            beginMs >= nowMs - 5 * dayMs &&
            beginMs < nowMs - 5 * dayMs + 4 * hourMs),
      },
    })
  })
  afterAll(() => database.drop())

  it('[TV-01] [TV-10] lists more than 200 channels for a viewer, with favourites, current and next programme', async () => {
    const all = await lists('channels.list', {}, { viewer })
    expect(all).toHaveLength(210)
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 210 }, (_, index) => index + 1))
    expect(all.filter((channel) => channel.is_favorited === 1).map(({ id }) => id)).toEqual([cids[1]])
    expect(all[0]).toMatchObject({
      name: 'Канал k0',
      is_available: 1,
      has_archive: 1,
      category_id: 1,
      category: 1,
    })
    expect(all[0]?.now?.begin_time).toBe(nowMs / 1000)
    expect(all[0]?.next?.begin_time).toBe((nowMs + hourMs) / 1000)
    expect(all[10]?.now).toBeNull()
  })

  it('[TV-01] lists for a guest what the public tariff opens', async () => {
    const open = await lists('channels.publicList', {}, { language: 'uz' })
    expect(open.map(({ id }) => id)).toEqual(cids.slice(0, 5))
    expect(open.map((channel) => channel.is_available)).toEqual([0, 0, 1, 0, 0])
    expect(open[0]?.name).toBe('k0 kanali')
    expect(open.filter((channel) => channel.additional_categories.length > 0).map(({ id }) => id)).toEqual([
      cids[3],
    ])
    expect(await lists('channels.publicList', { tariff_id: '77' })).toEqual([])
  })

  it('[TV-07] outside the network lists only the 24 configured ids in their order', async () => {
    const expected = cids.slice(106, 130).reverse()
    for (const name of ['channels.publicList', 'channels.list']) {
      const world = await lists(
        name,
        {},
        { audience: 'outside', ...(name === 'channels.list' ? { viewer } : {}) },
      )
      expect(world.map(({ id }) => id)).toEqual(expected)
    }
  })

  it('[TV-02] [TV-04] [TV-11] has the fixed categories: 7 first, 9 and 10 which can be hidden, 1 to 8', async () => {
    const { categories } = (await ask(calls, 'channels.publicCategories', {}, { language: 'uz' })) as {
      categories: { item: Category[] }
    }
    expect(categories.item.map(({ id }) => id)).toEqual([7, 1, 2, 3, 4, 5, 6, 8, 9, 10])
    expect(categories.item[1]?.name).toBe('Umumiy')
    await expect(publishChannels(database.db, [made('bad', { categoryId: 7 })], nowMs)).rejects.toThrow(
      /channel_category_id_check/,
    )
    const wrongGenre = new Map([[cids[5] ?? 0, [programme(nowMs, nowMs + 1000, { genreCode: 7 })]]])
    await expect(publishGuide(database.db, wrongGenre)).rejects.toThrow(/genre_code/)
  })

  it('[GUIDE-01] returns six days back and six ahead in seconds, and at most fourteen', async () => {
    const all = await guide({ time_from: (nowMs - 6 * dayMs) / 1000, time_to: (nowMs + 6 * dayMs) / 1000 })
    expect(all).toHaveLength(12 * 24)
    expect(all[0]).toMatchObject({
      begin_time: (nowMs - 6 * dayMs) / 1000,
      category: 'Новости',
      age_rating: '6+',
    })
    const capped = await guide({ time_from: nowMs / 1000 - 13 * 86_400, time_to: nowMs / 1000 + 99 * 86_400 })
    expect(capped.at(-1)?.begin_time).toBeLessThan(nowMs / 1000 + 86_400)
    expect(await ask(calls, 'channels.programmes', { cid: 999_999, time_from: 1, time_to: 2 })).toEqual({
      refused: 'channel_not_found',
    })
  })

  it('[GUIDE-03] has an address only for a programme that has started, is in the archive and is recorded', async () => {
    const all = await guide({ time_from: 14, time_to: 0 })
    expect(all.at(-1)?.end_time).toBe(nowMs / 1000)
    const watchable = all.filter(({ url }) => url !== null)
    expect(watchable).toHaveLength(3 * 24)
    expect(watchable[0]?.url).toBe(`/middleware/program/url?cid=${cids[0]}&pid=${watchable[0]?.pid}`)
    const ahead = await guide({ time_from: nowMs / 1000, time_to: nowMs / 1000 + 7200 })
    expect(ahead.map(({ url }) => url === null)).toEqual([false, true])
  })

  it('[GUIDE-03] has an address for a protected programme, also when it is older than the archive', async () => {
    const all = await guide({ time_from: 14, time_to: 0 }, cids[2])
    const watchable = all.filter(({ url }) => url !== null).map(({ begin_time }) => begin_time)
    expect(watchable).toEqual([0, 1, 2, 3].map((hour) => (nowMs - 5 * dayMs + hour * hourMs) / 1000))
  })

  it('[GUIDE-07] keeps pids over a second delivery and shows it after the reload', async () => {
    const cid = cids[1] ?? 0
    const before = await guide({ time_from: nowMs / 1000, time_to: nowMs / 1000 + 2 * 3600 }, cid)
    const delivery = new Map([[cid, [programme(nowMs, nowMs + hourMs, { title: { ru: 'Иначе', uz: '' } })]]])
    expect(await publishGuide(database.db, delivery)).toMatchObject([{ added: 0, changed: 1, removed: 0 }])
    expect(await publishGuide(database.db, delivery)).toMatchObject([{ unchanged: 1, changed: 0 }])
    await television.reloadGuide([cid])
    const after = await guide({ time_from: nowMs / 1000, time_to: nowMs / 1000 + 2 * 3600 }, cid)
    expect(after).toEqual([{ ...before[0], title: 'Иначе' }, before[1]])
    expect(television.now().guide.all(cids[0] ?? 0)).toHaveLength(13 * 24)
  })

  it('notifies which channels changed, and only on a change', async () => {
    const heard: string[] = []
    const client = await database.pool.connect()
    try {
      client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
      await client.query('listen guide_changed; listen channels_changed')
      const delivery = new Map([[cids[7] ?? 0, [programme(nowMs, nowMs + 1000)]]])
      await publishGuide(database.db, delivery)
      await publishGuide(database.db, delivery)
      await publishChannels(database.db, [made('k0')], nowMs)
      await client.query('select 1')
      await expect.poll(() => heard).toEqual([`guide_changed ${cids[7]}`])
    } finally {
      client.release(true)
    }
  })

  it('[OPS-01] assigns free numbers, keeps existing ones, and writes only what changed', async () => {
    const again = await publishChannels(database.db, [made('k0', { number: 7 }), made('new')], nowMs)
    expect(again).toMatchObject([
      { cid: cids[0], number: 1, outcome: 'changed' },
      { number: 211, outcome: 'added' },
    ])
    const numbers = assignNumbers(
      [
        { key: 'a', number: 1 },
        { key: 'b', number: 2 },
      ],
      [{ key: 'a', number: 2 }, { key: 'b', number: 1 }, { key: 'c', number: 1 }, { key: 'd' }],
    )
    expect([...numbers]).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 3],
      ['d', 4],
    ])
  })
})
