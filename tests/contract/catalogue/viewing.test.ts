/** A viewer's actions on titles and channels over real HTTP: ownership, permission, and invalid input. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askCall, origin } from '#tests/kit/product/request.ts'
import { call, findContent, type TestContent } from '#tests/kit/product/demo-content.ts'

const { viewing, films, channels } = api
let existing: TestContent
let mine = ''
let yours = ''
beforeAll(async () => {
  const subscriber = await logIn(origin(), 'subscribed')
  ;[existing, { token: mine }, { token: yours }] = await Promise.all([
    findContent(subscriber.token),
    addViewer(origin()),
    addViewer(origin()),
  ])
}, 120_000)

async function failureOf(endpoint: Parameters<typeof askCall>[0], fields: Record<string, unknown>) {
  const { status, json } = await askCall(endpoint, { fields, token: mine })
  return [status, json?.['failure']]
}

function watch(position: number, token = mine) {
  return call(viewing.positionSet, { content_id: existing.vid, asset_id: existing.vfid, position }, token)
}

describe('a guest', () => {
  it.each(Object.entries(viewing).filter(([, endpoint]) => endpoint.access === 'viewer'))(
    '[ACC-08] [ACC-15] is rejected by viewing.%s, and so is an invalid token',
    async (_, endpoint) => {
      for (const token of [undefined, 'x'.repeat(43)]) {
        const { status, json, headers } = await askCall(endpoint, { token })
        expect([status, json?.['failure']]).toEqual([403, 'not_authorized'])
        expect(headers.get('cache-control')).toMatch(/no-store/)
      }
    },
  )

  it('[FILM-03] sees the average, and no rating of their own', async () => {
    await call(viewing.ratingSet, { vid: existing.vid, rating: 7 }, mine)
    expect(await call(viewing.rating, { vid: existing.vid })).toMatchObject({ rating: 0 })
    await call(viewing.ratingSet, { vid: existing.vid, rating: 0 }, mine)
  })
})

describe("a viewer's data", () => {
  it('[ACC-15] [PLAYER-03] belongs to that viewer only: positions, history, favourites, ratings', async () => {
    const [{ token: mine }, { token: yours }] = await Promise.all([addViewer(origin()), addViewer(origin())])
    await watch(20, mine)
    await call(viewing.settingsSet, { vid: existing.vid, is_favorited: 1 }, mine)
    await call(viewing.ratingSet, { vid: existing.vid, rating: 9 }, mine)
    expect((await call(viewing.viewing, {}, mine)).videos.item).toMatchObject([
      { vid: existing.vid, vfid: existing.vfid, position_sec: 20 },
    ])
    expect((await call(films.detail, { vid: existing.vid }, mine)).video.is_favorited).toBe(1)
    expect((await call(films.list, { favorited_only: 1 }, mine)).total).toBe(1)
    expect((await call(viewing.favourites, {}, mine)).vids).toEqual([existing.vid])
    expect((await call(viewing.favourites, {}, yours)).vids).toEqual([])
    expect((await call(films.list, { is_viewing: 1 }, mine)).total).toBe(1)

    expect((await call(viewing.viewing, {}, yours)).videos.item).toEqual([])
    expect((await call(viewing.viewed, {}, yours)).total).toBe(0)
    expect((await call(viewing.positions, { content_id: existing.vid }, yours)).positions.item).toEqual([])
    expect((await call(viewing.rating, { vid: existing.vid }, yours)).rating).toBe(0)
    expect((await call(films.detail, { vid: existing.vid }, yours)).video.is_favorited).toBe(0)
    expect((await call(films.publicDetail, { vid: existing.vid })).video.is_favorited).toBe(0)
    expect((await call(films.list, { favorited_only: 1 }, yours)).total).toBe(0)
    expect((await call(viewing.forget, { all: 1 }, yours)).removed).toBe(0)
    expect((await call(viewing.viewed, {}, mine)).total).toBe(1)
    await call(viewing.settingsSet, { vid: existing.vid, is_favorited: 0 }, mine)
    await call(viewing.ratingSet, { vid: existing.vid, rating: 0 }, mine)
  })

  it('[TV-05] a favourite channel is one at once, in the list and in its details, for no other viewer', async () => {
    const favourites = async (token: string | null) => {
      const endpoint = token === null ? channels.publicList : channels.list
      const { item } = (await call(endpoint, {}, token)).channels
      return item.filter((channel) => channel.is_favorited === 1).map(({ id }) => id)
    }
    const added = await call(viewing.settingsSave, { favorite_channel: existing.cid }, mine)
    expect(added.favorite_channels).toEqual([existing.cid])
    expect(await favourites(mine)).toEqual([existing.cid])
    expect((await call(channels.detail, { cid: existing.cid }, mine)).channel.is_favorited).toBe(1)
    expect(await favourites(yours)).toEqual([])
    expect(await favourites(null)).toEqual([])
    const removed = await call(viewing.settingsSave, { unfavorite_channel: existing.cid }, mine)
    expect(removed.favorite_channels).toEqual([])
    expect(await favourites(mine)).toEqual([])
  })

  it('[ACC-15] [TV-05] a favourite added twenty times in parallel is stored once', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => index)
    await Promise.all([
      ...twenty.map(() => call(viewing.settingsSet, { vid: existing.vid, is_favorited: 1 }, yours)),
      ...twenty.map((index) =>
        call(viewing.ratingSet, { vid: existing.vid, rating: 1 + (index % 10) }, yours),
      ),
    ])
    expect((await call(films.list, { favorited_only: 1 }, yours)).total).toBe(1)
    const { count } = await call(viewing.rating, { vid: existing.vid }, yours)
    await call(viewing.ratingSet, { vid: existing.vid, rating: 0 }, yours)
    expect((await call(viewing.rating, { vid: existing.vid }, yours)).count).toBe(count - 1)
  })
})

describe('a position', () => {
  it('[PLAYER-03] of one device is resumed on another; a finished title has none', async () => {
    await watch(33)
    const [started] = (await call(viewing.viewing, { lang: 'uz' }, mine)).videos.item
    expect(started).toMatchObject({ position_sec: 33, is_finished: 0, episode: null })
    await watch(started?.duration_sec ?? 864_000)
    expect((await call(viewing.viewing, {}, mine)).videos.item).toEqual([])
    const [seen] = (await call(viewing.viewed, {}, mine)).videos.item
    expect(seen).toMatchObject({ vid: existing.vid, is_finished: 1, position_sec: 0 })
    expect(await call(viewing.forget, { vids: String(existing.vid) }, mine)).toEqual({ removed: 1 })
    expect((await call(viewing.viewed, {}, mine)).total).toBe(0)
  })

  it("[PLAYER-03] that is invalid is rejected with the field's name", async () => {
    const { vid, vfid } = existing
    const at = { content_id: vid, asset_id: vfid, position: 5 }
    expect(await failureOf(viewing.positionSet, { ...at, asset_id: 2_000_000_000 })).toEqual([
      404,
      'title_not_found',
    ])
    expect(await failureOf(viewing.positionSet, { ...at, content_id: 2_000_000_000 })).toEqual([
      404,
      'title_not_found',
    ])
    for (const wrong of [
      { position: 0 },
      { position: -1 },
      { position: 1.5 },
      { position: 864_001 },
      { position: 'NaN' },
      { content_type: 'audio' },
      { asset_id: "1'; drop table watching; --" },
      { content_id: '<b>1</b>' },
    ])
      expect(await failureOf(viewing.positionSet, { ...at, ...wrong })).toEqual([400, 'invalid_input'])
    for (const vids of ['2147483648', `${vid},9999999999`, `${vid},`, Array(101).fill(vid).join(',')])
      expect(await failureOf(viewing.forget, { vids }), vids).toEqual([400, 'invalid_input'])
  })
})
