/**
 * A household with more screens than device slots, for two years, against a model of the promised rules: never more
 * than five devices logged in, a token valid exactly as long as its session and only with its own device, renewed
 * without losing a session, and no device logged out without a reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceLimit } from '#contract/form/constants.ts'
import { pick, randomFrom, whole, type Random } from '#db/demo/painting/random.ts'
import { openAccounts, type Accounts } from '#server/accounts/accounts.ts'
import { forgetEndedSessions } from '#server/accounts/forget-ended.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** The promised lifetimes, written here independently: two months without use, a year in any case. */
const idleMs = 60 * dayMs
const lifeMs = 365 * dayMs
/** A use of a session is stored once a minute, so its end is known with that precision. */
const blurMs = 2 * 60_000

/**
 * A token one day old gets a successor; from the successor's first use on, the old one is valid for one more minute.
 */
const [renewMs, graceMs] = [dayMs, 60_000]

interface ModelSession {
  readonly startedMs: number
  token: string
  tokenSinceMs: number
  seenMs: number
  /** Issued and not used yet. */
  next: string | undefined
  former: { readonly token: string; readonly untilMs: number } | undefined
}

class Household {
  readonly #accounts: Accounts
  readonly #clock: ManualClock
  readonly #account: { readonly abonement: string; readonly accountId: number }
  /** By the device's own name; an expired session stays, to check that its token is no longer valid. */
  readonly #sessions = new Map<string, ModelSession>()
  readonly #gone: { readonly uid: string; readonly token: string }[] = []
  #isBlocked = false
  readonly counts = { logins: 0, refusals: 0, released: 0, renewals: 0, thefts: 0, blocks: 0 }

  constructor(
    accounts: Accounts,
    clock: ManualClock,
    account: { readonly abonement: string; readonly accountId: number },
  ) {
    this.#accounts = accounts
    this.#clock = clock
    this.#account = account
  }

  #leftMs(session: ModelSession): number {
    return Math.min(session.startedMs + lifeMs, session.seenMs + idleMs) - this.#clock.nowMs()
  }

  async #verdict(token: string, uid: string): Promise<string> {
    const bearer = { deviceUid: uid, clientAddress: '198.51.100.7' }
    const identified = await this.#accounts.identify(token, bearer)
    return identified.kind === 'viewer' ? 'good' : identified.failure
  }

  #forget(uid: string): void {
    const session = this.#sessions.get(uid)
    if (session === undefined) return
    this.#sessions.delete(uid)
    for (const token of [session.token, session.next, session.former?.token])
      if (token !== undefined) this.#gone.push({ uid, token })
  }

  async logIn(uid: string, clientAddress: string, releaseDeviceId?: number): Promise<void> {
    const others = [...this.#sessions].filter(([name]) => name !== uid)
    const certain = others.filter(([, one]) => this.#leftMs(one) > blurMs).length
    const possible = others.filter(([, one]) => this.#leftMs(one) > -blurMs).length
    const outcome = await this.#accounts.logIn({
      name: { kind: 'abonement', abonement: this.#account.abonement },
      password: 'a password of the household',
      device: { uid, serial: '', model: uid, kind: 'tv', isBound: true },
      clientAddress,
      releaseDeviceId,
    })
    if (this.#isBlocked) return expect(outcome).toEqual({ kind: 'not_in_use', state: 'blocked' })
    if (outcome.kind === 'full') {
      this.counts.refusals += 1
      expect(possible).toBeGreaterThanOrEqual(deviceLimit)
      // Every other time the viewer removes the device that was not used for the longest time, which is last in the
      // list.
      const last = outcome.devices.at(-1)
      if (last === undefined || this.counts.refusals % 2 === 0) return
      this.#forget(last.model)
      this.counts.released += 1
      return this.logIn(uid, clientAddress, last.deviceId)
    }
    if (outcome.kind !== 'logged_in') throw new Error(`refused: ${outcome.kind}`)
    expect(certain).toBeLessThan(deviceLimit)
    this.counts.logins += 1
    this.#forget(uid)
    const nowMs = this.#clock.nowMs()
    const times = { startedMs: nowMs, tokenSinceMs: nowMs, seenMs: nowMs }
    this.#sessions.set(uid, { ...times, token: outcome.token, next: undefined, former: undefined })
  }

  /** Uses the device with the last token it received, and checks the result where it is certain. */
  async use(uid: string): Promise<void> {
    const session = this.#sessions.get(uid)
    if (session === undefined) return
    const leftMs = this.#leftMs(session)
    const token = session.next ?? session.token
    const verdict = await this.#verdict(token, uid)
    if (leftMs > blurMs) expect(verdict).toBe(this.#isBlocked ? 'session_blocked' : 'good')
    if (leftMs < -blurMs) expect(verdict).toBe('not_authorized')
    expect(await this.#verdict(token, `${uid} of a thief`)).toBe('not_authorized')
    if (verdict === 'not_authorized') return
    const nowMs = this.#clock.nowMs()
    if (session.next !== undefined) {
      session.former = { token: session.token, untilMs: nowMs + graceMs }
      session.token = session.next
      session.tokenSinceMs = nowMs
      session.next = undefined
    }
    if (verdict === 'good') session.seenMs = nowMs
  }

  /** Requests the next token; `isLost`: the response does not arrive. */
  async renew(uid: string, isLost: boolean): Promise<void> {
    const session = this.#sessions.get(uid)
    if (session === undefined || this.#leftMs(session) < blurMs) return
    const outcome = await this.#accounts.renewToken(session.token)
    if (outcome.kind !== 'renewed') throw new Error('a valid session has ended')
    const isOld = this.#clock.nowMs() - session.tokenSinceMs >= renewMs
    expect(outcome.token !== null).toBe(isOld)
    if (outcome.token === null || isLost) return
    this.counts.renewals += 1
    // Repeated requests return the same token.
    if (session.next !== undefined) expect(outcome.token).toBe(session.next)
    session.next = outcome.token
  }

  /** The token before the current one is used, by a late request or from a stolen copy. */
  async useFormer(uid: string): Promise<void> {
    const session = this.#sessions.get(uid)
    if (session?.former === undefined || this.#leftMs(session) < blurMs) return
    const isLate = this.#clock.nowMs() >= session.former.untilMs
    const verdict = await this.#verdict(session.former.token, uid)
    if (!isLate) return expect(verdict).toBe(this.#isBlocked ? 'session_blocked' : 'good')
    expect(verdict).toBe('not_authorized')
    this.counts.thefts += 1
    this.#forget(uid)
  }

  async logOut(uid: string): Promise<void> {
    const session = this.#sessions.get(uid)
    if (session === undefined) return
    const bearer = { deviceUid: uid, clientAddress: '198.51.100.7' }
    const result = await this.#accounts.identify(session.token, bearer)
    const stands = result.kind === 'viewer' ? result.viewer : result.session
    if (stands === undefined) return
    await this.#accounts.logOut({ accountId: this.#account.accountId, sessionId: stands.sessionId })
    this.#forget(uid)
  }

  async turnAround(): Promise<void> {
    this.#isBlocked = !this.#isBlocked
    if (this.#isBlocked) this.counts.blocks += 1
    await this.#accounts.setState(this.#account.accountId, this.#isBlocked ? 'blocked' : 'active')
  }

  get isBlocked(): boolean {
    return this.#isBlocked
  }

  async expectGoneStaysGone(random: Random): Promise<void> {
    if (this.#gone.length === 0) return
    const { uid, token } = pick(random, this.#gone)
    expect(await this.#verdict(token, uid)).toBe('not_authorized')
  }

  async expectPlaces(): Promise<void> {
    const current = await this.#accounts.listDevices(this.#account.accountId)
    expect(current.length).toBeLessThanOrEqual(deviceLimit)
    expect(new Set(current.map(({ slot }) => slot)).size).toBe(current.length)
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
        passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
      })
      const abonement = String(70_000_000 + seed)
      const { accountId } = await accounts.upsertAccount(
        buildAccount(abonement, { name: 'Household', password: 'a password of the household' }),
      )
      const household = new Household(accounts, clock, { abonement, accountId })
      const screens = ['hall', 'kitchen', 'bedroom', 'phone', 'tablet', 'summer house', 'grandmother']
      for (let step = 0; clock.nowMs() < endMs; step++) {
        // The summer house and the grandmother are rarely used: their sessions expire by themselves.
        const uid = pick(random, whole(random, 0, 2) === 0 ? screens : screens.slice(0, 5))
        const what = whole(random, 0, 19)
        if (what < 6) await household.logIn(uid, `198.51.100.${step % 250}`)
        else if (what === 6) await household.logOut(uid)
        else if (what < 11) await household.renew(uid, whole(random, 0, 2) === 0)
        else if (what === 11 || what === 13) await household.useFormer(uid)
        // A block is rare and short, or the whole year would be spent in it.
        else if (what === 12 && (household.isBlocked || whole(random, 0, 9) === 0))
          await household.turnAround()
        else await household.use(uid)
        await household.expectGoneStaysGone(random)
        await household.expectPlaces()
        if (whole(random, 0, 4) === 0) await forgetEndedSessions(database.db, clock.nowMs())
        // Sometimes the next event happens within the minute in which a former token is still valid.
        if (whole(random, 0, 9) === 0) clock.advanceMs(whole(random, 1, 40) * 1000)
        else
          clock.advanceMs(
            whole(random, 0, 30) === 0 ? whole(random, 20, 70) * dayMs : whole(random, 1, 60) * hourMs,
          )
      }
      // At the end an old copy of a token is used for certain.
      if (household.isBlocked) await household.turnAround()
      await household.logIn('phone', '198.51.100.1')
      clock.advanceMs(renewMs)
      await household.renew('phone', false)
      await household.use('phone')
      clock.advanceMs(graceMs)
      await household.useFormer('phone')
      await household.expectPlaces()
      // Every possible event has happened, and often enough to be meaningful.
      const rare = Object.entries(household.counts).filter(([, count]) => count === 0)
      expect(rare).toEqual([])
      expect(household.counts.logins).toBeGreaterThan(20)
      expect(household.counts.renewals).toBeGreaterThan(10)
    },
  )
})
