/** Windows of films in time and territory, over real HTTP: in lists, on the page, in playback. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { editTitles, fieldsOfWindows, type TerritoryWindow } from '#server/catalogue/catalogue.ts'
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
beforeAll(async () => {
  world = await openPlaybackWorld()
  origin = await world.serve()
  token = await tokenOf(origin, '111111', 'window')
  vid = world.vid('film')
})
afterAll(() => world?.close())

const at = (minutes: number) => worldStartMs + minutes * 60_000
const window = (fromMs: number | null, untilMs: number | null, territory: TerritoryWindow['territory']) => ({
  ...{ fromMs, untilMs, territory },
})

async function setWindows(...windows: readonly TerritoryWindow[]) {
  const who = { by: undefined, nowMs: world.clock.nowMs() }
  const outcome = await editTitles(
    world.database.db,
    [{ vid, edit: { columns: fieldsOfWindows(windows) } }],
    who,
  )
  await world.catalogue.reload()
  return outcome.kind
}

/** What a client from this address sees of the film, and what its play button does. */
async function seen(from: string) {
  const call = callerOf(origin, token, from)
  // A page of its own for each look, past the cache of the one before.
  const list = await call(films.list, { limit: 50, query: 'film' })
  const detail = await call(films.detail, { vid })
  const url = await call(films.url, { vid })
  return {
    isListed: list.kind === 'ok' && list.data.videos.item.some((one) => one.vid === vid),
    access: detail.kind === 'ok' ? detail.data.video.access.state : detail.kind,
    plays: url.kind === 'ok' ? 'plays' : url.kind === 'refused' ? url.failure : url.kind,
    expiresAt: url.kind === 'ok' ? url.data.expires_at : 0,
  }
}

describe('[EDIT-01] a window of a film', () => {
  it('for the national network lists and plays it there, and nowhere else', async () => {
    expect(await setWindows(window(null, at(5), 'inside'))).toBe('changed')
    expect(await seen(insideAddress)).toEqual({
      ...{ isListed: true, access: 'watch', plays: 'plays' },
      // Minutes of an address are longer than what is left of the window.
      expiresAt: at(5) / 1000,
    })
    expect(await seen(outsideAddress)).toMatchObject({
      ...{ isListed: false, access: 'unavailable', plays: 'title_outside_region' },
    })
  })

  it('for the rest of the world is the other way round', async () => {
    expect(await setWindows(window(null, null, 'outside'))).toBe('changed')
    expect(await seen(insideAddress)).toMatchObject({ isListed: false, plays: 'title_outside_region' })
    expect(await seen(outsideAddress)).toMatchObject({ isListed: true, access: 'watch', plays: 'plays' })
  })

  it('opens and closes on time, and a second one opens it again', async () => {
    expect(await setWindows(window(at(1), at(2), 'everywhere'), window(at(3), null, 'inside'))).toBe(
      'changed',
    )
    const plays = async (from: string) => (await seen(from)).plays
    const both = async () => [await plays(insideAddress), await plays(outsideAddress)]
    expect(await both()).toEqual(['not_available_now', 'not_available_now'])
    for (const expected of [
      ['plays', 'plays'],
      ['not_available_now', 'not_available_now'],
      ['plays', 'title_outside_region'],
    ]) {
      world.clock.advanceMs(60_000)
      await world.catalogue.reload()
      await expect.poll(both, { timeout: 15_000 }).toEqual(expected)
    }
  })

  it('is refused in reverse, and where it overlaps another one of its territory', async () => {
    expect(await setWindows(window(at(2), at(1), 'inside'))).toBe('period')
    expect(await setWindows(window(at(1), at(3), 'inside'), window(at(2), null, 'everywhere'))).toBe(
      'overlap',
    )
    expect(await setWindows(window(at(1), at(3), 'inside'), window(at(2), null, 'outside'))).toBe('changed')
    expect(await setWindows()).toBe('changed')
    expect(await seen(outsideAddress)).toMatchObject({ access: 'watch', plays: 'plays' })
  })

  it('is respected by the lists of the site that guests read from a cache', async () => {
    await setWindows(window(null, null, 'inside'))
    const listed = async (from: string) => {
      const outcome = await callerOf(origin, null, from)(films.publicList, { limit: 50 })
      return outcome.kind === 'ok' && outcome.data.videos.item.some((one) => one.vid === vid)
    }
    for (let round = 0; round < 2; round += 1)
      expect([await listed(insideAddress), await listed(outsideAddress)]).toEqual([true, false])
    const selections = await callerOf(origin, null, outsideAddress)(site.selections, { limit: 50 })
    expect(JSON.stringify(selections)).not.toContain(`"vid":${vid},`)
  })
})
