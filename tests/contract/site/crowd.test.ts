/** A small crowd of viewers on the running product: the load program itself works, and nothing of it is lost. */
import { afterAll, expect, inject, it } from 'vitest'
import { openCrowdDatabase } from '#bench/crowd/accounts.ts'
import { runCrowd } from '#bench/crowd/run-crowd.ts'

const { url, dataDir, pid } = inject('product')
const opened = await openCrowdDatabase(dataDir)
afterAll(() => opened.close())

it('[LOAD-01] a crowd logs in, browses, zaps, watches and searches, and is served', async () => {
  const shape = {
    ...{ seed: 20, viewers: 36, arriveWithinMs: 6000 },
    phases: [{ untilMs: 30_000, pace: 6 }],
    whistle: { atMs: 18_000, withinMs: 4000 },
  }
  const { tally, productCpu, money } = await runCrowd({
    ...{ origin: url, dataDir, pid, db: opened.db, shape, mediaEvery: 2 },
  })
  const served = new Map(tally.kinds().map(({ kind, outcomes }) => [kind, outcomes.ok]))
  const kinds = ['login', 'home rails', 'channel list', 'guide tile', 'search', 'channel address']
  for (const kind of [...kinds, 'heartbeat', 'playlist (master)', 'playlist (media)', 'segment'])
    expect(served.get(kind), `${kind}: ${JSON.stringify([...tally.errors()])}`).toBeGreaterThan(0)
  expect(served.get('login')).toBe(shape.viewers)
  expect(tally.segments).toBeGreaterThan(0)
  expect(productCpu.node).toBeGreaterThan(0)
  expect(money).toEqual({ expected: 0, paid: 0, booked: 0 })
  // Whatever was refused said when to come back; nothing broke.
  const broken = tally.kinds().filter(({ outcomes }) => outcomes.error > 0)
  expect(broken.map(({ kind }) => kind)).toEqual([])
}, 120_000)
