import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkChain, lastChanges, listEvents, openAudit, type Audit } from './audit.ts'
import { type Clock, manualClock, systemClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const key = 'a key that is not in the database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const open: Audit[] = []

function audit(clock: Clock = systemClock): Audit {
  const made = openAudit({ db: database.db, clock, log: silentLog, flushAfterMs: 0, key })
  open.push(made)
  return made
}

/** Bypasses the table's rules as a superuser: the chain must detect this. */
function tampered(statement: ReturnType<typeof sql>) {
  return database.db.transaction().execute(async (trx) => {
    await sql`alter table security_event disable trigger user`.execute(trx)
    await statement.execute(trx)
    await sql`alter table security_event enable trigger user`.execute(trx)
  })
}

afterEach(async () => {
  for (const made of open.splice(0)) await made.close()
  await tampered(sql`delete from security_event`)
})

describe('[STAFF-03] a change by a member of staff', () => {
  const staff = { staffId: 5, name: 'Kamola' }
  const change = { section: 'channels', subject: 'channel 12', staff }

  it('has its author, section and subject, and the values before and after, without secrets', async () => {
    const made = audit()
    await made.record({
      event: 'channel_changed',
      actor: 'staff',
      change: {
        ...change,
        before: {
          name: 'Old',
          sources: [{ address: 'udp://239.1.1.1:1234', password: 'abc' }],
          left: undefined,
        },
        after: { name: 'New', source: 'http://user:secret@host/a?token=abc', count: 1.5, none: null },
      },
    })
    const [written] = await listEvents(database.db, { limit: 1 })
    expect(written).toMatchObject({ event: 'channel_changed', actor: 'staff' })
    expect(written?.change).toEqual({
      staffId: 5,
      staffName: 'Kamola',
      section: 'channels',
      subject: 'channel 12',
      before: { name: 'Old', sources: [{ address: 'udp://239.1.1.1:1234', password: '[hidden]' }] },
      after: { name: 'New', source: 'http://[hidden]@host/a?token=[hidden]', count: 1.5, none: null },
    })
  })

  it('is found by its author, its section and its subject, and as the last one of a subject', async () => {
    const clock = manualClock(Date.UTC(2026, 10, 1))
    const made = audit(clock)
    const record = (event: string, more: object = {}) =>
      made.record({ event, actor: 'staff', change: { ...change, ...more } })
    await record('one', { after: { name: 'A' } })
    clock.advanceMs(1000)
    await record('two', { staff: { staffId: 6, name: 'Dilshod' }, after: { name: 'B' } })
    // Not a change of values, so not the last change.
    await record('three')
    await record('four', { subject: 'channel 13', staff: undefined, before: { name: 'C' } })
    const names = async (filter: object) =>
      (await listEvents(database.db, { limit: 10, ...filter })).map(({ event }) => event)
    expect(await names({ staffId: 6 })).toEqual(['two'])
    expect(await names({ section: 'channels', subject: 'channel 12' })).toEqual(['three', 'two', 'one'])
    expect(await names({ section: 'films' })).toEqual([])
    expect(await names({ until: Date.UTC(2026, 10, 1), section: 'channels' })).toEqual(['one'])
    const last = await lastChanges(database.db, 'channels', ['channel 12', 'channel 13', 'channel 14'])
    expect([...last]).toEqual([
      ['channel 12', { staffName: 'Dilshod', atMs: clock.nowMs() }],
      ['channel 13', { staffName: '', atMs: clock.nowMs() }],
    ])
  })

  it.each([
    ['the author', sql`update security_event set staff_name = 'Another' where staff_id = 5`],
    ['a value before', sql`update security_event set before = '{"name": "Else"}' where staff_id = 5`],
    ['a value after', sql`update security_event set after = null where staff_id = 5`],
    ['the subject', sql`update security_event set subject = 'channel 1' where staff_id = 5`],
    [
      'all of it',
      sql`update security_event set staff_id = null, staff_name = '', section = '', subject = '', before = null, after = null where staff_id = 5`,
    ],
    ['an author added', sql`update security_event set staff_id = 7 where event = 'login'`],
  ])('breaks the chain when %s is changed', async (_name, statement) => {
    const made = audit()
    await made.record({ event: 'login', actor: 'viewer' })
    const values = { before: { b: 1, a: { z: 1, y: [2, { d: 1, c: 2 }] } }, after: { name: 'B' } }
    await made.record({ event: 'changed', actor: 'staff', change: { ...change, ...values } })
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 3 })
    await tampered(statement)
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'broken', how: 'changed' })
  })

  it('with any values can be written and leaves the chain whole, within its bounds', async () => {
    const made = audit()
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (values) => {
        await made.record({ event: 'any', actor: 'staff', change: { ...change, before: values } })
        // Here, so that a failure names the value and its seed.
        expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole' })
      }),
      { numRuns: 40 },
    )
    const long = { text: 'x '.repeat(5000), list: Array.from({ length: 5000 }, (_, index) => index) }
    const lists = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`list${index}`, long.list]))
    await made.record({ event: 'long', actor: 'staff', change: { ...change, before: long, after: lists } })
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 42 })
    const [written] = await listEvents(database.db, { limit: 1 })
    const stored = written?.change?.before as { text: string; list: number[] }
    expect([stored.text.length, stored.list.length]).toEqual([2000, 200])
    expect(written?.change?.after).toEqual({ too_large_characters: expect.any(Number) })
  })
})
