/** What a profile with limits plays, and when it ends: over real HTTP, on a manual clock. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { streams } from '#contract/playback/streams.ts'
import type { ProfileLimit, ViewerProfile } from '#server/platform/primitives/viewer.ts'
import {
  adultsAtMs,
  callerOf,
  openPlaybackWorld,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const minuteMs = 60_000
const none: ProfileLimit = {
  ...{ ageLimit: 12, aboveLimit: 'hide', channelIds: undefined, hours: undefined, minutesPerDay: undefined },
}
let world: PlaybackWorld
let ask: ReturnType<typeof callerOf>
let limit: ProfileLimit = none
let opened: NonNullable<ViewerProfile['opened']> = []
let isRemoved = false

beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 900, guests: { watching: 'all', streams: 4 } })
  const origin = await world.serve([], [], {
    identify: async (token, bearer) => {
      const identified = await world.accounts.identify(token, bearer)
      if (identified.kind !== 'viewer') return identified
      const profile = { no: 1, isChild: true, limit, opened, ...(isRemoved ? { isRemoved } : {}) }
      return { kind: 'viewer', viewer: { ...identified.viewer, profile } }
    },
  })
  ask = callerOf(origin, await tokenOf(origin, '111111', 'phone'))
}, 120_000)
afterAll(() => world.close())
beforeEach(() => {
  limit = none
  opened = []
  isRemoved = false
})

function setClock(atMs: number) {
  world.clock.advanceMs(atMs - world.clock.nowMs())
}

describe('a title above the limit', () => {
  it('[PROF-02] does not exist, or is locked and opened by the PIN', async () => {
    const vid = world.vid('adult')
    expect(await ask(films.detail, { vid })).toMatchObject({ failure: 'title_not_found' })
    expect(await ask(films.publicDetail, { vid })).toMatchObject({ kind: 'ok' })
    expect(await ask(films.url, { vid })).toMatchObject({ failure: 'title_not_found' })
    limit = { ...none, aboveLimit: 'ask' }
    expect(await ask(films.detail, { vid })).toMatchObject({ data: { video: { is_locked: 1 } } })
    expect(await ask(films.url, { vid })).toMatchObject({ failure: 'above_age_limit' })
    opened = [{ kind: 'title', id: vid, untilMs: world.clock.nowMs() + minuteMs }]
    expect(await ask(films.url, { vid })).toMatchObject({ kind: 'ok' })
  })
})

describe('a channel', () => {
  it('[PROF-02] plays until a programme above the limit begins, and not during it', async () => {
    setClock(adultsAtMs - 10 * minuteMs)
    const { open, paid } = world.cid
    limit = { ...none, channelIds: new Set([open]) }
    const played = await ask(channels.url, { cid: open, beats: 1 })
    expect(played).toMatchObject({ data: { expires_at: adultsAtMs / 1000 } })
    expect(await ask(channels.url, { cid: paid })).toMatchObject({ failure: 'channel_not_found' })
    setClock(adultsAtMs + minuteMs)
    expect(await ask(channels.url, { cid: open })).toMatchObject({ failure: 'above_age_closed' })
    limit = none
    // Nobody rated its programmes.
    expect(await ask(channels.url, { cid: paid })).toMatchObject({ failure: 'above_age_closed' })
    limit = { ...none, ageLimit: 16 }
    expect(await ask(channels.url, { cid: paid })).toMatchObject({ kind: 'ok' })
  })
})

describe('watching', () => {
  it('[PROF-02] ends with the hours of the profile', async () => {
    const { paid } = world.cid
    const nowMin = Math.floor(((world.clock.nowMs() + 5 * 3_600_000) % 86_400_000) / minuteMs)
    limit = { ...none, channelIds: new Set([paid]), hours: { from: nowMin - 60, to: nowMin + 5 } }
    const played = await ask(channels.url, { cid: paid, beats: 1 })
    if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
    expect(played.data.expires_at * 1000).toBeLessThanOrEqual(world.clock.nowMs() + 5 * minuteMs)
    world.clock.advanceMs(6 * minuteMs)
    expect(await ask(channels.url, { cid: paid })).toMatchObject({ failure: 'watch_hours_over' })
  })

  it('[PROF-02] ends with the minutes of the day, by heartbeats, and begins again tomorrow', async () => {
    const vid = world.vid('free')
    limit = { ...none, ageLimit: 18, minutesPerDay: 2 }
    const played = await ask(films.url, { vid, beats: 1 })
    if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
    const { stream_id } = played.data
    const states: string[] = []
    for (let beat = 0; beat < 14 && states.at(-1) !== 'unknown'; beat += 1) {
      const answer = await ask(streams.heartbeat, { stream_id })
      if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
      states.push(answer.data.state)
      if (beat === 0) expect(answer.data.minutes_left).toBe(2)
      world.clock.advanceMs(12_000)
    }
    // Ten steps of twelve seconds are two minutes.
    expect(states).toEqual([...Array.from({ length: 10 }, () => 'going'), 'unknown'])
    expect(await ask(films.url, { vid, stream_id })).toMatchObject({ failure: 'watch_minutes_over' })
    world.clock.advanceMs(86_400_000)
    expect(await ask(films.url, { vid })).toMatchObject({ kind: 'ok' })
    expect(world.clock.nowMs()).toBeGreaterThan(worldStartMs)
  })
})

describe('a profile that was removed', () => {
  it('[PROF-01] plays nothing any more, and what plays ends with the next heartbeat', async () => {
    const { open: cid } = world.cid
    limit = { ...none, ageLimit: 18 }
    const going = await ask(streams.list, {})
    if (going.kind !== 'ok') throw new Error(JSON.stringify(going))
    for (const { stream_id } of going.data.streams.item) await ask(streams.stop, { stream_id })
    const first = await ask(channels.url, { cid, beats: 1 })
    const second = await ask(channels.url, { cid, beats: 1 })
    if (first.kind !== 'ok' || second.kind !== 'ok') throw new Error(JSON.stringify([first, second]))
    const { stream_id } = first.data
    expect(await ask(streams.heartbeat, { stream_id })).toMatchObject({ data: { state: 'going' } })
    isRemoved = true
    const gone = { failure: 'profile_not_found', message: 'Такого профиля уже нет. Выберите другой' }
    expect(await ask(streams.heartbeat, { stream_id })).toMatchObject(gone)
    await vi.waitFor(() => expect(world.streams.isStopped(stream_id)).toBe(true))
    expect(world.streams.isStopped(second.data.stream_id)).toBe(false)
    const refused = await Promise.all([
      ask(channels.url, { cid, stream_id }),
      ask(channels.programmeUrl, { cid, pid: 1, time: Math.floor(worldStartMs / 1000) }),
      ask(films.url, { vid: world.vid('free') }),
    ])
    for (const one of refused) expect(one).toMatchObject(gone)
    // What is for anybody is still read, and a player that was left releases its stream.
    expect(await ask(channels.detail, { cid })).toMatchObject({ kind: 'ok' })
    expect(await ask(streams.stop, { stream_id: second.data.stream_id })).toMatchObject({ kind: 'ok' })
    isRemoved = false
    expect(await ask(channels.url, { cid })).toMatchObject({ kind: 'ok' })
  })
})
