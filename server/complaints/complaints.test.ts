import { complaintEndpoints } from '#server/api/complaints/complaints.ts'
import type { Snapshot } from '#server/catalogue/catalogue.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { closeComplaint, listComplaints, type WrittenComplaint } from './complaints.ts'
import { forgetOldComplaints } from './complaint.ts'
import { addComplaintGauge } from './gauge.ts'
import { memoryMs, storedNetwork, storedText } from './rules.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { ask, type TestCaller } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2026, 0, 15))

/** Another module instance, so that its counters start at zero. */
function openRoom() {
  return complaintEndpoints({
    db,
    clock,
    catalogue: {
      now: () =>
        ({
          title: (vid: number) => (vid === 7 ? {} : undefined),
          file: (vfid: number) => (vfid === 70 ? { title: { vid: 7 } } : undefined),
        }) as unknown as Snapshot,
    },
    television: {
      now: () =>
        ({ channel: (cid: number) => (cid === 5 ? {} : undefined) }) as unknown as TelevisionSnapshot,
    },
  })
}

let routes = openRoom()

function complain(params: Record<string, unknown>, caller: TestCaller = {}) {
  return ask(routes, 'complaints.complain', { type: 2, ...params }, caller)
}

function storedComplaints() {
  return listComplaints(db, { openOnly: false, limit: 50 })
}

async function problems(type: string, language: 'ru' | 'uz' = 'ru') {
  return (await ask(routes, 'complaints.problems', { type }, { language }))['problems'] as {
    id: number
    name: string
    needs_text: 0 | 1
  }[]
}

let accountId = 0
beforeEach(async () => {
  routes = openRoom()
  await db.deleteFrom('complaint').execute()
  await db.deleteFrom('account').execute()
  const row = await db
    .insertInto('account')
    .values({
      abonement: '10000001',
      password_hash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
      phone: null,
      password_changed_at: null,
      created_at: new Date(clock.nowMs()),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  accountId = row.account_id
})

function viewer() {
  return { viewer: { accountId, sessionId: 's' } }
}

describe('[FILM-06] problems', () => {
  it.each(['video', 'channel', 'other'])(
    'of %s are named in both languages, the other one last',
    async (type) => {
      const [ru, uz] = [await problems(type), await problems(type, 'uz')]
      expect(ru.length).toBeGreaterThan(3)
      expect(uz.map(({ id }) => id)).toEqual(ru.map(({ id }) => id))
      expect(ru.at(-1)).toMatchObject({ name: 'Другое', needs_text: 1 })
      for (const { name } of ru) expect(name).toMatch(/[а-я]/i)
      for (const { name } of uz) expect(name).not.toMatch(/[а-я]|[oOgG]['’‘`ʼ]/i)
    },
  )
})

describe('[FILM-06] a complaint', () => {
  it('is stored with who, where, on what and when', async () => {
    const options = { vid: 7, vfid: 70, position: 125, device: 'browser', body: ' Нет звука ' }
    const answered = await complain(options, { ...viewer(), userAgent: 'Chrome', clientAddress: '10.1.2.3' })
    expect(await storedComplaints()).toMatchObject([
      {
        complaintId: Number(answered['id']),
        accountId,
        subject: 'video',
        problem: 'Нет звука или он отстаёт',
        network: '10.1.2.0/24',
        device: 'browser',
        userAgent: 'Chrome',
        body: 'Нет звука',
        vid: 7,
        vfid: 70,
        cid: null,
        positionSec: 125,
        createdAtMs: clock.nowMs(),
        closedAtMs: null,
      } satisfies WrittenComplaint,
    ])
  })

  it('of a guest has no account, and is kept when its account is deleted', async () => {
    await complain({ type: 21, cid: 5 })
    await complain({}, viewer())
    await db.deleteFrom('account').execute()
    expect((await storedComplaints()).map((one) => one.accountId)).toEqual([null, null])
  })

  it.each([
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ["'); drop table complaint; --", "'); drop table complaint; --"],
    ['👩‍👩‍👧 всё сломалось', '👩‍👩‍👧 всё сломалось'],
    ['\u202Eтскет', '\u202Eтскет'],
    ['a\u0000b\r\nc\u001B[2J\uD800', 'ab\nc[2J\uFFFD'],
    ['%s ${x} {{y}}', '%s ${x} {{y}}'],
  ])('stores %j as text', async (body, expected) => {
    await complain({ body })
    expect((await storedComplaints())[0]?.body).toBe(expected)
  })

  it('is refused for an unknown item', async () => {
    expect(await complain({ type: 999 })).toEqual({ refused: 'problem_not_found' })
    expect(await complain({ vid: 8 })).toEqual({ refused: 'title_not_found' })
    expect(await complain({ vid: 7, vfid: 71 })).toEqual({ refused: 'title_not_found' })
    expect(await complain({ vfid: 70 })).toEqual({ refused: 'title_not_found' })
    expect(await complain({ cid: 6 })).toEqual({ refused: 'channel_not_found' })
    expect(await complain({ body: 'x'.repeat(2001) })).toEqual({ invalid: ['body'] })
    expect(await complain({ position: '1e99' })).toEqual({ invalid: ['position'] })
    expect(await storedComplaints()).toEqual([])
  })

  it('of the kind "other" needs a text, and blanks are none', async () => {
    for (const body of ['', '  \n ', '\u0000\u0007']) {
      expect(await complain({ type: 10, body })).toEqual({ refused: 'invalid_input' })
    }
    expect(await complain({ type: 10, body: 'Странно' })).toHaveProperty('id')
  })

  it('is accepted ten times an hour per account and per guest’s network, independent of others', async () => {
    const guest = { clientAddress: '2001:db8:1:2::9' }
    for (let count = 0; count < 10; count += 1) {
      expect(await complain({}, guest)).toHaveProperty('id')
      // A complaint refused for another reason does not count.
      await complain({ vid: 8 }, guest)
    }
    expect(await complain({}, guest)).toEqual({ refused: 'too_many_requests' })
    expect(await complain({}, { clientAddress: '2001:db8:1:2::aaaa' })).toEqual({
      refused: 'too_many_requests',
    })
    expect(await complain({}, { clientAddress: '2001:db8:1:3::9' })).toHaveProperty('id')
    expect(await complain({}, { ...viewer(), ...guest })).toHaveProperty('id')
  })
})

describe('the operator', () => {
  it('sees the open ones, closes each once, and counts the rest', async () => {
    const ids: number[] = []
    for (const type of [1, 2, 21]) ids.push(Number((await complain({ type }))['id']))
    const registry = new Registry()
    addComplaintGauge({ db, metrics: { registry } as Metrics, log: silentLog })
    expect(await registry.metrics()).toContain('ekran_open_complaints{subject="video"} 2')
    expect(await closeComplaint(db, ids[0] ?? 0, clock.nowMs())).toBe('closed')
    expect(await closeComplaint(db, ids[0] ?? 0, clock.nowMs())).toBe('was_closed')
    expect(await closeComplaint(db, 2_000_000_000, clock.nowMs())).toBe('unknown')
    const open = await listComplaints(db, { openOnly: true, limit: 50 })
    expect(open.map((one) => one.complaintId)).toEqual([ids[2], ids[1]])
    expect(await registry.metrics()).toContain('ekran_open_complaints{subject="video"} 1')
  })

  it('closes one that was written by a clock ahead of this one', async () => {
    const id = Number((await complain({}))['id'])
    expect(await closeComplaint(db, id, clock.nowMs() - 60_000)).toBe('closed')
  })

  it('finds nothing older than a year', async () => {
    await complain({})
    expect(await forgetOldComplaints(db, clock.nowMs() + memoryMs - 1)).toBe(0)
    expect(await forgetOldComplaints(db, clock.nowMs() + memoryMs)).toBe(1)
  })
})

describe('the stored network of a client', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
    ['nonsense', ''],
  ])('%s is %s', (address, network) => {
    expect(storedNetwork(address)).toBe(network)
  })

  it('is text without invalid characters', () => {
    expect(storedText('\t a\u0085b ')).toBe('ab')
  })
})
