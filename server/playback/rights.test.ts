/** Concurrent streams over real HTTP: counted, chosen, stopped; and addresses bound to network and session. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { channels as calls } from '#contract/channels/channels.ts'
import { films as filmCalls } from '#contract/films/films.ts'
import { goingStreams, streams as streamCalls } from '#contract/playback/streams.ts'
import { devices as deviceCalls } from '#contract/accounts/devices.ts'
import { openStreams } from '#server/streams/streams.ts'
import { forgetOldStreams } from '#server/streams/forget-old.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

let world: PlaybackWorld
let origin: string
beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300, streams: 2 })
  origin = await world.serve()
}, 120_000)
afterAll(() => world.close())

/** Each test has its own devices, and the streams of the test before have expired. */
let tv: string
let phone: string
let tablet: string
beforeEach(async () => {
  world.clock.advanceMs(3_600_000)
  tv = await tokenOf(origin, '111111', 'tv')
  phone = await tokenOf(origin, '111111', 'phone')
  tablet = await tokenOf(origin, '111111', 'tablet')
})

type More = { stream_id?: string; left?: 0 | 1; beats?: 0 | 1; warm?: 0 | 1; whole?: 0 | 1 }

function play(token: string, more: More = {}, cid = world.cid.paid, from?: string) {
  return callerOf(origin, token, from)(calls.url, { cid, beats: 1, ...more })
}

async function played(...values: Parameters<typeof play>) {
  const outcome = await play(...values)
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

async function beat(token: string, streamId: string) {
  const outcome = await callerOf(origin, token)(streamCalls.heartbeat, { stream_id: streamId })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

function stop(token: string, streamId: string) {
  return callerOf(origin, token)(streamCalls.stop, { stream_id: streamId })
}

async function list(token: string) {
  const outcome = await callerOf(origin, token)(streamCalls.list, {})
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

async function get(url: string, from = insideAddress) {
  return (await fetch(origin + url, { headers: { 'x-forwarded-for': from } })).status
}

function refusedWith(failure: string) {
  return { kind: 'refused', failure }
}

/** Database notifications arrive with a short delay. */
function until(what: () => Promise<unknown>, value: unknown) {
  return expect.poll(what, { timeout: 20_000, interval: 20 }).toEqual(value)
}

describe('concurrent streams', () => {
  it('[ACC-09] over the limit are refused with a choice of streams to stop, and start after a stop', async () => {
    const first = await played(tv)
    world.clock.advanceMs(1000)
    const second = await played(phone, {}, world.cid.world)
    expect(first.heartbeat_sec).toBe(12)
    const refused = await play(tablet)
    expect(refused).toMatchObject(refusedWith('too_many_streams'))
    expect(refused).toHaveProperty('message', expect.stringContaining('2'))
    const choice = goingStreams(refused.kind === 'refused' ? refused.details : undefined)
    expect(choice).toMatchObject([
      { stream_id: first.stream_id, device_name: 'tv', kind: 'live', title: 'paid', is_this_device: 0 },
      { stream_id: second.stream_id, device_name: 'phone', kind: 'live', title: 'world' },
    ])
    expect(await get(first.url)).toBe(200)
    expect(await stop(tablet, first.stream_id)).toMatchObject({ kind: 'ok' })
    expect(await play(tablet)).toMatchObject({ kind: 'ok' })
    expect(await beat(tv, first.stream_id)).toEqual({ state: 'stopped', stopped_by: 'tablet' })
    // Also for a player that ignores the stop: its address is refused, though it has not expired.
    await until(() => get(first.url), 403)
    expect(await play(tv, { stream_id: first.stream_id })).toMatchObject(refusedWith('stream_stopped'))
    expect(await play(tv)).toMatchObject(refusedWith('too_many_streams'))
    expect(await beat(phone, second.stream_id)).toEqual({ state: 'going', stopped_by: '' })
    expect(await get(second.url)).toBe(200)
  })

  it('[ACC-09] of a reloaded page use the same lease, and its stop request may come late', async () => {
    const first = await played(tv)
    const other = await played(phone)
    const again = await played(tv, { stream_id: first.stream_id, left: 1 })
    expect(again.stream_id).not.toBe(first.stream_id)
    expect(await stop(tv, first.stream_id)).toMatchObject(refusedWith('stream_not_found'))
    expect(await beat(tv, again.stream_id)).toEqual({ state: 'going', stopped_by: '' })
    // Or it comes earlier.
    expect(await stop(tv, again.stream_id)).toMatchObject({ kind: 'ok' })
    const third = await played(tv, { stream_id: again.stream_id, left: 1 })
    const ids = (await list(phone)).streams.item.map(({ stream_id }) => stream_id)
    expect(ids.toSorted()).toEqual([other.stream_id, third.stream_id].toSorted())
    expect(await get(third.url)).toBe(200)
    expect(await play(tablet, { stream_id: third.stream_id, left: 1 })).toMatchObject(
      refusedWith('too_many_streams'),
    )
  })

  it('[ACC-09] are counted for films and the archive alike, and not for trailers', async () => {
    const nowMs = world.clock.nowMs()
    const vid = world.vid('film')
    const film = await callerOf(origin, tv)(filmCalls.url, { vid, beats: 1 })
    world.clock.advanceMs(1000)
    const pid = world.programmeAt(world.cid.paid, nowMs - 7_200_000)
    const archive = await callerOf(origin, phone)(calls.programmeUrl, { cid: world.cid.paid, pid, beats: 1 })
    expect([film.kind, archive.kind]).toEqual(['ok', 'ok'])
    expect((await list(tablet)).streams.item).toMatchObject([
      { kind: 'film', title: 'Фильм film' },
      { kind: 'archive', title: 'paid: Передача' },
    ])
    expect(await play(tablet)).toMatchObject(refusedWith('too_many_streams'))
    const files = world.catalogue.now().title(vid)?.files ?? []
    const trailer = files.find((file) => file.kind === 'trailer')?.vfid ?? 0
    expect(await callerOf(origin, tablet)(filmCalls.url, { vid, vfid: trailer, beats: 1 })).toMatchObject({
      data: { stream_id: '', heartbeat_sec: 0 },
    })
    expect(await callerOf(origin, null)(filmCalls.url, { vid, vfid: trailer })).toMatchObject({
      data: { stream_id: '' },
    })
  })

  it('[ACC-09] never exceed the limit, however many begin at the same moment', async () => {
    const tokens = [tv, phone, tablet, await tokenOf(origin, '111111', 'pc')]
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, at) => play(tokens[at % 4] ?? tv)))
    expect(outcomes.filter((one) => one.kind === 'ok')).toHaveLength(2)
    expect((await list(tv)).streams.item).toHaveLength(2)
    // Two processes do not share an in-process queue: the database's version check must serialize them.
    world.clock.advanceMs(600_000)
    const { db } = world.database
    const others = Array.from({ length: 4 }, () =>
      openStreams({ ...world, db, random: systemRandom, log: silentLog }),
    )
    const accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
    const request = {
      accountId,
      item: 'live:1',
      formerId: undefined,
      beats: true,
      warm: false,
      maxStreams: 2,
    }
    const ticketUntilMs = world.clock.nowMs() + 300_000
    const started = await Promise.all(
      others.flatMap((fixture, at) =>
        [0, 1].map((time) => fixture.begin({ ...request, ticketUntilMs, holder: `device-${at}-${time}` })),
      ),
    )
    expect(started.filter((one) => one.kind === 'begun')).toHaveLength(2)
    await Promise.all(others.map((fixture) => fixture.close()))
  })

  it('[ACC-09] end 30 s after the last heartbeat, and continue when the limit allows it', async () => {
    const first = await played(tv)
    await played(phone)
    world.clock.advanceMs(25_000)
    expect(await beat(tv, first.stream_id)).toMatchObject({ state: 'going' })
    expect(await play(tablet)).toMatchObject(refusedWith('too_many_streams'))
    world.clock.advanceMs(10_000)
    // The phone is silent for 35 s, the TV set for 10 s.
    const third = await played(tablet)
    world.clock.advanceMs(31_000)
    expect((await list(tv)).streams.item).toEqual([])
    expect(await beat(tv, first.stream_id)).toMatchObject({ state: 'going' })
    expect(await beat(tablet, third.stream_id)).toMatchObject({ state: 'going' })
    expect(await play(phone)).toMatchObject(refusedWith('too_many_streams'))
  })

  it('that fell silent cannot be played beside those that replaced them', async () => {
    const first = await played(tv)
    const second = await played(phone)
    world.clock.advanceMs(61_000)
    expect(await get(first.url)).toBe(200)
    await played(tablet)
    await played(await tokenOf(origin, '111111', 'pc'))
    await until(async () => [await get(first.url), await get(second.url)], [403, 403])
    expect(await beat(tv, first.stream_id)).toMatchObject({ state: 'unknown' })
    expect(await play(tv, { stream_id: first.stream_id })).toMatchObject(refusedWith('too_many_streams'))
  })

  it('zap within one lease: the previous video plays for a moment, and then is refused', async () => {
    const first = await played(tv)
    await played(phone)
    const next = await played(tv, { stream_id: first.stream_id }, world.cid.world)
    expect(next.stream_id).not.toBe(first.stream_id)
    expect((await list(tv)).streams.item.map((one) => one.title).sort()).toEqual(['paid', 'world'])
    expect(await get(first.url)).toBe(200)
    await until(async () => world.streams.stoppedCount > 0, true)
    world.clock.advanceMs(21_000)
    await until(() => get(first.url), 403)
    expect(await get(next.url)).toBe(200)
  })

  it('[PLAYER-07] are renewed as the same stream until the right ends', async () => {
    const first = await played(tv)
    world.clock.advanceMs(50_000)
    const again = await played(tv, { stream_id: first.stream_id })
    expect(again.stream_id).toBe(first.stream_id)
    expect(again.expires_at).toBe(first.expires_at + 50)
    expect([await get(first.url), await get(again.url)]).toEqual([200, 200])
    world.clock.advanceMs(251_000)
    expect([await get(first.url), await get(again.url)]).toEqual([403, 200])
  })

  it('[TVSET-02] [PLAYER-07] are valid for an evening where a player cannot switch addresses, and can still be stopped', async () => {
    const evening = await played(tv, { whole: 1 })
    expect(evening.expires_at).toBe(Math.floor(world.clock.nowMs() / 1000) + 6 * 3600)
    expect((await list(tv)).streams.item).toHaveLength(1)
    expect(await get(evening.url, outsideAddress)).toBe(403)
    world.clock.advanceMs(5000)
    expect(await get(evening.url)).toBe(200)
    await stop(phone, evening.stream_id)
    await until(() => get(evening.url), 403)
    const ready = await played(tablet, { whole: 1, warm: 1 })
    expect(ready.expires_at).toBe(Math.floor(world.clock.nowMs() / 1000) + 60)
  })
})

describe('a preloaded address', () => {
  it('plays at once, expires after a minute, and counts from its first heartbeat', async () => {
    const first = await played(tv)
    await played(phone)
    const ready = await played(tv, { stream_id: first.stream_id, warm: 1 }, world.cid.world)
    expect(ready.expires_at).toBe(Math.floor(world.clock.nowMs() / 1000) + 60)
    expect((await list(tv)).streams.item).toHaveLength(2)
    expect(await get(ready.url)).toBe(200)
    expect(await beat(tv, ready.stream_id)).toMatchObject({ state: 'going' })
    expect((await list(tv)).streams.item.map((one) => one.title).sort()).toEqual(['paid', 'world'])
    expect(await beat(tv, first.stream_id)).toMatchObject({ state: 'unknown' })
    const longer = await played(tv, { stream_id: ready.stream_id }, world.cid.world)
    expect(longer.stream_id).toBe(ready.stream_id)
    expect(await play(tablet, { warm: 1 })).toMatchObject(refusedWith('too_many_streams'))
  })
})

describe('a player that sends no heartbeats', () => {
  it('has one stream per session, counted for as long as it fetches', async () => {
    const plain = { beats: 0 } as const
    await played(phone, plain)
    const first = await played(tv, plain)
    const next = await played(tv, plain, world.cid.world)
    expect((await list(tv)).streams.item).toHaveLength(2)
    expect((await played(tv, plain, world.cid.world)).stream_id).toBe(next.stream_id)
    for (let index = 0; index < 4; index += 1) {
      world.clock.advanceMs(30_000)
      expect(await get(next.url)).toBe(200)
      await world.streams.flush()
    }
    expect((await list(tv)).streams.item).toMatchObject([{ title: 'world' }])
    // The phone no longer fetches; the TV set's first video is now the second stream.
    expect(await get(first.url)).toBe(200)
    await world.streams.flush()
    expect((await list(tv)).streams.item).toHaveLength(2)
    expect(await play(tablet)).toMatchObject(refusedWith('too_many_streams'))
  })

  it('is refused where media is served when it fetches after its lease was taken', async () => {
    const first = await played(tv, { beats: 0 })
    world.clock.advanceMs(90_000)
    await played(phone)
    await played(tablet, {}, world.cid.world)
    await until(() => get(first.url), 403)
  })
})

describe('an address', () => {
  it('[PLAYER-07] [REGION-02] copied out of the network is refused there; a phone inside may change its IP address', async () => {
    const { url } = await played(tv)
    expect(await get(url)).toBe(200)
    expect(await get(url, '84.54.70.9')).toBe(200)
    expect(await get(url, outsideAddress)).toBe(403)
    // Values the client writes itself stand further left, and do not count.
    expect(await get(url, `${insideAddress}, ${outsideAddress}`)).toBe(403)
    expect(await get(url.replace('.inside.', '.any.'), outsideAddress)).toBe(403)
  })

  it('[REGION-01] requested outside works there, and still works inside the network', async () => {
    expect(await play(tv, {}, world.cid.paid, outsideAddress)).toMatchObject(refusedWith('outside_region'))
    const { url } = await played(tv, {}, world.cid.world, outsideAddress)
    expect([await get(url, outsideAddress), await get(url)]).toEqual([200, 200])
    const pid = world.programmeAt(world.cid.paid, world.clock.nowMs() - 7_200_000)
    const archive = { cid: world.cid.paid, pid }
    expect(await callerOf(origin, tv, outsideAddress)(calls.programmeUrl, archive)).toMatchObject(
      refusedWith('outside_region'),
    )
  })

  it('[REGION-01] [TV-07] is announced before the request: the detail and the list say what can be played from there', async () => {
    const detail = async (cid: number, from: string) => {
      const response = await callerOf(origin, tv, from)(calls.detail, { cid })
      return response.kind === 'ok' ? response.data.channel.is_available : response
    }
    const { paid, world: abroad } = world.cid
    expect([await detail(paid, insideAddress), await detail(abroad, insideAddress)]).toEqual([1, 1])
    expect([await detail(paid, outsideAddress), await detail(abroad, outsideAddress)]).toEqual([0, 1])
    const listed = await callerOf(origin, tv, outsideAddress)(calls.list, {})
    const names = listed.kind === 'ok' ? listed.data.channels.item.map((one) => one.name) : listed
    expect(names).toEqual(['world'])
  })

  it.each([
    ['a logout', (token: string) => callerOf(origin, token)(accountCalls.logout, {})],
    ['another login on its device', () => tokenOf(origin, '111111', 'tv')],
    [
      'its device being removed',
      async () => {
        const current = await callerOf(origin, phone)(deviceCalls.list, {})
        const items = current.kind === 'ok' ? current.data.devices.item : []
        const deviceId = items.find((one) => one.model === 'tv')?.device_id ?? 0
        return callerOf(origin, phone)(deviceCalls.remove, { device_id: deviceId })
      },
    ],
    [
      'the account being blocked',
      async () => {
        const accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
        await world.accounts.setState(accountId, 'blocked')
        await until(async () => (await world.streams.activeStreams(accountId)).length, 0)
        await world.accounts.setState(accountId, 'active')
      },
    ],
  ])('[PLAYER-07] is refused after %s, also when it is valid for an evening', async (_, end) => {
    for (const whole of [0, 1] as const) {
      tv = await tokenOf(origin, '111111', 'tv')
      phone = await tokenOf(origin, '111111', 'phone')
      const { url } = await played(tv, { whole })
      expect(await get(url)).toBe(200)
      await end(tv)
      await until(() => get(url), 403)
      // Long after the short address would have expired.
      world.clock.advanceMs(whole * 3_600_000)
      expect(await get(url)).toBe(403)
      // A stop is remembered for as long as its address would be valid: here it expires for the tests that follow.
      world.clock.advanceMs(whole * 6 * 3_600_000)
    }
  })

  it('[TVSET-02] valid for an evening ends with the right to watch', async () => {
    const accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
    const put = (paidUntilMs: number, autoRenew: boolean) =>
      world.billing.putSubscription({ accountId, tariffId: 56, state: 'active', paidUntilMs, autoRenew })
    const endMs = world.clock.nowMs() + 1_800_000
    await put(endMs, false)
    const evening = await played(tv, { whole: 1 })
    expect(evening.expires_at).toBe(Math.floor(endMs / 1000))
    expect(await get(evening.url)).toBe(200)
    world.clock.setMs(endMs + 1000)
    expect(await get(evening.url)).toBe(403)
    await put(endMs + 900 * 3_600_000, true)
  })

  it('[ACC-08] of an ended session cannot be renewed, and its detail is refused', async () => {
    const { stream_id } = await played(tv)
    await callerOf(origin, tv)(accountCalls.logout, {})
    expect(await play(tv, { stream_id })).toMatchObject(refusedWith('not_authorized'))
    expect(await callerOf(origin, tv)(calls.detail, { cid: world.cid.paid })).toMatchObject(
      refusedWith('not_authorized'),
    )
    const pid = world.programmeAt(world.cid.paid, world.clock.nowMs() - 7_200_000)
    expect(await callerOf(origin, tv)(calls.programmeUrl, { cid: world.cid.paid, pid })).toMatchObject(
      refusedWith('not_authorized'),
    )
    expect(await callerOf(origin, tv)(filmCalls.url, { vid: world.vid('film') })).toMatchObject(
      refusedWith('not_authorized'),
    )
    expect(await callerOf(origin, tv)(streamCalls.heartbeat, { stream_id })).toMatchObject(
      refusedWith('not_authorized'),
    )
    // Without a token the client is a guest.
    expect(await callerOf(origin, null)(calls.detail, { cid: world.cid.paid })).toMatchObject({
      kind: 'ok',
    })
    expect(await play('')).toMatchObject(refusedWith('login_needed'))
  })

  it("can be stopped only by its own account, and says nothing about others' streams", async () => {
    const { stream_id, url } = await played(tv)
    const stranger = await tokenOf(origin, '222222', 'strange')
    expect(await stop(stranger, stream_id)).toMatchObject(refusedWith('stream_not_found'))
    expect(await beat(stranger, stream_id)).toEqual({ state: 'unknown', stopped_by: '' })
    expect((await list(stranger)).streams.item).toEqual([])
    expect(await get(url)).toBe(200)
    expect(await stop(tv, stream_id)).toMatchObject({ kind: 'ok' })
    expect(await stop(tv, stream_id)).toMatchObject(refusedWith('stream_not_found'))
  })

  it('that was stopped stays stopped after a restart of the media server, and is forgotten when it expires', async () => {
    const { stream_id } = await played(tv)
    await stop(phone, stream_id)
    const { db } = world.database
    const again = openStreams({ ...world, db, random: systemRandom, log: silentLog })
    expect(again.isStopped(stream_id)).toBe(false)
    await again.recall()
    expect(again.isStopped(stream_id)).toBe(true)
    world.clock.advanceMs(301_000)
    await again.flush()
    expect(again.stoppedCount).toBe(0)
    await again.close()
    world.clock.advanceMs(7_200_000)
    await forgetOldStreams(db, world.clock.nowMs())
    const { rows } = await world.database.pool.query('select count(*)::int as count from playback_stream')
    expect(rows).toEqual([{ count: 0 }])
  })
})
