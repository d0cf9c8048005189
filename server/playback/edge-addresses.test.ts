/** Which origin the addresses of each kind are on, with real edges. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadEndpoints } from '#server/api/playback/downloads.ts'
import { exportHandler } from '#server/api/export/serve-export.ts'
import { momentEndpoints } from '#server/api/playback/moments.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { playbackEndpoints } from '#server/api/playback/playback.ts'
import { type Edges, openEdges, saveEdge } from '#server/edges/edges.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import {
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const [near, far] = ['https://near.example.uz', 'https://far.example.uz']
let world: PlaybackWorld
let origin = ''
let edges: Edges
let viewer: Viewer
let secret = ''
const nearEdge = { id: 0, version: 0 }

async function putEdge(
  base: string,
  prefixes: string,
  more: { state?: 'on' | 'draining'; id?: number } = {},
) {
  const { state = 'on', id = null } = more
  const fields = { name: base, base, weight: 100, state, prefixes, healthAddress: '' }
  const request = { edgeId: id, version: nearEdge.version, fields }
  const saved = await saveEdge(world.database.db, request, { by: undefined, nowMs: 0 })
  if (saved.kind !== 'changed') throw new Error(saved.kind)
  await edges.reload()
  return saved.id
}

beforeAll(async () => {
  world = await openPlaybackWorld({ streams: 9 })
  edges = await openEdges({ db: world.database.db, log: silentLog })
  const audit = { record: async () => undefined }
  const addresses = openExportAddresses({ ...world, db: world.database.db, random: systemRandom, audit })
  const handle = exportHandler({
    ...{ ...world, addresses, serviceName: () => 'Zamin TV', urlAt: () => undefined },
    playback: playbackDeps({ ...world.api(), edges }, 3600),
    clientAddress: clientAddressReader(['127.0.0.1']),
    regionOf: () => 'inside',
  })
  origin = await world.serve([{ prefix: '/export/', handle }])
  const token = await tokenOf(origin, '111111', 'one')
  const bearer = { deviceUid: undefined, clientAddress: '127.0.0.1' }
  const identified = await world.accounts.identify(token, bearer)
  if (identified.kind !== 'viewer') throw new Error(identified.kind)
  ;({ viewer } = identified)
  secret = (await addresses.renew(viewer.accountId, { actor: 'viewer' })).secret
}, 120_000)
afterAll(() => world.close())

/** The origins of the addresses of each kind; '' for a relative address. */
async function originsFor(clientAddress: string, parameters: object) {
  const api = { ...world.api(), edges, engine: { ...world.engine, hasRecording: () => true } }
  const settings = { ...api.settings, EKRAN_SHARED_MOMENTS: 'all' as const }
  const calls = [
    ...playbackEndpoints(api),
    ...momentEndpoints({ ...api, settings }),
    ...downloadEndpoints(api),
  ]
  const title = world.catalogue.now().titleByKey('film')
  const [vid, vfid] = [title?.vid ?? 0, title?.files.find(({ kind }) => kind === 'film')?.vfid ?? 0]
  const trailer = title?.files.find(({ kind }) => kind === 'trailer')?.vfid ?? 0
  const cid = world.cid.paid
  const caller = { viewer, clientAddress }
  const url = async (name: string, input: object, field = 'url') => {
    const answer = await ask(calls, name, { ...input, ...parameters }, caller)
    return String(answer[field] ?? JSON.stringify(answer)).split('/p/')[0]
  }
  const pid = world.programmeAt(cid, world.clock.nowMs() - 24 * 3_600_000)
  const { token } = await ask(calls, 'moments.share', { vid, vfid, sec: 0 }, caller)
  return {
    live: await url('channels.url', { cid }),
    archive: await url('channels.programmeUrl', { cid, pid }),
    film: await url('films.url', { vid, vfid }),
    dash: await url('films.url', { vid, vfid }, 'dash_url'),
    trailer: await url('films.url', { vid, vfid: trailer }),
    preview: await url('films.url', { vid, vfid: trailer }, 'silent_url'),
    download: await url('downloads.begin', { vid, vfid }),
    moment: await url('moments.url', { token }),
  }
}

const everywhere = (base: string) => ({
  ...{ live: base, archive: base, film: base, dash: base, trailer: base, preview: base },
  ...{ download: base, moment: base },
})

async function otherPlayer(path: string, from: string) {
  const headers = { 'x-forwarded-for': from, 'user-agent': `player of ${from}` }
  const response = await fetch(`${origin}/export/${secret}/${path}`, { redirect: 'manual', headers })
  return (response.headers.get('location') ?? String(response.status)).split('/p/')[0]
}

describe('the origin of an address', () => {
  it('is the own one without edges, whatever the player says', async () => {
    expect(await originsFor(insideAddress, { edges: 1 })).toEqual(everywhere(''))
    expect(await otherPlayer(`channel/${world.cid.paid}.m3u8`, insideAddress)).toBe(origin)
  })

  it('is that of the nearest edge for every kind, for players that may request from edges', async () => {
    nearEdge.id = await putEdge(near, `${insideAddress}/32`)
    await putEdge(far, '')
    expect(await originsFor(insideAddress, { edges: 1 })).toEqual(everywhere(near))
    expect(await originsFor('198.51.100.7', { edges: 1 })).toEqual(everywhere(far))
    expect(await originsFor(insideAddress, {})).toEqual(everywhere(''))
    expect(await otherPlayer(`channel/${world.cid.paid}.m3u8`, insideAddress)).toBe(near)
    expect(await otherPlayer(`channel/${world.cid.paid}.m3u8`, outsideAddress)).toBe(far)
  })

  it('is another one when the player names the edge it has not reached, and when that edge drains', async () => {
    expect(await originsFor(insideAddress, { edges: 1, failed_edge: near })).toEqual(everywhere(far))
    nearEdge.version = 1
    await putEdge(near, `${insideAddress}/32`, { state: 'draining', id: nearEdge.id })
    expect(await originsFor(insideAddress, { edges: 1 })).toEqual(everywhere(far))
    expect(await originsFor(insideAddress, { edges: 1, failed_edge: far })).toEqual(everywhere(''))
  })
})
