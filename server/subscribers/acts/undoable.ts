import type { Db } from '#server/platform/database/database.ts'

/** What is taken back by an entry, a gift or a pause of its own. */
export const undoableKinds = ['credited', 'debited', 'days_given', 'tariff_paused', 'tariff_pause_ended']

/** An act that may be taken back, unless what it gave was used. */
export interface UndoableAct {
  readonly actId: number
  /** One of `undoableKinds`. */
  readonly kind: string
  readonly amountTiyin: number
  readonly days: number
  /** '' for an operator at the command line. */
  readonly byName: string
  /** Undefined for an operator at the command line. */
  readonly staffId: number | undefined
  readonly atMs: number
}

/** The acts of an account that were not taken back, the newest first; at most 20. None of one that was erased or merged. */
export async function undoableActs(db: Db, accountId: number): Promise<readonly UndoableAct[]> {
  const rows = await db
    .selectFrom('subscriber_act')
    .innerJoin('account', 'account.account_id', 'subscriber_act.account_id')
    .selectAll('subscriber_act')
    .where('subscriber_act.account_id', '=', accountId)
    .where('account.erased_at', 'is', null)
    .where('account.merged_into', 'is', null)
    .where('kind', 'in', undoableKinds)
    .where('taken_back_at', 'is', null)
    .orderBy('subscriber_act_id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    ...{ actId: row.subscriber_act_id, kind: row.kind, byName: row.staff_name },
    staffId: row.staff_id ?? undefined,
    ...{ amountTiyin: row.amount_tiyin, days: row.days, atMs: row.done_at.getTime() },
  }))
}
