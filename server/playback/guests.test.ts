/** Watching without an account, over real HTTP and a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { films as filmCalls } from '#contract/films/films.ts'
import { streams as streamCalls } from '#contract/playback/streams.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import { removeBlackout, saveBlackout } from '#server/blackouts/blackouts.ts'
import { blackoutDevices, blackoutHolds, territories } from '#contract/form/blackouts.ts'
import { forgetOldStreams } from '#server/streams/forget-old.ts'
import {
  adultsAtMs,
  callerOf,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const guests: { watching: GuestWatching; streams: number } = { watching: 'all', streams: 3 }
let world: PlaybackWorld
let origin: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 900, guests })
  origin = await world.serve()
  tokens['unsubscribed'] = await tokenOf(origin, '222222', 'two')
}, 120_000)
afterAll(() => world.close())
beforeEach(async () => {
  guests.watching = 'all'
  guests.streams = 3
  await sql`delete from guest_stream`.execute(world.database.db)
})

const guest = (from?: string) => callerOf(origin, null, from)
const open = (from?: string, more: object = {}) =>
  guest(from)(channelCalls.url, { cid: world.cid.open, beats: 1, ...more })
const free = (from?: string) => guest(from)(filmCalls.url, { vid: world.vid('free'), beats: 1 })

function refusedWith(failure: string) {
  return { kind: 'refused', failure }
}

async function addressOf(answer: ReturnType<typeof open>) {
  const played = await answer
  if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
  return played.data
}

describe('[GUEST-01] a guest', () => {
  it('plays a free film and an open channel by an address of five minutes, and nothing else', async () => {
    const nowSec = Math.floor(world.clock.nowMs() / 1000)
    for (const played of [await addressOf(open()), await addressOf(free())]) {
      expect(played.expires_at).toBe(nowSec + 300)
      expect(played.heartbeat_sec).toBeGreaterThan(0)
      expect((await fetch(origin + played.url)).status).toBe(200)
    }
    expect((await addressOf(open(undefined, { whole: 1 }))).expires_at).toBe(nowSec + 300)
    const { paid } = world.cid
    expect(await guest()(channelCalls.url, { cid: paid })).toMatchObject(refusedWith('login_needed'))
    expect(await guest()(filmCalls.url, { vid: world.vid('film') })).toMatchObject(
      refusedWith('login_needed'),
    )
    const pid = world.programmeAt(world.cid.open, worldStartMs - 5_400_000)
    expect(await guest()(channelCalls.programmeUrl, { cid: world.cid.open, pid })).toMatchObject(
      refusedWith('login_needed'),
    )
  })

  it('is shown on pages and in lists what plays at once', async () => {
    const detail = await guest()(filmCalls.publicDetail, { vid: world.vid('free') })
    expect(detail).toMatchObject({ data: { video: { access: { state: 'watch' } } } })
    const adult = await guest()(filmCalls.publicDetail, { vid: world.vid('adult') })
    expect(adult).toMatchObject({ data: { video: { access: { state: 'login', price: null } } } })
    const list = await guest()(channelCalls.detail, { cid: world.cid.open })
    expect(list).toMatchObject({ data: { channel: { is_available: 1 } } })
  })

  it('plays nothing where the operator allows none, and only inside the network where that is set', async () => {
    guests.watching = 'none'
    expect(await free()).toMatchObject(refusedWith('login_needed'))
    expect(await open()).toMatchObject(refusedWith('login_needed'))
    guests.watching = 'inside'
    expect((await free()).kind).toBe('ok')
    expect(await free(outsideAddress)).toMatchObject(refusedWith('login_needed'))
    guests.watching = 'all'
    expect((await free(outsideAddress)).kind).toBe('ok')
    // A channel that is not listed abroad stays at home, for all clients.
    expect(await open(outsideAddress)).toMatchObject(refusedWith('outside_region'))
  })

  it('never plays what is for adults; a subscriber without a tariff plays what is free and open', async () => {
    const vid = world.vid('adult')
    expect(await guest()(filmCalls.url, { vid })).toMatchObject(refusedWith('login_needed'))
    const subscriber = callerOf(origin, tokens['unsubscribed'] ?? null)
    expect((await subscriber(filmCalls.url, { vid })).kind).toBe('ok')
    expect((await subscriber(channelCalls.url, { cid: world.cid.open })).kind).toBe('ok')
  })

  it('plays an open channel until a programme for adults begins', async () => {
    const { clock } = world
    clock.advanceMs(adultsAtMs - 60_000 - clock.nowMs())
    expect((await addressOf(open())).expires_at).toBe(adultsAtMs / 1000)
    clock.advanceMs(120_000)
    expect(await open()).toMatchObject(refusedWith('login_needed'))
    // Its last minutes can still be rewound to.
    clock.advanceMs(3_600_000 - 60_000 + 30_000)
    expect(await open()).toMatchObject(refusedWith('login_needed'))
    clock.advanceMs(110_000)
    expect((await open()).kind).toBe('ok')
  })

  it('plays nothing that is blacked out', async () => {
    const { database, blackouts, clock, television, catalogue } = world
    const by = { by: undefined, nowMs: clock.nowMs() }
    const content = { television: television.now(), catalogue: catalogue.now() }
    const fields = {
      ...({ target: 'title', cid: null, pid: null, vid: world.vid('free') } as const),
      ...{ fromMs: clock.nowMs(), untilMs: clock.nowMs() + 3_600_000, territories, devices: blackoutDevices },
      ...{ holds: blackoutHolds, words: { ru: '', uz: '' }, note: '' },
    }
    const saved = await saveBlackout(database.db, content, { id: null, version: 0, fields }, by)
    if (saved.kind !== 'changed') throw new Error(JSON.stringify(saved))
    await blackouts.reload()
    expect(await free()).toMatchObject(refusedWith('blacked_out'))
    await removeBlackout(database.db, saved.id, by)
    await blackouts.reload()
    expect((await free()).kind).toBe('ok')
  })
})

describe('[GUEST-01] the streams of a network', () => {
  it('are limited, with the way on in words, and each network has its own', async () => {
    for (let count = 0; count < 3; count += 1) await addressOf(open())
    const refused = await open()
    expect(refused).toMatchObject(refusedWith('guest_streams_full'))
    expect(refused).toHaveProperty('message', expect.stringContaining('Войдите'))
    expect((await open('84.54.64.6')).kind).toBe('ok')
    // A household of IPv6 has a whole /64.
    for (let count = 0; count < 3; count += 1) await addressOf(free(`2001:db8:1:2::${count + 1}`))
    expect(await free('2001:db8:1:2::9')).toMatchObject(refusedWith('guest_streams_full'))
    expect((await free('2001:db8:1:3::9')).kind).toBe('ok')
  })

  it('continue in one when the next video or address is requested, and end with heartbeats, a stop or a reload', async () => {
    const { clock } = world
    const first = await addressOf(open())
    const next = await addressOf(open(undefined, { stream_id: first.stream_id }))
    expect(next.stream_id).toBe(first.stream_id)
    const second = await addressOf(open())
    const third = await addressOf(open())
    expect(await open()).toMatchObject(refusedWith('guest_streams_full'))
    await guest()(streamCalls.stop, { stream_id: third.stream_id })
    const fourth = await addressOf(open())
    // A page that is loaded again takes the place of its former player.
    const fifth = await addressOf(open(undefined, { stream_id: fourth.stream_id, left: 1 }))
    expect(fifth.stream_id).not.toBe(fourth.stream_id)
    clock.advanceMs(20_000)
    const beat = (streamId: string) => guest()(streamCalls.heartbeat, { stream_id: streamId })
    expect(await beat(first.stream_id)).toMatchObject({ data: { state: 'going' } })
    clock.advanceMs(20_000)
    expect(await beat(second.stream_id)).toMatchObject({ data: { state: 'unknown' } })
    await addressOf(open())
    await addressOf(open())
    expect(await open()).toMatchObject(refusedWith('guest_streams_full'))
  })

  it('never exceed the limit when many begin at once', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => open()))
    expect(answers.filter(({ kind }) => kind === 'ok')).toHaveLength(3)
  })

  it('have no more tickets than four times the limit, whatever is stopped or only preloaded', async () => {
    for (let count = 0; count < 12; count += 1) {
      const { stream_id } = await addressOf(open(undefined, count % 2 === 0 ? { warm: 1 } : {}))
      if (count % 2 === 1) await guest()(streamCalls.stop, { stream_id })
    }
    expect(await open(undefined, { warm: 1 })).toMatchObject(refusedWith('guest_streams_full'))
    expect(await open()).toMatchObject(refusedWith('guest_streams_full'))
  })

  it('leave no address and no account, and no row behind their tickets', async () => {
    const { database, clock } = world
    await addressOf(open())
    const { rows } = await sql<object>`select * from guest_stream`.execute(database.db)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
      ['stream_id', 'networks', 'item', 'is_warm', 'lease_until', 'ticket_until'].toSorted(),
    )
    expect(JSON.stringify(rows)).not.toContain('84.54')
    clock.advanceMs(301_000)
    await forgetOldStreams(database.db, clock.nowMs())
    const left = await sql`select from guest_stream`.execute(database.db)
    expect(left.rows).toEqual([])
  })
})
