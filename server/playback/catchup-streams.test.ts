/** The connections of a provider and the streams of accounts; and how long a window stays open to who watches it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { channelConfigs, publishChannels, publishGuide } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import {
  callerOf,
  openPlaybackWorld,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const hourMs = 3_600_000
const reachDays = 2
let world: PlaybackWorld
let provider: CatchupProvider
let origin: string
let one: string
let two: string
let cid: number

beforeAll(async () => {
  provider = await startCatchupProvider()
  world = await openPlaybackWorld({ streams: 2, catchupConnections: 2 })
  origin = await world.serve()
  one = await tokenOf(origin, '111111', 'one')
  two = await tokenOf(origin, '222222', 'two')
  const { accounts, billing, database, television, engine } = world
  const source = { url: `${provider.origin}/live/secret-word/7.ts`, protocol: 'http-ts' } as const
  const [channel] = await publishChannels(
    database.db,
    [
      buildChannel('past', {
        source: { kind: 'recorded', sources: [source] },
        catchup: { kind: 'shift', days: reachDays },
      }),
    ],
    worldStartMs,
  )
  cid = channel?.cid ?? 0
  const lastMs = Math.floor(worldStartMs / hourMs) * hourMs
  const programmes = Array.from({ length: 60 }, (_, place) => {
    const beginMs = lastMs - (59 - place) * hourMs
    const words = { ru: 'Передача', uz: 'Koʻrsatuv' }
    const more = { title: words, description: words, genreCode: null, ageRating: '', assetId: null }
    return { beginMs, endMs: beginMs + hourMs, ...more }
  })
  await publishGuide(database.db, new Map([[cid, programmes]]))
  await television.reloadChannels()
  await television.reloadGuide()
  const basic = (await billing.tariffs()).get(56)
  if (basic === undefined) throw new Error('no tariff')
  await billing.putTariff({ ...basic, channelIds: new Set([cid]) })
  const device = { deviceUid: undefined, clientAddress: '127.0.0.1' }
  const identified = await accounts.identify(two, device)
  if (identified.kind !== 'viewer') throw new Error(identified.kind)
  const paidUntilMs = worldStartMs + 720 * hourMs
  const { accountId } = identified.viewer
  await billing.putSubscription({ accountId, tariffId: 56, state: 'active', paidUntilMs })
  await engine.setChannels(channelConfigs(television, () => []))
}, 120_000)
afterAll(async () => {
  await world.close()
  await provider.close()
})

/** Plays the programme that was on this long before the scenario began. */
async function play(token: string, agoMs: number, streamId?: string) {
  const atMs = worldStartMs - agoMs
  const [programme] = world.television.now().guide.window(cid, atMs, atMs + 1)
  if (programme === undefined) throw new Error('no programme')
  const former = streamId === undefined ? {} : { stream_id: streamId }
  return callerOf(origin, token)(channelCalls.programmeUrl, { cid, pid: programme.pid, ...former })
}

/** The live stream is read from the same provider. */
function requestsOfPast(): number {
  return provider.requests.filter((path) => path.includes('utc=')).length
}

describe('[CHAN-06] the connections of a provider', () => {
  it('[ACC-09] are not all used by one account, whatever stream it says it continues', async () => {
    for (const place of [1, 2])
      expect(await play(one, (4 + place) * hourMs, `made-up-stream-${place}`)).toMatchObject({ kind: 'ok' })
    const before = requestsOfPast()
    for (const place of [3, 4])
      expect(await play(one, (4 + place) * hourMs, `made-up-stream-${place}`)).toMatchObject({
        failure: 'too_many_streams',
      })
    expect(requestsOfPast()).toBe(before)
    expect(await play(two, 9 * hourMs)).toMatchObject({ kind: 'ok' })
  })
})

describe('[GUIDE-04] a programme at the end of its provider’s archive', () => {
  it('is played to its end by who has begun to watch it, and not begun any more by others', async () => {
    // Half an hour later its beginning is out of reach.
    const agoMs = reachDays * 24 * hourMs - hourMs
    world.clock.advanceMs(10 * 60_000)
    const begun = await play(two, agoMs)
    if (begun.kind !== 'ok') throw new Error(JSON.stringify(begun))
    world.clock.advanceMs(45 * 60_000)
    const renewed = await play(two, agoMs, begun.data.stream_id ?? '')
    if (renewed.kind !== 'ok') throw new Error(JSON.stringify(renewed))
    const playlist = await fetch(new URL(renewed.data.url.replace('master.m3u8', 'v.m3u8'), origin))
    expect(playlist.status).toBe(200)
    expect(await play(one, agoMs)).toMatchObject({ failure: 'not_recorded' })
    expect(await play(one, agoMs, begun.data.stream_id ?? '')).toMatchObject({ failure: 'not_recorded' })
  })
})
