/** How many database statements a zap needs, over real HTTP. */
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { channels as calls } from '#contract/channels/channels.ts'
import {
  callerOf,
  openPlaybackWorld,
  tokenOf,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

let world: PlaybackWorld
let origin: string
beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300, streams: 2 })
  origin = await world.serve()
}, 120_000)
afterAll(() => world.close())
afterEach(() => vi.restoreAllMocks())

/** Every statement sent to the database meanwhile, including `begin` and `commit`. */
function countStatements(): { readonly count: () => number } {
  const query = vi.spyOn(Client.prototype, 'query')
  return { count: () => query.mock.calls.length }
}

it('[ACC-09] a zap reads the right, reads the streams and writes: three statements', async () => {
  const token = await tokenOf(origin, '111111', 'tv')
  const play = async (cid: number, stream_id?: string) => {
    const from = stream_id === undefined ? {} : { stream_id }
    const outcome = await callerOf(origin, token)(calls.url, { cid, beats: 1, ...from })
    if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
    return outcome.data
  }
  // Warm: the session and the tariffs are cached, and a stream is active.
  const first = await play(world.cid.paid)
  const before = await play(world.cid.social, first.stream_id)
  const statements = countStatements()
  const next = await play(world.cid.paid, before.stream_id)
  expect(statements.count()).toBe(3)
  // The same channel again, as a player does before its address expires: no more statements.
  await play(world.cid.paid, next.stream_id)
  expect(statements.count()).toBe(6)
})
