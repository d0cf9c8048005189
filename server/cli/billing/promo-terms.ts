/** The terms of a promotion as options of a command. */
import type { BatchTerms } from '#server/billing/billing.ts'
import { type CommandInput, momentIn, shown } from '#server/cli/command/command.ts'
import { termsOf } from './promo-add.ts'

const string = { type: 'string' } as const

export const batchOptions = {
  ...{ 'name-ru': string, 'name-uz': string, gift: string, tariff: string, days: string, price: string },
  ...{ valid: string, from: string, uses: string, budget: string, partner: string, 'per-account': string },
}

export const batchOptionsHelp = `  --name-ru, --name-uz   the name shown to subscribers
  --gift         sums added to the balance
  --tariff       connects this tariff, for so many --days, at --price sums (default: free)
  --from         when it begins, in Tashkent's time; default now
  --valid        for how many days; default 30
  --uses         the limit of uses of all codes together
  --budget       the limit of what all of them give, in sums
  --per-account  how many of the codes one person can use; default 1
  --partner      for whom they are`

const dayMs = 86_400_000

/** The terms of a batch, or the error in them. */
export function batchTermsOf(input: CommandInput, nowMs: number): BatchTerms | string {
  const terms = termsOf(input)
  if (typeof terms === 'string') return terms
  const whole = (name: string, limit: number) => {
    const text = input.text(name)
    if (text === undefined) return undefined
    return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= limit ? Number(text) : Number.NaN
  }
  const [budget, perAccount] = [whole('budget', 1_000_000_000), whole('per-account', 1000)]
  if (Number.isNaN(budget)) return '--budget is no whole number of sums that is possible there'
  if (Number.isNaN(perAccount)) return '--per-account is a whole number from 1 to 1000'
  const from = input.text('from')
  const fromMs = from === undefined ? nowMs : momentIn(from)
  if (fromMs === undefined) return `--from ${shown(from ?? '')} is no moment; write it like 2027-01-01T00:00`
  const { name, giftTiyin, connects, validDays, maxTotal } = terms
  return {
    ...{ name, giftTiyin, connects, maxUses: maxTotal, partner: (input.text('partner') ?? '').slice(0, 100) },
    ...{ validFromMs: fromMs, validToMs: fromMs + validDays * dayMs, perAccount: perAccount ?? 1 },
    budgetTiyin: budget === undefined ? null : budget * 100,
  }
}
