/** The demo's tariffs, accounts, money and subscriptions, brought up to date at every start. */
import { demoAccounts, type DemoAccount } from '#db/demo/accounts.ts'
import { demoChannels } from '#db/demo/channels.ts'
import { demoTariffs } from '#db/demo/tariffs.ts'
import { putPromotion } from '#server/billing/billing.ts'
import type { Ground } from '#server/ground.ts'
import type { Rooms } from '#server/open-rooms.ts'

const monthMs = 30 * 86_400_000
const demoCids: ReadonlySet<number> = new Set(demoChannels().map(({ cid }) => cid))

/** The ids of the demo's accounts. */
export type DemoAccountIds = ReadonlyMap<DemoAccount['kind'], number>

export async function giveAccounts(ground: Ground, { accounts, billing }: Rooms): Promise<DemoAccountIds> {
  const ids = new Map<DemoAccount['kind'], number>()
  const before = await billing.tariffs()
  for (const tariff of demoTariffs()) {
    // What an operator imported and put into a tariff stays there.
    const own = [...(before.get(tariff.tariffId)?.channelIds ?? [])].filter((cid) => !demoCids.has(cid))
    await billing.putTariff({ ...tariff, channelIds: new Set([...tariff.channelIds, ...own]) })
  }
  for (const account of demoAccounts()) {
    const { accountId } = await accounts.upsertAccount({
      abonement: account.abonement,
      phone: account.phone,
      name: account.name_ru,
      password: account.password,
    })
    ids.set(account.kind, accountId)
    // The reference makes a repeated start give the money once.
    await billing.moveMoney({
      reference: `demo:balance:${account.abonement}`,
      kind: 'top_up',
      accountId,
      amountTiyin: account.balance * 100,
      against: 'payments',
    })
    for (const tariffId of account.tariffIds)
      await billing.putSubscription({
        accountId,
        tariffId,
        state: account.kind === 'suspended' ? 'suspended' : 'active',
        paidUntilMs: ground.clock.nowMs() + (account.kind === 'suspended' ? 0 : monthMs),
      })
  }
  await giveCode(ground)
  ground.forgetAnswers('site.')
  return ids
}

/** A code to try. */
async function giveCode({ database: { db }, clock }: Ground): Promise<void> {
  const valid = { validFromMs: 0, validToMs: clock.nowMs() + 365 * 86_400_000, maxTotal: null }
  await putPromotion(db, {
    by: { kind: 'code', code: 'SALOM' },
    name: { ru: '10 000 сум на баланс', uz: 'Balansga 10 000 soʻm' },
    giftTiyin: 1_000_000,
    connects: null,
    ...valid,
  })
}

/** What is printed after the address. */
export function accountLines(): readonly string[] {
  const words: Record<DemoAccount['kind'], string> = {
    subscribed: 'with a subscription',
    unsubscribed: 'without a subscription',
    suspended: 'suspended, the balance is too low',
  }
  return [
    'Demo accounts (phone or subscriber number, password):',
    ...demoAccounts().map(
      ({ phone, abonement, password, kind }) => `  ${phone} or ${abonement}   ${password}   ${words[kind]}`,
    ),
  ]
}
