/** Recommendations over real HTTP: for whom, for what reason, and what is never recommended. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { askCall, origin } from '#tests/kit/product/request.ts'
import { call } from '#tests/kit/product/demo-content.ts'

const { films, recommendations, search, viewing } = api
/** The demo's films become playable one after another, and only playable ones are recommended. */
const whileFilmsAreMade = { timeout: 150_000, interval: 1000 }

let mine = ''
let yours = ''
let childVids: readonly number[] = []
beforeAll(async () => {
  ;[{ token: mine }, { token: yours }] = await Promise.all([addViewer(origin()), addViewer(origin())])
  const kids = (await call(films.publicList, { kind: 'kids', limit: 60 })).videos.item
  childVids = kids.map(({ vid }) => vid)
}, 120_000)

/** Two playable titles without a common genre. */
async function opposites(): Promise<readonly [number, number]> {
  const { videos } = (await call(recommendations.interesting, { limit: 40 })).rows.item[0] ?? {}
  for (const one of videos?.item ?? [])
    for (const other of videos?.item ?? [])
      if (!one.genres.some((genre) => other.genres.includes(genre))) return [one.vid, other.vid]
  throw new Error('all that can be played is of one kind')
}
/** Past every end. */
const toItsEnd = 864_000
async function watch(vid: number, token: string, position = toItsEnd): Promise<void> {
  const { video } = await call(films.publicDetail, { vid })
  const own = video.files.find(({ kind }) => kind === 'film')?.vfid
  const first = async () => {
    const season = video.seasons[0]?.season_id ?? 0
    return (await call(films.episodes, { season_id: season })).episodes.item[0]?.vfid ?? 0
  }
  await call(viewing.positionSet, { content_id: vid, asset_id: own ?? (await first()), position }, token)
}

async function rowsFor(token: string | null, limit = 12) {
  return (await call(recommendations.interesting, { limit }, token)).rows.item.map(({ reason, videos }) => ({
    ...reason,
    vids: videos.item.map(({ vid }) => vid),
  }))
}

describe('[HOME-01] [API-05] recommended rows', () => {
  it('show popular titles to a guest and a new viewer, and nothing for children', async () => {
    const { token: newcomer } = await addViewer(origin())
    for (const token of [null, newcomer]) {
      await expect
        .poll(async () => (await rowsFor(token))[0]?.vids.length ?? 0, whileFilmsAreMade)
        .not.toBe(0)
      const [row, ...others] = await rowsFor(token)
      expect(row).toMatchObject({ kind: 'popular', vid: 0, name: '' })
      expect(others).toEqual([])
      expect(row?.vids.some((vid) => childVids.includes(vid))).toBe(false)
    }
  }, 180_000)

  it('differ for opposite tastes, each with the watched title as the reason', async () => {
    const [first, second] = await vi.waitFor(opposites, whileFilmsAreMade)
    await watch(first, mine)
    await watch(second, yours)
    for (const [token, vid] of [
      [mine, first],
      [yours, second],
    ] as const) {
      await expect.poll(async () => (await rowsFor(token))[0]?.vid, whileFilmsAreMade).toBe(vid)
      const [row] = await rowsFor(token)
      expect(row).toMatchObject({ kind: 'watched', name: expect.stringMatching(/./) })
      expect(row?.vids.length).toBeGreaterThanOrEqual(4)
      expect(row?.vids.some((one) => childVids.includes(one) || one === vid)).toBe(false)
    }
    expect((await rowsFor(mine))[0]?.vids).not.toEqual((await rowsFor(yours))[0]?.vids)
  }, 500_000)

  it('are not based on what was left after seconds, which is not recommended either', async () => {
    const { token } = await addViewer(origin())
    const [left] = await vi.waitFor(opposites, whileFilmsAreMade)
    await watch(left, token, 5)
    const [row] = await rowsFor(token)
    expect(row?.kind).toBe('popular')
    expect(row?.vids).not.toContain(left)
  })

  it("drop watched and favourite titles at once, and the response is the viewer's own", async () => {
    const [row] = await rowsFor(mine)
    const [seen = 0, stored = 0] = row?.vids ?? []
    await watch(seen, mine)
    await call(viewing.settingsSet, { vid: stored, is_favorited: 1 }, mine)
    for (const { vids } of await rowsFor(mine)) {
      expect(vids).not.toContain(seen)
      expect(vids).not.toContain(stored)
    }
    const { headers } = await askCall(recommendations.interesting, { token: mine })
    expect(headers.get('cache-control')).toMatch(/no-store/)
  })

  it('have at most the requested number of titles, and reject an invalid number', async () => {
    for (const { vids } of await rowsFor(mine, 5)) expect(vids.length).toBeLessThanOrEqual(5)
    for (const limit of ['0', '41', 'x', '-1'])
      expect((await askCall(recommendations.interesting, { fields: { limit } })).status).toBe(400)
  })
})

describe('[FILM-05] similar titles', () => {
  it('include what viewers of this title also watched, once that was computed', async () => {
    const vids = (await call(films.publicList, { kind: 'films', limit: 30 })).videos.item.map(
      ({ vid }) => vid,
    )
    const reasons = async () =>
      (
        await Promise.all(
          vids.map(async (vid) => {
            const related = await call(search.related, { vid, limit: 30 })
            expect(related.some((one) => one.vid === vid)).toBe(false)
            expect(new Set(related.map((one) => one.vid)).size).toBe(related.length)
            return related.map(({ reason }) => reason)
          }),
        )
      ).flat()
    await expect
      .poll(async () => (await reasons()).filter(({ kind }) => kind === 'watched').length, whileFilmsAreMade)
      .toBeGreaterThan(0)
  }, 180_000)
})
