/** Clocks that differ from that of a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { ClockDiffers, measureClock, refuseWrongClock } from './clock-difference.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function ahead(ms: number) {
  return { db: database.db, clock: { nowMs: () => Date.now() + ms } }
}

describe('[NODE-01] the clock of a machine beside the database’s', () => {
  it('is measured, ahead and behind', async () => {
    for (const ms of [0, 12_345, -600_000])
      expect(Math.abs(((await measureClock(ahead(ms))) ?? Number.NaN) - ms)).toBeLessThan(1500)
  })

  it('that differs by more than a minute refuses the start, and says by how much and what to do', async () => {
    await expect(refuseWrongClock(ahead(600_000))).rejects.toThrow(ClockDiffers)
    await expect(refuseWrongClock(ahead(600_000))).rejects.toThrow(/is (599|600|601) s ahead of .*chrony/)
    await expect(refuseWrongClock(ahead(-90_000))).rejects.toThrow(/s behind the clock of the database/)
  })

  it('that differs by less does not', async () => {
    await refuseWrongClock(ahead(40_000))
    await refuseWrongClock(ahead(-40_000))
  })

  it('is not judged by an answer that took too long', async () => {
    let steadyMs = 0
    const steady = () => (steadyMs += 5000)
    expect(await measureClock({ ...ahead(600_000), steady })).toBeUndefined()
    await refuseWrongClock({ ...ahead(600_000), steady })
  })
})
