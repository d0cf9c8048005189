/** What is played when a tariff is paused, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channels as calls } from '#contract/channels/channels.ts'
import { beginPause } from '#server/billing/billing.ts'
import {
  callerOf,
  insideAddress,
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

it('[CARE-04] ends, and its address is refused at once', async () => {
  const token = await tokenOf(origin, '111111', 'tv')
  const play = () => callerOf(origin, token)(calls.url, { cid: world.cid.paid, beats: 1 })
  const started = await play()
  if (started.kind !== 'ok') throw new Error(JSON.stringify(started))
  const get = async () =>
    (await fetch(origin + started.data.url, { headers: { 'x-forwarded-for': insideAddress } })).status
  expect(await get()).toBe(200)
  const [account] = await world.accounts.findByName('111111')
  const accountId = account?.accountId ?? 0
  const base = (await world.billing.subscriptionsOf(accountId)).find((one) => one.isBase)
  const tariffId = base?.tariffId ?? 0
  const rules = new Map([
    [tariffId, { pause: { by: 'subscriber', minDays: 7, maxDays: 60, isOnceAYear: false } as const }],
  ])
  const pause = { accountId, tariffId, days: 10, by: 'subscriber' } as const
  const begun = await world.database.db
    .transaction()
    .execute((trx) => beginPause(trx, pause, rules, world.clock.nowMs()))
  expect(begun).toMatchObject({ kind: 'paused' })
  await expect.poll(get, { timeout: 20_000, interval: 20 }).toBe(403)
  expect(await play()).toMatchObject({ kind: 'refused', failure: 'tariff_paused' })
})
