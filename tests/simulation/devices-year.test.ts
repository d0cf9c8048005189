/**
 * A household with more screens than places, for two years, against a model of what it was promised: never more than
 * five devices logged in, a token good exactly as long as its session, nobody thrown out without a reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_LIMIT } from '#contract/constants.ts'
import { pick, randomFrom, whole, type Random } from '#db/demo/art/random.ts'
import { openAccounts, type Accounts } from '#server/accounts/accounts.ts'
import { forgetEndedSessions } from '#server/accounts/forget-ended.ts'
import { manualClock, type ManualClock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/bind-contract.ts'
import { seededRandom } from '#server/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** What is promised, written down here anew: two months without use, a year in any case. */
const idleMs = 60 * dayMs
const lifeMs = 365 * dayMs
/** A look at a session is written down once a minute, so its end is known to that much. */
const blurMs = 2 * 60_000

interface ModelSession {
  readonly token: string
  readonly begunMs: number
  seenMs: number
}

class Household {
  readonly #accounts: Accounts
  readonly #clock: ManualClock
  readonly #abonement: string
  /** By the device's own name; an ended session stays, to show that its token is no good any more. */
  readonly #sessions = new Map<string, ModelSession>()
  readonly #gone: string[] = []
  logins = 0
  refusals = 0

  constructor(accounts: Accounts, clock: ManualClock, abonement: string) {
    this.#accounts = accounts
    this.#clock = clock
    this.#abonement = abonement
  }

  #leftMs(session: ModelSession): number {
    return Math.min(session.begunMs + lifeMs, session.seenMs + idleMs) - this.#clock.nowMs()
  }

  async #viewerOf(token: string): Promise<Viewer | undefined> {
    const bearer = { deviceUid: undefined, clientAddress: '198.51.100.7' }
    const identified = await this.#accounts.identify(token, bearer)
    return identified.kind === 'viewer' ? identified.viewer : undefined
  }

  async logIn(uid: string, clientAddress: string): Promise<void> {
    const others = [...this.#sessions].filter(([name]) => name !== uid)
    const certain = others.filter(([, one]) => this.#leftMs(one) > blurMs).length
    const possible = others.filter(([, one]) => this.#leftMs(one) > -blurMs).length
    const outcome = await this.#accounts.logIn({
      name: { kind: 'abonement', abonement: this.#abonement },
      password: 'a password of the household',
      device: { uid, serial: '', model: 'a screen', kind: 'tv', isBound: false },
      clientAddress,
    })
    if (outcome.kind === 'full') {
      this.refusals += 1
      expect(possible).toBeGreaterThanOrEqual(DEVICE_LIMIT)
      return
    }
    if (outcome.kind !== 'logged_in') throw new Error(`refused: ${outcome.kind}`)
    expect(certain).toBeLessThan(DEVICE_LIMIT)
    this.logins += 1
    const former = this.#sessions.get(uid)
    if (former !== undefined) this.#gone.push(former.token)
    const nowMs = this.#clock.nowMs()
    this.#sessions.set(uid, { token: outcome.token, begunMs: nowMs, seenMs: nowMs })
  }

  /** Uses the device, and says what came of it where that is certain. */
  async use(uid: string): Promise<void> {
    const session = this.#sessions.get(uid)
    if (session === undefined) return
    const leftMs = this.#leftMs(session)
    const viewer = await this.#viewerOf(session.token)
    if (leftMs > blurMs) expect(viewer).toBeDefined()
    if (leftMs < -blurMs) expect(viewer).toBeUndefined()
    if (viewer !== undefined) session.seenMs = this.#clock.nowMs()
  }

  async logOut(uid: string): Promise<void> {
    const session = this.#sessions.get(uid)
    const viewer = session && (await this.#viewerOf(session.token))
    if (session === undefined || viewer === undefined) return
    await this.#accounts.logOut(viewer)
    this.#sessions.delete(uid)
    this.#gone.push(session.token)
  }

  async expectGoneStaysGone(random: Random): Promise<void> {
    if (this.#gone.length > 0) expect(await this.#viewerOf(pick(random, this.#gone))).toBeUndefined()
  }
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('two years of a household with seven screens', () => {
  it.each([11, 12])(
    '[ACC-09] never has more than five of them logged in, and loses none too early (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      const clock = manualClock(Date.UTC(2026, 0, 1))
      const endMs = clock.nowMs() + 2 * lifeMs
      const accounts = openAccounts({
        db: database.db,
        clock,
        random: seededRandom(`devices ${seed}`),
        pepper: 'a pepper of the simulation, used nowhere else',
        supportPhone: '',
      })
      const abonement = String(70_000_000 + seed)
      await accounts.upsertAccount({
        abonement,
        phone: null,
        name: 'Household',
        password: 'a password of the household',
      })
      const household = new Household(accounts, clock, abonement)
      const screens = ['hall', 'kitchen', 'bedroom', 'phone', 'tablet', 'summer house', 'grandmother']
      for (let step = 0; clock.nowMs() < endMs; step++) {
        // The summer house and the grandmother are seen rarely: theirs are the sessions that end by themselves.
        const uid = pick(random, whole(random, 0, 2) === 0 ? screens : screens.slice(0, 5))
        const what = whole(random, 0, 9)
        if (what < 2) await household.logIn(uid, `198.51.100.${step % 250}`)
        else if (what === 2) await household.logOut(uid)
        else await household.use(uid)
        await household.expectGoneStaysGone(random)
        if (whole(random, 0, 4) === 0) await forgetEndedSessions(database.db, clock.nowMs())
        clock.advanceMs(
          whole(random, 0, 30) === 0 ? whole(random, 20, 70) * dayMs : whole(random, 1, 60) * hourMs,
        )
      }
      expect(household.logins).toBeGreaterThan(20)
      expect(household.refusals).toBeGreaterThan(0)
    },
  )
})
