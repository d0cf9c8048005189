/** Subscribers of the staff for trying the service: made with a tariff and what it costs, and removed again. */
import { type Account, type Accounts, type DoneBy, generatePassword } from '#server/accounts/accounts.ts'
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
    'accountOf' | 'addAccount' | 'endSessions' | 'findByName' | 'setState' | 'testAccounts'
  >
  readonly billing: Pick<
    Billing,
    'accountStanding' | 'costOf' | 'moveMoney' | 'purchase' | 'setAutoRenew' | 'tariffs'
  >
}

/** What a subscriber for trying begins with. */
export interface NewTrial {
  /** `+998` and nine digits; null for none. */
  readonly phone: string | null
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
      readonly phone: string | null
      /** Shown once; only its hash is stored. */
      readonly password: string
      readonly tariff: Pick<TariffRecord, 'tariffId' | 'name'>
      readonly creditTiyin: number
      readonly paidUntilMs: number
    }
  | { readonly kind: 'phone_taken' | 'abonement_taken' | 'busy' | 'no_tariff' | 'tariff_gone' }
  | { readonly kind: 'too_many'; readonly max: number }

/** A subscriber for trying as the staff sees it. */
export interface Trial {
  readonly accountId: number
  readonly abonement: string
  readonly phone: string | null
  readonly name: string
  readonly createdMs: number
  /** The connected tariffs; empty for one whose making broke off. */
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
 * Makes a subscriber who can log in at once and has a tariff. What its first period costs is added to the balance from
 * the service account `trials` and charged as everybody's is; the tariff is not renewed.
 */
export async function makeTrial(deps: TrialDeps, trial: NewTrial, by: DoneBy): Promise<TrialOutcome> {
  const { accounts, random } = deps
  if ((await accounts.testAccounts(maxTrials)).length >= maxTrials)
    return { kind: 'too_many', max: maxTrials }
  const tariffs = await trialTariffs(deps)
  const tariff =
    trial.tariffId === undefined ? tariffs[0] : tariffs.find((one) => one.tariffId === trial.tariffId)
  if (tariff === undefined) return { kind: trial.tariffId === undefined ? 'no_tariff' : 'tariff_gone' }
  const abonement = trial.abonement ?? (await freeSubscriberNumber(deps))
  const { phone, name } = trial
  const password = generatePassword(random)
  const added = await accounts.addAccount({ phone, abonement, name, password, isTest: true }, by)
  if (added.kind !== 'added') return added
  const { accountId } = added
  const bought = await connect(deps, accountId, tariff.tariffId)
  return { kind: 'made', accountId, abonement, phone, password, tariff, ...bought }
}

/** Gives the price, buys the tariff with it, and turns its renewal off. */
async function connect({ billing }: TrialDeps, accountId: number, tariffId: number) {
  const request = { accountId, items: [{ tariffId }], replacesBase: false }
  const { plan } = await billing.costOf(request)
  if (plan.kind === 'refused') throw new Error(`the tariff ${tariffId} of a trial: ${plan.failure}`)
  const { costTiyin } = plan
  if (costTiyin > 0)
    await billing.moveMoney({
      ...{ reference: `trial:${accountId}`, kind: 'adjustment', against: 'trials' },
      ...{ accountId, amountTiyin: costTiyin },
    })
  const bought = await billing.purchase({ ...request, agreedTiyin: costTiyin })
  if (bought.kind !== 'answered' || bought.response.kind !== 'done')
    throw new Error(`the tariff ${tariffId} of a trial: ${bought.kind}`)
  await billing.setAutoRenew({ accountId, tariffId, autoRenew: false })
  return { creditTiyin: costTiyin, paidUntilMs: bought.response.connected[0]?.paidUntilMs ?? 0 }
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
  const all = await accounts.testAccounts(maxTrials)
  return Promise.all(
    all.map(async ({ accountId, abonement, phone, name, createdAt }) => {
      const { subscriptions } = await billing.accountStanding(accountId)
      const tariffs = subscriptions.map(({ tariffId, paidUntilMs }) => ({ tariffId, paidUntilMs }))
      return { accountId, abonement, phone, name, createdMs: createdAt.getTime(), tariffs }
    }),
  )
}

/**
 * Removes a subscriber for trying: logged out everywhere and closed, what is left of its money goes back to `trials`.
 * Undefined when there is none of this number. Repeated, it continues what broke off.
 */
export async function removeTrial(
  { accounts, billing }: TrialDeps,
  accountId: number,
  by: DoneBy,
): Promise<Account | undefined> {
  const trial = (await accounts.testAccounts(maxTrials)).find((one) => one.accountId === accountId)
  if (trial === undefined) return undefined
  await accounts.endSessions(accountId, undefined, by)
  const { balanceTiyin } = await billing.accountStanding(accountId)
  if (balanceTiyin > 0)
    await billing.moveMoney({
      ...{ reference: `trial-end:${accountId}`, kind: 'adjustment', against: 'trials' },
      ...{ accountId, amountTiyin: -balanceTiyin },
    })
  await accounts.setState(accountId, 'deactivated', by)
  return trial
}
