/** Links to a moment over real HTTP: a minute plays for everybody, and nothing else (GUEST-02). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moments as momentCalls } from '#contract/films/moments.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import { parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { momentEndpoints } from '#server/api/playback/moments.ts'
import {
  adultsAtMs,
  callerOf,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'
import { momentLifeSec, momentToken, readMomentToken } from './moment-token.ts'

let world: PlaybackWorld
let origin: string
let subscribed = ''
let unsubscribed = ''
const settings: { EKRAN_SHARED_MOMENTS: GuestWatching } = { EKRAN_SHARED_MOMENTS: 'all' }

beforeAll(async () => {
  world = await openPlaybackWorld()
  const api = world.api()
  const live = Object.assign(Object.create(settings) as typeof settings, api.settings)
  origin = await world.serve([], momentEndpoints({ ...api, settings: live }))
  subscribed = await tokenOf(origin, '111111', 'one')
  unsubscribed = await tokenOf(origin, '222222', 'two')
}, 120_000)
afterAll(() => world.close())
beforeEach(() => {
  settings.EKRAN_SHARED_MOMENTS = 'all'
})

const guest = (from?: string) => callerOf(origin, null, from)
const vfidOf = (key: string) =>
  world.catalogue
    .now()
    .titleByKey(key)
    ?.files.find(({ kind }) => kind === 'film')?.vfid ?? 0
const film = (key: string) => ({ vid: world.vid(key), vfid: vfidOf(key), sec: 0 })

async function shared(input: Parameters<typeof momentCalls.share.input.parse>[0] & object) {
  const answer = await callerOf(origin, subscribed)(momentCalls.share, input as { sec: number })
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.data.token
}

async function addressOf(token: string, caller = guest()) {
  const answer = await caller(momentCalls.url, { token })
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.data
}

function refusedWith(failure: string) {
  return { kind: 'refused', failure }
}

async function textAt(path: string) {
  const response = await fetch(origin + path)
  return { status: response.status, text: await response.text() }
}

describe('[GUEST-02] a link to a moment of a film', () => {
  it('plays for a guest and for a subscriber without a tariff, who may not watch the film', async () => {
    const token = await shared(film('film'))
    for (const caller of [guest(), callerOf(origin, unsubscribed)]) {
      const { url, stream_id: streamId, dash_url: dashUrl } = await addressOf(token, caller)
      expect([streamId, dashUrl]).toEqual(['', null])
      expect(await textAt(url)).toMatchObject({ status: 200 })
    }
  })

  it('serves the segments of its minute, and by its ticket nothing else of the film', async () => {
    const { url } = await addressOf(await shared(film('film')))
    const base = url.slice(0, url.lastIndexOf('/'))
    const { text: master } = await textAt(url)
    expect(master).not.toContain('TYPE=SUBTITLES')
    const [rendition = ''] = /^\w[\w-]*\.m3u8$/m.exec(master) ?? []
    const segments = parseMediaPlaylist((await textAt(`${base}/${rendition}`)).text)?.segments ?? []
    expect(segments.length).toBeGreaterThan(0)
    expect((await textAt(`${base}/${segments[0]?.uri}`)).status).toBe(200)
    const name = rendition.replace('.m3u8', '')
    const beyond = segments.length
    const mark = /-([0-9a-f]{8})\.m4s$/.exec(segments[0]?.uri ?? '')?.[1] ?? ''
    expect((await textAt(`${base}/${name}/${beyond}-${mark}.m4s`)).status).toBe(404)
    expect((await textAt(`${base}/${name}.mp4`)).status).toBe(404)
    const ticket = url.split('/')[2] ?? ''
    expect((await textAt(`/p/${ticket}/film/short/master.m3u8`)).status).toBe(403)
    expect((await textAt(url.replace(/0-60000/, '0-90000'))).status).toBe(403)
  })

  it('is made by those who may watch the film, and not of what is for adults', async () => {
    expect(await guest()(momentCalls.share, film('film'))).toMatchObject(refusedWith('login_needed'))
    expect(await callerOf(origin, unsubscribed)(momentCalls.share, film('film'))).toMatchObject(
      refusedWith('not_subscribed'),
    )
    expect(await callerOf(origin, subscribed)(momentCalls.share, film('adult'))).toMatchObject(
      refusedWith('moment_closed'),
    )
    expect(await guest()(momentCalls.share, { sec: 3 })).toMatchObject(refusedWith('invalid_input'))
  })

  it('ends after 30 days, and when it was changed', async () => {
    const token = await shared(film('film'))
    const last = token.endsWith('0') ? '1' : '0'
    expect(await guest()(momentCalls.url, { token: token.slice(0, -1) + last })).toMatchObject(
      refusedWith('moment_over'),
    )
    const moment = { kind: 'film', vid: 3, vfid: 4, sec: 75 } as const
    const untilSec = worldStartMs / 1000 + momentLifeSec
    const made = momentToken('a secret', moment, untilSec)
    expect(readMomentToken(['another', 'a secret'], made, worldStartMs)).toEqual(moment)
    expect(readMomentToken(['a secret'], made, untilSec * 1000)).toBeUndefined()
    expect(readMomentToken(['another'], made, worldStartMs)).toBeUndefined()
  })

  it('plays where the operator allows it', async () => {
    const token = await shared(film('film'))
    settings.EKRAN_SHARED_MOMENTS = 'inside'
    expect((await guest()(momentCalls.url, { token })).kind).toBe('ok')
    expect(await guest(outsideAddress)(momentCalls.url, { token })).toMatchObject(
      refusedWith('moment_closed'),
    )
    settings.EKRAN_SHARED_MOMENTS = 'none'
    expect(await guest()(momentCalls.url, { token })).toMatchObject(refusedWith('moment_closed'))
  })

  it('plays sixty times an hour in one network', async () => {
    const token = await shared({ ...film('film'), sec: 1 })
    const from = '84.54.64.99'
    for (let count = 0; count < 60; count += 1)
      expect((await guest(from)(momentCalls.url, { token })).kind).toBe('ok')
    expect(await guest(from)(momentCalls.url, { token })).toMatchObject(refusedWith('moment_limit'))
    expect((await guest('84.54.64.98')(momentCalls.url, { token })).kind).toBe('ok')
  })
})

describe('[GUEST-02] a link to a moment of a recorded programme', () => {
  const sec = worldStartMs / 1000 - 3000

  it('opens a window of a minute in the archive, and no other', async () => {
    const { url } = await addressOf(await shared({ cid: world.cid.paid, sec }))
    expect(url).toContain(`/excerpt/${world.cid.paid}/${sec}-${sec + 60}/`)
    expect((await textAt(url)).status).toBe(200)
    expect((await textAt(url.replace(`-${sec + 60}/`, `-${sec + 90}/`))).status).toBe(403)
  })

  it('is refused for a programme for adults, the future and a channel that is not shown abroad', async () => {
    const token = await shared({ cid: world.cid.paid, sec })
    expect(await guest(outsideAddress)(momentCalls.url, { token })).toMatchObject(
      refusedWith('outside_region'),
    )
    const by = callerOf(origin, subscribed)
    const adults = { cid: world.cid.open, sec: adultsAtMs / 1000 + 60 }
    expect(await by(momentCalls.share, adults)).toMatchObject(refusedWith('moment_closed'))
    const later = { cid: world.cid.paid, sec: worldStartMs / 1000 + 7200 }
    expect(await by(momentCalls.share, later)).toMatchObject(refusedWith('not_begun'))
  })
})
