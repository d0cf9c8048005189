/** The guide in tiles from the running product: equal to the guide of each channel, and shared by all clients. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Programme } from '#contract/channels/channels.ts'
import { guideReachAheadSec, guideTileChannels, guideTileSec } from '#contract/channels/guide.ts'
import { demoWorldChannelIds } from '#db/demo/channels.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askBetween, askCall, askPath, origin } from '#tests/kit/product/request.ts'
import { call } from '#tests/kit/product/demo-content.ts'

const nowSec = Math.floor(Date.now() / 1000)
const aligned = nowSec - (nowSec % guideTileSec)
let cids: number[]
let token: string
beforeAll(async () => {
  cids = (await call(api.channels.publicList, {})).channels.item.map(({ id }) => id).toSorted((a, b) => a - b)
  token = (await logIn(origin())).token
})

describe('a tile of the guide', () => {
  it('[GUIDE-01] [GUIDE-02] equals the lists of its channels, for random windows and channels', async () => {
    const request = fc.record({
      place: fc.integer({ min: -24, max: 24 }),
      lang: fc.constantFrom('ru' as const, 'uz' as const),
      chosen: fc.subarray(cids, { minLength: 1, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ place, lang, chosen }) => {
        const from = aligned + place * guideTileSec
        const tile = await call(api.guide.tile, { from, cids: chosen.join(','), lang })
        expect(tile.channels.item.map(({ cid }) => cid)).toEqual(chosen)
        for (const { cid, programs } of tile.channels.item) {
          const window = { cid, time_from: from, time_to: from + guideTileSec, lang }
          const list = await call(api.channels.programmes, window)
          expect(
            programs.item.map(({ pid, begin_time, end_time, title }) => [pid, begin_time, end_time, title]),
          ).toEqual(
            list.programs.item.map((one: Programme) => [one.pid, one.begin_time, one.end_time, one.title]),
          )
          // The current programme and its recording change between two responses; what ended long ago does not.
          const over = (end: number) => end < nowSec - 3600 && end > nowSec - 6 * 86_400
          expect(programs.item.filter((one) => over(one.end_time)).map((one) => one.is_watchable)).toEqual(
            list.programs.item.filter((one) => over(one.end_time)).map((one) => (one.url === null ? 0 : 1)),
          )
        }
      }),
      { numRuns: 15 },
    )
  })

  it('is the same for a guest and a viewer, may be cached by everyone, and is small', async () => {
    const fields = { from: aligned, cids: cids.slice(0, guideTileChannels).join(','), lang: 'ru' }
    const asGuest = await askCall(api.guide.tile, { fields })
    const [guests, viewers] = await askBetween(
      async () => (await askCall(api.guide.tile, { fields })).text,
      async () => (await askCall(api.guide.tile, { fields, token })).text,
    )
    expect(viewers).toBe(guests)
    expect(asGuest.headers.get('cache-control')).toMatch(/max-age=[1-9]/)
    expect(asGuest.text.length).toBeLessThan(120_000)
  })

  it('[TV-07] contains abroad only the channels of the world list', async () => {
    const abroad = { 'x-forwarded-for': '203.0.113.50' }
    const requested = [
      ...cids.filter((cid) => !demoWorldChannelIds.includes(cid)).slice(0, 5),
      ...demoWorldChannelIds,
    ]
      .toSorted((a, b) => a - b)
      .slice(0, guideTileChannels)
    const result = await askPath(api.guide.tile.path, {
      fields: { from: aligned, cids: requested.join(',') },
      headers: abroad,
    })
    const data = result.json?.['data'] as { channels: { item: { cid: number }[] } } | undefined
    expect(data?.channels.item.map(({ cid }) => cid)).toEqual(
      requested.filter((cid) => demoWorldChannelIds.includes(cid)),
    )
  })

  it('is rejected with a message outside the days of the guide, and for invalid parameters', async () => {
    const far = aligned + guideReachAheadSec + 2 * guideTileSec
    for (const lang of ['ru', 'uz'])
      expect(
        await askPath(api.guide.tile.path, { fields: { from: far, cids: cids[0], lang } }),
      ).toMatchObject({
        status: 200,
        json: { failure: 'outside_guide', message: expect.stringContaining('7') },
      })
    const crooked = await askPath(api.guide.tile.path, { fields: { from: aligned + 60, cids: cids[0] } })
    expect(crooked.json?.['message']).toContain(`from — кратно ${guideTileSec}`)
    const many = Array.from({ length: guideTileChannels + 1 }, (_, index) => index + 1).join(',')
    const tooMany = await askPath(api.guide.tile.path, { fields: { from: aligned, cids: many } })
    expect(tooMany.json?.['message']).toContain(`cids — не больше ${guideTileChannels}`)
  })
})
