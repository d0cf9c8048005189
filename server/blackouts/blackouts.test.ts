/** Blackouts over real HTTP: live, archive, films, downloads and other players, on one manual clock. */
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { films as filmCalls } from '#contract/films/films.ts'
import { blackoutDevices, blackoutHolds, blackoutTargets, territories } from '#contract/form/blackouts.ts'
import { blackoutDetails, blackouts as blackoutCalls } from '#contract/playback/blackouts.ts'
import { downloads as downloadCalls } from '#contract/playback/downloads.ts'
import { parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { exportHandler } from '#server/api/export/serve-export.ts'
import { downloadEndpoints } from '#server/api/playback/downloads.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { undoContent } from '#server/editing/editing.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { publishGuide } from '#server/television/television.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'
import { type BlackoutFields, endBlackout, loadBlackouts, removeBlackout, saveBlackout } from './blackouts.ts'

const hourMs = 3_600_000
let world: PlaybackWorld
let origin: string
let secret: string
/** A session on each kind of device. */
const tokens = { tv: '', phone: '', web: '' }
type Device = keyof typeof tokens

async function logIn(deviceKind: 'tv' | 'phone' | 'computer'): Promise<string> {
  const facts = {
    abonement: '111111',
    password: 'right password',
    device_uid: deviceKind,
    device_kind: deviceKind,
  }
  const outcome = await callerOf(origin, null)(accountCalls.login, facts)
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data.authkey
}

beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300, streams: 9 })
  const api = world.api(300)
  const audit = { record: async () => undefined }
  const addresses = openExportAddresses({ ...api, random: systemRandom, audit })
  const handle = exportHandler({
    ...world,
    serviceName: () => 'Zamin TV',
    ...{ addresses, entitlement: world.entitlement, television: world.television, clock: world.clock },
    playback: playbackDeps(api, 3600),
    urlAt: () => undefined,
    clientAddress: () => insideAddress,
    regionOf: () => 'inside',
  })
  origin = await world.serve([{ prefix: '/export/', handle }], downloadEndpoints(api))
  tokens.tv = await logIn('tv')
  tokens.phone = await logIn('phone')
  tokens.web = await logIn('computer')
  const { account_id: accountId } = await world.database.db
    .selectFrom('account')
    .select('account_id')
    .where('abonement', '=', '111111')
    .executeTakeFirstOrThrow()
  secret = (await addresses.renew(accountId, { actor: 'operator' })).secret
}, 120_000)
afterAll(() => world.close())

const byNobody = () => ({ by: undefined, nowMs: world.clock.nowMs() })
const content = () => ({ television: world.television.now(), catalogue: world.catalogue.now() })

function fields(more: Partial<BlackoutFields>): BlackoutFields {
  const nowMs = world.clock.nowMs()
  return {
    ...{ target: 'channel', cid: world.cid.world, pid: null, vid: null },
    ...{ fromMs: nowMs, untilMs: nowMs + hourMs, territories, devices: blackoutDevices },
    ...{ holds: blackoutHolds, words: { ru: '', uz: '' }, note: '' },
    ...more,
  }
}

async function enter(more: Partial<BlackoutFields> = {}): Promise<{ id: number; changeId: number }> {
  const request = { id: null, version: 0, fields: fields(more) }
  const outcome = await saveBlackout(world.database.db, content(), request, byNobody())
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome))
  await world.blackouts.reload()
  return outcome
}

afterEach(async () => {
  for (const { id } of await loadBlackouts(world.database.db))
    await removeBlackout(world.database.db, id, byNobody())
  await world.blackouts.reload()
})

function play(device: Device, cid = world.cid.world, from = insideAddress) {
  return callerOf(origin, tokens[device], from)(channelCalls.url, { cid })
}

async function addressOf(outcome: Promise<{ kind: string; data?: { url: string } }>): Promise<string> {
  const played = await outcome
  if (played.data === undefined) throw new Error(JSON.stringify(played))
  return played.data.url
}

function playAt(device: Device, atMs: number, from = insideAddress) {
  const cid = world.cid.world
  const pid = world.programmeAt(cid, atMs)
  return callerOf(origin, tokens[device], from)(channelCalls.programmeUrl, { cid, pid })
}

async function get(url: string, from = insideAddress) {
  const response = await fetch(origin + url, { headers: { 'x-forwarded-for': from } })
  return { status: response.status, text: await response.text() }
}

/** The segments of a playlist under a master address. */
async function segmentsOf(url: string, from?: string) {
  const { status, text } = await get(url, from)
  if (status !== 200) return { status, segments: [] }
  const rendition = /^(v[\w-]*)\.m3u8$/m.exec(text)?.[1] ?? ''
  const media = await get(url.replace('master', rendition), from)
  if (media.status !== 200) return { status: media.status, segments: [] }
  return { status: 200, segments: parseMediaPlaylist(media.text)?.segments ?? [] }
}

const refused = (message = expect.any(String)) => ({ kind: 'refused', failure: 'blacked_out', message })

describe('a blackout of a channel', () => {
  it('[CHAN-05] refuses live with the words, their end and what comes after, and opens again when it ends', async () => {
    const { id } = await enter({ words: { ru: 'Матч показать нельзя', uz: 'Oʻyinni koʻrsatib boʻlmaydi' } })
    const outcome = await play('tv')
    expect(outcome).toMatchObject(refused('Матч показать нельзя'))
    const until = Math.ceil((world.clock.nowMs() + hourMs) / 1000)
    expect(outcome.kind === 'refused' && blackoutDetails(outcome.details)).toEqual({ until, returns: true })
    expect(await play('tv', world.cid.paid)).toMatchObject({ kind: 'ok' })
    world.clock.advanceMs(1000)
    expect(await endBlackout(world.database.db, content(), id, byNobody())).toMatchObject({ kind: 'changed' })
    await world.blackouts.reload()
    expect(await play('tv')).toMatchObject({ kind: 'ok' })
  })

  it('[CHAN-05] closes an address that was signed before, and the same address plays on after it', async () => {
    const url = await addressOf(play('tv'))
    const before = await segmentsOf(url)
    const [first] = before.segments.filter(({ gap }) => gap !== true)
    expect(before.status).toBe(200)
    await enter({ untilMs: world.clock.nowMs() + 60_000 })
    expect(await get(url)).toMatchObject({ status: 403, text: '{"error":"withheld"}' })
    const segment = url.replace('master.m3u8', first?.uri ?? '')
    expect((await get(segment)).status).toBe(403)
    world.clock.advanceMs(90_000)
    const after = await segmentsOf(url)
    expect(after.status).toBe(200)
    const closedUntilMs = world.clock.nowMs() - 30_000
    expect(after.segments.length).toBeGreaterThan(0)
    for (const { programDateTimeMs } of after.segments)
      expect(programDateTimeMs).toBeGreaterThanOrEqual(closedUntilMs)
  })

  it('[CHAN-05] holds for its network and its kind of device alone', async () => {
    await enter({ territories: ['outside'], devices: ['phone'] })
    expect(await play('phone', world.cid.world, outsideAddress)).toMatchObject(refused())
    expect(await play('phone')).toMatchObject({ kind: 'ok' })
    expect(await play('tv', world.cid.world, outsideAddress)).toMatchObject({ kind: 'ok' })
    expect(await play('web', world.cid.world, outsideAddress)).toMatchObject({ kind: 'ok' })
  })

  it('[CHAN-05] is announced to the clients that it is for', async () => {
    await enter({ devices: ['tv'], words: { ru: 'Только не на телевизоре', uz: '' } })
    const listOf = async (device: Device) => {
      const outcome = await callerOf(origin, tokens[device])(blackoutCalls.list, {})
      return outcome.kind === 'ok' ? outcome.data.blackouts : []
    }
    expect(await listOf('tv')).toMatchObject([{ cid: world.cid.world, message: 'Только не на телевизоре' }])
    expect(await listOf('web')).toEqual([])
  })

  it('[CHAN-05] is taken back as a change, and so is its removal', async () => {
    const { id, changeId } = await enter()
    const removed = await removeBlackout(world.database.db, id, byNobody())
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(world.database.db, removed.changeId, byNobody())
    await world.blackouts.reload()
    expect(await play('tv')).toMatchObject(refused())
    await undoContent(world.database.db, changeId, byNobody())
    await world.blackouts.reload()
    expect(await loadBlackouts(world.database.db)).toEqual([])
    expect(await play('tv')).toMatchObject({ kind: 'ok' })
  })
})

/** Publishes three programmes of a channel, the second of them from a moment for an hour. */
function guideOf(cid: number) {
  const nowMs = world.clock.nowMs()
  const beginMs = nowMs - 3 * hourMs - (nowMs % hourMs)
  const programme = (name: string, fromMs: number, endMs: number) => ({
    ...{ beginMs: fromMs, endMs, genreCode: null, ageRating: '', assetId: 'short' },
    ...{ title: { ru: name, uz: name }, description: { ru: '', uz: '' } },
  })
  const publish = async (fromMs: number) => {
    const day = [
      programme('Новости', beginMs - hourMs, fromMs),
      programme('Финал', fromMs, fromMs + hourMs),
      programme('Кино', fromMs + hourMs, nowMs + hourMs),
    ]
    await publishGuide(world.database.db, new Map([[cid, day]]))
    await world.television.reloadGuide()
    await world.blackouts.follow()
  }
  return { beginMs, publish }
}

describe('a blackout of hours and of a programme', () => {
  it('[CHAN-05] leaves their recording out of the archive for good, and the rest of the window plays', async () => {
    const hour = worldStartMs - (worldStartMs % hourMs) - 5 * hourMs
    const url = await addressOf(playAt('tv', hour))
    const at = { fromMs: hour + 600_000, untilMs: hour + 1_200_000 }
    const open = await segmentsOf(url)
    const closed = open.segments.find(({ programDateTimeMs: ms = 0 }) => ms > at.fromMs && ms < at.untilMs)
    await enter({ target: 'hours', ...at })
    const { segments } = await segmentsOf(url)
    const within = segments.filter(({ programDateTimeMs: ms = 0 }) => ms > at.fromMs && ms < at.untilMs)
    expect(within.length).toBeGreaterThan(0)
    expect(within.every(({ gap }) => gap === true)).toBe(true)
    expect(segments.some(({ gap }) => gap !== true)).toBe(true)
    expect((await get(url.replace('master.m3u8', closed?.uri ?? ''))).status).toBe(403)
    const manifest = await get(url.replace('master.m3u8', 'manifest.mpd'))
    expect(manifest.status).toBe(200)
    expect(await play('tv')).toMatchObject({ kind: 'ok' })
  })

  it('[CHAN-05] of a programme moves with it when the guide shifts it', async () => {
    const { beginMs, publish } = guideOf(world.cid.world)
    await publish(beginMs)
    const pid = world.programmeAt(world.cid.world, beginMs)
    await enter({ target: 'programme', pid, fromMs: 0, untilMs: null })
    expect(await playAt('tv', beginMs)).toMatchObject(refused())
    // Twice by forty minutes: further than one step may be.
    await publish(beginMs + 40 * 60_000)
    await publish(beginMs + 80 * 60_000)
    expect(world.blackouts.all()).toMatchObject([{ fromMs: beginMs + 80 * 60_000 }])
    expect(await playAt('tv', beginMs + 90 * 60_000)).toMatchObject(refused())
  })

  it('[CHAN-05] of a programme that was ended early stays as it was when the guide shifts it', async () => {
    const { world: cid } = world.cid
    const { beginMs, publish } = guideOf(cid)
    await publish(beginMs + 2.5 * hourMs)
    const pid = world.programmeAt(cid, world.clock.nowMs())
    const { id } = await enter({ target: 'programme', pid, fromMs: 0, untilMs: null })
    world.clock.advanceMs(60_000)
    await endBlackout(world.database.db, content(), id, byNobody())
    await world.blackouts.reload()
    const [before] = world.blackouts.all()
    expect(before).toMatchObject({ untilMs: world.clock.nowMs() })
    await publish(beginMs + 2.9 * hourMs)
    const { fromMs, untilMs } = before ?? {}
    expect(world.blackouts.all()).toMatchObject([{ fromMs, untilMs }])
    expect(await play('tv')).toMatchObject({ kind: 'ok' })
  })

  it('[CHAN-05] closes the former programme again after a change of the programme was taken back', async () => {
    const { world: cid } = world.cid
    const { beginMs, publish } = guideOf(cid)
    await publish(beginMs)
    const [first, second] = [beginMs, beginMs + hourMs].map((atMs) => world.programmeAt(cid, atMs))
    const programme = { target: 'programme', fromMs: 0, untilMs: null } as const
    const { id } = await enter({ ...programme, pid: first ?? 0 })
    const request = { id, version: 1, fields: fields({ ...programme, pid: second ?? 0 }) }
    const changed = await saveBlackout(world.database.db, content(), request, byNobody())
    if (changed.kind !== 'changed') throw new Error(JSON.stringify(changed))
    await world.blackouts.reload()
    expect(world.blackouts.all()).toMatchObject([{ fromMs: beginMs + hourMs }])
    expect(await undoContent(world.database.db, changed.changeId, byNobody())).toMatchObject({
      conflicts: [],
    })
    await world.blackouts.reload()
    expect(world.blackouts.all()).toMatchObject([{ fromMs: beginMs, programme: { beginMs } }])
    expect(await playAt('tv', beginMs)).toMatchObject(refused())
  })
})

describe('a blackout of a title', () => {
  const film = () => {
    const vid = world.vid('film')
    const files = world.catalogue.now().title(vid)?.files ?? []
    const fileOf = (kind: string) => files.find((file) => file.kind === kind)?.vfid ?? 0
    return { vid, film: fileOf('film'), trailer: fileOf('trailer') }
  }
  const watch = (vfid: number) => callerOf(origin, tokens.phone)(filmCalls.url, { vid: film().vid, vfid })

  it('[CHAN-05] refuses the film and closes its addresses; another title and guests of the trailer stay', async () => {
    const { vid, film: vfid } = film()
    const url = await addressOf(watch(vfid))
    await enter({ target: 'title', cid: null, vid, untilMs: null })
    expect(await watch(vfid)).toMatchObject(refused())
    expect((await get(url)).status).toBe(403)
    const free = await callerOf(origin, tokens.phone)(filmCalls.url, { vid: world.vid('free') })
    expect(free).toMatchObject({ kind: 'ok' })
  })

  it('[CHAN-05] ends the licences of downloads where it begins, and refuses new ones', async () => {
    const { vid, film: vfid } = film()
    const begin = () => callerOf(origin, tokens.phone)(downloadCalls.begin, { vid, vfid })
    const nowMs = world.clock.nowMs()
    await enter({ target: 'title', cid: null, vid, fromMs: nowMs + hourMs, untilMs: nowMs + 2 * hourMs })
    const begun = await begin()
    if (begun.kind !== 'ok') throw new Error(JSON.stringify(begun))
    expect(begun.data.licence.expires_at).toBe(Math.floor((nowMs + hourMs) / 1000))
    world.clock.advanceMs(hourMs + 1000)
    expect(await begin()).toMatchObject(refused())
    const renewed = await callerOf(origin, tokens.phone)(downloadCalls.renew, { held: `${vfid}:0` })
    if (renewed.kind !== 'ok') throw new Error(JSON.stringify(renewed))
    expect(renewed.data.downloads.item[0]?.expires_at).toBeLessThanOrEqual(renewed.data.now)
    world.clock.advanceMs(hourMs)
    expect(await begin()).toMatchObject({ kind: 'ok' })
  })
})

describe('other players', () => {
  it('[CHAN-05] are refused with the words in both languages, whatever kinds of device it is for', async () => {
    const { world: cid } = world.cid
    const ask = async () => {
      const response = await fetch(`${origin}/export/${secret}/channel/${cid}.m3u8`, { redirect: 'manual' })
      return { status: response.status, text: await response.text() }
    }
    expect(await ask()).toMatchObject({ status: 302 })
    await enter({ devices: ['phone'], words: { ru: 'Нельзя', uz: 'Mumkin emas' } })
    expect(await ask()).toEqual({ status: 451, text: 'Нельзя\nMumkin emas\n' })
  })
})

describe('any blackouts at any moment', () => {
  it('[CHAN-05] a segment is delivered exactly when none of them covers it (property)', async () => {
    const { world: cid } = world.cid
    const minutes = fc.integer({ min: -70, max: 20 })
    const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 })
    const one = fc.record({
      target: fc.constantFrom(
        ...blackoutTargets.filter((target) => target !== 'title' && target !== 'programme'),
      ),
      from: minutes,
      length: fc.integer({ min: 1, max: 60 }),
      territories: some(territories),
      devices: some(blackoutDevices),
      holds: some(['live', 'archive'] as const),
    })
    const client = fc.record({
      device: fc.constantFrom(...blackoutDevices),
      region: fc.constantFrom(...territories),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 4 }), client, async (blackouts, { device, region }) => {
        for (const { id } of await loadBlackouts(world.database.db))
          await removeBlackout(world.database.db, id, byNobody())
        await world.blackouts.reload()
        const from = region === 'inside' ? insideAddress : outsideAddress
        const nowMs = world.clock.nowMs()
        const url = await addressOf(play(device, cid, from))
        const archive = await addressOf(playAt(device, nowMs, from))
        const entered = blackouts.map((blackout) => ({
          ...blackout,
          fromMs: nowMs + blackout.from * 60_000,
          untilMs: nowMs + (blackout.from + blackout.length) * 60_000,
        }))
        const liveSegments = await listed(url, from)
        const archiveSegments = await listed(archive, from)
        for (const { from: _from, length: _length, ...rest } of entered) await enter(rest)
        const concerning = entered.filter(
          (blackout) => blackout.territories.includes(region) && blackout.devices.includes(device),
        )
        for (const segment of sample(liveSegments)) {
          const isCovered = concerning.some(
            ({ holds, fromMs, untilMs }) =>
              holds.includes('live') &&
              ((fromMs <= nowMs && nowMs < untilMs) || (segment.fromMs < untilMs && segment.toMs > fromMs)),
          )
          const { status } = await get(url.replace('master.m3u8', segment.uri), from)
          expect({ live: segment, status }).toEqual({ live: segment, status: isCovered ? 403 : 200 })
        }
        for (const segment of sample(archiveSegments)) {
          const isCovered = concerning.some(({ target, holds, fromMs, untilMs }) => {
            const overlaps = segment.fromMs < untilMs && segment.toMs > fromMs
            if (holds.includes('archive'))
              return overlaps || (target === 'channel' && fromMs <= nowMs && nowMs < untilMs)
            return overlaps && nowMs < untilMs
          })
          const { status } = await get(archive.replace('master.m3u8', segment.uri), from)
          expect({ archive: segment, status }).toEqual({ archive: segment, status: isCovered ? 403 : 200 })
        }
      }),
      { numRuns: 30 },
    )
  }, 120_000)

  async function listed(url: string, from: string) {
    const { segments } = await segmentsOf(url, from)
    return segments.flatMap(({ uri, gap, durationSec, programDateTimeMs: fromMs = 0 }) =>
      gap === true ? [] : { uri, fromMs, toMs: fromMs + Math.round(durationSec * 1000) },
    )
  }

  /** Ten of them, spread over all. */
  function sample<Value>(values: readonly Value[]): readonly Value[] {
    const step = Math.max(1, Math.floor(values.length / 10))
    return values.filter((_, index) => index % step === 0)
  }
})
