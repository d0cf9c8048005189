/** Downloads of devices, on a real database and over real HTTP, with one manual clock. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadEndpoints } from '#server/api/playback/downloads.ts'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { downloads as calls, maxDownloads } from '#contract/playback/downloads.ts'
import { streams as streamCalls } from '#contract/playback/streams.ts'
import { editTitles, listStaffEpisodes, publishTitles, setPartWindows } from '#server/catalogue/catalogue.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const dayMs = 86_400_000
let world: PlaybackWorld
let origin: string
let phone: string
let tablet: string
let film: { readonly vid: number; readonly vfid: number }

function filesOf(key: string, kind: 'film' | 'trailer' = 'film') {
  const vid = world.vid(key)
  const files = world.catalogue.now().title(vid)?.files ?? []
  return { vid, vfid: files.find((file) => file.kind === kind)?.vfid ?? 0 }
}

beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300 })
  origin = await world.serve([], downloadEndpoints(world.api(300)))
  phone = await tokenOf(origin, '111111', 'phone')
  tablet = await tokenOf(origin, '111111', 'tablet')
  film = filesOf('film')
}, 120_000)
afterAll(() => world.close())

function secOf(ms: number) {
  return Math.floor(ms / 1000)
}

async function begin(token: string, file = film) {
  const outcome = await callerOf(origin, token)(calls.begin, file)
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

async function renew(token: string, current: string) {
  const outcome = await callerOf(origin, token)(calls.renew, { held: current })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

function remove(token: string, vfid: number) {
  return callerOf(origin, token)(calls.remove, { vfid })
}

describe('downloads', () => {
  it('[PLAYER-08] list what can be saved, with its size to the byte', async () => {
    const outcome = await callerOf(origin, phone)(calls.options, film)
    if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
    const { qualities, audio, subtitles, duration_sec } = outcome.data
    expect(duration_sec).toBeGreaterThan(1.9)
    const video = world.engine.describeAsset('short')?.video ?? []
    const last = video[0]?.segments.at(-1)
    expect(qualities.item[0]?.height).toBe(video[0]?.height)
    const { indexBegin = 0, indexEnd = 0 } = video[0] ?? {}
    expect(qualities.item[0]?.size_bytes).toBe(
      (last?.offset ?? 0) + (last?.size ?? 0) - indexEnd + indexBegin,
    )
    expect(audio.item).toHaveLength(1)
    expect(subtitles.item).toEqual([])
  })

  it('[PLAYER-08] are granted with an address that counts as no stream, and an end', async () => {
    const { url, licence, now, address_expires_at } = await begin(phone)
    const nowSec = secOf(world.clock.nowMs())
    expect(now).toBe(nowSec)
    expect(address_expires_at).toBe(nowSec + 300)
    // The subscription of this scenario ends together with the 30 days.
    expect(licence).toEqual({
      ...film,
      granted_at: nowSec,
      started_at: 0,
      expires_at: secOf(worldStartMs + 30 * dayMs),
    })
    const got = await fetch(origin + url, { headers: { 'x-forwarded-for': insideAddress } })
    expect(got.status).toBe(200)
    expect(await callerOf(origin, phone)(streamCalls.list, {})).toMatchObject({
      data: { streams: { item: [] } },
    })
    world.clock.advanceMs(60_000)
    // Requested again it is the same term with a new address.
    expect((await begin(phone)).licence.granted_at).toBe(nowSec)
  })

  it('[PLAYER-08] end 48 hours after the first watching, and a later report does not extend them', async () => {
    const startedSec = secOf(world.clock.nowMs())
    world.clock.advanceMs(3_600_000)
    const current = `${film.vfid}:${startedSec}`
    expect((await renew(phone, current)).downloads.item).toMatchObject([
      { vfid: film.vfid, started_at: startedSec, expires_at: startedSec + 48 * 3600 },
    ])
    expect((await renew(phone, `${film.vfid}:${startedSec + 3000}`)).downloads.item[0]?.started_at).toBe(
      startedSec,
    )
    expect((await renew(phone, `${film.vfid}:0`)).downloads.item[0]?.started_at).toBe(startedSec)
    world.clock.advanceMs(48 * 3_600_000)
    expect((await begin(phone)).licence).toMatchObject({
      granted_at: secOf(world.clock.nowMs()),
      started_at: 0,
    })
    await remove(phone, film.vfid)
    expect((await renew(phone, current)).downloads.item).toEqual([])
  })

  it('[PLAYER-08] need the same right as playback', async () => {
    const other = await tokenOf(origin, '222222', 'pc')
    expect(await callerOf(origin, other)(calls.begin, film)).toMatchObject({ failure: 'not_subscribed' })
    expect(await callerOf(origin, other)(calls.options, film)).toMatchObject({ failure: 'not_subscribed' })
    const late = await tokenOf(origin, '333333', 'pc')
    expect(await callerOf(origin, late)(calls.begin, film)).toMatchObject({ failure: 'account_suspended' })
    const free = filesOf('free')
    expect((await begin(other, free)).licence.expires_at).toBe(secOf(world.clock.nowMs() + 30 * dayMs))
    const foreign = { vid: film.vid, vfid: free.vfid }
    expect(await callerOf(origin, phone)(calls.begin, foreign)).toMatchObject({ failure: 'title_not_found' })
    const trailer = filesOf('film', 'trailer')
    expect(await callerOf(origin, phone)(calls.begin, trailer)).toMatchObject({ failure: 'title_not_found' })
    expect(await callerOf(origin, null)(calls.begin, film)).toMatchObject({ kind: 'refused' })
  })

  it('[PLAYER-08] end with the subscription, and are extended with it', async () => {
    await begin(phone)
    const { accountId } = (await world.accounts.findByName('111111'))[0] ?? { accountId: 0 }
    const put = (state: 'active' | 'suspended', paidUntilMs: number) =>
      world.billing.putSubscription({ accountId, tariffId: 56, state, paidUntilMs, autoRenew: false })
    const endOf = async () => (await renew(phone, `${film.vfid}:0`)).downloads.item[0]?.expires_at
    await put('suspended', world.clock.nowMs() + dayMs)
    expect(await endOf()).toBe(secOf(world.clock.nowMs()))
    await put('active', world.clock.nowMs() + dayMs)
    expect(await endOf()).toBe(secOf(world.clock.nowMs() + dayMs))
    await put('active', world.clock.nowMs() + 90 * dayMs)
    expect(await endOf()).toBe(secOf(world.clock.nowMs() + 30 * dayMs))
  })

  it('[PLAYER-08] are limited per account, also with concurrent requests, over all devices', async () => {
    const { db } = world.database
    const { accountId } = (await world.accounts.findByName('111111'))[0] ?? { accountId: 0 }
    const current = await world.accounts.listDevices(accountId)
    const deviceId = current.find((device) => device.uid === 'tablet')?.deviceId ?? 0
    const term = {
      account_id: accountId,
      device_id: deviceId,
      vid: 1,
      granted_at: new Date(world.clock.nowMs()),
    }
    const others = Array.from({ length: maxDownloads - 2 }, (_, at) => ({ ...term, vfid: 900_000 + at }))
    await db.insertInto('download_grant').values(others).execute()
    // One is left, and the phone already has the film.
    const free = filesOf('free')
    const outcomes = await Promise.all(
      [
        { token: phone, file: free },
        { token: tablet, file: free },
        { token: tablet, file: film },
      ].map(({ token, file }) => callerOf(origin, token)(calls.begin, file)),
    )
    expect(outcomes.filter((one) => one.kind === 'ok')).toHaveLength(1)
    const refused = outcomes.find((one) => one.kind === 'refused')
    expect(refused).toMatchObject({ failure: 'downloads_full', message: expect.stringContaining('25') })
    // Expired downloads do not count.
    world.clock.advanceMs(30 * dayMs)
    expect((await begin(tablet)).licence.granted_at).toBe(secOf(world.clock.nowMs()))
  })

  it('[PLAYER-07] cannot be fetched, nor their key, once the device is logged out', async () => {
    const pad = await tokenOf(origin, '111111', 'pad')
    const free = filesOf('free')
    await remove(tablet, film.vfid)
    const { url } = await begin(pad, free)
    const statusOf = async (path: string) =>
      (await fetch(origin + path, { headers: { 'x-forwarded-for': insideAddress } })).status
    const list = url.replace('master', 'a0-und')
    const text = await (await fetch(origin + list, { headers: { 'x-forwarded-for': insideAddress } })).text()
    const key = url.replace('master.m3u8', /EXT-X-KEY:.*URI="([^"]*)"/.exec(text)?.[1] ?? 'no key')
    expect([await statusOf(url), await statusOf(list), await statusOf(key)]).toEqual([200, 200, 200])
    const other = await begin(tablet, free)
    expect((await callerOf(origin, pad)(accountCalls.logout, {})).kind).toBe('ok')
    await expect.poll(() => statusOf(url), { timeout: 15_000 }).toBe(403)
    expect([await statusOf(list), await statusOf(key)]).toEqual([403, 403])
    // Another device of the account continues.
    expect(await statusOf(other.url)).toBe(200)
    await remove(tablet, free.vfid)
    await begin(tablet)
  })

  it('[PLAYER-08] of one account are neither shown to another one nor ended or taken over by it', async () => {
    const { url } = await begin(tablet)
    // The same device, used by a person with another account.
    const stranger = await tokenOf(origin, '222222', 'tablet')
    expect((await renew(stranger, `${film.vfid}:0`)).downloads.item).toEqual([])
    await remove(stranger, film.vfid)
    expect((await callerOf(origin, stranger)(calls.begin, film)).kind).toBe('refused')
    const mine = await tokenOf(origin, '111111', 'tablet')
    expect((await renew(mine, `${film.vfid}:0`)).downloads.item).toMatchObject([film])
    const got = await fetch(origin + url, { headers: { 'x-forwarded-for': insideAddress } })
    expect(got.status).toBe(200)
    tablet = mine
  })

  it('[EDIT-01] [PLAYER-08] of an episode end with the window of its season, and are withdrawn behind it', async () => {
    const { db } = world.database
    const nowMs = world.clock.nowMs()
    const words = { ru: '', uz: '' }
    const episode = { ...{ number: 1, name: words, description: words, still: null } }
    const one = { ...episode, file: { assetId: 'short', durationMs: 2000 } }
    const seasons = [{ number: 1, name: words, episodes: [one, { ...one, number: 2 }] }]
    const series = buildFilm('windowed', { isSeries: true, seasons })
    const vid = (await publishTitles(db, [series], nowMs))[0]?.vid ?? 0
    const staff = await listStaffEpisodes(db, vid)
    const setWindow = async (untilMs: number) => {
      const windows = [{ fromMs: null, untilMs, territory: 'everywhere' as const }]
      const part = { episode: staff?.episodes[0]?.id ?? 0 }
      await setPartWindows(db, { vid, part, version: undefined, windows }, { by: undefined, nowMs })
      await world.catalogue.reload()
    }
    await setWindow(nowMs + 60_000)
    const vfid = world.catalogue.now().title(vid)?.seasons[0]?.episodes[0]?.file.vfid ?? 0
    const begun = await begin(tablet, { vid, vfid })
    expect(begun.licence.expires_at).toBe(secOf(nowMs + 60_000))
    await setWindow(nowMs)
    const { downloads: remaining } = await renew(tablet, `${vfid}:0`)
    expect(remaining.item.map((one) => one.vfid)).not.toContain(vfid)
    expect(await callerOf(origin, tablet)(calls.begin, { vid, vfid })).toMatchObject({
      failure: 'not_available_now',
    })
  })

  it('[PLAYER-08] of a removed title are withdrawn', async () => {
    await begin(tablet)
    expect((await renew(tablet, `${film.vfid}:0`)).downloads.item).toMatchObject([film])
    const hidden = [{ vid: film.vid, edit: { columns: { is_hidden: true } } }]
    await editTitles(world.database.db, hidden, { by: undefined, nowMs: Date.now() })
    await world.catalogue.reload()
    expect((await renew(tablet, `${film.vfid}:0`)).downloads.item).toEqual([])
    expect(await callerOf(origin, tablet)(calls.begin, film)).toMatchObject({ failure: 'not_available_now' })
  })
})
