/** From an episode to the next: run here, where the demo's films have already been packaged by earlier tests. */
import { beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { origin } from '#tests/kit/product/request.ts'
import { call, findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { logIn } from '#tests/kit/product/log-in.ts'

const { films, viewing } = api
let existing: TestContent
let token = ''
beforeAll(async () => {
  existing = await findContent((await logIn(origin(), 'subscribed')).token)
  token = (await addViewer(origin())).token
}, 300_000)

it('[FILM-04] a series leads from an episode to the next, and is hidden as a whole', async () => {
  const ready = async () => {
    const { episodes } = await call(films.episodes, { season_id: existing.seasonId }, token)
    return episodes.item.filter((episode) => episode.is_ready === 1)
  }
  await expect.poll(async () => (await ready()).length, { timeout: 200_000 }).toBeGreaterThan(1)
  const [first, second] = await ready()
  const series = (await call(films.publicList, { kind: 'serials' })).videos.item[0]
  if (first === undefined || second === undefined || series === undefined)
    throw new Error('the demo has no series')
  const at = { content_id: series.vid, asset_id: first.vfid }
  await call(viewing.positionSet, { ...at, position: first.duration_sec }, token)
  const [next] = (await call(viewing.viewing, {}, token)).videos.item
  expect(next).toMatchObject({ vid: series.vid, vfid: second.vfid, position_sec: 0 })
  expect(next?.episode?.number).toBe(second.number)
  await call(viewing.hide, { vid: series.vid }, token)
  expect((await call(viewing.viewing, {}, token)).videos.item).toEqual([])
  await call(viewing.hide, { vid: series.vid, is_hidden: 0 }, token)
  expect((await call(viewing.viewing, {}, token)).videos.item).toHaveLength(1)
}, 240_000)
