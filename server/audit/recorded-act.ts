import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Writes the entry of what was done in its transaction, by `Audit.recordIn`, as the last statement. */
export type RecordIn<Done> = (trx: DbTransaction, done: Done) => Promise<void>

/**
 * Does an act in one transaction with its entry in the audit: a process that dies anywhere leaves both or neither.
 * `done`: the outcome that is an act; all others must have written nothing, and have no entry.
 */
export function recordedAct<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  db: Db,
  {
    done,
    record,
  }: { readonly done: Kind; readonly record: RecordIn<Extract<Outcome, { readonly kind: Kind }>> },
  work: (trx: DbTransaction) => Promise<Outcome>,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const outcome = await work(trx)
    if (isOf<Outcome, Kind>(outcome, done)) await record(trx, outcome)
    return outcome
  })
}

function isOf<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): outcome is Extract<Outcome, { readonly kind: Kind }> {
  return outcome.kind === kind
}
