import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkChain, listEvents, openAudit, type Audit, type SecurityEvent } from './audit.ts'
import { keepHead, readHeads } from './stored-heads.ts'
import { rotateKey } from './open-audit.ts'
import { chainHash, erasedDigest, markOfKey, queuedEvent } from './security-event.ts'
import { manualClock, systemClock } from '#server/platform/primitives/clock.ts'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const open: Audit[] = []

function audit(more: Partial<Parameters<typeof openAudit>[0]> = {}): Audit {
  const made = openAudit({ db: database.db, clock: systemClock, log: silentLog, flushAfterMs: 5, ...more })
  open.push(made)
  return made
}

/** Bypasses the table's rules as a superuser: the chain must detect this. */
function emptied(db: Db) {
  return db.transaction().execute(async (trx) => {
    await sql`alter table security_event disable trigger user`.execute(trx)
    await sql`delete from security_event`.execute(trx)
    await sql`alter table security_event enable trigger user`.execute(trx)
  })
}

function tampered(db: Db, statement: ReturnType<typeof sql>) {
  return db.transaction().execute(async (trx) => {
    await sql`alter table security_event disable trigger user`.execute(trx)
    await statement.execute(trx)
    await sql`alter table security_event enable trigger user`.execute(trx)
  })
}

afterEach(async () => {
  for (const made of open.splice(0)) await made.close()
  await emptied(database.db)
})

function seen(event: string, more: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    event,
    actor: 'viewer',
    ...more,
  }
}

describe('the audit', () => {
  it('[ACC-14] records who, when, from where and what, and returns the newest first', async () => {
    const clock = manualClock(Date.UTC(2026, 10, 1))
    const made = audit({ clock })
    const facts = { kind: 'tv', place: 3, bound: true }
    await made.record(seen('login', { accountId: 7, address: '84.54.70.1', device: 'Samsung', facts }))
    clock.advanceMs(1000)
    await made.record(seen('login_failed', { accountId: 8 }))
    const events = await listEvents(database.db, { limit: 10 })
    expect(events.map(({ event, eventId }) => [eventId, event])).toEqual([
      [2, 'login_failed'],
      [1, 'login'],
    ])
    expect(events[1]).toMatchObject({ accountId: 7, address: '84.54.70.1', device: 'Samsung', facts })
    expect(await listEvents(database.db, { accountId: 7, limit: 10 })).toHaveLength(1)
    expect(await listEvents(database.db, { since: Date.UTC(2026, 10, 1) + 1, limit: 10 })).toHaveLength(1)
    expect(await checkChain(database.db)).toMatchObject({
      kind: 'whole',
      events: 2,
      lastHash: events[0]?.hash,
    })
  })

  it('refuses to change a row, delete one, or delete all', async () => {
    await audit().record(seen('login'))
    for (const statement of [
      sql`update security_event set event = 'nothing'`,
      sql`delete from security_event`,
      sql`truncate security_event`,
    ])
      await expect(statement.execute(database.db)).rejects.toThrow('never changed')
    expect(await listEvents(database.db, { limit: 10 })).toHaveLength(1)
  })

  it('keeps one chain with concurrent writers', async () => {
    const second = openDatabase({
      location: database.location,
      log: silentLog,
      statementTimeoutMs: 10_000,
      connections: 4,
      applicationName: 'second',
    })
    const writers = [audit(), audit({ db: second.db }), audit({ db: second.db })]
    const params = Array.from({ length: 450 }, (_, index) =>
      writers[index % 3]?.record(seen(`event_${index}`, { accountId: index })),
    )
    await Promise.all(params)
    expect(await checkChain(database.db)).toMatchObject({ kind: 'whole', events: 450 })
    const accounts = (await listEvents(database.db, { limit: 1000 })).map(({ accountId }) => accountId)
    expect(new Set(accounts).size).toBe(450)
    for (const writer of open.splice(0)) await writer.close()
    await second.close()
  })

  it('names the first row that a superuser has changed or deleted', async () => {
    const made = audit()
    const write = async () => {
      await emptied(database.db)
      await Promise.all(
        Array.from({ length: 9 }, (_, index) => made.record(seen('login', { accountId: index }))),
      )
    }
    await write()
    await tampered(database.db, sql`update security_event set account_id = 99 where event_id = 5`)
    expect(await checkChain(database.db)).toEqual({ kind: 'broken', eventId: 5, how: 'changed' })
    await write()
    await tampered(database.db, sql`delete from security_event where event_id in (4, 7)`)
    expect(await checkChain(database.db)).toEqual({ kind: 'broken', eventId: 4, how: 'missing' })
    await write()
    await tampered(database.db, sql`delete from security_event where event_id = 1`)
    expect(await checkChain(database.db)).toEqual({ kind: 'broken', eventId: 1, how: 'missing' })
    // A changed row with a recomputed hash breaks the next row.
    await write()
    const forged = createHash('sha256').update('forged').digest('hex')
    await tampered(
      database.db,
      sql`update security_event set facts = '{"a":1}', hash = ${forged} where event_id = 9`,
    )
    expect(await checkChain(database.db)).toEqual({ kind: 'broken', eventId: 9, how: 'changed' })
  })

  it('[CARE-04] is whole when the events of a person were emptied, and broken when anybody else empties them', async () => {
    const key = 'k'.repeat(43)
    const log = audit({ key })
    const change = { section: 'subscribers', subject: 'subscriber 7', before: { name: 'Шерзод' }, after: {} }
    await log.record(seen('login', { accountId: 7, address: '198.51.100.7', device: 'Шерзод' }))
    await log.record(seen('login', { accountId: 8, address: '198.51.100.8' }))
    await log.record(seen('subscriber_renamed', { accountId: 7, actor: 'staff', change }))
    await database.db.transaction().execute((trx) => log.erase(trx, 7))
    await log.record(seen('login', { accountId: 8, address: '198.51.100.9' }))
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 6 })
    const [renamed] = await listEvents(database.db, { accountId: 7, event: 'subscriber_renamed', limit: 1 })
    expect(renamed).toMatchObject({
      facts: {},
      change: { subject: 'subscriber 7', before: null, after: null },
    })
    // What stays of an emptied one is still covered.
    await tampered(
      database.db,
      sql`update security_event set event = 'other' where event = 'login' and account_id = 7`,
    )
    expect(await checkChain(database.db, { key })).toMatchObject({
      kind: 'broken',
      eventId: 2,
      how: 'changed',
    })
    await tampered(database.db, sql`update security_event set event = 'login' where event = 'other'`)
    await sql`update security_event set address = '' where account_id = 8`.execute(database.db)
    expect(await checkChain(database.db, { key })).toMatchObject({
      kind: 'broken',
      eventId: 3,
      how: 'changed',
    })
    await expect(
      sql`update security_event set address = '1' where account_id = 8`.execute(database.db),
    ).rejects.toThrow(/never changed/)
  })

  it('never throws, writes queued events when the database is back, and records what was dropped', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'info', form: 'json', write: (line) => void lines.push(line) })
    await sql`alter table security_event rename to elsewhere`.execute(database.db)
    const made = audit({ log, mayWait: 20 })
    await Promise.all(Array.from({ length: 25 }, (_, index) => made.record(seen(`event_${index}`))))
    expect(lines.some((line) => line.includes('audit.write_failed'))).toBe(true)
    expect(lines.some((line) => line.includes('audit.events_dropped'))).toBe(true)
    await sql`alter table elsewhere rename to security_event`.execute(database.db)
    await made.close()
    const events = (await listEvents(database.db, { limit: 100 })).toReversed()
    expect(events[0]).toMatchObject({ event: 'audit_events_dropped', actor: 'system', facts: { count: 5 } })
    expect(events.slice(1).map(({ event }) => event)).toEqual(
      Array.from({ length: 20 }, (_, index) => `event_${index + 5}`),
    )
  })

  it('writes what is queued when it is closed', async () => {
    const made = audit({ flushAfterMs: 60_000 })
    void made.record(seen('logout'))
    await made.close()
    expect(await listEvents(database.db, { limit: 10 })).toHaveLength(1)
  })
})

describe('a keyed chain', () => {
  const key = 'a key that is not in the database'
  const last = async () => (await listEvents(database.db, { limit: 1 }))[0]

  it('[ACC-14] continues a plain one, and both parts are checked', async () => {
    await audit().record(seen('login'))
    await audit().record(seen('logout'))
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', keyedFrom: undefined })
    const made = audit({ key })
    await made.record(seen('login', { accountId: 1 }))
    await audit({ key }).record(seen('logout', { accountId: 1 }))
    expect((await listEvents(database.db, { limit: 10 })).map(({ event }) => event)).toEqual([
      ...['logout', 'login', 'audit_chain_keyed', 'logout', 'login'],
    ])
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 5, keyedFrom: 3 })
    for (const eventId of [2, 3, 4]) {
      const change = sql`update security_event set address = '1.2.3.4' where event_id = ${eventId}`
      await tampered(database.db, change)
      expect(await checkChain(database.db, { key })).toEqual({ kind: 'broken', eventId, how: 'changed' })
      await tampered(database.db, sql`update security_event set address = '' where event_id = ${eventId}`)
    }
  })

  it('cannot be forged with access to the database alone', async () => {
    const made = audit({ key })
    for (const accountId of [1, 2, 3]) await made.record(seen('login', { accountId }))
    const [third, second] = await listEvents(database.db, { limit: 2 })
    if (third === undefined || second === undefined) throw new Error('three were written')
    // Plain hashes, as before the key, for a forged last event.
    const plain = chainHash(undefined, second.hash, third.eventId, { ...third, accountId: 99 })
    await tampered(
      database.db,
      sql`update security_event set account_id = 99, hash = ${plain} where event_id = ${third.eventId}`,
    )
    const broken = { kind: 'broken', eventId: third.eventId, how: 'changed' }
    expect(await checkChain(database.db, { key })).toEqual(broken)
    // Another key, and an event that announces it.
    await tampered(database.db, sql`delete from security_event where event_id = ${third.eventId}`)
    await rotateKey({ db: database.db, clock: systemClock }, 'a key of the forger')
    await audit({ key: 'a key of the forger' }).record(seen('login', { accountId: 99 }))
    expect(await checkChain(database.db, { key })).toEqual(broken)
    await made.record(seen('login', { accountId: 4 }))
    expect(await checkChain(database.db, { key })).toEqual(broken)
  })

  it('[CARE-04] is whole after the events of one person were emptied twice', async () => {
    const made = audit({ key })
    const erase = () => database.db.transaction().execute((trx) => made.erase(trx, 7))
    await made.record(seen('login', { accountId: 7, address: '198.51.100.7' }))
    await erase()
    await made.record(seen('login', { accountId: 7, address: '198.51.100.8' }))
    await erase()
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 5 })
    const said = await listEvents(database.db, { event: 'audit_events_erased', limit: 10 })
    expect(said.map(({ facts }) => facts['up_to'])).toEqual([4, 2])
    // What says so is itself not to be emptied.
    await tampered(
      database.db,
      sql`update security_event set facts = '{}' where event_id = ${said[1]?.eventId}`,
    )
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'broken', how: 'changed' })
  })

  it('[CARE-04] is whole when a digest, or the mark of its key, looks like the number of a card', async () => {
    const hidden = /\*{6}/
    const some = Array.from({ length: 100_000 }, (_, index) => index)
    const keyed = some.map((index) => `key ${index}`).find((one) => hidden.test(markOfKey(one))) ?? ''
    const emptiedAt = (happenedAtMs: number) => {
      const rest = erasedDigest()
      rest.add({ eventId: 2, ...queuedEvent(seen('login', { accountId: 7 }), happenedAtMs) })
      return rest.text()
    }
    const startMs = some.find((index) => hidden.test(emptiedAt(index)))
    if (startMs === undefined) throw new Error('one in 1,200 looks like a card')
    const made = audit({ key: keyed, clock: manualClock(startMs) })
    await made.record(seen('login', { accountId: 7, address: '198.51.100.7' }))
    await database.db.transaction().execute((trx) => made.erase(trx, 7))
    const [said] = await listEvents(database.db, { event: 'audit_events_erased', limit: 1 })
    expect(said?.facts['rest']).toMatch(hidden)
    expect(await checkChain(database.db, { key: keyed })).toMatchObject({ kind: 'whole', events: 3 })
  })

  it('[CARE-04] [OPS-04] is whole when events from before a lost key were emptied under it, or after it', async () => {
    const erase = (log: Audit) => database.db.transaction().execute((trx) => log.erase(trx, 7))
    await audit().record(seen('login', { accountId: 7, address: '198.51.100.7' }))
    const lost = audit({ key: 'lost' })
    await lost.record(seen('login', { accountId: 7, address: '198.51.100.8' }))
    await erase(lost)
    await lost.record(seen('login', { accountId: 7, address: '198.51.100.9' }))
    await rotateKey({ db: database.db, clock: systemClock }, key)
    const whole = { kind: 'whole', lostKey: 4 }
    expect(await checkChain(database.db, { key })).toMatchObject(whole)
    const made = audit({ key })
    await made.record(seen('login', { accountId: 7, address: '198.51.100.10' }))
    await erase(made)
    expect(await checkChain(database.db, { key })).toMatchObject(whole)
    await made.record(seen('login', { accountId: 8, address: '198.51.100.11' }))
    await tampered(database.db, sql`update security_event set address = '' where account_id = 8`)
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'broken', how: 'changed' })
  })

  it('[OPS-04] continues with another key when the secrets are lost, which is reported', async () => {
    await audit({ key: 'lost' }).record(seen('login'))
    await rotateKey({ db: database.db, clock: systemClock }, key)
    await audit({ key }).record(seen('logout'))
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole', events: 4, lostKey: 2 })
  })

  it('[ACC-14] whose end was cut off is detected by the heads stored elsewhere', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ekran-heads-'))
    const tools = { db: database.db, clock: systemClock }
    expect(await keepHead(tools, dir)).toEqual({ kind: 'no_events' })
    const made = audit({ key })
    await made.record(seen('login'))
    expect([await keepHead(tools, dir), await keepHead(tools, dir)]).toEqual([
      { kind: 'kept' },
      { kind: 'same' },
    ])
    const { path } = await readHeads(dir)
    expect(path).toBe(join(dir, 'audit-heads.jsonl'))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    // Broken off in the middle of a line by a power cut.
    await appendFile(path, '\n{"at":"2026')
    await made.record(seen('logout'))
    expect(await keepHead(tools, path)).toEqual({ kind: 'kept' })
    const { heads, unreadable } = await readHeads(dir)
    expect([heads.map(({ eventId }) => eventId), unreadable]).toEqual([[2, 3], 1])
    expect(heads[1]?.hash).toBe((await last())?.hash)
    expect(await checkChain(database.db, { key, heads })).toMatchObject({ kind: 'whole', events: 3 })
    await tampered(database.db, sql`delete from security_event where event_id = 3`)
    expect(await checkChain(database.db, { key })).toMatchObject({ kind: 'whole' })
    expect(await checkChain(database.db, { key, heads })).toEqual({ kind: 'broken', eventId: 3, how: 'cut' })
    expect(await keepHead(tools, dir)).toEqual({ kind: 'broken', eventId: 3 })
    // Rewritten even with the right key, it differs from the stored head.
    await made.record(seen('login', { accountId: 5 }))
    expect(await checkChain(database.db, { key, heads })).toEqual({
      kind: 'broken',
      eventId: 3,
      how: 'changed',
    })
    await rm(dir, { recursive: true })
  })
})

describe('an event', () => {
  it('[ACC-14] never contains a secret', () => {
    const token = 'Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9'
    const stored = queuedEvent(
      seen('login', {
        device: `tv authkey=${token}`,
        address: token,
        facts: {
          password: 'hunter2',
          newPassword: 'hunter2',
          smsCode: '123456',
          authkey: 'k',
          note: `it was ${token}`,
          address: 'smpp://user:hunter2@host',
          code: 123_456,
        },
      }),
      0,
    )
    expect(JSON.stringify(stored)).not.toMatch(/hunter2|123456|Zm9v/)
    expect(stored.facts['note']).toBe('it was [hidden]')
  })

  it('is accepted by the database and gives the same hash when read, whatever it contains', async () => {
    const made = audit({ flushAfterMs: 0 })
    const text = fc.string({ unit: 'binary', maxLength: 500 })
    const facts = fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean()), { maxKeys: 30 })
    const event = fc.record({
      event: text,
      actor: fc.constantFrom('viewer' as const, 'operator' as const, 'system' as const),
      accountId: fc.oneof(fc.integer(), fc.double()),
      address: text,
      device: text,
      facts,
    })
    const events = fc.sample(event, { numRuns: 100, seed: 7 })
    await Promise.all(events.map((one) => made.record(one)))
    expect(await checkChain(database.db)).toMatchObject({ kind: 'whole', events: 100 })
  })
})
