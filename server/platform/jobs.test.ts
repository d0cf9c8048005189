import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { jobKind, jobWorker, startJobs, type Jobs } from './jobs.ts'
import { silentLog } from './log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  database = await createTestDatabase('empty')
  jobs = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
})
afterAll(async () => {
  await jobs.close(1000)
  await database.drop()
})

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 700 && !isSo(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25))
  expect(isSo()).toBe(true)
}

describe('jobs', () => {
  it('run each job one at a time, and retry a failing one until it succeeds', async () => {
    const kind = jobKind({ name: 'test.count', data: z.object({ n: z.int() }), retryDelaySec: 1 })
    const done: number[] = []
    let running = 0
    let max = 0
    await jobs.work([
      jobWorker(kind, async ({ n }, job) => {
        running += 1
        max = Math.max(max, running)
        await new Promise((resolve) => setTimeout(resolve, 30))
        running -= 1
        if (n === 2 && job.attempt === 1) throw new Error('not yet')
        done.push(n)
      }),
    ])
    for (const n of [1, 2, 3]) await jobs.send(kind, { n })
    await until(() => done.length === 3)
    expect(done.toSorted()).toEqual([1, 2, 3])
    expect(max).toBe(1)
  })

  it('are unique per key, and refuse invalid data before it is stored', async () => {
    const kind = jobKind({ name: 'test.once', data: z.object({ n: z.int() }), onePerKey: true })
    expect(await jobs.send(kind, { n: 1 }, { onceKey: 'a' })).toEqual(expect.any(String))
    expect(await jobs.send(kind, { n: 1 }, { onceKey: 'a' })).toBeNull()
    expect(await jobs.send(kind, { n: 1 }, { onceKey: 'b' })).toEqual(expect.any(String))
    await expect(jobs.send(kind, { n: 1.5 }, { onceKey: 'c' })).rejects.toThrow('wrong shape')
  })

  it('let one more of a key wait while one runs, and change its time and priority', async () => {
    const kind = jobKind({ name: 'test.step', data: z.object({ n: z.int() }), oneWaitsPerKey: true })
    const own = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
    const order: number[] = []
    let running = 0
    await own.send(kind, { n: 1 }, { onceKey: 'a' })
    // Delayed for an hour, then replaced; and of two waiting jobs the higher priority goes first.
    expect(await own.send(kind, { n: 2 }, { onceKey: 'b', afterSec: 3600 })).toEqual(expect.any(String))
    expect(await own.send(kind, { n: 3 }, { onceKey: 'b' })).toBeNull()
    await own.send(kind, { n: 4 }, { onceKey: 'b', priority: 5, replace: true })
    await own.work([
      jobWorker(kind, async ({ n }) => {
        running += 1
        expect(running).toBe(1)
        // From within a job the next of the same key is queued.
        if (n === 4) await own.send(kind, { n: 5 }, { onceKey: 'b', replace: true })
        await new Promise((resolve) => setTimeout(resolve, 20))
        order.push(n)
        running -= 1
      }),
    ])
    await until(() => order.length === 3)
    expect(order).toEqual([4, 1, 5])
    await own.close(1000)
  })

  it('go to the workers of their priority', async () => {
    const kind = jobKind({ name: 'test.ranks', data: z.object({ n: z.int() }) })
    const own = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
    const done: string[] = []
    const noting =
      (who: string) =>
      async ({ n }: { n: number }) =>
        void done.push(`${who} ${n}`)
    await own.work([
      jobWorker(kind, noting('high'), { minPriority: 10 }),
      jobWorker(kind, noting('low'), { maxPriority: 9 }),
    ])
    for (const [n, priority] of [0, 10, 9, 11].entries()) await own.send(kind, { n }, { priority })
    await until(() => done.length === 4)
    expect(done.toSorted()).toEqual(['high 1', 'high 3', 'low 0', 'low 2'])
    await own.close(1000)
  })

  it('notify a running job when the process stops', async () => {
    const own = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
    const kind = jobKind({ name: 'test.long', data: z.object({}) })
    let report = false
    let started = false
    await own.work([
      jobWorker(kind, (_data, job) => {
        started = true
        return new Promise((_resolve, reject) =>
          job.signal.addEventListener('abort', () => {
            report = true
            reject(new Error('interrupted'))
          }),
        )
      }),
    ])
    await own.send(kind, {})
    await until(() => started)
    await own.close(2000)
    expect(report).toBe(true)
  })

  it('retry a job whose process was killed during it', async () => {
    const kind = jobKind({
      name: 'test.lost',
      data: z.object({}),
      limitSec: 12 * 3600,
      retryDelaySec: 1,
      onePerKey: true,
    })
    const id = await jobs.send(kind, {}, { onceKey: 'a' })
    // What a killed process leaves: a running job with an old heartbeat.
    await sql`
      update jobs.job set state = 'active', started_on = now() - interval '1 hour',
        heartbeat_on = now() - interval '1 hour'
      where id = ${id}::uuid`.execute(database.db)
    const next = await startJobs({
      location: database.location,
      log: silentLog,
      statementTimeoutMs: 5000,
      superviseSec: 1,
    })
    const done: string[] = []
    await next.work([jobWorker(kind, (_data, job) => Promise.resolve(void done.push(job.id)))])
    await until(() => done.length === 1)
    expect(done).toEqual([id])
    await next.close(1000)
  })
})
