/** Subscribers of the staff for trying the service: made with a tariff and what it costs, and removed again. */
import {
  type Account,
  type Accounts,
  type DoneBy,
  generatePassword,
  normalAbonement,
  normalPhone,
} from '#server/accounts/accounts.ts'
import { type Billing, isOffered, periodsOf, type TariffRecord } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { newSubscriberNumber } from '#server/registration/registration.ts'

export interface TrialDeps {
  readonly db: Db
  readonly random: RandomBytes
  readonly secrets: { readonly passwordPepper: string }
  readonly accounts: Pick<
    Accounts,
    'addTestAccount' | 'closeTestAccount' | 'findByName' | 'testAccount' | 'testAccounts'
  >
  readonly billing: Pick<Billing, 'accountStanding' | 'endTrial' | 'openTrial' | 'tariffs'>
}

/** What a subscriber for trying begins with; it logs in with its number, a phone is nobody's to give. */
export interface NewTrial {
  /** 6 to 12 digits; undefined: the next free number. */
  readonly abonement: string | undefined
  readonly name: string
  /** Undefined: the base tariff that costs least. */
  readonly tariffId: number | undefined
}

export type TrialOutcome =
  | {
      readonly kind: 'made'
      readonly accountId: number
      readonly abonement: string
      /** Shown once; only its hash is stored. */
      readonly password: string
      readonly tariff: Pick<TariffRecord, 'tariffId' | 'name'>
      readonly creditTiyin: number
      readonly paidUntilMs: number
    }
  | { readonly kind: 'abonement_taken' | 'busy' | 'no_tariff' | 'tariff_gone' }
  | { readonly kind: 'too_many'; readonly max: number }

export type TrialRemoval =
  | { readonly kind: 'removed'; readonly trial: Account }
  | { readonly kind: 'not_found' }
  /** It paid real money: it is a customer and stays as it is. */
  | { readonly kind: 'paid'; readonly trial: Account; readonly paidTiyin: number }

/** A subscriber for trying as the staff sees it. */
export interface Trial {
  readonly accountId: number
  readonly abonement: string
  /** One that its user has confirmed since; null for none. */
  readonly phone: string | null
  readonly name: string
  readonly createdMs: number
  /** The connected tariffs. */
  readonly tariffs: readonly { readonly tariffId: number; readonly paidUntilMs: number }[]
}

/** Each watches for nothing: a handful is enough to try everything. */
export const maxTrials = 20

/** Imported accounts never have more of our numbers than this in a row. */
const maxNumbers = 1000

/** The tariffs that such a subscriber may get: base ones on offer that open something, the cheapest first. */
export async function trialTariffs({
  billing,
}: Pick<TrialDeps, 'billing'>): Promise<readonly (TariffRecord & { readonly costTiyin: number })[]> {
  const tariffs = [...(await billing.tariffs()).values()]
  return tariffs
    .filter((one) => one.isBase && isOffered(one) && one.channelIds.size + one.providerIds.size > 0)
    .map((one) => ({ ...one, costTiyin: periodsOf(one)[0]?.priceTiyin ?? one.priceTiyin }))
    .toSorted((one, other) => one.costTiyin - other.costTiyin || one.tariffId - other.tariffId)
}

/**
 * Makes a subscriber who can log in at once and has a tariff, or nothing at all. What its first period costs is added to
 * the balance from the service account `trials` and charged to it again; the tariff is not renewed.
 */
export async function makeTrial(deps: TrialDeps, trial: NewTrial, by: DoneBy): Promise<TrialOutcome> {
  const { accounts, billing, random } = deps
  const tariffs = await trialTariffs(deps)
  const tariff =
    trial.tariffId === undefined ? tariffs[0] : tariffs.find((one) => one.tariffId === trial.tariffId)
  if (tariff === undefined) return { kind: trial.tariffId === undefined ? 'no_tariff' : 'tariff_gone' }
  const abonement = trial.abonement ?? (await freeSubscriberNumber(deps))
  const password = generatePassword(random)
  const account = { abonement, name: trial.name, password, max: maxTrials }
  const added = await accounts.addTestAccount(
    { ...account, alongside: (trx, accountId) => billing.openTrial(trx, { accountId, tariff }) },
    by,
  )
  if (added.kind !== 'added')
    return added.kind === 'too_many' ? { kind: added.kind, max: maxTrials } : { kind: added.kind }
  return { kind: 'made', accountId: added.accountId, abonement, password, tariff, ...added.further }
}

/** A subscriber number that no account has. */
export async function freeSubscriberNumber({
  db,
  secrets,
  accounts,
}: Pick<TrialDeps, 'db' | 'secrets'> & {
  readonly accounts: Pick<Accounts, 'findByName'>
}): Promise<string> {
  for (let tries = 0; tries < maxNumbers; tries += 1) {
    const abonement = await newSubscriberNumber(db, secrets.passwordPepper)
    if ((await accounts.findByName(abonement)).length === 0) return abonement
  }
  throw new Error(`${maxNumbers} subscriber numbers in a row are taken`)
}

/** The subscribers for trying that were not removed, the newest first. */
export async function listTrials({
  accounts,
  billing,
}: Pick<TrialDeps, 'accounts' | 'billing'>): Promise<readonly Trial[]> {
  const all = await accounts.testAccounts()
  return Promise.all(
    all.map(async ({ accountId, abonement, phone, name, createdAt }) => {
      const { subscriptions } = await billing.accountStanding(accountId)
      const tariffs = subscriptions.map(({ tariffId, paidUntilMs }) => ({ tariffId, paidUntilMs }))
      return { accountId, abonement, phone, name, createdMs: createdAt.getTime(), tariffs }
    }),
  )
}

/**
 * Removes a subscriber for trying: logged out everywhere and closed, its phone released, what is left of its money goes
 * back to `trials`. Repeated, it continues what broke off.
 */
export async function removeTrial(
  { accounts, billing }: Pick<TrialDeps, 'accounts' | 'billing'>,
  accountId: number,
  by: DoneBy,
): Promise<TrialRemoval> {
  const trial = await accounts.testAccount(accountId)
  if (trial === undefined) return { kind: 'not_found' }
  const ended = await billing.endTrial(accountId)
  if (ended.kind === 'paid') return { ...ended, trial }
  await accounts.closeTestAccount(accountId, by)
  return { kind: 'removed', trial }
}

/** A subscriber number as the staff writes it; undefined for none, and for a phone, which logs in as a phone. */
export function trialNumber(written: string): string | undefined {
  return normalPhone(written) === undefined ? normalAbonement(written) : undefined
}
