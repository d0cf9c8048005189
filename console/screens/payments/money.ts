import type { PaymentRow } from '#contract/console/payments.ts'

/** `8600 12•• •••• 1234` of `860012******1234`. */
export function shownMask(mask: string): string {
  return mask.replaceAll('*', '•').replace(/(.{4})(?=.)/g, '$1 ')
}

export function stateTone(state: PaymentRow['state']): 'good' | 'warn' | 'bad' | 'plain' {
  if (state === 'paid') return 'good'
  if (state === 'uncertain' || state === 'refunding') return 'warn'
  return 'plain'
}

type PaidState = Pick<PaymentRow, 'state' | 'amount' | 'refunded'>

/** The text of a payment's state: of what was refunded in part it says so. */
export function stateWord({ state, amount, refunded }: PaidState) {
  return state === 'refunded' && refunded < amount ? 'state.refunded_part' : (`state.${state}` as const)
}

/** Sums as typed: `49 000`, `49000,50`; undefined for what is none. */
export function readSums(typed: string): number | undefined {
  const plain = typed.replace(/[\s\u00a0]/g, '').replace(',', '.')
  return /^\d{1,10}(?:\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined
}
