/** The demo's tariffs, accounts, money, subscriptions and profiles, updated at every start. */
import { demoAccounts, type DemoAccount, familyPin, familyProfiles } from '#db/demo/accounts.ts'
import { demoOffers, demoTariffs } from '#db/demo/tariffs.ts'
import { putPromotion, type Billing } from '#server/billing/billing.ts'
import { putAccountCity, readAccountCities } from '#server/cities/cities.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import type { Modules } from '#server/api/api.ts'

const monthMs = 30 * 86_400_000
/** A promo code to try. */
export const demoCode = 'SALOM'

type Context = Pick<AppContext, 'clock' | 'dropCachedResponses'> & {
  readonly database: Pick<OpenDatabase, 'db'>
}

/** The ids of the demo's accounts. */
export type DemoAccountIds = ReadonlyMap<DemoAccount['kind'], number>

export async function giveAccounts(
  context: Context,
  { accounts, billing, profiles }: Pick<Modules, 'accounts' | 'billing' | 'profiles'>,
): Promise<DemoAccountIds> {
  const ids = new Map<DemoAccount['kind'], number>()
  await giveTariffs(billing)
  for (const account of demoAccounts()) {
    const { accountId } = await accounts.upsertAccount({
      abonement: account.abonement,
      phone: account.phone,
      name: account.name_ru,
      password: account.password,
    })
    ids.set(account.kind, accountId)
    await giveCity(context, accountId, demoCities[account.kind])
    // The reference makes a repeated start credit the money once.
    await billing.moveMoney({
      reference: `demo:balance:${account.abonement}`,
      kind: 'top_up',
      accountId,
      amountTiyin: account.balance * 100,
      against: 'payments',
    })
    await giveSubscriptions(context, billing, { accountId, account })
    // What somebody who tries it changes is not set back at the next start.
    if (account.kind === 'family')
      await profiles.give({ accountId, pin: familyPin, profiles: familyProfiles() })
  }
  await giveCode(context)
  await giveOffers(context, billing)
  context.dropCachedResponses('site.')
  return ids
}

interface NewSubscriber {
  readonly accountId: number
  readonly account: DemoAccount
}

/** Bought at the first start, so that a change of tariff credits what was paid; at every start paid for another month. */
async function giveSubscriptions(
  context: Context,
  billing: Billing,
  { accountId, account }: NewSubscriber,
): Promise<void> {
  const isSuspended = account.kind === 'suspended'
  if (!isSuspended) await buyTariffs(billing, { accountId, account })
  for (const tariffId of account.tariffIds)
    await billing.putSubscription({
      accountId,
      tariffId,
      state: isSuspended ? 'suspended' : 'active',
      paidUntilMs: context.clock.nowMs() + (isSuspended ? 0 : monthMs),
    })
}

async function buyTariffs(billing: Billing, { accountId, account }: NewSubscriber): Promise<void> {
  if (account.tariffIds.length === 0 || (await billing.subscriptionsOf(accountId)).length > 0) return
  const items = account.tariffIds.map((tariffId) => ({ tariffId }))
  const { plan } = await billing.costOf({ accountId, items, replacesBase: false })
  if (plan.kind === 'refused') return
  await billing.moveMoney({
    reference: `demo:tariffs:${account.abonement}`,
    kind: 'top_up',
    accountId,
    amountTiyin: plan.costTiyin,
    against: 'payments',
  })
  await billing.purchase({ accountId, items, replacesBase: false })
}

/** By the number of `db/migrations`: Tashkent, Samarkand, Kokand, and Tashkent again. */
const demoCities: Readonly<Record<DemoAccount['kind'], number>> = {
  subscribed: 14,
  unsubscribed: 241,
  suspended: 323,
  family: 14,
}

/** What somebody said since stays. */
async function giveCity(
  { database: { db }, clock }: Context,
  accountId: number,
  cityId: number,
): Promise<void> {
  if ((await readAccountCities(db, [accountId])).has(accountId)) return
  const choice = { accountId, cityId, way: 'subscriber' } as const
  await db.transaction().execute((tx) => putAccountCity(tx, choice, clock.nowMs()))
}

/** An existing tariff belongs to the operator, who may have changed it; only channels new to the demo are added. */
async function giveTariffs(billing: Billing): Promise<void> {
  const before = await billing.tariffs()
  const opened = new Set([...before.values()].flatMap(({ channelIds }) => [...channelIds]))
  for (const tariff of demoTariffs()) {
    const stored = before.get(tariff.tariffId)
    if (stored === undefined) {
      await billing.putTariff(tariff)
      continue
    }
    const added = [...tariff.channelIds].filter((cid) => !opened.has(cid))
    if (added.length > 0)
      await billing.putTariff({ ...stored, channelIds: new Set([...stored.channelIds, ...added]) })
  }
}

/** The free days and the one-sum premium; an existing offer is not changed. */
async function giveOffers({ database: { db }, clock }: Context, billing: Billing): Promise<void> {
  const activeKinds = new Set((await billing.offers()).map(({ kind }) => kind))
  const valid = { validFromMs: 0, validToMs: clock.nowMs() + 365 * 86_400_000, maxTotal: null }
  for (const { kind, ...offer } of demoOffers())
    if (!activeKinds.has(kind)) await putPromotion(db, { by: { kind }, giftTiyin: 0, ...offer, ...valid })
}

async function giveCode({ database: { db }, clock }: Context): Promise<void> {
  const valid = { validFromMs: 0, validToMs: clock.nowMs() + 365 * 86_400_000, maxTotal: null }
  await putPromotion(db, {
    by: { kind: 'code', code: demoCode },
    name: { ru: '10\u00a0000\u00a0сум на баланс', uz: 'Balansga 10\u00a0000\u00a0soʻm' },
    giftTiyin: 1_000_000,
    connects: null,
    ...valid,
  })
}

/** The lines printed after the address. */
export function accountLines(): readonly string[] {
  const words: Record<DemoAccount['kind'], string> = {
    subscribed: 'with a subscription',
    unsubscribed: 'without a subscription',
    suspended: 'suspended, the balance is too low',
    family: `a family with a child's profile; PIN ${familyPin}`,
  }
  return [
    'Demo accounts (phone or subscriber number, password):',
    ...demoAccounts().map(
      ({ phone, abonement, password, kind }) => `  ${phone} or ${abonement}   ${password}   ${words[kind]}`,
    ),
  ]
}
