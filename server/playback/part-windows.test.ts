/** Windows of seasons and episodes, over real HTTP: on the page of the series, in playback, and taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import {
  type TerritoryWindow,
  listStaffEpisodes,
  publishTitles,
  setPartWindows,
} from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  type PlaybackWorld,
  tokenOf,
  worldStartMs,
} from '#tests/kit/modules/playback-scenario.ts'

let world: PlaybackWorld
let origin = ''
let token = ''
let vid = 0
const words = { ru: '', uz: '' }
const episode = (number: number) => ({
  ...{ number, name: words, description: words, still: null },
  file: { assetId: 'short', durationMs: 1000 },
})
beforeAll(async () => {
  world = await openPlaybackWorld()
  origin = await world.serve()
  token = await tokenOf(origin, '111111', 'window')
  const series = buildFilm('series', {
    isSeries: true,
    seasons: [1, 2].map((number) => ({ number, name: words, episodes: [episode(1), episode(2)] })),
  })
  vid = (await publishTitles(world.database.db, [series], worldStartMs))[0]?.vid ?? 0
  await world.catalogue.reload()
})
afterAll(() => world?.close())

const at = (minutes: number) => worldStartMs + minutes * 60_000
const window = (fromMs: number | null, untilMs: number | null, territory: TerritoryWindow['territory']) => ({
  ...{ fromMs, untilMs, territory },
})
type Part = Parameters<typeof setPartWindows>[1]['part']

async function setWindows(part: Part, ...windows: readonly TerritoryWindow[]) {
  const outcome = await setPartWindows(
    world.database.db,
    { vid, part, version: undefined, windows },
    { by: undefined, nowMs: world.clock.nowMs() },
  )
  await world.catalogue.reload()
  return outcome
}

/** `1x1` …, with the file of each, whatever its windows. */
const files = new Map<string, number>()
async function readFiles() {
  const call = callerOf(origin, token, insideAddress)
  const detail = await call(films.detail, { vid })
  if (detail.kind !== 'ok') throw new Error('the series has no page')
  for (const { number, season_id } of detail.data.video.seasons) {
    const listed = await call(films.episodes, { season_id })
    if (listed.kind !== 'ok') throw new Error('the season has no episodes')
    for (const one of listed.data.episodes.item) files.set(`${number}x${one.number}`, one.vfid)
  }
}

/** The episodes that the page has for a client from this address. */
async function listed(from: string): Promise<readonly string[]> {
  const call = callerOf(origin, token, from)
  const detail = await call(films.detail, { vid })
  if (detail.kind !== 'ok') return [detail.kind]
  const all: string[] = []
  for (const { number, season_id } of detail.data.video.seasons) {
    const season = await call(films.episodes, { season_id })
    if (season.kind === 'ok') all.push(...season.data.episodes.item.map((one) => `${number}x${one.number}`))
  }
  return all
}

async function plays(name: string, from: string) {
  const url = await callerOf(origin, token, from)(films.url, { vid, vfid: files.get(name) ?? 0 })
  return url.kind === 'ok' ? url.data.expires_at : url.kind === 'refused' ? url.failure : url.kind
}

describe('[EDIT-01] the windows of a season', () => {
  it('list and play its episodes there and then only, until the window ends', async () => {
    await readFiles()
    expect([...files.keys()]).toEqual(['1x1', '1x2', '2x1', '2x2'])
    await setWindows({ season: 2 }, window(null, at(5), 'inside'))
    expect(await listed(insideAddress)).toEqual(['1x1', '1x2', '2x1', '2x2'])
    expect(await listed(outsideAddress)).toEqual(['1x1', '1x2'])
    expect(await plays('2x1', insideAddress)).toBe(at(5) / 1000)
    expect(await plays('2x1', outsideAddress)).toBe('title_outside_region')
    expect(await plays('1x1', outsideAddress)).toBeGreaterThan(at(5) / 1000)
  })

  it('open and close on time, without a reload of the catalogue', async () => {
    await setWindows({ season: 2 }, window(at(6), null, 'everywhere'))
    expect(await listed(insideAddress)).toEqual(['1x1', '1x2'])
    expect(await plays('2x1', insideAddress)).toBe('not_available_now')
    world.clock.advanceMs(6 * 60_000)
    await world.catalogue.reload()
    await expect.poll(() => plays('2x1', outsideAddress)).toBeTypeOf('number')
  })

  it('of an episode narrow those of its season; a series with nothing left is not listed', async () => {
    const staff = await listStaffEpisodes(world.database.db, vid)
    const [, , third] = staff?.episodes ?? []
    await setWindows({ episode: third?.id ?? 0 }, window(null, at(0), 'everywhere'))
    expect(await listed(insideAddress)).toEqual(['1x1', '1x2', '2x2'])
    expect(await plays('2x1', insideAddress)).toBe('not_available_now')
    await setWindows({ season: 1 }, window(null, at(0), 'everywhere'))
    await setWindows({ season: 2 }, window(null, at(0), 'everywhere'))
    expect(await listed(insideAddress)).toEqual([])
    const detail = await callerOf(origin, token, insideAddress)(films.detail, { vid })
    expect(detail).toMatchObject({ kind: 'ok', data: { video: { access: { state: 'unavailable' } } } })
    await setWindows({ season: 2 }, window(at(9000), null, 'inside'))
    const opening = await callerOf(origin, token, insideAddress)(films.detail, { vid })
    const access = { state: 'unavailable', opens_at: Math.floor(at(9000) / 1000) }
    expect(opening).toMatchObject({ kind: 'ok', data: { video: { access } } })
    const list = await callerOf(origin, token, insideAddress)(films.list, { limit: 50, query: 'series' })
    expect(list).toMatchObject({ kind: 'ok', data: { total: 0 } })
  })

  it('are refused in reverse and where two overlap, and are taken back', async () => {
    const { db } = world.database
    expect((await setWindows({ season: 1 }, window(at(2), at(1), 'inside'))).kind).toBe('period')
    const overlap = [window(at(1), at(3), 'inside'), window(at(2), null, 'everywhere')] as const
    expect((await setWindows({ season: 1 }, ...overlap)).kind).toBe('overlap')
    expect((await setWindows({ season: 9 })).kind).toBe('not_found')
    const who = { by: undefined, nowMs: world.clock.nowMs() }
    const old = { vid, part: { season: 1 }, version: '0000000000000000', windows: [] }
    expect((await setPartWindows(db, old, who)).kind).toBe('changed_since')
    const opened = await setWindows({ season: 1 })
    expect(await listed(insideAddress)).toEqual(['1x1', '1x2'])
    const change = opened.kind === 'changed' ? opened.changeId : 0
    expect(await undoContent(db, change, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    await world.catalogue.reload()
    expect(await listed(insideAddress)).toEqual([])
    const again = await setWindows({ season: 1 }, window(null, at(0), 'everywhere'))
    expect(again).toMatchObject({ kind: 'changed', changeId: 0 })
  })
})
