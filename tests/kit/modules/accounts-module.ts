/** The accounts module on a real database, with a manual clock and a record of its reports. */
import {
  type LoggedIn,
  openAccounts,
  type Accounts,
  type AccountsOptions,
} from '#server/accounts/accounts.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

export interface AccountsFixture {
  readonly accounts: Accounts
  readonly clock: ManualClock
  readonly events: SecurityEvent[]
  /** The names of the reports since the last call. */
  reported(): readonly string[]
  /** A new account and its number. */
  addAccount(text?: { phone?: string | null; name?: string }): Promise<TestAccount>
  /** A login of a device that is bound, unless specified otherwise. */
  logIn(account: TestAccount, uid: string, more?: LoginExtras): Promise<LoggedIn>
  /** The token of a login that must succeed. */
  enter(account: TestAccount, uid: string, more?: LoginExtras): Promise<string>
  /** The owner of a token when it is sent by the device `uid`. */
  viewer(token: string, uid?: string): Promise<Viewer | undefined>
  /** The result for a token: `good`, or the failure. */
  verdict(token: string, uid?: string): Promise<string>
}

export interface TestAccount {
  readonly accountId: number
  readonly abonement: string
  readonly password: string
}

interface LoginExtras {
  readonly isBound?: boolean
  readonly password?: string
  readonly model?: string
  readonly address?: string
  readonly releaseDeviceId?: number
}

export const testPassword = 'samanid brick 1042'

export function accountsFixture(
  db: Db,
  options: Partial<AccountsOptions> & { readonly clock?: ManualClock } = {},
): AccountsFixture {
  const clock = options.clock ?? manualClock(Date.UTC(2026, 0, 1))
  const events: SecurityEvent[] = []
  const plenty = { attempts: 100_000, perSec: 60 }
  const accounts = openAccounts({
    db,
    random: systemRandom,
    pepper: 'a pepper of the tests',
    supportPhone: '1000',
    audit: {
      record: async (event) => void events.push(event),
      recordIn: async (_trx, event) => void events.push(event),
    },
    perAccount: plenty,
    perAddress: plenty,
    ...options,
    clock,
  })
  let seen = 0
  const fixture: AccountsFixture = {
    accounts,
    clock,
    events,
    reported: () => {
      const names = events.slice(seen).map(({ event }) => event)
      seen = events.length
      return names
    },
    addAccount: async ({ phone = null, name = '' } = {}) => {
      const abonement = String(nextNumber++)
      const { accountId } = await accounts.upsertAccount({ abonement, phone, name, password: testPassword })
      return { accountId, abonement, password: testPassword }
    },
    logIn: ({ abonement, password }, uid, more = {}) =>
      accounts.logIn({
        name: { kind: 'abonement', abonement },
        password: more.password ?? password,
        device: { uid, serial: '', model: more.model ?? '', kind: 'other', isBound: more.isBound ?? true },
        clientAddress: more.address ?? '198.51.100.1',
        releaseDeviceId: more.releaseDeviceId,
      }),
    enter: async (account, uid, more) => {
      const outcome = await fixture.logIn(account, uid, more)
      if (outcome.kind !== 'logged_in') throw new Error(`the login was rejected: ${outcome.kind}`)
      return outcome.token
    },
    viewer: async (token, uid) => {
      const result = await accounts.identify(token, { deviceUid: uid, clientAddress: '198.51.100.9' })
      return result.kind === 'viewer' ? result.viewer : undefined
    },
    verdict: async (token, uid) => {
      const result = await accounts.identify(token, { deviceUid: uid, clientAddress: '198.51.100.9' })
      return result.kind === 'viewer' ? 'good' : result.failure
    },
  }
  return fixture
}

let nextNumber = 20_000_000
