import { sql } from 'kysely'
import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetOldCodes, requestMemoryMs } from '#server/registration/forget-old.ts'
import {
  type CodeBookDeps,
  type CodeRequest,
  endCode,
  giveCodeBack,
  createCode,
  writeOutcome,
} from './one-time-code.ts'
import { giveTryBack, tryCode } from './count-guesses.ts'
import { triesElsewhere } from './rules.ts'
import { codeLifeSec, codeTries } from '#contract/form/constants.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { CodeBudgetModel } from '#tests/kit/models/code-budget-model.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
/** The connection pool of another process. */
const second = openDatabase({
  location: database.location,
  log: silentLog,
  statementTimeoutMs: 10_000,
  connections: 10,
  applicationName: 'second',
})
afterAll(async () => {
  await second.close()
  await database.drop()
})
const { db } = database
const clock = manualClock(Date.UTC(2030, 0, 1))
beforeEach(async () => {
  await db.deleteFrom('code_request').execute()
  await db.deleteFrom('used_captcha').execute()
})

const codeSecret = 'a secret of the tests'

function deps(more: Partial<CodeBookDeps> = {}): CodeBookDeps {
  return {
    db,
    random: systemRandom,
    withLock: keyedMutex(),
    codeSecret,
    codesPerHour: 1000,
    ...more,
  }
}

let captchas = 0

function captcha() {
  return { signature: `captcha ${(captchas += 1)}`, expiresAtMs: clock.nowMs() + 600_000 }
}

function codeRequest(more: Partial<CodeRequest> = {}): CodeRequest {
  return {
    purpose: 'register',
    phone: '+998901234567',
    network: home,
    way: 'sms',
    captcha: captcha(),
    isSilent: false,
    ...more,
  }
}

async function make(more: Partial<CodeRequest> = {}, fixture = deps()) {
  return createCode(fixture, codeRequest(more), clock.nowMs())
}

async function madeCode(more: Partial<CodeRequest> = {}) {
  const made = await make(more)
  if (made.kind !== 'made' || made.code === undefined) throw new Error(`no code: ${made.kind}`)
  return { requestId: made.requestId, code: made.code }
}

const home = '84.54.70.1'

function attempt(
  code: string,
  more: { phone?: string; purpose?: CodeRequest['purpose']; network?: string } = {},
) {
  return tryCode(
    deps(),
    { purpose: 'register', phone: '+998901234567', network: home, code, ...more },
    clock.nowMs(),
  )
}

function other(code: string) {
  return code === '000000' ? '000001' : '000000'
}

describe('a burst of requests', () => {
  it('[ACC-04] waits for the lock with one connection, and leaves the others free', async () => {
    const fixture = deps({ db: second.db })
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks join pg_database on
        pg_database.oid = pg_locks.database where datname = current_database() and locktype = 'advisory'
        and not granted`.execute(db)
      return Number(rows[0]?.n ?? 0)
    }
    const burst: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${0x656b_7263})`.execute(trx)
      for (let i = 0; i < 30; i += 1)
        burst.push(make({ phone: `+99890${1_000_000 + i * 10_000}`, network: `10.9.0.${i}` }, fixture))
      for (let looks = 0; looks < 100 && (await waiting()) === 0; looks += 1)
        await new Promise((resolve) => setTimeout(resolve, 20))
      // By now all of them have read the budgets, and would wait for the lock unless queued before it.
      await Promise.all(Array.from({ length: 30 }, () => sql`select pg_sleep(0.02)`.execute(second.db)))
      expect(await waiting()).toBe(1)
    })
    for (const made of await Promise.all(burst)) expect(made).toMatchObject({ kind: 'made' })
  })
})

describe('a code', () => {
  it('[ACC-02] has six digits, and the database stores none of them', async () => {
    const { code } = await madeCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await db.selectFrom('one_time_code').selectAll().execute())).not.toContain(code)
  })

  it('is accepted once, for its phone and its purpose, for five minutes', async () => {
    const { code } = await madeCode()
    expect(await attempt(code, { purpose: 'reset' })).toMatchObject({ kind: 'spent' })
    expect(await attempt(code, { phone: '+998901234568' })).toMatchObject({ kind: 'spent' })
    const right = await attempt(` ${code.slice(0, 3)} ${code.slice(3)}`)
    if (right.kind !== 'right') throw new Error('the code is not right')
    expect(await endCode(db, right.codeId, clock.nowMs())).toBe(true)
    expect(await endCode(db, right.codeId, clock.nowMs())).toBe(false)
    expect(await attempt(code)).toMatchObject({ kind: 'spent' })
    clock.advanceMs(120_000)
    const next = await madeCode()
    clock.advanceMs(codeLifeSec * 1000 - 1)
    expect(await attempt(next.code)).toMatchObject({ kind: 'right' })
    clock.advanceMs(1)
    expect(await attempt(next.code)).toMatchObject({ kind: 'spent' })
  })

  it('is replaced by the next one, and valid again only when that is gone', async () => {
    const first = await madeCode()
    const right = await attempt(first.code)
    if (right.kind !== 'right') throw new Error('the code is not right')
    await endCode(db, right.codeId, clock.nowMs())
    await giveCodeBack(db, right.codeId)
    expect(await attempt(first.code)).toMatchObject({ kind: 'right' })
    clock.advanceMs(60_000)
    const next = await madeCode()
    await giveCodeBack(db, right.codeId)
    if (first.code !== next.code) expect(await attempt(first.code)).toMatchObject({ kind: 'wrong' })
    expect(await attempt(next.code)).toMatchObject({ kind: 'right' })
  })

  it('has five guesses: after them even the right one is refused', async () => {
    const { code } = await madeCode()
    for (let left = codeTries - 1; left > 0; left -= 1)
      expect(await attempt(other(code))).toEqual({ kind: 'wrong', left })
    expect(await attempt(other(code))).toEqual({ kind: 'spent', isLastTry: true })
    expect(await attempt(code)).toEqual({ kind: 'spent', isLastTry: false })
  })

  it('has five guesses under fifty concurrent ones from two processes', async () => {
    const { code } = await madeCode()
    const books = [deps(), deps({ db: second.db })]
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        tryCode(
          books[index % 2] ?? deps(),
          { purpose: 'register', phone: '+998901234567', network: home, code: other(code) },
          clock.nowMs(),
        ),
      ),
    )
    const looked = guesses.filter((one) => one.kind === 'wrong' || (one.kind === 'spent' && one.isLastTry))
    expect(looked).toHaveLength(codeTries)
    expect(await attempt(code)).toMatchObject({ kind: 'spent' })
  })

  it('[ACC-04] is not used up by guesses from other networks, which share a few', async () => {
    const { code } = await madeCode()
    const guess = async (network: string, times: number) => {
      const kinds: string[] = []
      for (let at = 0; at < times; at += 1) kinds.push((await attempt(other(code), { network })).kind)
      return kinds.filter((kind) => kind === 'wrong').length
    }
    expect(await guess('10.7.0.1', 20)).toBe(codeTries - 1)
    expect(await attempt(code, { network: '10.7.0.1' }), 'not even the right one').toMatchObject({
      kind: 'spent',
    })
    const all = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(`10.7.1.${at}`, 1)))
    expect(all.filter((wrong) => wrong === 1)).toHaveLength(triesElsewhere - codeTries - 1)
    expect(await attempt(code, { network: '10.7.2.1' })).toMatchObject({ kind: 'spent' })
    // The person it was sent to has all of theirs.
    for (let left = codeTries - 1; left > 1; left -= 1)
      expect(await attempt(other(code))).toEqual({ kind: 'wrong', left })
    expect(await attempt(code)).toMatchObject({ kind: 'right' })
  })

  it('may be entered from another network than the one that requested it', async () => {
    const { code } = await madeCode()
    expect(await attempt(code, { network: '10.8.0.1' })).toMatchObject({ kind: 'right' })
  })

  it('that was only checked costs no guess, from any network', async () => {
    const { code } = await madeCode()
    for (const network of [home, '10.8.0.1'])
      for (let at = 0; at < 3 * triesElsewhere; at += 1) {
        const shown = await attempt(code, { network })
        if (shown.kind !== 'right') throw new Error(`${network}: ${shown.kind} after ${at}`)
        await giveTryBack(db, shown.codeId, network)
      }
  })

  it('is used once by the first of many concurrent requests', async () => {
    const { code } = await madeCode()
    const right = await attempt(code)
    if (right.kind !== 'right') throw new Error('the code is not right')
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) => endCode([db, second.db][index % 2] ?? db, right.codeId, 1)),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
  })

  it('of a phone without an account is wrong whatever is guessed', async () => {
    expect(await make({ isSilent: true, purpose: 'reset' })).toMatchObject({ kind: 'made', code: undefined })
    expect(await attempt('123456', { purpose: 'reset' })).toEqual({ kind: 'wrong', left: 4 })
  })

  it('that could not be sent is ended, and not counted for the phone', async () => {
    const { code, requestId } = await madeCode()
    await writeOutcome(db, requestId, 'failed', true, clock.nowMs())
    expect(await attempt(code)).toMatchObject({ kind: 'spent' })
    expect(await make()).toMatchObject({ kind: 'made' })
  })
})

describe('the budgets', () => {
  const phones = Array.from({ length: 6 }, (_, index) => `+99890123456${index}`)
  const step = fc.record({
    phone: fc.constantFrom(...phones, '+998931112233'),
    network: fc.constantFrom('10.0.0.1', '10.0.0.2'),
    purpose: fc.constantFrom('register' as const, 'reset' as const, 'confirm_phone' as const),
    solves: fc.boolean(),
    fails: fc.nat(5).map((n) => n === 0),
    pauseSec: fc.constantFrom(
      0,
      1,
      30,
      59,
      60,
      61,
      119,
      120,
      299,
      300,
      600,
      1800,
      3599,
      3600,
      43_200,
      86_400,
    ),
  })

  it('[ACC-04] match their model for every request, to the second', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        await db.deleteFrom('code_request').execute()
        const model = new CodeBudgetModel(8)
        for (const { pauseSec, solves, fails, ...params } of steps) {
          clock.advanceMs(pauseSec * 1000)
          const request = { ...params, atMs: clock.nowMs(), hasFailed: false }
          const expected = model.expected(request, solves)
          const more = { ...params, captcha: solves ? captcha() : undefined }
          const outcome = await make(more, deps({ codesPerHour: 8 }))
          expect('waitSec' in outcome ? `${outcome.kind} ${outcome.waitSec}` : outcome.kind).toBe(expected)
          if (outcome.kind !== 'made') continue
          model.made.push({ ...request, hasFailed: fails })
          if (fails) await writeOutcome(db, outcome.requestId, 'failed', true, clock.nowMs())
        }
      }),
      { numRuns: 5 },
    )
  })

  it('are shared by two processes, with any number of concurrent requests', async () => {
    const books = [deps({ codesPerHour: 6 }), deps({ codesPerHour: 6, db: second.db })]
    const ask = (index: number, more: Partial<CodeRequest>) =>
      make(more, books[index % 2] ?? deps()).then(({ kind }) => kind)
    const samePhone = await Promise.all(
      Array.from({ length: 16 }, (_, index) => ask(index, { network: `10.0.0.${index}` })),
    )
    expect(samePhone.filter((kind) => kind === 'made')).toHaveLength(1)
    const sameHour = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask(index, { phone: `+9989312345${10 + index}`, network: `10.0.1.${index}` }),
      ),
    )
    expect(sameHour.filter((kind) => kind === 'made')).toHaveLength(5)
  })

  it('let one network request once without a captcha, and accept each captcha once', async () => {
    const both = await Promise.all(
      [1, 2, 3].map((n) => make({ phone: `+99893123450${n}`, captcha: undefined })),
    )
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['captcha_needed', 'captcha_needed', 'made'])
    const one = captcha()
    const shown = await Promise.all([4, 5, 6].map((n) => make({ phone: `+99893123450${n}`, captcha: one })))
    expect(shown.map(({ kind }) => kind).toSorted()).toEqual(['captcha_used', 'captcha_used', 'made'])
  })
})

describe('[ACC-04] a phone for which another network requests codes', () => {
  const later = () => clock.advanceMs(300_000)
  const kinds = async (network: string, times: number, more: Partial<CodeRequest> = {}) => {
    const made: string[] = []
    for (let at = 0; at < times; at += 1, later()) made.push((await make({ network, ...more })).kind)
    return made
  }

  it('needs a captcha from the third on, from any network', async () => {
    const without = { captcha: undefined }
    expect([
      ...(await kinds('10.1.0.1', 1, without)),
      ...(await kinds('10.1.0.2', 1, without)),
      ...(await kinds('10.1.0.3', 1, without)),
      ...(await kinds('10.1.0.3', 1)),
    ]).toEqual(['made', 'made', 'captcha_needed', 'made'])
    const one = captcha()
    expect(await kinds('10.1.0.4', 2, { captcha: one })).toEqual(['made', 'captcha_used'])
  })

  it('is blocked for that network and that purpose, not for its owner', async () => {
    expect(await kinds('10.2.0.1', 6)).toEqual([...Array.from({ length: 5 }, () => 'made'), 'too_many'])
    expect(await kinds('10.2.0.2', 5)).not.toContain('too_many')
    expect(await make()).toMatchObject({ kind: 'made' })
    later()
    for (const network of ['10.2.0.3', '10.2.0.4']) await kinds(network, 5)
    expect(await make(), 'twenty in a day, and no more').toMatchObject({ kind: 'too_many', of: 'phone' })
    for (const purpose of ['reset', 'confirm_phone'] as const)
      expect(await make({ purpose }), purpose).toMatchObject({ kind: 'made' })
  })
})

describe('the nightly cleanup', () => {
  it('deletes only expired rows', async () => {
    await madeCode()
    await madeCode({ phone: '+998901234568' })
    expect(await forgetOldCodes(db, clock.nowMs())).toEqual({ codes: 0, requests: 0, captchas: 0 })
    const codesMs = clock.nowMs() + codeLifeSec * 1000
    expect(await forgetOldCodes(db, codesMs)).toEqual({ codes: 2, requests: 0, captchas: 0 })
    expect(await forgetOldCodes(db, clock.nowMs() + 600_000)).toEqual({ codes: 0, requests: 0, captchas: 1 })
    const requestsMs = clock.nowMs() + requestMemoryMs
    expect(await forgetOldCodes(db, requestsMs)).toEqual({ codes: 0, requests: 2, captchas: 0 })
  })
})
