/** Stills of channels over real HTTP, a real database and the real engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stills as endpoints } from '#contract/channels/stills.ts'
import { blackoutDevices } from '#contract/form/blackouts.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import { stillEndpoints, stillMount } from '#server/api/playback/stills.ts'
import { type BlackoutFields, removeBlackout, saveBlackout } from '#server/blackouts/blackouts.ts'
import {
  adultsAtMs,
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  type PlaybackWorld,
  tokenOf,
  worldStartMs,
} from '#tests/kit/modules/playback-scenario.ts'

const guests: { watching: GuestWatching; streams: number } = { watching: 'all', streams: 3 }
let world: PlaybackWorld
let origin: string
let subscriber: string

beforeAll(async () => {
  world = await openPlaybackWorld({ guests })
  const settings = { EKRAN_TRUSTED_PROXIES: ['127.0.0.1'] }
  origin = await world.serve([stillMount({ ...world.api(), settings })], stillEndpoints(world.api()))
  subscriber = await tokenOf(origin, '111111', 'one')
}, 120_000)
afterAll(() => world.close())

interface Who {
  readonly token?: string
  readonly from?: string
  readonly width?: 320 | 640
}

async function listed(cids: readonly number[], { token, from = insideAddress, width = 320 }: Who = {}) {
  const ask = callerOf(origin, token ?? null, from)
  const answer = await ask(endpoints.newest, { cids: cids.toSorted((a, b) => a - b).join(','), width })
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return new Map(answer.data.stills.map((still) => [still.cid, still]))
}

function fetchFrom(path: string, from = insideAddress) {
  return fetch(origin + path, { headers: { 'x-forwarded-for': from } })
}

/** Waits until the engine has made a still of this channel for this client. */
async function stillOf(cid: number, who: Who = {}) {
  await expect.poll(async () => [...(await listed([cid], who)).keys()]).toEqual([cid])
  const still = (await listed([cid], who)).get(cid)
  if (still === undefined) throw new Error('no still')
  return still
}

/** Closes a channel live from now on, inside the national network. Returns what opens it again. */
async function blackOut(cid: number): Promise<() => Promise<void>> {
  const { database, television, catalogue, blackouts, clock } = world
  const content = { television: television.now(), catalogue: catalogue.now() }
  const by = { by: undefined, nowMs: clock.nowMs() }
  const fields: BlackoutFields = {
    ...{ target: 'channel', cid, pid: null, vid: null, fromMs: clock.nowMs() - 60_000, untilMs: null },
    ...{ territories: ['inside'], devices: blackoutDevices, holds: ['live'] },
    ...{ words: { ru: '', uz: '' }, note: '' },
  }
  const saved = await saveBlackout(database.db, content, { id: null, version: 0, fields }, by)
  if (saved.kind !== 'changed') throw new Error(JSON.stringify(saved))
  await blackouts.reload()
  return async () => {
    await removeBlackout(database.db, saved.id, by)
    await blackouts.reload()
  }
}

describe('[ALIVE-01] stills of channels', () => {
  it('are pictures of now, of channels that are listed here and have one', async () => {
    const { paid, world: abroad, silent } = world.cid
    const still = await stillOf(paid)
    expect(still.at).toBeGreaterThan(worldStartMs / 1000 - 60)
    const response = await fetchFrom(still.url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, immutable')
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
    expect((await listed([silent, 999_999])).size).toBe(0)
    await stillOf(abroad, { from: outsideAddress })
    expect((await listed([paid, abroad], { from: outsideAddress })).has(paid)).toBe(false)
  })

  it('come in the wanted width', async () => {
    await stillOf(world.cid.social, { width: 640 })
    const still = (await listed([world.cid.social], { width: 640 })).get(world.cid.social)
    expect(still?.url).toContain('-640-')
    expect((await listed([world.cid.social])).get(world.cid.social)?.url).toContain('-320-')
  })

  it('have addresses that cannot be guessed', async () => {
    const { url } = await stillOf(world.cid.paid)
    expect((await fetchFrom(url.replace(/-[\w-]{22}\.webp$/, `-${'A'.repeat(22)}.webp`))).status).toBe(404)
    expect((await fetchFrom(url.replace('-320-', '-640-'))).status).toBe(404)
    expect((await fetchFrom('/stills/../films')).status).toBe(404)
    expect((await fetch(origin + url, { method: 'POST' })).status).toBe(405)
  })

  it('are refused with the field that is wrong', async () => {
    for (const [query, field] of [
      ['cids=2,1', 'cids'],
      [`cids=${Array.from({ length: 101 }, (_, at) => at + 1).join(',')}`, 'cids'],
      ['cids=1&width=333', 'width'],
    ] as const) {
      const response = await fetchFrom(`/api/v1/stills?${query}`)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(field)
    }
  })

  it('of a programme for adults are seen by who may watch it, and stored by no shared cache', async () => {
    const { open, paid } = world.cid
    world.clock.setMs(adultsAtMs + 60_000)
    await stillOf(paid)
    expect(await world.engine.stills.take(String(open))).toBeDefined()
    expect((await listed([open])).size).toBe(0)
    const still = await stillOf(open, { token: subscriber })
    expect((await fetchFrom(still.url)).headers.get('cache-control')).toContain('private')
    guests.watching = 'none'
    expect((await listed([open], { token: subscriber })).size).toBe(0)
    guests.watching = 'all'
  })

  it('are closed by a blackout, also at an address from before', async () => {
    const { world: cid } = world.cid
    const before = await stillOf(cid)
    const end = await blackOut(cid)
    expect((await listed([cid], { token: subscriber })).size).toBe(0)
    expect((await listed([cid], { from: outsideAddress })).size).toBe(1)
    expect((await fetchFrom(before.url)).status).toBe(404)
    const abroad = await fetchFrom(before.url, outsideAddress)
    expect([abroad.status, abroad.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=60, immutable',
    ])
    await end()
    expect((await listed([cid])).size).toBe(1)
  })
})
