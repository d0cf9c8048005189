/** The payments of a drill against the ledger. */
import { openCrowdDatabase } from '#bench/crowd/accounts.ts'
import { checkLedger } from '#server/billing/billing.ts'

export interface PaymentsCompared {
  readonly isWhole: boolean
  readonly text: string
}

const provider = 'payme'

/** The numbers of the payments by Payme that the ledger has. */
export async function bookedPayments(data: string): Promise<readonly string[]> {
  await using opened = await openCrowdDatabase(data)
  const entries = await opened.db
    .selectFrom('ledger_entry')
    .select('reference')
    .where('kind', '=', 'top_up')
    .where('reference', 'like', `${provider}:%`)
    .execute()
  return entries.map(({ reference }) => reference.slice(provider.length + 1))
}

/**
 * Each payment that the payment system was told of has one entry, each entry since `before` is such a payment, and the
 * whole ledger adds up.
 */
export async function comparePayments(
  data: string,
  paid: ReadonlySet<string>,
  before: readonly string[],
): Promise<PaymentsCompared> {
  const booked = await bookedPayments(data)
  const once = new Set(booked)
  const lost = [...paid].filter((id) => !once.has(id)).length
  const twice = booked.length - once.size
  const unasked = once.difference(new Set(before)).difference(paid).size
  await using opened = await openCrowdDatabase(data)
  const checked = await checkLedger(opened.db)
  const sum = checked.kind === 'whole' ? `the ledger of ${checked.entries} entries adds up` : checked.what
  return {
    isWhole: lost + twice + unasked === 0 && checked.kind === 'whole',
    text: `${paid.size} payments: ${lost} lost, ${twice} booked twice, ${unasked} that nobody made; ${sum}`,
  }
}
