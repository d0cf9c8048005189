import { sql } from 'kysely'
import { maskedPhone } from '#server/registration/codes/mobile-phone.ts'
import { type Caller, type Refusal, type ModuleDeps, busy, refused } from '#server/registration/codes/deps.ts'
import { addressLimit } from '#server/registration/codes/send-code.ts'
import { capturedPerNetworkHour, hourMs, type AnyWay } from '#server/registration/codes/rules.ts'
import { nextNumber } from './subscriber-number.ts'
import { termsVersion } from '#contract/form/constants.ts'
import { networkOf, shownModel, type DeviceFacts, type Registered } from '#server/accounts/accounts.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { widerNetworks } from '#server/platform/limits/networks.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** A person who may become a subscriber: everything was checked except what the transaction decides. */
export interface Newcomer {
  readonly way: AnyWay
  /** Verified, or null. */
  readonly phone: string | null
  readonly unverifiedPhone: string | null
  readonly name: string
  readonly password: string
  readonly device: DeviceFacts
  readonly clientId: string
  readonly dealerId: number | null
  readonly activationPeriod: number | null
  readonly promoCode: string
  readonly comment: string
  readonly utm: { readonly source: string; readonly medium: string; readonly campaign: string }
  /**
   * Uses up the proof, the code or the captcha, in the transaction of the account; a refusal rolls everything back.
   */
  spendProof(trx: DbTransaction): Promise<Refusal | undefined>
}

export type Subscribed =
  | Extract<Registered, { kind: 'registered' }>
  | { readonly kind: 'phone_taken' }
  | Refusal

/** Imported accounts may have some of our numbers; more in a row than this is an error. */
const maxNumbers = 50

/** Carries a refusal out of the transaction, which it rolls back. */
class TurnedBack extends Error {
  override readonly name = 'TurnedBack'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.failure)
    this.refusal = refusal
  }
}

/** Account, registration, ledger and first session, all of them or none. */
export async function subscribe(deps: ModuleDeps, newcomer: Newcomer, caller: Caller): Promise<Subscribed> {
  try {
    for (let tries = 0; tries < maxNumbers; tries += 1) {
      const outcome = await deps.accounts.register({
        phone: newcomer.phone,
        abonement: await nextNumber(deps.db, deps.numberSecret),
        name: newcomer.name,
        password: newcomer.password,
        device: newcomer.device,
        ...{ clientAddress: caller.clientAddress, serviceId: caller.serviceId },
        alongside: (trx, accountId) => writeAlongside(deps, trx, accountId, newcomer, caller),
      })
      if (outcome.kind === 'busy') return busy
      if (outcome.kind === 'abonement_taken') continue
      if (outcome.kind === 'registered') tellRegistered(deps, newcomer, outcome.accountId, caller)
      return outcome
    }
  } catch (error) {
    if (error instanceof TurnedBack) return error.refusal
    throw error
  }
  invariant(false, `${maxNumbers} subscriber numbers in a row are taken`)
}

async function writeAlongside(
  deps: ModuleDeps,
  trx: DbTransaction,
  accountId: number,
  newcomer: Newcomer,
  caller: Caller,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const network = networkOf(caller.clientAddress)
  const refusal = (await newcomer.spendProof(trx)) ?? (await refusedByNetwork(trx, newcomer, network, nowMs))
  if (refusal !== undefined) throw new TurnedBack(refusal)
  await trx
    .insertInto('registration')
    .values({
      account_id: accountId,
      registered_at: new Date(nowMs),
      way: newcomer.way,
      unverified_phone: newcomer.unverifiedPhone,
      client_id: newcomer.clientId,
      dealer_id: newcomer.dealerId,
      auto_activation_period: newcomer.activationPeriod,
      promo_code: newcomer.promoCode,
      comment: newcomer.comment,
      utm_source: newcomer.utm.source,
      utm_medium: newcomer.utm.medium,
      utm_campaign: newcomer.utm.campaign,
      terms_version: termsVersion,
      network,
    })
    .execute()
  try {
    await deps.billing.openAccount(trx, accountId)
  } catch (error) {
    deps.log.error('registration.billing_account_failed', { error })
    throw new TurnedBack(refused('external_billing_error'))
  }
}

/** "ekrn" as a number: accounts of a network are counted by one process at a time. */
const networkLock = 0x656b_726e

/** The hourly limit of accounts for a network that only solves challenges. */
async function refusedByNetwork(
  trx: DbTransaction,
  { way }: Newcomer,
  network: string,
  nowMs: number,
): Promise<Refusal | undefined> {
  if (way !== 'captcha') return undefined
  const wider = widerNetworks(network)
  await sql`select pg_advisory_xact_lock(${networkLock}, hashtext(${wider.at(-1)?.name ?? network}))`.execute(
    trx,
  )
  for (const { times, isIn } of [
    { times: 1, isIn: sql<boolean>`network = ${network}` },
    ...wider.map(({ times, members }) => ({ times, isIn: sql<boolean>`network ~ ${members}` })),
  ]) {
    const full = await trx
      .selectFrom('registration')
      .select('registered_at')
      .where(isIn)
      .where('way', '=', 'captcha')
      .where('registered_at', '>', new Date(nowMs - hourMs))
      .orderBy('registered_at', 'desc')
      .offset(capturedPerNetworkHour * times - 1)
      .limit(1)
      .executeTakeFirst()
    if (full !== undefined)
      return addressLimit(Math.ceil((full.registered_at.getTime() + hourMs - nowMs) / 1000))
  }
  return undefined
}

function tellRegistered(deps: ModuleDeps, newcomer: Newcomer, accountId: number, caller: Caller): void {
  if (newcomer.way !== 'captcha') deps.pumping.count('used')
  const { phone, dealerId } = newcomer
  void deps.audit.record({
    event: 'registered',
    accountId,
    actor: 'viewer',
    address: caller.clientAddress,
    device: shownModel(newcomer.device.model),
    facts: {
      way: newcomer.way,
      client_id: newcomer.clientId,
      ...(phone === null ? {} : { phone: maskedPhone(phone) }),
      ...(dealerId === null ? {} : { dealer: dealerId }),
    },
  })
}
