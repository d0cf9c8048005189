/** Ends of refunds that finance pays back outside Ekran, of payment systems and of parts of card payments. */
import type { RecordIn } from '#server/audit/audit.ts'
import { endPartRefund } from '#server/cards/cards.ts'
import {
  finishProviderRefund,
  type RefundEnded as ProviderRefundEnded,
  withdrawProviderRefund,
} from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { PaymentSystem } from './list-payments.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface RefundEnd {
  readonly system: PaymentSystem
  readonly number: number
  /** Which attempt; absent: the last. */
  readonly attempt?: number | undefined
  /** How the payer got the money, and the document that shows it; undefined: it is given up and not paid back. */
  readonly paid: { readonly way: 'cabinet' | 'transfer'; readonly document: string } | undefined
  /** Undefined for an operator at the command line. */
  readonly by: { readonly staffId: number; readonly name: string } | undefined
}

interface Ended {
  readonly amountTiyin: number
  readonly state: 'to_do' | 'done' | 'withdrawn'
  readonly endedBy: string
}

/**
 * `asked`: the system was asked to pay it back, and has not answered yet. `whole_only`: it cancels the whole payment
 * alone, so a part goes by a bank transfer.
 */
export type RefundEndOutcome =
  | ({ readonly kind: 'ended' } & Ended)
  | ({ readonly kind: 'ended_before' | 'asked' } & Ended)
  | ({ readonly kind: 'whole_only' } & Ended)
  | { readonly kind: 'unknown' }

/** Stores that the payer has the money, or gives the refund up: then the money is on the balance again. Happens once. */
export async function endRefund(
  deps: Deps,
  end: RefundEnd,
  record: RecordIn<Ended>,
): Promise<RefundEndOutcome> {
  const { system, number, attempt, paid, by } = end
  if (system === 'atmos') {
    const how =
      paid === undefined ? ({ state: 'refused' } as const) : ({ state: 'given_back', ...paid } as const)
    const outcome = await endPartRefund(deps, { orderId: number, attempt, by, end: how }, (trx, { refund }) =>
      record(trx, ofCard(refund)),
    )
    return outcome.kind === 'unknown' ? outcome : { kind: outcome.kind, ...ofCard(outcome.refund) }
  }
  const recordEnd = (trx: Parameters<typeof record>[0], { refund }: { readonly refund: StoredRefund }) =>
    record(trx, ofProvider(refund))
  const outcome =
    paid === undefined
      ? await withdrawProviderRefund(deps, { number, attempt, by }, recordEnd)
      : await finishProviderRefund(deps, { number, attempt, ...paid, by }, recordEnd)
  return outcome.kind === 'unknown' ? outcome : { kind: outcome.kind, ...ofProvider(outcome.refund) }
}

type StoredRefund = Extract<ProviderRefundEnded, { readonly kind: 'ended' }>['refund']

function ofProvider({ amount_tiyin: amountTiyin, state, ended_by_name: endedBy }: StoredRefund): Ended {
  return { amountTiyin, state, endedBy }
}

/** What the gateway's table calls the states of a task. */
export const taskStates = { taken: 'to_do', given_back: 'done', refused: 'withdrawn' } as const

function ofCard(refund: {
  readonly part_tiyin: number
  readonly state: keyof typeof taskStates
  readonly ended_by_name: string
}): Ended {
  return { amountTiyin: refund.part_tiyin, state: taskStates[refund.state], endedBy: refund.ended_by_name }
}
