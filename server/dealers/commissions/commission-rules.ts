/** What a rule gives; pure. Money is whole tiyin. */

export interface CommissionRule {
  readonly kind: 'first_payment' | 'every_payment' | 'connected'
  /** Hundredths of a percent of the payment. */
  readonly share: number
  /** For `connected`. */
  readonly amountTiyin: number
  /** The most in a calendar month; null: no limit. */
  readonly capTiyin: number | null
}

/** The commission of a payment, after `monthTiyin` of the same rule in its month. Rounded down, never below 0. */
export function commissionOf(rule: CommissionRule, baseTiyin: number, monthTiyin: number): number {
  const whole = rule.kind === 'connected' ? rule.amountTiyin : partOf(baseTiyin, rule.share, 10_000)
  const left = rule.capTiyin === null ? whole : rule.capTiyin - monthTiyin
  return Math.max(0, Math.min(whole, left))
}

/** How much of a commission goes back when `backTiyin` of its payment went back; all of it with the whole payment. */
export function takenBackOf(commissionTiyin: number, baseTiyin: number, backTiyin: number): number {
  if (backTiyin <= 0) return 0
  if (backTiyin >= baseTiyin) return commissionTiyin
  return partOf(commissionTiyin, backTiyin, baseTiyin)
}

/** `amount * part / whole`, rounded down; exact also above 2^53 in between. */
function partOf(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}
