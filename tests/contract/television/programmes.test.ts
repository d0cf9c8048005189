/** The guide of a channel from the running product: windows, the archive's 14 and 0, now and next. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { failures } from '#contract/form/failures.ts'
import { askCall } from '#tests/kit/product/request.ts'
import { call } from '#tests/kit/product/demo-content.ts'

const daySec = 86_400
const nowSec = Math.floor(Date.now() / 1000)
let channels: readonly Channel[]
beforeAll(async () => {
  channels = (await call(api.channels.publicList, {})).channels.item.slice(0, 6)
})

async function listOf(cid: number, from: number, to: number): Promise<readonly Programme[]> {
  return (await call(api.channels.programmes, { cid, time_from: from, time_to: to })).programs.item
}

describe('the guide of a channel', () => {
  it('[GUIDE-01] covers six past and six future days in whole seconds, in order and without an overlap', async () => {
    for (const { id } of channels) {
      const [from, to] = [nowSec - 6 * daySec, nowSec + 6 * daySec]
      const programmes = await listOf(id, from, to)
      expect(programmes.length).toBeGreaterThan(12)
      expect(programmes[0]?.begin_time).toBeLessThanOrEqual(from + 7200)
      expect(programmes.at(-1)?.end_time).toBeGreaterThanOrEqual(to - 7200)
      for (const [index, one] of programmes.entries()) {
        expect([one.cid, Number.isInteger(one.begin_time), Number.isInteger(one.end_time)]).toEqual([
          id,
          true,
          true,
        ])
        expect(one.end_time).toBeGreaterThan(one.begin_time)
        const next = programmes[index + 1]
        if (next !== undefined) expect(next.begin_time).toBeGreaterThanOrEqual(one.end_time)
        // Every programme that overlaps the window is in it, and no other.
        expect(one.end_time > from && one.begin_time < to).toBe(true)
      }
      expect(new Set(programmes.map(({ pid }) => pid)).size).toBe(programmes.length)
    }
  })

  it('[GUIDE-03] contains with 14 and 0 what has started, and gives an address only to that', async () => {
    for (const { id } of channels) {
      const archive = await listOf(id, 14, 0)
      expect(archive.length).toBeGreaterThan(0)
      const requestedAt = Math.ceil(Date.now() / 1000)
      expect(archive.every(({ begin_time }) => begin_time <= requestedAt)).toBe(true)
      const ahead = await listOf(id, requestedAt + 60, requestedAt + 2 * daySec)
      const started = Math.ceil(Date.now() / 1000)
      expect(ahead.filter(({ begin_time, url }) => begin_time > started && url !== null)).toEqual([])
      for (const { url, cid, pid } of archive)
        if (url !== null) expect(url).toBe(`/middleware/program/url?cid=${cid}&pid=${pid}`)
    }
  })

  it("[GUIDE-01] has the same current and next programme as the channel's list entry", async () => {
    for (const { id } of channels) {
      const { channel } = await call(api.channels.detail, { cid: id })
      const around = await listOf(id, nowSec - daySec, nowSec + daySec)
      const place = around.findIndex(({ pid }) => pid === channel.now?.pid)
      expect(place).toBeGreaterThanOrEqual(0)
      expect(channel.next?.pid).toBe(around[place + 1]?.pid)
    }
  })

  it('is rejected for a channel that does not exist, and limited for a window without an end', async () => {
    const fields = { cid: 999_999_999, time_from: nowSec, time_to: nowSec + 60 }
    expect((await askCall(api.channels.programmes, { fields })).status).toBe(
      failures.channel_not_found.status,
    )
    const [channel] = channels
    const far = await listOf(channel?.id ?? 0, nowSec - 7 * daySec, nowSec + 4000 * daySec)
    expect(far.at(-1)?.begin_time ?? 0).toBeLessThan(nowSec + 7 * daySec + 60)
  })
})
