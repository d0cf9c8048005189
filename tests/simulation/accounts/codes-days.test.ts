/**
 * Days with real users, an SMS-pumping attacker and a gateway that is sometimes down, over two processes on one
 * database: every response matches the model of the budgets, to the second.
 */
import { describe, expect, it } from 'vitest'
import { pick, randomFrom, whole, type Random } from '#db/demo/painting/random.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { forgetOldCodes } from '#server/registration/forget-old.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { tryCode } from '#server/registration/codes/count-guesses.ts'
import { createCode, writeOutcome } from '#server/registration/codes/one-time-code.ts'
import type { Purpose } from '#server/registration/codes/rules.ts'
import { CodeBudgetModel } from '#tests/kit/models/code-budget-model.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const perHour = 34
const people = Array.from({ length: 12 }, (_, index) => `+99890${5_550_000 + index * 20_001}`)
const homes = Array.from({ length: 8 }, (_, index) => `84.54.70.${index}`)
const networks = Array.from({ length: 9 }, (_, index) => `198.51.100.${index}`)
const purposes = ['register', 'reset', 'confirm_phone', 'login'] as const
/**
 * Numbers bought in a block, random numbers, requested from many networks or from two, and the number of one person.
 */
const together = Array.from({ length: 40 }, (_, index) => `+9989712345${10 + index}`)
const scattered = Array.from({ length: 60 }, (_, index) => `+99891${1_000_000 + index * 10_007}`)
const campaigns = [
  { phones: together, networks, purposes },
  { phones: scattered, networks, purposes },
  { phones: people.slice(0, 1), networks: networks.slice(0, 1), purposes: ['reset'] },
  { phones: scattered, networks: networks.slice(0, 2), purposes },
] as const

/** Long quiet times, in which budgets fill again, and bursts, in which they are used up. */
function pauseMs(random: Random, pumping: boolean): number {
  if (pumping) return whole(random, 0, 40) * 1000
  const kind = whole(random, 0, 9)
  if (kind < 6) return whole(random, 0, 130) * 1000
  return kind < 9 ? whole(random, 1, 60) * 60_000 : whole(random, 1, 8) * 3_600_000
}

describe('days of code requests', () => {
  it.each([21, 22])(
    '[ACC-04] never exceed a budget and are never rejected within one (seed %i)',
    async (seed) => {
      await using database = await createTestDatabase()
      const second = openDatabase({
        location: database.location,
        log: silentLog,
        statementTimeoutMs: 10_000,
        connections: 4,
        applicationName: 'second',
      })
      await using stack = new AsyncDisposableStack()
      stack.defer(() => second.close())
      const random = randomFrom(seed)
      const bytes = seededRandom(`codes ${seed}`)
      const clock = manualClock(Date.UTC(2030, 0, 1))
      const endMs = clock.nowMs() + 10 * 86_400_000
      const model = new CodeBudgetModel(perHour)
      const seen = new Map<string, number>()
      const books = [database.db, second.db].map((db) => ({
        db,
        random: bytes,
        withLock: keyedMutex(),
        codeSecret: 'a secret of the simulation',
        codesPerHour: perHour,
      }))
      let steps = 0
      let rightOnes = 0
      for (; clock.nowMs() < endMs && steps < 660; steps += 1) {
        // Forty steps of real users, then seventy of an attacker, each time in another way.
        const pumping = steps % 110 >= 40
        const campaign = campaigns[Math.floor(steps / 110) % campaigns.length] ?? campaigns[0]
        clock.advanceMs(pauseMs(random, pumping))
        const request = {
          purpose: pick<Purpose>(random, pumping ? campaign.purposes : purposes),
          phone: pick(random, pumping ? campaign.phones : people),
          network: pick(random, pumping ? campaign.networks : homes),
          atMs: clock.nowMs(),
        }
        const solves = pumping || whole(random, 0, 2) > 0
        const expected = model.expected(request, solves)
        const book = pick(random, books)
        const captcha = { signature: `captcha ${seed} ${steps}`, expiresAtMs: clock.nowMs() + 600_000 }
        const outcome = await createCode(
          book,
          { ...request, way: 'sms', isSilent: false, captcha: solves ? captcha : undefined },
          clock.nowMs(),
        )
        expect('waitSec' in outcome ? `${outcome.kind} ${outcome.waitSec}` : outcome.kind).toBe(expected)
        const of = 'of' in outcome ? ` ${outcome.of}` : ''
        seen.set(outcome.kind + of, (seen.get(outcome.kind + of) ?? 0) + 1)
        if (whole(random, 0, 300) === 0) await forgetOldCodes(database.db, clock.nowMs())
        if (outcome.kind !== 'made') continue
        const hasFailed = whole(random, 0, 6) === 0
        model.made.push({ ...request, hasFailed })
        await writeOutcome(book.db, outcome.requestId, hasFailed ? 'failed' : 'sent', true, clock.nowMs())
        const { purpose, phone, network } = request
        const options = { purpose, phone, network, code: outcome.code ?? '' }
        const tried = await tryCode(pick(random, books), options, clock.nowMs() + whole(random, 0, 299_999))
        expect(tried.kind).toBe(hasFailed ? 'spent' : 'right')
        if (tried.kind === 'right') rightOnes += 1
      }
      // Every rule was reached, else the run would prove nothing.
      const kinds = ['made', 'captcha_needed', 'too_soon', 'address_limit']
      for (const kind of [...kinds, 'too_many phone', 'too_many prefix', 'too_many all'])
        expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0)
      expect(rightOnes).toBeGreaterThan(100)
    },
  )
})
