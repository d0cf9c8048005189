import type { ListedPayment } from './provider-totals.ts'

/** A line of a system's own statement. */
export interface StatedPayment {
  readonly externalId: string
  readonly amountTiyin: number
}

/** A difference between both sides; `ours` and `theirs` are tiyin that stayed paid. */
export type Difference =
  | { readonly kind: 'missing_with_us'; readonly externalId: string; readonly theirs: number }
  | { readonly kind: 'missing_with_them'; readonly externalId: string; readonly ours: number }
  | { readonly kind: 'amount'; readonly externalId: string; readonly ours: number; readonly theirs: number }
  /** They list what was refunded. */
  | { readonly kind: 'given_back'; readonly externalId: string; readonly theirs: number }
  | { readonly kind: 'twice_with_them'; readonly externalId: string; readonly theirs: number }

export interface Reconciled {
  readonly matched: number
  readonly oursTiyin: number
  readonly theirsTiyin: number
  readonly differences: readonly Difference[]
}

/**
 * Compares a system's statement, which lists what stayed paid, with our payments of the same time. Of ours only those
 * that are paid now count.
 */
export function compareStatement(
  ours: readonly Pick<ListedPayment, 'externalId' | 'amountTiyin' | 'state'>[],
  theirs: readonly StatedPayment[],
): Reconciled {
  const cached = new Map(ours.map((payment) => [payment.externalId, payment]))
  const seen = new Set<string>()
  const differences: Difference[] = []
  let matched = 0
  for (const { externalId, amountTiyin } of theirs) {
    const payment = cached.get(externalId)
    const about = { externalId, theirs: amountTiyin }
    if (seen.has(externalId)) differences.push({ kind: 'twice_with_them', ...about })
    else if (payment === undefined) differences.push({ kind: 'missing_with_us', ...about })
    else if (payment.state !== 'paid') differences.push({ kind: 'given_back', ...about })
    else if (payment.amountTiyin !== amountTiyin)
      differences.push({ kind: 'amount', ...about, ours: payment.amountTiyin })
    else matched += 1
    seen.add(externalId)
  }
  const standing = ours.filter(({ state }) => state === 'paid')
  for (const { externalId, amountTiyin } of standing)
    if (!seen.has(externalId)) differences.push({ kind: 'missing_with_them', externalId, ours: amountTiyin })
  return {
    matched,
    oursTiyin: standing.reduce((sum, { amountTiyin }) => sum + amountTiyin, 0),
    theirsTiyin: theirs.reduce((sum, { amountTiyin }) => sum + amountTiyin, 0),
    differences,
  }
}
